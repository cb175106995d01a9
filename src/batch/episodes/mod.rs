//! Episodes: many boards that are played at once, for reinforcement learning (`rushhour.gym`).
//!
//! A slot holds one board. An action is a number: `vehicle * 2 * reach + move`, where the target is
//! vehicle 0, the others follow in the order of the board, and the moves of a vehicle are 1, 2, ...
//! `reach` cells back, then 1, 2, ... `reach` cells forth. An action that is not legal leaves the board
//! as it is.

mod board;
mod extent;
mod reward;

use std::fmt;
use std::sync::Arc;

use board::EpisodeBoard;
pub use extent::{Extent, Observation};
pub use reward::Reward;

use crate::board::{Goal, Metric};
use crate::cluster::{Cluster, Follower};
use crate::state::Puzzle;

/// What all boards have in common.
#[derive(Clone, Copy, Debug)]
pub struct EpisodeRules {
    /// What an action is: a slide or a step.
    pub metric: Metric,
    /// When an episode is solved.
    pub goal: Goal,
    /// What an action earns.
    pub reward: Reward,
    /// The factor of what is earned one move later.
    pub discount: f64,
    /// The moves after which an episode is cut off; `None` for no limit.
    pub max_moves: Option<u32>,
}

/// Why a slot cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotRefusal {
    /// The part of the extent, the most that it allows, and what was found.
    TooLarge(&'static str, usize, usize),
    /// The puzzle is solved already.
    Solved,
    /// The reward is a distance, and there is none.
    Unsolvable,
    /// The board of this slot was not reset before its first step.
    NotStarted(usize),
    /// The board of this slot has no such action.
    Action(usize, i64),
}

impl fmt::Display for SlotRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SlotRefusal::TooLarge(part, most, found) => {
                write!(f, "expected at most {most} {part}, found {found}")
            }
            SlotRefusal::Solved => f.write_str("expected a puzzle that is not solved yet"),
            SlotRefusal::Unsolvable => {
                f.write_str("expected a puzzle with a solution, since the reward is its distance")
            }
            SlotRefusal::NotStarted(slot) => {
                write!(f, "expected a reset before the step of board {slot}")
            }
            SlotRefusal::Action(slot, action) => {
                write!(f, "expected an action of the action space for board {slot}, found {action}")
            }
        }
    }
}

/// What a step did to one board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Transition {
    /// What it earned.
    pub reward: f64,
    /// Whether it reached the goal.
    pub is_solved: bool,
    /// Whether it was the last move that is allowed.
    pub is_cut: bool,
}

/// The boards that are played.
pub struct Episodes {
    extent: Extent,
    rules: EpisodeRules,
    slots: Vec<Option<Slot>>,
    /// What is observed of each board, and which of its actions are legal.
    observations: Vec<u8>,
    masks: Vec<i8>,
}

struct Slot {
    board: EpisodeBoard,
    coordinates: Vec<u8>,
    /// The occupied cells of each line, as in [`crate::state::Position`].
    lines: Vec<u64>,
    moves: u32,
    /// The state in its cluster, if that is known.
    follower: Option<Follower>,
}

impl Episodes {
    /// So many slots, all without a board.
    #[must_use]
    pub fn new(slots: usize, extent: Extent, rules: EpisodeRules) -> Episodes {
        Episodes {
            extent,
            rules,
            slots: (0..slots).map(|_| None).collect(),
            observations: vec![0; slots * extent.bytes()],
            masks: vec![0; slots * extent.actions()],
        }
    }

    /// Begin an episode at a puzzle; `cluster` is the puzzle's, for rewards by distance.
    ///
    /// # Errors
    /// The puzzle is too large for the extent, is solved, or lacks a distance that the reward needs.
    pub fn start(
        &mut self,
        slot: usize,
        puzzle: &Puzzle,
        cluster: Option<Arc<Cluster>>,
    ) -> Result<(), SlotRefusal> {
        let begun = Slot::new(puzzle, cluster, &self.extent, self.rules)?;
        self.observe(slot, &begun);
        self.slots[slot] = Some(begun);
        Ok(())
    }

    /// Play an action on each board that is not waiting for a reset.
    ///
    /// # Errors
    /// A board was not started, or has no such action; then no board moves.
    ///
    /// # Panics
    /// There are fewer actions or flags than slots.
    pub fn step(
        &mut self,
        actions: &[i64],
        waiting: &[u8],
    ) -> Result<Vec<Transition>, SlotRefusal> {
        self.check(actions, waiting)?;
        let mut steps = Vec::with_capacity(self.slots.len());
        for slot in 0..self.slots.len() {
            steps.push(if waiting[slot] == 0 {
                self.play(slot, usize::try_from(actions[slot]).expect("checked"))
            } else {
                Transition::default()
            });
        }
        Ok(steps)
    }

    /// Check all actions before any board moves.
    fn check(&self, actions: &[i64], waiting: &[u8]) -> Result<(), SlotRefusal> {
        let count = self.extent.actions();
        for (slot, (&action, begun)) in actions.iter().zip(&self.slots).enumerate() {
            if waiting[slot] == 0 && begun.is_none() {
                return Err(SlotRefusal::NotStarted(slot));
            }
            if !usize::try_from(action).is_ok_and(|action| action < count) {
                return Err(SlotRefusal::Action(slot, action));
            }
        }
        Ok(())
    }

    fn play(&mut self, number: usize, action: usize) -> Transition {
        let (extent, rules) = (self.extent, self.rules);
        let slot = self.slots[number].as_mut().expect("checked");
        let is_legal = self.masks[number * extent.actions() + action] == 1;
        let before = slot.distance();
        slot.moves = slot.moves.saturating_add(1);
        if is_legal {
            let (vehicle, cells) = extent.decode(action);
            let from = slot.coordinates[vehicle];
            slot.apply(vehicle, cells);
            let bytes = extent.bytes();
            let view = &mut self.observations[number * bytes..][..bytes];
            extent.note_move(view, &slot.board, vehicle, from, slot.coordinates[vehicle]);
            let actions = extent.actions();
            let mask = &mut self.masks[number * actions..][..actions];
            extent.mark(mask, &slot.board, &slot.coordinates, &slot.lines);
        }
        let is_solved = slot.board.is_goal(&slot.coordinates, &slot.lines);
        let is_cut = rules.max_moves.is_some_and(|most| slot.moves >= most);
        let reward = rules.reward.of(is_solved, before, slot.distance(), rules.discount);
        Transition { reward, is_solved, is_cut }
    }

    fn observe(&mut self, number: usize, slot: &Slot) {
        let (bytes, actions) = (self.extent.bytes(), self.extent.actions());
        let view = &mut self.observations[number * bytes..][..bytes];
        self.extent.write(view, &slot.board, &slot.coordinates);
        let mask = &mut self.masks[number * actions..][..actions];
        self.extent.mark(mask, &slot.board, &slot.coordinates, &slot.lines);
    }

    /// What is observed of all boards.
    #[must_use]
    pub fn observations(&self) -> &[u8] {
        &self.observations
    }

    /// 1 for each legal action of each board, 0 for the others.
    #[must_use]
    pub fn masks(&self) -> &[i8] {
        &self.masks
    }

    /// The distance of each board to the goal, -1 if it is not known.
    ///
    /// # Panics
    /// Never: a path has fewer moves than the cluster has states.
    #[must_use]
    pub fn distances(&self) -> Vec<i32> {
        let distance = |slot: &Option<Slot>| slot.as_ref().and_then(Slot::distance);
        let number = |d: u32| i32::try_from(d).expect("fewer than the states in memory");
        self.slots.iter().map(|slot| distance(slot).map_or(-1, number)).collect()
    }

    /// The state of a board, in the order of its vehicles; `None` before the first reset.
    #[must_use]
    pub fn offsets(&self, slot: usize) -> Option<Vec<i8>> {
        let slot = self.slots.get(slot)?.as_ref()?;
        Some(slot.board.offsets(&slot.coordinates))
    }
}

impl Slot {
    fn new(
        puzzle: &Puzzle,
        cluster: Option<Arc<Cluster>>,
        extent: &Extent,
        rules: EpisodeRules,
    ) -> Result<Slot, SlotRefusal> {
        let board = EpisodeBoard::new(puzzle, rules.goal);
        extent.check(&Extent::of(puzzle, rules.metric, rules.goal, extent.observation))?;
        let coordinates = board.start().to_vec();
        let mut lines = board.walls().to_vec();
        for (interval, &at) in board.intervals().iter().zip(&coordinates) {
            interval.toggle(&mut lines, at, interval.length);
        }
        if board.is_goal(&coordinates, &lines) {
            return Err(SlotRefusal::Solved);
        }
        let follower = cluster.and_then(|cluster| Follower::new(cluster, puzzle.state()));
        if rules.reward.needs_distance() && follower.is_none() {
            return Err(SlotRefusal::Unsolvable);
        }
        Ok(Slot { board, coordinates, lines, moves: 0, follower })
    }

    /// Make a legal move.
    fn apply(&mut self, vehicle: usize, cells: i8) {
        let interval = &self.board.intervals()[vehicle];
        interval.toggle(&mut self.lines, self.coordinates[vehicle], interval.length);
        self.coordinates[vehicle] = self.coordinates[vehicle].wrapping_add_signed(cells);
        interval.toggle(&mut self.lines, self.coordinates[vehicle], interval.length);
        if let Some(follower) = &mut self.follower {
            follower.shift(self.board.on_board(vehicle), cells);
        }
    }

    /// The distance to the goal, if the cluster is known.
    fn distance(&self) -> Option<u32> {
        self.follower.as_ref().map(Follower::distance)
    }
}
