//! The most expensive tests of a board, and everything that is proved of a puzzle.

use num_bigint::BigUint;

use crate::analysis::{Detail, MEASURES, rating};
use crate::board::{Goal, Metric, Move};
use crate::cluster::{Cluster, Unfinished, explore};
use crate::generate::canonical::{Known, Skeleton};
use crate::generate::layout::Layout;
use crate::generate::minimal::{reduce, shortest};
use crate::generate::order::{MeasureBounds, Order, Span};
use crate::generate::tally::{NEVER, Refusal, Tally, Test, UNIT, require};
use crate::outcome::{Stop, Watch};
use crate::random::SplitMix;
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
    pub name: String,
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
        self.require_measures(&detail)?;
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

    /// Check what the analysis must find; the distance is the sum of all that is too little or too much.
    fn require_measures(&mut self, detail: &Detail<'_>) -> Result<(), Refusal> {
        let (mut apart, order) = (0.0, self.order);
        for &MeasureBounds { measure, least, most } in &order.request.measures {
            let found = detail.number(&MEASURES[measure], self.watch)?;
            let found = found.ok_or(Refusal::Fails(Test::Measures, NEVER))?;
            apart += (least - found).max(found - most).max(0.0);
        }
        require(Test::Measures, if apart > 0.0 { hundredths(apart) } else { 0 })
    }

    /// The name of a cluster that is not known.
    fn new_name(&mut self, puzzle: &Puzzle, cluster: &Cluster) -> Result<String, Refusal> {
        let skeleton = Skeleton::of(puzzle);
        let is_known = self.known.has(&skeleton, cluster, self.watch)?;
        require(Test::New, u64::from(is_known))?;
        let (name, ..): (String, State, u8) = skeleton.least(cluster, self.watch)?;
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

// How far a board is from an order: cheap tests first, expensive ones only if the others pass.

/// The judgement of a board from which a search may continue.
pub(super) struct Judgement {
    /// The board, in the state that was judged.
    pub(super) layout: Layout,
    pub(super) slides: u32,
    pub(super) distance: u64,
    /// The puzzle, if it meets the order.
    pub(super) puzzle: Option<Box<GeneratedPuzzle>>,
}

/// Judges the boards of one search.
pub(super) struct Judge<'a, 'w> {
    pub(super) order: &'a Order,
    pub(super) known: &'a Known,
    pub(super) tally: &'a mut Tally,
    pub(super) watch: &'a mut Watch<'w>,
}

/// A state with its cluster.
pub(super) struct Explored {
    pub(super) puzzle: Puzzle,
    pub(super) slides: u32,
    pub(super) cluster: Cluster,
}

impl Judge<'_, '_> {
    /// Judge a board; `None` if it is farther from the order than allowed.
    ///
    /// # Errors
    /// The caller interrupted the work; nothing was counted.
    pub(super) fn judge(
        &mut self,
        layout: &Layout,
        allowed: u64,
        rng: &mut SplitMix,
    ) -> Result<Option<Judgement>, Stop> {
        let mut reached = None;
        let (puzzle, failed, distance) = match self.examine(layout, rng, &mut reached) {
            Ok(puzzle) => (Some(puzzle), None, 0),
            Err(Refusal::Fails(test, gap)) => (None, Some(test), gap),
            Err(Refusal::Stopped(Stop::Interrupted)) => return Err(Stop::Interrupted),
            Err(Refusal::Stopped(_)) => (None, Some(Test::Size), NEVER),
        };
        self.tally.boards += 1;
        if let Some(test) = failed {
            self.tally.fail(test);
        }
        let reached = reached.filter(|_| distance <= allowed && distance != NEVER);
        Ok(reached.map(|(layout, slides)| Judgement { layout, slides, distance, puzzle }))
    }

    /// Run all tests; `reached` becomes the board, in the state that is judged, and its optimum.
    fn examine(
        &mut self,
        layout: &Layout,
        rng: &mut SplitMix,
        reached: &mut Option<(Layout, u32)>,
    ) -> Result<Box<GeneratedPuzzle>, Refusal> {
        let mut explored = self.hardest(layout)?;
        if !self.order.request.is_hardest {
            self.go_anywhere(&mut explored, rng)?;
        }
        *reached = Some((Layout::of(&explored.puzzle), explored.slides));
        self.require_slides(&explored)?;
        if self.order.request.is_minimal {
            explored = self.minimise(explored)?;
            *reached = Some((Layout::of(&explored.puzzle), explored.slides));
        }
        let layout = Layout::of(&explored.puzzle);
        self.require_structure(&layout)?;
        let Judge { order, known, watch, .. } = self;
        let proof = Proof { order, known, watch };
        proof.prove(&layout, explored.slides)
    }

    /// The first of the hardest states of a board's cluster.
    fn hardest(&mut self, layout: &Layout) -> Result<Explored, Refusal> {
        let mut explored = self.explore(layout)?;
        let slides = explored.cluster.histogram().len().checked_sub(1);
        let slides = slides.ok_or(Refusal::Fails(Test::Solvable, NEVER))?;
        let hardest = explored.cluster.hardest(self.watch)?[0].clone();
        explored.puzzle = explored.puzzle.at(hardest);
        explored.slides = u32::try_from(slides).expect("fewer slides than states");
        Ok(explored)
    }

    /// A board with its cluster, in the metric of the order; its slides are not known yet.
    fn explore(&mut self, layout: &Layout) -> Result<Explored, Stop> {
        let puzzle = layout.puzzle(self.order.outline);
        let cluster = explore(&puzzle, self.order.request.metric, Goal::Edge, self.watch)
            .map_err(|Unfinished { stop, .. }| stop)?;
        Ok(Explored { puzzle, slides: 0, cluster })
    }

    fn require_slides(&self, explored: &Explored) -> Result<(), Refusal> {
        require(Test::Slides, UNIT * self.order.request.slides.gap(explored.slides.into()))
    }

    /// Change to a random state at a distance within the order, if there is one.
    fn go_anywhere(&mut self, explored: &mut Explored, rng: &mut SplitMix) -> Result<(), Stop> {
        let Span { least, most } = self.order.request.slides;
        let (least, most) = (least.max(1), most.min(explored.slides.into()));
        if least > most {
            return Ok(());
        }
        let small = |number: u64| usize::try_from(number).expect("at most the states");
        let slides = small(least) + rng.below(small(most - least + 1));
        let levels: Vec<usize> =
            explored.cluster.histogram().iter().map(|&count| small(count)).collect();
        let index = levels[..slides].iter().sum::<usize>() + rng.below(levels[slides]);
        let (offsets, vehicles) =
            (explored.cluster.offsets(self.watch)?, explored.puzzle.state().offsets().len());
        let state = State::new(offsets[index * vehicles..][..vehicles].into());
        explored.puzzle = explored.puzzle.at(state);
        explored.slides = u32::try_from(slides).expect("fewer slides than states");
        Ok(())
    }

    /// Remove superfluous parts, and change to the hardest state again, until nothing changes.
    fn minimise(&mut self, mut explored: Explored) -> Result<Explored, Refusal> {
        loop {
            let layout = Layout::of(&explored.puzzle);
            let left = reduce(self.order.outline, &layout, explored.slides, self.watch)?;
            if left == layout {
                return Ok(explored);
            }
            self.require_structure(&left)?;
            explored = if self.order.request.is_hardest {
                self.hardest(&left)?
            } else {
                Explored { slides: explored.slides, ..self.explore(&left)? }
            };
            self.require_slides(&explored)?;
        }
    }

    /// Check the numbers of vehicles, walls and cells that are not empty.
    fn require_structure(&self, layout: &Layout) -> Result<(), Refusal> {
        let request = &self.order.request;
        let [vehicles, walls, covered] =
            [layout.pieces.len(), layout.walls.len(), layout.covered()].map(|count| count as u64);
        let gaps = [
            (Test::Vehicles, request.vehicles.gap(vehicles)),
            (Test::Walls, request.walls.gap(walls)),
            (Test::Density, request.covered.map_or(0, |wanted| wanted.gap(covered))),
        ];
        let all = UNIT * gaps.iter().map(|(_, gap)| gap).sum::<u64>();
        let first = gaps.iter().find(|(_, gap)| *gap > 0);
        first.map_or(Ok(()), |(test, _)| require(*test, all))
    }
}
