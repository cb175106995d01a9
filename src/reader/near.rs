//! The known word that a misspelt one is nearest to.

/// The word that is most like another, if at least so many tenths of both are the same.
///
/// How many is the ratio of Ratcliff and Obershelp, as Python's `difflib` has it, so that all messages
/// suggest the same word: twice the signs of common parts over those of both words.
pub(super) fn near<'a>(
    word: &str,
    known: impl Iterator<Item = &'a str>,
    least: usize,
) -> Option<&'a str> {
    let signs: Vec<char> = word.chars().collect();
    let score = |other: &'a str| {
        let others: Vec<char> = other.chars().collect();
        (2 * common(&others, &signs), others.len() + signs.len(), other)
    };
    let scored = known.map(score).filter(|&(same, both, _)| 10 * same >= least * both);
    let best = scored
        .max_by(|one, other| (one.0 * other.1).cmp(&(other.0 * one.1)).then(one.2.cmp(other.2)));
    best.map(|(.., word)| word)
}

/// The number of signs in the longest common part, and in those before and behind it.
fn common(one: &[char], other: &[char]) -> usize {
    let (mut best, mut length) = ((0, 0), 0);
    for start in 0..one.len() {
        for begin in 0..other.len() {
            let pairs = one[start..].iter().zip(&other[begin..]);
            let found = pairs.take_while(|(one, other)| one == other).count();
            if found > length {
                (best, length) = ((start, begin), found);
            }
        }
    }
    if length == 0 {
        return 0;
    }
    let (start, begin) = best;
    let before = common(&one[..start], &other[..begin]);
    before + length + common(&one[start + length..], &other[begin + length..])
}
