//! Components: the clusters of an assignment, each found by a flood fill.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{BitMethod, Deposit};
use super::levels::Levels;
use super::words::{Movers, Words, small};

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
            let entry = levels.of(*number).find(|entry| entry.level <= level);
            let bits = entry.map_or(0, |entry| entry.bits & part);
            if bits != 0 && entry.is_some_and(|entry| entry.level == level) {
                each(*number, bits);
            }
        }
    }
}
