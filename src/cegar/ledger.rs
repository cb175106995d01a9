//! The states and bytes that a proof keeps beside the running search: corridors and waiting
//! searches.

use std::cell::Cell;
use std::rc::Rc;

/// The sum of all reservations.
#[derive(Clone, Debug, Default)]
pub(super) struct MemoryLedger(Rc<Cell<(usize, usize)>>);

/// An entry of the ledger, removed when it is dropped.
#[derive(Debug)]
pub(super) struct Reservation {
    ledger: MemoryLedger,
    states: usize,
    bytes: usize,
}

impl MemoryLedger {
    /// Enters states and bytes.
    pub(super) fn reserve(&self, states: usize, bytes: usize) -> Reservation {
        let (all_states, all_bytes) = self.total();
        self.0.set((all_states + states, all_bytes + bytes));
        Reservation { ledger: self.clone(), states, bytes }
    }

    /// All states and bytes entered.
    pub(super) fn total(&self) -> (usize, usize) {
        self.0.get()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let (all_states, all_bytes) = self.ledger.total();
        self.ledger.0.set((all_states - self.states, all_bytes - self.bytes));
    }
}
