//! Validation of heuristics: admissibility in every state and consistency on every move of a cluster.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{Goal, Metric, Move};
use crate::cluster::Unfinished;
use crate::heuristic::{Entry, Heuristic, bytes_of};
use crate::lab::state_space::ExplicitStateSpace;
use crate::lab::tiny::tiny;
use crate::outcome::{Stop, Watch, memory};
use crate::state::{Position, Puzzle, State, StateSpace, with_words};

/// Figures of some clusters, and the findings on each heuristic.
#[derive(Clone, Debug, Default)]
pub struct Validation {
    /// The number of clusters.
    pub boards: u64,
    /// The number of their states.
    pub states: u64,
    /// The sum of the distances of the solvable states.
    pub distances: u64,
    /// One for each heuristic, in their order.
    pub findings: Vec<Finding>,
}

/// The distance of the start, and the hardest state.
#[derive(Clone, Debug)]
pub struct Extremes {
    /// The distance of the start.
    pub distance: Option<u32>,
    /// The first state at the largest distance.
    pub hardest: Option<(State, u32)>,
}

/// The errors of a heuristic in some clusters.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Solvable states whose estimate is more than their distance.
    pub too_high: u64,
    /// The largest excess; states with the estimate `None` do not count.
    pub worst: u32,
    /// Solvable states with the estimate `None`.
    pub given_up: u64,
    /// The sum of the estimates of the other solvable states.
    pub sum: u64,
    /// The moves from state to state, in both directions.
    pub moves: u64,
    /// The moves on which the estimate falls by more than the cost.
    pub inconsistencies: u64,
    /// The first of the states nearest to the goal whose estimate is too high.
    pub excess: Option<Excess>,
    /// The first move on which the estimate falls too far.
    pub fall: Option<Inconsistency>,
}

/// A state whose estimate is above its distance.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the field names say it")]
pub struct Excess {
    pub puzzle: Puzzle,
    pub estimate: Option<u32>,
    pub distance: u32,
}

/// A move on which the estimate falls by more than the cost.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the field names say it")]
pub struct Inconsistency {
    pub puzzle: Puzzle,
    pub step: Move,
    pub before: Option<u32>,
    pub after: u32,
}

/// Compare heuristics with the distances of all reachable states.
///
/// It takes at most 80 bytes a state, if keys have one word, and 8 more for each heuristic.
///
/// ```
/// use rushhour::{Goal, Metric, Puzzle, Watch};
/// use rushhour::{heuristic::HEURISTICS, lab::validation::survey};
///
/// let puzzle: Puzzle = "..B.../AAB.../....../......".parse()?;
/// let watch = &mut Watch::unlimited();
/// let (found, extremes) = survey(&puzzle, (Metric::Slide, Goal::Edge), HEURISTICS, watch)?;
/// assert_eq!((found.states, extremes.distance), (11, Some(2)));
/// for (heuristic, finding) in HEURISTICS.iter().zip(&found.findings) {
///     assert!(!heuristic.slide.admissible || finding.too_high == 0);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unfinished`] if a limit is reached.
pub fn survey(
    puzzle: &Puzzle,
    (metric, goal): (Metric, Goal),
    heuristics: &[Entry<'_>],
    watch: &mut Watch<'_>,
) -> Result<(Validation, Extremes), Unfinished> {
    let space = StateSpace::new(puzzle, goal);
    let found = with_words!(space.words(), W => {
        ExplicitStateSpace::<W>::new(&space, metric, heuristics.len(), watch).and_then(|explored| {
            let validator = Validator { puzzle, explored: &explored };
            validator.validate(heuristics, watch).map_err(|stop| (stop, explored.len()))
        })
    });
    found.map_err(|(stop, states)| Unfinished { stop, states })
}

/// Compare heuristics on all [`tiny`] boards of so many cells and vehicles, counted together. `finished`
/// is raised by one for each board that is done.
///
/// # Errors
/// [`Unfinished`] if a limit is reached.
pub fn survey_tiny(
    (cells, vehicles): (u8, usize),
    query: (Metric, Goal),
    heuristics: &[Entry<'_>],
    finished: &AtomicU64,
    watch: &mut Watch<'_>,
) -> Result<Validation, Unfinished> {
    let nothing = Validation {
        findings: vec![Finding::default(); heuristics.len()],
        ..Validation::default()
    };
    tiny(cells, vehicles).try_fold(nothing, |sum, puzzle| {
        let (found, _) = survey(&puzzle, query, heuristics, watch)?;
        finished.fetch_add(1, Ordering::Relaxed);
        Ok(sum.plus(found))
    })
}

impl Validation {
    fn plus(self, other: Validation) -> Validation {
        let findings = self.findings.into_iter().zip(other.findings);
        Validation {
            boards: self.boards + other.boards,
            states: self.states + other.states,
            distances: self.distances + other.distances,
            findings: findings.map(|(one, other)| one.plus(other)).collect(),
        }
    }
}

struct Validator<'a, const W: usize> {
    puzzle: &'a Puzzle,
    explored: &'a ExplicitStateSpace<'a, W>,
}

impl<const W: usize> Validator<'_, W> {
    fn validate(
        &self,
        heuristics: &[Entry<'_>],
        watch: &mut Watch<'_>,
    ) -> Result<(Validation, Extremes), Stop> {
        let ExplicitStateSpace { space, metric, .. } = *self.explored;
        let estimates = |entry: &Entry<'_>| {
            let mut heuristic = entry.make(space, metric, watch)?;
            self.estimates(heuristic.as_mut(), watch)
        };
        let estimates = heuristics.iter().map(estimates).collect::<Result<Vec<_>, _>>()?;
        let mut findings = estimates.iter().map(|these| self.compare(these)).collect::<Vec<_>>();
        self.compare_moves(&estimates, &mut findings, watch)?;
        let (states, distances) = (self.explored.len() as u64, self.distances().sum());
        Ok((Validation { boards: 1, states, distances, findings }, self.extremes()))
    }

    /// The distances of the solvable states.
    fn distances(&self) -> impl Iterator<Item = u64> {
        (0..self.explored.len()).filter_map(|number| self.explored.distance(number)).map(u64::from)
    }

    fn extremes(&self) -> Extremes {
        let mut hardest = None;
        for number in 0..self.explored.len() {
            let distance = self.explored.distance(number);
            if distance.is_some()
                && distance > hardest.and_then(|hard| self.explored.distance(hard))
            {
                hardest = Some(number);
            }
        }
        let with_distance =
            |number| self.explored.distance(number).map(|distance| (self.state(number), distance));
        Extremes { distance: self.explored.distance(0), hardest: hardest.and_then(with_distance) }
    }

    /// The estimate of every state, by number.
    fn estimates(
        &self,
        heuristic: &mut dyn Heuristic,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Option<u32>>, Stop> {
        let mut position = Position::new(self.explored.space);
        let mut estimates = memory::list(self.explored.len())?;
        for number in 0..self.explored.len() {
            watch.check(self.explored.len(), self.explored.bytes() + bytes_of(heuristic))?;
            position.load(self.explored.key(number));
            estimates.push(heuristic.estimate(&position));
        }
        Ok(estimates)
    }

    /// Compare each estimate with the distance.
    fn compare(&self, estimates: &[Option<u32>]) -> Finding {
        let mut finding = Finding::default();
        let mut nearest = None;
        for (number, &estimate) in estimates.iter().enumerate() {
            let Some(distance) = self.explored.distance(number) else { continue };
            finding.add(estimate, distance);
            let is_nearer = nearest.is_none_or(|(nearest, _)| distance < nearest);
            if is_nearer && estimate.is_none_or(|estimate| estimate > distance) {
                nearest = Some((distance, number));
            }
        }
        finding.excess = nearest.map(|(distance, number)| {
            let puzzle = self.puzzle.at(self.state(number));
            Excess { puzzle, estimate: estimates[number], distance }
        });
        finding
    }

    /// Compare the estimates at both ends of every move.
    fn compare_moves(
        &self,
        estimates: &[Vec<Option<u32>>],
        findings: &mut [Finding],
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let mut position = Position::new(self.explored.space);
        for number in 0..self.explored.len() {
            watch.check(self.explored.len(), self.explored.bytes())?;
            let key = self.explored.key(number);
            position.load(key);
            self.explored.for_each_neighbour(&position, key, |step, neighbour| {
                for (finding, estimates) in findings.iter_mut().zip(estimates) {
                    let (before, after) = (estimates[number], estimates[neighbour]);
                    finding.add_move(before, after, |before, after| {
                        let puzzle = self.puzzle.at(self.state(number));
                        Inconsistency { puzzle, step, before, after }
                    });
                }
            });
        }
        Ok(())
    }

    fn state(&self, number: usize) -> State {
        self.explored.space.state(self.explored.key(number))
    }
}

impl Finding {
    /// The sum of two findings, with the counterexample nearer to the goal; in a tie that of `self`.
    fn plus(self, other: Finding) -> Finding {
        let nearer = |excess: &Excess| excess.distance;
        Finding {
            too_high: self.too_high + other.too_high,
            worst: self.worst.max(other.worst),
            given_up: self.given_up + other.given_up,
            sum: self.sum + other.sum,
            moves: self.moves + other.moves,
            inconsistencies: self.inconsistencies + other.inconsistencies,
            excess: self.excess.into_iter().chain(other.excess).min_by_key(nearer),
            fall: self.fall.or(other.fall),
        }
    }

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

    /// Count a move between states with these estimates.
    fn add_move(
        &mut self,
        before: Option<u32>,
        after: Option<u32>,
        fall: impl Fn(Option<u32>, u32) -> Inconsistency,
    ) {
        self.moves += 1;
        let Some(after) = after else { return };
        if before.is_none_or(|before| before > after + 1) {
            self.inconsistencies += 1;
            self.fall.get_or_insert_with(|| fall(before, after));
        }
    }
}
