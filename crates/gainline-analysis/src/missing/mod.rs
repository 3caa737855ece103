//! What undiscovered relevant documents could do to scores and conclusions, and which documents are
//! most worth judging next. `gainline missing`.
//!
//! Everything here is about a `Judging`: the topics of a pool with their judgments so far, which
//! may be taken away and given back. So the same code tells what to judge next, and replays how a
//! collection might have been judged (`replay`).

mod bounds;
mod chance;
mod discover_at;
mod discovery;
mod effects;
mod flips;
mod judging;
mod leave_out;
mod levels;
mod next;
mod outside;
mod question;
mod replay;
mod replay_question;
mod scores;
mod trial;
mod unjudged;
mod yardstick;

#[cfg(test)]
mod family_tests;
#[cfg(test)]
mod tests;

pub use discover_at::{ApChange, DiscoverAt, DiscoverAtAnswer};
pub use discovery::RunDiscovery;
pub use flips::{FlipOutcome, MOST_JUDGMENTS, PairFlip, TopicDocument};
pub use leave_out::RunLeftOut;
pub use question::{
    DEPTHS, EstimatedPair, Missing, MissingAnswer, MissingFinding, MissingPart, MissingScore,
    NextDocument, UncertainOrder,
};
pub use replay::{Point, Reached};
pub use replay_question::{
    MissingReplay, MissingReplayAnswer, ReachedBy, ReplayOrder, ReplayTrace,
};
pub use unjudged::{RunUnjudged, UnjudgedShareAt};
