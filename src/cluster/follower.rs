//! A state of a cluster that is followed move by move, with its distance to the goal.

use std::sync::Arc;

use super::Cluster;
use crate::bfs::closed::DistanceMod3;
use crate::state::State;

/// A state and its distance. A move adds to one word of the key, and takes one lookup.
pub(crate) struct Follower {
    cluster: Arc<Cluster>,
    /// The word of the key that a vehicle changes, and by how much for each cell.
    digits: Box<[(usize, u64)]>,
    key: Box<[u64]>,
    distance: u32,
}

impl Follower {
    /// Follow from a state; `None` if no solution is known for it.
    pub(crate) fn new(cluster: Arc<Cluster>, state: &State) -> Option<Follower> {
        let distance = cluster.distance(state)?;
        let (digits, key) = {
            let space = cluster.space();
            let vehicles = 0..space.vehicles().len();
            (vehicles.map(|vehicle| space.digit(vehicle)).collect(), space.key_words(state))
        };
        Some(Follower { cluster, digits, key, distance })
    }

    /// The distance of the state to the goal.
    pub(crate) fn distance(&self) -> u32 {
        self.distance
    }

    /// Make a legal move of a vehicle, by its index on the board. The distances of neighbours differ
    /// by at most 1, so the distance modulo 3 tells which it is.
    pub(crate) fn shift(&mut self, vehicle: usize, cells: i8) {
        let (word, unit) = self.digits[vehicle];
        let by = unit.cast_signed() * i64::from(cells);
        self.key[word] = self.key[word].wrapping_add_signed(by);
        let found = self.cluster.states.distance_at(&self.key).expect("a state of the cluster");
        self.distance = (self.distance.saturating_sub(1)..=self.distance + 1)
            .find(|&distance| DistanceMod3::of_distance(distance) == found)
            .expect("beside the state before");
    }
}
