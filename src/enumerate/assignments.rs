//! Assignments: the types of the following lines, chosen one after another.
//!
//! Each choice keeps the placements of the leading lines that leave room for it. Below a choice
//! that leaves no solved placement all clusters are unsolvable; their states are counted by
//! multiplication, unless they are to be listed.

use super::family::MAX_SIDE;
use super::leading::Leading;
use super::lines::{Orientation, Stock};

/// Receives the assignments.
pub(super) trait Visit {
    /// One assignment: the types of the following lines, and the placements of the leading ones
    /// with which each has a legal placement.
    fn visit(&mut self, kinds: &[u16; MAX_SIDE], placements: &[u32]);
    /// The number of states of assignments that have no solved state.
    fn count(&mut self, states: u64);
    /// Whether the remaining assignments are no longer to be found.
    fn is_stopped(&mut self) -> bool;
}

/// All assignments with one choice of types of the leading lines.
pub(super) struct Assignments<'a> {
    pub(super) orientation: &'a Orientation,
    pub(super) leading: &'a Leading,
    /// Whether unsolvable clusters are visited, too.
    pub(super) with_unsolvable: bool,
    /// The order in which types are chosen: the most crowded line first.
    order: Vec<usize>,
    kinds: [u16; MAX_SIDE],
    /// By depth: the placements that leave room.
    rooms: Vec<Vec<u32>>,
}

impl<'a> Assignments<'a> {
    pub(super) fn new(
        orientation: &'a Orientation,
        leading: &'a Leading,
        with_unsolvable: bool,
    ) -> Self {
        let mut order: Vec<usize> = (0..orientation.following()).collect();
        let load =
            |line: usize| -> u32 { leading.patterns.iter().map(|p| p[line].count_ones()).sum() };
        order.sort_by_key(|line| {
            std::cmp::Reverse((orientation.follows_target(*line), load(*line)))
        });
        let rooms = vec![Vec::new(); order.len()];
        Assignments { orientation, leading, with_unsolvable, order, kinds: [0; MAX_SIDE], rooms }
    }

    pub(super) fn run(&mut self, visit: &mut impl Visit) {
        let Some(stock) = self.stock() else { return };
        let count = u32::try_from(self.leading.len()).expect("few placements lead");
        let solved = |placement: &u32| self.leading.may_be_solved[*placement as usize];
        let (mut placements, others): (Vec<u32>, Vec<u32>) = (0..count).partition(solved);
        placements.extend(others);
        self.choose(0, &placements, 1, stock, visit);
    }

    /// The parts that the leading lines use; `None` if there are too many.
    fn stock(&self) -> Option<Stock<'a>> {
        let kinds = self.leading.kinds.iter();
        kinds.copied().try_fold(self.orientation.stock(), |stock, kind| {
            stock.with(&self.orientation.lead, kind)
        })
    }

    /// Choose the types of the lines from `depth` on; `placements` begins with the solved ones.
    fn choose(
        &mut self,
        depth: usize,
        placements: &[u32],
        product: u64,
        stock: Stock<'a>,
        visit: &mut impl Visit,
    ) {
        let lead = self.leading.len() as u64;
        let left = self.order.len() - depth;
        if placements.is_empty() || !self.orientation.may_lead(lead, product, left) {
            return;
        }
        let is_dead = !self.with_unsolvable && !self.leading.may_be_solved[placements[0] as usize];
        if is_dead && self.can_count(depth, product, stock) {
            return visit.count(self.count(depth, placements));
        }
        if left == 0 {
            if stock.is_enough() {
                visit.visit(&self.kinds, placements);
            }
            return;
        }
        if visit.is_stopped() {
            return;
        }
        let line = self.order[depth];
        let mut room = std::mem::take(&mut self.rooms[depth]);
        room.resize(room.len().max(placements.len()), 0);
        for kind in self.choices(depth, placements, product) {
            let Some(stock) = stock.with(&self.orientation.follow, *kind) else { continue };
            self.kinds[line] = *kind;
            let mut count = 0;
            for placement in placements {
                let pattern = self.leading.patterns[*placement as usize][line];
                room[count] = *placement;
                count += usize::from(self.orientation.follow.radix(*kind, pattern) != 0);
            }
            let product = product * self.orientation.follow.get(*kind).least;
            self.choose(depth + 1, &room[..count], product, stock, visit);
        }
        self.rooms[depth] = room;
    }

    /// The types of the next line: one by one, or grouped if this is the last line, or if this
    /// orientation enumerates all of them and the states of each leading placement fit one word.
    fn choices(&self, depth: usize, placements: &[u32], product: u64) -> &'a [u16] {
        let (line, lines) = (self.order[depth], &self.orientation.follow);
        let lead = self.leading.len() as u64;
        if self.orientation.follows_target(line) {
            lines.choices(true)
        } else if depth + 1 == self.order.len() {
            lines.together(self.orientation.least(lead, product))
        } else if self.orientation.leads(lead, product) && self.fits(depth, placements) {
            lines.together(0)
        } else {
            lines.choices(false)
        }
    }

    /// Whether the states of all types of the remaining lines fit one word for each leading placement.
    fn fits(&self, depth: usize, placements: &[u32]) -> bool {
        placements.iter().all(|placement| self.ways(depth, *placement) <= u64::BITS.into())
    }

    /// Whether this orientation enumerates all assignments from here on, of any ordinary types.
    fn can_count(&self, depth: usize, product: u64, stock: Stock<'_>) -> bool {
        let is_target_chosen = self.orientation.rows_lead || depth > 0;
        is_target_chosen
            && stock.is_free(self.orientation.rows_lead)
            && self.orientation.leads(self.leading.len() as u64, product)
    }

    /// The states of all assignments from here on.
    fn count(&self, depth: usize, placements: &[u32]) -> u64 {
        placements.iter().map(|placement| self.ways(depth, *placement)).sum()
    }

    /// The states with a leading placement, of all types from here on.
    fn ways(&self, depth: usize, placement: u32) -> u64 {
        let pattern = &self.leading.patterns[placement as usize];
        let choices = self.order.iter().enumerate().map(|(place, line)| {
            if place < depth {
                u64::from(self.orientation.follow.radix(self.kinds[*line], pattern[*line]))
            } else {
                self.orientation.follow.all[usize::from(pattern[*line])]
            }
        });
        choices.product()
    }
}
