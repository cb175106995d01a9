//! Audits: what a heuristic says of every state and every move of a cluster, beside the truth.

use crate::atlas::Atlas;
use crate::board::Board;
use crate::cluster::Unfinished;
use crate::heuristic::{Entry, Heuristic};
use crate::limits::{Stop, Watch};
use crate::moves::{Goal, Metric, Move, Traffic};
use crate::space::Space;
use crate::state::{State, with_words};

/// What is true of a cluster, and what heuristics make of it.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The number of states.
    pub states: u64,
    /// How many of them are at distance 0, 1, ...
    pub histogram: Vec<u64>,
    /// The distance of the start.
    pub distance: Option<u32>,
    /// The first state at the largest distance.
    pub hardest: Option<State>,
    /// One for each heuristic, in their order.
    pub findings: Vec<Finding>,
}

/// What a heuristic makes of a cluster.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Solvable states whose estimate is more than their distance.
    pub too_high: u64,
    /// By how much at the most, those given up for hopeless left out.
    pub worst: u32,
    /// Solvable states given up for hopeless.
    pub given_up: u64,
    /// The sum of the estimates of the other solvable states.
    pub sum: u64,
    /// The moves from state to state, in both directions.
    pub moves: u64,
    /// Those on which the estimate falls by more than they cost.
    pub falls: u64,
    /// The first of the states nearest to the goal whose estimate is too high.
    pub excess: Option<Excess>,
    /// The first move on which the estimate falls too far.
    pub fall: Option<Fall>,
}

/// An estimate above the true distance; `None` gives the state up for hopeless.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words of DESIGN.md")]
pub struct Excess {
    pub state: State,
    pub estimate: Option<u32>,
    pub distance: u32,
}

/// An estimate that falls by more than the move costs.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the words of DESIGN.md")]
pub struct Fall {
    pub state: State,
    pub step: Move,
    pub before: Option<u32>,
    pub after: u32,
}

/// Compare heuristics with the true distances of every state that can be reached.
///
/// Takes at most 100 bytes a state with keys of one word, whatever the number of heuristics.
///
/// # Errors
/// [`Unfinished`] where a limit comes first.
pub fn audit(
    board: &Board,
    start: &State,
    (metric, goal): (Metric, Goal),
    heuristics: &[Entry<'_>],
    watch: &mut Watch<'_>,
) -> Result<Audit, Unfinished> {
    let space = Space::new(board, start, goal);
    let found = with_words!(space.words(), W => {
        Atlas::<W>::new(&space, metric, watch).and_then(|atlas| {
            let auditor = Auditor { space: &space, atlas: &atlas };
            auditor.audit(metric, heuristics, watch).map_err(|stop| (stop, atlas.len()))
        })
    });
    found.map_err(|(stop, states)| Unfinished { stop, states })
}

struct Auditor<'a, const W: usize> {
    space: &'a Space<'a>,
    atlas: &'a Atlas<'a, W>,
}

impl<const W: usize> Auditor<'_, W> {
    fn audit(
        &self,
        metric: Metric,
        heuristics: &[Entry<'_>],
        watch: &mut Watch<'_>,
    ) -> Result<Audit, Stop> {
        let find = |entry: &Entry<'_>| {
            let mut heuristic = (entry.build)(self.space, metric);
            let estimates = self.estimates(&mut *heuristic, watch)?;
            Ok(self.follow(&estimates, self.compare(&estimates)))
        };
        let findings = heuristics.iter().map(find).collect::<Result<_, _>>()?;
        let (histogram, hardest) = self.histogram();
        let hardest = hardest.map(|number| self.state(number));
        let (states, distance) = (self.atlas.len() as u64, self.atlas.distance(0));
        Ok(Audit { states, histogram, distance, hardest, findings })
    }

    /// The number of states at each distance, and the first at the largest.
    fn histogram(&self) -> (Vec<u64>, Option<usize>) {
        let (mut histogram, mut hardest) = (Vec::new(), None);
        for number in 0..self.atlas.len() {
            let Some(distance) = self.atlas.distance(number) else { continue };
            let distance = distance as usize;
            if distance >= histogram.len() {
                histogram.resize(distance + 1, 0);
                hardest = Some(number);
            }
            histogram[distance] += 1;
        }
        (histogram, hardest)
    }

    /// The estimate of every state, by number.
    fn estimates(
        &self,
        heuristic: &mut dyn Heuristic,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Option<u32>>, Stop> {
        let mut traffic = Traffic::new(self.space);
        let estimate = |number| {
            watch.check(self.atlas.len(), self.atlas.bytes()).map_or(Ok(()), Err)?;
            traffic.load(self.atlas.key(number));
            Ok(heuristic.estimate(&traffic))
        };
        (0..self.atlas.len()).map(estimate).collect()
    }

    /// Each estimate beside the distance.
    fn compare(&self, estimates: &[Option<u32>]) -> Finding {
        let mut finding = Finding::default();
        let mut nearest = None;
        for (number, &estimate) in estimates.iter().enumerate() {
            let Some(distance) = self.atlas.distance(number) else { continue };
            finding.add(estimate, distance);
            let is_nearer = nearest.is_none_or(|(nearest, _)| distance < nearest);
            if is_nearer && estimate.is_none_or(|estimate| estimate > distance) {
                nearest = Some((distance, number));
            }
        }
        finding.excess = nearest.map(|(distance, number)| Excess {
            state: self.state(number),
            estimate: estimates[number],
            distance,
        });
        finding
    }

    /// Each estimate beside those of the neighbours.
    fn follow(&self, estimates: &[Option<u32>], mut finding: Finding) -> Finding {
        let mut traffic = Traffic::new(self.space);
        for (number, &before) in estimates.iter().enumerate() {
            let key = self.atlas.key(number);
            traffic.load(key);
            self.atlas.for_each_neighbour(&traffic, key, |step, neighbour| {
                finding.moves += 1;
                let Some(after) = estimates[neighbour] else { return };
                if before.is_some_and(|before| before <= after + 1) {
                    return;
                }
                finding.falls += 1;
                let state = || self.state(number);
                finding.fall.get_or_insert_with(|| Fall { state: state(), step, before, after });
            });
        }
        finding
    }

    fn state(&self, number: usize) -> State {
        self.space.state(self.atlas.key(number))
    }
}

impl Finding {
    /// Count the estimate of a solvable state.
    fn add(&mut self, estimate: Option<u32>, distance: u32) {
        let Some(estimate) = estimate else {
            self.too_high += 1;
            self.given_up += 1;
            return;
        };
        self.too_high += u64::from(estimate > distance);
        self.worst = self.worst.max(estimate.saturating_sub(distance));
        self.sum += u64::from(estimate);
    }
}
