//! Stops: the places where a vehicle has reason to stay, as far as the others in play are concerned.
//!
//! ```text
//!     . . . . . .     Nothing in play but A ever crosses the road of B, so B is in the way of A or
//!     . . . . . .     it is not. A slide that can end in the way of A can go on beyond, and wherever
//!     A A . B . . >   it ends there is the same to A. So B stops where it begins, and at the nearest
//!     . . . B . .     places above and below the road of A.
//!     . . . . . .
//! ```
//!
//! Let a place take no cell that others may want but those that the next place takes as well. Then
//! a vehicle may stay here whenever a way has it stay there: a slide that can end there can end here,
//! no other vehicle is hindered more, and the next slide leads to the same places. So it goes on, from
//! place to place, to one beside which both take more; that is a stop. What others may want is all
//! that lies between the ends of their roads, not their stops alone; so all vehicles may stay at
//! theirs at once. The optimum is the same, and a state is no nearer to the goal than the one with
//! every vehicle at its stop.
//!
//! Beyond the last stops a road has no use, so it ends there, and others need heed it no more. In
//! steps that is all: to pass by a place between stops costs one.

use std::ops::RangeInclusive;

use super::kept::Kept;
use crate::moves::{Goal, Metric};
use crate::space::Space;

/// The stops of a vehicle.
#[derive(Clone, Debug)]
pub(crate) struct Stops {
    low: u8,
    /// For each place of its room the stop that is as good.
    homes: Vec<u8>,
    /// A bit for each stop.
    pub(super) bits: u64,
}

impl Stops {
    fn new(kept: &Kept, home: impl Fn(u8) -> u8) -> Stops {
        let (low, high) = (kept.room.low, kept.room.high);
        let homes: Vec<u8> = (low..=high).map(home).collect();
        let bits = homes.iter().fold(0, |bits, home| bits | 1 << home);
        Stops { low, homes, bits }
    }

    /// Every place of a vehicle.
    pub(super) fn every(kept: &Kept) -> Stops {
        Stops::new(kept, |bit| bit)
    }

    /// The stop that is as good as a place.
    pub(super) fn home(&self, bit: u8) -> u8 {
        self.homes[usize::from(bit - self.low)]
    }
}

/// The stops of all vehicles in play.
pub(super) fn all(space: &Space<'_>, kept: &[Kept], metric: Metric) -> Vec<Stops> {
    let ends = kept.iter().map(|kept| (kept.room.low, kept.room.high)).collect();
    let mut roads = Roads { space, kept, ends };
    while (0..kept.len()).any(|number| roads.shorten(number)) {}
    (0..kept.len()).map(|number| roads.stops(number, metric)).collect()
}

/// How far each vehicle in play has reason to go.
struct Roads<'a> {
    space: &'a Space<'a>,
    kept: &'a [Kept],
    /// The least and the greatest place of each.
    ends: Vec<(u8, u8)>,
}

impl Roads<'_> {
    fn stops(&self, number: usize, metric: Metric) -> Stops {
        let (low, high) = self.ends[number];
        Stops::new(&self.kept[number], |bit| match metric {
            Metric::Slide => self.stop_for(number, bit.clamp(low, high)),
            Metric::Step => bit.clamp(low, high),
        })
    }

    /// Take the places beyond the last stops from a vehicle, which others then need not heed; whether
    /// there were any.
    fn shorten(&mut self, number: usize) -> bool {
        let (low, high) = self.ends[number];
        let homes = || (low..=high).map(|bit| self.stop_for(number, bit));
        let ends = (homes().min().expect("a place"), homes().max().expect("a place"));
        let is_shorter = ends != self.ends[number];
        self.ends[number] = ends;
        is_shorter
    }

    /// The stop that is as good as a place between the ends.
    fn stop_for(&self, number: usize, bit: u8) -> u8 {
        let (low, high) = self.ends[number];
        let start = self.space.start_bits()[self.kept[number].vehicle];
        let alike = self.alike(number, bit);
        let (from, to) = (*alike.start(), *alike.end());
        if !alike.contains(&start) {
            if to < high && !self.takes_up(number, to) {
                return self.stop_for(number, to + 1);
            }
            if from > low && !self.takes_down(number, from - 1) {
                return self.stop_for(number, from - 1);
            }
        }
        start.clamp(from, to)
    }

    /// The places around one that take the same of what others may want.
    fn alike(&self, number: usize, bit: u8) -> RangeInclusive<u8> {
        let (low, high) = self.ends[number];
        let is_next_alike =
            |&bit: &u8| !self.takes_up(number, bit) && !self.takes_down(number, bit);
        let below = (low..bit).rev().take_while(is_next_alike).count();
        let above = (bit..high).take_while(is_next_alike).count();
        bit - below.to_le_bytes()[0]..=bit + above.to_le_bytes()[0]
    }

    /// Whether a vehicle that goes up from a place to the next takes what others may want.
    fn takes_up(&self, number: usize, bit: u8) -> bool {
        let Kept { room, after, .. } = &self.kept[number];
        self.differs(number, bit)
            || self.is_wanted(number, bit + room.length)
            || after.is_some_and(|(other, apart)| self.ends[other].0 < bit + 1 + apart)
    }

    /// Whether a vehicle that comes down to a place from the next takes what others may want.
    fn takes_down(&self, number: usize, bit: u8) -> bool {
        let before = self.kept[number].before;
        self.differs(number, bit)
            || self.is_wanted(number, bit)
            || before.is_some_and(|(other, apart)| bit < self.ends[other].1 + apart)
    }

    /// Whether a place and the next are not to be compared: the target's, and one where a duty is met
    /// beside one where it is not.
    fn differs(&self, number: usize, bit: u8) -> bool {
        let Kept { vehicle, duty, .. } = &self.kept[number];
        let is_met = |bit| duty.is_some_and(|duty| duty.is_met_at(bit));
        *vehicle == self.space.board().target() || is_met(bit) != is_met(bit + 1)
    }

    /// Whether a vehicle in play of another line may want a cell of this one's line.
    fn is_wanted(&self, number: usize, bit: u8) -> bool {
        let room = &self.kept[number].room;
        let mut lines = room.crossed(bit..bit + 1);
        lines.any(|line| self.is_wanted_by(line, room.crossing))
    }

    /// Whether a vehicle in play of a line may want a cell of it; a road that should be clear is
    /// wanted all along.
    fn is_wanted_by(&self, line: usize, bit: u8) -> bool {
        let target = self.space.board().target();
        let is_road = |kept: &Kept| self.space.goal() == Goal::Clear && kept.vehicle == target;
        let vehicles = self.kept.iter().zip(&self.ends);
        vehicles.filter(|(kept, _)| kept.room.line == line).any(|(kept, (low, high))| {
            is_road(kept) || (*low..high + kept.room.length).contains(&bit)
        })
    }
}
