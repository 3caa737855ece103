//! The numbers of an agreement by name, in the order in which scripts get them.

use super::effect::Between;
use crate::comparison::Statistic::{self, Count, Number};
use gainline_analysis::judges::{AllAgreement, PairAgreement};
use gainline_stats::{CohenKappa, Confusion, Interval, KappaWeights};

pub(super) type Named = Vec<(&'static str, Statistic)>;

/// Those of two judges.
pub(super) fn pair(pair: &PairAgreement) -> Named {
    let relevant = &pair.relevant;
    let count = |n: u64| Count(n as usize);
    let mut named = vec![
        ("judged_by_both", Count(pair.both)),
        ("judged_by_first_only", Count(pair.only_first)),
        ("judged_by_second_only", Count(pair.only_second)),
        ("same_grade", count(pair.grades.same())),
        ("agreement", Number(pair.grades.agreement())),
    ];
    named.extend(kappa(
        ["kappa", "kappa_se", "kappa_low", "kappa_high"],
        &pair.grades,
        KappaWeights::Equal,
    ));
    named.extend(kappa(
        ["kappa_linear", "kappa_linear_se", "kappa_linear_low", "kappa_linear_high"],
        &pair.grades,
        KappaWeights::Linear,
    ));
    named.extend(kappa(
        ["kappa_quadratic", "kappa_quadratic_se", "kappa_quadratic_low", "kappa_quadratic_high"],
        &pair.grades,
        KappaWeights::Quadratic,
    ));
    named.extend([
        ("relevant_first", count(relevant.both + relevant.first)),
        ("relevant_second", count(relevant.both + relevant.second)),
        ("relevant_both", count(relevant.both)),
        ("overlap", Number(relevant.overlap())),
        ("mean_overlap", Number(pair.mean_overlap.map(|(mean, _)| mean))),
        ("precision_of_second", Number(relevant.precision_of_second())),
        ("recall_of_second", Number(relevant.recall_of_second())),
        ("positive_agreement", Number(relevant.positive_agreement())),
        ("negative_agreement", Number(relevant.negative_agreement())),
        ("relevant_agreement", Number(relevant.agreement())),
    ]);
    named.extend(kappa(
        ["relevant_kappa", "relevant_kappa_se", "relevant_kappa_low", "relevant_kappa_high"],
        &relevant.confusion(),
        KappaWeights::Equal,
    ));
    named
}

/// The level of the intervals of κ.
pub(super) const LEVEL: f64 = 0.95;

/// The interval of a κ within −1 and 1; none where the standard error is 0, since it would claim what
/// no sample can show.
pub(super) fn interval(kappa: CohenKappa) -> Option<Interval> {
    if kappa.standard_error > 0.0 { kappa.cut_interval(LEVEL).ok() } else { None }
}

/// Whether an end of that interval lies beyond −1 or 1, and is cut.
pub(super) fn is_cut(kappa: CohenKappa) -> bool {
    let whole = interval(kappa).and_then(|_| kappa.interval(LEVEL).ok());
    whole.is_some_and(|whole| whole.low < -1.0 || whole.high > 1.0)
}

fn kappa(names: [&'static str; 4], table: &Confusion, weights: KappaWeights) -> Named {
    let kappa: Option<CohenKappa> = table.kappa(weights).ok();
    let interval = kappa.and_then(interval);
    let values = [
        kappa.map(|kappa| kappa.kappa),
        kappa.map(|kappa| kappa.standard_error),
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
    ];
    names.into_iter().zip(values).map(|(name, value)| (name, Number(value))).collect()
}

/// Those of all judges.
pub(super) fn all(all: &AllAgreement) -> Named {
    let alpha = |at: usize| Number(all.alpha[at].as_ref().ok().map(|alpha| alpha.alpha));
    vec![
        ("documents", Count(all.documents)),
        ("judged_by_several", Count(all.by_several)),
        ("judged_by_all", Count(all.by_all)),
        ("same_grade", Count(all.same)),
        ("agreement", Number(all.agreement())),
        ("relevant_to_all", Count(all.relevant_to_all)),
        ("relevant_to_any", Count(all.relevant_to_any)),
        ("overlap", Number(all.overlap())),
        ("mean_overlap", Number(all.mean_overlap.map(|(mean, _)| mean))),
        ("fleiss_kappa", Number(all.fleiss.as_ref().ok().map(|fleiss| fleiss.kappa))),
        ("alpha_nominal", alpha(0)),
        ("alpha_ordinal", alpha(1)),
        ("alpha_interval", alpha(2)),
        (
            "relevant_fleiss_kappa",
            Number(all.fleiss_relevant.as_ref().ok().map(|fleiss| fleiss.kappa)),
        ),
        ("relevant_alpha", Number(all.alpha_relevant.as_ref().ok().map(|alpha| alpha.alpha))),
    ]
}

/// Those of two judges' orders of the runs.
pub(super) fn between(between: &Between) -> Named {
    let alike = &between.alike;
    vec![
        ("tau_b", Number(alike.tau_b.map(|tau| tau.coefficient))),
        ("tau_ap_first_true", Number(alike.tau_ap_first)),
        ("tau_ap_second_true", Number(alike.tau_ap_second)),
        ("run_pairs", Count(alike.pairs)),
        ("swapped", Count(alike.swapped.len())),
        ("tied_in_one", Count(alike.tied_in_one)),
        ("separated_by_one", Count(between.separated_by_one)),
        ("separated_oppositely", Count(between.separated_oppositely)),
        ("largest_change", Number(between.largest.map(|(_, change)| change))),
    ]
}
