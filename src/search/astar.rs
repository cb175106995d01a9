//! A*: take the state with the least f = g + h, test it for the goal, expand it.
//!
//! One index map is the closed set, the numbering of states and the tree of parents at once. A
//! better way to a state moves it to the end of its new bucket; to a closed state, reopens it, so
//! that admissible heuristics which are not consistent still give optimal solutions.
//!
//! Source: Hart, Nilsson and Raphael 1968; the order of ties after Princeton COS 402.

use std::hash::BuildHasherDefault;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxHasher;

use super::{Algorithm, Query};
use crate::heuristic::Heuristic;
use crate::limits::{Stop, Watch};
use crate::moves::{Metric, Move, Traffic};
use crate::outcome::{Counters, Ending, Outcome};
use crate::search::open::Open;
use crate::space::Space;
use crate::state::{Key, with_words};

pub(super) const ALGORITHM: Algorithm = Algorithm {
    name: "astar",
    help: "A*: least g + h first; optimal with an admissible heuristic",
    run,
};

fn run(space: &Space<'_>, query: &Query, watch: &mut Watch<'_>) -> Outcome {
    with_words!(space.words(), W => Astar::<W>::new(space, query).run(watch))
}

/// What the search knows of a state.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    step: Move,
    g: u32,
    /// `None`: no solution leads through this state.
    h: Option<u32>,
    is_open: bool,
}

struct Astar<'a, const W: usize> {
    space: &'a Space<'a>,
    metric: Metric,
    /// Whether f is a lower bound.
    is_admissible: bool,
    heuristic: Box<dyn Heuristic>,
    nodes: IndexMap<Key<W>, Node, BuildHasherDefault<FxHasher>>,
    open: Open,
    open_size: u64,
    traffic: Traffic<'a>,
    counters: Counters,
    moves: Vec<Move>,
}

impl<'a, const W: usize> Astar<'a, W> {
    fn new(space: &'a Space<'a>, query: &Query) -> Self {
        Astar {
            space,
            metric: query.metric,
            is_admissible: query.heuristic.promise(query.metric).admissible,
            heuristic: (query.heuristic.build)(space, query.metric),
            nodes: IndexMap::default(),
            open: Open::new(query.ties),
            open_size: 0,
            traffic: Traffic::new(space),
            counters: Counters::default(),
            moves: Vec::new(),
        }
    }

    fn run(mut self, watch: &mut Watch<'_>) -> Outcome {
        self.begin();
        let mut lower_bound = 0;
        while let Some((f, state)) = self.next_open() {
            lower_bound = if self.is_admissible { lower_bound.max(f) } else { 0 };
            watch.lower_bound = lower_bound;
            self.traffic.load(&self.key(state));
            if self.traffic.is_goal() {
                return self.outcome(Ending::Solved(self.path(state)), lower_bound);
            }
            if let Some(stop) = watch.check(self.nodes.len(), self.bytes()) {
                return self.outcome(Ending::Unknown(stop), lower_bound);
            }
            if self.expand(state).is_err() {
                return self.outcome(Ending::Unknown(Stop::States), lower_bound);
            }
        }
        self.outcome(Ending::Unsolvable, lower_bound)
    }

    fn begin(&mut self) {
        self.counters.evaluated = 1;
        let h = self.heuristic.estimate(&self.traffic);
        let root = Node { parent: 0, step: Move { vehicle: 0, cells: 0 }, g: 0, h, is_open: false };
        self.nodes.insert(self.space.start(), root);
        self.push(0);
    }

    /// The best open state that has not found a better place since.
    fn next_open(&mut self) -> Option<(u32, u32)> {
        while let Some((f, state)) = self.open.pop() {
            let node = &mut self.nodes[state as usize];
            if node.is_open && node.h.is_some_and(|h| node.g + h == f) {
                node.is_open = false;
                self.open_size -= 1;
                return Some((f, state));
            }
        }
        None
    }

    /// Put a state into the open list, unless it is known to be hopeless.
    fn push(&mut self, state: u32) {
        let node = &mut self.nodes[state as usize];
        if let Some(h) = node.h {
            self.open_size += u64::from(!node.is_open);
            self.counters.max_open = self.counters.max_open.max(self.open_size);
            node.is_open = true;
            self.open.push(node.g + h, state);
        }
    }

    /// Generate all successors; fails where states can no longer be numbered.
    fn expand(&mut self, state: u32) -> Result<(), TooMany> {
        self.counters.expanded += 1;
        let mut moves = std::mem::take(&mut self.moves);
        self.traffic.for_each_move(self.metric, |step| moves.push(step));
        let (key, node) = (self.key(state), self.nodes[state as usize]);
        let result = moves.drain(..).try_for_each(|step| self.generate(state, &key, node, step));
        self.moves = moves;
        result
    }

    fn generate(
        &mut self,
        parent: u32,
        from: &Key<W>,
        node: Node,
        step: Move,
    ) -> Result<(), TooMany> {
        self.counters.generated += 1;
        let key = self.traffic.key_after(from, step);
        match self.nodes.entry(key) {
            Entry::Occupied(entry) => {
                let known = u32::try_from(entry.index()).expect("numbered below");
                self.counters.duplicates += 1;
                self.improve(known, Node { parent, step, g: node.g + 1, ..node });
            }
            Entry::Vacant(entry) => {
                let state = u32::try_from(entry.index()).map_err(|_| TooMany)?;
                self.counters.evaluated += 1;
                let here = node.h.expect("hopeless states are not expanded");
                let h = self.heuristic.estimate_after(&mut self.traffic, here, step);
                entry.insert(Node { parent, step, g: node.g + 1, h, is_open: false });
                self.push(state);
            }
        }
        Ok(())
    }

    /// Take a cheaper way to a known state, if this is one.
    fn improve(&mut self, state: u32, way: Node) {
        let node = &mut self.nodes[state as usize];
        if way.g < node.g {
            self.counters.reopened += u64::from(!node.is_open);
            *node = Node { h: node.h, is_open: node.is_open, ..way };
            self.push(state);
        }
    }

    fn key(&self, state: u32) -> Key<W> {
        *self.nodes.get_index(state as usize).expect("numbered").0
    }

    fn path(&self, mut state: u32) -> Vec<Move> {
        let mut path = Vec::new();
        while self.nodes[state as usize].g > 0 {
            path.push(self.nodes[state as usize].step);
            state = self.nodes[state as usize].parent;
        }
        path.reverse();
        path
    }

    /// What the tables hold, or will hold while they grow to make room for one more expansion.
    fn bytes(&self) -> usize {
        let slot = size_of::<(usize, Key<W>, Node)>() + 2 * size_of::<u32>();
        let full = self.nodes.len() + SPARE > self.nodes.capacity();
        let growth = if full { 3 } else { 1 };
        growth * self.nodes.capacity() * slot + self.open.bytes()
    }

    fn outcome(&self, ending: Ending, lower_bound: u32) -> Outcome {
        Outcome { ending, lower_bound, counters: self.counters }
    }
}

/// More successors than any one state has: 128 vehicles, 63 places each.
const SPARE: usize = 8192;

/// More states than a `u32` can number.
struct TooMany;
