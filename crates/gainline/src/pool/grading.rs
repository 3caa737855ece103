//! Judgments that may differ from the real ones, and a ranking seen through them.

use super::{PoolDocument, PoolTopic};
use crate::ranking::exchange::{exchange_found, exchange_grade};
use crate::ranking::judged::{Found, Judged};

/// A topic's judgments, real or supposed.
#[derive(Debug, Clone)]
pub struct Grading {
    grades: Vec<Option<f64>>,
    is_known: Vec<bool>,
    /// All grades, highest first.
    descending: Vec<f64>,
    /// Those of documents that the user knew, highest first.
    known: Vec<f64>,
}

impl Grading {
    /// The judgments of some documents, as they are.
    pub(super) fn of(documents: &[PoolDocument]) -> Self {
        let mut grading = Grading {
            grades: documents.iter().map(|document| document.grade).collect(),
            is_known: documents.iter().map(|document| document.known).collect(),
            descending: vec![],
            known: vec![],
        };
        grading.sort();
        grading
    }

    /// The grade of the document at this place; none if it is unjudged.
    pub fn grade(&self, place: usize) -> Option<f64> {
        self.grades[place]
    }

    /// All grades, by the documents' places.
    pub fn grades(&self) -> &[Option<f64>] {
        &self.grades
    }

    /// All grades, highest first.
    pub(super) fn descending(&self) -> &[f64] {
        &self.descending
    }

    /// The grades of documents that the user knew, highest first.
    pub(super) fn known(&self) -> &[f64] {
        &self.known
    }

    /// Gives the document at this place another grade, or takes its judgment away. Returns the one
    /// that it had.
    pub fn set(&mut self, place: usize, grade: Option<f64>) -> Option<f64> {
        let before = std::mem::replace(&mut self.grades[place], grade);
        if before != grade {
            exchange_grade(&mut self.descending, before, grade);
            if self.is_known[place] {
                exchange_grade(&mut self.known, before, grade);
            }
        }
        before
    }

    /// Gives many documents the same grade at once, or takes their judgments away.
    pub fn set_all(&mut self, places: &[usize], grade: Option<f64>) {
        places.iter().for_each(|&place| self.grades[place] = grade);
        self.sort();
    }

    /// Puts the grades in order anew.
    fn sort(&mut self) {
        self.descending = self.grades.iter().copied().flatten().collect();
        self.descending.sort_by(|a, b| b.total_cmp(a));
        let known = self.grades.iter().zip(&self.is_known).filter(|(_, is_known)| **is_known);
        self.known = known.filter_map(|(grade, _)| *grade).collect();
        self.known.sort_by(|a, b| b.total_cmp(a));
    }
}

/// A run's ranking of a topic, seen through judgments that are changed one at a time: much faster
/// than [`PoolTopic::judged`] after each change.
#[derive(Debug, Clone)]
pub struct Regraded<'p> {
    topic: &'p PoolTopic,
    run: usize,
    /// By the documents' places.
    ranks: Vec<Option<usize>>,
    grading: Grading,
    found: Vec<Found>,
}

impl<'p> Regraded<'p> {
    /// A run's ranking under some judgments.
    pub fn new(topic: &'p PoolTopic, run: usize, grading: Grading) -> Self {
        let mut ranks = vec![None; topic.documents.len()];
        for (rank, &place) in (1..).zip(&topic.ranking_of(run).documents) {
            ranks[place] = Some(rank);
        }
        let mut found = vec![];
        topic.judged(run, &grading, &mut found);
        Regraded { topic, run, ranks, grading, found }
    }

    /// The topic.
    pub fn topic(&self) -> &'p PoolTopic {
        self.topic
    }

    /// The rank of the document at this place; none if the run lacks it.
    pub fn rank(&self, place: usize) -> Option<usize> {
        self.ranks[place]
    }

    /// The grade of the document at this place; none if it is unjudged.
    pub fn grade(&self, place: usize) -> Option<f64> {
        self.grading.grade(place)
    }

    /// Gives the document at this place another grade, or takes its judgment away. Returns the one
    /// that it had.
    pub fn set(&mut self, place: usize, grade: Option<f64>) -> Option<f64> {
        if let Some(rank) = self.ranks[place] {
            exchange_found(&mut self.found, rank, self.topic.documents[place].known, grade);
        }
        self.grading.set(place, grade)
    }

    /// The ranking as it is judged now.
    pub fn judged(&self) -> Judged<'_> {
        self.topic.with_found(self.run, &self.grading, &self.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Known, Options, Pool, Qrels, Run, Source};

    #[test]
    fn a_regraded_ranking_is_what_the_new_judgments_make_it() {
        let qrels = Qrels::from_rows([("t", "a", 2.0), ("t", "b", 0.0), ("t", "z", 1.0)]).unwrap();
        let run = Run::from_rows([("t", "x", 4.0), ("t", "a", 3.0), ("t", "b", 2.0)]).unwrap();
        let known = Known::read(Source::bytes("known", &b"t a\nt x\n"[..])).unwrap();
        let pool = Pool::new(&qrels, &[run], &Options::default().known(known)).unwrap();
        let topic = &pool.topics()[0];
        let mut ranking = Regraded::new(topic, 0, topic.grading());
        let mut grading = topic.grading();
        let (mut together, mut found) = (topic.grading(), vec![]);
        let changes =
            [("x", Some(1.0)), ("a", Some(0.0)), ("b", None), ("z", Some(3.0)), ("x", None)];
        for (id, grade) in changes {
            let place = topic.find(id).unwrap();
            assert_eq!(ranking.set(place, grade), grading.set(place, grade));
            together.set_all(&[place], grade);
            assert_eq!(ranking.grade(place), grade);
            let expected = format!("{:?}", topic.judged(0, &grading, &mut found));
            assert_eq!(format!("{:?}", ranking.judged()), expected);
            assert_eq!(format!("{:?}", topic.judged(0, &together, &mut found)), expected);
        }
        assert_eq!(ranking.rank(topic.find("b").unwrap()), Some(3));
        assert_eq!(ranking.rank(topic.find("z").unwrap()), None);
    }
}
