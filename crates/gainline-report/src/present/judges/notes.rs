//! The choices behind the agreement of judges, and why some numbers are not there.

use super::{JudgesPresenter, WIDEST, shown_grade};
use crate::Note;
use crate::present::notes::{self, note, per_run};
use crate::present::words::counted;
use gainline_analysis::judges::{
    AllReason, Finding, JudgeFacts, JudgePair, KAPPA_LEVEL, PairReason, RunsEffect,
};

/// So many judges get a line of their own.
const JUDGES: usize = 6;

impl JudgesPresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let judges = &self.answer.provenance.judges;
        let mut notes: Vec<Note> = judges.iter().take(JUDGES).map(judge).collect();
        if let more @ 1.. = judges.len().saturating_sub(JUDGES) {
            notes.push(note("judges", format!("and {more} more, which json has")));
        }
        let names = notes::shortened(&self.answer.provenance.names);
        notes.extend(names.map(|text| note("names", text)));
        notes.extend([self.documents(), self.grades(), self.relevant(), self.intervals()]);
        notes.extend(self.effect().iter().flat_map(|effect| self.of_runs(effect)));
        notes.extend(self.confusion());
        notes.extend(self.answer.findings.iter().filter_map(told));
        notes
    }

    fn documents(&self) -> Note {
        let all = &self.answer.agreement.all;
        let judges = self.answer.provenance.judges.len();
        let whom = if judges == 2 { "both" } else { "all" };
        let selected = match self.answer.provenance.options.topics {
            Some(_) => " selected (--topics)",
            None => "",
        };
        let topics = format!(
            "{}{selected}, {} of them judged by {whom}",
            counted(self.answer.topics, "topic"),
            self.answer.topics_by_all
        );
        let documents = if self.answer.request.common {
            let out = self.answer.documents_left_out;
            format!("{} judged by {whom}, {out} others left out (--common)", all.documents)
        } else {
            let by_all = match judges {
                2 => format!("{} by both", all.judged_by_all),
                _ => format!(
                    "{} by two or more, {} by all {judges}",
                    all.judged_by_several, all.judged_by_all
                ),
            };
            format!("{} judged by any judge, {by_all}", all.documents)
        };
        note("documents", format!("{documents}; {topics}"))
    }

    fn grades(&self) -> Note {
        let names: Vec<String> = self.answer.grades.iter().map(|g| shown_grade(*g)).collect();
        let shown = match &names[..] {
            [low, .., high] if names.len() > WIDEST => format!(
                "{} grades from {low} to {high}, too many to show confusion matrices (json has them)",
                names.len()
            ),
            few => few.join(", "),
        };
        let uneven = if self.answer.findings.contains(&Finding::UnevenGrades) {
            "; these are not evenly spaced, and only alpha interval uses their values"
        } else {
            ""
        };
        let text = format!(
            "{shown}; weighted kappa uses a grade's position among these, as in scikit-learn{uneven}"
        );
        note("grades", text)
    }

    fn relevant(&self) -> Note {
        let rel = self.answer.provenance.options.rel;
        let without = self.answer.provenance.judges.iter().map(|judge| {
            let topics = judge.qrels.topics_without_relevant;
            (judge.name.as_str(), (topics > 0).then(|| topics.to_string()))
        });
        let without =
            per_run(without).map_or(String::new(), |each| format!("; topics without any: {each}"));
        note("relevant", format!("grade {rel} or higher (--rel){without}"))
    }

    /// What the intervals of κ suppose, and which of those that are shown are cut.
    fn intervals(&self) -> Note {
        let cut = self.answer.findings.iter().find_map(|finding| {
            let Finding::IntervalsCut { pairs } = finding else { return None };
            Some(format!("; cut at -1 or 1, the limits of kappa: {}", named(pairs)))
        });
        let text = format!(
            "{} % CIs of kappa assume independent documents; documents of the same topic are not \
             independent, so the CIs are probably too narrow{}",
            100.0 * KAPPA_LEVEL,
            cut.unwrap_or_default()
        );
        note("interval", text)
    }

    fn of_runs(&self, effect: &RunsEffect) -> Vec<Note> {
        let provenance = &effect.provenance;
        let request = &self.answer.request;
        let mut all: Vec<Note> = notes::names(provenance).into_iter().collect();
        all.extend([
            notes::topics(provenance, "averaged"),
            notes::depth(provenance),
            notes::ties(provenance),
        ]);
        all.extend(notes::unjudged(&provenance.options));
        all.extend(notes::collection(&request.measures, &provenance.options));
        all.extend(notes::users(&request.measures, provenance));
        let text = format!(
            "paired t test, significant if p < {} (--alpha), not corrected for the number of pairs",
            request.alpha
        );
        all.push(note("test", text));
        all.extend(notes::compared(&request.measures));
        all
    }

    fn confusion(&self) -> Option<Note> {
        let file = self.confusion_file?;
        let from = match &self.answer.request.regrading_from {
            Some(judge) => format!("from the grades of {judge} to those of all other judges"),
            None => "every pair of judges in both directions".into(),
        };
        let to = if file.as_os_str() == "-" {
            "standard output".into()
        } else {
            file.display().to_string()
        };
        Some(note("confusion", format!("{from}, written to {to} (--confusion)")))
    }
}

/// What was read of a judge.
fn judge(facts: &JudgeFacts) -> Note {
    let note = notes::judgments("judge", &facts.qrels);
    Note { text: format!("{}: {}", facts.name, note.text), ..note }
}

/// `a and b; a and c and 5 more pairs`.
fn named(pairs: &[JudgePair]) -> String {
    const SHOWN: usize = 3;
    let names = pairs.iter().take(SHOWN).map(|pair| format!("{} and {}", pair.first, pair.second));
    let more = match pairs.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more pairs"),
    };
    format!("{}{more}", names.collect::<Vec<_>>().join("; "))
}

/// Findings in words, but for those that are told elsewhere.
fn told(finding: &Finding) -> Option<Note> {
    let of_measures = |measures: &[gainline::Measure], text: &str| {
        let names: Vec<String> = measures.iter().map(ToString::to_string).collect();
        note("-", format!("{}: {text}", names.join(", ")))
    };
    Some(match finding {
        Finding::UnevenGrades | Finding::IntervalsCut { .. } => return None,
        Finding::PairUndefined { reason, pairs } => pair_note(*reason, &named(pairs)),
        Finding::AllUndefined { reason } => note("-", all_reason(*reason)),
        Finding::TopicsUndefined => {
            let text = "topics: not judged by all, only one grade, or nothing relevant";
            note("-", text)
        }
        Finding::OnlyCommonTopics { topics } => {
            let topics = counted(*topics, "topic");
            note("common", format!("only the {topics} that all judges and runs have"))
        }
        Finding::FewRuns { runs, tau_step } => {
            let text = format!(
                "with {runs} runs correlations are coarse: one swap changes tau by {tau_step:.2}"
            );
            note("caution", text)
        }
        Finding::DifferentDocuments => {
            let text = "the judges have not judged the same documents, which changes scores too; \
                        --common leaves out documents that not all have judged";
            note("caution", text)
        }
        Finding::RunsTied { measures } => {
            of_measures(measures, "by some judge all runs have the same mean, so tau is undefined")
        }
        Finding::RunsUntested { measures } => of_measures(
            measures,
            "the t test is undefined for some pairs of runs (one topic, or differences without \
             variance); they count as not significantly different",
        ),
    })
}

fn pair_note(reason: PairReason, pairs: &str) -> Note {
    let (label, why) = match reason {
        PairReason::NoCommonDocument => ("-", "no document is judged by both"),
        PairReason::OneGrade => (
            "-",
            "both gave the same grade to all of these documents, so that expected agreement is 1: kappa \
             and alpha are undefined",
        ),
        PairReason::AllOrNoneRelevant => (
            "-",
            "both found all of these documents relevant, or none: kappa and alpha of relevance are \
             undefined",
        ),
        PairReason::NothingRelevant => (
            "-",
            "neither found anything relevant: overlap, positive agreement, precision and recall are \
             undefined",
        ),
        PairReason::AllRelevant => {
            ("-", "both found all of these documents relevant: negative agreement is undefined")
        }
        PairReason::SecondNothingRelevant => {
            ("-", "the second found nothing relevant: precision is undefined")
        }
        PairReason::FirstNothingRelevant => {
            ("-", "the first found nothing relevant: recall is undefined")
        }
        PairReason::ConstantJudge => (
            "kappa",
            "one of them gave the same grade to all of these documents, so kappa is 0 whatever the \
             other gave",
        ),
    };
    note(label, format!("{pairs}: {why}"))
}

fn all_reason(reason: AllReason) -> &'static str {
    match reason {
        AllReason::NoCommonDocument => {
            "no document is judged by all: Fleiss' kappa, agreement and overlap of all are undefined"
        }
        AllReason::OneGrade => {
            "documents judged by all have only one grade: Fleiss' kappa is undefined"
        }
        AllReason::AllOrNoneRelevant => {
            "documents judged by all are relevant to all judges, or to none: Fleiss' kappa of relevance \
             is undefined"
        }
        AllReason::NothingRelevant => {
            "no document judged by all is relevant to any judge: overlap of all is undefined"
        }
        AllReason::OneGradeOfSeveral => {
            "documents judged by two or more have only one grade: alpha is undefined"
        }
        AllReason::AllOrNoneRelevantOfSeveral => {
            "documents judged by two or more are relevant to all judges, or to none: alpha of relevance \
             is undefined"
        }
    }
}
