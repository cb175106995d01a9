//! canonical: one puzzle for each cluster, the same for all its states and images.

use crate::board::{Goal, Metric, new_labels};
use crate::cluster::{self, Unfinished};
use crate::generate::canonical::Skeleton;
use crate::operations::Options;
use crate::outcome::Watch;
use crate::state::Puzzle;

/// The representative of a cluster, a mirror image of the puzzle and a hardest state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The SHA-256 of what all states of the cluster and their images share, in hexadecimal.
    pub name: String,
    /// The representative, labels included: the target is `A`, the others follow in reading order.
    pub board: Puzzle,
    /// The reflection of the puzzle that leaves the exit on its side.
    pub mirror: Puzzle,
    /// The first state with the most slides; `None` if no state is solved.
    pub hardest: Option<Puzzle>,
    /// The optimum of the puzzle.
    pub slides: Option<u32>,
    /// The optimum of `hardest`.
    pub most_slides: Option<u32>,
    /// The size of the cluster.
    pub states: usize,
}

/// Find the representative of a puzzle's cluster, a mirror image and a hardest state.
///
/// Of the options only the limits and the threads matter.
///
/// # Errors
/// [`Unfinished`] where a limit comes first.
///
/// ```
/// use rushhour::{Options, Puzzle, canonical};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// let turned: Puzzle = ".A../.A../BB../....".parse()?;
/// let (one, other) = (canonical(&puzzle, &Options::new())?, canonical(&turned, &Options::new())?);
/// assert_eq!((&one.board, &one.name), (&other.board, &other.name));
/// assert_eq!((one.slides, one.most_slides, one.states), (Some(2), Some(2), 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn canonical(puzzle: &Puzzle, options: &Options) -> Result<Canonical, Unfinished> {
    options.watched(|watch| Canonical::of(puzzle, watch))
}

impl Canonical {
    pub(crate) fn of(puzzle: &Puzzle, watch: &mut Watch<'_>) -> Result<Canonical, Unfinished> {
        let cluster = cluster::explore(puzzle, Metric::Slide, Goal::Edge, watch)?;
        let unfinished = |stop| Unfinished { stop, states: cluster.len() };
        let (name, state, image) =
            Skeleton::of(puzzle).least(&cluster, watch).map_err(unfinished)?;
        let hardest = match cluster.histogram() {
            [] => None,
            _ => cluster.hardest(watch).map_err(unfinished)?.first(),
        };
        Ok(Canonical {
            name,
            board: with_plain_labels(&puzzle.at(state).image(image)),
            mirror: puzzle.mirrored(),
            hardest: hardest.map(|state| puzzle.at(state.clone())),
            slides: cluster.distance(puzzle.state()),
            most_slides: hardest.and_then(|state| cluster.distance(state)),
            states: cluster.len(),
        })
    }
}

/// The puzzle with its target first, then the others in reading order, all with new labels.
fn with_plain_labels(puzzle: &Puzzle) -> Puzzle {
    let mut setup = puzzle.setup();
    let target = std::mem::replace(&mut setup.target, "A".to_owned());
    setup.vehicles.sort_by_key(|(label, shape)| (*label != target, shape.first_cell()));
    let names = std::iter::once("A".to_owned()).chain(new_labels());
    for ((label, _), name) in setup.vehicles.iter_mut().zip(names) {
        *label = name;
    }
    Puzzle::of_rules(&setup)
}
