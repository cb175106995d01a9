//! What a puzzle is about: its key vehicle, its road to the exit, how regular it looks.

use super::subject::{Measure, Subject, Value};
use super::vehicles::others;
use crate::board::{BoardImage, Body};
use crate::state::Position;
use crate::state::blockers::on_the_road;

pub(super) const ROAD: Measure = Measure {
    name: "road",
    formula: "the vehicles between the target and its exit at the start",
    unit: "vehicles",
    source: "this project",
    help: "what one sees in the way",
    of: |subject, _| {
        let position = Position::new(subject.space);
        Ok(Some(Value::Vehicles(on_the_road(&position).collect())))
    },
};

pub(super) const KEY: Measure = Measure {
    name: "key",
    formula: "the vehicles beside the target that must move most often: by the fewest slides of each \
              in an optimal solution",
    unit: "vehicles",
    source: "this project",
    help: "what the puzzle turns on",
    of: |subject, watch| {
        let Some(moves) = subject.least_moves(watch)? else { return Ok(None) };
        let most = of_key(subject, moves);
        let is_key = |vehicle: &usize| most > 0 && moves[*vehicle] == most;
        Ok(Some(Value::Vehicles(others(subject, 0).into_iter().filter(is_key).collect())))
    },
};

pub(super) const KEY_MOVES: Measure = Measure {
    name: "key_moves",
    formula: "the fewest slides of a key vehicle in an optimal solution",
    unit: "slides",
    source: "this project",
    help: "how often one has to come back to it",
    of: |subject, watch| {
        let moves = subject.least_moves(watch)?;
        Ok(moves.map(|moves| Value::Count(of_key(subject, moves).into())))
    },
};

/// The moves of a key vehicle, from those of each; 0 if the target is alone.
fn of_key(subject: &Subject<'_>, moves: &[u16]) -> u16 {
    others(subject, 0).into_iter().map(|vehicle| moves[vehicle]).max().unwrap_or(0)
}

pub(super) const SYMMETRY: Measure = Measure {
    name: "symmetry",
    formula: "how much of the board its best mirror image or turn has, too: the cells of walls and of \
              vehicles beside the target that both have, as a share of all",
    unit: "share",
    source: "this project",
    help: "how regular it looks",
    of: |subject, _| Ok(symmetry(subject).map(Value::Number)),
};

fn symmetry(subject: &Subject<'_>) -> Option<f64> {
    let own = BoardImage::of(subject.board(), 0);
    let mine = own.pieces(subject.puzzle.state());
    let cells = |pieces: &[Body]| pieces.iter().map(|piece| piece.cells()).sum::<usize>();
    let mut most = 0;
    for image in BoardImage::all(subject.board()).skip(1) {
        if image.size() == own.size() {
            let mut shared = image.pieces(subject.puzzle.state());
            shared.retain(|piece| mine.contains(piece));
            most = most.max(cells(&shared));
        }
    }
    (!mine.is_empty()).then(|| super::ratio(most, cells(&mine)))
}
