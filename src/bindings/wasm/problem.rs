//! Problems: refusals as JSON of RFC 9457, as the service gives them.

use serde_json::{Value, json};

use crate::board::{InvalidBoard, Reason};
use crate::outcome::Stop;

pub(super) struct Problem {
    pub(super) status: u16,
    detail: String,
    reasons: Option<Vec<String>>,
}

impl Problem {
    pub(super) fn new(status: u16, detail: impl Into<String>) -> Problem {
        Problem { status, detail: detail.into(), reasons: None }
    }

    /// A request that is valid JSON but cannot be answered.
    pub(super) fn refused(detail: impl Into<String>) -> Problem {
        Problem::new(422, detail)
    }

    /// The same with each reason by itself.
    pub(super) fn with_reasons(self, reasons: Vec<String>) -> Problem {
        Problem { reasons: Some(reasons), ..self }
    }

    /// A name that is not known.
    pub(super) fn unknown<'a>(
        kind: &str,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Problem {
        let known: Vec<&str> = known.collect();
        Problem::refused(format!("unknown {kind} '{name}'; expected one of {}", known.join(", ")))
    }

    /// A limit that came before an answer.
    pub(super) fn limit(stop: Stop, states: usize) -> Problem {
        Problem::refused(format!("the limit on {} was reached after {states} states", stop.name()))
    }

    /// Every reason, or the detail if there are none.
    pub(super) fn reasons(&self) -> Vec<String> {
        self.reasons.clone().unwrap_or_else(|| vec![self.detail.clone()])
    }

    pub(super) fn body(self) -> Value {
        let title = match self.status {
            400 => "Bad Request",
            404 => "Not Found",
            _ => "Unprocessable Content",
        };
        let mut body = json!({"title": title, "status": self.status, "detail": self.detail});
        if let Some(reasons) = self.reasons {
            body["reasons"] = reasons.into();
        }
        body
    }
}

impl From<InvalidBoard> for Problem {
    fn from(invalid: InvalidBoard) -> Problem {
        let reasons = Some(reasons(&invalid));
        Problem { reasons, ..Problem::refused(invalid.to_string()) }
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

/// Every rule that a board breaks, in words.
pub(super) fn reasons(invalid: &InvalidBoard) -> Vec<String> {
    invalid.0.iter().map(Reason::to_string).collect()
}
