//! Runs held against each other: their values topic by topic, which differences are real, and what
//! they amount to. Several commands show it, each in its way.

pub(crate) mod alike;
mod correct;
mod pair;
pub(crate) mod ranked;
mod sample;
mod test;

use correct::correct;
pub(crate) use correct::samples_tested;
use pair::Untested;
pub(crate) use pair::{Against, Effects, Pair};
pub(crate) use sample::{Sample, logarithms, samples, scores};
pub(crate) use test::{Test, Tested, signed_ranks};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use gainline_stats::{
    Correction, FTest, Friedman, Interval, MonteCarlo, RankInterval, StatsError, TwoWayAnova,
    friedman, letters, mean_interval, rank_intervals, two_way_anova,
};

/// How the interval of a difference is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum IntervalBy {
    #[default]
    T,
    Percentile,
    Bca,
}

impl IntervalBy {
    /// All of them.
    pub(crate) const ALL: [IntervalBy; 3] =
        [IntervalBy::T, IntervalBy::Percentile, IntervalBy::Bca];

    /// In words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            IntervalBy::T => "the paired t interval",
            IntervalBy::Percentile => "the bootstrap percentile interval",
            IntervalBy::Bca => "the bootstrap BCa interval",
        }
    }
}

impl std::fmt::Display for IntervalBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            IntervalBy::T => "t",
            IntervalBy::Percentile => "percentile",
            IntervalBy::Bca => "bca",
        })
    }
}

/// How runs are compared.
pub(crate) struct Plan<'a> {
    pub test: Test,
    pub correction: Correction,
    /// Differences of a lower p are real.
    pub alpha: f64,
    /// The level of intervals.
    pub level: f64,
    /// How the intervals of differences are made, where the test has none of its own.
    pub interval: IntervalBy,
    pub monte_carlo: MonteCarlo<'a>,
    /// Every run against this one; without it, every pair.
    pub baseline: Option<usize>,
    /// Differences below this count as none, if it is asked for.
    pub equivalence: Option<f64>,
}

/// What came of one sample.
pub(crate) struct Comparison<'r> {
    pub sample: Sample<'r>,
    pub runs: Vec<RunSummary>,
    pub pairs: Vec<Pair>,
    /// Whether the runs differ at all, where there are more than two.
    pub anova: Option<Result<TwoWayAnova, StatsError>>,
    pub friedman: Option<Result<Friedman, StatsError>>,
}

/// What is known of one run by itself.
pub(crate) struct RunSummary {
    pub mean: f64,
    /// Of the mean over topics; none with a single topic.
    pub interval: Option<Interval>,
    /// The ranks that it could have, 1 being the best; where all pairs were tested.
    pub rank: Option<RankInterval>,
    /// It shares a letter with runs that it cannot be told from; where all pairs were tested.
    pub letters: Option<String>,
}

/// Compares the runs of all samples; the correction is over everything.
pub(crate) fn compare<'r>(samples: Vec<Sample<'r>>, plan: &Plan<'_>) -> Vec<Comparison<'r>> {
    let mut comparisons: Vec<Comparison<'r>> =
        samples.into_iter().map(|sample| Comparison::of(sample, plan)).collect();
    correct(&mut comparisons, plan);
    for comparison in &mut comparisons {
        comparison.group(plan);
    }
    comparisons
}

impl<'r> Comparison<'r> {
    fn of(sample: Sample<'r>, plan: &Plan<'_>) -> Self {
        let runs = sample.columns.len();
        let wanted: Vec<(usize, usize)> = match plan.baseline {
            Some(base) => (0..runs).filter(|&run| run != base).map(|run| (base, run)).collect(),
            // The better one against the worse one, so that what is shown is a gain.
            None => {
                let order = sample.best_first();
                let below = |place: usize| order[place + 1..].iter().map(move |&run| (place, run));
                let pairs = (0..runs).flat_map(below);
                pairs.map(|(place, worse)| (worse, order[place])).collect()
            }
        };
        let tested = plan.test.of_pairs(&sample, &wanted, plan);
        let pairs = wanted
            .iter()
            .zip(tested)
            .map(|(&pair, tested)| Pair::new(&sample, pair, tested, plan))
            .collect();
        let summary = |(run, column): (usize, &Vec<f64>)| RunSummary {
            mean: sample.shown(sample.mean(run)),
            interval: mean_interval(column, plan.level).ok().map(|interval| Interval {
                low: sample.shown(interval.low),
                high: sample.shown(interval.high),
                ..interval
            }),
            rank: None,
            letters: None,
        };
        let several = runs > 2;
        Comparison {
            runs: sample.columns.iter().enumerate().map(summary).collect(),
            anova: several.then(|| two_way_anova(&sample.columns)),
            friedman: several.then(|| friedman(&sample.columns)),
            pairs,
            sample,
        }
    }

    /// Letters and ranks, from the pairs that differ. Letters would say of a pair that was not
    /// tested that it cannot be told apart, so all must have been.
    fn group(&mut self, plan: &Plan<'_>) {
        let untested = self.pairs.iter().any(|pair| pair.adjusted.is_none());
        if plan.baseline.is_some() || self.runs.len() < 3 || untested {
            return;
        }
        let order = self.sample.best_first();
        let mut differs = vec![vec![false; order.len()]; order.len()];
        for pair in self.pairs.iter().filter(|pair| pair.is_real(plan.alpha)) {
            let place = |run: usize| order.iter().position(|&r| r == run).unwrap_or(0);
            let (a, b) = (place(pair.first), place(pair.second));
            differs[a][b] = true;
            differs[b][a] = true;
        }
        let heights: Vec<f64> =
            order.iter().map(|&run| self.sample.oriented(self.runs[run].mean)).collect();
        let (letters, ranks) = (letters(&differs).ok(), rank_intervals(&heights, &differs).ok());
        for (place, &run) in order.iter().enumerate() {
            self.runs[run].letters = letters.as_ref().map(|l| l.letters[place].clone());
            self.runs[run].rank = ranks.as_ref().map(|ranks| ranks[place]);
        }
    }

    /// Whether the runs differ at all, by the analysis of variance.
    pub(crate) fn anova_test(&self) -> Option<&FTest> {
        self.anova.as_ref()?.as_ref().ok()?.columns.test.as_ref()
    }
}

#[cfg(test)]
pub(crate) mod tests;

/// Reads a correction's name.
pub(crate) fn correction_parser() -> impl TypedValueParser<Value = Correction> {
    let names = PossibleValuesParser::new(Correction::ALL.map(Correction::name));
    names.map(|name| {
        let named = Correction::ALL.into_iter().find(|c| c.name() == name);
        named.unwrap_or(Correction::Holm)
    })
}

/// So many trials from a seed, told of to `told`, on as many threads as were asked for.
pub(crate) fn monte_carlo<'a>(
    trials: usize,
    seed: u64,
    threads: Option<u16>,
    told: &'a dyn Fn(usize, usize),
) -> MonteCarlo<'a> {
    let plan = MonteCarlo::new(trials, seed).progress(told);
    threads.map_or(plan, |threads| plan.threads(usize::from(threads)))
}
