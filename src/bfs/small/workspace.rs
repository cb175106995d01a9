//! The buffers of a search: a queue of edges, their states, a bitmap of what is known.
#![allow(clippy::inline_always, reason = "the loop is compiled with its caller's instructions")]

use std::hint::select_unpredictable;
use std::sync::OnceLock;

use super::expand::{BATCH, Backend};
use super::move_tables::{MOVES, MoveTables, Tables};
use super::{ALL_LANES, Bytes, Packed, VEHICLES};
use crate::memory;
use crate::outcome::{Counters, Stop};

/// A edge is the place of the parent in the queue (23 bits), the move that led here (9) and the
/// number of the state (32).
const PARENT_SHIFT: u32 = 41;
const MOVE_SHIFT: u32 = 32;

/// The states for which there is room from the beginning.
const FIRST: usize = 1 << 12;

/// More states than a edge can name the parents of.
pub(super) const PARENTS: usize = 1 << 23;

/// The place of a edge's parent in the queue.
pub(super) const fn parent_of(edge: u64) -> usize {
    (edge >> PARENT_SHIFT) as usize
}

/// The move of a edge.
pub(super) const fn move_of(edge: u64) -> usize {
    (edge >> MOVE_SHIFT) as usize % MOVES
}

/// The number of a edge's state.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is the number")]
pub(super) const fn number_of(edge: u64) -> u32 {
    edge as u32
}

/// More than this is given back after a search: 80 MiB of edges and states.
const KEPT_STATES: usize = 1 << 21;

/// A state whose moves are still to be made.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Pending {
    lanes: u64,
    /// Its place in the queue and its number, as the edges from it have them.
    head: u64,
    place: Bytes,
}

/// Buffers, used again from search to search on one thread.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) backend: Backend,
    pub(super) queue: Vec<u64>,
    pub(super) states: Vec<Packed>,
    pub(super) pending: Vec<Pending>,
    /// The bitmap over the numbers of states; all clear between searches.
    pub(super) closed: Vec<u64>,
    /// What the bit of a new state is, in all 64 places: set once a search has begun again.
    pub(super) fresh: u64,
    /// The states of the first search, if this one has begun again from others.
    pub(super) known: usize,
    /// Whether this thread is one of several with many searches before them.
    pub(super) many: bool,
    pub(super) len: usize,
    /// Whether there was no memory for more: then the buffers go to others.
    pub(super) lacks_memory: bool,
    pub(super) counters: Counters,
    /// The tables of the last tables, for the next.
    pub(super) tables: Option<Tables>,
}

impl Default for Workspace {
    fn default() -> Workspace {
        static BACKEND: OnceLock<Backend> = OnceLock::new();
        Workspace {
            backend: *BACKEND.get_or_init(Backend::detect),
            queue: Vec::new(),
            states: Vec::new(),
            pending: vec![Pending::default(); BATCH + 2],
            closed: Vec::new(),
            fresh: 0,
            known: 0,
            many: false,
            len: 0,
            lacks_memory: false,
            counters: Counters::default(),
            tables: None,
        }
    }
}

impl Workspace {
    /// # Errors
    /// There is no memory for the buffers.
    pub(super) fn begin(&mut self, tables: &MoveTables) -> Result<(), Stop> {
        self.counters = Counters::default();
        let words = words(tables);
        if self.closed.len() < words {
            self.widen(words)?;
        }
        self.grow(1)?;
        (self.len, self.queue[0], self.states[0]) = (1, tables.start_number, tables.start);
        (self.fresh, self.known) = (0, 0);
        self.close(number_of(tables.start_number));
        Ok(())
    }

    /// Begin again from these states, which move to the front of the queue. Moves can be taken
    /// back, so the search will meet the same states: it clears the bits that the first has set.
    pub(super) fn begin_again(&mut self, sources: &[usize]) {
        (self.fresh, self.known) = (u64::MAX, self.len);
        for (place, &source) in sources.iter().enumerate() {
            self.states[place] = self.states[source];
            self.queue[place] = u64::from(number_of(self.queue[source]));
            self.close(number_of(self.queue[place]));
        }
        self.len = sources.len();
    }

    /// Take a larger bitmap. Its pages come when they are touched; but a page that is read first
    /// faults twice, and the second fault stops the threads beside this one, so where many
    /// searches follow all pages are written now.
    fn widen(&mut self, words: usize) -> Result<(), Stop> {
        if self.many {
            return memory::reach(&mut self.closed, words - 1);
        }
        self.closed = Vec::new();
        self.closed = memory::zeroed(words)?;
        Ok(())
    }

    /// Make room for so many more states.
    fn grow(&mut self, more: usize) -> Result<(), Stop> {
        let needed = self.len + more;
        if self.queue.len() >= needed {
            return Ok(());
        }
        let room = (2 * needed).max(FIRST);
        // The larger list first: while it is copied, the smaller one is still small.
        let grown = memory::reach(&mut self.states, room - 1)
            .and_then(|()| memory::reach(&mut self.queue, room - 1));
        self.lacks_memory |= grown.is_err();
        grown
    }

    fn close(&mut self, number: u32) {
        self.closed[number as usize / 64] ^= 1 << (number % 64);
    }

    /// Clear the bitmap: all of it, or where the states are if they are few. A search that began
    /// again and came to its end has done so itself.
    pub(super) fn reopen(&mut self, tables: &MoveTables) {
        let (words, is_again) = (words(tables), self.known > 0);
        if is_again && self.known == self.len {
            return;
        }
        if is_again || words < 8 * self.len {
            self.closed[..words].fill(0);
        } else {
            for edge in &self.queue[..self.len] {
                self.closed[number_of(*edge) as usize / 64] = 0;
            }
        }
    }

    pub(super) fn give_back(&mut self) {
        if self.queue.len() > KEPT_STATES || self.lacks_memory {
            (self.queue, self.states) = (Vec::new(), Vec::new());
        }
        if std::mem::take(&mut self.lacks_memory) {
            self.closed = Vec::new();
        }
    }

    /// The bytes that this search needs, whatever the buffers hold from others: the bitmap, and the
    /// queue and the states as they grow next, with the old states beside the new ones.
    pub(super) fn bytes(&self, tables: &MoveTables) -> usize {
        let growing = 2 * size_of::<Packed>() + EACH;
        least_bytes(tables) + (self.len + BATCH * ALL_LANES) * growing
    }

    /// The buffers as the states of a batch use them.
    #[inline(always)]
    pub(super) fn arrivals(&mut self) -> Arrivals<'_> {
        let Workspace { queue, states, pending, .. } = self;
        Arrivals { queue, states, pending, count: 0 }
    }

    /// Make all pending moves in one flat loop with no branch but its end: always distance the state,
    /// always write its edge, go on by whether it was new; and take the next pending state where
    /// the moves of this one are used up.
    ///
    /// # Errors
    /// There is no memory for the new states.
    #[inline(always)]
    pub(super) fn make_moves(&mut self, tables: &MoveTables, pending: usize) -> Result<(), Stop> {
        self.grow(pending * ALL_LANES + 1)?;
        self.pending[pending..pending + 2].fill(Pending::default());
        let (closed, queue, pending) = (&mut *self.closed, &mut *self.queue, &*self.pending);
        let edges = &*tables.tables.edges;
        let (fresh, mut len, mut at, mut made) = (self.fresh, self.len, 0, 0);
        let (mut lanes, mut next) = (pending[0].lanes, pending[1].lanes);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            // SAFETY: the pending states end with two that have no lanes, at the first of which
            // the loop ends; a move's number is masked to the size of `edges`; a state's number
            // is below `tables.numbers`, for which `closed` has room; and `grow` has made room for
            // every lane of every pending state.
            unsafe {
                let from = pending.get_unchecked(at);
                let id = (lane | usize::from(from.place[lane % VEHICLES]) << 6) % MOVES;
                let edge = from.head.wrapping_add(*edges.get_unchecked(id));
                let number = number_of(edge);
                let word = closed.get_unchecked_mut(number as usize / 64);
                let (old, bit) = (*word ^ fresh, 1 << (number % 64));
                *word = (old | bit) ^ fresh;
                *queue.get_unchecked_mut(len) = edge;
                len += usize::from(old & bit == 0);
                lanes &= lanes - 1;
                at += usize::from(lanes == 0);
                lanes = select_unpredictable(lanes == 0, next, lanes);
                next = pending.get_unchecked(at + 1).lanes;
            }
            made += 1;
        }
        self.counters.generated += made;
        self.counters.duplicates += made - (len - self.len) as u64;
        self.len = len;
        Ok(())
    }
}

/// The states of a batch as they are made, and those of them that have moves left.
#[derive(Debug)]
pub(super) struct Arrivals<'a> {
    queue: &'a [u64],
    states: &'a mut [Packed],
    pending: &'a mut [Pending],
    /// How many states are pending.
    pub(super) count: usize,
}

impl Arrivals<'_> {
    /// The state at a place of the queue, which is made and kept, and what may follow.
    #[inline(always)]
    pub(super) fn arrive(
        &mut self,
        tables: &MoveTables,
        place: usize,
        sources: usize,
    ) -> (Packed, Bytes) {
        if place < sources {
            return (self.states[place], [u8::MAX; VEHICLES]);
        }
        let edge = self.queue[place];
        let turn = &tables.tables.deltas[move_of(edge)];
        let parent = self.states[parent_of(edge)];
        let mut state = Packed::default();
        for vehicle in 0..VEHICLES {
            state.taken[vehicle] = parent.taken[vehicle] ^ turn.change.taken[vehicle];
            state.place[vehicle] = parent.place[vehicle] ^ turn.change.place[vehicle];
        }
        self.states[place] = state;
        (state, turn.follow)
    }

    /// Note the moves that a state has left to make.
    #[inline(always)]
    pub(super) fn tag(&mut self, place: usize, state: &Packed, lanes: u64) {
        let head = (place as u64) << PARENT_SHIFT | u64::from(number_of(self.queue[place]));
        self.pending[self.count] = Pending { lanes, head, place: state.place };
        self.count += usize::from(lanes != 0);
    }
}

/// The bytes of a state and its edge.
const EACH: usize = size_of::<u64>() + size_of::<Packed>();

/// The bytes that a search takes before it has found anything.
pub(super) fn least_bytes(tables: &MoveTables) -> usize {
    words(tables) * size_of::<u64>() + FIRST * EACH
}

fn words(tables: &MoveTables) -> usize {
    usize::try_from(tables.numbers.div_ceil(64)).expect("at most MAX_NUMBERS")
}
