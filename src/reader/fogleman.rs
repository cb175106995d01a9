//! Lines of Fogleman's list: the optimum in slides, the board, the size of its cluster.
//!
//! ```text
//! 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
//! ```
//!
//! Source: <https://www.michaelfogleman.com/rush/>

use super::error::TextError;
use super::line::{TextLine, is_integer, words};
use super::{TitledSetup, board_string};

/// Whether all lines are entries.
pub(super) fn matches(head: &[TextLine]) -> bool {
    head.iter().all(is_entry)
}

/// Whether more lines are entries than are not.
pub(super) fn resembles(head: &[TextLine]) -> bool {
    2 * head.iter().filter(|line| is_entry(line)).count() > head.len()
}

/// Whether a line has the words of an entry: a number, a word that is not, a number.
fn is_entry(line: &TextLine) -> bool {
    let words: Vec<&str> = words(&line.text).take(4).collect();
    matches!(words[..], [slides, board, states]
        if is_integer(slides) && !is_integer(board) && is_integer(states))
}

/// The board of an entry.
pub(super) fn read(line: &TextLine, target: Option<&str>) -> Result<TitledSetup, TextError> {
    let count = words(&line.text).count();
    if count != 3 {
        let message = format!("expected moves, board and cluster size, found {count} words");
        return Err(line.error(message).at(1));
    }
    line.integer(0, "the number of moves")?;
    line.integer(2, "the size of the cluster")?;
    board_string::read(line, 1, target)
}
