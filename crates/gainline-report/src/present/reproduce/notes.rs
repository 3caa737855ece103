//! The choices behind a reproduction's numbers, and what is noteworthy about them.

use super::ReproducePresenter;
use crate::Note;
use crate::present::notes::{depth, evaluated, judgments, logarithms, means, note, ties, topics};
use crate::present::statistics::confidence;
use crate::present::words::{counted, listed};
use gainline_analysis::reproduce::{Finding, PairRankings, Role, RunPair, TestedDifference};

impl ReproducePresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let request = &self.answer.request;
        let mut notes: Vec<Note> = self.answer.pairs.iter().map(|pair| self.pair(pair)).collect();
        notes.extend(evaluated(&self.answer.provenance, "evaluated", &request.measures));
        if let Some(other) = &self.answer.other_collection {
            let second = |about: &str, of: Note| note(about, of.text);
            notes.extend([
                judgments("qrels 2", &other.qrels),
                second("topics 2", topics(other, "evaluated")),
                second("depth 2", depth(other)),
                second("ties 2", ties(other)),
            ]);
        }
        notes.extend(self.rankings());
        notes.extend(self.answer.rankings.iter().filter_map(|of| self.without_tau(of)));
        notes.push(self.test());
        notes.extend(means(&request.measures));
        notes.extend(logarithms(&request.measures));
        notes.extend(self.answer.findings.iter().filter_map(|finding| self.told(finding)));
        notes
    }

    fn pair(&self, pair: &RunPair) -> Note {
        let about = if self.has_both() { pair.role.name() } else { "run" };
        note(about, format!("{}, reproduced by {}", pair.original, pair.reproduced))
    }

    fn rankings(&self) -> Option<Note> {
        if !self.is_paired() {
            return None;
        }
        let text = format!(
            "RBO has p = {} (--rbo-p), and is divided by what is possible up to the cutoff or the end \
             of the longer ranking",
            self.answer.request.rbo_p
        );
        Some(note("rankings", text))
    }

    /// Where tau is a mean over fewer topics than the other numbers.
    fn without_tau(&self, of: &PairRankings) -> Option<Note> {
        let few = of.at.iter().filter(|at| at.topics_without_tau > 0);
        let few = few.map(|at| {
            format!("{} of {} up to rank {}", at.topics_without_tau, at.topics, at.cutoff)
        });
        let few: Vec<String> = few.collect();
        let text = format!(
            "{}: topics with fewer than two common documents have no tau and are left out of its mean: {}",
            self.the_run(of.role),
            few.join(", "),
        );
        (!few.is_empty()).then(|| note("tau", text))
    }

    fn test(&self) -> Note {
        let alpha = self.answer.request.alpha;
        let (how, improvements) = match (self.is_paired(), self.has_both()) {
            (true, _) => ("paired t test on the topics' scores", ""),
            (false, false) => ("unpaired t test (equal variances), across collections", ""),
            (false, true) => (
                "unpaired t test (equal variances) across collections",
                ", paired t test within each",
            ),
        };
        let text = format!(
            "{how}{improvements}, two-sided, not corrected for the number of tests; intervals are {}s \
             (--alpha {alpha}). A p of {alpha} or higher does not show that two scores are the same: \
             the interval tells which differences fit the data",
            confidence(1.0 - alpha)
        );
        note("test", text)
    }

    fn told(&self, finding: &Finding) -> Option<Note> {
        Some(match finding {
            Finding::OnlyCommonTopics { topics, other_collection } => {
                let about = if *other_collection { "common 2" } else { "common" };
                note(about, format!("only the {} that all runs have", counted(*topics, "topic")))
            }
            Finding::RankingsInOneRun { role, topics } => {
                let few = topics.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
                let more = if topics.len() > 3 { ", …" } else { "" };
                let text = format!(
                    "{}: rankings of {} that only one of the two runs has are not compared ({few}{more})",
                    self.the_run(*role),
                    counted(topics.len(), "topic"),
                );
                note("rankings", text)
            }
            Finding::UnequalLengths { role, topics } => {
                let text = format!(
                    "{}: on {} the rankings differ in length; KTU takes the shorter length",
                    self.the_run(*role),
                    counted(*topics, "topic"),
                );
                note("rankings", text)
            }
            Finding::Untested { differences, measures, why } => {
                let which: Vec<&str> = differences.iter().map(|of| self.tested(*of)).collect();
                let (measures, which) = (listed(measures, "and"), listed(&which, "and"));
                note("-", format!("{measures}: no test of {which}: {why}"))
            }
            Finding::OriginalNotSignificant { measures } => {
                let text = format!(
                    "by {}, the original improvement is not significant; its ratio to another one then \
                     depends much on chance",
                    listed(measures, "and")
                );
                note("caution", text)
            }
            // The conclusion says so.
            Finding::SameRankings { .. } | Finding::SameScores { .. } => return None,
        })
    }

    /// A difference in words.
    fn tested(&self, difference: TestedDifference) -> &'static str {
        match difference {
            TestedDifference::Baseline => self.the_run(Role::Baseline),
            TestedDifference::Advanced => self.the_run(Role::Advanced),
            TestedDifference::OriginalImprovement => "the original improvement",
            TestedDifference::ReproducedImprovement => "the reproduced improvement",
            TestedDifference::Change => "its change",
        }
    }
}
