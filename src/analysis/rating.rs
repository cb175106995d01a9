//! The rating: from the length and the human walk of a puzzle to what people make of it.

/// Least squares of the mean log moves of 50 boards: `python -m rushhour.lab.people FOLDER`.
pub const CONSTANT: f64 = 0.223;
/// The coefficient of the logarithm of the slides.
pub const PER_LN_SLIDES: f64 = 0.812;
/// The coefficient of the logarithm of the human walk.
pub const PER_WALK: f64 = 0.205;

/// The standard deviation of the log moves of a board around the fit to all others.
pub const ERROR: f64 = 0.21;

/// The least optimum of the boards to which the prediction was fitted, all of 6x6 without walls.
pub const FEWEST_SLIDES: u32 = 6;
/// The largest of these optima.
pub const MOST_SLIDES: u32 = 15;

/// Midway between the median difficulties of neighbouring tens of the classic cards, and the largest
/// difficulty of a card: `python -m rushhour.analysis.reference levels puzzles/jam-*.txt`.
pub const LEVELS: [f64; 4] = [33.8, 70.3, 109.5, 222.5];
const WORDS: [&str; 5] = ["beginner", "intermediate", "advanced", "expert", "grandmaster"];

/// The difficulties below which 0, 1, ..., 100 percent of the reference boards are.
const REFERENCE: &str = include_str!("reference.csv");

/// The predicted typical number of moves of a person.
#[must_use]
pub fn difficulty(slides: f64, walk: f64) -> f64 {
    (CONSTANT + PER_LN_SLIDES * slides.ln() + PER_WALK * walk).exp()
}

/// The percentage of the reference boards that are easier, from 0 to 100.
#[must_use]
pub fn rating(difficulty: f64) -> f64 {
    let table = percentiles();
    let above = table.partition_point(|&bound| bound < difficulty);
    if above == 0 || above == table.len() {
        return if above == 0 { 0.0 } else { 100.0 };
    }
    let (low, high) = (table[above - 1], table[above]);
    let place = super::float(above - 1) + (difficulty - low) / (high - low);
    100.0 * place / super::float(table.len() - 1)
}

/// The word of the classic cards of that difficulty.
#[must_use]
pub fn level(difficulty: f64) -> &'static str {
    WORDS[LEVELS.partition_point(|&bound| bound < difficulty)]
}

fn percentiles() -> Vec<f64> {
    let rows = REFERENCE.lines().filter(|line| !line.starts_with('#')).skip(1);
    let number = |row: &str| row.split(',').nth(1)?.parse().ok();
    rows.map(|row| number(row).expect("a percentage and a difficulty")).collect()
}
