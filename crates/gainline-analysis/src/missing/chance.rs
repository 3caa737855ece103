//! The chance that an unjudged document is relevant, as the judgments so far suggest.
//!
//! A document that many runs have near the top is relevant more often. How often is learnt from
//! the judged documents of all topics, in classes of the mean over runs of 1 / log2(1 + rank); and a
//! topic where more (or fewer) of the judged documents are relevant than their classes suggest has
//! all its chances raised (or lowered). Both are smoothed, so that nothing needs to be judged yet.

use super::judging::Judging;
use super::yardstick::Yardstick;

/// Where one class of documents ends and the next begins.
const EDGES: [f64; 11] = [0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7];
const CLASSES: usize = EDGES.len() + 1;

/// What each class starts with: so many documents judged, so great a part of them relevant as the
/// middle of the class, times this.
const PRIOR_DOCUMENTS: f64 = 4.0;
const PRIOR_SHARE: f64 = 0.6;

/// A topic's chances are raised or lowered as if so many relevant documents more had been found
/// where as many were expected.
const TOPIC_PRIOR: f64 = 5.0;

/// No document is more likely to be relevant than this.
const HIGHEST: f64 = 0.95;

/// The chances of a judging's open documents.
pub struct Chances {
    /// By topic and document; 0 for documents that are judged or not to be judged.
    by_topic: Vec<Vec<f64>>,
    /// The grade that a relevant document is supposed to have: the median of those judged.
    pub grade: f64,
}

impl Chances {
    /// The chance that a document is relevant.
    pub fn of(&self, topic: usize, place: usize) -> f64 {
        self.by_topic[topic][place]
    }
}

/// The chances of the open documents, by what is judged.
pub fn chances(judging: &Judging<'_>, yardstick: &Yardstick) -> Chances {
    let topics = judging.pool.topics();
    let classes: Vec<Vec<usize>> = (0..topics.len()).map(|topic| classes(judging, topic)).collect();
    let (mut judged, mut relevant) = ([0.0; CLASSES], [0.0; CLASSES]);
    let mut grades = vec![];
    for (topic, classes) in classes.iter().enumerate() {
        for (grade, &class) in judging.grading(topic).grades().iter().zip(classes) {
            let Some(grade) = grade else { continue };
            judged[class] += 1.0;
            if *grade >= yardstick.rel {
                relevant[class] += 1.0;
                grades.push(*grade);
            }
        }
    }
    let shares: Vec<f64> = (0..CLASSES)
        .map(|class| {
            let prior = PRIOR_SHARE * middle(class);
            (relevant[class] + PRIOR_DOCUMENTS * prior) / (judged[class] + PRIOR_DOCUMENTS)
        })
        .collect();
    let of_topic = |(topic, classes): (usize, &Vec<usize>)| {
        let grades = judging.grading(topic).grades().iter().zip(classes);
        let (mut found, mut expected) = (TOPIC_PRIOR, TOPIC_PRIOR);
        for (grade, &class) in grades {
            let Some(grade) = grade else { continue };
            expected += shares[class];
            found += f64::from(u8::from(*grade >= yardstick.rel));
        }
        let mut chances = vec![0.0; classes.len()];
        for &place in judging.open(topic) {
            chances[place] = (shares[classes[place]] * found / expected).min(HIGHEST);
        }
        chances
    };
    let by_topic = classes.iter().enumerate().map(of_topic).collect();
    grades.sort_by(f64::total_cmp);
    let grade = grades.get(grades.len() / 2).copied();
    Chances { by_topic, grade: grade.unwrap_or_else(|| yardstick.least_relevant_grade()) }
}

/// The class of each document of a topic.
fn classes(judging: &Judging<'_>, topic: usize) -> Vec<usize> {
    let class = |height: &f64| EDGES.partition_point(|edge| edge <= height);
    judging.heights(topic).iter().map(class).collect()
}

/// The middle of a class; the first and the last have one end only.
fn middle(class: usize) -> f64 {
    match class {
        0 => 0.01,
        _ if class == EDGES.len() => 0.8,
        _ => (EDGES[class - 1] + EDGES[class]) / 2.0,
    }
}
