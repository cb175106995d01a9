//! One name for each cluster, which all its states and all their images under rotation and
//! reflection share.
//!
//! A name begins with what no move changes: size, exit, walls, and the vehicles of each line in
//! their order. Among the eight images of a board the least such description is chosen. The offsets
//! of the least state of the cluster follow. The name is the SHA-256 of these bytes.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use crate::board::{Axis, Board, BoardImage, Cell, Goal, Metric, along};
use crate::cluster::{self, Cluster, Unfinished};
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
    image: BoardImage<'a>,
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
        let mut all: Vec<_> =
            BoardImage::all(board).map(|image| view(board, state, image)).collect();
        let fixed = all.iter().map(|(fixed, _)| fixed).min().expect("eight images").clone();
        all.retain(|(other, _)| *other == fixed);
        Skeleton { fixed, views: all.into_iter().map(|(_, view)| view).collect() }
    }

    /// Call `visit` with the offsets of every state of a cluster in each of the images, until it breaks.
    fn for_each_image<'s>(
        &'s self,
        cluster: &Cluster,
        watch: &mut Watch<'_>,
        mut visit: impl FnMut(&[u8], &[i8], &'s View<'a>) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let (offsets, vehicles) = (cluster.offsets(watch)?, self.views[0].order.len());
        let mut image = Vec::with_capacity(vehicles);
        for state in offsets.chunks_exact(vehicles) {
            watch.check(cluster.len(), offsets.len())?;
            for view in &self.views {
                image.clear();
                image.extend(view.offsets(state));
                if visit(&image, state, view).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The name of a cluster in hexadecimal, and its least state with the number of the symmetry that leads to its
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
    ) -> Result<(String, State, u8), Stop> {
        let mut least: Option<(Vec<u8>, State, &View<'_>)> = None;
        self.for_each_image(cluster, watch, |image, state, view| {
            if least.as_ref().is_none_or(|(least, ..)| image < least.as_slice()) {
                least = Some((image.into(), State::new(state.into()), view));
            }
            ControlFlow::Continue(())
        })?;
        let (image, state, view) = least.expect("a cluster has a state");
        let name = Sha256::new().chain_update(&self.fixed).chain_update(&image).finalize();
        let digits = name.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let digit = |digit| char::from_digit(u32::from(digit), 16).expect("below 16");
        Ok((digits.map(digit).collect(), state, view.image.way()))
    }
}

/// The description of what no move changes, and the view that it describes.
fn view<'a>(board: &Board, state: &State, image: BoardImage<'a>) -> (Vec<u8>, View<'a>) {
    let lines: Vec<(Axis, i64, i64)> =
        state.offsets().iter().enumerate().map(|(index, &at)| place(&image, index, at)).collect();
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
fn place(image: &BoardImage<'_>, index: usize, offset: i8) -> (Axis, i64, i64) {
    let axis = image.axis(index);
    let (line, offset) = along(axis, image.first_cell(index, offset));
    (axis, line, offset)
}

impl View<'_> {
    /// The offsets of a state in the order of the lines.
    fn offsets(&self, state: &[i8]) -> impl Iterator<Item = u8> {
        self.order.iter().map(|&index| low_byte(place(&self.image, index, state[index]).2))
    }
}

/// A coordinate near the board, or a count; different ones stay different.
fn low_byte<T: TryInto<i64>>(number: T) -> u8 {
    number.try_into().unwrap_or(-1).to_le_bytes()[0]
}

// Puzzles that are known, so that their clusters are found again.

/// States of puzzles that are known, by what no move changes of them.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// For each description the offsets of the puzzles that have it, and their numbers.
    places: FxHashMap<Vec<u8>, FxHashMap<Vec<u8>, Vec<usize>>>,
    count: usize,
}

impl Known {
    /// Add a puzzle; its number is that of the puzzles added before it.
    ///
    /// # Panics
    /// Never: a puzzle has a description.
    pub fn add(&mut self, puzzle: &Puzzle) {
        let skeleton = Skeleton::of(puzzle);
        let offsets = skeleton.views[0].offsets(puzzle.state().offsets()).collect();
        self.places.entry(skeleton.fixed).or_default().entry(offsets).or_default().push(self.count);
        self.count += 1;
    }

    /// The numbers of the known puzzles that are, or have an image, in the cluster of a puzzle. The cluster
    /// is explored only if a known puzzle has the same vehicles in the same lines.
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    pub fn find(&self, puzzle: &Puzzle, watch: &mut Watch<'_>) -> Result<Vec<usize>, Unfinished> {
        let skeleton = Skeleton::of(puzzle);
        let Some(known) = self.places.get(&skeleton.fixed) else { return Ok(Vec::new()) };
        let cluster = cluster::explore(puzzle, Metric::Slide, Goal::Edge, watch)?;
        let mut found = BTreeSet::new();
        let is_in = skeleton.for_each_image(&cluster, watch, |image, _, _| {
            found.extend(known.get(image).into_iter().flatten());
            ControlFlow::Continue(())
        });
        is_in.map_err(|stop| Unfinished { stop, states: cluster.len() })?;
        Ok(found.into_iter().collect())
    }

    /// Whether a known puzzle or an image of it is in a cluster.
    ///
    /// # Errors
    /// The limit of `watch` that came first.
    pub(super) fn has(
        &self,
        skeleton: &Skeleton<'_>,
        cluster: &Cluster,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Stop> {
        let Some(known) = self.places.get(&skeleton.fixed) else { return Ok(false) };
        let mut is_known = false;
        skeleton.for_each_image(cluster, watch, |image, _, _| {
            is_known = known.contains_key(image);
            if is_known { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(is_known)
    }
}
