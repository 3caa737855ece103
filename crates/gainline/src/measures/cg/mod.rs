//! Cumulated gain: how it is cumulated, discounted and compared with the ideal, and the families
//! that are just that. Others that build on it are in files of their own.

mod bounds;

use super::SHARE;
use crate::measure::{
    Alias, BoundRule, BoundScorer, Cutoff, Example, Family, Gains, Outside, Param, ParamKind,
    Scorer, Setting,
};
use crate::ranking::judged::Judged;
use std::sync::LazyLock;

pub(super) const DISCOUNT: Param = Param::new(
    "discount",
    ParamKind::Word(&["log2", "jk", "jk-rn", "rank", "none"]),
    "what a gain at rank k is divided by: log2 (log2(k+1), as trec_eval), jk (1 below the \
              base, then log_base k), jk-rn (1 at rank 1, then log_base k), rank (k), none (1)",
)
.default("log2")
.keeps_outside();

pub(super) const BASE: Param = Param::new(
    "base",
    ParamKind::Number(1.001, f64::INFINITY),
    "the base of the logarithm, for jk and jk-rn",
)
.default("2")
.keeps_outside();

pub(super) const IDEAL: Param = Param::new(
    "ideal",
    ParamKind::Word(&["judged", "retrieved"]),
    "the documents of the ideal ranking: all judged ones, or only those retrieved",
)
.default("judged");

pub(super) const NORMALISE: Param = Param::new(
    "normalise",
    ParamKind::Word(&["topic", "mean"]),
    "over topics, the mean of each topic's share, or the mean gain as a share of the mean \
              ideal gain",
)
.default("topic");

/// log2(rank + 1) for the ranks that nearly all rankings have.
static LOG2: LazyLock<Vec<f64>> =
    LazyLock::new(|| (0..4096).map(|rank| f64::from(rank + 1).log2()).collect());

/// What the gain at rank k is divided by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Discount {
    /// log2(k + 1), as trec_eval.
    Log2,
    /// 1 below the base, then log(k) to this base, as in Järvelin & Kekäläinen's first paper.
    Jk(f64),
    /// 1 at rank 1, then log(k) to this base, as in their report.
    JkRn(f64),
    /// k.
    Rank,
    /// 1.
    None,
}

impl Discount {
    /// By the parameters `discount` and `base`; as trec_eval where the family has none.
    pub fn of(setting: &Setting<'_>) -> Self {
        if !setting.has("discount") {
            return Discount::Log2;
        }
        let base = setting.number("base");
        let is = |word| setting.is("discount", word);
        if is("jk") {
            Discount::Jk(base)
        } else if is("jk-rn") {
            Discount::JkRn(base)
        } else if is("rank") {
            Discount::Rank
        } else if is("none") {
            Discount::None
        } else {
            Discount::Log2
        }
    }

    /// The divisor at a rank.
    #[inline]
    pub fn at(self, rank: usize) -> f64 {
        let k = rank as f64;
        match self {
            Discount::Log2 => LOG2.get(rank).copied().unwrap_or_else(|| (k + 1.0).log2()),
            Discount::Jk(base) if k < base => 1.0,
            Discount::JkRn(_) if rank < 2 => 1.0,
            Discount::Jk(base) | Discount::JkRn(base) if base == 2.0 => k.log2(),
            Discount::Jk(base) | Discount::JkRn(base) => k.ln() / base.ln(),
            Discount::Rank => k,
            Discount::None => 1.0,
        }
    }
}

/// A way to cumulate gain.
#[derive(Debug, Clone)]
pub(crate) struct Cumulation {
    pub gains: Gains,
    pub discount: Discount,
    /// The ideal is made of the retrieved documents only.
    own_ideal: bool,
}

impl Cumulation {
    /// By the parameters `gains`, `discount`, `base` and `ideal`, as far as the family has them.
    pub(super) fn of(setting: &Setting<'_>) -> Self {
        Cumulation {
            gains: setting.gains(),
            discount: Discount::of(setting),
            own_ideal: setting.has("ideal") && setting.is("ideal", "retrieved"),
        }
    }

    /// These gains, discounted as trec_eval does, against all judged documents.
    pub(super) fn log2(gains: Gains) -> Self {
        Cumulation { gains, discount: Discount::Log2, own_ideal: false }
    }

    /// The same gains with another discount.
    pub(super) fn with(setting: &Setting<'_>, discount: Discount) -> Self {
        Cumulation { discount, ..Cumulation::of(setting) }
    }

    /// What a document of this grade gives at this rank.
    #[inline]
    pub(crate) fn gain_at(&self, rank: usize, grade: f64) -> f64 {
        self.gains.of(grade) / self.discount.at(rank)
    }

    /// The cumulated gain of the top k.
    pub(super) fn actual(&self, judged: &Judged<'_>, k: usize) -> f64 {
        judged.sum(k, |rank, grade| self.gain_at(rank, grade))
    }

    /// The positive gains of the ideal ranking, highest first, each handed on with its rank.
    pub(crate) fn each_ideal(&self, judged: &Judged<'_>, mut each: impl FnMut(usize, f64)) {
        if self.own_ideal {
            let mut grades: Vec<f64> = judged.found().iter().map(|f| f.grade).collect();
            grades.sort_unstable_by(|a, b| b.total_cmp(a));
            self.gains.ideal(&grades, |i, gain| each(i + 1, gain));
        } else {
            self.gains.ideal(judged.grades(), |i, gain| each(i + 1, gain));
        }
    }

    /// The cumulated gain of the best possible top k.
    pub(super) fn ideal(&self, judged: &Judged<'_>, k: usize) -> f64 {
        let mut sum = 0.0;
        if self.gains.is_monotone() && !self.own_ideal {
            // The first k grades are the first k gains.
            let grades = judged.grades();
            self.gains.ideal(&grades[..k.min(grades.len())], |i, gain| {
                sum += gain / self.discount.at(i + 1);
            });
            return sum;
        }
        self.each_ideal(judged, |rank, gain| {
            if rank <= k {
                sum += gain / self.discount.at(rank);
            }
        });
        sum
    }

    /// Actual over ideal; 0 where there is nothing to gain.
    pub(super) fn share(&self, judged: &Judged<'_>, k: usize) -> f64 {
        let ideal = self.ideal(judged, k);
        if ideal > 0.0 { self.actual(judged, k) / ideal } else { 0.0 }
    }

    /// The mean over ranks 1 to k of the cumulated gain; a shorter ranking keeps what it has.
    pub(super) fn mean(&self, judged: &Judged<'_>, k: usize) -> f64 {
        let seen_by = |rank: usize| (k - rank + 1) as f64;
        judged.sum(k, |rank, grade| self.gains.of(grade) / self.discount.at(rank) * seen_by(rank))
            / k as f64
    }

    /// The mean over ranks 1 to k of actual over ideal; a shorter ranking keeps what it has.
    pub(super) fn mean_share(&self, judged: &Judged<'_>, k: usize) -> f64 {
        let mut ideal = vec![];
        self.each_ideal(judged, |_, gain| ideal.push(gain));
        if ideal.is_empty() {
            return 0.0;
        }
        // A gain at a rank counts there and at all ranks after it, each time as a share of the best.
        // Beyond the ideal ranking the best stays what it is.
        let mut best = 0.0;
        let last = k.min(ideal.len().max(judged.retrieved()));
        let mut counts: Vec<f64> = (1..=last)
            .map(|rank| {
                best += ideal.get(rank - 1).map_or(0.0, |gain| gain / self.discount.at(rank));
                1.0 / best
            })
            .collect();
        let mut after = (k - last) as f64 / best;
        for count in counts.iter_mut().rev() {
            *count += after;
            after = *count;
        }
        let gain = |rank, grade| self.gains.of(grade) / self.discount.at(rank) * counts[rank - 1];
        judged.sum(k, gain) / k as f64
    }

    /// What finds the bounds of actual over ideal.
    pub(super) fn bound_scorer(self, k: usize, ideal_k: usize) -> BoundScorer {
        Box::new(move |judged, grades| self.share_bounds(judged, k, ideal_k, grades))
    }

    /// The scorer of actual over ideal, which may be pooled over topics.
    pub(super) fn share_scorer(self, k: usize) -> Scorer {
        let totals =
            move |judged: &Judged<'_>| [self.actual(judged, k), self.ideal(judged, k), 0.0, 0.0];
        Scorer::pooled(
            totals,
            |&[actual, ideal, ..]| if ideal > 0.0 { actual / ideal } else { 0.0 },
        )
    }
}

impl Setting<'_> {
    /// Whether the discount may count a lower rank more than a higher one.
    pub(crate) fn discount_rises(&self) -> bool {
        self.has("discount") && self.is("discount", "jk-rn") && self.number("base") > 2.0
    }

    /// How a curve with these parameters cumulates gain.
    pub(crate) fn cumulation(&self, discounted: bool, own_ideal: bool) -> Cumulation {
        let way = Cumulation::of(self);
        let discount = if discounted { way.discount } else { Discount::None };
        Cumulation { discount, own_ideal, ..way }
    }
}

/// How the bounds of a share of the ideal gain are found.
pub(super) const BY_LEVELS: &str = "exact: the ideal grows with the gains of unjudged documents, so the \
                                    highest value may lie at a grade in between; found level by level \
                                    of gain";

/// Cumulated gain.
pub static CG: Family = Family {
    name: "CG",
    aliases: &[Alias::of("cumulated_gain")],
    meaning: "cumulated gain: all that the top k give",
    formula: "sum over ranks i <= k of gain(i)",
    citation: "Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002, \
               eq. 1",
    edge_cases: "0 when nothing has a gain or is retrieved. Unjudged documents and negative grades \
                 have none",
    example: Some(Example { measure: "CG@3", ranking: "3 2 3 0", missed: "", value: 8.0 }),
    cutoff: Cutoff::Optional,
    params: &[Param::GAINS],
    range: (0.0, f64::INFINITY),
    bounds: BoundRule::OneWay,
    outside: Outside::OneWayBelowToo,
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::None), setting.cutoff());
        Scorer::judged(move |judged| way.actual(judged, k))
    },
    ..SHARE
};

/// Discounted cumulated gain.
pub static DCG: Family = Family {
    name: "DCG",
    aliases: &[],
    meaning: "discounted cumulated gain: all that the top k give, lower ranks counting less",
    formula: "sum over ranks i <= k of gain(i) / d(i), with d(i) = log2(i + 1) unless discount says \
              otherwise",
    citation: "Järvelin and Kekäläinen, 2002, eq. 2 (discount=jk)",
    edge_cases: "0 when nothing has a gain or is retrieved",
    example: Some(Example {
        measure: "DCG(discount=jk)@3",
        ranking: "3 2 3 0",
        missed: "",
        value: 6.8928,
    }),
    params: &[Param::GAINS, DISCOUNT, BASE],
    scorer: |setting| {
        let (way, k) = (Cumulation::of(setting), setting.cutoff());
        Scorer::judged(move |judged| way.actual(judged, k))
    },
    ..CG
};

/// Normalised cumulated gain.
pub static NCG: Family = Family {
    name: "nCG",
    aliases: &[],
    meaning: "normalised cumulated gain: what the top k give as a share of the best possible",
    formula: "sum over ranks i <= k of gain(i), divided by the same sum over the ideal ranking",
    citation: "Järvelin and Kekäläinen, 2002, eq. 5",
    edge_cases: "0 when no judged document has a gain, or nothing is retrieved",
    example: Some(Example { measure: "nCG@2", ranking: "3 2 3 0", missed: "3", value: 0.8333 }),
    params: &[Param::GAINS, IDEAL, NORMALISE],
    range: (0.0, 1.0),
    bounds: BoundRule::Own {
        how: BY_LEVELS,
        make: |setting| {
            let k = setting.cutoff();
            Cumulation::with(setting, Discount::None).bound_scorer(k, k)
        },
    },
    scorer: |setting| {
        let (way, k) = (Cumulation::with(setting, Discount::None), setting.cutoff());
        way.share_scorer(k)
    },
    ..CG
};
