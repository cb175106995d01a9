//! explore: every state that can be reached, counted by distance, and the hardest of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::analyse::Hardness;
use super::forms::{Given, MoveForm, Named, PuzzleForm, SEARCH, SearchRequest, Titled, digits};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::solve::steps;
use super::{Context, Operation, parsed, written};
use crate::analysis::hints::runs;
use crate::board::{Board, Goal, Metric, Vehicle};
use crate::cluster::{self, Cluster, Lexicographic, Unfinished};
use crate::outcome::{Stop, Watch};
use crate::state::{Puzzle, State};

/// A cluster of this size is counted in a second or two once it is found.
pub(super) const MOST_STATES: i64 = 4_000_000;

pub(super) const OPERATION: Operation = Operation {
    name: "explore",
    help: "Find every state that can be reached, with its distance to the nearest goal.",
    keys: Some(&SEARCH),
    run: |request, context| written(&explore(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(SearchRequest => ExploreAnswer);

/// One of the states that are farthest from the goal, its target on the board.
///
/// `walk` leads there from the puzzle, `solution` on from there to the goal: both are shortest.
/// `profile` has the distance of each state of the walk, both ends included.
#[derive(Serialize, JsonSchema)]
struct HardestForm {
    board: PuzzleForm,
    walk: Vec<MoveForm>,
    profile: Vec<u32>,
    solution: Vec<MoveForm>,
}

/// A shortest solution that costs least in the other metric.
#[derive(Serialize, JsonSchema)]
struct RefinedForm {
    slides: usize,
    steps: u32,
    moves: Vec<MoveForm>,
}

/// A cluster; `distance`, `eccentricity` and `hardest` are null where no state is solved.
///
/// `stopped_by` names the limit that came before the optimal solutions were known.
#[derive(Serialize, JsonSchema)]
struct ExploreAnswer {
    title: Option<String>,
    status: &'static str,
    metric: Named<Metric>,
    goal: Named<Goal>,
    states: usize,
    goal_states: u64,
    distance: Option<u32>,
    eccentricity: Option<usize>,
    /// Digits: it can be beyond 2^53.
    optimal_solutions: Option<String>,
    refined: Option<RefinedForm>,
    stopped_by: Option<&'static str>,
    /// States at distance 0, 1, 2, ...
    histogram: Vec<u64>,
    hardest_states: u64,
    hardest: Option<HardestForm>,
    #[serde(flatten)]
    hardness: Hardness,
}

fn explore(search: &SearchRequest, context: &mut Context<'_>) -> Result<ExploreAnswer, Problem> {
    let Titled { puzzle, title } = search.puzzle.puzzle(context)?;
    context.watched(search.limits_within(MOST_STATES), |watch| {
        let cluster = cluster::explore(&puzzle, search.metric.0, search.goal.0, watch)?;
        let histogram = cluster.histogram();
        let hardest = hardest(&puzzle, title.as_deref(), &cluster, watch)?;
        let optimal = optimal(&puzzle, &cluster, watch);
        let stopped_by = optimal.as_ref().err().map(|unfinished| unfinished.stop.name());
        let (optimal_solutions, refined) =
            optimal.map_or((None, None), |(count, refined)| (Some(count), refined));
        Ok(ExploreAnswer {
            title,
            status: if histogram.is_empty() { "unsolvable" } else { "solved" },
            metric: search.metric,
            goal: search.goal,
            states: cluster.len(),
            goal_states: histogram.first().copied().unwrap_or(0),
            distance: cluster.distance(puzzle.state()),
            eccentricity: histogram.len().checked_sub(1),
            optimal_solutions,
            refined,
            stopped_by,
            histogram: histogram.to_vec(),
            hardest_states: histogram.last().copied().unwrap_or(0),
            hardest,
            hardness: Hardness::of(&puzzle, watch),
        })
    })
}

/// The number of the shortest solutions of a puzzle, and the one that is best in the other metric.
fn optimal(
    puzzle: &Puzzle,
    cluster: &Cluster,
    watch: &mut Watch<'_>,
) -> Result<(String, Option<RefinedForm>), Unfinished> {
    let count = digits(&cluster.count_optimal(puzzle.state(), watch)?);
    let refined = cluster.lexicographic_optimum(puzzle.state(), watch)?;
    let form = |Lexicographic { moves, .. }: Lexicographic| RefinedForm {
        slides: runs(&moves).len(),
        steps: steps(&moves),
        moves: MoveForm::all(puzzle, &moves),
    };
    Ok((count, refined.map(form)))
}

/// Of so many of the hardest states the first is shown whose target is on the board.
const MOST_LOOKED_AT: usize = 100_000;

fn hardest(
    puzzle: &Puzzle,
    title: Option<&str>,
    cluster: &Cluster,
    watch: &mut Watch<'_>,
) -> Result<Option<HardestForm>, Problem> {
    let unfinished = |stop: Stop| Unfinished { stop, states: cluster.len() };
    let states = cluster.hardest(watch).map_err(unfinished)?.iter().take(MOST_LOOKED_AT);
    let on_board = |state: &&State| Puzzle::new(&puzzle.at((*state).clone()).setup()).is_ok();
    let Some(state) = states.into_iter().find(on_board) else { return Ok(None) };
    let walk = cluster.walk(puzzle.state(), state, watch).map_err(unfinished)?.unwrap_or_default();
    let mut here = puzzle.state().clone();
    let mut profile = vec![cluster.distance(&here).unwrap_or(0)];
    for step in &walk {
        here = here.shifted(step.vehicle.index(), step.cells);
        profile.push(cluster.distance(&here).unwrap_or(0));
    }
    Ok(Some(HardestForm {
        board: PuzzleForm::of(&puzzle.at(state.clone()), title)?,
        walk: MoveForm::all(puzzle, &walk),
        profile,
        solution: MoveForm::all(puzzle, &cluster.path(state).unwrap_or_default()),
    }))
}

// walk: the fewest moves from a puzzle to another state of it.

pub(super) const WALK: Operation = Operation {
    name: "walk",
    help: "Find the fewest moves from a puzzle to another state of it.",
    keys: Some(&["puzzle", "metric", "goal", "max_states", "max_seconds", "to"]),
    run: |request, context| written(&walk(&parsed(request)?, context)?),
};
pub(super) const WALK_TYPES: OperationTypes = types!(WalkRequest => WalkAnswer);

/// A puzzle, and the state `to` which its vehicles are to be moved.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
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
        let Some(state) = &state else { return Ok(None) };
        let cluster = cluster::explore(&puzzle, search.metric.0, search.goal.0, watch)?;
        let found = cluster.walk(puzzle.state(), state, watch);
        found.map_err(|stop| Unfinished { stop, states: cluster.len() })
    })?;
    let moves = moves.map(|moves| MoveForm::all(&puzzle, &moves));
    Ok(WalkAnswer { metric: search.metric, goal: search.goal, moves })
}

/// The state of the puzzle in which its vehicles stand as in another; `None` if the boards differ.
pub(super) fn state_of(puzzle: &Puzzle, there: &Puzzle) -> Option<State> {
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
