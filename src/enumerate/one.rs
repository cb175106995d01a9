//! One assignment: the clusters of all boards whose lines have the types of a given board.

use super::family::MAX_SIDE;
use super::lines::Lines;
use super::orientation::Orientation;

/// What stands in a line: the first cell and the length of each vehicle, in order, and the walls.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// First cells.
    pub at: Vec<u8>,
    /// Lengths.
    pub lengths: Vec<u8>,
    /// A bit for each cell.
    pub walls: u8,
}

/// The types of the leading lines and of the following ones.
pub(super) type Types = (Vec<u16>, [u16; MAX_SIDE]);

impl Orientation {
    /// The types of a board's lines, if such boards are in the family and this direction leads them.
    pub(super) fn types(&self, rows: &[Line], columns: &[Line]) -> Option<Types> {
        let (leading, following) = if self.rows_lead { (rows, columns) } else { (columns, rows) };
        let lead = kinds(&self.lead, leading, |line| self.leads_target(line))?;
        let follow = kinds(&self.follow, following, |line| self.follows_target(line))?;
        let on_leading =
            lead.iter().try_fold(self.stock(), |all, kind| all.with(&self.lead, *kind));
        let stock =
            follow.iter().try_fold(on_leading?, |all, kind| all.with(&self.follow, *kind))?;
        let product = |lines: &Lines, kinds: &[u16]| -> u64 {
            kinds.iter().map(|kind| lines.get(*kind).least).product()
        };
        let leads = self.leads(product(&self.lead, &lead), product(&self.follow, &follow));
        let mut types = [0; MAX_SIDE];
        types.get_mut(..follow.len())?.copy_from_slice(&follow);
        (leads && stock.is_enough()).then_some((lead, types))
    }
}

/// The type of each line.
fn kinds(lines: &Lines, all: &[Line], is_target: impl Fn(usize) -> bool) -> Option<Vec<u16>> {
    let kind = |(number, line): (usize, &Line)| {
        lines.choices(is_target(number)).iter().copied().find(|kind| {
            let kind = lines.get(*kind);
            let is_placed = |at: &Vec<u8>| *at == line.at;
            kind.walls == line.walls
                && kind.lengths == line.lengths
                && kind.placements.iter().any(|placement| is_placed(&placement.at))
        })
    };
    all.iter().enumerate().map(kind).collect()
}
