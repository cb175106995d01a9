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
    representatives: Vec<u8>,
    /// A bit for each stop.
    pub(super) mask: u64,
}

impl Representatives {
    fn new(variable: &PatternVariable, representative: impl Fn(u8) -> u8) -> Representatives {
        let (low, high) = (variable.interval.low, variable.interval.high);
        let representatives: Vec<u8> = (low..=high).map(representative).collect();
        let mask =
            representatives.iter().fold(0, |mask, representative| mask | 1 << representative);
        Representatives { low, representatives, mask }
    }

    /// Every place of a vehicle.
    pub(super) fn every(variable: &PatternVariable) -> Representatives {
        Representatives::new(variable, |at| at)
    }

    /// The stop that is as good as a place.
    pub(super) fn representative(&self, at: u8) -> u8 {
        self.representatives[usize::from(at - self.low)]
    }
}

/// The stops of all vehicles in play.
pub(super) fn all(
    space: &StateSpace<'_>,
    variables: &[PatternVariable],
    metric: Metric,
) -> Vec<Representatives> {
    let mut roads = Roads::new(space, variables);
    while (0..variables.len()).filter(|&number| roads.shorten(number)).count() > 0 {}
    let representatives = |(number, variable)| {
        let road = roads.road(number);
        Representatives::new(variable, |at| match metric {
            Metric::Slide => road.representative(at.clamp(road.low, road.high)),
            Metric::Step => at.clamp(road.low, road.high),
        })
    };
    variables.iter().enumerate().map(representatives).collect()
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
    fn representative(&self, at: u8) -> u8 {
        let (from, to) = self.alike(at);
        if !(from..=to).contains(&self.start) {
            if to < self.high && self.up >> to & 1 == 0 {
                return self.representative(to + 1);
            }
            if from > self.low && self.down >> (from - 1) & 1 == 0 {
                return self.representative(from - 1);
            }
        }
        self.start.clamp(from, to)
    }

    /// The first and the last of the places around one that take the same.
    fn alike(&self, at: u8) -> (u8, u8) {
        let is_next_alike = |at: &u8| (self.up | self.down) >> at & 1 == 0;
        let below = (self.low..at).rev().take_while(is_next_alike).count();
        let above = (at..self.high).take_while(is_next_alike).count();
        (at - below.to_le_bytes()[0], at + above.to_le_bytes()[0])
    }
}

/// The roads of all vehicles in play.
struct Roads<'a> {
    space: &'a StateSpace<'a>,
    variables: &'a [PatternVariable],
    /// The least and the greatest place of each.
    ends: Vec<(u8, u8)>,
    /// The vehicles of each line.
    lines: Vec<Vec<usize>>,
}

impl<'a> Roads<'a> {
    fn new(space: &'a StateSpace<'a>, variables: &'a [PatternVariable]) -> Roads<'a> {
        let ends = variables
            .iter()
            .map(|variable| (variable.interval.low, variable.interval.high))
            .collect();
        let mut lines = vec![Vec::new(); space.lines().len()];
        for (number, variable) in variables.iter().enumerate() {
            lines[variable.interval.line].push(number);
        }
        Roads { space, variables, ends, lines }
    }

    /// Take the places beyond the last stops from a vehicle, which others then need not heed; whether
    /// there were any.
    fn shorten(&mut self, number: usize) -> bool {
        let road = self.road(number);
        let chosen = || (road.low..=road.high).map(|at| road.representative(at));
        self.ends[number] = (chosen().min().expect("a place"), chosen().max().expect("a place"));
        self.ends[number] != (road.low, road.high)
    }

    fn road(&self, number: usize) -> Road {
        let (low, high) = self.ends[number];
        let mask = |takes: &dyn Fn(u8) -> bool| {
            (low..high).filter(|&at| takes(at)).fold(0, |mask, at| mask | 1 << at)
        };
        let start = self.space.start_coordinates()[self.variables[number].vehicle];
        let up = mask(&|at| self.takes_up(number, at));
        let down = mask(&|at| self.takes_down(number, at));
        Road { low, high, start, up, down }
    }

    /// Whether a vehicle that goes up from a place to the next takes what others may want.
    fn takes_up(&self, number: usize, at: u8) -> bool {
        let PatternVariable { interval, after, .. } = &self.variables[number];
        self.differs(number, at)
            || self.is_wanted(number, at + interval.length)
            || after.is_some_and(|(other, apart)| self.ends[other].0 < at + 1 + apart)
    }

    /// Whether a vehicle that comes down to a place from the next takes what others may want.
    fn takes_down(&self, number: usize, at: u8) -> bool {
        let before = self.variables[number].before;
        self.differs(number, at)
            || self.is_wanted(number, at)
            || before.is_some_and(|(other, apart)| at < self.ends[other].1 + apart)
    }

    /// Whether a place and the next are not to be compared: the target's, and one where a landmark is met
    /// beside one where it is not.
    fn differs(&self, number: usize, at: u8) -> bool {
        let PatternVariable { vehicle, landmark, .. } = &self.variables[number];
        let is_passed = |at| landmark.is_some_and(|landmark| landmark.is_passed_at(at));
        *vehicle == self.space.board().target() || is_passed(at) != is_passed(at + 1)
    }

    /// Whether a vehicle in play of another line may want a cell of this one's line.
    fn is_wanted(&self, number: usize, at: u8) -> bool {
        let interval = &self.variables[number].interval;
        let mut lines = interval.crossed(at..at + 1);
        lines.any(|line| self.is_wanted_by(line, interval.crossing))
    }

    /// Whether a vehicle in play of a line may want a cell of it; a road that should be clear is
    /// wanted all along.
    fn is_wanted_by(&self, line: usize, at: u8) -> bool {
        let target = self.space.board().target();
        let is_clear_road = |vehicle| self.space.goal() == Goal::Clear && vehicle == target;
        self.lines[line].iter().any(|&number| {
            let ((low, high), variable) = (self.ends[number], &self.variables[number]);
            is_clear_road(variable.vehicle) || (low..high + variable.interval.length).contains(&at)
        })
    }
}
