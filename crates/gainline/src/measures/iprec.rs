//! Interpolated precision at recall levels.

use super::SHARE;
use crate::measure::{
    Alias, Cutoff, Example, Family, Outside, Param, ParamKind, REL, Scorer, TieRule,
};
use crate::numbers::reaches;
use crate::ranking::judged::Judged;

/// How many documents a share of R is: rounded up, or as trec_eval 9 does.
pub(super) fn needed(share: f64, relevant: usize, as_trec_eval: bool) -> usize {
    let exact = share * relevant as f64;
    if as_trec_eval {
        return (exact + 0.9) as usize;
    }
    let whole = exact.floor();
    (if reaches(whole, exact, exact) { whole } else { whole + 1.0 }) as usize
}

/// The highest precision at any rank where at least `needed` relevant documents are found.
fn interpolated(judged: &Judged<'_>, rel: f64, needed: usize) -> f64 {
    let precisions = judged
        .relevant_ranks(rel, usize::MAX)
        .zip(1..)
        .map(|(rank, n)| (n, n as f64 / rank as f64));
    precisions.filter(|&(n, _)| n >= needed).fold(0.0, |best, (_, p)| f64::max(best, p))
}

const ROUNDING: Param = Param::new(
    "rounding",
    ParamKind::Word(&["up", "trec_eval"]),
    "how a recall level becomes a number of documents: up, or trec_eval's \
              floor(r * R + 0.9)",
)
.default("up");

/// Interpolated precision at a recall level.
pub static IPREC: Family = Family {
    name: "IPrec",
    aliases: &[Alias::cut("iprec_at_recall").with("rounding=trec_eval")],
    meaning: "interpolated precision: the best precision at recall level r or beyond",
    formula: "max of (relevant up to i) / i over ranks i where at least r * R relevant documents, \
              rounded up, are found",
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4",
    edge_cases: "0 when the recall level is never reached, or nothing is relevant or retrieved. \
                 iprec_at_recall_r rounds as trec_eval 9 does, so it can differ from IPrec@r",
    example: Some(Example { measure: "IPrec@0.5", ranking: "1 - 0 1", missed: "1", value: 0.5 }),
    cutoff: Cutoff::Recall,
    params: &[ROUNDING, REL],
    tie_mean: TieRule::Orders,
    outside: Outside::OneWay,
    scorer: |setting| {
        let (rel, level) = (setting.rel(), setting.level());
        let as_trec_eval = setting.is("rounding", "trec_eval");
        Scorer::judged(move |judged| {
            interpolated(judged, rel, needed(level, judged.relevant(rel), as_trec_eval))
        })
    },
    ..SHARE
};

/// Mean interpolated precision over recall levels.
pub static IPREC11: Family = Family {
    name: "IPrec11",
    aliases: &[Alias::of("11pt_avg").with("rounding=trec_eval")],
    meaning: "eleven-point average: mean interpolated precision at recall 0, 0.1, … 1",
    formula: "mean of IPrec@r over the levels r",
    citation: "Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, ch. 4",
    edge_cases: "0 when nothing is relevant or retrieved. 11pt_avg rounds as trec_eval 9 does",
    example: Some(Example { measure: "IPrec11", ranking: "1 - 0 1", missed: "1", value: 0.5000 }),
    params: &[
        Param::new("levels", ParamKind::List(0.0, 1.0), "the recall levels, with dashes between")
            .default("0-0.1-0.2-0.3-0.4-0.5-0.6-0.7-0.8-0.9-1"),
        ROUNDING,
        REL,
    ],
    tie_mean: TieRule::Orders,
    scorer: |setting| {
        let (rel, levels) = (setting.rel(), setting.list("levels"));
        let as_trec_eval = setting.is("rounding", "trec_eval");
        Scorer::judged(move |judged| {
            let relevant = judged.relevant(rel);
            let at = |&r: &f64| interpolated(judged, rel, needed(r, relevant, as_trec_eval));
            levels.iter().map(at).fold(0.0, |a, b| a + b) / levels.len() as f64
        })
    },
    ..SHARE
};
