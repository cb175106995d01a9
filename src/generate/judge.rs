//! How far a board is from an order: cheap tests first, expensive ones only if the others pass.

use crate::board::Goal;
use crate::cluster::{Cluster, Unfinished, explore};
use crate::generate::known::Known;
use crate::generate::layout::Layout;
use crate::generate::minimal::reduce;
use crate::generate::order::{Order, Span};
use crate::generate::proof::{GeneratedPuzzle, Proof};
use crate::generate::refusal::{NEVER, Refusal, UNIT, require};
use crate::generate::tally::{Tally, Test};
use crate::outcome::{Stop, Watch};
use crate::random::SplitMix;
use crate::state::{Puzzle, State};

/// The judgement of a board from which a search may continue.
pub(super) struct Judgement {
    /// The board, in the state that was judged.
    pub(super) layout: Layout,
    pub(super) slides: u32,
    pub(super) distance: u64,
    /// The puzzle, if it meets the order.
    pub(super) puzzle: Option<Box<GeneratedPuzzle>>,
}

/// Judges the boards of one search.
pub(super) struct Judge<'a, 'w> {
    pub(super) order: &'a Order,
    pub(super) known: &'a Known,
    pub(super) tally: &'a mut Tally,
    pub(super) watch: &'a mut Watch<'w>,
}

/// A state with its cluster.
pub(super) struct Explored {
    pub(super) puzzle: Puzzle,
    pub(super) slides: u32,
    pub(super) cluster: Cluster,
}

impl Judge<'_, '_> {
    /// Judge a board; `None` if it is farther from the order than allowed.
    ///
    /// # Errors
    /// The caller interrupted the work; nothing was counted.
    pub(super) fn judge(
        &mut self,
        layout: &Layout,
        allowed: u64,
        rng: &mut SplitMix,
    ) -> Result<Option<Judgement>, Stop> {
        let mut reached = None;
        let (puzzle, failed, distance) = match self.examine(layout, rng, &mut reached) {
            Ok(puzzle) => (Some(puzzle), None, 0),
            Err(Refusal::Fails(test, gap)) => (None, Some(test), gap),
            Err(Refusal::Stopped(Stop::Interrupted)) => return Err(Stop::Interrupted),
            Err(Refusal::Stopped(_)) => (None, Some(Test::Size), NEVER),
        };
        self.tally.boards += 1;
        if let Some(test) = failed {
            self.tally.fail(test);
        }
        let reached = reached.filter(|_| distance <= allowed && distance != NEVER);
        Ok(reached.map(|(layout, slides)| Judgement { layout, slides, distance, puzzle }))
    }

    /// Run all tests; `reached` becomes the board, in the state that is judged, and its optimum.
    fn examine(
        &mut self,
        layout: &Layout,
        rng: &mut SplitMix,
        reached: &mut Option<(Layout, u32)>,
    ) -> Result<Box<GeneratedPuzzle>, Refusal> {
        let mut explored = self.hardest(layout)?;
        if !self.order.request.is_hardest {
            self.go_anywhere(&mut explored, rng)?;
        }
        *reached = Some((Layout::of(&explored.puzzle), explored.slides));
        self.require_slides(&explored)?;
        if self.order.request.is_minimal {
            explored = self.minimise(explored)?;
            *reached = Some((Layout::of(&explored.puzzle), explored.slides));
        }
        let layout = Layout::of(&explored.puzzle);
        self.require_structure(&layout)?;
        let Judge { order, known, watch, .. } = self;
        let proof = Proof { order, known, watch };
        proof.prove(&layout, explored.slides)
    }

    /// The first of the hardest states of a board's cluster.
    fn hardest(&mut self, layout: &Layout) -> Result<Explored, Refusal> {
        let mut explored = self.explore(layout)?;
        let slides = explored.cluster.histogram().len().checked_sub(1);
        let slides = slides.ok_or(Refusal::Fails(Test::Solvable, NEVER))?;
        let hardest = explored.cluster.hardest(self.watch)?[0].clone();
        explored.puzzle = explored.puzzle.at(hardest);
        explored.slides = u32::try_from(slides).expect("fewer slides than states");
        Ok(explored)
    }

    /// A board with its cluster, in the metric of the order; its slides are not known yet.
    fn explore(&mut self, layout: &Layout) -> Result<Explored, Stop> {
        let puzzle = layout.puzzle(self.order.outline);
        let cluster = explore(&puzzle, self.order.request.metric, Goal::Edge, self.watch)
            .map_err(|Unfinished { stop, .. }| stop)?;
        Ok(Explored { puzzle, slides: 0, cluster })
    }

    fn require_slides(&self, explored: &Explored) -> Result<(), Refusal> {
        require(Test::Slides, UNIT * self.order.request.slides.gap(explored.slides.into()))
    }

    /// Change to a random state at a distance within the order, if there is one.
    fn go_anywhere(&mut self, explored: &mut Explored, rng: &mut SplitMix) -> Result<(), Stop> {
        let Span { least, most } = self.order.request.slides;
        let (least, most) = (least.max(1), most.min(explored.slides.into()));
        if least > most {
            return Ok(());
        }
        let small = |number: u64| usize::try_from(number).expect("at most the states");
        let slides = small(least) + rng.below(small(most - least + 1));
        let levels: Vec<usize> =
            explored.cluster.histogram().iter().map(|&count| small(count)).collect();
        let index = levels[..slides].iter().sum::<usize>() + rng.below(levels[slides]);
        let (offsets, vehicles) =
            (explored.cluster.offsets(self.watch)?, explored.puzzle.state().offsets().len());
        let state = State::new(offsets[index * vehicles..][..vehicles].into());
        explored.puzzle = explored.puzzle.at(state);
        explored.slides = u32::try_from(slides).expect("fewer slides than states");
        Ok(())
    }

    /// Remove superfluous parts, and change to the hardest state again, until nothing changes.
    fn minimise(&mut self, mut explored: Explored) -> Result<Explored, Refusal> {
        loop {
            let layout = Layout::of(&explored.puzzle);
            let left = reduce(self.order.outline, &layout, explored.slides, self.watch)?;
            if left == layout {
                return Ok(explored);
            }
            self.require_structure(&left)?;
            explored = if self.order.request.is_hardest {
                self.hardest(&left)?
            } else {
                Explored { slides: explored.slides, ..self.explore(&left)? }
            };
            self.require_slides(&explored)?;
        }
    }

    /// Check the numbers of vehicles, walls and cells that are not empty.
    fn require_structure(&self, layout: &Layout) -> Result<(), Refusal> {
        let request = &self.order.request;
        let [vehicles, walls, covered] =
            [layout.pieces.len(), layout.walls.len(), layout.covered()].map(|count| count as u64);
        let gaps = [
            (Test::Vehicles, request.vehicles.gap(vehicles)),
            (Test::Walls, request.walls.gap(walls)),
            (Test::Density, request.covered.map_or(0, |wanted| wanted.gap(covered))),
        ];
        let all = UNIT * gaps.iter().map(|(_, gap)| gap).sum::<u64>();
        let first = gaps.iter().find(|(_, gap)| *gap > 0);
        first.map_or(Ok(()), |(test, _)| require(*test, all))
    }
}
