//! Judgments in the making: what is judged so far, and what can be judged.

use super::yardstick::Yardstick;
use crate::parallel::in_parallel;
use gainline::{Grading, Pool, PoolTopic, Result};

/// The topics of a pool with their judgments so far.
pub struct Judging<'p> {
    /// The pool.
    pub pool: &'p Pool,
    gradings: Vec<Grading>,
    /// By topic, the unjudged documents that may be judged.
    open: Vec<Vec<usize>>,
    /// By topic and document, the best rank that a run gives it.
    best: Vec<Vec<Option<usize>>>,
    /// By topic and document, the mean over runs of 1 / log2(1 + rank).
    heights: Vec<Vec<f64>>,
}

impl<'p> Judging<'p> {
    /// The judgments as they are. The unjudged documents within the top `depth` of some run may be
    /// judged.
    pub fn as_judged(pool: &'p Pool, depth: usize) -> Self {
        Judging::new(pool, PoolTopic::grading, |place, best, grading| {
            grading.grade(place).is_none() && best.is_some_and(|rank| rank <= depth)
        })
    }

    /// Nothing is judged yet, and just the documents that really are judged may be.
    pub fn from_nothing(pool: &'p Pool) -> Self {
        let nothing = |topic: &PoolTopic| {
            let mut grading = topic.grading();
            for place in 0..topic.documents().len() {
                grading.set(place, None);
            }
            grading
        };
        let mut judging = Judging::new(pool, nothing, |_, _, _| false);
        for (open, topic) in judging.open.iter_mut().zip(pool.topics()) {
            let documents = topic.documents().iter().enumerate();
            *open = documents.filter(|(_, d)| d.grade.is_some()).map(|(at, _)| at).collect();
        }
        judging
    }

    fn new(
        pool: &'p Pool,
        grading: impl Fn(&PoolTopic) -> Grading,
        is_open: impl Fn(usize, Option<usize>, &Grading) -> bool,
    ) -> Self {
        let gradings: Vec<Grading> = pool.topics().iter().map(grading).collect();
        let best: Vec<Vec<Option<usize>>> = pool.topics().iter().map(best_ranks).collect();
        let open = gradings.iter().zip(&best).map(|(grading, best)| {
            let places = best.iter().enumerate();
            let open = places.filter(|(place, best)| is_open(*place, **best, grading));
            open.map(|(place, _)| place).collect()
        });
        let open = open.collect();
        let heights = pool.topics().iter().map(heights).collect();
        Judging { pool, gradings, open, best, heights }
    }

    /// How many runs there are.
    pub fn runs(&self) -> usize {
        self.pool.runs().len()
    }

    /// A topic's judgments so far.
    pub fn grading(&self, topic: usize) -> &Grading {
        &self.gradings[topic]
    }

    /// The unjudged documents of a topic that may be judged.
    pub fn open(&self, topic: usize) -> &[usize] {
        &self.open[topic]
    }

    /// How many documents may still be judged.
    pub fn left(&self) -> usize {
        self.open.iter().map(Vec::len).sum()
    }

    /// The best rank that a run gives a document.
    pub fn best_rank(&self, topic: usize, place: usize) -> Option<usize> {
        self.best[topic][place]
    }

    /// How high the runs rank the documents of a topic: the mean over runs of 1 / log2(1 + rank), where
    /// a run that lacks a document gives 0.
    pub(super) fn heights(&self, topic: usize) -> &[f64] {
        &self.heights[topic]
    }

    /// Gives a document a grade, or takes its judgment away.
    pub fn judge(&mut self, topic: usize, place: usize, grade: Option<f64>) {
        self.gradings[topic].set(place, grade);
        self.open[topic].retain(|&other| other != place);
    }

    /// Gives a document the grade that it really has.
    pub(super) fn reveal(&mut self, topic: usize, place: usize) {
        let grade = self.pool.topics()[topic].documents()[place].grade;
        self.judge(topic, place, grade);
    }

    /// For how many topics each run counts.
    pub(super) fn counted(&self) -> Vec<f64> {
        let counts = |run: usize| {
            let topics = self.pool.topics().iter();
            topics.filter(|topic| topic.rankings()[run].is_some()).count() as f64
        };
        (0..self.runs()).map(counts).collect()
    }

    /// A topic's values by run, where the topic counts for the run.
    pub(super) fn topic_values(
        &self,
        yardstick: &Yardstick,
        topic: usize,
        grading: &Grading,
    ) -> Result<Vec<Option<f64>>> {
        let topic = &self.pool.topics()[topic];
        let mut found = vec![];
        let value = |(run, ranking): (usize, &Option<_>)| match ranking {
            Some(_) => yardstick.value(topic, &topic.judged(run, grading, &mut found)).map(Some),
            None => Ok(None),
        };
        topic.rankings().iter().enumerate().map(value).collect()
    }

    /// The values by topic and run.
    pub fn values(&self, yardstick: &Yardstick) -> Result<Vec<Vec<Option<f64>>>> {
        in_parallel(yardstick.threads, self.gradings.len(), |topic| {
            self.topic_values(yardstick, topic, &self.gradings[topic])
        })
    }
}

/// Each run's mean over its topics; 0 for a run that no topic counts for.
pub(super) fn means(values: &[Vec<Option<f64>>], runs: usize) -> Vec<f64> {
    let mean = |run: usize| {
        let of_run = values.iter().filter_map(|topic| topic[run]);
        let (sum, count) = of_run.fold((0.0, 0.0), |(sum, count), v| (sum + v, count + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    (0..runs).map(mean).collect()
}

/// The best rank of each document.
fn best_ranks(topic: &PoolTopic) -> Vec<Option<usize>> {
    let mut best: Vec<Option<usize>> = vec![None; topic.documents().len()];
    for ranking in topic.rankings().iter().flatten() {
        for (rank, &place) in (1..).zip(&ranking.documents) {
            best[place] = Some(best[place].map_or(rank, |before| before.min(rank)));
        }
    }
    best
}

/// How high each document stands, over all runs.
fn heights(topic: &PoolTopic) -> Vec<f64> {
    let mut heights = vec![0.0; topic.documents().len()];
    let runs = topic.rankings().len() as f64;
    for ranking in topic.rankings().iter().flatten() {
        for (rank, &place) in (1_u32..).zip(&ranking.documents) {
            heights[place] += 1.0 / (1.0 + f64::from(rank)).log2() / runs;
        }
    }
    heights
}
