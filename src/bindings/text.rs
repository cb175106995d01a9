//! The reader of texts for a page without a server, which also writes QR codes: a module of its own, which the page
//! loads when somebody gives it a text or shares one.
//!
//! The page writes a request of the operation `read` or `qr`, as `/openapi.json` describes it, to the bytes of
//! [`text_room`], calls [`read_text`] or [`write_qr`], and takes [`text_length`] bytes of JSON.

use serde_json::json;

use super::exchange;
use crate::operations::json::{self, Reply};

/// Room for a request, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn text_room(bytes: usize) -> *mut u8 {
    exchange::reserve(bytes)
}

/// Read the text of the request in the reserved bytes.
///
/// The answer is `{"status": 200, "body": ...}`, or a status from 400 with a problem of RFC 9457.
/// It stays until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn read_text() -> *const u8 {
    answer(json::read)
}

/// Write the text of the request in the reserved bytes as a QR code; the answer is as that of [`read_text`].
#[unsafe(no_mangle)]
pub extern "C" fn write_qr() -> *const u8 {
    answer(json::qr)
}

fn answer(operation: fn(&[u8]) -> Reply) -> *const u8 {
    exchange::answer(|request| {
        let Reply { status, body } = operation(request);
        json!({"status": status, "body": body}).to_string()
    })
}

/// The number of bytes of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    exchange::answer_length()
}

#[cfg(test)]
mod tests {
    use super::{read_text, text_length, text_room};

    #[test]
    fn a_text_goes_in_and_its_puzzles_come_out() {
        let request = br#"{"text":"..B\nXXB\n..."}"#;
        let room = text_room(request.len());
        // SAFETY: `text_room` gave so many bytes.
        unsafe { room.copy_from_nonoverlapping(request.as_ptr(), request.len()) };
        let answer = read_text();
        // SAFETY: the answer stays until the next call.
        let bytes = unsafe { std::slice::from_raw_parts(answer, text_length()) };
        let answer: serde_json::Value = serde_json::from_slice(bytes).expect("JSON");
        assert_eq!(answer["status"], 200, "{answer}");
        assert_eq!(answer["body"]["items"][0]["puzzle"]["target"], "X", "{answer}");
    }
}
