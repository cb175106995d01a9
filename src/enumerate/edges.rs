//! Edges: the steps of vehicles that lead from word to word.

#![expect(clippy::inline_always, reason = "the loops are compiled for each method as a whole")]

use super::bits::Deposit;
use super::leading::{Advance, NONE};
use super::lines::ILLEGAL;
use super::words::{LeadingPlacement, Plan, StepMasks, WordEdge, Words};

impl Words {
    /// Link the words of all leading placements.
    #[inline(always)]
    pub(super) fn set_edges(&mut self, plan: Plan<'_>, deposit: impl Deposit) {
        let leaders = plan.leading.vehicles.len();
        let vehicles = |line: &usize| plan.orientation.follow.get(plan.kinds[*line]).lengths.len();
        self.movers = leaders + self.outer.iter().map(vehicles).sum::<usize>();
        // The vehicles of one board, but for those of the last line, whose types may be taken
        // together: at most 28 on 7 x 8 cells, and 4 more.
        assert!(self.movers <= 32, "vehicles are numbered by the bits of 32");
        let edges = self.all.len() * self.movers;
        self.edges.resize(self.edges.len().max(edges), WordEdge::default());
        self.masks
            .resize(self.masks.len().max(self.places.len() * self.movers), StepMasks::default());
        for number in 0..self.places.len() {
            let place = self.places[number];
            let first = place.placement as usize * leaders;
            let advances = &plan.leading.advances[first..first + leaders];
            for (vehicle, advance) in advances.iter().enumerate() {
                if advance.to != NONE && self.index[advance.to as usize] != NONE {
                    let masks = self.link_leader(plan, &place, vehicle, *advance, deposit);
                    self.masks[number * self.movers + vehicle] = masks;
                }
            }
            if !self.outer.is_empty() {
                let full = self.all[place.first as usize].full;
                let outer = number * self.movers + leaders..(number + 1) * self.movers;
                self.masks[outer].fill(StepMasks { before: full, after: full });
                self.link_outer_lines(plan, &place);
            }
        }
    }

    /// Link the forward steps of a leading vehicle, from one leading placement to the next.
    #[inline(always)]
    fn link_leader(
        &mut self,
        plan: Plan<'_>,
        place: &LeadingPlacement,
        vehicle: usize,
        advance: Advance,
        deposit: impl Deposit,
    ) -> StepMasks {
        let next = self.places[self.index[advance.to as usize] as usize];
        let cell = plan.leading.vehicles[vehicle];
        let mask = |place: &LeadingPlacement, line: u8| {
            let line = usize::from(line);
            if place.stride[line] == 0 {
                return !0;
            }
            let digit = plan.orientation.follow.digit(plan.kinds[line], place.pattern[line]);
            let leaves = digit.leaves[usize::from(cell)];
            deposit.spread(leaves, place.radix[line], place.stride[line])
        };
        let before = mask(place, advance.taken);
        let after = if before == 0 { 0 } else { mask(&next, advance.freed) };
        let masks = StepMasks { before, after };
        if after == 0 {
            return masks;
        }
        let is_outer = |line: u8| place.stride[usize::from(line)] == 0;
        if !is_outer(advance.freed) && !is_outer(advance.taken) {
            for outer in 0..place.words {
                self.link(place.first + outer, next.first + outer, vehicle);
            }
            return masks;
        }
        for outer in 0..place.words {
            if let Some(other) = self.same_outer(plan, place, &next, outer) {
                self.link(place.first + outer, next.first + other, vehicle);
            }
        }
        masks
    }

    /// The number of the same placement of the outer lines under another leading placement, if it is
    /// legal there.
    fn same_outer(
        &self,
        plan: Plan<'_>,
        place: &LeadingPlacement,
        next: &LeadingPlacement,
        outer: u32,
    ) -> Option<u32> {
        let (mut left, mut weight, mut other) = (outer, 1, 0);
        for line in &self.outer {
            let digit = |place: &LeadingPlacement| {
                plan.orientation.follow.digit(plan.kinds[*line], place.pattern[*line])
            };
            let radix = u32::from(place.radix[*line]);
            let placement = digit(place).placement[(left % radix) as usize];
            left /= radix;
            let rank = digit(next).rank[usize::from(placement)];
            if rank == ILLEGAL {
                return None;
            }
            other += u32::from(rank) * weight;
            weight *= u32::from(next.radix[*line]);
        }
        Some(other)
    }

    /// Link the forward steps of all vehicles of outer lines.
    fn link_outer_lines(&mut self, plan: Plan<'_>, place: &LeadingPlacement) {
        let (mut mover, mut weight) = (plan.leading.vehicles.len(), 1);
        for at in 0..self.outer.len() {
            let line = self.outer[at];
            for vehicle in 0..plan.orientation.follow.get(plan.kinds[line]).lengths.len() {
                self.link_outer(plan, place, mover, (line, vehicle), weight);
                mover += 1;
            }
            weight *= u32::from(place.radix[line]);
        }
    }

    /// Link the forward steps of a vehicle of an outer line whose digit has this weight.
    fn link_outer(
        &mut self,
        plan: Plan<'_>,
        place: &LeadingPlacement,
        mover: usize,
        (line, vehicle): (usize, usize),
        weight: u32,
    ) {
        let kind = plan.orientation.follow.get(plan.kinds[line]);
        let digit = plan.orientation.follow.digit(plan.kinds[line], place.pattern[line]);
        let radix = u32::from(place.radix[line]);
        for rank in 0..radix {
            let placement = usize::from(digit.placement[rank as usize]);
            let next = kind.next(placement, vehicle).map(|next| digit.rank[next]);
            let Some(next) = next.filter(|next| *next != ILLEGAL) else { continue };
            let by = (u32::from(next) - rank) * weight;
            let mut block = place.first + rank * weight;
            while block < place.first + place.words {
                for word in block..block + weight {
                    self.link(word, word + by, mover);
                }
                block += radix * weight;
            }
        }
    }

    #[inline(always)]
    fn link(&mut self, word: u32, to: u32, mover: usize) {
        self.edges[word as usize * self.movers + mover].to = to;
        self.edges[to as usize * self.movers + mover].from = word;
        self.all[word as usize].forward |= 1 << mover;
        self.all[to as usize].back |= 1 << mover;
    }
}
