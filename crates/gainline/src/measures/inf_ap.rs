//! Inferred average precision, for judgments that are a sample of the pool.

use super::SHARE;
use crate::measure::{BoundRule, Example, Family, Scorer, Sees, TieRule};

const EPSILON: f64 = 0.00001;

/// Inferred AP.
pub static INF_AP: Family = Family {
    name: "infAP",
    meaning: "inferred average precision: AP estimated when only a sample of the pool was judged; \
              negative grades mark documents that were pooled but not judged",
    formula: "(1/R) sum over ranks j of relevant documents of 1/j + ((j-1)/j) * \
              ((r+n+u)/(j-1)) * ((r+e)/(r+n+2e)), with r, n, u the relevant, nonrelevant and \
              pooled-but-unjudged above j, and e = 0.00001",
    citation: "Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect \
               Judgments, 2006",
    edge_cases: "0 when nothing is relevant or retrieved; equals AP, but for e, when everything \
                 is judged. Documents without any grade count as outside the pool, so not relevant",
    example: Some(Example { measure: "infAP", ranking: "1 - 0 1", missed: "1", value: 0.5 }),
    tie_mean: TieRule::Orders,
    tie_extremes: TieRule::Orders,
    bounds: BoundRule::Exhausted(Sees::Judgment),
    scorer: |setting| {
        let rel = setting.rel();
        Scorer::judged(move |judged| {
            let (mut r, mut n, mut unjudged) = (0.0, 0.0, 0.0);
            let mut sum = 0.0;
            for found in judged.found() {
                if found.grade >= rel {
                    let above = found.rank as f64 - 1.0;
                    let rank = found.rank as f64;
                    sum += if above == 0.0 {
                        1.0
                    } else {
                        let precision = (r + EPSILON) / (r + n + 2.0 * EPSILON);
                        1.0 / rank + above / rank * ((r + n + unjudged) / above) * precision
                    };
                    r += 1.0;
                } else if found.grade >= 0.0 {
                    n += 1.0;
                } else {
                    unjudged += 1.0;
                }
            }
            let relevant = judged.relevant(rel);
            if relevant == 0 { 0.0 } else { sum / relevant as f64 }
        })
    },
    ..SHARE
};
