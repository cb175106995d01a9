//! JSON documents whose errors name line, column and path of the value.
//!
//! A literal of JavaScript or Python is read as the JSON that it means; then places have no column.

use std::fmt::Write;

use super::error::{TextError, TextWarning};
use super::line::{quoted, trimmed, width};
use super::literal::{as_json, string_end, without_comments};
use super::near::near;
use super::{Item, TitledSetup};

/// Above the 32 * 32 cells of the largest board.
pub(super) const MOST_ITEMS: usize = 1 << 11;
/// How deep lists and objects may nest.
const DEEPEST: usize = 500;
/// The most digits of an integer.
const DIGITS: usize = 4300;
/// How much of a key or a value a message shows.
const SHOWN: usize = 40;

/// How texts of a format in JSON are known, and become puzzles.
pub(crate) struct JsonReader {
    /// Whether a text that begins like this, as JSON, can be in the format.
    pub(crate) matches: fn(&str) -> bool,
    /// Whether the format should explain the errors of a text that begins like this, as JSON.
    pub(crate) resembles: fn(&str) -> bool,
    /// Whether a line can be a document by itself: an object, a list.
    pub(super) lines: &'static [JsonKind],
    /// The parts of a text of which each is a puzzle, with the line where it begins if there are several.
    pub(super) parts: for<'a> fn(Document<'a>) -> Parts<'a>,
    /// The puzzle of a part; a declared label of the target is read where the format has it.
    pub(super) puzzle: PuzzleReader,
}

type PuzzleReader =
    fn(&Document<'_>, Option<&str>, &mut Vec<TextWarning>) -> Result<TitledSetup, TextError>;

/// The parts of a text, each with the line where it begins, or what is wrong in its place.
pub(super) type Parts<'a> = Vec<(Option<usize>, Result<Document<'a>, TextError>)>;

impl JsonReader {
    /// Whether a text is JSON lines: at least half of its lines are whole objects, or lists.
    ///
    /// One document in several lines has fewer, however it is set out: its first line opens it, its last one
    /// closes it, and a comma stands between two values.
    pub(crate) fn are_lines(&self, opening: &str) -> bool {
        self.lines.iter().any(|&kind| {
            let full = opening.split('\n').filter(|line| !trimmed(line).is_empty());
            let values: Vec<bool> = full.map(|line| is_value(line, kind)).collect();
            let whole = values.iter().filter(|&&is_whole| is_whole).count();
            values.len() > 1 && (values[0] || 2 * whole >= values.len())
        })
    }

    /// The puzzles of a text, or of a line by its number in a text of JSON lines.
    pub(crate) fn read(&self, text: &str, line: Option<usize>, target: Option<&str>) -> Vec<Item> {
        let text = match JsonText::new(text, line) {
            Ok(text) => text,
            Err(error) => return vec![Item::new(Err(error), Vec::new(), line)],
        };
        let item = |(begin, part): (Option<usize>, Result<Document<'_>, TextError>)| {
            let mut warnings = Vec::new();
            let setup = part.and_then(|part| (self.puzzle)(&part, target, &mut warnings));
            Item::new(setup, warnings, begin)
        };
        (self.parts)(text.document()).into_iter().map(item).collect()
    }
}

/// Whether a line is a whole object or list.
fn is_value(line: &str, kind: JsonKind) -> bool {
    let text = without_comments(line);
    let text = trimmed(&text);
    let ends = if kind == JsonKind::Object { ('{', '}') } else { ('[', ']') };
    text.starts_with(ends.0)
        && text.ends_with(ends.1)
        && Parser { text, at: 0, takes_twice: true }.whole().is_ok()
}

/// The documents of a text: a single one, those of a list, or that of a line.
pub(super) fn documents(whole: Document<'_>) -> Vec<(Option<usize>, Document<'_>)> {
    if whole.text.line.is_none()
        && let Some(items) = whole.list()
    {
        return items.map(|item| (Some(item.line()), item)).collect();
    }
    vec![(whole.text.line, whole)]
}

/// The text of a document, and its value.
pub(super) struct JsonText {
    text: String,
    /// Its number, for a line of JSON lines.
    line: Option<usize>,
    has_columns: bool,
    root: JsonNode,
    /// The byte at which each line begins.
    starts: Vec<usize>,
}

impl JsonText {
    fn new(text: &str, line: Option<usize>) -> Result<JsonText, TextError> {
        let text = without_comments(text);
        let loose = as_json(&text);
        let found = |text: &str, has_columns, root| {
            let ends = text.match_indices('\n').map(|(at, _)| at + 1);
            let (starts, text) = ([0].into_iter().chain(ends).collect(), text.to_owned());
            JsonText { text, line, has_columns, root, starts }
        };
        let wrong = |what: &str| {
            let message = format!("expected JSON, found {what}");
            TextError::new(message, Some(line.unwrap_or(1)))
        };
        let parse = |text: &str| match (Parser { text, at: 0, takes_twice: false }).whole() {
            Err(Flaw::Deep) => Err(wrong("one that is nested too deep")),
            Err(Flaw::Digits) => Err(wrong("a number of too many digits")),
            Err(Flaw::Twice(key)) => Err(wrong(&format!("the key {} twice", quoted(&key)))),
            Err(Flaw::Syntax(what, at)) => Ok(Err((what, at))),
            Ok(root) => Ok(Ok(root)),
        };
        // The error of the text itself is told, not that of the JSON which it may mean.
        if loose != text
            && let Ok(root) = parse(&loose)?
        {
            return Ok(found(&loose, false, root));
        }
        match parse(&text)? {
            Ok(root) => Ok(found(&text, true, root)),
            Err((what, at)) => {
                let text = found(&text, true, JsonNode { at, value: JsonValue::Null });
                let (line, column) = text.place(at);
                let message = format!("expected JSON, found an error in it: {what}");
                Err(TextError::new(message, Some(line)).at(column))
            }
        }
    }

    fn document(&self) -> Document<'_> {
        Document { text: self, node: &self.root, path: Vec::new() }
    }

    /// The index of the line of a place.
    fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at) - 1
    }

    /// Line and column, from 1; no column where the text is not as it is written.
    fn place(&self, at: usize) -> (usize, Option<usize>) {
        let line = self.line_of(at);
        let column = || width(&self.text[self.starts[line]..at]) + 1;
        (self.line.unwrap_or(1) + line, self.has_columns.then(column))
    }
}

/// A value, and the byte at which it begins.
pub(super) struct JsonNode {
    at: usize,
    value: JsonValue,
}

pub(super) enum JsonValue {
    Null,
    Bool(bool),
    /// An integer, clamped to 64 bits, and its digits.
    Integer(i64, String),
    Float(f64),
    /// A text, and whether it has no lone surrogate.
    Text(String, bool),
    List(Vec<JsonNode>),
    Object(Vec<(String, JsonNode)>),
}

/// The kinds of values that messages name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonKind {
    Integer,
    Text,
    Bool,
    List,
    Object,
}

impl JsonKind {
    fn name(self) -> &'static str {
        match self {
            JsonKind::Integer => "an integer",
            JsonKind::Text => "a string",
            JsonKind::Bool => "true or false",
            JsonKind::List => "a list",
            JsonKind::Object => "an object",
        }
    }
}

impl JsonValue {
    fn kind(&self) -> Option<JsonKind> {
        match self {
            JsonValue::Null | JsonValue::Float(_) => None,
            JsonValue::Bool(_) => Some(JsonKind::Bool),
            JsonValue::Integer(..) => Some(JsonKind::Integer),
            JsonValue::Text(..) => Some(JsonKind::Text),
            JsonValue::List(_) => Some(JsonKind::List),
            JsonValue::Object(_) => Some(JsonKind::Object),
        }
    }

    /// The value as Python writes it.
    pub(super) fn written(&self) -> String {
        match self {
            JsonValue::Null => "None".to_owned(),
            JsonValue::Bool(true) => "True".to_owned(),
            JsonValue::Bool(false) => "False".to_owned(),
            JsonValue::Integer(_, digits) => digits.clone(),
            JsonValue::Float(value) => float(*value),
            JsonValue::Text(text, _) => text.clone(),
            JsonValue::List(_) => JsonKind::List.name().to_owned(),
            JsonValue::Object(_) => JsonKind::Object.name().to_owned(),
        }
    }

    /// The value as messages show it, shortened; only the kind of a list or object.
    fn seen(&self) -> String {
        match self {
            JsonValue::Text(text, _) => quoted(text).chars().take(SHOWN + 2).collect(),
            JsonValue::Null => "null".to_owned(),
            JsonValue::Bool(value) => value.to_string(),
            other => other.written().chars().take(SHOWN + 2).collect(),
        }
    }
}

/// A number as Python writes it.
fn float(value: f64) -> String {
    let plain = value.to_string();
    if !value.is_finite() {
        return plain.to_ascii_lowercase();
    }
    if value == 0.0 || (1e-4..1e16).contains(&value.abs()) {
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    // Its exponent is told by the places of its point and its first digit.
    let digits = plain.trim_start_matches('-');
    let point = digits.find('.').unwrap_or(digits.len());
    let places = digits.replace('.', "");
    let first = places.find(|digit| digit != '0').unwrap_or_default();
    let (lead, rest) = places.trim_matches('0').split_at(1);
    let (minus, dot) = (if value < 0.0 { "-" } else { "" }, if rest.is_empty() { "" } else { "." });
    let (way, far) =
        if point > first { ('+', point - first - 1) } else { ('-', first + 1 - point) };
    format!("{minus}{lead}{dot}{rest}e{way}{far:02}")
}

/// A value of a text and the way to it.
#[derive(Clone)]
pub(super) struct Document<'a> {
    text: &'a JsonText,
    node: &'a JsonNode,
    path: Vec<PathStep<'a>>,
}

#[derive(Clone, Copy)]
enum PathStep<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> Document<'a> {
    pub(super) fn value(&self) -> &'a JsonValue {
        &self.node.value
    }

    /// Whether it is this value of the text.
    pub(super) fn is(&self, other: &Document<'_>) -> bool {
        self.node.at == other.node.at
    }

    /// The line, from 1.
    pub(super) fn line(&self) -> usize {
        self.text.line.unwrap_or(1) + self.text.line_of(self.node.at)
    }

    /// The line, where it is that of JSON lines.
    pub(super) fn own_line(&self) -> Option<usize> {
        self.text.line
    }

    /// The key under which it stands.
    pub(super) fn key(&self) -> Option<&'a str> {
        match self.path.last() {
            Some(PathStep::Key(key)) => Some(key),
            _ => None,
        }
    }

    /// Whether it stands under a key of the whole text.
    pub(super) fn is_within(&self, key: &str) -> bool {
        matches!(self.path.first(), Some(PathStep::Key(first)) if *first == key)
    }

    /// An error about this value; its path stands before the advice in a message.
    pub(super) fn error(&self, message: impl AsRef<str>) -> TextError {
        let (what, advice) = parted(message.as_ref());
        self.placed(format!("{what}{}{advice}", self.path_in_words()))
    }

    /// An error at the place of this value.
    fn placed(&self, message: String) -> TextError {
        let (line, column) = self.text.place(self.node.at);
        TextError::new(message, Some(line)).at(column)
    }

    fn path_in_words(&self) -> String {
        let mut path = String::new();
        for step in &self.path {
            match step {
                PathStep::Key(key) => write!(path, ".{key}"),
                PathStep::Index(index) => write!(path, "[{index}]"),
            }
            .expect("a text takes all");
        }
        let path = path.strip_prefix('.').unwrap_or(&path);
        if path.is_empty() { String::new() } else { format!(" at {path}") }
    }

    /// Refuse a value of another kind, and a text with a lone surrogate.
    pub(super) fn check(&self, kind: JsonKind) -> Result<(), TextError> {
        if self.value().kind() != Some(kind) {
            return Err(self.error(format!("expected {}, found {}", kind.name(), self.seen())));
        }
        match self.value() {
            JsonValue::Text(_, false) => {
                Err(self.error("expected a string, found one with a lone surrogate"))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn seen(&self) -> String {
        self.value().seen()
    }

    pub(super) fn integer(&self) -> Result<i64, TextError> {
        self.check(JsonKind::Integer)?;
        let JsonValue::Integer(value, _) = self.value() else { unreachable!("it is an integer") };
        Ok(*value)
    }

    pub(super) fn string(&self) -> Result<&'a str, TextError> {
        self.check(JsonKind::Text)?;
        let JsonValue::Text(text, _) = self.value() else { unreachable!("it is a text") };
        Ok(text)
    }

    pub(super) fn truth(&self) -> Result<bool, TextError> {
        self.check(JsonKind::Bool)?;
        Ok(matches!(self.value(), JsonValue::Bool(true)))
    }

    /// A text or an integer as a label.
    pub(super) fn label(&self) -> Result<&'a str, TextError> {
        match self.value() {
            JsonValue::Integer(_, digits) => Ok(digits),
            _ => self.string(),
        }
    }

    /// The values of a list; `None` of anything else.
    pub(super) fn list(&self) -> Option<impl ExactSizeIterator<Item = Document<'a>> + use<'a>> {
        let JsonValue::List(items) = self.value() else { return None };
        let whole = self.clone();
        Some(
            items
                .iter()
                .enumerate()
                .map(move |(index, node)| whole.at(node, PathStep::Index(index))),
        )
    }

    /// The values of a list, at most as many as a board has cells.
    pub(super) fn items(&self) -> Result<Vec<Document<'a>>, TextError> {
        let items = self.all_items()?;
        if items.len() > MOST_ITEMS {
            let found = items.len();
            return Err(self.error(format!("expected at most {MOST_ITEMS} items, found {found}")));
        }
        Ok(items)
    }

    /// The values of a list.
    pub(super) fn all_items(&self) -> Result<Vec<Document<'a>>, TextError> {
        self.check(JsonKind::List)?;
        Ok(self.list().into_iter().flatten().collect())
    }

    /// The keys and values of an object; nothing of anything else.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'a str, Document<'a>)> + use<'a> {
        let members = match self.value() {
            JsonValue::Object(members) => &members[..],
            _ => &[],
        };
        let whole = self.clone();
        members.iter().map(move |(key, node)| (key.as_str(), whole.at(node, PathStep::Key(key))))
    }

    /// The value under a key.
    pub(super) fn get(&self, key: &str) -> Option<Document<'a>> {
        self.members().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The value under a key; an error if there is none.
    pub(super) fn need(&self, key: &str) -> Result<Document<'a>, TextError> {
        let none = || self.error(format!("expected the key {}, found none", quoted(key)));
        self.get(key).ok_or_else(none)
    }

    fn at(&self, node: &'a JsonNode, step: PathStep<'a>) -> Document<'a> {
        let path = self.path.iter().copied().chain([step]).collect();
        Document { text: self.text, node, path }
    }

    /// Refuse an object without these keys, or with values of other kinds under them.
    pub(super) fn require(&self, keys: &[ObjectKey]) -> Result<(), TextError> {
        self.check(JsonKind::Object)?;
        for &(key, kind, is_needed) in keys {
            match self.get(key) {
                Some(value) => value.check(kind)?,
                None if is_needed => return self.need(key).map(|_| ()),
                None => {}
            }
        }
        Ok(())
    }

    /// The same, and refuse other keys.
    pub(super) fn require_only(&self, keys: &[ObjectKey]) -> Result<(), TextError> {
        self.check(JsonKind::Object)?;
        for (key, value) in self.members() {
            if keys.iter().any(|&(known, ..)| known == key) {
                continue;
            }
            let (known, short): (Vec<&str>, String) = (
                keys.iter().map(|&(known, ..)| known).collect(),
                key.chars().take(SHOWN).collect(),
            );
            let hint = match near(&short, known.iter().copied(), 6) {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None => format!("expected {}", known.join(", ")),
            };
            let message = format!("found the key {}; {hint}", quoted(key));
            return Err(value.placed(message + &self.path_in_words()));
        }
        self.require(keys)
    }
}

/// A key of an object, the kind of its value, and whether it must be there.
pub(super) type ObjectKey = (&'static str, JsonKind, bool);

/// A message, and its advice with the sign before it.
fn parted(message: &str) -> (&str, &str) {
    message.split_at(message.find("; ").unwrap_or(message.len()))
}

/// What is wrong with a text of JSON.
enum Flaw {
    Syntax(&'static str, usize),
    Deep,
    Digits,
    Twice(String),
}

/// Reads a value from a place on.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Whether an object may have a key twice.
    takes_twice: bool,
}

impl Parser<'_> {
    fn whole(mut self) -> Result<JsonNode, Flaw> {
        self.skip_blanks();
        let found = self.value(0)?;
        self.skip_blanks();
        if self.at < self.text.len() {
            return Err(Flaw::Syntax("extra data", self.at));
        }
        Ok(found)
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Go on behind a sign, and what is blank behind it; whether it is there.
    fn takes(&mut self, sign: u8) -> bool {
        let is_there = self.next() == Some(sign);
        if is_there {
            self.at += 1;
            self.skip_blanks();
        }
        is_there
    }

    fn value(&mut self, depth: usize) -> Result<JsonNode, Flaw> {
        let at = self.at;
        let rest = &self.text[at..];
        let value = match self.next() {
            Some(b'{' | b'[') if depth == DEEPEST => return Err(Flaw::Deep),
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => {
                let (text, is_whole) = self.string()?;
                JsonValue::Text(text, is_whole)
            }
            _ => {
                let word = |word: &str, value: JsonValue| {
                    rest.starts_with(word).then_some((word.len(), value))
                };
                let (length, value) = word("null", JsonValue::Null)
                    .or_else(|| word("true", JsonValue::Bool(true)))
                    .or_else(|| word("false", JsonValue::Bool(false)))
                    .or_else(|| word("NaN", JsonValue::Float(f64::NAN)))
                    .or_else(|| word("Infinity", JsonValue::Float(f64::INFINITY)))
                    .or_else(|| word("-Infinity", JsonValue::Float(f64::NEG_INFINITY)))
                    .map_or_else(|| number(rest, at), Ok)?;
                self.at += length;
                value
            }
        };
        Ok(JsonNode { at, value })
    }

    /// Read values with commas between them, from a bracket to the one that ends it.
    fn group(
        &mut self,
        [open, close]: [u8; 2],
        mut read: impl FnMut(&mut Self) -> Result<(), Flaw>,
    ) -> Result<(), Flaw> {
        self.takes(open);
        let mut goes_on = self.next() != Some(close);
        while goes_on {
            read(self)?;
            self.skip_blanks();
            goes_on = self.next() != Some(close);
            if goes_on && !self.takes(b',') {
                return Err(Flaw::Syntax("expecting ',' delimiter", self.at));
            }
        }
        self.at += 1;
        Ok(())
    }

    fn list(&mut self, depth: usize) -> Result<JsonValue, Flaw> {
        let mut items = Vec::new();
        self.group(*b"[]", |scan| {
            items.push(scan.value(depth + 1)?);
            Ok(())
        })?;
        Ok(JsonValue::List(items))
    }

    fn object(&mut self, depth: usize) -> Result<JsonValue, Flaw> {
        let mut members: Vec<(String, JsonNode)> = Vec::new();
        self.group(*b"{}", |scan| {
            if scan.next() != Some(b'"') {
                let message = "expecting property name enclosed in double quotes";
                return Err(Flaw::Syntax(message, scan.at));
            }
            let (key, _) = scan.string()?;
            scan.skip_blanks();
            if !scan.takes(b':') {
                return Err(Flaw::Syntax("expecting ':' delimiter", scan.at));
            }
            members.push((key, scan.value(depth + 1)?));
            Ok(())
        })?;
        if let Some(key) = most_common_twice(&members).filter(|_| !self.takes_twice) {
            return Err(Flaw::Twice(key.to_owned()));
        }
        Ok(JsonValue::Object(members))
    }

    /// A text, and whether it has no lone surrogate.
    fn string(&mut self) -> Result<(String, bool), Flaw> {
        let begin = self.at;
        let end = string_end(self.text, begin, '"', true);
        self.at += 1;
        // Most texts have nothing to replace.
        let is_plain = |text: &&str| !text.contains(|sign| matches!(sign, '\\' | '\0'..' '));
        if let Some(plain) = self.text[begin + 1..end].strip_suffix('"').filter(is_plain) {
            self.at = end;
            return Ok((plain.to_owned(), true));
        }
        let (mut found, mut is_whole) = (String::new(), true);
        loop {
            let rest = &self.text[self.at..];
            let length = rest.find(|sign| matches!(sign, '"' | '\\' | ..' '));
            let Some(length) = length else {
                return Err(Flaw::Syntax("unterminated string starting at", begin));
            };
            found += &rest[..length];
            self.at += length;
            match rest.as_bytes()[length] {
                b'"' => {
                    self.at += 1;
                    return Ok((found, is_whole));
                }
                b'\\' => {
                    let sign = self.escape(begin)?;
                    is_whole &= sign.is_some();
                    found.push(sign.unwrap_or('\u{fffd}'));
                }
                _ => return Err(Flaw::Syntax("invalid control character at", self.at)),
            }
        }
    }

    /// The sign behind a backslash; `None` of a lone surrogate.
    fn escape(&mut self, begin: usize) -> Result<Option<char>, Flaw> {
        let at = self.at;
        let Some(sign) = self.text[at + 1..].chars().next() else {
            return Err(Flaw::Syntax("unterminated string starting at", begin));
        };
        let sign = match sign {
            '"' | '\\' | '/' => sign,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.hex(at).ok_or(Flaw::Syntax("invalid \\uXXXX escape", at + 1))?;
                self.at = at + 6;
                let has_second =
                    (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u");
                let second = if has_second { self.hex(self.at) } else { None };
                if let Some(second) = second.filter(|second| (0xdc00..0xe000).contains(second)) {
                    self.at += 6;
                    let sign = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                    return Ok(char::from_u32(sign));
                }
                return Ok(char::from_u32(first));
            }
            _ => return Err(Flaw::Syntax("invalid \\escape", at)),
        };
        self.at = at + 2;
        Ok(Some(sign))
    }

    /// The number behind `\u`.
    fn hex(&self, at: usize) -> Option<u32> {
        let digits = self.text.get(at + 2..at + 6)?;
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_hex.then(|| u32::from_str_radix(digits, 16).ok())?
    }
}

/// The key that an object has most often, if it has one twice; of several the first.
fn most_common_twice(members: &[(String, JsonNode)]) -> Option<&str> {
    let mut keys: Vec<(&str, usize)> =
        members.iter().enumerate().map(|(index, (key, _))| (key.as_str(), index)).collect();
    keys.sort_unstable();
    let same = keys.chunk_by(|one, other| one.0 == other.0).filter(|same| same.len() > 1);
    let first = same.min_by_key(|same| (usize::MAX - same.len(), same[0].1));
    first.map(|same| same[0].0)
}

/// The value of a decimal number; beyond 15 digits it may be the next one.
///
/// The exact value, for which messages have no use, takes tables of 10 kB, which the page without a server would load.
#[expect(clippy::cast_precision_loss, reason = "the digits of a message")]
fn decimal(text: &str) -> f64 {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let most = if exponent.starts_with('-') { -9999 } else { 9999 };
    let mut exponent: i32 = exponent.parse().unwrap_or(most).clamp(-9999, 9999);
    let (mut value, mut is_fraction) = (0_u64, false);
    for digit in digits.bytes() {
        match digit {
            b'.' => is_fraction = true,
            b'0'..=b'9' if value < u64::MAX / 100 => {
                value = 10 * value + u64::from(digit - b'0');
                exponent -= i32::from(is_fraction);
            }
            b'0'..=b'9' => exponent += i32::from(!is_fraction),
            _ => {}
        }
    }
    let power = 10_f64.powi(exponent.abs());
    let found = match value {
        0 => 0.0,
        _ if exponent < 0 => value as f64 / power,
        _ => value as f64 * power,
    };
    if text.starts_with('-') { -found } else { found }
}

/// The number with which a text at a place begins, and its length.
fn number(text: &str, at: usize) -> Result<(usize, JsonValue), Flaw> {
    let digits = |from: usize| {
        let digits = text.as_bytes()[from..].iter();
        digits.take_while(|digit| digit.is_ascii_digit()).count()
    };
    let sign = usize::from(text.starts_with('-'));
    let whole = match text.as_bytes().get(sign) {
        Some(b'0') => sign + 1,
        Some(b'1'..=b'9') => sign + digits(sign),
        _ => return Err(Flaw::Syntax("expecting value", at)),
    };
    let mut end = whole;
    if text[end..].starts_with('.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if text[end..].starts_with(['e', 'E']) {
        let start = end + 1 + usize::from(text[end + 1..].starts_with(['+', '-']));
        if digits(start) > 0 {
            end = start + digits(start);
        }
    }
    if end > whole {
        return Ok((end, JsonValue::Float(decimal(&text[..end]))));
    }
    if whole - sign > DIGITS {
        return Err(Flaw::Digits);
    }
    let written = if &text[..end] == "-0" { "0" } else { &text[..end] };
    let clamped = if sign > 0 { i64::MIN } else { i64::MAX };
    let value = written.parse().unwrap_or(clamped);
    Ok((end, JsonValue::Integer(value, written.to_owned())))
}
