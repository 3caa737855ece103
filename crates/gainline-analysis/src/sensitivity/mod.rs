//! How a measure changes when the document at a rank turns relevant, or changes grade: how much
//! weight it puts on each rank.
//!
//! The change at rank j is the measure with a document of some grade there, less the measure
//! without. Kishida has closed formulas for some measures ([`kishida`]), and these are used; all
//! others are computed anew with the judgment exchanged, which gives the same (tests hold the two
//! together).

mod formula;
pub mod kishida;
mod outcome;
mod recompute;

pub use outcome::{Changes, Mean, TopicChanges};

use formula::Formula;
use gainline::{
    Error, ErrorKind, Evaluator, Judged, JudgedScorer, Measure, Need, Options, Qrels, Result, Run,
    Scorer, Source, Unjudged,
};
use recompute::Exchanged;
use std::fmt;

/// What becomes of the recall base: of R, the number of relevant documents, and of the ideal
/// ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Base {
    /// It stays as it is, as if a relevant document that the run missed stood at the rank.
    #[default]
    Fixed,
    /// It grows with the document, as if one that nobody had discovered turned out relevant.
    Grows,
}

impl Base {
    /// Both of them.
    pub const ALL: [Base; 2] = [Base::Fixed, Base::Grows];
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Base::Fixed => "fixed",
            Base::Grows => "grows",
        })
    }
}

/// Which documents count, and what they were before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Documents {
    /// Every one, as if it had not been judged before: the weight of its rank, whatever stands
    /// there.
    #[default]
    All,
    /// Those that are unjudged or have a lower grade, which they had before.
    Lower,
    /// The unjudged ones.
    Unjudged,
}

impl Documents {
    /// All of them.
    pub const ALL: [Documents; 3] = [Documents::All, Documents::Lower, Documents::Unjudged];
}

impl fmt::Display for Documents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Documents::All => "all",
            Documents::Lower => "lower",
            Documents::Unjudged => "unjudged",
        })
    }
}

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question {
    /// The grade that documents come to have; without it, for each measure the lowest of the qrels
    /// that is relevant to it.
    pub to: Option<f64>,
    /// What becomes of the recall base.
    pub base: Base,
    /// Which documents count.
    pub documents: Documents,
    /// The last rank that is looked at.
    pub depth: usize,
}

impl Default for Question {
    fn default() -> Self {
        Question { to: None, base: Base::Fixed, documents: Documents::All, depth: 100 }
    }
}

/// Finds the changes of measures rank by rank.
///
/// ```
/// use gainline::{Options, Qrels, Run, parse_measures};
/// use gainline_analysis::sensitivity::{Question, Sensitivity};
/// let qrels = Qrels::from_rows([("t", "a", 1.0), ("t", "b", 1.0), ("t", "c", 1.0)])?;
/// let run = Run::from_rows([("t", "a", 4.0), ("t", "x", 3.0), ("t", "y", 2.0), ("t", "b", 1.0)])?;
/// let measures = parse_measures(["AP,P@10"])?;
/// let sensitivity =
///     Sensitivity::new(&qrels, &measures, Options::default(), Question::default())?;
/// let changes = sensitivity.evaluate(&run)?;
/// // With rank 2 relevant too, AP would be (1 + 2/2 + 3/4) / 3, and now it is (1 + 2/4) / 3.
/// let mean = changes.mean(0, 2).unwrap();
/// assert!((mean.change - (2.75 - 1.5) / 3.0).abs() < 1e-12);
/// assert_eq!(sensitivity.formula(0), Some("(10)"));
/// assert_eq!(sensitivity.formula(1), None);
/// # Ok::<(), gainline::Error>(())
/// ```
pub struct Sensitivity {
    qrels: Qrels,
    evaluator: Evaluator,
    options: Options,
    question: Question,
    measures: Vec<Asked>,
}

/// A measure that is asked for.
struct Asked {
    /// The grade that documents come to have.
    to: f64,
    rel: f64,
    scorer: JudgedScorer,
    formula: Option<Formula>,
    /// It reads where each relevant document stands, so that there cannot be more than R.
    places_all: bool,
}

/// A document whose judgment changes.
#[derive(Debug, Clone, Copy)]
struct Change {
    rank: usize,
    /// The grade that it has.
    now: Option<f64>,
    /// The one that it is taken to have before.
    before: Option<f64>,
    after: f64,
}

impl Sensitivity {
    /// Prepares the measures. Fails as an [`Evaluator`] does; where ties or unjudged documents leave
    /// a ranking or a value open; and where a measure has no gain for the grade.
    pub fn new(
        qrels: &Qrels,
        measures: &[Measure],
        mut options: Options,
        question: Question,
    ) -> Result<Self> {
        check(&options, &question)?;
        let evaluator = Evaluator::new(qrels, measures, options.clone())?;
        let needs = |need: Need| measures.iter().any(|m| m.family().needs.contains(&need));
        options.scores |= needs(Need::Scores);
        let grades = qrels.grades();
        let asked = measures.iter().map(|m| Asked::new(m, &options, &question, &grades));
        let measures = asked.collect::<Result<Vec<Asked>>>()?;
        Ok(Sensitivity { qrels: qrels.clone(), evaluator, options, question, measures })
    }

    /// The grade that documents come to have for a measure.
    pub fn to(&self, measure: usize) -> f64 {
        self.measures[measure].to
    }

    /// The number of Kishida's formula that gives a measure's changes; none where it is computed
    /// anew with each judgment exchanged. R-precision's has no number and is `1/R`.
    pub fn formula(&self, measure: usize) -> Option<&'static str> {
        let formula = self.measures[measure].formula.as_ref()?;
        Some(formula.number(self.question.documents))
    }

    /// The changes of a run from a file (or standard input); `progress` is told how many bytes were
    /// read so far.
    pub fn run(&self, source: &Source, progress: &(dyn Fn(u64) + Sync)) -> Result<Changes> {
        let source = source.rereadable()?;
        // The scores come first: what is wrong with the run or a topic is an error there.
        let scores = self.evaluator.run_with_progress(&source, progress)?;
        let each = |judged: &Judged<'_>| self.topic(judged);
        let topics = self.options.each_topic(&self.qrels, &source, &|_| {}, &each)?.topics;
        Ok(Changes::new(scores, topics, self.question.depth))
    }

    /// The same for a run in memory.
    pub fn evaluate(&self, run: &Run) -> Result<Changes> {
        let scores = self.evaluator.evaluate(run)?;
        let each = |judged: &Judged<'_>| self.topic(judged);
        let topics = self.options.each_topic_of(&self.qrels, run, &each)?.topics;
        Ok(Changes::new(scores, topics, self.question.depth))
    }

    /// A topic's changes: for each measure by rank, not a number where there is none.
    fn topic(&self, judged: &Judged<'_>) -> Vec<Vec<f64>> {
        let mut room = Exchanged::default();
        self.measures.iter().map(|m| self.measured(m, judged, &mut room)).collect()
    }

    fn measured(&self, asked: &Asked, judged: &Judged<'_>, room: &mut Exchanged) -> Vec<f64> {
        let base = self.question.base;
        let changes = self.changes(asked, judged);
        let mut by_rank = vec![f64::NAN; judged.retrieved().min(self.question.depth)];
        if let Some(formula) = &asked.formula {
            let values = formula.changes(judged, &changes);
            changes.iter().zip(values).for_each(|(change, value)| by_rank[change.rank - 1] = value);
            return by_rank;
        }
        let plain = asked.scorer.score(judged);
        for Change { rank, now, before, after } in changes {
            let mut score = |grade| asked.scorer.score(&room.with(judged, rank, grade, base));
            let before = if before == now { plain } else { score(before) };
            by_rank[rank - 1] = score(Some(after)) - before;
        }
        by_rank
    }

    /// The documents of a topic that count.
    fn changes(&self, asked: &Asked, judged: &Judged<'_>) -> Vec<Change> {
        let Question { base, documents, depth, .. } = self.question;
        let after = asked.to;
        let is_relevant = |grade: Option<f64>| grade.is_some_and(|grade| grade >= asked.rel);
        let seen = judged.relevant_ranks(asked.rel, usize::MAX).count();
        let relevant = judged.relevant(asked.rel);
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
            let possible = base == Base::Grows || !asked.places_all || seen <= relevant;
            possible.then_some(Change { rank, now, before, after })
        };
        (1..=judged.retrieved().min(depth)).filter_map(change).collect()
    }
}

impl Asked {
    fn new(
        measure: &Measure,
        options: &Options,
        question: &Question,
        grades: &[f64],
    ) -> Result<Self> {
        let rel = measure.setting(options.rel).rel();
        let lowest = grades.iter().copied().find(|grade| *grade >= rel);
        let to = question.to.or(lowest).unwrap_or(rel);
        measure.check_grades_of(&[to], "which documents are to have").map_err(|error| {
            error.remedy("give another grade (--to), or the measure other gains")
        })?;
        let Scorer::Judged(scorer) = measure.scorer(options.rel) else {
            let message = format!("measure `{measure}` does not go by grades");
            return Err(Error::new(ErrorKind::Measure, message));
        };
        let needs = measure.family().needs;
        Ok(Asked {
            to,
            rel,
            scorer,
            formula: Formula::of(measure, options.rel, question.base, to, grades),
            places_all: needs.contains(&Need::Collection),
        })
    }
}

fn check(options: &Options, question: &Question) -> Result<()> {
    let wrong =
        |message: String, remedy: &str| Err(Error::new(ErrorKind::Measure, message).remedy(remedy));
    if !options.ties.is_definite() {
        let message = format!("ties in no definite order (`{}`)", options.ties);
        return wrong(message, "order ties by docid, rank or input");
    }
    if question.to.is_some_and(|to| !to.is_finite()) {
        return wrong("the grade to change to is not finite".into(), "give a grade");
    }
    match (options.unjudged, question.documents) {
        (Unjudged::Bounds, _) => wrong(
            "bounds for unjudged documents are ranges, which have no change at a rank".into(),
            "count unjudged documents as irrelevant, or condense rankings",
        ),
        (Unjudged::Condense, Documents::Unjudged) => wrong(
            "no document is unjudged in condensed rankings".into(),
            "count unjudged documents as irrelevant",
        ),
        (Unjudged::Irrelevant, _) | (Unjudged::Condense, Documents::All | Documents::Lower) => {
            Ok(())
        }
    }
}
