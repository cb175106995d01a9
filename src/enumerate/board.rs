//! Boards: one state, decoded to vehicles and walls, and written.

use super::descent::StateAt;
use super::family::MAX_SIDE;
use super::leading::Leading;
use super::lines::{Lines, Orientation};
use super::words::Words;

/// The cells of the horizontal vehicles and walls, then those of the vertical ones, a bit each and a
/// byte for each row: of two states of a cluster the one with the lesser pair is smaller (Fogleman's
/// order).
type CellSets = (u64, u64);

/// A state that was found among others.
pub(super) struct FoundState {
    cells: CellSets,
    pub(super) at: StateAt,
}

/// A vehicle or a wall at its place on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlacedVehicle {
    pub(super) is_vertical: bool,
    pub(super) is_wall: bool,
    pub(super) row: u8,
    pub(super) col: u8,
    pub(super) length: u8,
}

/// Reads states of an assignment.
pub(super) struct BoardReader<'a> {
    pub(super) orientation: &'a Orientation,
    pub(super) leading: &'a Leading,
    pub(super) words: &'a Words,
}

impl BoardReader<'_> {
    /// Update the smallest board so far with the smallest of some states of a word.
    pub(super) fn least(&self, number: u32, bits: u64, best: &mut Option<FoundState>) {
        let mut left = bits;
        while left != 0 {
            let bit = left.trailing_zeros();
            let cells = self.cells(number, bit);
            if best.as_ref().is_none_or(|known| cells < known.cells) {
                *best = Some(FoundState { cells, at: (number, bit) });
            } else if best
                .as_ref()
                .is_some_and(|known| self.orientation.rows_lead && cells.0 > known.cells.0)
            {
                return; // all states of the word have the same rows
            }
            if !self.orientation.rows_lead {
                return; // the digit of the last row weighs most, so the first state has the least rows
            }
            left &= left - 1;
        }
    }

    /// The numbers of walls and of vehicles of a state's board.
    pub(super) fn parts(&self, number: u32, bit: u32) -> (u32, u32) {
        let (rows, _) = self.kinds();
        let walls = rows.iter().map(|kind| self.rows().get(*kind).walls.count_ones()).sum();
        let mut vehicles = self.leading.vehicles.len();
        self.following(number, bit, |line, digit| {
            let kind = self.orientation.follow.get(self.words.kinds[line]);
            vehicles += kind.placements[digit].at.len();
        });
        (walls, u32::try_from(vehicles).expect("few"))
    }

    /// The placements of the rows, then those of the columns.
    fn digits(&self, (number, bit): StateAt) -> [[usize; MAX_SIDE]; 2] {
        let mut follow = [0; MAX_SIDE];
        self.following(number, bit, |line, digit| follow[line] = digit);
        let placement = self.words.place(number).placement;
        let lead = self.leading.digits(self.orientation, placement);
        if self.orientation.rows_lead { [lead, follow] } else { [follow, lead] }
    }

    /// Call `each` with every following line and its placement.
    fn following(&self, number: u32, bit: u32, mut each: impl FnMut(usize, usize)) {
        let place = self.words.place(number);
        for line in 0..self.orientation.following() {
            let rank = place.rank(line, number - place.first, bit);
            let digit = self.orientation.follow.digit(self.words.kinds[line], place.pattern[line]);
            each(line, usize::from(digit.placement[rank as usize]));
        }
    }

    fn cells(&self, number: u32, bit: u32) -> CellSets {
        let leading = u64::from_le_bytes(self.words.place(number).pattern);
        let (mut across, mut down) = (0, 0);
        self.following(number, bit, |line, digit| {
            let kind = self.orientation.follow.get(self.words.kinds[line]);
            let placement = &kind.placements[digit];
            across |= u64::from(placement.cells) << (8 * line);
            down |= placement.spread << line;
        });
        if self.orientation.rows_lead { (transposed(leading), down) } else { (across, leading) }
    }

    fn rows(&self) -> &Lines {
        if self.orientation.rows_lead { &self.orientation.lead } else { &self.orientation.follow }
    }

    fn columns(&self) -> &Lines {
        if self.orientation.rows_lead { &self.orientation.follow } else { &self.orientation.lead }
    }

    /// The types of the rows and of the columns.
    fn kinds(&self) -> (&[u16], &[u16]) {
        let follow = &self.words.kinds[..self.orientation.following()];
        let lead = &self.leading.kinds[..];
        if self.orientation.rows_lead { (lead, follow) } else { (follow, lead) }
    }

    /// The pieces in the order of their labels: the target, the rest of its row, the other rows from
    /// the top, the columns from the left.
    pub(super) fn pieces(&self, state: StateAt) -> Vec<PlacedVehicle> {
        let digits = self.digits(state);
        let (rows, columns) = self.kinds();
        let exit_row = self.orientation.family.exit_row;
        let others = (0..rows.len()).filter(|row| *row != exit_row);
        let mut pieces = Vec::with_capacity(16);
        for row in [exit_row].into_iter().chain(others) {
            let first = pieces.len();
            self.add_row(&mut pieces, row, self.rows().get(rows[row]), digits[0][row]);
            if row == exit_row {
                let target = pieces
                    .iter()
                    .rposition(|piece: &PlacedVehicle| !piece.is_wall)
                    .expect("a target");
                pieces[first..=target].rotate_right(1);
            }
        }
        for (col, (kind, digit)) in columns.iter().zip(&digits[1]).enumerate() {
            let placement = &self.columns().get(*kind).placements[*digit];
            for (at, length) in placement.at.iter().zip(&placement.lengths) {
                let col = u8::try_from(col).expect("small");
                let piece = PlacedVehicle {
                    is_vertical: true,
                    is_wall: false,
                    row: *at,
                    col,
                    length: *length,
                };
                pieces.push(piece);
            }
        }
        pieces
    }

    fn add_row(
        &self,
        pieces: &mut Vec<PlacedVehicle>,
        row: usize,
        kind: &super::lines::LineType,
        digit: usize,
    ) {
        let row = u8::try_from(row).expect("small");
        let begin = pieces.len();
        let piece =
            |is_wall, col, length| PlacedVehicle { is_vertical: false, is_wall, row, col, length };
        let placement = &kind.placements[digit];
        pieces.extend(
            placement.at.iter().zip(&placement.lengths).map(|(at, l)| piece(false, *at, *l)),
        );
        let cols = u8::try_from(self.orientation.family.cols).expect("small");
        let walls = (0..cols).filter(|col| kind.walls >> col & 1 == 1);
        pieces.extend(walls.map(|col| piece(true, col, 1)));
        pieces[begin..].sort_by_key(|piece| piece.col);
    }
}

/// The cells with rows and columns exchanged, a byte for each row.
fn transposed(cells: u64) -> u64 {
    let swap = |cells: u64, by: u32, mask: u64| {
        let other = (cells ^ cells >> by) & mask;
        cells ^ other ^ other << by
    };
    let cells = swap(cells, 7, 0x00aa_00aa_00aa_00aa);
    let cells = swap(cells, 14, 0x0000_cccc_0000_cccc);
    swap(cells, 28, 0x0000_0000_f0f0_f0f0)
}

/// The labels of vehicles: all letters except `o` and `x`, which mean empty cells and walls.
const LABELS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz";

/// A board as text, row by row, separated by `/` unless the board is square; a single row ends in
/// `/`, without which it would be taken for a square.
///
/// With `count_walls` each wall uses up a label without showing it, as in Fogleman's program.
pub(super) fn write(
    pieces: &[PlacedVehicle],
    rows: usize,
    cols: usize,
    count_walls: bool,
) -> String {
    let mut cells = vec![b'.'; rows * cols];
    let mut label = 0;
    for piece in pieces {
        let stride = if piece.is_vertical { cols } else { 1 };
        let first = usize::from(piece.row) * cols + usize::from(piece.col);
        for cell in 0..usize::from(piece.length) {
            cells[first + cell * stride] = if piece.is_wall { b'x' } else { LABELS[label] };
        }
        label += usize::from(!piece.is_wall || count_walls);
    }
    let lines: Vec<&str> =
        cells.chunks(cols).map(|line| str::from_utf8(line).expect("letters")).collect();
    let end = if rows == 1 { "/" } else { "" };
    lines.join(if rows == cols { "" } else { "/" }) + end
}
