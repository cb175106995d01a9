//! Orientations: which direction leads, and which parts a board may still take.

use super::family::{BOX, Family, Rules};
use super::lines::Lines;

/// A family seen with its rows or its columns in the lead.
#[derive(Debug)]
pub(super) struct Orientation {
    pub(super) family: Family,
    pub(super) rows_lead: bool,
    pub(super) lead: Lines,
    pub(super) follow: Lines,
    /// The most placements of any type of a following line.
    most: u64,
    /// By leading line and number of walls before it: the choices of types from there on.
    ways: Vec<Vec<u64>>,
}

impl Orientation {
    /// `None` if the choices of types for the leading lines exceed 64 bits.
    pub(super) fn new(family: &Family, rows_lead: bool) -> Option<Orientation> {
        let (rows, columns) = (Lines::rows(family), Lines::columns(family));
        let (lead, follow) = if rows_lead { (rows, columns) } else { (columns, rows) };
        let most = follow.types.iter().map(|kind| kind.least).max().unwrap_or(1);
        let family = family.clone();
        let mut orientation =
            Orientation { family, rows_lead, lead, follow, most, ways: Vec::new() };
        orientation.count_ways()?;
        Some(orientation)
    }

    fn count_ways(&mut self) -> Option<()> {
        let (least, most) = self.family.walls;
        let is_enough = |walls| !self.rows_lead || walls >= least;
        let mut ways = vec![(0..=most).map(|walls| u64::from(is_enough(walls))).collect()];
        for line in (0..self.leading()).rev() {
            let after: &Vec<u64> = ways.last().expect("one");
            let mut here = vec![0_u64; after.len()];
            for (walls, here) in here.iter_mut().enumerate() {
                for kind in self.lead.choices(self.leads_target(line)) {
                    let walls = walls + self.lead.get(*kind).walls.count_ones() as usize;
                    *here = here.checked_add(after.get(walls).copied().unwrap_or(0))?;
                }
            }
            ways.push(here);
        }
        ways.reverse();
        self.ways = ways;
        Some(())
    }

    /// The number of leading lines, which is the number of cells of a following line.
    pub(super) fn leading(&self) -> usize {
        self.follow.side
    }

    /// The number of following lines.
    pub(super) fn following(&self) -> usize {
        self.lead.side
    }

    /// Whether this leading line is the target's row.
    pub(super) fn leads_target(&self, line: usize) -> bool {
        self.rows_lead && line == self.family.exit_row
    }

    /// Whether this following line is the target's row.
    pub(super) fn follows_target(&self, line: usize) -> bool {
        !self.rows_lead && line == self.family.exit_row
    }

    /// Whether this orientation enumerates an assignment: its leading lines have fewer placements.
    pub(super) fn leads(&self, leading: u64, following: u64) -> bool {
        if self.rows_lead { following >= leading } else { following > leading }
    }

    /// The fewest placements of the last following line with which `leads` holds.
    pub(super) fn least(&self, leading: u64, following: u64) -> u64 {
        if self.rows_lead { leading.div_ceil(following) } else { leading / following + 1 }
    }

    /// Whether `leads` can still hold when the last `left` following lines are chosen.
    pub(super) fn may_lead(&self, leading: u64, following: u64, left: usize) -> bool {
        let most = (0..left).fold(following, |most, _| most.saturating_mul(self.most));
        self.leads(leading, most)
    }

    /// The number of choices of types for the leading lines.
    pub(super) fn units(&self) -> u64 {
        self.ways[0][0]
    }

    /// The types of the leading lines in the choice with this number.
    pub(super) fn unit(&self, unit: u64) -> Vec<u16> {
        let (mut left, mut walls) = (unit, 0);
        let mut chosen = Vec::new();
        for line in 0..self.leading() {
            for kind in self.lead.choices(self.leads_target(line)) {
                let with = walls + self.lead.get(*kind).walls.count_ones() as usize;
                let ways = self.ways[line + 1].get(with).copied().unwrap_or(0);
                if left < ways {
                    chosen.push(*kind);
                    walls = with;
                    break;
                }
                left -= ways;
            }
        }
        chosen
    }

    /// The most placements that the leading lines can have.
    pub(super) fn most_leading(&self) -> u64 {
        let most = self.lead.types.iter().map(|kind| kind.least).max();
        (0..self.leading()).fold(1, |all, _| all.saturating_mul(most.unwrap_or(1)))
    }

    /// Whether this orientation enumerates any assignment with these types of the leading lines.
    pub(super) fn has_assignments(&self, kinds: &[u16]) -> bool {
        let stock =
            kinds.iter().try_fold(self.stock(), |stock, kind| stock.with(&self.lead, *kind));
        let placements = kinds.iter().map(|kind| self.lead.get(*kind).placements.len() as u64);
        stock.is_some() && self.may_lead(placements.product(), 1, self.following())
    }

    pub(super) fn stock(&self) -> Stock<'_> {
        Stock { family: &self.family, walls: 0, box_used: [0; 2] }
    }
}

/// The walls and vehicles that are already on a board.
#[derive(Clone, Copy)]
pub(super) struct Stock<'a> {
    family: &'a Family,
    walls: u32,
    box_used: [u32; 2],
}

impl Stock<'_> {
    /// Add the parts of one more line; `None` if there are too many.
    pub(super) fn with(mut self, lines: &Lines, kind: u16) -> Option<Self> {
        let kind = lines.get(kind);
        self.walls += kind.walls.count_ones();
        if self.family.rules == Rules::Box {
            for length in &kind.lengths {
                let shape = BOX.iter().position(|(known, _)| known == length)?;
                self.box_used[shape] += 1;
            }
        }
        let fits = self.walls <= self.family.walls.1
            && self.box_used.iter().zip(BOX).all(|(used, (_, most))| *used <= most);
        fits.then_some(self)
    }

    /// Whether there are enough walls.
    pub(super) fn is_enough(&self) -> bool {
        self.walls >= self.family.walls.0
    }

    /// Whether any ordinary types may still be added, so that boards can be counted line by line.
    pub(super) fn is_free(&self, rows_lead: bool) -> bool {
        self.family.rules != Rules::Box
            && if rows_lead { self.is_enough() } else { self.family.walls.1 == 0 }
    }
}
