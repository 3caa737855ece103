//! All judges at once.

use super::{RatedDocument, RatedTopic, mean_of};
use gainline_stats::{
    AlphaMetric, FleissKappa, KrippendorffAlpha, Result, fleiss_kappa, krippendorff_alpha,
};

/// How far all judges agree.
#[derive(Debug, Clone)]
pub struct AllAgreement {
    /// Documents that at least one has judged.
    pub documents: usize,
    /// Documents that all have judged.
    pub by_all: usize,
    /// Documents that two or more have judged.
    pub by_several: usize,
    /// Of those that all have judged, how many have the same grade by all.
    pub same: usize,
    /// Of those that all have judged, how many are relevant to all.
    pub relevant_to_all: usize,
    /// Of those that all have judged, how many are relevant to any.
    pub relevant_to_any: usize,
    /// The mean of the topics' overlaps, and the number of topics that have one.
    pub mean_overlap: Option<(f64, usize)>,
    /// Fleiss' κ of documents that all have judged.
    pub fleiss: Result<FleissKappa>,
    /// The same of relevant or not.
    pub fleiss_relevant: Result<FleissKappa>,
    /// Krippendorff's α of documents that two or more have judged: nominal, ordinal, interval.
    pub alpha: [Result<KrippendorffAlpha>; 3],
    /// The same of relevant or not, where all three are one.
    pub alpha_relevant: Result<KrippendorffAlpha>,
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
            (any > 0).then(|| all as f64 / any as f64)
        };
        AllAgreement {
            documents: documents.len(),
            by_all: complete.len(),
            by_several: given.iter().filter(|grades| grades.len() > 1).count(),
            same: complete.iter().filter(|grades| grades.iter().all(|g| *g == grades[0])).count(),
            relevant_to_all,
            relevant_to_any,
            mean_overlap: mean_of(topics.iter().filter_map(overlap)),
            fleiss: fleiss_kappa(&complete),
            fleiss_relevant: fleiss_kappa(&sides(&complete, rel)),
            alpha: AlphaMetric::ALL.map(|metric| krippendorff_alpha(&given, metric)),
            alpha_relevant: krippendorff_alpha(&sides(&given, rel), AlphaMetric::Nominal),
        }
    }

    /// Of the documents that all have judged, the share that has the same grade by all; none if
    /// there are no such documents.
    pub fn agreement(&self) -> Option<f64> {
        (self.by_all > 0).then(|| self.same as f64 / self.by_all as f64)
    }

    /// What is relevant to all, over what is relevant to any; none if nothing is.
    pub fn overlap(&self) -> Option<f64> {
        let any = self.relevant_to_any;
        (any > 0).then(|| self.relevant_to_all as f64 / any as f64)
    }
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
