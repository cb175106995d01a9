//! The rules that a [`Setup`] must follow to be a board. One pass collects every [`Reason`] against
//! it.

use std::fmt;

use crate::board::{
    Axis, Cell, Exit, MAX_SIDE, MAX_VEHICLES, Setup, Shape, Side, along, cell_at, number,
};
use crate::phrase::{Phrase, Said};

/// One pass over a setup that collects the rules that it breaks.
pub(crate) struct Inspection<'a> {
    setup: &'a Setup,
    may_be_out: bool,
    reasons: Vec<Reason>,
    /// The vehicle on each cell, by index; walls are not entered.
    owner: Vec<Option<u8>>,
}

impl<'a> Inspection<'a> {
    /// The reasons against a setup. With `may_be_out` the target may stand outside its exit.
    pub(crate) fn of(setup: &'a Setup, may_be_out: bool) -> Vec<Reason> {
        let (reasons, owner) = (Vec::new(), Vec::new());
        let mut inspection = Inspection { setup, may_be_out, reasons, owner };
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

    /// Report cells that do not form a bar: too few, in different lines, or with a gap.
    fn scattered(&mut self, label: &str, cells: &[Cell]) {
        let label = label.to_owned();
        let (first, last) = (cells.iter().min(), cells.iter().max());
        let reason = match (first, last) {
            (Some(first), Some(last)) if first != last => {
                let is_row = cells.iter().all(|cell| cell.row == first.row);
                if is_row || cells.iter().all(|cell| cell.col == first.col) {
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
                if self.is_way_out(index, cell, length) {
                    continue;
                }
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

    /// Put a vehicle on a cell of the board and return the vehicle on it, which is another one if
    /// the cell was taken.
    fn enter(&mut self, cell: Cell, index: usize) -> usize {
        let place = self.place(cell);
        let index = u8::try_from(index).expect("checked: at most MAX_VEHICLES");
        usize::from(*self.owner[place].get_or_insert(index))
    }

    /// The index of a cell in `owner`.
    fn place(&self, cell: Cell) -> usize {
        usize::try_from(cell.row * self.setup.cols + cell.col).expect("checked: on the board")
    }

    /// Whether the target can stand on a cell outside the board after leaving through its exit.
    fn is_way_out(&self, index: usize, cell: Cell, length: i64) -> bool {
        let (label, shape) = &self.setup.vehicles[index];
        let exit = self.setup.exit.unwrap_or_else(|| shape.own_exit());
        let (side, (line, offset)) =
            (self.setup.side(exit.side.axis()), along(exit.side.axis(), cell));
        let out = if exit.side.is_forward() {
            offset.saturating_sub(side - 1)
        } else {
            offset.saturating_neg()
        };
        // Without a named exit the exit lies in the target's line, wherever that is.
        let is_in_line = line == exit.line && self.holds(cell_at(exit.side.axis(), line, 0));
        let is_near = length <= side && (1..=length).contains(&out);
        self.may_be_out && *label == self.setup.target && is_in_line && is_near
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
        if !self.holds(cell_at(exit.side.axis(), exit.line, 0)) {
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

/// The first cell between the ends of a line of cells that is not among them.
fn hole(cells: &[Cell], first: Cell, last: Cell) -> Cell {
    let axis = if first.row == last.row { Axis::Horizontal } else { Axis::Vertical };
    let ((line, from), (_, to)) = (along(axis, first), along(axis, last));
    let mut between = (from..=to).map(|offset| cell_at(axis, line, offset));
    between.find(|cell| !cells.contains(cell)).unwrap_or(last)
}

// [`Reason`]: a rule that a [`Setup`](crate::Setup) breaks, in words.

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

impl Reason {
    /// The message in parts.
    pub(crate) fn said(&self) -> Phrase {
        match self {
            Reason::Size { rows, cols } => said(
                "expected 1 to {most} rows and columns, found {rows} rows and {cols} columns",
                &[("most", &MAX_SIDE), ("rows", rows), ("cols", cols)],
            ),
            Reason::TooManyVehicles(count) => said(
                "expected at most {most} vehicles, found {count}",
                &[("most", &MAX_VEHICLES), ("count", count)],
            ),
            Reason::EmptyLabel(index) => {
                said("vehicle number {number} has no label", &[("number", &(index + 1))])
            }
            Reason::DuplicateLabel { label, times } => said(
                "{times} vehicles have the label {label}",
                &[("times", times), ("label", label)],
            ),
            Reason::Short { label, length } => {
                let text = match length {
                    1 => "vehicle {label} is {length} cell long, expected at least 2",
                    _ => "vehicle {label} is {length} cells long, expected at least 2",
                };
                said(text, &[("label", label), ("length", length)])
            }
            Reason::Bent(label) => {
                said("the cells of vehicle {label} do not lie in one line", &[("label", label)])
            }
            Reason::Gap { label, cell } => {
                at(*cell, "vehicle {label} has a gap at {cell}", &[("label", label)])
            }
            Reason::Outside { label, cell } => {
                at(*cell, "vehicle {label} leaves the board at {cell}", &[("label", label)])
            }
            Reason::Overlap { first, second, cell } => at(
                *cell,
                "vehicles {first} and {second} overlap at {cell}",
                &[("first", first), ("second", second)],
            ),
            Reason::WallOutside(cell) => at(*cell, "a wall lies outside the board at {cell}", &[]),
            Reason::OnWall { label, cell } => {
                at(*cell, "vehicle {label} stands on the wall at {cell}", &[("label", label)])
            }
            Reason::NoTarget(label) => {
                said("no vehicle has the target's label {label}", &[("label", label)])
            }
            Reason::ExitOutside(Exit { side, line }) => {
                let text = match side.axis() {
                    Axis::Horizontal => "the exit is in row {line}, outside the board",
                    Axis::Vertical => "the exit is in column {line}, outside the board",
                };
                said(text, &[("line", &number(*line))])
            }
            Reason::ExitAcross { target, side, .. } => {
                let text = match side {
                    Side::Right => {
                        "target {target} moves along its column and cannot leave at the right"
                    }
                    Side::Left => {
                        "target {target} moves along its column and cannot leave at the left"
                    }
                    Side::Top => "target {target} moves along its row and cannot leave at the top",
                    Side::Bottom => {
                        "target {target} moves along its row and cannot leave at the bottom"
                    }
                };
                said(text, &[("target", target)])
            }
            Reason::ExitElsewhere { target, line, exit } => {
                let text = match exit.side.axis() {
                    Axis::Horizontal => {
                        "target {target} is in row {line}, but the exit is in row {exit}"
                    }
                    Axis::Vertical => {
                        "target {target} is in column {line}, but the exit is in column {exit}"
                    }
                };
                let (line, exit) = (number(*line), number(exit.line));
                said(text, &[("target", target), ("line", &line), ("exit", &exit)])
            }
        }
    }
}

/// A message with labels and numbers in it.
#[inline(never)]
fn said(text: &'static str, values: &[(&'static str, &dyn fmt::Display)]) -> Phrase {
    let value =
        |&(name, value): &(&'static str, &dyn fmt::Display)| (name, Said::Text(value.to_string()));
    Phrase::new(text, values.iter().map(value).collect())
}

/// The same with a cell.
#[inline(never)]
fn at(cell: Cell, text: &'static str, values: &[(&'static str, &dyn fmt::Display)]) -> Phrase {
    let mut phrase = said(text, values);
    phrase.values.push(("cell", cell.said().into()));
    phrase
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said().fmt(f)
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
