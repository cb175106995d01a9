//! The boards in the lines of a text: one board a line, or one entry of Fogleman's list.
//!
//! ```text
//! IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM            a board
//! 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332    moves, a board, the size of its cluster
//! ```
//!
//! Blank lines and comments are skipped, as in the formats of the Python package. Any other line is
//! returned whole, so that the reader of boards can report it.

/// The boards of a text, in the order of its lines.
pub fn boards(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
        .map(|line| without_comment(line).trim_ascii())
        .filter(|line| !line.is_empty())
        .map(|line| entry(line).unwrap_or(line))
}

/// A comment begins with `#` at the start of a line or behind a blank.
fn without_comment(line: &[u8]) -> &[u8] {
    let begins = |&at: &usize| line[at] == b'#' && (at == 0 || line[at - 1].is_ascii_whitespace());
    &line[..(0..line.len()).find(begins).unwrap_or(line.len())]
}

/// The board of an entry: the second of three words, if the others are numbers.
fn entry(line: &[u8]) -> Option<&[u8]> {
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (moves, board, states) = (words.next()?, words.next()?, words.next()?);
    (words.next().is_none() && is_number(moves) && is_number(states)).then_some(board)
}

#[cfg(test)]
mod tests {
    use super::boards;

    #[test]
    fn boards_entries_comments_and_nonsense() {
        let text = b"# list\r\nAA..\r\n\n 02 AAB. 14 \t\n..AA # easy\nAA#.\n1 2\n1 b c\n \n.AA.";
        let found: Vec<_> = boards(text).map(String::from_utf8_lossy).collect();
        assert_eq!(found, ["AA..", "AAB.", "..AA", "AA#.", "1 2", "1 b c", ".AA."]);
    }
}
