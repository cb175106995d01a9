//! Measures of the dependency graph (`graph.rs`), and of the graph of vehicles that can block one another.

use num_bigint::BigUint;

use super::subject::{Measure, Subject, Value};
use crate::outcome::{Stop, Watch};
use crate::state::Position;
use crate::state::blockers::{extent, on_the_road};

// Moves of every optimal solution that look wrong.

pub(super) const COUNTERINTUITIVE: Measure = Measure {
    name: "counterintuitive",
    formula: "the least number, over optimal solutions, of slides that drive the target away from \
              its exit or raise the number of vehicles between them",
    unit: "slides",
    source: "after Jarusek and Pelanek on transport puzzles, 2011",
    help: "how often one must leave the direct way",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let board = subject.board();
        let away = if board.exit().side.is_forward() { -1 } else { 1 };
        let least = paths.least(graph, watch, &|state, slide| {
            let step = graph.moves[slide];
            let drives_away = step.vehicle.index() == board.target() && step.cells.signum() == away;
            let raises = graph.blockers[graph.end(slide)] > graph.blockers[state];
            u32::from(drives_away || raises)
        })?;
        Ok(Some(Value::Count(BigUint::from(least))))
    },
};

pub(super) const DEPENDENCY_RAISES: Measure = Measure {
    name: "dependency_raises",
    formula: "the least number, over optimal solutions, of slides after which the dependency graph \
              has more vehicles than before",
    unit: "slides",
    source: "this project; the graph is that of the human walk",
    help: "how often things must look worse before they get better",
    of: |subject, watch| {
        let Some(paths) = subject.paths(watch)? else { return Ok(None) };
        let graph = subject.graph()?;
        let size = |state: usize| graph.dependencies[state].count_ones();
        let least = paths
            .least(graph, watch, &|state, slide| u32::from(size(graph.end(slide)) > size(state)))?;
        Ok(Some(Value::Count(BigUint::from(least))))
    },
};

// The graph of vehicles in one another's lanes at the start, in the literature the mutual action graph
// (MAG).
//
// The root is the target; its successors are the vehicles between it and its exit. The successors of
// another vehicle are all vehicles that stand anywhere in its row or column.

const SOURCE: &str = "the features of the boards of Li and Ma, public data set";

pub(super) const NODES: Measure = Measure {
    name: "mag_nodes",
    formula: "the vehicles of the graph whose edges lead from the target to the vehicles between it \
              and its exit, and from each other vehicle to all in its lane",
    unit: "vehicles",
    source: SOURCE,
    help: "how many vehicles are involved; helps beside the length",
    of: |subject, _| Ok(Some(Value::count(LaneGraph::of(subject).nodes.len()))),
};

pub(super) const EDGES: Measure = Measure {
    name: "mag_edges",
    formula: "the edges of that graph",
    unit: "edges",
    source: SOURCE,
    help: "how entangled they are; helps beside the length",
    of: |subject, _| {
        let graph = LaneGraph::of(subject);
        let edges = graph.nodes.iter().map(|&node| graph.lanes[node].len());
        Ok(Some(Value::count(edges.sum())))
    },
};

pub(super) const DEPTH: Measure = Measure {
    name: "mag_depth",
    formula: "the largest distance of a vehicle of that graph from the target",
    unit: "edges",
    source: SOURCE,
    help: "how long the chains of vehicles are",
    of: |subject, _| Ok(Some(Value::count(LaneGraph::of(subject).depth))),
};

pub(super) const COMPONENTS: Measure = Measure {
    name: "mag_components",
    formula: "the strongly connected components of that graph",
    unit: "components",
    source: SOURCE,
    help: "how far it can be taken apart",
    of: |subject, _| Ok(Some(Value::count(LaneGraph::of(subject).components()))),
};

pub(super) const CYCLES: Measure = Measure {
    name: "mag_cycles",
    formula: "the elementary cycles of that graph; none where there are more than a million",
    unit: "cycles",
    source: SOURCE,
    help: "how often vehicles wait for one another",
    of: |subject, watch| Ok(LaneGraph::of(subject).cycles(watch)?.map(Value::count)),
};

/// Cycles are counted as far as this.
const MOST_CYCLES: usize = 1_000_000;

struct LaneGraph {
    /// The vehicles that can be reached from the target, by index, nearest first.
    nodes: Vec<usize>,
    depth: usize,
    /// The successors of every vehicle of the board.
    lanes: Vec<Vec<usize>>,
}

impl LaneGraph {
    fn of(subject: &Subject<'_>) -> LaneGraph {
        let position = Position::new(subject.space);
        let target = subject.board().target();
        let vehicles = 0..position.coordinates().len();
        let lane = |own: usize| {
            let others = vehicles.clone().filter(|&other| other != own);
            others.filter(|&other| extent(&position, other, own).is_some()).collect()
        };
        let mut lanes: Vec<Vec<usize>> = vehicles.clone().map(lane).collect();
        lanes[target] = on_the_road(&position).collect();
        let distances = distances(&lanes, target, |_| true);
        let mut nodes: Vec<usize> =
            vehicles.filter(|&vehicle| distances[vehicle].is_some()).collect();
        nodes.sort_by_key(|&vehicle| distances[vehicle]);
        LaneGraph { nodes, depth: distances.into_iter().flatten().max().unwrap_or(0), lanes }
    }

    fn components(&self) -> usize {
        let reached = |&from: &usize| distances(&self.lanes, from, |_| true);
        let reached: Vec<_> = self.nodes.iter().map(reached).collect();
        let is_first = |(place, &node): (usize, &usize)| {
            let before = self.nodes[..place].iter().zip(&reached);
            let mut before = before.filter(|(_, from)| from[node].is_some());
            !before.any(|(&other, _)| reached[place][other].is_some())
        };
        self.nodes.iter().enumerate().filter(|&node| is_first(node)).count()
    }

    /// Count each cycle from the first of its vehicles.
    fn cycles(&self, watch: &mut Watch<'_>) -> Result<Option<usize>, Stop> {
        let mut count = 0;
        for &root in &self.nodes {
            let mut path = vec![(root, self.lanes[root].iter())];
            let mut on_path = 1_u128 << root;
            while let Some((node, successors)) = path.last_mut() {
                watch.check(0, 0)?;
                let Some(&next) = successors.next() else {
                    on_path &= !(1 << *node);
                    path.pop();
                    continue;
                };
                if next == root {
                    count += 1;
                    if count > MOST_CYCLES {
                        return Ok(None);
                    }
                } else if next > root
                    && on_path >> next & 1 == 0
                    && self.returns(next, root, on_path)
                {
                    on_path |= 1 << next;
                    path.push((next, self.lanes[next].iter()));
                }
            }
        }
        Ok(Some(count))
    }

    /// Whether a path leads from a vehicle back to the root of a cycle, past the vehicles of the path.
    /// So no dead end is followed, and the time is bounded by the number of cycles.
    fn returns(&self, from: usize, root: usize, on_path: u128) -> bool {
        let is_open = |node| node == root || (node > root && on_path >> node & 1 == 0);
        distances(&self.lanes, from, is_open)[root].is_some()
    }
}

/// The distance of every vehicle from one, along vehicles that are open.
fn distances(
    lanes: &[Vec<usize>],
    from: usize,
    is_open: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let mut distances = vec![None; lanes.len()];
    distances[from] = Some(0);
    let (mut queue, mut next) = (vec![from], 0);
    while let Some(&node) = queue.get(next) {
        for &other in lanes[node].iter().filter(|&&other| is_open(other)) {
            if distances[other].is_none() {
                distances[other] = distances[node].map(|distance| distance + 1);
                queue.push(other);
            }
        }
        next += 1;
    }
    distances
}
