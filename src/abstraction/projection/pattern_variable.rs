//! The variables of a pattern, and the layout of their keys.

use super::landmark::{Landmark, StaticAnalysis};
use crate::board::MAX_VEHICLES;
use crate::state::{Interval, Key, StateSpace};

/// The bits of a key's first word that are free for tags in hash maps.
pub(crate) const TAG_BITS: u32 = 16;

/// The index of a variable in its pattern, in the order in which the projection was given its
/// vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct PatternVar(u8);

impl PatternVar {
    /// The index of no variable, for the sentinels of searches.
    pub(super) const NONE: PatternVar = PatternVar(u8::MAX);

    #[inline]
    pub(crate) fn new(index: usize) -> PatternVar {
        debug_assert!(index < MAX_VEHICLES, "expected the index of a variable, found {index}");
        PatternVar(index.to_le_bytes()[0])
    }

    /// The index, for lists with an item for each variable of the pattern.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

/// The bits of a variable in a key: its place, and whether its landmark is passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct VariableBits {
    pub(super) word: usize,
    pub(super) shift: u32,
    pub(super) mask: u64,
    /// The bit that is set if the landmark is passed; 0 without a landmark.
    pub(super) passed: u64,
}

/// A vehicle of the pattern: its interval within the static ranges, and its neighbours in the
/// pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternVariable {
    pub(super) vehicle: usize,
    pub(super) interval: Interval,
    pub(super) landmark: Option<Landmark>,
    pub(super) field: VariableBits,
    /// The nearest variables of the same line, and the least distance of the first cells. Vehicles
    /// outside the pattern that stand between them count.
    pub(super) before: Option<(usize, u8)>,
    pub(super) after: Option<(usize, u8)>,
    /// Its rank in commutativity pruning: by line, then along the line.
    pub(super) rank: usize,
}

impl PatternVariable {
    /// The variable of a vehicle, in the lowest free bits of a key, which begin at `(word, shift)`.
    fn new(
        space: &StateSpace<'_>,
        analysis: &StaticAnalysis,
        vehicle: usize,
        free: &mut (usize, u32),
    ) -> PatternVariable {
        let ((low, high), landmark) = (analysis.range(vehicle), analysis.landmark(vehicle));
        let width = u8::BITS - (high - low).leading_zeros();
        let needed = width + u32::from(landmark.is_some());
        if free.1 + needed > word_bits(free.0) {
            *free = (free.0 + 1, 0);
        }
        let (word, shift) = if needed == 0 { (0, 0) } else { *free };
        free.1 += needed;
        let passed = if landmark.is_some() { 1 << (shift + width) } else { 0 };
        let field = VariableBits { word, shift, mask: (1 << width) - 1, passed };
        let interval = Interval { low, high, ..space.intervals()[vehicle] };
        PatternVariable { vehicle, interval, landmark, field, before: None, after: None, rank: 0 }
    }

    /// The coordinate in the state of a key.
    pub(super) fn at<const W: usize>(&self, key: &Key<W>) -> u8 {
        let place = key.0[self.field.word] >> self.field.shift & self.field.mask;
        self.interval.low + place.to_le_bytes()[0]
    }

    pub(super) fn is_passed<const W: usize>(&self, key: &Key<W>) -> bool {
        key.0[self.field.word] & self.field.passed != 0
    }

    /// The landmark cost in the state of a key.
    pub(super) fn landmark_cost<const W: usize>(&self, key: &Key<W>) -> u16 {
        match self.landmark {
            Some(landmark) if !self.is_passed(key) => landmark.landmark_cost(self.at(key)),
            _ => 0,
        }
    }

    /// The key with this variable at another coordinate. A landmark that was passed or is passed
    /// there counts as passed.
    pub(super) fn moved<const W: usize>(&self, key: &Key<W>, at: u8) -> Key<W> {
        let mut next = self.placed(key, at);
        if self.landmark.is_some_and(|landmark| landmark.is_passed_at(at)) {
            next.0[self.field.word] |= self.field.passed;
        }
        next
    }

    /// The key with this variable at another coordinate and the landmark unchanged.
    pub(super) fn placed<const W: usize>(&self, key: &Key<W>, at: u8) -> Key<W> {
        let VariableBits { word, shift, mask, .. } = self.field;
        let mut next = *key;
        next.0[word] = next.0[word] & !(mask << shift) | u64::from(at - self.interval.low) << shift;
        next
    }
}

/// The bits of a word of a key that fields may use.
fn word_bits(word: usize) -> u32 {
    if word == 0 { u64::BITS - TAG_BITS } else { u64::BITS }
}

/// The variables of these vehicles, in this order, and the number of words of a key. The key of a
/// pattern begins with the key of each shorter pattern.
pub(super) fn all(
    space: &StateSpace<'_>,
    analysis: &StaticAnalysis,
    vehicles: &[usize],
) -> (Vec<PatternVariable>, usize) {
    let mut free = (0, 0);
    let variables =
        vehicles.iter().map(|&vehicle| PatternVariable::new(space, analysis, vehicle, &mut free));
    let mut variables: Vec<PatternVariable> = variables.collect();
    join(space, vehicles, &mut variables);
    (variables, free.0 + 1)
}

/// Rank the variables line by line, and link neighbours.
fn join(space: &StateSpace<'_>, vehicles: &[usize], variables: &mut [PatternVariable]) {
    let mut numbers = vec![None; space.vehicles().len()];
    for (number, &vehicle) in vehicles.iter().enumerate() {
        numbers[vehicle] = Some(number);
    }
    let mut rank = 0;
    for line in space.lines() {
        let mut last: Option<(usize, u8)> = None;
        for &vehicle in line {
            let length = space.vehicles()[vehicle].length;
            let Some(number) = numbers[vehicle] else {
                last = last.map(|(before, apart)| (before, apart + length));
                continue;
            };
            (variables[number].before, variables[number].rank) = (last, rank);
            if let Some((before, apart)) = last {
                variables[before].after = Some((number, apart));
            }
            (last, rank) = (Some((number, length)), rank + 1);
        }
    }
}
