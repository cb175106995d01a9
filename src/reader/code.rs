//! Rows of cells in a program: lists, arrays, braces or quoted lines, as any language writes them.
//!
//! ```text
//! board = [[".", ".", "B"],       int board[3][3] = {{0, 0, 2},      "..B" +
//!          ["X", "X", "B"],                          {1, 1, 2},      "XXB" +
//!          [".", ".", "."]]                          {0, 0, 0}};     "..."
//! ```
//!
//! A row is a text in quotes, or a group of cells in brackets or between semicolons; so are the words of `%w[...]`
//! and the lines of `<<END`. What stands before `=` or `<-`, names of types and functions, methods that change no
//! row, and comments do not count. Texts and signs are a drawing, whose marks
//! [`drawing`](super::drawing) decides; numbers are a [`matrix`]. A group of such boards, or of board strings, is
//! several puzzles.

use std::borrow::Cow;

use super::drawing::DrawnRows;
use super::drawn::{self, BLANK, CellRow, LARGEST, are_bars, parted, signs, uneven};
use super::error::{TextError, TextWarning};
use super::line::{TextLine, is_blank, quoted, trimmed, width, words};
use super::{Item, TitledSetup, board_string, matrix};

/// The longest text that is read.
const MOST: usize = 1 << 17;
/// The deepest nest of brackets: boards, a board, a row, a cell in a call.
const DEEPEST: usize = 8;
/// The widest cell that is known by itself.
const WIDEST: usize = 3;
/// The signs of which one is on every board: the marks of empty cells.
const EMPTY: [&str; 7] = [".", "-", "_", "o", "0", "-1", BLANK];
/// The words for an empty cell.
const NOTHING: [&str; 6] = ["None", "null", "nil", "undefined", "NULL", "nullptr"];
/// The methods that leave the rows of a value as they are.
const METHODS: [&str; 22] = [
    "freeze",
    "trim",
    "strip",
    "split",
    "map",
    "chars",
    "to_a",
    "lines",
    "collect",
    "to_vec",
    "to_string",
    "splitlines",
    "toCharArray",
    "trimIndent",
    "stripIndent",
    "strip_heredoc",
    "each_char",
    "join",
    "to_owned",
    "copy",
    "stripMargin",
    "iter",
];
/// The label of the target in drawings of lists of strings.
const TARGET: &str = "X";

/// A line and a column.
type TextPlace = (usize, usize);

/// A value of a program, or a group of them, with the line and the column where it begins.
struct CodeNode<'a> {
    place: TextPlace,
    value: CodeValue<'a>,
}

enum CodeValue<'a> {
    Text(Cow<'a, str>),
    Number(&'a str),
    Group(Vec<CodeNode<'a>>),
}

/// The place and the cells of each row of a board.
#[derive(Default)]
struct CodeRows<'a> {
    places: Vec<TextPlace>,
    cells: Vec<CellRow<'a>>,
}

impl<'a> CodeRows<'a> {
    fn push(&mut self, place: TextPlace, row: CellRow<'a>) {
        self.places.push(place);
        self.cells.push(row);
    }
}

enum CodeBoard<'a> {
    Drawing(CodeRows<'a>),
    Numbers(CodeRows<'a>),
    Line(TextPlace, Cow<'a, str>),
}

/// Whether a text has rows of cells, as many in each, that can be a board, or the string of one.
pub(crate) fn matches(text: &str) -> bool {
    let found = nodes(text, false).ok().and_then(|nodes| boards(&nodes, true));
    found.is_some_and(|boards| boards.iter().all(is_likely))
}

/// Whether a text has several rows of cells, as many in most.
pub(crate) fn resembles(text: &str) -> bool {
    let found = nodes(text, false).ok().and_then(|nodes| boards(&nodes, true));
    found.is_some_and(|boards| boards.iter().all(|board| !matches!(board, CodeBoard::Line(..))))
}

/// The puzzles of the text; `target` declares the label of the target.
pub(crate) fn read(text: &str, target: Option<&str>) -> Vec<Item> {
    let none = || wrong((1, 1), "expected rows of cells in quotes or brackets, found none");
    let has_sign = text.contains(['[', '{', '(', '"', '\'', '`']) || text.contains("<<");
    let nodes = if has_sign { nodes(text, true) } else { Err(none()) };
    let boards = nodes.and_then(|nodes| boards(&nodes, true).ok_or_else(none));
    let boards = match boards {
        Ok(boards) => boards,
        Err(error) => return vec![Item::new(Err(error), Vec::new(), None)],
    };
    let several = boards.len() > 1;
    let item = |board: &CodeBoard<'_>| {
        let (begin, mut warnings) = (several.then_some(place(board).0), Vec::new());
        let setup = setup(board, target, begin, &mut warnings);
        Item::new(setup, warnings, begin)
    };
    boards.iter().map(item).collect()
}

fn place(board: &CodeBoard<'_>) -> TextPlace {
    match board {
        CodeBoard::Drawing(rows) | CodeBoard::Numbers(rows) => rows.places[0],
        CodeBoard::Line(place, _) => *place,
    }
}

/// Whether rows have one width and cells that a board has.
fn is_likely(board: &CodeBoard<'_>) -> bool {
    let (cells, are_numbers) = match board {
        CodeBoard::Line(place, text) => {
            return board_string::matches(&[TextLine::new(place.0, text.to_string(), false)]);
        }
        CodeBoard::Drawing(rows) => (&rows.cells, false),
        CodeBoard::Numbers(rows) => (&rows.cells, true),
    };
    let signs = || cells.iter().flatten().map(AsRef::as_ref);
    (2..=LARGEST).contains(&cells.len())
        && (2..=LARGEST).contains(&cells[0].len())
        && cells.iter().all(|row| row.len() == cells[0].len())
        && signs().all(|sign| width(sign) <= WIDEST)
        && signs().any(|sign| EMPTY.contains(&sign))
        && (!are_numbers || are_bars(cells, &EMPTY))
}

fn setup(
    board: &CodeBoard<'_>,
    target: Option<&str>,
    begin: Option<usize>,
    warnings: &mut Vec<TextWarning>,
) -> Result<TitledSetup, TextError> {
    let rows = match board {
        CodeBoard::Line(place, text) => {
            return board_string::lone(&TextLine::new(place.0, text.to_string(), false), target);
        }
        CodeBoard::Drawing(rows) | CodeBoard::Numbers(rows) => rows,
    };
    let wanted = rows.cells[0].len();
    for (index, (&place, row)) in rows.places.iter().zip(&rows.cells).enumerate() {
        if row.len() != wanted {
            return Err(wrong(place, uneven(wanted, index, &row.concat(), row.len())));
        }
        if let Some(sign) = row.iter().flat_map(|cell| cell.chars()).find(|&sign| is_foreign(sign))
        {
            let message = format!(
                "expected a mark for empty cells or a label, found {}",
                quoted(&sign.to_string())
            );
            return Err(wrong(place, message));
        }
        if let Some(wide) = row.iter().find(|cell| width(cell) > WIDEST) {
            return Err(wrong(
                place,
                format!("expected the sign of a cell, found {}", quoted(wide)),
            ));
        }
    }
    if matches!(board, CodeBoard::Numbers(_)) {
        return matrix::board(&rows.cells, target, begin);
    }
    DrawnRows { rows: &rows.cells, target, own: Some(TARGET), line: begin, ..DrawnRows::default() }
        .read(warnings)
}

/// Whether a sign ends rows or texts elsewhere, or cannot be seen.
fn is_foreign(sign: char) -> bool {
    "/\\\"'".contains(sign) || sign.is_control()
}

/// The boards of a program, of which these values are in a bracket or `bare`; `None` where they are no rows of cells.
fn boards<'a>(nodes: &[CodeNode<'a>], bare: bool) -> Option<Vec<CodeBoard<'a>>> {
    let mut groups = nodes.iter().filter(|node| !matches!(node.value, CodeValue::Number(_)));
    if let (Some(CodeNode { value: CodeValue::Group(inner), .. }), None) =
        (groups.next(), groups.next())
    {
        return boards(inner, false); // beside it only the numbers of a call
    }
    if let Some(texts) = texts(nodes) {
        return Some(of_texts(&texts, bare));
    }
    if let Some(board) = of_groups(nodes) {
        return Some(vec![board]);
    }
    let board = |node: &CodeNode<'a>| match &node.value {
        CodeValue::Group(inner) => {
            let mut found = boards(inner, false)?;
            found.pop().filter(|_| found.is_empty())
        }
        _ => None,
    };
    nodes.iter().map(board).collect::<Option<Vec<_>>>().filter(|found| !found.is_empty())
}

type CodeTexts<'a> = Vec<(TextPlace, Cow<'a, str>)>;

/// The texts of which a list is made alone, those of several lines parted.
fn texts<'a>(nodes: &[CodeNode<'a>]) -> Option<CodeTexts<'a>> {
    let mut found = Vec::new();
    for CodeNode { place, value } in nodes {
        let CodeValue::Text(text) = value else { return None };
        // Rows with a mark of empty cells have no blank ones: then blanks before them only set them in.
        let is_set_in = text.contains('\n') && text.contains(['.', '_']);
        let mut below = text.lines().skip(1).map(trimmed);
        let has_margin =
            is_set_in && below.all(|line| line.starts_with('|') && !line.ends_with('|'));
        let lines = text
            .split('\n')
            .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
            .map(|line| if is_set_in { trimmed(line) } else { line })
            .map(|line| if has_margin { line.strip_prefix('|').unwrap_or(line) } else { line });
        let lines = lines.zip(place.0..);
        let lines: Vec<(&str, usize)> = lines
            .flat_map(|(line, number)| line.split("\\n").map(move |line| (line, number)))
            .collect();
        let is_full = |(line, _): &(&str, usize)| {
            !["", "\\"].contains(&trimmed(line)) || !text.contains('\n')
        };
        // A blank line between two rows is a row that has no cells.
        let (first, last) = (lines.iter().position(is_full), lines.iter().rposition(is_full));
        let full = first.zip(last).map_or(&lines[..0], |(first, last)| &lines[first..=last]);
        found.extend(
            full.iter().map(|&(line, number)| ((number, place.1), Cow::Owned(line.to_owned()))),
        );
    }
    (!found.is_empty()).then_some(found)
}

/// The boards of texts: each one, where all have the target of a board string, or one of which each is a row.
///
/// A text that is alone and `bare` is a board; in a bracket it may be the only row of one.
fn of_texts<'a>(texts: &CodeTexts<'a>, bare: bool) -> Vec<CodeBoard<'a>> {
    let is_target = |text: &str| text.matches(board_string::TARGET).count() > 1;
    let is_square = |text: &str| width(text).isqrt().pow(2) == width(text);
    let are_boards = texts.iter().all(|(_, text)| is_target(text))
        && (texts.iter().any(|(_, text)| text.contains('/') || width(text) > LARGEST)
            || texts.len() > 1 && texts.iter().all(|(_, text)| is_square(text)));
    if are_boards || (bare && texts.len() == 1) {
        return texts.iter().map(|(place, text)| CodeBoard::Line(*place, text.clone())).collect();
    }
    let are_spaced = texts.iter().all(|(_, text)| words(text).all(|word| width(word) == 1))
        && texts.iter().any(|(_, text)| words(text).count() > 1)
        && texts.iter().all(|(_, text)| words(text).count() == words(&texts[0].1).count());
    let row = |text: &str| -> CellRow<'a> {
        let owned = |cell: Cow<'_, str>| Cow::Owned(cell.into_owned());
        if text.contains(',') {
            return parted(text, ',').into_iter().map(owned).collect();
        }
        let blank = |cell: &Cow<'_, str>| !(are_spaced && cell.chars().all(is_blank));
        signs(text).filter(blank).map(owned).collect()
    };
    let mut rows = CodeRows::default();
    for (place, text) in texts {
        rows.push(*place, row(text));
    }
    vec![CodeBoard::Drawing(rows)]
}

/// The board of groups of cells.
fn of_groups<'a>(nodes: &[CodeNode<'a>]) -> Option<CodeBoard<'a>> {
    let (mut rows, mut has_text, mut has_number) = (CodeRows::default(), false, false);
    for CodeNode { place, value } in nodes {
        let CodeValue::Group(cells) = value else { return None };
        let mut row = CellRow::new();
        for cell in cells {
            row.push(match &cell.value {
                CodeValue::Group(_) => return None,
                CodeValue::Number(number) => {
                    has_number |= !EMPTY.contains(number);
                    Cow::Borrowed(*number)
                }
                CodeValue::Text(text) => {
                    has_text = true;
                    drawn::cell(text).into_owned().into()
                }
            });
        }
        rows.push(*place, row);
    }
    // A row with a name and numbers is a vehicle in a list.
    let is_board = rows.cells.len() > 1 && !(has_text && has_number);
    let board = if has_text { CodeBoard::Drawing(rows) } else { CodeBoard::Numbers(rows) };
    is_board.then_some(board)
}

/// A bracket that is open, and the values in it so far; around all stands one without a sign.
struct Bracket<'a> {
    place: TextPlace,
    sign: char,
    items: Vec<CodeNode<'a>>,
    commas: usize,
    /// How many of the values are in rows that semicolons end.
    in_rows: usize,
    /// Of a call of `matrix` in R, its arguments by their names.
    arguments: Option<Vec<(&'a str, &'a str)>>,
}

impl<'a> Bracket<'a> {
    fn new(place: TextPlace, sign: char) -> Bracket<'a> {
        Bracket { place, sign, items: Vec::new(), commas: 0, in_rows: 0, arguments: None }
    }

    /// The sign that ends it.
    fn end(&self) -> char {
        match self.sign {
            '[' => ']',
            '{' => '}',
            _ => ')',
        }
    }

    /// Whether there are cells behind the last row, as in `[0 0 2; 1 1 2]`.
    fn has_open_row(&self) -> bool {
        let cells = &self.items[self.in_rows..];
        let is_cell = |one: &CodeNode<'_>| !matches!(one.value, CodeValue::Group(_));
        self.sign == '[' && !cells.is_empty() && cells.iter().all(is_cell)
    }

    /// Make a row of the values behind the last one.
    fn end_row(&mut self) {
        let mut row = self.items.split_off(self.in_rows);
        let is_text = matches!(row[..], [CodeNode { value: CodeValue::Text(_), .. }]);
        if is_text {
            self.items.append(&mut row);
        } else if let Some(first) = row.first() {
            self.items.push(CodeNode { place: first.place, value: CodeValue::Group(row) });
        }
        self.in_rows = self.items.len();
    }

    /// Refuse values of which only some have a comma between them: one was forgotten.
    fn require_commas(&self) -> Result<(), TextError> {
        let (commas, values) = (self.commas, self.items.len());
        if commas == 0 || commas == values || commas + 1 == values || self.in_rows > 0 {
            return Ok(()); // one may stand behind the last
        }
        let found = format!("expected a comma between any two of {values} values, found {commas}");
        Err(wrong(self.place, found))
    }

    /// Put the cells of a matrix of R into its rows; without `byrow` they fill its columns one by one.
    fn shape_matrix(&mut self) -> Result<(), TextError> {
        let Some(arguments) = self.arguments.take() else { return Ok(()) };
        let named = |name| arguments.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        let side = |name, place: usize| {
            let digits = match self.items.get(place).map(|item| &item.value) {
                Some(CodeValue::Number(digits)) => Some(*digits),
                _ => named(name),
            };
            digits.and_then(|digits| digits.parse().ok())
        };
        let (rows, cols) = (side("nrow", 1), side("ncol", 2));
        let is_by_row = matches!(named("byrow"), Some("TRUE" | "T"));
        let order = if is_by_row { CellOrder::Rows } else { CellOrder::Columns };
        self.items.truncate(1);
        self.shape(rows, cols, order)
    }

    /// Put the cells of the last list into rows, so many or of so many cells.
    fn shape(
        &mut self,
        rows: Option<usize>,
        cols: Option<usize>,
        order: CellOrder,
    ) -> Result<(), TextError> {
        let is_list = |one: &CodeNode<'_>| matches!(one.value, CodeValue::Group(_));
        let mut last = self.items.pop();
        let (place, cells) = loop {
            match last {
                Some(CodeNode { value: CodeValue::Group(mut inner), .. })
                    if inner.len() == 1 && is_list(&inner[0]) =>
                {
                    last = inner.pop();
                }
                Some(CodeNode { place, value: CodeValue::Group(cells) }) => break (place, cells),
                _ => return Err(wrong(self.place, "expected a list of cells, found none")),
            }
        };
        let count = cells.len();
        let (rows, cols) = match (rows, cols) {
            (Some(rows), cols) => (rows, cols.or(count.checked_div(rows)).unwrap_or_default()),
            (None, cols) => {
                let cols = cols.unwrap_or_default();
                (count.checked_div(cols).unwrap_or_default(), cols)
            }
        };
        if count == 0 || rows.checked_mul(cols) != Some(count) {
            let message = format!("expected {rows} rows of {cols} cells, found {count} cells");
            return Err(wrong(place, message));
        }
        let mut found: Vec<Vec<CodeNode<'a>>> = (0..rows).map(|_| Vec::new()).collect();
        for (at, cell) in cells.into_iter().enumerate() {
            let row = if order == CellOrder::Rows { at / cols } else { at % rows };
            found[row].push(cell);
        }
        let row = |cells: Vec<CodeNode<'a>>| CodeNode {
            place: cells.first().map_or(place, |cell| cell.place),
            value: CodeValue::Group(cells),
        };
        let value = CodeValue::Group(found.into_iter().map(row).collect());
        self.items.push(CodeNode { place, value });
        Ok(())
    }

    /// The value of the bracket: a call of a lone text is that text; nothing for an empty one.
    fn close(mut self) -> Option<CodeNode<'a>> {
        if self.in_rows > 0 {
            self.end_row();
        }
        if self.sign == '('
            && matches!(self.items[..], [CodeNode { value: CodeValue::Text(_), .. }])
        {
            return self.items.pop();
        }
        let (place, is_empty) = (self.place, self.items.is_empty());
        (!is_empty).then_some(CodeNode { place, value: CodeValue::Group(self.items) })
    }
}

/// How a list of cells fills rows and columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellOrder {
    Rows,
    Columns,
}

fn wrong(place: TextPlace, message: impl Into<String>) -> TextError {
    TextError::new(message, Some(place.0)).at(place.1)
}

/// The values of a program, without what stands before its first `=`; `is_whole` refuses one without its end.
fn nodes(text: &str, is_whole: bool) -> Result<Vec<CodeNode<'_>>, TextError> {
    if text.len() > MOST {
        let message = format!("expected at most {MOST} characters for rows in a program");
        return Err(TextError::new(message, None));
    }
    let mut tokens = Tokens { text, at: 0, line: 1, start: 0 };
    tokens.skip(declaration(text));
    let mut values = Values { open: vec![Bracket::new((1, 1), ' ')], ..Values::default() };
    while let Some((place, token)) = tokens.next_token()? {
        values.take(place, token, &mut tokens)?;
    }
    values.all(is_whole)
}

/// The bytes up to the first assignment if what stands before it is a name with its type, such as
/// `int board[4][6] =` and `board <-`; a line above may have the type: `board :: [String]`. So does `board:` alone.
fn declaration(text: &str) -> usize {
    let first = text.lines().next().unwrap_or_default();
    let key = trimmed(first).strip_suffix(':');
    if key.is_some_and(|key| !key.is_empty() && key.chars().all(is_part)) {
        return first.len();
    }
    let ends = ["=", "<-"].map(|sign| text.find(sign).map(|at| (at, sign.len())));
    let Some((at, length)) = ends.into_iter().flatten().min() else { return 0 };
    let mut open = 0_i32;
    let is_sign = |sign: char| {
        open += i32::from("[(<".contains(sign)) - i32::from("])>".contains(sign));
        open >= 0 && (is_part(sign) || is_blank(sign) || "<>*&:.$@,[]();".contains(sign))
    };
    let head = trimmed(&text[..at]);
    let begins = head.starts_with(|sign: char| sign.is_alphabetic() || "_$".contains(sign));
    let is_name = head.chars().all(is_sign) && open == 0 && begins;
    let mut lines = head.lines().rev().skip(1);
    if is_name && lines.all(|line| line.contains("::")) { at + length } else { 0 }
}

/// Whether a sign is part of a name.
fn is_part(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// What stands before a token.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Before {
    /// The beginning, or that of a bracket.
    #[default]
    Start,
    Comma,
    Name,
    /// The sign between the name of an argument and its value, which is none of the board's.
    Equals,
    Value,
    Other,
}

/// The values that were read so far.
#[derive(Default)]
struct Values<'a> {
    /// The brackets that are open, the outer ones first.
    open: Vec<Bracket<'a>>,
    /// Whether the cells of a row have commas between them.
    has_commas: Option<bool>,
    before: Before,
    /// The last name of a type, a function or an argument.
    name: &'a str,
}

impl<'a> Values<'a> {
    fn inner(&mut self) -> &mut Bracket<'a> {
        self.open.last_mut().expect("the bracket around all")
    }

    fn take(
        &mut self,
        place: TextPlace,
        token: Token<'a>,
        tokens: &mut Tokens<'a>,
    ) -> Result<(), TextError> {
        let before = self.before;
        self.before = match token {
            Token::Value(CodeValue::Number(value)) | Token::Name(value)
                if before == Before::Equals =>
            {
                let name = self.name;
                if let Some(arguments) = &mut self.inner().arguments {
                    arguments.push((name, value));
                }
                Before::Value
            }
            Token::Value(_) if before == Before::Equals => Before::Value,
            Token::Value(value) => {
                self.inner().items.push(CodeNode { place, value });
                Before::Value
            }
            Token::Name(name) if self.is_called(name, tokens.rest()) => {
                self.name = name;
                Before::Name
            }
            Token::Name(name) if self.is_cell(name, tokens.rest()) => {
                let value = CodeValue::Text(Cow::Borrowed(name));
                self.inner().items.push(CodeNode { place, value });
                Before::Value
            }
            Token::Name(name) => {
                let found = quoted(name);
                return Err(wrong(place, format!("expected values, found the name {found}")));
            }
            Token::Sign(sign) => self.take_sign(place, sign, before, tokens)?,
        };
        Ok(())
    }

    /// A bracket, or a sign between values and names.
    fn take_sign(
        &mut self,
        place: TextPlace,
        sign: char,
        before: Before,
        tokens: &mut Tokens<'a>,
    ) -> Result<Before, TextError> {
        let (is_outside, rest) = (self.open.len() == 1, tokens.rest());
        match sign {
            '[' | '{' | '(' if self.open.len() > DEEPEST => {
                let message = format!("expected at most {DEEPEST} brackets in one another");
                return Err(wrong(place, message));
            }
            '[' if before != Before::Value && tokens.skip_size() => return Ok(Before::Name),
            '[' | '{' | '(' => {
                let is_matrix = sign == '(' && before == Before::Name && self.name == "matrix";
                let arguments = is_matrix.then(Vec::new);
                self.open.push(Bracket { arguments, ..Bracket::new(place, sign) });
                tokens.skip_loop();
                return Ok(Before::Start);
            }
            ']' | '}' | ')' => {
                self.close(place, sign)?;
                return Ok(Before::Value);
            }
            ',' if matches!(before, Before::Start | Before::Comma | Before::Equals) => {
                return Err(wrong(place, "expected a value before a comma, found none"));
            }
            ',' => {
                self.inner().commas += 1;
                return Ok(Before::Comma);
            }
            '=' if !is_outside && before == Before::Name => {
                self.inner().commas = self.inner().commas.saturating_sub(1);
                return Ok(Before::Equals);
            }
            ';' if is_outside => {}
            ';' if self.open.len() == 2 && self.inner().has_open_row() => self.inner().end_row(),
            ':' if before == Before::Name && rest.starts_with(':') => tokens.skip(1),
            '+' if before == Before::Value && rest.trim_start().starts_with(['"', '\'', '`']) => {}
            '.' if before == Before::Value && tokens.skip_method() => return Ok(Before::Value),
            '.' if before == Before::Value && rest.starts_with("reshape(") => {
                let (rows, cols) = tokens.take_shape();
                self.inner().shape(rows, cols, CellOrder::Rows)?;
                return Ok(Before::Value);
            }
            '.' if before == Before::Value && rest.trim_start().is_empty() => {}
            '.' if is_outside && before == Before::Value && rest.starts_with(['\r', '\n']) => {}
            '.' if before != Before::Value && rest.starts_with(char::is_alphabetic) => {}
            '-' if is_outside && tokens.is_item() => {}
            '<' | '!' if before == Before::Name => {}
            '>' if matches!(before, Before::Name | Before::Other) => {}
            '\\' if rest.trim_start_matches([' ', '\r']).starts_with('\n') => {}
            _ => {
                let found = quoted(&sign.to_string());
                return Err(wrong(place, format!("expected values, found {found}")));
            }
        }
        Ok(Before::Other)
    }

    /// Whether a name is that of a type, of a function or of an argument, as what follows tells.
    fn is_called(&self, name: &str, rest: &str) -> bool {
        let is_before = self.open.len() == 1 && self.open[0].items.is_empty();
        let line = rest.lines().next().unwrap_or_default().trim_start_matches(is_blank);
        let next = line.chars().next();
        name == "new"
            || (["r", "R", "u", "U", "b"].contains(&name) && rest.starts_with(['"', '\'']))
            || next.is_some_and(|next| "([{<>.=:!".contains(next))
            || is_before && next.is_some_and(char::is_alphabetic)
    }

    /// Whether a name is one sign between commas in a row, as in Prolog.
    fn is_cell(&self, name: &str, rest: &str) -> bool {
        let ends = rest.trim_start().starts_with([',', ']']);
        let is_row = self.open.len() > 2 && self.open[self.open.len() - 1].sign == '[';
        is_row && width(name) == 1 && ends && matches!(self.before, Before::Start | Before::Comma)
    }

    /// End a bracket.
    fn close(&mut self, place: TextPlace, sign: char) -> Result<(), TextError> {
        if self.open.len() < 2 || self.inner().end() != sign {
            let message = format!("expected the bracket that {sign} ends, found another or none");
            return Err(wrong(place, message));
        }
        let mut closed = self.open.pop().expect("a bracket");
        closed.require_commas()?;
        closed.shape_matrix()?;
        let are_cells = closed.items.iter().all(|item| !matches!(item.value, CodeValue::Group(_)));
        if are_cells && closed.items.len() > 1 {
            let has = closed.commas > 0;
            let expected = *self.has_commas.get_or_insert(has);
            if has != expected {
                let with = if expected { "with" } else { "without" };
                let message = format!("expected cells {with} commas between them, as above");
                return Err(wrong(closed.place, message));
            }
        }
        self.inner().items.extend(closed.close());
        Ok(())
    }

    /// All values.
    fn all(mut self, is_whole: bool) -> Result<Vec<CodeNode<'a>>, TextError> {
        let last = self.inner();
        if is_whole && last.sign != ' ' {
            let (end, sign) = (last.end(), last.sign);
            let message = format!("expected {end} for this {sign}, found the end of the text");
            return Err(wrong(last.place, message));
        }
        self.open[0].require_commas()?;
        let is_number = |node: &&CodeNode<'_>| matches!(node.value, CodeValue::Number(_));
        if let Some(number) = self.open[0].items.iter().find(is_number) {
            let message = "expected rows of cells in quotes or brackets, found a number";
            return Err(wrong(number.place, message));
        }
        while self.open.len() > 1 {
            let closed = self.open.pop().and_then(Bracket::close);
            self.inner().items.extend(closed);
        }
        Ok(self.open.pop().expect("the bracket around all").items)
    }
}

enum Token<'a> {
    Sign(char),
    Value(CodeValue<'a>),
    Name(&'a str),
}

/// The words of a program, without blanks and comments.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Where the line begins.
    start: usize,
}

impl<'a> Tokens<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        if let Some(end) = passed.rfind('\n') {
            self.line += passed.matches('\n').count();
            self.start = self.at + end + 1;
        }
        self.at += bytes;
    }

    /// Go on behind a method that leaves the rows of a value as they are, and its arguments; whether there is one.
    fn skip_method(&mut self) -> bool {
        let rest = self.rest();
        let end = rest.find(|sign| !is_part(sign)).unwrap_or(rest.len());
        if !METHODS.contains(&&rest[..end]) {
            return false;
        }
        let arguments = rest[end..].strip_prefix('(').map(|inner| {
            let mut open = 1;
            let close = inner.find(|sign| {
                open += i32::from(sign == '(') - i32::from(sign == ')');
                open == 0
            });
            close.map_or(inner.len(), |close| close + 1)
        });
        let length = arguments.map_or(end, |length| end + 1 + length.min(rest.len() - end - 1));
        let has_rows = rest[end..length].contains(['[', '{', '.'])
            && arguments.is_some_and(|length| length > 40);
        if !has_rows {
            self.skip(length);
        }
        !has_rows
    }

    /// Go on behind the size of a type, such as `[3, 3]` or `[3][3]rune`, in front of its values; whether there is one.
    fn skip_size(&mut self) -> bool {
        let rest = self.rest();
        let is_size = |sign: char| sign.is_ascii_digit() || ",][ ".contains(sign);
        let end = rest.find(|sign| !is_size(sign)).unwrap_or(rest.len());
        let (size, behind) = rest.split_at(end);
        let is_closed = size.trim_end().ends_with(']') && size.matches('[').count() < 3;
        let is_typed = size.ends_with(']') && behind.starts_with(char::is_alphabetic);
        let is_found = is_closed && (behind.starts_with('{') || is_typed);
        if is_found {
            self.skip(end);
        }
        is_found
    }

    /// Go on behind what a list of Python makes of each row, such as `list(row) for row in`.
    fn skip_loop(&mut self) {
        let rest = self.rest();
        let is_part = |sign: char| is_part(sign) || " ().".contains(sign);
        let head = rest.split_once(" in ").map(|(head, _)| head);
        if let Some(head) = head.filter(|head| head.contains(" for ") && head.chars().all(is_part))
        {
            self.skip(head.len() + " in ".len());
        }
    }

    /// Rows and columns of `reshape(3, 4)`, behind which to go on; `None` for one such as -1.
    fn take_shape(&mut self) -> (Option<usize>, Option<usize>) {
        let rest = self.rest();
        let end = rest.find(')').map_or(rest.len(), |end| end + 1);
        let sides = rest["reshape(".len()..end].trim_matches(['(', ')']);
        let mut sides = sides.split(',').map(|side| trimmed(side).parse().ok());
        let shape = (sides.next().flatten(), sides.next().flatten());
        self.skip(end + usize::from(rest[end..].starts_with(')') && rest.contains("((")));
        shape
    }

    /// Whether the last sign began its line, as the mark of the item of a list, and a blank and a text follow.
    fn is_item(&self) -> bool {
        let before = &self.text[self.start..self.at - 1];
        let rest = self.rest();
        before.chars().all(is_blank)
            && rest.trim_start().starts_with(['"', '\''])
            && rest.starts_with(is_blank)
    }

    fn place(&self) -> TextPlace {
        (self.line, width(&self.text[self.start..self.at]) + 1)
    }

    fn next_token(&mut self) -> Result<Option<(TextPlace, Token<'a>)>, TextError> {
        loop {
            let rest = self.rest();
            let Some(sign) = rest.chars().next() else { return Ok(None) };
            let place = self.place();
            if let Some(length) = comment(rest) {
                self.skip(length);
            } else if let '"' | '\'' | '`' = sign {
                return self
                    .quoted(place)
                    .map(|text| Some((place, Token::Value(CodeValue::Text(text)))));
            } else if let Some((length, text)) = heredoc(rest) {
                self.skip(length);
                return Ok(Some((
                    (place.0 + 1, 1),
                    Token::Value(CodeValue::Text(Cow::Borrowed(text))),
                )));
            } else if let Some(close) = words_end(rest) {
                let inner = &rest[3..close];
                let node = |word| CodeNode { place, value: CodeValue::Text(Cow::Borrowed(word)) };
                let group = CodeValue::Group(words(inner).map(node).collect());
                self.skip(close + 1);
                return Ok(Some((place, Token::Value(group))));
            } else if let Some(length) = number(rest) {
                self.skip(length);
                let digits = rest[..length].split('.').next().unwrap_or_default();
                return Ok(Some((place, Token::Value(CodeValue::Number(digits)))));
            } else if sign.is_ascii_digit() {
                let found = quoted(words(rest).next().unwrap_or_default());
                let message = format!("expected a whole number, found {found}");
                return Err(wrong(place, message));
            } else if sign.is_alphanumeric() || sign == '_' {
                let is_end = |sign: char| !(sign.is_alphanumeric() || sign == '_');
                let length = rest.find(is_end).unwrap_or(rest.len());
                self.skip(length);
                let word = &rest[..length];
                let is_nothing = NOTHING.contains(&word);
                let token = || Token::Value(CodeValue::Text(BLANK.into()));
                return Ok(Some((place, if is_nothing { token() } else { Token::Name(word) })));
            } else {
                self.skip(sign.len_utf8());
                if !is_blank(sign) {
                    return Ok(Some((place, Token::Sign(sign))));
                }
            }
        }
    }

    /// The text in quotes, without the end of a line that it names.
    fn quoted(&mut self, place: TextPlace) -> Result<Cow<'a, str>, TextError> {
        let rest = self.rest();
        let long = ["\"\"\"", "'''"].into_iter().find(|mark| rest.starts_with(mark));
        let mark = long.unwrap_or(&rest[..1]);
        let inner = &rest[mark.len()..];
        let end = inner
            .find(mark)
            .filter(|&end| mark.len() > 1 || mark == "`" || !inner[..end].contains('\n'));
        if let Some(raw) = inner.strip_prefix('(').filter(|_| self.text[..self.at].ends_with('R'))
            && let Some(end) = raw.find(")\"")
        {
            self.skip(mark.len() + end + ")\"".len() + 1);
            return Ok(Cow::Borrowed(&raw[..end]));
        }
        let Some(end) = end else {
            let message = format!("expected a text that ends with {mark}, found no end");
            return Err(wrong(place, message));
        };
        self.skip(end + 2 * mark.len());
        let text = &inner[..end];
        Ok(Cow::Borrowed(text.strip_suffix("\\n").unwrap_or(text)))
    }
}

/// The length of a text such as `<<~END ... END` at the beginning, and its lines.
fn heredoc(text: &str) -> Option<(usize, &str)> {
    let rest = text.strip_prefix("<<")?;
    let name = rest.trim_start_matches(['<', '~', '-', ' ', '\'', '"']);
    let end = name.find(|sign| !is_part(sign))?;
    let (name, behind) = name.split_at(end);
    let head = behind.find('\n').filter(|&end| {
        !name.is_empty() && behind[..end].trim_matches(['\'', '"', ';', '\r', ' ']).is_empty()
    })?;
    let lines = &behind[head + 1..];
    let starts = [0].into_iter().chain(lines.match_indices('\n').map(|(at, _)| at + 1));
    let close = starts.into_iter().find(|&at| {
        lines[at..]
            .trim_start_matches([' ', '\t'])
            .strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(is_part))
    })?;
    let begin = text.len() - lines.len();
    let last = lines[close..].find(name)? + name.len();
    Some((begin + close + last, &lines[..close]))
}

/// Where the bracket ends that `%w` opens, as in `%w[..B. XXB.]`; so do `~w` and `qw`.
fn words_end(text: &str) -> Option<usize> {
    let rest = ["%w", "~w", "qw"].iter().find_map(|mark| text.strip_prefix(mark))?;
    let close = [('[', ']'), ('(', ')'), ('{', '}'), ('<', '>')]
        .into_iter()
        .find(|&(open, _)| rest.starts_with(open))?
        .1;
    rest.find(close).map(|at| at + 2)
}

/// The length of a comment at the beginning of a text.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") || text.starts_with('#') {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    let inner = text.strip_prefix("/*")?;
    Some(inner.find("*/").map_or(text.len(), |end| end + 4))
}

/// The length of a whole number at the beginning of a text, with its sign and the point that `NumPy` writes behind it.
fn number(text: &str) -> Option<usize> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    let sign = usize::from(text.starts_with('-'));
    let whole = digits(&text[sign..]);
    if whole == 0 {
        return None;
    }
    let fraction = usize::from(text[sign + whole..].starts_with('.'));
    let end = sign + whole + fraction;
    let is_end = text[end..]
        .chars()
        .next()
        .is_none_or(|sign| !(sign.is_alphanumeric() || sign == '_' || sign == '.'));
    is_end.then_some(end)
}
