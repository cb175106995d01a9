//! A whole cluster by a plain flood, with its distances to the nearest goal: slow and simple.

use std::collections::{BTreeMap, HashMap, VecDeque};

use rushhour::Metric;
use rushhour::internals::{Key, Position, StateSpace};

/// Keys wide enough for every board; a small board leaves most of their words 0.
pub type SimdSuccessors = Key<12>;

/// The states that can be reached from the start, each with its successors.
pub struct Cluster {
    pub start: SimdSuccessors,
    pub graph: HashMap<SimdSuccessors, Vec<SimdSuccessors>>,
    pub goals: Vec<SimdSuccessors>,
    pub distance: HashMap<SimdSuccessors, u32>,
}

impl Cluster {
    pub fn of(space: &StateSpace<'_>, metric: Metric) -> Cluster {
        let start = space.start();
        let mut position = Position::new(space);
        let (mut graph, mut goals, mut waiting) = (HashMap::new(), Vec::new(), vec![start]);
        while let Some(key) = waiting.pop() {
            if graph.contains_key(&key) {
                continue;
            }
            position.load(&key);
            if position.is_goal() {
                goals.push(key);
            }
            let mut children = Vec::new();
            position.for_each_move(metric, |step| children.push(position.key_after(&key, step)));
            waiting.extend(&children);
            graph.insert(key, children);
        }
        let distance = distances(&graph, &goals);
        Cluster { start, graph, goals, distance }
    }

    /// The number of states at distance 0, 1, ...
    pub fn histogram(&self) -> Vec<usize> {
        let mut levels = BTreeMap::new();
        for distance in self.distance.values() {
            *levels.entry(distance).or_insert(0) += 1;
        }
        levels.into_values().collect()
    }
}

/// Distances to the nearest goal along reversed edges: that moves can be undone is not assumed.
fn distances(
    graph: &HashMap<SimdSuccessors, Vec<SimdSuccessors>>,
    goals: &[SimdSuccessors],
) -> HashMap<SimdSuccessors, u32> {
    let mut parents: HashMap<SimdSuccessors, Vec<SimdSuccessors>> = HashMap::new();
    for (parent, children) in graph {
        for child in children {
            parents.entry(*child).or_default().push(*parent);
        }
    }
    let mut distance: HashMap<SimdSuccessors, u32> = goals.iter().map(|goal| (*goal, 0)).collect();
    let mut queue: VecDeque<SimdSuccessors> = goals.iter().copied().collect();
    while let Some(key) = queue.pop_front() {
        for parent in parents.get(&key).into_iter().flatten() {
            if !distance.contains_key(parent) {
                distance.insert(*parent, distance[&key] + 1);
                queue.push_back(*parent);
            }
        }
    }
    distance
}
