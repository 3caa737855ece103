//! All judges.

use super::{MeanOverlap, RatedDocument, RatedTopic};
use gainline_stats::{
    AlphaMetric, FleissKappa, KrippendorffAlpha, fleiss_kappa, krippendorff_alpha,
};
use serde::Serialize;

/// How far all judges agree.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AllAgreement {
    /// Documents that any judge has judged.
    pub documents: usize,
    /// Documents that two judges or more have judged.
    pub judged_by_several: usize,
    /// Documents that all judges have judged.
    pub judged_by_all: usize,
    /// Those of them that have the same grade by all.
    pub same_grade: usize,
    /// Their share of what all have judged.
    pub agreement: Option<f64>,
    /// Of what all have judged, documents that are relevant to all.
    pub relevant_to_all: usize,
    /// Of what all have judged, documents that are relevant to any.
    pub relevant_to_any: usize,
    /// What is relevant to all, over what is relevant to any.
    pub overlap: Option<f64>,
    /// The mean over topics of the overlap.
    pub mean_overlap: Option<MeanOverlap>,
    /// Fleiss' κ of grades, on what all have judged.
    pub fleiss_kappa: Option<FleissKappa>,
    /// Fleiss' κ of relevant or not.
    pub relevant_fleiss_kappa: Option<FleissKappa>,
    /// Krippendorff's α of grades that differ or not, on what two judges or more have judged.
    pub alpha_nominal: Option<Alpha>,
    /// Krippendorff's α of the order of grades.
    pub alpha_ordinal: Option<Alpha>,
    /// Krippendorff's α of squared differences of grades.
    pub alpha_interval: Option<Alpha>,
    /// Krippendorff's α of relevant or not.
    pub relevant_alpha: Option<Alpha>,
}

/// Krippendorff's α and what he says of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alpha {
    /// The coefficient, with what it rests on.
    #[serde(flatten)]
    pub coefficient: KrippendorffAlpha,
    /// What Krippendorff (2004) says of it.
    pub reliability: Reliability,
}

/// What Krippendorff (2004) says of an α.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reliability {
    /// 0.8 or more: the judgments can be relied on.
    Reliable,
    /// 0.667 or more: enough for tentative conclusions.
    Tentative,
    /// Less than that.
    Unreliable,
}

impl Reliability {
    /// Of an α.
    pub fn of(alpha: f64) -> Self {
        match alpha {
            alpha if alpha >= 0.8 => Reliability::Reliable,
            alpha if alpha >= 0.667 => Reliability::Tentative,
            _ => Reliability::Unreliable,
        }
    }
}

impl Alpha {
    fn of(grades: &[Vec<f64>], metric: AlphaMetric) -> Option<Self> {
        let coefficient = krippendorff_alpha(grades, metric).ok()?;
        Some(Alpha { coefficient, reliability: Reliability::of(coefficient.alpha) })
    }
}

impl AllAgreement {
    pub(super) fn on(topics: &[&RatedTopic], rel: f64) -> Self {
        let documents: Vec<&RatedDocument> =
            topics.iter().flat_map(|topic| &topic.documents).collect();
        let given: Vec<Vec<f64>> = documents.iter().map(|d| d.given().collect()).collect();
        let complete: Vec<Vec<f64>> = documents.iter().filter_map(|d| d.complete()).collect();
        let (relevant_to_all, relevant_to_any) = relevant(&complete, rel);
        let overlap = |topic: &&RatedTopic| {
            let complete: Vec<_> =
                topic.documents.iter().filter_map(RatedDocument::complete).collect();
            let (all, any) = relevant(&complete, rel);
            share(all, any)
        };
        let same = complete.iter().filter(|grades| grades.iter().all(|g| *g == grades[0])).count();
        AllAgreement {
            documents: documents.len(),
            judged_by_several: given.iter().filter(|grades| grades.len() > 1).count(),
            judged_by_all: complete.len(),
            same_grade: same,
            agreement: share(same, complete.len()),
            relevant_to_all,
            relevant_to_any,
            overlap: share(relevant_to_all, relevant_to_any),
            mean_overlap: MeanOverlap::of(topics.iter().filter_map(overlap)),
            fleiss_kappa: fleiss_kappa(&complete).ok(),
            relevant_fleiss_kappa: fleiss_kappa(&sides(&complete, rel)).ok(),
            alpha_nominal: Alpha::of(&given, AlphaMetric::Nominal),
            alpha_ordinal: Alpha::of(&given, AlphaMetric::Ordinal),
            alpha_interval: Alpha::of(&given, AlphaMetric::Interval),
            relevant_alpha: Alpha::of(&sides(&given, rel), AlphaMetric::Nominal),
        }
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// How many documents are relevant to all and to any.
fn relevant(complete: &[Vec<f64>], rel: f64) -> (usize, usize) {
    let all = complete.iter().filter(|grades| grades.iter().all(|g| *g >= rel)).count();
    let any = complete.iter().filter(|grades| grades.iter().any(|g| *g >= rel)).count();
    (all, any)
}

/// Relevant grades as 1, others as 0.
fn sides(grades: &[Vec<f64>], rel: f64) -> Vec<Vec<f64>> {
    let side = |grade: &f64| f64::from(u8::from(*grade >= rel));
    grades.iter().map(|grades| grades.iter().map(side).collect()).collect()
}
