//! What else there is to know about changes.

use super::{Base, RunSensitivity, Sensitivity};
use crate::Provenance;
use gainline::{Better, Measure, Need, Summary};
use serde::Serialize;

/// A fact worth knowing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "SensitivityFinding")
)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// No judged document is relevant.
    NothingRelevant {
        /// The lowest relevant grade.
        rel: f64,
        /// The highest grade of the qrels.
        highest: f64,
    },
    /// The grade that documents get is above those of the qrels.
    GradeAboveJudgments {
        /// The grade.
        to: f64,
        /// The highest grade of the qrels.
        highest: f64,
    },
    /// The grade that documents get is not relevant.
    GradeNotRelevant {
        /// The grade.
        to: f64,
        /// The lowest relevant grade.
        rel: f64,
    },
    /// These measures read the place of every relevant document, so with a fixed base a topic counts
    /// only where a relevant document can be at the rank: one that the run missed, or that is there
    /// already.
    NeedsMissedDocument {
        /// The measures.
        measures: Vec<Measure>,
    },
    /// Lower values of these measures are better, so a change below 0 is a gain.
    LowerIsBetter {
        /// The measures.
        measures: Vec<Measure>,
    },
    /// The scores of these measures are not means over topics, but their changes here are.
    NotMeans {
        /// The measures.
        measures: Vec<Measure>,
    },
    /// To these measures, an unjudged document is one that the user did not know.
    UnjudgedIsUnknown {
        /// The measures.
        measures: Vec<Measure>,
    },
    /// No document changes, at any rank.
    NoDocuments {
        /// The run.
        run: String,
    },
    /// A document with the grade changes nothing at any rank.
    NothingChanges {
        /// The run.
        run: String,
        /// The measure.
        measure: Measure,
    },
}

/// The findings: on grades first, then on measures, then on runs.
pub(super) fn findings(
    request: &Sensitivity,
    provenance: &Provenance,
    runs: &[RunSensitivity],
) -> Vec<Finding> {
    let mut findings = of_grades(request, provenance);
    let mut of = |wanted: fn(&Measure) -> bool, finding: fn(Vec<Measure>) -> Finding| {
        let measures: Vec<Measure> =
            request.measures.iter().filter(|measure| wanted(measure)).cloned().collect();
        findings.extend((!measures.is_empty()).then(|| finding(measures)));
    };
    if request.base == Base::Fixed {
        of(
            |measure| measure.family().needs.contains(&Need::Collection),
            |measures| Finding::NeedsMissedDocument { measures },
        );
    }
    of(
        |measure| measure.family().better == Better::Lower,
        |measures| Finding::LowerIsBetter { measures },
    );
    of(|measure| measure.summary() != Summary::Mean, |measures| Finding::NotMeans { measures });
    of(
        |measure| measure.family().needs.contains(&Need::Known),
        |measures| Finding::UnjudgedIsUnknown { measures },
    );
    for run in runs {
        if run.last_rank == 0 {
            findings.push(Finding::NoDocuments { run: run.run.clone() });
            continue;
        }
        let nothing = request.measures.iter().zip(&run.measures);
        let nothing = nothing.filter(|(_, changes)| changes.last_effective_rank.is_none());
        findings.extend(nothing.map(|(measure, _)| Finding::NothingChanges {
            run: run.run.clone(),
            measure: measure.clone(),
        }));
    }
    findings
}

fn of_grades(request: &Sensitivity, provenance: &Provenance) -> Vec<Finding> {
    let rel = provenance.options.rel;
    let Some(highest) = provenance.qrels.grades.last().copied() else { return vec![] };
    let nothing = (rel > highest).then_some(Finding::NothingRelevant { rel, highest });
    let to = request.to;
    let above =
        to.filter(|to| *to > highest).map(|to| Finding::GradeAboveJudgments { to, highest });
    let below = to.filter(|to| *to < rel).map(|to| Finding::GradeNotRelevant { to, rel });
    nothing.into_iter().chain(above).chain(below).collect()
}
