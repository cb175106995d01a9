//! The states and bytes that are kept beside a search: corridors, and searches that wait.

use std::cell::Cell;
use std::rc::Rc;

#[derive(Clone, Debug, Default)]
pub(super) struct MemoryLedger(Rc<Cell<(usize, usize)>>);

/// States and bytes on the shelf, as long as this is there.
#[derive(Debug)]
pub(super) struct Reservation {
    shelf: MemoryLedger,
    states: usize,
    bytes: usize,
}

impl MemoryLedger {
    pub(super) fn hold(&self, states: usize, bytes: usize) -> Reservation {
        let (all, room) = self.load();
        self.0.set((all + states, room + bytes));
        Reservation { shelf: self.clone(), states, bytes }
    }

    /// All states and bytes on it.
    pub(super) fn load(&self) -> (usize, usize) {
        self.0.get()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let (all, room) = self.shelf.load();
        self.shelf.0.set((all - self.states, room - self.bytes));
    }
}
