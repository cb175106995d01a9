//! Episodes: many boards that are played at once, for reinforcement learning (`rushhour.gym`).
//!
//! A slot holds one board. An action is a number: `vehicle * 2 * reach + move`, where the target is
//! vehicle 0, the others follow in the order of the board, and the moves of a vehicle are 1, 2, ...
//! `reach` cells back, then 1, 2, ... `reach` cells forth. An action that is not legal leaves the board
//! as it is.

use std::fmt;
use std::sync::Arc;

use crate::board::{Axis, Goal, Metric};
use crate::cluster::{Cluster, Follower};
use crate::state::{Interval, Puzzle, cells_ahead};

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

// A puzzle prepared for episodes: the intervals of its vehicles, the target first.

struct EpisodeBoard {
    puzzle: Puzzle,
    /// The intervals and the places at the start, the target first.
    intervals: Vec<Interval>,
    start: Vec<u8>,
    walls: Vec<u64>,
    /// The coordinate at which the target is at the goal; `None` if the road must be clear.
    finish: Option<u8>,
    is_forward: bool,
}

impl EpisodeBoard {
    fn new(puzzle: &Puzzle, goal: Goal) -> EpisodeBoard {
        let space = puzzle.space(goal);
        let target = puzzle.board().target();
        let order = order(target, space.intervals().len());
        EpisodeBoard {
            intervals: order.clone().map(|vehicle| space.intervals()[vehicle]).collect(),
            start: order.map(|vehicle| space.start_coordinates()[vehicle]).collect(),
            walls: space.walls().to_vec(),
            finish: (goal != Goal::Clear).then(|| space.finish()),
            is_forward: puzzle.board().exit().side.is_forward(),
            puzzle: puzzle.clone(),
        }
    }

    fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    fn start(&self) -> &[u8] {
        &self.start
    }

    fn walls(&self) -> &[u64] {
        &self.walls
    }

    fn is_goal(&self, coordinates: &[u8], lines: &[u64]) -> bool {
        let (at, target) = (coordinates[0], &self.intervals[0]);
        match self.finish {
            Some(finish) if self.is_forward => at >= finish,
            Some(finish) => at <= finish,
            None => cells_ahead(lines[target.line], at, at + target.length, self.is_forward) == 0,
        }
    }

    /// The offsets of the vehicles in the order of the board.
    fn offsets(&self, coordinates: &[u8]) -> Vec<i8> {
        let mut offsets = vec![0; coordinates.len()];
        let order = order(self.puzzle.board().target(), coordinates.len());
        for (vehicle, (interval, &at)) in order.zip(self.intervals.iter().zip(coordinates)) {
            offsets[vehicle] = offset(interval, at);
        }
        offsets
    }

    /// The index on the board of a vehicle in the order in which the target is first.
    fn on_board(&self, vehicle: usize) -> usize {
        let target = self.puzzle.board().target();
        if vehicle == 0 { target } else { vehicle - usize::from(vehicle <= target) }
    }
}

/// The column or row of the first cell of a vehicle at a coordinate.
fn offset(interval: &Interval, at: u8) -> i8 {
    at.cast_signed() - interval.from.cast_signed()
}

/// The vehicles of a board, the target first.
fn order(target: usize, count: usize) -> impl Iterator<Item = usize> + Clone {
    std::iter::once(target).chain((0..count).filter(move |&vehicle| vehicle != target))
}

// What a move is worth.

/// A reward, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// 1 for the move that solves the puzzle, 0 for any other.
    Sparse,
    /// -1 for every move: the sum is the cost of a solution, negated.
    Cost,
    /// The distance after the move, negated.
    Distance,
    /// `Sparse`, and what the move changes in the potential, which is the distance, negated:
    /// discount * -(distance after) + (distance before). The optimal policies are those of `Sparse`
    /// (Ng, Harada and Russell, "Policy invariance under reward transformations", ICML 1999).
    Potential,
}

impl Reward {
    /// Each by its name.
    pub const NAMES: [(&'static str, Reward); 4] = [
        ("sparse", Reward::Sparse),
        ("cost", Reward::Cost),
        ("distance", Reward::Distance),
        ("potential", Reward::Potential),
    ];

    /// Whether the distances of the cluster are needed.
    #[must_use]
    pub fn needs_distance(self) -> bool {
        matches!(self, Reward::Distance | Reward::Potential)
    }

    /// The reward of a move between two distances to the goal.
    fn of(self, is_solved: bool, before: Option<u32>, after: Option<u32>, discount: f64) -> f64 {
        let solved = f64::from(u8::from(is_solved));
        let distance = |known: Option<u32>| f64::from(known.expect("checked at the start"));
        match self {
            Reward::Sparse => solved,
            Reward::Cost => -1.0,
            Reward::Distance => -distance(after),
            Reward::Potential => solved + distance(before) - discount * distance(after),
        }
    }
}

// How observations and actions are numbered: with room for the largest of several boards.

/// What a learner sees of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// A plane of 0 and 1 for each vehicle, one for walls and all that lies outside the board, and one
    /// for the cell beside the exit.
    Planes,
    /// The column or row of the first cell of each vehicle.
    Offsets,
}

impl Observation {
    /// Each by its name.
    pub const NAMES: [(&'static str, Observation); 2] =
        [("planes", Observation::Planes), ("offsets", Observation::Offsets)];
}

/// The kind of observation, and the room for it: the most rows, columns, vehicles and cells of one
/// move among several boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The kind of observation.
    pub observation: Observation,
    /// The most rows.
    pub rows: usize,
    /// The most columns.
    pub cols: usize,
    /// The most vehicles.
    pub vehicles: usize,
    /// The most cells of one move.
    pub reach: usize,
}

impl Extent {
    /// What a puzzle needs.
    #[must_use]
    pub fn of(puzzle: &Puzzle, metric: Metric, goal: Goal, observation: Observation) -> Extent {
        let space = puzzle.space(goal);
        let rooms = space.intervals().iter().map(|interval| interval.high - interval.low);
        let room = usize::from(rooms.max().unwrap_or(0).max(1));
        Extent {
            observation,
            rows: puzzle.board().rows().into(),
            cols: puzzle.board().cols().into(),
            vehicles: puzzle.board().vehicles().len(),
            reach: if metric == Metric::Step { 1 } else { room },
        }
    }

    /// Check that boards of another extent fit into this one.
    fn check(&self, other: &Extent) -> Result<(), SlotRefusal> {
        let parts = [
            ("rows", self.rows, other.rows),
            ("columns", self.cols, other.cols),
            ("vehicles", self.vehicles, other.vehicles),
            ("cells in a move", self.reach, other.reach),
        ];
        match parts.into_iter().find(|(_, most, found)| found > most) {
            Some((part, most, found)) => Err(SlotRefusal::TooLarge(part, most, found)),
            None => Ok(()),
        }
    }

    /// The number of actions.
    #[must_use]
    pub fn actions(&self) -> usize {
        self.vehicles * 2 * self.reach
    }

    /// The bytes of an observation.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self.observation {
            Observation::Planes => (self.vehicles + 2) * self.rows * self.cols,
            Observation::Offsets => self.vehicles,
        }
    }

    /// The vehicle of an action, and the cells that it moves.
    fn decode(&self, action: usize) -> (usize, i8) {
        let (vehicle, step) = (action / (2 * self.reach), action % (2 * self.reach));
        let cells = |count: usize| i8::try_from(count + 1).expect("at most a side and a length");
        let is_back = step < self.reach;
        (vehicle, if is_back { -cells(step) } else { cells(step - self.reach) })
    }

    /// Write which actions are legal.
    fn mark(&self, mask: &mut [i8], board: &EpisodeBoard, coordinates: &[u8], lines: &[u64]) {
        mask.fill(0);
        let vehicles = board.intervals().iter().zip(coordinates);
        for (legal, (interval, &at)) in mask.chunks_exact_mut(2 * self.reach).zip(vehicles) {
            let (back, forth) = interval.slide(lines[interval.line], at);
            legal[..usize::from(back).min(self.reach)].fill(1);
            legal[self.reach..][..usize::from(forth).min(self.reach)].fill(1);
        }
    }

    /// Write the whole observation.
    fn write(&self, view: &mut [u8], board: &EpisodeBoard, coordinates: &[u8]) {
        view.fill(0);
        for (vehicle, &at) in coordinates.iter().enumerate() {
            self.put(view, board, vehicle, at, 1);
        }
        if self.observation == Observation::Planes {
            self.write_board(view, board);
        }
    }

    /// Change the observation after a move.
    fn note_move(&self, view: &mut [u8], board: &EpisodeBoard, vehicle: usize, from: u8, to: u8) {
        self.put(view, board, vehicle, from, 0);
        self.put(view, board, vehicle, to, 1);
    }

    /// Write a vehicle at a coordinate, or remove it from its plane.
    fn put(&self, view: &mut [u8], board: &EpisodeBoard, vehicle: usize, at: u8, value: u8) {
        let interval = &board.intervals()[vehicle];
        if self.observation == Observation::Offsets {
            view[vehicle] = offset(interval, at).cast_unsigned();
            return;
        }
        let (line, is_row) = (interval.line, interval.across > 0);
        let rows = usize::from(board.puzzle().board().rows());
        let cells = at.max(interval.from)..(at + interval.length).min(interval.to);
        for place in cells.map(|cell| usize::from(cell - interval.from)) {
            let (row, col) = if is_row { (line, place) } else { (place, line - rows) };
            view[self.cell(vehicle, row, col)] = value;
        }
    }

    /// Write the planes of the walls and of the exit.
    fn write_board(&self, view: &mut [u8], board: &EpisodeBoard) {
        let board = board.puzzle().board();
        let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
        for (row, col) in (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col))) {
            let is_outside = row >= rows || col >= cols;
            view[self.cell(self.vehicles, row, col)] = is_outside.into();
        }
        let index = |number: i64| usize::try_from(number).expect("on the board");
        for wall in board.walls() {
            view[self.cell(self.vehicles, index(wall.row), index(wall.col))] = 1;
        }
        let exit = board.exit();
        let line = index(exit.line);
        let axis = exit.side.axis();
        let side = if axis == Axis::Horizontal { cols } else { rows };
        let place = if exit.side.is_forward() { side - 1 } else { 0 };
        let (row, col) = if axis == Axis::Horizontal { (line, place) } else { (place, line) };
        view[self.cell(self.vehicles + 1, row, col)] = 1;
    }

    fn cell(&self, plane: usize, row: usize, col: usize) -> usize {
        (plane * self.rows + row) * self.cols + col
    }
}
