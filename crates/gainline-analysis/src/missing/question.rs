//! What could unjudged documents change, and which ones are to be judged next?

use super::bounds::bounds;
use super::flips::flips;
use super::judging::Judging;
use super::leave_out::leave_out;
use super::next::{Candidate, Risk, next};
use super::scores::{estimated, values};
use super::yardstick::Yardstick;
use super::{FlipOutcome, PairFlip, RunDiscovery, RunLeftOut, RunUnjudged};
use crate::default_measures;
use crate::progress::Parts;
use crate::uneven_runs::depths_differ;
use crate::{Answer, Experiment, Progress, Provenance};
use gainline::{Error, ErrorKind, Measure, Pool, Result, Unjudged, parse_measures};
use gainline_stats::is_same;
use serde::Serialize;

/// The depths down to which unjudged documents are counted.
pub const DEPTHS: [usize; 7] = [1, 5, 10, 20, 50, 100, 1000];

/// With more runs than this, only neighbours are compared.
const ALL_PAIRS_UP_TO: usize = 6;

/// What could unjudged documents change, and which ones are to be judged next?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MissingRequest"))]
pub struct Missing {
    /// The measures; documents are proposed by the first one.
    pub measures: Vec<Measure>,
    /// The parts that are computed.
    pub parts: Vec<MissingPart>,
    /// How many documents are proposed, at the most.
    pub next: usize,
    /// How deep runs are pooled: deeper documents are neither proposed nor contributed.
    pub pool_depth: usize,
    /// Look at all pairs of runs; without it, with over 6 runs only at neighbours.
    pub all_pairs: bool,
}

/// A part of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MissingPart {
    /// How much of each run is unjudged.
    Unjudged,
    /// Scores with their estimates and bounds.
    Scores,
    /// What one more relevant document changes.
    Discovery,
    /// Which comparisons could turn.
    Flips,
    /// Each run without the relevant documents that only it has.
    LeaveOut,
    /// The documents to judge next.
    Next,
}

impl MissingPart {
    /// All of them.
    pub const ALL: [MissingPart; 6] = [
        MissingPart::Unjudged,
        MissingPart::Scores,
        MissingPart::Discovery,
        MissingPart::Flips,
        MissingPart::LeaveOut,
        MissingPart::Next,
    ];
}

/// What came of it. Parts that were not asked for are none.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissingAnswer {
    /// What was asked.
    pub request: Missing,
    /// Where the numbers come from.
    pub provenance: Provenance,
    /// Unjudged documents within the pool's depth.
    pub open_documents: usize,
    /// Whether all pairs of runs were looked at.
    pub all_pairs: bool,
    /// How much of each run is unjudged.
    pub unjudged: Option<Vec<RunUnjudged>>,
    /// Each run's scores: by measure, the best run first.
    pub scores: Option<Vec<MissingScore>>,
    /// What one more relevant document changes: by measure, run and band of ranks.
    pub discovery: Option<Vec<RunDiscovery>>,
    /// Which comparisons could turn.
    pub flips: Option<Vec<PairFlip>>,
    /// Each run without the relevant documents that only it has: by measure, the best run first.
    pub leave_out: Option<Vec<RunLeftOut>>,
    /// The documents to judge next.
    pub next: Option<Vec<NextDocument>>,
    /// What is noteworthy.
    pub findings: Vec<MissingFinding>,
}

/// A run's score by a measure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissingScore {
    /// The measure.
    pub measure: Measure,
    /// The run.
    pub run: String,
    /// With unjudged documents irrelevant.
    pub value: f64,
    /// With each unjudged document as relevant as its chance.
    pub estimate: f64,
    /// The lowest that grades of the unjudged documents of all runs can give, where it is known.
    pub low: Option<f64>,
    /// The highest.
    pub high: Option<f64>,
}

/// A document to judge.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NextDocument {
    /// The topic.
    pub topic: String,
    /// The document.
    pub document: String,
    /// Its share in the total uncertainty.
    pub priority: f64,
    /// The chance that it is relevant.
    pub chance: f64,
    /// By run, the rank that it has there.
    pub ranks: Vec<Option<usize>>,
}

/// Something noteworthy.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MissingFinding {
    /// The runs go down to different depths: a deeper run has more unjudged documents.
    DepthsDiffer,
    /// Each run is averaged over its own topics, and these differ.
    TopicsDiffer {
        /// Two runs that have no topic in common.
        disjoint: Option<[String; 2]>,
    },
    /// No judged document is relevant by a measure, so that unjudged ones are supposed to have a
    /// grade.
    SupposedGrade {
        /// The measure.
        measure: Measure,
        /// The grade.
        grade: f64,
    },
    /// There are no bounds by a measure.
    NoBounds {
        /// Why.
        reason: String,
    },
    /// Every document in the pool is judged.
    NothingOpen,
    /// No unjudged document would change a score on being found relevant.
    NothingToDiscover,
    /// By the estimate runs are ordered otherwise.
    EstimateReorders {
        /// The measure.
        measure: Measure,
        /// Pairs of which the first is better by the estimate, and the second by the value.
        pairs: Vec<EstimatedPair>,
    },
    /// Which comparisons are safe by a measure.
    Comparisons {
        /// The measure.
        measure: Measure,
        /// How many comparisons there are.
        comparisons: usize,
        /// How many of them are safe.
        safe: usize,
        /// How many are of runs with the same mean.
        equal: usize,
        /// How many were found to turn.
        turned: usize,
        /// The comparison that the fewest documents turn, by its place in `flips`.
        most_fragile: Option<usize>,
        /// The only safe comparison, by its place in `flips`.
        only_safe: Option<usize>,
    },
    /// Runs that fall without the relevant documents that only they have; none if no run does.
    LeaveOutFalls {
        /// The measure.
        measure: Measure,
        /// Their places in `leave_out`, in the order of the runs.
        runs: Vec<usize>,
    },
    /// No document needs to be judged to find out which run is better.
    NothingInDoubt {
        /// The measure.
        measure: Measure,
    },
    /// The proposed documents are worth judging.
    JudgeNext {
        /// The measure.
        measure: Measure,
        /// Their share in the total uncertainty.
        share: f64,
        /// The least certain order of two runs.
        least_certain: Option<UncertainOrder>,
    },
}

/// Two runs with their estimates.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimatedPair {
    /// The run that is better by the estimate.
    pub run: String,
    /// Its estimate.
    pub estimate: f64,
    /// The run that is better by the value.
    pub against: String,
    /// Its estimate.
    pub against_estimate: f64,
}

/// Two runs whose order is not certain.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UncertainOrder {
    /// The run that is estimated to be better.
    pub run: String,
    /// The other one.
    pub against: String,
    /// At most so likely the order is the other one.
    pub risk: f64,
}

impl Answer for MissingAnswer {
    const NAME: &'static str = "missing";
}

impl Missing {
    /// By these measures, and as usual otherwise.
    pub fn by(measures: Vec<Measure>) -> Self {
        let parts = MissingPart::ALL.to_vec();
        Missing { measures, parts, next: 10, pool_depth: 100, all_pairs: false }
    }

    /// By the usual measures.
    pub fn usual() -> Result<Self> {
        Ok(Missing::by(parse_measures([default_measures::USUAL])?))
    }

    /// Studies what unjudged documents could change.
    pub fn answer(self, experiment: &Experiment, progress: &dyn Progress) -> Result<MissingAnswer> {
        check_options(experiment)?;
        let pool = experiment.pool(progress)?;
        let provenance = Provenance::of_pool(experiment, &pool)?;
        let yardsticks = self.measures.iter();
        let yardsticks =
            yardsticks.map(|m| Yardstick::new(&experiment.qrels, m, &experiment.options));
        let yardsticks = yardsticks.collect::<Result<Vec<_>>>()?;
        let all_pairs = self.all_pairs || experiment.runs.len() <= ALL_PAIRS_UP_TO;
        let study = Study { request: &self, experiment, pool: &pool, all_pairs };
        study.answer(&yardsticks, provenance, progress)
    }
}

/// Whether the options go together with the question.
pub(super) fn check_options(experiment: &Experiment) -> Result<()> {
    let (ties, unjudged) = (experiment.options.ties, experiment.options.unjudged);
    if unjudged != Unjudged::Irrelevant {
        let message =
            format!("--unjudged {unjudged}: what unjudged documents could be is the question here");
        return Err(Error::new(ErrorKind::Request, message).remedy("leave --unjudged out"));
    }
    if !ties.is_definite() {
        let message = format!(
            "--ties {ties}: what a document does depends on its rank, so equal scores need one order"
        );
        return Err(
            Error::new(ErrorKind::Request, message).remedy("order ties by docid, rank or input")
        );
    }
    Ok(())
}

/// What the parts are computed from.
struct Study<'a> {
    request: &'a Missing,
    experiment: &'a Experiment,
    pool: &'a Pool,
    all_pairs: bool,
}

/// The runs by one measure.
struct Measured {
    measure: Measure,
    values: Vec<f64>,
    lower_is_better: bool,
}

impl Measured {
    /// The runs, the best first; equal ones as they were given.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        let value = |run: usize| self.values[run];
        order.sort_by(|&a, &b| match self.lower_is_better {
            true => value(a).total_cmp(&value(b)),
            false => value(b).total_cmp(&value(a)),
        });
        order
    }

    /// The pairs of runs of which the first is better by the estimate, and the second by the value.
    fn turned_by(&self, estimates: &[f64]) -> Vec<(usize, usize)> {
        let better = |of: &[f64], a: usize, b: usize| {
            let more = if self.lower_is_better { of[a] < of[b] } else { of[a] > of[b] };
            more && !is_same(of[a], of[b])
        };
        let order = self.order();
        let pairs = order.iter().enumerate().flat_map(|(at, &high)| {
            let lower = order[at + 1..].iter();
            lower.map(move |&low| (low, high))
        });
        let turned = |(low, high): &(usize, usize)| {
            better(&self.values, *high, *low) && better(estimates, *low, *high)
        };
        pairs.filter(turned).collect()
    }
}

impl Study<'_> {
    fn name(&self, run: usize) -> String {
        self.experiment.runs[run].name.clone()
    }

    fn answer(
        &self,
        yardsticks: &[Yardstick],
        provenance: Provenance,
        progress: &dyn Progress,
    ) -> Result<MissingAnswer> {
        use MissingPart::{Discovery, Flips, LeaveOut, Next, Scores, Unjudged};
        let judging = Judging::as_judged(self.pool, self.request.pool_depth);
        let shows = |part| self.request.parts.contains(&part);
        let names: Vec<&str> = self.experiment.runs.iter().map(|run| run.name.as_str()).collect();
        let mut answer = MissingAnswer {
            request: self.request.clone(),
            provenance,
            open_documents: judging.left(),
            all_pairs: self.all_pairs,
            unjudged: shows(Unjudged).then(|| {
                let runs = names.iter().copied().enumerate();
                runs.map(|run| RunUnjudged::of(self.pool, run, &DEPTHS)).collect()
            }),
            scores: shows(Scores).then(Vec::new),
            discovery: shows(Discovery).then(Vec::new),
            flips: shows(Flips).then(Vec::new),
            leave_out: shows(LeaveOut).then(Vec::new),
            next: None,
            findings: vec![],
        };
        answer.findings.extend(cautions(&self.request.measures, self.pool, &answer.provenance));
        for yardstick in yardsticks {
            answer.findings.extend(yardstick.supposed.map(|grade| MissingFinding::SupposedGrade {
                measure: yardstick.measure.clone(),
                grade,
            }));
        }
        if answer.open_documents == 0 {
            answer.findings.push(MissingFinding::NothingOpen);
        }
        let mut last = vec![];
        let parts = Parts::new(progress, "comparing runs", yardsticks.len());
        for yardstick in yardsticks {
            last.extend(self.by_measure(&judging, yardstick, &names, &mut answer, &parts)?);
        }
        let discovered = answer.discovery.iter().flatten().any(|row| row.unjudged_documents > 0);
        if shows(Discovery) && !discovered {
            answer.findings.push(MissingFinding::NothingToDiscover);
        }
        last.sort_by_key(|finding| match finding {
            MissingFinding::Comparisons { .. } => 0,
            MissingFinding::EstimateReorders { .. } => 1,
            MissingFinding::LeaveOutFalls { .. }
            | MissingFinding::DepthsDiffer
            | MissingFinding::TopicsDiffer { .. }
            | MissingFinding::SupposedGrade { .. }
            | MissingFinding::NoBounds { .. }
            | MissingFinding::NothingOpen
            | MissingFinding::NothingToDiscover
            | MissingFinding::NothingInDoubt { .. }
            | MissingFinding::JudgeNext { .. } => 2,
        });
        answer.findings.extend(last);
        if let Some(first) = yardsticks.first().filter(|_| shows(Next)) {
            self.propose(&judging, first, &mut answer)?;
        }
        Ok(answer)
    }

    /// Adds what is found by one measure to the answer, and gives what is noteworthy of it.
    fn by_measure(
        &self,
        judging: &Judging<'_>,
        yardstick: &Yardstick,
        names: &[&str],
        answer: &mut MissingAnswer,
        parts: &Parts<'_>,
    ) -> Result<Vec<MissingFinding>> {
        let mut findings = vec![];
        let measured = Measured {
            measure: yardstick.measure.clone(),
            values: values(judging, yardstick)?,
            lower_is_better: yardstick.height(1.0) < 0.0,
        };
        let order = measured.order();
        let ends = match answer.scores.is_some() || answer.flips.is_some() {
            true => bounds(judging, yardstick)?,
            false => vec![],
        };
        if let Some(reason) = ends.first().and_then(|bounds| bounds.as_ref().err()) {
            answer.findings.push(MissingFinding::NoBounds { reason: reason.clone() });
        }
        if let Some(scores) = &mut answer.scores {
            let estimates = estimated(judging, yardstick)?;
            scores.extend(order.iter().map(|&run| MissingScore {
                measure: measured.measure.clone(),
                run: self.name(run),
                value: measured.values[run],
                estimate: estimates[run],
                low: ends[run].as_ref().ok().map(|(low, _)| *low),
                high: ends[run].as_ref().ok().map(|(_, high)| *high),
            }));
            findings.extend(self.reordered(&measured, &estimates));
        }
        if let Some(discovery) = &mut answer.discovery {
            for run in names.iter().copied().enumerate() {
                discovery.extend(RunDiscovery::by_band(judging, yardstick, run)?);
            }
        }
        if let Some(all) = &mut answer.flips {
            let pairs = pairs(&order, self.all_pairs);
            let told = |done, total| parts.tell(done, total);
            let start = all.len();
            all.extend(flips(judging, yardstick, names, &measured.values, &ends, &pairs, &told)?);
            findings.extend(comparisons(&measured.measure, &all[start..], start));
        }
        if let Some(left_out) = &mut answer.leave_out {
            let found = leave_out(judging, yardstick, names, self.request.pool_depth)?;
            let start = left_out.len();
            left_out.extend(order.iter().map(|&run| found[run].clone()));
            if found.len() > 1 {
                let fell = |run: &usize| found[*run].place_after > found[*run].place_before;
                let fallen = (0..found.len()).filter(fell);
                let place = |run: usize| {
                    let at = order.iter().take_while(|&&other| other != run).count();
                    start + at
                };
                let runs = fallen.map(place).collect();
                let measure = measured.measure.clone();
                findings.push(MissingFinding::LeaveOutFalls { measure, runs });
            }
        }
        Ok(findings)
    }

    fn reordered(&self, measured: &Measured, estimates: &[f64]) -> Option<MissingFinding> {
        let pair = |(first, second): &(usize, usize)| EstimatedPair {
            run: self.name(*first),
            estimate: estimates[*first],
            against: self.name(*second),
            against_estimate: estimates[*second],
        };
        let pairs: Vec<EstimatedPair> = measured.turned_by(estimates).iter().map(pair).collect();
        let measure = measured.measure.clone();
        (!pairs.is_empty()).then_some(MissingFinding::EstimateReorders { measure, pairs })
    }

    /// The documents to judge next, and what they are worth.
    fn propose(
        &self,
        judging: &Judging<'_>,
        yardstick: &Yardstick,
        answer: &mut MissingAnswer,
    ) -> Result<()> {
        let (mut candidates, risks) = next(judging, yardstick)?;
        candidates.truncate(self.request.next);
        let share = candidates.iter().fold(0.0, |sum, candidate| sum + candidate.priority);
        let measure = yardstick.measure.clone();
        let documents = candidates.iter().map(|candidate| self.next_document(candidate));
        let mut flips = answer.flips.iter().flatten().filter(|flip| flip.measure == measure);
        let compared = flips.clone().next().is_some();
        let settled =
            compared && self.all_pairs && flips.all(|flip| flip.outcome == FlipOutcome::Safe);
        let finding = match candidates.is_empty() {
            true => None,
            false if share <= 0.0 || settled => Some(MissingFinding::NothingInDoubt { measure }),
            false => {
                let least_certain = self.least_certain(&risks);
                Some(MissingFinding::JudgeNext { measure, share, least_certain })
            }
        };
        answer.next = Some(documents.collect());
        answer.findings.extend(finding);
        Ok(())
    }

    fn least_certain(&self, risks: &[Risk]) -> Option<UncertainOrder> {
        let riskiest = risks.iter().max_by(|a, b| a.risk.total_cmp(&b.risk))?;
        (riskiest.risk >= 0.01).then(|| UncertainOrder {
            run: self.name(riskiest.runs.0),
            against: self.name(riskiest.runs.1),
            risk: riskiest.risk,
        })
    }

    fn next_document(&self, candidate: &Candidate) -> NextDocument {
        let topic = &self.pool.topics()[candidate.topic];
        let rank = |ranking: &Option<gainline::Ranking>| {
            let documents = &ranking.as_ref()?.documents;
            Some(documents.iter().position(|place| *place == candidate.place)? + 1)
        };
        NextDocument {
            topic: topic.name().to_string(),
            document: topic.documents()[candidate.place].id.clone(),
            priority: candidate.priority,
            chance: candidate.chance,
            ranks: topic.rankings().iter().map(rank).collect(),
        }
    }
}

/// What to mind about runs of different depths or topics.
pub(super) fn cautions(
    measures: &[Measure],
    pool: &Pool,
    provenance: &Provenance,
) -> Vec<MissingFinding> {
    let mut findings = vec![];
    if depths_differ(provenance, measures).is_some() {
        findings.push(MissingFinding::DepthsDiffer);
    }
    let has = |run: usize| pool.topics().iter().map(move |t| t.rankings()[run].is_some());
    let runs = pool.runs().len();
    if (1..runs).any(|run| !has(run).eq(has(0))) {
        let pairs = (0..runs).flat_map(|b| (0..b).map(move |a| (a, b)));
        let mut disjoint = pairs.filter(|(a, b)| !has(*a).zip(has(*b)).any(|(a, b)| a && b));
        let name = |run: usize| provenance.runs[run].name.clone();
        let disjoint = disjoint.next().map(|(a, b)| [name(a), name(b)]);
        findings.push(MissingFinding::TopicsDiffer { disjoint });
    }
    findings
}

/// Which comparisons are safe, of those from a place on.
fn comparisons(measure: &Measure, flips: &[PairFlip], start: usize) -> Option<MissingFinding> {
    let count = |outcome| flips.iter().filter(|flip| flip.outcome == outcome).count();
    let safe = count(FlipOutcome::Safe);
    let turned = flips.iter().enumerate().filter(|(_, flip)| flip.judgments.is_some());
    let fragile = turned.clone().min_by_key(|(_, flip)| flip.judgments);
    let first_safe = flips.iter().position(|flip| flip.outcome == FlipOutcome::Safe);
    (!flips.is_empty()).then(|| MissingFinding::Comparisons {
        measure: measure.clone(),
        comparisons: flips.len(),
        safe,
        equal: count(FlipOutcome::Equal),
        turned: turned.count(),
        most_fragile: fragile.map(|(at, _)| start + at),
        only_safe: first_safe.filter(|_| safe == 1).map(|at| start + at),
    })
}

/// The pairs that are looked at, where runs stand in this order: all, or neighbours only.
fn pairs(order: &[usize], all: bool) -> Vec<(usize, usize)> {
    let mut pairs = vec![];
    for (at, &first) in order.iter().enumerate() {
        let most = if all { order.len() } else { (at + 2).min(order.len()) };
        pairs.extend(order[at + 1..most.max(at + 1)].iter().map(|&second| (first, second)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(values: &[f64], estimates: &[f64], lower: bool) -> Vec<(usize, usize)> {
        let measure = "AP".parse().unwrap();
        let values = values.to_vec();
        Measured { measure, values, lower_is_better: lower }.turned_by(estimates)
    }

    #[test]
    fn pairs_are_turned_that_the_estimate_orders_the_other_way() {
        assert_eq!(turned(&[0.5, 0.4, 0.3], &[0.3, 0.2, 0.4], false), [(2, 0), (2, 1)]);
        assert_eq!(turned(&[0.5, 0.4], &[0.3, 0.3], false), []);
        assert_eq!(turned(&[0.5, 0.5], &[0.3, 0.4], false), []);
    }

    #[test]
    fn where_lower_is_better_the_lower_estimate_comes_first() {
        assert_eq!(turned(&[2.0, 3.0], &[4.0, 3.5], true), [(1, 0)]);
        assert_eq!(turned(&[2.0, 3.0], &[3.5, 4.0], true), []);
    }
}
