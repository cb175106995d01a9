//! Progress reports to the page while a search runs.

use crate::outcome::{Interrupt, Limits, Progress, Watch};

/// Run with a watch that keeps limits and tells the page of the progress.
pub(super) fn watched<T>(limits: Limits, run: impl FnOnce(&mut Watch<'_>) -> T) -> T {
    let mut tell = tell;
    let tell: &mut Interrupt<'_> = &mut tell;
    run(&mut Watch::new(limits, tell))
}

/// Tell the page how many boards were tried; never ends the work.
pub(super) fn tell_boards(boards: u64) -> bool {
    tell(Progress {
        states: usize::try_from(boards).unwrap_or(usize::MAX),
        bytes: 0,
        lower_bound: 0,
        upper_bound: None,
    })
}

/// Never ends the search: the page ends the worker.
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
