//! Reasons: what may make a puzzle hard, in words, from its measures.
//!
//! Each reason is a function from the measures to words, or none where it does not apply. The rating
//! rests on the length and the walk alone; the other reasons describe the solutions. Over the 50
//! boards of `rushhour.lab.people` the number of vehicles that must go back says nothing beyond the
//! length.

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
pub fn reasons(measured: &Measurements) -> Vec<String> {
    let all = [length, detour, back, lost, one_idea, distraction];
    let found: Vec<String> = all.iter().filter_map(|reason| reason(measured)).collect();
    if found.is_empty() { vec!["short and direct".to_owned()] } else { found }
}

fn length(measured: &Measurements) -> Option<String> {
    let slides = measured.slides;
    (slides >= LONG).then(|| format!("long: {slides} slides"))
}

fn detour(measured: &Measurements) -> Option<String> {
    let count = measured.counterintuitive;
    let name = if count >= LONG_DETOUR { "long detour" } else { "detour" };
    let moves = if count == 1 { "move" } else { "moves" };
    (count > 0).then(|| format!("{name}: {count} {moves} away from the exit"))
}

fn back(measured: &Measurements) -> Option<String> {
    let count = measured.returning;
    (count > 0).then(|| format!("{} must go back", vehicles(count)))
}

fn lost(measured: &Measurements) -> Option<String> {
    let times = measured.walk?.exp() / f64::from(measured.slides);
    let times = times.round_ties_even();
    (measured.slides > 0 && times >= LOST)
        .then(|| format!("easy to get lost: some {times} times the fewest moves"))
}

fn one_idea(measured: &Measurements) -> Option<String> {
    (measured.is_one && measured.slides >= SEVERAL)
        .then(|| "one solution, but for the order of moves".to_owned())
}

fn distraction(measured: &Measurements) -> Option<String> {
    let count = measured.herrings;
    (count >= HERRINGS).then(|| format!("{} can move but need not", vehicles(count)))
}

const NUMBERS: [&str; 11] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A number of vehicles, up to ten in words: `two vehicles`.
fn vehicles(count: usize) -> String {
    let number = NUMBERS.get(count).map_or_else(|| count.to_string(), ToString::to_string);
    format!("{number} vehicle{}", if count == 1 { "" } else { "s" })
}
