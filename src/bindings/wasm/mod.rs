//! The operations of the service for a page without a server: JSON in, JSON out, as
//! `/openapi.json` describes them.
//!
//! The page writes the name of an operation and its request to [`reserve`]d bytes, [`call`]s, and
//! reads [`answer_length`] bytes. It runs this in a worker, so it ends a search with the worker.

mod analyse;
mod explore;
mod forms;
mod generate;
mod hint;
mod page;
mod problem;
mod solve;
mod validate;
mod walk;

use std::cell::RefCell;
use std::str::from_utf8;

use serde_json::{Value, json};

use problem::Problem;

/// An operation: its name, the keys that a request may have, and the function that answers one.
type Operation = (&'static str, &'static [&'static str], fn(Value) -> Result<Value, Problem>);

const OPERATIONS: [Operation; 7] = [
    ("solve", solve::KEYS, solve::solve),
    ("explore", &["puzzle", "metric", "goal", "max_states", "max_seconds"], explore::explore),
    ("hint", &["puzzle", "metric", "goal", "every", "max_states", "max_seconds"], hint::hint),
    ("walk", &["puzzle", "to", "metric", "goal", "max_states", "max_seconds"], walk::walk),
    ("analyse", &["puzzle", "max_states", "max_seconds"], analyse::analyse),
    ("generate", generate::KEYS, generate::generate),
    ("validate", &["puzzle"], validate::validate),
];

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for the name of an operation and its request, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Run the operation that the first `name` reserved bytes name, on the request in the others.
///
/// The answer is `{"status": 200, "body": ...}`, or a status from 400 with a problem of RFC 9457.
/// It stays until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn call(name: usize) -> *const u8 {
    let answer = REQUEST.with_borrow(|request| answer(request, name));
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer.to_string().into_bytes();
        kept.as_ptr()
    })
}

/// The number of bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

fn answer(request: &[u8], name: usize) -> Value {
    match run(request, name) {
        Ok(body) => json!({"status": 200, "body": body}),
        Err(problem) => json!({"status": problem.status, "body": problem.body()}),
    }
}

fn run(request: &[u8], name: usize) -> Result<Value, Problem> {
    let text = from_utf8(request).map_err(|_| Problem::new(400, "expected text in UTF-8"))?;
    let (name, request) = text.split_at_checked(name).unwrap_or((text, ""));
    let operation = OPERATIONS.iter().find(|(known, ..)| *known == name);
    let (_, keys, run) = operation.ok_or_else(|| Problem::new(404, "not found"))?;
    let request: Value = serde_json::from_str(request)?;
    let Value::Object(fields) = &request else {
        return Err(Problem::refused("expected an object"));
    };
    match fields.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(Problem::refused(format!("unknown field '{key}' in the request"))),
        None => run(request),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{answer, answer_length, call, reserve};

    fn ask(name: &str, request: &Value) -> Value {
        answer(format!("{name}{request}").as_bytes(), name.len())
    }

    #[test]
    fn a_puzzle_is_solved() {
        let answer = ask("solve", &json!({"puzzle": "..B.../AAB.../....../......"}));
        assert_eq!(answer["status"], 200);
        assert_eq!(answer["body"]["cost"], 2);
    }

    #[test]
    fn what_is_wrong_is_a_problem() {
        assert_eq!(ask("guess", &json!({}))["status"], 404);
        assert_eq!(ask("solve", &json!({"puzzle": "?"}))["status"], 422);
        assert_eq!(answer(b"solve{", 5)["status"], 400);
        assert_eq!(answer(&[255], 1)["status"], 400);
        assert_eq!(answer("é".as_bytes(), 1)["status"], 404);
        assert_eq!(answer(b"solve", 99)["status"], 400);
    }

    #[test]
    fn bytes_go_in_and_out() {
        let text = br#"validate{"puzzle":"AA...."}"#;
        let room = reserve(text.len());
        // SAFETY: `reserve` gave so many bytes.
        unsafe { room.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        assert!(!call(8).is_null());
        assert!(answer_length() > 20);
    }
}
