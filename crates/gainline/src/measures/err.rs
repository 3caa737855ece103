//! Expected reciprocal rank.

use crate::measure::{Alias, Better, Cutoff, Example, Family, Param, ParamKind, Scorer, Summary};

/// ERR.
pub static ERR: Family = Family {
    name: "ERR",
    aliases: &[Alias::of("expected_reciprocal_rank")],
    meaning: "expected reciprocal rank: how soon a user is satisfied who may stop at every \
              document, the likelier the better it is",
    formula: "sum over ranks i <= k of (1/i) s(i) prod over j < i of (1 - s(j)), with \
              s = (2^grade - 1) / 2^max, or grade / (max + 1) for stop=linear",
    citation: "Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded \
               Relevance, 2009; gdeval has max = 4",
    edge_cases: "0 when nothing has a grade above 0, or nothing is retrieved; grades above max \
                 count as max",
    example: Some(Example { measure: "ERR@5", ranking: "1 0 3 -", missed: "2", value: 0.1992 }),
    cutoff: Cutoff::Optional,
    params: &[
        Param {
            name: "max",
            kind: ParamKind::Number(f64::MIN_POSITIVE, 1000.0),
            default: Some("4"),
            meaning: "the highest grade of the scale",
        },
        Param {
            name: "stop",
            kind: ParamKind::Word(&["exp2", "linear"]),
            default: Some("exp2"),
            meaning: "how a grade becomes the probability to stop",
        },
    ],
    range: (0.0, 1.0),
    empty: 0.0,
    no_relevant: 0.0,
    summary: Summary::Mean,
    better: Better::Higher,
    scorer: |setting| {
        let (max, k) = (setting.number("max"), setting.cutoff());
        let linear = setting.is("stop", "linear");
        Scorer::judged(move |judged| {
            let mut going_on = 1.0;
            let mut sum = 0.0;
            for found in judged.found_within(k) {
                let grade = found.grade.clamp(0.0, max);
                let stop =
                    if linear { grade / (max + 1.0) } else { (grade.exp2() - 1.0) / max.exp2() };
                sum += going_on * stop / found.rank as f64;
                going_on *= 1.0 - stop;
            }
            sum
        })
    },
};
