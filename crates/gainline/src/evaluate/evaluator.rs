//! Evaluation: measures of the topics of runs, under the policies that were chosen.

use crate::error::quote;
use crate::evaluate::counting::{Counting, check_topics};
use crate::evaluate::options::{Options, Unjudged};
use crate::evaluate::policy::{Column, NoValue, Topic, possible_grades};
use crate::evaluate::scores::{Scores, Table};
use crate::evaluate::topic_names::TopicNames;
use crate::judgments::qrels::Qrels;
use crate::measure::{Measure, Need};
use crate::ranking::join::{Batch, Columns, join_run};
use crate::ranking::judged::Judged;
use crate::ranking::run::Run;
use crate::{Error, ErrorKind, Expected, Result, Source};
use std::sync::Arc;

/// Evaluates runs against one set of judgments with one set of measures. It owns what it needs,
/// so it can be kept, and shared by threads.
///
/// ```
/// use gainline::{Evaluator, Options, Qrels, Run, parse_measures};
/// let qrels = Qrels::from_rows([("t1", "d1", 1.0), ("t1", "d2", 0.0), ("t1", "d3", 2.0)])?;
/// let run = Run::from_rows([("t1", "d1", 9.0), ("t1", "d2", 8.0), ("t1", "d3", 7.0)])?;
/// let measures = parse_measures(["nDCG@10,AP"])?;
/// let scores = Evaluator::new(&qrels, &measures, Options::default())?.evaluate(&run)?;
/// assert_eq!(scores.topic("t1").unwrap()[1], (1.0 + 2.0 / 3.0) / 2.0);
/// // Only grades from 2 up are relevant, and only the top 2 count:
/// let strict = Evaluator::new(&qrels, &measures, Options::default().rel(2.0).depth(2))?;
/// assert_eq!(strict.evaluate(&run)?.topic("t1").unwrap()[1], 0.0);
/// # Ok::<(), gainline::Error>(())
/// ```
pub struct Evaluator {
    qrels: Qrels,
    measures: Arc<[Measure]>,
    columns: Vec<Column>,
    options: Options,
    /// The grades that an unjudged document may have, lowest first.
    possible: Vec<f64>,
}

impl Evaluator {
    /// Prepares the measures. Fails when one needs what is not there: other judgments than
    /// grades, a gain for a grade of the qrels, the size of the collection, known documents or
    /// expected numbers; and when policies do not go together.
    pub fn new(qrels: &Qrels, measures: &[Measure], options: Options) -> Result<Self> {
        Evaluator::supposing(qrels, measures, options, &[])
    }

    /// The same, where unjudged documents may have these grades too, though no judged one has.
    pub fn supposing(
        qrels: &Qrels,
        measures: &[Measure],
        mut options: Options,
        supposed: &[f64],
    ) -> Result<Self> {
        if !options.rel.is_finite() {
            let message = format!("the lowest relevant grade, `{}`, is not finite", options.rel);
            return Err(Error::new(ErrorKind::Measure, message));
        }

        let mut grades = qrels.grades();
        grades.extend_from_slice(supposed);
        grades.sort_unstable_by(f64::total_cmp);
        grades.dedup();
        let mut columns = vec![];
        for measure in measures {
            let column = Column::new(measure, options.rel, &grades)?;
            column.check_pooled(measure, options.ties)?;
            columns.push(column);
            check_needs(measure, &options)?;
            options.scores |= measure.family().needs.contains(&Need::Scores);
        }
        if options.unjudged == Unjudged::Bounds {
            if !options.ties.is_definite() {
                let message = "bounds for unjudged documents need one order of ties";
                return Err(Error::new(ErrorKind::Measure, message)
                    .remedy("order ties by docid, rank or input"));
            }
            measures.iter().try_for_each(Column::check_bounds)?;
        }
        check_topics(qrels, &options)?;
        let expected = options.expected.as_ref();
        if let Some(Expected::Each(number)) = expected
            && !(0.0..=1e15).contains(number)
        {
            let message = format!("`{number}` is not a number of documents to expect");
            return Err(Error::new(ErrorKind::Measure, message));
        }
        let possible = possible_grades(&grades);
        let (qrels, measures) = (qrels.clone(), measures.into());
        Ok(Evaluator { qrels, measures, columns, options, possible })
    }

    /// Evaluates a run from a file (or standard input), topic by topic.
    pub fn run(&self, source: impl Into<Source>) -> Result<Scores> {
        self.run_with_progress(&source.into(), &|_| {})
    }

    /// The same, telling `progress` how many bytes were read so far.
    pub fn run_with_progress(
        &self,
        source: &Source,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Scores> {
        let each = |judged: &Judged<'_>| self.score(judged);
        self.scores(self.options.each_topic(&self.qrels, source, progress, &each)?)
    }

    /// Evaluates a run in memory; one without rows lacks every topic.
    pub fn evaluate(&self, run: &Run) -> Result<Scores> {
        let each = |judged: &Judged<'_>| self.score(judged);
        self.scores(self.options.each_topic_of(&self.qrels, run, &each)?)
    }

    /// Evaluates a run in columns, which may come in several batches; see [`Batch`].
    ///
    /// ```
    /// use gainline::{Batch, Evaluator, Options, Qrels};
    /// let qrels = Qrels::from_rows([("t1", "d1", 1.0), ("t2", "d2", 1.0)])?;
    /// let evaluator = Evaluator::new(&qrels, &["RR".parse()?], Options::default())?;
    /// let (topics, documents) = (["t1", "t1", "t2"], ["d2", "d1", "d2"]);
    /// let batch = Batch { topics: &topics, documents: &documents, scores: &[0.9, 0.8, 0.7] };
    /// assert_eq!(evaluator.batches([batch])?.all(), [0.75]);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn batches<'a, T, D>(
        &self,
        batches: impl IntoIterator<Item = Batch<'a, T, D>>,
    ) -> Result<Scores>
    where
        T: AsRef<str> + Sync + 'a,
        D: AsRef<str> + Sync + 'a,
    {
        let each = |judged: &Judged<'_>| self.score(judged);
        let columns = Columns::new(batches)?;
        self.scores(self.options.each_topic_in(&self.qrels, &columns, &each)?)
    }

    /// Evaluates one topic: its documents with their scores, in any order, none if nothing was
    /// retrieved. Fails when the topic is not judged, or not asked for.
    ///
    /// ```
    /// use gainline::{Evaluator, Options, Qrels};
    /// let qrels = Qrels::from_rows([("t1", "d1", 1.0), ("t1", "d2", 0.0)])?;
    /// let evaluator = Evaluator::new(&qrels, &["RR".parse()?], Options::default())?;
    /// assert_eq!(evaluator.topic("t1", [("d2", 0.9), ("d1", 0.8)])?, [0.5]);
    /// # Ok::<(), gainline::Error>(())
    /// ```
    pub fn topic<D: AsRef<str>>(
        &self,
        name: &str,
        rows: impl IntoIterator<Item = (D, f64)>,
    ) -> Result<Vec<f64>> {
        let is_not = |what: &str| {
            let message = format!("topic {} is not {what}", quote(name.as_bytes()));
            Error::new(ErrorKind::Nothing, message)
        };
        let topic = self.qrels.topic(name).ok_or_else(|| is_not("judged"))?;
        if self.options.topics.as_ref().is_some_and(|topics| !topics.contains(name)) {
            return Err(is_not("among the topics asked for"));
        }
        let run =
            Run::from_rows(rows.into_iter().map(|(document, score)| (name, document, score)))?;
        let each = |judged: &Judged<'_>| self.values(name, judged);
        let mut joined = join_run(&self.qrels, &run, &self.options, &each)?;
        match joined.topics.pop() {
            Some((_, values)) => values,
            None => self.options.empty_ranking(topic, each),
        }
    }

    /// The measures of a topic that is joined already. `topic` is named when there is no value.
    pub fn values(&self, topic: &str, judged: &Judged<'_>) -> Result<Vec<f64>> {
        let ties = self.options.ties;
        let values = self.columns.iter().zip(&*self.measures).map(|(column, measure)| {
            column.score(judged, ties).map_err(|no_value| no_value.error(measure, topic))
        });
        values.collect()
    }

    /// The lowest and the highest value of each measure of such a topic, when its unjudged
    /// documents may have any of the qrels' grades from 0 up.
    pub fn bounds(&self, topic: &str, judged: &Judged<'_>) -> Result<Vec<(f64, f64)>> {
        self.measures.iter().try_for_each(Column::check_bounds)?;
        let values = self.values(topic, judged)?;
        let mut unjudged = Topic::new(judged);
        let bounds = self.columns.iter().zip(&*self.measures).zip(values);
        let bounds = bounds.map(|((column, measure), value)| {
            let bounds = column.bounds(&mut unjudged, value);
            bounds.map_err(|no_value| no_value.error(measure, topic))
        });
        bounds.collect()
    }

    /// The grades that an unjudged document may have: 0, and those of the qrels above it, lowest
    /// first.
    pub fn possible_grades(&self) -> &[f64] {
        &self.possible
    }

    /// A topic's row: the values; the totals of the columns that may be pooled; and where bounds
    /// are asked for, the lower and then the upper ones.
    fn score(&self, judged: &Judged<'_>) -> Row {
        let options = &self.options;
        let mut row = Vec::with_capacity(self.columns.len());
        for (at, column) in self.columns.iter().enumerate() {
            row.push(column.score(judged, options.ties).map_err(|no_value| (at, no_value))?);
        }
        for column in self.columns.iter().filter(|column| column.is_pooled()) {
            row.extend(column.totals(judged, options.ties));
        }
        if options.unjudged == Unjudged::Bounds {
            let mut topic = Topic::new(judged);
            let (lower, width) = (row.len(), self.columns.len());
            row.resize(lower + 2 * width, 0.0);
            for (at, column) in self.columns.iter().enumerate() {
                let bounds = column.bounds(&mut topic, row[at]);
                let (low, high) = bounds.map_err(|no_value| (at, no_value))?;
                (row[lower + at], row[lower + width + at]) = (low, high);
            }
        }
        Ok(row.into_boxed_slice())
    }

    fn scores(&self, counting: Counting<Row>) -> Result<Scores> {
        let pooled: Arc<[bool]> = self.columns.iter().map(Column::is_pooled).collect();
        let width = self.columns.len();
        let totals_end = width + Table::totals_width(&pooled);
        let mut topics = vec![];
        let (mut values, mut totals) = (vec![], vec![]);
        let (mut lower, mut upper) = (vec![], vec![]);
        for (name, row) in counting.topics {
            let row = row.map_err(|(at, no_value)| no_value.error(&self.measures[at], &name))?;
            topics.push(name);
            values.extend_from_slice(&row[..width]);
            totals.extend_from_slice(&row[width..totals_end]);
            if row.len() > totals_end {
                lower.extend_from_slice(&row[totals_end..totals_end + width]);
                upper.extend_from_slice(&row[totals_end + width..]);
            }
        }
        let topics = Arc::new(TopicNames::new(topics));
        let missing = Arc::new(TopicNames::new(counting.missing));
        let facts = Arc::new(counting.facts);
        let of = |table: Table| {
            let (topics, missing, facts) = (topics.clone(), missing.clone(), facts.clone());
            Scores::new(self.measures.clone(), topics, table, missing, facts)
        };
        let mut scores = of(Table { values, totals, pooled })?;
        if self.options.unjudged == Unjudged::Bounds {
            // Bounds of totals are not known, only those of values.
            let pooled: Arc<[bool]> = vec![false; width].into();
            let bound = |values| of(Table { values, totals: vec![], pooled: pooled.clone() });
            scores.bounds = Some(Box::new([bound(lower)?, bound(upper)?]));
        }
        Ok(scores)
    }
}

/// A topic's row, or what is wrong with which column.
type Row = std::result::Result<Box<[f64]>, (usize, NoValue)>;

/// Whether there is all that the measure needs.
fn check_needs(measure: &Measure, options: &Options) -> Result<()> {
    for need in measure.family().needs {
        let (is_there, what, how) = match need {
            Need::Scores | Need::Collection | Need::CollectionIfGiven | Need::HighestGain => {
                continue;
            }
            Need::CollectionGiven => (
                options.collection.is_some() || measure.setting(1.0).given("N").is_some(),
                "the size of the collection",
                "--collection-size, or N= in the measure",
            ),
            Need::Known => {
                (options.known.is_some(), "the documents that users knew before", "--known")
            }
            Need::Expected => (
                options.expected.is_some(),
                "the number of relevant documents that users expect",
                "--expected",
            ),
        };
        if is_there {
            continue;
        }
        let message = format!("measure `{measure}` needs {what}");
        return Err(Error::new(ErrorKind::Measure, message).remedy(format!("give it with {how}")));
    }
    Ok(())
}
