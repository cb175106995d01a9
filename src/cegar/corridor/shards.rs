//! Both halves of a search: each has the states whose hashes begin with the same bit. In each turn
//! both enter what was made for them, expand some states of theirs and hand over what is the other's:
//! on two threads, if the turns are long, and with the same result as on one.

use std::sync::Mutex;
use std::thread::{self, Builder};

use crate::abstraction::projection::{AbstractEdge as Edge, PatternVar};
use crate::bfs::closed::Hash;
use crate::bfs::frontier::Frontier;
use crate::memory;

/// States that are expanded before their successors are looked up together.
pub(super) const BATCH: usize = 16;
/// The most states that a half expands in a turn.
const LONGEST: usize = 1 << 11;
/// A half expands one state in so many of those found in a turn.
const SHARE: usize = 64;
/// Shorter turns are not worth a second thread.
const WORTH: usize = 1 << 9;

/// What a half has before it.
pub(super) struct Mailbox<const W: usize, N = ()> {
    /// The level that it reads, and the next.
    pub(super) levels: Frontier<W, N, PatternVar>,
    /// What it makes, by the half to which that belongs; after a turn, what was made for it.
    made: [Vec<(Hash, Edge<W>, N)>; 2],
    /// Whether a link was lost since there was no memory for it.
    lacks_memory: bool,
}

impl<const W: usize, N: Copy> Mailbox<W, N> {
    pub(super) fn new() -> Self {
        Mailbox { levels: Frontier::new(), made: [Vec::new(), Vec::new()], lacks_memory: false }
    }

    /// Put down what was made.
    pub(super) fn put(&mut self, hash: Hash, edge: Edge<W>, note: N) {
        let made = memory::push(&mut self.made[hash.shard()], (hash, edge, note));
        self.lacks_memory |= made.is_err();
    }

    /// Whether a link was lost since there was no memory for it.
    pub(super) fn lacks_memory(&self) -> bool {
        self.lacks_memory || self.levels.lacks_memory()
    }

    /// The bytes that it takes, or will in the next turn, in which each list of what is made may
    /// double.
    pub(super) fn bytes(&self) -> usize {
        let made: usize = self.made.iter().map(|made| memory::growing(made, made.capacity())).sum();
        self.levels.bytes() + made
    }

    /// The links that wait to be entered or read.
    fn waiting(&self) -> usize {
        self.made.iter().map(Vec::len).sum::<usize>() + self.levels.unread()
    }
}

/// One half of a search at work.
pub(super) trait Worker<const W: usize>: Send {
    /// What it notes of a state.
    type Note: Copy;

    fn desk(&mut self) -> &mut Mailbox<W, Self::Note>;

    /// Expand so many states of the level, if there are so many.
    fn expand(&mut self, most: usize);

    /// Ask the memory for the place of a state.
    fn prefetch(&self, hash: Hash);

    /// Enter a state that was made and belongs to it.
    fn enter(&mut self, hash: Hash, edge: Edge<W>, note: Self::Note);
}

/// How many states a half expands in a turn, with so many found.
pub(super) fn length(found: usize) -> usize {
    (found / SHARE / BATCH * BATCH).clamp(BATCH, LONGEST)
}

/// Take a turn of so many states; false if the level has been read and all is entered.
pub(super) fn take_turn<const W: usize, H: Worker<W>>(
    halves: &mut [H; 2],
    states: usize,
    threads: usize,
) -> bool {
    let waiting = halves.each_mut().map(|half| half.desk().waiting());
    if waiting == [0, 0] {
        return false;
    }
    let is_long = states >= WORTH && waiting.iter().all(|&edges| edges >= WORTH);
    both(halves, threads > 1 && is_long, |half| {
        enter_all(half);
        half.expand(states);
    });
    let [one, other] = halves;
    std::mem::swap(&mut one.desk().made[1], &mut other.desk().made[0]);
    true
}

/// Enter what was made for this half.
fn enter_all<const W: usize>(half: &mut impl Worker<W>) {
    for part in 0..2 {
        let mut made = std::mem::take(&mut half.desk().made[part]);
        made[..BATCH.min(made.len())].iter().for_each(|(hash, ..)| half.prefetch(*hash));
        for (place, (hash, edge, note)) in made.iter().enumerate() {
            if let Some((ahead, ..)) = made.get(place + BATCH) {
                half.prefetch(*ahead);
            }
            half.enter(*hash, *edge, *note);
        }
        made.clear();
        half.desk().made[part] = made;
    }
}

/// Do this with both halves, side by side if the system gives a thread.
fn both<H: Send>(halves: &mut [H; 2], side_by_side: bool, run: impl Fn(&mut H) + Sync) {
    let waiting = Mutex::new(halves.iter_mut());
    let next = || waiting.lock().expect("to take one cannot fail").next();
    let work = || {
        while let Some(half) = next() {
            run(half);
        }
    };
    thread::scope(|scope| {
        // Without a second thread this one does both.
        let _helper = side_by_side.then(|| Builder::new().spawn_scoped(scope, work));
        work();
    });
}
