//! The inner vehicles: which ones they are, and what they cover in each state of a block.

use super::STATES;
use crate::board::{Goal, Metric};
use crate::random::SplitMix;
use crate::state::{Interval, Position, StateSpace};

/// A vehicle whose place is a digit of the bit of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct InnerVehicle {
    pub(super) vehicle: usize,
    interval: Interval,
    pub(super) places: u64,
    /// The bits from one place to the next.
    pub(super) stride: u64,
    /// The states with the vehicle at its first place, and at its last one.
    first: u64,
    last: u64,
}

impl InnerVehicle {
    fn new(space: &StateSpace<'_>, vehicle: usize, stride: u64) -> InnerVehicle {
        let (interval, places) = (space.intervals()[vehicle], space.radix(vehicle));
        let inner = InnerVehicle { vehicle, interval, places, stride, first: 0, last: 0 };
        let first = inner.states_at(|at| at == interval.low);
        InnerVehicle { first, last: inner.states_at(|at| at == interval.high), ..inner }
    }

    /// The states with the vehicle at some of its coordinates.
    pub(super) fn states_at(&self, is_one: impl Fn(u8) -> bool) -> u64 {
        let at = |bit: &u64| self.interval.low + self.place(*bit).to_le_bytes()[0];
        (0..STATES).filter(|bit| is_one(at(bit))).fold(0, |states, bit| states | 1 << bit)
    }

    /// Its place in a state.
    pub(super) fn place(&self, bit: u64) -> u64 {
        bit / self.stride % self.places
    }

    /// The states that its moves lead to, among the valid ones, and the states themselves.
    #[inline]
    pub(super) fn spread(&self, states: u64, valid: u64, metric: Metric) -> u64 {
        let most = if metric == Metric::Step { 1 } else { self.places - 1 };
        let (mut back, mut forth, mut all) = (states, states, states);
        for _ in 0..most {
            forth = (forth & !self.last) << self.stride & valid;
            back = (back & !self.first) >> self.stride & valid;
            if forth | back == 0 {
                break;
            }
            all |= forth | back;
        }
        all
    }
}

/// The inner vehicles of a space.
#[derive(Clone, Debug)]
pub(super) struct InnerVehicles {
    pub(super) list: Vec<InnerVehicle>,
    /// The states in which they do not overlap, with the cells of each line that they cover.
    covered: Vec<(u64, Vec<u64>)>,
}

impl InnerVehicles {
    /// Those that fill a block with the most states, as far as a random walk of so many moves tells.
    pub(super) fn choose(space: &StateSpace<'_>, walk: usize) -> InnerVehicles {
        let mut states = 1;
        let vehicles = freest(space, walk).into_iter().map(|vehicle| {
            let inner = InnerVehicle::new(space, vehicle, states);
            states *= inner.places;
            inner
        });
        let list: Vec<InnerVehicle> = vehicles.collect();
        let covered = |bit| Some((bit, covered(&list, space.lines().len(), bit)?));
        InnerVehicles { covered: (0..states).filter_map(covered).collect(), list }
    }

    pub(super) fn vehicles(&self) -> Vec<usize> {
        self.list.iter().map(|inner| inner.vehicle).collect()
    }

    /// The states in which they overlap neither each other nor these cells of all lines.
    pub(super) fn beside(&self, lines: &[u64]) -> u64 {
        self.states(|covered| covered.iter().zip(lines).all(|(one, other)| one & other == 0))
    }

    /// The states in which they do not overlap each other, nor these cells of a line.
    pub(super) fn beside_in(&self, line: usize, cells: u64) -> u64 {
        self.states(|covered| covered[line] & cells == 0)
    }

    fn states(&self, is_one: impl Fn(&[u64]) -> bool) -> u64 {
        let states = self.covered.iter().filter(|(_, covered)| is_one(covered));
        states.fold(0, |states, (bit, _)| states | 1 << bit)
    }

    /// The states that a move of each of these vehicles leads to, among the valid ones, and the states
    /// themselves.
    #[inline]
    pub(super) fn spread(&self, states: u64, valid: u64, metric: Metric) -> u64 {
        self.list.iter().fold(states, |all, inner| all | inner.spread(states, valid, metric))
    }

    /// All states that moves of these vehicles lead to.
    #[inline]
    pub(super) fn flood(&self, mut states: u64, valid: u64) -> u64 {
        loop {
            let before = states;
            for inner in &self.list {
                states = inner.spread(states, valid, Metric::Slide);
            }
            if states == before {
                return states;
            }
        }
    }
}

/// The cells of each line that vehicles cover; `None` if they overlap.
fn covered(list: &[InnerVehicle], lines: usize, bit: u64) -> Option<Vec<u64>> {
    let mut covered = vec![0; lines];
    for inner in list {
        let mut own = vec![0; lines];
        let at = inner.interval.low + inner.place(bit).to_le_bytes()[0];
        inner.interval.toggle(&mut own, at, inner.interval.length);
        for (covered, own) in covered.iter_mut().zip(own) {
            if *covered & own != 0 {
                return None;
            }
            *covered |= own;
        }
    }
    Some(covered)
}

/// Of all choices with at most [`STATES`] placements together, the one with the largest product of places
/// within reach. The target is never chosen if a clear road is the goal, which depends on the other vehicles.
fn freest(space: &StateSpace<'_>, walk: usize) -> Vec<usize> {
    let is_fixed = |vehicle| vehicle == space.board().target() && space.goal() == Goal::Clear;
    let mut best: Vec<Option<(f64, Vec<usize>)>> = vec![None; 1 + index(STATES)];
    best[1] = Some((0.0, Vec::new()));
    for (vehicle, gain) in freedom(space, walk).into_iter().enumerate() {
        let radix = index(space.radix(vehicle));
        if radix == 1 || is_fixed(vehicle) {
            continue;
        }
        for states in (1..=index(STATES) / radix).rev() {
            let Some((sum, chosen)) = best[states].clone() else { continue };
            let other = &mut best[states * radix];
            if other.as_ref().is_none_or(|(most, _)| *most < sum + gain) {
                *other = Some((sum + gain, [chosen, vec![vehicle]].concat()));
            }
        }
    }
    let most = best.into_iter().flatten().max_by(|(one, _), (other, _)| one.total_cmp(other));
    most.map_or(Vec::new(), |(_, chosen)| chosen)
}

/// For each vehicle the logarithm of the harmonic mean of the places within reach, over the states of a
/// random walk. The walk is in a state in proportion to its number of moves, so a visit counts one divided by
/// that number.
fn freedom(space: &StateSpace<'_>, walk: usize) -> Vec<f64> {
    let (mut position, mut random) = (Position::new(space), SplitMix(0));
    let (mut sums, mut total) = (vec![0.0; space.vehicles().len()], 0.0);
    let mut steps = Vec::new();
    for _ in 0..walk {
        steps.clear();
        position.for_each_move(Metric::Slide, |step| steps.push(step));
        if steps.is_empty() {
            break;
        }
        let weight = 1.0 / f64::from(u16::try_from(steps.len()).expect("at most 128 vehicles"));
        total += weight;
        for (vehicle, sum) in sums.iter_mut().enumerate() {
            let (back, forth) = position.free(vehicle);
            *sum += weight / f64::from(1 + back + forth);
        }
        position.apply(steps[random.below(steps.len())]);
    }
    sums.into_iter().map(|sum| -(sum / total).ln()).collect()
}

fn index(states: u64) -> usize {
    usize::try_from(states).expect("at most 64")
}
