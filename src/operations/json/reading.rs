//! The operation `read` where there is no Python: the texts that [`reader`] knows.

use serde_json::{Value, from_slice};

use super::forms::PuzzleForm;
use super::problem::Problem;
use super::texts::{ReadAnswer, ReadItem, ReadRequest};
use super::{Reply, parsed, written};
use crate::board::InvalidBoard;
use crate::reader::{self, Item, TextError, TextFormat, games};
use crate::state::Puzzle;

/// The most puzzles of an answer.
const MOST: usize = 200;
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
    let Some(name) = asked.format.as_deref() else {
        return Ok(match TextFormat::detect(&asked.text) {
            Ok(format) => reader::read_text(&asked.text, Some(format), target),
            Err(error) => vec![refused(with_more(error))],
        });
    };
    let known = TextFormat::NAMES.iter().find(|(known, _)| *known == name);
    let &(_, format) = known.ok_or_else(|| {
        let names = TextFormat::NAMES.map(|(name, _)| name).join(", ");
        let found = format!("found {name}; rushhour convert reads it");
        Problem::refused(format!("expected one of the formats {names}, {found}"))
    })?;
    Ok(reader::read_text(&asked.text, Some(format), target))
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

/// A puzzle that obeys the rules, or what is wrong with it and where.
fn checked(name: Option<&str>, at: usize, item: Item) -> Result<ReadItem, Problem> {
    let number = (at > 0 || item.begin.is_some()).then_some(at + 1);
    let puzzle = item.setup.and_then(|found| {
        let invalid = |error: InvalidBoard| {
            let reasons = [vec![error.to_string()], games::others(&found.setup.vehicles)];
            TextError::new(reasons.concat().join("; "), item.begin)
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
