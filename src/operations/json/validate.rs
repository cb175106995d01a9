//! validate: whether a description is a board, or every reason why not.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{Given, PuzzleForm, Titled};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};

pub(super) const OPERATION: Operation = Operation {
    name: "validate",
    help: "Say whether a description is a valid board, or every reason why not.",
    keys: Some(&["puzzle"]),
    run: |request, context| written(&validate(&parsed(request)?, context)),
};
pub(super) const TYPES: OperationTypes = types!(ValidateRequest => ValidateAnswer);

/// A description, right or wrong.
#[derive(Deserialize, JsonSchema)]
struct ValidateRequest {
    puzzle: Given,
}

/// The puzzle, and its shortest text for an address; or every reason why there is none.
#[derive(Serialize, JsonSchema)]
struct ValidateAnswer {
    valid: bool,
    reasons: Vec<String>,
    puzzle: Option<PuzzleForm>,
    text: Option<String>,
}

fn validate(request: &ValidateRequest, context: &Context<'_>) -> ValidateAnswer {
    let found = request.puzzle.puzzle(context).and_then(|found| answer(&found, context));
    found.unwrap_or_else(|problem| ValidateAnswer {
        valid: false,
        reasons: problem.reasons(),
        puzzle: None,
        text: None,
    })
}

fn answer(found: &Titled, context: &Context<'_>) -> Result<ValidateAnswer, Problem> {
    Ok(ValidateAnswer {
        valid: true,
        reasons: Vec::new(),
        puzzle: Some(PuzzleForm::of(&found.puzzle, found.title.as_deref())?),
        text: Some(context.texts.shortest(&found.puzzle)?),
    })
}
