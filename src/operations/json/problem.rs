//! Problems: refusals as JSON of RFC 9457, with what was expected, found, and where.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use serde_json::{Value, json, to_value};

use crate::board::{InvalidBoard, Reason};
use crate::cluster::Unfinished;
use crate::phrase::Phrase;

/// A refusal: `reasons` against a board or an order, `line` and `column` in a text, from 1.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Problem {
    /// The words of HTTP for the status.
    pub title: &'static str,
    /// The status of HTTP.
    pub status: u16,
    /// What was expected and found.
    pub detail: String,
    /// Every reason by itself.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "sentences")]
    #[schemars(with = "Option<Vec<String>>")]
    pub reasons: Vec<Phrase>,
    /// Where the text is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Where its line is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

impl Problem {
    /// A problem with a status of HTTP.
    pub fn new(status: u16, detail: impl Into<String>) -> Problem {
        let title = match status {
            400 => "Bad Request",
            404 => "Not Found",
            500 => "Internal Server Error",
            _ => "Unprocessable Content",
        };
        Problem { title, status, detail: detail.into(), ..Problem::default() }
    }

    /// A request that is valid JSON but cannot be answered.
    pub fn refused(detail: impl Into<String>) -> Problem {
        Problem::new(422, detail)
    }

    /// Several reasons against a board or an order.
    #[must_use]
    pub fn of_reasons(reasons: Vec<String>) -> Problem {
        let detail = reasons.join("; ");
        let reasons = reasons.into_iter().map(Phrase::from).collect();
        Problem { reasons, ..Problem::refused(detail) }
    }

    pub(super) fn body(self) -> Value {
        to_value(&self).unwrap_or_else(|_| json!(null))
    }
}

impl From<InvalidBoard> for Problem {
    fn from(invalid: InvalidBoard) -> Problem {
        let reasons = invalid.0.iter().map(Reason::said).collect();
        Problem { reasons, ..Problem::refused(invalid.to_string()) }
    }
}

fn sentences<S: Serializer>(reasons: &[Phrase], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(reasons.iter().map(Phrase::to_string))
}

impl From<Unfinished> for Problem {
    fn from(unfinished: Unfinished) -> Problem {
        Problem::refused(unfinished.to_string())
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        if error.is_data() {
            return Problem::refused(error.to_string());
        }
        Problem::new(400, format!("expected JSON, found an error in it: {error}"))
    }
}
