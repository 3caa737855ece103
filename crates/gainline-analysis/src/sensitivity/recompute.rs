//! A topic's ranking with one judgment exchanged, for measures to be computed anew.

use super::Base;
use gainline::{Background, Found, Judged, exchange_found, exchange_grade};

/// Room for a ranking in which one judgment is exchanged.
#[derive(Debug, Default)]
pub(super) struct ChangedRanking {
    found: Vec<Found>,
    grades: Vec<f64>,
    known: Vec<f64>,
}

impl ChangedRanking {
    /// The ranking with this grade at this rank, none for an unjudged document. Where the base
    /// grows, so do the grades of all judged documents, and with them R and the ideal ranking.
    pub(super) fn with<'a>(
        &'a mut self,
        judged: &Judged<'a>,
        rank: usize,
        grade: Option<f64>,
        base: Base,
    ) -> Judged<'a> {
        self.found.clear();
        self.found.extend_from_slice(judged.found());
        let now = self.found.iter().find(|found| found.rank == rank).copied();
        let is_known = now.is_some_and(|found| found.known);
        exchange_found(&mut self.found, rank, is_known, grade);
        if base == Base::Fixed {
            return judged.with_found(&self.found, judged.grades());
        }
        let now = now.map(|found| found.grade);
        let background = judged.background();
        self.grades.clear();
        self.grades.extend_from_slice(judged.grades());
        exchange_grade(&mut self.grades, now, grade);
        self.known.clear();
        self.known.extend_from_slice(background.known);
        if is_known {
            exchange_grade(&mut self.known, now, grade);
        }
        judged
            .with_found(&self.found, &self.grades)
            .with_background(Background { known: &self.known, ..background })
    }
}
