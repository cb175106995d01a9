//! Edges: the steps of vehicles that lead from word to word.

use super::bits::spread;
use super::frame::Frame;
use super::leading::{Leading, NONE};
use super::lines::ILLEGAL;
use super::words::{Edge, Place, Words};

impl Words {
    /// Link the words of all places.
    pub(super) fn set_edges(&mut self, frame: &Frame, leading: &Leading) {
        let outer: Vec<(usize, usize)> = self
            .outer
            .iter()
            .flat_map(|line| {
                let vehicles = frame.follow.get(self.kinds[*line]).lengths.len();
                (0..vehicles).map(|vehicle| (*line, vehicle))
            })
            .collect();
        let leaders = leading.vehicles.len();
        self.movers = leaders + outer.len();
        let edges = self.all.len() * self.movers;
        self.edges.resize(self.edges.len().max(edges), Edge::default());
        for number in 0..self.places.len() {
            let place = self.places[number];
            for vehicle in 0..leaders {
                self.link_leader(frame, leading, &place, vehicle);
            }
            for (extra, (line, vehicle)) in outer.iter().enumerate() {
                let pattern = leading.patterns[place.placement as usize][*line];
                self.link_outer(frame, &place, leaders + extra, (*line, *vehicle), pattern);
            }
        }
    }

    /// The steps on of a leading vehicle from one place to the next.
    fn link_leader(&mut self, frame: &Frame, leading: &Leading, place: &Place, vehicle: usize) {
        let advance = leading.advances[place.placement as usize * leading.vehicles.len() + vehicle];
        if advance.to == NONE || self.index[advance.to as usize] == NONE {
            return;
        }
        let next = self.places[self.index[advance.to as usize] as usize];
        let leader = leading.vehicles[vehicle];
        let (freed, taken) =
            (usize::from(advance.frees), usize::from(advance.frees + leader.length));
        let mask = |place: &Place, line: usize| {
            if place.stride[line] == 0 {
                return !0;
            }
            let pattern = leading.patterns[place.placement as usize][line];
            let leaves = frame.follow.digit(self.kinds[line], pattern).leaves;
            spread(leaves[usize::from(leader.line)], place.radix[line], place.stride[line])
        };
        let edge = Edge { before: mask(place, taken), after: mask(&next, freed), to: 0, from: 0 };
        if edge.before == 0 || edge.after == 0 {
            return;
        }
        for outer in 0..place.words {
            if let Some(other) = self.same_outer(frame, leading, place, &next, outer) {
                self.link(place.first + outer, next.first + other, vehicle, edge);
            }
        }
    }

    /// The number of the same placement of the outer lines at another place, if it is legal there.
    fn same_outer(
        &self,
        frame: &Frame,
        leading: &Leading,
        place: &Place,
        next: &Place,
        outer: u32,
    ) -> Option<u32> {
        let (mut left, mut weight, mut other) = (outer, 1, 0);
        for line in &self.outer {
            let digit = |place: &Place| {
                let pattern = leading.patterns[place.placement as usize][*line];
                frame.follow.digit(self.kinds[*line], pattern)
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

    /// The steps on of a vehicle of an outer line.
    fn link_outer(
        &mut self,
        frame: &Frame,
        place: &Place,
        mover: usize,
        (line, vehicle): (usize, usize),
        pattern: u8,
    ) {
        let kind = frame.follow.get(self.kinds[line]);
        let digit = frame.follow.digit(self.kinds[line], pattern);
        let before = self.outer.iter().take_while(|other| **other != line);
        let weight: u32 = before.map(|other| u32::from(place.radix[*other])).product();
        let radix = u32::from(place.radix[line]);
        let full = self.all[place.first as usize].full;
        for outer in 0..place.words {
            let rank = outer / weight % radix;
            let placement = usize::from(digit.placement[rank as usize]);
            let next = kind.next(placement, vehicle).map(|next| digit.rank[next]);
            if let Some(next) = next.filter(|next| *next != ILLEGAL) {
                let other = outer + (u32::from(next) - rank) * weight;
                let edge = Edge { before: full, after: full, to: 0, from: 0 };
                self.link(place.first + outer, place.first + other, mover, edge);
            }
        }
    }

    fn link(&mut self, word: u32, to: u32, mover: usize, edge: Edge) {
        let at = word as usize * self.movers + mover;
        self.edges[at] = Edge { to, from: self.edges[at].from, ..edge };
        self.edges[to as usize * self.movers + mover].from = word;
        self.all[word as usize].on |= 1 << mover;
        self.all[to as usize].back |= 1 << mover;
    }
}
