//! The decision in one sentence, for the top of a long text.

use super::ComparePresenter;
use crate::present::words::{any_of, listed, names};
use gainline_analysis::compare::{Decision, Finding, MeasureBest};
use gainline_analysis::comparison::Status;
use gainline_analysis::unjudged_runs::UnjudgedRun;

impl ComparePresenter<'_> {
    /// What it comes to; the conclusion at the end says more.
    pub(super) fn short_answer(&self) -> Option<String> {
        let said = self.decided_shortly()?;
        let mut depends = vec![];
        for finding in &self.answer.findings {
            match finding {
                Finding::MissingTopicsDecide { .. } => depends.push("topics that some run lacks"),
                Finding::WorseInSlice { .. } => depends.push("the slice of topics"),
                Finding::TrialsTooFew { .. }
                | Finding::FewTopics { .. }
                | Finding::FewTopicsInSlices { .. }
                | Finding::TestsDisagree { .. }
                | Finding::MeanAgainstTopics { .. }
                | Finding::FewTopicsDiffer { .. }
                | Finding::DependsOnSeed { .. }
                | Finding::DepthsDiffer { .. }
                | Finding::UnjudgedDiffer { .. }
                | Finding::ManyTies { .. } => {}
            }
        }
        depends.dedup();
        let mut more = match &depends[..] {
            [] => String::new(),
            some => format!(" This depends on {}; see the conclusion.", listed(some, "and")),
        };
        more.push_str(match self.warnings().len() {
            0 => "",
            1 => " See the warning below.",
            _ => " See the warnings below.",
        });
        Some(format!("Answer: {said}.{more}"))
    }

    fn decided_shortly(&self) -> Option<String> {
        Some(match &self.answer.decision {
            Decision::NothingCompared => return None,
            Decision::NothingJudged { runs } => {
                format!("no verdict, since (nearly) nothing of {} is judged", runs_named(runs))
            }
            Decision::NoDirection => {
                "no run can be preferred, since no measure says what is better".into()
            }
            Decision::NotTested { .. } => {
                "no run can be said to be better, since nothing could be tested".into()
            }
            Decision::AllSame => "all runs have the same scores".into(),
            Decision::Best { run, indistinguishable } if indistinguishable.is_empty() => {
                format!("choose {run}: it is significantly better than every other run")
            }
            Decision::Best { run, indistinguishable } => {
                let open = any_of(indistinguishable);
                match self.answer.deciding().count() {
                    1 => format!(
                        "{run} has the best mean, but is not significantly better than {open}"
                    ),
                    _ => format!(
                        "{run} has the best mean on every measure; on some it is not significantly \
                         better than {open}"
                    ),
                }
            }
            Decision::NoSingleBest { choice: Some(run), .. } => {
                format!(
                    "choose {run}: it alone is the best, or not significantly worse, on every measure"
                )
            }
            Decision::NoSingleBest { by_measure, choice: None, .. } => {
                let best = |best: &MeasureBest| format!("{} by {}", best.run, best.measure);
                let best: Vec<String> = by_measure.iter().map(best).collect();
                format!("no single best run: {}", listed(&best, "and"))
            }
            Decision::BetterThanBaseline { run, others, baseline } => {
                let too = match others.len() {
                    0 => String::new(),
                    1 => " (another run is too)".into(),
                    count => format!(" ({count} other runs are too)"),
                };
                let (better, open) = (self.on(&self.with(run, Status::Better)), self.open_on(run));
                format!(
                    "choose {run}: it is significantly better than {baseline} {better}{too}{open}"
                )
            }
            Decision::WorseThanBaseline { run, baseline } => {
                let (worse, open) = (self.on(&self.with(run, Status::Worse)), self.open_on(run));
                format!("keep {baseline}: {run} is significantly worse {worse}{open}")
            }
            Decision::MeasuresDisagree { run, baseline } => {
                format!("measures disagree on whether {run} is better than {baseline}")
            }
            Decision::NoDifferenceShown { run, baseline } => {
                format!("no significant difference between {run} and {baseline} is shown")
            }
            Decision::KeepBaseline { baseline, mixed } if mixed.is_empty() => {
                format!("keep {baseline}: no run is significantly better")
            }
            Decision::KeepBaseline { baseline, mixed } => format!(
                "keep {baseline}: what is significantly better on one measure is worse on another ({})",
                names(mixed)
            ),
        })
    }
}

fn runs_named(runs: &[UnjudgedRun]) -> String {
    let runs: Vec<_> = runs.iter().map(|run| run.run.clone()).collect();
    any_of(&runs)
}
