//! Bindings: the crate as a Python module, and as WebAssembly functions for the page.

#[cfg(any(feature = "wasm", feature = "wasm-picture", feature = "wasm-text"))]
mod exchange;
#[cfg(feature = "wasm-picture")]
mod picture;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "wasm-text")]
mod text;
#[cfg(feature = "wasm")]
mod wasm;
