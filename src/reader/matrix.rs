//! Rows of numbers: 1 is the target, and 0 is empty or, where there is -1, that is empty and 0 the target.

use super::TitledSetup;
use super::drawn::{self, CellRow, is_bar};
use super::error::TextError;

/// The board of rows of numbers; `target` declares the target's number.
pub(crate) fn board(
    rows: &[CellRow<'_>],
    target: Option<&str>,
    line: Option<usize>,
) -> Result<TitledSetup, TextError> {
    let has = |number: &str| rows.iter().flatten().any(|cell| cell == number);
    let has_both = has("-1") && has("0");
    if has_both && !is_bar(rows, "0") {
        return Err(TextError::new("expected one mark for empty cells, found both 0 and -1", line));
    }
    let (own, empty) = (if has_both { "0" } else { "1" }, if has("-1") { "-1" } else { "0" });
    let setup = drawn::setup(rows, target.unwrap_or(own), &[empty], &[], None);
    Ok(TitledSetup { setup, title: None })
}
