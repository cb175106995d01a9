//! JSON of rushhour itself, which can express every puzzle.
//!
//! ```text
//! {"rows": 6, "cols": 6, "exit": {"side": "right", "line": 2}, "walls": [[0, 5]], "target": "X",
//!  "title": "...", "vehicles": [{"label": "X", "axis": "h", "row": 2, "col": 0, "length": 2}, ...]}
//! ```
//!
//! Rows and columns count from 0; `row` and `col` give the top-left cell of a vehicle; `exit`, `walls` and
//! `title` may be missing. Several puzzles are a list of such objects, or one on each line.
//!
//! An object with a `board`, as `rushhour generate --json` and `rushhour tasks` write it, is read too: the board,
//! also under a word like it, is such an object, a board string or a list of rows; a board string may stand under
//! `puzzle`, too. The title is the `id` or `level`. An exit and a target beside it are read, other keys are
//! ignored. Such objects, or board strings, may stand in a list or an object under `levels` or a word like it. A
//! pack, as `rushhour generate --pack` writes it, is the list of its puzzles, titled by their names.

use std::borrow::Cow;

use super::document::{Document, JsonKind, JsonReader, JsonValue, ObjectKey, documents};
use super::drawing::DrawnRows;
use super::drawn::{self, CellRow, signs};
use super::error::{TextError, TextWarning};
use super::line::{TextLine, is_blank, width};
use super::listing::{
    BOARD, BOARDS, LONE_BOARD, LONE_WRAPPERS, Listing, PACK, WRAPPERS, field_of, plain,
};
use super::vehicles::{self, add_exit, pair, require_known};
use super::{TitledSetup, board_string, matrix};
use crate::board::{Axis, Cell, Exit, Setup, Shape, Side};

const PUZZLE: [ObjectKey; 7] = [
    ("rows", JsonKind::Integer, true),
    ("cols", JsonKind::Integer, true),
    ("exit", JsonKind::Object, false),
    ("walls", JsonKind::List, false),
    ("target", JsonKind::Text, true),
    ("title", JsonKind::Text, false),
    ("vehicles", JsonKind::List, true),
];
const VEHICLE: [ObjectKey; 5] = [
    ("label", JsonKind::Text, true),
    ("axis", JsonKind::Text, true),
    ("row", JsonKind::Integer, true),
    ("col", JsonKind::Integer, true),
    ("length", JsonKind::Integer, true),
];
const EXIT: [ObjectKey; 2] = [("side", JsonKind::Text, true), ("line", JsonKind::Integer, true)];

pub(super) const READER: JsonReader = JsonReader {
    matches,
    resembles,
    lines: &[JsonKind::Object],
    parts: |whole| {
        let parts = |(begin, document)| match parts(document) {
            Ok(parts) => parts.into_iter().map(|part| (begin, Ok(part))).collect(),
            Err(error) => vec![(begin, Err(error))],
        };
        documents(whole).into_iter().flat_map(parts).collect()
    },
    puzzle,
};

/// Whether a text is a JSON object, or a list of them, with vehicles or a board.
pub(super) fn matches(opening: &str) -> bool {
    let mut keys = BOARDS.iter().chain(&["vehicles"]);
    (keys.any(|key| shows_key(opening, key)) || is_pack(opening)) && !vehicles::matches(opening)
}

/// Whether a text begins like an object, a list of objects or an empty list, and not like one of vehicles.
pub(super) fn resembles(opening: &str) -> bool {
    let inner = || opening.strip_prefix('[').map(unspaced).unwrap_or_default();
    let is_empty = || inner().strip_prefix(']').is_some_and(|rest| unspaced(rest).is_empty());
    (opening.starts_with('{') || inner().starts_with('{') || is_empty())
        && !vehicles::resembles(opening)
}

/// Whether a text begins like JSON and contains this key.
pub(super) fn shows_key(opening: &str, key: &str) -> bool {
    let mut places = opening.match_indices('"');
    opening.starts_with(['{', '[']) && places.any(|(at, _)| is_key(&opening[at..], key))
}

/// Whether a text begins with this key of an object.
pub(super) fn is_key(text: &str, key: &str) -> bool {
    let rest = text.strip_prefix('"').and_then(|text| text.strip_prefix(key));
    let rest = rest.and_then(|text| text.strip_prefix('"'));
    rest.is_some_and(|rest| unspaced(rest).starts_with(':'))
}

/// Whether a text begins like an object of a list of boards under a word like `levels`.
fn is_pack(opening: &str) -> bool {
    let behind = |text: &str| {
        let (name, rest) = unspaced(text.strip_prefix('{')?).strip_prefix('"')?.split_once('"')?;
        let is_known = WRAPPERS.iter().any(|wrapper| name.eq_ignore_ascii_case(wrapper));
        let list = unspaced(rest).strip_prefix(':').filter(|_| is_known)?;
        Some(unspaced(unspaced(list).strip_prefix('[')?).starts_with(['"', '{']))
    };
    behind(opening).unwrap_or(false)
}

fn unspaced(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

fn is_group(value: &JsonValue) -> bool {
    matches!(value, JsonValue::List(_) | JsonValue::Object(_))
}

/// The puzzles of a pack, or under a key of an object that has nothing else that is known.
///
/// Any other document is one itself.
fn parts(document: Document<'_>) -> Result<Vec<Document<'_>>, TextError> {
    let is_wrapper = |(key, value): &(&str, Document<'_>)| {
        let key = plain(key);
        WRAPPERS.iter().chain(&LONE_WRAPPERS).any(|wrapper| *wrapper == key)
            && is_group(value.value())
    };
    let is_own = |key: &str| BOARDS.contains(&key) || PUZZLE.iter().any(|(own, ..)| *own == key);
    let format = document.get("format");
    let is_pack = format
        .is_some_and(|format| matches!(format.value(), JsonValue::Text(text, _) if text == PACK));
    let mut wrappers: Vec<(&str, Document<'_>)> = document.members().filter(is_wrapper).collect();
    if is_pack {
        wrappers = vec![("puzzles", document.need("puzzles")?)];
    }
    let has_own = document.members().any(|(key, _)| is_own(key) && key != "title");
    let [(key, inner)] = &wrappers[..] else { return Ok(vec![document]) };
    if has_own {
        return Ok(vec![document]);
    }
    if LONE_WRAPPERS.contains(&plain(key).as_str()) {
        return parts(inner.clone());
    }
    if matches!(inner.value(), JsonValue::Object(_)) {
        return Ok(inner.members().map(|(_, board)| board).collect());
    }
    inner.items()
}

fn puzzle(
    document: &Document<'_>,
    target: Option<&str>,
    warnings: &mut Vec<TextWarning>,
) -> Result<TitledSetup, TextError> {
    match document.value() {
        JsonValue::Text(..) => return from_string(document, target),
        JsonValue::List(rows) if !rows.is_empty() => return from_rows(document, target, warnings),
        _ => {}
    }
    if let Some(board) = board_of(document)? {
        return of_record(document, &board, target, warnings);
    }
    document.require_only(&PUZZLE)?;
    let own = document.need("target")?;
    if let Some(target) = target.filter(|target| own.string() != Ok(target)) {
        return Err(own.error(format!("expected the declared target {target}")));
    }
    let vehicles = document.need("vehicles")?.items()?;
    let vehicles = vehicles.iter().map(vehicle).collect::<Result<_, TextError>>()?;
    let exit = document.get("exit").map(|way_out| exit(&way_out)).transpose()?;
    let walls = document.get("walls").map(|walls| walls.items()).transpose()?.unwrap_or_default();
    let setup = Setup {
        rows: document.need("rows")?.integer()?,
        cols: document.need("cols")?.integer()?,
        exit,
        walls: walls.iter().map(pair).collect::<Result<Vec<Cell>, TextError>>()?,
        vehicles,
        target: own.string()?.to_owned(),
    };
    let title = document.get("title").map(|title| title.string().map(str::to_owned)).transpose()?;
    Ok(TitledSetup { setup, title })
}

/// The board in an object; `None` of one that is a board itself.
fn board_of<'a>(document: &Document<'a>) -> Result<Option<Document<'a>>, TextError> {
    let is_board = |(key, value): &(&str, Document<'a>)| {
        let (key, value) = (*key, value.value());
        let (is_list, is_text) =
            (matches!(value, JsonValue::List(_)), matches!(value, JsonValue::Text(..)));
        let is_known = BOARDS.contains(&plain(key).as_str()) && (is_group(value) || is_text);
        (is_known || is_text && plain(key) == LONE_BOARD)
            && (is_list || !PUZZLE.iter().any(|(own, ..)| *own == key))
    };
    let mut found: Vec<(&str, Document<'a>)> = document.members().filter(is_board).collect();
    if found.len() > 1 {
        found.retain(|(key, _)| plain(key) != LONE_BOARD);
    }
    if found.len() > 1 {
        let names: Vec<&str> = found.iter().map(|(key, _)| *key).collect();
        let names = names.join(" and ");
        return Err(document.error(format!("expected one board, found {names}")));
    }
    Ok(found.pop().map(|(_, board)| board))
}

/// The puzzle of an object with a board, whatever else it has.
fn of_record(
    document: &Document<'_>,
    board: &Document<'_>,
    target: Option<&str>,
    warnings: &mut Vec<TextWarning>,
) -> Result<TitledSetup, TextError> {
    let target = target.or_else(|| target_beside(document, board));
    let mut found = match board.value() {
        JsonValue::Object(_) => puzzle(board, target, warnings)?,
        JsonValue::List(_) => from_rows(board, target, warnings)?,
        _ => from_string(board, target)?,
    };
    if !matches!(board.value(), JsonValue::Object(_)) {
        add_exit_beside(&mut found.setup, document)?;
    }
    let keys: &[&str] = if document.is_within("puzzles") { &["name"] } else { &["id", "level"] };
    if let Some(title) = keys.iter().find_map(|key| document.get(key)) {
        found.title = Some(title.label()?.to_owned());
    }
    Ok(found)
}

/// The label under `target` beside a drawn board that has it.
fn target_beside<'a>(document: &Document<'a>, board: &Document<'_>) -> Option<&'a str> {
    let label = document.get("target")?;
    let JsonValue::Text(label, true) = label.value() else { return None };
    let has = |value: &JsonValue| matches!(value, JsonValue::Text(cell, _) if cell == label);
    let shows = |row: Document<'_>| match row.value() {
        JsonValue::Text(row, _) => row.contains(label.as_str()),
        _ => row.list().into_iter().flatten().any(|cell| has(cell.value())),
    };
    let is_there = match board.value() {
        JsonValue::Object(_) => false,
        JsonValue::List(_) => board.list().into_iter().flatten().any(shows),
        _ => shows(board.clone()),
    };
    is_there.then_some(label)
}

/// Add the exit that stands beside a drawn board.
///
/// Any key may stand there, but for one that looks like a misspelt exit or target.
fn add_exit_beside(setup: &mut Setup, document: &Document<'_>) -> Result<(), TextError> {
    let is_exit = |(name, _): &&(&'static str, _)| name.starts_with("exit");
    let mut table: Vec<_> = BOARD.iter().filter(is_exit).copied().collect();
    table.push(("target", &["target"]));
    for (key, value) in document.members().filter(|(key, _)| field_of(key, &table).is_none()) {
        require_known(key, &value, &table)?;
    }
    let (rows, cols, line) = (setup.rows, setup.cols, Some(document.line()));
    let mut listing = Listing { rows, cols, line, ..Listing::default() };
    add_exit(&mut listing, document)?;
    let target = setup.vehicles.iter().find(|(label, _)| *label == setup.target);
    if let Some((_, shape @ Shape::Bar { .. })) = target
        && (listing.exit.is_some() || listing.exit_line.is_some())
    {
        setup.exit = listing.usual_exit_of(shape)?;
    }
    Ok(())
}

/// The board in a list of rows, each a text or a list of cells; of numbers it is a matrix.
fn from_rows(
    document: &Document<'_>,
    target: Option<&str>,
    warnings: &mut Vec<TextWarning>,
) -> Result<TitledSetup, TextError> {
    let (mut rows, mut wanted, mut are_numbers) = (Vec::<CellRow<'_>>::new(), None, true);
    for (index, row) in document.all_items()?.into_iter().enumerate() {
        let found = match row.value() {
            JsonValue::Text(text, _) => width(text),
            JsonValue::List(cells) => cells.len(),
            _ => {
                let found = row.seen();
                return Err(row.error(format!("expected a row of cells, found {found}")));
            }
        };
        let wanted = *wanted.get_or_insert(found);
        if found != wanted {
            let message = format!("expected {wanted} cells in row {}, found {found}", index + 1);
            return Err(row.error(message));
        }
        let (cells, has_numbers) = cells(&row)?;
        are_numbers &= has_numbers;
        rows.push(cells);
    }
    if wanted.unwrap_or(0) == 0 {
        return Err(document.error("expected rows of cells, found none"));
    }
    if are_numbers {
        return matrix::board(&rows, target, None);
    }
    let line = Some(document.line());
    DrawnRows { rows: &rows, target, line, ..DrawnRows::default() }.read(warnings)
}

/// The cells of a row, and whether they are numbers.
fn cells<'a>(row: &Document<'a>) -> Result<(CellRow<'a>, bool), TextError> {
    let Some(items) = row.list() else {
        let text = row.string()?;
        let cell = |sign: Cow<'a, str>| drawn::cell(&sign).into_owned().into();
        return Ok((signs(text).map(cell).collect(), false));
    };
    let (mut cells, mut are_numbers) = (CellRow::new(), true);
    for item in items {
        are_numbers &= matches!(item.value(), JsonValue::Integer(..));
        let text = match item.value() {
            JsonValue::Null => String::new(),
            JsonValue::Text(..) => item.string()?.to_owned(),
            value if is_group(value) => {
                return Err(item.error(format!("expected a cell, found {}", item.seen())));
            }
            value => value.written(),
        };
        cells.push(drawn::cell(&text).into_owned().into());
    }
    Ok((cells, are_numbers))
}

/// The board in a text: a board string, or rows below one another.
fn from_string(document: &Document<'_>, target: Option<&str>) -> Result<TitledSetup, TextError> {
    let text = document.string()?.replace('\n', "/");
    board_string::lone(&TextLine::new(document.line(), text, false), target)
}

fn vehicle(document: &Document<'_>) -> Result<(String, Shape), TextError> {
    document.require_only(&VEHICLE)?;
    let axis = document.need("axis")?;
    let axis = match axis.string()? {
        "h" => Axis::Horizontal,
        "v" => Axis::Vertical,
        _ => return Err(axis.error(format!("expected 'h' or 'v', found {}", axis.seen()))),
    };
    let number = |key| document.need(key)?.integer();
    let cell = Cell { row: number("row")?, col: number("col")? };
    let label = document.need("label")?.string()?.to_owned();
    Ok((label, Shape::Bar { axis, cell, length: number("length")? }))
}

fn exit(document: &Document<'_>) -> Result<Exit, TextError> {
    document.require_only(&EXIT)?;
    let side = document.need("side")?;
    let name = side.string()?;
    let found = || {
        let expected = "'right', 'left', 'top' or 'bottom'";
        side.error(format!("expected {expected}, found {}", side.seen()))
    };
    let known = Side::ALL.into_iter().find(|side| side.name() == name).ok_or_else(found)?;
    Ok(Exit { side: known, line: document.need("line")?.integer()? })
}
