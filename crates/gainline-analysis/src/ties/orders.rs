//! A run under each order of its ties.

use super::{
    AffectedTopic, AffectedTopics, Finding, MeasureOrders, Order, OrderValues, Reason, RunOrders,
    Tied, TopicOrders,
};
use crate::evaluation::{EvaluatedRun, Rows};
use crate::progress::Progress;
use crate::{Experiment, RunInput};
use gainline::{Better, Error, ErrorKind, Evaluator, Judged, Measure, Result, Scores, Ties};
use gainline_stats::SAME;
use std::collections::HashMap;

/// A run, evaluated under each order.
pub(super) struct Examined {
    /// By document id.
    pub evaluated: EvaluatedRun,
    /// What the orders give, for each measure.
    orders: Vec<Orders>,
    ranked_rows: usize,
    /// Topics with ties.
    pub tied: HashMap<String, Tied>,
}

/// A measure under each order.
struct Orders {
    docid: Values,
    worst: Outcome,
    average: Outcome,
    best: Outcome,
}

/// A measure's values, or why there are none.
type Outcome = std::result::Result<Values, Reason>;

/// A measure's values over all topics and by topic.
#[derive(Clone)]
struct Values {
    all: f64,
    topics: Vec<f64>,
}

impl Examined {
    /// Evaluates a run under each order. The one by document id comes first: what is wrong with
    /// measures, options or the run is an error there, as it is for an evaluation.
    pub(super) fn of(
        run: &RunInput,
        measures: &[Measure],
        experiment: &Experiment,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let Experiment { qrels, options, .. } = experiment;
        let rows = Rows::of(run).rereadable()?;
        let evaluate = |measures: &[Measure], ties: Ties| {
            let evaluator = Evaluator::new(qrels, measures, options.clone().ties(ties))?;
            rows.with_progress(run, progress, Scores::facts, |rows, told| {
                rows.evaluate(&evaluator, told)
            })
        };
        let scores = evaluate(measures, Ties::Docid)?;
        let (ranked_rows, tied) = count_ties(&rows, experiment)?;
        let docid = Values::of(&scores);
        let under = |ties: Ties| -> Result<Vec<Outcome>> {
            // Without ties there is one order.
            if tied.is_empty() {
                return Ok(docid.iter().cloned().map(Ok).collect());
            }
            let outcomes = |measures: &[Measure]| {
                let scores = evaluate(measures, ties)?;
                Ok(Values::of(&scores).into_iter().map(Ok).collect::<Vec<Outcome>>())
            };
            or_reason(outcomes(measures), |_| {
                // Some measure has too many orders to go through; the others have their values.
                let alone = |measure| {
                    or_reason(outcomes(std::slice::from_ref(measure)), |error| {
                        let message = error.message().to_string();
                        Ok(vec![Err(Reason::NotComputable { message })])
                    })
                };
                Ok(measures.iter().map(alone).collect::<Result<Vec<_>>>()?.concat())
            })
        };
        let (worst, average, best) =
            (under(Ties::Worst)?, under(Ties::Average)?, under(Ties::Best)?);
        let others = worst.into_iter().zip(average).zip(best).zip(measures);
        let orders = docid.into_iter().zip(others);
        let orders = orders.map(|(docid, (((worst, average), best), measure))| {
            let directed = |outcome: Outcome| match measure.family().better {
                Better::Neither => Err(Reason::NeitherIsBetter),
                Better::Higher | Better::Lower => outcome,
            };
            Orders { docid, worst: directed(worst), average, best: directed(best) }
        });
        let orders = orders.collect();
        let evaluated = EvaluatedRun { name: run.name.clone(), scores };
        Ok(Examined { evaluated, orders, ranked_rows, tied })
    }

    fn measures(&self) -> &[Measure] {
        self.evaluated.scores.measures()
    }

    fn topics(&self) -> &[String] {
        self.evaluated.scores.topics()
    }

    fn tied_in(&self, topic: &str) -> Tied {
        self.tied.get(topic).copied().unwrap_or_default()
    }

    pub(super) fn shown(&self, per_topic: bool) -> RunOrders {
        let tied = self.tied.values().fold(Tied::default(), |sum, tied| Tied {
            tied_rows: sum.tied_rows + tied.tied_rows,
            tied_groups: sum.tied_groups + tied.tied_groups,
        });
        let measures = self.orders.iter().map(|orders| MeasureOrders {
            values: orders.values(|values| values.all),
            topics_affected: orders.affected(),
        });
        let topic = |(at, topic): (usize, &String)| TopicOrders {
            topic: topic.clone(),
            tied: self.tied_in(topic),
            measures: self.orders.iter().map(|orders| orders.of_topic(at)).collect(),
        };
        RunOrders {
            run: self.evaluated.name.clone(),
            ranked_rows: self.ranked_rows,
            tied,
            tied_topics: self.tied.len(),
            measures: measures.collect(),
            topics: per_topic.then(|| self.topics().iter().enumerate().map(topic).collect()),
        }
    }

    /// Which values there are not; orders with the same reason together.
    pub(super) fn without_value(&self) -> Vec<Finding> {
        let mut found: Vec<Finding> = vec![];
        for (orders, measure) in self.orders.iter().zip(self.measures()) {
            let mut reasons: Vec<(&Reason, Vec<Order>)> = vec![];
            let each = [
                (Order::Worst, &orders.worst),
                (Order::Average, &orders.average),
                (Order::Best, &orders.best),
            ];
            for (order, outcome) in each {
                let Err(reason) = outcome else { continue };
                match reasons.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, orders)) => orders.push(order),
                    None => reasons.push((reason, vec![order])),
                }
            }
            found.extend(reasons.into_iter().map(|(reason, orders)| Finding::NoValue {
                run: self.evaluated.name.clone(),
                measure: measure.clone(),
                orders,
                reason: reason.clone(),
            }));
        }
        found
    }
}

/// What came of an evaluation; `otherwise` says what to do if a measure is at fault.
fn or_reason<T>(result: Result<T>, otherwise: impl FnOnce(&Error) -> Result<T>) -> Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::Measure => otherwise(&error),
        done => done,
    }
}

/// How many documents are ranked, and the topics with ties.
fn count_ties(rows: &Rows<'_>, experiment: &Experiment) -> Result<(usize, HashMap<String, Tied>)> {
    // This rule keeps the groups of equal scores.
    let options = experiment.options.clone().ties(Ties::Average);
    let each = |judged: &Judged<'_>| {
        let ties = judged.ties();
        let rows = ties.iter().map(|tie| tie.size).sum();
        (judged.retrieved(), Tied { tied_rows: rows, tied_groups: ties.len() })
    };
    let topics = rows.each_topic(&experiment.qrels, &options, &|_| {}, &each)?.topics;
    let ranked = topics.iter().map(|(_, (ranked, _))| ranked).sum();
    let tied = topics.into_iter().map(|(topic, (_, tied))| (topic, tied));
    Ok((ranked, tied.filter(|(_, tied)| tied.tied_groups > 0).collect()))
}

impl Values {
    /// Those of each measure.
    fn of(scores: &Scores) -> Vec<Values> {
        let topics = (0..scores.measures().len()).map(|at| scores.column(at).collect());
        scores.all().iter().zip(topics).map(|(&all, topics)| Values { all, topics }).collect()
    }
}

impl Orders {
    fn values(&self, of: impl Fn(&Values) -> f64) -> OrderValues {
        let value = |outcome: &Outcome| outcome.as_ref().ok().map(&of);
        let (worst, best) = (value(&self.worst), value(&self.best));
        OrderValues {
            docid: of(&self.docid),
            worst,
            average: value(&self.average),
            best,
            spread: worst.zip(best).map(|(worst, best)| (best - worst).abs()),
        }
    }

    fn of_topic(&self, topic: usize) -> OrderValues {
        self.values(|values| values.topics[topic])
    }

    /// How many topics have a spread.
    fn affected(&self) -> Option<usize> {
        let (Ok(worst), Ok(best)) = (&self.worst, &self.best) else { return None };
        let pairs = worst.topics.iter().zip(&best.topics);
        Some(pairs.filter(|(worst, best)| (*worst - *best).abs() > SAME).count())
    }
}

/// The topics with a spread, by the first measure that has one in every run.
pub(super) fn affected(runs: &[Examined]) -> Option<AffectedTopics> {
    let measures = runs.first()?.measures();
    let everywhere = |at: &usize| runs.iter().all(|run| run.orders[*at].affected().is_some());
    let at = (0..measures.len()).find(everywhere)?;
    let mut topics: Vec<(f64, AffectedTopic)> = vec![];
    for run in runs {
        for (place, topic) in run.topics().iter().enumerate() {
            let values = run.orders[at].of_topic(place);
            let Some(spread) = values.spread.filter(|spread| *spread > SAME) else { continue };
            let (tied, run) = (run.tied_in(topic), run.evaluated.name.clone());
            topics.push((spread, AffectedTopic { run, topic: topic.clone(), tied, values }));
        }
    }
    // Stable, so that spreads that differ by rounding only stay in the order of runs and topics.
    topics.sort_by(|a, b| (b.0 / SAME).round().total_cmp(&(a.0 / SAME).round()));
    let topics = topics.into_iter().map(|(_, topic)| topic).collect();
    Some(AffectedTopics { measure: measures[at].clone(), topics })
}
