//! Sizes of boards in lines and titles.

use super::line::{is_blank, is_integer, trimmed};

/// The words that name a size, each before those that it begins with.
const WORDS: [&str; 9] =
    ["size", "rows", "row", "columns", "column", "cols", "col", "width", "height"];
const CROSSES: [char; 3] = ['x', 'X', '\u{d7}'];
/// More than any size has, and few enough for an integer.
const DIGITS: usize = 10;

/// The side of a square board in a line that gives nothing else: `8`, `8 8`, `8x8`.
pub(crate) fn side_of(text: &str) -> Option<i64> {
    let text = trimmed(text);
    let number = |text: &str| is_integer(text).then(|| text.parse::<i64>().ok())?;
    let is_number = |sign: char| sign.is_ascii_digit() || "+-".contains(sign);
    let end = text.find(|sign| !is_number(sign)).unwrap_or(text.len());
    let (rows, rest) = (number(&text[..end])?, trimmed(&text[end..]));
    let cols = rest.strip_prefix(CROSSES).map_or(rest, trimmed);
    if rest.is_empty() {
        return Some(rows);
    }
    number(cols).filter(|&cols| cols == rows)
}

/// Every number that a text names as a size, rows or columns; of a long one the first digits.
pub(crate) fn sizes_in(text: &str) -> Vec<i64> {
    let mut found = Vec::new();
    for scan in [named as fn(&str, &str) -> Option<(Vec<i64>, usize)>, pair] {
        let mut at = 0;
        while let Some(next) = text[at..].chars().next() {
            match scan(&text[..at], &text[at..]) {
                Some((sizes, length)) => {
                    found.extend(sizes);
                    at += length;
                }
                None => at += next.len_utf8(),
            }
        }
    }
    found
}

/// The only pair such as 8x8 in a text; `None` of several.
pub(super) fn pair_in(text: &str) -> Option<(i64, i64)> {
    let places = text.char_indices().map(|(at, _)| at);
    let pairs = places.filter_map(|at| pair(&text[..at], &text[at..]));
    let mut sizes = pairs.map(|(sizes, _)| (sizes[0], sizes[1]));
    sizes.next().filter(|first| sizes.all(|other| other == *first))
}

/// A number behind a word or before one, such as `size: 8` and `8 rows`, and how far it reaches.
fn named(before: &str, text: &str) -> Option<(Vec<i64>, usize)> {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let is_free = !before.ends_with(is_word);
    if let Some(word) = word_at(text).filter(|_| is_free) {
        let rest = unspaced(&text[word..]);
        let rest = unspaced(rest.strip_prefix([':', '=']).unwrap_or(rest));
        if digits(rest) > 0 {
            return Some((vec![number(rest)], text.len() - rest.len() + digits(rest)));
        }
    }
    if !begins_number(before, text) {
        return None;
    }
    let rest = unspaced(&text[digits(text)..]);
    let word = word_at(rest).filter(|&end| !rest[end..].starts_with(is_word))?;
    Some((vec![number(text)], text.len() - rest.len() + word))
}

/// Rows and columns with a cross between them, and how far they reach.
fn pair(before: &str, text: &str) -> Option<(Vec<i64>, usize)> {
    if !begins_number(before, text) {
        return None;
    }
    let rest = unspaced(unspaced(&text[digits(text)..]).strip_prefix(CROSSES)?);
    let is_side = |text: &str| (1..=2).contains(&digits(text));
    let is_pair = is_side(text) && is_side(rest);
    is_pair.then(|| (vec![number(text), number(rest)], text.len() - rest.len() + digits(rest)))
}

/// Whether a text begins with the first digit of a number.
fn begins_number(before: &str, text: &str) -> bool {
    let is_digit = |sign: char| sign.is_ascii_digit();
    text.starts_with(is_digit) && !before.ends_with(is_digit)
}

/// The length of the word for a size with which a text begins.
fn word_at(text: &str) -> Option<usize> {
    let begins = |word: &&&str| {
        text.as_bytes()
            .get(..word.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
    };
    WORDS.iter().find(begins).map(|word| word.len())
}

fn unspaced(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn number(text: &str) -> i64 {
    text[..digits(text).min(DIGITS)].parse().unwrap_or(0)
}
