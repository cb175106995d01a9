//! The buffers of a small-board search: the queue of edges, their states, and the closed set.
#![allow(clippy::inline_always, reason = "the loop is compiled with its caller's instructions")]

use std::hint::select_unpredictable;

use super::move_tables::{MOVES, MoveTables, TableBuffers};
use super::{ALL_LANES, Bytes, Packed, VEHICLES};
use crate::bfs::lines::Backend;
use crate::outcome::{Counters, Stop, memory};

/// An edge is the index of its parent in the queue (23 bits), the number of the move (9 bits) and
/// the number of the state that it leads to (32 bits).
const PARENT_SHIFT: u32 = 41;
const MOVE_SHIFT: u32 = 32;

/// States whose moves are found before any of them is made.
pub(super) const BATCH: usize = 64;

/// The states for which there is room at the beginning.
const FIRST: usize = 1 << 12;

/// The number of states that an edge can name as its parent.
pub(super) const PARENTS: usize = 1 << 23;

/// The index of an edge's parent in the queue.
pub(super) const fn parent_of(edge: u64) -> usize {
    (edge >> PARENT_SHIFT) as usize
}

/// The number of an edge's move.
pub(super) const fn move_of(edge: u64) -> usize {
    (edge >> MOVE_SHIFT) as usize % MOVES
}

/// The number of an edge's state.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is the number")]
pub(super) const fn number_of(edge: u64) -> u32 {
    edge as u32
}

/// More states than this are not kept for the next search: 80 MiB of edges and states.
const MAX_KEPT_STATES: usize = 1 << 21;

/// A state whose moves were found but not made.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Pending {
    lanes: u64,
    /// The parent and the number of the state, as its outgoing edges need them.
    head: u64,
    place: Bytes,
}

/// Buffers that the searches of a thread use one after another.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) backend: Backend,
    pub(super) queue: Vec<u64>,
    pub(super) states: Vec<Packed>,
    pub(super) pending: Vec<Pending>,
    /// The closed set: a bit for each state number, all 0 between searches.
    pub(super) closed: Vec<u64>,
    /// The bit of an unknown state, 64 times: 0 in a search from the start, 1 after `begin_again`.
    pub(super) fresh: u64,
    /// The number of states of the first search, if this one has begun again; otherwise 0.
    pub(super) first_len: usize,
    /// Whether this thread will run many searches, in parallel with other threads.
    pub(super) has_many_searches: bool,
    pub(super) len: usize,
    /// Whether an allocation failed: then the buffers are freed after the search.
    pub(super) lacks_memory: bool,
    pub(super) counters: Counters,
    /// The memory of the last search's tables.
    pub(super) tables: Option<TableBuffers>,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace {
            backend: Backend::detect(),
            queue: Vec::new(),
            states: Vec::new(),
            pending: vec![Pending::default(); BATCH + 2],
            closed: Vec::new(),
            fresh: 0,
            first_len: 0,
            has_many_searches: false,
            len: 0,
            lacks_memory: false,
            counters: Counters::default(),
            tables: None,
        }
    }
}

impl Workspace {
    /// Begin at the start.
    ///
    /// # Errors
    /// There is no memory for the buffers.
    pub(super) fn begin(&mut self, tables: &MoveTables) -> Result<(), Stop> {
        self.counters = Counters::default();
        let words = words(tables);
        if self.closed.len() < words {
            self.grow_bitmap(words)?;
        }
        self.grow(1)?;
        (self.len, self.queue[0], self.states[0]) = (1, tables.start_number, tables.start);
        (self.fresh, self.first_len) = (0, 0);
        self.flip(number_of(tables.start_number));
        Ok(())
    }

    /// Begin again from these states, which move to the front of the queue. Moves are reversible,
    /// so the search finds the same states again and clears the bits that the first search set.
    pub(super) fn begin_again(&mut self, sources: &[usize]) {
        (self.fresh, self.first_len) = (u64::MAX, self.len);
        for (index, &source) in sources.iter().enumerate() {
            self.states[index] = self.states[source];
            self.queue[index] = u64::from(number_of(self.queue[source]));
            self.flip(number_of(self.queue[index]));
        }
        self.len = sources.len();
    }

    /// Take a larger bitmap. The system provides pages when they are first used, but a page that is
    /// read before it is written faults twice, and the second fault delays all threads. So before
    /// many searches in parallel all pages are written now.
    fn grow_bitmap(&mut self, words: usize) -> Result<(), Stop> {
        if self.has_many_searches {
            return memory::reach(&mut self.closed, words - 1);
        }
        self.closed = Vec::new();
        self.closed = memory::zeroed(words)?;
        Ok(())
    }

    /// Make room for `more` states.
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

    fn flip(&mut self, number: u32) {
        self.closed[number as usize / 64] ^= 1 << (number % 64);
    }

    /// Clear the bitmap: all of it, or only the words of known states if they are few. A search
    /// that began again and reached its end has cleared it already.
    pub(super) fn clear_bitmap(&mut self, tables: &MoveTables) {
        let (words, is_again) = (words(tables), self.first_len > 0);
        if is_again && self.first_len == self.len {
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

    pub(super) fn release(&mut self) {
        if self.queue.len() > MAX_KEPT_STATES || self.lacks_memory {
            (self.queue, self.states) = (Vec::new(), Vec::new());
        }
        if std::mem::take(&mut self.lacks_memory) {
            self.closed = Vec::new();
        }
    }

    /// The bytes that this search needs, whatever the buffers hold from others: the bitmap, and the
    /// lists when they grow next, old and new together.
    pub(super) fn bytes(&self, tables: &MoveTables) -> usize {
        let growing = 2 * size_of::<Packed>() + STATE_BYTES;
        least_bytes(tables) + (self.len + BATCH * ALL_LANES) * growing
    }

    /// The buffers for finding the moves of a batch.
    #[inline(always)]
    pub(super) fn batch(&mut self) -> Batch<'_> {
        let Workspace { queue, states, pending, .. } = self;
        Batch { queue, states, pending, count: 0 }
    }

    /// Make all pending moves, in one flat loop without branches on data: it always sets the
    /// state's bit, always writes its edge, and advances the end of the queue only if the state was
    /// new. When a state has no more moves the next pending one takes its place.
    ///
    /// # Errors
    /// There is no memory for the new states.
    #[inline(always)]
    pub(super) fn make_moves(&mut self, tables: &MoveTables, last: usize) -> Result<(), Stop> {
        self.grow(last * ALL_LANES + 1)?;
        self.pending[last..last + 2].fill(Pending::default());
        let (closed, queue, pending) = (&mut *self.closed, &mut *self.queue, &*self.pending);
        let edges = &*tables.buffers.edges;
        assert!(edges.len() == MOVES && last + 2 <= pending.len());
        debug_assert!(closed.len() >= words(tables));
        let (fresh, mut len, mut at, mut made) = (self.fresh, self.len, 0, 0);
        let (mut lanes, mut next) = (pending[0].lanes, pending[1].lanes);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            debug_assert!(at < last && len < queue.len());
            // SAFETY:
            // * `at` and `at + 1` index `pending`: the batch is followed by two states without
            //   lanes, set above, and the loop ends at the first of them.
            // * `id` indexes `edges`: it is reduced modulo `MOVES`, the length asserted above.
            // * `number` indexes `closed`, which `begin` made long enough for `tables.numbers` bits:
            //   a legal move of an encodable state leads to an encodable one, whose number is below
            //   that. `make_state` asserts both for every state in debug builds.
            // * `len` indexes `queue`: `grow` made room for all lanes of all pending states and one
            //   more.
            unsafe {
                let from = pending.get_unchecked(at);
                let id = (lane | usize::from(from.place[lane % VEHICLES]) << 6) % MOVES;
                let edge = from.head.wrapping_add(*edges.get_unchecked(id));
                let number = number_of(edge);
                debug_assert!(u64::from(number) < tables.numbers);
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

/// The states of a batch, and those of them whose moves are pending.
#[derive(Debug)]
pub(super) struct Batch<'a> {
    queue: &'a [u64],
    states: &'a mut [Packed],
    pending: &'a mut [Pending],
    /// The number of pending states.
    pub(super) count: usize,
}

impl Batch<'_> {
    /// Make the state at an index of the queue and store it; returns it and what may follow.
    #[inline(always)]
    pub(super) fn make_state(
        &mut self,
        tables: &MoveTables,
        index: usize,
        sources: usize,
    ) -> (Packed, Bytes) {
        if index < sources {
            return (self.states[index], [u8::MAX; VEHICLES]);
        }
        let edge = self.queue[index];
        let delta = &tables.buffers.deltas[move_of(edge)];
        let parent = self.states[parent_of(edge)];
        let mut state = Packed::default();
        for slot in 0..VEHICLES {
            state.occupied[slot] = parent.occupied[slot] ^ delta.change.occupied[slot];
            state.place[slot] = parent.place[slot] ^ delta.change.place[slot];
        }
        // `make_moves` relies on this: only the numbers of encodable states index the bitmap.
        debug_assert!(tables.is_encodable(&state.place));
        debug_assert_eq!(tables.number(&state.place), u64::from(number_of(edge)));
        self.states[index] = state;
        (state, delta.follow)
    }

    /// Add a state to the pending ones, unless it has no moves left to make.
    #[inline(always)]
    pub(super) fn push(&mut self, index: usize, state: &Packed, lanes: u64) {
        let head = (index as u64) << PARENT_SHIFT | u64::from(number_of(self.queue[index]));
        self.pending[self.count] = Pending { lanes, head, place: state.place };
        self.count += usize::from(lanes != 0);
    }
}

/// The bytes of a state and its edge.
const STATE_BYTES: usize = size_of::<u64>() + size_of::<Packed>();

/// The bytes that a search needs before it has found any state.
pub(super) fn least_bytes(tables: &MoveTables) -> usize {
    words(tables) * size_of::<u64>() + FIRST * STATE_BYTES
}

fn words(tables: &MoveTables) -> usize {
    usize::try_from(tables.numbers.div_ceil(64)).expect("at most MAX_NUMBERS")
}
