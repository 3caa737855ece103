//! Measures averaged over several groups of judges (trec_eval's `-R qrels_jg`).

use super::ap::average_precision;
use super::rprec::precision_at_multiple;
use super::{SHARE, ratio};
use crate::measure::{Alias, Cutoff, Family, Param, ParamKind, REL, Scorer, Suffix};
use crate::ranking::judged::Judged;

fn mean_over_groups(score: impl Fn(&Judged<'_>) -> f64 + Send + Sync + 'static) -> Scorer {
    Scorer::Groups(Box::new(move |groups| {
        groups.iter().map(&score).fold(0.0, |a, b| a + b) / groups.len().max(1) as f64
    }))
}

const GROUPED: Family = Family {
    citation: "trec_eval 9.0.8, -R qrels_jg",
    edge_cases: "0 for a group where nothing is relevant or retrieved. Needs judgments with \
                 groups: gainline trec-eval -R qrels_jg",
    scorer: |_| mean_over_groups(|_| 0.0),
    ..SHARE
};

/// AP, mean over judgment groups.
pub static GROUP_AP: Family = Family {
    name: "GroupAP",
    aliases: &[Alias::of("map_avgjg")],
    meaning: "average precision by each group's judgments, mean over groups",
    formula: "mean over groups of AP",
    scorer: |setting| {
        let rel = setting.rel();
        mean_over_groups(move |judged| average_precision(judged, rel, usize::MAX))
    },
    ..GROUPED
};

/// P, mean over judgment groups.
pub static GROUP_P: Family = Family {
    name: "GroupP",
    aliases: &[Alias::cut("P_avgjg")],
    meaning: "precision at k by each group's judgments, mean over groups",
    formula: "mean over groups of P@k",
    cutoff: Cutoff::Required,
    scorer: |setting| {
        let (rel, k) = (setting.rel(), setting.cutoff());
        mean_over_groups(move |judged| ratio(judged.relevant_retrieved(rel, k), k as f64))
    },
    ..GROUPED
};

/// R-precision at multiples, mean over judgment groups.
pub static GROUP_RPREC: Family = Family {
    name: "GroupRprec",
    aliases: &[Alias { spelling: "Rprec_mult_avgjg", params: "", suffix: Suffix::Param("mult") }],
    meaning: "R-precision by each group's judgments, mean over groups",
    formula: "mean over groups of precision at floor(mult * R + 0.9)",
    params: &[
        Param::new(
            "mult",
            ParamKind::Number(0.0, f64::INFINITY),
            "the multiple of R at which precision is taken",
        )
        .default("1"),
        REL,
    ],
    scorer: |setting| {
        let (rel, multiple) = (setting.rel(), setting.number("mult"));
        mean_over_groups(move |judged| precision_at_multiple(judged, rel, multiple, true))
    },
    ..GROUPED
};
