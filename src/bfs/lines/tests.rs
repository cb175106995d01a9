//! The lanes must hold the moves that positions have and `state/commute.rs` keeps.

use std::collections::BTreeSet;

use super::{Interactions, LaneTables, SimdVehicle, occupied, vehicles};
use crate::board::{Goal, Metric, Move};
use crate::lab::random::Random;
use crate::state::commute::{CommutePruning, NO_MOVE};
use crate::state::{Position, StateSpace};

const SLOTS: usize = 32;
const LANES: usize = 7;

/// A move: the slot of the vehicle and its place after the move.
type Moves = BTreeSet<(usize, usize)>;

struct Lanes {
    vehicles: Vec<SimdVehicle>,
    tables: LaneTables<SLOTS, LANES>,
    metric: Metric,
}

impl Lanes {
    fn places(&self, position: &Position<'_>) -> [u8; SLOTS] {
        let mut places = [0; SLOTS];
        for (place, vehicle) in places.iter_mut().zip(&self.vehicles) {
            *place = position.coordinates()[vehicle.index] - vehicle.low;
        }
        places
    }

    /// What may follow a move, in the position after it.
    fn may_follow(&self, position: &Position<'_>, last: Move) -> [u8; SLOTS] {
        if last == NO_MOVE {
            return [u8::MAX; SLOTS];
        }
        let is_it = |vehicle: &SimdVehicle| vehicle.index == last.vehicle.index();
        let slot = self.vehicles.iter().position(is_it).expect("it has moved");
        let to = self.places(position)[slot];
        let from = to.strict_add_signed(-last.cells);
        Interactions::<u8, SLOTS>::of(&self.vehicles, slot, self.metric)
            .may_follow(from.into(), to.into())
    }

    fn moves(&self, position: &Position<'_>, last: Move) -> Moves {
        let (places, follow) = (self.places(position), self.may_follow(position, last));
        let (bounds, cells) = (self.tables.bounds(&places), occupied(&self.vehicles, position));
        let mut moves = Moves::new();
        for lane in 0..LANES {
            let found = self.tables.find(lane, &bounds, &cells, &follow);
            for (slot, &place) in places.iter().enumerate() {
                let from = usize::from(place);
                let to = if lane < from { lane } else { lane + 1 };
                let exists = self.tables.exists[lane] >> slot & 1 != 0;
                let is_near = self.metric == Metric::Slide || to.abs_diff(from) == 1;
                if found.kept[slot] != 0 && exists && is_near {
                    moves.insert((slot, to));
                }
            }
        }
        moves
    }

    fn expected(&self, pruning: &CommutePruning, position: &Position<'_>, last: Move) -> Moves {
        let slots = self.vehicles.iter().enumerate();
        let moves_of = |(slot, vehicle): (usize, &SimdVehicle)| {
            let from = position.coordinates()[vehicle.index] - vehicle.low;
            let moves = pruning.moves_of(position, last, vehicle.index);
            moves.map(move |step| (slot, usize::from(from.strict_add_signed(step.cells))))
        };
        slots.flat_map(moves_of).collect()
    }
}

/// Compare the moves of the states on a random walk; how many were compared.
fn compare(space: &StateSpace<'_>, metric: Metric, random: &mut Random) -> usize {
    let Some(vehicles) = vehicles::<u8>(space) else { return 0 };
    let Some(tables) = LaneTables::new(&vehicles, space) else { return 0 };
    let lanes = Lanes { vehicles, tables, metric };
    let pruning = CommutePruning::new(space, metric);
    let (mut position, mut last, mut compared) = (Position::new(space), NO_MOVE, 0);
    for _ in 0..30 {
        let expected = lanes.expected(&pruning, &position, last);
        assert_eq!(lanes.moves(&position, last), expected, "{metric:?} {last:?}");
        compared += expected.len();
        let mut steps = Vec::new();
        position.for_each_move(metric, |step| steps.push(step));
        let Ok(count) = i64::try_from(steps.len()) else { break };
        if count == 0 {
            break;
        }
        last = steps[usize::try_from(random.below(count)).expect("below")];
        position.apply(last);
    }
    compared
}

#[test]
fn lanes_hold_the_moves_of_positions() {
    let (mut random, mut compared) = (Random(21), 0);
    for round in 0..300 {
        let Some(puzzle) = random.board(round) else { continue };
        for (number, (_, goal)) in Goal::NAMES.into_iter().enumerate() {
            let metric = [Metric::Slide, Metric::Step][(round + number) % 2];
            compared += compare(&StateSpace::new(&puzzle, goal), metric, &mut random);
        }
    }
    assert!(compared > 10_000, "{compared}");
}
