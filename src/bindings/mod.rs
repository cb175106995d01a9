//! The crate as others call it: a module of Python, and functions of WebAssembly for the page.

#[cfg(feature = "python")]
mod python;
#[cfg(feature = "wasm")]
mod wasm;
