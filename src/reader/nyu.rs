//! NYU: the JSON of a psychology lab's experiments with players.
//!
//! ```text
//! {"id": "prb1", "cars": [{"player": true, "position": 12, "length": 2, "id": "r",
//!                          "orientation": "horizontal"}, ...]}
//! ```
//!
//! The board is 6x6; a position is row * 6 + column; the target is the player's car.

use super::TitledSetup;
use super::document::{Document, JsonKind, JsonReader, ObjectKey, documents};
use super::error::TextError;
use super::games::several_leave;
use super::json::shows_key;
use super::vehicles;
use crate::board::{Axis, Cell, Setup, Shape};

const SIZE: i64 = 6;
const BOARD: [ObjectKey; 2] = [("cars", JsonKind::List, true), ("id", JsonKind::Text, false)];
const CAR: [ObjectKey; 5] = [
    ("player", JsonKind::Bool, true),
    ("position", JsonKind::Integer, true),
    ("length", JsonKind::Integer, true),
    ("id", JsonKind::Text, true),
    ("orientation", JsonKind::Text, true),
];

pub(super) const READER: JsonReader = JsonReader {
    matches,
    resembles: |_| false,
    lines: &[JsonKind::Object],
    parts: |whole| documents(whole).into_iter().map(|(begin, one)| (begin, Ok(one))).collect(),
    puzzle: |board, _, _| puzzle(board),
};

/// Whether a text is a JSON object, or a list of them, with cars.
pub(super) fn matches(opening: &str) -> bool {
    shows_key(opening, "cars") && !vehicles::matches(opening)
}

fn puzzle(board: &Document<'_>) -> Result<TitledSetup, TextError> {
    board.require(&BOARD)?;
    let title = board.get("id").map(|id| id.string().map(str::to_owned)).transpose()?;
    let (mut vehicles, mut players) = (Vec::new(), Vec::new());
    for car in board.need("cars")?.items()? {
        let (label, shape) = vehicle(&car)?;
        if car.need("player")?.truth()? {
            players.push(label.clone());
        }
        vehicles.push((label, shape));
    }
    let [target] = &players[..] else {
        let found = format!("{}{}", players.len(), several_leave(players.len()));
        return Err(board.error(format!("expected one car with \"player\": true, found {found}")));
    };
    let target = target.clone();
    let setup = Setup { rows: SIZE, cols: SIZE, exit: None, walls: Vec::new(), vehicles, target };
    Ok(TitledSetup { setup, title })
}

fn vehicle(car: &Document<'_>) -> Result<(String, Shape), TextError> {
    car.require(&CAR)?;
    let orientation = car.need("orientation")?;
    let axis = match orientation.string()? {
        "horizontal" => Axis::Horizontal,
        "vertical" => Axis::Vertical,
        _ => {
            let found = orientation.seen();
            let message = format!("expected 'horizontal' or 'vertical', found {found}");
            return Err(orientation.error(message));
        }
    };
    let (position, length) = (car.need("position")?.integer()?, car.need("length")?.integer()?);
    let cell = Cell { row: position.div_euclid(SIZE), col: position.rem_euclid(SIZE) };
    Ok((car.need("id")?.string()?.to_owned(), Shape::Bar { axis, cell, length }))
}
