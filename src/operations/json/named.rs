//! Values by name, and numbers and texts within bounds: how JSON holds them, and its schema of them.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Axis, Goal, Metric, Side};
use crate::heuristic::{Entry, HEURISTICS, heuristic};
use crate::search::{ALGORITHMS, AUTO, Algorithm, Duplicates, Ties};

/// A value that has a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Named<T>(pub(super) T);

/// The values of a kind with their names.
pub(super) trait Names: Copy + PartialEq + 'static {
    /// What one of them is called.
    const KIND: &'static str;

    /// All of them.
    fn names() -> Vec<(&'static str, Self)>;
}

macro_rules! names {
    ($type:ty, $kind:literal, $all:expr) => {
        impl Names for $type {
            const KIND: &'static str = $kind;

            fn names() -> Vec<(&'static str, Self)> {
                $all.into_iter().collect()
            }
        }
    };
}

names!(Metric, "metric", Metric::NAMES);
names!(Goal, "goal", Goal::NAMES);
names!(Ties, "tie order", Ties::NAMES);
names!(Duplicates, "policy for duplicates", Duplicates::NAMES);
names!(Axis, "axis", [("h", Axis::Horizontal), ("v", Axis::Vertical)]);
names!(Side, "side", Side::ALL.map(|side| (side.name(), side)));
names!(
    &'static Algorithm,
    "algorithm",
    [AUTO].into_iter().chain(ALGORITHMS).map(|one| (one.name, one))
);

/// A registered heuristic.
#[derive(Clone, Copy)]
pub(super) struct HeuristicName(pub(super) &'static Entry<'static>);

impl<T: Names> Named<T> {
    pub(super) fn name(self) -> &'static str {
        let found = T::names().into_iter().find(|(_, value)| *value == self.0);
        found.expect("every value has a name").0
    }
}

fn unknown<E: Error>(kind: &str, name: &str, known: &[&str]) -> E {
    E::custom(format_args!("unknown {kind} '{name}'; expected one of {}", known.join(", ")))
}

impl<'de, T: Names> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let names = T::names();
        let found = names.iter().find(|(known, _)| *known == name);
        let known: Vec<&str> = names.iter().map(|(known, _)| *known).collect();
        found.map(|&(_, value)| Named(value)).ok_or_else(|| unknown(T::KIND, &name, &known))
    }
}

impl<T: Names> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<T: Names> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::KIND.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known: Vec<&str> = T::names().iter().map(|(name, _)| *name).collect();
        json_schema!({"type": "string", "enum": known})
    }
}

impl<'de> Deserialize<'de> for HeuristicName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HeuristicName, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let known: Vec<&str> = HEURISTICS.iter().map(|entry| entry.name).collect();
        heuristic(&name).map(HeuristicName).ok_or_else(|| unknown("heuristic", &name, &known))
    }
}

impl JsonSchema for HeuristicName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "heuristic".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known: Vec<&str> = HEURISTICS.iter().map(|entry| entry.name).collect();
        json_schema!({"type": "string", "enum": known})
    }
}

/// An integer from `LOW` to `HIGH`.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Bounded<const LOW: i64, const HIGH: i64>(pub(super) i64);

/// A row, a column or a length: more than any board has, so that the check of a board gives its reasons.
pub(super) type Coordinate = Bounded<-1000, 1000>;
/// A count that JSON holds exactly.
pub(super) type Quantity = Bounded<0, { 1 << 53 }>;

impl<const HIGH: i64> Bounded<0, HIGH> {
    pub(super) fn get(self) -> u64 {
        self.0.unsigned_abs()
    }
}

impl<'de, const LOW: i64, const HIGH: i64> Deserialize<'de> for Bounded<LOW, HIGH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<const LOW: i64, const HIGH: i64>;

        impl<const LOW: i64, const HIGH: i64> serde::de::Visitor<'_> for Visitor<LOW, HIGH> {
            type Value = i64;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "an integer from {LOW} to {HIGH}")
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<i64, E> {
                let is_within = (LOW..=HIGH).contains(&value);
                is_within
                    .then_some(value)
                    .ok_or_else(|| E::invalid_value(Unexpected::Signed(value), &self))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<i64, E> {
                i64::try_from(value)
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
                    .and_then(|value| self.visit_i64(value))
            }

            /// JSON has one kind of number: 6.0 is 6.
            #[expect(clippy::cast_possible_truncation, reason = "it is whole and within bounds")]
            fn visit_f64<E: Error>(self, value: f64) -> Result<i64, E> {
                let is_whole = value.fract() == 0.0 && value.abs() <= 9e15;
                if is_whole {
                    self.visit_i64(value as i64)
                } else {
                    Err(E::invalid_type(Unexpected::Float(value), &self))
                }
            }
        }

        deserializer.deserialize_any(Visitor::<LOW, HIGH>).map(Bounded)
    }
}

impl<const LOW: i64, const HIGH: i64> JsonSchema for Bounded<LOW, HIGH> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("integer from {LOW} to {HIGH}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": LOW, "maximum": HIGH})
    }
}

/// A number from `LOW` to `HIGH`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Real<const LOW: u32, const HIGH: u32>(pub(super) f64);

/// The seconds of up to a day.
pub(super) type Seconds = Real<0, 86_400>;

impl Seconds {
    pub(super) fn time(self) -> Duration {
        Duration::from_secs_f64(self.0)
    }
}

impl<'de, const LOW: u32, const HIGH: u32> Deserialize<'de> for Real<LOW, HIGH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        if (f64::from(LOW)..=f64::from(HIGH)).contains(&value) {
            return Ok(Real(value));
        }
        let expected = format!("a number from {LOW} to {HIGH}");
        Err(D::Error::invalid_value(Unexpected::Float(value), &expected.as_str()))
    }
}

impl<const LOW: u32, const HIGH: u32> JsonSchema for Real<LOW, HIGH> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("number from {LOW} to {HIGH}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number", "minimum": LOW, "maximum": HIGH})
    }
}

/// A text of at most so many characters.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Short<const MOST: usize>(pub(super) String);

/// The label of a vehicle.
pub(super) type Label = Short<64>;
/// A title, or the name of a file.
pub(super) type Title = Short<256>;

impl<'de, const MOST: usize> Deserialize<'de> for Short<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.chars().count() {
            count if count > MOST => Err(D::Error::custom(format_args!(
                "expected a text of at most {MOST} characters, found one of {count}"
            ))),
            _ => Ok(Short(text)),
        }
    }
}

impl<const MOST: usize> JsonSchema for Short<MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("text of {MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "maxLength": MOST})
    }
}

/// A list of at most so many values.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Few<T, const MOST: usize>(pub(super) Vec<T>);

impl<T, const MOST: usize> Default for Few<T, MOST> {
    fn default() -> Self {
        Few(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Few<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::deserialize(deserializer)?;
        match list.len() {
            count if count > MOST => Err(D::Error::custom(format_args!(
                "expected a list of at most {MOST}, found one of {count}"
            ))),
            _ => Ok(Few(list)),
        }
    }
}

impl<T: JsonSchema, const MOST: usize> JsonSchema for Few<T, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("at most {MOST} {}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<T>();
        json_schema!({"type": "array", "items": items, "maxItems": MOST})
    }
}
