//! How far ahead the best run is, where all runs are compared with each other.

use super::conclusion::Measures;
use super::outcome::Status;
use crate::comparison::Comparison;
use crate::notes::listed;

/// How the best run stands to the others.
#[derive(PartialEq)]
pub(super) struct Lead {
    /// Its lead over these may be chance.
    pub open: Vec<usize>,
    /// Over these it is not.
    pub beaten: Vec<usize>,
    /// These have the same scores.
    pub same: Vec<usize>,
}

impl<'a> Measures<'_, 'a> {
    /// What is known of the lead of the run that is the best by every measure: over which runs it
    /// may be chance, and over which it is not.
    pub(super) fn leads(&self) -> Vec<String> {
        let alpha = self.outcome.plan.alpha;
        let mut kinds: Vec<(Lead, Vec<&Comparison>)> = vec![];
        for comparison in &self.sided {
            let lead = self.lead(comparison);
            match kinds.iter_mut().find(|(known, _)| *known == lead) {
                Some((_, some)) => some.push(comparison),
                None => kinds.push((lead, vec![comparison])),
            }
        }
        let names = |runs: &[usize]| {
            let names: Vec<&str> = runs.iter().map(|run| self.outcome.name(*run)).collect();
            listed(&names, "and")
        };
        let others = self.outcome.runs.len() - 1;
        let said = |(lead, some): &(Lead, Vec<&Comparison>)| {
            let by = self.by(some).replacen('b', "B", 1);
            let Lead { open, beaten, same } = lead;
            let twins = match &same[..] {
                [] => String::new(),
                same => format!(" {by} it has the same scores as {}.", names(same)),
            };
            let lead = match (open.len(), beaten.len()) {
                (0, 0) if same.is_empty() => return None,
                (0, 0) => return Some(twins.trim().into()),
                (0, n) if n == others => {
                    format!("{by} it is better than every other with p < {alpha}.")
                }
                (0, _) => format!("{by} it is better than {} with p < {alpha}.", names(beaten)),
                (n, 0) if n == others => format!("{by} its lead over any other run may be chance."),
                (_, 0) => format!("{by} its lead over {} may be chance.", names(open)),
                (n, m) => {
                    // Of many, their names would hide the sentence.
                    let many = m > 3 && n + m == others;
                    let beaten = if many { "the others".into() } else { names(beaten) };
                    format!(
                        "{by} its lead over {} may be chance; that over {beaten} is not (p < \
                         {alpha}).",
                        names(open)
                    )
                }
            };
            Some(lead + &twins)
        };
        kinds.iter().filter_map(said).collect()
    }

    pub(super) fn lead(&self, comparison: &'a Comparison) -> Lead {
        let of = |wanted: &[Status]| {
            let mut runs = self.outcome.beside_best(comparison, wanted);
            runs.sort_unstable();
            runs
        };
        Lead {
            open: of(&[Status::NotSignificant]),
            beaten: of(&[Status::Better]),
            same: of(&[Status::Same]),
        }
    }
}
