//! What unstable judgments do to scores: Kishida's variance decomposition, and how often runs change
//! places.
//!
//! K. Kishida, Property of Average Precision and its Generalization: An Examination of Evaluation
//! Indicator for Information Retrieval Experiments, NII Technical Report 2005-014E, section 3.3.

mod confusion;
mod kishida;
mod pairs;
mod repeat;
mod spread;

pub use confusion::Confusion;
pub use kishida::{KISHIDA_TABLE_2, Simulated, TableTwo, kishida};
pub use pairs::PairNoise;

use gainline::{Error, ErrorKind, Evaluator, LOWEST, Measure, Pool, PoolTopic, Result, Summary};
use gainline_stats::{MonteCarlo, is_same};
use repeat::{Part, Setup};
use spread::Spread;

/// What judging again and again does to runs, measure by measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Noise {
    /// The topics behind all numbers: those that count for every run.
    pub topics: Vec<String>,
    /// How often the documents were judged anew.
    pub repeats: usize,
    /// For each measure.
    pub measures: Vec<MeasureNoise>,
}

/// What judging again and again does to runs by one measure.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasureNoise {
    /// The measure.
    pub measure: Measure,
    /// For each run.
    pub runs: Vec<Decomposition>,
    /// All pairs of runs, those with the best runs first.
    pub pairs: Vec<PairNoise>,
}

/// Where the variance of a run's values comes from.
///
/// Values are those of the measure, or their logarithms where it is put together by a geometric mean
/// ([`is_logarithmic`]). All variances are sample variances. What is not there takes more topics or
/// repeats than there are, or is too large a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Decomposition {
    /// The mean over topics by the given judgments.
    pub given: f64,
    /// The variance over topics by the given judgments.
    pub given_variance: Option<f64>,
    /// μ̂: the mean over topics and repeats.
    pub mean: f64,
    /// σ̂²_μ: the variance between topics, of their means over the repeats.
    pub between_topics: Option<f64>,
    /// σ̂²_d: the variance from judging, the mean over topics of the variance over repeats.
    pub from_judging: Option<f64>,
    /// The mean over repeats of the variance between topics in one: what is seen when documents are
    /// judged once, and near the sum of the two.
    pub in_one_judging: Option<f64>,
    /// For each topic.
    pub topics: Vec<TopicNoise>,
}

/// What judging again and again does to a run's value of one topic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopicNoise {
    /// By the given judgments.
    pub given: f64,
    /// The mean over repeats.
    pub mean: f64,
    /// The variance over repeats.
    pub variance: Option<f64>,
}

impl Decomposition {
    /// σ̂²_μ + σ̂²_d.
    pub fn sum(&self) -> Option<f64> {
        Some(self.between_topics? + self.from_judging?)
    }

    /// The part of the sum that comes from judging; none where nothing varies.
    pub fn share_of_judging(&self) -> Option<f64> {
        let share = self.from_judging? / self.sum()?;
        share.is_finite().then_some(share)
    }

    /// The standard error of the mean over topics by the given judgments.
    pub fn given_error(&self) -> Option<f64> {
        self.standard_error(self.given_variance)
    }

    /// The standard error of the mean of values judged anew, without judgment noise: √(σ̂²_μ / L).
    /// Not that of the given values: noise may move topics nearer to each other.
    pub fn error_without_judging(&self) -> Option<f64> {
        self.standard_error(self.between_topics)
    }

    /// The same with judgment noise: √((σ̂²_μ + σ̂²_d) / L).
    pub fn error_with_judging(&self) -> Option<f64> {
        self.standard_error(self.sum())
    }

    /// Whether noise moves the mean by more than its standard error by the given judgments. Then it
    /// biases the mean (Kishida's errors have the mean 0), and variances of values judged anew do not
    /// tell about the given ones. None with one topic.
    pub fn is_biased(&self) -> Option<bool> {
        let (given, mean) = (self.given, self.mean);
        Some((mean - given).abs() > self.given_error()? && !is_same(mean, given))
    }

    fn standard_error(&self, variance: Option<f64>) -> Option<f64> {
        Some((variance? / self.topics.len() as f64).sqrt())
    }
}

/// Whether values are taken by their logarithms: the mean of these is what a geometric mean goes by.
pub fn is_logarithmic(measure: &Measure) -> bool {
    measure.summary() == Summary::GeometricMean
}

/// A value as it is put together.
fn scaled(measure: &Measure, value: f64) -> f64 {
    if is_logarithmic(measure) { value.max(LOWEST).ln() } else { value }
}

/// Judges all documents again and again as `confusion` says, each time once for all runs, and looks
/// at what becomes of the measures. Documents without a judgment stay without one. `evaluator` is of
/// the same judgments and policies as the pool, and of `measures`.
///
/// The same seed gives the same result on any number of threads. Fails where no topic counts for
/// all runs, where a grade has no row, and where a measure has no gain for a grade that may come out.
pub fn noise(
    pool: &Pool,
    evaluator: &Evaluator,
    measures: &[Measure],
    confusion: &Confusion,
    plan: &MonteCarlo<'_>,
) -> Result<Noise> {
    let outcomes = confusion.outcomes();
    let whence = "which documents may get when they are judged anew";
    measures.iter().try_for_each(|m| m.check_grades_of(&outcomes, whence))?;
    let topics = common_topics(pool);
    if topics.is_empty() {
        return Err(Error::new(ErrorKind::Nothing, "no topic counts for all runs")
            .remedy("count the topics that a run lacks as empty rankings: --missing zero"));
    }
    let runs = pool.runs().len();
    let setup = Setup::new(&topics, runs, evaluator, measures, confusion)?;
    let given = setup.given()?;
    // Small enough for all threads to have their share, and large enough for the parts to be few.
    let seed = plan.seed();
    let parts = plan.in_ranges(25, |repeats| setup.judge_again(repeats, seed));
    let parts = parts.into_iter().collect::<Result<Vec<Part>>>()?;
    let of_measure = |(at, measure): (usize, &Measure)| {
        let column = |run: usize| run * measures.len() + at;
        let decomposition = |run| decomposition(&given, &parts, column(run), topics.len());
        let runs: Vec<Decomposition> = (0..runs).map(decomposition).collect();
        let means = |run: usize| parts.iter().flat_map(move |part| part.means(column(run)));
        let pairs = pairs::pairs(measure, &runs, &means);
        MeasureNoise { measure: measure.clone(), runs, pairs }
    };
    Ok(Noise {
        topics: topics.iter().map(|topic| topic.name().to_string()).collect(),
        repeats: plan.trials(),
        measures: measures.iter().enumerate().map(of_measure).collect(),
    })
}

/// The topics that count for every run.
pub fn common_topics(pool: &Pool) -> Vec<&PoolTopic> {
    let counts = |topic: &&PoolTopic| topic.rankings().iter().all(Option::is_some);
    pool.topics().iter().filter(counts).collect()
}

/// The grades of all judgments of the topics that count for every run, for [`Confusion::flip`].
pub fn judgments(pool: &Pool) -> impl Iterator<Item = f64> {
    let documents = common_topics(pool).into_iter().flat_map(PoolTopic::documents);
    documents.filter_map(|document| document.grade)
}

fn decomposition(given: &[f64], parts: &[Part], column: usize, topics: usize) -> Decomposition {
    let values = &given[column * topics..(column + 1) * topics];
    let topic = |(at, &given): (usize, &f64)| {
        let mut spread = Spread::default();
        parts.iter().for_each(|part| spread.merge(&part.topics[column * topics + at]));
        TopicNoise { given, mean: spread.mean(), variance: spread.variance() }
    };
    let topics: Vec<TopicNoise> = values.iter().enumerate().map(topic).collect();
    let over_topics = Spread::of(topics.iter().map(|topic| topic.mean));
    let variances: Option<Vec<f64>> = topics.iter().map(|topic| topic.variance).collect();
    let in_one: Option<Vec<f64>> = parts.iter().flat_map(|part| part.variances(column)).collect();
    let mean = |numbers: Option<Vec<f64>>| {
        numbers.map(|numbers| Spread::of(numbers).mean()).filter(|mean| mean.is_finite())
    };
    Decomposition {
        given: repeat::mean(values),
        given_variance: Spread::of(values.iter().copied()).variance(),
        mean: over_topics.mean(),
        between_topics: over_topics.variance(),
        from_judging: mean(variances),
        in_one_judging: mean(in_one),
        topics,
    }
}

#[cfg(test)]
mod tests;
