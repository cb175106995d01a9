//! analyse: how hard a puzzle is, and why.

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::forms::{Given, Quantity, Seconds};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::analysis::reasons::{Measurements, reasons};
use crate::analysis::{Analysis, MEASURES, Value};
use crate::operations::{analyse_small, difficulty};
use crate::state::Puzzle;

pub(super) const OPERATION: Operation = Operation {
    name: "analyse",
    help: "Measure how hard a puzzle is, and say why.",
    keys: Some(&["puzzle", "max_states", "max_seconds"]),
    run: |request, context| written(&analyse(&parsed(request)?, context)?),
};
pub(super) const TYPES: OperationTypes = types!(AnalyseRequest => AnalyseAnswer);

/// A puzzle to measure. The stricter of these limits and the bounds applies.
#[derive(Deserialize, JsonSchema)]
struct AnalyseRequest {
    puzzle: Given,
    max_states: Option<Quantity>,
    max_seconds: Option<Seconds>,
}

/// A prediction of how many moves a person takes, in slides until the target touches its edge.
///
/// Two thirds of all boards lie between `difficulty_low` and `difficulty_high`. `rating` is the
/// percentage of a sample of all 6x6 boards that are easier. These are null where there is no
/// solution, and where the cluster is too large. `extrapolated` says that people were not measured
/// on such boards.
#[derive(Default, Serialize, JsonSchema)]
struct AnalyseAnswer {
    status: &'static str,
    slides: Option<u32>,
    steps: Option<u64>,
    difficulty: Option<f64>,
    difficulty_low: Option<f64>,
    difficulty_high: Option<f64>,
    extrapolated: Option<bool>,
    rating: Option<f64>,
    level: Option<&'static str>,
    reasons: Vec<String>,
}

fn analyse(request: &AnalyseRequest, context: &mut Context<'_>) -> Result<AnalyseAnswer, Problem> {
    let puzzle = request.puzzle.puzzle(context)?.puzzle;
    let limits = (request.max_states, request.max_seconds);
    let analysis = context.watched(limits, |watch| analyse_small(&puzzle, watch));
    Ok(match analysis {
        Some(analysis) => answer(&puzzle, &Measures(&analysis)),
        None => AnalyseAnswer { status: "unknown", ..AnalyseAnswer::default() },
    })
}

fn answer(puzzle: &Puzzle, measures: &Measures<'_>) -> AnalyseAnswer {
    let slides = measures.count("slides").and_then(|slides| u32::try_from(slides).ok());
    let steps = measures.count("steps");
    let known = AnalyseAnswer { status: measures.0.status, slides, steps, ..Default::default() };
    let (Some(slides), Some(walk)) = (slides, measures.number("walk")) else { return known };
    let found = difficulty(puzzle, slides, walk);
    AnalyseAnswer {
        difficulty: Some(found.moves),
        difficulty_low: Some(found.low),
        difficulty_high: Some(found.high),
        extrapolated: Some(found.is_extrapolated),
        rating: Some(found.rating),
        level: Some(found.level),
        reasons: measures.reasons(slides, walk),
        ..known
    }
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

    fn reasons(&self, slides: u32, walk: f64) -> Vec<String> {
        let idle = self.vehicles("idle");
        let herrings = self.vehicles("red_herrings").iter().filter(|one| !idle.contains(one));
        reasons(&Measurements {
            slides,
            walk: Some(walk),
            counterintuitive: self.count("counterintuitive").unwrap_or(0),
            returning: self.vehicles("returning").len(),
            is_one: self.is_one("optimal_solutions_up_to_order"),
            herrings: herrings.count(),
        })
    }
}
