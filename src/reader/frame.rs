//! Frame: a board with its exit drawn, in a frame or at the end of a row.
//!
//! ```text
//!  +-------------+        Level 1        ..B...
//!  | . . B . . . |        ++++++++       ..B...
//!  | . . B . . . |        +  b   +       RRB...>
//!  | X X B . . . |>       +  b   +       ......
//!  | . . . . # . |        +* b   +
//!  +-------------+        +*     +
//!                         +@++++++
//! ```
//!
//! A frame is of `+ - = | # * !`, of `x` or of box characters, and may be drawn on the left and the right
//! alone. The exit is an arrow `> < ^ v` or one of `@ z K E`, in the frame or beside it, or a gap in the
//! frame; without a frame it is such a sign beyond the end of one row or column. It is where it is drawn: a
//! board without one, or with two, is refused.
//!
//! Labels have one character or, with blanks between all cells, any width. Blanks in a frame are empty cells
//! if no other mark is. What stands above and below a frame, such as the moves of a solution, is passed over,
//! but for a size. A text may have several boards. On a board as rushhour prints it, which can have any
//! labels, the target is the vehicle that points at the exit; several are refused. For other drawings
//! [`drawing`](super::drawing) has the rule.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use super::drawing::{DrawnRows, SURE};
use super::drawn::{self, CellRow, LARGEST, are_bars, parted, signs, uneven};
use super::error::{TextError, TextWarning};
use super::line::{
    TextLine, VARIANT, is_blank, lone, quoted, size_of, trimmed, width, without_note, words,
};
use super::target::{only, pointing_at};
use super::{Item, TitledSetup, most_common, ruler, sentence};
use crate::board::{Cell, Exit, Side};

const EMPTY: &str = ".";
const WALL: &str = "#";
const BESIDE: [Side; 2] = [Side::Left, Side::Right];
/// How a message goes on where an exit is missing.
const NAME_EXIT: &str = "--exit SIDE:LINE names it on the command line";
/// The most lines of a frame: a line of signs parts each row from the next.
const TALLEST: usize = 2 * LARGEST + 3;
/// The longest line of a frame, with blanks around the cells.
const WIDEST: usize = 256;

/// Whether lines have a frame, or a sign of an exit at the end of a row of a drawing.
pub(crate) fn matches(lines: &[TextLine]) -> bool {
    let lines = plain(lines);
    lines.iter().take(3).any(|line| is_printed(&line.text)) || !drawings(&lines).is_empty()
}

/// The boards of a text; `target` declares the label of the target.
///
/// `needs_exit` refuses a frame without an exit; else its board has the exit that it would have without a
/// frame.
pub(crate) fn read(lines: &[TextLine], target: Option<&str>, needs_exit: bool) -> Vec<Item> {
    let lines = plain(lines);
    let found = drawings(&lines);
    let several = found.len() > 1;
    let item = |one: &Drawn<'_>| {
        let (begin, mut warnings) = (several.then_some(one.line()), Vec::new());
        let (setup, end) = match one {
            Drawn::Framed(frame) => {
                (frame.setup(target, needs_exit, &mut warnings), Some(frame.end()))
            }
            Drawn::Bare(bare) => (bare.setup(target, &mut warnings), None),
        };
        Item { setup, warnings, begin, end }
    };
    found.iter().map(item).collect()
}

/// The lines with arrows and sides of ASCII, without rulers.
fn plain(lines: &[TextLine]) -> Vec<TextLine> {
    let arrow = |sign| match sign {
        '\u{2192}' | '\u{25ba}' | '\u{27a1}' => '>',
        '\u{2190}' | '\u{25c4}' | '\u{2b05}' => '<',
        '\u{2191}' | '\u{25b2}' | '\u{2b06}' => '^',
        '\u{2193}' | '\u{25bc}' | '\u{2b07}' => 'v',
        '\u{2502}' | '\u{2503}' | '\u{2551}' => '|',
        _ => sign,
    };
    let line = |line: &TextLine| {
        if line.text.is_ascii() {
            return line.clone();
        }
        let signs = line.text.chars().filter(|sign| *sign != VARIANT);
        TextLine::new(line.number, signs.map(arrow).collect(), line.parted)
    };
    ruler::without(lines.iter().map(line).collect())
}

/// A board in a frame, or one with a sign beside it.
enum Drawn<'a> {
    Framed(Framed<'a>),
    Bare(Bare<'a>),
}

impl Drawn<'_> {
    /// The number of its first line.
    fn line(&self) -> usize {
        match self {
            Drawn::Framed(frame) => frame.number(frame.first()),
            Drawn::Bare(bare) => bare.lines[0].number,
        }
    }
}

/// The boards in frames or, without a frame, the one with a sign beside it.
fn drawings(lines: &[TextLine]) -> Vec<Drawn<'_>> {
    // A line that begins with # is a comment, an edge of #, or a row behind a gap that ends in a side.
    let rights: HashSet<usize> = lines.iter().filter_map(Bar::of).map(|edge| edge.right).collect();
    let is_row = |line: &TextLine| {
        let last = width(line.text.trim_end_matches(is_blank)) - 1;
        rights.contains(&last) && is_side(line.at(last)) && line.at(last) != '#'
    };
    let is_written = |line: &&TextLine| {
        !trimmed(&line.text).starts_with('#') || line.text.contains('|') || is_row(line)
    };
    let written: Rc<[&TextLine]> = lines.iter().filter(is_written).collect();
    for rows in [&written, &lines.iter().collect()] {
        let mut found = frames(rows);
        mark_strays(&mut found, lines);
        if !found.is_empty() {
            return found.into_iter().map(Drawn::Framed).collect();
        }
    }
    // A row may begin with a wall; a comment is no row.
    let all: Vec<&TextLine> = lines.iter().collect();
    let found = [&all[..], &written[..]]
        .into_iter()
        .find_map(|lines| bare(lines).or_else(|| bare(without_sentences(lines)?)));
    found.map(Drawn::Bare).into_iter().collect()
}

/// The lines between sentences, none of which names an exit.
fn without_sentences<'l, 'a>(lines: &'l [&'a TextLine]) -> Option<&'l [&'a TextLine]> {
    let between = sentence::between(lines);
    let mut around = lines[..between.start].iter().chain(&lines[between.end..]);
    (!around.any(|line| sentence::may_mean_exit(&line.text))).then_some(&lines[between])
}

/// Note of each frame the line beside or within it that has a side of a frame, but is none of its rows.
fn mark_strays<'a>(frames: &mut [Framed<'a>], lines: &'a [TextLine]) {
    let spans: Vec<(usize, usize)> = frames.iter().map(Framed::span).collect();
    let is_rowless =
        |line: &TextLine| !spans.iter().any(|&(first, last)| (first..=last).contains(&line.number));
    let known: HashSet<usize> =
        frames.iter().flat_map(|frame| frame.lines.iter().map(|line| line.number)).collect();
    for (frame, &(first, last)) in frames.iter_mut().zip(&spans) {
        let is_comment = |line: &&TextLine| {
            (first..=last).contains(&line.number)
                && !known.contains(&line.number)
                && trimmed(&line.text)
                    .ends_with(|sign| is_side(sign) && (sign != '#' || frame.has_hashes()))
        };
        let start = lines.partition_point(|line| line.number < first);
        let above = lines[..start].last().filter(|_| !frame.is_alone() || !lines[start].parted);
        let below = lines.iter().find(|line| line.number > last);
        let below = below.filter(|line| frame.is_alone() || !line.parted);
        let beside = [above, below].into_iter().flatten();
        let mut beside = beside.filter(|line| is_rowless(line) && is_part(line));
        frame.stray = lines.iter().find(is_comment).or_else(|| beside.next());
    }
}

/// Whether a line has a side of a frame, or is an edge.
fn is_part(line: &TextLine) -> bool {
    let text = trimmed(&line.text);
    let has_side = |sign: char| is_alone(sign) || is_box(sign);
    width(text) > 2
        && (text.starts_with(has_side) || text.ends_with(has_side) || Bar::of(line).is_some())
}

fn frames<'a>(lines: &Rc<[&'a TextLine]>) -> Vec<Framed<'a>> {
    let edges: Vec<Option<Bar>> = lines.iter().map(|line| Bar::of(line)).collect();
    let below = next_below(&edges);
    let (mut at, mut found) = (0, Vec::new());
    while at < lines.len() {
        let frame = Framed::edged(lines, at, &edges, &below).or_else(|| Framed::sided(lines, at));
        if let Some(frame) = frame {
            at = frame.last();
            found.push(frame);
        }
        at += 1;
    }
    found
}

fn is_box(sign: char) -> bool {
    ('\u{2500}'..'\u{25a0}').contains(&sign)
}

fn is_side(sign: char) -> bool {
    "|+#*x!".contains(sign) || is_box(sign)
}

fn is_level(sign: char) -> bool {
    "-+=#*x".contains(sign) || is_box(sign)
}

fn is_corner(sign: char) -> bool {
    "|.,'`/\\".contains(sign) || is_level(sign)
}

/// Whether a sign is one of those of frames that are drawn on the left and the right alone.
fn is_alone(sign: char) -> bool {
    "|!".contains(sign)
}

fn is_sign(sign: char) -> bool {
    "@zKE".contains(sign)
}

fn arrow(side: Side) -> char {
    match side {
        Side::Left => '<',
        Side::Right => '>',
        Side::Top => '^',
        Side::Bottom => 'v',
    }
}

/// Whether a sign shows an exit at a side.
fn is_exit(sign: char, side: Side) -> bool {
    is_sign(sign) || sign == arrow(side)
}

/// Whether two edges are the same but for the signs of a box at their ends and where they cross others.
fn are_alike(one: &str, other: &str) -> bool {
    let is_level = |sign: char| "\u{2500}\u{2501}\u{2550}".contains(sign);
    let are = |one: char, other: char| {
        one == other || is_box(one) && is_box(other) && is_level(one) == is_level(other)
    };
    width(one) == width(other) && one.chars().zip(other.chars()).all(|(one, other)| are(one, other))
}

/// Whether a line is an edge as rushhour prints it: `+--+`.
fn is_printed(text: &str) -> bool {
    let inner = trimmed(text).strip_prefix('+').and_then(|text| text.strip_suffix('+'));
    inner.is_some_and(|inner| inner.len() > 1 && inner.bytes().all(|sign| sign == b'-'))
}

/// The places of an edge of a frame: its first and its last, and those of a gap in it.
#[derive(Clone)]
struct Bar {
    left: usize,
    right: usize,
    gap: Range<usize>,
}

impl Bar {
    /// The edge that a line is, with blanks around it and a comment behind it.
    fn of(line: &TextLine) -> Option<Bar> {
        let bar = Bar::drawn(line)?;
        let inner = line.slice(bar.left + 1..bar.right).chars().filter(|&sign| is_level(sign));
        let mut level: Vec<char> = Vec::new();
        for sign in inner {
            if !level.contains(&sign) {
                level.push(sign);
            }
        }
        if level.iter().any(|&sign| sign != '+' && !is_box(sign)) {
            level.retain(|&sign| sign != '+' && !is_box(sign));
        }
        let has_box = level.iter().copied().any(is_box);
        let is_thin = level.iter().all(|sign| "-=".contains(*sign));
        let fits = |corner: char| {
            has_box && is_box(corner)
                || level.contains(&corner)
                || is_thin && "+|.,'`/\\".contains(corner)
        };
        let drawn = bar.right + 1 - bar.left - bar.gap.len();
        let is_edge = !level.is_empty() && fits(line.at(bar.left)) && fits(line.at(bar.right));
        (is_edge && drawn >= bar.gap.len().max(3)).then_some(bar) // else a row of empty cells
    }

    /// From a corner over level signs, with at most one gap among them, to a corner.
    fn drawn(line: &TextLine) -> Option<Bar> {
        let end_of = |from: usize, fits: fn(char) -> bool| {
            from + line.slice(from..line.len()).chars().take_while(|&sign| fits(sign)).count()
        };
        // Nothing but blanks may follow, and behind one of them a comment.
        let ends = |last: usize| {
            let rest = line.slice(last + 1..line.len());
            let behind = rest.trim_start_matches(is_blank);
            behind.is_empty() || (behind.len() < rest.len() && behind.starts_with('#'))
        };
        // The corner stands behind the level signs, or is the last of them.
        let corner = |from: usize, run: usize| {
            let is_last = |&last: &usize| {
                last >= from && last < line.len() && is_corner(line.at(last)) && ends(last)
            };
            [run, run.wrapping_sub(1)].into_iter().find(is_last)
        };
        let left = line.indent();
        if left == line.len() || !is_corner(line.at(left)) {
            return None;
        }
        let run = end_of(left + 1, is_level);
        let wide = end_of(run, |sign| " .".contains(sign));
        let has_sign = run < line.len() && "@zKE<>^v".contains(line.at(run));
        let gap = run..if has_sign { run + 1 } else { wide };
        if !gap.is_empty() {
            if let Some(right) = corner(gap.end, end_of(gap.end, is_level)) {
                return Some(Bar { left, right, gap });
            }
            // A dot is a corner as well, the last one that is behind the gap.
            let dots = line.slice(run..wide);
            let dot = dots.rfind('.').map(|at| run + at);
            if let Some(right) = dot.filter(|&at| at > run && ends(at)) {
                return Some(Bar { left, right, gap: run..right });
            }
        }
        corner(left + 1, run).map(|right| Bar { left, right, gap: right..right })
    }
}

/// For each line the next edge below it that begins in the same column; only edges have one.
fn next_below(edges: &[Option<Bar>]) -> Vec<Option<usize>> {
    // Each column in which an edge begins, and the highest of those seen.
    let mut last: Vec<(usize, usize)> = Vec::new();
    let mut found = vec![None; edges.len()];
    for (at, edge) in edges.iter().enumerate().rev() {
        let Some(left) = edge.as_ref().map(|edge| edge.left) else { continue };
        match last.iter_mut().find(|(column, _)| *column == left) {
            Some((_, below)) => found[at] = Some(std::mem::replace(below, at)),
            None => last.push((left, at)),
        }
    }
    found
}

/// A frame in the lines of a text: the indices of its edges and rows, and its columns.
struct Framed<'a> {
    lines: Rc<[&'a TextLine]>,
    upper: Option<usize>,
    body: Vec<usize>,
    lower: Option<usize>,
    left: usize,
    right: usize,
    /// What stands between the sides, for each row.
    inner: Vec<String>,
    /// A line that has a side of a frame, but is none of its rows.
    stray: Option<&'a TextLine>,
}

impl<'a> Framed<'a> {
    fn new(
        lines: &Rc<[&'a TextLine]>,
        (upper, lower): (Option<usize>, Option<usize>),
        body: Vec<usize>,
        (left, right): (usize, usize),
    ) -> Framed<'a> {
        let lines = Rc::clone(lines);
        let (inner, stray) = (Vec::new(), None);
        let mut frame = Framed { lines, upper, body, lower, left, right, inner, stray };
        frame.inner = frame.body.iter().map(|&at| frame.inner_of(at)).collect();
        frame
    }

    /// The frame whose upper edge is a line; `None` if it is no frame.
    fn edged(
        lines: &Rc<[&'a TextLine]>,
        upper: usize,
        edges: &[Option<Bar>],
        below: &[Option<usize>],
    ) -> Option<Framed<'a>> {
        let edge = edges[upper].as_ref()?;
        let columns = (edge.left, edge.right);
        let text = &lines[upper].text;
        let is_printed = is_printed(without_note(text));
        let Some(mut lower) = below[upper] else {
            return is_printed
                .then(|| Framed::new(lines, (Some(upper), None), Vec::new(), columns));
        };
        let first = lower; // of the lines between all rows, every other one
        while lower - upper < TALLEST
            && below[lower] == Some(lower + 2)
            && are_alike(&lines[lower].text, text)
            && are_alike(&lines[lower + 2].text, text)
            && lines[lower + 1].slice(edge.left + 1..edge.right).contains('|')
        {
            lower += 2;
        }
        let is_row = |at: &usize| *at < first || (at - first) % 2 == 1;
        let body = (upper + 1..lower).filter(is_row).collect();
        let frame = Framed::new(lines, (Some(upper), Some(lower)), body, columns);
        (is_printed || frame.is_certain()).then_some(frame)
    }

    /// The frame without edges whose first row is a line; `None` if it is no frame.
    fn sided(lines: &Rc<[&'a TextLine]>, first: usize) -> Option<Framed<'a>> {
        let has_side = |line: &&&TextLine| {
            let text = trimmed(&line.text);
            line.text.len() <= WIDEST && (text.starts_with(is_alone) || text.ends_with(is_alone))
        };
        let goes_on =
            |(at, line): &(usize, &&TextLine)| (*at == 0 || !line.parted) && has_side(line);
        let below = lines[first..].iter().take(TALLEST + 1).enumerate();
        let count = below.take_while(goes_on).count();
        if !(2..=TALLEST).contains(&count) {
            return None;
        }
        let rows = &lines[first..first + count];
        let end = |line: &&TextLine| width(line.text.trim_end_matches(['>', ' ']));
        let left = most_common(rows.iter().map(|line| line.indent()))?;
        let right = most_common(rows.iter().map(end))?.checked_sub(1)?;
        let is_row = |at: &usize| !is_rule(&lines[*at].text);
        let body: Vec<usize> = (first..first + count).filter(is_row).collect();
        if body.len() < 2 {
            return None;
        }
        let has_alone = |at: usize| rows.iter().any(|line| is_alone(line.at(at)));
        let is_frame = has_alone(left) && has_alone(right);
        let frame = || Framed::new(lines, (None, None), body, (left, right));
        is_frame.then(frame).filter(|frame| frame.is_certain() && !frame.is_table())
    }

    /// The index of its first line.
    fn first(&self) -> usize {
        self.upper.unwrap_or_else(|| self.body[0])
    }

    /// The index of its last line.
    fn last(&self) -> usize {
        self.lower.or(self.body.last().copied()).unwrap_or(self.lines.len())
    }

    /// The numbers of its first and its last line.
    fn span(&self) -> (usize, usize) {
        (self.number(self.first()), self.number(self.last().min(self.lines.len() - 1)))
    }

    /// Whether bars stand between all cells, and no exit: such a table is a grid.
    fn is_table(&self) -> bool {
        let has_exit = || {
            self.cells().and_then(|cells| self.exits(&cells)).is_ok_and(|exits| !exits.is_empty())
        };
        self.is_alone() && self.inner.iter().all(|text| text.contains('|')) && !has_exit()
    }

    /// Whether its sides are of `#`, which begins a comment elsewhere.
    fn has_hashes(&self) -> bool {
        self.body.iter().any(|&at| self.lines[at].at(self.left) == '#')
    }

    /// Whether it is drawn on the left and the right alone.
    fn is_alone(&self) -> bool {
        self.upper.is_none()
    }

    /// The number of its last line, which may be the sign of an exit below it.
    fn end(&self) -> usize {
        let last = self.last().min(self.lines.len() - 1);
        let below = self.lines.get(last + 1).and_then(|line| lone(trimmed(&line.text)));
        let has_sign = below.is_some_and(|sign| is_exit(sign, Side::Bottom));
        self.number(last + usize::from(has_sign))
    }

    /// The number of a line.
    fn number(&self, at: usize) -> usize {
        self.lines[at].number
    }

    fn error(&self, message: impl Into<String>, at: usize) -> TextError {
        TextError::new(message, Some(self.number(at)))
    }

    /// Whether its rows have sides, and signs that are cells elsewhere do show an exit.
    fn is_certain(&self) -> bool {
        let (Some(&first), Some(&last)) = (self.body.first(), self.body.last()) else {
            return false;
        };
        let (mut open, mut is_closed) = ([0, 0], false);
        for &at in &self.body {
            let (left, right) = self.ends(at);
            let sides = [left, right].map(|place| is_side(self.lines[at].at(place)));
            open = [open[0] + u32::from(!sides[0]), open[1] + u32::from(!sides[1])];
            is_closed |= sides[0] && sides[1];
        }
        if open[0].max(open[1]) > 1 || !is_closed {
            return false;
        }
        let corners = [first, last].map(|at| self.lines[at].at(self.left));
        let has = |sign: char| corners.contains(&sign);
        let Ok(exits) = self.cells().and_then(|cells| self.exits(&cells)) else {
            return !has('#') && !has('x');
        };
        if has('#') {
            // A banner of comments stands above more lines.
            let outside = self.lines.len() - (self.last() - self.first() + 1);
            return exits.len() == 1 && outside <= 2 || exits.is_empty() && outside == 0;
        }
        !has('x') || (exits.len() == 1 && !self.has_dotted_gap())
    }

    /// Whether an empty cell stands in the frame.
    fn has_dotted_gap(&self) -> bool {
        let mut edges = self.upper.into_iter().chain(self.lower);
        let is_dot = |at: usize, place: usize| self.lines[at].at(place) == '.';
        edges.any(|at| self.lines[at].text.contains('.'))
            || self.body.iter().any(|&at| is_dot(at, self.left) || is_dot(at, self.right))
    }

    /// The board in the frame.
    fn setup(
        &self,
        target: Option<&str>,
        needs_exit: bool,
        warnings: &mut Vec<TextWarning>,
    ) -> Result<TitledSetup, TextError> {
        if let (Some(upper), None) = (self.upper, self.lower) {
            return Err(self.error("expected the lower edge of a frame, found none", upper));
        }
        if let Some(line) = self.stray {
            let (first, last, found) = (self.left + 1, self.right + 1, quoted(&line.text));
            let expected =
                format!("expected the sides of a frame at the signs {first} and {last} of a line");
            return Err(line.error(format!("{expected}, found {found}")));
        }
        for side in BESIDE {
            self.beside(side)?;
        }
        let cells = self.cells()?;
        let exits = self.exits(&cells)?;
        let exit = match exits[..] {
            [exit] => Some(exit),
            [] if !needs_exit => None,
            [] => {
                let message = format!("expected one exit at the frame, found none; {NAME_EXIT}");
                return Err(self.error(message, self.first()));
            }
            _ => {
                let found = exits.len();
                let message = format!("expected one exit at the frame, found {found}");
                return Err(self.error(message, self.first()));
            }
        };
        self.check_size(cells.rows.len(), cells.rows[0].len(), warnings);
        let line = Some(self.number(self.first()));
        let Some(exit) = exit.filter(|_| self.has_printed_edge() && cells.are_words) else {
            let lines: Vec<&TextLine> = self.body.iter().map(|&at| self.lines[at]).collect();
            let (rows, lines) = (&cells.rows[..], &lines[..]);
            let drawing = DrawnRows { rows, target, own: None, exit, line, lines };
            return drawing.read(warnings);
        };
        let found = pointing_at(&cells.rows, exit);
        let is_vehicle = |label: &&str| ![EMPTY, WALL].contains(label);
        let pointing: Vec<&str> = found.into_iter().filter(is_vehicle).collect();
        if target.is_none() && pointing.is_empty() {
            let message = "expected a vehicle that points at the exit, found none";
            return Err(self.error(message, self.first()));
        }
        let target = target.map_or_else(|| only(&pointing, line), Ok)?;
        let setup = drawn::setup(&cells.rows, target, &[EMPTY], &[WALL], Some(exit));
        Ok(TitledSetup { setup, title: None })
    }

    /// The columns of the sides of a row, which need not be as wide as an edge of `+--+`.
    fn ends(&self, at: usize) -> (usize, usize) {
        let text = &self.lines[at].text;
        let bars = (text.find('|'), text.rfind('|'));
        match bars {
            (Some(left), Some(right)) if left < right && self.has_printed_edge() => {
                (width(&text[..left]), width(&text[..right]))
            }
            _ => (self.left, self.right),
        }
    }

    /// What stands between the sides of a row.
    fn inner_of(&self, at: usize) -> String {
        let (left, right) = self.ends(at);
        let text = self.lines[at].slice(left + 1..right);
        format!("{text:<wide$}", wide = right.saturating_sub(left + 1))
    }

    /// Whether its upper edge is one as rushhour prints it.
    fn has_printed_edge(&self) -> bool {
        self.upper.is_some_and(|upper| is_printed(without_note(&self.lines[upper].text)))
    }

    /// The cells between the sides.
    fn cells(&self) -> Result<Inside<'_>, TextError> {
        let texts = &self.inner;
        if texts.iter().all(|text| trimmed(text).is_empty()) {
            let message = "expected rows of cells in the frame, found none";
            return Err(self.error(message, self.first()));
        }
        let (first, count) = (&texts[0], width(&texts[0]));
        let words = |text| words(text).map(Cow::Borrowed).collect();
        let words: Vec<CellRow<'_>> = texts.iter().map(|text| words(text.as_str())).collect();
        let has_bars = texts.iter().all(|text| text.contains('|'));
        let cells = if has_bars {
            let rows = texts.iter().map(|text| parted(text, '|')).collect();
            let is_cell = |&(_, sign): &(usize, char)| sign != '|' && !is_blank(sign);
            let starts = first.chars().enumerate().filter(is_cell).map(|(at, _)| at).collect();
            Inside { rows, starts, are_words: false }
        } else if count > 1 && are_words(texts, &words, self.has_printed_edge()) {
            Inside { rows: words, starts: starts(first), are_words: true }
        } else if count % 2 == 1 && are_wide(texts) {
            let row = |text| signs(text).skip(1).step_by(2).collect();
            let rows = texts.iter().map(|text| row(text.as_str())).collect();
            Inside { rows, starts: (1..count).step_by(2).collect(), are_words: false }
        } else {
            let rows = texts.iter().map(|text| signs(text).collect()).collect();
            Inside { rows, starts: (0..count).collect(), are_words: false }
        };
        let wanted = cells.rows[0].len();
        let is_uneven = |row: &CellRow<'_>| row.len() != wanted;
        if let Some(index) = cells.rows.iter().position(is_uneven) {
            let row = &cells.rows[index];
            let message = uneven(
                wanted,
                index,
                &row.join(if has_bars || cells.are_words { " " } else { "" }),
                row.len(),
            );
            return Err(self.error(message, self.body[index]));
        }
        Ok(cells)
    }

    /// The exits that the frame shows.
    fn exits(&self, cells: &Inside<'_>) -> Result<Vec<Exit>, TextError> {
        let mut found = Vec::new();
        for side in BESIDE {
            found.extend(self.beside(side)?);
        }
        for (side, edge) in [(Side::Top, self.upper), (Side::Bottom, self.lower)] {
            if let Some(edge) = edge
                && let Some(bar) = Bar::drawn(self.lines[edge])
                && !bar.gap.is_empty()
            {
                found.extend(self.columns(cells, side, bar.gap, edge)?);
            }
            let beyond = match side {
                Side::Top => self.first().checked_sub(1),
                _ => Some(self.last() + 1).filter(|&at| at < self.lines.len()),
            };
            let Some(at) = beyond else { continue };
            let text = without_note(&self.lines[at].text).trim_end_matches(is_blank);
            if lone(trimmed(text)).is_some_and(|sign| is_exit(sign, side)) {
                let place = width(text) - 1;
                found.extend(self.columns(cells, side, place..place + 1, at)?);
            }
        }
        let mut exits: Vec<Exit> = Vec::new();
        for exit in found {
            if !exits.contains(&exit) {
                exits.push(exit);
            }
        }
        Ok(exits)
    }

    /// The exits at the columns of the board that begin in a range of columns of a line.
    fn columns(
        &self,
        cells: &Inside<'_>,
        side: Side,
        places: Range<usize>,
        at: usize,
    ) -> Result<Vec<Exit>, TextError> {
        let is_there = |&(_, start): &(i64, &usize)| places.contains(&(start + self.left + 1));
        let found = (0..).zip(&cells.starts).filter(is_there);
        let found: Vec<Exit> = found.map(|(line, _)| Exit { side, line }).collect();
        if found.is_empty() {
            let message = "expected the exit over a column of the frame, found it elsewhere";
            return Err(self.error(message, at));
        }
        Ok(found)
    }

    /// The exits on the left or the right.
    fn beside(&self, side: Side) -> Result<Vec<Exit>, TextError> {
        let mut found = Vec::new();
        for (line, &at) in (0..).zip(&self.body) {
            let (text, (left, right)) = (self.lines[at], self.ends(at));
            let (place, other, beyond) = match side {
                Side::Left => (left, right, text.slice(0..left)),
                _ => (right, left, self.behind(text.slice(right + 1..text.len()))),
            };
            let (sign, beyond) = (text.at(place), trimmed(beyond));
            let is_sign =
                lone(beyond).is_some_and(|sign| is_exit(sign, side)) || is_way_out(beyond);
            let is_open = sign == ' ' || sign == '.' || is_exit(sign, side);
            let has_side = is_side(sign) || (is_open && is_side(text.at(other)));
            if !has_side || (!beyond.is_empty() && !is_sign) {
                let found = quoted(&text.text);
                return Err(
                    self.error(format!("expected cells between | and |, found {found}"), at)
                );
            }
            if is_sign || is_open {
                found.push(Exit { side, line });
            }
        }
        Ok(found)
    }

    /// What stands behind a row, without a note; what ends with a side of `#` is none.
    fn behind<'t>(&self, text: &'t str) -> &'t str {
        let is_row = self.has_hashes() && width(trimmed(text)) > 1 && text.ends_with('#');
        if is_row { text } else { without_note(text) }
    }

    /// Warn of a size above the frame that is neither that of the board nor of the frame.
    fn check_size(&self, rows: usize, cols: usize, warnings: &mut Vec<TextWarning>) {
        let Some(above) = self.first().checked_sub(1) else { return };
        let text = trimmed(&self.lines[above].text);
        let Some((height, Some(width))) = size_of(text) else { return };
        let said = (height, width);
        if said != (rows, cols) && said != (rows + 2, cols + 2) {
            let found = format!("the frame has {rows} rows and {cols} columns");
            warnings.push(self.error(format!("the line above says {text}, {found}"), above));
        }
    }
}

/// Whether a text is an arrow with a line before it, or the word `exit` with an arrow beside it.
fn is_way_out(text: &str) -> bool {
    let is_line = |line: &str| !line.is_empty() && line.chars().all(|sign| "-=".contains(sign));
    text.strip_suffix('>').is_some_and(is_line)
        || text.strip_prefix('<').is_some_and(is_line)
        || text.trim_matches(is_arrow).eq_ignore_ascii_case("exit")
}

/// Whether a sign is part of an arrow beside the word `exit`.
fn is_arrow(sign: char) -> bool {
    "-=<>: ".contains(sign)
}

/// Whether a line parts the rows of a table: `|---|:---|`.
pub(super) fn is_rule(text: &str) -> bool {
    let inner = trimmed(text).trim_matches('|');
    let is_piece = |piece: &str| {
        let piece = trimmed(piece);
        let line = piece.trim_matches(':');
        piece.len() > 2 && !line.is_empty() && line.bytes().all(|sign| sign == b'-')
    };
    inner.contains(['|', '+']) && inner.split(['|', '+']).all(is_piece)
}

/// Rows of cells, and where the cells of the first row begin in its text.
struct Inside<'a> {
    rows: Vec<CellRow<'a>>,
    starts: Vec<usize>,
    are_words: bool,
}

/// Whether words are cells: with a mark for empty ones, or as vehicles in every cell.
///
/// A full board has no such mark. One that rushhour did not print must have a vehicle that lies across: else
/// the blanks between the words may be cells.
fn are_words(texts: &[String], words: &[CellRow<'_>], is_printed: bool) -> bool {
    let is_mark = |word: &&Cow<'_, str>| SURE.contains(&word.as_ref());
    if words.iter().flatten().any(|word| is_mark(&word)) {
        let is_aligned = texts.iter().all(|text| starts(text) == starts(&texts[0]));
        return is_aligned
            || !words.iter().flatten().any(|word| word.contains('.') && word.as_ref() != ".");
    }
    (is_printed || words.iter().any(|row| has_pair(row)))
        && words.iter().all(|row| row.len() == words[0].len())
        && texts.iter().all(|text| text.starts_with(' '))
        && are_bars(words, &["#", "o", "0"])
}

/// Where the words of a text begin.
fn starts(text: &str) -> Vec<usize> {
    let mut was_blank = true;
    let is_start =
        |sign: char| std::mem::replace(&mut was_blank, is_blank(sign)) && !is_blank(sign);
    let begins: Vec<bool> = text.chars().map(is_start).collect();
    (0..begins.len()).filter(|&at| begins[at]).collect()
}

/// Whether blanks stand between all cells, and a vehicle shows that they are not cells.
fn are_wide(texts: &[String]) -> bool {
    let is_parted = |text: &String| text.chars().step_by(2).all(is_blank);
    let cells = |text| signs(text).skip(1).step_by(2).collect::<CellRow<'_>>();
    texts.iter().all(is_parted) && texts.iter().any(|text| has_pair(&cells(text)))
}

/// Whether two neighbours are the same and no blanks.
fn has_pair(cells: &[Cow<'_, str>]) -> bool {
    cells.windows(2).any(|pair| pair[0] == pair[1] && pair[0] != " ")
}

/// A drawing without a frame, with a sign at one end of a row or column.
struct Bare<'a> {
    lines: Vec<&'a TextLine>,
    rows: Vec<CellRow<'a>>,
    exit: Exit,
    /// How many exits are drawn; several are arrows.
    exits: usize,
}

impl Bare<'_> {
    /// The board.
    fn setup(
        &self,
        target: Option<&str>,
        warnings: &mut Vec<TextWarning>,
    ) -> Result<TitledSetup, TextError> {
        let (rows, lines, line) = (&self.rows[..], &self.lines[..], Some(self.lines[0].number));
        if self.exits > 1 {
            let message = format!("expected one exit beside the board, found {}", self.exits);
            return Err(TextError::new(message, line));
        }
        let found = DrawnRows { rows, target, own: None, exit: Some(self.exit), line, lines }
            .read(warnings)?;
        if found.setup.walls.contains(&self.before_exit()) {
            let expected =
                "expected an exit that no wall closes, or a frame whose lines begin in one column";
            return Err(TextError::new(format!("{expected}, found neither"), line));
        }
        Ok(found)
    }

    /// The last cell before the exit.
    fn before_exit(&self) -> Cell {
        let last = |count: usize| i64::try_from(count).unwrap_or(i64::MAX) - 1;
        let line = self.exit.line;
        match self.exit.side {
            Side::Left => Cell { row: line, col: 0 },
            Side::Right => Cell { row: line, col: last(self.rows[0].len()) },
            Side::Top => Cell { row: 0, col: line },
            Side::Bottom => Cell { row: last(self.rows.len()), col: line },
        }
    }
}

/// The drawing that the lines are but for one sign; `None` if they are not.
fn bare<'a>(lines: &[&'a TextLine]) -> Option<Bare<'a>> {
    let mut widths: Vec<usize> = Vec::new();
    for line in lines.iter().take(3) {
        let width = row(&line.text).len();
        if width > 1 && !widths.contains(&width) {
            widths.push(width);
        }
    }
    let mut found = widths.into_iter().filter_map(|width| of_width(lines, width));
    found.next().filter(|_| found.next().is_none())
}

/// The drawing whose rows have this number of cells.
fn of_width<'a>(lines: &[&'a TextLine], wanted: usize) -> Option<Bare<'a>> {
    let (mut rows, mut kept): (Vec<CellRow<'_>>, Vec<&TextLine>) = (Vec::new(), Vec::new());
    let (mut exits, mut lefts) = (Vec::new(), Vec::new());
    for (at, &line) in lines.iter().enumerate() {
        let text = line.text.as_str();
        let cells = row(text);
        let beside = [(Side::Right, before_sign(text)), (Side::Left, behind_sign(text))];
        let beside = beside.into_iter().filter_map(|(side, parts)| {
            let (sign, cells) = parts.map(|(sign, text)| (sign, row(text)))?;
            (cells.len() == wanted).then_some((side, sign, cells))
        });
        let mut beside: Vec<(Side, &str, CellRow<'_>)> = beside.collect();
        if beside.len() > 1 {
            beside.retain(|(_, sign, _)| !is_cell(lines, at, sign));
        }
        if cells.len() == wanted {
            rows.push(cells);
            lefts.push(line.indent());
        } else if let Some((side, sign, cells)) = beside.pop().filter(|_| beside.is_empty()) {
            exits.push((sign, side, rows.len()));
            rows.push(cells);
        } else if cells.len() == 1 && (at == 0 || at + 1 == lines.len()) {
            let side = if at == 0 { Side::Top } else { Side::Bottom };
            let sign = trimmed(text);
            lone(sign).filter(|&sign| is_exit(sign, side))?;
            exits.push((sign, side, line.indent()));
            continue;
        } else {
            return None;
        }
        kept.push(line);
    }
    let has = |sign: &str| rows.iter().flatten().any(|cell| cell == sign);
    let is_arrow = |(sign, side, _): &(&str, Side, usize)| sign.contains(arrow(*side));
    let (sign, side, place) = *exits.first()?;
    if exits.len() > 1 && !exits.iter().all(is_arrow) {
        return None;
    }
    if rows.len() < 2 || has(sign) || !(SURE.into_iter().any(has) || has("o") || has("0")) {
        return None;
    }
    let mut line = place;
    if !BESIDE.contains(&side) {
        let stride = if words(&kept[0].text).count() > 1 { 2 } else { 1 };
        let left = *lefts.first()?;
        let beyond = place.checked_sub(left)?;
        line = beyond / stride;
        let is_even = lefts.iter().all(|&other| other == left);
        if !is_even || beyond % stride > 0 || line >= wanted {
            return None;
        }
    }
    let exit = Exit { side, line: i64::try_from(line).ok()? };
    Some(Bare { lines: kept, rows, exit, exits: exits.len() })
}

/// Whether a sign is a cell in another line.
fn is_cell(lines: &[&TextLine], at: usize, sign: &str) -> bool {
    let others = lines.iter().enumerate().filter(|&(other, _)| other != at);
    others.flat_map(|(_, line)| row(&line.text)).any(|cell| cell == sign)
}

/// An exit at the end of a line, and the text before it.
fn before_sign(text: &str) -> Option<(&str, &str)> {
    if let Some(row) = before_word(text) {
        return Some((&text[row.len()..], row));
    }
    let (at, sign) = text.char_indices().next_back()?;
    let end = match sign {
        '>' => text[..at].trim_end_matches(['-', '=']).len(),
        _ if is_sign(sign) => at,
        _ => return None,
    };
    let row = text[..end].trim_end_matches(is_blank);
    let first = text[..at].char_indices().find(|&(_, sign)| !is_blank(sign))?;
    // A line alone has its first sign as a row.
    let row = &text[..row.len().max(first.0 + first.1.len_utf8())];
    Some((trimmed(&text[row.len()..]), row))
}

/// The text before the word `exit` and the arrow beside it.
fn before_word(text: &str) -> Option<&str> {
    const WORD: &str = "exit";
    let text = text.trim_end_matches(is_arrow);
    let at = text.len().checked_sub(WORD.len())?;
    text.get(at..).filter(|word| word.eq_ignore_ascii_case(WORD))?;
    let before = text[..at].trim_end_matches([' ', ':']);
    let is_parted = before.len() < at || before.ends_with(['<', '>', '-', '=']);
    let last = before.rfind(is_blank).map_or(0, |blank| blank + 1);
    let is_line = before[last..].contains(['<', '>']) && before[last..].chars().all(is_arrow);
    let row = match before.strip_suffix('>') {
        _ if is_line => &before[..last],
        Some(row) => row.trim_end_matches(['-', '=']),
        None => before,
    };
    is_parted.then(|| row.trim_end_matches(is_blank))
}

/// An exit at the beginning of a line, and the text behind it.
fn behind_sign(text: &str) -> Option<(&str, &str)> {
    let text = trimmed(text);
    let sign = text.chars().next()?;
    let start = match sign {
        '<' => text.len() - text[1..].trim_start_matches(['-', '=']).len(),
        _ if is_sign(sign) => 1,
        _ => return None,
    };
    let row = text[start..].trim_start_matches(is_blank);
    // A line alone has its last sign as a row.
    let row = if row.is_empty() && start > 1 { &text[start - 1..] } else { row };
    let sign = trimmed(&text[..text.len() - row.len()]);
    (!row.is_empty()).then_some((sign, row))
}

/// The cells of a row of one word, or of words of one character; none of another line.
fn row(text: &str) -> CellRow<'_> {
    let is_row = words(text).count() == 1 || words(text).all(|word| lone(word).is_some());
    let cells = signs(text).filter(|cell| !cell.starts_with(is_blank));
    if is_row { cells.collect() } else { CellRow::new() }
}
