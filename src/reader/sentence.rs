//! Sentences: what people write above and below a drawing, in a message or on a page.
//!
//! ```text
//! Hi all! Can you solve this one?
//! ..B...
//! XXB...
//! ......
//! Thanks, Ada
//! ```
//!
//! No row of cells looks like one: it has two words of letters, or one whose letters are no labels. A sentence
//! may say where the exit is; all else in it is passed over.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::line::{TextLine, trimmed, width, words};
use crate::board::Side;

/// The most sentences above a drawing, and below it.
const MOST: usize = 20;
/// The most bytes of a sentence.
const WIDEST: usize = 400;
/// The signs around the words of a sentence.
const SIGNS: &str = ".,;:!?()\"'\u{2026}\u{201c}\u{201d}*~";
const SIDES: [(Side, [&str; 2]); 4] = [
    (Side::Right, ["right", "east"]),
    (Side::Left, ["left", "west"]),
    (Side::Top, ["top", "north"]),
    (Side::Bottom, ["bottom", "south"]),
];

/// The lines between the sentences above and those below.
pub(super) fn between<T: Borrow<TextLine>>(lines: &[T]) -> Range<usize> {
    let texts: Vec<&str> = lines.iter().map(|line| trimmed(&line.borrow().text)).collect();
    let is_row = |&at: &usize| texts[at].len() <= WIDEST && !has_words(texts[at]);
    let cells: Vec<usize> = (0..texts.len()).filter(is_row).collect();
    let is_cells = |&at: &usize| {
        let others = || cells.iter().filter(|&&other| other != at).map(|&other| texts[other]);
        !is_sentence(texts[at], &others)
    };
    let first = (0..lines.len().min(MOST)).find(is_cells);
    let last = (lines.len().saturating_sub(MOST)..lines.len()).rev().find(is_cells);
    first.zip(last).map_or(0..lines.len(), |(first, last)| first..last + 1)
}

/// Whether a line has words that are no cells of the others: two or more, or one alone.
fn is_sentence<'a, I: Iterator<Item = &'a str>>(text: &str, others: &impl Fn() -> I) -> bool {
    if text.len() > WIDEST {
        return false;
    }
    let found: Vec<&str> = plain_words(text).collect();
    let is_cell = |word: &&&str| {
        let is_there = |line: &str| words(line).any(|other| other == **word);
        words(text).filter(|other| other == *word).count() > 1 || others().any(is_there)
    };
    let is_label = |sign: &&char| {
        others().any(|line| line.contains(**sign)) || text.matches(**sign).count() > 1
    };
    let letters = letters(text);
    let are_labels = || 2 * letters.iter().filter(is_label).count() >= letters.len();
    let cells = |line: &str| words(line).map(width).sum::<usize>();
    let is_wide = || others().any(|line| [width(text), cells(text)].contains(&cells(line)));
    if has_words(text) {
        let known = found.iter().filter(is_cell).count();
        return 2 * known < found.len() && !(is_wide() && are_labels());
    }
    let lone = without_value(text).trim_end_matches(|sign| SIGNS.contains(sign));
    found == [lone] && letters.len() > 2 && !are_labels()
}

/// A text without what stands behind its first colon if that is a number or the sign of a block of YAML.
fn without_value(text: &str) -> &str {
    let is_value = |value: &str| {
        ["|", ">", "|-"].contains(&value) || value.bytes().all(|sign| sign.is_ascii_digit())
    };
    text.split_once(':').filter(|(_, value)| is_value(trimmed(value))).map_or(text, |(key, _)| key)
}

/// Whether a line has two words of a language, one of them with three letters, and no empty cell.
fn has_words(line: &str) -> bool {
    if line.len() > WIDEST {
        return false;
    }
    let has_empty = |word: &str| {
        let bare = word.trim_end_matches(|sign| SIGNS.contains(sign));
        bare.contains('.') || (bare.is_empty() && word.starts_with('.'))
    };
    plain_words(line).count() > 1
        && plain_words(line).any(|word| letters(word).len() > 2)
        && !words(line).any(has_empty)
}

/// The words of two letters or more, without the signs around them.
fn plain_words(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |sign: char| sign.is_alphabetic() || "'\u{2019}-".contains(sign);
    let bare = words(line).map(|word| word.trim_matches(|sign| SIGNS.contains(sign)));
    bare.filter(move |word| word.chars().all(is_part) && letters(word).len() > 1)
}

fn letters(word: &str) -> BTreeSet<char> {
    word.chars().filter(|sign| sign.is_alphabetic()).collect()
}

/// Whether a text has the word `exit`.
pub(super) fn has_exit(text: &str) -> bool {
    lower_words(text).any(|word| word == "exit")
}

/// The sides that a text names.
pub(super) fn sides_in(text: &str) -> Vec<Side> {
    let words: Vec<String> = lower_words(text).collect();
    let is_there = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    SIDES.iter().filter(|(_, names)| is_there(names)).map(|(side, _)| *side).collect()
}

fn lower_words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|sign: char| !sign.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}
