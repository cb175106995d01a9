//! The rules that a [`Setup`] must keep to be a board: one walk that collects every [`Reason`]
//! against it.

use std::fmt;

use crate::board::{MAX_SIDE, MAX_VEHICLES};
use crate::setup::{Exit, Setup, Shape, Side};
use crate::vehicle::{Axis, Cell, along, cell_at};

/// A rule that a [`Setup`] breaks. Rows and columns count from 0.
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

/// The row or the column that a vehicle of this axis lives in, in words.
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
                write!(
                    f,
                    "expected 1 to {MAX_SIDE} rows and columns, found {rows} rows and {cols} columns"
                )
            }
            Reason::TooManyVehicles(n) => {
                write!(f, "expected at most {MAX_VEHICLES} vehicles, found {n}")
            }
            Reason::EmptyLabel(n) => write!(f, "vehicle number {n} has no label"),
            Reason::DuplicateLabel { label, times } => {
                write!(f, "{times} vehicles have the label {label}")
            }
            Reason::Short { label, length } => {
                write!(
                    f,
                    "vehicle {label} is {length} {} long, expected at least 2",
                    cells(*length)
                )
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
            Reason::ExitOutside(exit) => write!(
                f,
                "the exit is in {} {}, outside the board",
                line_word(exit.side.axis()),
                exit.line
            ),
            Reason::ExitAcross { target, axis, side } => write!(
                f,
                "target {target} moves along its {} and cannot leave at the {}",
                line_word(*axis),
                side.name()
            ),
            Reason::ExitElsewhere { target, line, exit } => {
                let word = line_word(exit.side.axis());
                write!(
                    f,
                    "target {target} is in {word} {line}, but the exit is in {word} {}",
                    exit.line
                )
            }
        }
    }
}

fn cells(count: i64) -> &'static str {
    if count == 1 { "cell" } else { "cells" }
}

/// All the reasons why a [`Setup`] is no board; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidBoard(pub Vec<Reason>);

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<String> = self.0.iter().map(Reason::to_string).collect();
        write!(f, "invalid board: {}", reasons.join("; "))
    }
}

impl std::error::Error for InvalidBoard {}

/// One walk over a setup that collects what it breaks.
pub(crate) struct Inspection<'a> {
    setup: &'a Setup,
    reasons: Vec<Reason>,
    /// Who stands on a cell, by index; walls are not entered here.
    owner: Vec<Option<u8>>,
}

impl<'a> Inspection<'a> {
    pub(crate) fn of(setup: &'a Setup) -> Vec<Reason> {
        let mut inspection = Inspection { setup, reasons: Vec::new(), owner: Vec::new() };
        if inspection.is_too_large() {
            return inspection.reasons;
        }
        inspection.owner = vec![None; inspection.place(Cell { row: setup.rows, col: 0 })];
        inspection.labels();
        for index in 0..setup.vehicles.len() {
            inspection.vehicle(index);
        }
        inspection.walls();
        inspection.exit();
        inspection.reasons
    }

    fn is_too_large(&mut self) -> bool {
        let Setup { rows, cols, ref vehicles, .. } = *self.setup;
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&cols) {
            self.reasons.push(Reason::Size { rows, cols });
        }
        if vehicles.len() > MAX_VEHICLES {
            self.reasons.push(Reason::TooManyVehicles(vehicles.len()));
        }
        !self.reasons.is_empty()
    }

    fn labels(&mut self) {
        let labels: Vec<&str> =
            self.setup.vehicles.iter().map(|(label, _)| label.as_str()).collect();
        for (index, label) in labels.iter().enumerate() {
            let times = labels.iter().filter(|other| *other == label).count();
            if label.is_empty() {
                self.reasons.push(Reason::EmptyLabel(index));
            } else if times > 1 && !labels[..index].contains(label) {
                self.reasons.push(Reason::DuplicateLabel { label: (*label).to_owned(), times });
            }
        }
    }

    fn vehicle(&mut self, index: usize) {
        let setup = self.setup;
        let (label, shape) = &setup.vehicles[index];
        match shape {
            Shape::Cells(cells) => self.scattered(label, cells),
            Shape::Bar { length, .. } if *length < 2 => {
                self.reasons.push(Reason::Short { label: label.clone(), length: *length });
            }
            Shape::Bar { axis, cell, length } => self.bar(index, *axis, *cell, *length),
        }
    }

    /// Cells that form no bar: too few, bent, or with a hole.
    fn scattered(&mut self, label: &str, cells: &[Cell]) {
        let label = label.to_owned();
        let (first, last) = (cells.iter().min(), cells.iter().max());
        let reason = match (first, last) {
            (Some(first), Some(last)) if first != last => {
                let straight = |c: &Cell| c.row == first.row || c.col == first.col;
                let in_line = first.row == last.row || first.col == last.col;
                if in_line && cells.iter().all(straight) {
                    Reason::Gap { label, cell: hole(cells, *first, *last) }
                } else {
                    Reason::Bent(label)
                }
            }
            (Some(_), _) => Reason::Short { label, length: 1 },
            (None, _) => Reason::Short { label, length: 0 },
        };
        self.reasons.push(reason);
    }

    fn bar(&mut self, index: usize, axis: Axis, cell: Cell, length: i64) {
        let label = &self.setup.vehicles[index].0;
        let (line, offset) = along(axis, cell);
        let mut met: Vec<usize> = Vec::new();
        for step in 0..length {
            let cell = cell_at(axis, line, offset.saturating_add(step));
            if !self.holds(cell) {
                self.reasons.push(Reason::Outside { label: label.clone(), cell });
                break;
            }
            let other = self.enter(cell, index);
            if other != index && !met.contains(&other) {
                met.push(other);
                let first = self.setup.vehicles[other].0.clone();
                self.reasons.push(Reason::Overlap { first, second: label.clone(), cell });
            }
        }
    }

    /// Put a vehicle on a cell of the board; the one that is on it now, which may be another.
    fn enter(&mut self, cell: Cell, index: usize) -> usize {
        let place = self.place(cell);
        let index = u8::try_from(index).expect("checked: at most MAX_VEHICLES");
        usize::from(*self.owner[place].get_or_insert(index))
    }

    /// The place of a cell in `owner`.
    fn place(&self, cell: Cell) -> usize {
        usize::try_from(cell.row * self.setup.cols + cell.col).expect("checked: on the board")
    }

    fn holds(&self, cell: Cell) -> bool {
        (0..self.setup.rows).contains(&cell.row) && (0..self.setup.cols).contains(&cell.col)
    }

    fn walls(&mut self) {
        for &cell in &self.setup.walls {
            if !self.holds(cell) {
                self.reasons.push(Reason::WallOutside(cell));
            } else if let Some(index) = self.owner[self.place(cell)] {
                let label = self.setup.vehicles[usize::from(index)].0.clone();
                self.reasons.push(Reason::OnWall { label, cell });
            }
        }
    }

    fn exit(&mut self) {
        let target = &self.setup.target;
        let shape = self.setup.vehicles.iter().find(|(label, _)| label == target);
        if let Some(exit) = self.setup.exit {
            self.exit_on_board(exit);
            if let Some((_, Shape::Bar { axis, cell, .. })) = shape {
                self.exit_meets(exit, *axis, *cell);
            }
        }
        if shape.is_none() {
            self.reasons.push(Reason::NoTarget(target.clone()));
        }
    }

    fn exit_on_board(&mut self, exit: Exit) {
        let lines = match exit.side.axis() {
            Axis::Horizontal => self.setup.rows,
            Axis::Vertical => self.setup.cols,
        };
        if !(0..lines).contains(&exit.line) {
            self.reasons.push(Reason::ExitOutside(exit));
        }
    }

    fn exit_meets(&mut self, exit: Exit, axis: Axis, cell: Cell) {
        let target = self.setup.target.clone();
        let (line, _) = along(axis, cell);
        if exit.side.axis() != axis {
            self.reasons.push(Reason::ExitAcross { target, axis, side: exit.side });
        } else if exit.line != line {
            self.reasons.push(Reason::ExitElsewhere { target, line, exit });
        }
    }
}

/// The first cell between the ends of a row or column of cells that is not among them.
fn hole(cells: &[Cell], first: Cell, last: Cell) -> Cell {
    let axis = if first.row == last.row { Axis::Horizontal } else { Axis::Vertical };
    let ((line, from), (_, to)) = (along(axis, first), along(axis, last));
    let mut between = (from..=to).map(|offset| cell_at(axis, line, offset));
    between.find(|cell| !cells.contains(cell)).unwrap_or(last)
}
