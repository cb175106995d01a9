//! Forms: the JSON values that requests and answers share.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::problem::Problem;
use crate::board::{Axis, Cell, Exit, Goal, Metric, Move, Setup, Shape, Side, cell_at, read_board};
use crate::outcome::Limits;
use crate::state::Puzzle;

/// Bytes that one search may hold, as in the service.
const MEMORY: u64 = 1 << 30;
const SECONDS: f64 = 30.0;
const STATES: u64 = 100_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VehicleForm {
    label: String,
    axis: String,
    row: i64,
    col: i64,
    length: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitForm {
    side: String,
    line: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleForm {
    rows: i64,
    cols: i64,
    target: String,
    vehicles: Vec<VehicleForm>,
    exit: Option<ExitForm>,
    #[serde(default)]
    walls: Vec<(i64, i64)>,
    title: Option<String>,
}

/// A puzzle and its title.
pub(super) struct Titled {
    pub(super) puzzle: Puzzle,
    pub(super) title: Option<String>,
}

/// A puzzle, a metric, a goal and limits.
#[derive(Deserialize)]
pub(super) struct SearchForm {
    puzzle: Value,
    #[serde(default = "slide")]
    metric: String,
    #[serde(default = "edge")]
    goal: String,
    max_states: Option<u64>,
    max_seconds: Option<f64>,
}

fn slide() -> String {
    "slide".to_owned()
}

fn edge() -> String {
    "edge".to_owned()
}

impl SearchForm {
    pub(super) fn puzzle(&self) -> Result<Titled, Problem> {
        puzzle_of(&self.puzzle)
    }

    pub(super) fn metric(&self) -> Result<Metric, Problem> {
        named("metric", &Metric::NAMES, &self.metric)
    }

    pub(super) fn goal(&self) -> Result<Goal, Problem> {
        named("goal", &Goal::NAMES, &self.goal)
    }

    pub(super) fn goal_name(&self) -> &str {
        &self.goal
    }

    /// The stricter of the request's limits and ours.
    pub(super) fn limits(&self) -> Result<Limits, Problem> {
        let seconds = self.max_seconds.map_or(SECONDS, |seconds| seconds.min(SECONDS));
        let time = Duration::try_from_secs_f64(seconds);
        let time = time.map_err(|error| Problem::refused(format!("max_seconds: {error}")))?;
        let states = self.max_states.map_or(STATES, |states| states.min(STATES));
        Ok(Limits { states: Some(states), memory: Some(MEMORY), time: Some(time) })
    }
}

/// The value of a name.
pub(super) fn named<T: Copy>(
    kind: &str,
    names: &[(&'static str, T)],
    name: &str,
) -> Result<T, Problem> {
    let found = names.iter().find(|(known, _)| *known == name);
    let known = || names.iter().map(|&(known, _)| known);
    found.map(|&(_, value)| value).ok_or_else(|| Problem::unknown(kind, name, known()))
}

/// A puzzle as a form, or as a board string.
pub(super) fn puzzle_of(given: &Value) -> Result<Titled, Problem> {
    let (setup, title) = if let Value::String(text) = given {
        let expected = "line 1: expected a puzzle in one of the formats board string or JSON";
        (read_board(text.trim()).ok_or_else(|| Problem::refused(expected))?, None)
    } else {
        let form = PuzzleForm::deserialize(given)?;
        (setup_of(&form)?, form.title)
    };
    Ok(Titled { puzzle: Puzzle::new(&setup)?, title })
}

fn setup_of(form: &PuzzleForm) -> Result<Setup, Problem> {
    let ways = [("h", Axis::Horizontal), ("v", Axis::Vertical)];
    let sides = Side::ALL.map(|side| (side.name(), side));
    let vehicle = |form: &VehicleForm| {
        let axis = named("axis", &ways, &form.axis)?;
        let cell = Cell { row: form.row, col: form.col };
        Ok((form.label.clone(), Shape::Bar { axis, cell, length: form.length }))
    };
    let exit = |form: &ExitForm| {
        Ok::<_, Problem>(Exit { side: named("side", &sides, &form.side)?, line: form.line })
    };
    Ok(Setup {
        rows: form.rows,
        cols: form.cols,
        exit: form.exit.as_ref().map(exit).transpose()?,
        walls: form.walls.iter().map(|&(row, col)| Cell { row, col }).collect(),
        vehicles: form.vehicles.iter().map(vehicle).collect::<Result<_, Problem>>()?,
        target: form.target.clone(),
    })
}

/// The form of a puzzle.
pub(super) fn form_of(puzzle: &Puzzle, title: Option<&str>) -> Value {
    let board = puzzle.board();
    let mut form = Map::new();
    form.insert("rows".to_owned(), board.rows().into());
    form.insert("cols".to_owned(), board.cols().into());
    form.insert("target".to_owned(), board.vehicles()[board.target()].label.clone().into());
    let placed = board.vehicles().iter().zip(puzzle.state().offsets());
    let vehicle = |(one, &offset): (&crate::board::Vehicle, &i8)| {
        let cell = cell_at(one.axis, one.line.into(), offset.into());
        let axis = if one.axis == Axis::Horizontal { "h" } else { "v" };
        let (label, length) = (&one.label, one.length);
        json!({"label": label, "axis": axis, "row": cell.row, "col": cell.col, "length": length})
    };
    form.insert("vehicles".to_owned(), placed.map(vehicle).collect());
    let exit = board.exit();
    form.insert("exit".to_owned(), json!({"side": exit.side.name(), "line": exit.line}));
    if !board.walls().is_empty() {
        let walls = board.walls().iter().map(|wall| json!([wall.row, wall.col]));
        form.insert("walls".to_owned(), walls.collect());
    }
    if let Some(title) = title {
        form.insert("title".to_owned(), title.into());
    }
    form.into()
}

/// The form of a move.
pub(super) fn move_of(puzzle: &Puzzle, step: Move) -> Value {
    let label = &puzzle.board().vehicles()[step.vehicle.index()].label;
    json!({"vehicle": label, "cells": step.cells})
}

/// The form of moves.
pub(super) fn moves_of(puzzle: &Puzzle, moves: &[Move]) -> Value {
    moves.iter().map(|&step| move_of(puzzle, step)).collect()
}

/// The name of a value.
pub(super) fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    names.iter().find(|(_, one)| one == value).expect("every value has a name").0
}
