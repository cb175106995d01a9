//! analyse: how hard a puzzle is, and why.

use num_bigint::BigUint;
use serde_json::{Value as Json, from_value, json};

use super::forms::SearchForm;
use super::page::watched;
use super::problem::Problem;
use crate::analysis::reasons::{Measurements, reasons};
use crate::analysis::{Analysis, MEASURES, Value, rating};
use crate::board::{Goal, Metric};
use crate::cluster;
use crate::state::Puzzle;

/// Larger clusters take seconds, to solve their equations or to simulate the walk.
const MOST_STATES: u64 = 100_000;

pub(super) fn analyse(request: Json) -> Result<Json, Problem> {
    let search: SearchForm = from_value(request)?;
    let puzzle = search.puzzle()?.puzzle;
    let analysis = watched(search.limits()?, |watch| {
        let small = watch.within(MOST_STATES, |watch| {
            cluster::explore(&puzzle, Metric::Slide, Goal::Edge, watch).is_ok()
        });
        small.then(|| crate::analysis::analyse(&puzzle, 0, watch))
    });
    Ok(match analysis {
        Some(analysis) => answer(&puzzle, &Measures(&analysis)),
        None => nothing("unknown"),
    })
}

/// The values of an analysis by name.
struct Measures<'a>(&'a Analysis);

impl Measures<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        let place = MEASURES.iter().position(|measure| measure.name == name)?;
        self.0.values.get(place)?.as_ref()
    }

    fn count(&self, name: &str) -> Option<u64> {
        match self.value(name)? {
            Value::Count(count) => u64::try_from(count).ok(),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<f64> {
        match self.value(name)? {
            Value::Number(value) | Value::Bounded { value, .. } | Value::Sampled { value, .. } => {
                Some(*value)
            }
            _ => None,
        }
    }

    fn vehicles(&self, name: &str) -> &[usize] {
        match self.value(name) {
            Some(Value::Vehicles(vehicles)) => vehicles,
            _ => &[],
        }
    }

    fn is_one(&self, name: &str) -> bool {
        matches!(self.value(name), Some(Value::Count(count)) if *count == BigUint::from(1_u8))
    }
}

fn answer(puzzle: &Puzzle, measures: &Measures<'_>) -> Json {
    let slides = measures.count("slides").and_then(|slides| u32::try_from(slides).ok());
    let mut answer = nothing(measures.0.status);
    answer["slides"] = slides.into();
    answer["steps"] = measures.count("steps").into();
    let (Some(slides), Some(walk)) = (slides, measures.number("walk")) else { return answer };
    let difficulty = rating::difficulty(slides.into(), walk);
    let spread = rating::ERROR.exp();
    answer["difficulty"] = difficulty.into();
    answer["difficulty_low"] = (difficulty / spread).into();
    answer["difficulty_high"] = (difficulty * spread).into();
    answer["extrapolated"] = (!is_usual(puzzle, slides)).into();
    answer["rating"] = rating::rating(difficulty).into();
    answer["level"] = rating::level(difficulty).into();
    let idle = measures.vehicles("idle");
    let herrings = measures.vehicles("red_herrings").iter().filter(|one| !idle.contains(one));
    answer["reasons"] = reasons(&Measurements {
        slides,
        walk: Some(walk),
        counterintuitive: measures.count("counterintuitive").unwrap_or(0),
        returning: measures.vehicles("returning").len(),
        is_one: measures.is_one("optimal_solutions_up_to_order"),
        herrings: herrings.count(),
    })
    .into();
    answer
}

/// Whether people were measured on such boards.
fn is_usual(puzzle: &Puzzle, slides: u32) -> bool {
    let board = puzzle.board();
    (board.rows(), board.cols()) == (6, 6)
        && board.walls().is_empty()
        && (rating::FEWEST_SLIDES..=rating::MOST_SLIDES).contains(&slides)
}

fn nothing(status: &str) -> Json {
    json!({
        "status": status, "slides": null, "steps": null, "difficulty": null,
        "difficulty_low": null, "difficulty_high": null, "extrapolated": null,
        "rating": null, "level": null, "reasons": [],
    })
}
