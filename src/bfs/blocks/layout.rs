//! How a state is written: the number of its block, and its bit in that block.

use super::STATES;
use crate::bfs::Origin;
use crate::board::{Goal, Metric, Move};
use crate::random::SplitMix;
use crate::state::commute::{GOAL, NO_MOVE};
use crate::state::{Edge, Interval, Key, Position, StateSpace, Successors, cells_ahead};

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

// The inner vehicles: which ones they are, and what they cover in each state of a block.

/// A vehicle whose place is a digit of the bit of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct InnerVehicle {
    pub(super) vehicle: usize,
    interval: Interval,
    pub(super) places: u64,
    /// The bits from one place to the next.
    pub(super) stride: u64,
    /// The states with the vehicle at its first place, and at its last one.
    first: u64,
    last: u64,
}

impl InnerVehicle {
    fn new(space: &StateSpace<'_>, vehicle: usize, stride: u64) -> InnerVehicle {
        let (interval, places) = (space.intervals()[vehicle], space.radix(vehicle));
        let inner = InnerVehicle { vehicle, interval, places, stride, first: 0, last: 0 };
        let first = inner.states_at(|at| at == interval.low);
        InnerVehicle { first, last: inner.states_at(|at| at == interval.high), ..inner }
    }

    /// The states with the vehicle at some of its coordinates.
    pub(super) fn states_at(&self, is_one: impl Fn(u8) -> bool) -> u64 {
        let at = |bit: &u64| self.interval.low + self.place(*bit).to_le_bytes()[0];
        (0..STATES).filter(|bit| is_one(at(bit))).fold(0, |states, bit| states | 1 << bit)
    }

    /// Its place in a state.
    pub(super) fn place(&self, bit: u64) -> u64 {
        bit / self.stride % self.places
    }

    /// The states that its moves lead to, among the valid ones, and the states themselves.
    #[inline]
    pub(super) fn spread(&self, states: u64, valid: u64, metric: Metric) -> u64 {
        let most = if metric == Metric::Step { 1 } else { self.places - 1 };
        let (mut back, mut forth, mut all) = (states, states, states);
        for _ in 0..most {
            forth = (forth & !self.last) << self.stride & valid;
            back = (back & !self.first) >> self.stride & valid;
            if forth | back == 0 {
                break;
            }
            all |= forth | back;
        }
        all
    }
}

/// The inner vehicles of a space.
#[derive(Clone, Debug)]
pub(super) struct InnerVehicles {
    pub(super) list: Vec<InnerVehicle>,
    /// The states in which they do not overlap, with the cells of each line that they cover.
    covered: Vec<(u64, Vec<u64>)>,
}

impl InnerVehicles {
    /// Those that fill a block with the most states, as far as a random walk of so many moves tells.
    pub(super) fn choose(space: &StateSpace<'_>, walk: usize) -> InnerVehicles {
        let mut states = 1;
        let vehicles = freest(space, walk).into_iter().map(|vehicle| {
            let inner = InnerVehicle::new(space, vehicle, states);
            states *= inner.places;
            inner
        });
        let list: Vec<InnerVehicle> = vehicles.collect();
        let covered = |bit| Some((bit, covered(&list, space.lines().len(), bit)?));
        InnerVehicles { covered: (0..states).filter_map(covered).collect(), list }
    }

    pub(super) fn vehicles(&self) -> Vec<usize> {
        self.list.iter().map(|inner| inner.vehicle).collect()
    }

    /// The states in which they overlap neither each other nor these cells of all lines.
    pub(super) fn beside(&self, lines: &[u64]) -> u64 {
        self.states(|covered| covered.iter().zip(lines).all(|(one, other)| one & other == 0))
    }

    /// The states in which they do not overlap each other, nor these cells of a line.
    pub(super) fn beside_in(&self, line: usize, cells: u64) -> u64 {
        self.states(|covered| covered[line] & cells == 0)
    }

    fn states(&self, is_one: impl Fn(&[u64]) -> bool) -> u64 {
        let states = self.covered.iter().filter(|(_, covered)| is_one(covered));
        states.fold(0, |states, (bit, _)| states | 1 << bit)
    }

    /// The states that a move of each of these vehicles leads to, among the valid ones, and the states
    /// themselves.
    #[inline]
    pub(super) fn spread(&self, states: u64, valid: u64, metric: Metric) -> u64 {
        self.list.iter().fold(states, |all, inner| all | inner.spread(states, valid, metric))
    }

    /// All states that moves of these vehicles lead to.
    #[inline]
    pub(super) fn flood(&self, mut states: u64, valid: u64) -> u64 {
        loop {
            let before = states;
            for inner in &self.list {
                states = inner.spread(states, valid, Metric::Slide);
            }
            if states == before {
                return states;
            }
        }
    }
}

/// The cells of each line that vehicles cover; `None` if they overlap.
fn covered(list: &[InnerVehicle], lines: usize, bit: u64) -> Option<Vec<u64>> {
    let mut covered = vec![0; lines];
    for inner in list {
        let mut own = vec![0; lines];
        let at = inner.interval.low + inner.place(bit).to_le_bytes()[0];
        inner.interval.toggle(&mut own, at, inner.interval.length);
        for (covered, own) in covered.iter_mut().zip(own) {
            if *covered & own != 0 {
                return None;
            }
            *covered |= own;
        }
    }
    Some(covered)
}

/// Of all choices with at most [`STATES`] placements together, the one with the largest product of places
/// within reach. The target is never chosen if a clear road is the goal, which depends on the other vehicles.
fn freest(space: &StateSpace<'_>, walk: usize) -> Vec<usize> {
    let is_fixed = |vehicle| vehicle == space.board().target() && space.goal() == Goal::Clear;
    let mut best: Vec<Option<(f64, Vec<usize>)>> = vec![None; 1 + index(STATES)];
    best[1] = Some((0.0, Vec::new()));
    for (vehicle, gain) in freedom(space, walk).into_iter().enumerate() {
        let radix = index(space.radix(vehicle));
        if radix == 1 || is_fixed(vehicle) {
            continue;
        }
        for states in (1..=index(STATES) / radix).rev() {
            let Some((sum, chosen)) = best[states].clone() else { continue };
            let other = &mut best[states * radix];
            if other.as_ref().is_none_or(|(most, _)| *most < sum + gain) {
                *other = Some((sum + gain, [chosen, vec![vehicle]].concat()));
            }
        }
    }
    let most = best.into_iter().flatten().max_by(|(one, _), (other, _)| one.total_cmp(other));
    most.map_or(Vec::new(), |(_, chosen)| chosen)
}

/// For each vehicle the logarithm of the harmonic mean of the places within reach, over the states of a
/// random walk. The walk is in a state in proportion to its number of moves, so a visit counts one divided by
/// that number.
fn freedom(space: &StateSpace<'_>, walk: usize) -> Vec<f64> {
    let (mut position, mut random) = (Position::new(space), SplitMix(0));
    let (mut sums, mut total) = (vec![0.0; space.vehicles().len()], 0.0);
    let mut steps = Vec::new();
    for _ in 0..walk {
        steps.clear();
        position.for_each_move(Metric::Slide, |step| steps.push(step));
        if steps.is_empty() {
            break;
        }
        let weight = 1.0 / f64::from(u16::try_from(steps.len()).expect("at most 128 vehicles"));
        total += weight;
        for (vehicle, sum) in sums.iter_mut().enumerate() {
            let (back, forth) = position.free(vehicle);
            *sum += weight / f64::from(1 + back + forth);
        }
        position.apply(steps[random.below(steps.len())]);
    }
    sums.into_iter().map(|sum| -(sum / total).ln()).collect()
}

// The moves of all states of a block at once.

/// Some states of a block, and the move that led to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) number: u64,
    pub(super) states: u64,
    pub(super) step: Move,
}

/// Expands one block after another. `S` moves the outer vehicles, as if the inner ones were not there.
#[derive(Clone, Debug)]
pub(super) struct Expander<'l, S> {
    pub(super) layout: &'l BlockLayout,
    pub(super) successors: S,
    pub(super) metric: Metric,
    /// Where the search began.
    pub(super) origin: Origin,
    /// Whether a clear road is the goal. Otherwise only the target leaves a solved state.
    pub(super) is_clear: bool,
}

impl<S: Successors<1>> Expander<'_, S> {
    /// The solved states among some of a block.
    pub(super) fn solved(&mut self, number: u64, states: u64) -> u64 {
        let states = states & self.layout.solved(number);
        if states == 0 || !self.is_clear {
            return states;
        }
        self.successors.load(&Edge { key: Key([number]), step: NO_MOVE });
        if self.successors.is_goal() { states } else { 0 }
    }

    /// Call `visit` with the states that moves lead to.
    #[inline]
    pub(super) fn for_each_move(&mut self, message: &Message, mut visit: impl FnMut(Message)) {
        let Message { number, states, step } = *message;
        let (layout, metric) = (self.layout, self.metric);
        let valid = layout.valid(number);
        let near = if step == GOAL && !self.is_clear {
            layout.leave(states, valid, metric)
        } else {
            layout.inner.spread(states, valid, metric)
        };
        if near != states {
            visit(Message { number, states: near & !states, step: NO_MOVE });
        }
        let goals =
            if self.is_after_inner_target(message) { valid & layout.solved(number) } else { 0 };
        if goals == 0 {
            return self.for_each_outer_move(message, visit);
        }
        self.for_each_outer_move(message, |found| {
            let way = valid & layout.way(number, found.step);
            let states = found.states & !layout.leave(goals & way, way, metric);
            if states != 0 {
                visit(Message { states, ..found });
            }
        });
    }

    /// Whether an inner target has just left the goal. A vehicle that could also have moved before it need
    /// not move now: that leads from another goal to the same state (`Origin::Goals`).
    fn is_after_inner_target(&self, message: &Message) -> bool {
        self.origin == Origin::Goals && message.step == NO_MOVE && !self.is_clear
    }

    /// Call `visit` with the states that moves of the outer vehicles lead to.
    #[inline]
    pub(super) fn for_each_outer_move(
        &mut self,
        message: &Message,
        mut visit: impl FnMut(Message),
    ) {
        let Message { number, states, step } = *message;
        self.successors.load(&Edge { key: Key([number]), step });
        self.successors.for_each(|edge| {
            let states = states & self.layout.way(number, edge.step);
            if states != 0 {
                visit(Message { number: edge.key.0[0], states, step: edge.step });
            }
        });
    }
}
