//! Runs held against each other: their values topic by topic, which differences are real, and what
//! they amount to. Several commands show it, each in its way.

mod pair;
mod test;

use pair::Untested;
pub(crate) use pair::{Against, Effects, Pair};
pub(crate) use test::{Test, Tested};

use crate::eval::Evaluated;
use gainline::{Average, Better, Measure, Slices, Summary};
use gainline_stats::{
    Correction, FTest, Friedman, Interval, MonteCarlo, RankInterval, StatsError, TwoWayAnova,
    friedman, letters, mean_interval, rank_intervals, two_way_anova,
};
use std::collections::HashSet;

/// The values of some runs by one measure on the same topics.
pub(crate) struct Sample<'r> {
    pub measure: &'r Measure,
    /// The slice of the topics; all without one.
    pub slice: Option<&'r str>,
    pub topics: Vec<&'r str>,
    /// A column for each run.
    pub columns: Vec<Vec<f64>>,
    /// Each run's value over these topics, as `gainline eval` has it.
    pub means: Vec<f64>,
}

impl Sample<'_> {
    /// A run's mean over topics, which is what tests and intervals are about. For measures that
    /// `gainline eval` adds up or puts together in another way it is not the value that it has.
    pub(crate) fn mean(&self, run: usize) -> f64 {
        if self.measure.summary() == Summary::Mean {
            return self.means[run];
        }
        gainline_stats::mean(&self.columns[run]).unwrap_or(self.means[run])
    }

    /// A value, turned so that higher is better.
    pub(crate) fn oriented(&self, value: f64) -> f64 {
        if self.measure.family().better == Better::Lower { -value } else { value }
    }

    /// The runs, the best first; those of equal means as they were given.
    pub(crate) fn best_first(&self) -> Vec<usize> {
        let height = |run: usize| self.oriented(self.mean(run));
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by(|&a, &b| height(b).total_cmp(&height(a)));
        order
    }
}

/// The samples of all measures over all topics that every run has, and then over each slice that
/// has any of them. Runs may have been evaluated by further measures than these, behind them.
pub(crate) fn samples<'r>(
    runs: &'r [Evaluated],
    measures: &'r [Measure],
    slices: Option<&'r Slices>,
) -> gainline::Result<Vec<Sample<'r>>> {
    let sets: Vec<HashSet<&str>> =
        runs.iter().map(|run| run.scores.topics().iter().map(String::as_str).collect()).collect();
    let common: Vec<&str> = runs.first().map_or(vec![], |first| {
        let topics = first.scores.topics().iter().map(String::as_str);
        topics.filter(|topic| sets.iter().all(|set| set.contains(topic))).collect()
    });
    let mut parts: Vec<(Option<&str>, Vec<&str>)> = vec![(None, common.clone())];
    for (slice, topics) in slices.into_iter().flat_map(Slices::iter) {
        let inside: HashSet<&str> = topics.iter().map(String::as_str).collect();
        let topics: Vec<&str> = common.iter().copied().filter(|t| inside.contains(t)).collect();
        // Of no topics there is nothing to say.
        if !topics.is_empty() {
            parts.push((Some(slice), topics));
        }
    }
    let mut samples = vec![];
    for (slice, topics) in parts {
        let wanted: HashSet<&str> = topics.iter().copied().collect();
        let scores: Vec<_> =
            runs.iter().map(|run| run.scores.only(|topic| wanted.contains(topic))).collect();
        for (at, measure) in measures.iter().enumerate() {
            let means = scores
                .iter()
                .map(|scores| Ok(scores.average(Average::Macro, None)?[at]))
                .collect::<gainline::Result<_>>()?;
            let columns = scores.iter().map(|scores| scores.column(at).collect()).collect();
            samples.push(Sample { measure, slice, topics: topics.clone(), columns, means });
        }
    }
    Ok(samples)
}

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
        let tested = plan.test.of_pairs(&sample.columns, &wanted, plan);
        let pairs = wanted
            .iter()
            .zip(tested)
            .map(|(&pair, tested)| Pair::new(&sample, pair, tested, plan))
            .collect();
        let summary = |(run, column): (usize, &Vec<f64>)| RunSummary {
            mean: sample.mean(run),
            interval: mean_interval(column, plan.level).ok(),
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

    /// Letters and ranks, from the pairs that differ.
    fn group(&mut self, plan: &Plan<'_>) {
        let untested = self.pairs.iter().all(|pair| pair.adjusted.is_none());
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

/// Adjusts the p-values over all pairs of all samples. Tests of all pairs at once hold their error
/// over the pairs already; for them only the number of samples is left to correct for.
fn correct(comparisons: &mut [Comparison<'_>], plan: &Plan<'_>) {
    if plan.test.is_simultaneous() {
        let samples = comparisons.len() as f64;
        let times = if plan.correction == Correction::None { 1.0 } else { samples };
        for pair in comparisons.iter_mut().flat_map(|c| &mut c.pairs) {
            pair.adjusted = pair.p().map(|p| (p * times).min(1.0));
        }
        return;
    }
    let mut pairs: Vec<&mut Pair> =
        comparisons.iter_mut().flat_map(|c| &mut c.pairs).filter(|p| p.p().is_some()).collect();
    let values: Vec<f64> = pairs.iter().filter_map(|pair| pair.p()).collect();
    // What is a p-value can be adjusted.
    let adjusted = plan.correction.adjust(&values).unwrap_or(values);
    for (pair, adjusted) in pairs.iter_mut().zip(adjusted) {
        pair.adjusted = Some(adjusted);
    }
}
