//! Optimal in one metric and, among the optimal solutions, best in the other.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::Cluster;
use crate::moves::{Metric, Move};
use crate::space::Space;
use crate::state::State;

/// A solution that is optimal in the cluster's metric and, among those, best in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refined {
    /// The moves of the cluster's metric.
    pub moves: Vec<Move>,
    /// Their cost in the other metric.
    pub other_cost: u32,
}

impl Cluster {
    /// A solution with the least cost in the other metric among the optimal ones of this.
    ///
    /// Steps of one vehicle in one direction in a row are one slide.
    ///
    /// # Panics
    /// Never: the levels begin with the state itself.
    #[must_use]
    pub fn refined(&self, state: &State) -> Option<Refined> {
        self.path(state)?;
        let space = self.space();
        let mut levels =
            vec![HashMap::from([((state.clone(), None), Best { cost: 0, from: None })])];
        loop {
            let next = self.refine(&space, levels.last().expect("begun with one"));
            if next.is_empty() {
                return Some(read_back(&levels));
            }
            levels.push(next);
        }
    }

    /// The cheapest way in the other metric to each state of the next level.
    fn refine(&self, space: &Space<'_>, level: &Level) -> Level {
        let mut next = Level::new();
        let mut sorted: Vec<(&Place, &Best)> = level.iter().collect();
        sorted.sort_unstable_by(|one, two| place_order(one.0).cmp(&place_order(two.0)));
        for (place, best) in sorted {
            for (step, neighbour) in self.nearer(space, &place.0) {
                let last = (self.metric == Metric::Step).then_some(step);
                let cost = best.cost + self.other_cost(place.1, step);
                let way = Best { cost, from: Some((place.clone(), step)) };
                keep_cheaper(&mut next, (neighbour, last), way);
            }
        }
        next
    }

    /// What a move costs in the other metric after the last one.
    fn other_cost(&self, last: Option<Move>, step: Move) -> u32 {
        match self.metric {
            Metric::Slide => u32::from(step.cells.unsigned_abs()),
            Metric::Step => u32::from(last != Some(step)),
        }
    }
}

/// A state and, where it matters, the last move.
type Place = (State, Option<Move>);
type Level = HashMap<Place, Best>;

#[derive(Clone, Debug)]
struct Best {
    cost: u32,
    from: Option<(Place, Move)>,
}

fn keep_cheaper(level: &mut Level, place: Place, way: Best) {
    match level.entry(place) {
        Entry::Vacant(entry) => {
            entry.insert(way);
        }
        Entry::Occupied(mut entry) if way.cost < entry.get().cost => {
            entry.insert(way);
        }
        Entry::Occupied(_) => {}
    }
}

/// An order of places that is the same in every run.
fn place_order(place: &Place) -> (&[i8], Option<(u8, i8)>) {
    (place.0.offsets(), place.1.map(|step| (step.vehicle, step.cells)))
}

fn read_back(levels: &[Level]) -> Refined {
    let last = levels.last().expect("begun with one");
    let ends = last.iter().min_by_key(|(place, best)| (best.cost, place_order(place)));
    let (mut place, best) = ends.expect("no level is empty");
    let (other_cost, mut moves) = (best.cost, Vec::new());
    for level in levels.iter().rev() {
        let Some((from, step)) = &level[place].from else { break };
        moves.push(*step);
        place = from;
    }
    moves.reverse();
    Refined { moves, other_cost }
}
