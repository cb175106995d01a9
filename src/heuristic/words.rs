//! The terms of an estimate in words, a sentence for each reason.

use super::explain::{PlacedMove, Term, TermReason};
use crate::board::{Axis, Side, in_a_sentence};
use crate::state::Position;

impl Term {
    /// The term in words, in the state of which it is a term.
    #[must_use]
    pub fn words(&self, position: &Position<'_>) -> String {
        TermSentence { term: self, position }.words()
    }
}

struct TermSentence<'a> {
    term: &'a Term,
    position: &'a Position<'a>,
}

impl TermSentence<'_> {
    fn words(&self) -> String {
        let Term { reason, amount, moves, .. } = self.term;
        let (own, others, target) = (self.own(), self.others(), self.target());
        match reason {
            TermReason::Leaves => format!("{own} must leave"),
            TermReason::Follows => format!("{own} must move, counted for {others}"),
            TermReason::Drives => format!("{own} has {} to drive", self.path(&moves[0])),
            TermReason::Edge => {
                format!("{own} is {} from the edge", cells(amount.unwrap_or(0)))
            }
            TermReason::Blocks => format!("{own} stands between {target} and the exit"),
            TermReason::Needs if moves.is_empty() => {
                format!("{own} can never leave {}", self.road())
            }
            TermReason::Needs => {
                let comma = if moves.len() == 1 { "," } else { "" };
                format!("{own} needs {}{comma} to leave {}", self.one_of(), self.road())
            }
            TermReason::Free => format!("{own} has {}", self.empty()),
            TermReason::Stays => {
                format!("{own} must move: while it stays, the goal is out of reach")
            }
            TermReason::Moves => format!("{own} must move at least {}", self.one_of()),
            TermReason::Walks => format!("{own} must go {}", self.paths(", then ")),
            TermReason::Meets => {
                format!("{own} makes way at best {}, where {others} stands", self.path(&moves[0]))
            }
            TermReason::Last => format!("{own} must make way"),
            TermReason::Closed => {
                format!("{own} can make way in no direction, a chain of any length")
            }
            TermReason::Touches => format!("{own} touches {others}"),
            TermReason::Keeps => {
                let path = self.path(&moves[0]);
                format!("{own} stands in the way of {others}, which needs {path}")
            }
            TermReason::After => format!("{}, after which the rest is least", self.full(&moves[0])),
            TermReason::Relaxed => match amount {
                Some(times @ 2..) => format!("{}, counted {times} times", self.full(&moves[0])),
                _ => self.full(&moves[0]),
            },
            TermReason::Landmark => {
                let moves: Vec<String> = moves.iter().map(|step| self.full(step)).collect();
                format!("every solution has one of: {}", moves.join(", "))
            }
            TermReason::Pattern => format!("the distance in the table of {others}"),
            TermReason::Capped => {
                let most = amount.unwrap_or(0);
                format!("the sum is more than {most}, the most that it may be")
            }
            TermReason::Ranges => format!("the static ranges keep {own} from the goal"),
            TermReason::Patterns => "a table has no solution".to_owned(),
            TermReason::Stuck => "no move leads to a state that has an estimate".to_owned(),
            TermReason::Unreached => {
                format!("{target} cannot reach the goal even if nothing is deleted")
            }
        }
    }

    fn own(&self) -> String {
        self.term.vehicle.map_or_else(String::new, |vehicle| self.label(vehicle))
    }

    fn label(&self, vehicle: usize) -> String {
        in_a_sentence(&self.position.space().vehicles()[vehicle].label)
    }

    fn others(&self) -> String {
        let labels: Vec<String> = self.term.others.iter().map(|&other| self.label(other)).collect();
        labels.join(", ")
    }

    fn target(&self) -> String {
        self.label(self.position.space().board().target())
    }

    /// The row or the column of the exit.
    fn road(&self) -> String {
        let exit = self.position.space().board().exit();
        let line = match exit.side {
            Side::Left | Side::Right => "row",
            Side::Top | Side::Bottom => "column",
        };
        format!("{line} {}", exit.line + 1)
    }

    /// The moves of the vehicle, of which one is enough.
    fn one_of(&self) -> String {
        match self.term.moves[..] {
            [step] => format!("{}, only {}", cells(step.cells.unsigned_abs()), self.way(&step)),
            _ => self.paths(" or "),
        }
    }

    /// The empty cells in both directions, and how they are counted.
    fn empty(&self) -> String {
        let [back, forth] = [0, 1].map(|index| self.term.moves[index]);
        let [fewer, more] = [back, forth].map(|step| step.cells.unsigned_abs());
        let noun = if fewer == 1 { "empty cell" } else { "empty cells" };
        let [up, down] = [-1, 1].map(|cells| self.way(&PlacedMove { cells, ..back }));
        format!("{fewer} {noun} {up} and {more} {down}: {} + 1", fewer.min(more))
    }

    fn paths(&self, between: &str) -> String {
        let paths: Vec<String> = self.term.moves.iter().map(|step| self.path(step)).collect();
        paths.join(between)
    }

    /// A move without its vehicle: `2 cells down`.
    fn path(&self, step: &PlacedMove) -> String {
        format!("{} {}", cells(step.cells.unsigned_abs()), self.way(step))
    }

    /// A move with its vehicle, and its place unless it stands there: `B 2 cells down`.
    fn full(&self, step: &PlacedMove) -> String {
        let (vehicle, path) = (self.label(step.vehicle), self.path(step));
        if step.from == self.position.coordinates()[step.vehicle] {
            return format!("{vehicle} {path}");
        }
        let first = self.position.space().intervals()[step.vehicle].from;
        let place = i32::from(step.from) - i32::from(first) + 1;
        let line = match self.axis(step) {
            Axis::Horizontal => "column",
            Axis::Vertical => "row",
        };
        format!("{vehicle} {path} from {line} {place}")
    }

    fn way(&self, step: &PlacedMove) -> &'static str {
        match (self.axis(step), step.cells > 0) {
            (Axis::Horizontal, false) => "left",
            (Axis::Horizontal, true) => "right",
            (Axis::Vertical, false) => "up",
            (Axis::Vertical, true) => "down",
        }
    }

    fn axis(&self, step: &PlacedMove) -> Axis {
        self.position.space().vehicles()[step.vehicle].axis
    }
}

fn cells(count: impl Into<u32>) -> String {
    let count = count.into();
    format!("{count} cell{}", if count == 1 { "" } else { "s" })
}
