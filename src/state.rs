//! States and their exact keys.
//!
//! A vehicle's offset along its line is a small number, so a state packs into a few machine words,
//! one bit field for each vehicle that can move. Equal keys are equal states: there are no hash
//! collisions to resolve.

/// What moves: one offset for each vehicle, in the order of the board's vehicles.
///
/// An offset is the column (horizontal) or row (vertical) of the vehicle's first cell; only a
/// target that has driven out on the left or at the top has a negative one.
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

    /// The state in which one vehicle has gone `cells` further.
    #[must_use]
    pub(crate) fn shifted(&self, vehicle: usize, cells: i8) -> State {
        let mut next = self.clone();
        next.0[vehicle] += cells;
        next
    }
}

/// A state packed into `W` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key<const W: usize>([u64; W]);

/// The bits of a key that hold one vehicle's place in its room.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

/// How places pack into keys: as many bits for each vehicle as its room needs, none for a vehicle
/// that cannot move, and no field across two words.
#[derive(Clone, Debug)]
pub(crate) struct Codec {
    fields: Vec<Field>,
}

impl Codec {
    /// `rooms` holds the number of places that each vehicle can take, at least 1.
    pub(crate) fn new(rooms: impl Iterator<Item = u8>) -> Codec {
        let (mut word, mut used) = (0, 0);
        let fields = rooms.map(|places| {
            let bits = u64::from(places - 1)
                .checked_ilog2()
                .map_or(0, |top| top + 1);
            if used + bits > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            used += bits;
            Field {
                word,
                shift: (used - bits) % u64::BITS,
                mask: (1 << bits) - 1,
            }
        });
        Codec {
            fields: fields.collect(),
        }
    }

    /// The number of words that a key needs.
    pub(crate) fn words(&self) -> usize {
        self.fields.last().map_or(1, |field| field.word + 1)
    }

    pub(crate) fn pack<const W: usize>(&self, places: impl Iterator<Item = u8>) -> Key<W> {
        let mut key = Key([0; W]);
        for (field, place) in self.fields.iter().zip(places) {
            key.0[field.word] |= u64::from(place) << field.shift;
        }
        key
    }

    pub(crate) fn unpack<const W: usize>(&self, key: &Key<W>) -> impl Iterator<Item = u8> {
        self.fields
            .iter()
            .map(|field| place(key.0[field.word] >> field.shift & field.mask))
    }

    /// The key in which one vehicle has another place.
    pub(crate) fn replace<const W: usize>(&self, key: &Key<W>, vehicle: usize, to: u8) -> Key<W> {
        let Field { word, shift, mask } = self.fields[vehicle];
        let mut next = *key;
        next.0[word] = next.0[word] & !(mask << shift) | u64::from(to) << shift;
        next
    }
}

fn place(bits: u64) -> u8 {
    u8::try_from(bits).expect("a field is at most 7 bits wide")
}
