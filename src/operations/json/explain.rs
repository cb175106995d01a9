//! explain: the estimate of a heuristic, with its terms in words; and which heuristics there are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{HeuristicName, MoveForm, Named, SearchRequest};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::{Goal, Metric};
use crate::cluster::Unfinished;
use crate::heuristic::{DEFAULT, HEURISTICS, PlacedMove, Promise, Term};
use crate::state::{Position, Puzzle};

pub(super) const OPERATION: Operation = Operation {
    name: "explain",
    help: "Say what a heuristic counts in a state, and why.",
    keys: Some(&["puzzle", "metric", "goal", "max_states", "max_seconds", "heuristic"]),
    run: |request, context| written(&explain(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(ExplainRequest => ExplainAnswer);

pub(super) const LIST: Operation = Operation {
    name: "heuristics",
    help: "List the heuristics and their guarantees.",
    keys: None,
    run: |_, _| written(&heuristics()),
};
pub(super) const LIST_TYPES: OperationTypes = types!(HeuristicsAnswer);

/// A state and a heuristic; the limits are for its pattern databases.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ExplainRequest {
    #[serde(flatten)]
    search: SearchRequest,
    heuristic: Option<HeuristicName>,
}

/// A part of an estimate: its reason in one word and in a sentence, and the vehicles of it.
#[derive(Serialize, JsonSchema)]
struct TermForm {
    /// null where it proves that there is no solution
    amount: Option<u32>,
    words: String,
    reason: &'static str,
    /// null for a term about several vehicles
    vehicle: Option<String>,
    moves: Vec<MoveForm>,
    others: Vec<String>,
}

/// An estimate, which is the sum of its terms.
#[derive(Serialize, JsonSchema)]
struct ExplainAnswer {
    title: Option<String>,
    heuristic: &'static str,
    metric: Named<Metric>,
    goal: Named<Goal>,
    /// null where there is no solution
    estimate: Option<u32>,
    terms: Vec<TermForm>,
}

fn explain(request: &ExplainRequest, context: &mut Context<'_>) -> Result<ExplainAnswer, Problem> {
    let search = &request.search;
    let entry = request.heuristic.map_or(DEFAULT, |name| name.0);
    let found = search.puzzle.puzzle(context)?;
    let puzzle = &found.puzzle;
    let space = puzzle.space(search.goal.0);
    let mut heuristic = context.watched(search.limits(), |watch| {
        let made = entry.make(&space, search.metric.0, watch);
        made.map_err(|stop| Unfinished { stop, states: watch.states() })
    })?;
    let (position, mut terms) = (Position::new(&space), Vec::new());
    let estimate = heuristic.explain(&position, &mut terms);
    Ok(ExplainAnswer {
        title: found.title,
        heuristic: entry.name,
        metric: search.metric,
        goal: search.goal,
        estimate,
        terms: terms.iter().map(|term| TermForm::of(term, &position, puzzle)).collect(),
    })
}

impl TermForm {
    fn of(term: &Term, position: &Position<'_>, puzzle: &Puzzle) -> TermForm {
        let label = |vehicle: usize| puzzle.board().vehicles()[vehicle].label.clone();
        let step = |step: &PlacedMove| MoveForm { vehicle: label(step.vehicle), cells: step.cells };
        TermForm {
            amount: term.amount,
            words: term.words(position),
            reason: term.reason.name(),
            vehicle: term.vehicle.map(label),
            moves: term.moves.iter().map(step).collect(),
            others: term.others.iter().map(|&other| label(other)).collect(),
        }
    }
}

/// Whether an estimate is never more than the distance, and never falls by more than a move costs.
#[derive(Serialize, JsonSchema)]
struct PromiseForm {
    admissible: bool,
    consistent: bool,
}

/// A heuristic, and what holds of it in slides and in steps.
#[derive(Serialize, JsonSchema)]
struct HeuristicForm {
    name: &'static str,
    help: &'static str,
    slide: PromiseForm,
    step: PromiseForm,
}

/// All heuristics.
#[derive(Serialize, JsonSchema)]
struct HeuristicsAnswer {
    heuristics: Vec<HeuristicForm>,
}

fn heuristics() -> HeuristicsAnswer {
    let promise = |Promise { admissible, consistent }| PromiseForm { admissible, consistent };
    let forms = HEURISTICS.iter().map(|entry| HeuristicForm {
        name: entry.name,
        help: entry.help,
        slide: promise(entry.slide),
        step: promise(entry.step),
    });
    HeuristicsAnswer { heuristics: forms.collect() }
}
