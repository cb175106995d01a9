//! explore: every state that can be reached, counted by distance, and the hardest of them.

use schemars::JsonSchema;
use serde::Serialize;

use super::forms::{MoveForm, PuzzleForm, SEARCH, SearchRequest};
use super::named::Named;
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::{Goal, Metric};
use crate::cluster::{self, Cluster, Unfinished};
use crate::outcome::{Stop, Watch};
use crate::state::Puzzle;

/// A cluster of this size is counted in a second or two once it is found.
pub(super) const MOST_STATES: i64 = 4_000_000;

pub(super) const OPERATION: Operation = Operation {
    name: "explore",
    help: "Find every state that can be reached, with its distance to the nearest goal.",
    keys: Some(&SEARCH),
    run: |request, context| written(&explore(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(SearchRequest => ExploreAnswer);

/// The first of the states that are farthest from the goal.
///
/// `walk` leads there from the puzzle, `solution` on from there to the goal: both are shortest.
/// `profile` has the distance of each state of the walk, both ends included.
#[derive(Serialize, JsonSchema)]
struct HardestForm {
    puzzle: PuzzleForm,
    walk: Vec<MoveForm>,
    profile: Vec<u32>,
    solution: Vec<MoveForm>,
}

/// A cluster; `distance`, `eccentricity` and `hardest` are null where no state is solved.
#[derive(Serialize, JsonSchema)]
struct ExploreAnswer {
    metric: Named<Metric>,
    goal: Named<Goal>,
    states: usize,
    goals: u64,
    distance: Option<u32>,
    eccentricity: Option<usize>,
    /// Digits: it can be beyond 2^53.
    optimal_solutions: String,
    /// States at distance 0, 1, 2, ...
    histogram: Vec<u64>,
    hardest_states: u64,
    hardest: Option<HardestForm>,
}

fn explore(search: &SearchRequest, context: &mut Context<'_>) -> Result<ExploreAnswer, Problem> {
    let puzzle = search.puzzle.puzzle(context)?.puzzle;
    context.watched(search.limits_within(MOST_STATES), |watch| {
        let cluster = cluster::explore(&puzzle, search.metric.0, search.goal.0, watch)?;
        let histogram = cluster.histogram();
        Ok(ExploreAnswer {
            metric: search.metric,
            goal: search.goal,
            states: cluster.len(),
            goals: histogram.first().copied().unwrap_or(0),
            distance: cluster.distance(puzzle.state()),
            eccentricity: histogram.len().checked_sub(1),
            optimal_solutions: cluster.count_optimal(puzzle.state(), watch)?.to_string(),
            histogram: histogram.to_vec(),
            hardest_states: histogram.last().copied().unwrap_or(0),
            hardest: hardest(&puzzle, &cluster, watch)?,
        })
    })
}

fn hardest(
    puzzle: &Puzzle,
    cluster: &Cluster,
    watch: &mut Watch<'_>,
) -> Result<Option<HardestForm>, Problem> {
    if cluster.histogram().is_empty() {
        return Ok(None);
    }
    let unfinished = |stop: Stop| Unfinished { stop, states: cluster.len() };
    let state = &cluster.hardest(watch).map_err(unfinished)?[0];
    let walk = cluster.walk(puzzle.state(), state, watch).map_err(unfinished)?.unwrap_or_default();
    let mut here = puzzle.state().clone();
    let mut profile = vec![cluster.distance(&here).unwrap_or(0)];
    for step in &walk {
        here = here.shifted(step.vehicle.index(), step.cells);
        profile.push(cluster.distance(&here).unwrap_or(0));
    }
    Ok(Some(HardestForm {
        puzzle: PuzzleForm::of(&puzzle.at(state.clone()), None)?,
        walk: MoveForm::all(puzzle, &walk),
        profile,
        solution: MoveForm::all(puzzle, &cluster.path(state).unwrap_or_default()),
    }))
}
