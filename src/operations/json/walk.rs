//! walk: the fewest moves from a puzzle to another state of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::explore::MOST_STATES;
use super::forms::{Given, MoveForm, SearchRequest};
use super::named::Named;
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::{Board, Goal, Metric, Vehicle};
use crate::cluster::{self, Unfinished};
use crate::state::{Puzzle, State};

pub(super) const OPERATION: Operation = Operation {
    name: "walk",
    help: "Find the fewest moves from a puzzle to another state of it.",
    keys: Some(&["puzzle", "metric", "goal", "max_states", "max_seconds", "to"]),
    run: |request, context| written(&walk(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(WalkRequest => WalkAnswer);

/// A puzzle, and the state `to` which its vehicles are to be moved.
#[derive(Deserialize, JsonSchema)]
struct WalkRequest {
    #[serde(flatten)]
    search: SearchRequest,
    to: Given,
}

/// A shortest walk, which may pass through solved states.
#[derive(Serialize, JsonSchema)]
struct WalkAnswer {
    metric: Named<Metric>,
    goal: Named<Goal>,
    /// null where the state cannot be reached
    moves: Option<Vec<MoveForm>>,
}

fn walk(
    WalkRequest { search, to }: &WalkRequest,
    context: &mut Context<'_>,
) -> Result<WalkAnswer, Problem> {
    let puzzle = search.puzzle.puzzle(context)?.puzzle;
    let state = state_of(&puzzle, &to.puzzle(context)?.puzzle);
    let moves = context.watched(search.limits_within(MOST_STATES), |watch| {
        let cluster = cluster::explore(&puzzle, search.metric.0, search.goal.0, watch)?;
        let Some(state) = &state else { return Ok(None) };
        let found = cluster.walk(puzzle.state(), state, watch);
        found.map_err(|stop| Unfinished { stop, states: cluster.len() })
    })?;
    let moves = moves.map(|moves| MoveForm::all(&puzzle, &moves));
    Ok(WalkAnswer { metric: search.metric, goal: search.goal, moves })
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
