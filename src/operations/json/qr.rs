//! qr: a text as a QR code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_slice};

use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Operation, Reply, parsed, written};
use crate::operations;

/// The page's core does not hold it: there `text.wasm` answers, which is loaded when it is needed.
const IS_HERE: bool = !cfg!(feature = "wasm");

pub(super) const OPERATION: Operation = Operation {
    name: "qr",
    help: "Write a text, such as a link, as a QR code.",
    keys: Some(&["text"]),
    run: |request, _| if IS_HERE { answer(request) } else { Err(Problem::new(404, "not found")) },
};
pub(super) const TYPES: OperationTypes = types!(QrRequest => QrAnswer);

/// The answer to a request of the operation `qr`.
///
/// ```
/// let answer = rushhour::json::qr(br#"{"text": "http://127.0.0.1:8000/#ooBooo/AABooo/oooooo/oooooo"}"#);
/// assert_eq!(answer.body["rows"][4].as_str().unwrap()[..11].to_owned(), "00001111111");
/// ```
#[must_use]
pub fn qr(request: &[u8]) -> Reply {
    Reply::of(from_slice(request).map_err(Problem::from).and_then(answer))
}

fn answer(request: Value) -> Result<Value, Problem> {
    let QrRequest { text } = parsed(request)?;
    let code = operations::qr(&text).map_err(|error| Problem::refused(error.to_string()))?;
    let digits = |row: &Vec<bool>| row.iter().map(|&dark| if dark { '1' } else { '0' }).collect();
    written(&QrAnswer {
        rows: code.rows.iter().map(digits).collect(),
        path: code.path(),
        level: code.level,
    })
}

/// A text.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct QrRequest {
    text: String,
}

/// A QR code with the light modules around it.
#[derive(Serialize, JsonSchema)]
struct QrAnswer {
    /// `1` is a dark module, `0` a light one; as many rows as columns.
    rows: Vec<String>,
    /// The dark modules as a path of SVG, in which a module is one unit wide.
    path: String,
    /// `low`, `medium`, `quartile` or `high`: how much of the code may be missing.
    level: &'static str,
}
