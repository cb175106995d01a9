//! Source: the lines of a text, cleaned once of what differs only in the writing.
//!
//! That is byte order marks, line ends, tabs, trailing blanks, comments and blank lines. Numbers of lines
//! and columns are those of the original text. A comment is a line that begins with `#`, or the rest of a
//! line from a blank and `#` on; so is a fence, as Markdown has it around code, and so are the sentences around the only
//! one that has a document or a program.

use std::mem::take;
use std::ops::Range;

use super::error::TextError;
use super::line::{TextLine, is_blank, trimmed, width, without_comment, words};
use super::sentence::{has_words, may_mean_exit};
use super::size::sizes_in;

/// Far beyond a board of 32x32 with 128 vehicles, and still read in less than a second.
const MAX_LINES: usize = 1 << 12;
const MAX_CHARACTERS: usize = 1 << 21;
/// By how many lines that are neither blank nor comments a format is recognised.
const HEAD: usize = 100;
/// How many of the lines that begin with `#` a drawing may have, and how wide they are.
const HASHED: usize = 1000;
const NOTE: usize = 200;

/// The lines of a text, and how many of them are its head.
pub(super) struct TextLines<'a> {
    lines: Vec<&'a str>,
    head: usize,
}

impl<'a> TextLines<'a> {
    pub(super) fn new(text: &'a str) -> TextLines<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines: Vec<&str> = text
            .split('\n')
            .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
            .collect();
        let full = lines.iter().enumerate().filter(|(_, line)| !is_comment(line));
        let mut full = full.filter(|(_, line)| !without_comment(line).is_empty());
        let head = full.nth(HEAD - 1).map_or(lines.len(), |(at, _)| at + 1);
        if let Some(inner) = in_fence(&lines).filter(|_| head == lines.len()) {
            let is_outside = |(at, _): &(usize, &mut &str)| !inner.contains(at);
            lines.iter_mut().enumerate().filter(is_outside).for_each(|(_, line)| *line = "");
        }
        TextLines { lines, head }
    }

    /// The head as it is written, without comments, from its first character that is not blank.
    pub(super) fn opening(&self) -> String {
        uncommented(&self.lines[..self.head]).trim_start_matches(is_blank).to_owned()
    }

    /// The whole text without comments.
    pub(super) fn text(&self) -> String {
        uncommented(&self.lines)
    }

    /// The whole text without comments, as a document.
    ///
    /// # Errors
    /// It is too long, or a line is too long or not text.
    pub(super) fn document(&self) -> Result<String, TextError> {
        let mut room = MAX_CHARACTERS + 1;
        for (number, &line) in (1..).zip(&self.lines) {
            require_text(&TextLine::new(number, line.to_owned(), false))?;
            let taken = if is_comment(line) { 0 } else { width(line) } + 1;
            room = room.checked_sub(taken).ok_or_else(|| {
                let message =
                    format!("expected at most {MAX_CHARACTERS} characters for a document");
                TextError::new(message, Some(number))
            })?;
        }
        Ok(self.text())
    }

    /// The lines as they are written that are neither blank nor comments.
    pub(super) fn written(&self) -> impl Iterator<Item = TextLine> {
        let lines = (1..).zip(&self.lines);
        let full = lines.filter(|(_, line)| !is_comment(line) && !trimmed(line).is_empty());
        full.map(|(number, line)| TextLine::new(number, (*line).to_owned(), false))
    }

    /// All lines without comments.
    pub(super) fn lines(&self) -> Vec<TextLine> {
        cleaned(&self.lines)
    }

    /// Whether a line has a comment of one word, which could be meant as cells.
    pub(super) fn has_tight_comment(&self) -> bool {
        self.lines.iter().any(|line| is_comment(line) && words(line).count() == 1)
    }

    /// The lines of the head without comments.
    pub(super) fn head(&self) -> Vec<TextLine> {
        cleaned(&self.lines[..self.head])
    }

    /// The lines of a drawing in the head, in which a line that begins with `#` may be cells.
    pub(super) fn picture_head(&self) -> Vec<TextLine> {
        pictured(&self.lines[..self.head])
    }

    /// All lines of a drawing.
    ///
    /// # Errors
    /// There are too many lines, or one is too long or not text.
    pub(super) fn picture(&self) -> Result<Vec<TextLine>, TextError> {
        bounded(pictured(&self.lines))
    }
}

/// Lines as they are written, those that are comments blank.
fn uncommented(lines: &[&str]) -> String {
    let texts = lines.iter().map(|&line| if is_comment(line) { "" } else { line });
    texts.collect::<Vec<_>>().join("\n")
}

/// Whether a line is a comment.
fn is_comment(line: &str) -> bool {
    trimmed(line).starts_with('#') || is_fence(line)
}

/// Whether a line is a fence of Markdown, with the name of a language at most.
fn is_fence(line: &str) -> bool {
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
    trimmed(line).strip_prefix("```").is_some_and(|name| trimmed(name).chars().all(is_name))
}

/// The lines of a document or a program in the only fence of a text, where sentences stand around it.
///
/// None of these names an exit, a size or a number of cells, which nobody would heed there.
pub(crate) fn in_fence(lines: &[&str]) -> Option<Range<usize>> {
    let fences: Vec<usize> = (0..lines.len()).filter(|&at| is_fence(lines[at])).collect();
    let [first, last] = fences[..] else { return None };
    let inner = first + 1..last;
    let is_code = lines[inner.clone()].iter().any(|line| line.contains(['[', '{', '(', '"', '\'']));
    let is_number = |sign: char| sign.is_ascii_digit();
    let is_sentence =
        |line: &&str| has_words(line) && !may_mean_exit(line) && !line.contains(is_number);
    let around = lines[..first].iter().chain(&lines[last + 1..]);
    let mut around =
        around.filter(|line| !trimmed(line).is_empty() && !is_comment(line)).peekable();
    (is_code && around.peek().is_some() && around.all(is_sentence)).then_some(inner)
}

/// The lines that are not blank, without comments.
fn cleaned(lines: &[&str]) -> Vec<TextLine> {
    let (mut parted, mut sizes, mut found) = (false, Vec::new(), Vec::new());
    for (number, &line) in (1..).zip(lines) {
        if is_comment(line) {
            sizes.extend(sizes_in(&line.chars().take(NOTE).collect::<String>()));
            continue;
        }
        let text = without_comment(line);
        if !text.is_empty() {
            let line = TextLine::new(number, text.replace('\t', " "), parted);
            found.push(line.with_sizes(take(&mut sizes)));
        }
        parted = text.is_empty();
    }
    found
}

/// The lines of a drawing that are not blank. One that begins with `#` is among them where it may be cells.
fn pictured(lines: &[&str]) -> Vec<TextLine> {
    let (mut hashes, mut parted, mut found) = (0, false, Vec::new());
    for (number, &line) in (1..).zip(lines) {
        let is_comment = is_comment(line);
        let is_short = hashes < HASHED && width(line) <= NOTE && !is_fence(line);
        let is_kept = !is_comment || is_short;
        hashes += usize::from(is_comment && is_kept);
        let text = if is_kept { line.trim_end_matches(is_blank) } else { "" };
        if !text.is_empty() {
            found.push(TextLine::new(number, text.replace('\t', " "), parted));
        }
        parted = text.is_empty() && !is_comment;
    }
    found
}

/// The lines of one puzzle, if they are not too many and all are text.
pub(super) fn bounded(lines: Vec<TextLine>) -> Result<Vec<TextLine>, TextError> {
    for line in lines.iter().take(MAX_LINES) {
        require_text(line)?;
    }
    if let Some(line) = lines.get(MAX_LINES) {
        let message = format!("expected at most {MAX_LINES} lines for a puzzle");
        return Err(TextError::new(message, Some(line.number)));
    }
    Ok(lines)
}

/// Refuse a line that is too long or not text.
pub(super) fn require_text(line: &TextLine) -> Result<(), TextError> {
    let error = |message| TextError::new(message, Some(line.number));
    if line.len() > MAX_CHARACTERS {
        return Err(error(format!("expected at most {MAX_CHARACTERS} characters in a line")));
    }
    match line.text.find('\0') {
        Some(at) => {
            let message = "expected text, found a NUL character".to_owned();
            Err(error(message).at(width(&line.text[..at]) + 1))
        }
        None => Ok(()),
    }
}
