//! Car lists: Princeton's COS 402 assignment, and the car-list assignment derived from it.
//!
//! ```text
//! Jam-1              a title, which stands above a size and has a letter
//! 6                  the size of the board, which is a square; also as 6 6 or 6x6
//! 0 1 2 h 2          id, x (from the left), y (from the top), h or v, length; id 0 is the target
//! 1 2 0 v 2
//! .                  the end of the puzzle, in a file of many
//! ```
//!
//! Without a line above the vehicles the board is 6x6. A comment there that names another size is refused,
//! and so are a line that is neither a size nor a title above one, and a title that names another size.
//! Vehicles without ids are numbered from 0; a blank line between some of them is refused, since it looks
//! like the end of the puzzle.

use super::error::TextError;
use super::line::{TextLine, is_integer, seen, trimmed, words};
use super::size::{side_of, sizes_in};
use super::{TitledSetup, require_no_gap};
use crate::board::{Axis, Cell, Setup, Shape};

const TARGET: &str = "0";
const SIZE: i64 = 6;
const BARE_SHAPE: &str = "x y h|v length";
const SHAPE: &str = "id x y h|v length";

/// Whether a line describes a vehicle, with or without an id.
fn is_car(line: &TextLine) -> bool {
    let is_digits = |word: &str| {
        let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit())
    };
    let words: Vec<&str> = words(&line.text).take(6).collect();
    matches!(words[..], [x, y, axis, length] | [_, x, y, axis, length]
        if is_digits(x) && is_digits(y) && is_digits(length) && axis_of(axis).is_some())
}

fn axis_of(word: &str) -> Option<Axis> {
    match word {
        "h" | "H" => Some(Axis::Horizontal),
        "v" | "V" => Some(Axis::Vertical),
        _ => None,
    }
}

/// Whether a vehicle is within the first three lines, after a title and a size at most.
pub(crate) fn matches(head: &[TextLine]) -> bool {
    head.iter().take(3).any(is_car)
}

/// Whether a vehicle is anywhere in the head.
pub(crate) fn resembles(head: &[TextLine]) -> bool {
    head.iter().any(is_car)
}

/// Whether a line ends a puzzle.
pub(super) fn is_end(line: &TextLine) -> bool {
    trimmed(&line.text) == "."
}

/// The puzzle in the lines between two ends, of which there is at least one.
pub(crate) fn read(lines: &[TextLine]) -> Result<TitledSetup, TextError> {
    let (mut title, mut size, mut cars) = (None, SIZE, lines);
    if looks_like_car(&lines[0]) {
        require_no_note(&lines[0])?;
    } else {
        if begins_with_title(lines) {
            title = Some(title_of(lines)?);
            cars = &lines[1..];
        }
        size = side_of(&cars[0].text).unwrap_or(SIZE);
        cars = &cars[1..];
        require_no_number(cars, size)?;
    }
    let Some(first) = cars.first() else {
        let last = &lines[lines.len() - 1];
        return Err(last.error(format!("expected {SHAPE}, found the end of the puzzle")));
    };
    let are_numbered = words(&first.text).count() == 4;
    if are_numbered {
        let lines: Vec<&TextLine> = cars.iter().collect();
        require_no_gap(&lines, "vehicles", "a line . ends a puzzle")?;
    }
    let car = |(index, line)| vehicle(line, are_numbered.then_some(index));
    let vehicles = cars.iter().enumerate().map(car).collect::<Result<_, _>>()?;
    let (target, exit, walls) = (TARGET.to_owned(), None, Vec::new());
    Ok(TitledSetup {
        setup: Setup { rows: size, cols: size, exit, walls, vehicles, target },
        title,
    })
}

/// Whether the first line is neither a vehicle nor a size, so that it must be a title.
pub(crate) fn begins_with_title(lines: &[TextLine]) -> bool {
    !looks_like_car(&lines[0]) && side_of(&lines[0].text).is_none()
}

/// The title above a size; if it names a size, it must be the same.
fn title_of(lines: &[TextLine]) -> Result<String, TextError> {
    let text = trimmed(&lines[0].text);
    let found = seen(text);
    let error = |message: String| Err(lines[0].error(message).at(1));
    let Some(side) = lines.get(1).and_then(|below| side_of(&below.text)) else {
        let expected = "expected the size of the board, such as 6";
        return error(format!("{expected}, found {found}; a title is a line above the size"));
    };
    if !text.contains(char::is_alphabetic) {
        let expected = "expected the size alone or a title with a letter above it";
        return error(format!("{expected}, found {found}"));
    }
    if sizes_in(text).into_iter().any(|other| other != side) {
        let expected = format!("expected a title that agrees with the size {side} below it");
        return error(format!("{expected}, found {found}"));
    }
    Ok(text.to_owned())
}

/// Refuse a number below the size: it may be a count of vehicles, or a size below a title.
fn require_no_number(cars: &[TextLine], size: i64) -> Result<(), TextError> {
    match cars.first().filter(|first| side_of(&first.text).is_some()) {
        Some(first) => {
            let found = seen(trimmed(&first.text));
            let message =
                format!("expected a vehicle {SHAPE} below the size {size}, found {found}");
            Err(first.error(format!("{message}; a title above the size has a letter")).at(1))
        }
        None => Ok(()),
    }
}

/// Refuse a size in a comment above a list without one: the board would be another.
fn require_no_note(first: &TextLine) -> Result<(), TextError> {
    match first.sizes.iter().copied().filter(|&size| size != SIZE).min() {
        Some(other) => {
            let message =
                format!("expected the size {other} in a line of its own, found it in a comment");
            Err(first.error(format!("{message}; without such a line the board is {SIZE}x{SIZE}")))
        }
        None => Ok(()),
    }
}

/// Whether errors should call a line a vehicle: more than half of its first words are numbers.
fn looks_like_car(line: &TextLine) -> bool {
    let words: Vec<&str> = words(&line.text).take(9).collect();
    let numbers = words.iter().filter(|word| is_integer(word)).count();
    side_of(&line.text).is_none() && words.len() > 2 && 2 * numbers > words.len()
}

/// The vehicle in a line, with its number or with the label before it.
fn vehicle(line: &TextLine, number: Option<usize>) -> Result<(String, Shape), TextError> {
    let (first, shape) = if number.is_none() { (1, SHAPE) } else { (0, BARE_SHAPE) };
    let found: Vec<&str> = words(&line.text).collect();
    let count = first + 4;
    if found.len() != count {
        let words = format!("{} word{}", found.len(), if found.len() == 1 { "" } else { "s" });
        let column = line.column_of(found.len().min(count));
        return Err(line.error(format!("expected {shape}, found {words}")).at(column));
    }
    let Some(axis) = axis_of(found[first + 2]) else {
        let message = format!("expected h or v, found {}", seen(found[first + 2]));
        return Err(line.error(message).at(line.column_of(first + 2)));
    };
    let row = line.integer(first + 1, "y, the row")?;
    let col = line.integer(first, "x, the column")?;
    let length = line.integer(first + 3, "the length")?;
    let label = number.map_or_else(|| found[0].to_owned(), |number| number.to_string());
    Ok((label, Shape::Bar { axis, cell: Cell { row, col }, length }))
}
