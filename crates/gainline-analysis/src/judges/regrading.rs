//! How another judge would grade what one has graded: a confusion matrix of all pairs.

use super::Ratings;
use gainline_stats::Confusion;
use serde::Serialize;

/// How often a document of one grade (the row) has another grade (the column) by another judge.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Regrading {
    /// The grades of rows and columns, the lowest first.
    pub grades: Vec<f64>,
    /// Counts of pairs of judgments, by row and column.
    pub counts: Vec<Vec<u64>>,
}

impl Regrading {
    /// From each judge to each other one, so that every pair counts both ways; or from one judge to
    /// all others. Grades that none of these judgments has are left out.
    pub fn of(ratings: &Ratings, from: Option<usize>) -> Self {
        let mut table = Confusion::new(ratings.grades.len());
        for document in ratings.topics.iter().flat_map(|topic| &topic.documents) {
            for (judge, one) in document.grades.iter().enumerate() {
                let Some(one) = one.filter(|_| from.is_none_or(|from| from == judge)) else {
                    continue;
                };
                for (_, other) in document.grades.iter().enumerate().filter(|(o, _)| *o != judge) {
                    if let Some(other) = other {
                        table.add(ratings.place(one), ratings.place(*other));
                    }
                }
            }
        }
        let (rows, columns) = (table.first_totals(), table.second_totals());
        let used: Vec<usize> = (0..rows.len()).filter(|&at| rows[at] + columns[at] > 0).collect();
        let row = |&row: &usize| used.iter().map(|&at| table.counts()[row][at]).collect();
        Regrading {
            grades: used.iter().map(|&at| ratings.grades[at]).collect(),
            counts: used.iter().map(row).collect(),
        }
    }

    /// As text that [`crate::noise::Confusion::read`] takes: a header line with the grades, then a
    /// line of counts for each grade that was given in rows.
    pub fn to_text(&self) -> String {
        let line = |first: &str, cells: Vec<String>| format!("{first}\t{}\n", cells.join("\t"));
        let grades = self.grades.iter().map(ToString::to_string).collect();
        let mut text = line("grade", grades);
        for (grade, counts) in self.grades.iter().zip(&self.counts) {
            // A grade that was never given has no row.
            if counts.iter().any(|count| *count > 0) {
                let counts = counts.iter().map(ToString::to_string).collect();
                text.push_str(&line(&grade.to_string(), counts));
            }
        }
        text
    }
}
