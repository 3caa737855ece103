//! What a family says of ties, of unjudged documents and of what it needs: the policies in
//! `policy/` go by it.

use super::Setting;
use crate::ranking::judged::Judged;

/// Whether something is had without going through the orders of tied documents one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TieRule {
    /// Yes. For means: the scorer gives the mean over orders itself. For extremes: documents in
    /// the order of their gains (or grades) give the best value, in the reverse order the worst.
    Closed,
    /// Yes, unless some gain is below 0.
    ClosedWithoutLosses,
    /// Yes, unless there is a cutoff, or some gain is below 0.
    ClosedUncut,
    /// Yes, if just the relevant documents have a gain.
    ClosedIfGainIsRelevance,
    /// Tied documents take the mean of their ranks, which is not the mean over their orders.
    MeanRanks,
    /// No.
    Orders,
}

/// How the lowest and highest value are found that grades of the unjudged documents allow.
#[derive(Debug, Clone, Copy)]
pub enum BoundRule {
    /// The value does not depend on them.
    Fixed,
    /// A higher grade at a rank never makes the value lower (or never higher): the ends are at all
    /// documents irrelevant, and at all of the top grade.
    OneWay,
    /// A higher grade also makes the recall base grow. With the same grades, the value is at one
    /// end when the higher ones stand at the higher ranks, and at the other end in the reverse
    /// order; so all such sequences are tried.
    Searched(Sees),
    /// There is no short way: all gradings are tried, as far as they are not too many.
    Exhausted(Sees),
    /// By a way of its own.
    Own {
        /// Which, in a sentence.
        how: &'static str,
        /// Makes what finds them.
        make: fn(&Setting<'_>) -> BoundScorer,
    },
    /// There is none, for this reason.
    Refused(&'static str),
}

/// What of a judgment a measure sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees {
    /// Only whether the document is relevant.
    Relevance,
    /// Whether it is relevant, judged not relevant, or not judged.
    Judgment,
    /// Its grade or gain.
    Grade,
}

/// What is known of documents that a ranking lacks, or has below a measure's cutoff: a ranking shows
/// them to the measure only by what they add to the recall base. Tests hold each family that knows
/// something against all gradings of small worlds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Nothing.
    Unknown,
    /// The value only rises, or only falls, as a document that the ranking lacks gets a higher grade.
    OneWay,
    /// The same, and documents below the cutoff do just what those do that the ranking lacks.
    OneWayBelowToo,
}

/// A closed formula for what a family's value changes by when a document of the ranking becomes
/// relevant (Kishida, Property of Average Precision and its Generalization, 2005).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SensitivityFormula {
    /// Equations 10 and 16.
    AveragePrecision,
    /// 1 / R within the first R ranks.
    RPrecision,
    /// Equation 28.
    ModifiedSlidingRatio,
    /// Equation 33.
    MeanNdcg,
    /// Equations 36 and 37.
    Q,
    /// Equations 43 and 44.
    GeneralizedAp,
}

/// Finds the lowest and the highest value when unjudged documents have some of these grades.
pub type BoundScorer = Box<dyn Fn(&Judged<'_>, &[f64]) -> (f64, f64) + Send + Sync>;

/// What a measure needs beside judgments and a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Need {
    /// The scores of the documents.
    Scores,
    /// The size of the collection; without it, the least that it can be.
    Collection,
    /// The size of the collection, and nothing will do instead.
    CollectionGiven,
    /// The size of the collection; without it, the number of documents judged or retrieved.
    CollectionIfGiven,
    /// The highest gain of the scale; without it, the highest of all judgments.
    HighestGain,
    /// The documents that users knew before.
    Known,
    /// How many relevant documents users expect.
    Expected,
}
