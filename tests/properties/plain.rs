//! A plain search, cell by cell: it shares only the description of a board with the core.

use std::collections::{HashMap, VecDeque};

use rushhour::{Axis, Board, Goal, Metric, Side};

/// The offset of each vehicle.
pub type Offsets = Vec<i8>;

/// A board under a goal, which bounds how far the target may leave it.
pub struct Plain<'a> {
    pub board: &'a Board,
    pub goal: Goal,
}

impl Plain<'_> {
    /// The states after every legal move, in the defined order, with the vehicle and the cells.
    pub fn moves(&self, state: &Offsets, metric: Metric) -> Vec<(usize, i8, Offsets)> {
        let mut moves = Vec::new();
        for vehicle in 0..state.len() {
            for direction in [-1, 1] {
                let mut next = state.clone();
                for cells in 1.. {
                    next[vehicle] += direction;
                    if !self.is_legal(&next, vehicle) {
                        break;
                    }
                    moves.push((vehicle, direction * cells, next.clone()));
                    if metric == Metric::Step {
                        break;
                    }
                }
            }
        }
        moves
    }

    fn cells(&self, state: &Offsets, index: usize) -> Vec<(i8, i8)> {
        let vehicle = &self.board.vehicles()[index];
        let line = i8::try_from(vehicle.line).expect("small");
        let ends = state[index]..state[index] + i8::try_from(vehicle.length).expect("small");
        let is_row = vehicle.axis == Axis::Horizontal;
        ends.map(|at| if is_row { (line, at) } else { (at, line) }).collect()
    }

    fn is_legal(&self, state: &Offsets, index: usize) -> bool {
        let cells = self.cells(state, index);
        let others = (0..state.len()).filter(|&other| other != index);
        let mut others = others.flat_map(|other| self.cells(state, other));
        let walls = self.board.walls();
        let is_wall = |&(row, col): &(i8, i8)| {
            walls.iter().any(|wall| (wall.row, wall.col) == (row.into(), col.into()))
        };
        cells.iter().all(|cell| self.may_stand(*cell, index))
            && !cells.iter().any(is_wall)
            && !others.any(|cell| cells.contains(&cell))
    }

    /// Whether a cell lies on the board, or beyond the exit where the goal takes the target.
    fn may_stand(&self, (row, col): (i8, i8), index: usize) -> bool {
        let (rows, cols) = (i16::from(self.board.rows()), i16::from(self.board.cols()));
        let (row, col) = (i16::from(row), i16::from(col));
        let target = self.board.target();
        let out = i16::from(self.goal.beyond(self.board.vehicles()[target].length));
        let reach = |side| if index == target && self.board.exit().side == side { out } else { 0 };
        (-reach(Side::Top)..rows + reach(Side::Bottom)).contains(&row)
            && (-reach(Side::Left)..cols + reach(Side::Right)).contains(&col)
    }

    fn is_goal(&self, state: &Offsets) -> bool {
        let target = self.board.target();
        let vehicle = &self.board.vehicles()[target];
        let (offset, length) = (i16::from(state[target]), i16::from(vehicle.length));
        let side = self.board.exit().side;
        let edge = i16::from(self.board.side(vehicle.axis));
        let left = if side.is_forward() { edge - offset - length } else { offset };
        if self.goal != Goal::Clear {
            return left <= -i16::from(self.goal.beyond(vehicle.length));
        }
        let cells = self.cells(state, target);
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let is_ahead = |(row, col): (i8, i8)| match side {
            Side::Right => row == last.0 && col > last.1,
            Side::Left => row == first.0 && col < first.1,
            Side::Bottom => col == last.1 && row > last.0,
            Side::Top => col == first.1 && row < first.0,
        };
        let mut others = (0..state.len()).filter(|&other| other != target);
        let small = |at: i64| i8::try_from(at).expect("small");
        let walls = self.board.walls();
        !others.any(|other| self.cells(state, other).into_iter().any(is_ahead))
            && !walls.iter().any(|wall| is_ahead((small(wall.row), small(wall.col))))
    }

    /// Every reachable state with its distance to the nearest goal; `None` if there are more than
    /// `most` states.
    pub fn explore(
        &self,
        start: &Offsets,
        metric: Metric,
        most: usize,
    ) -> Option<HashMap<Offsets, Option<u32>>> {
        let mut distances = HashMap::from([(start.clone(), None)]);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(state) = queue.pop_front() {
            for (_, _, next) in self.moves(&state, metric) {
                if !distances.contains_key(&next) {
                    distances.insert(next.clone(), None);
                    queue.push_back(next);
                }
            }
            if distances.len() > most {
                return None;
            }
        }
        let goals: Vec<Offsets> = distances.keys().filter(|s| self.is_goal(s)).cloned().collect();
        queue.extend(goals.iter().cloned());
        distances.extend(goals.into_iter().map(|goal| (goal, Some(0))));
        while let Some(state) = queue.pop_front() {
            let distance = distances[&state].map(|distance| distance + 1);
            for (_, _, next) in self.moves(&state, metric) {
                if distances[&next].is_none() {
                    distances.insert(next.clone(), distance);
                    queue.push_back(next);
                }
            }
        }
        Some(distances)
    }
}
