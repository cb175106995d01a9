//! The operations for a page without a server: JSON in, JSON out, as `/openapi.json` describes them.
//!
//! The page writes the name of an operation and its request to [`reserve`]d bytes, [`call`]s, and
//! reads [`answer_length`] bytes. It runs this in a worker, so it ends a search with the worker.

use std::str::from_utf8;

use serde_json::json;

use super::exchange;
use crate::operations::json::{Bounds, PlainTexts, operate};
use crate::outcome::Progress;

/// Room for the name of an operation and its request, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    exchange::reserve(bytes)
}

/// Run the operation that the first `name` reserved bytes name, on the request in the others.
///
/// The answer is `{"status": 200, "body": ...}`, or a status from 400 with a problem of RFC 9457.
/// It stays until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn call(name: usize) -> *const u8 {
    exchange::answer(|request| {
        let (name, request) = request.split_at_checked(name).unwrap_or((request, &[]));
        let name = from_utf8(name).unwrap_or("");
        let answer = operate(name, request, &Bounds::default(), &PlainTexts, &mut tell);
        json!({"status": answer.status, "body": answer.body}).to_string()
    })
}

/// The number of bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    exchange::answer_length()
}

/// Tell the page of the progress. Never ends the search: the page ends the worker.
#[cfg(target_family = "wasm")]
fn tell(seen: Progress) -> bool {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        safe fn progress(states: usize, bytes: usize, lower_bound: u32);
    }
    progress(seen.states, seen.bytes, seen.lower_bound);
    false
}

#[cfg(not(target_family = "wasm"))]
fn tell(_: Progress) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::{answer_length, call, reserve};

    /// The answer to a name and a request.
    fn ask(text: &[u8], name: usize) -> String {
        let room = reserve(text.len());
        // SAFETY: `reserve` gave so many bytes.
        unsafe { room.copy_from_nonoverlapping(text.as_ptr(), text.len()) };
        let answer = call(name);
        // SAFETY: the answer stays until the next call.
        let bytes = unsafe { std::slice::from_raw_parts(answer, answer_length()) };
        String::from_utf8_lossy(bytes).into_owned()
    }

    #[test]
    fn bytes_go_in_and_out() {
        assert!(ask(br#"validate{"puzzle":"AA...."}"#, 8).starts_with(r#"{"status":200"#));
        for (text, name) in [(&b"guess{}"[..], 5), (&[255], 1), ("é".as_bytes(), 1)] {
            assert!(ask(text, name).starts_with(r#"{"status":404"#));
        }
        for (text, name) in [(&b"solve{"[..], 5), (b"solve", 5), (b"solve", 99)] {
            assert!(ask(text, name).starts_with(r#"{"status":400"#));
        }
    }
}
