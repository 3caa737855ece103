//! Measures that compare the system's scores with what the documents are worth to the user.

use super::SHARE;
use crate::measure::{
    Alias, BoundRule, Cutoff, Family, Gains, Need, Param, ParamKind, Scorer, Sees, Setting, TieRule,
};
use crate::ranking::judged::Judged;

/// The documents of the ranking: their scores, the largest finite ones for infinite ones, and
/// their grades.
fn scored<'j>(judged: &Judged<'j>) -> impl Iterator<Item = (f64, Option<f64>)> + use<'j> {
    let mut found = judged.found().iter().peekable();
    (1..).zip(judged.scores()).map(move |(rank, score)| {
        let grade = found.next_if(|f| f.rank == rank).map(|f| f.grade);
        (score.clamp(f64::MIN, f64::MAX), grade)
    })
}

/// How scores and gains become numbers from 0 to 1.
struct Scaling {
    gains: Gains,
    raw: bool,
    max: Option<f64>,
    /// N, if the measure says.
    collection: Option<f64>,
}

impl Scaling {
    fn of(setting: &Setting<'_>) -> Self {
        Scaling {
            gains: setting.gains(),
            raw: setting.is("scores", "raw"),
            max: setting.highest_gain(),
            collection: setting.given("N"),
        }
    }

    /// The documents of the ranking, their scores scaled.
    fn scaled<'j>(&self, judged: &Judged<'j>) -> Vec<(f64, Option<f64>)> {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = scored(judged).fold(ends, |(l, h), (s, _)| (l.min(s), h.max(s)));
        // Halves, as the difference of two numbers may be larger than any number.
        let half = if high - low < f64::INFINITY { 1.0 } else { 0.5 };
        let scale = |score: f64| match self.raw {
            true => score.clamp(0.0, 1.0),
            false if low == high => 1.0,
            false => (score * half - low * half) / (high * half - low * half),
        };
        scored(judged).map(|(score, grade)| (scale(score), grade)).collect()
    }

    /// The sum of the distances of judged documents, and the scores of the others.
    fn distance(&self, judged: &Judged<'_>, max: f64) -> (f64, Vec<f64>) {
        // What is judged and not retrieved has score 0.
        let gain = |grade: f64| share(self.gains.of(grade), max);
        let mut sum = judged.grades().iter().fold(0.0, |sum, &grade| sum + gain(grade));
        let mut unjudged = vec![];
        for (score, grade) in self.scaled(judged) {
            match grade {
                Some(grade) => sum += (score - gain(grade)).abs() - gain(grade),
                None => unjudged.push(score),
            }
        }
        (sum, unjudged)
    }

    /// The highest gain of the scale; the topic's own where the judgments are not known.
    fn highest(&self, judged: &Judged<'_>) -> f64 {
        let gains = judged.grades().iter().map(|&grade| self.gains.of(grade));
        self.max.unwrap_or_else(|| gains.fold(0.0, f64::max))
    }

    fn adm(&self, judged: &Judged<'_>) -> f64 {
        let (sum, unjudged) = self.distance(judged, self.highest(judged));
        self.closeness(judged, unjudged.iter().fold(sum, |sum, score| sum + score))
    }

    /// Each unjudged document may have the gain that is nearest to its score, or farthest from it.
    fn bounds(&self, judged: &Judged<'_>, grades: &[f64]) -> (f64, f64) {
        let max = self.highest(judged);
        let (sum, unjudged) = self.distance(judged, max);
        let gains = || grades.iter().map(|&grade| share(self.gains.of(grade), max)).chain([0.0]);
        let (mut near, mut far) = (sum, sum);
        for score in unjudged {
            let distances = || gains().map(|gain| (score - gain).abs());
            near += distances().fold(f64::INFINITY, f64::min);
            far += distances().fold(0.0, f64::max);
        }
        (self.closeness(judged, far), self.closeness(judged, near))
    }

    /// 1 less the mean distance over all documents of the collection, those judged or retrieved if its
    /// size is not given. The others have neither a score nor a gain.
    fn closeness(&self, judged: &Judged<'_>, distance: f64) -> f64 {
        let seen = judged.retrieved() + judged.grades().len() - judged.found().len();
        let given = self.collection.or(judged.background().collection.map(|size| size as f64));
        match given.unwrap_or(seen as f64) {
            0.0 => 0.0,
            documents => (1.0 - distance / documents).clamp(0.0, 1.0),
        }
    }
}

/// A gain as a share of the highest.
fn share(gain: f64, max: f64) -> f64 {
    if max > 0.0 { (gain / max).clamp(0.0, 1.0) } else { 0.0 }
}

/// How the bounds are found.
const EACH_ALONE: &str = "exact: each unjudged document is as near to its score, or as far from it, as a \
                          grade allows";

/// Average distance measure.
pub static ADM: Family = Family {
    name: "ADM",
    aliases: &[Alias::of("average_distance_measure")],
    meaning: "average distance measure: how near the system's scores come to the gains",
    formula: "1 - (1/|D|) sum over D of |score - gain|, both from 0 to 1; |D| is the size of the \
              collection if it is given, otherwise that of all documents judged or retrieved",
    citation: "Della Mea and Mizzaro, Measuring Retrieval Effectiveness, 2004; Kishida, 2005, eq. 38",
    edge_cases: "documents not retrieved have score 0, unjudged documents gain 0; a gain below 0 \
                 counts as 0, one above max as max. With scores=minmax, a topic's highest score \
                 becomes 1 and its lowest 0, and all become 1 where they are equal; with scores=raw, \
                 scores outside 0 to 1 become 0 or 1. Infinite scores count as the largest finite \
                 ones. When nothing is retrieved, 1 - the mean gain; when nothing has a gain, 1 - \
                 the mean score",
    params: &[
        Param::GAINS,
        Param::new(
            "scores",
            ParamKind::Word(&["minmax", "raw"]),
            "how scores come to lie from 0 to 1: minmax (a topic's lowest is 0, its highest \
                      1), raw (they do already)",
        )
        .default("minmax"),
        Param::HIGHEST_GAIN,
        Param::new(
            "N",
            ParamKind::Number(1.0, 1e15),
            "the number of documents in the collection; without it, --collection-size, or else the \
             documents judged or retrieved",
        ),
    ],
    empty: f64::NAN,
    no_relevant: f64::NAN,
    bounds: BoundRule::Own {
        how: EACH_ALONE,
        make: |setting| {
            let scaling = Scaling::of(setting);
            Box::new(move |judged, grades| scaling.bounds(judged, grades))
        },
    },
    needs: &[Need::Scores, Need::CollectionIfGiven, Need::HighestGain],
    scorer: |setting| {
        let scaling = Scaling::of(setting);
        Scorer::judged(move |judged| scaling.adm(judged))
    },
    ..SHARE
};

/// Relative relevance.
pub static REL_REL: Family = Family {
    name: "RelRel",
    aliases: &[Alias::of("relative_relevance")],
    meaning: "relative relevance: how well the system's scores of the top k go with the gains",
    formula: "the cosine of the scores and the gains at ranks 1..k",
    citation: "Borlund and Ingwersen, Measures of Relative Relevance and Ranked Half-Life, 1998; \
               Järvelin and Kekäläinen, 2002, sec. 2.4",
    edge_cases: "0 when all scores or all gains of the list are 0, or nothing is retrieved; a list \
                 of one document that has a gain gives 1, or -1 for a score below 0. Unjudged documents and negative \
                 grades have gain 0. Scores below 0 count as they are, so that the cosine may be \
                 negative; infinite scores count as the largest finite ones",
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS],
    range: (-1.0, 1.0),
    // Tied documents have the same score, so that only which of them a cutoff keeps matters.
    tie_mean: TieRule::ClosedUncut,
    tie_extremes: TieRule::ClosedUncut,
    // Scores fall with the ranks, so that gains go best with them in falling order.
    bounds: BoundRule::Searched(Sees::Grade),
    needs: &[Need::Scores],
    scorer: |setting| {
        let (gains, k) = (setting.gains(), setting.cutoff());
        Scorer::judged(move |judged| {
            let gain = |grade: Option<f64>| grade.map_or(0.0, |grade| gains.of(grade));
            let list = || scored(judged).take(k).map(|(score, grade)| (score, gain(grade)));
            // Divided by the largest, so that no square is too large or too small.
            let largest = |(s, g): (f64, f64), (score, gain): (f64, f64)| {
                (s.max(score.abs()), g.max(gain.abs()))
            };
            let (score, gain) = list().fold((0.0, 0.0), largest);
            if score == 0.0 || gain == 0.0 {
                return 0.0;
            }
            let [mut dot, mut scores, mut gains] = [0.0; 3];
            for (s, g) in list().map(|(s, g)| (s / score, g / gain)) {
                dot += s * g;
                scores += s * s;
                gains += g * g;
            }
            (dot / (scores * gains).sqrt()).clamp(-1.0, 1.0)
        })
    },
    ..SHARE
};
