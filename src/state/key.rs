//! States and their exact keys.
//!
//! The place of a vehicle is its coordinate minus the least coordinate of its interval: a small
//! number. The places of all vehicles are the digits of one number in mixed radix. No exact key can
//! be smaller without knowing which states are reachable, and a move is one addition. Equal keys
//! are equal states, so the closed set has no hash collisions to resolve.

/// Where every vehicle stands: one offset for each, in the order of the board's vehicles.
///
/// An offset is the column (horizontal) or row (vertical) of the vehicle's first cell. Only a
/// target that has left through the left or the top edge has a negative offset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(Box<[i8]>);

impl State {
    pub(crate) fn new(offsets: Box<[i8]>) -> State {
        State(offsets)
    }

    /// The offsets, one for each vehicle.
    #[must_use]
    pub fn offsets(&self) -> &[i8] {
        &self.0
    }

    /// The state after one vehicle has moved by `cells`.
    #[must_use]
    pub(crate) fn shifted(&self, vehicle: usize, cells: i8) -> State {
        let mut next = self.clone();
        next.0[vehicle] += cells;
        next
    }
}

/// The key of a state: `W` words, each a number in mixed radix below 2^62.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Key<W> {
    /// The key whose first words are these; the others are not in use.
    pub(crate) fn of_words(words: &[u64]) -> Key<W> {
        let mut key = Key([0; W]);
        key.0[..words.len()].copy_from_slice(words);
        key
    }
}

/// The bound of each word of a key: its two highest bits are free for tags in hash maps.
const WORD: u64 = (1 << 62) - 1;

/// The digit of one vehicle.
#[derive(Clone, Copy, Debug)]
struct Digit {
    word: usize,
    radix: u64,
    unit: u64,
    /// The digit's lowest bit, if all radices are powers of two.
    shift: u32,
}

/// The layout of keys: one digit for each vehicle, none across two words.
#[derive(Clone, Debug)]
pub(crate) struct Codec {
    digits: Vec<Digit>,
    words: usize,
    is_binary: bool,
}

impl Codec {
    /// `intervals` holds the number of places of each vehicle, at least 1.
    ///
    /// Radices are rounded up to powers of two if the key still fits one word: bits are faster to
    /// read than digits in mixed radix.
    pub(crate) fn new(intervals: impl Iterator<Item = u8> + Clone) -> Codec {
        let binary = Codec::compact(intervals.clone().map(u8::next_power_of_two));
        if binary.words == 1 {
            return Codec { is_binary: true, ..binary };
        }
        Codec::compact(intervals)
    }

    /// The same digits without rounding, so that there are as few keys as possible.
    pub(crate) fn compact(radices: impl Iterator<Item = u8>) -> Codec {
        let (mut word, mut unit) = (0, 1_u64);
        let digits = radices
            .map(|radix| {
                let radix = u64::from(radix);
                if unit > WORD / radix {
                    (word, unit) = (word + 1, 1);
                }
                let digit = Digit { word, radix, unit, shift: unit.ilog2() };
                unit *= radix;
                digit
            })
            .collect();
        Codec { digits, words: word + 1, is_binary: false }
    }

    /// The number of words that a key needs.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    pub(crate) fn pack<const W: usize>(&self, places: impl Iterator<Item = u8>) -> Key<W> {
        let mut key = Key([0; W]);
        for (digit, place) in self.digits.iter().zip(places) {
            key.0[digit.word] += digit.unit * u64::from(place);
        }
        key
    }

    /// Write the place of each vehicle of a key.
    pub(crate) fn unpack<const W: usize>(&self, key: &Key<W>, places: &mut [u8]) {
        let digits = self.digits.iter().zip(places);
        if self.is_binary {
            for (digit, place) in digits {
                *place = byte(key.0[0] >> digit.shift & (digit.radix - 1));
            }
            return;
        }
        let mut rest = key.0;
        for (digit, place) in digits {
            let quotient = rest[digit.word] / digit.radix;
            *place = byte(rest[digit.word] - quotient * digit.radix);
            rest[digit.word] = quotient;
        }
    }

    /// The word of a key that a vehicle changes, and the value of one place there.
    pub(crate) fn digit(&self, vehicle: usize) -> (usize, u64) {
        (self.digits[vehicle].word, self.digits[vehicle].unit)
    }

    /// The value of one place of a vehicle in its word of a key.
    pub(crate) fn unit(&self, vehicle: usize) -> u64 {
        self.digits[vehicle].unit
    }

    /// The word of a vehicle's digit.
    pub(crate) fn word(&self, vehicle: usize) -> usize {
        self.digits[vehicle].word
    }

    pub(crate) fn radix(&self, vehicle: usize) -> u64 {
        self.digits[vehicle].radix
    }

    pub(crate) fn is_binary(&self) -> bool {
        self.is_binary
    }

    /// The key after one vehicle has moved by `by` places.
    pub(crate) fn shift<const W: usize>(&self, key: &Key<W>, vehicle: usize, by: i8) -> Key<W> {
        let Digit { word, unit, .. } = self.digits[vehicle];
        let mut next = *key;
        next.0[word] = next.0[word].wrapping_add_signed(unit.cast_signed() * i64::from(by));
        next
    }
}

/// A digit as a byte: it is below a radix that is a `u8`.
fn byte(digit: u64) -> u8 {
    digit.to_le_bytes()[0]
}

/// Run code that is generic in the number of words of a key: `with_words!(words, W => run::<W>())`.
macro_rules! with_words {
    ($words:expr, $W:ident => $body:expr) => {
        match $words {
            1 => {
                const $W: usize = 1;
                $body
            }
            2 => {
                const $W: usize = 2;
                $body
            }
            3..=4 => {
                const $W: usize = 4;
                $body
            }
            _ => {
                const $W: usize = 14;
                $body
            }
        }
    };
}
pub(crate) use with_words;
