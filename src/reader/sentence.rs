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
//! No row of cells looks like one: it has two words of letters, or one whose letters are no labels, or is of
//! pictures below letters. A sentence
//! may say where the exit is; all else in it is passed over.

use std::ops::Range;

use super::line::{TextLine, trimmed, width, words};
use super::near::near;
use crate::board::Side;

/// The most sentences above a drawing, and below it.
const MOST: usize = 20;
/// The most bytes of a sentence.
const WIDEST: usize = 400;
/// The signs around the words of a sentence.
const SIGNS: &str = ".,;:!?()\"'\u{2026}\u{201c}\u{201d}*~";
/// The words that are nearly `exit`.
const NO_EXIT: [&str; 5] = ["next", "exist", "text", "edit", "exact"];
const SIDES: [(Side, [&str; 2]); 4] = [
    (Side::Right, ["right", "east"]),
    (Side::Left, ["left", "west"]),
    (Side::Top, ["top", "north"]),
    (Side::Bottom, ["bottom", "south"]),
];

/// The lines between the sentences above and those below.
pub(super) fn between(lines: &[&TextLine]) -> Range<usize> {
    let texts: Vec<&str> = lines.iter().map(|line| trimmed(&line.text)).collect();
    let cells: Vec<&str> =
        texts.iter().copied().filter(|text| text.len() <= WIDEST && !has_words(text)).collect();
    let is_cells = |&at: &usize| !is_sentence(texts[at], &cells);
    let first = (0..lines.len().min(MOST)).find(is_cells);
    let last = (lines.len().saturating_sub(MOST)..lines.len()).rev().find(is_cells);
    first.zip(last).map_or(0..lines.len(), |(first, last)| first..last + 1)
}

/// Whether a line has words that are no cells of others: two or more, or one alone.
fn is_sentence(text: &str, lines: &[&str]) -> bool {
    if text.len() > WIDEST {
        return false;
    }
    // A line without words is among those with cells itself.
    let own = usize::from(!has_words(text));
    let in_others =
        |has: &dyn Fn(&str) -> bool| lines.iter().filter(|line| has(line)).count() > own;
    let is_label = |sign: char| {
        let twice: String = [sign, sign].iter().collect();
        in_others(&|line| line.contains(sign)) || text.contains(&twice)
    };
    let is_picture = |text: &str| text.chars().any(|sign| sign >= '\u{2600}');
    if !text.chars().any(|sign| sign.is_alphanumeric() || sign.is_ascii()) && is_picture(text) {
        return !in_others(&is_picture); // of a face, below a board of letters
    }
    let letters = letters(text);
    let are_labels = || 2 * letters.iter().filter(|sign| is_label(**sign)).count() >= letters.len();
    let found = plain_words(text);
    if own > 0 {
        let lone = without_value(text).trim_end_matches(is_sign);
        return found == [lone] && letters.len() > 2 && !are_labels();
    }
    let is_cell = |word: &str| {
        words(text).filter(|other| *other == word).count() > 1
            || in_others(&|line| words(line).any(|other| other == word))
    };
    let cells = |line: &str| words(line).map(width).sum::<usize>();
    let is_wide = |line: &str| [width(text), cells(text)].contains(&cells(line));
    2 * found.iter().filter(|word| is_cell(word)).count() < found.len()
        && !(in_others(&is_wide) && are_labels())
}

/// A text without what stands behind its first colon if that is a number or the sign of a block of YAML.
fn without_value(text: &str) -> &str {
    let is_value = |value: &str| {
        ["|", ">", "|-"].contains(&value) || value.bytes().all(|sign| sign.is_ascii_digit())
    };
    text.split_once(':').filter(|(_, value)| is_value(trimmed(value))).map_or(text, |(key, _)| key)
}

/// Whether a line has two words of a language, one of them with three letters, and no empty cell.
pub(super) fn has_words(line: &str) -> bool {
    if line.len() > WIDEST {
        return false;
    }
    let has_empty = |word: &str| {
        let bare = word.trim_end_matches(is_sign);
        bare.contains('.') || (bare.is_empty() && word.starts_with('.'))
    };
    // A mark may be explained: `. = empty`.
    let is_named = |word: &str| ["=", "is", "are", "means"].contains(&word);
    let behind = words(line).skip(1).map(is_named).chain([false]);
    let found = plain_words(line);
    found.len() > 1
        && found.iter().any(|word| letters(word).len() > 2)
        && !words(line).zip(behind).any(|(word, is_named)| has_empty(word) && !is_named)
}

/// The words of two letters or more, without the signs around them.
fn plain_words(line: &str) -> Vec<&str> {
    let is_part = |sign: char| sign.is_alphabetic() || "'\u{2019}-".contains(sign);
    let bare = words(line).map(|word| word.trim_matches(is_sign));
    bare.filter(|word| word.chars().all(is_part) && letters(word).len() > 1).collect()
}

fn is_sign(sign: char) -> bool {
    SIGNS.contains(sign)
}

/// The letters of a word, each once.
fn letters(word: &str) -> Vec<char> {
    let mut found = Vec::new();
    for sign in word.chars().filter(|sign| sign.is_alphabetic()) {
        if !found.contains(&sign) {
            found.push(sign);
        }
    }
    found
}

/// Whether a text has the word `exit`.
pub(super) fn has_exit(text: &str) -> bool {
    has_word(text, &["exit"])
}

/// Whether a text has a word that is nearly `exit` and none of the language.
pub(super) fn may_mean_exit(text: &str) -> bool {
    let is_near = |word: &str| {
        let word = word.to_ascii_lowercase();
        near(&word, ["exit"].into_iter(), 7).is_some() && !NO_EXIT.contains(&word.as_str())
    };
    let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    letters.to_ascii_lowercase().contains("exit") || parts(text).any(is_near)
}

/// The sides that a text names.
pub(super) fn sides_in(text: &str) -> Vec<Side> {
    SIDES.iter().filter(|(_, names)| has_word(text, names)).map(|(side, _)| *side).collect()
}

fn has_word(text: &str, words: &[&str]) -> bool {
    parts(text).any(|part| words.iter().any(|word| word.eq_ignore_ascii_case(part)))
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|part| !part.is_empty())
}
