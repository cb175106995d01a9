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
//! They count by one, from 0, 1 or a letter; rows also downwards. A drawing cannot begin so: its rows would be
//! wider than its first one.

use super::line::{TextLine, is_blank, lone, trimmed, words};

/// The fewest columns that rulers name.
const FEWEST: usize = 3;

/// The lines of a drawing without the rulers that they have.
pub(super) fn without(lines: Vec<TextLine>) -> Vec<TextLine> {
    let is_head = |line: &TextLine| columns(&line.text).is_some();
    let Some(head) = lines.iter().take(2).position(is_head) else { return lines };
    let mut below = &lines[head + 1..];
    if let Some((last, rest)) = below.split_last()
        && trimmed(&last.text) == trimmed(&lines[head].text)
    {
        below = rest;
    }
    let Some(rows) = below.iter().map(without_label).collect::<Option<Vec<_>>>() else {
        return lines;
    };
    let labels: Vec<i64> = rows.iter().filter_map(|(label, _)| *label).collect();
    let steps: Vec<i64> = labels.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let first = labels.first().zip(labels.last()).map(|(first, last)| *first.min(last));
    let are_counted = [1, -1].iter().any(|way| steps.iter().all(|step| step == way));
    if steps.is_empty() || !are_counted || !first.is_some_and(is_first) {
        return lines;
    }
    let bare = |(line, (_, text)): (&TextLine, (Option<i64>, String))| {
        TextLine::new(line.number, text, line.parted)
    };
    let above = lines[..head].iter().cloned();
    above.chain(below.iter().zip(rows).map(bare)).collect()
}

/// The number of columns that a line names.
fn columns(text: &str) -> Option<usize> {
    let names: Vec<i64> = words(text).map(number).collect::<Option<_>>()?;
    let are_counted = names.windows(2).all(|pair| pair[1] == pair[0] + 1);
    (names.len() >= FEWEST && are_counted && is_first(names[0])).then_some(names.len())
}

/// The number of a row and the line without it; no number of the edge of a frame, `None` for any other line.
fn without_label(line: &TextLine) -> Option<(Option<i64>, String)> {
    let text = &line.text;
    if !text.chars().any(char::is_alphanumeric) {
        return Some((None, text.clone()));
    }
    let start = text.find(|sign| !is_blank(sign))?;
    let end = start + text[start..].find(is_blank)?;
    let label = number(&text[start..end])?;
    let blanks = " ".repeat(text[start..end].chars().count());
    Some((Some(label), format!("{}{blanks}{}", &text[..start], &text[end..])))
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
