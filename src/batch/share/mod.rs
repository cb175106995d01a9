//! Boards of one cluster, and their mirror images, solved together: one exploration knows the
//! distance of every state.
//!
//! ```text
//!     ..B.      ....      the same frame: A in row 1, B in column 2. The left state reaches the
//!     AAB.  >   AA..  >   right one, so both lie in one cluster. Turned over at the exit's line,
//!     ....      ..B.      a board needs the same moves, those across that line reversed.
//!     ....      ..B.
//! ```

mod embedding;

use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;

use crate::batch::query::{Answer, BatchQuery};
use crate::board::Move;
use crate::cluster::Cluster;
use crate::facade::Puzzle;
use crate::outcome::Limits;
use crate::state::State;
use embedding::{Embedding, Placement};

/// A cluster is explored while it has fewer states than this for each board that waits, if nobody
/// asks for its size: a state costs some 0.1 µs then, a way out of the cluster about as much as a
/// search of its own, some 40 µs (`benches/sharing.py`).
const WORTH: u64 = 100;

/// The rows whose boards have one frame; they may lie in several clusters.
pub struct Group {
    frame: Placement,
    rows: Vec<(usize, Embedding)>,
}

/// A state that waits for its answer, and the rows that do.
type Waiting<'a> = (&'a [i64], Vec<&'a (usize, Embedding)>);

/// Group rows by their frames, in the order in which they come; `None` is a row without a board.
pub fn groups<'a>(rows: impl Iterator<Item = Option<&'a Puzzle>>) -> Vec<Group> {
    let mut groups: IndexMap<Placement, Vec<(usize, Embedding)>> = IndexMap::new();
    for (row, puzzle) in rows.enumerate() {
        let Some(puzzle) = puzzle else { continue };
        let (frame, pose) = Embedding::first(puzzle.board(), puzzle.state());
        groups.entry(frame).or_default().push((row, pose));
    }
    groups.into_iter().map(|(frame, rows)| Group { frame, rows }).collect()
}

impl Group {
    /// The answer to each row; those of one state are found once, those of one cluster together.
    #[must_use]
    pub fn answers(&self, ask: &BatchQuery<'_>, stop: &AtomicBool) -> Vec<(usize, Answer)> {
        let mut waiting = self.states();
        let mut answers = Vec::with_capacity(self.rows.len());
        while let Some(shared) = self.shared(ask, &waiting, stop) {
            waiting.retain(|(offsets, rows)| {
                let answer = shared.answer(ask, &state(offsets));
                answers.extend(answer.iter().flat_map(|answer| self.each(rows, answer)));
                answer.is_none()
            });
        }
        for (offsets, rows) in waiting {
            let answer = ask.answer(&self.frame.placed(offsets), stop);
            answers.extend(self.each(&rows, &answer));
        }
        answers
    }

    /// The different states of the rows.
    fn states(&self) -> Vec<Waiting<'_>> {
        let mut states: IndexMap<&[i64], Vec<&(usize, Embedding)>> = IndexMap::new();
        for row in &self.rows {
            states.entry(&row.1.offsets).or_default().push(row);
        }
        states.into_iter().collect()
    }

    /// The cluster of the first state, if there are several and it is worth it.
    fn shared(
        &self,
        ask: &BatchQuery<'_>,
        waiting: &[Waiting<'_>],
        stop: &AtomicBool,
    ) -> Option<Shared> {
        let (first, _) = waiting.first().filter(|_| waiting.len() > 1)?;
        let worth = if ask.states { u64::MAX } else { WORTH * waiting.len() as u64 };
        Shared::of(ask, &self.frame.placed(first), worth, stop)
    }

    /// The answer to a state as one to each of its rows.
    fn each(&self, rows: &[&(usize, Embedding)], answer: &Answer) -> Vec<(usize, Answer)> {
        rows.iter().map(|(row, pose)| (*row, self.own(pose, answer))).collect()
    }

    /// An answer to the frame as one to a row.
    fn own(&self, pose: &Embedding, answer: &Answer) -> Answer {
        let own =
            |moves: &Vec<Move>| moves.iter().map(|&step| pose.own(&self.frame, step)).collect();
        Answer { moves: answer.moves.as_ref().map(own), ..answer.clone() }
    }
}

fn state(offsets: &[i64]) -> State {
    let small = |&offset: &i64| i8::try_from(offset).expect("on the board");
    State::new(offsets.iter().map(small).collect())
}

/// A whole cluster, in both metrics where both are asked for.
struct Shared {
    cluster: Cluster,
    other: Option<Cluster>,
}

impl Shared {
    /// The cluster of a state; `None` where it has too many states to be worth it.
    fn of(ask: &BatchQuery<'_>, start: &Puzzle, worth: u64, stop: &AtomicBool) -> Option<Shared> {
        let most = ask.query.limits.states.map_or(worth, |limit| limit.min(worth));
        let limits = Limits { states: Some(most), ..ask.query.limits };
        let cluster = |metric| ask.cluster(start, metric, limits, stop);
        let other = if ask.both { Some(cluster(ask.other())?) } else { None };
        Some(Shared { cluster: cluster(ask.query.metric)?, other })
    }

    /// The answer to a state of the cluster; `None` outside it.
    fn answer(&self, ask: &BatchQuery<'_>, state: &State) -> Option<Answer> {
        if !self.cluster.contains(state) {
            return None;
        }
        let other = || self.other.as_ref().and_then(|other| other.distance(state));
        let answer = match self.cluster.path(state) {
            Some(moves) => ask.solved(moves, other),
            None => Answer { status: "unsolvable", ..Answer::default() },
        };
        let states = ask.states.then(|| self.cluster.len() as u64);
        Some(Answer { states, ..answer })
    }
}
