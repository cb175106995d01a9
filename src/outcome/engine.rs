//! The loops that search, by name.

use std::fmt;
use std::sync::OnceLock;

/// The loop that a search ran in. A board that fits several of them is searched by the fastest.
///
/// ```
/// use rushhour::{Engine, Puzzle};
///
/// let puzzle: Puzzle = "..B./AAB./..../....".parse()?;
/// assert_eq!(rushhour::solve(&puzzle).engine, Engine::Small);
/// assert_eq!(rushhour::solve(&puzzle).engine.name(), "small");
/// # Ok::<(), rushhour::ParsePuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Breadth-first search of small boards with a bitmap, 64 moves at once.
    Small,
    /// Breadth-first search of clusters in blocks of up to 64 states.
    Blocks,
    /// Breadth-first search with a hash map, 32 vehicles of 7 moves at once.
    Simd,
    /// Breadth-first search with a hash map, the moves of all vehicles at once.
    Wide,
    /// Breadth-first search with a hash map, one vehicle after another: boards of any size.
    General,
    /// Breadth-first search of clusters in files.
    Disk,
    /// Proofs by abstraction refinement.
    Refine,
    /// The loop of most textbook searches, A\* among them.
    BestFirst,
    /// Iterative deepening.
    Ida,
    /// Breadth-first search from both ends.
    Bidirectional,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 10] = [
        Engine::Small,
        Engine::Blocks,
        Engine::Simd,
        Engine::Wide,
        Engine::General,
        Engine::Disk,
        Engine::Refine,
        Engine::BestFirst,
        Engine::Ida,
        Engine::Bidirectional,
    ];

    /// Those that breadth-first search in memory chooses from.
    pub(crate) const BREADTH_FIRST: [Engine; 5] =
        [Engine::Small, Engine::Blocks, Engine::Simd, Engine::Wide, Engine::General];

    /// The name for reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Engine::Small => "small",
            Engine::Blocks => "blocks",
            Engine::Simd => "simd",
            Engine::Wide => "wide",
            Engine::General => "general",
            Engine::Disk => "disk",
            Engine::Refine => "refine",
            Engine::BestFirst => "best-first",
            Engine::Ida => "ida",
            Engine::Bidirectional => "bidirectional",
        }
    }

    /// The engine that `RUSHHOUR_ENGINE` names, which then replaces the choice of every breadth-first
    /// search of this process; for measurements and tests. The variable is read once.
    ///
    /// # Panics
    /// The variable names none.
    pub(crate) fn forced() -> Option<Engine> {
        static FORCED: OnceLock<Option<Engine>> = OnceLock::new();
        *FORCED.get_or_init(|| {
            let name = std::env::var("RUSHHOUR_ENGINE").ok().filter(|name| !name.is_empty())?;
            let found = Engine::BREADTH_FIRST.into_iter().find(|engine| engine.name() == name);
            Some(found.unwrap_or_else(|| {
                let names = Engine::BREADTH_FIRST.map(Engine::name).join(", ");
                panic!("RUSHHOUR_ENGINE: expected one of {names}, found {name:?}")
            }))
        })
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
