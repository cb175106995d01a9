//! One name for each cluster, which all its states and all their images under rotation and
//! reflection share.
//!
//! A name begins with what no move changes: size, exit, walls, and the vehicles of each line in
//! their order. Among the eight images of a board the least such description is chosen. The offsets
//! of the least state of the cluster follow.

use crate::board::{Axis, Board, Cell, Image, along};
use crate::cluster::Cluster;
use crate::outcome::{Stop, Watch};
use crate::state::{Puzzle, State};

/// What all states of a cluster share, in the images in which its description is least.
pub struct Skeleton<'a> {
    /// The description. Boards whose descriptions differ have no cluster in common.
    pub fixed: Vec<u8>,
    views: Vec<View<'a>>,
}

/// An image of a board, with its vehicles in the order of their lines.
struct View<'a> {
    image: Image<'a>,
    order: Vec<usize>,
}

impl<'a> Skeleton<'a> {
    /// The skeleton of a puzzle.
    ///
    /// # Panics
    /// Never: there are eight images.
    #[must_use]
    pub fn of(puzzle: &'a Puzzle) -> Skeleton<'a> {
        let (board, state) = (puzzle.board(), puzzle.state());
        let mut all: Vec<_> = Image::all(board).map(|image| view(board, state, image)).collect();
        let fixed = all.iter().map(|(fixed, _)| fixed).min().expect("eight images").clone();
        all.retain(|(other, _)| *other == fixed);
        Skeleton { fixed, views: all.into_iter().map(|(_, view)| view).collect() }
    }

    /// The offsets of a state in each of the images.
    pub fn images(&self, state: &State) -> impl Iterator<Item = Vec<u8>> {
        self.views.iter().map(|view| view.offsets(state))
    }

    /// The name of a cluster, and its least state with the number of the symmetry that leads to its
    /// image; `cluster` holds the states of the board.
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    ///
    /// # Panics
    /// Never: a cluster has a state.
    pub fn least(
        &self,
        cluster: &Cluster,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<u8>, State, u8), Stop> {
        let (offsets, vehicles) = (cluster.offsets(watch)?, self.views[0].order.len());
        let states = offsets.chunks_exact(vehicles).map(|row| State::new(row.into()));
        let all = states.flat_map(|state| {
            self.views.iter().map(move |view| (view.offsets(&state), state.clone(), view))
        });
        let least = all.min_by(|one, other| one.0.cmp(&other.0));
        let (offsets, state, view) = least.expect("a cluster has a state");
        Ok(([&self.fixed[..], &offsets].concat(), state, view.image.way()))
    }
}

/// The description of what no move changes, and the view that it describes.
fn view<'a>(board: &Board, state: &State, image: Image<'a>) -> (Vec<u8>, View<'a>) {
    let lines: Vec<(Axis, i64, i64)> =
        (0..board.vehicles().len()).map(|index| place(board, &image, state, index)).collect();
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_unstable_by_key(|&index| lines[index]);
    let vehicles = order.iter().flat_map(|&index| {
        let (axis, line, _) = lines[index];
        let kind = u8::from(axis == Axis::Vertical) | u8::from(index == board.target()) << 1;
        [kind, low_byte(line), board.vehicles()[index].length]
    });
    let [rows, cols] = image.size();
    let walls = image.walls();
    let head = [rows, cols, low_byte(lines.len()), low_byte(walls.len())];
    let cells = std::iter::once(image.way_out()).chain(walls);
    let cells = cells.flat_map(|Cell { row, col }| [low_byte(row), low_byte(col)]);
    let fixed = head.into_iter().chain(cells).chain(vehicles).collect();
    (fixed, View { image, order })
}

/// The axis, the line and the offset of a vehicle in an image.
fn place(board: &Board, image: &Image<'_>, state: &State, index: usize) -> (Axis, i64, i64) {
    let axis = match (board.vehicles()[index].axis, image.is_exchanged()) {
        (Axis::Horizontal, false) | (Axis::Vertical, true) => Axis::Horizontal,
        _ => Axis::Vertical,
    };
    let (line, offset) = along(axis, image.first_cell(state, index));
    (axis, line, offset)
}

impl View<'_> {
    /// The offsets of a state in the order of the lines.
    fn offsets(&self, state: &State) -> Vec<u8> {
        let board = self.image.board();
        let offset = |&index: &usize| low_byte(place(board, &self.image, state, index).2);
        self.order.iter().map(offset).collect()
    }
}

/// A coordinate near the board, or a count; different ones stay different.
fn low_byte<T: TryInto<i64>>(number: T) -> u8 {
    number.try_into().unwrap_or(-1).to_le_bytes()[0]
}
