//! canonical: the representative of a puzzle's cluster, a mirror image and a hardest state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::explore::MOST_STATES;
use super::forms::{Given, PuzzleForm, Quantity, Seconds, within};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::operations::Canonical;

pub(super) const OPERATION: Operation = Operation {
    name: "canonical",
    help: "Find one board for all states and images of a puzzle, and a hardest state.",
    keys: Some(&["puzzle", "max_states", "max_seconds"]),
    run: |request, context| written(&canonical(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(CanonicalRequest => CanonicalAnswer);

/// A puzzle. The stricter of these limits and the bounds applies.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CanonicalRequest {
    puzzle: Given,
    max_states: Option<Quantity>,
    max_seconds: Option<Seconds>,
}

/// `board` and `name` are the same for every state of the cluster and every image of it.
///
/// `mirror` is the reflection that leaves the exit on its side, `hardest` a state with the most slides;
/// the slides and `hardest` are null where no state is solved.
#[derive(Serialize, JsonSchema)]
struct CanonicalAnswer {
    name: String,
    board: PuzzleForm,
    mirror: PuzzleForm,
    hardest: Option<PuzzleForm>,
    slides: Option<u32>,
    most_slides: Option<u32>,
    states: usize,
}

fn canonical(
    request: &CanonicalRequest,
    context: &mut Context<'_>,
) -> Result<CanonicalAnswer, Problem> {
    let found = request.puzzle.puzzle(context)?;
    let limits = (Some(within(request.max_states, MOST_STATES)), request.max_seconds);
    let of_puzzle = context.watched(limits, |watch| Canonical::of(&found.puzzle, watch))?;
    let Canonical { name, board, mirror, hardest, slides, most_slides, states } = of_puzzle;
    let title = found.title.as_deref();
    Ok(CanonicalAnswer {
        name,
        board: PuzzleForm::of(&board, None)?,
        mirror: PuzzleForm::of(&mirror, title)?,
        hardest: hardest.map(|puzzle| PuzzleForm::of(&puzzle, title)).transpose()?,
        slides,
        most_slides,
        states,
    })
}
