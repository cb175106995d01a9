//! Texts of puzzles: what a text of a board means is decided here, for the package, the service and the
//! page.
//!
//! A reader knows the syntax and no rules: it makes a [`Setup`], which the check of a board accepts or
//! refuses.
//!
//! ```
//! use rushhour::Puzzle;
//! use rushhour::reader::read_text;
//!
//! let items = read_text("Two moves\n..B...\nXXB...\n......\n......\n", None, None);
//! let found = items[0].setup.as_ref().expect("a board");
//! assert_eq!(found.title.as_deref(), Some("Two moves"));
//! assert_eq!(Puzzle::new(&found.setup)?.to_string(), "..B.../XXB.../....../......");
//!
//! let items = read_text("XX..\n.B.\n.B..\n", None, None);
//! let error = items[0].setup.as_ref().expect_err("an uneven row");
//! assert_eq!(error.to_string(), "line 2, column 1: expected 4 cells in row 2, found 3: '.B.'");
//! # Ok::<(), rushhour::InvalidBoard>(())
//! ```

pub(crate) mod board_string;
pub(crate) mod car_list;
pub(crate) mod code;
#[cfg(feature = "python")]
pub(crate) mod column;
#[cfg(feature = "python")]
pub(crate) mod declared;
mod document;
pub(crate) mod drawing;
pub(crate) mod drawn;
mod error;
mod fogleman;
pub(crate) mod frame;
#[cfg_attr(not(feature = "json"), expect(dead_code, reason = "the operations say it"))]
pub(crate) mod games;
pub(crate) mod grid;
mod json;
pub(crate) mod line;
pub(crate) mod listing;
pub(crate) mod literal;
pub(crate) mod matrix;
mod near;
mod nyu;
mod pieces;
mod ruler;
mod sentence;
pub(crate) mod size;
mod source;
pub(crate) mod target;
mod vehicles;

use self::document::JsonReader;
use self::line::{TextLine, quoted, trimmed};
use self::literal::as_json;
#[cfg(feature = "python")]
pub(crate) use self::source::in_fence;
use self::source::{TextLines, bounded, require_text};
use crate::board::Setup;
pub use error::{TextError, TextWarning};

/// A board as a text describes it, and its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitledSetup {
    /// The unchecked description.
    pub setup: Setup,
    /// The title, if the text has one.
    pub title: Option<String>,
}

/// A puzzle of a text, or what is wrong where one was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The puzzle or the error.
    pub setup: Result<TitledSetup, TextError>,
    /// Doubts about it.
    pub warnings: Vec<TextWarning>,
    /// The line in which it begins, in a text of several.
    pub begin: Option<usize>,
    /// The last line of a drawing with a frame, below which other text may stand.
    pub end: Option<usize>,
}

impl Item {
    fn new(
        setup: Result<TitledSetup, TextError>,
        warnings: Vec<TextWarning>,
        begin: Option<usize>,
    ) -> Item {
        Item { setup, warnings, begin, end: None }
    }
}

/// A format of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the modules describe them")]
pub enum TextFormat {
    BoardString,
    Fogleman,
    CarList,
    Grid,
    Frame,
    Code,
    Nyu,
    Pieces,
    Vehicles,
    Json,
}

impl TextFormat {
    /// All formats, by the names that the package gives them.
    pub const NAMES: [(&'static str, TextFormat); 10] = [
        ("boardstring", TextFormat::BoardString),
        ("fogleman", TextFormat::Fogleman),
        ("carlist", TextFormat::CarList),
        ("grid", TextFormat::Grid),
        ("frame", TextFormat::Frame),
        ("code", TextFormat::Code),
        ("nyu", TextFormat::Nyu),
        ("pieces", TextFormat::Pieces),
        ("vehicles", TextFormat::Vehicles),
        ("json", TextFormat::Json),
    ];

    /// The reader of a format in JSON; `None` of any other.
    pub(crate) fn json_reader(self) -> Option<&'static JsonReader> {
        match self {
            TextFormat::Nyu => Some(&nyu::READER),
            TextFormat::Pieces => Some(&pieces::READER),
            TextFormat::Vehicles => Some(&vehicles::READER),
            TextFormat::Json => Some(&json::READER),
            _ => None,
        }
    }

    /// Whether a puzzle of the format says itself which vehicle is its target, so that none can be declared.
    fn names_target(self) -> bool {
        matches!(self, TextFormat::CarList | TextFormat::Nyu | TextFormat::Pieces)
    }

    /// The name that the package gives it.
    fn name(self) -> &'static str {
        let found = TextFormat::NAMES.iter().find(|(_, format)| *format == self);
        found.expect("each has a name").0
    }

    /// The only format that a text is in, or that should explain its errors.
    ///
    /// # Errors
    /// The text is in none of these formats, or in several.
    pub fn detect(text: &str) -> Result<TextFormat, TextError> {
        TextFormat::of(&TextLines::new(text))
    }

    fn of(source: &TextLines<'_>) -> Result<TextFormat, TextError> {
        let (drawn, head) = (source.picture_head(), source.head());
        let opening = source.opening();
        let is_frame = !opening.starts_with(['[', '{']) && frame::matches(&drawn);
        if is_frame && head.is_empty() {
            return Ok(TextFormat::Frame);
        }
        if code::matches(&opening) {
            return Ok(TextFormat::Code);
        }
        let Some(first) = head.first() else {
            let comments = "comments alone; walls are x";
            let found = if source.has_tight_comment() { comments } else { "an empty text" };
            return Err(TextError::new(format!("expected a puzzle, found {found}"), None));
        };
        let document = as_json(&opening);
        let is_list = board_string::matches(&head) && !head.iter().all(is_link);
        let is_car_list = car_list::matches(&head);
        let matches = |format: TextFormat| match format {
            TextFormat::BoardString => is_list,
            TextFormat::Fogleman => fogleman::matches(&head),
            TextFormat::CarList => is_car_list,
            TextFormat::Grid => !is_list && !is_car_list && !is_frame && grid::matches(&drawn),
            TextFormat::Frame => is_frame,
            format => format.json_reader().is_some_and(|json| (json.matches)(&document)),
        };
        let others = [
            board_string::resembles(&head),
            fogleman::resembles(&head),
            car_list::resembles(&head),
        ];
        let is_like_grid = !others.contains(&true) && grid::resembles(&head);
        let resembles = |format: TextFormat| match format {
            TextFormat::BoardString => others[0],
            TextFormat::Fogleman => others[1],
            TextFormat::CarList => others[2],
            TextFormat::Grid => is_like_grid,
            TextFormat::Code => code::resembles(&opening),
            format => format.json_reader().is_some_and(|json| (json.resembles)(&document)),
        };
        let all = TextFormat::NAMES.map(|(_, format)| format);
        let mut found: Vec<TextFormat> = all.into_iter().filter(|&one| matches(one)).collect();
        if found.is_empty() {
            found = all.into_iter().filter(|&one| resembles(one)).collect();
        }
        found.pop().filter(|_| found.is_empty()).ok_or_else(|| {
            let known = TextFormat::NAMES.map(|(name, _)| name).join(", ");
            let found = quoted(trimmed(&first.text));
            let expected = format!("a puzzle in one of the formats {known}");
            first.error(format!("expected {expected}, found {found}"))
        })
    }
}

/// Whether a line is an address with something behind a `#`.
fn is_link(line: &TextLine) -> bool {
    line.text.split_once('#').is_some_and(|(before, _)| before.contains('/'))
}

/// The puzzles of a text, in a format or in the one that it shows; `target` declares the target's label in
/// a drawing.
///
/// A malformed puzzle gives its error, and the others are read. A text without a puzzle gives an error.
#[must_use]
pub fn read_text(text: &str, format: Option<TextFormat>, target: Option<&str>) -> Vec<Item> {
    let source = TextLines::new(text);
    let format = format.map_or_else(|| TextFormat::of(&source), Ok);
    let several = source.head().len() > 1;
    let found = format.and_then(|format| match format {
        TextFormat::Grid => Ok(grid::read(&source.picture()?, target)),
        TextFormat::Frame => Ok(frame::read(&source.picture()?, target, true)),
        TextFormat::Code => Ok(code::read(&source.text(), target)),
        format if target.is_some() && format.names_target() => {
            let expected = "expected a drawn board for a declared target";
            let found = format!("found {}, which says itself which vehicle it is", format.name());
            Err(TextError::new(format!("{expected}, {found}"), None))
        }
        TextFormat::CarList => {
            let lines = source.lines();
            let blocks = lines.split(car_list::is_end).filter(|block| !block.is_empty());
            Ok(blocks.enumerate().map(car_list_item).collect())
        }
        TextFormat::BoardString => {
            let read = |line: &TextLine| board_string::lone(line, target);
            Ok(source.lines().iter().map(|line| listed(line, several, read)).collect())
        }
        TextFormat::Fogleman => {
            let read = |line: &TextLine| fogleman::read(line, target);
            Ok(source.lines().iter().map(|line| listed(line, true, read)).collect())
        }
        TextFormat::Nyu | TextFormat::Pieces | TextFormat::Vehicles | TextFormat::Json => format
            .json_reader()
            .map_or_else(|| Ok(Vec::new()), |json| documents(&source, json, target)),
    });
    let none = || TextError::new("expected a puzzle, found none", None);
    match found.and_then(|items| if items.is_empty() { Err(none()) } else { Ok(items) }) {
        Ok(items) => items,
        Err(error) => vec![Item::new(Err(error), Vec::new(), None)],
    }
}

/// The puzzles of documents of JSON, of one or in lines.
fn documents(
    source: &TextLines<'_>,
    json: &JsonReader,
    target: Option<&str>,
) -> Result<Vec<Item>, TextError> {
    if !json.are_lines(&source.opening()) {
        return Ok(json.read(&source.document()?, None, target));
    }
    let read = |line: TextLine| match require_text(&line) {
        Ok(()) => json.read(&line.text, Some(line.number), target),
        Err(error) => vec![Item::new(Err(error), Vec::new(), Some(line.number))],
    };
    Ok(source.written().flat_map(read).collect())
}

/// The puzzle in a line of a list.
fn listed(
    line: &TextLine,
    has_place: bool,
    read: impl Fn(&TextLine) -> Result<TitledSetup, TextError>,
) -> Item {
    let setup = require_text(line).and_then(|()| read(line));
    Item::new(setup, Vec::new(), has_place.then_some(line.number))
}

/// The puzzle in a block of car lists.
fn car_list_item((number, block): (usize, &[TextLine])) -> Item {
    let setup = bounded(block.to_vec()).and_then(|lines| car_list::read(&lines));
    let has_place = number > 0 || car_list::begins_with_title(block);
    let begin = has_place.then_some(block[0].number);
    Item::new(setup, Vec::new(), begin)
}

/// Refuse blank lines between some, but not all, of the lines of a puzzle: it may be two.
fn require_no_gap(lines: &[&TextLine], parts: &str, hint: &str) -> Result<(), TextError> {
    let mut parted = lines.iter().skip(1).filter(|line| line.parted);
    let first = parted.next();
    match first {
        Some(first) if parted.count() + 2 < lines.len() => {
            let message =
                format!("expected {parts} without a blank line between them, found one above this");
            Err(TextError::new(format!("{message}; {hint}"), Some(first.number)))
        }
        _ => Ok(()),
    }
}

/// The value that comes most often; of several the first.
fn most_common(values: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for value in values {
        match counts.iter_mut().find(|(other, _)| *other == value) {
            Some((_, count)) => *count += 1,
            None => counts.push((value, 1)),
        }
    }
    counts.into_iter().rev().max_by_key(|&(_, count)| count).map(|(value, _)| value)
}

#[cfg(test)]
mod tests;
