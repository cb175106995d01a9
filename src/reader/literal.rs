//! Literals of JavaScript and Python as the JSON that they mean: keys without quotes, other quotes, comments,
//! commas at the end, a name before them.

use std::borrow::Cow;
use std::fmt::Write;

use super::line::{is_blank, trimmed, width, words};

/// The longest text that is read as a literal of a program.
const MOST: usize = 1 << 17;
/// The longest comment between `/*` and `*/`.
const NOTE: usize = 2000;
/// The longest name of a variable.
const NAME: usize = 61;

/// The text without comments, which begin with `#` outside strings.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('#') {
        return Cow::Borrowed(text);
    }
    let (mut found, mut at) = (String::new(), 0);
    while let Some(sign) = text[at..].chars().next() {
        let end = match sign {
            '"' => string_end(text, at, '"', true),
            _ => at + sign.len_utf8(),
        };
        if sign == '#' {
            at = line_end(text, at);
        } else {
            found += &text[at..end];
            at = end;
        }
    }
    Cow::Owned(found)
}

/// The JSON that a literal of JavaScript or Python means, line by line; else the text itself.
pub(crate) fn as_json(text: &str) -> Cow<'_, str> {
    let named = value_of_name(text);
    let is_value = text.trim_start_matches(is_blank).starts_with(['[', '{']);
    if named.is_none() && !is_value || text.len() > MOST && width(text) > MOST {
        return Cow::Borrowed(text);
    }
    let start = named.unwrap_or(0);
    let mut value = &text[start..];
    if named.is_some() {
        let whole = value.trim_end_matches(is_blank);
        value = whole.strip_suffix(';').unwrap_or(value);
    }
    let lines = "\n".repeat(text[..start].matches('\n').count());
    Cow::Owned(lines + &without_last_commas(&translated(value)))
}

/// The place of the bracket behind the name of a variable, such as `export const levels =`.
fn value_of_name(text: &str) -> Option<usize> {
    let start = text.find(['[', '{'])?;
    let head = trimmed(&text[..start]);
    let Some(before) = head.strip_suffix('=') else {
        return words(head).eq(["export", "default"]).then_some(start);
    };
    let mut before: Vec<&str> = words(before).collect();
    let name = before.pop()?;
    if before.first() == Some(&"export") {
        before.remove(0);
    }
    let is_known = matches!(before[..], [] | ["const" | "let" | "var"]);
    let is_first = |sign: char| sign.is_ascii_alphabetic() || "_$".contains(sign);
    let is_name = name.starts_with(is_first)
        && name.chars().all(|sign| is_word(sign) || sign == '$')
        && width(name) <= NAME;
    (is_known && is_name).then_some(start)
}

/// The text with each part of a program in JSON.
fn translated(text: &str) -> String {
    let (mut found, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(sign) = text[at..].chars().next() {
        let end = part_end(text, at, sign);
        let part = &text[at..end];
        match sign {
            '/' if part.len() > 1 => found += &"\n".repeat(part.matches('\n').count()),
            '(' => found.push('['),
            ')' => found.push(']'),
            '\'' => push_string(&mut found, &part.trim_matches('\'').replace("\\'", "'")),
            _ if is_name(text, at, sign) => push_word(&mut found, part),
            _ => found += part,
        }
        at = end;
    }
    found
}

/// Where the part of a program ends that begins with a sign.
fn part_end(text: &str, at: usize, sign: char) -> usize {
    let rest = &text[at..];
    match sign {
        '"' | '\'' => string_end(text, at, sign, false),
        '/' if rest.starts_with("//") => line_end(text, at),
        '/' if rest.starts_with("/*") => {
            let inner = &rest[2..];
            let end = inner.find('*').filter(|&end| inner[end..].starts_with("*/"));
            let end = end.filter(|&end| width(&inner[..end]) <= NOTE);
            end.map_or(at + 1, |end| at + end + 4)
        }
        _ if is_name(text, at, sign) => {
            let is_part = |sign: char| is_word(sign) || "$.".contains(sign);
            at + rest.find(|sign| !is_part(sign)).unwrap_or(rest.len())
        }
        _ => at + sign.len_utf8(),
    }
}

/// Whether a name begins at a place.
fn is_name(text: &str, at: usize, sign: char) -> bool {
    let before = text[..at].chars().next_back();
    (sign.is_ascii_alphabetic() || "_$".contains(sign))
        && !before.is_some_and(|sign| is_word(sign) || sign == '.')
}

/// Add a name as a value of JSON, or as a string of its last part.
fn push_word(found: &mut String, word: &str) {
    match word {
        "true" | "false" | "null" | "NaN" | "Infinity" => *found += word,
        "True" => *found += "true",
        "False" => *found += "false",
        "None" | "undefined" => *found += "null",
        _ => {
            let last = word.rsplit('.').next().unwrap_or_default();
            found.extend(["\"", last, "\""]);
        }
    }
}

/// Add a string of JSON.
fn push_string(found: &mut String, text: &str) {
    found.push('"');
    for sign in text.chars() {
        match sign {
            '"' | '\\' => found.extend(['\\', sign]),
            ..' ' => write!(found, "\\u{:04x}", u32::from(sign)).expect("a text takes all"),
            _ => found.push(sign),
        }
    }
    found.push('"');
}

/// The text without commas before a closing bracket.
fn without_last_commas(text: &str) -> String {
    let (mut found, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(sign) = text[at..].chars().next() {
        let end = if sign == '"' { string_end(text, at, '"', true) } else { at + sign.len_utf8() };
        if sign != ',' || !unspaced(&text[end..]).starts_with([']', '}']) {
            found += &text[at..end];
        }
        at = end;
    }
    found
}

/// Where the string ends that begins with a quote; before a line end if strings have `lines` only elsewhere.
pub(super) fn string_end(text: &str, at: usize, quote: char, lines: bool) -> usize {
    let mut end = at + 1;
    while let Some(sign) = text[end..].chars().next() {
        let next = text[end + sign.len_utf8()..].chars().next();
        match (sign, next) {
            _ if sign == quote => return end + 1,
            ('\\', Some(next)) if next != '\n' => end += 1 + next.len_utf8(),
            ('\\', _) => return end,
            ('\n', _) if !lines => return end,
            _ => end += sign.len_utf8(),
        }
    }
    end
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

fn unspaced(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}
