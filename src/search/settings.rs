//! The settings of best-first searches.

use std::num::NonZeroU32;

/// Which of the states with the least f is expanded first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// First in, first out.
    #[default]
    Fifo,
    /// Last in, first out.
    Lifo,
    /// The order of a binary heap that compares f alone.
    Heap,
}

impl Ties {
    /// All orders with their names.
    pub const NAMES: [(&'static str, Ties); 3] =
        [("fifo", Ties::Fifo), ("lifo", Ties::Lifo), ("heap", Ties::Heap)];
}

/// What becomes of an open state when the search reaches it again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// A cheaper path replaces the old one and is queued anew; others are dropped.
    #[default]
    Better,
    /// A path of the same cost also replaces the old one.
    Equal,
    /// Every path is queued; all entries but the first that is taken are dropped.
    Keep,
    /// Every path replaces the old one, whatever it costs: for depth-first search.
    Latest,
}

impl Duplicates {
    /// The policies that users can choose, with their names.
    pub const NAMES: [(&'static str, Duplicates); 3] =
        [("better", Duplicates::Better), ("equal", Duplicates::Equal), ("keep", Duplicates::Keep)];

    /// A new path replaces the old one if it costs less than the old cost plus this slack.
    pub(super) fn slack(self) -> u32 {
        match self {
            Duplicates::Better => 0,
            Duplicates::Equal => 1,
            Duplicates::Keep | Duplicates::Latest => u32::MAX,
        }
    }
}

/// The weight of h beside g, as a fraction of at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// At least the denominator.
    pub numerator: NonZeroU32,
    /// At most the numerator.
    pub denominator: NonZeroU32,
}

impl Weight {
    /// The fraction; `None` if it is less than 1.
    ///
    /// ```
    /// use rushhour::search::Weight;
    ///
    /// assert_eq!(Weight::new(2, 1), Some(Weight::default()));
    /// assert_eq!((Weight::new(1, 2), Weight::new(1, 0)), (None, None));
    /// ```
    #[must_use]
    pub fn new(numerator: u32, denominator: u32) -> Option<Weight> {
        let weight = Weight {
            numerator: NonZeroU32::new(numerator)?,
            denominator: NonZeroU32::new(denominator)?,
        };
        (numerator >= denominator).then_some(weight)
    }
}

impl Weight {
    /// The fraction nearest to a number from 1 to a million, with a denominator up to 1000.
    ///
    /// ```
    /// use rushhour::search::Weight;
    ///
    /// assert_eq!(Some(Weight::nearest(1.5)), Weight::new(3, 2));
    /// assert_eq!(Some(Weight::nearest(1.333)), Weight::new(1333, 1000));
    /// assert_eq!(Some(Weight::nearest(4.0 / 3.0)), Weight::new(4, 3));
    /// ```
    #[must_use]
    pub fn nearest(number: f64) -> Weight {
        let number = number.clamp(1.0, 1e6);
        let distance = |(numerator, denominator): (u32, u32)| {
            (f64::from(numerator) / f64::from(denominator) - number).abs()
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 1e9")]
        let fractions = (1..=1000).map(|below| ((number * f64::from(below)).round() as u32, below));
        let nearer = |best, next| if distance(next) < distance(best) { next } else { best };
        let weight = |(numerator, denominator)| Weight::new(numerator, denominator);
        fractions.reduce(nearer).and_then(weight).unwrap_or_default()
    }
}

impl Default for Weight {
    /// 2: within twice the optimum.
    fn default() -> Weight {
        Weight { numerator: NonZeroU32::new(2).expect("2"), denominator: NonZeroU32::MIN }
    }
}

/// The settings of a best-first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The weight of h; `None` is [`Weight::default`].
    pub weight: Option<Weight>,
    /// Which of the states with the least f is expanded first.
    pub ties: Ties,
    /// What becomes of an open state when the search reaches it again.
    pub duplicates: Duplicates,
    /// Whether a cheaper path to a closed state reopens it; `None` is the default of the algorithm.
    pub reopen: Option<bool>,
    /// Whether the move back to the parent of a state is generated.
    pub undo: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            weight: None,
            ties: Ties::default(),
            duplicates: Duplicates::default(),
            reopen: None,
            undo: true,
        }
    }
}

impl Settings {
    /// The settings that differ from the defaults.
    pub fn chosen(&self) -> impl Iterator<Item = Setting> {
        let usual = Settings::default();
        let changes = [
            (Setting::Weight, self.weight != usual.weight),
            (Setting::Ties, self.ties != usual.ties),
            (Setting::Duplicates, self.duplicates != usual.duplicates),
            (Setting::Reopen, self.reopen != usual.reopen),
            (Setting::Undo, self.undo != usual.undo),
        ];
        changes.into_iter().filter(|(_, is_changed)| *is_changed).map(|(setting, _)| setting)
    }
}

/// A setting that an algorithm may take; `Goal` is a goal of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the settings by name")]
pub enum Setting {
    Goal,
    Heuristic,
    Weight,
    Ties,
    Duplicates,
    Reopen,
    Undo,
    Trace,
}

impl Setting {
    /// All settings.
    pub const ALL: [Setting; 8] = [
        Setting::Goal,
        Setting::Heuristic,
        Setting::Weight,
        Setting::Ties,
        Setting::Duplicates,
        Setting::Reopen,
        Setting::Undo,
        Setting::Trace,
    ];

    /// The name by which users choose it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Setting::Goal => "goal",
            Setting::Heuristic => "heuristic",
            Setting::Weight => "weight",
            Setting::Ties => "ties",
            Setting::Duplicates => "duplicates",
            Setting::Reopen => "reopen",
            Setting::Undo => "undo",
            Setting::Trace => "trace",
        }
    }
}
