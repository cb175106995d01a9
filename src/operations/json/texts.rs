//! Texts of puzzles, and the operations on them. The parser that knows every format is written in
//! Python; where there is none, board strings alone are read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, to_value};

use super::forms::{Given, PuzzleForm, Titled};
use super::named::{Label, Title};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::board::read_board;
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

    /// The answer to a request of an operation that depends on the formats: `convert`, `read`, `formats`
    /// or `puzzles`.
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

    fn operate(&self, _: &str, _: &Value) -> Result<Value, Problem> {
        Err(Problem::new(404, "not found"))
    }
}

pub(super) const CONVERT: Operation = Operation {
    name: "convert",
    help: "Write a puzzle in a format, with its labels or with new ones.",
    keys: Some(&["puzzle", "to", "relabel"]),
    run: convert,
};

pub(super) const READ: Operation = Operation {
    name: "read",
    help: "Read the puzzles of a text, in a format by name or in the one that it shows.",
    keys: Some(&["text", "format", "target", "name"]),
    run: |request, context| {
        let asked: ReadRequest = parsed(request)?;
        context.texts.operate("read", &written(&asked)?)
    },
};

pub(super) const FORMATS: Operation = Operation {
    name: "formats",
    help: "Name the formats.",
    keys: None,
    run: |_, context| context.texts.operate("formats", &Value::Null),
};

pub(super) const PUZZLES: Operation = Operation {
    name: "puzzles",
    help: "List the puzzles of the collection.",
    keys: None,
    run: |_, context| context.texts.operate("puzzles", &Value::Null),
};

/// The types of these operations, in their order.
pub(super) const TYPES: [OperationTypes; 4] = [
    types!(ConvertRequest => ConvertAnswer),
    types!(ReadRequest => ReadAnswer),
    types!(FormatsAnswer),
    types!(PuzzlesAnswer),
];

/// A puzzle and the format wanted; `relabel` gives the vehicles labels that it can hold.
#[derive(Deserialize, JsonSchema)]
struct ConvertRequest {
    puzzle: Given,
    /// The name of a format that can be written.
    to: String,
    #[serde(default)]
    relabel: bool,
}

/// The text, ending in a line end, or why the format cannot hold the puzzle.
#[derive(Serialize, JsonSchema)]
struct ConvertAnswer {
    text: Option<String>,
    error: Option<String>,
}

fn convert(request: Value, context: &mut Context<'_>) -> Result<Value, Problem> {
    let ConvertRequest { puzzle, to, relabel } = parsed(request)?;
    let Titled { puzzle, title } = puzzle.puzzle(context)?;
    let form = PuzzleForm::of(&puzzle, title.as_deref())?;
    let asked = serde_json::json!({"puzzle": form, "to": to, "relabel": relabel});
    context.texts.operate("convert", &asked)
}

/// A text; its format is recognised if none is named.
///
/// `target` is for letter grids; some files have the size of the board in their name.
#[derive(Deserialize, Serialize, JsonSchema)]
struct ReadRequest {
    text: String,
    /// The name of a format.
    format: Option<String>,
    target: Option<Label>,
    name: Option<Title>,
}

/// A puzzle, or what is wrong where one was expected.
#[derive(Serialize, JsonSchema)]
struct ReadItem {
    puzzle: Option<PuzzleForm>,
    error: Option<String>,
}

/// The first puzzles of a text, at most 200; `more` says that there are others.
#[derive(Serialize, JsonSchema)]
struct ReadAnswer {
    items: Vec<ReadItem>,
    more: bool,
    warnings: Vec<String>,
}

/// A format, and whether it can be written too.
#[derive(Serialize, JsonSchema)]
struct FormatForm {
    name: String,
    help: String,
    writable: bool,
}

/// Every format.
#[derive(Serialize, JsonSchema)]
struct FormatsAnswer {
    formats: Vec<FormatForm>,
}

/// A puzzle of the collection with its optima.
#[derive(Serialize, JsonSchema)]
struct CollectionEntry {
    puzzle: PuzzleForm,
    slides: u32,
    steps: u32,
}

/// The collection, easiest cards first.
#[derive(Serialize, JsonSchema)]
struct PuzzlesAnswer {
    puzzles: Vec<CollectionEntry>,
}
