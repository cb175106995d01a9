//! hint: a best next move and why it is best.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{MoveForm, Named, PhraseForm, SearchRequest};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::analysis::hints::Link;
use crate::board::{Goal, Metric};
use crate::operations::{Advice, GoalDistances, labels};
use crate::state::Puzzle;

pub(super) const OPERATION: Operation = Operation {
    name: "hint",
    help: "Find a best next move and why it is best.",
    keys: Some(&["puzzle", "metric", "goal", "max_states", "max_seconds", "every"]),
    run: |request, context| written(&hint(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(HintRequest => HintAnswer);

/// A puzzle in which to move next; `every` asks for all best moves.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct HintRequest {
    #[serde(flatten)]
    search: SearchRequest,
    #[serde(default)]
    every: bool,
}

/// Now `blocker` stands on `cell`, which `blocked` needs.
///
/// To leave it the blocker goes at least `cells`, in every solution if it is `forced`.
#[derive(Serialize, JsonSchema)]
struct BlockForm {
    blocked: String,
    blocker: String,
    cell: (i64, i64),
    cells: i64,
    forced: bool,
}

/// A best move, how far the goal is after it, the reason in words and in parts, and the blockers from the
/// target to it.
#[derive(Serialize, JsonSchema)]
pub(super) struct AdviceForm {
    r#move: MoveForm,
    distance: u32,
    reason: String,
    parts: PhraseForm,
    chain: Vec<BlockForm>,
}

/// How far the goal is, and best moves; there are none at the goal and without a solution.
#[derive(Serialize, JsonSchema)]
struct HintAnswer {
    title: Option<String>,
    metric: Named<Metric>,
    goal: Named<Goal>,
    /// null where there is no solution
    distance: Option<u32>,
    reason: String,
    moves: Vec<AdviceForm>,
}

fn hint(request: &HintRequest, context: &mut Context<'_>) -> Result<HintAnswer, Problem> {
    let search = &request.search;
    let found = search.puzzle.puzzle(context)?;
    let puzzle = &found.puzzle;
    let hint = context.watched(search.limits(), |watch| {
        let known = GoalDistances::around(puzzle, &search.options(), watch);
        known.hint(puzzle, request.every, &labels(puzzle), watch)
    })?;
    Ok(HintAnswer {
        title: found.title,
        metric: search.metric,
        goal: search.goal,
        distance: hint.distance,
        reason: hint.reason(),
        moves: hint.advice.into_iter().map(|advice| AdviceForm::of(puzzle, advice)).collect(),
    })
}

impl AdviceForm {
    pub(super) fn of(
        puzzle: &Puzzle,
        Advice { step, distance, reason, chain }: Advice,
    ) -> AdviceForm {
        let label = |vehicle: usize| puzzle.board().vehicles()[vehicle].label.clone();
        let block = |Link { blocked, blocker, cell, cells, is_forced }| BlockForm {
            blocked: label(blocked),
            blocker: label(blocker),
            cell: (cell.row, cell.col),
            cells,
            forced: is_forced,
        };
        let chain = chain.into_iter().map(block).collect();
        let (r#move, words) = (MoveForm::of(puzzle, step), reason.to_string());
        AdviceForm { r#move, distance, reason: words, parts: PhraseForm(reason), chain }
    }
}
