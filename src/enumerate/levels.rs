//! Distances: one breadth-first search from all solved states at once.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{BitMethod, Deposit};
use super::leading::NONE;
use super::moves::{Reach, WordExpansion};
use super::place::{Movers, StateWord, small};
use super::words::Words;

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
    /// Words and states from which a slide may go on.
    slides: Vec<(usize, u64)>,
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
        let mut among = words.first_movers;
        while begin < self.entries.len() && self.states < words.states {
            let end = self.entries.len();
            let mut next = NextLevel { all: &mut words.all, entries: &mut self.entries };
            let mut expansion =
                WordExpansion::new(&words.following, &words.edges, &mut self.slides);
            for at in begin..end {
                let WordStates { word, bits, .. } = next.entries[at];
                expansion.expand::<STEP>((word as usize, bits), among, &mut next, deposit);
            }
            level += 1;
            self.close(&mut words.all, end, level);
            (begin, among) = (end, !0);
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

    /// The distance of a state, if it has one.
    pub(super) fn distance(&self, word: u32, bit: u32) -> Option<u32> {
        let entry = self.of(word).find(|entry| entry.bits >> bit & 1 == 1);
        entry.map(|entry| entry.level)
    }

    /// The states of a word at a distance.
    #[inline]
    pub(super) fn at(&self, word: u32, level: u32) -> u64 {
        let entry = self.of(word).find(|entry| entry.level <= level);
        entry.filter(|entry| entry.level == level).map_or(0, |entry| entry.bits)
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
struct NextLevel<'a> {
    all: &'a mut [StateWord],
    entries: &'a mut Vec<WordStates>,
}

impl Reach for NextLevel<'_> {
    #[inline(always)]
    fn word(&self, number: usize) -> &StateWord {
        &self.all[number]
    }

    #[inline(always)]
    fn is_open(&self, number: usize) -> bool {
        self.all[number].open != 0
    }

    /// Add the states that are new to the next level.
    #[inline(always)]
    fn reach(&mut self, number: usize, bits: u64) {
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
    }
}

// Components: the clusters of an assignment, each found by a flood fill.

/// One cluster: the words that it has states in; their bits are in `StateWord::part`.
#[derive(Debug, Default)]
pub(super) struct Component {
    pub(super) words: Vec<u32>,
    pub(super) states: u64,
    stack: Vec<u32>,
}

impl Component {
    /// Find the cluster that holds the states `bits` of a word; the previous cluster is marked as seen.
    pub(super) fn flood(&mut self, words: &mut Words, number: u32, bits: u64, method: BitMethod) {
        self.mark_seen(words);
        words.all[number as usize].next = bits;
        self.stack.push(number);
        match method {
            BitMethod::Portable(portable) => self.spread_all(words, portable),
            // SAFETY: `BitMethod::best` has detected the instructions.
            #[cfg(target_arch = "x86_64")]
            BitMethod::Bmi2(bmi2) => unsafe { self.spread_bmi2(words, bmi2) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn spread_bmi2(&mut self, words: &mut Words, deposit: Bmi2) {
        self.spread_all(words, deposit);
    }

    #[inline(always)]
    fn spread_all(&mut self, words: &mut Words, deposit: impl Deposit) {
        while let Some(number) = self.stack.pop() {
            self.spread(words, number, deposit);
        }
    }

    /// Mark the states of the current cluster as seen, and forget it.
    pub(super) fn mark_seen(&mut self, words: &mut Words) {
        for number in self.words.drain(..) {
            let word = &mut words.all[number as usize];
            word.seen |= word.part;
            word.part = 0;
        }
        self.states = 0;
    }

    #[inline(always)]
    fn spread(&mut self, words: &mut Words, number: u32, deposit: impl Deposit) {
        let Words { all, following, edges, .. } = words;
        let word = &mut all[number as usize];
        let moves = word.moves;
        let mut bits = word.next;
        word.next = 0;
        for shift in following.shifts(&moves) {
            let reach = shift.masks.reach;
            bits |= (bits & reach) << shift.by | bits >> shift.by & reach;
        }
        bits &= !word.part;
        if word.part == 0 {
            self.words.push(number);
        }
        word.part |= bits;
        self.states += u64::from(bits.count_ones());
        let Movers { mut forward, mut back } = word.movers;
        let mut reach = |number: usize, bits: u64| {
            let word = &mut all[number];
            let new = bits & !(word.part | word.next);
            if new != 0 {
                if word.next == 0 {
                    self.stack.push(small(number));
                }
                word.next |= new;
            }
        };
        let number = number as usize;
        for link in following.links(&moves) {
            let states = (bits & link.masks.reach).rotate_left(link.rotation);
            reach(link.by.from(number), states);
        }
        for jump in following.jumps(&moves).iter().filter(|jump| jump.is_step) {
            reach(jump.by.from(number), bits);
        }
        while forward != 0 {
            for step in edges.steps::<true>(number, forward.trailing_zeros()) {
                reach(step.to, deposit.carry(bits, step.before, step.after));
            }
            forward &= forward - 1;
        }
        while back != 0 {
            for step in edges.steps::<false>(number, back.trailing_zeros()) {
                reach(step.to, deposit.carry(bits, step.before, step.after));
            }
            back &= back - 1;
        }
    }

    /// The largest distance of any state.
    pub(super) fn farthest(&self, words: &Words, levels: &Levels) -> u32 {
        let mut most = 0;
        for number in &self.words {
            let part = words.all[*number as usize].part;
            let farther = levels.of(*number).take_while(|entry| entry.level > most);
            if let Some(entry) = farther.into_iter().find(|entry| entry.bits & part != 0) {
                most = entry.level;
            }
        }
        most
    }

    /// How many states have each distance.
    pub(super) fn histogram(&self, words: &Words, levels: &Levels) -> Vec<u64> {
        let mut histogram = Vec::new();
        for number in &self.words {
            let part = words.all[*number as usize].part;
            for entry in levels.of(*number) {
                let states = u64::from((entry.bits & part).count_ones());
                if states > 0 {
                    let level = entry.level as usize;
                    histogram.resize(histogram.len().max(level + 1), 0);
                    histogram[level] += states;
                }
            }
        }
        histogram
    }

    /// Call `each` with the states at distance `level`, word by word.
    pub(super) fn at(
        &self,
        words: &Words,
        levels: &Levels,
        level: u32,
        mut each: impl FnMut(u32, u64),
    ) {
        for number in &self.words {
            let part = words.all[*number as usize].part;
            let bits = levels.at(*number, level) & part;
            if bits != 0 {
                each(*number, bits);
            }
        }
    }
}
