//! The changes of measures rank by rank: by a formula, or computed anew with each judgment exchanged.

use super::formula::Formula;
use super::outcome::Changes;
use super::recompute::ChangedRanking;
use super::{Base, Documents, Sensitivity};
use crate::evaluation::Rows;
use gainline::{
    Error, ErrorKind, Evaluator, Judged, JudgedScorer, Measure, Need, Options, Qrels, Result, Run,
    Scorer, Unjudged,
};

/// Finds the changes of measures rank by rank.
///
/// ```
/// use gainline::{Options, Qrels, Run, parse_measures};
/// use gainline_analysis::sensitivity::{Sensitivity, SensitivityEvaluator};
/// let qrels = Qrels::from_rows([("t", "a", 1.0), ("t", "b", 1.0), ("t", "c", 1.0)])?;
/// let run = Run::from_rows([("t", "a", 4.0), ("t", "x", 3.0), ("t", "y", 2.0), ("t", "b", 1.0)])?;
/// let request = Sensitivity::by(parse_measures(["AP,P@10"])?);
/// let sensitivity = SensitivityEvaluator::new(&qrels, Options::default(), &request)?;
/// let changes = sensitivity.evaluate(&run)?;
/// // With rank 2 relevant too, AP would be (1 + 2/2 + 3/4) / 3, and now it is (1 + 2/4) / 3.
/// let change = changes.topics[0].change(0, 2).unwrap();
/// assert!((change - (2.75 - 1.5) / 3.0).abs() < 1e-12);
/// assert_eq!(sensitivity.formula(0), Some("(10)"));
/// assert_eq!(sensitivity.formula(1), None);
/// # Ok::<(), gainline::Error>(())
/// ```
pub struct SensitivityEvaluator {
    qrels: Qrels,
    evaluator: Evaluator,
    options: Options,
    request: Sensitivity,
    measures: Vec<ChangedMeasure>,
}

/// A measure and what changes it.
struct ChangedMeasure {
    /// The grade that documents get.
    to: f64,
    rel: f64,
    scorer: JudgedScorer,
    formula: Option<Formula>,
    /// It reads where each relevant document stands, so that there cannot be more than R.
    places_all: bool,
}

/// A document whose judgment changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub rank: usize,
    /// The grade that it has.
    pub now: Option<f64>,
    /// The one that it is taken to have before.
    pub before: Option<f64>,
    pub after: f64,
}

impl SensitivityEvaluator {
    /// Prepares the measures. Fails as an [`Evaluator`] does; where ties or unjudged documents leave
    /// a ranking or a value open; and where a measure has no gain for the grade.
    pub fn new(qrels: &Qrels, mut options: Options, request: &Sensitivity) -> Result<Self> {
        check(&options, request)?;
        let measures = &request.measures;
        let evaluator = Evaluator::new(qrels, measures, options.clone())?;
        let needs = |need: Need| measures.iter().any(|m| m.family().needs.contains(&need));
        options.scores |= needs(Need::Scores);
        let grades = qrels.grades();
        let changed = measures.iter().map(|m| ChangedMeasure::new(m, &options, request, &grades));
        let measures = changed.collect::<Result<Vec<_>>>()?;
        let (qrels, request) = (qrels.clone(), request.clone());
        Ok(SensitivityEvaluator { qrels, evaluator, options, request, measures })
    }

    /// The grade that documents get for a measure.
    pub fn to(&self, measure: usize) -> f64 {
        self.measures[measure].to
    }

    /// The number of Kishida's formula that gives a measure's changes; none where it is computed
    /// anew with each judgment exchanged. R-precision's has no number and is `1/R`.
    pub fn formula(&self, measure: usize) -> Option<&'static str> {
        let formula = self.measures[measure].formula.as_ref()?;
        Some(formula.number(self.request.documents))
    }

    /// The changes of a run, whose rows are read twice; `told` is told how many bytes were read so
    /// far.
    pub fn changes(&self, rows: &Rows<'_>, told: &(dyn Fn(u64) + Sync)) -> Result<Changes> {
        // The scores come first: what is wrong with the run or a topic is an error there.
        let scores = rows.evaluate(&self.evaluator, told)?;
        let each = |judged: &Judged<'_>| self.topic(judged);
        let topics = rows.each_topic(&self.qrels, &self.options, &|_| {}, &each)?.topics;
        Ok(Changes::new(scores, topics, self.request.depth))
    }

    /// The changes of a run in memory.
    pub fn evaluate(&self, run: &Run) -> Result<Changes> {
        self.changes(&Rows::Memory(run), &|_| {})
    }

    /// A topic's changes: for each measure by rank, none where no document counts.
    fn topic(&self, judged: &Judged<'_>) -> Vec<Vec<Option<f64>>> {
        let mut room = ChangedRanking::default();
        self.measures.iter().map(|m| self.by_rank(m, judged, &mut room)).collect()
    }

    fn by_rank(
        &self,
        measure: &ChangedMeasure,
        judged: &Judged<'_>,
        room: &mut ChangedRanking,
    ) -> Vec<Option<f64>> {
        let base = self.request.base;
        let changes = self.changed_documents(measure, judged);
        let mut by_rank = vec![None; judged.retrieved().min(self.request.depth)];
        if let Some(formula) = &measure.formula {
            let values = formula.changes(judged, &changes);
            changes
                .iter()
                .zip(values)
                .for_each(|(change, value)| by_rank[change.rank - 1] = defined(value));
            return by_rank;
        }
        let plain = measure.scorer.score(judged);
        for Change { rank, now, before, after } in changes {
            let mut score = |grade| measure.scorer.score(&room.with(judged, rank, grade, base));
            let before = if before == now { plain } else { score(before) };
            by_rank[rank - 1] = defined(score(Some(after)) - before);
        }
        by_rank
    }

    /// The documents of a topic that count.
    fn changed_documents(&self, measure: &ChangedMeasure, judged: &Judged<'_>) -> Vec<Change> {
        let Sensitivity { base, documents, depth, .. } = self.request;
        let after = measure.to;
        let is_relevant = |grade: Option<f64>| grade.is_some_and(|grade| grade >= measure.rel);
        let seen = judged.relevant_ranks(measure.rel, usize::MAX).count();
        let relevant = judged.relevant(measure.rel);
        let mut found = judged.found().iter().peekable();
        let change = |rank: usize| {
            let now = found.next_if(|found| found.rank == rank).map(|found| found.grade);
            let before = match documents {
                Documents::All => None,
                Documents::Lower if now.is_none_or(|now| now < after) => now,
                Documents::Unjudged if now.is_none() => None,
                Documents::Lower | Documents::Unjudged => return None,
            };
            let others = seen - usize::from(is_relevant(now));
            let seen = others + usize::from(is_relevant(Some(after)));
            let possible = base == Base::Grows || !measure.places_all || seen <= relevant;
            possible.then_some(Change { rank, now, before, after })
        };
        (1..=judged.retrieved().min(depth)).filter_map(change).collect()
    }
}

/// The change where it is a number; adding 0 makes a negative zero positive.
fn defined(change: f64) -> Option<f64> {
    change.is_finite().then_some(change + 0.0)
}

impl ChangedMeasure {
    fn new(
        measure: &Measure,
        options: &Options,
        request: &Sensitivity,
        grades: &[f64],
    ) -> Result<Self> {
        let rel = measure.setting(options.rel).rel();
        let lowest = grades.iter().copied().find(|grade| *grade >= rel);
        let to = request.to.or(lowest).unwrap_or(rel);
        measure.check_grades_of(&[to], "which documents get").map_err(|error| {
            error.remedy("give another grade (--to), or the measure other gains")
        })?;
        let Scorer::Judged(scorer) = measure.scorer_on(options.rel, grades) else {
            let message = format!("measure `{measure}` does not go by grades");
            return Err(Error::new(ErrorKind::Measure, message));
        };
        let needs = measure.family().needs;
        Ok(ChangedMeasure {
            to,
            rel,
            scorer,
            formula: Formula::of(measure, options.rel, request.base, to, grades),
            places_all: needs.contains(&Need::Collection),
        })
    }
}

fn check(options: &Options, request: &Sensitivity) -> Result<()> {
    let wrong =
        |message: String, remedy: &str| Err(Error::new(ErrorKind::Request, message).remedy(remedy));
    if !options.ties.is_definite() {
        let message = format!("ties in no definite order (`{}`)", options.ties);
        return wrong(message, "order ties by docid, rank or input");
    }
    if request.to.is_some_and(|to| !to.is_finite()) {
        return wrong("the grade to change to is not finite".into(), "give a grade");
    }
    match (options.unjudged, request.documents) {
        (Unjudged::Bounds, _) => wrong(
            "a change at a rank is one number, not bounds for unjudged documents".into(),
            "count unjudged documents as irrelevant, or condense rankings",
        ),
        (Unjudged::Condense, Documents::Unjudged) => wrong(
            "condensed rankings have no unjudged documents".into(),
            "count unjudged documents as irrelevant",
        ),
        (Unjudged::Irrelevant, _) | (Unjudged::Condense, Documents::All | Documents::Lower) => {
            Ok(())
        }
    }
}
