//! Letter grids: rows of cells in one word, with blanks or with commas between all of them.
//!
//! ```text
//! Level 5
//! ..BC..
//! ..BC..
//! XXB...        . is empty, x a wall, every other character a vehicle
//! ......
//! ```
//!
//! What the marks mean, and which label is the target, is decided in [`drawing`](super::drawing). A title
//! and the size may stand above; a title such as `exit: left` says where the exit is. Blanks may also part
//! cells of several signs, such as `B1` and `..`. Several grids are parted by titles or, if all have one
//! size, by blank lines. A line that begins with `#` is a comment, unless it has the width of a row and empty
//! cells, or signs that all could be vehicles.

use std::borrow::Cow;

use super::drawing::{DrawnRows, SURE};
use super::drawn::{BLANK, CellRow, LARGEST, Sign, parted, signs, uneven};
use super::error::{TextError, TextWarning};
use super::frame::is_rule as is_table_rule;
use super::line::{TextLine, VARIANT, lone, quoted, size_of, trimmed, width, words};
use super::size::pair_in;
use super::target::{Labels, candidates, is_number};
use super::{Item, TitledSetup, most_common, require_no_gap, ruler, sentence};
use crate::board::{Axis, Exit, Setup, Shape, Side};

/// The marks of empty cells that no other format has.
const MARKS: [&str; 5] = [".", "_", "-", "o", "\u{b7}"];
const FOREIGN: &str = "/{}[]()\"`";
/// The label of the target in a board string.
const BOARD_TARGET: char = 'A';

/// Whether the first lines of a text are several rows of one width.
///
/// Above them may stand a title and a size; then empty cells are marked by other signs than digits. A
/// text with this shape may be in another format all the same.
pub(crate) fn matches(text: &[TextLine]) -> bool {
    let head = GridText::new(text).lines;
    let parts = pictures(&head);
    let below = parts.iter().flat_map(|part| &part.lines[usize::from(is_size(&part.lines))..]);
    let lines: Vec<&TextLine> = below.copied().collect();
    let rows: Vec<CellRow<'_>> = lines.iter().map(|line| cells(line)).collect();
    let signs: Labels<'_> = rows.iter().flatten().map(AsRef::as_ref).collect();
    let is_digits = |row: &CellRow<'_>| is_number(row.concat().trim_start_matches(['+', '-']));
    rows.len() > 1
        && !text.iter().any(|line| ["<<", "'''"].iter().any(|sign| line.text.contains(sign)))
        && rows.iter().all(|row| row.len() == rows[0].len())
        && lines.iter().all(|line| is_row(line))
        && !signs.iter().any(|sign| sign.contains(|sign| FOREIGN.contains(sign)))
        && (lines.len() == head.len() || MARKS.iter().any(|mark| signs.contains(mark)))
        && !rows.iter().all(is_digits)
        && are_cells(&lines, &rows)
        && !is_list_of_boards(&rows)
}

/// Whether cells between commas are those of a picture, not the columns of a table.
fn are_cells(lines: &[&TextLine], rows: &[CellRow<'_>]) -> bool {
    let with_comma = lines.iter().filter(|line| line.text.contains(',')).count();
    if with_comma < lines.len() {
        return with_comma == 0;
    }
    let is_empty = |cell: &Sign<'_>| [".", "_", BLANK].contains(&cell.as_ref());
    rows.iter().flatten().any(is_empty) && rows.iter().all(|row| row.len() > 2)
}

/// Whether the lines are boards: too wide for a row, or square in number, with targets.
fn is_list_of_boards(rows: &[CellRow<'_>]) -> bool {
    let texts: Vec<String> = rows.iter().map(|row| row.concat()).collect();
    let targets = texts.iter().filter(|text| text.matches(BOARD_TARGET).count() > 1).count();
    let cells = width(&texts[0]);
    cells > LARGEST || (targets > 1 && cells.isqrt().pow(2) == cells)
}

/// Whether lines are uneven rows, more than half of which have one width and empty cells.
pub(crate) fn resembles(lines: &[TextLine]) -> bool {
    let rows: Vec<String> =
        lines.iter().filter(|line| is_row(line)).map(|line| cells(line).concat()).collect();
    let has_empty = |row: &&String| row.contains(['.', 'o']);
    let Some(cols) = most_common(rows.iter().filter(has_empty).map(|row| width(row))) else {
        return false;
    };
    let count = rows.iter().filter(has_empty).filter(|row| width(row) == cols).count();
    (2..=LARGEST).contains(&cols)
        && 2 * count > lines.len()
        && lines.len() > 2
        && !rows.iter().any(|row| row.contains(|sign| FOREIGN.contains(sign)))
}

/// The cells of a row: between commas, or each character that is not a blank.
fn cells(line: &TextLine) -> CellRow<'_> {
    if line.text.contains(',') {
        return parted(&line.text, ',');
    }
    words(&line.text).flat_map(signs).collect()
}

/// Whether a line is one word, or words of one character each, or cells between commas.
fn is_row(line: &TextLine) -> bool {
    line.text.contains(',') || words(&line.text).count() == 1 || is_spaced(line)
}

/// Whether all words have one character.
fn is_spaced(line: &TextLine) -> bool {
    words(&line.text).all(|word| lone(word).is_some())
}

/// The puzzles of the text; `target` declares the target's character.
pub(crate) fn read(lines: &[TextLine], target: Option<&str>) -> Vec<Item> {
    let text = GridText::new(lines);
    let pictures = pictures(&text.lines);
    let several = pictures.len() > 1;
    let item = |picture: &GridLines<'_>| {
        let (begin, mut warnings) = (several.then_some(picture.lines[0].number), Vec::new());
        let setup = picture.setup(target, &text.notes, begin, &mut warnings);
        Item { end: text.end, ..Item::new(setup, warnings, begin) }
    };
    pictures.iter().map(item).collect()
}

/// The lines of drawings with their titles, and the sentences around them.
struct GridText {
    lines: Vec<TextLine>,
    notes: Vec<TextLine>,
    /// The last line of the drawings, if sentences stand below.
    end: Option<usize>,
}

impl GridText {
    fn new(lines: &[TextLine]) -> GridText {
        let lines: Vec<TextLine> = lines.iter().map(without_variants).collect();
        let lines = &lines[..];
        let between = sentence::between(&lines.iter().collect::<Vec<_>>());
        let (rows, below) = (&lines[between.clone()], &lines[between.end..]);
        let mut notes: Vec<TextLine> =
            lines[..between.start].iter().chain(below).cloned().collect();
        notes.retain(|line| !trimmed(&line.text).starts_with('#'));
        let mut lines = without_comments(rows);
        // The first line that can be a title is that of the first drawing.
        let above = |line: &&TextLine| lines.first().is_some_and(|row| line.number < row.number);
        let title = notes.iter().take_while(above).position(|line| is_title(line, &lines[0]));
        if let Some(at) = title {
            lines.insert(0, notes.remove(at));
        }
        let end = rows.last().filter(|_| !below.is_empty()).map(|line| line.number);
        GridText { lines, notes, end }
    }
}

/// A picture with its title, and with its size in the first line.
struct GridLines<'a> {
    title: Option<String>,
    lines: Vec<&'a TextLine>,
}

impl GridLines<'_> {
    fn setup(
        &self,
        target: Option<&str>,
        notes: &[TextLine],
        begin: Option<usize>,
        warnings: &mut Vec<TextWarning>,
    ) -> Result<TitledSetup, TextError> {
        let hint = "a file holds one puzzle, or several of one size or with titles";
        require_no_gap(&self.lines, "rows", hint)?;
        let (size, lines) = self.lines.split_at(usize::from(is_size(&self.lines)));
        let rows: Vec<CellRow<'_>> = lines.iter().map(|line| cells(line)).collect();
        let has_commas = lines[0].text.contains(',');
        for (index, (row, line)) in rows.iter().zip(lines).enumerate() {
            let error = |message| TextError::new(message, Some(line.number)).at(1);
            if row.len() != rows[0].len() {
                return Err(error(uneven(rows[0].len(), index, trimmed(&line.text), row.len())));
            }
            if !is_row(line) || line.text.contains(',') != has_commas {
                let expected = "cells in one word, or with blanks between all of them";
                let found = quoted(&line.text);
                return Err(error(format!("expected {expected}, found {found}")));
            }
        }
        require_no_edges(&rows, lines)?;
        let (height, width) = (rows.len(), rows[0].len());
        if let [size] = size
            && said(size) != Some((height, width))
        {
            let found = format!("{height} rows and {width} columns");
            let message =
                format!("expected a board of the size {}, found {found}", trimmed(&size.text));
            return Err(TextError::new(message, Some(size.number)));
        }
        let rows = &rows[..];
        let mut found =
            DrawnRows { rows, target, own: None, exit: None, line: begin, lines }.read(warnings)?;
        found.title.clone_from(&self.title);
        let mut way_out = self.title.as_deref().and_then(exit_side);
        if way_out.is_none() && self.title.as_deref().is_some_and(names_exit) {
            let title = quoted(self.title.as_deref().unwrap_or_default());
            let message =
                format!("expected exit: right, left, top or bottom above the rows, found {title}");
            return Err(TextError::new(message, Some(self.lines[0].number)));
        }
        if let Some(side) = way_out {
            found.setup.exit = exit_of(&found.setup, side);
            found.title = self.title.clone().filter(|title| !begins_with_exit(title));
        }
        if let Some(note) = notes.iter().find(|note| is_other_size(note, &found.setup)) {
            let message = format!(
                "expected a board of the size in {}, found {height} rows and {width} columns",
                quoted(trimmed(&note.text))
            );
            return Err(note.error(message));
        }
        for note in notes.iter().filter(|note| sentence::may_mean_exit(&note.text)) {
            let seen = quoted(trimmed(&note.text));
            let sides = sentence::sides_in(&note.text);
            let is_other = way_out.is_some_and(|side| sides.iter().any(|other| *other != side));
            match sides[..] {
                [one] if sentence::has_exit(&note.text) && !is_other => {
                    way_out = Some(one);
                    found.setup.exit = exit_of(&found.setup, one);
                }
                [] if !names_exit(&note.text) => {
                    warnings.push(note.error(format!("no side of the exit is read in {seen}")));
                }
                _ => {
                    return Err(note.error(format!("expected one side for the exit, found {seen}")));
                }
            }
        }
        Ok(found)
    }
}

/// Whether a sentence names a size such as 8x8 that is not that of the board.
fn is_other_size(note: &TextLine, setup: &Setup) -> bool {
    pair_in(&note.text).is_some_and(|size| size != (setup.rows, setup.cols))
}

/// The side that a title names beside the word `exit`; `None` if it names none or several.
fn exit_side(title: &str) -> Option<Side> {
    let sides = sentence::sides_in(title);
    if let [side] = sides[..] { Some(side).filter(|_| sentence::has_exit(title)) } else { None }
}

/// Whether a title is the word `exit` and something behind it, or a word and a side, such as `exit: left`.
fn names_exit(title: &str) -> bool {
    let Some((name, side)) = title.split_once([':', '=']) else { return false };
    let sides = ["right", "left", "top", "bottom", "east", "west", "north", "south"];
    trimmed(name).eq_ignore_ascii_case("exit")
        || words(name).count() == 1 && sides.contains(&trimmed(side).to_ascii_lowercase().as_str())
}

/// Whether a title has the exit alone.
fn begins_with_exit(title: &str) -> bool {
    title.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("exit"))
}

/// The exit at a side of the target's line; `None` where the target has none.
fn exit_of(setup: &Setup, side: Side) -> Option<Exit> {
    let (_, shape) = setup.vehicles.iter().find(|(label, _)| *label == setup.target)?;
    let Shape::Bar { cell, .. } = shape else { return None };
    let line = if side.axis() == Axis::Horizontal { cell.row } else { cell.col };
    Some(Exit { side, line })
}

/// The pictures of a text with their titles: one, unless titles, blank lines or rules part several.
///
/// A blank line or a rule parts pictures only where each has the same size and something like a target, so
/// that one in the midst of a picture does not make two.
fn pictures(lines: &[TextLine]) -> Vec<GridLines<'_>> {
    let cells: Vec<&TextLine> = lines.iter().filter(|line| !is_rule(line)).collect();
    if cells.len() < lines.len() {
        let pairs = lines.iter().zip(lines.iter().skip(1));
        let below = pairs.filter(|(above, line)| is_rule(above) && !is_rule(line));
        let below: Vec<usize> = below.map(|(_, line)| line.number).collect();
        let parts = parted_by(&cells, |line| line.parted || below.contains(&line.number));
        if parts.len() > 1 {
            return parts;
        }
    }
    parted_by(&lines.iter().collect::<Vec<_>>(), |line| line.parted)
}

/// Whether a line has one sign alone, as between things of a list; a row of cells may look like it.
fn is_rule(line: &TextLine) -> bool {
    let text = trimmed(&line.text);
    let first = text.chars().next().filter(|sign| "-=*~_+".contains(*sign));
    first.is_some_and(|first| width(text) > 2 && text.chars().all(|sign| sign == first))
}

/// The pictures in lines, some of which a gap parts from the line before.
fn parted_by<'a>(
    lines: &[&'a TextLine],
    is_parted: impl Fn(&TextLine) -> bool,
) -> Vec<GridLines<'a>> {
    let mut parts: Vec<GridLines<'a>> = Vec::new();
    let every = lines.iter().skip(1).all(|line| is_parted(line));
    for (at, line) in lines.iter().enumerate() {
        if lines.get(at + 1).is_some_and(|below| is_title(line, below)) {
            let title = words(&line.text).collect::<Vec<_>>().join(" ");
            parts.push(GridLines { title: Some(title), lines: Vec::new() });
            continue;
        }
        match parts.last_mut() {
            Some(part) if !is_parted(line) || every || part.lines.is_empty() => {
                part.lines.push(line);
            }
            _ => parts.push(GridLines { title: None, lines: vec![line] }),
        }
    }
    let shape = |part: &GridLines<'_>| Some((part.lines.len(), cells(part.lines.last()?).len()));
    let mut shapes = parts.iter().filter_map(shape);
    let first = shapes.next();
    let are_alike = first.is_some() && shapes.all(|shape| Some(shape) == first)
        || parts.iter().all(|part| part.title.is_some());
    let is_picture = |part: &GridLines<'_>| part.lines.len() > 1 && has_target(&part.lines);
    if parts.len() < 2 || (are_alike && parts.iter().all(is_picture)) {
        return parts;
    }
    let title = parts.swap_remove(0).title;
    let lines = lines.iter().skip(usize::from(title.is_some())).copied().collect();
    vec![GridLines { title, lines }]
}

/// Whether rows of one width have a label that could be the target's.
fn has_target(lines: &[&TextLine]) -> bool {
    let rows: Vec<CellRow<'_>> = lines.iter().map(|line| cells(line)).collect();
    let is_label = |cell: &&str| !SURE.contains(cell) && !["o", "#"].contains(cell);
    let labels = rows.iter().flatten().map(AsRef::as_ref).filter(is_label).collect();
    lines.iter().all(|line| is_row(line))
        && rows.iter().all(|row| row.len() == rows[0].len())
        && !candidates(&rows, &labels, None).is_empty()
}

/// Whether a line is a title: several words, such as `Level 5`, or one, such as `Jam-9`.
///
/// A row with a cell too many or with a blank for an empty cell is none.
fn is_title(line: &TextLine, below: &TextLine) -> bool {
    let text = trimmed(&line.text);
    let is_letter = |sign: char| sign.is_alphabetic();
    let has_word = text.split(|sign| !is_letter(sign)).any(|word| {
        let mut distinct: Vec<char> = Vec::new();
        for sign in word.chars().map(|sign| sign.to_ascii_lowercase()) {
            if distinct.len() < 3 && !distinct.contains(&sign) {
                distinct.push(sign);
            }
        }
        width(word) > 2 && distinct.len() > 2
    });
    // A word and its number, such as `Jam-9:`, or a word before a colon.
    let is_numbered = || {
        let (word, behind) =
            text.split_at(text.find(|sign| !is_letter(sign)).unwrap_or(text.len()));
        let number =
            behind.strip_prefix(['-', '#']).map(|text| text.strip_suffix(':').unwrap_or(text));
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
        width(word) > 2 && (behind == ":" || number.is_some_and(is_number))
    };
    has_word
        && (words(text).count() > 1 || is_numbered())
        && ![width(trimmed(&below.text)), cells(below).len()].contains(&width(text))
        && !is_spaced(line)
        && !text.contains('.')
}

/// Rows and columns in a line with a size and nothing else.
fn said(line: &TextLine) -> Option<(usize, usize)> {
    size_of(&line.text).map(|(rows, cols)| (rows, cols.unwrap_or(rows)))
}

/// Whether the first line gives the size of the rows below.
fn is_size(lines: &[&TextLine]) -> bool {
    lines.len() > 2 && said(lines[0]).is_some() && cells(lines[0]).len() != cells(lines[1]).len()
}

/// The lines that are not comments: a `#` may be a wall where only so the row is as wide.
fn without_comments(lines: &[TextLine]) -> Vec<TextLine> {
    let lines = &ruler::without(from_sheet(lines.to_vec()))[..];
    let bare: Vec<TextLine> = lines.iter().map(TextLine::without_comment).collect();
    let full = bare.iter().filter(|line| !line.text.is_empty());
    let cols = most_common(full.map(|line| cells(line).len())).unwrap_or(0);
    let rows: Vec<CellRow<'_>> = lines.iter().map(cells).collect();
    let short: Vec<CellRow<'_>> = bare.iter().map(cells).collect();
    let is_kept = |row: &&CellRow<'_>| row.len() == cols && row.iter().any(|sign| is_empty(sign));
    let signs = short.iter().chain(rows.iter().filter(is_kept)).flatten();
    let signs: Labels<'_> = signs.map(AsRef::as_ref).collect();
    let (mut parted, mut found) = (false, Vec::new());
    for (at, (whole, bare)) in lines.iter().zip(&bare).enumerate() {
        let is_wide = rows[at].len() == cols && short[at].len() != cols && is_row(whole);
        let has_walls = is_wide && (!bare.text.is_empty() || could_be_cells(&rows, at, &signs));
        let kept = if has_walls || is_spoilt(&rows[at], cols, &signs) { whole } else { bare };
        parted |= whole.parted;
        if !kept.text.is_empty() {
            found.push(kept.clone().with_parted(parted));
            parted = false;
        }
    }
    with_commas(found)
}

/// The line without the signs that say how a picture is drawn.
fn without_variants(line: &TextLine) -> TextLine {
    if !line.text.contains(VARIANT) {
        return line.clone();
    }
    TextLine::new(line.number, line.text.replace(VARIANT, ""), line.parted)
}

/// The lines with commas between the cells where semicolons part them, as spreadsheets write them, or bars.
fn from_sheet(mut lines: Vec<TextLine>) -> Vec<TextLine> {
    widen_rule(&mut lines);
    let is_row = |line: &TextLine, by| {
        let fields = fields(&line.text, by);
        let is_short = fields.len() > 2 && !fields.iter().any(|field| is_long(field));
        is_short && !line.text.contains(',')
    };
    let is_sheet = |by: char| {
        let mut rows =
            lines.iter().filter(|line| line.text.contains(by) && !is_table_rule(&line.text));
        rows.clone().count() > 1 && rows.all(|line| is_row(line, by))
    };
    let Some(by) = [';', '|'].into_iter().find(|&by| is_sheet(by)) else { return lines };
    let with_comma = |line: TextLine| {
        let text = if line.text.contains(by) && !is_table_rule(&line.text) {
            fields(&line.text, by).join(",")
        } else {
            line.text
        };
        TextLine::new(line.number, text, line.parted).with_sizes(line.sizes)
    };
    without_rules(&lines).into_iter().map(with_comma).collect()
}

/// Write the rule `|---|---|` for one of fewer dashes below the first row of a table.
///
/// Dashes may be empty cells, so no other row has one, and one has another mark of empty cells.
fn widen_rule(lines: &mut [TextLine]) {
    let is_row = |line: &&TextLine| line.text.contains('|');
    let is_dash = |cell: &Sign<'_>| {
        let dashes = cell.trim_matches(':');
        !dashes.is_empty() && dashes.bytes().all(|sign| sign == b'-')
    };
    let is_empty = |cell: &Sign<'_>| is_empty(cell) || ["0", "\u{b7}"].contains(&cell.as_ref());
    let Some(at) = lines.iter().position(|line| is_row(&line)).map(|first| first + 1) else {
        return;
    };
    let is_short =
        |line: &TextLine| !is_table_rule(&line.text) && fields(&line.text, '|').iter().all(is_dash);
    let is_rule = lines.get(at).is_some_and(is_short);
    let others = lines.iter().enumerate().filter(|&(other, line)| other != at && is_row(&line));
    let others: Vec<Sign<'_>> = others.flat_map(|(_, line)| fields(&line.text, '|')).collect();
    if is_rule && others.iter().any(is_empty) && !others.iter().any(is_dash) {
        let rule = &lines[at];
        lines[at] = TextLine::new(rule.number, rule.text.replace('-', "---"), rule.parted);
    }
}

/// The cells of a row between signs; bars may stand around all of them.
fn fields(text: &str, by: char) -> CellRow<'_> {
    let text = trimmed(text);
    let inner = text.strip_prefix('|').and_then(|text| text.strip_suffix('|'));
    parted(inner.filter(|_| by == '|').unwrap_or(text), by)
}

/// The rows of a table without the lines such as `|---|` between them, and without the names of columns above the
/// only one.
///
/// Names count by one, or are blank where no cell is. A blank row beside blank cells could be either: its line stays,
/// so that the table is refused.
fn without_rules(lines: &[TextLine]) -> Vec<TextLine> {
    let is_rule = |line: &TextLine| is_table_rule(&line.text);
    let cells = |line: &TextLine| {
        fields(&line.text, '|').into_iter().map(Cow::into_owned).collect::<Vec<_>>()
    };
    let mut rows: Vec<TextLine> = lines.iter().filter(|line| !is_rule(line)).cloned().collect();
    let first = lines.iter().position(|line| line.text.contains('|') && !is_rule(line));
    let rules = lines.iter().filter(|line| is_rule(line)).count();
    let (Some(first), 1) = (first, rules) else { return rows };
    let (Some(rule), Some(below)) =
        (lines.get(first + 1).filter(|line| is_rule(line)), rows.get(first + 1))
    else {
        return rows;
    };
    let (names, below) = (cells(&rows[first]), cells(below));
    let has_blank = rows[first + 1..].iter().any(|row| cells(row).iter().any(|cell| cell == BLANK));
    if names.iter().all(|name| name == BLANK) {
        if has_blank {
            rows.insert(first + 1, rule.clone());
            return rows;
        }
        rows.remove(first);
    } else if ruler::are_names(&names) && !go_on(&names, &below) {
        rows.remove(first);
    }
    rows
}

/// Whether half of the names of columns are those of the cells below, so that they could be cells themselves.
fn go_on(names: &[String], below: &[String]) -> bool {
    2 * names.iter().zip(below).filter(|(one, other)| one == other).count() >= names.len()
}

/// The lines with commas between the cells where blanks part cells of several signs.
///
/// Such a drawing has an empty cell of dots or lines, and as many words in each line.
fn with_commas(lines: Vec<TextLine>) -> Vec<TextLine> {
    let is_above = |line: &TextLine| said(line).is_some() || words(&line.text).any(is_long);
    let above = lines.iter().take(2).take_while(|line| is_above(line)).count();
    let rows = &lines[above..];
    let count = rows.first().map_or(0, |line| words(&line.text).count());
    let all = || rows.iter().flat_map(|line| words(&line.text));
    let is_wide = rows.len() > 1
        && (3..=LARGEST).contains(&count)
        && rows.iter().all(|line| words(&line.text).count() == count)
        && all().any(|word| lone(word).is_none())
        && all().any(is_mark)
        && !all().any(|word| is_long(word) || word.contains(','));
    if !is_wide {
        return lines;
    }
    let joined = |line: &TextLine| words(&line.text).map(unrepeated).collect::<Vec<_>>().join(",");
    let row = |line: &TextLine| TextLine::new(line.number, joined(line), line.parted);
    lines[..above].iter().cloned().chain(rows.iter().map(row)).collect()
}

/// Whether a word is longer than the sign of a cell.
fn is_long(word: &str) -> bool {
    width(word) > 3
}

/// A word, or the mark of an empty cell that it repeats.
fn unrepeated(word: &str) -> &str {
    if is_mark(word) { &word[..1] } else { word }
}

/// Whether a word is a mark of an empty cell that is repeated.
fn is_mark(word: &str) -> bool {
    [".", "_"].iter().any(|mark| word.replace(mark, "").is_empty())
        || (width(word) > 1 && word.replace('-', "").is_empty())
}

/// Whether a line that begins with `#` is a row with a cell too many or too few: empty cells, and signs of
/// other rows but for one.
fn is_spoilt(row: &CellRow<'_>, cols: usize, signs: &Labels<'_>) -> bool {
    let is_strange = |sign: &&str| *sign != "#" && !signs.contains(sign);
    let strange: Labels<'_> = row.iter().map(AsRef::as_ref).filter(is_strange).collect();
    row.len().abs_diff(cols) == 1
        && row.first().is_some_and(|sign| sign.starts_with('#'))
        && row.iter().any(|sign| is_empty(sign))
        && strange.len() < 2
}

/// Whether a row that may be a comment has empty cells, or signs that all could be a vehicle's or a wall.
///
/// A vehicle's sign is there twice, above or below itself, or among `signs`, those of the rows that are no
/// comments.
fn could_be_cells(rows: &[CellRow<'_>], at: usize, signs: &Labels<'_>) -> bool {
    let row = &rows[at];
    let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let beside: Vec<&CellRow<'_>> = beside.filter_map(|at| rows.get(at)).collect();
    let is_sign = |(place, sign): (usize, &Sign<'_>)| {
        sign == "#"
            || signs.contains(sign.as_ref())
            || beside.iter().any(|other| other.len() == row.len() && other[place] == *sign)
            || row.iter().filter(|other| *other == sign).count() > 1
    };
    row.iter().any(|sign| is_empty(sign)) || row.iter().enumerate().all(is_sign)
}

fn is_empty(sign: &str) -> bool {
    sign == "o" || SURE.contains(&sign)
}

/// Refuse a first or last row of `#` alone, which may be an edge of a frame or a comment.
fn require_no_edges(rows: &[CellRow<'_>], lines: &[&TextLine]) -> Result<(), TextError> {
    for at in [0, rows.len() - 1] {
        if rows[at].len() > 1 && rows[at].iter().all(|cell| cell == "#") {
            let found = quoted(trimmed(&lines[at].text));
            let message = format!(
                "expected x for walls and a blank behind the # of a comment, found {found}"
            );
            return Err(TextError::new(message, Some(lines[at].number)).at(1));
        }
    }
    Ok(())
}
