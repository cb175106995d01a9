//! How many optimal solutions there are, and how many that differ in more than the order of
//! independent moves.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::graph::{OptimalPaths, StateGraph};
use super::subject::{Measure, Value};
use crate::outcome::{Stop, Watch, memory};

pub(super) const OPTIMAL_SOLUTIONS: Measure = Measure {
    name: "optimal_solutions",
    formula: "N(start), where N is 1 at a goal, else the sum of N over the states one slide nearer",
    unit: "solutions",
    source: "Fogleman, database of 6x6 boards, 2018",
    help: "how forgiving the order of moves is",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let count = paths.fold(graph, watch, |state, after: &dyn Fn(usize) -> BigUint| {
            if graph.distances[state] == 0 {
                return BigUint::from(1_u8);
            }
            graph.good_slides(state).map(|slide| after(graph.end(slide))).sum()
        })?;
        Ok(Some(Value::Count(count)))
    },
};

pub(super) const UP_TO_ORDER: Measure = Measure {
    name: "optimal_solutions_up_to_order",
    formula: "the classes of optimal solutions that are turned into one another by exchanging \
              neighbouring slides of two vehicles where both orders are legal",
    unit: "classes",
    source: "Mazurkiewicz traces, counted by the sleep sets of Godefroid, 1996",
    help: "how many different ideas solve the puzzle",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        Ok(count_classes(subject.graph()?, paths, watch)?.map(Value::Count))
    },
};

/// A set of slides of one state, as bits by their places among its good slides.
type Asleep = u128;
/// The number of paths to a state, by the good slides that are asleep there.
type ClassCounts = FxHashMap<(usize, Asleep), BigUint>;

/// Count one solution of each class: the first in the order of the slides.
///
/// Whether two slides may be exchanged depends on the places of their two vehicles alone, so the
/// classes are Mazurkiewicz traces. After slide a of a state, a good slide b before a *sleeps* if the
/// two are independent: b then a is the same class and was counted. It sleeps until a slide comes that
/// it depends on. A path that never makes a sleeping slide is the first of its class, and each class
/// has one.
///
/// `None` if a state has more good slides than a set holds. The sets are sleep sets (Godefroid 1990).
fn count_classes(
    graph: &StateGraph,
    paths: &OptimalPaths,
    watch: &mut Watch<'_>,
) -> Result<Option<BigUint>, Stop> {
    let mut level = ClassCounts::from_iter([((graph.start, 0), BigUint::from(1_u8))]);
    for _ in paths.by_distance().skip(1) {
        let mut next = ClassCounts::default();
        for ((state, asleep), ways) in &level {
            let held = level.len() + next.len();
            let bytes = memory::growing_map(&level, 0) + memory::growing_map(&next, 128);
            watch.check(graph.len(), graph.bytes() + bytes + held * 64)?;
            let good: Vec<usize> = graph.good_slides(*state).collect();
            if good.len() > 128 {
                return Ok(None);
            }
            for (place, &slide) in good.iter().enumerate() {
                if asleep >> place & 1 == 0 {
                    memory::reserve_key(&mut next)?;
                    let sleepers = asleep | ((1 << place) - 1);
                    let end = graph.end(slide);
                    let still = still_asleep(graph, &good, sleepers, slide);
                    *next.entry((end, still)).or_default() += ways;
                }
            }
        }
        level = next;
    }
    Ok(Some(level.into_values().sum()))
}

/// Which of some sleeping slides still sleep after a slide: those independent of it.
///
/// One that is not good any more is left out. No optimal path makes it before a slide that it depends
/// on wakes it: if b is good before and some time after slides that are independent of it, it is good
/// in between, for it can be made first.
fn still_asleep(graph: &StateGraph, good: &[usize], sleepers: Asleep, slide: usize) -> Asleep {
    let (end, made) = (graph.end(slide), graph.moves[slide]);
    let mut still = 0;
    for (place, after) in graph.good_slides(end).take(128).enumerate() {
        let step = graph.moves[after];
        let before = good.iter().position(|&other| graph.moves[other] == step);
        let Some(before) = before.filter(|before| sleepers >> before & 1 == 1) else { continue };
        let is_other = step.vehicle != made.vehicle;
        let mut afterwards = graph.slides_of(graph.end(good[before]));
        if is_other && afterwards.any(|other| graph.moves[other] == made) {
            still |= 1 << place;
        }
    }
    still
}

// States that no optimal solution avoids.

pub(super) const BOTTLENECKS: Measure = Measure {
    name: "bottlenecks",
    formula: "the states through which every optimal solution passes, but for the start and the end",
    unit: "states",
    source: "this project",
    help: "how often there is only one way on",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let levels = paths.by_distance().rev().skip(1);
        let slides = subject.slides.unwrap_or(0).saturating_sub(1);
        let between = levels.take(usize::try_from(slides).expect("in memory"));
        Ok(Some(Value::count(between.filter(|states| states.len() == 1).count())))
    },
};

// How much luck a player without a plan needs.

pub(super) const SURPRISAL: Measure = Measure {
    name: "surprisal",
    formula: "H(start), where H(s) = log2(legal slides / good slides) + the mean of H over the good \
              successors, each weighted by its number of optimal solutions, and H(goal) = 0",
    unit: "bits",
    source: "Shannon, 1948, summed over the choices of a solution",
    help: "length and choice in one number",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let found = paths.fold(graph, watch, |state, after| surprisal(graph, state, after))?;
        Ok(Some(Value::Number(found.bits)))
    },
};

/// The logarithm of the number of optimal solutions, which may be larger than any float, and H.
#[derive(Clone, Copy, Default)]
struct Surprisal {
    log_solutions: f64,
    bits: f64,
}

fn surprisal(graph: &StateGraph, state: usize, after: &dyn Fn(usize) -> Surprisal) -> Surprisal {
    if graph.distances[state] == 0 {
        return Surprisal::default();
    }
    let good: Vec<Surprisal> =
        graph.good_slides(state).map(|slide| after(graph.end(slide))).collect();
    let most = good.iter().map(|one| one.log_solutions).fold(0.0, f64::max);
    let weight = |one: &Surprisal| (one.log_solutions - most).exp();
    let total: f64 = good.iter().map(weight).sum();
    let mean = good.iter().map(|one| weight(one) * one.bits).sum::<f64>() / total;
    let choice = super::ratio(graph.slides_of(state).len(), good.len()).log2();
    Surprisal { log_solutions: most + total.ln(), bits: choice + mean }
}
