//! Pieces: a JSON list of vehicles, as web games keep their levels.
//!
//! ```text
//! [{"row": 2, "col": 0, "length": 2, "isHorizontal": true, "isTarget": true},
//!  {"row": 0, "col": 2, "length": 3, "isHorizontal": false, "isTarget": false}]
//! ```
//!
//! `horizontal` and `target` are other names of the last two keys; a vehicle without the last is not the target.
//! Rows and columns count from 0; the board is 6x6. Several boards are a list of such lists, or one list on each
//! line. A vehicle is labelled by its `id`; where no vehicle has one, the target is A and the others are B, C,
//! ... in their order.

use super::TitledSetup;
use super::document::{Document, JsonKind, JsonReader, JsonValue, MOST_ITEMS, ObjectKey, Parts};
use super::error::TextError;
use super::games::several_leave;
use super::json::is_key;
use super::line::is_blank;
use super::listing::own_labels;
use super::literal::string_end;
use super::vehicles;
use crate::board::{Axis, Cell, Setup, Shape};

const SIZE: i64 = 6;
const NUMBERS: [ObjectKey; 3] = [
    ("row", JsonKind::Integer, true),
    ("col", JsonKind::Integer, true),
    ("length", JsonKind::Integer, true),
];
const HORIZONTAL: [&str; 2] = ["isHorizontal", "horizontal"];
const TARGET: [&str; 2] = ["isTarget", "target"];

pub(super) const READER: JsonReader = JsonReader {
    matches,
    resembles: |_| false,
    lines: &[JsonKind::List],
    parts,
    puzzle: |board, _, _| puzzle(board),
};

/// Whether a text is a list of objects that say whether they are horizontal, or a list of such lists.
pub(super) fn matches(opening: &str) -> bool {
    let first = behind_bracket(opening).map(|text| behind_bracket(text).unwrap_or(text));
    let object = first.and_then(|text| text.strip_prefix('{'));
    object.is_some_and(begins_with_axis) && !vehicles::matches(opening)
}

fn behind_bracket(text: &str) -> Option<&str> {
    Some(text.strip_prefix('[')?.trim_start_matches(is_blank))
}

/// Whether an object of plain values says whether it is horizontal.
fn begins_with_axis(object: &str) -> bool {
    let mut at = 0;
    while let Some(sign) = object[at..].chars().next() {
        match sign {
            '"' if HORIZONTAL.iter().any(|key| is_key(&object[at..], key)) => return true,
            '"' => at = string_end(object, at, '"', true).max(at + 1),
            '{' | '}' => return false,
            _ => at += sign.len_utf8(),
        }
    }
    false
}

/// The one list of vehicles, or each of several in a list, or that of a line.
fn parts(whole: Document<'_>) -> Parts<'_> {
    if let Some(line) = whole.own_line() {
        return vec![(Some(line), Ok(whole))];
    }
    if let Err(error) = whole.check(JsonKind::List) {
        return vec![(None, Err(error))];
    }
    let mut items = whole.list().into_iter().flatten().peekable();
    if items.peek().is_some_and(|first| matches!(first.value(), JsonValue::List(_))) {
        return items.map(|item| (Some(item.line()), Ok(item))).collect();
    }
    vec![(None, Ok(whole))]
}

fn puzzle(board: &Document<'_>) -> Result<TitledSetup, TextError> {
    let entries = board.all_items()?;
    if !(1..=MOST_ITEMS).contains(&entries.len()) {
        let found = entries.len();
        return Err(board.error(format!("expected 1 to {MOST_ITEMS} vehicles, found {found}")));
    }
    entries.iter().try_for_each(|entry| entry.require(&NUMBERS))?;
    let mut targets = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if flag(entry, TARGET)?.unwrap_or(false) {
            targets.push(index);
        }
    }
    let [target] = targets[..] else {
        let found = format!("{}{}", targets.len(), several_leave(targets.len()));
        let message = format!("expected one vehicle with \"isTarget\": true, found {found}");
        return Err(board.error(message));
    };
    let labels = labels(&entries, target)?;
    let vehicle = |(entry, label): (&Document<'_>, &String)| Ok((label.clone(), shape(entry)?));
    let vehicles = entries.iter().zip(&labels).map(vehicle).collect::<Result<_, TextError>>()?;
    let (exit, walls, target) = (None, Vec::new(), labels[target].clone());
    let setup = Setup { rows: SIZE, cols: SIZE, exit, walls, vehicles, target };
    Ok(TitledSetup { setup, title: None })
}

fn shape(entry: &Document<'_>) -> Result<Shape, TextError> {
    let none = || entry.error(format!("expected the key '{}', found none", HORIZONTAL[0]));
    let lies = flag(entry, HORIZONTAL)?.ok_or_else(none)?;
    let axis = if lies { Axis::Horizontal } else { Axis::Vertical };
    let number = |key| entry.need(key)?.integer();
    let cell = Cell { row: number("row")?, col: number("col")? };
    Ok(Shape::Bar { axis, cell, length: number("length")? })
}

/// The truth value under one of these keys; `None` without one.
fn flag(entry: &Document<'_>, names: [&str; 2]) -> Result<Option<bool>, TextError> {
    match names.map(|name| entry.get(name)) {
        [Some(_), Some(_)] => {
            let keys = names.join(" and ");
            Err(entry.error(format!("expected one of the keys {keys}, found both")))
        }
        [one, other] => one.or(other).map(|value| value.truth()).transpose(),
    }
}

/// The ids; letters where no vehicle has one.
fn labels(entries: &[Document<'_>], target: usize) -> Result<Vec<String>, TextError> {
    let ids: Vec<Option<Document<'_>>> = entries.iter().map(|entry| entry.get("id")).collect();
    if ids.iter().all(Option::is_none) {
        return Ok((0..entries.len()).map(own_labels(target)).collect());
    }
    let label = |(entry, id): (&Document<'_>, &Option<Document<'_>>)| match id {
        Some(id) => id.label().map(str::to_owned),
        None => Err(entry.error("expected an id for every vehicle or for none, found none here")),
    };
    entries.iter().zip(&ids).map(label).collect()
}
