//! validate: whether a description is a board, or every reason why not.

use serde::Deserialize;
use serde_json::{Value, from_value, json};

use super::forms::{Titled, form_of, puzzle_of};
use super::problem::Problem;
use crate::state::Puzzle;

#[derive(Deserialize)]
struct ValidateRequest {
    puzzle: Value,
}

pub(super) fn validate(request: Value) -> Result<Value, Problem> {
    let request: ValidateRequest = from_value(request)?;
    match puzzle_of(&request.puzzle) {
        Ok(Titled { puzzle, title }) => Ok(json!({
            "valid": true,
            "reasons": [],
            "puzzle": form_of(&puzzle, title.as_deref()),
            "text": shortest(&puzzle),
        })),
        Err(problem) => {
            let reasons = problem.reasons();
            Ok(json!({"valid": false, "reasons": reasons, "puzzle": null, "text": null}))
        }
    }
}

/// The board string or, where that cannot hold the puzzle, JSON.
fn shortest(puzzle: &Puzzle) -> String {
    let text = puzzle.to_string();
    let read = text.parse::<Puzzle>();
    let form = form_of(puzzle, None);
    match read {
        Ok(read) if form_of(&read, None) == form => text,
        _ => form.to_string(),
    }
}
