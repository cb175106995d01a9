//! Two shards of a search, which exchange states through mailboxes.
//!
//! The top bit of a state's hash says which shard owns it (hash-distributed search, Kishimoto,
//! Fukunaga and Botea 2009). The search proceeds in rounds. In each round, a shard enters the
//! states that the previous round sent to it, expands some of its own, and sends the successors to
//! their owners. The length of a round depends on the number of states alone, so one thread and two
//! give the same result, counters included.

use std::sync::Mutex;
use std::thread::{self, Builder};

use crate::abstraction::projection::{AbstractEdge, PatternVar};
use crate::bfs::closed::Hash;
use crate::bfs::frontier::Frontier;
use crate::outcome::memory;

/// States that are expanded before their successors are looked up together: enough to hide the
/// latency of memory behind prefetches.
pub(super) const BATCH: usize = 16;
/// The most states that a shard expands in a round; bounds the mailboxes.
const MAX_ROUND: usize = 1 << 11;
/// A shard expands at most this fraction (1 / `ROUND_FRACTION`) of the states found in a round, so
/// that the states in mailboxes stay few beside those in the table.
const ROUND_FRACTION: usize = 64;
/// Rounds with fewer states run on one thread: starting a second one takes as long as some hundred
/// expansions.
const MIN_PARALLEL_ROUND: usize = 1 << 9;

/// The frontier of a shard and the states that it sends and receives.
pub(super) struct Mailbox<const W: usize, N = ()> {
    /// The layer that is read, and the next one.
    pub(super) frontier: Frontier<W, N, PatternVar>,
    /// During a round, the states to send, by the shard that owns them; between rounds, the states
    /// received, by the shard that sent them.
    mail: [Vec<(Hash, AbstractEdge<W>, N)>; 2],
    /// Whether a state was lost because an allocation failed.
    lacks_memory: bool,
}

impl<const W: usize, N: Copy> Mailbox<W, N> {
    pub(super) fn new() -> Self {
        Mailbox { frontier: Frontier::new(), mail: [Vec::new(), Vec::new()], lacks_memory: false }
    }

    /// Sends a state to the shard that owns it.
    pub(super) fn send(&mut self, hash: Hash, edge: AbstractEdge<W>, note: N) {
        let sent = memory::push(&mut self.mail[hash.shard()], (hash, edge, note));
        self.lacks_memory |= sent.is_err();
    }

    /// Whether a state was lost because an allocation failed.
    pub(super) fn lacks_memory(&self) -> bool {
        self.lacks_memory || self.frontier.lacks_memory()
    }

    /// The most bytes until the end of the next round, in which each list of mail may double.
    pub(super) fn bytes(&self) -> usize {
        let mail: usize = self.mail.iter().map(|mail| memory::growing(mail, mail.capacity())).sum();
        self.frontier.bytes() + mail
    }

    /// The states that wait to be entered or expanded.
    fn waiting(&self) -> usize {
        self.mail.iter().map(Vec::len).sum::<usize>() + self.frontier.unread()
    }
}

/// A shard of a search.
pub(super) trait Worker<const W: usize>: Send {
    /// What accompanies a state in the mail.
    type Note: Copy;

    fn mailbox(&mut self) -> &mut Mailbox<W, Self::Note>;

    /// Expands up to `count` states of the current layer.
    fn expand(&mut self, count: usize);

    /// Prefetches the slot of a state.
    fn prefetch(&self, hash: Hash);

    /// Enters a state that this shard owns.
    fn enter(&mut self, hash: Hash, edge: AbstractEdge<W>, note: Self::Note);
}

/// The number of states that a shard expands in a round when so many have been found.
pub(super) fn round_length(found: usize) -> usize {
    (found / ROUND_FRACTION / BATCH * BATCH).clamp(BATCH, MAX_ROUND)
}

/// Runs a round; false if the layer is expanded and all its successors are entered.
pub(super) fn run_round<const W: usize, S: Worker<W>>(
    shards: &mut [S; 2],
    length: usize,
    threads: usize,
) -> bool {
    let waiting = shards.each_mut().map(|shard| shard.mailbox().waiting());
    if waiting == [0, 0] {
        return false;
    }
    let is_long =
        length >= MIN_PARALLEL_ROUND && waiting.iter().all(|&count| count >= MIN_PARALLEL_ROUND);
    for_both(shards, threads > 1 && is_long, |shard| {
        enter_mail(shard);
        shard.expand(length);
    });
    let [one, other] = shards;
    std::mem::swap(&mut one.mailbox().mail[1], &mut other.mailbox().mail[0]);
    true
}

/// Enters the states that a shard has received, each prefetched a batch ahead.
fn enter_mail<const W: usize>(shard: &mut impl Worker<W>) {
    for sender in 0..2 {
        let mut mail = std::mem::take(&mut shard.mailbox().mail[sender]);
        mail[..BATCH.min(mail.len())].iter().for_each(|(hash, ..)| shard.prefetch(*hash));
        for (index, (hash, edge, note)) in mail.iter().enumerate() {
            if let Some((ahead, ..)) = mail.get(index + BATCH) {
                shard.prefetch(*ahead);
            }
            shard.enter(*hash, *edge, *note);
        }
        mail.clear();
        shard.mailbox().mail[sender] = mail;
    }
}

/// Runs a function on both shards, in parallel if that is allowed and a thread can be started.
fn for_both<S: Send>(shards: &mut [S; 2], in_parallel: bool, run: impl Fn(&mut S) + Sync) {
    let waiting = Mutex::new(shards.iter_mut());
    let next = || waiting.lock().expect("taking a shard cannot panic").next();
    let work = || {
        while let Some(shard) = next() {
            run(shard);
        }
    };
    thread::scope(|scope| {
        // If no thread can be started, this one works on both shards.
        let _helper = in_parallel.then(|| Builder::new().spawn_scoped(scope, work));
        work();
    });
}
