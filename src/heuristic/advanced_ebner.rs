//! The vehicles between the target and its exit, and those that keep them there.
//!
//! ```text
//!     . . . . . .
//!     . . B C . .      B and C are free to go up: 1 + 1 for each of them, 4. But the target's 1
//!     A A B C . . >    is needed once, not twice: 3 slides.
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//! ```
//!
//! Each vehicle on the road counts 1, for the target, and its `keepers`: 1 for itself and, for every
//! other vehicle in its line that was not counted before, the cost of the cheaper of its two
//! directions. A direction costs the `keepers` of the other vehicle if that stands nearer than this
//! one has to go, and nothing if it stands further off or on the other side; a direction that the
//! edge of the board closes is not compared. So a vehicle only counts if it stands in one direction
//! and the other is closed. As in the source, a vehicle of the same line has to go as far as the one
//! before it, and a vehicle that crosses the cell right after the end stands on neither side. If
//! both directions are closed, the source's sum overflows; here nothing is added. If the goal is
//! `clear`, the target's 1 is left out.
//!
//! Source: Ebner, Lamplmair and Mayer, "Advanced", who call it consistent. All these rules are needed
//! to reproduce their table. On the next day their program counted the target's 1 once.

use super::explain::{Explained, PlacedMove, Sink, Term, TermReason};
use super::road::cells_to_free;
use super::{ADMISSIBLE, Entry, NONE};
use crate::board::Goal;
use crate::state::Position;
use crate::state::blockers::{Way, covered, extent, is_parallel, on_the_road};

pub(super) const ENTRY: Entry = Entry {
    name: "advanced-ebner",
    help: "the vehicles on the road, and those that keep them there (Advanced of Ebner et al.)",
    slide: NONE,
    step: ADMISSIBLE,
    build: &|_, _| Box::new(AdvancedEbner),
};

struct AdvancedEbner;

impl Explained for AdvancedEbner {
    fn value<S: Sink>(&mut self, position: &Position<'_>, sink: &mut S) -> Option<u32> {
        Some(estimate(position, sink))
    }
}

pub(super) fn estimate<S: Sink>(position: &Position<'_>, sink: &mut S) -> u32 {
    if position.is_goal() {
        return 0;
    }
    let target = position.space().board().target();
    let drive = u32::from(position.space().goal() != Goal::Clear);
    let mut count = Count { position, counted: vec![false; position.coordinates().len()] };
    count.counted[target] = true;
    let crossing = on_the_road(position).filter(|&vehicle| !is_parallel(position, vehicle, target));
    let term = |vehicle| {
        sink.note(|| Term::of(TermReason::Blocks, vehicle, 1));
        if drive > 0 {
            sink.note(|| Term::of(TermReason::Follows, target, drive).with_others([vehicle]));
        }
        drive + count.keepers(vehicle, count.needs(vehicle, target), sink)
    };
    crossing.map(term).sum()
}

/// The cells that a vehicle has to go back, or forth.
#[derive(Clone, Copy)]
struct Needs {
    back: u8,
    forth: u8,
}

struct Count<'a, 'b> {
    position: &'a Position<'b>,
    counted: Vec<bool>,
}

impl Count<'_, '_> {
    /// A vehicle and those that keep it from going where it has to.
    fn keepers<S: Sink>(&mut self, vehicle: usize, needs: Needs, sink: &mut S) -> u32 {
        self.counted[vehicle] = true;
        let mut total = 1;
        for other in 0..self.counted.len() {
            if !self.counted[other] && extent(self.position, other, vehicle).is_some() {
                let ways = [Way::Forth, Way::Back].map(|way| {
                    let mut terms = S::default();
                    let cost = self.cost(vehicle, needs, other, way, &mut terms)?;
                    Some((cost, terms))
                });
                if let Some((cost, terms)) = ways.into_iter().flatten().min_by_key(|way| way.0) {
                    total += cost;
                    sink.take(terms);
                }
            }
        }
        total
    }

    /// What the other vehicle costs one that goes this way; `None` if the edge closes the way.
    #[inline]
    fn cost<S: Sink>(
        &mut self,
        vehicle: usize,
        needs: Needs,
        other: usize,
        way: Way,
        sink: &mut S,
    ) -> Option<u32> {
        let need = if way == Way::Back { needs.back } else { needs.forth };
        match self.gap(vehicle, other, way) {
            None => return self.fits_the_board(vehicle, need, way).then_some(0),
            Some(gap) if need <= gap => return Some(0),
            Some(_) => {}
        }
        sink.note(|| {
            let step = PlacedMove::of(self.position, vehicle, way, need);
            Term::of(TermReason::Keeps, other, 1).with_moves([step]).with_others([vehicle])
        });
        if is_parallel(self.position, other, vehicle) {
            return Some(self.keepers(other, needs, sink));
        }
        Some(self.keepers(other, self.needs(other, vehicle), sink))
    }

    /// The cells between a vehicle and one that stands on this side of it.
    #[inline]
    fn gap(&self, vehicle: usize, other: usize, way: Way) -> Option<u8> {
        let (own, others) =
            (covered(self.position, vehicle), extent(self.position, other, vehicle)?);
        let least = u8::from(!is_parallel(self.position, other, vehicle));
        match way {
            Way::Back => own.start.checked_sub(others.end),
            Way::Forth => others.start.checked_sub(own.end).filter(|&gap| gap >= least),
        }
    }

    #[inline]
    fn fits_the_board(&self, vehicle: usize, need: u8, way: Way) -> bool {
        let (own, interval) =
            (covered(self.position, vehicle), &self.position.space().intervals()[vehicle]);
        match way {
            Way::Back => own.start >= interval.from + need,
            Way::Forth => own.end + need <= interval.to,
        }
    }

    /// The cells that take a vehicle out of the way of one that it crosses.
    #[inline]
    fn needs(&self, vehicle: usize, crossed: usize) -> Needs {
        let cell = self.position.space().intervals()[crossed].crossing;
        let cells = |way| cells_to_free(self.position, vehicle, cell, way);
        Needs { back: cells(Way::Back), forth: cells(Way::Forth) }
    }
}
