//! explore: every state that can be reached, counted by distance, and the hardest of them.

use serde_json::{Value, from_value, json};

use super::forms::{SearchForm, form_of, moves_of, name_of};
use super::page::watched;
use super::problem::Problem;
use crate::board::Metric;
use crate::cluster::{self, Cluster};
use crate::outcome::{Limits, Stop, Watch};
use crate::state::Puzzle;

/// As in the service: larger clusters take too long to count.
pub(super) const MOST_STATES: u64 = 4_000_000;

pub(super) fn explore(request: Value) -> Result<Value, Problem> {
    let search: SearchForm = from_value(request)?;
    let puzzle = search.puzzle()?.puzzle;
    let (metric, goal) = (search.metric()?, search.goal()?);
    let limits = search.limits()?;
    let limits = Limits { states: limits.states.map(|states| states.min(MOST_STATES)), ..limits };
    watched(limits, |watch| {
        let cluster = cluster::explore(&puzzle, metric, goal, watch)
            .map_err(|unfinished| Problem::limit(unfinished.stop, unfinished.states))?;
        let stopped = |stop: Stop| Problem::limit(stop, cluster.len());
        let solutions = cluster
            .count_optimal(puzzle.state(), watch)
            .map_err(|unfinished| Problem::limit(unfinished.stop, unfinished.states))?;
        let histogram = cluster.histogram();
        Ok(json!({
            "metric": name_of(&Metric::NAMES, &metric),
            "goal": search.goal_name(),
            "states": cluster.len(),
            "goals": histogram.first().copied().unwrap_or(0),
            "distance": cluster.distance(puzzle.state()),
            "eccentricity": histogram.len().checked_sub(1),
            "optimal_solutions": solutions.to_string(),
            "histogram": histogram,
            "hardest_states": histogram.last().copied().unwrap_or(0),
            "hardest": hardest(&puzzle, &cluster, watch).map_err(stopped)?,
        }))
    })
}

/// The first of the states that are farthest from the goal, with the walk there and on to the goal.
fn hardest(
    puzzle: &Puzzle,
    cluster: &Cluster,
    watch: &mut Watch<'_>,
) -> Result<Option<Value>, Stop> {
    if cluster.histogram().is_empty() {
        return Ok(None);
    }
    let state = &cluster.hardest(watch)?[0];
    let walk = cluster.walk(puzzle.state(), state, watch)?.unwrap_or_default();
    let mut here = puzzle.state().clone();
    let mut profile = vec![cluster.distance(&here)];
    for step in &walk {
        here = here.shifted(step.vehicle.index(), step.cells);
        profile.push(cluster.distance(&here));
    }
    Ok(Some(json!({
        "puzzle": form_of(&puzzle.at(state.clone()), None),
        "walk": moves_of(puzzle, &walk),
        "profile": profile,
        "solution": moves_of(puzzle, &cluster.path(state).unwrap_or_default()),
    })))
}
