//! Puzzles of one cluster, and their mirror images, solved together: one exploration gives the distance of
//! every state.
//!
//! ```text
//!     ..B.      ....      the same cluster board: A in row 1, B in column 2. The left state reaches
//!     AAB.  >   AA..  >   the right one, so both are in one cluster. Mirrored at the exit's line,
//!     ....      ..B.      a board needs the same moves, those across that line reversed.
//!     ....      ..B.
//! ```

mod embedding;

use indexmap::IndexMap;

use crate::batch::query::{Answer, BatchQuery};
use crate::board::Move;
use crate::cluster::Cluster;
use crate::outcome::{Interrupt, Limits};
use crate::state::Puzzle;
use crate::state::State;
use embedding::{ClusterBoard, Embedding};

/// A cluster is explored up to so many states for each of its puzzles, unless the query includes the size
/// of the cluster. A state costs some 0.1 µs, a path out of the cluster about as much as a separate
/// search, some 40 µs (`benches/sharing.py`).
const STATES_PER_PUZZLE: u64 = 100;

/// The rows whose puzzles have one cluster board; they may be in several clusters.
pub struct Group {
    board: ClusterBoard,
    rows: Vec<(usize, Embedding)>,
}

/// A state without an answer, and its rows.
type Unanswered<'a> = (&'a [i64], Vec<&'a (usize, Embedding)>);

/// Group rows by their cluster boards, in order; `None` is a row without a puzzle.
pub fn groups<'a>(rows: impl Iterator<Item = Option<&'a Puzzle>>) -> Vec<Group> {
    let mut groups: IndexMap<ClusterBoard, Vec<(usize, Embedding)>> = IndexMap::new();
    for (row, puzzle) in rows.enumerate() {
        let Some(puzzle) = puzzle else { continue };
        let (board, embedding) = Embedding::canonical(puzzle);
        groups.entry(board).or_default().push((row, embedding));
    }
    groups.into_iter().map(|(board, rows)| Group { board, rows }).collect()
}

impl Group {
    /// Answer each row; equal states are answered once, and states of one cluster together.
    #[must_use]
    pub fn answers(
        &self,
        query: &BatchQuery<'_>,
        stop: &mut Interrupt<'_>,
    ) -> Vec<(usize, Answer)> {
        let mut pending = self.states();
        let mut answers = Vec::with_capacity(self.rows.len());
        while let Some(shared) = self.shared(query, &pending, stop) {
            pending.retain(|(offsets, rows)| {
                let answer = shared.answer(query, &state(offsets));
                answers.extend(answer.iter().flat_map(|answer| self.each(rows, answer)));
                answer.is_none()
            });
        }
        for (offsets, rows) in pending {
            let answer = query.answer(&self.board.puzzle(offsets), stop);
            answers.extend(self.each(&rows, &answer));
        }
        answers
    }

    /// The distinct states of the rows.
    fn states(&self) -> Vec<Unanswered<'_>> {
        let mut states: IndexMap<&[i64], Vec<&(usize, Embedding)>> = IndexMap::new();
        for row in &self.rows {
            states.entry(&row.1.offsets).or_default().push(row);
        }
        states.into_iter().collect()
    }

    /// The cluster of the first state, if there are several states and the cluster is small enough.
    fn shared(
        &self,
        query: &BatchQuery<'_>,
        pending: &[Unanswered<'_>],
        stop: &mut Interrupt<'_>,
    ) -> Option<SharedCluster> {
        let (first, _) = pending.first().filter(|_| pending.len() > 1)?;
        let max_states =
            if query.states { u64::MAX } else { STATES_PER_PUZZLE * pending.len() as u64 };
        SharedCluster::of(query, &self.board.puzzle(first), max_states, stop)
    }

    /// The answer to a state as an answer to each of its rows.
    fn each(&self, rows: &[&(usize, Embedding)], answer: &Answer) -> Vec<(usize, Answer)> {
        rows.iter().map(|(row, embedding)| (*row, self.to_board(embedding, answer))).collect()
    }

    /// An answer for the cluster board as an answer for a row.
    fn to_board(&self, embedding: &Embedding, answer: &Answer) -> Answer {
        let to_board = |&step: &Move| embedding.to_board(&self.board, step);
        let moves = answer.moves.as_ref().map(|moves| moves.iter().map(to_board).collect());
        Answer { moves, ..answer.clone() }
    }
}

fn state(offsets: &[i64]) -> State {
    let small = |&offset: &i64| i8::try_from(offset).expect("on the board");
    State::new(offsets.iter().map(small).collect())
}

/// A whole cluster, in both metrics if the query includes both.
struct SharedCluster {
    cluster: Cluster,
    other: Option<Cluster>,
}

impl SharedCluster {
    /// The cluster of a puzzle; `None` if it has more states than allowed.
    fn of(
        query: &BatchQuery<'_>,
        start: &Puzzle,
        max_states: u64,
        stop: &mut Interrupt<'_>,
    ) -> Option<SharedCluster> {
        let most = query.query.limits.states.map_or(max_states, |limit| limit.min(max_states));
        let limits = Limits { states: Some(most), ..query.query.limits };
        let mut cluster = |metric| query.cluster(start, metric, limits, stop);
        let other = if query.both { Some(cluster(query.other())?) } else { None };
        Some(SharedCluster { cluster: cluster(query.query.metric)?, other })
    }

    /// The answer for a state; `None` outside the cluster.
    fn answer(&self, query: &BatchQuery<'_>, state: &State) -> Option<Answer> {
        if !self.cluster.contains(state) {
            return None;
        }
        let other = || self.other.as_ref().and_then(|other| other.distance(state));
        let answer = match self.cluster.path(state) {
            Some(moves) => query.solved(moves, other),
            None => Answer { status: "unsolvable", ..Answer::default() },
        };
        let states = query.states.then(|| self.cluster.len() as u64);
        Some(Answer { states, ..answer })
    }
}
