//! A topic's ranking with one judgment exchanged, for measures to be computed anew.

use super::Base;
use gainline::{Background, Found, Judged};

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
        exchange(&mut self.grades, judged.grades(), now, grade);
        exchange(
            &mut self.known,
            background.known,
            now.filter(|_| is_known),
            grade.filter(|_| is_known),
        );
        judged
            .with_found(&self.found, &self.grades)
            .with_background(Background { known: &self.known, ..background })
    }
}

/// Copies a list that descends, and puts one number in the place of another.
fn exchange(copy: &mut Vec<f64>, list: &[f64], before: Option<f64>, after: Option<f64>) {
    copy.clear();
    copy.extend_from_slice(list);
    if let Some(before) = before
        && let Some(place) = copy.iter().position(|number| *number == before)
    {
        copy.remove(place);
    }
    if let Some(after) = after {
        copy.insert(copy.partition_point(|number| *number > after), after);
    }
}
