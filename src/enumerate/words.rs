//! The states of an assignment as bits of words, and the moves between words.
//!
//! For one placement of the leading lines the legal placements of the following ones are
//! independent: line c has `radix(type, pattern)` of them. So the states are the mixed-radix numbers
//! with these digits, and a word holds 64 of them without holes. Where there are more, the outer
//! lines, those with the most placements, number the words instead.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::bits::Bmi2;
use super::bits::{BitMethod, Deposit, ones};
use super::family::MAX_SIDE;
use super::leading::{Leading, NONE};
use super::lines::CHANGES;
use super::orientation::Orientation;

/// Bits of a word.
const BITS: u64 = 64;

/// One step of a vehicle between words.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WordEdge {
    /// The word after the step forward, and the word whose step forward leads to this one.
    pub(super) to: u32,
    pub(super) from: u32,
}

/// The states of a word that allow a vehicle's step forward, before and after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StepMasks {
    pub(super) before: u64,
    pub(super) after: u64,
}

/// Moves within a word: from the states of a mask to the states `by` bits further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shift {
    pub(super) slide: u64,
    pub(super) step: u64,
    pub(super) reach: u64,
    pub(super) by: u32,
}

/// 64 states or fewer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StateWord {
    /// Its states.
    pub(super) full: u64,
    /// Its states that the search has not reached, and those that are new on the next level.
    pub(super) open: u64,
    pub(super) next: u64,
    /// Its states in known components, and those in the current one.
    pub(super) seen: u64,
    pub(super) part: u64,
    /// The vehicles that can step forward and back, a bit each.
    pub(super) forward: u32,
    pub(super) back: u32,
    pub(super) shifts: (u32, u32),
    /// The index in `places` of its leading placement.
    pub(super) place: u32,
}

/// One placement of the leading lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeadingPlacement {
    /// Its number in `Leading`.
    pub(super) placement: u32,
    /// Its first word, and how many it has: the placements of the outer lines.
    pub(super) first: u32,
    pub(super) words: u32,
    /// The cells that are blocked in each following line.
    pub(super) pattern: [u8; MAX_SIDE],
    pub(super) radix: [u8; MAX_SIDE],
    /// The weight of a line's digit in the word; 0 for an outer line.
    pub(super) stride: [u8; MAX_SIDE],
}

/// All states of an assignment.
#[derive(Debug, Default)]
pub(super) struct Words {
    pub(super) kinds: [u16; MAX_SIDE],
    pub(super) places: Vec<LeadingPlacement>,
    pub(super) all: Vec<StateWord>,
    /// The words with solved states, and these states.
    pub(super) solved: Vec<(u32, u64)>,
    /// The moves within words, for each leading placement.
    pub(super) shifts: Vec<Shift>,
    /// By word and vehicle.
    pub(super) edges: Vec<WordEdge>,
    /// By leading placement and vehicle: the same for all of its words.
    pub(super) masks: Vec<StepMasks>,
    /// The number of vehicles whose moves lead from word to word, and those whose moves lead from
    /// solved states to others, as bits: the target if its row leads.
    pub(super) movers: usize,
    pub(super) first_movers: u32,
    pub(super) states: u64,
    /// Following lines that number words.
    pub(super) outer: Vec<usize>,
    /// By placement of the leading lines: its index in `places`, or `NONE`.
    pub(super) index: Vec<u32>,
}

/// An assignment while its words are set up.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) orientation: &'a Orientation,
    pub(super) leading: &'a Leading,
    pub(super) kinds: &'a [u16; MAX_SIDE],
}

impl Words {
    /// Set up an assignment in the buffers of the previous one.
    pub(super) fn set(&mut self, plan: Plan<'_>, placements: &[u32], method: BitMethod) {
        match method {
            BitMethod::Portable(portable) => self.set_with(plan, placements, portable),
            // SAFETY: `BitMethod::best` has detected the instructions.
            #[cfg(target_arch = "x86_64")]
            BitMethod::Bmi2(bmi2) => unsafe { self.set_bmi2(plan, placements, bmi2) },
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi2,popcnt")]
    fn set_bmi2(&mut self, plan: Plan<'_>, placements: &[u32], deposit: Bmi2) {
        self.set_with(plan, placements, deposit);
    }

    #[inline(always)]
    fn set_with(&mut self, plan: Plan<'_>, placements: &[u32], deposit: impl Deposit) {
        self.kinds = *plan.kinds;
        self.first_movers = plan.leading.target.map_or(0, |target| 1 << target);
        let largest = self.set_places(plan, placements);
        self.outer.clear();
        if largest > BITS {
            self.choose_outer(plan.orientation);
        }
        self.number(plan.orientation);
        self.set_words(plan, deposit);
        self.set_edges(plan, deposit);
        for placement in placements {
            self.index[*placement as usize] = NONE;
        }
    }

    /// List the places; returns the most states of one of them.
    #[inline(always)]
    fn set_places(&mut self, plan: Plan<'_>, placements: &[u32]) -> u64 {
        self.index.resize(self.index.len().max(plan.leading.len()), NONE);
        self.places.clear();
        self.states = 0;
        let mut largest = 0;
        for (number, placement) in placements.iter().enumerate() {
            let pattern = plan.leading.patterns[*placement as usize];
            let mut place =
                LeadingPlacement { placement: *placement, pattern, ..LeadingPlacement::default() };
            let mut states = 1;
            for (line, blocked) in pattern.iter().enumerate().take(plan.orientation.following()) {
                place.radix[line] = plan.orientation.follow.radix(plan.kinds[line], *blocked);
                states *= u64::from(place.radix[line]);
            }
            self.states += states;
            largest = largest.max(states);
            self.index[*placement as usize] = small(number);
            self.places.push(place);
        }
        largest
    }

    /// Choose the outer lines, so that the states of the others fit a word: as few lines as possible,
    /// and among those choices the one with the fewest words.
    fn choose_outer(&mut self, orientation: &Orientation) {
        let lines = orientation.following();
        let target = if orientation.rows_lead { 0 } else { 1 << orientation.family.exit_row };
        let (mut best, mut most) = (0_u32, u64::MAX);
        for count in 1..=orientation.following() {
            let sets = (1..1_u32 << lines).filter(|set| set & target == 0);
            for set in sets.filter(|set| set.count_ones() as usize == count) {
                if let Some(words) = self.words_of(set, lines, most) {
                    (best, most) = (set, words);
                }
            }
            if best != 0 {
                break;
            }
        }
        self.outer.extend((0..lines).filter(|line| best >> line & 1 == 1));
    }

    /// How many words there are if the lines of `set` are outer; `None` if the states of the others do
    /// not fit a word, or if there are `most` words or more.
    fn words_of(&self, set: u32, lines: usize, most: u64) -> Option<u64> {
        let mut words = 0;
        for place in &self.places {
            let (mut states, mut outer) = (1, 1);
            for (line, radix) in place.radix.iter().enumerate().take(lines) {
                let product = if set >> line & 1 == 1 { &mut outer } else { &mut states };
                *product *= u64::from(*radix);
            }
            words += outer;
            if states > BITS || words >= most {
                return None;
            }
        }
        Some(words)
    }

    /// Number the words, and set the weights of the digits: the last line weighs most.
    #[inline(always)]
    fn number(&mut self, orientation: &Orientation) {
        let mut first = 0;
        let outer = self.outer.iter().fold(0_u32, |set, line| set | 1 << line);
        for place in &mut self.places {
            (place.first, place.words) = (first, 1);
            let mut stride = 1;
            for line in 0..orientation.following().min(MAX_SIDE) {
                let radix = place.radix[line];
                if outer >> line & 1 == 1 {
                    place.words *= u32::from(radix);
                } else {
                    place.stride[line] = stride;
                    stride *= radix;
                }
            }
            first += place.words;
        }
    }

    #[inline(always)]
    fn set_words(&mut self, plan: Plan<'_>, deposit: impl Deposit) {
        self.all.clear();
        self.shifts.clear();
        self.solved.clear();
        for number in 0..self.places.len() {
            let place = self.places[number];
            let begin = self.shifts.len();
            self.add_shifts(plan, &place, deposit);
            let states: u32 = (0..plan.orientation.following().min(MAX_SIDE))
                .map(|line| if place.stride[line] == 0 { 1 } else { place.radix[line].into() })
                .product();
            let word = StateWord {
                full: ones(states),
                shifts: (small(begin), small(self.shifts.len())),
                place: small(number),
                ..StateWord::default()
            };
            let solved = solved_of(plan, &place, deposit) & word.full;
            if solved != 0 {
                self.solved.extend((0..place.words).map(|word| (place.first + word, solved)));
            }
            self.all.extend((0..place.words).map(|_| word));
        }
    }

    #[inline(always)]
    fn add_shifts(&mut self, plan: Plan<'_>, place: &LeadingPlacement, deposit: impl Deposit) {
        for line in
            (0..plan.orientation.following().min(MAX_SIDE)).filter(|line| place.stride[*line] != 0)
        {
            let digit = plan.orientation.follow.digit(plan.kinds[line], place.pattern[line]);
            let (radix, stride) = (place.radix[line], place.stride[line]);
            let mut changes = digit.changes;
            while changes != 0 {
                let by = changes.trailing_zeros() as usize & (CHANGES - 1);
                changes &= changes - 1;
                self.shifts.push(Shift {
                    slide: deposit.spread(digit.slide[by], radix, stride),
                    step: deposit.spread(digit.step[by], radix, stride),
                    reach: deposit.spread(digit.reach[by], radix, stride),
                    by: small(by) * u32::from(stride),
                });
            }
        }
    }

    /// The moves within a word.
    #[inline]
    pub(super) fn range(word: &StateWord) -> Range<usize> {
        word.shifts.0 as usize..word.shifts.1 as usize
    }
}

/// The solved states of each word of a leading placement; bits beyond its states may be set.
#[inline(always)]
fn solved_of(plan: Plan<'_>, place: &LeadingPlacement, deposit: impl Deposit) -> u64 {
    if !plan.leading.may_be_solved[place.placement as usize] {
        return 0;
    }
    if plan.orientation.rows_lead {
        return !0;
    }
    let line = plan.orientation.family.exit_row;
    let digit = plan.orientation.follow.digit(plan.kinds[line], place.pattern[line]);
    let kind = plan.orientation.follow.get(plan.kinds[line]);
    let is_solved = |rank: &u8| kind.is_solved(usize::from(digit.placement[usize::from(*rank)]));
    let ranks = (0..place.radix[line]).filter(is_solved).fold(0, |ranks, rank| ranks | 1 << rank);
    deposit.spread(ranks, place.radix[line], place.stride[line])
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 words")
}
