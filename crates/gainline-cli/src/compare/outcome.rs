//! What came of all comparisons, and which of it is shown first.

pub(super) use crate::comparison::Status;
use crate::comparison::{Comparison, Pair, Plan};
use crate::evaluation::Evaluated;
use crate::runs::Opened;
use gainline::{Better, Measure, Slices};
use std::collections::HashSet;

/// Everything that was found, with what it was found by.
pub(crate) struct Outcome<'a> {
    pub opened: &'a Opened,
    pub runs: &'a [Evaluated],
    pub measures: &'a [Measure],
    pub slices: Option<&'a Slices>,
    /// Over all topics for each measure, then over each slice.
    pub comparisons: &'a [Comparison],
    pub plan: &'a Plan<'a>,
    pub trials: usize,
    pub seed: u64,
    pub all_pairs: bool,
    pub per_topic: bool,
    /// Decimals shown in tables.
    pub digits: usize,
}

impl<'a> Outcome<'a> {
    pub(crate) fn name(&self, run: usize) -> &'a str {
        &self.runs[run].name
    }

    /// The comparisons over all topics, one for each measure; none where nothing was compared.
    pub(crate) fn whole(&self) -> &'a [Comparison] {
        self.comparisons.get(..self.measures.len()).unwrap_or_default()
    }

    /// How many pairs are tested in all, over measures and slices.
    pub(super) fn tested(&self) -> usize {
        self.comparisons.iter().flat_map(|c| &c.pairs).filter(|pair| pair.p().is_some()).count()
    }

    /// The pairs that matter most: all against the baseline, or the best run against each other.
    pub(super) fn main_pairs(
        &self,
        comparison: &'a Comparison,
    ) -> impl Iterator<Item = &'a Pair> + use<'a> {
        let best = comparison.sample.best_first()[0];
        let all = self.plan.baseline.is_some();
        comparison.pairs.iter().filter(move |pair| all || pair.run.place == best)
    }

    /// The pair that is looked at topic by topic: the two best runs, or the best of the others
    /// against the baseline.
    pub(super) fn top_pair(&self, comparison: &'a Comparison) -> Option<&'a Pair> {
        if self.plan.baseline.is_none() {
            return comparison.pairs.first();
        }
        let order = comparison.sample.best_first();
        order.iter().find_map(|run| comparison.pairs.iter().find(|pair| pair.run.place == *run))
    }

    pub(super) fn status(&self, pair: &Pair) -> Status {
        pair.status
    }

    /// The runs that the best one cannot be told from, itself first.
    pub(crate) fn best_group(&self, comparison: &'a Comparison) -> Vec<usize> {
        let best = comparison.sample.best_first()[0];
        let alike = self.beside_best(comparison, &[Status::NotSignificant, Status::Same]);
        [best].into_iter().chain(alike).collect()
    }

    /// The runs that the best one stands so to.
    pub(super) fn beside_best(&self, comparison: &'a Comparison, wanted: &[Status]) -> Vec<usize> {
        let best = comparison.sample.best_first()[0];
        let pairs = comparison.pairs.iter().filter(|pair| pair.run.place == best);
        let pairs = pairs.filter(|pair| wanted.contains(&self.status(pair)));
        pairs.map(|pair| pair.baseline.place).collect()
    }

    /// The topics that are compared on: those that every run has. None where nothing was compared.
    pub(crate) fn compared(&self) -> Option<&'a [String]> {
        self.comparisons.first().map(|comparison| comparison.sample.topics.as_slice())
    }

    /// Topics that some run has and some other lacks, so that they are in no comparison.
    pub(super) fn left_out(&self) -> Vec<&'a str> {
        let compared: HashSet<&str> =
            self.compared().into_iter().flatten().map(String::as_str).collect();
        let mut left_out: Vec<&str> = vec![];
        for topic in self.runs.iter().flat_map(|run| run.scores.topics()) {
            if !compared.contains(topic.as_str()) && !left_out.contains(&topic.as_str()) {
                left_out.push(topic);
            }
        }
        left_out
    }
}

/// Whether a measure says which of two values is better.
pub(crate) fn takes_sides(comparison: &Comparison) -> bool {
    comparison.sample.measure.family().better != Better::Neither
}
