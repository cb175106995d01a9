//! Moves, what they cost, and when a puzzle is solved.

/// A vehicle, by index, and the cells that it goes: positive to the right or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words of DESIGN.md")]
pub struct Move {
    pub vehicle: u8,
    pub cells: i8,
}

impl Move {
    /// The move that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Move {
        Move { cells: -self.cells, ..self }
    }
}

/// What costs one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One vehicle goes any number of cells in one direction.
    Slide,
    /// One vehicle goes one cell.
    Step,
}

impl Metric {
    /// Both metrics with their names.
    pub const NAMES: [(&'static str, Metric); 2] =
        [("slide", Metric::Slide), ("step", Metric::Step)];
}

/// When a puzzle counts as solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The target's front touches the exit edge.
    Edge,
    /// Its front is one cell past the edge.
    Past,
    /// The whole target has left.
    Off,
    /// Nothing stands between the target and the edge.
    Clear,
}

impl Goal {
    /// All goals with their names.
    pub const NAMES: [(&'static str, Goal); 4] =
        [("edge", Goal::Edge), ("past", Goal::Past), ("off", Goal::Off), ("clear", Goal::Clear)];

    /// How many cells past the edge a target of this length goes.
    #[must_use]
    pub fn beyond(self, length: u8) -> u8 {
        match self {
            Goal::Edge | Goal::Clear => 0,
            Goal::Past => 1,
            Goal::Off => length,
        }
    }
}
