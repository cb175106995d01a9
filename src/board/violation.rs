//! [`Reason`]: a rule that a [`Setup`](crate::Setup) breaks, in words.

use std::fmt;

use crate::board::{Axis, Cell, Exit, MAX_SIDE, MAX_VEHICLES, Side, number};

/// A rule that a [`Setup`](crate::Setup) breaks. Its fields count rows and columns from 0; its message
/// counts them, and vehicles without a label, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the message of each is its documentation")]
pub enum Reason {
    Size { rows: i64, cols: i64 },
    TooManyVehicles(usize),
    EmptyLabel(usize),
    DuplicateLabel { label: String, times: usize },
    Short { label: String, length: i64 },
    Bent(String),
    Gap { label: String, cell: Cell },
    Outside { label: String, cell: Cell },
    Overlap { first: String, second: String, cell: Cell },
    WallOutside(Cell),
    OnWall { label: String, cell: Cell },
    NoTarget(String),
    ExitOutside(Exit),
    ExitAcross { target: String, axis: Axis, side: Side },
    ExitElsewhere { target: String, line: i64, exit: Exit },
}

/// The name of a line along this axis.
fn line_word(axis: Axis) -> &'static str {
    match axis {
        Axis::Horizontal => "row",
        Axis::Vertical => "column",
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Size { rows, cols } => {
                let expected = format_args!("expected 1 to {MAX_SIDE} rows and columns");
                write!(f, "{expected}, found {rows} rows and {cols} columns")
            }
            Reason::TooManyVehicles(n) => {
                write!(f, "expected at most {MAX_VEHICLES} vehicles, found {n}")
            }
            Reason::EmptyLabel(index) => write!(f, "vehicle number {} has no label", index + 1),
            Reason::DuplicateLabel { label, times } => {
                write!(f, "{times} vehicles have the label {label}")
            }
            Reason::Short { label, length } => {
                let cells = if *length == 1 { "cell" } else { "cells" };
                write!(f, "vehicle {label} is {length} {cells} long, expected at least 2")
            }
            Reason::Bent(label) => write!(f, "the cells of vehicle {label} do not lie in one line"),
            Reason::Gap { label, cell } => write!(f, "vehicle {label} has a gap at {cell}"),
            Reason::Outside { label, cell } => {
                write!(f, "vehicle {label} leaves the board at {cell}")
            }
            Reason::Overlap { first, second, cell } => {
                write!(f, "vehicles {first} and {second} overlap at {cell}")
            }
            Reason::WallOutside(cell) => write!(f, "a wall lies outside the board at {cell}"),
            Reason::OnWall { label, cell } => {
                write!(f, "vehicle {label} stands on the wall at {cell}")
            }
            Reason::NoTarget(label) => write!(f, "no vehicle has the target's label {label}"),
            Reason::ExitOutside(Exit { side, line }) => {
                let (word, line) = (line_word(side.axis()), number(*line));
                write!(f, "the exit is in {word} {line}, outside the board")
            }
            Reason::ExitAcross { target, axis, side } => {
                let (word, side) = (line_word(*axis), side.name());
                write!(f, "target {target} moves along its {word} and cannot leave at the {side}")
            }
            Reason::ExitElsewhere { target, line, exit } => {
                let (word, line) = (line_word(exit.side.axis()), number(*line));
                let other = number(exit.line);
                write!(f, "target {target} is in {word} {line}, but the exit is in {word} {other}")
            }
        }
    }
}

/// All reasons why a [`Setup`](crate::Setup) is not a board; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidBoard(pub Vec<Reason>);

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> = self.0.iter().map(Reason::to_string).collect();
        write!(f, "invalid board: {}", reasons.join("; "))
    }
}

impl std::error::Error for InvalidBoard {}
