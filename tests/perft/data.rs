//! Reader of `data/*.perft`; `data/README.md` defines the grammar.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rushhour::{Axis, Cell, Exit, Goal, Metric, Move, Puzzle, Setup, Shape, Side};

/// One line to check: `kind metric values...`, on a board and under a goal.
pub struct Check {
    pub id: String,
    pub puzzle: Puzzle,
    pub goal: Goal,
    pub kind: String,
    pub metric: Metric,
    pub values: Vec<String>,
}

impl Check {
    /// Its place in the files, for messages.
    pub fn name(&self) -> String {
        format!("{} {} {:?} {:?}", self.id, self.kind, self.metric, self.goal)
    }

    /// A move as the files write it: `A+2`.
    pub fn written(&self, step: Move) -> String {
        let label = &self.puzzle.board().vehicles()[step.vehicle.index()].label;
        format!("{label}{:+}", step.cells)
    }
}

/// The checks of all files, in the order of their names.
pub fn checks() -> Vec<Check> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    files.iter().flat_map(|path| read(&fs::read_to_string(path).unwrap())).collect()
}

fn read(text: &str) -> Vec<Check> {
    let mut given: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut checks = Vec::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("id") => given = [("id", words.collect()), ("goal", vec!["edge"])].into(),
            Some(word @ ("board" | "exit" | "target" | "goal")) => {
                given.insert(word, words.collect());
            }
            Some(word) if !word.starts_with('#') => checks.push(check(&given, word, words)),
            _ => {}
        }
    }
    checks
}

fn check<'a>(
    given: &BTreeMap<&str, Vec<&str>>,
    kind: &str,
    mut words: impl Iterator<Item = &'a str>,
) -> Check {
    let puzzle = Puzzle::new(&setup(given)).unwrap();
    Check {
        id: given["id"][0].to_owned(),
        puzzle,
        goal: named(&Goal::NAMES, given["goal"][0]),
        kind: kind.to_owned(),
        metric: named(&Metric::NAMES, words.next().unwrap()),
        values: words.map(str::to_owned).collect(),
    }
}

fn named<T: Copy>(names: &[(&str, T)], name: &str) -> T {
    names.iter().find(|(known, _)| *known == name).expect("a known name").1
}

/// The drawing as a setup; vehicles in the order of their first cells, row by row.
fn setup(given: &BTreeMap<&str, Vec<&str>>) -> Setup {
    let rows = &given["board"];
    let mut walls = Vec::new();
    let mut bodies: Vec<(String, Vec<Cell>)> = Vec::new();
    for (row, text) in (0..).zip(rows) {
        for (col, label) in (0..).zip(text.chars()) {
            let (cell, label) = (Cell { row, col }, label.to_string());
            match label.as_str() {
                "." | "o" => {}
                "x" => walls.push(cell),
                _ => match bodies.iter_mut().find(|(known, _)| *known == label) {
                    Some((_, body)) => body.push(cell),
                    None => bodies.push((label, vec![cell])),
                },
            }
        }
    }
    Setup {
        rows: rows.len().try_into().unwrap(),
        cols: rows[0].chars().count().try_into().unwrap(),
        exit: given.get("exit").map(|words| exit(words)),
        walls,
        vehicles: bodies.into_iter().map(|(label, body)| (label, bar(&body))).collect(),
        target: given["target"][0].to_owned(),
    }
}

fn exit(words: &[&str]) -> Exit {
    let sides = Side::ALL.map(|side| (side.name(), side));
    Exit { side: named(&sides, words[0]), line: words[1].parse().unwrap() }
}

fn bar(body: &[Cell]) -> Shape {
    let (first, last) = (body[0], body[body.len() - 1]);
    let axis = if first.row == last.row { Axis::Horizontal } else { Axis::Vertical };
    Shape::Bar { axis, cell: first, length: body.len().try_into().unwrap() }
}
