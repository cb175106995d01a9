//! Sentences in parts, which other languages can order.

use std::borrow::Cow;
use std::fmt;

/// A sentence in English, with `{name}` in the places of its values: `{move} to clear the exit`.
///
/// It is written with its values in their places. Who speaks another language looks up its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The sentence.
    pub text: Cow<'static, str>,
    /// The values by their names, each once.
    pub values: Vec<(&'static str, Said)>,
}

/// A value of a [`Phrase`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A label or a number, the same in every language.
    Text(String),
    /// A part of the sentence.
    Phrase(Phrase),
    /// Parts with commas between them.
    List(Vec<Phrase>),
    /// So many of something, with its number in words if these are usual: `two vehicles`.
    Count {
        /// How many.
        count: usize,
        /// One of them.
        unit: &'static str,
        /// Both in English.
        words: String,
    },
}

impl Phrase {
    /// A sentence with its values.
    #[inline(never)]
    pub(crate) fn new(text: &'static str, values: Vec<(&'static str, Said)>) -> Phrase {
        Phrase { text: Cow::Borrowed(text), values }
    }

    /// A sentence that is put together.
    #[inline(never)]
    pub(crate) fn made(text: String, values: Vec<(&'static str, Said)>) -> Phrase {
        Phrase { text: Cow::Owned(text), values }
    }
}

impl Said {
    /// A number, in digits.
    #[inline(never)]
    pub(crate) fn number(number: i64) -> Said {
        Said::Text(number.to_string())
    }

    /// A label as it is.
    #[inline(never)]
    pub(crate) fn label(label: &str) -> Said {
        Said::Text(label.to_owned())
    }

    /// So many of something, in digits.
    #[inline(never)]
    pub(crate) fn counted(count: usize, unit: &'static str) -> Said {
        let words = format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
        Said::Count { count, unit, words }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest: &str = &self.text;
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            f.write_str(before)?;
            if let Some((_, said)) = self.values.iter().find(|(other, _)| *other == name) {
                said.fmt(f)?;
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Text(text) => f.write_str(text),
            Said::Phrase(phrase) => phrase.fmt(f),
            Said::List(phrases) => {
                for (place, phrase) in phrases.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { ", " })?;
                    phrase.fmt(f)?;
                }
                Ok(())
            }
            Said::Count { words, .. } => f.write_str(words),
        }
    }
}

/// A sentence that is the same in every language, with any signs in it.
impl From<String> for Phrase {
    fn from(text: String) -> Phrase {
        Phrase::new("{text}", vec![("text", Said::Text(text))])
    }
}

impl From<Phrase> for Said {
    fn from(phrase: Phrase) -> Said {
        Said::Phrase(phrase)
    }
}
