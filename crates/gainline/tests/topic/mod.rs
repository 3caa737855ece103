//! One topic written down densely, for tests: a grade, or none, at every rank.

// Each test file uses a part of this.
#![allow(dead_code)]

use gainline::{Found, Judged, Measure, Scorer};

/// A ranking and the judged documents that it lacks.
#[derive(Debug, Clone)]
pub struct Topic {
    /// The grades by rank, `None` where a document is unjudged.
    pub ranking: Vec<Option<f64>>,
    /// The grades of judged documents that were not retrieved.
    pub missed: Vec<f64>,
}

impl Topic {
    /// From grades as [`gainline::Example`] has them: `1 - 0`, a dash for an unjudged document.
    pub fn of(ranking: &str, missed: &str) -> Self {
        let grade = |text: &str| (text != "-").then(|| text.parse().expect("a grade"));
        let grades = |text: &str| text.split_whitespace().map(grade).collect::<Vec<_>>();
        Topic { ranking: grades(ranking), missed: grades(missed).into_iter().flatten().collect() }
    }

    /// All grades, highest first.
    pub fn grades(&self) -> Vec<f64> {
        let mut all: Vec<f64> =
            self.ranking.iter().flatten().chain(&self.missed).copied().collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all
    }

    /// The library's value; `rel` where the measure has none. `None` when the measure is not one
    /// over grades.
    pub fn score(&self, measure: &Measure, rel: f64) -> Option<f64> {
        let Scorer::Judged(scorer) = measure.scorer(rel) else { return None };
        let ranked = (1..).zip(&self.ranking).filter_map(|(rank, grade)| Some((rank, (*grade)?)));
        let found: Vec<Found> = ranked.map(|(rank, grade)| Found::new(rank, grade)).collect();
        Some(scorer.score(&Judged::new(self.ranking.len(), &found, &self.grades())))
    }

    /// The library's value of a measure over grades, as it is spelled.
    pub fn value(&self, measure: &str) -> f64 {
        self.score(&parsed(measure), 1.0).expect("a measure over grades")
    }
}

/// A measure that must parse.
pub fn parsed(text: &str) -> Measure {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}
