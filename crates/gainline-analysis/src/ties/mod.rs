//! How far do measures move with the order of documents that have the same score?

mod orders;

use crate::evaluation::EvaluatedRun;
use crate::progress::Progress;
use crate::{Answer, Experiment, Provenance};
use gainline::{Better, Error, ErrorKind, Measure, Options, Result, Ties, Unjudged};
use gainline_stats::SAME;
use orders::{Examined, affected};
use serde::Serialize;

/// How far do measures move with the order of documents that have the same score?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TieOrders {
    /// The measures.
    pub measures: Vec<Measure>,
    /// Values of every topic too.
    pub per_topic: bool,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TieOrdersAnswer {
    /// What was asked.
    pub request: TieOrders,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// The runs, in the order in which they were given.
    pub runs: Vec<RunOrders>,
    /// The topics that the order of ties affects; none where no measure has both a worst and a best
    /// order in every run.
    pub affected: Option<AffectedTopics>,
    /// What there is to know about ties, and why some values are missing.
    pub findings: Vec<Finding>,
}

/// A run under the different orders of its ties.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunOrders {
    /// Its name.
    pub run: String,
    /// Documents in its rankings, over all topics.
    pub ranked_rows: usize,
    /// Its ties, over all topics.
    #[serde(flatten)]
    pub tied: Tied,
    /// Topics with ties.
    pub tied_topics: usize,
    /// For each measure, in their order, the values over all topics.
    pub measures: Vec<MeasureOrders>,
    /// By topic, in the order of the judgments, where that was asked for.
    pub topics: Option<Vec<TopicOrders>>,
}

/// How much is tied.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tied {
    /// Rows that have the same score as another one of their topic.
    pub tied_rows: usize,
    /// Groups of rows with the same score.
    pub tied_groups: usize,
}

/// A measure over all topics, under each order.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasureOrders {
    /// Its values.
    #[serde(flatten)]
    pub values: OrderValues,
    /// Topics on which worst and best differ; none without one of them.
    pub topics_affected: Option<usize>,
}

/// A topic under the different orders of its ties.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicOrders {
    /// The topic.
    pub topic: String,
    /// Its ties.
    #[serde(flatten)]
    pub tied: Tied,
    /// The values, for each measure in their order.
    pub measures: Vec<OrderValues>,
}

/// A measure under each order; none where it has no value, which a finding explains.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderValues {
    /// By document id, descending.
    pub docid: f64,
    /// In the order that is worst for the measure, chosen for each topic.
    pub worst: Option<f64>,
    /// The mean over all orders.
    pub average: Option<f64>,
    /// In the order that is best for the measure, chosen for each topic.
    pub best: Option<f64>,
    /// The distance of worst and best.
    pub spread: Option<f64>,
}

/// The topics that the order of ties affects by a measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AffectedTopics {
    /// The measure: the first that has a worst and a best order in every run.
    pub measure: Measure,
    /// The topics of all runs, the largest spread first.
    pub topics: Vec<AffectedTopic>,
}

/// A topic that the order of ties affects.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AffectedTopic {
    /// The run.
    pub run: String,
    /// The topic.
    pub topic: String,
    /// Its ties.
    #[serde(flatten)]
    pub tied: Tied,
    /// The values of the measure.
    #[serde(flatten)]
    pub values: OrderValues,
}

/// What there is to know about ties.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TiesFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// No run has two documents of the same score in a topic, so there is one order only.
    NoTies,
    /// The order of ties changes a measure.
    ChangesMeasure {
        /// The measure.
        measure: Measure,
        /// The run that it changes most.
        run: String,
        /// The distance of its worst and best value.
        spread: f64,
        /// Pairs of runs that some orders of ties put in the other order than document ids do, the
        /// better one by document ids first.
        reversible: Vec<[String; 2]>,
    },
    /// A measure has no value under some orders.
    NoValue {
        /// The run.
        run: String,
        /// The measure.
        measure: Measure,
        /// The orders.
        orders: Vec<Order>,
        /// Why there is none.
        reason: Reason,
    },
}

/// An order of ties that depends on the measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The worst for the measure.
    Worst,
    /// The mean over all orders.
    Average,
    /// The best for the measure.
    Best,
}

/// Why a measure has no value under an order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Reason {
    /// Neither higher nor lower values are better, so no order is the worst or the best.
    NeitherIsBetter,
    /// It cannot be computed, mostly since there are too many orders to go through.
    NotComputable {
        /// What the evaluation says.
        message: String,
    },
}

impl Answer for TieOrdersAnswer {
    const NAME: &'static str = "ties";
}

impl TieOrders {
    /// Evaluates every run under each order of its ties.
    pub fn answer(
        self,
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<TieOrdersAnswer> {
        check(&experiment.options)?;
        let run = |run| Examined::of(run, &self.measures, experiment, progress);
        let examined = experiment.runs.iter().map(run).collect::<Result<Vec<Examined>>>()?;
        let mut findings = vec![];
        if examined.iter().all(|run| run.tied.is_empty()) {
            findings.push(Finding::NoTies);
        }
        findings.extend(examined.iter().flat_map(Examined::without_value));
        let (runs, affected) =
            (examined.iter().map(|run| run.shown(self.per_topic)), affected(&examined));
        let runs: Vec<RunOrders> = runs.collect();
        findings.extend(changes(&self.measures, &runs));
        let evaluated: Vec<EvaluatedRun> = examined.into_iter().map(|run| run.evaluated).collect();
        let provenance = Provenance::of(experiment, &evaluated)?;
        Ok(TieOrdersAnswer { request: self, provenance, runs, affected, findings })
    }
}

/// By how much the order of ties changes each measure, and whether it could change the order of runs.
fn changes(measures: &[Measure], runs: &[RunOrders]) -> Vec<Finding> {
    let change = |(at, measure): (usize, &Measure)| {
        let values = |run: &RunOrders| run.measures[at].values;
        let spread = |run: &RunOrders| values(run).spread.unwrap_or(0.0);
        let most = runs.iter().rev().max_by(|a, b| spread(a).total_cmp(&spread(b)))?;
        let height = |value: f64| match measure.family().better {
            Better::Lower => -value,
            Better::Higher | Better::Neither => value,
        };
        let is_reversible = |first: &RunOrders, second: &RunOrders| {
            let (first, second) = (values(first), values(second));
            let (Some(worst), Some(best)) = (first.worst, second.best) else { return false };
            let above = height(first.docid) - height(second.docid) > SAME;
            above && height(best) - height(worst) > SAME
        };
        let pairs = runs.iter().flat_map(|a| runs.iter().map(move |b| (a, b)));
        let reversible = pairs.filter(|(a, b)| is_reversible(a, b));
        (spread(most) > SAME).then(|| Finding::ChangesMeasure {
            measure: measure.clone(),
            run: most.run.clone(),
            spread: spread(most),
            reversible: reversible.map(|(a, b)| [a.run.clone(), b.run.clone()]).collect(),
        })
    };
    measures.iter().enumerate().filter_map(change).collect()
}

fn check(options: &Options) -> Result<()> {
    if options.ties != Ties::Docid {
        let ties = options.ties;
        let message = format!("ties are taken in several orders here, not only by `{ties}`");
        let remedy =
            format!("leave --ties out, or evaluate by one order: gainline eval --ties {ties}");
        return Err(Error::new(ErrorKind::Request, message).remedy(remedy));
    }
    if options.unjudged == Unjudged::Bounds {
        let message = "bounds for unjudged documents are for one order of ties, not for several";
        return Err(
            Error::new(ErrorKind::Request, message).remedy("use --unjudged irrelevant or condense")
        );
    }
    Ok(())
}
