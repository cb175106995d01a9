//! The rating: from the length and the human walk of a puzzle to what people make of it.

use crate::phrase::{Phrase, Said};

/// Least squares of the mean log moves of 50 boards: `python -m research.people FOLDER`.
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

// Reasons: what may make a puzzle hard, in words, from its measures.
//
// Each reason is a function from the measures to words, or none where it does not apply. The rating
// rests on the length and the walk alone; the other reasons describe the solutions. Over the 50
// boards of `research.people` the number of vehicles that must go back says nothing beyond the
// length.

/// The medians of the 9034 boards of the sample of the 6x6 database.
const LONG: u32 = 21;
const LONG_DETOUR: u64 = 3;
const LOST: f64 = 23.0;
/// Fewer vehicles that can move but need not are on most boards.
const HERRINGS: usize = 2;
/// The fewest slides of a board where a single solution is worth a word.
const SEVERAL: u32 = 6;

/// The measures that the reasons depend on.
pub struct Measurements {
    /// The length of a shortest solution.
    pub slides: u32,
    /// The logarithm of the human walk; `None` if it is not known.
    pub walk: Option<f64>,
    /// Slides that drive the target away or put vehicles into its way.
    pub counterintuitive: u64,
    /// The number of vehicles that must go back.
    pub returning: usize,
    /// Whether there is one optimal solution, but for the order of moves.
    pub is_one: bool,
    /// The number of vehicles that can move but do in no optimal solution.
    pub herrings: usize,
}

/// What may make a puzzle hard, the length first; of an easy one, that nothing does.
#[must_use]
pub fn reasons(measured: &Measurements) -> Vec<Phrase> {
    let all = [length, detour, back, lost, one_idea, distraction];
    let found: Vec<Phrase> = all.iter().filter_map(|reason| reason(measured)).collect();
    if found.is_empty() { vec![Phrase::new("short and direct", Vec::new())] } else { found }
}

fn length(measured: &Measurements) -> Option<Phrase> {
    let slides = measured.slides;
    let counted = Said::counted(slides as usize, "slide");
    (slides >= LONG).then(|| Phrase::new("long: {slides}", vec![("slides", counted)]))
}

fn detour(measured: &Measurements) -> Option<Phrase> {
    let count = measured.counterintuitive;
    let text = if count >= LONG_DETOUR {
        "long detour: {moves} away from the exit"
    } else {
        "detour: {moves} away from the exit"
    };
    let moves = Said::counted(usize::try_from(count).ok()?, "move");
    (count > 0).then(|| Phrase::new(text, vec![("moves", moves)]))
}

fn back(measured: &Measurements) -> Option<Phrase> {
    let count = measured.returning;
    (count > 0).then(|| Phrase::new("{vehicles} must go back", vec![("vehicles", vehicles(count))]))
}

fn lost(measured: &Measurements) -> Option<Phrase> {
    let times = measured.walk?.exp() / f64::from(measured.slides);
    let times = times.round_ties_even();
    (measured.slides > 0 && times >= LOST).then(|| {
        let text = "easy to get lost: some {times} times the fewest moves";
        Phrase::new(text, vec![("times", Said::Text(times.to_string()))])
    })
}

fn one_idea(measured: &Measurements) -> Option<Phrase> {
    (measured.is_one && measured.slides >= SEVERAL)
        .then(|| Phrase::new("one solution, but for the order of moves", Vec::new()))
}

fn distraction(measured: &Measurements) -> Option<Phrase> {
    let count = measured.herrings;
    (count >= HERRINGS).then(|| {
        Phrase::new("{vehicles} can move but need not", vec![("vehicles", vehicles(count))])
    })
}

const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A number of vehicles, up to ten in words: `two vehicles`.
fn vehicles(count: usize) -> Said {
    let number = NUMBERS.get(count).map_or_else(|| count.to_string(), ToString::to_string);
    let words = format!("{number} vehicle{}", if count == 1 { "" } else { "s" });
    Said::Count { count, unit: "vehicle", words }
}
