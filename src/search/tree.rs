//! The states that a search has reached, and the moves that led to them.
//!
//! One index map is the closed set, the numbering of states and the tree of parents at once.

use std::hash::BuildHasherDefault;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxHasher;

use crate::board::{Metric, Move};
use crate::outcome::Stop;
use crate::outcome::memory::{self, TableBytes};
use crate::state::Key;
use crate::state::commute::NO_MOVE;

/// The parent of a state and the cost of the path to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The number of the parent state.
    pub(super) parent: u32,
    pub(super) step: Move,
    /// The cost of the path to the state.
    pub(super) g: u32,
}

impl Node {
    /// A root of the search.
    const ROOT: Node = Node { parent: 0, step: NO_MOVE, g: 0 };
}

/// The number of a state, and whether the state is new.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reached {
    New(u32),
    Known(u32),
}

/// States in order of arrival.
#[derive(Debug)]
pub(super) struct Tree<const W: usize> {
    nodes: IndexMap<Key<W>, Node, BuildHasherDefault<FxHasher>>,
}

impl<const W: usize> Tree<W> {
    pub(super) fn new() -> Tree<W> {
        Tree { nodes: IndexMap::default() }
    }

    /// Insert a root of the search and return its number.
    ///
    /// # Errors
    /// There is no memory or no number for it.
    pub(super) fn begin(&mut self, key: Key<W>) -> Result<u32, Stop> {
        self.reserve(1)?;
        let (Reached::New(state) | Reached::Known(state)) = self.enter(key, Node::ROOT)?;
        Ok(state)
    }

    /// Reserve memory for so many more states; call it before `enter`.
    ///
    /// # Errors
    /// There is no memory for them.
    pub(super) fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        memory::reserve_entries(&mut self.nodes, more)
    }

    /// Insert a state; a known one stays unchanged.
    ///
    /// # Errors
    /// There is no number for it.
    #[inline]
    pub(super) fn enter(&mut self, key: Key<W>, node: Node) -> Result<Reached, Stop> {
        match self.nodes.entry(key) {
            Entry::Occupied(entry) => Ok(Reached::Known(number(entry.index())?)),
            Entry::Vacant(entry) => {
                let state = number(entry.index())?;
                entry.insert(node);
                Ok(Reached::New(state))
            }
        }
    }

    /// The number of a state, if it is known.
    pub(super) fn find(&self, key: &Key<W>) -> Option<u32> {
        self.nodes.get_index_of(key).and_then(|index| number(index).ok())
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn key(&self, state: u32) -> Key<W> {
        *self.nodes.get_index(state as usize).expect("numbered").0
    }

    pub(super) fn node(&self, state: u32) -> Node {
        self.nodes[state as usize]
    }

    pub(super) fn node_mut(&mut self, state: u32) -> &mut Node {
        &mut self.nodes[state as usize]
    }

    /// The moves from a root to a state.
    pub(super) fn path(&self, mut state: u32) -> Vec<Move> {
        let mut path = Vec::new();
        while self.node(state).g > 0 {
            path.push(self.node(state).step);
            state = self.node(state).parent;
        }
        path.reverse();
        path
    }

    /// The bytes of the table, with room for `more` states.
    pub(super) fn bytes(&self, more: usize) -> TableBytes {
        let slot = size_of::<(usize, Key<W>, Node)>() + 2 * size_of::<u32>();
        let held = self.nodes.capacity() * slot;
        let is_full = self.nodes.len() + more > self.nodes.capacity();
        TableBytes { held, peak: if is_full { 3 * held } else { held } }
    }
}

/// A path as a solution in which each move costs 1: in the slide metric, consecutive moves of one
/// vehicle in one direction become one. Depth-first search often finds `A+1 A+1`, since the state after
/// `A+2` is deeper in its stack.
pub(super) fn as_solution(path: Vec<Move>, metric: Metric) -> Vec<Move> {
    let mut solution: Vec<Move> = Vec::with_capacity(path.len());
    for step in path {
        match solution.last_mut() {
            Some(last) if metric == Metric::Slide && goes_on(*last, step) => {
                last.cells += step.cells;
            }
            _ => solution.push(step),
        }
    }
    solution
}

/// Whether a move continues one of the same vehicle in the same direction.
fn goes_on(last: Move, step: Move) -> bool {
    last.vehicle == step.vehicle && last.cells.signum() == step.cells.signum()
}

fn number(index: usize) -> Result<u32, Stop> {
    u32::try_from(index).map_err(|_| Stop::States)
}
