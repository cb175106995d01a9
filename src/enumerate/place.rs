//! Places: one placement of the leading lines, and how its states are cut into words.
//!
//! A state's number has a digit for each following line, and the last line weighs most. The *low*
//! lines are the first ones whose placements together fit a word. The ranks of the next line, the
//! *split* one, are cut into *runs* that fit beside them. Each run, for each choice of the ranks of the
//! other lines, the *high* ones, is a word. A place of at most 64 states is one word.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

use std::cmp::Ordering;
use std::ops::Range;

use super::bits::{Deposit, ones};
use super::family::MAX_SIDE;
use super::leading::Leading;
use super::lines::{LineDigit, Orientation};

/// Bits of a word.
const BITS: u8 = 64;

/// One placement of the leading lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// Its number in `Leading`.
    pub(super) placement: u32,
    /// Its first word, and how many it has.
    pub(super) first: u32,
    pub(super) words: u32,
    /// The cells that are blocked in each following line.
    pub(super) pattern: [u8; MAX_SIDE],
    /// The placements of each following line.
    pub(super) radix: [u8; MAX_SIDE],
    /// The weight of the digit of a low line or of the split one.
    pub(super) stride: [u8; MAX_SIDE],
    /// The states of the low lines.
    low: u8,
    /// The split line, or the number of following lines if all are low.
    pub(super) split: u8,
    /// The ranks of the split line in a run, of which the last may have fewer, and the number of runs.
    pub(super) run: u8,
    pub(super) runs: u8,
    lines: u8,
}

impl Place {
    /// A place whose words are not numbered yet.
    #[inline(always)]
    pub(super) fn new(
        orientation: &Orientation,
        kinds: &[u16; MAX_SIDE],
        placement: u32,
        pattern: [u8; MAX_SIDE],
    ) -> Place {
        let lines = line_number(orientation.following());
        let mut place = Place {
            placement,
            pattern,
            words: 1,
            low: 1,
            split: lines,
            runs: 1,
            lines,
            ..Place::default()
        };
        for line in 0..orientation.following().min(MAX_SIDE) {
            let radix = orientation.follow.radix(kinds[line], pattern[line]);
            place.radix[line] = radix;
            if place.split < lines {
                place.words *= u32::from(radix);
                continue;
            }
            place.stride[line] = place.low;
            match place.low.checked_mul(radix).filter(|states| *states <= BITS) {
                Some(states) => place.low = states,
                None => place.cut(line),
            }
        }
        place
    }

    /// Cut the ranks of a line into runs of almost the same length.
    #[inline(always)]
    fn cut(&mut self, line: usize) {
        let radix = self.radix[line];
        self.split = line_number(line);
        self.run = radix.div_ceil(radix.div_ceil(BITS / self.low));
        self.runs = radix.div_ceil(self.run);
        self.words = self.runs.into();
    }

    #[inline]
    pub(super) fn words(&self) -> Range<usize> {
        self.first as usize..(self.first + self.words) as usize
    }

    #[inline]
    pub(super) fn states(&self) -> u64 {
        self.radix.iter().take(self.lines.into()).map(|radix| u64::from(*radix)).product()
    }

    /// The states of the words with a run.
    #[inline(always)]
    pub(super) fn full(&self, run: u8) -> u64 {
        if self.words == 1 {
            return ones(self.low.into());
        }
        let left = self.radix[usize::from(self.split)] - run * self.run;
        ones(u32::from(left.min(self.run)) * u32::from(self.low))
    }

    /// The ranks of the split line in a run, as bits; in the last run, bits beyond the radix may be set.
    #[inline(always)]
    pub(super) fn ranks(&self, run: u8) -> u64 {
        ones(self.run.into()) << (run * self.run)
    }

    /// The states whose digit of a low line has one of these ranks; bits beyond may be set.
    #[inline(always)]
    pub(super) fn low_mask(&self, line: usize, ranks: u32, deposit: impl Deposit) -> u64 {
        deposit.spread(ranks.into(), self.radix[line], self.stride[line])
    }

    /// For each word of the place the states whose digit of a line has one of these ranks.
    #[inline(always)]
    pub(super) fn masks(
        &self,
        (line, ranks): (usize, u32),
        words: &[StateWord],
        deposit: impl Deposit,
        masks: &mut Vec<u64>,
    ) {
        masks.clear();
        if line < usize::from(self.split) {
            let mask = self.low_mask(line, ranks, deposit);
            return masks.extend(words.iter().map(|word| word.full & mask));
        }
        masks.extend(words.iter().map(|word| word.full));
        if line == usize::from(self.split) {
            for run in 0..self.runs {
                let ranks = (u64::from(ranks) & self.ranks(run)) >> (run * self.run);
                let mask = deposit.blocks(ranks, self.low);
                masks
                    .iter_mut()
                    .skip(run.into())
                    .step_by(self.runs.into())
                    .for_each(|m| *m &= mask);
            }
        } else {
            let of_ranks = masks.chunks_exact_mut(self.unit(line) as usize);
            for (masks, rank) in of_ranks.zip((0..self.radix[line]).cycle()) {
                if ranks >> rank & 1 == 0 {
                    masks.fill(0);
                }
            }
        }
    }

    /// How many words lie between neighbouring ranks of a high line.
    #[inline(always)]
    pub(super) fn unit(&self, line: usize) -> u32 {
        let between = &self.radix[usize::from(self.split) + 1..line];
        between.iter().fold(self.runs.into(), |unit, radix| unit * u32::from(*radix))
    }

    /// The high lines.
    #[inline(always)]
    pub(super) fn high(&self) -> Range<usize> {
        usize::from(self.split) + 1..self.lines.into()
    }

    /// Go on to the next ranks of the high lines.
    #[inline(always)]
    pub(super) fn next_ranks(&self, ranks: &mut [u8; MAX_SIDE]) {
        for line in self.high() {
            ranks[line] += 1;
            if ranks[line] < self.radix[line] {
                return;
            }
            ranks[line] = 0;
        }
    }

    /// The state with another rank of a line: its word, counted from the first of the place, and its bit.
    pub(super) fn with_rank(&self, line: usize, rank: u32, (word, bit): (u32, u32)) -> (u32, u32) {
        let old = self.rank(line, word, bit);
        match line.cmp(&self.split.into()) {
            Ordering::Less => {
                let stride = u32::from(self.stride[line]);
                (word, bit + rank * stride - old * stride)
            }
            Ordering::Equal => {
                let (run, low) = (u32::from(self.run), u32::from(self.low));
                (word + rank / run - old / run, bit + rank % run * low - old % run * low)
            }
            Ordering::Greater => {
                let unit = self.unit(line);
                (word + rank * unit - old * unit, bit)
            }
        }
    }

    /// The rank of a line in a state: its bit and its word, which is counted from the first of the place.
    pub(super) fn rank(&self, line: usize, word: u32, bit: u32) -> u32 {
        let radix = u32::from(self.radix[line]);
        match line.cmp(&self.split.into()) {
            Ordering::Less => bit / u32::from(self.stride[line]) % radix,
            Ordering::Equal => {
                word % u32::from(self.runs) * u32::from(self.run) + bit / u32::from(self.low)
            }
            Ordering::Greater => word / self.unit(line) % radix,
        }
    }
}

fn line_number(line: usize) -> u8 {
    u8::try_from(line).expect("few lines")
}

// The states of a place as words, and what sets them up.

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
    pub(super) movers: Movers,
    /// The moves of the following lines.
    pub(super) moves: WordMoves,
}

/// The leading vehicles that can step forward and back, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Movers {
    pub(super) forward: u32,
    pub(super) back: u32,
}

impl Movers {
    #[inline(always)]
    pub(super) fn of<const FORWARD: bool>(self) -> u32 {
        if FORWARD { self.forward } else { self.back }
    }
}

/// The moves of a word: for shifts, links and jumps the first one, and how many there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WordMoves {
    first: [u32; 3],
    count: [u8; 3],
}

impl WordMoves {
    #[inline(always)]
    pub(super) fn of<'a, T>(&self, sort: usize, all: &'a [T]) -> &'a [T] {
        let first = self.first[sort] as usize;
        &all[first..first + usize::from(self.count[sort])]
    }

    pub(super) fn set(&mut self, sort: usize, moves: &Range<usize>) {
        self.first[sort] = u32::try_from(moves.start).expect("fewer than 2^32 moves");
        self.count[sort] = u8::try_from(moves.len()).expect("few moves of a word");
    }
}

/// An assignment while its words are set up.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) orientation: &'a Orientation,
    pub(super) leading: &'a Leading,
    pub(super) kinds: &'a [u16; MAX_SIDE],
}

impl Plan<'_> {
    /// The legal placements of a following line.
    #[inline]
    pub(super) fn digit(&self, place: &Place, line: usize) -> &LineDigit {
        self.orientation.follow.digit(self.kinds[line], place.pattern[line])
    }

    /// The ranks of the target's row, which follows, in which the target stands at the exit.
    pub(super) fn solved_ranks(&self, place: &Place) -> u32 {
        let line = self.orientation.family.exit_row;
        let (digit, kind) =
            (self.digit(place, line), self.orientation.follow.get(self.kinds[line]));
        (0..place.radix[line])
            .filter(|rank| kind.is_solved(digit.placement[usize::from(*rank)].into()))
            .fold(0, |ranks, rank| ranks | 1 << rank)
    }
}

/// The number of a word; panics from 2^31 on.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).ok().filter(|number| *number < 1 << 31).expect("fewer than 2^31 words")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enumerate::family::{FamilyRequest, Rules};

    /// Every state of a place with low lines, a split one and high ones.
    #[test]
    fn a_rank_can_be_changed_alone() {
        let request = FamilyRequest {
            rows: 6,
            cols: 6,
            exit_row: 2,
            lengths: vec![2, 3],
            walls: (0, 0),
            rules: Rules::Fogleman,
        };
        let family = request.check().expect("a family");
        let orientation = Orientation::new(&family, true).expect("few choices");
        let kind = |placements: usize| {
            let is = |kind: &&u16| orientation.follow.get(**kind).placements.len() == placements;
            *orientation.follow.choices(false).iter().find(is).expect("a type")
        };
        let kinds = [kind(5), kind(4), kind(6), kind(3), kind(5), kind(4), 0, 0];
        let place = Place::new(&orientation, &kinds, 0, [0; MAX_SIDE]);
        assert!(place.runs > 1 && place.high().len() > 1);
        let ranks = |(word, bit)| [0, 1, 2, 3, 4, 5].map(|line| place.rank(line, word, bit));
        for word in 0..place.words {
            let full = place.full(line_number((word % u32::from(place.runs)) as usize));
            for bit in (0..64).filter(|bit| full >> bit & 1 == 1) {
                for line in 0..6 {
                    for rank in 0..u32::from(place.radix[line]) {
                        let mut expected = ranks((word, bit));
                        expected[line] = rank;
                        assert_eq!(ranks(place.with_rank(line, rank, (word, bit))), expected);
                    }
                }
            }
        }
    }
}
