//! Distances: one breadth-first search from all solved states at once.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{Deposit, Method};
use super::leading::NONE;
use super::words::{Edge, Shift, Word, Words};

/// States of one word that have the same distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) bits: u64,
    pub(super) word: u32,
    pub(super) level: u32,
    /// The entry before of this word, which is nearer to the goal; or `NONE`.
    pub(super) before: u32,
}

/// The distances of all states that have one.
#[derive(Debug, Default)]
pub(super) struct Levels {
    entries: Vec<Entry>,
    /// By word: its last entry, or `NONE`.
    last: Vec<u32>,
}

impl Levels {
    /// Find all distances in slides, or, if `STEP`, in steps.
    pub(super) fn search<const STEP: bool>(&mut self, words: &mut Words, method: Method) {
        match method {
            Method::Portable(portable) => self.search_with::<STEP>(words, portable),
            // SAFETY: `Method::best` has found the instructions.
            #[cfg(target_arch = "x86_64")]
            Method::Bmi2(bmi2) => unsafe { self.search_bmi2::<STEP>(words, bmi2) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn search_bmi2<const STEP: bool>(&mut self, words: &mut Words, deposit: Bmi2) {
        self.search_with::<STEP>(words, deposit);
    }

    #[inline(always)]
    fn search_with<const STEP: bool>(&mut self, words: &mut Words, deposit: impl Deposit) {
        let mut left = self.begin(words);
        let (mut begin, mut level) = (0, 0);
        while begin < self.entries.len() && left > 0 {
            let end = self.entries.len();
            for at in begin..end {
                let entry = self.entries[at];
                let mut search = Search { words, entries: &mut self.entries };
                search.expand::<STEP>(entry.word as usize, entry.bits, deposit);
            }
            level += 1;
            left -= self.close(&mut words.all, end, level);
            begin = end;
        }
    }

    /// Begin with the solved states; returns how many others there are.
    fn begin(&mut self, words: &mut Words) -> u64 {
        self.entries.clear();
        self.last.clear();
        self.last.resize(words.all.len(), NONE);
        let mut left = words.states;
        for (number, word) in words.all.iter_mut().enumerate() {
            word.open = word.full & !word.solved;
            if word.solved != 0 {
                left -= u64::from(word.solved.count_ones());
                self.last[number] = u32::try_from(self.entries.len()).expect("few");
                let number = u32::try_from(number).expect("few words");
                self.entries.push(Entry {
                    bits: word.solved,
                    word: number,
                    level: 0,
                    before: NONE,
                });
            }
        }
        left
    }

    /// Complete the entries of a new level; returns how many states it has.
    fn close(&mut self, words: &mut [Word], begin: usize, level: u32) -> u64 {
        let mut states = 0;
        for (number, entry) in self.entries.iter_mut().enumerate().skip(begin) {
            let word = &mut words[entry.word as usize];
            let last = &mut self.last[entry.word as usize];
            (entry.bits, entry.level, entry.before) = (word.next, level, *last);
            *last = u32::try_from(number).expect("fewer than 2^32 entries");
            states += u64::from(word.next.count_ones());
            word.next = 0;
        }
        states
    }

    /// The entries of a word, the farthest first.
    #[inline]
    pub(super) fn of(&self, word: u32) -> impl Iterator<Item = Entry> + '_ {
        let mut next = self.last[word as usize];
        std::iter::from_fn(move || {
            let entry = *self.entries.get(next as usize)?;
            next = entry.before;
            Some(entry)
        })
    }
}

/// The search while it expands a level.
struct Search<'a> {
    words: &'a mut Words,
    entries: &'a mut Vec<Entry>,
}

impl Search<'_> {
    #[inline(always)]
    fn expand<const STEP: bool>(&mut self, number: usize, bits: u64, deposit: impl Deposit) {
        let word = self.words.all[number];
        if word.open != 0 {
            let mut near = 0;
            for shift in &self.words.shifts[Words::range(&word)] {
                let Shift { slide, step, by, .. } = *shift;
                let mask = if STEP { step } else { slide };
                near |= (bits & mask) << by | bits >> by & mask;
            }
            self.reach(number, near);
        }
        let mut movers = word.on;
        while movers != 0 {
            let mover = movers.trailing_zeros();
            movers &= movers - 1;
            self.step_on::<STEP>(number, bits, mover, deposit);
        }
        let mut movers = word.back;
        while movers != 0 {
            let mover = movers.trailing_zeros();
            movers &= movers - 1;
            self.step_back::<STEP>(number, bits, mover, deposit);
        }
    }

    #[inline(always)]
    fn step_on<const STEP: bool>(
        &mut self,
        number: usize,
        bits: u64,
        mover: u32,
        deposit: impl Deposit,
    ) {
        let (mut number, mut bits) = (number, bits);
        loop {
            let edge = self.edge(number, mover);
            bits = deposit.carry(bits, edge.before, edge.after);
            if bits == 0 {
                return;
            }
            number = edge.to as usize;
            let word = self.reach(number, bits);
            if STEP || word.on >> mover & 1 == 0 {
                return;
            }
        }
    }

    #[inline(always)]
    fn step_back<const STEP: bool>(
        &mut self,
        number: usize,
        bits: u64,
        mover: u32,
        deposit: impl Deposit,
    ) {
        let (mut number, mut bits) = (number, bits);
        loop {
            number = self.edge(number, mover).from as usize;
            let edge = self.edge(number, mover);
            bits = deposit.carry(bits, edge.after, edge.before);
            if bits == 0 {
                return;
            }
            let word = self.reach(number, bits);
            if STEP || word.back >> mover & 1 == 0 {
                return;
            }
        }
    }

    #[inline(always)]
    fn edge(&self, number: usize, mover: u32) -> Edge {
        self.words.edges[number * self.words.movers + mover as usize]
    }

    /// Put those of these states that are new on the next level.
    #[inline(always)]
    fn reach(&mut self, number: usize, bits: u64) -> &Word {
        let word = &mut self.words.all[number];
        let new = bits & word.open;
        if new != 0 {
            if word.next == 0 {
                let number = u32::try_from(number).expect("few words");
                self.entries.push(Entry { bits: 0, word: number, level: 0, before: NONE });
            }
            word.next |= new;
            word.open ^= new;
        }
        word
    }
}
