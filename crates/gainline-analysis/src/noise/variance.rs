//! Where the variance of values comes from when documents are judged again and again: Kishida's
//! decomposition.

use super::pairs::{self, PairNoise};
use super::repeat::{self, Part, Setup};
use super::spread::Spread;
use super::{Confusion, TableTwo};
use gainline::{Evaluator, LOWEST, Measure, PoolTopic, Result, Summary};
use gainline_stats::{MonteCarlo, is_same};
use serde::Serialize;

/// What simulated judgments do to runs by one measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureNoise {
    /// The measure.
    pub measure: Measure,
    /// The scale of variances, standard errors, standard deviations and differences between runs.
    /// Means of runs and values of topics are on the measure's own scale.
    pub scale: Scale,
    /// For each run, in their order.
    pub runs: Vec<RunNoise>,
    /// All pairs of runs, those with the best runs first.
    pub pairs: Vec<PairNoise>,
    /// Kishida's own numbers, for his simulation.
    pub published: Option<TableTwo>,
}

/// What variances and differences are taken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// The values of the measure.
    Value,
    /// Their natural logarithms, for measures that are averaged by a geometric mean.
    Logarithm,
}

named!(Scale: Value "value", Logarithm "logarithm");

impl Scale {
    /// The scale of a measure.
    pub fn of(measure: &Measure) -> Self {
        match measure.summary() {
            Summary::GeometricMean => Scale::Logarithm,
            Summary::Mean | Summary::Sum | Summary::Pooled => Scale::Value,
        }
    }

    /// A value on this scale.
    pub(super) fn scaled(self, value: f64) -> f64 {
        match self {
            Scale::Value => value,
            Scale::Logarithm => value.max(LOWEST).ln(),
        }
    }

    /// Back to the scale of the measure: from a mean of logarithms to the geometric mean.
    fn unscaled(self, value: f64) -> f64 {
        match self {
            Scale::Value => value,
            Scale::Logarithm => value.exp(),
        }
    }
}

/// Where the variance of a run's values comes from, over L topics.
///
/// All variances are sample variances. What is null takes more topics or repeats than there are, or
/// is too large a number.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunNoise {
    /// The run.
    pub run: String,
    /// The mean over topics by the given judgments.
    pub given: f64,
    /// The standard error of that mean.
    pub given_se: Option<f64>,
    /// μ̂: the mean over topics and repeats.
    pub mean: f64,
    /// σ̂²_μ: the variance between topics, of their means over the repeats.
    pub var_topics: Option<f64>,
    /// σ̂²_d: the variance from judging, the mean over topics of the variance over repeats.
    pub var_judging: Option<f64>,
    /// σ̂²_μ + σ̂²_d.
    pub var_sum: Option<f64>,
    /// The mean over repeats of the variance between topics in one: what is seen when documents are
    /// judged once, and near the sum of the two.
    pub var_one_judging: Option<f64>,
    /// The part of the sum that comes from judging; null where nothing varies.
    pub judging_share: Option<f64>,
    /// The standard error of the mean of simulated values without judgment noise: √(σ̂²_μ / L). Not
    /// that of the given values: noise may move topics nearer to each other.
    pub se_topics: Option<f64>,
    /// The same with judgment noise: √((σ̂²_μ + σ̂²_d) / L).
    pub se_topics_judging: Option<f64>,
    /// Whether noise moves the mean by more than its standard error by the given judgments. Then it
    /// biases the mean (Kishida's errors have the mean 0), and variances of simulated values do not
    /// tell about the given ones. Null with one topic.
    pub biased: Option<bool>,
    /// For each topic, where that was asked for.
    pub topics: Option<Vec<TopicNoise>>,
}

/// What simulated judgments do to a run's value of one topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicNoise {
    /// The topic.
    pub topic: String,
    /// The value by the given judgments.
    pub given: f64,
    /// The mean over repeats.
    pub mean: f64,
    /// The variance over repeats.
    pub variance: Option<f64>,
    /// The standard deviation over repeats.
    pub sd: Option<f64>,
}

/// What is judged again, and how often.
pub(super) struct Rejudged<'a> {
    /// The topics that count for every run.
    pub topics: &'a [&'a PoolTopic],
    pub runs: &'a [&'a str],
    /// Of the same judgments and policies as the pool, and of `measures`.
    pub evaluator: &'a Evaluator,
    pub measures: &'a [Measure],
    pub plan: &'a MonteCarlo<'a>,
    pub per_topic: bool,
}

impl Rejudged<'_> {
    /// Judges all documents again and again as `confusion` says, each time once for all runs, and
    /// looks at what becomes of the measures. Documents without a judgment stay without one.
    ///
    /// Fails where a grade has no row, and where a measure has no gain for a grade that may come out.
    pub(super) fn by(&self, confusion: &Confusion) -> Result<Vec<MeasureNoise>> {
        let Rejudged { measures, topics, plan, .. } = *self;
        let outcomes = confusion.outcomes();
        let whence = "which documents may get when they are judged again";
        measures.iter().try_for_each(|m| m.check_grades_of(&outcomes, whence))?;
        let runs = self.runs.len();
        let setup = Setup::new(topics, runs, self.evaluator, measures, confusion)?;
        let given = setup.given()?;
        // Small enough for all threads to have their share, and large enough for the parts to be few.
        let seed = plan.seed();
        let parts = plan.in_ranges(25, |repeats| setup.judge_again(repeats, seed));
        let parts = parts.into_iter().collect::<Result<Vec<Part>>>()?;
        let of_measure = |(at, measure): (usize, &Measure)| {
            let scale = Scale::of(measure);
            let column = |run: usize| run * measures.len() + at;
            let values = |run| &given[column(run) * topics.len()..(column(run) + 1) * topics.len()];
            let noise = |run| self.run_noise(run, scale, values(run), &parts, column(run));
            let means = |run: usize| parts.iter().flat_map(move |part| part.means(column(run)));
            let given_means: Vec<f64> = (0..runs).map(|run| repeat::mean(values(run))).collect();
            MeasureNoise {
                measure: measure.clone(),
                scale,
                runs: (0..runs).map(noise).collect(),
                pairs: pairs::pairs(measure, self.runs, &given_means, &means),
                published: None,
            }
        };
        Ok(measures.iter().enumerate().map(of_measure).collect())
    }

    fn run_noise(
        &self,
        run: usize,
        scale: Scale,
        values: &[f64],
        parts: &[Part],
        column: usize,
    ) -> RunNoise {
        let topics = self.topics.len();
        let over_repeats: Vec<Spread> = (0..topics)
            .map(|at| {
                let mut spread = Spread::default();
                parts.iter().for_each(|part| spread.merge(&part.topics[column * topics + at]));
                spread
            })
            .collect();
        let over_topics = Spread::of(over_repeats.iter().map(Spread::mean));
        let variances: Option<Vec<f64>> = over_repeats.iter().map(Spread::variance).collect();
        let in_one: Option<Vec<f64>> =
            parts.iter().flat_map(|part| part.variances(column)).collect();
        let mean_of = |numbers: Option<Vec<f64>>| {
            numbers.map(|numbers| Spread::of(numbers).mean()).filter(|mean| mean.is_finite())
        };
        let error = |variance: Option<f64>| Some((variance? / topics as f64).sqrt());
        let (given, mean) = (repeat::mean(values), over_topics.mean());
        let given_se = error(Spread::of(values.iter().copied()).variance());
        let (var_topics, var_judging) = (over_topics.variance(), mean_of(variances));
        let var_sum = var_topics.zip(var_judging).map(|(topics, judging)| topics + judging);
        let share = var_judging.zip(var_sum).map(|(judging, sum)| judging / sum);
        let topic = |((topic, given), spread): ((&&PoolTopic, &f64), &Spread)| TopicNoise {
            topic: topic.name().to_string(),
            given: scale.unscaled(*given),
            mean: scale.unscaled(spread.mean()),
            variance: spread.variance(),
            sd: spread.variance().map(f64::sqrt),
        };
        RunNoise {
            run: self.runs[run].to_string(),
            given: scale.unscaled(given),
            given_se,
            mean: scale.unscaled(mean),
            var_topics,
            var_judging,
            var_sum,
            var_one_judging: mean_of(in_one),
            judging_share: share.filter(|share| share.is_finite()),
            se_topics: error(var_topics),
            se_topics_judging: error(var_sum),
            biased: given_se.map(|se| (mean - given).abs() > se && !is_same(mean, given)),
            topics: self
                .per_topic
                .then(|| self.topics.iter().zip(values).zip(&over_repeats).map(topic).collect()),
        }
    }
}
