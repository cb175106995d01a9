//! Boards that are drawn here, read back.

use super::cover::{CoverTerms, Prior, covers};
use super::projective::Homography;
use super::{Doubt, Help, MAX_PICTURE_SIDE, PictureError, PictureReading, Pixels, read};
use crate::board::{Cell, Exit, Side};
use crate::random::SplitMix;
use crate::state::Puzzle;

const CELL: usize = 40;
const AROUND: usize = 60;

/// A drawing of a square board: ground, frame with a gap at the exit, bars with a gap between them.
struct Drawing {
    side: usize,
    pixels: Vec<u8>,
}

impl Drawing {
    fn of(board: &str) -> Drawing {
        let puzzle: Puzzle = board.parse().expect("a board string");
        let cols = usize::from(puzzle.board().cols());
        let side = cols * CELL + 2 * AROUND;
        let mut drawing = Drawing { side, pixels: [40, 90, 120].repeat(side * side) };
        drawing.fill(AROUND - 12, AROUND - 12, cols * CELL + 24, cols * CELL + 24, [90, 70, 60]);
        drawing.fill(AROUND, AROUND, cols * CELL, cols * CELL, [205, 200, 190]);
        let exit = AROUND + puzzle.board().exit().line as usize * CELL;
        drawing.fill(AROUND + cols * CELL, exit, 12, CELL, [205, 200, 190]);
        let text: Vec<char> = board.chars().filter(|&c| c != '/').collect();
        let mut seen = Vec::new();
        for (cell, &label) in text.iter().enumerate() {
            let cells: Vec<usize> = (0..text.len()).filter(|&k| text[k] == label).collect();
            if label == '.' || (label != 'x' && seen.contains(&label)) {
                continue;
            }
            seen.push(label);
            let last = if label == 'x' { cell } else { cells[cells.len() - 1] };
            let colour = match label {
                'A' => [215, 25, 30],
                'x' => [30, 30, 34],
                _ => [60, 120 + 10 * (label as u8 % 4), 190],
            };
            let (row, col) = (cell / cols, cell % cols);
            let (width, height) = (last % cols - col + 1, last / cols - row + 1);
            let (x, y) = (AROUND + col * CELL + 2, AROUND + row * CELL + 2);
            drawing.fill(x, y, width * CELL - 4, height * CELL - 4, colour);
        }
        drawing
    }

    fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: [u8; 3]) {
        for row in y..y + height {
            for col in x..x + width {
                self.pixels[3 * (row * self.side + col)..][..3].copy_from_slice(&colour);
            }
        }
    }

    /// The drawing turned by 90 degrees clockwise.
    fn turned(&self) -> Drawing {
        let side = self.side;
        let pixel = |k: usize| {
            let (x, y) = (k % side, k / side);
            &self.pixels[3 * ((side - 1 - x) * side + y)..][..3]
        };
        let pixels = (0..side * side).flat_map(|k| pixel(k).to_vec()).collect();
        Drawing { side, pixels }
    }

    fn read(&self, help: &Help) -> Result<PictureReading, PictureError> {
        read(&Pixels::new(&self.pixels, self.side, self.side, 3).expect("pixels"), help)
    }
}

const BOARDS: [&str; 3] = [
    "BB...CD..E.CDAAE.CD..E..F...GGF.HHH.",
    "BBB..C..D..CAAD..CE.D.FFE...G.HHH.G.",
    "BB.C.D..C.DAA.xE..FFE.x..",
];

#[test]
fn drawings_are_read_as_they_are() {
    for board in &BOARDS {
        let reading = Drawing::of(board).read(&Help::default()).expect("a board");
        assert_eq!(reading.puzzle.to_string(), *board);
        assert_eq!(reading.doubts, []);
        assert!(reading.confidence > 0.5 && reading.cells.iter().all(|&cell| cell > 0.9));
        let corner = AROUND as f64 - 0.5;
        let near = |&[x, y]: &[f64; 2]| (x - corner).abs() < 2.0 && (y - corner).abs() < 2.0;
        assert!(near(&reading.corners[0]), "{:?}", reading.corners);
    }
}

#[test]
fn a_turned_picture_is_a_turned_board() {
    let reading = Drawing::of(BOARDS[0]).turned().read(&Help::default()).expect("a board");
    assert_eq!(reading.puzzle.board().exit(), Exit { side: Side::Bottom, line: 3 });
    let target = &reading.puzzle.board().vehicles()[reading.puzzle.board().target()];
    assert_eq!((target.label.as_str(), target.line), ("A", 3));
}

#[test]
fn corners_and_size_help() {
    let drawing = Drawing::of(BOARDS[0]);
    let (low, high) = (AROUND as f64, (AROUND + 6 * CELL) as f64);
    let corners = Some([[low, low], [high, low], [high, high], [low, high]]);
    for size in [None, Some((6, 6))] {
        let help = Help { corners, size, ..Help::default() };
        assert_eq!(drawing.read(&help).expect("a board").puzzle.to_string(), BOARDS[0]);
    }
    let target = Some(Cell { row: 0, col: 1 });
    let exit = Some((Side::Left, None));
    let help = Help { corners, exit, target, ..Help::default() };
    let reading = drawing.read(&help).expect("a board");
    assert_eq!(reading.puzzle.board().exit(), Exit { side: Side::Left, line: 0 });
    let is_told = |doubt: &Doubt| matches!(doubt, Doubt::Target(_) | Doubt::Exit(_));
    assert!(!reading.doubts.iter().any(is_told));
}

#[test]
fn help_that_does_not_fit_is_refused() {
    let drawing = Drawing::of(BOARDS[0]);
    let corners = Some([[60.0, 60.0], [300.0, 60.0], [60.0, 300.0], [300.0, 300.0]]);
    let refused = |help: Help| drawing.read(&help).expect_err("refused");
    assert_eq!(refused(Help { corners, ..Help::default() }), PictureError::Corners);
    let corners = Some([[60.0, 60.0], [9000.0, 60.0], [9000.0, 300.0], [60.0, 300.0]]);
    assert_eq!(refused(Help { corners, ..Help::default() }), PictureError::Corners);
    let size = Some((6, 40));
    assert_eq!(refused(Help { size, ..Help::default() }), PictureError::Side(40));
    let target = Some(Cell { row: 0, col: 2 });
    let none = PictureError::NoTarget(Cell { row: 0, col: 2 });
    assert_eq!(refused(Help { target, ..Help::default() }), none);
    let exit = Some((Side::Top, None));
    assert!(matches!(refused(Help { exit, ..Help::default() }), PictureError::ExitElsewhere(_)));
    let lengths = vec![1];
    assert_eq!(refused(Help { lengths, ..Help::default() }), PictureError::Length(1));
}

#[test]
fn pictures_without_a_board_are_no_fact() {
    let mut random = SplitMix(7);
    let noise: Vec<u8> = (0..3 * 120 * 90).map(|_| random.below(256) as u8).collect();
    let plain = vec![128; 3 * 120 * 90];
    let slope: Vec<u8> = (0..3 * 120 * 90).map(|k| (k / 3 % 120) as u8).collect();
    for pixels in [noise, plain, slope] {
        let image = Pixels::new(&pixels, 120, 90, 3).expect("pixels");
        if let Ok(reading) = read(&image, &Help::default()) {
            assert!(!reading.doubts.is_empty(), "{}", reading.puzzle);
        }
    }
}

#[test]
fn wrong_sizes_are_refused() {
    let size = |width, height| PictureError::Size { width, height };
    for (width, height) in [(0, 100), (31, 100), (100, MAX_PICTURE_SIDE + 1), (20_000, 20_000)] {
        assert_eq!(Pixels::new(&[], width, height, 3).expect_err("a size"), size(width, height));
    }
    let bytes = PictureError::Bytes { expected: 4096, found: 5 };
    assert_eq!(Pixels::new(&[0; 5], 64, 64, 1).expect_err("bytes"), bytes);
    for channels in [0, 5, usize::MAX] {
        let error = Pixels::new(&[0; 5], 64, 64, channels).expect_err("channels");
        assert_eq!(error, PictureError::Channels(channels));
    }
}

/// Corners against the clock would mirror the board, and a strip has copies of a pixel's height.
#[test]
fn wrong_corners_are_refused_and_a_strip_is_read() {
    let bytes = vec![128; 30_000 * 32];
    let strip = Pixels::new(&bytes, 30_000, 32, 1).expect("a strip");
    let corners = [[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]];
    let help = |corners| Help { corners: Some(corners), ..Help::default() };
    assert!(read(&strip, &help(corners)).is_err());
    let mirrored = [corners[1], corners[0], corners[3], corners[2]];
    assert_eq!(read(&strip, &help(mirrored)).expect_err("corners"), PictureError::Corners);
}

/// The best board of random terms is the best of all legal boards, which are listed one by one.
#[test]
fn covers_are_exact() {
    let mut random = SplitMix(3);
    let (rows, cols) = (3, 3);
    let mut value = || f64::from(random.below(1000) as u32) / 250.0 - 2.0;
    for _ in 0..20 {
        let terms = CoverTerms {
            rows,
            cols,
            ground: (0..9).map(|_| value()).collect(),
            covered: (0..9).map(|_| value()).collect(),
            wall: (0..9).map(|_| value()).collect(),
            borders: (0..12).map(|_| [value(), value(), value(), value()]).collect(),
        };
        let lengths = vec![(2, -1.6), (3, -2.4)];
        let prior = Prior { ground: -0.8, lengths, wall: -3.0, next_wall: -3.0 };
        let (found, owners) = covers(&terms, &prior, usize::MAX, 1).remove(0);
        let mut best = f64::NEG_INFINITY;
        let mut board: [u8; 9] = [0; 9];
        every_board(&mut board, 0, 1, &mut |board| {
            best = best.max(score(board, &terms, &prior));
        });
        assert!((found - best).abs() < 1e-9, "{found} {best} {owners:?}");
    }
}

/// All boards of 3 x 3 cells: 0 is ground, other numbers are bars and walls; 9 is not yet decided.
fn every_board(board: &mut [u8; 9], cell: usize, next: u8, see: &mut dyn FnMut(&[u8; 9])) {
    if cell == 9 {
        see(board);
        return;
    }
    if board[cell] != 0 {
        every_board(board, cell + 1, next, see);
        return;
    }
    every_board(board, cell + 1, next, see);
    for (length, step) in [(1, 1), (2, 1), (3, 1), (2, 3), (3, 3)] {
        let room = if step == 1 { 3 - cell % 3 } else { 3 - cell / 3 };
        let cells: Vec<usize> = (0..length).map(|k| cell + k * step).collect();
        if length <= room && cells.iter().all(|&cell| board[cell] == 0) {
            for &cell in &cells {
                board[cell] = next;
            }
            every_board(board, cell + 1, next + 1, see);
            for &cell in &cells {
                board[cell] = 0;
            }
        }
    }
}

fn score(board: &[u8; 9], terms: &CoverTerms, prior: &Prior) -> f64 {
    let border = |a: usize, b: usize| match (board[a], board[b]) {
        (0, 0) => 3,
        (0, _) | (_, 0) => 2,
        (a, b) => usize::from(a != b),
    };
    let across = (0..6).map(|k| terms.borders[k][border(k / 2 * 3 + k % 2, k / 2 * 3 + k % 2 + 1)]);
    let down = (0..6).map(|k| terms.borders[6 + k][border(k, k + 3)]);
    let cell = |k: usize| if board[k] == 0 { terms.ground[k] - 0.8 } else { terms.covered[k] };
    let bars = (1..=9u8).map(|bar| {
        let cells: Vec<usize> = (0..9).filter(|&k| board[k] == bar).collect();
        match cells.as_slice() {
            [] => 0.0,
            &[cell] => prior.wall + terms.wall[cell],
            [_, _] => -1.6,
            _ => -2.4,
        }
    });
    across.chain(down).chain((0..9).map(cell)).chain(bars).sum()
}

#[test]
fn a_homography_takes_the_board_to_its_corners() {
    let corners = [[10.0, 20.0], [200.0, 5.0], [220.0, 240.0], [-7.0, 180.0]];
    let map = Homography::new(&corners, 6.0, 5.0).expect("corners of a field");
    let board = [[0.0, 0.0], [6.0, 0.0], [6.0, 5.0], [0.0, 5.0]];
    for (place, corner) in board.into_iter().zip(corners) {
        let [x, y] = map.at(place);
        assert!((x - corner[0]).hypot(y - corner[1]) < 1e-9);
    }
    assert!(Homography::new(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]], 1.0, 1.0).is_none());
}
