//! Bidirectional breadth-first search: level by level from the start and from all endings at once,
//! always where fewer states wait, until a state is met that the other side knows.
//!
//! ```text
//!     start  o o o o x o o o  endings      two small circles instead of one large one
//! ```
//!
//! When a levels from the start and b from the endings are complete and have not met, no solution
//! costs a + b, so that the first meeting is optimal. The endings (`endings.rs`) are all that the
//! rules allow, whether or not the start can reach them: on sparse boards that is what it costs.
//!
//! Source: Pohl 1971.

use std::ops::Range;

use super::endings::Endings;
use super::tree::{Node, Reached, TooMany, Tree};
use super::{Algorithm, Optimal, Query, Setting};
use crate::limits::{Stop, Watch};
use crate::moves::{Metric, Move, Traffic};
use crate::outcome::{Counters, Ending, Outcome};
use crate::space::Space;
use crate::state::with_words;
use crate::trace::Expansion;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "bidirectional",
    help: "breadth first from the start and from the goal",
    optimal: Optimal::Always,
    takes: &[Setting::Trace],
    run: |space, query, watch| with_words!(space.words(), W => Bidirectional::<W>::new(space, query).run(watch)),
};

/// What is known from one end: the states in order of their distance from it.
struct Side<const W: usize> {
    tree: Tree<W>,
    /// The states of the last level.
    level: Range<u32>,
    from_goal: bool,
}

struct Bidirectional<'a, const W: usize> {
    metric: Metric,
    /// The side to grow next, and the other.
    near: Side<W>,
    far: Side<W>,
    traffic: Traffic<'a>,
    counters: Counters,
    lower_bound: u32,
    moves: Vec<Move>,
}

/// How a search ended before both sides were through.
enum Early {
    /// The state has these numbers from the near side and from the far one.
    Met(u32, u32),
    Stopped(Stop),
}

impl From<TooMany> for Early {
    fn from(_: TooMany) -> Early {
        Early::Stopped(Stop::States)
    }
}

impl<const W: usize> Side<W> {
    fn new(from_goal: bool) -> Side<W> {
        Side { tree: Tree::new(), level: 0..0, from_goal }
    }

    /// Everything that has been entered since the last level is the next one.
    fn advance(&mut self) {
        let end = u32::try_from(self.tree.len()).expect("numbered");
        self.level = self.level.end..end;
    }
}

impl<'a, const W: usize> Bidirectional<'a, W> {
    fn new(space: &'a Space<'a>, query: &Query) -> Self {
        Bidirectional {
            metric: query.metric,
            near: Side::new(false),
            far: Side::new(true),
            traffic: Traffic::new(space),
            counters: Counters::default(),
            lower_bound: 0,
            moves: Vec::new(),
        }
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        let ending = if self.traffic.is_goal() {
            Ending::Solved(Vec::new())
        } else {
            match self.meet(watch) {
                Err(Early::Met(near, far)) => Ending::Solved(self.solution(near, far)),
                Err(Early::Stopped(stop)) => Ending::Unknown(stop),
                Ok(()) => Ending::Unsolvable,
            }
        };
        Outcome::new(ending, self.lower_bound, self.counters)
    }

    /// Grow both sides until they meet, or one has nowhere to go.
    fn meet(&mut self, watch: &mut Watch<'_>) -> Result<(), Early> {
        self.begin(watch)?;
        while !self.near.level.is_empty() && !self.far.level.is_empty() {
            if self.far.level.len() < self.near.level.len() {
                std::mem::swap(&mut self.near, &mut self.far);
            }
            for state in self.near.level.clone() {
                self.check(watch)?;
                self.expand(state, watch)?;
            }
            self.near.advance();
            self.lower_bound += 1;
        }
        Ok(())
    }

    /// Enter the start and all endings.
    fn begin(&mut self, watch: &mut Watch<'_>) -> Result<(), Early> {
        self.lower_bound = 1;
        let space = self.traffic.space();
        self.near.tree.enter(space.start(), Node::ROOT)?;
        self.near.advance();
        for ending in Endings::new(space) {
            self.check(watch)?;
            if let Some(key) = ending {
                self.far.tree.enter(key, Node::ROOT)?;
            }
        }
        self.far.advance();
        Ok(())
    }

    fn check(&self, watch: &mut Watch<'_>) -> Result<(), Early> {
        watch.prove(self.lower_bound);
        let bytes = self.near.tree.bytes(0) + self.far.tree.bytes(0);
        watch.check(self.near.tree.len() + self.far.tree.len(), bytes).map_err(Early::Stopped)
    }

    /// Generate all successors, and then see whether the far side knows one of them.
    fn expand(&mut self, state: u32, watch: &mut Watch<'_>) -> Result<(), Early> {
        let (key, g) = (self.near.tree.key(state), self.near.tree.node(state).g + 1);
        self.traffic.load(&key);
        if watch.is_traced() {
            watch.trace(&self.expansion(state));
        }
        let (mut moves, mut met) = (std::mem::take(&mut self.moves), None);
        self.traffic.for_each_move(self.metric, |step| moves.push(step));
        self.counters.expanded += 1;
        self.counters.generated += moves.len() as u64;
        for step in moves.drain(..) {
            let key = self.traffic.key_after(&key, step);
            match self.near.tree.enter(key, Node { parent: state, step, g })? {
                Reached::Known(_) => self.counters.duplicates += 1,
                Reached::New(new) => {
                    met = met.or_else(|| self.far.tree.find(&key).map(|far| (new, far)));
                }
            }
        }
        self.moves = moves;
        self.counters.max_open = self.counters.max_open.max(self.open());
        met.map_or(Ok(()), |(near, far)| Err(Early::Met(near, far)))
    }

    /// The states of both sides that wait for their expansion.
    fn open(&self) -> u64 {
        (self.near.tree.len() + self.far.tree.len()) as u64 - self.counters.expanded
    }

    /// The way from the start to a state that both sides know, and on to the ending.
    fn solution(&self, near: u32, far: u32) -> Vec<Move> {
        let (ours, theirs) = (self.near.tree.path(near), self.far.tree.path(far));
        let (mut solution, back) =
            if self.near.from_goal { (theirs, ours) } else { (ours, theirs) };
        solution.extend(back.into_iter().rev().map(Move::reversed));
        solution
    }

    fn expansion(&self, state: u32) -> Expansion<'_> {
        let Node { step, g, .. } = self.near.tree.node(state);
        Expansion {
            traffic: &self.traffic,
            step: (g > 0).then_some(step),
            from_goal: self.near.from_goal,
            g,
            h: None,
            f: Some(f64::from(g)),
            open: self.open() - 1,
            closed: self.counters.expanded,
        }
    }
}
