//! The moves of all states of a block at once.

use super::layout::BlockLayout;
use super::mail::Message;
use crate::bfs::Origin;
use crate::board::Metric;
use crate::state::commute::{GOAL, NO_MOVE};
use crate::state::{Edge, Key, Successors};

/// Expands one block after another. `S` moves the outer vehicles, as if the inner ones were not there.
#[derive(Clone, Debug)]
pub(super) struct Expander<'l, S> {
    pub(super) layout: &'l BlockLayout,
    pub(super) successors: S,
    pub(super) metric: Metric,
    /// Where the search began.
    pub(super) origin: Origin,
    /// Whether a clear road is the goal. Otherwise only the target leaves a solved state.
    pub(super) is_clear: bool,
}

impl<S: Successors<1>> Expander<'_, S> {
    /// The solved states among some of a block.
    pub(super) fn solved(&mut self, number: u64, states: u64) -> u64 {
        let states = states & self.layout.solved(number);
        if states == 0 || !self.is_clear {
            return states;
        }
        self.successors.load(&Edge { key: Key([number]), step: NO_MOVE });
        if self.successors.is_goal() { states } else { 0 }
    }

    /// Call `visit` with the states that moves lead to.
    #[inline]
    pub(super) fn for_each_move(&mut self, message: &Message, mut visit: impl FnMut(Message)) {
        let Message { number, states, step } = *message;
        let (layout, metric) = (self.layout, self.metric);
        let valid = layout.valid(number);
        let near = if step == GOAL && !self.is_clear {
            layout.leave(states, valid, metric)
        } else {
            layout.inner.spread(states, valid, metric)
        };
        if near != states {
            visit(Message { number, states: near & !states, step: NO_MOVE });
        }
        let goals =
            if self.is_after_inner_target(message) { valid & layout.solved(number) } else { 0 };
        if goals == 0 {
            return self.for_each_outer_move(message, visit);
        }
        self.for_each_outer_move(message, |found| {
            let way = valid & layout.way(number, found.step);
            let states = found.states & !layout.leave(goals & way, way, metric);
            if states != 0 {
                visit(Message { states, ..found });
            }
        });
    }

    /// Whether an inner target has just left the goal. A vehicle that could also have moved before it need
    /// not move now: that leads from another goal to the same state (`Origin::Goals`).
    fn is_after_inner_target(&self, message: &Message) -> bool {
        self.origin == Origin::Goals && message.step == NO_MOVE && !self.is_clear
    }

    /// Call `visit` with the states that moves of the outer vehicles lead to.
    #[inline]
    pub(super) fn for_each_outer_move(
        &mut self,
        message: &Message,
        mut visit: impl FnMut(Message),
    ) {
        let Message { number, states, step } = *message;
        self.successors.load(&Edge { key: Key([number]), step });
        self.successors.for_each(|edge| {
            let states = states & self.layout.way(number, edge.step);
            if states != 0 {
                visit(Message { number: edge.key.0[0], states, step: edge.step });
            }
        });
    }
}
