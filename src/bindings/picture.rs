//! The reader of pictures for a page: a module of its own, which the page loads when somebody gives it a
//! picture.
//!
//! The page writes pixels and what is known to the bytes of [`picture_room`], calls [`read_picture`], and takes
//! [`reading_length`] bytes of JSON. It is small because it shares nothing with the operations, and their JSON neither.

use super::exchange;
use crate::board::{Axis, Cell, Vehicle, cell_at};
use crate::picture::{Doubt, Help, PictureError, PictureReading, Pixels, read};
use crate::state::Puzzle;

/// Bytes of a pixel: red, green, blue and alpha, as a canvas has them.
const CHANNELS: usize = 4;
/// Bytes of four corners.
const CORNERS: usize = 4 * 2 * size_of::<f64>();

/// Room for the pixels of a picture and, behind them, for the corners of its field, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn picture_room(bytes: usize) -> *mut u8 {
    exchange::reserve(bytes)
}

/// Read the board of the picture in the reserved bytes.
///
/// `rows` and `cols` are 0 if they are not known. The corners, if they are known, are eight numbers of 64 bits,
/// as in [`Help::corners`]. The answer has a `puzzle`, its `corners` in pixels, and its `doubts`, or else an
/// `error`. It stays until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn read_picture(width: usize, height: usize, rows: usize, cols: usize) -> *const u8 {
    exchange::answer(|request| {
        let pixels = width.saturating_mul(height).saturating_mul(CHANNELS);
        let (pixels, corners) = request.split_at_checked(pixels).unwrap_or((request, &[]));
        let size = (rows > 0).then_some((rows, cols));
        let help = Help { corners: corners_of(corners), size, ..Help::default() };
        match Pixels::new(pixels, width, height, CHANNELS).and_then(|image| read(&image, &help)) {
            Ok(reading) => answered(&reading),
            Err(error) => refused(&error),
        }
    })
}

/// The number of bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn reading_length() -> usize {
    exchange::answer_length()
}

fn corners_of(bytes: &[u8]) -> Option<[[f64; 2]; 4]> {
    let bytes: &[u8; CORNERS] = bytes.try_into().ok()?;
    let number = |at: usize| -> f64 {
        f64::from_le_bytes(std::array::from_fn(|byte| bytes[at * size_of::<f64>() + byte]))
    };
    Some(std::array::from_fn(|corner| [number(2 * corner), number(2 * corner + 1)]))
}

// JSON. Labels are letters and numbers, and messages have neither quotes nor backslashes.

fn refused(error: &PictureError) -> String {
    format!(r#"{{"error":"{error}"}}"#)
}

#[expect(clippy::cast_possible_truncation, reason = "pixels are few, and texts of floats large")]
fn answered(reading: &PictureReading) -> String {
    let corner = |[x, y]: &[f64; 2]| format!("[{},{}]", x.round() as i64, y.round() as i64);
    let corners = list(&reading.corners, corner);
    let doubts = list(&reading.doubts, doubt);
    let puzzle = puzzle(&reading.puzzle);
    format!(r#"{{"puzzle":{puzzle},"corners":{corners},"doubts":{doubts}}}"#)
}

fn puzzle(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let placed: Vec<_> = board.vehicles().iter().zip(puzzle.state().offsets()).collect();
    let (rows, cols, exit) = (board.rows(), board.cols(), board.exit());
    let target = &board.vehicles()[board.target()].label;
    let (walls, vehicles) = (list(board.walls(), cell), list(&placed, vehicle));
    let (side, line) = (exit.side.name(), exit.line);
    format!(
        r#"{{"rows":{rows},"cols":{cols},"target":"{target}","exit":{{"side":"{side}","line":{line}}},"walls":{walls},"vehicles":{vehicles}}}"#
    )
}

fn vehicle((vehicle, offset): &(&Vehicle, &i8)) -> String {
    let Vehicle { label, axis, line, length, .. } = vehicle;
    let Cell { row, col } = cell_at(*axis, (*line).into(), (**offset).into());
    let axis = if *axis == Axis::Horizontal { "h" } else { "v" };
    format!(r#"{{"label":"{label}","axis":"{axis}","row":{row},"col":{col},"length":{length}}}"#)
}

fn doubt(doubt: &Doubt) -> String {
    let cells = match doubt {
        Doubt::Cells(cells) => list(cells, cell),
        Doubt::Target(one) => list(&[*one], cell),
        _ => list(&[], cell),
    };
    format!(r#"{{"text":"{doubt}","cells":{cells}}}"#)
}

fn cell(Cell { row, col }: &Cell) -> String {
    format!("[{row},{col}]")
}

fn list<T>(items: &[T], written: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(written).collect();
    format!("[{}]", items.join(","))
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use serde_json::Value;

    use super::{picture_room, read_picture, reading_length};

    /// The answer to the bytes of a picture of a size.
    fn ask(bytes: &[u8], width: usize, height: usize) -> Value {
        let room = picture_room(bytes.len());
        // SAFETY: `picture_room` gave so many bytes.
        unsafe { room.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        let answer = read_picture(width, height, 0, 0);
        // SAFETY: the answer stays until the next call.
        let bytes = unsafe { std::slice::from_raw_parts(answer, reading_length()) };
        serde_json::from_slice(bytes).expect("JSON")
    }

    /// Left, top, right, bottom and colour of frame, floor, gap in the frame, red car and blue car.
    const SHAPES: [([usize; 4], [u8; 3]); 5] = [
        ([0, 0, 300, 300], [70, 80, 90]),
        ([30, 30, 270, 270], [235, 235, 235]),
        ([270, 110, 300, 150], [235, 235, 235]),
        ([73, 113, 147, 147], [210, 30, 30]),
        ([153, 73, 187, 187], [40, 60, 200]),
    ];

    /// A board of 6 x 6 cells of 40 pixels.
    fn drawn() -> Vec<u8> {
        let pixel = |place: usize| {
            let (x, y) = (place % 300, place / 300);
            let has = |[left, top, right, low]: [usize; 4]| {
                (left..right).contains(&x) && (top..low).contains(&y)
            };
            let last = SHAPES.iter().rposition(|(place, _)| has(*place)).expect("the frame");
            let is_line = last == 1 && (x % 40 == 30 || y % 40 == 30);
            let [red, green, blue] = if is_line { [200; 3] } else { SHAPES[last].1 };
            [red, green, blue, 255]
        };
        (0..300 * 300).flat_map(pixel).collect()
    }

    #[test]
    fn pixels_go_in_and_a_board_comes_out() {
        let answer = ask(&drawn(), 300, 300);
        let puzzle = &answer["puzzle"];
        assert_eq!((&puzzle["rows"], &puzzle["cols"]), (&6.into(), &6.into()), "{answer}");
        assert_eq!(puzzle["exit"], serde_json::json!({"side": "right", "line": 2}));
        let bars: Vec<String> =
            puzzle["vehicles"].as_array().expect("a list").iter().map(Value::to_string).collect();
        assert!(
            bars.contains(&r#"{"label":"A","axis":"h","row":2,"col":1,"length":2}"#.to_owned())
        );
        assert_eq!(bars.len(), 2);
        assert_eq!(answer["corners"].as_array().expect("a list").len(), 4);
    }

    #[test]
    fn known_corners_are_used() {
        let corners = [[30.0, 30.0], [270.0, 30.0], [270.0, 270.0], [30.0, 270.0]];
        let known: Vec<u8> =
            corners.as_flattened().iter().flat_map(|n: &f64| n.to_le_bytes()).collect();
        let answer = ask(&[drawn(), known].concat(), 300, 300);
        for (found, known) in answer["corners"].as_array().expect("a list").iter().zip(corners) {
            let [x, y] = [0, 1].map(|at| found[at].as_f64().expect("a number"));
            assert!((x - known[0]).abs() < 5.0 && (y - known[1]).abs() < 5.0, "{answer}");
        }
    }

    #[test]
    fn what_is_no_board_is_an_error() {
        for (bytes, width) in
            [(vec![255; 200 * 200 * 4], 200), (vec![0; 8], 2), (vec![0; 8], usize::MAX)]
        {
            assert!(ask(&bytes, width, width)["error"].is_string());
        }
    }
}
