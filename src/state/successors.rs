//! How the loop of `bfs/general.rs` gets the successors of a state: one vehicle after another on any
//! board; `bfs/simd/` does it for all vehicles at once.

use crate::board::{Metric, Move};
use crate::state::commute::Order;
use crate::state::{Key, Space, Traffic};

/// A state and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link<const W: usize> {
    pub(crate) key: Key<W>,
    pub(crate) step: Move,
}

/// Looks at one state after another.
pub(crate) trait Expand<const W: usize> {
    /// Look at this state.
    fn load(&mut self, link: &Link<W>);

    /// Whether it is solved.
    fn is_goal(&self) -> bool;

    /// A move that takes the target to its goal, for every goal but `clear`.
    fn solving(&self) -> Option<Move>;

    /// Call `visit` with every move that is worth making (`commute.rs`) and where it leads.
    fn successors(&self, visit: impl FnMut(Link<W>));
}

/// Reads the moves of one vehicle after another.
#[derive(Debug)]
pub(crate) struct OneByOne<'a, const W: usize> {
    order: Order,
    traffic: Traffic<'a>,
    key: Key<W>,
    last: Move,
}

impl<'a, const W: usize> OneByOne<'a, W> {
    pub(crate) fn new(space: &'a Space<'a>, metric: Metric) -> Self {
        OneByOne {
            order: Order::new(space, metric),
            traffic: Traffic::new(space),
            key: space.start(),
            last: crate::state::commute::SOURCE,
        }
    }

    fn moves_of(&self, index: usize) -> impl Iterator<Item = Move> {
        self.order.moves_of(&self.traffic, self.last, index)
    }
}

impl<const W: usize> Expand<W> for OneByOne<'_, W> {
    fn load(&mut self, link: &Link<W>) {
        self.traffic.load(&link.key);
        (self.key, self.last) = (link.key, link.step);
    }

    fn is_goal(&self) -> bool {
        self.traffic.is_goal()
    }

    fn solving(&self) -> Option<Move> {
        let target = self.traffic.space().board().target();
        self.moves_of(target).find(|&step| self.traffic.reaches_goal(step))
    }

    fn successors(&self, mut visit: impl FnMut(Link<W>)) {
        for index in 0..self.traffic.bits().len() {
            for step in self.moves_of(index) {
                visit(Link { key: self.traffic.key_after(&self.key, step), step });
            }
        }
    }
}
