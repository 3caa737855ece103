//! How close the scores of a reproduced run come to those of the original, topic by topic and on
//! average.

use super::{Reproduce, Role, Sides};
use crate::comparison::{Computed, unfit};
use gainline::Result;
use gainline_stats::{
    Interval, is_same, paired_t_test, relative_difference, rmse, unpaired_t_test,
};
use serde::Serialize;

/// The scores of an original run and of its reproduction by one measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairScores {
    /// Which of the runs.
    pub role: Role,
    /// Topics behind the original mean.
    pub original_topics: usize,
    /// Topics behind the reproduced mean: the same ones, unless they are of another collection.
    pub reproduced_topics: usize,
    /// The original mean over topics; the geometric one where the measure has that.
    pub original: f64,
    /// The reproduced mean likewise.
    pub reproduced: f64,
    /// The reproduced mean minus the original one.
    #[serde(flatten)]
    pub difference: Difference,
    /// The difference as a share of the original mean; none if that is 0.
    pub relative: Option<f64>,
    /// How far the scores of topics are apart; none across collections.
    pub errors: Option<TopicErrors>,
    /// Each topic, where that was asked for.
    pub topics: Option<Vec<TopicScores>>,
}

/// A difference of means, and how certain it is.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ReproduceDifference")
)]
pub struct Difference {
    /// The difference; of logarithms for geometric means.
    pub difference: f64,
    /// What the t test gave: the paired one on the same topics, the unpaired one across collections.
    /// Or why there is nothing.
    pub test: Computed<DifferenceTest>,
}

/// What the t test of a difference gave.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DifferenceTest {
    /// The two-sided p-value.
    pub p: f64,
    /// The confidence interval of the difference.
    pub interval: Interval,
}

/// How far the scores of the same topics are apart.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicErrors {
    /// The root mean square error.
    pub rmse: f64,
    /// The same divided by the largest that is possible for these original scores, if the measure has a
    /// lowest and a highest value.
    pub nrmse: Option<f64>,
    /// The largest difference of a topic, reproduced minus original.
    pub largest: f64,
    /// That topic; the first of several.
    pub largest_topic: String,
    /// Topics with the same score in both.
    pub topics_same: usize,
}

/// The scores of a topic.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "ReproduceTopicScores")
)]
pub struct TopicScores {
    /// The topic.
    pub topic: String,
    /// The original score.
    pub original: f64,
    /// The reproduced score.
    pub reproduced: f64,
}

impl PairScores {
    pub(super) fn of(request: &Reproduce, role: Role, at: usize, sides: &Sides) -> Result<Self> {
        let Sides { original, reproduced, paired } = sides;
        let (old, new) = (&original.columns[at], &reproduced.columns[at]);
        let [old_mean, new_mean] = [original, reproduced].map(|side| side.shown(side.mean(at)));
        let topics =
            || {
                let values = original.topics.iter().zip(old.iter().zip(new));
                let topic = |(topic, (&original, &reproduced)): (&String, (&f64, &f64))| {
                    TopicScores { topic: topic.clone(), original, reproduced }
                };
                values.map(topic).collect()
            };
        let relative = Computed::option(relative_difference(new_mean, old_mean));
        let difference = reproduced.mean(at) - original.mean(at);
        Ok(PairScores {
            role,
            original_topics: old.len(),
            reproduced_topics: new.len(),
            original: old_mean,
            reproduced: new_mean,
            difference: Difference::of(request, difference, new, old, *paired)?,
            relative: relative.map_err(|why| unfit(&why))?,
            errors: if *paired { Some(TopicErrors::of(sides, at)?) } else { None },
            topics: (request.per_topic && *paired).then(topics),
        })
    }
}

impl Difference {
    /// The mean of `a` minus that of `b`, which was found to be `difference`.
    pub(super) fn of(
        request: &Reproduce,
        difference: f64,
        a: &[f64],
        b: &[f64],
        paired: bool,
    ) -> Result<Self> {
        let test = if paired { paired_t_test(a, b) } else { unpaired_t_test(a, b) };
        let tested = test.and_then(|test| {
            Ok(DifferenceTest {
                p: test.p.two_sided,
                interval: test.interval(1.0 - request.alpha)?,
            })
        });
        let test = Computed::of(tested).map_err(|why| unfit(&why))?;
        Ok(Difference { difference: if is_same(difference, 0.0) { 0.0 } else { difference }, test })
    }

    /// Whether p is below `alpha`.
    pub fn is_significant(&self, alpha: f64) -> bool {
        self.test.defined().is_some_and(|test| test.p < alpha)
    }
}

impl TopicErrors {
    fn of(sides: &Sides, at: usize) -> Result<Self> {
        let (old, new) = (&sides.original.columns[at], &sides.reproduced.columns[at]);
        let error = rmse(old, new).map_err(|why| unfit(&why))?;
        let (low, high) = sides.original.measure.family().range;
        let bounded = low.is_finite() && high.is_finite() && !sides.original.is_logged();
        // The value at the farther end of the scale.
        let farthest: Vec<f64> =
            old.iter().map(|value| if value - low > high - value { low } else { high }).collect();
        let possible = rmse(old, &farthest).map_err(|why| unfit(&why))?;
        let size = |topic: usize| (new[topic] - old[topic]).abs();
        let order = (0..old.len()).rev();
        let largest = order.max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(0);
        Ok(TopicErrors {
            rmse: error,
            nrmse: bounded.then_some(error / possible),
            largest: new[largest] - old[largest],
            largest_topic: sides.original.topics[largest].clone(),
            topics_same: old.iter().zip(new).filter(|(old, new)| is_same(**old, **new)).count(),
        })
    }
}
