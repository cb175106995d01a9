//! The clock that limits on time read: that of the machine or, in a browser, of the page.

#[cfg(not(all(feature = "wasm", target_family = "wasm")))]
pub use std::time::Instant;

#[cfg(all(feature = "wasm", target_family = "wasm"))]
pub use page::Instant;

/// `std::time::Instant` panics in WebAssembly outside an operating system.
#[cfg(all(feature = "wasm", target_family = "wasm"))]
mod page {
    use std::time::Duration;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since some moment: `performance.now()`.
        safe fn now() -> f64;
    }

    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
    pub struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(Duration::from_secs_f64(now().max(0.0) / 1e3))
        }

        pub(crate) fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }

        pub(crate) fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}
