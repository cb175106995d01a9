//! Boards of a column: board strings, or drawings with declared marks, each alone in its text.

use super::board_string::TARGET;
use super::declared::Declared;
use super::line::{needs_quotes, quoted, trimmed};
use super::target::NAME_IT;
use super::{TextError, TextFormat, read_text};
use crate::board::Setup;
use crate::state::Puzzle;

/// The longest text that is read: a board of 32 x 32 cells takes 1 056 bytes with plain labels, and 4 128 with
/// the longest.
pub(crate) const LONGEST: usize = 8192;

const HOW: &str = "name that of all boards: --target LABEL on the command line, target= in Python";

/// The puzzle of a row; a message if there is none.
pub(crate) fn puzzle(text: Option<&[u8]>, known: &Declared) -> Result<Puzzle, String> {
    let bytes = text.ok_or("expected a board, found null")?;
    if bytes.len() > LONGEST {
        return Err(format!("expected at most {LONGEST} bytes for a board, found more"));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        format!("expected text in UTF-8, found the byte 0x{:02x}", bytes[error.valid_up_to()])
    })?;
    if *known == Declared::default()
        && let Ok(puzzle) = text.parse()
    {
        return Ok(puzzle);
    }
    let setup = setup(text, known).map_err(|error| message(&error))?;
    let puzzle = Puzzle::new(&setup).map_err(|invalid| invalid.to_string())?;
    let labels = puzzle.board().vehicles().iter().map(|vehicle| vehicle.label.as_str());
    let strange: Vec<String> = labels.filter(|label| needs_quotes(label)).map(quoted).collect();
    if strange.is_empty() {
        return Ok(puzzle);
    }
    Err(format!("expected labels that need no quotes, found [{}]", strange.join(", ")))
}

/// The label of the target of a board string.
pub(crate) fn target(text: &str, known: &Declared) -> String {
    let own = || {
        let is_usual = text.contains(TARGET);
        if is_usual { None } else { setup(text, known).ok().map(|setup| setup.target) }
    };
    known.target.clone().or_else(own).unwrap_or_else(|| TARGET.to_owned())
}

fn setup(text: &str, known: &Declared) -> Result<Setup, TextError> {
    if trimmed(text).is_empty() {
        return Err(TextError::new("expected a puzzle, found an empty text", None));
    }
    if known.is_drawing() {
        return known.lone(text);
    }
    let mut items = read_text(text, Some(TextFormat::BoardString), known.target.as_deref());
    if items.len() > 1 {
        return Err(TextError::new(format!("expected one board, found {}", items.len()), None));
    }
    let mut setup = items.remove(0).setup?.setup;
    known.apply(&mut setup);
    Ok(setup)
}

/// What is wrong, without its place in the text of a row.
fn message(error: &TextError) -> String {
    match error.message.split_once(&format!("; {NAME_IT}")) {
        Some((what, _)) => format!("{what}; {HOW}"),
        None => error.message.clone(),
    }
}
