//! Lines: what is written in a text, with places that count characters.

use std::fmt::Write;
use std::ops::Range;

use super::error::TextError;

/// The sign behind another that says how it is drawn.
pub(super) const VARIANT: char = '\u{fe0f}';

/// A line that is not blank: its number, from 1, its text with leading blanks, and whether a blank
/// line stands before it.
#[derive(Clone, Debug)]
pub(crate) struct TextLine {
    pub(crate) number: usize,
    pub(super) text: String,
    /// The byte at which each character begins, and the end; nothing for a text of ASCII.
    starts: Vec<usize>,
    pub(super) parted: bool,
    /// The sizes of a board that the comments above it name, after the line before.
    pub(super) sizes: Vec<i64>,
}

impl TextLine {
    /// A line by its number, its text, and whether a blank line stands before it.
    pub(crate) fn new(number: usize, text: String, parted: bool) -> TextLine {
        let places = || text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let starts = if text.is_ascii() { Vec::new() } else { places() };
        TextLine { number, text, starts, parted, sizes: Vec::new() }
    }

    /// The number of characters.
    pub(super) fn len(&self) -> usize {
        if self.starts.is_empty() { self.text.len() } else { self.starts.len() - 1 }
    }

    /// The characters between two places, as far as the line reaches.
    pub(super) fn slice(&self, places: Range<usize>) -> &str {
        let end = places.end.min(self.len());
        let start = places.start.min(end);
        if self.starts.is_empty() {
            return &self.text[start..end];
        }
        &self.text[self.starts[start]..self.starts[end]]
    }

    /// The character at a place; a blank beyond the end.
    pub(super) fn at(&self, place: usize) -> char {
        self.slice(place..place + 1).chars().next().unwrap_or(' ')
    }

    /// The first place that is not blank.
    pub(super) fn indent(&self) -> usize {
        self.text.chars().take_while(|&sign| is_blank(sign)).count()
    }

    /// The line below comments that name these sizes.
    pub(crate) fn with_sizes(self, sizes: Vec<i64>) -> TextLine {
        TextLine { sizes, ..self }
    }

    /// An error in this line.
    pub(super) fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(message, Some(self.number))
    }

    /// The column, from 1, of a word by its index; the end of the line if there are fewer.
    pub(super) fn column_of(&self, word: usize) -> usize {
        let start = words(&self.text)
            .nth(word)
            .map_or(self.text.len(), |word| word.as_ptr().addr() - self.text.as_ptr().addr());
        width(&self.text[..start]) + 1
    }

    /// A word as an integer; `meaning` is what the error expects.
    pub(super) fn integer(&self, word: usize, meaning: &str) -> Result<i64, TextError> {
        let found = words(&self.text).nth(word).unwrap_or("");
        let number = if is_integer(found) { found.parse().ok() } else { None };
        number.ok_or_else(|| {
            let message = format!("expected {meaning}, found {}", seen(found));
            self.error(message).at(self.column_of(word))
        })
    }

    /// The line with or without a blank line before it.
    pub(super) fn with_parted(self, parted: bool) -> TextLine {
        TextLine { parted, ..self }
    }

    /// The line without its comment.
    pub(super) fn without_comment(&self) -> TextLine {
        TextLine::new(self.number, without_comment(&self.text).to_owned(), self.parted)
    }
}

/// Whether a character is a blank: white space, or one of the four separators of ASCII.
pub(super) fn is_blank(sign: char) -> bool {
    sign.is_whitespace() || ('\x1c'..='\x1f').contains(&sign)
}

/// A text without blanks at its ends.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// The words between blanks.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// The number of characters.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The single character of a text; `None` for any other text.
pub(super) fn lone(text: &str) -> Option<char> {
    let mut signs = text.chars();
    signs.next().filter(|_| signs.next().is_none())
}

/// Whether a word is a decimal integer of at most 9 digits.
pub(super) fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    (1..=9).contains(&digits.len()) && digits.bytes().all(|sign| sign.is_ascii_digit())
}

/// A word as quoted in messages: shortened; for a long number, how many digits it has.
pub(super) fn seen(word: &str) -> String {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.len() > 9 && digits.bytes().all(|sign| sign.is_ascii_digit()) {
        return format!("a number of {} digits", digits.len());
    }
    if word.is_empty() { "the end of the line".to_owned() } else { quoted(word) }
}

/// A text without a comment, which is all from a `#` on that begins it or follows a blank, and
/// without blanks at its end.
pub(super) fn without_comment(text: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| text[..at].chars().next_back().is_none_or(is_blank);
    let end = text.match_indices('#').find(begins).map_or(text.len(), |(at, _)| at);
    text[..end].trim_end_matches(is_blank)
}

/// A text up to a note, which is a `#` between blanks.
pub(super) fn without_note(text: &str) -> &str {
    let before = |at: usize| text[..at].chars().next_back().filter(|&sign| is_blank(sign));
    let is_note = |at: usize| before(at).is_some() && text[at + 1..].starts_with(is_blank);
    let note = text.match_indices('#').map(|(at, _)| at).find(|&at| is_note(at));
    note.map_or(text, |at| &text[..at - before(at).map_or(0, char::len_utf8)])
}

/// The first characters of a text as messages quote it, in the notation of Python.
pub(super) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    let quote = if shown.contains('\'') && !shown.contains('"') { '"' } else { '\'' };
    let mut found = String::from(quote);
    for sign in shown.chars() {
        match sign {
            '\n' => found += "\\n",
            '\r' => found += "\\r",
            '\t' => found += "\\t",
            '\\' => found += "\\\\",
            _ if sign == quote => found.extend(['\\', sign]),
            _ if is_printable(sign) => found.push(sign),
            ..='\u{ff}' => write!(found, "\\x{:02x}", u32::from(sign)).expect("a text takes all"),
            ..='\u{ffff}' => write!(found, "\\u{:04x}", u32::from(sign)).expect("a text takes all"),
            _ => write!(found, "\\U{:08x}", u32::from(sign)).expect("a text takes all"),
        }
    }
    found.push(quote);
    found
}

/// Whether a solution has a label in quotes.
#[cfg(feature = "python")]
pub(crate) fn needs_quotes(label: &str) -> bool {
    let ends_move = |sign: char| is_blank(sign) || ",#".contains(sign) || !is_printable(sign);
    label.is_empty() || label.starts_with(['"', '{', '[']) || label.contains(ends_move)
}

fn is_printable(sign: char) -> bool {
    // A mark that is written over the sign before it is shown as it is.
    let after_letter: String = ['a', sign].iter().collect();
    (' '..='~').contains(&sign) || after_letter.escape_debug().count() == 2
}

/// Rows and, if they are there, columns in a text with a size and nothing else.
pub(super) fn size_of(text: &str) -> Option<(usize, Option<usize>)> {
    let number = |text: &str| {
        let is_number =
            (1..=2).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit());
        is_number.then(|| text.parse().ok())?
    };
    let text = trimmed(text);
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    let (rows, rest) = (number(&text[..end])?, trimmed(&text[end..]));
    if rest.is_empty() {
        return Some((rows, None));
    }
    let cols = rest.strip_prefix(['x', 'X', '\u{d7}', ',']).map_or(rest, trimmed);
    Some((rows, Some(number(cols)?)))
}
