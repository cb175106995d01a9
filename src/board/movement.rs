//! Moves, what they cost, and when a puzzle is solved.

use crate::board::MAX_VEHICLES;

/// The index of a vehicle on its board, in the order of [`Board::vehicles`](crate::Board::vehicles).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct VehicleId(u8);

impl VehicleId {
    /// The index of no vehicle, for the sentinels of searches.
    pub(crate) const NONE: VehicleId = VehicleId(u8::MAX);

    /// The vehicle at an index below [`MAX_VEHICLES`](crate::MAX_VEHICLES).
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> VehicleId {
        debug_assert!(index < MAX_VEHICLES, "expected the index of a vehicle, found {index}");
        VehicleId(index.to_le_bytes()[0])
    }

    /// The index, for lists with an item for each vehicle of the board.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl From<u8> for VehicleId {
    fn from(index: u8) -> VehicleId {
        VehicleId(index)
    }
}

impl From<VehicleId> for u8 {
    fn from(vehicle: VehicleId) -> u8 {
        vehicle.0
    }
}

/// A vehicle and the signed number of cells that it moves: positive to the right or down.
///
/// `V` names the vehicle: by its index on the board, or in a projection by its index in the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "described above")]
pub struct Move<V = VehicleId> {
    pub vehicle: V,
    pub cells: i8,
}

impl<V> Move<V> {
    /// The move that takes this one back.
    #[must_use]
    pub fn reversed(self) -> Move<V> {
        Move { cells: -self.cells, ..self }
    }
}

impl Move {
    /// Whether the next move goes on with this one, so that both are one slide.
    #[must_use]
    pub(crate) fn goes_on(self, next: Move) -> bool {
        self.vehicle == next.vehicle && (self.cells > 0) == (next.cells > 0)
    }
}

/// The cost of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One vehicle moves any number of cells in one direction for one unit.
    Slide,
    /// One vehicle moves one cell for one unit.
    Step,
}

impl Metric {
    /// Both metrics with their names.
    pub const NAMES: [(&'static str, Metric); 2] =
        [("slide", Metric::Slide), ("step", Metric::Step)];
}

/// The condition under which a puzzle is solved.
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

    /// The number of cells past the edge that a target of this length ends.
    #[must_use]
    pub fn beyond(self, length: u8) -> u8 {
        match self {
            Goal::Edge | Goal::Clear => 0,
            Goal::Past => 1,
            Goal::Off => length,
        }
    }
}
