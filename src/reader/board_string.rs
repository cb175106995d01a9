//! Board strings: the cells of a board in one word, row by row.
//!
//! ```text
//! IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM    a square board
//! ..B.../..B.../AAB.../......             any board, rows ended or parted by /
//! AA.B..../                               a board of one row, which always ends in /
//! ..B... | ..B... | AAB... | ......       rows parted by |, ;, commas or blanks
//! ```
//!
//! `.` and `o` are empty, or `_` and `-` on a board without these; `x` is a wall, `A` is the target if no other
//! label could be by the rule of [`target`](super::target), every other character a vehicle. A horizontal target
//! leaves on the right, a vertical one at the bottom. A list has one board on each line. Source: Fogleman's rush
//! programs; the `/` and the other marks are our addition.

use std::borrow::Cow;

use super::drawing::two_empty;
use super::drawn::{self, CellRow, LARGEST, signs, uneven};
use super::error::TextError;
use super::line::{TextLine, is_blank, trimmed, width, words};
use super::target::{Labels, target_of};
use super::{TitledSetup, most_common};

/// The label of the target.
pub(super) const TARGET: &str = "A";
const EMPTY: [&str; 2] = [".", "o"];
/// The marks of empty cells of a board that has none of those.
const OTHER_EMPTY: [&str; 2] = ["_", "-"];
const WALL: &str = "x";
/// The fewest cells of a word without a target that is taken for a board.
const FEWEST: usize = 16;
/// The labels that other formats and people give the target.
const OTHER_TARGETS: [&str; 4] = ["X", "R", "P", "*"];

/// Whether there is one word on each line that is square or has rows; in several lines each needs the
/// target.
///
/// A grid of 4, 9 or 16 columns looks square too, but has its target in one row or column only.
pub(crate) fn matches(head: &[TextLine]) -> bool {
    let head: Vec<Cow<'_, TextLine>> = head.iter().map(joined).collect();
    let boards: Vec<&str> = head.iter().filter_map(|line| lone_word(line)).collect();
    let is_foreign = |board: &&str| board.contains(['{', '}', '[', ']', '"', '\\', ',']);
    if boards.len() < head.len() || boards.iter().any(is_foreign) {
        return false;
    }
    if let [board] = boards[..]
        && !has_target(board)
    {
        let is_joined = matches!(head[..], [Cow::Owned(_)]);
        return lacks_only_its_target(board, is_joined);
    }
    boards.iter().all(|board| has_rows(board) && has_target(board)) || are_others(&boards)
}

/// Whether words that are surely no rows of a picture have one of the other labels of a target.
fn are_others(boards: &[&str]) -> bool {
    let is_board = |board: &&str| board.contains('/') || width(board) > LARGEST && has_rows(board);
    let have = |label: &&str| boards.iter().all(|board| board.matches(label).count() > 1);
    boards.len() > 1 && boards.iter().all(is_board) && OTHER_TARGETS.iter().any(have)
}

/// Whether more lines have a board than have none, or a single word has a target and empty cells.
pub(crate) fn resembles(head: &[TextLine]) -> bool {
    let head: Vec<Cow<'_, TextLine>> = head.iter().map(joined).collect();
    if let [line] = &head[..] {
        return lone_word(line).is_some_and(|word| {
            word.contains("AA") && word.contains(['.', 'o']) && !is_file_name(word)
        });
    }
    let boards = head
        .iter()
        .filter_map(|line| lone_word(line))
        .filter(|word| has_target(word) && has_rows(word));
    2 * boards.count() > head.len()
}

/// The line with `/` between rows where `|`, `;`, `,` or blanks part them: most have one width, and one cell is empty.
fn joined(line: &TextLine) -> Cow<'_, TextLine> {
    let text = trimmed(&line.text);
    if !text.contains(|sign| is_blank(sign) || "|;,".contains(sign)) {
        return Cow::Borrowed(line);
    }
    let by = ['|', ';', ','].into_iter().find(|&sign| text.contains(sign));
    let parts: Vec<&str> = match by {
        Some(sign) => text.trim_matches(sign).split(sign).map(trimmed).collect(),
        None => words(text).collect(),
    };
    let most = most_common(parts.iter().map(|part| width(part))).unwrap_or_default();
    let has_empty = |part: &&str| {
        part.contains(['.', 'o', '_'])
            || part.contains('-') && !part.contains(|sign: char| sign.is_ascii_digit())
    };
    let even = parts.iter().filter(|part| width(part) == most && has_empty(part)).count();
    let is_foreign = |part: &&str| {
        part.contains(['/', '+', '#', '"', '\'', '[', '{', '(']) || part.contains(is_blank)
    };
    let cells = parts.concat();
    let are_rows = parts.len() > 1
        && most > 1
        && (2 * even > parts.len() || even > 0 && parts.iter().all(|part| width(part) == most))
        && !parts.iter().any(is_foreign)
        && OTHER_TARGETS
            .iter()
            .chain(&[TARGET, "a", "x", "r"])
            .any(|label| cells.matches(label).count() > 1);
    if !are_rows {
        return Cow::Borrowed(line);
    }
    let text = format!("{}{}", " ".repeat(line.indent()), parts.join("/"));
    Cow::Owned(TextLine::new(line.number, text, line.parted))
}

/// The only word of a line.
fn lone_word(line: &TextLine) -> Option<&str> {
    let mut words = words(&line.text);
    words.next().filter(|_| words.next().is_none())
}

fn has_target(word: &str) -> bool {
    word.matches(TARGET).count() > 1
}

fn has_rows(word: &str) -> bool {
    word.contains('/') || rows(word).is_some()
}

/// Whether a word without target is likely a board: neither a short word nor a file name, unless it had rows.
fn lacks_only_its_target(word: &str, is_joined: bool) -> bool {
    let is_even = rows(word).is_some_and(|rows| {
        let mut widths = rows.iter().map(|row| width(row));
        let first = widths.next();
        widths.all(|width| Some(width) == first)
    });
    let has_vehicle = || {
        let is_label = |sign: &char| !"./ox".contains(*sign) && word.matches(*sign).count() > 1;
        word.contains('/') && word.contains('.') && word.chars().any(|sign| is_label(&sign))
    };
    let is_long = || width(word) >= FEWEST && word.contains(['.', 'o']);
    is_even && (is_joined || (is_long() || has_vehicle()) && !is_file_name(word))
}

/// Whether a text ends like a file name.
pub(crate) fn is_file_name(text: &str) -> bool {
    const LONGEST: usize = 300;
    let is_ending = |ending: &str| {
        (1..=6).contains(&ending.len())
            && ending.starts_with(|sign: char| sign.is_ascii_alphabetic())
            && ending.bytes().all(|sign| sign.is_ascii_alphanumeric())
    };
    width(text) < LONGEST && text.rsplit_once('.').is_some_and(|(_, ending)| is_ending(ending))
}

/// The rows of a word: parted by `/`, or all of the same number.
fn rows(word: &str) -> Option<Vec<&str>> {
    if word.contains('/') {
        return Some(word.strip_suffix('/').unwrap_or(word).split('/').collect());
    }
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    let side = (starts.len() - 1).isqrt();
    let row = |at: usize| &word[starts[at * side]..starts[(at + 1) * side]];
    (side * side == starts.len() - 1).then(|| (0..side).map(row).collect())
}

/// The board that is alone in a line; `target` declares the target's character.
pub(crate) fn lone(line: &TextLine, target: Option<&str>) -> Result<TitledSetup, TextError> {
    let line: &TextLine = &joined(line);
    match words(&line.text).count() {
        1 => read(line, 0, target),
        count => {
            let message = format!("expected one board in a line, found {count} words");
            Err(line.error(message).at(line.column_of(1)))
        }
    }
}

/// The board in one word of a line.
pub(crate) fn read(
    line: &TextLine,
    word: usize,
    target: Option<&str>,
) -> Result<TitledSetup, TextError> {
    let cells = words(&line.text).nth(word).unwrap_or("");
    let column = line.column_of(word);
    let Some(texts) = rows(cells) else {
        let expected = "a square number of cells, or rows parted by /";
        let message = format!("expected {expected}, found {} cells", width(cells));
        return Err(line.error(message).at(column));
    };
    let rows: Vec<CellRow<'_>> = texts.iter().map(|text| signs(text).collect()).collect();
    let wanted = rows.first().map_or(0, Vec::len);
    if let Some(index) = rows.iter().position(|row| row.len() != wanted) {
        let before: usize = rows[..index].iter().map(|row| row.len() + 1).sum();
        let message = uneven(wanted, index, texts[index], rows[index].len());
        return Err(line.error(message).at(column + before));
    }
    let has = |signs: [&str; 2]| rows.iter().flatten().any(|sign| signs.contains(&sign.as_ref()));
    if has(EMPTY) && has(OTHER_EMPTY) {
        let marks = EMPTY.into_iter().chain(OTHER_EMPTY);
        let marks: Vec<&str> = marks.filter(|mark| cells.contains(*mark)).collect();
        return Err(line.error(two_empty(&marks)).at(column));
    }
    let empty = if has(OTHER_EMPTY) { OTHER_EMPTY } else { EMPTY };
    let is_label = |label: &&str| !empty.contains(label) && *label != WALL;
    let labels: Labels<'_> = rows.iter().flatten().map(AsRef::as_ref).filter(is_label).collect();
    let find = || target_of(&rows, &labels, Some(TARGET), Some(line.number));
    let target = target.map_or_else(find, Ok)?;
    let walls: &[&str] = if target == WALL { &[] } else { &[WALL] };
    Ok(TitledSetup { setup: drawn::setup(&rows, target, &empty, walls, None), title: None })
}
