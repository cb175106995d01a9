//! The operation `read` where there is no Python: the texts that [`reader`] knows, and JSON of rushhour itself.

use serde_json::{Value, from_slice, from_str, from_value};

use super::forms::PuzzleForm;
use super::problem::Problem;
use super::texts::{ReadAnswer, ReadItem, ReadRequest};
use super::{Reply, parsed, written};
use crate::board::InvalidBoard;
use crate::reader::{self, Item, TextError, TextFormat, games};
use crate::state::Puzzle;

/// The most puzzles of an answer.
const MOST: usize = 200;
const JSON: &str = "json";
const MORE: &str = "rushhour serve reads more";

/// The answer to a request of the operation `read`, by the readers of this crate: the package reads more formats.
///
/// ```
/// let answer = rushhour::json::read(br#"{"text": "..B.../AAB.../....../......"}"#);
/// assert_eq!(answer.body["items"][0]["puzzle"]["cols"], 6);
/// ```
#[must_use]
pub fn read(request: &[u8]) -> Reply {
    Reply::of(answer(request))
}

fn answer(request: &[u8]) -> Result<Value, Problem> {
    let asked: ReadRequest = parsed(from_slice(request)?)?;
    let mut items = items(&asked)?;
    let more = items.len() > MOST;
    items.truncate(MOST);
    let name = asked.name.as_ref().map(|name| name.0.as_str());
    let warnings = items.iter().flat_map(|item| &item.warnings);
    let warnings = warnings.map(|warning| placed(name, None, warning)).collect();
    let items = items.into_iter().enumerate().map(|(at, item)| checked(name, at, item));
    written(&ReadAnswer { items: items.collect::<Result<_, Problem>>()?, more, warnings })
}

/// The puzzles of a text, in the format that is named or in the one that it shows.
fn items(asked: &ReadRequest) -> Result<Vec<Item>, Problem> {
    let target = asked.target.as_ref().map(|target| target.0.as_str());
    let read = |format| reader::read_text(&asked.text, Some(format), target);
    let Some(name) = asked.format.as_deref() else {
        let found = TextFormat::detect(&asked.text);
        if found == Ok(TextFormat::Code) {
            return Ok(read(TextFormat::Code)); // lists of cells are JSON too
        }
        return Ok(documents(&asked.text).unwrap_or_else(|| match found {
            Ok(format) => read(format),
            Err(error) => vec![refused(with_more(error))],
        }));
    };
    if name == JSON {
        let none = || vec![refused(TextError::new("expected JSON, found none", None))];
        return Ok(documents(&asked.text).unwrap_or_else(none));
    }
    let known = TextFormat::NAMES.iter().find(|(known, _)| *known == name);
    known.map(|&(_, format)| read(format)).ok_or_else(|| {
        let names = TextFormat::NAMES.map(|(name, _)| name).join(", ");
        let found = format!("found {name}; rushhour convert reads it");
        Problem::refused(format!("expected one of the formats {names}, {JSON}, {found}"))
    })
}

fn refused(error: TextError) -> Item {
    Item { setup: Err(error), warnings: Vec::new(), begin: None, end: None }
}

/// An error in a line, with where to turn; a text without a line lacks nothing but the puzzle.
fn with_more(error: TextError) -> TextError {
    match error.line {
        Some(_) => TextError { message: format!("{}; {MORE}", error.message), ..error },
        None => error,
    }
}

/// The puzzles of a text that begins like JSON: one, a list, or one in each line.
fn documents(text: &str) -> Option<Vec<Item>> {
    let text = text.trim_start_matches('\u{feff}');
    let full = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let mut full = full.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
    let &(first, _) = full.peek().filter(|(_, line)| line.starts_with(['{', '[']))?;
    Some(match from_str::<Value>(text) {
        Ok(Value::Array(values)) if values.iter().all(Value::is_object) => {
            values.into_iter().map(|value| document(first, Ok(value), true)).collect()
        }
        Err(_) if full.peek().is_some_and(|(_, line)| from_str::<Value>(line).is_ok()) => {
            full.map(|(number, line)| document(number, from_str(line), true)).collect()
        }
        value => vec![document(first, value, false)],
    })
}

/// The puzzle of a document, which begins in a line.
fn document(line: usize, value: serde_json::Result<Value>, several: bool) -> Item {
    let form = value.and_then(from_value::<PuzzleForm>);
    let setup = form.map(|form| form.titled_setup()).map_err(|error| {
        let message = format!("expected a puzzle in JSON of rushhour itself: {error}; {MORE}");
        TextError::new(message, Some(line))
    });
    Item { setup, warnings: Vec::new(), begin: several.then_some(line), end: None }
}

/// A puzzle that obeys the rules, or what is wrong with it and where.
fn checked(name: Option<&str>, at: usize, item: Item) -> Result<ReadItem, Problem> {
    let number = (at > 0 || item.begin.is_some()).then_some(at + 1);
    let puzzle = item.setup.and_then(|found| {
        let invalid = |error: InvalidBoard| {
            let shapes = found.setup.vehicles.iter().map(|(_, shape)| shape);
            let reasons =
                [error.to_string()].into_iter().chain(games::others(shapes).map(str::to_owned));
            TextError::new(reasons.collect::<Vec<_>>().join("; "), item.begin)
        };
        Ok((Puzzle::new(&found.setup).map_err(invalid)?, found.title))
    });
    Ok(match puzzle {
        Ok((puzzle, title)) => {
            let puzzle = PuzzleForm::of(&puzzle, title.as_deref())?;
            ReadItem { puzzle: Some(puzzle), error: None }
        }
        Err(error) => ReadItem { puzzle: None, error: Some(placed(name, number, &error)) },
    })
}

/// A message with its place in front: `jams.txt, puzzle 2, line 9: ...`.
fn placed(name: Option<&str>, number: Option<usize>, error: &TextError) -> String {
    let number = number.map(|number| format!("puzzle {number}"));
    let places: Vec<String> = name.map(str::to_owned).into_iter().chain(number).collect();
    match places.join(", ") {
        places if places.is_empty() => error.to_string(),
        places if error.line.is_some() => format!("{places}, {error}"),
        places => format!("{places}: {error}"),
    }
}
