//! Two judges.

use super::{MeanOverlap, RatedTopic, Ratings};
use gainline_stats::{BinaryAgreement, CohenKappa, Confusion, Interval, KappaWeights};
use serde::Serialize;

/// The level of the intervals of κ.
pub const KAPPA_LEVEL: f64 = 0.95;

/// How far two judges agree, on documents that both have judged.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairAgreement {
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
    /// Documents that both have judged.
    pub judged_by_both: usize,
    /// Documents that only the first has judged.
    pub judged_by_first_only: usize,
    /// Documents that only the second has judged.
    pub judged_by_second_only: usize,
    /// Agreement on grades.
    pub grades: GradeAgreement,
    /// Agreement on whether documents are relevant.
    pub relevance: RelevanceAgreement,
}

/// How far two judges agree on grades.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GradeAgreement {
    /// The first one's grades in rows, by their places among all grades; the second's in columns.
    pub confusion: Confusion,
    /// Documents of the same grade.
    pub same: u64,
    /// Their share.
    pub agreement: Option<f64>,
    /// Cohen's κ: any two grades differ alike.
    pub kappa: Option<Kappa>,
    /// Weighted by the number of grades in between; places among all grades count.
    pub kappa_linear: Option<Kappa>,
    /// Weighted by the square of that number.
    pub kappa_quadratic: Option<Kappa>,
}

/// How far two judges agree on whether documents are relevant.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RelevanceAgreement {
    /// Documents by the judges that find them relevant.
    pub documents: BinaryAgreement,
    /// The share of documents on which they agree.
    pub agreement: Option<f64>,
    /// Cohen's κ.
    pub kappa: Option<Kappa>,
    /// Relevant to both, over relevant to either.
    pub overlap: Option<f64>,
    /// The mean over topics of the overlap (Voorhees 2000).
    pub mean_overlap: Option<MeanOverlap>,
    /// Of all that either finds relevant, the share on which they agree.
    pub positive_agreement: Option<f64>,
    /// Of all that either finds not relevant, the share on which they agree.
    pub negative_agreement: Option<f64>,
    /// Of what the second finds relevant, the share that the first does too.
    pub precision_of_second: Option<f64>,
    /// Of what the first finds relevant, the share that the second does too.
    pub recall_of_second: Option<f64>,
}

/// Cohen's κ.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kappa {
    /// 1 is full agreement, 0 what chance gives, below 0 less than that.
    pub kappa: f64,
    /// Its standard error in large samples (Fleiss, Cohen & Everitt 1969), for independent documents.
    pub standard_error: f64,
    /// The 95 % interval within −1 and 1; null where the standard error is 0, since it would claim
    /// what no sample can show.
    pub interval: Option<Interval>,
    /// Whether an end of the interval lies beyond −1 or 1, and is cut there.
    pub interval_cut: bool,
    /// What Landis & Koch (1977) call it.
    pub strength: Strength,
}

/// What Landis & Koch (1977) call a κ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Below 0.
    Poor,
    /// Up to 0.2.
    Slight,
    /// Up to 0.4.
    Fair,
    /// Up to 0.6.
    Moderate,
    /// Up to 0.8.
    Substantial,
    /// Above 0.8.
    AlmostPerfect,
}

impl Strength {
    /// Of a κ.
    pub fn of(kappa: f64) -> Self {
        match kappa {
            k if k < 0.0 => Strength::Poor,
            k if k <= 0.2 => Strength::Slight,
            k if k <= 0.4 => Strength::Fair,
            k if k <= 0.6 => Strength::Moderate,
            k if k <= 0.8 => Strength::Substantial,
            _ => Strength::AlmostPerfect,
        }
    }
}

impl Kappa {
    /// Of a table of counts; none where it is undefined.
    fn of(table: &Confusion, weights: KappaWeights) -> Option<Self> {
        let cohen: CohenKappa = table.kappa(weights).ok()?;
        let shown = cohen.standard_error > 0.0;
        let whole = cohen.interval(KAPPA_LEVEL).ok().filter(|_| shown);
        Some(Kappa {
            kappa: cohen.kappa,
            standard_error: cohen.standard_error,
            interval: cohen.cut_interval(KAPPA_LEVEL).ok().filter(|_| shown),
            interval_cut: whole.is_some_and(|whole| whole.low < -1.0 || whole.high > 1.0),
            strength: Strength::of(cohen.kappa),
        })
    }
}

impl GradeAgreement {
    fn of(confusion: Confusion) -> Self {
        GradeAgreement {
            same: confusion.same(),
            agreement: confusion.agreement(),
            kappa: Kappa::of(&confusion, KappaWeights::Equal),
            kappa_linear: Kappa::of(&confusion, KappaWeights::Linear),
            kappa_quadratic: Kappa::of(&confusion, KappaWeights::Quadratic),
            confusion,
        }
    }

    /// Whether one of the two judges gave one grade throughout.
    pub(super) fn is_constant(&self) -> bool {
        let used = |totals: Vec<u64>| totals.iter().filter(|total| **total > 0).count();
        used(self.confusion.first_totals()) == 1 || used(self.confusion.second_totals()) == 1
    }
}

impl RelevanceAgreement {
    fn of(documents: BinaryAgreement, mean_overlap: Option<MeanOverlap>) -> Self {
        RelevanceAgreement {
            documents,
            agreement: documents.agreement(),
            kappa: Kappa::of(&documents.confusion(), KappaWeights::Equal),
            overlap: documents.overlap(),
            mean_overlap,
            positive_agreement: documents.positive_agreement(),
            negative_agreement: documents.negative_agreement(),
            precision_of_second: documents.precision_of_second(),
            recall_of_second: documents.recall_of_second(),
        }
    }
}

impl PairAgreement {
    pub(super) fn on(
        topics: &[&RatedTopic],
        (first, second): (usize, usize),
        ratings: &Ratings,
        rel: f64,
    ) -> Self {
        let (mut both, mut only_first, mut only_second) = (0, 0, 0);
        let mut grades = Confusion::new(ratings.grades.len());
        let mut relevant = BinaryAgreement::default();
        let mut overlaps = vec![];
        for topic in topics {
            let mut here = BinaryAgreement::default();
            for document in &topic.documents {
                match (document.grades[first], document.grades[second]) {
                    (Some(one), Some(other)) => {
                        both += 1;
                        grades.add(ratings.place(one), ratings.place(other));
                        here.add(one >= rel, other >= rel);
                        relevant.add(one >= rel, other >= rel);
                    }
                    (Some(_), None) => only_first += 1,
                    (None, Some(_)) => only_second += 1,
                    (None, None) => {}
                }
            }
            overlaps.extend(here.overlap());
        }
        PairAgreement {
            first: ratings.judges[first].clone(),
            second: ratings.judges[second].clone(),
            judged_by_both: both,
            judged_by_first_only: only_first,
            judged_by_second_only: only_second,
            grades: GradeAgreement::of(grades),
            relevance: RelevanceAgreement::of(relevant, MeanOverlap::of(overlaps)),
        }
    }
}
