//! Moves of the following lines: the leading placement stays, so they lead to words of the same place.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

use std::ops::Range;

use super::bits::Deposit;
use super::family::MAX_SIDE;
use super::lines::LineDigit;
use super::place::{Place, Plan, StateWord, WordMoves};

/// States that allow a move, of each sort.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveMasks {
    pub(super) slide: u64,
    pub(super) step: u64,
    /// Any number of moves.
    pub(super) reach: u64,
}

/// Moves within a word: from the states of a mask to the states `by` bits further, and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    pub(super) masks: MoveMasks,
    pub(super) by: u32,
}

/// Moves of the split line between runs: the states of a mask go to another word, rotated.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunLink {
    pub(super) masks: MoveMasks,
    pub(super) rotation: u32,
    pub(super) by: WordChange,
}

/// A slide of a high line: all states of a word go to another word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    pub(super) is_step: bool,
    pub(super) by: WordChange,
}

/// The difference of the numbers of two words.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordChange(i32);

impl WordChange {
    #[inline(always)]
    pub(super) fn from(self, word: usize) -> usize {
        word.wrapping_add_signed(self.0 as isize)
    }
}

/// The moves of all words; words of the same place share them.
#[derive(Debug, Default)]
pub(super) struct FollowingMoves {
    shifts: Vec<Shift>,
    links: Vec<RunLink>,
    jumps: Vec<Jump>,
}

impl FollowingMoves {
    #[inline(always)]
    pub(super) fn shifts(&self, moves: &WordMoves) -> &[Shift] {
        moves.of(0, &self.shifts)
    }

    #[inline(always)]
    pub(super) fn links(&self, moves: &WordMoves) -> &[RunLink] {
        moves.of(1, &self.links)
    }

    #[inline(always)]
    pub(super) fn jumps(&self, moves: &WordMoves) -> &[Jump] {
        moves.of(2, &self.jumps)
    }

    pub(super) fn clear(&mut self) {
        self.shifts.clear();
        self.links.clear();
        self.jumps.clear();
    }

    /// Add the words of a place with their moves.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        plan: Plan<'_>,
        place: &Place,
        words: &mut Vec<StateWord>,
        deposit: impl Deposit,
    ) {
        let begin = self.shifts.len();
        for line in 0..usize::from(place.split) {
            self.add_shifts(plan.digit(place, line), place, line, deposit);
        }
        let low = begin..self.shifts.len();
        let mut word = StateWord { full: place.full(0), ..StateWord::default() };
        word.moves.set(0, &low);
        if place.words == 1 {
            words.push(word);
        } else {
            self.add_runs(plan, place, &low, words, deposit);
            self.add_high(plan, place, words);
        }
    }

    /// Add the words with the first rank of each high line.
    #[inline(always)]
    fn add_runs(
        &mut self,
        plan: Plan<'_>,
        place: &Place,
        low: &Range<usize>,
        words: &mut Vec<StateWord>,
        deposit: impl Deposit,
    ) {
        let digit = plan.digit(place, place.split.into());
        for run in 0..place.runs {
            let (shifts, links) = (self.shifts.len(), self.links.len());
            self.shifts.extend_from_within(low.clone());
            self.add_split(digit, place, run, deposit);
            let mut word = StateWord { full: place.full(run), ..StateWord::default() };
            word.moves.set(0, &(shifts..self.shifts.len()));
            word.moves.set(1, &(links..self.links.len()));
            words.push(word);
        }
    }

    /// Add the jumps of these words, and the words with other ranks of the high lines.
    #[inline(always)]
    fn add_high(&mut self, plan: Plan<'_>, place: &Place, words: &mut Vec<StateWord>) {
        let (first, runs) = (place.first as usize, usize::from(place.runs));
        let mut ranks = [0; MAX_SIDE];
        for begin in (first..first + place.words as usize).step_by(runs) {
            let jumps = self.jumps.len();
            self.add_jumps(plan, place, ranks);
            if begin > first {
                words.extend_from_within(first..first + runs);
            }
            for word in &mut words[begin..] {
                word.moves.set(2, &(jumps..self.jumps.len()));
            }
            place.next_ranks(&mut ranks);
        }
    }

    /// Add the moves of a low line.
    #[inline(always)]
    fn add_shifts(&mut self, digit: &LineDigit, place: &Place, line: usize, deposit: impl Deposit) {
        let (radix, stride) = (place.radix[line], place.stride[line]);
        for by in changes(digit) {
            let masks = MoveMasks::of(digit, by, |ranks| deposit.spread(ranks, radix, stride));
            self.shifts.push(Shift { masks, by: u32::from(stride) * by });
        }
    }

    /// Add the moves of the split line from the words with a run.
    #[inline(always)]
    fn add_split(&mut self, digit: &LineDigit, place: &Place, run: u8, deposit: impl Deposit) {
        let stride = place.stride[usize::from(place.split)];
        let here = place.ranks(run);
        for by in changes(digit) {
            let inside = |ranks: u64| (ranks & here & here >> by) >> (run * place.run);
            if inside(digit.reach[by as usize].into()) != 0 {
                let masks = MoveMasks::of(digit, by, |ranks| deposit.blocks(inside(ranks), stride));
                self.shifts.push(Shift { masks, by: u32::from(stride) * by });
            }
            for other in (0..place.runs).filter(|other| *other != run) {
                self.add_link(digit, place, (run, other), by, deposit);
            }
        }
    }

    /// Add the moves from one run to another that change the rank by a difference.
    #[inline(always)]
    fn add_link(
        &mut self,
        digit: &LineDigit,
        place: &Place,
        (run, other): (u8, u8),
        by: u32,
        deposit: impl Deposit,
    ) {
        let (here, there, is_up) = (place.ranks(run), place.ranks(other), other > run);
        let sources = |ranks: u64| {
            let ranks =
                if is_up { ranks & here & there >> by } else { (ranks & there) << by & here };
            ranks >> (run * place.run)
        };
        if sources(digit.reach[by as usize].into()) == 0 {
            return;
        }
        let stride = place.stride[usize::from(place.split)];
        let masks = MoveMasks::of(digit, by, |ranks| deposit.blocks(sources(ranks), stride));
        let rise = if is_up { by.cast_signed() } else { -by.cast_signed() };
        let change = i32::from(other) - i32::from(run);
        let bits = (rise - change * i32::from(place.run)) * i32::from(stride);
        let rotation = bits.rem_euclid(64).cast_unsigned();
        self.links.push(RunLink { masks, rotation, by: WordChange(change) });
    }

    /// Add the slides of the high lines from the words with these ranks.
    #[inline(always)]
    fn add_jumps(&mut self, plan: Plan<'_>, place: &Place, ranks: [u8; MAX_SIDE]) {
        for line in place.high() {
            let (digit, rank) = (plan.digit(place, line), u32::from(ranks[line]));
            let unit = place.unit(line).cast_signed();
            for by in changes(digit) {
                let (slide, step) = (digit.slide[by as usize], digit.step[by as usize]);
                let mut jump = |from: u32, by: i32| {
                    if slide >> from & 1 == 1 {
                        let is_step = step >> from & 1 == 1;
                        self.jumps.push(Jump { is_step, by: WordChange(by * unit) });
                    }
                };
                jump(rank, by.cast_signed());
                if rank >= by {
                    jump(rank - by, -by.cast_signed());
                }
            }
        }
    }
}

impl MoveMasks {
    /// The masks of the ranks from which a digit can rise by a difference.
    #[inline(always)]
    fn of(digit: &LineDigit, by: u32, mask: impl Fn(u64) -> u64) -> MoveMasks {
        let by = by as usize;
        MoveMasks {
            slide: mask(digit.slide[by].into()),
            step: mask(digit.step[by].into()),
            reach: mask(digit.reach[by].into()),
        }
    }
}

/// The differences that a move can make to a digit.
#[inline(always)]
fn changes(digit: &LineDigit) -> impl Iterator<Item = u32> + use<> {
    let mut changes = digit.changes;
    std::iter::from_fn(move || {
        let by = (changes != 0).then_some(changes.trailing_zeros());
        changes &= changes.wrapping_sub(1);
        by
    })
}
