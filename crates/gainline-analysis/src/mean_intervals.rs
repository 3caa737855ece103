//! How good are runs on average, and how far does that depend on the choice of topics? Means with
//! confidence intervals.

use crate::comparison::samples;
use crate::evaluation::{evaluate, refuse_bounds};
use crate::progress::Progress;
use crate::{Answer, Experiment, Provenance};
use gainline::{Error, ErrorKind, Measure, Result};
use gainline_stats::{Interval, mean_interval};
use serde::Serialize;

/// How good are runs on average, and how far does that depend on the choice of topics?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanIntervals {
    /// The measure.
    pub measure: Measure,
    /// The level of the intervals.
    pub level: f64,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanIntervalsAnswer {
    /// What was asked.
    pub request: MeanIntervals,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The topics that every run has, over which all means are.
    pub topics: usize,
    /// The runs, the best first.
    pub runs: Vec<RunMean>,
}

/// A run's mean.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunMean {
    /// The run.
    pub run: String,
    /// Its mean over topics; the geometric mean for measures that are averaged so.
    pub mean: f64,
    /// The confidence interval by Student's t; none with a single topic.
    pub interval: Option<Interval>,
}

impl Answer for MeanIntervalsAnswer {
    const NAME: &'static str = "mean-intervals";
}

impl MeanIntervals {
    /// Evaluates the runs.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<MeanIntervalsAnswer> {
        refuse_bounds(&experiment.options)?;
        let measures = std::slice::from_ref(&self.measure);
        let evaluated = evaluate(experiment, measures, progress)?;
        let provenance = Provenance::of(experiment, &evaluated)?;
        let scores = evaluated.iter().map(|run| (run.name.as_str(), &run.scores));
        let samples = samples(scores, measures, None)?;
        let Some(sample) = samples.first() else {
            let message = "no topic is judged and in every run, so there is no mean to show";
            return Err(Error::new(ErrorKind::Nothing, message));
        };
        let run = |at: usize| RunMean {
            run: evaluated[at].name.clone(),
            mean: sample.shown(sample.mean(at)),
            interval: mean_interval(&sample.columns[at], self.level).ok().map(|interval| {
                Interval {
                    low: sample.shown(interval.low),
                    high: sample.shown(interval.high),
                    ..interval
                }
            }),
        };
        let (topics, runs) =
            (sample.topics.len(), sample.best_first().into_iter().map(run).collect());
        Ok(MeanIntervalsAnswer { request: self, provenance, topics, runs })
    }
}
