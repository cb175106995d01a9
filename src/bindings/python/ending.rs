//! The end of a process that aborts, as Rust and C++ do where a small allocation fails.

use pyo3::prelude::*;

/// From now on an abort ends the process with an exit code and a line on standard error, if the system has signals.
///
/// For the command line alone: under a limit on the address space nearly every abort is that of an allocation.
#[pyfunction]
pub(super) fn exit_at_abort(code: i32, message: &str) {
    #[cfg(unix)]
    unix::exit_at_abort(code, message);
    #[cfg(not(unix))]
    let _ = (code, message);
}

#[cfg(unix)]
mod unix {
    use std::ffi::{c_int, c_void};
    use std::sync::OnceLock;

    const ABORT: c_int = 6;
    const STANDARD_ERROR: c_int = 2;

    unsafe extern "C" {
        fn signal(number: c_int, handler: extern "C" fn(c_int)) -> usize;
        fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
        fn _exit(code: c_int) -> !;
    }

    static ENDING: OnceLock<(c_int, String)> = OnceLock::new();

    pub(super) fn exit_at_abort(code: i32, message: &str) {
        if ENDING.set((code, format!("{message}\n"))).is_ok() {
            // SAFETY: the handler only reads what is set and calls what a handler may call.
            unsafe { signal(ABORT, end) };
        }
    }

    extern "C" fn end(_: c_int) {
        if let Some((code, line)) = ENDING.get() {
            // SAFETY: both calls are safe in a handler of signals; the text is never freed.
            unsafe {
                write(STANDARD_ERROR, line.as_ptr().cast(), line.len());
                _exit(*code);
            }
        }
    }
}
