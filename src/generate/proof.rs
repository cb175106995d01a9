//! The most expensive tests of a board, and everything that is proved of a puzzle.

use num_bigint::BigUint;

use crate::analysis::{Detail, rating};
use crate::board::{Goal, Metric, Move};
use crate::cluster::{Cluster, Unfinished, explore};
use crate::generate::canonical::Skeleton;
use crate::generate::known::Known;
use crate::generate::layout::Layout;
use crate::generate::minimal::shortest;
use crate::generate::order::{Order, Span};
use crate::generate::refusal::{NEVER, Refusal, UNIT, require};
use crate::generate::tally::Test;
use crate::outcome::Watch;
use crate::state::{Puzzle, State, StateSpace};

/// A puzzle that meets an order, and everything that was proved about it.
#[derive(Clone, Debug)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// A shortest solution in slides.
    pub solution: Vec<Move>,
    /// The optimum in steps.
    pub steps: u32,
    /// The states of its cluster.
    pub states: usize,
    /// The optimal solutions up to the order of independent moves; `None` if they are too many.
    pub solutions: Option<BigUint>,
    /// The logarithm of the slides of a simulated player.
    pub walk: Option<f64>,
    /// The name of its cluster (`canonical.rs`).
    pub name: Vec<u8>,
}

/// Runs the most expensive tests of an order.
pub(super) struct Proof<'a, 'w> {
    pub(super) order: &'a Order,
    pub(super) known: &'a Known,
    pub(super) watch: &'a mut Watch<'w>,
}

impl Proof<'_, '_> {
    /// The puzzle of a board with its optimum in slides, with its final labels.
    pub(super) fn prove(
        mut self,
        layout: &Layout,
        slides: u32,
    ) -> Result<Box<GeneratedPuzzle>, Refusal> {
        let puzzle = layout.puzzle(self.order.outline);
        let steps = self.steps(&puzzle)?;
        let cluster = explore(&puzzle, Metric::Slide, Goal::Edge, self.watch)
            .map_err(|Unfinished { stop, .. }| stop)?;
        let space = StateSpace::new(&puzzle, Goal::Edge);
        let detail = Detail::new(&puzzle, &space, &cluster, self.watch)?;
        self.require_no_idle(&detail)?;
        let solutions = self.solutions(&detail)?;
        let walk = self.walk(&detail, slides)?;
        let name = self.new_name(&puzzle, &cluster)?;
        let solution = shortest(&puzzle, Metric::Slide, self.watch)?;
        let (states, solution) = (cluster.len(), solution.expect("it has a solution"));
        Ok(Box::new(GeneratedPuzzle { puzzle, solution, steps, states, solutions, walk, name }))
    }

    /// The optimum in steps.
    fn steps(&mut self, puzzle: &Puzzle) -> Result<u32, Refusal> {
        let solution = shortest(puzzle, Metric::Step, self.watch)?;
        let steps = solution.expect("it has a solution").len();
        let gap = self.order.request.steps.map_or(0, |wanted| wanted.gap(steps as u64));
        require(Test::Steps, UNIT * gap)?;
        Ok(u32::try_from(steps).expect("fewer steps than states"))
    }

    fn require_no_idle(&mut self, detail: &Detail<'_>) -> Result<(), Refusal> {
        if !self.order.request.has_no_idle {
            return Ok(());
        }
        require(Test::Idle, UNIT * detail.red_herrings(self.watch)? as u64)
    }

    fn solutions(&mut self, detail: &Detail<'_>) -> Result<Option<BigUint>, Refusal> {
        let found = detail.solutions(self.watch)?;
        if let Some(wanted) = self.order.request.solutions {
            require(Test::Solutions, solutions_gap(wanted, found.as_ref()))?;
        }
        Ok(found)
    }

    fn walk(&mut self, detail: &Detail<'_>, slides: u32) -> Result<Option<f64>, Refusal> {
        let walk = detail.walk(self.watch)?;
        let Some(wanted) = self.order.request.difficulty else { return Ok(walk) };
        let walk = walk.ok_or(Refusal::Fails(Test::Difficulty, NEVER))?;
        let found = rating::difficulty(slides.into(), walk);
        let ratio = (wanted.least / found).max(found / wanted.most);
        // About as many slides would make as much of a difference.
        let apart = f64::from(slides) * ratio.ln() / rating::PER_LN_SLIDES;
        require(Test::Difficulty, if ratio > 1.0 { hundredths(apart) } else { 0 })?;
        Ok(Some(walk))
    }

    /// The name of a cluster that is not known.
    fn new_name(&mut self, puzzle: &Puzzle, cluster: &Cluster) -> Result<Vec<u8>, Refusal> {
        let skeleton = Skeleton::of(puzzle);
        let is_known = self.known.has(&skeleton, cluster, self.watch)?;
        require(Test::New, u64::from(is_known))?;
        let (name, ..): (Vec<u8>, State, u8) = skeleton.least(cluster, self.watch)?;
        Ok(name)
    }
}

/// The distance in solutions: one unit for each doubling.
fn solutions_gap(wanted: Span, found: Option<&BigUint>) -> u64 {
    let Some(found) = found else { return NEVER };
    let found = u64::try_from(found).unwrap_or(u64::MAX);
    if wanted.holds(found) {
        return 0;
    }
    let bits = |count: u64| u64::from(count.max(1).ilog2());
    let nearest = if found < wanted.least { wanted.least } else { wanted.most };
    UNIT * bits(found).abs_diff(bits(nearest)).max(1)
}

/// A positive number in hundredths, at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
fn hundredths(number: f64) -> u64 {
    1 + (number * 100.0).min(1e9) as u64
}
