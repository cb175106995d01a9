//! The fields of a key: a row of cells for every value of every field.

use super::Packed;
use crate::bfs::lines::Cells;
use crate::state::{Key, StateSpace};

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
