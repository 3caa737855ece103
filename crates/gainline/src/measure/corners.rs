//! Corner cases: small rankings for which every measure's value is worth knowing. Help shows them,
//! and a golden file holds them.

use super::{Cutoff, Family, Measure, Need, Scorer};
use crate::ranking::judged::{Background, Found, Judged};

/// A small ranking.
#[derive(Debug, Clone, Copy)]
pub struct Corner {
    /// What is special about it.
    pub what: &'static str,
    /// The grades by rank, `-` for an unjudged document.
    pub ranking: &'static str,
    /// The grades of judged documents that were not retrieved.
    pub missed: &'static str,
}

/// The corner cases, in the order in which help shows them.
pub const CORNERS: [Corner; 7] = [
    Corner { what: "nothing retrieved", ranking: "", missed: "1" },
    Corner { what: "nothing relevant", ranking: "0 -", missed: "0" },
    Corner { what: "one document, relevant", ranking: "1", missed: "" },
    Corner { what: "one document, not relevant", ranking: "0", missed: "1" },
    Corner { what: "a relevant document missed", ranking: "1 0", missed: "1" },
    Corner { what: "fractional grades", ranking: "0.5 1.5", missed: "" },
    Corner { what: "a negative grade", ranking: "-1 1", missed: "" },
];

/// What is assumed in the corner cases of something that a measure needs beside grades.
pub fn corners_assume(need: Need) -> &'static str {
    match need {
        Need::Scores => "scores 1 and 1/2",
        Need::Collection | Need::CollectionGiven | Need::CollectionIfGiven => {
            "10 documents in the collection"
        }
        Need::HighestGain => "no judgments but these",
        Need::Known => "the first document known before",
        Need::Expected => "2 relevant documents expected",
    }
}

impl Family {
    /// The measure of the family that the corner cases are shown for: at 5, or at recall 0.5,
    /// where it takes a cutoff.
    pub fn sample(&self) -> Measure {
        let cutoff = match self.cutoff {
            Cutoff::None => "",
            Cutoff::Optional | Cutoff::Required => "@5",
            Cutoff::Recall => "@0.5",
        };
        let text = format!("{}{cutoff}", self.name);
        text.parse().unwrap_or_else(|e| unreachable!("a family's own name parses: {e}"))
    }
}

impl Measure {
    /// Its value in a corner case; none if it is not a measure over grades.
    pub fn in_corner(&self, corner: &Corner) -> Option<f64> {
        let Scorer::Judged(scorer) = self.scorer(1.0) else { return None };
        let grades = |text: &str| -> Vec<Option<f64>> {
            text.split_whitespace().map(|grade| grade.parse().ok()).collect()
        };
        let ranking = grades(corner.ranking);
        let found: Vec<Found> = (1..)
            .zip(&ranking)
            .filter_map(|(rank, grade)| {
                Some(Found { known: rank == 1, ..Found::new(rank, (*grade)?) })
            })
            .collect();
        let mut all: Vec<f64> =
            ranking.iter().chain(&grades(corner.missed)).copied().flatten().collect();
        all.sort_by(|a, b| b.total_cmp(a));
        let known: Vec<f64> = found.iter().filter(|f| f.known).map(|f| f.grade).collect();
        let scores: Vec<f64> = (0..ranking.len()).map(|at| 1.0 - at as f64 / 2.0).collect();
        let background = Background { collection: Some(10), known: &known, expected: Some(2.0) };
        let judged = Judged::new(ranking.len(), &found, &all)
            .with_scores(&scores)
            .with_background(background);
        Some(scorer.score(&judged))
    }
}
