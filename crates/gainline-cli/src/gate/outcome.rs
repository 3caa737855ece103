//! What came of rules, with every number behind it.

use super::rule::{Order, Rule, Tolerance};
use crate::comparison::{Computed, Tested, TopicCounts};

/// What came of a rule.
pub(super) struct Judged {
    pub rule: Rule,
    /// One, or one for each slice.
    pub outcomes: Vec<Outcome>,
}

/// What came of a rule on some topics.
pub(super) struct Outcome {
    pub slice: Option<String>,
    pub topics: usize,
    pub status: Status,
    pub found: Found,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Ok,
    Broken,
    /// There was nothing to hold it against.
    Skipped,
}

impl Status {
    pub(super) fn word(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Broken => "broken",
            Status::Skipped => "skipped",
        }
    }
}

/// The numbers behind an outcome.
pub(super) enum Found {
    Bound { value: f64, order: Order, bound: f64 },
    Drop(Drop),
    NoBaseline,
    NoTopics,
}

/// How a candidate stands to its baseline.
pub(super) struct Drop {
    pub tolerance: Tolerance,
    pub baseline: f64,
    pub candidate: f64,
    /// How much worse the candidate is; negative if it is better.
    pub worse_by: f64,
    /// Whether that is more than the rule allows.
    pub exceeds: bool,
    pub topics: TopicCounts,
    /// What the test says, where the rule asks for one.
    pub chance: Option<Chance>,
}

/// Whether a drop is more than chance.
pub(super) struct Chance {
    pub alpha: f64,
    pub tested: Computed<Tested>,
    /// p after the correction.
    pub adjusted: Option<f64>,
    /// The lowest that could have been, where topics are what bounds it.
    pub lowest: Option<f64>,
    pub verdict: Verdict,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Real,
    NotMoreThanChance,
    /// By the signs or ranks of the topics, or their mean, the candidate is not the worse one.
    TestSeesGain,
    /// There is no p.
    Untestable,
}

/// All rules, judged; and how many tests the p-values are corrected for.
pub(super) struct Verdicts {
    pub judged: Vec<Judged>,
    pub tests: usize,
}

impl Verdicts {
    pub(super) fn count(&self, status: Status) -> usize {
        self.judged.iter().filter(|judged| judged.status() == status).count()
    }

    /// Whether there are rules, and none of them could be checked.
    pub(super) fn all_skipped(&self) -> bool {
        !self.judged.is_empty() && self.count(Status::Skipped) == self.judged.len()
    }

    pub(super) fn outcomes(&self) -> impl Iterator<Item = (&Rule, &Outcome)> {
        self.judged.iter().flat_map(|j| j.outcomes.iter().map(move |outcome| (&j.rule, outcome)))
    }
}

impl Judged {
    /// A rule is broken if it is broken on any slice.
    pub(super) fn status(&self) -> Status {
        let any = |status| self.outcomes.iter().any(|outcome| outcome.status == status);
        match (any(Status::Broken), any(Status::Ok)) {
            (true, _) => Status::Broken,
            (false, true) => Status::Ok,
            (false, false) => Status::Skipped,
        }
    }
}

impl Chance {
    pub(super) fn is_real(&self) -> bool {
        self.verdict == Verdict::Real
    }
}
