//! Rulers: the names of columns above a drawing and of rows on its left, as people and boards of chess have
//! them.
//!
//! ```text
//!     1 2 3 4        a b c d
//!   1 . . B .      3 . . B .
//!   2 X X B . >    2 X X B .
//!   3 . . . .      1 . . . .
//! ```
//!
//! They count by one, from 0, 1 or a letter; rows also downwards, and `:`, `)` or `.` may stand behind them. Names
//! of rows stand alone, too, also behind the word `Row`, and so do the marks of the items of a list: `- ..B.`. A drawing cannot begin so: its
//! rows would be wider than its first one, or have a label in one cell of each.

use super::drawn::BLANK;
use super::line::{TextLine, is_blank, lone, trimmed, width, words};

/// The fewest columns that rulers name.
const FEWEST: usize = 3;
/// The marks of the items of a list.
const BULLETS: [&str; 3] = ["-", "*", "\u{2022}"];
/// The marks of empty cells, of which a drawing beside a ruler has one.
const EMPTY: [char; 5] = ['.', '_', '-', 'o', '\u{b7}'];
/// The signs behind the name of a row.
const ENDS: [char; 4] = [':', ')', '.', ','];

/// The lines of a drawing without the rulers, or without the marks of the items of a list, that they have.
pub(super) fn without(lines: Vec<TextLine>) -> Vec<TextLine> {
    let is_head = |line: &TextLine| columns(&line.text).is_some();
    if let Some(head) = lines.iter().take(2).position(is_head)
        && let Some(bare) = below_head(&lines, head)
    {
        return bare;
    }
    // A title and a size may stand above.
    (0..lines.len().min(3)).find_map(|above| unmarked(&lines, above)).unwrap_or(lines)
}

/// The lines without the names of the columns in one of them and those of the rows below.
fn below_head(lines: &[TextLine], head: usize) -> Option<Vec<TextLine>> {
    let mut below = &lines[head + 1..];
    if let Some((last, rest)) = below.split_last()
        && trimmed(&last.text) == trimmed(&lines[head].text)
    {
        below = rest;
    }
    let rows = below.iter().map(Marked::below_head).collect::<Option<Vec<_>>>()?;
    let is_tight = words(&lines[head].text).count() == 1;
    let fits = |row: &Marked| width(trimmed(&row.text)) == width(trimmed(&lines[head].text));
    let are_named = are_counted(&rows) && (!is_tight || rows.iter().all(fits));
    let above = lines[..head].iter().cloned();
    are_named.then(|| above.chain(below.iter().zip(rows).map(bare)).collect())
}

/// The lines without the names of the rows or the marks of a list, all of which have one; those above stay.
///
/// Of cells with blanks between them the name could be the first, so it stands nowhere among the others.
fn unmarked(lines: &[TextLine], above: usize) -> Option<Vec<TextLine>> {
    let (above, below) = lines.split_at(above);
    let rows = below.iter().map(Marked::of).collect::<Option<Vec<_>>>()?;
    let is_item = |row: &Marked| row.sign == rows[0].sign && BULLETS.contains(&row.sign.as_str());
    let is_tight = |row: &Marked| cells(&row.text).count() == 1 && width(trimmed(&row.text)) > 1;
    let is_cell =
        |row: &Marked| rows.iter().any(|other| cells(&other.text).any(|cell| cell == row.sign));
    let are_plain = rows.iter().all(is_tight) || !rows.iter().any(is_cell);
    let has_empty = rows.iter().any(|row| row.text.contains(EMPTY));
    let are_marks = has_empty && rows.len() > 1 && (rows.iter().all(is_item) || are_counted(&rows));
    (are_marks && are_plain)
        .then(|| above.iter().cloned().chain(below.iter().zip(rows).map(bare)).collect())
}

/// The words of a row between blanks or commas.
fn cells(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign| is_blank(sign) || sign == ',').filter(|cell| !cell.is_empty())
}

/// Whether cells are the names of columns, which count by one behind a blank or the first of them.
pub(super) fn are_names(cells: &[String]) -> bool {
    let text = cells.iter().map(String::as_str).filter(|cell| *cell != BLANK);
    let text: Vec<&str> = text.collect();
    text.len() + 1 >= cells.len() && columns(&text.join(" ")).is_some()
}

/// Whether the names of rows count by one, upwards or downwards.
fn are_counted(rows: &[Marked]) -> bool {
    let names: Vec<i64> = rows.iter().filter_map(|row| row.number).collect();
    let steps: Vec<i64> = names.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let first = names.first().zip(names.last()).map(|(first, last)| *first.min(last));
    let has_one_step = [1, -1].iter().any(|way| steps.iter().all(|step| step == way));
    !steps.is_empty() && has_one_step && first.is_some_and(is_first)
}

fn bare((line, row): (&TextLine, Marked)) -> TextLine {
    TextLine::new(line.number, row.text, line.parted)
}

/// A line with blanks in the place of its mark, and the number that this is the name of.
struct Marked {
    sign: String,
    number: Option<i64>,
    text: String,
}

impl Marked {
    /// A line whose first word is a mark, such as `1`, `a:`, `2)` or `-`; one that ends in a sign may touch the next.
    /// The word `Row` may stand before a number.
    fn of(line: &TextLine) -> Option<Marked> {
        let text = &line.text;
        let mut start = text.find(|sign| !is_blank(sign))?;
        let mut word = words(text).next()?;
        if word.eq_ignore_ascii_case("row") {
            start += word.len();
            start += text[start..].find(|sign| !is_blank(sign))?;
            word = words(&text[start..]).next()?;
        }
        let end = match word.find(ENDS) {
            Some(end) if word[..end].chars().all(char::is_alphanumeric) => end + 1,
            _ => word.len(),
        };
        let sign = word[..end].trim_end_matches(ENDS);
        let number = number(sign);
        let is_mark = number.is_some() || BULLETS.contains(&sign);
        let rest = &text[start + end..];
        let is_parted = end == word.len() || word[..end].ends_with([':', ')', ',']);
        let has_cells = !trimmed(rest).is_empty();
        (is_mark && is_parted && has_cells).then(|| {
            let blanks = " ".repeat(width(&text[..start + end]));
            Marked { sign: sign.to_owned(), number, text: blanks + rest }
        })
    }

    /// A line below the names of columns, which may be the edge of a frame.
    fn below_head(line: &TextLine) -> Option<Marked> {
        if line.text.chars().any(char::is_alphanumeric) {
            return Marked::of(line).filter(|row| row.number.is_some());
        }
        Some(Marked { sign: String::new(), number: None, text: line.text.clone() })
    }
}

/// The number of columns that a line names.
fn columns(text: &str) -> Option<usize> {
    let tight = trimmed(text);
    let is_tight = width(tight) >= FEWEST && words(tight).count() == 1;
    let names: Option<Vec<i64>> = if is_tight {
        tight.split("").filter(|sign| !sign.is_empty()).map(number).collect()
    } else {
        words(text).map(number).collect()
    };
    let names = names?;
    let are_counted = names.windows(2).all(|pair| pair[1] == pair[0] + 1);
    (names.len() >= FEWEST && are_counted && is_first(names[0])).then_some(names.len())
}

/// The number that a word or a letter stands for.
fn number(word: &str) -> Option<i64> {
    let letter = lone(word).filter(char::is_ascii_alphabetic);
    letter.map_or_else(
        || word.parse().ok().filter(|_| word.bytes().all(|sign| sign.is_ascii_digit())),
        |sign| Some(i64::from(u32::from(sign))),
    )
}

/// Whether counting begins so.
fn is_first(number: i64) -> bool {
    [0, 1, i64::from(b'a'), i64::from(b'A')].contains(&number)
}
