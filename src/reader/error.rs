//! What is wrong with a text, or doubtful, and where.

use std::fmt;

/// A text does not follow its format: what was expected and found, and where, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// What was expected and found.
    pub message: String,
    /// The line, if the error has a place.
    pub line: Option<usize>,
    /// The column in it, if it has one.
    pub column: Option<usize>,
}

impl TextError {
    pub(crate) fn new(message: impl Into<String>, line: Option<usize>) -> TextError {
        TextError { message: message.into(), line, column: None }
    }

    /// The error at a column of its line.
    pub(super) fn at(self, column: impl Into<Option<usize>>) -> TextError {
        TextError { column: column.into(), ..self }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            _ => {}
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

/// A doubt about a text that was read all the same.
pub type TextWarning = TextError;
