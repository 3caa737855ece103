//! What becomes of conclusions about runs when another judge judges.

use crate::comparison::{
    Plan, RankAgreement, RankedRuns, Sample, Test, compare, monte_carlo, samples,
};
use crate::evaluation::Evaluated;
use anyhow::bail;
use gainline::Measure;
use gainline_stats::{Correction, IntervalMethod};

/// The same runs by each judge.
pub(super) struct Effect {
    /// How many topics all judges and runs have.
    pub topics: usize,
    pub measures: Vec<MeasureEffect>,
}

/// The same by one measure.
pub(super) struct MeasureEffect {
    pub measure: Measure,
    /// The runs by each judge.
    pub judges: Vec<RankedRuns>,
    /// Each two judges.
    pub pairs: Vec<Between>,
}

/// Two judges, and what they make of the same runs.
pub(super) struct Between {
    pub first: usize,
    pub second: usize,
    pub alike: RankAgreement,
    /// The run whose mean changes most, and by how much: the second judge's less the first's.
    pub largest: Option<(usize, f64)>,
    /// Pairs of runs that only one of them separates.
    pub separated_by_one: usize,
    /// Pairs of runs that both separate, in opposite order.
    pub separated_oppositely: usize,
}

/// How pairs of runs are tested.
pub(super) fn plan<'a>(alpha: f64, told: &'a dyn Fn(usize, usize)) -> Plan<'a> {
    Plan {
        test: Test::T,
        correction: Correction::None,
        alpha,
        level: 1.0 - alpha,
        interval: IntervalMethod::T,
        // Nothing is drawn for a t test, unless all topics differ by the same.
        monte_carlo: monte_carlo(10_000, 1, None, told),
        baseline: None,
        equivalence: None,
    }
}

impl Effect {
    /// Of runs by the first judge, then by the second, and so on; none without runs.
    pub(super) fn of(
        evaluated: &[Evaluated],
        measures: &[Measure],
        judges: usize,
        plan: &Plan<'_>,
    ) -> anyhow::Result<Option<Self>> {
        if evaluated.is_empty() {
            return Ok(None);
        }
        let samples = samples(evaluated, measures, None)?;
        let topics = samples.first().map_or(0, |sample| sample.topics.len());
        if topics == 0 {
            bail!(
                "--runs: there is no topic that all judges have judged and every run has, so there \
                 are no conclusions to compare"
            );
        }
        let runs = evaluated.len() / judges;
        let of_measure = |sample: Sample| {
            let measure = sample.measure.clone();
            let each = compare(sample.split(runs), plan)?.into_iter();
            let judges: Vec<RankedRuns> = each.map(|one| RankedRuns::of(one, plan)).collect();
            let pairs = pairs(&judges);
            Ok(MeasureEffect { measure, judges, pairs })
        };
        let measures = samples.into_iter().map(of_measure).collect::<anyhow::Result<_>>()?;
        Ok(Some(Effect { topics, measures }))
    }
}

fn pairs(judges: &[RankedRuns]) -> Vec<Between> {
    let mut pairs = vec![];
    for first in 0..judges.len() {
        for second in first + 1..judges.len() {
            pairs.push(between((first, &judges[first]), (second, &judges[second])));
        }
    }
    pairs
}

fn between((first, one): (usize, &RankedRuns), (second, other): (usize, &RankedRuns)) -> Between {
    let alike = RankAgreement::of(&one.heights, &other.heights);
    let changes = one.means.iter().zip(&other.means).map(|(before, after)| after - before);
    let largest = changes.enumerate().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    let separated = |ranked: &RankedRuns, pair| ranked.pair(pair).is_some_and(|p| p.separated);
    let both = |pair: &&(usize, usize)| separated(one, **pair) && separated(other, **pair);
    Between {
        first,
        second,
        separated_oppositely: alike.swapped.iter().filter(both).count(),
        separated_by_one: one
            .pairs
            .iter()
            .filter(|pair| {
                pair.separated != separated(other, (pair.first.place, pair.second.place))
            })
            .count(),
        largest,
        alike,
    }
}
