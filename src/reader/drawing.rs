//! Drawings: rows of cells, however they were written, become a board.
//!
//! Every reader of pictures ends here: letters in rows, frames, lists of strings, cells between commas,
//! rows in JSON and in Python. What a mark means is decided once, for the whole board.
//!
//! - `.`, a blank, `_`, `-` and `-1` are empty cells. Without one of these, `o` is, and without an `o` a
//!   `0` or a `·` whose cells do not form a vehicle. Of pictures, such as coloured squares, the only one whose
//!   cells form no vehicle is. Two such marks on one board are refused; an `o` beside another
//!   one is a vehicle on a board without capitals where its cells form one.
//! - `#` and `x` are walls, and so are `%` and `█` whose cells do not form a vehicle; `x` is the target where the
//!   rule of [`target`](super::target) says so, with a warning. Several cells `X` that do not touch one another are
//!   walls, with a warning.
//! - The exit that is drawn is the exit. The target is then the vehicle that the rule of `target` finds
//!   among those that point at it; if the rule finds one that does not, the check of the board says so.

use std::ops::RangeInclusive;

use super::TitledSetup;
use super::drawn::{self, BLANK, CellRow, are_apart, is_bar};
use super::error::{TextError, TextWarning};
use super::line::{TextLine, width};
use super::target::{Labels, candidates, is_lower, only, pointing_at, target_of};
use crate::board::Exit;

/// The marks that are never a vehicle.
pub(super) const SURE: [&str; 5] = [".", BLANK, "-1", "_", "-"];
const WALLS: [&str; 2] = ["#", "x"];
/// The marks that are walls where their cells form no vehicle.
const OTHER_WALLS: [&str; 2] = ["%", "\u{2588}"];

/// Rows of cells, and what is known of them beside.
#[derive(Clone, Copy, Default)]
pub(crate) struct DrawnRows<'a> {
    pub(crate) rows: &'a [CellRow<'a>],
    /// The label of the target, where it is declared.
    pub(crate) target: Option<&'a str>,
    /// The format's label of the target.
    pub(crate) own: Option<&'a str>,
    /// The exit that is drawn.
    pub(crate) exit: Option<Exit>,
    /// The place of errors about the whole board.
    pub(crate) line: Option<usize>,
    /// The lines of the rows, if they are known.
    pub(crate) lines: &'a [&'a TextLine],
}

impl<'a> DrawnRows<'a> {
    /// The board that the rows show.
    pub(crate) fn read(&self, warnings: &mut Vec<TextWarning>) -> Result<TitledSetup, TextError> {
        let signs: Labels<'_> = self.rows.iter().flatten().map(AsRef::as_ref).collect();
        let empty = self.empty(&signs)?;
        let is_wall = |wall: &&str| WALLS.contains(wall) || !is_bar(self.rows, wall);
        let known = WALLS.into_iter().chain(OTHER_WALLS);
        let mut walls: Vec<&str> =
            known.filter(|wall| self.target != Some(*wall) && is_wall(wall)).collect();
        let mut labels: Labels<'_> = signs
            .iter()
            .copied()
            .filter(|sign| {
                !empty.contains(sign) && !walls.contains(sign) && self.target != Some(sign)
            })
            .collect();
        let mut warn = |message: &str| warnings.push(TextWarning::new(message, self.line));
        if self.target != Some("X") && are_apart(self.rows, "X") {
            let mut others = labels.clone();
            others.remove("X");
            if !candidates(self.rows, &others, self.own).is_empty() {
                warn("the cells X are taken as walls, since they do not touch one another");
                (walls, labels) = ([&walls[..], &["X"]].concat(), others);
            }
        }
        if self.target.is_none() && is_bar(self.rows, "x") {
            labels.insert("x");
        }
        let target = self.target.map_or_else(|| self.find_target(&labels), Ok)?;
        if self.target.is_none() && target == "x" {
            walls.retain(|&wall| wall != "x");
            warn("x is taken as the target, not as walls");
        }
        Ok(TitledSetup {
            setup: drawn::setup(self.rows, target, &empty, &walls, self.exit),
            title: None,
        })
    }

    /// The mark of empty cells; an error for two.
    fn empty<'l>(&self, signs: &Labels<'l>) -> Result<Vec<&'l str>, TextError> {
        let has = |mark: &str| signs.contains(mark) && self.target != Some(mark);
        let mut found: Vec<&str> = SURE.into_iter().filter(|mark| has(mark)).collect();
        let others = signs.iter().filter(|&&sign| self.target != Some(sign)).copied();
        if has("o")
            && (found.is_empty()
                || !is_lower(&others.collect::<String>())
                || !is_bar(self.rows, "o"))
        {
            found.push("o");
        }
        for mark in ["0", "\u{b7}"] {
            if found.is_empty() && has(mark) && !is_bar(self.rows, mark) {
                found.push(mark);
            }
        }
        if found.is_empty() && signs.iter().all(|sign| is_picture(sign)) {
            return self.empty_picture(signs);
        }
        let [first, second, ..] = found[..] else { return Ok(found) };
        let name = |mark| if mark == BLANK { "blanks" } else { mark };
        let message = two_empty(&[name(first), name(second)]);
        let line =
            self.lines.iter().zip(self.rows).find(|(_, row)| row.iter().any(|cell| cell == second));
        let error = TextError::new(message, line.map(|(line, _)| line.number));
        let column = line.and_then(|(line, _)| line.text.find(second).map(|at| &line.text[..at]));
        Err(error.at(column.map(|before| width(before) + 1)))
    }

    /// The picture of empty cells: the only one whose cells form no vehicle; an error for several.
    fn empty_picture<'l>(&self, signs: &Labels<'l>) -> Result<Vec<&'l str>, TextError> {
        let is_empty = |sign: &&str| self.target != Some(sign) && !is_bar(self.rows, sign);
        let found: Vec<&str> = signs.iter().copied().filter(is_empty).collect();
        if found.len() > 1 {
            return Err(TextError::new(two_empty(&found), self.line));
        }
        Ok(found)
    }

    /// The target by the rule; where an exit is drawn, among the vehicles that point at it.
    fn find_target<'l>(&self, labels: &Labels<'l>) -> Result<&'l str, TextError>
    where
        'a: 'l,
    {
        let Some(exit) = self.exit else {
            return target_of(self.rows, labels, self.own, self.line);
        };
        let lying = pointing_at(self.rows, exit);
        let is_pointing = |label: &&str| lying.contains(label);
        let likely = candidates(self.rows, labels, self.own);
        let mut found: Vec<&str> = likely.iter().copied().filter(is_pointing).collect();
        if found.is_empty() && likely.is_empty() {
            found = labels.iter().copied().filter(is_pointing).collect();
        } else if found.is_empty() {
            found = likely;
        }
        if found.is_empty() {
            let message = "expected a vehicle that points at the exit, found none";
            return Err(TextError::new(message, self.line));
        }
        only(&found, self.line)
    }
}

/// The message for several marks of empty cells.
pub(super) fn two_empty(marks: &[&str]) -> String {
    let found = marks.join(" and ");
    format!(
        "expected one mark for empty cells, found {found}; --empty MARKS names those that are on the command line"
    )
}

/// Whether a sign is a picture, such as a coloured square.
fn is_picture(sign: &str) -> bool {
    const PICTURES: [RangeInclusive<char>; 4] = [
        '\u{2600}'..='\u{27bf}',
        '\u{2b1b}'..='\u{2b1c}',
        '\u{25fb}'..='\u{25fe}',
        '\u{1f300}'..='\u{1faff}',
    ];
    sign.chars().all(|sign| PICTURES.iter().any(|range| range.contains(&sign)))
}
