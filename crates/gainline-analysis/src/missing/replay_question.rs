//! How soon would the runs have stood in their final order, had judgments come in another order?

use super::MissingFinding;
use super::question::{cautions, check_options};
use super::replay::{Point, Reached, Replay, replay};
use super::yardstick::Yardstick;
use crate::progress::Parts;
use crate::{Answer, Experiment, Progress, Provenance};
use gainline::{Error, ErrorKind, Measure, PoolTopic, Result};
use serde::Serialize;

/// How soon would the runs have stood in their final order? All judgments are taken away and given
/// back in three orders.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissingReplay {
    /// The measures.
    pub measures: Vec<Measure>,
    /// How many documents are judged at a time; without it, a 200th of the judgments.
    pub batch: Option<usize>,
    /// After how many judgments it stops; without it, after all.
    pub most: Option<usize>,
    /// The seed of the random order.
    pub seed: u64,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissingReplayAnswer {
    /// What was asked.
    pub request: MissingReplay,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// How many documents were judged at a time.
    pub batch: usize,
    /// How many judgments were given back.
    pub most: usize,
    /// By measure and order.
    pub traces: Vec<ReplayTrace>,
    /// What is noteworthy.
    pub findings: Vec<MissingFinding>,
}

/// How the order of the runs came about.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayTrace {
    /// The measure.
    pub measure: Measure,
    /// The order in which judgments were given back.
    pub order: ReplayOrder,
    /// How many judgments there are.
    pub documents: usize,
    /// How many were given back.
    pub judged: usize,
    /// Whether all runs are equal in the end, so that there is no order to come to.
    pub ends_level: bool,
    /// When the final order was reached by the values.
    pub by_value: ReachedBy,
    /// When it was reached by the estimates.
    pub by_estimate: ReachedBy,
    /// Kendall's τ with the final order, by judgments made.
    pub points: Vec<Point>,
}

/// An order of judgments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ReplayOrder {
    /// As `missing` proposes, asked anew each time.
    Next,
    /// Rank 1 of every run and topic, then rank 2, and so on.
    // As a pool deepens; what no run has comes last.
    Depth,
    /// At random.
    Random,
}

named!(ReplayOrder: Next "next", Depth "depth", Random "random");

/// When the final order was reached, and the mean of τ on the way.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReachedBy {
    /// When.
    #[serde(flatten)]
    pub reached: Reached,
    /// The mean of τ over the judgments.
    pub mean_tau: f64,
}

impl Answer for MissingReplayAnswer {
    const NAME: &'static str = "missing-replay";
}

impl ReplayTrace {
    /// Whether all judgments were given back.
    pub fn is_whole(&self) -> bool {
        self.judged == self.documents
    }
}

impl MissingReplay {
    /// Replays the judging.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<MissingReplayAnswer> {
        check_options(experiment)?;
        if experiment.runs.len() < 2 {
            let message = "one run alone has no order to come to";
            return Err(Error::new(ErrorKind::Request, message).remedy("give two runs or more"));
        }
        let pool = experiment.pool(progress)?;
        let provenance = Provenance::of_pool(experiment, &pool)?;
        let judged = pool.topics().iter().flat_map(PoolTopic::documents);
        let judged = judged.filter(|document| document.grade.is_some()).count();
        let batch = self.batch.unwrap_or((judged / 200).max(1));
        let most = self.most.unwrap_or(judged).min(judged);
        let mut traces = vec![];
        let orders = [ReplayOrder::Next, ReplayOrder::Depth, ReplayOrder::Random];
        let parts = Parts::new(progress, "judging again", self.measures.len() * orders.len());
        for measure in &self.measures {
            let yardstick = Yardstick::new(&experiment.qrels, measure, &experiment.options)?;
            for order in orders {
                let told = |done, total| parts.tell(done, total);
                let asked = Replay { order, seed: self.seed, batch, most };
                traces.push(replay(&pool, &yardstick, &asked, &told)?);
            }
        }
        let findings = cautions(&self.measures, &pool, &provenance);
        Ok(MissingReplayAnswer { request: self, provenance, batch, most, traces, findings })
    }
}
