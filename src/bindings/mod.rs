//! Bindings: the crate as a Python module, and as WebAssembly functions for the page.

#[cfg(feature = "wasm-picture")]
mod picture;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "wasm")]
mod wasm;
