//! How a state is written: the number of its block, and its bit in that block.

use super::STATES;
use super::inner::InnerVehicles;
use crate::board::{Goal, Metric, Move};
use crate::state::{Key, StateSpace, cells_ahead};

/// The most values of a field.
const VALUES: u64 = 256;

/// The blocks of a space.
#[derive(Clone, Debug)]
pub(super) struct BlockLayout {
    pub(super) inner: InnerVehicles,
    digits: Vec<Digits>,
    /// For each bit what the inner vehicles add to a key.
    inner_keys: Vec<u64>,
    fields: Vec<Field>,
    /// For each outer vehicle the states in which no inner vehicle is in the way from one place to another:
    /// for all places to go to from the first one, then from the next one.
    ways: Vec<Vec<u64>>,
    /// For each place of an outer target the states that may be solved, as far as the inner vehicles know;
    /// a single set for an inner target.
    solved: Vec<u64>,
    target: usize,
}

/// The digits of a vehicle in a key and in the number of a block.
#[derive(Clone, Copy, Debug)]
struct Digits {
    key: PlaceDigit,
    number: PlaceDigit,
    /// What one place adds to a number, and to a bit.
    units: (u64, u64),
}

#[derive(Clone, Copy, Debug)]
struct PlaceDigit {
    unit: u64,
    radix: u64,
    /// The digit's lowest bit, if all radices are powers of two.
    shift: Option<u32>,
}

impl PlaceDigit {
    fn of(space: &StateSpace<'_>, vehicle: usize) -> PlaceDigit {
        let (unit, radix) = (space.unit(vehicle), space.radix(vehicle));
        PlaceDigit { unit, radix, shift: space.is_binary().then(|| unit.ilog2()) }
    }

    /// Its value in a number.
    #[inline]
    fn value(self, number: u64) -> u64 {
        match self.shift {
            Some(shift) => number >> shift & (self.radix - 1),
            None => number / self.unit % self.radix,
        }
    }
}

/// Neighbouring digits of a number that are read as one.
#[derive(Clone, Debug)]
struct Field {
    digit: PlaceDigit,
    /// For each value the states in which no inner vehicle overlaps these vehicles.
    beside: Vec<u64>,
}

impl BlockLayout {
    /// For a space with compact keys, and the same space without the inner vehicles.
    pub(super) fn new(
        space: &StateSpace<'_>,
        outer: &StateSpace<'_>,
        inner: InnerVehicles,
    ) -> BlockLayout {
        let digits = (0..space.vehicles().len()).map(|vehicle| {
            let (key, number) = (PlaceDigit::of(space, vehicle), PlaceDigit::of(outer, vehicle));
            let inner = inner.list.iter().find(|inner| inner.vehicle == vehicle);
            let units = inner.map_or((number.unit, 0), |inner| (0, inner.stride));
            Digits { key, number, units }
        });
        let digits: Vec<Digits> = digits.collect();
        let inner_key = |bit: u64| {
            let keys = inner.list.iter();
            keys.map(|inner| digits[inner.vehicle].key.unit * inner.place(bit)).sum()
        };
        let outer = OuterVehicles { space: outer, inner: &inner };
        BlockLayout {
            inner_keys: (0..STATES).map(inner_key).collect(),
            fields: outer.fields(),
            ways: (0..digits.len()).map(|vehicle| outer.ways(vehicle)).collect(),
            solved: outer.solved(),
            target: space.board().target(),
            digits,
            inner,
        }
    }

    /// The number of the block of a key, and the bit of its state.
    pub(super) fn locate(&self, key: Key<1>) -> (u64, u64) {
        let (mut rest, mut located) = (key.0[0], (0, 0));
        for Digits { key, units, .. } in &self.digits {
            let (quotient, place) = (rest / key.radix, rest % key.radix);
            located = (located.0 + units.0 * place, located.1 + units.1 * place);
            rest = quotient;
        }
        located
    }

    /// The keys of some states of a block.
    pub(super) fn keys(&self, number: u64, states: u64) -> impl Iterator<Item = Key<1>> {
        let digits = self.digits.iter();
        let key: u64 = digits.map(|digits| digits.key.unit * digits.number.value(number)).sum();
        bits(states).map(move |bit| Key([key + self.inner_keys[bit]]))
    }

    /// The states of a block in which no vehicles overlap.
    #[inline]
    pub(super) fn valid(&self, number: u64) -> u64 {
        let fields = self.fields.iter();
        fields.fold(u64::MAX, |valid, field| valid & field.beside[index(field.digit.value(number))])
    }

    /// The states of a block in which no inner vehicle is in the way of a move.
    #[inline]
    pub(super) fn way(&self, number: u64, step: Move) -> u64 {
        let vehicle = step.vehicle.index();
        let digit = self.digits[vehicle].number;
        let from = digit.value(number);
        let to = from.wrapping_add_signed(step.cells.into());
        self.ways[vehicle][index(from * digit.radix + to)]
    }

    /// The states that moves of an inner target lead to, and the states themselves.
    pub(super) fn leave(&self, states: u64, valid: u64, metric: Metric) -> u64 {
        let target = self.inner.list.iter().find(|inner| inner.vehicle == self.target);
        target.map_or(states, |target| target.spread(states, valid, metric))
    }

    /// The states of a block that may be solved; for a clear road the outer vehicles decide.
    pub(super) fn solved(&self, number: u64) -> u64 {
        self.solved[index(self.digits[self.target].number.value(number))]
    }
}

/// The bits of a word that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        let is_set = word != 0;
        word &= word.wrapping_sub(1);
        is_set.then_some(bit)
    })
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("in a table")
}

/// Computes what the outer vehicles leave free.
struct OuterVehicles<'a> {
    space: &'a StateSpace<'a>,
    inner: &'a InnerVehicles,
}

impl OuterVehicles<'_> {
    /// The states in which no inner vehicle overlaps a vehicle, for each value of its digit.
    fn beside(&self, vehicle: usize) -> Vec<u64> {
        let interval = self.space.intervals()[vehicle];
        let beside = self.coordinates(vehicle).map(|at| {
            let mut lines = vec![0; self.space.lines().len()];
            interval.toggle(&mut lines, at, interval.length);
            self.inner.beside(&lines)
        });
        beside.collect()
    }

    /// The coordinate of each value of a vehicle's digit, which may have more values than there are places.
    fn coordinates(&self, vehicle: usize) -> impl Iterator<Item = u8> {
        let interval = self.space.intervals()[vehicle];
        let places = 0..self.space.radix(vehicle).to_le_bytes()[0];
        places.map(move |place| (interval.low + place).min(interval.high))
    }

    /// All fields, from the lowest digit to the highest. Walls need none, since intervals end at walls.
    fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for vehicle in 0..self.space.vehicles().len() {
            let (digit, beside) = (PlaceDigit::of(self.space, vehicle), self.beside(vehicle));
            match fields.last_mut().filter(|field| field.digit.radix * digit.radix <= VALUES) {
                Some(field) => {
                    field.digit.radix *= digit.radix;
                    let lower = std::mem::take(&mut field.beside);
                    let both = |one| lower.iter().map(move |other| one & other);
                    field.beside = beside.iter().flat_map(both).collect();
                }
                None => fields.push(Field { digit, beside }),
            }
        }
        fields
    }

    /// The states in which no inner vehicle is in the way of a vehicle, from each place to each other.
    fn ways(&self, vehicle: usize) -> Vec<u64> {
        let beside = self.beside(vehicle);
        let places = 0..beside.len();
        let ways = places.clone().flat_map(|from| places.clone().map(move |to| (from, to)));
        let ways = ways.map(|(from, to)| {
            let swept = &beside[from.min(to)..=from.max(to)];
            swept.iter().fold(u64::MAX, |states, beside| states & beside)
        });
        ways.collect()
    }

    /// The states that may be solved for each place of the target.
    fn solved(&self) -> Vec<u64> {
        let board = self.space.board();
        let at = self.coordinates(board.target());
        if self.space.goal() == Goal::Clear {
            let (interval, side) = (self.space.intervals()[board.target()], board.exit().side);
            let road = |at| cells_ahead(u64::MAX, at, at + interval.length, side.is_forward());
            return at.map(|at| self.inner.beside_in(interval.line, road(at))).collect();
        }
        let target = self.inner.list.iter().find(|inner| inner.vehicle == board.target());
        match target {
            Some(inner) => vec![inner.states_at(|at| self.space.is_finished(at))],
            None => at.map(|at| if self.space.is_finished(at) { u64::MAX } else { 0 }).collect(),
        }
    }
}
