//! Rankings of several runs beside the judgments, with every document by name: what studies read
//! that ask what other judgments would do. All of it is held in memory.

mod grading;

pub use grading::{Grading, Regraded};

use crate::evaluate::counting::Counting;
use crate::evaluate::options::{Options, Unjudged};
use crate::judgments::qrels::{Qrels, TopicJudgments};
use crate::ranking::join::Facts;
use crate::ranking::judged::{Background, Found, Judged};
use crate::ranking::run::Run;
use crate::{Error, ErrorKind, Result};
use std::collections::{HashMap, HashSet};

/// The judged topics with all their documents, and where each run has them.
///
/// ```
/// use gainline::{Evaluator, Options, Pool, Qrels, Run};
/// let qrels = Qrels::from_rows([("t1", "d1", 1.0), ("t1", "d2", 0.0)])?;
/// let run = Run::from_rows([("t1", "new", 3.0), ("t1", "d1", 2.0)])?;
/// let pool = Pool::new(&qrels, &[run], &Options::default())?;
/// let topic = &pool.topics()[0];
/// let measures = ["RR".parse()?];
/// let evaluator = Evaluator::new(&qrels, &measures, Options::default())?;
/// let (mut grading, mut found) = (topic.grading(), vec![]);
/// assert_eq!(evaluator.values("t1", &topic.judged(0, &grading, &mut found))?, [0.5]);
/// // What if the unjudged document were relevant?
/// let new = topic.find("new").unwrap();
/// grading.set(new, Some(1.0));
/// assert_eq!(evaluator.values("t1", &topic.judged(0, &grading, &mut found))?, [1.0]);
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug)]
pub struct Pool {
    topics: Vec<PoolTopic>,
    runs: Vec<PoolRun>,
}

/// What was seen of a run.
#[derive(Debug)]
pub struct PoolRun {
    /// Judged topics that it lacks.
    pub missing: Vec<String>,
    /// What was seen besides.
    pub facts: Facts,
}

/// One topic's documents and rankings.
#[derive(Debug)]
pub struct PoolTopic {
    name: String,
    documents: Vec<PoolDocument>,
    rankings: Vec<Option<Ranking>>,
    collection: Option<usize>,
    expected: Option<f64>,
}

/// A document of a topic.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolDocument {
    /// Its id.
    pub id: String,
    /// Its grade; none while it is unjudged.
    pub grade: Option<f64>,
    /// Whether the user knew it before.
    pub known: bool,
}

/// A run's ranking of a topic.
#[derive(Debug, Default)]
pub struct Ranking {
    /// By rank, places among the topic's documents.
    pub documents: Vec<usize>,
    /// By rank.
    pub scores: Vec<f64>,
}

impl Pool {
    /// Brings runs and judgments together. Equal scores need one order, so the policy for ties
    /// must give one; which topics count for a run is up to the policy for missing ones.
    pub fn new(qrels: &Qrels, runs: &[Run], options: &Options) -> Result<Pool> {
        if !options.ties.is_definite() {
            let message = format!("ties in no definite order (`{}`)", options.ties);
            return Err(Error::new(ErrorKind::Measure, message)
                .remedy("order ties by docid, rank or input"));
        }
        let (mut seen, mut counted) = (vec![], vec![]);
        for run in runs {
            let Counting { topics, missing, facts } =
                options.each_topic_of(qrels, run, &|_| ()).map_err(|e| run.place(e))?;
            counted.push(topics.into_iter().map(|(name, ())| name).collect::<HashSet<String>>());
            seen.push(PoolRun { missing, facts });
        }
        let wanted = |topic: &&str| options.topics.as_ref().is_none_or(|t| t.contains(*topic));
        let topic = |name: &str| {
            let mut places = HashMap::new();
            let mut topic = PoolTopic::new(qrels, name, options, &mut places);
            for (run, counted) in runs.iter().zip(&counted) {
                let counts = counted.contains(name);
                let ranking = counts.then(|| topic.ranking(run, options, &mut places));
                topic.rankings.push(ranking);
            }
            topic
        };
        Ok(Pool { topics: qrels.topics().filter(wanted).map(topic).collect(), runs: seen })
    }

    /// The topics, in the order of the qrels.
    pub fn topics(&self) -> &[PoolTopic] {
        &self.topics
    }

    /// What was seen of the runs, as they were given.
    pub fn runs(&self) -> &[PoolRun] {
        &self.runs
    }
}

impl PoolTopic {
    /// A topic with its judged documents, and their places by id.
    fn new(
        qrels: &Qrels,
        name: &str,
        options: &Options,
        places: &mut HashMap<String, usize>,
    ) -> Self {
        let mut topic = PoolTopic {
            name: name.to_string(),
            documents: vec![],
            rankings: vec![],
            collection: options.collection,
            expected: options.expected.as_ref().and_then(|expected| expected.of(name)),
        };
        for (id, grade) in qrels.topic(name).iter().flat_map(TopicJudgments::documents) {
            topic.place(id, Some(grade), options, places);
        }
        topic
    }

    /// The place of a document, which is added if it is not there yet.
    fn place(
        &mut self,
        id: &str,
        grade: Option<f64>,
        options: &Options,
        places: &mut HashMap<String, usize>,
    ) -> usize {
        if let Some(place) = places.get(id) {
            return *place;
        }
        let known = options.known.as_ref().is_some_and(|k| k.contains(&self.name, id));
        self.documents.push(PoolDocument { id: id.to_string(), grade, known });
        places.insert(id.to_string(), self.documents.len() - 1);
        self.documents.len() - 1
    }

    /// A run's ranking as the policies have it.
    fn ranking(
        &mut self,
        run: &Run,
        options: &Options,
        places: &mut HashMap<String, usize>,
    ) -> Ranking {
        let (mut ranking, drop_self) = (Ranking::default(), options.drop_self);
        let rows = run.ranking(&self.name, options.ties).into_iter();
        let rows = rows.filter(|(id, _)| !(drop_self && *id == self.name));
        for (id, score) in rows.take(options.depth.unwrap_or(usize::MAX)).collect::<Vec<_>>() {
            if options.unjudged == Unjudged::Condense && !places.contains_key(id) {
                continue;
            }
            ranking.documents.push(self.place(id, None, options, places));
            ranking.scores.push(score);
        }
        ranking
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its documents: the judged ones as the qrels have them, then the unjudged ones, as the runs
    /// come and have them.
    pub fn documents(&self) -> &[PoolDocument] {
        &self.documents
    }

    /// The place of a document.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.documents.iter().position(|document| document.id == id)
    }

    /// Each run's ranking; none where the topic does not count for the run, an empty one where the
    /// run lacks it and it counts.
    pub fn rankings(&self) -> &[Option<Ranking>] {
        &self.rankings
    }

    /// The judgments as they are, to be changed.
    pub fn grading(&self) -> Grading {
        Grading::of(&self.documents)
    }

    /// A run's ranking seen through judgments that may differ from the real ones; `found` is room
    /// for it. A run that the topic does not count for has an empty ranking.
    pub fn judged<'a>(
        &'a self,
        run: usize,
        grading: &'a Grading,
        found: &'a mut Vec<Found>,
    ) -> Judged<'a> {
        found.clear();
        for (rank, &place) in (1..).zip(&self.ranking_of(run).documents) {
            if let Some(grade) = grading.grade(place) {
                found.push(Found { rank, grade, known: self.documents[place].known });
            }
        }
        self.with_found(run, grading, found)
    }

    /// A run's ranking of this topic; an empty one where the topic does not count for the run.
    fn ranking_of(&self, run: usize) -> &Ranking {
        const NOTHING: &Ranking = &Ranking { documents: vec![], scores: vec![] };
        self.rankings[run].as_ref().unwrap_or(NOTHING)
    }

    /// A run's ranking with its judged documents.
    fn with_found<'a>(
        &'a self,
        run: usize,
        grading: &'a Grading,
        found: &'a [Found],
    ) -> Judged<'a> {
        let ranking = self.ranking_of(run);
        let background = Background {
            collection: self.collection,
            known: grading.known(),
            expected: self.expected,
        };
        Judged::new(ranking.documents.len(), found, grading.descending())
            .with_scores(&ranking.scores)
            .with_background(background)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Known, Measure, Missing, Source, Ties, parse_measures};

    fn world() -> (Qrels, Vec<Run>) {
        let qrels = [("t", "a", 2.0), ("t", "b", 0.0), ("t", "z", 1.0), ("u", "a", 1.0)];
        let first = [("t", "x", 4.0), ("t", "a", 4.0), ("t", "b", 3.0), ("t", "t", 2.0)];
        let second = [("t", "z", 2.0), ("t", "y", 1.0), ("u", "a", 1.0)];
        let runs = vec![Run::from_rows(first).unwrap(), Run::from_rows(second).unwrap()];
        (Qrels::from_rows(qrels).unwrap(), runs)
    }

    /// A pool gives what the evaluator gives, under each policy.
    #[test]
    fn its_rankings_are_those_that_are_evaluated() {
        let (qrels, runs) = world();
        let known = Known::read(Source::bytes("known", &b"t a\nt x\n"[..])).unwrap();
        let plain = Options::default().known(known);
        let mut drop_self = plain.clone();
        drop_self.drop_self = true;
        let choices = [
            plain.clone(),
            plain.clone().ties(Ties::Input),
            plain.clone().depth(2),
            plain.clone().unjudged(Unjudged::Condense),
            plain.clone().missing(Missing::Skip),
            plain.clone().collection(20),
            drop_self,
        ];
        let measures: Vec<Measure> =
            parse_measures(["AP,nDCG@3,RR,NormR,Coverage,Judged@3,NumRet"]).unwrap();
        for options in choices {
            let pool = Pool::new(&qrels, &runs, &options).unwrap();
            let evaluator = Evaluator::new(&qrels, &measures, options).unwrap();
            for (at, run) in runs.iter().enumerate() {
                let scores = evaluator.evaluate(run).unwrap();
                let mut found = vec![];
                for topic in pool.topics() {
                    let grading = topic.grading();
                    let judged = topic.judged(at, &grading, &mut found);
                    let values = evaluator.values(topic.name(), &judged).unwrap();
                    let counts = topic.rankings()[at].is_some();
                    assert_eq!(scores.topic(topic.name()), counts.then_some(&values[..]));
                }
                assert_eq!(pool.runs()[at].missing, scores.missing());
                assert_eq!(&pool.runs()[at].facts, scores.facts());
            }
        }
    }

    #[test]
    fn documents_are_the_judged_ones_and_then_what_runs_add() {
        let (qrels, runs) = world();
        let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
        let ids: Vec<&str> = pool.topics()[0].documents().iter().map(|d| d.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "z", "x", "t", "y"]);
        assert_eq!(pool.topics()[0].find("y"), Some(5));
    }

    #[test]
    fn grades_can_be_changed_and_changed_back() {
        let (qrels, runs) = world();
        let pool = Pool::new(&qrels, &runs, &Options::default()).unwrap();
        let mut grading = pool.topics()[0].grading();
        assert_eq!(grading.descending(), [2.0, 1.0, 0.0]);
        assert_eq!(grading.set(3, Some(3.0)), None);
        assert_eq!(grading.set(0, Some(-1.0)), Some(2.0));
        assert_eq!(grading.descending(), [3.0, 1.0, 0.0, -1.0]);
        grading.set(0, Some(2.0));
        grading.set(3, None);
        assert_eq!(grading.descending(), [2.0, 1.0, 0.0]);
    }

    #[test]
    fn ties_must_be_in_one_order() {
        let (qrels, runs) = world();
        let error = Pool::new(&qrels, &runs, &Options::default().ties(Ties::Average)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "ties in no definite order (`average`)\n  order ties by docid, rank or input"
        );
    }
}
