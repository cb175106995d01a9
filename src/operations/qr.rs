//! qr: a text, such as the link to a puzzle, as a QR code.

use std::fmt::{self, Write as _};

use qrcodegen::{QrCode as Encoded, QrCodeEcc, QrSegment, Version};

/// Light modules on each side; ISO/IEC 18004 asks for four.
const QUIET: i32 = 4;
/// The bytes that the largest code holds at its lowest level (table 7 there).
const MOST: usize = 2953;

/// A QR code: light and dark modules, with the light ones around it that readers need.
///
/// ```
/// let code = rushhour::qr("https://puzzles.example/#IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")?;
/// assert_eq!(code.rows.len(), 33 + 2 * 4);
/// assert_eq!(code.level, "medium");
/// assert!(code.rows[0].iter().all(|dark| !dark));
/// # Ok::<(), rushhour::TooLongForQr>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrCode {
    /// Whether each module is dark, row by row; as many rows as columns.
    pub rows: Vec<Vec<bool>>,
    /// How much of the code may be missing: `low` 7 %, `medium` 15 %, `quartile` 25 %, `high` 30 %.
    pub level: &'static str,
}

/// A text that is too long for a QR code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLongForQr {
    /// The bytes of the text.
    pub found: usize,
}

impl fmt::Display for TooLongForQr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected at most {MOST} bytes for a QR code, found {}", self.found)
    }
}

impl std::error::Error for TooLongForQr {}

/// Write a text as a QR code of the smallest size that holds it at the level `medium`, or at `low` if no code holds it
/// so. A higher level is taken if it fits the same size.
///
/// # Errors
/// [`TooLongForQr`] from 2 954 bytes on.
pub fn qr(text: &str) -> Result<QrCode, TooLongForQr> {
    let segments = [QrSegment::make_bytes(text.as_bytes())];
    let encoded = |level| {
        let (least, most) = (Version::MIN, Version::MAX);
        Encoded::encode_segments_advanced(&segments, level, least, most, None, true)
    };
    let code = encoded(QrCodeEcc::Medium).or_else(|_| encoded(QrCodeEcc::Low));
    let code = code.map_err(|_| TooLongForQr { found: text.len() })?;
    let lines = -QUIET..code.size() + QUIET;
    let row = |y| lines.clone().map(|x| code.get_module(x, y)).collect();
    Ok(QrCode {
        rows: lines.clone().map(row).collect(),
        level: name(code.error_correction_level()),
    })
}

fn name(level: QrCodeEcc) -> &'static str {
    match level {
        QrCodeEcc::Low => "low",
        QrCodeEcc::Medium => "medium",
        QrCodeEcc::Quartile => "quartile",
        QrCodeEcc::High => "high",
    }
}

impl QrCode {
    /// The dark modules as a path of SVG, in which a module is one unit wide.
    ///
    /// ```
    /// let code = rushhour::qr("rushhour")?;
    /// assert!(code.path().starts_with("M4 4h7v1h-7z"));
    /// # Ok::<(), rushhour::TooLongForQr>(())
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        let mut path = String::new();
        for (y, row) in self.rows.iter().enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, next| one == next) {
                let wide = run.len();
                if run[0] {
                    let _ = write!(path, "M{x} {y}h{wide}v1h-{wide}z");
                }
                x += wide;
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::{TooLongForQr, qr};

    /// The capacities of ISO/IEC 18004, table 7, in bytes: version 40 at the levels M and L, 36 at L.
    #[test]
    fn the_longest_texts_fit_and_one_byte_more_does_not() {
        let text = "x".repeat(3000);
        for (bytes, side, level) in [(2331, 177, "medium"), (2332, 161, "low"), (2953, 177, "low")]
        {
            let code = qr(&text[..bytes]).expect("it fits");
            assert_eq!((code.rows.len(), code.level), (side + 8, level), "{bytes} bytes");
        }
        assert_eq!(qr(&text[..2954]), Err(TooLongForQr { found: 2954 }));
        let longer = "x".repeat(1 << 17);
        assert_eq!(qr(&longer), Err(TooLongForQr { found: 1 << 17 }));
    }

    #[test]
    fn the_path_covers_the_dark_modules() {
        let code = qr("http://127.0.0.1:8000/#ooBooo/AABooo/oooooo/oooooo").expect("it fits");
        let side = code.rows.len();
        let mut covered = vec![vec![false; side]; side];
        for run in code.path().split_terminator('z') {
            let (place, rest) = run[1..].split_once('h').expect("M x y h width");
            let (x, y) = place.split_once(' ').expect("two numbers");
            let (x, y): (usize, usize) = (x.parse().expect("x"), y.parse().expect("y"));
            let wide: usize = rest.split('v').next().expect("a width").parse().expect("width");
            covered[y][x..x + wide].fill(true);
        }
        assert_eq!(covered, code.rows);
    }
}
