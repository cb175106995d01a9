//! solve: a shortest solution of a puzzle, or what is proved about it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::forms::{HeuristicName, MoveForm, Named, Real, SearchRequest};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::analysis::hints::runs;
use crate::board::{Goal, Metric, Move};
use crate::operations::{Options, rounded};
use crate::outcome::clock::Instant;
use crate::search::{AUTO, Algorithm, Duplicates, Setting, Settings, Ties, Weight};

pub(super) const OPERATION: Operation = Operation {
    name: "solve",
    help: "Find a shortest solution, or prove that there is none.",
    keys: Some(&[
        "puzzle",
        "metric",
        "goal",
        "max_states",
        "max_seconds",
        "algorithm",
        "heuristic",
        "weight",
        "ties",
        "duplicates",
        "reopen",
        "undo",
    ]),
    run: |request, context| written(&solve(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(SolveRequest => SolveAnswer);

/// A puzzle to solve; `auto` takes the first algorithm that takes what is given.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct SolveRequest {
    #[serde(flatten)]
    search: SearchRequest,
    #[serde(default = "auto")]
    algorithm: Named<&'static Algorithm>,
    heuristic: Option<HeuristicName>,
    weight: Option<Real<1, 1000>>,
    #[serde(default = "fifo")]
    ties: Named<Ties>,
    #[serde(default = "better")]
    duplicates: Named<Duplicates>,
    reopen: Option<bool>,
    #[serde(default = "yes")]
    undo: bool,
}

fn auto() -> Named<&'static Algorithm> {
    Named(AUTO)
}

fn fifo() -> Named<Ties> {
    Named(Ties::default())
}

fn yes() -> bool {
    true
}

fn better() -> Named<Duplicates> {
    Named(Duplicates::default())
}

/// How a search ended, and what it counted; `unknown` where a limit came first.
#[derive(Serialize, JsonSchema)]
struct SolveAnswer {
    title: Option<String>,
    status: &'static str,
    metric: Named<Metric>,
    goal: Named<Goal>,
    algorithm: &'static str,
    engine: &'static str,
    reason: Option<&'static str>,
    heuristic: Option<&'static str>,
    settings: Map<String, Value>,
    depth: Option<u32>,
    cost: Option<u32>,
    slides: Option<usize>,
    steps: Option<u32>,
    moves: Option<Vec<MoveForm>>,
    lower_bound: u32,
    upper_bound: Option<usize>,
    proved_optimal: Option<bool>,
    best: Option<String>,
    stopped_by: Option<&'static str>,
    expanded: u64,
    generated: u64,
    duplicates: u64,
    reopened: u64,
    max_open: u64,
    evaluated: u64,
    memory: u64,
    branching_factor: Option<f64>,
    seconds: f64,
}

impl SolveRequest {
    fn options(&self) -> Options {
        let mut options = (self.search.options())
            .algorithm(self.algorithm.0)
            .ties(self.ties.0)
            .duplicates(self.duplicates.0);
        options.settings.reopen = self.reopen;
        options.settings.undo = self.undo;
        options.settings.weight = self.weight.map(|weight| Weight::nearest(weight.0));
        match self.heuristic {
            Some(HeuristicName(heuristic)) => options.heuristic(heuristic),
            None => options,
        }
    }
}

fn solve(request: &SolveRequest, context: &mut Context<'_>) -> Result<SolveAnswer, Problem> {
    let found = request.search.puzzle.puzzle(context)?;
    let options = request.options();
    let algorithm =
        options.chosen_algorithm().map_err(|untaken| Problem::refused(untaken.to_string()))?;
    let (begun, puzzle) = (Instant::now(), &found.puzzle);
    let limits = request.search.limits();
    let outcome = context.watched(limits, |watch| options.search(puzzle, watch));
    let seconds = begun.elapsed().as_secs_f64();
    let (solution, best) = (outcome.solution(), outcome.best_moves());
    let is_guided = algorithm.takes.contains(&Setting::Heuristic);
    let counters = outcome.counters;
    Ok(SolveAnswer {
        title: found.title,
        status: outcome.ending.name(),
        metric: request.search.metric,
        goal: request.search.goal,
        algorithm: outcome.choice.map_or(algorithm.name, |choice| choice.algorithm),
        engine: outcome.engine.name(),
        reason: outcome.choice.map(|choice| choice.reason),
        heuristic: is_guided.then_some(options.guide().name),
        settings: chosen(&options.settings),
        depth: outcome.cost(),
        cost: outcome.cost(),
        slides: solution.map(|moves| runs(moves).len()),
        steps: solution.map(steps),
        moves: solution.map(|moves| MoveForm::all(puzzle, moves)),
        lower_bound: outcome.lower_bound,
        upper_bound: best.map(<[Move]>::len),
        proved_optimal: outcome.is_proved_optimal(),
        best: best.map(|moves| puzzle.format_moves(moves)),
        stopped_by: outcome.stopped_by(),
        expanded: counters.expanded,
        generated: counters.generated,
        duplicates: counters.duplicates,
        reopened: counters.reopened,
        max_open: counters.max_open,
        evaluated: counters.evaluated,
        memory: counters.memory,
        branching_factor: outcome.branching_factor().map(rounded),
        seconds,
    })
}

/// The cells that all moves pass.
pub(super) fn steps(moves: &[Move]) -> u32 {
    moves.iter().map(|step| u32::from(step.cells.unsigned_abs())).sum()
}

/// The settings that are not as by default.
fn chosen(settings: &Settings) -> Map<String, Value> {
    let usual = Settings::default();
    let mut chosen = Map::new();
    if let Some(weight) = settings.weight {
        let (numerator, denominator) = (weight.numerator.get(), weight.denominator.get());
        let value = f64::from(numerator) / f64::from(denominator);
        chosen.insert("weight".to_owned(), value.into());
    }
    if settings.ties != usual.ties {
        chosen.insert("ties".to_owned(), Named(settings.ties).name().into());
    }
    if settings.duplicates != usual.duplicates {
        chosen.insert("duplicates".to_owned(), Named(settings.duplicates).name().into());
    }
    if let Some(reopen) = settings.reopen {
        chosen.insert("reopen".to_owned(), reopen.into());
    }
    if settings.undo != usual.undo {
        chosen.insert("undo".to_owned(), settings.undo.into());
    }
    chosen
}
