//! Shortest solutions of one state: by the known distances, each move leads one level down.

#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{BitMethod, Deposit};
use super::levels::Levels;
use super::moves::{Reach, WordExpansion};
use super::place::StateWord;
use super::words::Words;

/// A state: its word and its bit there.
pub(super) type StateAt = (u32, u32);

/// The buffers of a descent.
#[derive(Debug, Default)]
pub(super) struct Descent {
    /// The states one level down, by words; a word may occur more than once.
    lower: Vec<(u32, u64)>,
    slides: Vec<(usize, u64)>,
    /// States of one level, and the number of shortest ways to each.
    ways: Vec<(StateAt, u128)>,
}

impl Descent {
    /// The states of one shortest solution in slides, the first and the last included.
    pub(super) fn solution(
        &mut self,
        words: &Words,
        levels: &Levels,
        (first, slides): (StateAt, u32),
        method: BitMethod,
    ) -> Vec<StateAt> {
        let mut path = vec![first];
        for level in (0..slides).rev() {
            self.descend::<false>(words, levels, (path[path.len() - 1], level), method);
            let (word, bits) = self.lower[0];
            path.push((word, bits.trailing_zeros()));
        }
        path
    }

    /// The number of shortest solutions in slides, or, if `STEP`, in steps; at most `u128::MAX`.
    pub(super) fn solutions<const STEP: bool>(
        &mut self,
        words: &Words,
        levels: &Levels,
        (first, distance): (StateAt, u32),
        method: BitMethod,
    ) -> u128 {
        let mut upper = vec![(first, 1)];
        for level in (0..distance).rev() {
            self.ways.clear();
            for (state, ways) in &upper {
                self.descend::<STEP>(words, levels, (*state, level), method);
                for (word, mut bits) in self.lower.iter().copied() {
                    while bits != 0 {
                        self.ways.push(((word, bits.trailing_zeros()), *ways));
                        bits &= bits - 1;
                    }
                }
            }
            self.ways.sort_unstable_by_key(|(state, _)| *state);
            upper.clear();
            for (state, ways) in self.ways.iter().copied() {
                match upper.last_mut().filter(|(last, _)| *last == state) {
                    Some((_, known)) => *known = known.saturating_add(ways),
                    None => upper.push((state, ways)),
                }
            }
        }
        upper.iter().fold(0, |all, (_, ways)| all.saturating_add(*ways))
    }

    /// Find the states at distance `level` that are one move from a state.
    fn descend<const STEP: bool>(
        &mut self,
        words: &Words,
        levels: &Levels,
        from: (StateAt, u32),
        method: BitMethod,
    ) {
        match method {
            BitMethod::Portable(portable) => {
                self.descend_with::<STEP>(words, levels, from, portable);
            }
            // SAFETY: `BitMethod::best` has detected the instructions.
            #[cfg(target_arch = "x86_64")]
            BitMethod::Bmi2(bmi2) => unsafe {
                self.descend_bmi2::<STEP>(words, levels, from, bmi2);
            },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn descend_bmi2<const STEP: bool>(
        &mut self,
        words: &Words,
        levels: &Levels,
        from: (StateAt, u32),
        deposit: Bmi2,
    ) {
        self.descend_with::<STEP>(words, levels, from, deposit);
    }

    #[expect(clippy::inline_always, reason = "it is compiled for each method as a whole")]
    #[inline(always)]
    fn descend_with<const STEP: bool>(
        &mut self,
        words: &Words,
        levels: &Levels,
        ((word, bit), level): (StateAt, u32),
        deposit: impl Deposit,
    ) {
        self.lower.clear();
        let mut lower = LowerStates { words, levels, level, found: &mut self.lower };
        let mut expansion = WordExpansion::new(&words.following, &words.edges, &mut self.slides);
        expansion.expand::<STEP>((word as usize, 1 << bit), !0, &mut lower, deposit);
    }
}

/// Keeps what lies on a level.
struct LowerStates<'a> {
    words: &'a Words,
    levels: &'a Levels,
    level: u32,
    found: &'a mut Vec<(u32, u64)>,
}

impl Reach for LowerStates<'_> {
    #[inline]
    fn word(&self, number: usize) -> &StateWord {
        &self.words.all[number]
    }

    #[inline]
    fn is_open(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn reach(&mut self, number: usize, bits: u64) {
        let number = u32::try_from(number).expect("few words");
        let bits = if bits == 0 { 0 } else { bits & self.levels.at(number, self.level) };
        if bits != 0 {
            self.found.push((number, bits));
        }
    }
}
