//! Boards that are played at once; arrays come and go as buffers.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use super::cluster::CoreCluster;
use super::convert::{metric_and_goal, named};
use super::puzzle::CorePuzzle;
use crate::batch::episodes::{EpisodeRules, Episodes, Extent, Observation, Reward, SlotRefusal};

pyo3::import_exception!(rushhour.errors, RushHourError);

/// `(rows, cols, vehicles, reach)`.
type PySize = (usize, usize, usize, usize);

/// The boards of a vector environment, or the one of a scalar environment.
#[pyclass(frozen, name = "Episodes", module = "rushhour._core")]
pub(super) struct CoreEpisodes(Mutex<Episodes>, usize);

#[pymethods]
impl CoreEpisodes {
    #[new]
    #[pyo3(signature = (slots, size, observation, metric, goal, reward, discount, max_moves))]
    #[expect(clippy::too_many_arguments, reason = "one Python call")]
    fn new(
        slots: usize,
        size: PySize,
        observation: &str,
        metric: &str,
        goal: &str,
        reward: &str,
        discount: f64,
        max_moves: Option<u32>,
    ) -> PyResult<CoreEpisodes> {
        let observation = named("observation", &Observation::NAMES, observation)?;
        let (metric, goal) = metric_and_goal(metric, goal)?;
        let reward = named("reward", &Reward::NAMES, reward)?;
        let (rows, cols, vehicles, reach) = size;
        let extent = Extent { observation, rows, cols, vehicles, reach };
        let rules = EpisodeRules { metric, goal, reward, discount, max_moves };
        Ok(CoreEpisodes(Mutex::new(Episodes::new(slots, extent, rules)), slots))
    }

    /// Whether a reward needs the puzzle's cluster.
    #[staticmethod]
    fn needs_distance(reward: &str) -> PyResult<bool> {
        Ok(named("reward", &Reward::NAMES, reward)?.needs_distance())
    }

    /// The rows, columns, vehicles and cells of a move that a puzzle needs.
    #[staticmethod]
    fn size(puzzle: &CorePuzzle, metric: &str, goal: &str) -> PyResult<PySize> {
        let (metric, goal) = metric_and_goal(metric, goal)?;
        let extent = Extent::of(&puzzle.0, metric, goal, Observation::Offsets);
        Ok((extent.rows, extent.cols, extent.vehicles, extent.reach))
    }

    /// Begin an episode in a slot.
    #[pyo3(signature = (slot, puzzle, cluster))]
    fn start(
        &self,
        py: Python<'_>,
        slot: usize,
        puzzle: &CorePuzzle,
        cluster: Option<&CoreCluster>,
    ) -> PyResult<()> {
        if slot >= self.1 {
            return Err(PyIndexError::new_err("expected a slot"));
        }
        let cluster = cluster.map(|cluster| cluster.0.clone());
        let started = py.detach(|| {
            let mut episodes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            episodes.start(slot, &puzzle.0, cluster)
        });
        started.map_err(refused)
    }

    /// Play an action in each slot that does not wait; the results go to the other three buffers.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyBuffer<i64>,
        waiting: PyBuffer<u8>,
        rewards: PyBuffer<f64>,
        solved: PyBuffer<u8>,
        cut: PyBuffer<u8>,
    ) -> PyResult<()> {
        let (actions, waiting) = (actions.to_vec(py)?, waiting.to_vec(py)?);
        if actions.len() != self.1 || waiting.len() != self.1 {
            return Err(PyValueError::new_err("expected an action for each slot"));
        }
        let steps = self.lock(py).step(&actions, &waiting).map_err(refused)?;
        let values: Vec<f64> = steps.iter().map(|step| step.reward).collect();
        rewards.copy_from_slice(py, &values)?;
        let flags: Vec<u8> = steps.iter().map(|step| step.is_solved.into()).collect();
        solved.copy_from_slice(py, &flags)?;
        let flags: Vec<u8> = steps.iter().map(|step| step.is_cut.into()).collect();
        cut.copy_from_slice(py, &flags)
    }

    /// Write what is observed of all slots, and which of their actions are legal.
    fn observe(
        &self,
        py: Python<'_>,
        observations: PyBuffer<u8>,
        masks: PyBuffer<i8>,
    ) -> PyResult<()> {
        let episodes = self.lock(py);
        observations.copy_from_slice(py, episodes.observations())?;
        masks.copy_from_slice(py, episodes.masks())
    }

    /// The distance of each slot to the goal; -1 if it is not known.
    fn distances(&self, py: Python<'_>, distances: PyBuffer<i32>) -> PyResult<()> {
        distances.copy_from_slice(py, &self.lock(py).distances())
    }

    /// The state of a slot; None before its first episode.
    fn offsets(&self, py: Python<'_>, slot: usize) -> Option<Vec<i8>> {
        self.lock(py).offsets(slot)
    }
}

impl CoreEpisodes {
    /// The episodes; other threads can take the interpreter while this one waits.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Episodes> {
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

fn refused(refusal: SlotRefusal) -> PyErr {
    RushHourError::new_err(refusal.to_string())
}
