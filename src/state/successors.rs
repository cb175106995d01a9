//! Successor generation for `bfs/general.rs` and `bfs/blocks/`: one vehicle after another, on any
//! board. `bfs/simd/` and `bfs/wide/` implement the same trait for all vehicles at once.

use crate::board::{Metric, Move, VehicleId};
use crate::state::commute::CommutePruning;
use crate::state::{Key, Position, StateSpace};

/// A state and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<const W: usize, V = VehicleId> {
    pub(crate) key: Key<W>,
    pub(crate) step: Move<V>,
}

/// Generates the successors of one state after another.
pub(crate) trait Successors<const W: usize> {
    /// The bytes of the tables, if they count beside a small search.
    fn bytes(&self) -> usize {
        0
    }

    /// Change to this state.
    fn load(&mut self, edge: &Edge<W>);

    /// Whether the state is solved.
    fn is_goal(&self) -> bool;

    /// A move of the target that reaches the goal, for every goal but `clear`.
    fn solving_move(&self) -> Option<Move>;

    /// Call `visit` with every successor that commutativity pruning keeps (`commute.rs`).
    fn for_each(&self, visit: impl FnMut(Edge<W>));
}

/// Generates the moves of one vehicle after another.
#[derive(Clone, Debug)]
pub(crate) struct VehicleByVehicle<'a, const W: usize> {
    order: CommutePruning,
    position: Position<'a>,
    key: Key<W>,
    last: Move,
}

impl<'a, const W: usize> VehicleByVehicle<'a, W> {
    pub(crate) fn new(space: &'a StateSpace<'a>, metric: Metric) -> Self {
        VehicleByVehicle {
            order: CommutePruning::new(space, metric),
            position: Position::new(space),
            key: space.start(),
            last: crate::state::commute::NO_MOVE,
        }
    }

    fn moves_of(&self, index: usize) -> impl Iterator<Item = Move> {
        self.order.moves_of(&self.position, self.last, index)
    }
}

impl<const W: usize> Successors<W> for VehicleByVehicle<'_, W> {
    fn load(&mut self, edge: &Edge<W>) {
        self.position.load(&edge.key);
        (self.key, self.last) = (edge.key, edge.step);
    }

    fn is_goal(&self) -> bool {
        self.position.is_goal()
    }

    fn solving_move(&self) -> Option<Move> {
        let target = self.position.space().board().target();
        self.moves_of(target).find(|&step| self.position.reaches_goal(step))
    }

    fn for_each(&self, mut visit: impl FnMut(Edge<W>)) {
        for index in 0..self.position.coordinates().len() {
            for step in self.moves_of(index) {
                visit(Edge { key: self.position.key_after(&self.key, step), step });
            }
        }
    }
}
