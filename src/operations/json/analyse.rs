//! analyse: how hard a puzzle is, and why.

use std::borrow::Cow;
use std::collections::BTreeMap;

use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::forms::{Given, PhraseForm, Quantity, Seconds, Titled, digits};
use super::problem::Problem;
use super::schema::{OperationTypes, types};
use super::{Context, Operation, parsed, written};
use crate::analysis::rating::{Measurements, reasons};
use crate::analysis::{Analysis, MEASURES, Measure, Value};
use crate::operations::{analyse_small, difficulty};
use crate::outcome::{Stop, Watch};
use crate::phrase::Phrase;
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
#[schemars(deny_unknown_fields)]
struct AnalyseRequest {
    puzzle: Given,
    max_states: Option<Quantity>,
    max_seconds: Option<Seconds>,
}

/// Every measure of a puzzle, in slides until the target touches its edge, and what follows from them.
///
/// A value is null where there is no solution, and where the cluster is too large. `difficulty` predicts how
/// many moves a person takes; two thirds of all boards lie between `difficulty_low` and
/// `difficulty_high`. `rating` is the percentage of a sample of all 6x6 boards that are easier.
/// `extrapolated` says that people were not measured on such boards.
#[derive(Default, Serialize, JsonSchema)]
struct AnalyseAnswer {
    title: Option<String>,
    status: &'static str,
    stopped_by: Option<&'static str>,
    difficulty: Option<f64>,
    difficulty_low: Option<f64>,
    difficulty_high: Option<f64>,
    extrapolated: Option<bool>,
    rating: Option<f64>,
    level: Option<&'static str>,
    reasons: Vec<String>,
    /// the reasons in parts, for other languages
    parts: Vec<PhraseForm>,
    #[serde(flatten)]
    measures: MeasuresForm,
}

/// The registered measures by name.
#[derive(Serialize)]
#[serde(transparent)]
struct MeasuresForm(Map<String, Json>);

fn analyse(request: &AnalyseRequest, context: &mut Context<'_>) -> Result<AnalyseAnswer, Problem> {
    let Titled { puzzle, title } = request.puzzle.puzzle(context)?;
    let limits = (request.max_states, request.max_seconds);
    let found = context.watched(limits, |watch| small(&puzzle, watch));
    Ok(AnalyseAnswer { title, ..found })
}

fn small(puzzle: &Puzzle, watch: &mut Watch<'_>) -> AnalyseAnswer {
    match analyse_small(puzzle, watch) {
        Ok(analysis) => answer(puzzle, &Measures(&analysis)),
        Err(stop) => AnalyseAnswer {
            status: "unknown",
            stopped_by: Some(stop.name()),
            ..AnalyseAnswer::default()
        },
    }
}

/// How hard a puzzle is for people, and why; nothing where its cluster is not small.
#[derive(Serialize, JsonSchema)]
pub(super) struct Hardness {
    #[schemars(with = "Option<u64>")]
    slides: Json,
    #[schemars(with = "Option<u64>")]
    steps: Json,
    difficulty: Option<f64>,
    rating: Option<f64>,
    level: Option<&'static str>,
    #[schemars(with = "Option<f64>")]
    walk: Json,
    reasons: Vec<String>,
}

impl Hardness {
    pub(super) fn of(puzzle: &Puzzle, watch: &mut Watch<'_>) -> Hardness {
        let AnalyseAnswer { difficulty, rating, level, reasons, measures, .. } =
            small(puzzle, watch);
        let [slides, steps, walk] = ["slides", "steps", "walk"]
            .map(|name| measures.0.get(name).cloned().unwrap_or_default());
        Hardness { slides, steps, difficulty, rating, level, walk, reasons }
    }
}

fn answer(puzzle: &Puzzle, found: &Measures<'_>) -> AnalyseAnswer {
    let known = AnalyseAnswer {
        status: found.0.status,
        stopped_by: found.0.stop.map(Stop::name),
        measures: MeasuresForm::of(puzzle, found.0),
        ..AnalyseAnswer::default()
    };
    let slides = found.count("slides").and_then(|slides| u32::try_from(slides).ok());
    let (Some(slides), Some(walk)) = (slides, found.number("walk")) else { return known };
    let predicted = difficulty(puzzle, slides, walk);
    let reasons = found.reasons(slides, walk);
    AnalyseAnswer {
        difficulty: Some(predicted.moves),
        difficulty_low: Some(predicted.low),
        difficulty_high: Some(predicted.high),
        extrapolated: Some(predicted.is_extrapolated),
        rating: Some(predicted.rating),
        level: Some(predicted.level),
        reasons: reasons.iter().map(ToString::to_string).collect(),
        parts: reasons.into_iter().map(PhraseForm).collect(),
        ..known
    }
}

/// The measures whose values are errors of others, or say how these were found.
const ERRORS: [&str; 4] =
    ["walk_error", "walk_is_simulated", "noisy_walk_error", "random_walk_error"];
/// Counts that can be beyond 2^53, which are digits.
const DIGITS: [&str; 2] = ["optimal_solutions", "optimal_solutions_up_to_order"];

impl Default for MeasuresForm {
    /// No value is known.
    fn default() -> MeasuresForm {
        let names = MEASURES.iter().map(|measure| measure.name).chain(ERRORS);
        MeasuresForm(names.map(|name| (name.to_owned(), Json::Null)).collect())
    }
}

impl MeasuresForm {
    fn of(puzzle: &Puzzle, analysis: &Analysis) -> MeasuresForm {
        let mut form = MeasuresForm::default();
        let label = |&index: &usize| puzzle.board().vehicles()[index].label.clone();
        for (Measure { name, .. }, value) in MEASURES.iter().zip(&analysis.values) {
            let Some(value) = value else { continue };
            let written: Json = match value {
                Value::Count(count) if DIGITS.contains(name) => digits(count).into(),
                Value::Count(count) => u64::try_from(count).ok().into(),
                Value::Histogram(histogram) => histogram.clone().into(),
                Value::Vehicles(vehicles) => vehicles.iter().map(label).collect(),
                Value::Truth(truth) => (*truth).into(),
                Value::Number(value) => (*value).into(),
                Value::Bounded { value, bound: error }
                | Value::Sampled { value, standard_error: error } => {
                    form.set(&format!("{name}_error"), *error);
                    (*value).into()
                }
            };
            if *name == "walk" {
                form.set("walk_is_simulated", matches!(value, Value::Sampled { .. }));
            }
            form.set(name, written);
        }
        form
    }

    fn set(&mut self, name: &str, value: impl Into<Json>) {
        self.0.insert(name.to_owned(), value.into());
    }
}

impl JsonSchema for MeasuresForm {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Measures".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let of = |Measure { name, formula, unit, .. }: &Measure| {
            (*name, json!({"description": format!("{formula}; {unit}")}))
        };
        let properties: BTreeMap<_, _> =
            MEASURES.iter().map(of).chain(ERRORS.map(|name| (name, json!(true)))).collect();
        let required: Vec<_> = properties.keys().copied().collect();
        json_schema!({"type": "object", "properties": properties, "required": required})
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

    fn reasons(&self, slides: u32, walk: f64) -> Vec<Phrase> {
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
