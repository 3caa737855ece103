//! What a comparison comes to, for somebody who has to choose a run.

use super::beside_best;
use crate::RunName;
use crate::comparison::{Comparison, Pair, Status};
use crate::unjudged_runs::UnjudgedRun;
use gainline::Measure;
use gainline_stats::StatsError;
use serde::Serialize;

/// What a comparison comes to. It goes by the comparisons over all topics, by measures that say
/// which of two values is better.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Decision {
    /// Nothing was compared: there is a single run, or no topic that every run has.
    NothingCompared,
    /// (Nearly) no document of some runs is judged, so that their scores say nothing.
    NothingJudged {
        /// They.
        runs: Vec<UnjudgedRun>,
    },
    /// No measure says which of two values is better.
    NoDirection,
    /// Nothing could be tested.
    NotTested {
        /// Why.
        reason: StatsError,
    },
    /// All runs have the same scores.
    AllSame,
    /// All pairs were compared, and one run has the best mean by every measure.
    Best {
        /// It.
        run: RunName,
        /// The other runs that it is not significantly better than by every measure.
        indistinguishable: Vec<RunName>,
    },
    /// All pairs were compared, and no run has the best mean by every measure.
    NoSingleBest {
        /// The run with the best mean, by each measure.
        by_measure: Vec<MeasureBest>,
        /// The runs that by every measure are the best or not significantly different from it.
        never_worse: Vec<RunName>,
        /// The only one of these, if nothing is against it.
        choice: Option<RunName>,
    },
    /// A run is significantly better than the baseline by some measure, and worse by none.
    BetterThanBaseline {
        /// The one that is better by most measures; of several, that with the best mean.
        run: RunName,
        /// Others of which the same is true.
        others: Vec<RunName>,
        /// The baseline.
        baseline: RunName,
    },
    /// The only other run is significantly worse than the baseline by some measure, and better by
    /// none.
    WorseThanBaseline {
        /// The run.
        run: RunName,
        /// The baseline.
        baseline: RunName,
    },
    /// The only other run is significantly better than the baseline by some measures, and worse by
    /// others.
    MeasuresDisagree {
        /// The run.
        run: RunName,
        /// The baseline.
        baseline: RunName,
    },
    /// The only other run is not significantly different from the baseline by any measure.
    NoDifferenceShown {
        /// The run.
        run: RunName,
        /// The baseline.
        baseline: RunName,
    },
    /// Of several runs, none is significantly better than the baseline by some measure without
    /// being worse by another.
    KeepBaseline {
        /// The baseline.
        baseline: RunName,
        /// Runs that are better by some measure and worse by another.
        mixed: Vec<RunName>,
    },
}

/// The run with the best mean by a measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureBest {
    /// The measure.
    pub measure: Measure,
    /// The run.
    pub run: RunName,
}

impl Decision {
    /// The run to take, if there is one.
    pub fn chosen(&self) -> Option<&RunName> {
        match self {
            Decision::Best { run, .. } | Decision::BetterThanBaseline { run, .. } => Some(run),
            Decision::WorseThanBaseline { baseline, .. }
            | Decision::KeepBaseline { baseline, .. } => Some(baseline),
            Decision::NoSingleBest { choice, .. } => choice.as_ref(),
            Decision::NothingCompared
            | Decision::NothingJudged { .. }
            | Decision::NoDirection
            | Decision::NotTested { .. }
            | Decision::AllSame
            | Decision::MeasuresDisagree { .. }
            | Decision::NoDifferenceShown { .. } => None,
        }
    }
}

impl Decision {
    /// Whether somebody would do the same by both: the same kind of decision for the same run, as firm.
    pub(super) fn agrees_with(&self, other: &Decision) -> bool {
        let firm = |decision: &Decision| match decision {
            Decision::Best { indistinguishable, .. } => indistinguishable.is_empty(),
            _ => true,
        };
        let same_kind = std::mem::discriminant(self) == std::mem::discriminant(other);
        same_kind && self.chosen() == other.chosen() && firm(self) == firm(other)
    }
}

/// The comparisons that decide: over all topics, by measures that say which of two values is better.
pub(super) fn deciding(comparisons: &[Comparison]) -> impl Iterator<Item = &Comparison> + Clone {
    comparisons.iter().filter(|c| c.sample.slice.is_none() && c.says_better())
}

/// Decides by the comparisons over all topics.
pub(super) fn decide(comparisons: &[Comparison], baseline: Option<&RunName>) -> Decision {
    let deciding: Vec<&Comparison> = deciding(comparisons).collect();
    let Some(first) = deciding.first() else {
        let nothing = comparisons.is_empty();
        return if nothing { Decision::NothingCompared } else { Decision::NoDirection };
    };
    let pairs = || deciding.iter().flat_map(|c| &c.pairs);
    if let Some(reason) = first.pairs.first().and_then(|pair| pair.test.undefined())
        && pairs().all(|pair| pair.status == Status::Untested)
    {
        return Decision::NotTested { reason: reason.clone() };
    }
    if pairs().all(|pair| pair.status == Status::Same) {
        return Decision::AllSame;
    }
    match baseline {
        Some(baseline) => with_baseline(baseline, &deciding, first),
        None => among_all(&deciding, first),
    }
}

/// By how many measures each run is so to the baseline, by the places of the runs.
fn counts(deciding: &[&Comparison], first: &Comparison, wanted: Status) -> Vec<usize> {
    let mut counts = vec![0; first.best_first.len()];
    let pairs = deciding.iter().flat_map(|comparison| &comparison.pairs);
    for pair in pairs.filter(|pair| pair.status == wanted) {
        counts[pair.run.place] += 1;
    }
    counts
}

fn with_baseline(baseline: &RunName, deciding: &[&Comparison], first: &Comparison) -> Decision {
    let better = counts(deciding, first, Status::Better);
    let worse = counts(deciding, first, Status::Worse);
    let others = first.best_first.iter().filter(|run| *run != baseline);
    let baseline = baseline.clone();
    if let [run] = &others.clone().collect::<Vec<_>>()[..] {
        let run = (*run).clone();
        return match (better[run.place], worse[run.place]) {
            (0, 0) => Decision::NoDifferenceShown { run, baseline },
            (_, 0) => Decision::BetterThanBaseline { run, others: vec![], baseline },
            (0, _) => Decision::WorseThanBaseline { run, baseline },
            (_, _) => Decision::MeasuresDisagree { run, baseline },
        };
    }
    let (mut winners, mut mixed) = (vec![], vec![]);
    for run in others.filter(|run| better[run.place] > 0) {
        let list = if worse[run.place] > 0 { &mut mixed } else { &mut winners };
        list.push(run.clone());
    }
    // Stable: of those that are better by as many measures, the best by the first one.
    winners.sort_by_key(|run| std::cmp::Reverse(better[run.place]));
    if winners.is_empty() {
        return Decision::KeepBaseline { baseline, mixed };
    }
    let run = winners.remove(0);
    Decision::BetterThanBaseline { run, others: winners, baseline }
}

fn among_all(deciding: &[&Comparison], first: &Comparison) -> Decision {
    let bests: Vec<(&&Comparison, &RunName)> =
        deciding.iter().filter_map(|c| Some((c, c.best()?))).collect();
    let in_all = |wanted: &[Status], with_best: bool| -> Vec<RunName> {
        let mut counts = vec![0; first.best_first.len()];
        for (comparison, best) in &bests {
            counts[best.place] += usize::from(with_best);
            for run in beside_best(comparison, wanted) {
                counts[run.place] += 1;
            }
        }
        let everywhere = |run: &&RunName| counts[run.place] == deciding.len();
        first.best_first.iter().filter(everywhere).cloned().collect()
    };
    if let [(_, best), rest @ ..] = &bests[..]
        && rest.iter().all(|(_, run)| run == best)
    {
        let beaten = in_all(&[Status::Better], false);
        let others = first.best_first.iter().filter(|run| run != best);
        let indistinguishable = others.filter(|run| !beaten.contains(run)).cloned().collect();
        return Decision::Best { run: (*best).clone(), indistinguishable };
    }
    let never_worse = in_all(&[Status::NotSignificant, Status::Same], true);
    let unclear = |(comparison, best): &(&&Comparison, &RunName)| {
        comparison.pairs.iter().any(|pair| pair.run == **best && is_unclear(pair))
    };
    let choice = match &never_worse[..] {
        [one] if !bests.iter().any(unclear) => Some(one.clone()),
        _ => None,
    };
    let by_measure = bests.iter().map(|(comparison, run)| MeasureBest {
        measure: comparison.sample.measure.clone(),
        run: (*run).clone(),
    });
    Decision::NoSingleBest { by_measure: by_measure.collect(), never_worse, choice }
}

/// Whether the numbers leave it open which of the two is better.
fn is_unclear(pair: &Pair) -> bool {
    matches!(pair.status, Status::Opposed | Status::Untested)
}
