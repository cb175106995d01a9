//! lock: the smallest part that has no solution alone, and why.

use schemars::JsonSchema;
use serde::Serialize;

use super::forms::{PhraseForm, SEARCH, SearchRequest};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::Cell;
use crate::operations::{Lock, labels};

pub(super) const OPERATION: Operation = Operation {
    name: "lock",
    help: "Find the smallest part of a puzzle that has no solution alone, and why.",
    keys: Some(&SEARCH),
    run: |request, context| written(&lock(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(SearchRequest => LockAnswer);

/// Vehicles, the target among them, and walls that have no solution alone.
#[derive(Serialize, JsonSchema)]
struct PartForm {
    vehicles: Vec<String>,
    walls: Vec<(i64, i64)>,
}

/// The smallest part, null where the puzzle has a solution, and sentences that say what locks the
/// target in and how far each vehicle can ever move.
#[derive(Serialize, JsonSchema)]
struct LockAnswer {
    title: Option<String>,
    part: Option<PartForm>,
    reasons: Vec<String>,
    /// the sentences in parts, for other languages
    parts: Vec<PhraseForm>,
}

fn lock(search: &SearchRequest, context: &mut Context<'_>) -> Result<LockAnswer, Problem> {
    let (found, options) = (search.puzzle.puzzle(context)?, search.options());
    let lock =
        context.watched(search.limits(), |watch| Lock::of(&found.puzzle, &options, watch))?;
    let mut answer =
        LockAnswer { title: found.title, part: None, reasons: Vec::new(), parts: Vec::new() };
    if let Some(lock) = lock {
        answer.reasons = lock.lines();
        let Lock { board, reasons } = lock;
        let walls = board.board().walls().iter().map(|&Cell { row, col }| (row, col)).collect();
        answer.part = Some(PartForm { vehicles: labels(&board), walls });
        answer.parts = reasons.into_iter().map(PhraseForm).collect();
    }
    Ok(answer)
}
