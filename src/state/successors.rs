//! How the loop of `bfs/general.rs` gets the successors of a state: one vehicle after another on any
//! board; `bfs/simd/` does it for all vehicles at once.

use crate::board::{Metric, Move, VehicleId};
use crate::state::commute::CommutePruning;
use crate::state::{Key, Position, StateSpace};

/// A state and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<const W: usize, V = VehicleId> {
    pub(crate) key: Key<W>,
    pub(crate) step: Move<V>,
}

/// Looks at one state after another.
pub(crate) trait Successors<const W: usize> {
    /// Look at this state.
    fn load(&mut self, edge: &Edge<W>);

    /// Whether it is solved.
    fn is_goal(&self) -> bool;

    /// A move that takes the target to its goal, for every goal but `clear`.
    fn solving(&self) -> Option<Move>;

    /// Call `visit` with every move that is worth making (`commute.rs`) and where it leads.
    fn successors(&self, visit: impl FnMut(Edge<W>));
}

/// Reads the moves of one vehicle after another.
#[derive(Debug)]
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

    fn solving(&self) -> Option<Move> {
        let target = self.position.space().board().target();
        self.moves_of(target).find(|&step| self.position.reaches_goal(step))
    }

    fn successors(&self, mut visit: impl FnMut(Edge<W>)) {
        for index in 0..self.position.coordinates().len() {
            for step in self.moves_of(index) {
                visit(Edge { key: self.position.key_after(&self.key, step), step });
            }
        }
    }
}
