//! What the standard library lacks here: allocations that may fail, a clock for browsers, and random
//! numbers that are the same on every machine.

pub(crate) mod clock;
pub(crate) mod memory;
pub(crate) mod random;
