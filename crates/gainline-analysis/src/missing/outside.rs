//! What is known of measures about documents that a ranking lacks, or has below a measure's last
//! rank.
//!
//! A ranking shows a measure such documents only by what they add to the recall base. What follows
//! from this differs between measures, and families say it ([`Outside`]): each that says something is
//! held against all gradings of small worlds by a test. Of all others nothing is supposed.

use gainline::{BoundRule, Measure, Outside, Sees};

/// What has to be tried of the unjudged documents that a ranking lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trials {
    /// All of them alike.
    Ends,
    /// Every number of them in each state.
    Counts,
}

/// What has to be tried for a measure.
pub(super) fn trials(measure: &Measure) -> Trials {
    match measure.outside() {
        Outside::Unknown => Trials::Counts,
        Outside::OneWay | Outside::OneWayBelowToo => Trials::Ends,
    }
}

/// Whether documents below its cutoff do just what documents do that the ranking lacks.
pub(super) fn is_blind_below(measure: &Measure) -> bool {
    measure.outside() == Outside::OneWayBelowToo
}

/// What a document outside may turn out to be, as far as the measure tells it apart: a grade, or
/// nothing known.
pub(super) fn states(measure: &Measure, grades: &[f64]) -> Vec<Option<f64>> {
    let top = grades.last().copied();
    match measure.family().bounds {
        BoundRule::Searched(Sees::Relevance) | BoundRule::Exhausted(Sees::Relevance) => {
            vec![None, top]
        }
        BoundRule::Searched(Sees::Judgment) => vec![None, Some(0.0), top],
        BoundRule::Fixed
        | BoundRule::OneWay
        | BoundRule::Searched(Sees::Grade)
        | BoundRule::Exhausted(Sees::Judgment | Sees::Grade)
        | BoundRule::Own { .. }
        | BoundRule::Refused(_) => {
            [None].into_iter().chain(grades.iter().copied().map(Some)).collect()
        }
    }
}

/// The ways to give so many documents states, each by how many have which.
pub(super) struct Ways {
    counts: Option<Vec<usize>>,
}

impl Ways {
    pub(super) fn new(documents: usize, states: usize) -> Self {
        let mut counts = vec![0; states.max(1)];
        counts[0] = documents;
        Ways { counts: Some(counts) }
    }

    /// How many there are.
    pub(super) fn number(documents: usize, states: usize) -> f64 {
        (1..states).fold(1.0, |ways, i| ways * (documents + i) as f64 / i as f64)
    }
}

impl Iterator for Ways {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let now = self.counts.take()?;
        let mut after = now.clone();
        let last = after.len() - 1;
        if let Some(from) = (0..last).rev().find(|&state| after[state] > 0) {
            after[from] -= 1;
            let rest = std::mem::take(&mut after[last]) + 1;
            after[from + 1] = rest;
            self.counts = Some(after);
        }
        Some(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_unusual_parameters_nothing_is_supposed() {
        for (text, plain) in
            [("nDCG@5", true), ("nDCG(ideal=retrieved)@5", false), ("AP(rel=2)@5", true)]
        {
            let measure = text.parse::<Measure>().unwrap();
            assert_eq!(is_blind_below(&measure), plain, "{text}");
            assert_eq!(trials(&measure) == Trials::Ends, plain, "{text}");
        }
    }

    #[test]
    fn ways_are_all_there_are() {
        let ways: Vec<Vec<usize>> = Ways::new(2, 3).collect();
        assert_eq!(ways.len() as f64, Ways::number(2, 3));
        let listed = [[2, 0, 0], [1, 1, 0], [1, 0, 1], [0, 2, 0], [0, 1, 1], [0, 0, 2]];
        assert_eq!(ways, listed);
        assert_eq!(Ways::new(0, 4).count(), 1);
        assert_eq!(Ways::new(5, 1).count(), 1);
    }
}
