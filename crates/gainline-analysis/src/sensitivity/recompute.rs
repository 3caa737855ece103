//! A topic's ranking with one judgment exchanged, for measures to be computed anew.

use super::Base;
use gainline::{Background, Found, Judged, exchange_grade};

/// Room for a ranking in which one judgment is exchanged.
#[derive(Debug, Default)]
pub(super) struct Exchanged {
    found: Vec<Found>,
    grades: Vec<f64>,
    known: Vec<f64>,
}

impl Exchanged {
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
        let place = self.found.partition_point(|found| found.rank < rank);
        let now = self.found.get(place).copied().filter(|found| found.rank == rank);
        let is_known = now.is_some_and(|found| found.known);
        match (now, grade) {
            (Some(_), Some(grade)) => self.found[place].grade = grade,
            (Some(_), None) => drop(self.found.remove(place)),
            (None, Some(grade)) => self.found.insert(place, Found::new(rank, grade)),
            (None, None) => {}
        }
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
