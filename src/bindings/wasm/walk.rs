//! walk: the fewest moves from a puzzle to another state of it.

use serde::Deserialize;
use serde_json::{Value, from_value, json};

use super::explore::MOST_STATES;
use super::forms::{SearchForm, moves_of, name_of, puzzle_of};
use super::page::watched;
use super::problem::Problem;
use crate::board::{Board, Metric, Vehicle};
use crate::cluster;
use crate::outcome::{Limits, Stop};
use crate::state::Puzzle;
use crate::state::State;

#[derive(Deserialize)]
struct WalkRequest {
    #[serde(flatten)]
    search: SearchForm,
    to: Value,
}

pub(super) fn walk(request: Value) -> Result<Value, Problem> {
    let WalkRequest { search, to } = from_value(request)?;
    let (puzzle, there) = (search.puzzle()?.puzzle, puzzle_of(&to)?.puzzle);
    let (metric, goal) = (search.metric()?, search.goal()?);
    let limits = search.limits()?;
    let limits = Limits { states: limits.states.map(|states| states.min(MOST_STATES)), ..limits };
    let state = state_of(&puzzle, &there);
    let moves = watched(limits, |watch| {
        let cluster = cluster::explore(&puzzle, metric, goal, watch)
            .map_err(|unfinished| Problem::limit(unfinished.stop, unfinished.states))?;
        let stopped = |stop: Stop| Problem::limit(stop, cluster.len());
        let Some(state) = &state else { return Ok(None) };
        cluster.walk(puzzle.state(), state, watch).map_err(stopped)
    })?;
    Ok(json!({
        "metric": name_of(&Metric::NAMES, &metric),
        "goal": search.goal_name(),
        "moves": moves.map(|moves| moves_of(&puzzle, &moves)),
    }))
}

/// The state of the puzzle in which its vehicles stand as in another; `None` if the boards differ.
fn state_of(puzzle: &Puzzle, there: &Puzzle) -> Option<State> {
    let (board, other) = (puzzle.board(), there.board());
    let fixed = |board: &Board| (board.rows(), board.cols(), board.exit(), board.vehicles().len());
    let target = |board: &Board| board.vehicles()[board.target()].clone();
    let is_same = fixed(board) == fixed(other) && board.walls() == other.walls();
    let offset = |vehicle: &Vehicle| {
        let index = other.vehicles().iter().position(|one| one == vehicle)?;
        Some(there.state().offsets()[index])
    };
    let offsets: Option<Box<[i8]>> = board.vehicles().iter().map(offset).collect();
    offsets.filter(|_| is_same && target(board) == target(other)).map(State::new)
}
