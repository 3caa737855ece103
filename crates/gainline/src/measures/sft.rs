//! Satisfaction, frustration and both together: how well the retrieved documents are ordered,
//! whichever they are.

use super::{SHARE, ratio};
use crate::measure::{
    Alias, Better, BoundRule, BoundScorer, Cutoff, Example, Family, Gains, Need, Outside, Param,
    ParamKind, REL, Scorer, Setting, TieRule,
};
use crate::ranking::judged::{Found, Judged};

/// What pleases the user, and how much.
struct User {
    gains: Gains,
    rel: f64,
    max: Option<f64>,
    /// The weight of satisfaction.
    w: f64,
    k: usize,
}

type Score = fn(&User, &Judged<'_>) -> f64;

impl User {
    /// As far as the family has these parameters.
    fn of(setting: &Setting<'_>) -> Self {
        User {
            gains: setting.gains(),
            rel: setting.rel(),
            max: if setting.has("max") { setting.highest_gain() } else { None },
            w: if setting.has("w") { setting.number("w") } else { 1.0 },
            k: setting.cutoff(),
        }
    }

    /// What a document adds to satisfaction.
    fn pleases(&self, grade: f64) -> f64 {
        if grade >= self.rel { self.gains.of(grade).max(0.0) } else { 0.0 }
    }

    /// What a document adds to frustration; an unjudged one adds 1.
    fn frustrates(&self, grade: f64, max: f64) -> f64 {
        match grade >= self.rel {
            true => 0.0,
            false if max > 0.0 => 1.0 - (self.gains.of(grade) / max).clamp(0.0, 1.0),
            false => 1.0,
        }
    }

    /// The highest gain of the topic.
    fn highest(&self, judged: &Judged<'_>) -> f64 {
        judged.grades().iter().fold(0.0, |high, &grade| f64::max(high, self.gains.of(grade)))
    }

    fn satisfaction(&self, judged: &Judged<'_>) -> f64 {
        let mut all: Vec<f64> = judged.found().iter().map(|f| self.pleases(f.grade)).collect();
        all.sort_unstable_by(|a, b| b.total_cmp(a));
        let best = all.iter().take(self.k).fold(0.0, |sum, gain| sum + gain);
        ratio(judged.sum(self.k, |_, grade| self.pleases(grade)), best).min(1.0)
    }

    fn frustration(&self, judged: &Judged<'_>) -> f64 {
        let (all, max) = (judged.retrieved(), self.max.unwrap_or_else(|| self.highest(judged)));
        let shown = self.k.min(all);
        let of = |grade: f64| self.frustrates(grade, max);
        let mut weights: Vec<f64> = judged.found().iter().map(|f| of(f.grade)).collect();
        weights.sort_unstable_by(f64::total_cmp);
        weights.resize(all, 1.0);
        let sum = |weights: &[f64]| weights.iter().fold(0.0, |sum, weight| sum + weight);
        let (best, worst) = (sum(&weights[..shown]), sum(&weights[all - shown..]));
        if worst <= best {
            return 0.0;
        }
        let actual = shown as f64 - judged.sum(self.k, |_, grade| 1.0 - of(grade));
        ((actual - best) / (worst - best)).clamp(0.0, 1.0)
    }

    fn total(&self, judged: &Judged<'_>) -> f64 {
        self.w * self.satisfaction(judged) + (1.0 - self.w) * (1.0 - self.frustration(judged))
    }

    /// The lowest and highest of a score that the best documents within k and the worst behind make
    /// highest, and the reverse lowest.
    fn bounds(&self, judged: &Judged<'_>, grades: &[f64], score: Score) -> (f64, f64) {
        let mut ranked = judged.found().iter().peekable();
        let unjudged: Vec<usize> = (1..=judged.retrieved())
            .filter(|&rank| ranked.next_if(|f| f.rank == rank).is_none())
            .collect();
        let worth = |grade: f64| (grade >= self.rel, self.gains.of(grade));
        let better = |a: &f64, b: &f64| {
            let ((a_is, a), (b_is, b)) = (worth(*a), worth(*b));
            a_is.cmp(&b_is).then(a.total_cmp(&b))
        };
        let best = grades.iter().copied().max_by(better);
        let value = |best_first: bool| {
            let ranks = unjudged.iter().filter(|&&rank| (rank <= self.k) == best_first);
            let given = ranks.filter_map(|&rank| Some(Found::new(rank, best?)));
            let mut found: Vec<Found> =
                given.clone().chain(judged.found().iter().copied()).collect();
            let mut all: Vec<f64> =
                given.map(|f| f.grade).chain(judged.grades().iter().copied()).collect();
            found.sort_by_key(|f| f.rank);
            all.sort_by(|a, b| b.total_cmp(a));
            score(self, &judged.with_found(&found, &all))
        };
        let (a, b) = (value(true), value(false));
        (a.min(b), a.max(b))
    }
}

fn scorer(setting: &Setting<'_>, score: Score) -> Scorer {
    let user = User::of(setting);
    Scorer::judged(move |judged| score(&user, judged))
}

fn bound_scorer(setting: &Setting<'_>, score: Score) -> BoundScorer {
    let user = User::of(setting);
    Box::new(move |judged, grades| user.bounds(judged, grades, score))
}

/// How the bounds are found.
const BOTH_ORDERS: &str = "exact: the best and the worst order of the list change with the grades of unjudged \
                           documents, and all that can matter are tried";

/// Satisfaction.
pub static SAT: Family = Family {
    name: "Sat",
    aliases: &[Alias::of("satisfaction")],
    meaning: "satisfaction: the gain of the relevant documents in the top k as a share of what the \
              same list gives in its best order",
    formula: "sum over ranks i <= k of gain(i) if relevant, divided by the same sum with the list in \
              its best order",
    citation: "Myaeng and Korfhage, Integration of User Profiles, 1990; Järvelin and Kekäläinen, \
               2002, sec. 2.4",
    edge_cases: "0 when no relevant document with a gain is retrieved; 1 when a ranking with one is \
                 no longer than k, as its order then makes no difference. Says nothing of what was \
                 not retrieved. Gains below 0 count as 0",
    example: Some(Example { measure: "Sat@3", ranking: "1 - 0 3 2 -", missed: "3", value: 0.1667 }),
    cutoff: Cutoff::Required,
    params: &[Param::GAINS, REL],
    // Which order is best goes by gain and by relevance, so all of them are tried.
    tie_extremes: TieRule::ClosedIfGainIsRelevance,
    bounds: BoundRule::Own {
        how: BOTH_ORDERS,
        make: |setting| bound_scorer(setting, User::satisfaction),
    },
    outside: Outside::OneWay,
    scorer: |setting| scorer(setting, User::satisfaction),
    ..SHARE
};

/// Frustration.
pub static FRUS: Family = Family {
    name: "Frus",
    aliases: &[Alias::of("frustration")],
    meaning: "frustration: how far the top k are filled with non-relevant documents, between the \
              best and the worst order of the same list",
    formula: "(f - f of the best order) / (f of the worst - f of the best), f being the sum over \
              ranks i <= k of (max - gain(i)) / max if not relevant",
    edge_cases: "0 when all orders of the list are alike: nothing is retrieved, the ranking is no \
                 longer than k, or all its documents frustrate the same. Unjudged documents \
                 frustrate fully, as do gains of 0 and below; gains above max do not frustrate",
    example: Some(Example {
        measure: "Frus@3",
        ranking: "1 - 0 3 2 -",
        missed: "3",
        value: 0.6667,
    }),
    params: &[Param::GAINS, REL, Param::HIGHEST_GAIN],
    needs: &[Need::HighestGain],
    no_relevant: f64::NAN,
    better: Better::Lower,
    bounds: BoundRule::Own {
        how: BOTH_ORDERS,
        make: |setting| bound_scorer(setting, User::frustration),
    },
    scorer: |setting| scorer(setting, User::frustration),
    ..SAT
};

/// Satisfaction and frustration together.
pub static SFT: Family = Family {
    name: "SFT",
    aliases: &[Alias::of("satisfaction_frustration_total")],
    meaning: "satisfaction, frustration, total: satisfaction and the lack of frustration, weighted",
    formula: "w Sat + (1 - w) (1 - Frus)",
    edge_cases: "1 - w when nothing is retrieved, and when no document of the list has a gain: there \
                 is neither satisfaction nor frustration. Otherwise as Sat and Frus",
    example: Some(Example { measure: "SFT@3", ranking: "1 - 0 3 2 -", missed: "3", value: 0.25 }),
    params: &[
        Param::new("w", ParamKind::Number(0.0, 1.0), "the weight of satisfaction").default("0.5"),
        Param::GAINS,
        REL,
        Param::HIGHEST_GAIN,
    ],
    empty: f64::NAN,
    better: Better::Higher,
    bounds: BoundRule::Own { how: BOTH_ORDERS, make: |setting| bound_scorer(setting, User::total) },
    scorer: |setting| scorer(setting, User::total),
    ..FRUS
};
