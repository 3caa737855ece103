//! What each document of a ranking contributes to a measure.
//!
//! One way for all measures: go down the ranking and reveal one judgment after another. The
//! contribution of rank j is the value when the judgments down to rank j are known, minus the value
//! when only those above it are; documents below count as unjudged, and the recall base stays as it
//! is. So the contributions, with the value before the first document, add up to the score. Where
//! each document contributes the same when it alone is known, the measure is additive on this
//! ranking; elsewhere the contributions depend on the order, from the top rank down.

use gainline::{
    Background, Error, ErrorKind, Evaluator, Found, Judged, Measure, Need, Options, PoolTopic,
    Qrels, Result,
};
use gainline_stats::is_same;
use serde::Serialize;

/// Explains scores of one measure.
///
/// ```
/// use gainline::{Options, Pool, Qrels, Run};
/// use gainline_analysis::explain::Explainer;
/// let qrels = Qrels::from_rows([("t1", "d1", 1.0), ("t1", "d2", 0.0), ("t1", "d3", 1.0)])?;
/// let run = Run::from_rows([("t1", "d1", 3.0), ("t1", "d2", 2.0), ("t1", "d3", 1.0)])?;
/// let pool = Pool::new(&qrels, &[run], &Options::default())?;
/// let explainer = Explainer::new(&qrels, &"AP".parse()?, Options::default())?;
/// let breakdown = explainer.breakdown(&pool.topics()[0], 0)?;
/// assert_eq!(breakdown.ranks[0].contribution, 0.5);
/// assert_eq!(breakdown.ranks[1].contribution, 0.0);
/// assert_eq!(breakdown.ranks[2].total, (1.0 + 2.0 / 3.0) / 2.0);
/// # Ok::<(), gainline::Error>(())
/// ```
pub struct Explainer {
    evaluator: Evaluator,
    measure: Measure,
    grades: Vec<f64>,
    pub(super) goes_by_scores: bool,
    /// Only so many documents of a ranking count.
    pub(super) depth: usize,
}

/// What a ranking's documents contribute to its score.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Breakdown {
    /// The score of the whole ranking.
    pub score: f64,
    /// The value before the first document, when no judgment is known.
    pub before: f64,
    /// Whether each contribution is the same when only this document's judgment is known.
    pub additive: bool,
    /// By rank.
    pub ranks: Vec<Contribution>,
}

/// What one document contributes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contribution {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its id.
    pub document: String,
    /// Its grade; none for an unjudged document.
    pub grade: Option<f64>,
    /// The value when the judgments down to this rank are known, minus the value when only those
    /// above it are.
    pub contribution: f64,
    /// The value when the judgments down to this rank are known.
    pub total: f64,
}

impl Explainer {
    /// Prepares the measure; fails where an [`Evaluator`] does. The options are those that topics
    /// were brought together with in a [`Pool`](gainline::Pool).
    pub fn new(qrels: &Qrels, measure: &Measure, options: Options) -> Result<Self> {
        let depth = options.depth.unwrap_or(usize::MAX);
        let evaluator = Evaluator::new(qrels, std::slice::from_ref(measure), options)?;
        let mut grades = qrels.grades();
        if !grades.contains(&0.0) {
            grades.insert(grades.partition_point(|grade| *grade < 0.0), 0.0);
        }
        let goes_by_scores = measure.family().needs.contains(&Need::Scores);
        Ok(Explainer { evaluator, measure: measure.clone(), grades, goes_by_scores, depth })
    }

    /// The grades that documents may be supposed to have: 0 and those of the qrels, lowest first.
    pub fn grades(&self) -> &[f64] {
        &self.grades
    }

    /// By rank, what each document of a run's ranking contributes: the numbers alone.
    pub fn contributions(&self, topic: &PoolTopic, run: usize) -> Result<Vec<f64>> {
        let (grading, mut found) = (topic.grading(), vec![]);
        let (_, steps) = self.steps(topic, &topic.judged(run, &grading, &mut found))?;
        Ok(steps.into_iter().map(|(contribution, _)| contribution).collect())
    }

    /// What each document of a run's ranking contributes.
    pub fn breakdown(&self, topic: &PoolTopic, run: usize) -> Result<Breakdown> {
        let (grading, mut found) = (topic.grading(), vec![]);
        let judged = topic.judged(run, &grading, &mut found);
        let (before, steps) = self.steps(topic, &judged)?;
        let score = steps.last().map_or(before, |(_, total)| *total);
        let ranked = ranked(topic, run).iter().zip(steps).enumerate();
        let ranks: Vec<Contribution> = ranked
            .map(|(at, (&place, (contribution, total)))| Contribution {
                rank: at + 1,
                document: topic.documents()[place].id.clone(),
                grade: grading.grade(place),
                contribution,
                total,
            })
            .collect();
        let additive = self.is_additive(topic, &judged, &ranks)?;
        Ok(Breakdown { score, before, additive, ranks })
    }

    /// The value when nothing is known, and for each rank the contribution and the value by then.
    pub(super) fn steps(
        &self,
        topic: &PoolTopic,
        judged: &Judged<'_>,
    ) -> Result<(f64, Vec<(f64, f64)>)> {
        // What is wrong with the ranking as it is, is wrong first.
        self.value(topic, judged)?;
        let before = self.revealed(topic, judged, &[], judged.found().len())?;
        let (mut above, mut steps) = (before, vec![]);
        for rank in 1..=judged.retrieved() {
            let found = judged.found_within(rank);
            // An unjudged document has nothing to reveal.
            let is_judged = found.last().is_some_and(|found| found.rank == rank);
            let hidden = judged.found().len() - found.len();
            let total =
                if is_judged { self.revealed(topic, judged, found, hidden)? } else { above };
            steps.push((total - above, total));
            above = total;
        }
        Ok((before, steps))
    }

    /// Whether each document contributes the same when it alone is known.
    fn is_additive(
        &self,
        topic: &PoolTopic,
        judged: &Judged<'_>,
        ranks: &[Contribution],
    ) -> Result<bool> {
        let all = judged.found().len();
        let nothing = self.revealed(topic, judged, &[], all)?;
        for found in judged.found() {
            let only = std::slice::from_ref(found);
            let alone = self.revealed(topic, judged, only, all - 1)? - nothing;
            if !is_same(alone, ranks[found.rank - 1].contribution) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of a ranking of which only these documents are known, and so many judged ones are
    /// hidden.
    pub(super) fn revealed(
        &self,
        topic: &PoolTopic,
        judged: &Judged<'_>,
        found: &[Found],
        hidden: usize,
    ) -> Result<f64> {
        let known = judged.with_found(found, judged.grades());
        let needed = judged.retrieved() + judged.grades().len();
        let background = judged.background();
        // A hidden document counts as another one, for which a collection may just have no room.
        let collection = background.collection.map(|n| if n < needed { n + hidden } else { n });
        let known = known.with_background(Background { collection, ..background });
        self.value(topic, &known).map_err(|error| match self.measure.gives("N") {
            true => self.no_room(topic, needed, &error),
            false => error,
        })
    }

    /// The collection is as large as the measure says, and cannot grow by hidden documents.
    fn no_room(&self, topic: &PoolTopic, needed: usize, cause: &Error) -> Error {
        let (measure, name) = (&self.measure, topic.name());
        let message = format!(
            "`{measure}` leaves no room for documents whose judgments are not yet known: topic \
             `{name}` has {needed} documents, retrieved or judged, counting those that are both \
             twice ({})",
            cause.message()
        );
        Error::new(ErrorKind::Measure, message)
            .remedy("give the size of the collection with --collection-size instead of N=")
    }

    pub(super) fn value(&self, topic: &PoolTopic, judged: &Judged<'_>) -> Result<f64> {
        // There is one measure, and so one value.
        Ok(self.evaluator.values(topic.name(), judged)?[0])
    }
}

/// The documents of a run's ranking; none where it lacks the topic.
pub(super) fn ranked(topic: &PoolTopic, run: usize) -> &[usize] {
    topic.rankings()[run].as_ref().map_or(&[], |ranking| &ranking.documents)
}
