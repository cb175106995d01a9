//! IDA*: depth-first search within a bound on g + h, repeated with the least f beyond the bound. It
//! stores only its path, at the cost of time.
//!
//! ```text
//!     bound 3         bound 4          the least f that was cut off in one
//!        o               o             iteration is the bound of the next
//!       / \             / \
//!      o   x4          o   o
//!     / \             / \   \
//!    x4  x5          o   x5  goal
//! ```
//!
//! A state of the path is not entered again. Of two moves that commute only one order is tried
//! (`state/commute.rs`): the other leads to the same state at the same cost.
//!
//! Source: Korf 1985.

use super::best_first::unknown;
use super::{Algorithm, GoalTest, Optimal, Query, Setting, is_solved};
use crate::board::Move;
use crate::heuristic::{Heuristic, bytes_of};
use crate::outcome::memory::TableBytes;
use crate::outcome::{Child, Counters, Ending, Engine, Expansion, ListSizes, Outcome, Stop, Watch};
use crate::state::commute::{CommutePruning, NO_MOVE};
use crate::state::{Key, Position, StateSpace, with_words};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "ida",
    help: "IDA*: depth first within a growing bound on g + h",
    optimal: Optimal::Admissible,
    takes: &[Setting::Goal, Setting::Heuristic, Setting::Trace],
    run: |space, query, watch| {
        with_words!(space.words(), W => match Ida::<W>::new(space, query, watch) {
            Ok(search) => search.run(watch),
            Err(stop) => unknown(Engine::Ida, space, query, stop),
        })
    },
};

/// A state of the path.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    key: Key<W>,
    step: Move,
    h: u32,
    /// The length of `pending` before its successors were added.
    pending: usize,
}

struct Ida<'a, 'q, const W: usize> {
    /// Whether the bound is a lower bound: the heuristic is admissible.
    proves: bool,
    /// The lower bound without a heuristic: 1 unless the start is solved.
    least: u32,
    own_goal: Option<GoalTest<'q>>,
    heuristic: Box<dyn Heuristic>,
    order: CommutePruning,
    position: Position<'a>,
    path: Vec<Frame<W>>,
    pending: Vec<Move>,
    most_moves: usize,
    counters: Counters,
    bound: u32,
    /// The least f beyond the bound.
    next: Option<u32>,
}

/// How an iteration ended before it was complete.
enum IterationEnd {
    Solved,
    Stopped(Stop),
}

impl<'a, 'q, const W: usize> Ida<'a, 'q, W> {
    /// # Errors
    /// The limit that was reached while the heuristic built its tables.
    fn new(
        space: &'a StateSpace<'a>,
        query: &Query<'q>,
        watch: &mut Watch<'_>,
    ) -> Result<Self, Stop> {
        let position = Position::new(space);
        Ok(Ida {
            proves: query.heuristic.promise(query.metric).admissible,
            least: u32::from(!is_solved(&position, query.own_goal)),
            own_goal: query.own_goal,
            heuristic: query.heuristic.make(space, query.metric, watch)?,
            order: CommutePruning::new(space, query.metric),
            position,
            path: Vec::new(),
            pending: Vec::new(),
            most_moves: space.most_moves(),
            counters: Counters::default(),
            bound: 0,
            next: None,
        })
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        self.counters.evaluated += 1;
        let start = self.heuristic.estimate(&self.position);
        self.next = start;
        while let (Some(bound), Some(h)) = (self.next.take(), start) {
            self.bound = bound;
            watch.prove(self.proved());
            match self.iterate(h, watch) {
                Some(IterationEnd::Solved) => return self.outcome(Ending::Solved(self.moves())),
                Some(IterationEnd::Stopped(stop)) => return self.outcome(Ending::Unknown(stop)),
                None => {}
            }
        }
        self.outcome(Ending::Unsolvable)
    }

    /// Search everything within the bound.
    fn iterate(&mut self, h: u32, watch: &mut Watch<'_>) -> Option<IterationEnd> {
        let root = Frame { key: self.position.space().start(), step: NO_MOVE, h, pending: 0 };
        self.path.push(root);
        let mut entered = true;
        while let Some(&frame) = self.path.last() {
            if entered {
                if is_solved(&self.position, self.own_goal) {
                    watch.note(self.bytes());
                    return Some(IterationEnd::Solved);
                }
                if let Err(stop) = watch.check_tables(self.path.len(), self.bytes()) {
                    return Some(IterationEnd::Stopped(stop));
                }
                self.expand(&frame, watch);
            }
            if self.pending.len() > frame.pending {
                let step = self.pending.pop().expect("more than before");
                entered = self.enter(&frame, step);
            } else {
                self.leave(&frame);
                entered = false;
            }
        }
        None
    }

    fn leave(&mut self, frame: &Frame<W>) {
        self.path.pop();
        if !self.path.is_empty() {
            self.position.apply(frame.step.reversed());
        }
    }

    /// Push the moves of the last state of the path, the first move on top.
    fn expand(&mut self, frame: &Frame<W>, watch: &mut Watch<'_>) {
        let sizes = watch.is_traced().then(|| self.sizes());
        self.counters.expanded += 1;
        for index in 0..self.position.coordinates().len() {
            self.pending.extend(self.order.moves_of(&self.position, frame.step, index));
        }
        self.pending[frame.pending..].reverse();
        self.counters.generated += (self.pending.len() - frame.pending) as u64;
        self.counters.max_open = self.counters.max_open.max(self.pending.len() as u64);
        if let Some(sizes) = sizes {
            watch.trace(&self.expansion(frame, sizes, &self.children(frame)));
        }
    }

    /// What the last state of the path leads to; no estimates are made yet.
    fn children(&self, frame: &Frame<W>) -> Vec<Child> {
        let child = |&step: &Move| {
            let key = self.position.key_after(&frame.key, step);
            Child { step, h: None, f: None, is_known: self.is_on_path(&key) }
        };
        self.pending[frame.pending..].iter().rev().map(child).collect()
    }

    fn is_on_path(&self, key: &Key<W>) -> bool {
        self.path.iter().any(|frame| frame.key == *key)
    }

    /// Make a move, unless its state is beyond the bound or on the path already.
    fn enter(&mut self, from: &Frame<W>, step: Move) -> bool {
        let key = self.position.key_after(&from.key, step);
        if self.is_on_path(&key) {
            self.counters.duplicates += 1;
            return false;
        }
        self.counters.evaluated += 1;
        let Some(h) = self.heuristic.estimate_after(&mut self.position, from.h, step) else {
            return false;
        };
        let g = u32::try_from(self.path.len()).expect("a path within the bound");
        let f = g.saturating_add(h);
        if f > self.bound {
            self.next = Some(self.next.map_or(f, |next| next.min(f)));
            return false;
        }
        self.position.apply(step);
        self.path.push(Frame { key, step, h, pending: self.pending.len() });
        true
    }

    fn moves(&self) -> Vec<Move> {
        self.path[1..].iter().map(|frame| frame.step).collect()
    }

    /// The proved lower bound.
    fn proved(&self) -> u32 {
        if self.proves { self.bound.max(self.least) } else { self.least }
    }

    fn sizes(&self) -> ListSizes {
        ListSizes {
            open: self.pending.len() as u64,
            closed: self.path.len() as u64 - 1,
            memory: self.bytes().held as u64,
        }
    }

    fn expansion<'b>(
        &'b self,
        frame: &Frame<W>,
        sizes: ListSizes,
        children: &'b [Child],
    ) -> Expansion<'b> {
        let g = u32::try_from(self.path.len() - 1).expect("a path within the bound");
        Expansion {
            position: &self.position,
            step: (g > 0).then_some(frame.step),
            from_goal: false,
            g,
            h: Some(frame.h),
            f: Some(f64::from(g) + f64::from(frame.h)),
            sizes,
            children,
        }
    }

    fn bytes(&self) -> TableBytes {
        let lists = TableBytes::of_list(&self.path, 1)
            + TableBytes::of_list(&self.pending, self.most_moves);
        lists + bytes_of(&*self.heuristic).into()
    }

    fn outcome(&self, ending: Ending) -> Outcome {
        Outcome::new(Engine::Ida, ending, self.proved(), self.counters)
    }
}
