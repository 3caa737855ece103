//! The choices behind correlations, and why some numbers are not there.

use super::CorrelatePresenter;
use crate::Note;
use crate::present::notes::{compared, evaluated, judgments, note};
use crate::present::words::{counted, listed};
use gainline_analysis::correlate::{Finding, RankingName};
use gainline_stats::{EXACT_UP_TO, Test};

impl CorrelatePresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let measures = &self.answer.request.measures;
        let mut notes = evaluated(&self.answer.provenance, "averaged", measures);
        if let Some(against) = &self.answer.against {
            notes.insert(1, judgments("against", against));
        }
        notes.push(self.test());
        notes.extend(compared(measures));
        notes.extend(self.answer.findings.iter().map(|finding| self.told(finding)));
        notes
    }

    fn test(&self) -> Note {
        let request = &self.answer.request;
        let test = request.test;
        let trials = format!("--trials {} from --seed {}", request.trials, request.seed);
        let drawn = match test.trials_are() {
            Some(what) if test == Test::Randomization => {
                format!(" (all {what} with up to {EXACT_UP_TO} topics that differ, else {trials})")
            }
            Some(_) => format!(" ({trials})"),
            None => String::new(),
        };
        let corrected = if test.is_simultaneous() {
            "its p-values allow for the number of pairs"
        } else {
            "p-values are not corrected for the number of pairs, as usual for discriminative power"
        };
        note("test", format!("{}{drawn}; {corrected} (--test {test})", test.description()))
    }

    fn told(&self, finding: &Finding) -> Note {
        let undefined = |slice: &Option<String>, rankings: &[RankingName], why: &str| {
            let slice = slice.as_ref().map_or(String::new(), |slice| format!("{slice}: "));
            note("-", format!("{slice}{}: {why}", self.named(rankings)))
        };
        match finding {
            Finding::FewRuns { runs, tau_step } => {
                let text = format!(
                    "with {runs} runs correlations are coarse: one swap changes tau by {tau_step:.2}"
                );
                note("caution", text)
            }
            Finding::OneMeasure => {
                let text = "one measure has nothing to be compared with; add others with -m, or other \
                            judgments with --against";
                note("measures", text)
            }
            Finding::OnlyCommonTopics { topics } => {
                let who = match self.answer.against {
                    Some(_) => "all runs and both judgments",
                    None => "all runs",
                };
                note("common", format!("only the {} that {who} have", counted(*topics, "topic")))
            }
            Finding::EmptySlices { slices } => {
                note("slices", format!("without a topic, so left out: {}", slices.join(", ")))
            }
            Finding::AllRunsTied { slice, rankings } => {
                let why = "all runs have the same mean, so there is no order and no correlation";
                undefined(slice, rankings, why)
            }
            Finding::PairsUntested { slice, rankings } => {
                let why = "the test is undefined for some pairs of runs (too few topics, or differences \
                           without variance); they count as not significantly different";
                undefined(slice, rankings, why)
            }
            Finding::LargestNotSignificant { slice, rankings } => {
                let why = "the largest difference is not significant, so there is none from which on \
                           all are";
                undefined(slice, rankings, why)
            }
        }
    }

    /// Measures, with the judgments where there are two.
    fn named(&self, rankings: &[RankingName]) -> String {
        let sets = if self.answer.against.is_some() { 2 } else { 1 };
        if rankings.len() > 2 && rankings.len() == sets * self.answer.request.measures.len() {
            return "all measures".into();
        }
        let name = |ranking: &RankingName| match self.answer.against {
            None => ranking.measure.to_string(),
            Some(_) => {
                format!("{} by the {} judgments", ranking.measure, ranking.judgments.name())
            }
        };
        listed(&rankings.iter().map(name).collect::<Vec<_>>(), "and")
    }
}
