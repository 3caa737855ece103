//! What undiscovered relevant documents could do to scores and conclusions, and which documents are
//! most worth judging next. `gainline missing`.
//!
//! Everything here is about a [`Judging`]: the topics of a pool with their judgments so far, which
//! may be taken away and given back. So the same code tells what to judge next, and replays how a
//! collection might have been judged ([`replay`]).

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
mod parallel;
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

pub use bounds::{Bounds, bounds};
pub use chance::{Chances, chances};
pub use discover_at::{ApChange, DiscoverAt, DiscoverAtAnswer};
pub use discovery::{BANDS, Band, Discovery, discoveries};
pub use flips::{Flip, MOST_JUDGMENTS, Outcome, flips};
pub use judging::Judging;
pub use leave_out::{LeftOut, leave_out};
pub use next::{Candidate, Risk, next};
pub use question::{
    DEFAULT_MEASURES, DEPTHS, EstimatedPair, FlipOutcome, Missing, MissingAnswer, MissingFinding,
    MissingPart, MissingScore, NextDocument, PairFlip, RunDiscovery, RunLeftOut, RunUnjudged,
    TopicDocument, UncertainOrder, UnjudgedShareAt,
};
pub use replay::{Order, Point, Reached, Replay, Trace, replay};
pub use replay_question::{
    MissingReplay, MissingReplayAnswer, ReachedBy, ReplayOrder, ReplayTrace,
};
pub use scores::{estimated, values};
pub use unjudged::{UnjudgedShare, unjudged};
pub use yardstick::Yardstick;
