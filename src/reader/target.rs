//! The target of a drawn board: the rule that every reader of drawings follows, and every writer.
//!
//! A drawing does not say which of its labels is the target. People have habits instead, and some
//! formats have a label of their own: `A` in a board string, `P` in ITB. [`candidates`] lists every
//! label that could be meant. One is the target; several are refused, and the message says how to
//! name one.
//!
//! - `*` is the target, whatever else there is.
//! - The format's own label is a candidate. Where it is missing, or the format has none, `X` is the
//!   one, as on the cards of the game; without an `X`, so are `A`, `R` and `P`. A `P` that only goes
//!   on with the letters `A` to `O` is none, and an `X` after `A` to `W` proves nothing: then `A` and
//!   `R` are candidates too. On a board without capitals these are the small letters. Where a cell has
//!   several signs, `XX` and `rr` are meant as well.
//! - Beside all of these, whatever stands out is a candidate: a small `r` or `x` among capitals, `+`,
//!   and a `0` that is the only digit, or that has only digits beside it.
//! - Where there is none of these, a red square or circle, or the red car, of pictures is one.
//! - So is, where the candidates are others than `X`, a vehicle that alone lies in the third row of a
//!   6x6 board, where most exits are. A format's own label is beyond such doubts, except that of a
//!   board string, beside which an `X`, `R` or `P` there is a candidate.

use std::collections::BTreeSet;

use super::drawn::{CellRow, Sign};
use super::error::TextError;
use super::line::quoted;
use crate::board::{Axis, Exit};

/// How the message goes on with what declares the target.
pub(crate) const NAME_IT: &str = "name it: ";

const MARK: &str = "*";
/// The labels that people give the target, the surest first.
const LETTERS: [&str; 4] = ["X", "A", "R", "P"];
/// The pictures of what is red.
const RED: [&str; 3] = ["\u{1f7e5}", "\u{1f534}", "\u{1f697}"];
const USUAL_SIZE: usize = 6;
const USUAL_ROW: usize = 2;

/// Labels, in order.
pub(crate) type Labels<'a> = BTreeSet<&'a str>;

/// The only candidate among the labels.
///
/// If there is none, it is the format's own label, which the check of the board will miss, or an error
/// in a format without one. `line` is the place of the error.
pub(crate) fn target_of<'a>(
    rows: &[CellRow<'_>],
    labels: &Labels<'a>,
    own: Option<&'a str>,
    line: Option<usize>,
) -> Result<&'a str, TextError> {
    let found = candidates(rows, labels, own);
    match (found.is_empty(), own) {
        (true, Some(own)) => Ok(own),
        (true, None) => {
            let expected = format!("a target labelled {} or {MARK}", LETTERS.join(", "));
            let message = format!("expected {expected}, found none; {}", how(&["T"]));
            Err(TextError::new(message, line))
        }
        _ => only(&found, line),
    }
}

/// The only one of some candidates; an error names several.
pub(super) fn only<'a>(found: &[&'a str], line: Option<usize>) -> Result<&'a str, TextError> {
    let (last, others) = found.split_last().expect("a candidate");
    if others.is_empty() {
        return Ok(last);
    }
    let names = format!("{} and {last}", others.join(", "));
    let message = format!("expected one possible target, found {names}; {}", how(found));
    Err(TextError::new(message, line))
}

fn how(labels: &[&str]) -> String {
    let options: Vec<String> = labels.iter().map(|label| format!("--target {label}")).collect();
    let (options, first) = (options.join(" or "), quoted(labels[0]));
    format!("{NAME_IT}{options} on the command line, parse(text, target={first}) in Python")
}

/// The labels that could be the target's, the likeliest first; `own` is that of the format.
pub(crate) fn candidates<'a>(
    rows: &[CellRow<'_>],
    labels: &Labels<'a>,
    own: Option<&'a str>,
) -> Vec<&'a str> {
    if labels.contains(MARK) {
        return vec![MARK];
    }
    let own = own.filter(|own| labels.contains(own));
    let mut found = own.map_or_else(|| letters(labels), |own| vec![own]);
    found.extend(odd(labels));
    let is_sure = |first: &&str| first.chars().all(|sign| sign == 'X');
    if found.first().is_some_and(|first| !is_sure(first)) && matches!(own, None | Some("A")) {
        let is_doubted = |label: &&str| own.is_none() || LETTERS.contains(label);
        found.extend(alone_at_exit(rows, labels).filter(is_doubted));
    }
    if found.is_empty() {
        found.extend(RED.iter().filter_map(|red| labels.get(red)));
    }
    let mut seen = Labels::new();
    found.retain(|label| seen.insert(label));
    found
}

/// The labels, and signs, of the bars that lie in the line of an exit.
pub(crate) fn pointing_at<'a>(rows: &'a [CellRow<'_>], exit: Exit) -> Labels<'a> {
    let line = usize::try_from(exit.line).unwrap_or(usize::MAX);
    match exit.side.axis() {
        Axis::Horizontal => repeated(rows.get(line).into_iter().flatten()),
        Axis::Vertical => repeated(rows.iter().filter_map(|row| row.get(line))),
    }
}

/// The labels that stand more than once in a line.
fn repeated<'a>(line: impl Iterator<Item = &'a Sign<'a>>) -> Labels<'a> {
    let mut seen = Labels::new();
    line.map(AsRef::as_ref).filter(|&label| !seen.insert(label)).collect()
}

/// The letters that people give the target; an `X` rules out the others if it stands for it.
fn letters<'a>(labels: &Labels<'a>) -> Vec<&'a str> {
    let is_small = !labels.iter().any(|label| is_upper(label));
    let mut found: Vec<&str> = LETTERS
        .iter()
        .filter(|letter| !(**letter == "P" && !is_small && goes_on("P", labels)))
        .filter_map(|letter| {
            let lower = letter.to_ascii_lowercase();
            written(labels, if is_small { lower.as_str() } else { letter })
        })
        .collect();
    let is_x = |label: &&str| label.chars().all(|sign| matches!(sign, 'X' | 'x'));
    if found.first().is_some_and(is_x) && !goes_on("X", labels) {
        found.truncate(1);
    }
    found
}

/// The label that is a letter or, where cells have several signs, repeats it: `rr`.
fn written<'a>(labels: &Labels<'a>, letter: &str) -> Option<&'a str> {
    let is_it = |label: &&&str| !label.is_empty() && label.replace(letter, "").is_empty();
    labels.get(letter).or_else(|| labels.iter().find(is_it)).copied()
}

/// Whether all letters before this one are labels too.
fn goes_on(letter: &str, labels: &Labels<'_>) -> bool {
    let mut before = ('A'..='Z').map(String::from).take_while(|other| other != letter);
    before.all(|other| labels.contains(other.as_str()))
}

/// The labels that stand out among the others.
fn odd<'a>(labels: &Labels<'a>) -> impl Iterator<Item = &'a str> {
    let mut small = labels.iter().filter(|label| is_lower(label));
    let is_lone = small.all(|label| label.chars().all(|sign| matches!(sign, 'r' | 'x')))
        && labels.iter().any(|label| is_upper(label));
    // A small x is the sign of a wall as well, so it stands out only where there is no X.
    let is_wall = labels.contains("X");
    let digits = labels.iter().filter(|label| is_number(label)).count();
    let is_digit_odd = digits == 1 || digits == labels.len();
    let odd = [("r", is_lone), ("x", is_lone && !is_wall), ("0", is_digit_odd), ("+", true)];
    odd.into_iter().filter(|(_, is_odd)| *is_odd).filter_map(|(label, _)| written(labels, label))
}

/// The only vehicle that lies in the row in which most exits are.
fn alone_at_exit<'a>(rows: &[CellRow<'_>], labels: &Labels<'a>) -> Option<&'a str> {
    if rows.len() != USUAL_SIZE || rows[0].len() != USUAL_SIZE {
        return None;
    }
    let lying = repeated(rows[USUAL_ROW].iter());
    let mut lying = lying.into_iter().filter_map(|label| labels.get(label).copied());
    lying.next().filter(|_| lying.next().is_none())
}

/// Whether a label has capitals and no small letters.
fn is_upper(label: &str) -> bool {
    label.chars().any(char::is_uppercase) && !label.chars().any(char::is_lowercase)
}

/// Whether a label has small letters and no capitals.
pub(super) fn is_lower(label: &str) -> bool {
    label.chars().any(char::is_lowercase) && !label.chars().any(char::is_uppercase)
}

/// Whether a text has digits alone.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_numeric)
}
