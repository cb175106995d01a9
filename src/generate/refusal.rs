//! Why a board is refused, and how far it is from an order.

use crate::generate::tally::Test;
use crate::outcome::Stop;

/// The distance of one slide, vehicle, wall or idle vehicle too many or too few.
pub(super) const UNIT: u64 = 100;
/// The distance of a board from which no search continues.
pub(super) const NEVER: u64 = u64::MAX;

/// Why a board is refused.
pub(super) enum Refusal {
    /// It fails a test by this distance.
    Fails(Test, u64),
    /// A limit came first.
    Stopped(Stop),
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Stopped(stop)
    }
}

/// Refuse a board unless its distance from passing a test is 0.
pub(super) fn require(test: Test, gap: u64) -> Result<(), Refusal> {
    if gap == 0 { Ok(()) } else { Err(Refusal::Fails(test, gap)) }
}
