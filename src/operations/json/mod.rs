//! The operations by name, with requests and answers in JSON, as `/openapi.json` describes them.
//!
//! ```
//! use rushhour::json::{Bounds, PlainTexts, operate};
//!
//! let request = br#"{"puzzle": "..B.../AAB.../....../......"}"#;
//! let answer = operate("solve", request, &Bounds::default(), &PlainTexts, &mut |_| false);
//! assert_eq!(answer.status, 200);
//! assert_eq!(answer.body["cost"], 2);
//! ```

mod analyse;
mod canonical;
mod explain;
mod explore;
mod forms;
mod generate;
mod hint;
mod layers;
mod lock;
mod minimise;
mod problem;
mod qr;
mod reading;
mod review;
mod schema;
mod solve;
mod texts;
mod vary;

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, to_value};

use crate::outcome::{Interrupt, Limits, Progress, Watch};
pub use forms::Titled;
pub use problem::Problem;
pub use qr::qr;
pub use reading::read;
pub use schema::schema;
pub use texts::{PlainTexts, PuzzleTexts};

/// The answer to a request: a status of HTTP, and the body, from 400 a problem of RFC 9457.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// 200, or what went wrong.
    pub status: u16,
    /// The answer or the problem.
    pub body: Value,
}

impl Reply {
    fn of(answer: Result<Value, Problem>) -> Reply {
        match answer {
            Ok(body) => Reply { status: 200, body },
            Err(problem) => Reply { status: problem.status, body: problem.body() },
        }
    }
}

/// The largest limits of one search; a request may have stricter ones.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The states that it stores.
    pub states: u64,
    /// The bytes that it holds.
    pub memory: u64,
    /// The time that it takes.
    pub time: Duration,
}

impl Bounds {
    /// What holds where nothing stricter is asked for.
    pub const USUAL: Bounds =
        Bounds { states: 100_000_000, memory: 1 << 30, time: Duration::from_secs(30) };
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::USUAL
    }
}

/// An operation: its name, its help, and the function that answers a request.
#[derive(Clone, Copy)]
struct Operation {
    name: &'static str,
    /// One sentence.
    help: &'static str,
    /// The keys that a request may have; `None` if the operation takes no request.
    keys: Option<&'static [&'static str]>,
    run: fn(Value, &mut Context<'_>) -> Result<Value, Problem>,
}

/// All operations, in the order of the schema.
const OPERATIONS: [Operation; 20] = described!(help; [
    solve::OPERATION,
    explore::OPERATION,
    hint::OPERATION,
    review::OPERATION,
    explore::WALK,
    layers::OPERATION,
    explain::OPERATION,
    explain::LIST,
    analyse::OPERATION,
    generate::OPERATION,
    lock::OPERATION,
    canonical::OPERATION,
    minimise::OPERATION,
    vary::OPERATION,
    qr::OPERATION,
    texts::VALIDATE,
    texts::CONVERT,
    texts::READ,
    texts::FORMATS,
    texts::PUZZLES,
]);

/// What a request is answered with: bounds, texts of puzzles, and a callback during searches.
struct Context<'a> {
    bounds: &'a Bounds,
    texts: &'a dyn PuzzleTexts,
    interrupted: &'a mut Interrupt<'a>,
}

impl Context<'_> {
    /// Run a search within the stricter of these limits and the bounds.
    fn watched<T>(
        &mut self,
        (states, seconds): (Option<forms::Quantity>, Option<forms::Seconds>),
        run: impl FnOnce(&mut Watch<'_>) -> T,
    ) -> T {
        let Bounds { states: most, memory, time } = *self.bounds;
        let limits = Limits {
            states: Some(states.map_or(most, |states| most.min(states.get()))),
            memory: Some(memory),
            time: Some(self.seconds(seconds).min(time)),
        };
        let interrupted = &mut *self.interrupted;
        let mut interrupted = |seen: Progress| interrupted(seen);
        run(&mut Watch::new(limits, &mut interrupted))
    }

    fn seconds(&self, asked: Option<forms::Seconds>) -> Duration {
        asked.map_or(self.bounds.time, |asked| self.bounds.time.min(asked.time()))
    }
}

/// Answer the request for an operation.
///
/// `texts` reads and writes texts of puzzles; `interrupted` is called regularly during a search, and
/// ends it by returning true.
pub fn operate<'a>(
    name: &str,
    request: &[u8],
    bounds: &'a Bounds,
    texts: &'a dyn PuzzleTexts,
    interrupted: &'a mut Interrupt<'a>,
) -> Reply {
    Reply::of(run(name, request, &mut Context { bounds, texts, interrupted }))
}

fn run(name: &str, request: &[u8], context: &mut Context<'_>) -> Result<Value, Problem> {
    let operation = OPERATIONS.iter().find(|known| known.name == name);
    let operation = operation.ok_or_else(|| Problem::new(404, "not found"))?;
    let Some(keys) = operation.keys else { return (operation.run)(Value::Null, context) };
    let request: Value = serde_json::from_slice(request)?;
    let Value::Object(fields) = &request else {
        return Err(Problem::refused("expected an object"));
    };
    match fields.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(Problem::refused(format!("unknown field '{key}' in the request"))),
        None => (operation.run)(request, context),
    }
}

/// A request by its type.
fn parsed<T: DeserializeOwned>(request: Value) -> Result<T, Problem> {
    Ok(from_value(request)?)
}

/// An answer as JSON.
fn written(answer: &impl Serialize) -> Result<Value, Problem> {
    Ok(to_value(answer)?)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Bounds, PlainTexts, Reply, operate};

    fn ask(name: &str, request: &Value) -> Reply {
        let request = request.to_string();
        operate(name, request.as_bytes(), &Bounds::default(), &PlainTexts, &mut |_| false)
    }

    #[test]
    fn a_puzzle_is_solved() {
        let answer = ask("solve", &json!({"puzzle": "..B.../AAB.../....../......"}));
        assert_eq!((answer.status, &answer.body["cost"]), (200, &json!(2)));
    }

    /// The table that the library, the command line, the service and the page answer too.
    #[test]
    fn answers_are_those_of_the_table() {
        let table = include_str!("../../../tests/data/answers.json");
        let cases: Vec<Value> = serde_json::from_str(table).expect("JSON");
        assert!(cases.len() > 10);
        for case in cases {
            let operation = case["operation"].as_str().expect("a name");
            let answer = ask(operation, &case["request"]);
            assert_eq!(answer.status, 200, "{case}");
            for (place, expected) in case["expected"].as_object().expect("places and values") {
                assert_eq!(answer.body.pointer(place), Some(expected), "{operation} {place}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_a_problem() {
        assert_eq!(ask("guess", &json!({})).status, 404);
        assert_eq!(ask("solve", &json!({"puzzle": "?"})).status, 422);
        assert_eq!(ask("solve", &json!([])).status, 422);
        for broken in [&b"{"[..], &[255], b""] {
            let bounds = Bounds::default();
            assert_eq!(operate("solve", broken, &bounds, &PlainTexts, &mut |_| false).status, 400);
        }
    }
}
