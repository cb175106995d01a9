//! Texts of puzzles, and the operations on them. The parser that knows every format is written in
//! Python; where there is none, board strings alone are read.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value, to_value};

use super::forms::{Given, Label, PhraseForm, PuzzleForm, Title, Titled};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::read_board;
use crate::phrase::Phrase;
use crate::state::Puzzle;

/// Reads and writes texts of puzzles.
pub trait PuzzleTexts {
    /// The only puzzle of a text.
    ///
    /// # Errors
    /// What was expected and found.
    fn puzzle(&self, text: &str) -> Result<Titled, Problem>;

    /// The shortest text that gives a puzzle back.
    ///
    /// # Errors
    /// There is none.
    fn shortest(&self, puzzle: &Puzzle) -> Result<String, Problem>;

    /// A puzzle in a format, as the JSON of the answer of `convert`.
    ///
    /// # Errors
    /// There is no such format.
    fn convert(&self, found: &Titled, to: &str, relabel: bool) -> Result<Value, Problem>;

    /// The answer to a request of `read`, `formats` or `puzzles`.
    ///
    /// # Errors
    /// The request is refused, or the operation is not known.
    fn operate(&self, name: &str, request: &Value) -> Result<Value, Problem>;
}

/// Board strings; what these cannot hold is written as JSON.
pub struct PlainTexts;

impl PuzzleTexts for PlainTexts {
    fn puzzle(&self, text: &str) -> Result<Titled, Problem> {
        let expected = "line 1: expected a puzzle in one of the formats board string or JSON";
        let setup = read_board(text.trim()).ok_or_else(|| Problem::refused(expected))?;
        Ok(Titled { puzzle: Puzzle::new(&setup)?, title: None })
    }

    fn shortest(&self, puzzle: &Puzzle) -> Result<String, Problem> {
        let text = puzzle.to_string();
        let form = to_value(PuzzleForm::of(puzzle, None)?)?;
        if let Ok(read) = text.parse::<Puzzle>()
            && to_value(PuzzleForm::of(&read, None)?)? == form
        {
            return Ok(text);
        }
        Ok(form.to_string())
    }

    fn convert(&self, _: &Titled, _: &str, _: bool) -> Result<Value, Problem> {
        Err(Problem::new(404, "not found"))
    }

    fn operate(&self, _: &str, _: &Value) -> Result<Value, Problem> {
        Err(Problem::new(404, "not found"))
    }
}

pub(super) const CONVERT: Operation = Operation {
    name: "convert",
    help: "Write a puzzle in a format, with its labels or with new ones.",
    keys: Some(&["puzzle", "to", "relabel"]),
    run: |request, context| {
        let ConvertRequest { puzzle, to, relabel } = parsed(request)?;
        let found = puzzle.puzzle(context)?;
        answered::<ConvertAnswer>(context.texts.convert(&found, &to, relabel)?)
    },
};

pub(super) const READ: Operation = Operation {
    name: "read",
    help: "Read the puzzles of a text, in a format by name or in the one that it shows.",
    keys: Some(&["text", "format", "target", "name"]),
    run: |request, context| {
        let asked: ReadRequest = parsed(request)?;
        answered::<ReadAnswer>(context.texts.operate("read", &written(&asked)?)?)
    },
};

pub(super) const FORMATS: Operation = Operation {
    name: "formats",
    help: "Name the formats.",
    keys: None,
    run: |_, context| answered::<FormatsAnswer>(context.texts.operate("formats", &Value::Null)?),
};

pub(super) const PUZZLES: Operation = Operation {
    name: "puzzles",
    help: "List the puzzles of the collection.",
    keys: None,
    run: |_, context| answered::<PuzzlesAnswer>(context.texts.operate("puzzles", &Value::Null)?),
};

/// An answer that another language wrote, as its type says that it is.
fn answered<T: DeserializeOwned + Serialize>(answer: Value) -> Result<Value, Problem> {
    let unfit = |error| Problem::refused(format!("the puzzle does not fit an answer: {error}"));
    written(&from_value::<T>(answer).map_err(unfit)?)
}

/// The types of these operations, in their order.
pub(super) const TYPES: [OperationTypes; 4] = [
    types!(ConvertRequest => ConvertAnswer),
    types!(ReadRequest => ReadAnswer),
    types!(FormatsAnswer),
    types!(PuzzlesAnswer),
];

/// A puzzle and the format wanted; `relabel` gives the vehicles labels that it can hold.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ConvertRequest {
    puzzle: Given,
    /// The name of a format that can be written.
    to: String,
    #[serde(default)]
    relabel: bool,
}

/// The text, ending in a line end, or why the format cannot hold the puzzle.
#[derive(Deserialize, Serialize, JsonSchema)]
struct ConvertAnswer {
    text: Option<String>,
    error: Option<String>,
}

/// A text; its format is recognised if none is named.
///
/// `target` is for letter grids; some files have the size of the board in their name.
#[derive(Deserialize, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct ReadRequest {
    pub(super) text: String,
    /// The name of a format.
    pub(super) format: Option<String>,
    pub(super) target: Option<Label>,
    pub(super) name: Option<Title>,
}

/// A puzzle, or what is wrong where one was expected.
#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct ReadItem {
    pub(super) puzzle: Option<PuzzleForm>,
    pub(super) error: Option<String>,
}

/// The first puzzles of a text, at most 200; `more` says that there are others.
#[derive(Deserialize, Serialize, JsonSchema)]
pub(super) struct ReadAnswer {
    pub(super) items: Vec<ReadItem>,
    pub(super) more: bool,
    pub(super) warnings: Vec<String>,
}

/// A format, and whether it can be written too.
#[derive(Deserialize, Serialize, JsonSchema)]
struct FormatForm {
    name: String,
    help: String,
    writable: bool,
}

/// Every format.
#[derive(Deserialize, Serialize, JsonSchema)]
struct FormatsAnswer {
    formats: Vec<FormatForm>,
}

/// A puzzle of the collection with its optima.
#[derive(Deserialize, Serialize, JsonSchema)]
struct CollectionEntry {
    puzzle: PuzzleForm,
    slides: u32,
    steps: u32,
}

/// The collection, easiest cards first.
#[derive(Deserialize, Serialize, JsonSchema)]
struct PuzzlesAnswer {
    puzzles: Vec<CollectionEntry>,
}

// validate: whether a description is a board, or every reason why not.

pub(super) const VALIDATE: Operation = Operation {
    name: "validate",
    help: "Say whether a description is a valid board, or every reason why not.",
    keys: Some(&["puzzle"]),
    run: |request, context| written(&validate(&parsed(request)?, context)),
};
pub(super) const VALIDATE_TYPES: OperationTypes = types!(ValidateRequest => ValidateAnswer);

/// A description, right or wrong.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ValidateRequest {
    puzzle: Given,
}

/// The puzzle, and its shortest text for an address; or every reason why there is none.
#[derive(Serialize, JsonSchema)]
struct ValidateAnswer {
    valid: bool,
    reasons: Vec<String>,
    /// the same in parts, for other languages
    parts: Vec<PhraseForm>,
    puzzle: Option<PuzzleForm>,
    text: Option<String>,
}

fn validate(request: &ValidateRequest, context: &Context<'_>) -> ValidateAnswer {
    let found = request.puzzle.puzzle(context).and_then(|found| answer(&found, context));
    found.unwrap_or_else(|problem| {
        let mut reasons = problem.reasons;
        if reasons.is_empty() {
            reasons.push(problem.detail.into());
        }
        ValidateAnswer {
            valid: false,
            reasons: reasons.iter().map(Phrase::to_string).collect(),
            parts: reasons.into_iter().map(PhraseForm).collect(),
            puzzle: None,
            text: None,
        }
    })
}

fn answer(found: &Titled, context: &Context<'_>) -> Result<ValidateAnswer, Problem> {
    Ok(ValidateAnswer {
        valid: true,
        reasons: Vec::new(),
        parts: Vec::new(),
        puzzle: Some(PuzzleForm::of(&found.puzzle, found.title.as_deref())?),
        text: Some(context.texts.shortest(&found.puzzle)?),
    })
}
