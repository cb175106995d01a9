//! Forms: the JSON values that requests and answers share.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use super::Context;
use super::named::{Bounded, Coordinate, Few, Label, Named, Short, Title};
pub(super) use super::named::{Quantity, Seconds};
use super::problem::Problem;
use crate::board::{Axis, Cell, Exit, Goal, Metric, Move, Setup, Shape, Side, Vehicle, cell_at};
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
    #[serde(default, skip_serializing_if = "is_empty")]
    walls: Few<(Coordinate, Coordinate), 2048>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<Title>,
}

fn is_empty<T, const MOST: usize>(list: &Few<T, MOST>) -> bool {
    list.0.is_empty()
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
                let puzzle = Puzzle::new(&form.setup())?;
                Ok(Titled { puzzle, title: form.title.as_ref().map(|title| title.0.clone()) })
            }
        }
    }
}

impl PuzzleForm {
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct MoveForm {
    vehicle: String,
    cells: i8,
}

impl MoveForm {
    pub(super) fn of(puzzle: &Puzzle, step: Move) -> MoveForm {
        let vehicle = puzzle.board().vehicles()[step.vehicle.index()].label.clone();
        MoveForm { vehicle, cells: step.cells }
    }

    pub(super) fn all(puzzle: &Puzzle, moves: &[Move]) -> Vec<MoveForm> {
        moves.iter().map(|&step| MoveForm::of(puzzle, step)).collect()
    }
}

/// A puzzle, a metric, a goal and limits. The stricter of these limits and the bounds applies.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
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
    /// The limits that the request has.
    pub(super) fn limits(&self) -> (Option<Quantity>, Option<Seconds>) {
        (self.max_states, self.max_seconds)
    }

    /// The same with at most so many states.
    pub(super) fn limits_within(&self, states: i64) -> (Option<Quantity>, Option<Seconds>) {
        let least = self.max_states.map_or(states, |asked| asked.0.min(states));
        (Some(Bounded(least)), self.max_seconds)
    }
}
