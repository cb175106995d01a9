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

use super::pattern_variable::PatternVariable;
use crate::board::{Goal, Metric};
use crate::state::StateSpace;

/// The stops of a vehicle.
#[derive(Clone, Debug)]
pub(crate) struct Representatives {
    low: u8,
    /// For each place of its room the stop that is as good.
    homes: Vec<u8>,
    /// A bit for each stop.
    pub(super) bits: u64,
}

impl Representatives {
    fn new(kept: &PatternVariable, home: impl Fn(u8) -> u8) -> Representatives {
        let (low, high) = (kept.interval.low, kept.interval.high);
        let homes: Vec<u8> = (low..=high).map(home).collect();
        let bits = homes.iter().fold(0, |bits, home| bits | 1 << home);
        Representatives { low, homes, bits }
    }

    /// Every place of a vehicle.
    pub(super) fn every(kept: &PatternVariable) -> Representatives {
        Representatives::new(kept, |bit| bit)
    }

    /// The stop that is as good as a place.
    pub(super) fn home(&self, bit: u8) -> u8 {
        self.homes[usize::from(bit - self.low)]
    }
}

/// The stops of all vehicles in play.
pub(super) fn all(
    space: &StateSpace<'_>,
    kept: &[PatternVariable],
    metric: Metric,
) -> Vec<Representatives> {
    let mut roads = Roads::new(space, kept);
    while (0..kept.len()).filter(|&number| roads.shorten(number)).count() > 0 {}
    let stops = |(number, kept)| {
        let road = roads.road(number);
        Representatives::new(kept, |bit| match metric {
            Metric::Slide => road.stop_for(bit.clamp(road.low, road.high)),
            Metric::Step => bit.clamp(road.low, road.high),
        })
    };
    kept.iter().enumerate().map(stops).collect()
}

/// The road of a vehicle, and where on it the vehicle takes what others may want.
struct Road {
    /// The least and the greatest place.
    low: u8,
    high: u8,
    start: u8,
    /// A bit for each place where to go up to the next takes something.
    up: u64,
    /// A bit for each place where to come down from the next takes something.
    down: u64,
}

impl Road {
    /// The stop that is as good as a place.
    fn stop_for(&self, bit: u8) -> u8 {
        let (from, to) = self.alike(bit);
        if !(from..=to).contains(&self.start) {
            if to < self.high && self.up >> to & 1 == 0 {
                return self.stop_for(to + 1);
            }
            if from > self.low && self.down >> (from - 1) & 1 == 0 {
                return self.stop_for(from - 1);
            }
        }
        self.start.clamp(from, to)
    }

    /// The first and the last of the places around one that take the same.
    fn alike(&self, bit: u8) -> (u8, u8) {
        let is_next_alike = |bit: &u8| (self.up | self.down) >> bit & 1 == 0;
        let below = (self.low..bit).rev().take_while(is_next_alike).count();
        let above = (bit..self.high).take_while(is_next_alike).count();
        (bit - below.to_le_bytes()[0], bit + above.to_le_bytes()[0])
    }
}

/// The roads of all vehicles in play.
struct Roads<'a> {
    space: &'a StateSpace<'a>,
    kept: &'a [PatternVariable],
    /// The least and the greatest place of each.
    ends: Vec<(u8, u8)>,
    /// The vehicles of each line.
    lines: Vec<Vec<usize>>,
}

impl<'a> Roads<'a> {
    fn new(space: &'a StateSpace<'a>, kept: &'a [PatternVariable]) -> Roads<'a> {
        let ends = kept.iter().map(|kept| (kept.interval.low, kept.interval.high)).collect();
        let mut lines = vec![Vec::new(); space.lines().len()];
        for (number, kept) in kept.iter().enumerate() {
            lines[kept.interval.line].push(number);
        }
        Roads { space, kept, ends, lines }
    }

    /// Take the places beyond the last stops from a vehicle, which others then need not heed; whether
    /// there were any.
    fn shorten(&mut self, number: usize) -> bool {
        let road = self.road(number);
        let stops = || (road.low..=road.high).map(|bit| road.stop_for(bit));
        self.ends[number] = (stops().min().expect("a place"), stops().max().expect("a place"));
        self.ends[number] != (road.low, road.high)
    }

    fn road(&self, number: usize) -> Road {
        let (low, high) = self.ends[number];
        let bits = |takes: &dyn Fn(u8) -> bool| {
            (low..high).filter(|&bit| takes(bit)).fold(0, |bits, bit| bits | 1 << bit)
        };
        let start = self.space.start_bits()[self.kept[number].vehicle];
        let up = bits(&|bit| self.takes_up(number, bit));
        let down = bits(&|bit| self.takes_down(number, bit));
        Road { low, high, start, up, down }
    }

    /// Whether a vehicle that goes up from a place to the next takes what others may want.
    fn takes_up(&self, number: usize, bit: u8) -> bool {
        let PatternVariable { interval, after, .. } = &self.kept[number];
        self.differs(number, bit)
            || self.is_wanted(number, bit + interval.length)
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
        let PatternVariable { vehicle, duty, .. } = &self.kept[number];
        let is_met = |bit| duty.is_some_and(|duty| duty.is_met_at(bit));
        *vehicle == self.space.board().target() || is_met(bit) != is_met(bit + 1)
    }

    /// Whether a vehicle in play of another line may want a cell of this one's line.
    fn is_wanted(&self, number: usize, bit: u8) -> bool {
        let interval = &self.kept[number].interval;
        let mut lines = interval.crossed(bit..bit + 1);
        lines.any(|line| self.is_wanted_by(line, interval.crossing))
    }

    /// Whether a vehicle in play of a line may want a cell of it; a road that should be clear is
    /// wanted all along.
    fn is_wanted_by(&self, line: usize, bit: u8) -> bool {
        let target = self.space.board().target();
        let is_clear_road = |vehicle| self.space.goal() == Goal::Clear && vehicle == target;
        self.lines[line].iter().any(|&number| {
            let ((low, high), kept) = (self.ends[number], &self.kept[number]);
            is_clear_road(kept.vehicle) || (low..high + kept.interval.length).contains(&bit)
        })
    }
}
