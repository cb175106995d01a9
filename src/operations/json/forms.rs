//! Forms: the JSON values that requests and answers share.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Unexpected};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Context;
use super::problem::Problem;
use crate::board::{
    Axis, Cell, Exit, Goal, Metric, Move, Setup, Shape, Side, Vehicle, VehicleId, cell_at,
};
use crate::heuristic::{Entry, HEURISTICS, heuristic};
use crate::operations::{Options, VariantKind};
use crate::phrase::{Phrase, Said};
use crate::reader::TitledSetup;
use crate::search::{ALGORITHMS, AUTO, Algorithm, Duplicates, Ties};
use crate::state::Puzzle;

/// A vehicle; `row` and `col`, from 0, give its top-left cell.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VehicleForm {
    label: Label,
    axis: Named<Axis>,
    row: Coordinate,
    col: Coordinate,
    length: Coordinate,
}

/// Where the target leaves; `line` is a row for right and left, a column for top and bottom.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExitForm {
    side: Named<Side>,
    line: Coordinate,
}

/// A puzzle in the format `json`. Without an exit the target leaves at its right or bottom.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleForm {
    rows: Coordinate,
    cols: Coordinate,
    target: Label,
    vehicles: Few<VehicleForm, 256>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exit: Option<ExitForm>,
    #[serde(default)]
    walls: Few<(Coordinate, Coordinate), 2048>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<Title>,
}

/// A puzzle as a request has it.
#[derive(Clone, Debug)]
pub(super) enum Given {
    Form(PuzzleForm),
    Text(String),
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Given;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a puzzle as an object or as a text")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Given, E> {
                Ok(Given::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Given, A::Error> {
                PuzzleForm::deserialize(MapAccessDeserializer::new(map)).map(Given::Form)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl JsonSchema for Given {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Given".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let form = generator.subschema_for::<PuzzleForm>();
        json_schema!({
            "description": "A puzzle, or the text of one in any format that is known.",
            "anyOf": [form, {"type": "string"}],
        })
    }
}

/// A puzzle and its title.
#[derive(Clone, Debug)]
pub struct Titled {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its title, if it has one.
    pub title: Option<String>,
}

impl Given {
    /// The checked puzzle.
    pub(super) fn puzzle(&self, context: &Context<'_>) -> Result<Titled, Problem> {
        match self {
            Given::Text(text) => context.texts.puzzle(text),
            Given::Form(form) => {
                let TitledSetup { setup, title } = form.titled_setup();
                Ok(Titled { puzzle: Puzzle::new(&setup)?, title })
            }
        }
    }
}

impl PuzzleForm {
    /// The unchecked description.
    pub(super) fn titled_setup(&self) -> TitledSetup {
        let title = self.title.as_ref().map(|title| title.0.clone());
        TitledSetup { setup: self.setup(), title }
    }

    fn setup(&self) -> Setup {
        let vehicle = |form: &VehicleForm| {
            let cell = Cell { row: form.row.0, col: form.col.0 };
            let shape = Shape::Bar { axis: form.axis.0, cell, length: form.length.0 };
            (form.label.0.clone(), shape)
        };
        let exit = |form: &ExitForm| Exit { side: form.side.0, line: form.line.0 };
        Setup {
            rows: self.rows.0,
            cols: self.cols.0,
            exit: self.exit.as_ref().map(exit),
            walls: self.walls.0.iter().map(|&(row, col)| Cell { row: row.0, col: col.0 }).collect(),
            vehicles: self.vehicles.0.iter().map(vehicle).collect(),
            target: self.target.0.clone(),
        }
    }

    /// The form of a puzzle.
    ///
    /// # Errors
    /// A label or a title is longer than a form holds.
    pub(super) fn of(puzzle: &Puzzle, title: Option<&str>) -> Result<PuzzleForm, Problem> {
        let board = puzzle.board();
        let placed = board.vehicles().iter().zip(puzzle.state().offsets());
        let vehicle = |(one, &offset): (&Vehicle, &i8)| {
            let cell = cell_at(one.axis, one.line.into(), offset.into());
            Ok(VehicleForm {
                label: fitting(&one.label)?,
                axis: Named(one.axis),
                row: Coordinate::of(cell.row),
                col: Coordinate::of(cell.col),
                length: Coordinate::of(one.length.into()),
            })
        };
        let exit = board.exit();
        let wall = |wall: &Cell| (Coordinate::of(wall.row), Coordinate::of(wall.col));
        Ok(PuzzleForm {
            rows: Coordinate::of(board.rows().into()),
            cols: Coordinate::of(board.cols().into()),
            target: fitting(&board.vehicles()[board.target()].label)?,
            vehicles: Few(placed.map(vehicle).collect::<Result<_, Problem>>()?),
            exit: Some(ExitForm { side: Named(exit.side), line: Coordinate::of(exit.line) }),
            walls: Few(board.walls().iter().map(wall).collect()),
            title: title.map(fitting).transpose()?,
        })
    }
}

impl Coordinate {
    fn of(number: i64) -> Coordinate {
        Bounded(number)
    }
}

/// A count in decimal digits.
///
/// Its own conversion is made for numbers of many thousands of digits, with fast multiplication: it took
/// 12 kB of the page's core, compressed.
pub(super) fn digits(count: &BigUint) -> String {
    const GROUP: u64 = 1_000_000_000;
    let (mut words, mut groups) = (count.to_u32_digits(), Vec::new());
    while !words.is_empty() {
        let mut rest = 0;
        for word in words.iter_mut().rev() {
            let part = rest << 32 | u64::from(*word);
            (*word, rest) = (u32::try_from(part / GROUP).expect("rest < GROUP"), part % GROUP);
        }
        words.truncate(words.len() - usize::from(words.last() == Some(&0)));
        groups.push(rest);
    }
    let first = groups.pop().unwrap_or(0).to_string();
    groups.iter().rev().fold(first, |text, group| text + &format!("{group:09}"))
}

/// A text of a puzzle, which an answer must hold.
fn fitting<const MOST: usize>(text: &str) -> Result<Short<MOST>, Problem> {
    let count = text.chars().count();
    if count <= MOST {
        return Ok(Short(text.to_owned()));
    }
    Err(Problem::refused(format!(
        "the puzzle does not fit an answer: expected a text of at most {MOST} characters, found one \
         of {count}"
    )))
}

/// A vehicle and how many cells it moves: positive to the right or down.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveForm {
    pub(super) vehicle: String,
    pub(super) cells: i8,
}

impl MoveForm {
    pub(super) fn of(puzzle: &Puzzle, step: Move) -> MoveForm {
        let vehicle = puzzle.board().vehicles()[step.vehicle.index()].label.clone();
        MoveForm { vehicle, cells: step.cells }
    }

    pub(super) fn all(puzzle: &Puzzle, moves: &[Move]) -> Vec<MoveForm> {
        moves.iter().map(|&step| MoveForm::of(puzzle, step)).collect()
    }

    /// The move; a problem if the puzzle has no such vehicle.
    pub(super) fn step(&self, puzzle: &Puzzle) -> Result<Move, Problem> {
        let vehicles = puzzle.board().vehicles();
        let index = vehicles.iter().position(|vehicle| vehicle.label == self.vehicle);
        let unknown = || {
            Problem::refused(format!("expected the label of a vehicle, found '{}'", self.vehicle))
        };
        Ok(Move { vehicle: VehicleId::new(index.ok_or_else(unknown)?), cells: self.cells })
    }
}

/// A puzzle, a metric, a goal and limits. The stricter of these limits and the bounds applies.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct SearchRequest {
    pub(super) puzzle: Given,
    #[serde(default = "slide")]
    pub(super) metric: Named<Metric>,
    #[serde(default = "edge")]
    pub(super) goal: Named<Goal>,
    max_states: Option<Quantity>,
    max_seconds: Option<Seconds>,
}

/// The keys of a [`SearchRequest`].
pub(super) const SEARCH: [&str; 5] = ["puzzle", "metric", "goal", "max_states", "max_seconds"];

fn slide() -> Named<Metric> {
    Named(Metric::Slide)
}

fn edge() -> Named<Goal> {
    Named(Goal::Edge)
}

impl SearchRequest {
    /// The metric and the goal.
    pub(super) fn options(&self) -> Options {
        Options::new().metric(self.metric.0).goal(self.goal.0)
    }

    /// The limits that the request has.
    pub(super) fn limits(&self) -> (Option<Quantity>, Option<Seconds>) {
        (self.max_states, self.max_seconds)
    }

    /// The same with at most so many states.
    pub(super) fn limits_within(&self, states: i64) -> (Option<Quantity>, Option<Seconds>) {
        (Some(within(self.max_states, states)), self.max_seconds)
    }
}

/// A limit of a request, or this one if that is stricter.
pub(super) fn within(asked: Option<Quantity>, most: i64) -> Quantity {
    Bounded(asked.map_or(most, |asked| asked.0.min(most)))
}

// Values by name, and numbers and texts within bounds: how JSON holds them, and its schema of them.

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
names!(VariantKind, "kind of variant", VariantKind::NAMES);
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

// An integer from `LOW` to `HIGH`. (A doc comment would stand in the schema of every such field.)
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Bounded<const LOW: i64, const HIGH: i64>(
    #[schemars(range(min = LOW, max = HIGH))] pub(super) i64,
);

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

// A number from `LOW` to `HIGH`.
#[derive(Clone, Copy, Debug, JsonSchema)]
#[schemars(inline)]
pub(super) struct Real<const LOW: u32, const HIGH: u32>(
    #[schemars(range(min = LOW, max = HIGH))] pub(super) f64,
);

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

// A text of at most so many characters.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Short<const MOST: usize>(#[schemars(length(max = MOST))] pub(super) String);

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

// A list of at most so many values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct Few<T, const MOST: usize>(#[schemars(length(max = MOST))] pub(super) Vec<T>);

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

/// A sentence in English in parts, for other languages: `{name}` in its text stands for a value.
pub(super) struct PhraseForm(pub(super) Phrase);

/// The values of a phrase by their names.
struct ValuesForm<'a>(&'a [(&'static str, Said)]);

/// A label or a number, the same in every language; a part of the sentence; parts with commas between
/// them; or so many of something.
struct SaidForm<'a>(&'a Said);

/// A phrase.
struct SentenceForm<'a>(&'a Phrase);

impl Serialize for PhraseForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SentenceForm(&self.0).serialize(serializer)
    }
}

impl Serialize for SentenceForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_struct("Phrase", 2)?;
        form.serialize_field("text", &*self.0.text)?;
        form.serialize_field("values", &ValuesForm(&self.0.values))?;
        form.end()
    }
}

impl Serialize for ValuesForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, said)| (name, SaidForm(said))))
    }
}

impl Serialize for SaidForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Said::Text(text) => serializer.serialize_str(text),
            Said::Phrase(phrase) => SentenceForm(phrase).serialize(serializer),
            Said::List(phrases) => serializer.collect_seq(phrases.iter().map(SentenceForm)),
            Said::Count { count, unit, .. } => {
                let mut form = serializer.serialize_struct("Count", 2)?;
                form.serialize_field("count", count)?;
                form.serialize_field("unit", unit)?;
                form.end()
            }
        }
    }
}

impl JsonSchema for PhraseForm {
    fn schema_name() -> Cow<'static, str> {
        "PhraseForm".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let phrase = generator.subschema_for::<PhraseForm>();
        json_schema!({
            "description": "A sentence in English in parts, for other languages: `{name}` in its text stands \
                            for a value: a text that is the same in every language, a part of the sentence, \
                            parts with commas between them, or so many of something.",
            "type": "object",
            "required": ["text", "values"],
            "properties": {
                "text": { "type": "string" },
                "values": {
                    "type": "object",
                    "additionalProperties": {
                        "anyOf": [
                            { "type": "string" },
                            phrase,
                            { "type": "array", "items": phrase },
                            {
                                "type": "object",
                                "required": ["count", "unit"],
                                "properties": {
                                    "count": { "type": "integer", "minimum": 0 },
                                    "unit": { "type": "string" }
                                }
                            }
                        ]
                    }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_has_the_digits_of_its_own_conversion() {
        let powers = (0..300).map(|power| BigUint::from(1_u8) << power);
        for count in powers.flat_map(|power| [&power - 1_u8, &power + 1_u8, power]) {
            assert_eq!(digits(&count), count.to_string());
        }
        for text in ["0", "999999999", "1000000000", "7000000000000000000000000000000000012"] {
            assert_eq!(digits(&text.parse().expect("digits")), text);
        }
    }
}
