//! Everything that the SIMD successors look up for one board beside the rows of its fields, above all
//! what may follow every move.

use std::sync::Arc;

use super::Packed;
use crate::bfs::lines::{Cells, Interactions, SimdVehicle, occupied, vehicles};
use crate::board::{Goal, Metric, Move, VehicleId};
use crate::state::commute::{GOAL, leaving};
use crate::state::{Key, Position, StateSpace};

/// Everything about a board, a metric and a goal that is looked up.
#[derive(Clone, Debug)]
pub(super) struct MoveTables<C, const N: usize> {
    pub(super) metric: Metric,
    goal: Goal,
    /// For each vehicle the cells of its line that it never covers; all for a slot without vehicle.
    pub(super) beyond: [C; N],
    /// The part of every state that the place of no vehicle changes.
    pub(super) origin: Packed<C, N>,
    pub(super) fields: Arc<Fields<C, N>>,
    /// The words of `Cells::word` with a vehicle.
    pub(super) words: usize,
    /// What may follow each move, by [`MoveTables::move_id`]; then what may follow no move, and what
    /// a goal.
    follow: Vec<[C; N]>,
    /// The places of the vehicle that has most of them.
    places: usize,
    vehicles: [VehicleSlot; N],
    /// By index on the board: the slot.
    slots: Vec<u8>,
    /// The slot of the target, and the coordinates at which it has reached the goal, as bits.
    pub(super) target: usize,
    pub(super) finished: u32,
    /// The cells of the target's line between one edge of the board and the other.
    on_board: C,
    is_forward: bool,
}

#[derive(Clone, Copy, Debug)]
struct VehicleSlot {
    /// The index on the board.
    vehicle: VehicleId,
    /// The word of the key, and the value of one place in it.
    word: u8,
    unit: u64,
    /// The coordinate of place 0.
    low: u8,
    /// The cells beyond the first.
    rest: u8,
}

impl VehicleSlot {
    const EMPTY: VehicleSlot =
        VehicleSlot { vehicle: VehicleId::NONE, word: 0, unit: 0, low: 0, rest: 0 };
}

impl<C: Cells, const N: usize> MoveTables<C, N> {
    /// The tables of a space; `None` if the space is too large.
    pub(super) fn new(space: &StateSpace<'_>, metric: Metric) -> Option<Self> {
        let target = space.board().target();
        let vehicles = vehicles::<C>(space).filter(|vehicles| vehicles.len() <= N)?;
        let places = vehicles.iter().map(|vehicle| usize::from(vehicle.places)).max()?;
        let interactions = |slot| Interactions::of(&vehicles, slot, metric);
        let interactions: Vec<_> = (0..vehicles.len()).map(interactions).collect();
        let mut tables = MoveTables {
            metric,
            goal: space.goal(),
            beyond: [C::ALL; N],
            origin: Packed::NOTHING,
            fields: Arc::new(fields(space, &vehicles, &interactions)),
            words: vehicles.len().div_ceil(64 / C::LEN),
            follow: vec![[C::ALL; N]; vehicles.len() * places * places + 2],
            places,
            vehicles: [VehicleSlot::EMPTY; N],
            slots: vec![0; space.vehicles().len()],
            target: vehicles.iter().position(|vehicle| vehicle.index == target)?,
            finished: 0,
            on_board: on_board(space, &space.vehicles()[target]),
            is_forward: space.board().exit().side.is_forward(),
        };
        tables.set_vehicles(&vehicles, space);
        for (slot, (vehicle, interactions)) in vehicles.iter().zip(&interactions).enumerate() {
            tables.set_follow(slot, vehicle, interactions);
        }
        tables.set_origin(&vehicles, space);
        Some(tables)
    }

    /// The tables for all goals and the level after them (`Origin::Goals`): only the target leaves a
    /// goal, and only what its move makes possible follows.
    pub(super) fn at_goals(&self, space: &StateSpace<'_>) -> Self {
        let mut tables = self.clone();
        if leaving(space).is_some() {
            let (target, vehicles) = (self.target, vehicles::<C>(space).expect("they fit already"));
            let usual = Interactions::of(&vehicles, target, self.metric);
            tables.set_follow(target, &vehicles[target], &usual.ranked_highest(target));
            let at_goal = tables.follow.last_mut().expect("two more than there are moves");
            *at_goal = [C::NONE; N];
            at_goal[target] = C::ALL;
        }
        tables
    }

    /// The bytes of the larger tables, both kinds of what may follow included.
    pub(super) fn bytes(&self) -> usize {
        self.fields.bytes() + 2 * self.follow.capacity() * size_of::<[C; N]>()
    }

    fn set_vehicles(&mut self, vehicles: &[SimdVehicle], space: &StateSpace<'_>) {
        for (slot, vehicle) in vehicles.iter().enumerate() {
            let (index, low, rest) = (vehicle.index, vehicle.low, vehicle.length.saturating_sub(1));
            let word = u8::try_from(space.word(index)).expect("at most two words");
            let (vehicle, unit) = (VehicleId::new(index), space.unit(index));
            self.vehicles[slot] = VehicleSlot { vehicle, word, unit, low, rest };
            self.slots[index] = u8::try_from(slot).expect("at most 64");
            self.beyond[slot] = vehicles[slot].beyond();
        }
        let target = &vehicles[self.target];
        for coordinate in target.low..target.low + target.places {
            self.finished |= u32::from(space.is_finished(coordinate)) << coordinate;
        }
    }

    fn set_follow(
        &mut self,
        slot: usize,
        vehicle: &SimdVehicle,
        interactions: &Interactions<C, N>,
    ) {
        let places = usize::from(vehicle.places);
        for (from, to) in (0..places).flat_map(|from| (0..places).map(move |to| (from, to))) {
            let id = self.move_id(slot, from, to);
            self.follow[id] = interactions.may_follow(from, to);
        }
    }

    /// The occupied cells of the start without those that its rows contribute.
    fn set_origin(&mut self, vehicles: &[SimdVehicle], space: &StateSpace<'_>) {
        let mut origin =
            Packed { occupied: occupied(vehicles, &Position::new(space)), ..Packed::NOTHING };
        crate::state::with_words!(space.words(), W => {
            self.fields.for_each_row(&space.start::<W>(), |row| origin.add(row));
        });
        self.origin = Packed { occupied: origin.occupied, ..Packed::NOTHING };
    }

    /// For each vehicle the cells of which its next move must sweep one, after a move.
    #[inline]
    pub(super) fn may_follow(&self, step: Move, body: &[C; N]) -> &[C; N] {
        if step.vehicle == VehicleId::NONE {
            let from_end = if step == GOAL { 1 } else { 2 };
            return &self.follow[self.follow.len() - from_end];
        }
        let slot = usize::from(self.slots[step.vehicle.index()]);
        let to = body[slot].bits().trailing_zeros() as usize - usize::from(self.vehicles[slot].low);
        let from = to.wrapping_add_signed(-isize::from(step.cells));
        &self.follow[self.move_id(slot, from, to)]
    }

    /// The index of a move in `follow`.
    fn move_id(&self, slot: usize, from: usize, to: usize) -> usize {
        (slot * self.places + from) * self.places + to
    }

    /// Whether a state is solved.
    #[inline]
    pub(super) fn is_goal(&self, state: &Packed<C, N>) -> bool {
        let body = state.body[self.target];
        if self.goal != Goal::Clear {
            return self.finished >> body.bits().trailing_zeros() & 1 != 0;
        }
        let before = body.first().before_first();
        let road = if self.is_forward { !(body | before) } else { before };
        state.occupied[self.target] & road & self.on_board == C::NONE
    }

    /// A move of the vehicle in a slot as a move of the board.
    #[inline]
    pub(super) fn board_move(&self, slot: usize, cells: i8) -> Move {
        Move { vehicle: self.vehicles[slot % N].vehicle, cells }
    }

    /// The signed cells of the move of a vehicle, which covers `body`, that ends at a cell.
    #[inline]
    pub(super) fn cells(&self, slot: usize, body: C, cell: u32) -> i8 {
        // The bit tells the compiler that there is a first cell.
        let first = (body.bits() | 1 << 31).trailing_zeros();
        let rest = if cell < first { 0 } else { self.vehicles[slot % N].rest };
        cell.wrapping_sub(first + u32::from(rest)).to_le_bytes()[0].cast_signed()
    }

    /// Change a key by a move of the vehicle in a slot.
    #[inline]
    pub(super) fn add<const W: usize>(&self, key: &mut Key<W>, slot: usize, cells: i8) {
        let VehicleSlot { word, unit, .. } = self.vehicles[slot % N];
        let word = &mut key.0[if W == 1 { 0 } else { word.into() }];
        *word = word.wrapping_add_signed(unit.cast_signed() * i64::from(cells));
    }
}

/// The rows of all vehicles.
fn fields<C: Cells, const N: usize>(
    space: &StateSpace<'_>,
    vehicles: &[SimdVehicle],
    interactions: &[Interactions<C, N>],
) -> Fields<C, N> {
    let mut fields = Fields::new(space);
    let mut slots: Vec<usize> = (0..vehicles.len()).collect();
    slots.sort_unstable_by_key(|&slot| vehicles[slot].index);
    for slot in slots {
        let vehicle = &vehicles[slot];
        fields.add_digit(space, vehicle.index, |place| {
            // Binary digits may have more values than there are places.
            let place = place.min(usize::from(vehicle.places) - 1);
            let (cells, mut row) = (vehicle.cells(place), Packed::NOTHING);
            (row.occupied, row.body[slot]) = (interactions[slot].seen(cells), cells);
            row
        });
    }
    fields.finish();
    fields
}

/// The cells of a line that lie on the board.
fn on_board<C: Cells>(space: &StateSpace<'_>, vehicle: &crate::board::Vehicle) -> C {
    let from = space.margin(vehicle.axis);
    C::of((1 << (from + space.board().side(vehicle.axis))) - (1 << from))
}

// The fields of a key: a row of cells for every value of every field.

/// The most values of a field: two digits of three bits. That halves the rows to look up compared
/// with one digit a field, and all rows together still fit the second-level cache.
const VALUES: u64 = 64;

/// Neighbouring digits of a key that are read as one number.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// The index of its first row.
    first: usize,
    /// The word of the key that holds it.
    word: usize,
    /// The unit of the field in its word, and the number of its values.
    unit: u64,
    values: u64,
    /// Its lowest bit, if all radices are powers of two.
    shift: u32,
    /// 2^64 divided by the values, rounded up; 0 if a product with it is not exact.
    reciprocal: u64,
}

/// All fields of the keys of a space.
#[derive(Clone, Debug)]
pub(super) struct Fields<C, const N: usize> {
    list: Vec<Field>,
    rows: Vec<Packed<C, N>>,
    is_binary: bool,
}

impl<C: Cells, const N: usize> Fields<C, N> {
    pub(super) fn new(space: &StateSpace<'_>) -> Self {
        Fields { list: Vec::new(), rows: Vec::new(), is_binary: space.is_binary() }
    }

    /// Add the next digit of a key. It joins the last field while that has few enough values; `row`
    /// returns what each place of the vehicle contributes.
    pub(super) fn add_digit(
        &mut self,
        space: &StateSpace<'_>,
        vehicle: usize,
        row: impl Fn(usize) -> Packed<C, N>,
    ) {
        let (word, unit, radix) = (space.word(vehicle), space.unit(vehicle), space.radix(vehicle));
        let fits = |field: &Field| field.word == word && field.values * radix <= VALUES;
        if !self.list.last().is_some_and(fits) {
            let (first, shift) = (self.rows.len(), unit.ilog2());
            self.list.push(Field { first, word, unit, values: 1, shift, reciprocal: 0 });
            self.rows.push(Packed::NOTHING);
        }
        let field = self.list.last_mut().expect("pushed before");
        debug_assert_eq!(field.unit * field.values, unit, "digits follow one another");
        field.values *= radix;
        let old = self.rows.split_off(field.first);
        for place in 0..usize::try_from(radix).expect("a place") {
            let added = row(place);
            self.rows.extend(old.iter().map(|row| {
                let mut row = *row;
                row.add(&added);
                row
            }));
        }
    }

    /// The bytes of all rows.
    pub(super) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Packed<C, N>>()
    }

    /// Choose how to divide, when all digits are added.
    pub(super) fn finish(&mut self) {
        for index in 0..self.list.len() {
            let field = self.list[index];
            let rest = self.list[index..].iter().take_while(|next| next.word == field.word);
            let most: u128 = rest.map(|next| u128::from(next.values)).product();
            let reciprocal = (u64::MAX / field.values).wrapping_add(1);
            let error = reciprocal.wrapping_mul(field.values);
            let is_exact = field.values > 1 && most * u128::from(error) <= 1 << 64;
            self.list[index].reciprocal = if is_exact { reciprocal } else { 0 };
        }
    }

    /// Call `visit` with the row of each field of a key.
    #[allow(clippy::inline_always, reason = "`visit` has its caller's instructions")]
    #[inline(always)]
    pub(super) fn for_each_row<'a, const W: usize>(
        &'a self,
        key: &Key<W>,
        mut visit: impl FnMut(&'a Packed<C, N>),
    ) {
        let (mut word, mut rest) = (0, key.0[0]);
        for field in &self.list {
            let value = if self.is_binary {
                key.0[0] >> field.shift & (field.values - 1)
            } else {
                if W > 1 && field.word != word {
                    (word, rest) = (field.word, key.0[field.word]);
                }
                field.split(&mut rest)
            };
            visit(&self.rows[field.first + usize::from(value.to_le_bytes()[0])]);
        }
    }
}

impl Field {
    /// Take the value of this field from the rest of a word.
    #[allow(clippy::inline_always, reason = "in the innermost loop")]
    #[inline(always)]
    fn split(&self, rest: &mut u64) -> u64 {
        let quotient = if self.reciprocal == 0 {
            *rest / self.values
        } else {
            high_half(u128::from(*rest) * u128::from(self.reciprocal))
        };
        let value = *rest - quotient * self.values;
        *rest = quotient;
        value
    }
}

fn high_half(number: u128) -> u64 {
    (number >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::{Field, Fields, VALUES};
    use crate::random::SplitMix;

    /// Fields that fill a word.
    fn random_fields(random: &mut SplitMix) -> (Vec<Field>, u64) {
        let (mut list, mut unit) = (Vec::new(), 1_u64);
        loop {
            let values = 2 + random.below(usize::try_from(VALUES).expect("few") - 1) as u64;
            let Some(next) = unit.checked_mul(values) else { return (list, unit) };
            list.push(Field { first: 0, word: 0, unit, values, shift: 0, reciprocal: 0 });
            unit = next;
        }
    }

    #[test]
    fn a_word_is_split_as_by_division() {
        let random = &mut SplitMix(1);
        for _ in 0..1_000 {
            let (list, most) = random_fields(random);
            let mut fields = Fields::<u8, 32> { list, rows: Vec::new(), is_binary: false };
            fields.finish();
            // Of all numbers the largest is the first for which a product could be too large.
            for number in [most - 1, most / 2, most - 1 - random.below(1 << 40) as u64, 0] {
                let (mut rest, mut expected) = (number, number);
                for field in &fields.list {
                    assert_eq!(field.split(&mut rest), expected % field.values);
                    expected /= field.values;
                    assert_eq!(rest, expected);
                }
            }
        }
    }
}
