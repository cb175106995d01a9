//! A board from a picture: screenshots, drawings and photographs.
//!
//! ```text
//! pixels --raster--> reduced copies --lattice, quads--> fields of cells --projective--> seen from above
//!        --features--> cells and borders --explain, cover--> boards --register--> lines around the bars, and again
//!        --exit--> target and exit --> PictureReading
//! ```
//!
//! Several fields, sizes and boards are carried to the end, and the board that explains the picture best is
//! the reading. Thresholds come from the picture: no colour is known but that a red bar is the target.
//! Scores are natural logarithms of likelihoods.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    clippy::many_single_char_names,
    reason = "pixels and cells are few, and geometry has short names"
)]

mod cover;
mod exit;
mod explain;
mod features;
mod lattice;
mod projective;
mod quads;
mod rank;
mod raster;
mod register;

#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;

use crate::board::{Axis, Cell, Exit, Setup, Shape, Side, new_labels, number};
use crate::state::Puzzle;
use cover::{Owners, Prior, crowded, walls};
use exit::{SeenBar, bars, exits, leaving, targets};
use explain::{Thoroughness, explain, odd_ground};
use features::Features;
use lattice::{Wanted, lattices};
use projective::cell_width;
use rank::rank;
use raster::{Point, Pyramid, from_level};
use register::registered;

/// The widest and the narrowest picture, in pixels.
pub const MAX_PICTURE_SIDE: usize = 30_000;
/// See [`MAX_PICTURE_SIDE`].
pub const MIN_PICTURE_SIDE: usize = 32;
/// The most pixels of a picture.
pub const MAX_PICTURE_PIXELS: usize = 120_000_000;
/// The fewest and the most rows or columns of a board that is looked for.
pub const READABLE_SIDES: (usize, usize) = (3, 12);

/// The pixels of a picture, row by row from the top left.
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a> {
    bytes: &'a [u8],
    width: usize,
    height: usize,
    channels: usize,
}

impl Pixels<'_> {
    /// Pixels of 1 byte (grey), 2 (grey and alpha), 3 (red, green, blue) or 4 (with alpha).
    ///
    /// # Errors
    /// [`PictureError`] if the picture is too small or too large, or if it has other bytes.
    pub fn new(
        bytes: &[u8],
        width: usize,
        height: usize,
        channels: usize,
    ) -> Result<Pixels<'_>, PictureError> {
        let size = PictureError::Size { width, height };
        let sides = MIN_PICTURE_SIDE..=MAX_PICTURE_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(size);
        }
        if width * height > MAX_PICTURE_PIXELS {
            return Err(size);
        }
        if !(1..=4).contains(&channels) {
            return Err(PictureError::Channels(channels));
        }
        let expected = width * height * channels;
        if bytes.len() != expected {
            return Err(PictureError::Bytes { expected, found: bytes.len() });
        }
        Ok(Pixels { bytes, width, height, channels })
    }
}

/// What is known of a board before its picture is read. All of it is optional.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// The corners of the field of cells: top left, top right, bottom right, bottom left, as `[x, y]` in
    /// pixels.
    pub corners: Option<[[f64; 2]; 4]>,
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// The side of the exit and, if it is known, its line.
    pub exit: Option<(Side, Option<usize>)>,
    /// A cell of the target.
    pub target: Option<Cell>,
    /// The lengths that vehicles can have: 2 and 3 if none are given.
    pub lengths: Vec<usize>,
}

/// A board as it was read from a picture.
#[derive(Clone, Debug)]
pub struct PictureReading {
    /// The board as it is seen, turned as in the picture.
    pub puzzle: Puzzle,
    /// The corners of the field of cells, as [`Help::corners`].
    pub corners: [[f64; 2]; 4],
    /// From 0 to 1: how often such a reading is right.
    pub confidence: f64,
    /// The same for each cell, row by row.
    pub cells: Vec<f64>,
    /// What else may be true; a reading without doubts is meant to be right.
    pub doubts: Vec<Doubt>,
}

/// Something that was nearly read otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The cells may belong to other vehicles, to the ground or to walls.
    Cells(Vec<Cell>),
    /// Another vehicle, of which this is a cell, may be the target.
    Target(Cell),
    /// The exit may be elsewhere.
    Exit(Exit),
    /// The board may stand elsewhere in the picture, or have this size.
    Place {
        /// Rows of the other board.
        rows: usize,
        /// Columns of the other board.
        cols: usize,
    },
    /// The picture shows no clear board at all.
    Faint,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Cells(cells) => {
                let places: Vec<String> = cells.iter().map(Cell::to_string).collect();
                write!(f, "unsure of the cells at {}", places.join("; "))
            }
            Doubt::Target(cell) => write!(f, "the vehicle at {cell} may be the target"),
            Doubt::Exit(exit) => {
                let word = match exit.side.axis() {
                    Axis::Horizontal => "row",
                    Axis::Vertical => "column",
                };
                let (side, line) = (exit.side.name(), number(exit.line));
                write!(f, "the exit may be at the {side} of {word} {line}")
            }
            Doubt::Place { rows, cols } => {
                write!(f, "the board may be another field of {rows} rows and {cols} columns")
            }
            Doubt::Faint => write!(f, "the picture shows no clear board"),
        }
    }
}

/// Why a picture cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// The picture is too small or too large.
    Size {
        /// Its columns of pixels.
        width: usize,
        /// Its rows of pixels.
        height: usize,
    },
    /// There are too few or too many bytes.
    Bytes {
        /// The bytes of such a picture.
        expected: usize,
        /// The bytes that were given.
        found: usize,
    },
    /// A pixel has another number of bytes than 1 to 4.
    Channels(usize),
    /// The given corners bound no field, or lie outside of the picture.
    Corners,
    /// The board would have too few or too many rows or columns.
    Side(usize),
    /// A vehicle of such a length cannot be read.
    Length(usize),
    /// No field of cells was found.
    NoBoard,
    /// A field was found, but no vehicle on it.
    NoVehicle,
    /// There is no vehicle at the cell that was named as the target's.
    NoTarget(Cell),
    /// The exit that was given is not in the target's line.
    ExitElsewhere(Exit),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = READABLE_SIDES;
        match self {
            PictureError::Size { width, height } => write!(
                f,
                "expected a picture of {MIN_PICTURE_SIDE} to {MAX_PICTURE_SIDE} pixels in each direction \
                 and at most {MAX_PICTURE_PIXELS} in all, found {width} x {height}"
            ),
            PictureError::Bytes { expected, found } => {
                write!(f, "expected {expected} bytes of pixels, found {found}")
            }
            PictureError::Channels(found) => {
                write!(f, "expected pixels of 1 to 4 bytes, found {found}")
            }
            PictureError::Corners => write!(
                f,
                "expected four corners in the picture, clockwise from the top left of the field of cells"
            ),
            PictureError::Side(side) => {
                write!(f, "expected {least} to {most} rows and columns, found {side}")
            }
            PictureError::Length(length) => {
                write!(f, "expected lengths of 2 to 6 cells, found {length}")
            }
            PictureError::NoBoard => {
                write!(
                    f,
                    "found no field of cells in the picture; the corners of the field may help"
                )
            }
            PictureError::NoVehicle => write!(f, "found a field of cells, but no vehicle on it"),
            PictureError::NoTarget(cell) => {
                write!(f, "expected a cell of the target, found no vehicle at {cell}")
            }
            PictureError::ExitElsewhere(exit) => {
                write!(f, "the target cannot leave at the {}", exit.side.name())
            }
        }
    }
}

impl Error for PictureError {}

/// The first level of the pyramid is at most so wide and high.
const LONGEST: usize = 1_400;
/// A screen explains its lines and its cells at least so well; otherwise photographs are tried, too. Of 218 pictures, 4 are
/// above this as screens though none of these is their field, and 3 screens are below.
const CLEAR: f64 = 340.0;
/// And it fills this part of the shorter side of the picture: a few cells of a photograph can look as clear.
const LARGE: f64 = 0.4;
/// Boards that are this near to the best make their cells doubtful.
const MARGIN: f64 = 6.0;
/// The best place must be better than the next one by this factor, or it is doubtful.
const RIVAL: f64 = 1.05;
/// A field at the same place that is worse by at most this factor must read the same.
const SAME_PLACE: f64 = 1.3;
/// A board explains each cell at least so well, or it is faint.
const LEAST_GAIN: f64 = 4.0;
/// Fields whose lattice is worse than this part of the best are not compared: a small board with few vehicles has few
/// edges. Of 50 drawn screens, 12 fields from 0.65 on read one more than 6 from 0.8 on. Photographs cost more time.
const LEAST_LATTICE: f64 = 0.65;
const LEAST_PHOTO_LATTICE: f64 = 0.8;
/// Lines that are laid around the bars must fit at least so well, compared with those before: a frame makes fields that
/// end on its outer edge look a little better. Of 80 drawings of the hardest themes, 62 are read with 0.95, 57 with 1.
const REGISTERED: f64 = 0.95;
/// Most boards have six rows and columns.
const OTHER_SIZES: f64 = 0.93;
/// What a wall adds to the score of a board: the first one of a screen, each further one, and any of a photograph.
const WALL: f64 = -7.0;
const NEXT_WALL: f64 = -2.5;
const PHOTO_WALL: f64 = -15.0;

/// A field of cells with the boards that explain it.
struct SeenField {
    corners: [Point; 4],
    size: (usize, usize),
    is_photo: bool,
    features: Features,
    boards: Vec<(f64, Owners)>,
}

impl SeenField {
    /// None if the corners bound no field.
    fn new(
        pyramid: &Pyramid,
        (corners, size): ([Point; 4], (usize, usize)),
        is_photo: bool,
        effort: Thoroughness,
        help: &Help,
        near: Option<&Owners>,
    ) -> Option<SeenField> {
        let features = Features::new(pyramid, &corners, size, is_photo)?;
        let mut boards = explain(&features, &prior(help, is_photo), effort, near);
        for (score, owners) in &mut boards {
            let best = targets(&features, owners).first().map_or(0.0, |(score, _)| *score);
            *score += best.min(3.0) + crowded(owners);
        }
        rank(&mut boards, |board| board.0);
        Some(SeenField { corners, size, is_photo, features, boards })
    }

    /// Lay the lines around the bars that were seen, as long as this explains the picture better.
    fn register(&mut self, pyramid: &Pyramid, help: &Help) {
        for _ in 0..3 {
            let Some((_, owners)) = self.boards.first() else { return };
            let Some(corners) = registered(&self.features, &self.corners, owners) else { return };
            let field = (corners, self.size);
            let near = Some(owners);
            let Some(better) =
                SeenField::new(pyramid, field, self.is_photo, Thoroughness::Full, help, near)
            else {
                return;
            };
            if better.fit() < REGISTERED * self.fit() {
                return;
            }
            *self = better;
        }
    }

    /// How much better than nothing the best board explains each cell.
    fn gain(&self) -> f64 {
        let cells = (self.size.0 * self.size.1) as f64;
        self.boards.first().map_or(0.0, |(score, _)| score / cells)
    }

    /// What fields are compared by. The gain of a field with parts of its frame is larger, but its lines are worse; a
    /// part of a field has good lines, but is small. Of 212 pictures, drawn and real, for which the right field was among
    /// those compared, the root of the side chose it in 211 and the side itself in 210.
    fn value(&self) -> f64 {
        let (rows, cols) = self.size;
        let usual = if self.size == (6, 6) { 1.0 } else { OTHER_SIZES };
        let side = self.cell_width() * ((rows * cols) as f64).sqrt();
        self.fit() * side.powf(0.75) * usual
    }

    /// How well board and lines fit the picture, whatever the size of the field.
    fn fit(&self) -> f64 {
        (self.gain() + 10.0).max(0.0) * self.features.lines.max(0.0).powi(2)
    }

    /// Whether it is as clear as a screenshot.
    fn is_clear(&self) -> bool {
        self.gain() * self.features.lines > CLEAR
    }

    fn cell_width(&self) -> f64 {
        cell_width(&self.corners, self.size.0, self.size.1)
    }

    /// Whether another place is not only this one again.
    fn is_rival(&self, other: &SeenField) -> bool {
        let centre = |corners: &[Point; 4]| -> Point {
            [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0)
        };
        let ([a, b], [c, d]) = (centre(&self.corners), centre(&other.corners));
        self.size != other.size || (a - c).abs().max((b - d).abs()) > 0.4 * self.cell_width()
    }
}

fn prior(help: &Help, is_photo: bool) -> Prior {
    let part = |&length: &usize| {
        let part = match length {
            2 => -1.6,
            3 => -2.4,
            _ => -4.0,
        };
        (length, part)
    };
    let lengths = if help.lengths.is_empty() { &[2, 3] } else { help.lengths.as_slice() };
    Prior {
        ground: -0.8,
        lengths: lengths.iter().map(part).collect(),
        wall: if is_photo { PHOTO_WALL } else { WALL },
        next_wall: if is_photo { PHOTO_WALL } else { NEXT_WALL },
    }
}

/// Read the board that a picture shows.
///
/// # Errors
/// [`PictureError`] if there is none, or if the help does not fit the picture.
///
/// ```
/// use rushhour::picture::{Help, Pixels, read};
///
/// let plain = vec![255; 3 * 200 * 200];
/// let image = Pixels::new(&plain, 200, 200, 3)?;
/// assert!(read(&image, &Help::default()).is_err(), "a white sheet shows no board");
/// # Ok::<(), rushhour::picture::PictureError>(())
/// ```
pub fn read(image: &Pixels, help: &Help) -> Result<PictureReading, PictureError> {
    check(image, help)?;
    let pyramid = Pyramid::new(image, LONGEST);
    let mut places = match help.corners {
        Some(corners) => at_corners(&pyramid, &corners, help),
        None => everywhere(&pyramid, help),
    };
    places.retain(|place| !place.boards.is_empty());
    rank(&mut places, SeenField::value);
    if places.is_empty() {
        return Err(PictureError::NoBoard);
    }
    let place = places.remove(0);
    reading(&pyramid, &place, &places, help)
}

fn check(image: &Pixels, help: &Help) -> Result<(), PictureError> {
    let (least, most) = READABLE_SIDES;
    for side in help.size.iter().flat_map(|&(rows, cols)| [rows, cols]) {
        if !(least..=most).contains(&side) {
            return Err(PictureError::Side(side));
        }
    }
    if let Some(&length) = help.lengths.iter().find(|length| !(2..=6).contains(*length)) {
        return Err(PictureError::Length(length));
    }
    if let Some(corners) = &help.corners {
        let (width, height) = (image.width as f64, image.height as f64);
        let inside = |[x, y]: &Point| {
            (-0.1 * width..=1.1 * width).contains(x) && (-0.1 * height..=1.1 * height).contains(y)
        };
        let small = projective::sides(corners).into_iter().any(|side| side < 16.0);
        if !corners.iter().all(inside) || small || !quads::is_clockwise(corners) {
            return Err(PictureError::Corners);
        }
    }
    Ok(())
}

fn sizes(help: &Help) -> Vec<(usize, usize)> {
    help.size.map_or_else(|| (4..=9).map(|side| (side, side)).collect(), |size| vec![size])
}

/// The places with their corners given, as a screen and as a photograph, their lines laid around the bars.
fn at_corners(pyramid: &Pyramid, corners: &[Point; 4], help: &Help) -> Vec<SeenField> {
    let mut places = Vec::new();
    for size in sizes(help) {
        for is_photo in [false, true] {
            let field = (*corners, size);
            let place = SeenField::new(pyramid, field, is_photo, Thoroughness::Full, help, None);
            places.extend(place.map(|mut place| {
                place.register(pyramid, help);
                place
            }));
        }
    }
    places
}

/// Places anywhere in the picture: as in a screenshot, and if none of these is clear, as in a photograph.
fn everywhere(pyramid: &Pyramid, help: &Help) -> Vec<SeenField> {
    let sizes = sizes(help);
    let (first, _) = pyramid.first();
    let short = first.width.min(first.height) as f64;
    let (level, factor) = pyramid.level((short / 480.0 - 0.2).ceil());
    let wanted = Wanted { sizes: &sizes, aspect: 1.03, least: 0.22, most: 12 };
    let mut places = Vec::new();
    let found = lattices(level, &wanted);
    let best = found.first().map_or(0.0, |lattice| lattice.score);
    for found in found.iter().filter(|lattice| lattice.score >= LEAST_LATTICE * best) {
        let (left, right, top, bottom) = (found.left, found.right, found.top, found.bottom);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        let corners = corners.map(|corner| from_level(corner, factor));
        let field = (corners, (found.rows, found.cols));
        places.extend(SeenField::new(pyramid, field, false, Thoroughness::Quick, help, None));
    }
    let is_large = |place: &SeenField| {
        let (rows, cols) = place.size;
        place.cell_width() * rows.min(cols) as f64 >= LARGE * short * pyramid.base()
    };
    if !places.iter().any(|place| place.is_clear() && is_large(place)) {
        let found = quads::fields(pyramid, &sizes, 8);
        let best = found.first().map_or(0.0, |(score, ..)| *score);
        for (score, corners, size) in found {
            if score < LEAST_PHOTO_LATTICE * best {
                continue;
            }
            let field = (corners, size);
            places.extend(SeenField::new(pyramid, field, true, Thoroughness::Quick, help, None));
        }
    }
    rank(&mut places, SeenField::value);
    for place in places.iter_mut().take(2) {
        let field = (place.corners, place.size);
        if let Some(full) =
            SeenField::new(pyramid, field, place.is_photo, Thoroughness::Full, help, None)
        {
            *place = full;
        }
        place.register(pyramid, help);
    }
    places
}

/// The cells of which two boards say different things.
fn differing(a: &Owners, b: &Owners) -> Vec<usize> {
    let part = |owners: &Owners, cell: usize| -> Vec<usize> {
        let mine = |other: &usize| owners[cell].is_some() && owners[*other] == owners[cell];
        (0..owners.len()).filter(mine).collect()
    };
    (0..a.len()).filter(|&cell| part(a, cell) != part(b, cell)).collect()
}

fn reading(
    pyramid: &Pyramid,
    place: &SeenField,
    others: &[SeenField],
    help: &Help,
) -> Result<PictureReading, PictureError> {
    let cols = place.size.1;
    let (best, owners) = &place.boards[0];
    let cell_of = |cell: usize| Cell { row: (cell / cols) as i64, col: (cell % cols) as i64 };
    let mut support = vec![1.0f64; owners.len()];
    let mut is_doubtful = vec![false; owners.len()];
    let margin = place.boards.get(1).map_or(99.0, |(score, _)| best - score);
    for (score, other) in &place.boards[1..] {
        for cell in differing(owners, other) {
            is_doubtful[cell] |= best - score < MARGIN;
            support[cell] -= (-(best - score) / 3.0).exp() * 0.5;
        }
    }
    let odd = odd_ground(&place.features, owners, if place.is_photo { 35.0 } else { 25.0 });
    for cell in odd.into_iter().chain(mistakable_walls(owners)) {
        is_doubtful[cell] = true;
        support[cell] -= 0.5;
    }
    let again: Vec<SeenField> = shaken(place)
        .into_iter()
        .filter_map(|corners| {
            let field = (corners, place.size);
            let near = Some(owners);
            SeenField::new(pyramid, field, place.is_photo, Thoroughness::Quick, help, near)
        })
        .collect();
    let is_same =
        |other: &&SeenField| !place.is_rival(other) && place.value() < SAME_PLACE * other.value();
    let same: Vec<&SeenField> = others.iter().filter(is_same).collect();
    for other in again.iter().chain(same.iter().copied()) {
        for cell in
            other.boards.first().map_or_else(Vec::new, |(_, board)| differing(owners, board))
        {
            is_doubtful[cell] = true;
            support[cell] -= 0.2;
        }
    }
    let mut doubts = Vec::new();
    let unsure: Vec<Cell> =
        (0..owners.len()).filter(|&cell| is_doubtful[cell]).map(cell_of).collect();
    if !unsure.is_empty() {
        doubts.push(Doubt::Cells(unsure));
    }
    let rival = others
        .iter()
        .filter(|other| place.is_rival(other))
        .max_by(|a, b| a.value().total_cmp(&b.value()));
    if let Some(rival) = rival.filter(|rival| place.value() < RIVAL * rival.value()) {
        doubts.push(Doubt::Place { rows: rival.size.0, cols: rival.size.1 });
    }
    if place.gain() < LEAST_GAIN {
        doubts.push(Doubt::Faint);
    }
    let puzzle = puzzle(place, &same, help, &mut doubts)?;
    let cells: Vec<f64> = support.iter().map(|support| support.clamp(0.05, 0.99)).collect();
    let mut confidence = 1.0 - (-(margin.max(0.5)) / 5.0).exp();
    confidence = doubts.iter().fold(confidence, |confidence, _| confidence * 0.7);
    Ok(PictureReading { puzzle, corners: place.corners, confidence, cells, doubts })
}

/// The walls of a board with little ground, which may be ground while that is walls.
fn mistakable_walls(owners: &Owners) -> Vec<usize> {
    let walls = walls(owners);
    let ground = owners.iter().filter(|owner| owner.is_none()).count();
    if ground <= 2 * walls.len() { walls } else { Vec::new() }
}

/// Corners near those of a place, which must read the same.
fn shaken(place: &SeenField) -> [[Point; 4]; 3] {
    let centre = [0, 1].map(|axis| place.corners.iter().map(|c| c[axis]).sum::<f64>() / 4.0);
    let scaled = |factor: f64| {
        place.corners.map(|corner| [0, 1].map(|k| centre[k] + (corner[k] - centre[k]) * factor))
    };
    let shift = 0.05 * place.cell_width();
    [scaled(1.018), scaled(0.982), place.corners.map(|corner| corner.map(|v| v + shift))]
}

/// The puzzle of the best board of a place, with its target and its exit, which fields at the same place
/// must show, too.
fn puzzle(
    place: &SeenField,
    same: &[&SeenField],
    help: &Help,
    doubts: &mut Vec<Doubt>,
) -> Result<Puzzle, PictureError> {
    let (rows, cols) = place.size;
    let owners = &place.boards[0].1;
    let cell_of = |cell: usize| Cell { row: (cell / cols) as i64, col: (cell % cols) as i64 };
    let targets = leaving(&place.features, owners);
    let target: &SeenBar = match help.target {
        Some(cell) => {
            let inside = |bar: &&SeenBar| bar.cells.iter().any(|&other| cell_of(other) == cell);
            let bar = targets.iter().map(|(_, bar)| bar).find(inside);
            bar.ok_or(PictureError::NoTarget(cell))?
        }
        None => match targets.as_slice() {
            [] => return Err(PictureError::NoVehicle),
            [(first, _), (second, other), ..] if first - second < 1.0 => {
                doubts.push(Doubt::Target(cell_of(other.cells[0])));
                &targets[0].1
            }
            [(_, bar), ..] => bar,
        },
    };
    let (axis, line) = (target.axis(cols), target.line(cols));
    let exit = if let Some((side, given)) = help.exit {
        let exit = Exit { side, line: given.unwrap_or(line) as i64 };
        if side.axis() != axis || exit.line != line as i64 {
            return Err(PictureError::ExitElsewhere(exit));
        }
        exit
    } else {
        let ([exit, other], lead) = exits(&place.features, owners, axis, line);
        let is_other = |field: &&SeenField| exits(&field.features, owners, axis, line).0[0] != exit;
        if lead < 0.5 || same.iter().any(is_other) {
            doubts.push(Doubt::Exit(other));
        }
        exit
    };
    let mut labels = new_labels();
    let mut vehicles = Vec::new();
    for bar in bars(owners) {
        let is_target = bar.owner == target.owner;
        let label = if is_target { Some("A".to_owned()) } else { labels.next() };
        let shape = Shape::Bar {
            axis: bar.axis(cols),
            cell: cell_of(bar.cells[0]),
            length: bar.cells.len() as i64,
        };
        vehicles.push((label.expect("endless"), shape));
    }
    let walls = walls(owners).into_iter().map(cell_of).collect();
    let setup = Setup {
        rows: rows as i64,
        cols: cols as i64,
        exit: Some(exit),
        walls,
        vehicles,
        target: "A".to_owned(),
    };
    let Ok(puzzle) = Puzzle::new(&setup) else {
        unreachable!("a cover is a legal board with its exit in the target's line")
    };
    Ok(puzzle)
}
