//! solve: a shortest solution of a puzzle, or what is proved about it.

use serde::Deserialize;
use serde_json::{Map, Value, from_value, json};

use super::forms::{SearchForm, Titled, moves_of, name_of, named};
use super::page::watched;
use super::problem::Problem;
use crate::analysis::hints::runs;
use crate::board::{Metric, Move};
use crate::heuristic::{self, HEURISTICS};
use crate::outcome::clock::Instant;
use crate::outcome::{Ending, Outcome};
use crate::search::{ALGORITHMS, AUTO, Algorithm, Duplicates, Query, Setting, Settings, Ties};
use crate::search::{algorithm, automatic};
use crate::state::Puzzle;

/// All keys but `weight`, which the page does not offer.
pub(super) const KEYS: &[&str] = &[
    "puzzle",
    "metric",
    "goal",
    "algorithm",
    "heuristic",
    "ties",
    "duplicates",
    "reopen",
    "max_states",
    "max_seconds",
];

#[derive(Deserialize)]
struct SolveRequest {
    #[serde(flatten)]
    search: SearchForm,
    algorithm: Option<String>,
    heuristic: Option<String>,
    ties: Option<String>,
    duplicates: Option<String>,
    reopen: Option<bool>,
}

impl SolveRequest {
    fn settings(&self) -> Result<Settings, Problem> {
        let ties = self.ties.as_deref().map(|name| named("tie order", &Ties::NAMES, name));
        let duplicates = self.duplicates.as_deref();
        let duplicates =
            duplicates.map(|name| named("policy for duplicates", &Duplicates::NAMES, name));
        Ok(Settings {
            weight: None,
            ties: ties.transpose()?.unwrap_or_default(),
            duplicates: duplicates.transpose()?.unwrap_or_default(),
            reopen: self.reopen,
        })
    }

    /// The algorithm that takes what is chosen.
    fn algorithm(&self, settings: &Settings) -> Result<&'static Algorithm, Problem> {
        let heuristic = self.heuristic.as_ref().map(|_| Setting::Heuristic);
        let chosen: Vec<Setting> = heuristic.into_iter().chain(settings.chosen()).collect();
        let name = self.algorithm.as_deref().unwrap_or(AUTO.name);
        let found = algorithm(name).ok_or_else(|| {
            let known = [AUTO].into_iter().chain(ALGORITHMS).map(|entry| entry.name);
            Problem::unknown("algorithm", name, known)
        })?;
        if found.name == AUTO.name {
            return Ok(automatic(&chosen));
        }
        match chosen.iter().find(|setting| !found.takes.contains(setting)) {
            Some(setting) => {
                Err(Problem::refused(format!("the algorithm {name} takes no {}", setting.name())))
            }
            None => Ok(found),
        }
    }
}

pub(super) fn solve(request: Value) -> Result<Value, Problem> {
    let request: SolveRequest = from_value(request)?;
    let Titled { puzzle, title } = request.search.puzzle()?;
    let settings = request.settings()?;
    let algorithm = request.algorithm(&settings)?;
    let heuristic = match &request.heuristic {
        None => heuristic::DEFAULT,
        Some(name) => heuristic::heuristic(name).ok_or_else(|| {
            Problem::unknown("heuristic", name, HEURISTICS.iter().map(|entry| entry.name))
        })?,
    };
    let (metric, goal) = (request.search.metric()?, request.search.goal()?);
    let limits = request.search.limits()?;
    let query = Query { metric, goal, own_goal: None, heuristic, settings, limits };
    let begun = Instant::now();
    let outcome = watched(limits, |watch| algorithm.search(&puzzle.space(goal), &query, watch));
    let mut answer = json!({
        "title": title,
        "status": outcome.ending.name(),
        "metric": name_of(&Metric::NAMES, &metric),
        "goal": request.search.goal_name(),
        "algorithm": outcome.choice.map_or(algorithm.name, |choice| choice.algorithm),
        "engine": outcome.engine.name(),
        "reason": outcome.choice.map(|choice| choice.reason),
        "heuristic": algorithm.takes.contains(&Setting::Heuristic).then_some(heuristic.name),
        "settings": chosen(&settings),
        "seconds": begun.elapsed().as_secs_f64(),
    });
    answer.as_object_mut().expect("an object").extend(found(&puzzle, &outcome));
    Ok(answer)
}

/// The settings that are not as by default.
fn chosen(settings: &Settings) -> Map<String, Value> {
    let usual = Settings::default();
    let mut chosen = Map::new();
    if settings.ties != usual.ties {
        chosen.insert("ties".to_owned(), name_of(&Ties::NAMES, &settings.ties).into());
    }
    if settings.duplicates != usual.duplicates {
        let name = name_of(&Duplicates::NAMES, &settings.duplicates);
        chosen.insert("duplicates".to_owned(), name.into());
    }
    if let Some(reopen) = settings.reopen {
        chosen.insert("reopen".to_owned(), reopen.into());
    }
    chosen
}

/// The solution, the bounds and the counters.
fn found(puzzle: &Puzzle, outcome: &Outcome) -> Map<String, Value> {
    let solution = outcome.solution();
    let best = solution.or(outcome.best.as_deref());
    let stop = match outcome.ending {
        Ending::Unknown(stop) => Some(stop.name()),
        _ => None,
    };
    let counters = &outcome.counters;
    let Value::Object(values) = json!({
        "depth": outcome.cost(),
        "cost": outcome.cost(),
        "slides": solution.map(|moves| runs(moves).len()),
        "steps": solution.map(steps),
        "moves": solution.map(|moves| moves_of(puzzle, moves)),
        "lower_bound": outcome.lower_bound,
        "upper_bound": best.map(<[Move]>::len),
        "proved_optimal": outcome.is_proved_optimal(),
        "best": best.map(|moves| puzzle.format_moves(moves)),
        "stopped_by": stop,
        "expanded": counters.expanded,
        "generated": counters.generated,
        "duplicates": counters.duplicates,
        "reopened": counters.reopened,
        "max_open": counters.max_open,
        "evaluated": counters.evaluated,
        "memory": counters.memory,
        "branching_factor": outcome.cost().and_then(|depth| branching(counters.generated, depth)),
    }) else {
        unreachable!("an object")
    };
    values
}

fn steps(moves: &[Move]) -> u32 {
    moves.iter().map(|step| u32::from(step.cells.unsigned_abs())).sum()
}

/// The b > 1 of a uniform tree with this depth and 1 + generated nodes, to three decimals.
fn branching(generated: u64, depth: u32) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let nodes = (generated + 1) as f64;
    if depth == 0 || nodes <= f64::from(depth) + 1.0 {
        return None;
    }
    let (mut low, mut high) = (1.0, nodes);
    while high - low > 1e-5 {
        let middle = f64::midpoint(low, high);
        let tree = (0..depth).fold(1.0, |sum, _| sum * middle + 1.0);
        if tree > nodes { high = middle } else { low = middle }
    }
    Some((low * 1e3).round() / 1e3)
}
