//! Vehicles: JSON lists of vehicles under any usual keys, as games and courses keep their levels.
//!
//! ```text
//! {"size": 6, "vehicles": [{"id": "X", "x": 0, "y": 2, "length": 2, "orientation": "H"},
//!                          {"id": "A", "x": 2, "y": 0, "length": 3, "orientation": "V"}]}
//! [{"position": [2, 0], "len": 2, "dir": "h", "primary": true}, ...]
//! {"levels": [{"nrow": 6, "ncol": 6, "exit": "r", "pieces": [...]}, ...]}
//! {"X": [[2, 0], [2, 1]], "A": [[0, 3], [1, 3]]}
//! ```
//!
//! The keys are those of [`listing`](super::listing), which also says what the numbers mean and which vehicle is
//! the target. Without a size the board is 6x6; without labels the target is A and the others are B, C, ... Keys
//! that mean nothing here are passed over, but for one that looks like a misspelt one.

use std::collections::BTreeSet;

use super::document::{Document, JsonKind, JsonReader, JsonValue, MOST_ITEMS, Parts};
use super::error::TextError;
use super::games::KLOTSKI;
use super::line::{is_blank, is_integer, quoted, width};
use super::listing::{
    BOARD, BOARDS, FIELDS, LONE_BOARD, LONE_WRAPPERS, ListAxes, ListEntry, Listing, PACK, SIZE,
    Synonyms, WRAPPERS, WayOut, axis_of, cell_of, field_of, is_red, plain, side_of,
};
use super::literal::string_end;
use super::near::near;
use super::size::pair_in;
use crate::board::{Axis, Cell, Exit};

const TARGET_TYPES: [&str; 7] = ["target", "player", "main", "primary", "red", "hero", "goal"];
/// Types of vehicles that tell their length, where nothing else does.
const LENGTHS: [(&str, i64); 4] = [("car", 2), ("truck", 3), ("lorry", 3), ("bus", 3)];

// The keys of the other formats in JSON, which are read by these.
const JSON: [&str; 5] = ["label", "axis", "row", "col", "length"];
const NYU: [&str; 6] = ["cars", "player", "position", "length", "id", "orientation"];
const PIECES: [&str; 8] =
    ["row", "col", "length", "isHorizontal", "horizontal", "isTarget", "target", "id"];
/// The keys around a list in the format of rushhour itself.
const AROUND: [&str; 10] =
    ["rows", "cols", "exit", "walls", "target", "title", "vehicles", "id", "name", "board"];
/// The fields of which one says how a vehicle lies.
const SHAPES: [&str; 8] =
    ["axis", "horizontal", "vertical", "width", "height", "cells", "end", "end row"];

pub(super) const READER: JsonReader = JsonReader {
    matches,
    resembles,
    lines: &[JsonKind::Object, JsonKind::List],
    parts,
    puzzle: |board, target, warnings| {
        let mut listing = listing(board)?;
        if let Some(target) = target {
            listing.target = Some(target.to_owned());
        }
        listing.setup(None, warnings)
    },
};

/// Whether a text has objects with a place, and an axis or a shape, and other keys than those of other formats.
///
/// Cells under the labels are enough, where no drawing stands beside them.
pub(super) fn matches(opening: &str) -> bool {
    let members = members(opening);
    let keys: BTreeSet<&str> = members.iter().map(|(key, _)| *key).collect();
    let meant = meant(&keys);
    if !has_place(&meant) && has_cells(&members) {
        return true;
    }
    if !(has_place(&meant) && SHAPES.iter().any(|shape| meant.contains(shape))) {
        return false;
    }
    let mut known =
        keys.iter().filter(|key| field_of(key, FIELDS).is_some() || field_of(key, BOARD).is_some());
    let has = |key: &str| keys.contains(key);
    if JSON.iter().filter(|key| has(key)).count() > 3 && has("vehicles") {
        return known.any(|key| !JSON.contains(key) && !AROUND.contains(key));
    }
    if has("cars") && (has("player") || has("position")) {
        return known.any(|key| !NYU.contains(key));
    }
    let is_list = opening.starts_with('[');
    if is_list && (has("isHorizontal") || has("horizontal")) && has("row") && has("col") {
        return known.any(|key| !PIECES.contains(key) && !["color", "name"].contains(key));
    }
    true
}

/// Whether a text has objects with a place or a shape, and a length, a label or a mark.
pub(super) fn resembles(opening: &str) -> bool {
    let meant = meant(&members(opening).into_iter().map(|(key, _)| key).collect());
    let others = ["length", "label", "target", "color", "type"];
    (has_place(&meant) || SHAPES.iter().any(|shape| meant.contains(shape)))
        && others.iter().any(|other| meant.contains(other))
}

/// The keys of a text in JSON, each with what begins behind it; none of any other text.
fn members(opening: &str) -> Vec<(&str, &str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    if !opening.starts_with(['{', '[']) || opening.contains(&format!("\"{PACK}\"")) {
        return found;
    }
    while let Some(begin) = opening[at..].find('"') {
        let start = at + begin;
        let end = string_end(opening, start, '"', true);
        let key = opening[start + 1..end].strip_suffix('"');
        let value = opening[end..].trim_start_matches(is_blank).strip_prefix(':');
        at = start + 1;
        if let (Some(key), Some(value)) = (key, value) {
            found.push((key, value.trim_start_matches(is_blank)));
            at = end;
        }
    }
    found
}

/// Whether a key has a list of pairs behind it, and none of a drawing has a list or a text.
fn has_cells(members: &[(&str, &str)]) -> bool {
    let is_drawing = |(key, value): &(&str, &str)| {
        (BOARDS.contains(key) || *key == LONE_BOARD) && value.starts_with(['[', '"'])
    };
    let are_cells = |(key, value): &(&str, &str)| {
        let first = value.strip_prefix('[').map(|list| list.trim_start_matches(is_blank));
        let cell = first.and_then(|list| list.strip_prefix('['));
        let begins = |cell: &str| cell.trim_start_matches(is_blank).starts_with(is_digit);
        can_be_label(key) && cell.is_some_and(begins)
    };
    members.iter().any(are_cells) && !members.iter().any(is_drawing)
}

/// Whether a key of a board may be the label of a vehicle, with its cells: any but for those of other lists.
fn can_be_label(key: &str) -> bool {
    let is_list = |name| ["vehicles", "walls", "exit"].contains(&name);
    let wrapper = plain(key);
    !field_of(key, BOARD).is_some_and(is_list)
        && !WRAPPERS.iter().chain(&LONE_WRAPPERS).any(|word| *word == wrapper)
}

fn is_digit(sign: char) -> bool {
    sign.is_ascii_digit()
}

/// What keys mean of a vehicle.
fn meant(keys: &BTreeSet<&str>) -> BTreeSet<&'static str> {
    keys.iter().filter_map(|key| field_of(key, FIELDS)).collect()
}

fn has_place(meant: &BTreeSet<&str>) -> bool {
    meant.contains("place")
        || meant.contains("cells")
        || (meant.contains("row") && meant.contains("col"))
}

/// The one board, those of a list or of an object that wraps one, or that of a line.
fn parts(whole: Document<'_>) -> Parts<'_> {
    if let Some(line) = whole.own_line() {
        return vec![(Some(line), Ok(whole))];
    }
    let mut boards = Vec::new();
    if let Err(error) = unwrap(whole, &mut boards) {
        return vec![(None, Err(error))];
    }
    let several = boards.len() > 1;
    let begin = |board: &Document<'_>| several.then(|| board.line());
    boards.into_iter().map(|board| (begin(&board), Ok(board))).collect()
}

fn unwrap<'a>(document: Document<'a>, boards: &mut Vec<Document<'a>>) -> Result<(), TextError> {
    match document.value() {
        JsonValue::Object(_) => {
            let wrappers: Vec<(&str, Document<'a>)> =
                document.members().filter(|(key, inner)| is_wrapper(key, inner.value())).collect();
            match &wrappers[..] {
                [] => boards.push(document),
                [(key, inner)] => unwrap_all(key, inner, boards)?,
                several => {
                    let names: Vec<&str> = several.iter().map(|(key, _)| *key).collect();
                    let found = names.join(" and ");
                    return Err(
                        document.error(format!("expected one list of boards, found {found}"))
                    );
                }
            }
        }
        JsonValue::List(items) if !items.is_empty() => {
            let mut items = document.list().into_iter().flatten().peekable();
            if items.peek().is_some_and(is_vehicle) {
                boards.push(document);
            } else {
                items.try_for_each(|item| unwrap(item, boards))?;
            }
        }
        _ => boards.push(document),
    }
    Ok(())
}

fn is_wrapper(key: &str, value: &JsonValue) -> bool {
    let key = plain(key);
    let is_group = matches!(value, JsonValue::Object(_) | JsonValue::List(_));
    is_group && LONE_WRAPPERS.contains(&key.as_str()) || WRAPPERS.contains(&key.as_str())
}

/// Add the boards in the list or object under a key.
fn unwrap_all<'a>(
    key: &str,
    inner: &Document<'a>,
    boards: &mut Vec<Document<'a>>,
) -> Result<(), TextError> {
    if LONE_WRAPPERS.contains(&plain(key).as_str()) {
        return unwrap(inner.clone(), boards);
    }
    if matches!(inner.value(), JsonValue::Object(_)) {
        return inner.members().try_for_each(|(_, board)| unwrap(board, boards));
    }
    inner.items()?.into_iter().try_for_each(|item| unwrap(item, boards))
}

fn is_vehicle(item: &Document<'_>) -> bool {
    matches!(item.value(), JsonValue::Object(_)) && !has_list(item) && labelled(item).is_empty()
}

/// Whether an object has a list of vehicles.
fn has_list(item: &Document<'_>) -> bool {
    item.members().any(|(key, _)| field_of(key, BOARD) == Some("vehicles"))
}

/// The vehicles of a board without a list of them: what has cells, or a place and a shape, under its label.
fn labelled<'a>(board: &Document<'a>) -> Vec<Document<'a>> {
    let is_vehicle = |(key, value): &(&str, Document<'a>)| match value.value() {
        JsonValue::List(_) => {
            let first = value.list().and_then(|mut cells| cells.next());
            let is_cell = |cell: &Document<'_>| pair(cell).is_ok();
            field_of(key, FIELDS) != Some("cells") && first.is_some_and(|first| is_cell(&first))
        }
        JsonValue::Object(_) => {
            let meant = meant(&value.members().map(|(key, _)| key).collect());
            has_place(&meant) && SHAPES.iter().any(|shape| meant.contains(shape))
        }
        _ => false,
    };
    let is_labelled = |member: &(&str, Document<'a>)| can_be_label(member.0) && is_vehicle(member);
    let found = board.members().filter(is_labelled);
    if has_list(board) { Vec::new() } else { found.map(|(_, vehicle)| vehicle).collect() }
}

/// The values of an object for the fields of a table.
struct FoundFields<'a, 'd> {
    item: &'d Document<'a>,
    found: Vec<(&'static str, &'a str, Document<'a>)>,
}

impl<'a, 'd> FoundFields<'a, 'd> {
    /// The value for each field; an error for two keys of one, and for a misspelt key.
    fn of(item: &'d Document<'a>, table: &Synonyms, only: &[&str]) -> Result<Self, TextError> {
        item.check(JsonKind::Object)?;
        let table: Vec<_> = table
            .iter()
            .filter(|(name, _)| only.is_empty() || only.contains(name))
            .copied()
            .collect();
        FoundFields { item, found: Vec::new() }.with(item.members(), &table)
    }

    /// The values for a vehicle; a list under a label has its cells.
    fn of_vehicle(item: &'d Document<'a>) -> Result<Self, TextError> {
        if item.key().is_some() && matches!(item.value(), JsonValue::List(_)) {
            return Ok(FoundFields { item, found: vec![("cells", "cells", item.clone())] });
        }
        FoundFields::of(item, FIELDS, &[])
    }

    /// The fields of these members beside those that are found.
    fn with(
        mut self,
        members: impl Iterator<Item = (&'a str, Document<'a>)>,
        table: &Synonyms,
    ) -> Result<Self, TextError> {
        for (key, value) in members {
            let Some(name) = field_of(key, table) else {
                require_known(key, &value, table)?;
                continue;
            };
            if let Some(other) = self.key(name) {
                let keys = format!("{} and {}", quoted(other), quoted(key));
                let message = format!("expected one of the keys {keys}, found both");
                return Err(self.item.error(message));
            }
            self.found.push((name, key, value));
        }
        Ok(self)
    }

    fn key(&self, name: &str) -> Option<&'a str> {
        self.found.iter().find(|(field, ..)| *field == name).map(|(_, key, _)| *key)
    }

    fn get(&self, name: &str) -> Option<&Document<'a>> {
        self.found.iter().find(|(field, ..)| *field == name).map(|(.., value)| value)
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn need(&self, name: &str) -> Result<&Document<'a>, TextError> {
        let none = || self.item.error(format!("expected the key {}, found none", quoted(name)));
        self.get(name).ok_or_else(none)
    }

    fn number(&self, name: &str) -> Result<i64, TextError> {
        integer(self.need(name)?)
    }

    /// A truth value, which may be 0 or 1; false without the key.
    fn truth(&self, name: &str) -> Result<bool, TextError> {
        let Some(value) = self.get(name) else { return Ok(false) };
        match value.value() {
            JsonValue::Integer(number @ (0 | 1), _) => Ok(*number == 1),
            JsonValue::Float(number) if [0.0, 1.0].contains(number) => Ok(*number > 0.0),
            _ => value.truth(),
        }
    }

    /// A word in small letters; empty without the key.
    fn word(&self, name: &str) -> String {
        self.get(name)
            .map_or_else(String::new, |value| value.value().written().to_ascii_lowercase())
    }
}

/// Refuse a key that looks like a misspelt one, and one of an exit that is not known.
pub(super) fn require_known(
    key: &str,
    value: &Document<'_>,
    table: &Synonyms,
) -> Result<(), TextError> {
    let short: String = plain(key).chars().take(40).collect();
    let words: Vec<String> =
        table.iter().flat_map(|(_, words)| words.iter().map(|word| plain(word))).collect();
    let known = || words.iter().map(String::as_str);
    let is_said = WRAPPERS.iter().chain(&LONE_WRAPPERS).any(|word| *word == short);
    let mistyped = || known().find(|word| !is_said && differ_in_one(&short, word));
    match near(&short, known(), 8).or_else(mistyped) {
        Some(near) => {
            let hint = format!("did you mean {}?", quoted(near));
            Err(value.error(format!("found the key {}; {hint}", quoted(key))))
        }
        None => require_known_exit(key, value, table),
    }
}

/// Refuse a key that begins with `exit` and is not known, unless it says true, false or nothing.
fn require_known_exit(key: &str, value: &Document<'_>, table: &Synonyms) -> Result<(), TextError> {
    let is_state = matches!(value.value(), JsonValue::Bool(_) | JsonValue::Null);
    let exit = table.iter().find(|(name, _)| *name == "exit");
    match exit.filter(|_| plain(key).starts_with("exit") && !is_state) {
        Some((_, words)) => {
            let known: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            let expected = format!("expected {}", known.join(", "));
            Err(value.error(format!("found the key {}; {expected}", quoted(key))))
        }
        None => Ok(()),
    }
}

/// Whether two words of at least four signs differ in one of them.
fn differ_in_one(one: &str, other: &str) -> bool {
    let count = width(one);
    let is_other = |(one, other): &(char, char)| one != other;
    let differing = one.chars().zip(other.chars()).filter(is_other).count();
    count >= 4 && count == width(other) && differing == 1
}

/// A number, which may be a text.
fn integer(document: &Document<'_>) -> Result<i64, TextError> {
    match document.value() {
        JsonValue::Text(text, _) if is_integer(text) => Ok(text.parse().unwrap_or_default()),
        _ => document.integer(),
    }
}

/// The list of vehicles of a board and what stands around it.
fn listing(board: &Document<'_>) -> Result<Listing, TextError> {
    let line = board.line();
    if let Some(items) = board.list() {
        return of_items(&items.collect::<Vec<_>>(), line, SIZE);
    }
    board.check(JsonKind::Object)?;
    let labelled = labelled(board);
    let is_other = |(_, value): &(&str, Document<'_>)| !labelled.iter().any(|one| one.is(value));
    let keys = FoundFields { item: board, found: Vec::new() };
    let keys = keys.with(board.members().filter(is_other), BOARD)?;
    let (rows, cols) = size(&keys)?;
    // A list, or an object by the labels, which may be the board itself.
    let mut items = match keys.get("vehicles") {
        Some(vehicles) if matches!(vehicles.value(), JsonValue::Object(_)) => {
            vehicles.members().map(|(_, item)| item).collect()
        }
        Some(vehicles) => vehicles.items()?,
        None if labelled.is_empty() => {
            return Err(board.error("expected a list of vehicles, found none"));
        }
        None => labelled,
    };
    // A target beside the others, or its label.
    let is_vehicle = |target: &&Document<'_>| matches!(target.value(), JsonValue::Object(_));
    let apart = keys.get("target").filter(is_vehicle);
    items.splice(0..0, apart.cloned());
    let mut listing = Listing { rows, cols, ..of_items(&items, line, cols)? };
    if apart.is_some() {
        listing.entries[0].is_target = true;
    }
    if let Some(walls) = keys.get("walls") {
        let walls = walls.all_items()?;
        listing.walls =
            walls.iter().map(|wall| cell(wall, cols)).collect::<Result<_, TextError>>()?;
    }
    let name = |name| keys.get(name).map(|value| value.label().map(str::to_owned)).transpose();
    listing.target = if apart.is_none() { name("target")? } else { None };
    listing.title = name("title")?;
    add_exit(&mut listing, board)?;
    Ok(listing)
}

/// Add the exit that stands in the object around a list.
pub(super) fn add_exit(listing: &mut Listing, around: &Document<'_>) -> Result<(), TextError> {
    let find = |name| around.members().filter(|(key, _)| field_of(key, BOARD) == Some(name)).last();
    let number = |name| find(name).map(|(_, value)| integer(&value)).transpose();
    let ends = (number("exit row")?, number("exit column")?);
    let goal = || around.members().filter(|(key, value)| is_goal(key, value)).last();
    if let Some((_, exit)) = find("exit").or_else(goal) {
        listing.exit = Some(way_out(&exit, listing.cols)?);
    } else if let (Some(row), Some(col)) = ends {
        listing.exit = Some(WayOut::Cell(Cell { row, col }));
        return Ok(());
    }
    listing.exit_line = ends.0.or(ends.1);
    Ok(())
}

/// Whether a key such as `goal` has a side or a cell, and no task in words, no label and no number of moves.
fn is_goal(key: &str, value: &Document<'_>) -> bool {
    let is_place = match value.value() {
        JsonValue::Text(word, _) => width(word) > 1 && side_of(word).is_some(),
        JsonValue::List(_) | JsonValue::Object(_) => cell(value, SIZE).is_ok(),
        _ => false,
    };
    ["goal", "goalside", "goalcell"].contains(&plain(key).as_str()) && is_place
}

fn of_items(items: &[Document<'_>], line: usize, cols: i64) -> Result<Listing, TextError> {
    if !(1..=MOST_ITEMS).contains(&items.len()) {
        let message = format!("expected 1 to {MOST_ITEMS} vehicles, found {}", items.len());
        return Err(TextError::new(message, Some(line)));
    }
    let all = items.iter().map(FoundFields::of_vehicle).collect::<Result<Vec<_>, TextError>>()?;
    let mut labels = all.iter().map(label).collect::<Result<Vec<_>, TextError>>()?;
    // The key of a target beside vehicles without labels is no label.
    if let [first, others @ ..] = &mut labels[..]
        && !others.is_empty()
        && others.iter().all(Option::is_none)
        && !all[0].has("label")
    {
        *first = None;
    }
    let bare = labels.iter().position(Option::is_none);
    if let Some(index) = bare.filter(|_| labels.iter().any(Option::is_some)) {
        let found = "expected a label for every vehicle or for none, found none here";
        return Err(items[index].error(found));
    }
    let entries = all.iter().zip(labels).map(|(keys, label)| entry(keys, cols, label));
    let is_y =
        |keys: &FoundFields<'_, '_>| keys.key("row").is_some_and(|key| plain(key).ends_with('y'));
    let in_numbers = all.iter().filter(|keys| code_of(keys).is_some()).count();
    if ![0, all.len()].contains(&in_numbers) {
        let message = "expected all axes in words or all in numbers, found both";
        return Err(TextError::new(message, Some(line)));
    }
    Ok(Listing {
        entries: entries.collect::<Result<_, TextError>>()?,
        has_y: all.iter().any(|keys| is_y(keys) || keys.has("place")),
        has_pairs: all.iter().any(|keys| keys.has("place") && !keys.has("end")),
        axes: if in_numbers > 0 { ListAxes::Numbers } else { ListAxes::Words },
        line: Some(line),
        ..Listing::default()
    })
}

/// The label of a vehicle: its own, or its key in an object of vehicles.
fn label(keys: &FoundFields<'_, '_>) -> Result<Option<String>, TextError> {
    let own = keys.get("label").map(Document::label).transpose()?;
    Ok(own.or_else(|| keys.item.key()).map(str::to_owned))
}

/// A vehicle with its numbers as they are written.
fn entry(
    keys: &FoundFields<'_, '_>,
    cols: i64,
    label: Option<String>,
) -> Result<ListEntry, TextError> {
    let (cell, axis, length) = if let Some(cells) = keys.get("cells") {
        bar(cells, cols)?
    } else if let (Some(place), Some(end)) = (keys.get("place"), keys.get("end")) {
        between(keys, cell(place, cols)?, cell(end, cols)?)?
    } else if keys.has("end row") && keys.has("end col") {
        let end = Cell { row: keys.number("end row")?, col: keys.number("end col")? };
        between(keys, place(keys, cols)?, end)?
    } else {
        let cell = place(keys, cols)?;
        let (axis, length) = shape(keys)?;
        (cell, axis, length)
    };
    let kind = keys.word("type");
    Ok(ListEntry {
        cell,
        axis,
        length,
        is_target: keys.truth("target")? || TARGET_TYPES.contains(&kind.as_str()),
        is_wall: keys.truth("wall")? || label.as_deref() == Some("#") || kind == "wall",
        is_red: is_red(&keys.word("color")),
        label,
    })
}

fn place(keys: &FoundFields<'_, '_>, cols: i64) -> Result<Cell, TextError> {
    if let Some(place) = keys.get("place") {
        return cell(place, cols);
    }
    let (row, col) = (keys.need("row")?, keys.need("col")?);
    Ok(Cell { row: integer(row)?, col: integer(col)? })
}

/// A pair, an object of row and column, or a number: row * columns + column.
fn cell(document: &Document<'_>, cols: i64) -> Result<Cell, TextError> {
    match document.value() {
        JsonValue::Integer(number, _) => {
            cell_of(*number, cols).map_err(|message| document.error(message))
        }
        JsonValue::Object(_) => place(&FoundFields::of(document, FIELDS, &["row", "col"])?, cols),
        _ => pair(document),
    }
}

/// A pair of row and column.
pub(super) fn pair(document: &Document<'_>) -> Result<Cell, TextError> {
    let numbers = document.list().map(|items| items.map(|item| item.integer()).collect::<Vec<_>>());
    match numbers.as_deref() {
        Some([Ok(row), Ok(col)]) => Ok(Cell { row: *row, col: *col }),
        _ => Err(document.error(format!("expected [row, column], found {}", document.seen()))),
    }
}

/// The bar of a list of cells.
fn bar(document: &Document<'_>, cols: i64) -> Result<(Cell, Axis, i64), TextError> {
    let items = document.all_items()?;
    let mut cells =
        items.iter().map(|item| cell(item, cols)).collect::<Result<Vec<_>, TextError>>()?;
    cells.sort_unstable();
    let (Some(&first), Some(last)) = (cells.first(), cells.last()) else {
        return Err(document.error("expected the cells of a vehicle, found none"));
    };
    let axis = if last.row > first.row { Axis::Vertical } else { Axis::Horizontal };
    let at = |step: i64| match axis {
        Axis::Horizontal => Cell { col: first.col.saturating_add(step), ..first },
        Axis::Vertical => Cell { row: first.row.saturating_add(step), ..first },
    };
    if !cells.iter().copied().eq((0..).map(at).take(cells.len())) {
        return Err(document.error("expected cells in one line without a gap, found others"));
    }
    Ok((first, axis, i64::try_from(cells.len()).unwrap_or(i64::MAX)))
}

/// The bar from one cell to another.
fn between(
    keys: &FoundFields<'_, '_>,
    one: Cell,
    other: Cell,
) -> Result<(Cell, Axis, i64), TextError> {
    let (first, last) = (one.min(other), one.max(other));
    if first.row != last.row && first.col != last.col {
        let message = "expected a vehicle in one row or column, found its ends in others";
        return Err(keys.item.error(message));
    }
    let (deep, wide) = (last.row.saturating_sub(first.row), last.col.saturating_sub(first.col));
    let length = deep.saturating_add(wide).saturating_add(1);
    if keys.has("length") && keys.number("length")? != length {
        let message = format!("expected the length {length} of its ends, found another");
        return Err(keys.item.error(message));
    }
    Ok((first, if deep > 0 { Axis::Vertical } else { Axis::Horizontal }, length))
}

/// Axis and length, or width and height of which one is 1.
fn shape(keys: &FoundFields<'_, '_>) -> Result<(Axis, i64), TextError> {
    if keys.has("width") && keys.has("height") {
        let (width, height) = (keys.number("width")?, keys.number("height")?);
        if width.min(height) != 1 {
            let found = format!("found {width}x{height}; {KLOTSKI}");
            let message = format!("expected a vehicle that is 1 cell wide, {found}");
            return Err(keys.item.error(message));
        }
        let is_flat = height == 1;
        return Ok(if is_flat { (Axis::Horizontal, width) } else { (Axis::Vertical, height) });
    }
    let kind = keys.word("type");
    let usual = LENGTHS.iter().find(|(name, _)| *name == kind).map(|(_, length)| *length);
    let length = match usual.filter(|_| !keys.has("length")) {
        Some(length) => length,
        None => keys.number("length")?,
    };
    if keys.has("horizontal") {
        let lies = keys.truth("horizontal")?;
        return Ok((if lies { Axis::Horizontal } else { Axis::Vertical }, length));
    }
    if keys.has("vertical") {
        let stands = keys.truth("vertical")?;
        return Ok((if stands { Axis::Vertical } else { Axis::Horizontal }, length));
    }
    if let Some(code) = code_of(keys) {
        return Ok((if code == 0 { Axis::Horizontal } else { Axis::Vertical }, length));
    }
    let axis = keys.need("axis")?;
    let word = if let JsonValue::Text(word, _) = axis.value() { axis_of(word) } else { None };
    let found = || axis.error(format!("expected 'h' or 'v', found {}", axis.seen()));
    Ok((word.ok_or_else(found)?, length))
}

/// The axis that is written as 0 or 1, where nothing else says it.
fn code_of(keys: &FoundFields<'_, '_>) -> Option<i64> {
    let is_said = SHAPES.iter().any(|shape| *shape != "axis" && keys.has(shape));
    let axis = keys.get("axis").filter(|_| !is_said)?;
    integer(axis).ok().filter(|code| [0, 1].contains(code))
}

/// Rows and columns; a single number is a square.
fn size(keys: &FoundFields<'_, '_>) -> Result<(i64, i64), TextError> {
    let number = |name| keys.get(name).map(integer).transpose();
    let (rows, cols) = (number("rows")?, number("cols")?);
    let given = rows.or(cols).zip(cols.or(rows));
    let Some(size) = keys.get("size") else { return Ok(given.unwrap_or((SIZE, SIZE))) };
    let found = said(size)?;
    match given {
        Some((rows, cols)) if (rows, cols) != found => {
            let message = format!("expected {rows} rows and {cols} columns, found another size");
            Err(size.error(message))
        }
        _ => Ok(found),
    }
}

/// Rows and columns in a size: `8x8`, an object, a pair or a number.
fn said(document: &Document<'_>) -> Result<(i64, i64), TextError> {
    match document.value() {
        JsonValue::Text(text, _) if pair_in(text).is_some() => {
            Ok(pair_in(text).unwrap_or_default())
        }
        JsonValue::Object(_) => {
            let keys = FoundFields::of(document, BOARD, &["rows", "cols"])?;
            if keys.found.is_empty() {
                return Err(document.error("expected the keys 'rows' and 'cols', found none"));
            }
            size(&keys)
        }
        JsonValue::List(_) => cell(document, SIZE).map(|Cell { row, col }| (row, col)),
        _ => document.integer().map(|side| (side, side)),
    }
}

/// A side, an exit, a cell at the edge, or a number: of such a cell, a row or a column.
fn way_out(document: &Document<'_>, cols: i64) -> Result<WayOut, TextError> {
    match document.value() {
        JsonValue::Integer(number, _) => Ok(WayOut::Number(*number)),
        JsonValue::Text(word, _) => {
            let found = || {
                let sides = "expected 'right', 'left', 'top' or 'bottom'";
                document.error(format!("{sides}, found {}", document.seen()))
            };
            side_of(word).map(WayOut::Side).ok_or_else(found)
        }
        JsonValue::Object(_) if document.get("side").is_some() => {
            document.require_only(&[
                ("side", JsonKind::Text, true),
                ("line", JsonKind::Integer, false),
            ])?;
            let way_out = way_out(&document.need("side")?, cols)?;
            let line = document.get("line").map(|line| line.integer()).transpose()?;
            Ok(match (way_out, line) {
                (WayOut::Side(side), Some(line)) => WayOut::Exit(Exit { side, line }),
                (side, _) => side,
            })
        }
        _ => cell(document, cols).map(WayOut::Cell),
    }
}
