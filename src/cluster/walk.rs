//! Shortest paths from one state of a cluster to another, wherever the goals are.

use super::Cluster;
use crate::bfs::closed::DistanceMod3;
use crate::bfs::general::{BreadthFirst, Pass, path_to};
use crate::board::Move;
use crate::outcome::{Stop, Watch};
use crate::state::{State, StateSpace, VehicleByVehicle, with_words};

impl Cluster {
    /// A shortest sequence of moves from one state to another; `None` if there is none.
    ///
    /// # Errors
    /// The limit that comes first.
    pub fn walk(
        &self,
        from: &State,
        to: &State,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let from = self.puzzle.at(from.clone());
        let space = StateSpace::new(&from, self.goal);
        with_words!(space.words(), W => self.walk_by::<W>(&space, to, watch))
    }

    fn walk_by<const W: usize>(
        &self,
        space: &StateSpace<'_>,
        to: &State,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let Some(wanted) = space.key::<W>(to) else { return Ok(None) };
        let mut search = BreadthFirst::new(VehicleByVehicle::new(space, self.metric));
        search.begin(space.start(), DistanceMod3::of_distance(0));
        let mut depth = 0;
        while !search.frontier.is_empty() {
            let distance = DistanceMod3::of_distance(depth + 1);
            let seen = |_: &_, key: &_| (*key == wanted).then_some(());
            if search.expand_level(Pass::Explore, distance, watch, seen)?.is_some() {
                return Ok(Some(path_to(space, self.metric, &search.closed, (wanted, depth))));
            }
            depth += 1;
        }
        Ok(None)
    }
}
