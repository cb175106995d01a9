//! The properties of `tests/fuzz/`, where the corpus keeps them, for libFuzzer.

#[path = "../../tests/fuzz/properties.rs"]
pub mod properties;
