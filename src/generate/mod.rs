//! Puzzles to order: random boards, changed until they meet the order.
//!
//! ```text
//!     order      the request, checked             judge     how far a board is from it
//!     layout     a board that is easily changed   minimal   what can be taken out
//!     mutate     a random board, and changes      canonical one name for each cluster, known ones
//!     job        one search for one puzzle        proof     the expensive tests
//!     workers    jobs on threads                  tally     why boards are refused, and how often
//!     stream     their puzzles, in order
//! ```
//!
//! ```
//! use rushhour::generate::canonical::Known;
//! use rushhour::generate::order::{Order, OrderRequest, Span};
//! use rushhour::generate::stream::{Delivery, Stream};
//! use rushhour::{Exit, Metric, Side};
//!
//! let span = |least, most| Span { least, most };
//! let order = Order::new(OrderRequest {
//!     rows: 5,
//!     cols: 5,
//!     exit: Exit { side: Side::Right, line: 2 },
//!     vehicles: span(4, 6),
//!     walls: span(0, 0),
//!     lengths: vec![2, 3],
//!     slides: span(4, 6),
//!     steps: None,
//!     solutions: None,
//!     difficulty: None,
//!     covered: None,
//!     is_minimal: false,
//!     has_no_idle: false,
//!     measures: Vec::new(),
//!     is_hardest: false,
//!     max_states: 10_000,
//!     metric: Metric::Slide,
//! })
//! .expect("no reason against it");
//! let mut stream = Stream::new(order, Known::default(), 7, 1, 1_000_000);
//! let Delivery::Puzzle(made) = stream.next(None, &mut |_| false) else { panic!("no puzzle") };
//! assert!((4..=6).contains(&rushhour::solve(&made.puzzle).lower_bound));
//! ```

pub mod canonical;
pub(crate) mod layout;
pub mod minimal;
mod mutate;
pub mod order;
pub mod proof;
pub mod stream;
pub mod tally;
mod workers;
