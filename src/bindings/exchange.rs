//! How a module of WebAssembly and its page hand bytes to one another: the page writes to reserved bytes, calls a
//! function, and takes its answer.

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Room for a request, until the next call.
pub(super) fn reserve(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// The answer to the reserved bytes, which stays until the next call.
pub(super) fn answer(run: impl FnOnce(&[u8]) -> String) -> *const u8 {
    let answer = REQUEST.with_borrow(|request| run(request));
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer;
        kept.as_ptr()
    })
}

/// The number of bytes of the last answer.
pub(super) fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
