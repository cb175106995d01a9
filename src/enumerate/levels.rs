//! Distances: one breadth-first search from all solved states at once.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{BitMethod, Deposit};
use super::leading::NONE;
use super::words::{Shift, StateWord, StepMasks, WordEdge, Words};

/// States of one word that have the same distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordStates {
    pub(super) bits: u64,
    pub(super) word: u32,
    pub(super) level: u32,
    /// The previous entry of this word, which is nearer to the goal, or `NONE`.
    pub(super) before: u32,
}

/// The distances of all states that have one.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// In the order of their levels.
    pub(super) entries: Vec<WordStates>,
    /// How many states have a distance.
    pub(super) states: u64,
    /// By word: its last entry, or `NONE`.
    last: Vec<u32>,
}

impl Levels {
    /// Find all distances in slides, or, if `STEP`, in steps.
    pub(super) fn search<const STEP: bool>(&mut self, words: &mut Words, method: BitMethod) {
        match method {
            BitMethod::Portable(portable) => self.search_with::<STEP>(words, portable),
            // SAFETY: `BitMethod::best` has detected the instructions.
            #[cfg(target_arch = "x86_64")]
            BitMethod::Bmi2(bmi2) => unsafe { self.search_bmi2::<STEP>(words, bmi2) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn search_bmi2<const STEP: bool>(&mut self, words: &mut Words, deposit: Bmi2) {
        self.search_with::<STEP>(words, deposit);
    }

    #[inline(always)]
    fn search_with<const STEP: bool>(&mut self, words: &mut Words, deposit: impl Deposit) {
        self.begin(words);
        let (mut begin, mut level) = (0, 0);
        // Only moves of the target lead from solved states to others.
        let mut movers = words.first_movers;
        while begin < self.entries.len() && self.states < words.states {
            let end = self.entries.len();
            let mut search = LevelExpansion {
                all: &mut words.all,
                edges: &words.edges,
                masks: &words.masks,
                shifts: &words.shifts,
                movers: words.movers,
                entries: &mut self.entries,
            };
            for at in begin..end {
                let entry = search.entries[at];
                search.expand::<STEP>(entry.word as usize, entry.bits, movers, deposit);
            }
            level += 1;
            self.close(&mut words.all, end, level);
            (begin, movers) = (end, !0);
        }
    }

    /// Begin with the solved states.
    #[inline(always)]
    fn begin(&mut self, words: &mut Words) {
        self.entries.clear();
        self.last.clear();
        self.last.resize(words.all.len(), NONE);
        self.states = 0;
        for word in &mut words.all {
            word.open = word.full;
        }
        for (number, (word, bits)) in words.solved.iter().enumerate() {
            words.all[*word as usize].open &= !bits;
            self.states += u64::from(bits.count_ones());
            self.last[*word as usize] = u32::try_from(number).expect("few");
            self.entries.push(WordStates { bits: *bits, word: *word, level: 0, before: NONE });
        }
    }

    /// Complete the entries of a new level.
    #[inline(always)]
    fn close(&mut self, words: &mut [StateWord], begin: usize, level: u32) {
        for (number, entry) in self.entries.iter_mut().enumerate().skip(begin) {
            let word = &mut words[entry.word as usize];
            let last = &mut self.last[entry.word as usize];
            (entry.bits, entry.level, entry.before) = (word.next, level, *last);
            *last = u32::try_from(number).expect("fewer than 2^32 entries");
            self.states += u64::from(word.next.count_ones());
            word.next = 0;
        }
    }

    /// The entries of a word, the farthest first.
    #[inline]
    pub(super) fn of(&self, word: u32) -> impl Iterator<Item = WordStates> + '_ {
        let mut next = self.last[word as usize];
        std::iter::from_fn(move || {
            let entry = *self.entries.get(next as usize)?;
            next = entry.before;
            Some(entry)
        })
    }
}

/// The search while it expands a level.
struct LevelExpansion<'a> {
    all: &'a mut [StateWord],
    edges: &'a [WordEdge],
    masks: &'a [StepMasks],
    shifts: &'a [Shift],
    movers: usize,
    entries: &'a mut Vec<WordStates>,
}

impl LevelExpansion<'_> {
    #[inline(always)]
    fn expand<const STEP: bool>(
        &mut self,
        number: usize,
        bits: u64,
        among: u32,
        deposit: impl Deposit,
    ) {
        let (forward, back) = (self.all[number].forward, self.all[number].back);
        let word = &self.all[number];
        if word.open != 0 {
            let mut near = 0;
            for shift in &self.shifts[Words::range(word)] {
                let Shift { slide, step, by, .. } = *shift;
                let mask = if STEP { step } else { slide };
                near |= (bits & mask) << by | bits >> by & mask;
            }
            self.reach(number, near);
        }
        let mut movers = forward & among;
        while movers != 0 {
            let mover = movers.trailing_zeros();
            movers &= movers - 1;
            self.step_forward::<STEP>(number, bits, mover, deposit);
        }
        let mut movers = back & among;
        while movers != 0 {
            let mover = movers.trailing_zeros();
            movers &= movers - 1;
            self.step_back::<STEP>(number, bits, mover, deposit);
        }
    }

    #[inline(always)]
    fn step_forward<const STEP: bool>(
        &mut self,
        number: usize,
        bits: u64,
        mover: u32,
        deposit: impl Deposit,
    ) {
        let (mut number, mut bits) = (number, bits);
        loop {
            let masks = self.masks(number, mover);
            bits = deposit.carry(bits, masks.before, masks.after);
            if bits == 0 {
                return;
            }
            number = self.edge(number, mover).to as usize;
            if STEP | (self.reach(number, bits).forward >> mover & 1 == 0) {
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
            let masks = self.masks(number, mover);
            bits = deposit.carry(bits, masks.after, masks.before);
            if bits == 0 {
                return;
            }
            if STEP | (self.reach(number, bits).back >> mover & 1 == 0) {
                return;
            }
        }
    }

    #[inline(always)]
    fn edge(&self, number: usize, mover: u32) -> WordEdge {
        self.edges[number * self.movers + mover as usize]
    }

    #[inline(always)]
    fn masks(&self, number: usize, mover: u32) -> StepMasks {
        self.masks[self.all[number].place as usize * self.movers + mover as usize]
    }

    /// Add the states that are new to the next level.
    #[inline(always)]
    fn reach(&mut self, number: usize, bits: u64) -> &StateWord {
        let word = &mut self.all[number];
        let new = bits & word.open;
        if new != 0 {
            if word.next == 0 {
                let number = u32::try_from(number).expect("few words");
                self.entries.push(WordStates { bits: 0, word: number, level: 0, before: NONE });
            }
            word.next |= new;
            word.open ^= new;
        }
        word
    }
}
