//! Measures that go by the ranks of all relevant documents in the whole collection: Rocchio's
//! indices, and search lengths. Documents that were not retrieved stand behind the ranking, tied.

use super::SHARE;
use super::contingency::{N, collection};
use crate::measure::{
    Alias, Better, Example, Family, Need, Param, ParamKind, REL, Scorer, Setting, TieRule,
};
use crate::ranking::judged::Judged;

/// Where a topic's relevant documents stand.
struct Standing<'j> {
    judged: &'j Judged<'j>,
    rel: f64,
    /// n0, all relevant documents, and those of them that were not retrieved.
    relevant: usize,
    missed: usize,
    /// N.
    collection: f64,
}

impl<'j> Standing<'j> {
    fn of(judged: &'j Judged<'j>, rel: f64, collection: f64) -> Self {
        let relevant = judged.relevant(rel);
        let missed = relevant - judged.relevant_ranks(rel, usize::MAX).count();
        // Never less than there must be, whoever says so.
        let collection = collection.max((judged.retrieved() + missed) as f64);
        Standing { judged, rel, relevant, missed, collection }
    }

    /// The sum over relevant documents of what each gives at i and φ(i), tied ones at the mean of
    /// their ranks.
    fn sum(&self, each: impl Fn(f64, f64) -> f64) -> f64 {
        let mut sum = 0.0;
        let mut i = 0.0;
        let mut add = |documents: usize, rank: f64| {
            for _ in 0..documents {
                i += 1.0;
                sum += each(i, rank);
            }
        };
        for group in self.judged.groups() {
            add(group.relevant(self.rel), group.first as f64 + (group.size - 1) as f64 / 2.0);
        }
        add(self.missed, (self.judged.retrieved() as f64 + 1.0 + self.collection) / 2.0);
        sum
    }

    fn mean(&self, each: impl Fn(f64, f64) -> f64) -> f64 {
        self.sum(each) / self.relevant as f64
    }

    /// N - n0.
    fn others(&self) -> f64 {
        self.collection - self.relevant as f64
    }

    /// Nothing is retrieved, and the collection is no larger than it must be: there is no order at
    /// all, neither right nor wrong.
    fn is_unordered(&self) -> bool {
        self.judged.retrieved() == 0 && self.others() == 0.0
    }
}

/// The mean of φ(i) - i, where the mean of φ alone would lose more to rounding.
fn recall_error(standing: &Standing<'_>) -> f64 {
    standing.mean(|i, rank| rank - i)
}

fn precision_error(standing: &Standing<'_>) -> f64 {
    standing.sum(|i, rank| ((rank - i) / i).ln_1p())
}

fn norm_r(standing: &Standing<'_>) -> f64 {
    if standing.judged.retrieved() == 0 {
        return 0.5;
    }
    let others = standing.others();
    if others == 0.0 { 1.0 } else { (1.0 - recall_error(standing) / others).max(0.0) }
}

fn norm_p(standing: &Standing<'_>) -> f64 {
    let others = standing.others();
    if others == 0.0 {
        return 1.0;
    }
    // ln C(N, n0), with a term for each relevant document and not for each of N.
    let worst = standing.sum(|i, _| (others / i).ln_1p());
    1.0 - precision_error(standing) / worst
}

fn rank_r(standing: &Standing<'_>) -> f64 {
    standing.sum(|i, _| i) / standing.sum(|_, rank| rank)
}

fn log_p(standing: &Standing<'_>) -> f64 {
    let (best, actual) = (standing.sum(|i, _| i.ln()), standing.sum(|_, rank| rank.ln()));
    if actual == 0.0 { 1.0 } else { best / actual }
}

/// A scorer of what `value` makes of the standing; 0 where nothing is relevant.
fn scorer(
    setting: &Setting<'_>,
    value: impl Fn(&Standing<'_>) -> f64 + Send + Sync + 'static,
) -> Scorer {
    let (rel, n) = (setting.rel(), collection(setting));
    Scorer::judged(move |judged| {
        let standing = Standing::of(judged, rel, n(judged));
        if standing.relevant == 0 { 0.0 } else { value(&standing) }
    })
}

/// The same, and 0 where there is no order.
fn scorer_of_order(setting: &Setting<'_>, value: fn(&Standing<'_>) -> f64) -> Scorer {
    scorer(setting, move |standing| if standing.is_unordered() { 0.0 } else { value(standing) })
}

/// The same small case for all that N matters to: ranks 1, 4 and the mean of 5..12.
const fn of_twelve(measure: &'static str, value: f64) -> Option<Example> {
    Some(Example { measure, ranking: "1 - 0 1", missed: "1", value })
}

/// Normalised recall.
pub static NORM_R: Family = Family {
    name: "NormR",
    aliases: &[
        Alias::of("normalized_recall"),
        Alias::of("normalised_recall"),
        Alias::of("norm_recall"),
    ],
    meaning: "normalised recall: how near the relevant documents stand to the top of the whole \
              collection, each rank counting the same",
    formula: "1 - (mean phi - (n0 + 1)/2) / (N - n0), phi being the ranks of the n0 relevant \
              documents; those not retrieved have the mean of ranks n+1..N",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.20; Kishida, 2005, eq. 7",
    edge_cases: "0 when nothing is relevant; 0.5, as for an order at random, when nothing is \
                 retrieved, whatever N; else 1 when all N documents are relevant. A grade only counts as relevant or \
                 not. Without N, it is the least that it can be. Where ties are averaged over, tied \
                 documents have the mean of their ranks, which is the mean over their orders",
    example: of_twelve("NormR(N=12)", 0.7222),
    params: &[N, REL],
    empty: 0.5,
    needs: &[Need::Collection],
    scorer: |setting| scorer(setting, norm_r),
    ..SHARE
};

/// Scaled recall.
pub static SCALED_R: Family = Family {
    name: "ScaledR",
    aliases: &[Alias::of("scaled_recall")],
    meaning: "scaled recall: normalised recall, spread out as its values all lie near 1",
    formula: "1 - scale (1 - NormR)",
    citation: "Rocchio, Document Retrieval Systems, 1966, ch. 5, sec. 4.B",
    edge_cases: "0 when nothing is relevant, 1 - scale/2 when nothing is retrieved; below 0 where \
                 NormR is below 1 - 1/scale. Otherwise as NormR",
    example: of_twelve("ScaledR(N=12)", -0.3889),
    params: &[
        Param::new(
            "scale",
            ParamKind::Number(f64::MIN_POSITIVE, 1000.0),
            "how much what is missing to 1 is spread out",
        )
        .default("5"),
        N,
        REL,
    ],
    range: (f64::NEG_INFINITY, 1.0),
    empty: f64::NAN,
    scorer: |setting| {
        let scale = setting.number("scale");
        scorer(setting, move |standing| 1.0 - scale * (1.0 - norm_r(standing)))
    },
    ..NORM_R
};

/// Normalised precision.
pub static NORM_P: Family = Family {
    name: "NormP",
    aliases: &[Alias::of("normalized_precision"), Alias::of("normalised_precision")],
    meaning: "normalised precision: how near the relevant documents stand to the top of the whole \
              collection, the first ranks counting most",
    formula: "1 - (sum of ln phi(i) - ln n0!) / ln C(N, n0), phi as for NormR",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.23; Kishida, 2005, eq. 8",
    edge_cases: "0 when nothing is relevant; 1 when all N documents are relevant, but 0 when nothing \
                 is retrieved of them. Where ties are averaged over, tied documents have the mean of \
                 their ranks: that is Rocchio's rule, and not the mean over their orders, as its \
                 logarithm is higher; it may so fall below 0. Otherwise as NormR",
    example: of_twelve("NormP(N=12)", 0.6784),
    range: (f64::NEG_INFINITY, 1.0),
    empty: f64::NAN,
    tie_mean: TieRule::MeanRanks,
    scorer: |setting| scorer_of_order(setting, norm_p),
    ..NORM_R
};

/// Rank recall.
pub static RANK_R: Family = Family {
    name: "RankR",
    aliases: &[Alias::of("rank_recall")],
    meaning: "rank recall: the best possible mean rank of the relevant documents over the actual one",
    formula: "((n0 + 1)/2) / mean phi, phi as for NormR",
    citation: "Rocchio, Document Retrieval Systems, 1966, ch. 5, sec. 4.B",
    edge_cases: "0 when nothing is relevant, and when nothing is retrieved and N is n0. Depends on \
                 n0, so that its mean over topics says little. Without N, relevant documents not \
                 retrieved come right behind the ranking, which flatters it. Tied documents have the \
                 mean of their ranks where ties are averaged over, which is Rocchio's rule and not \
                 the mean over their orders",
    example: of_twelve("RankR(N=12)", 0.4444),
    range: (0.0, 1.0),
    tie_mean: TieRule::MeanRanks,
    scorer: |setting| scorer_of_order(setting, rank_r),
    ..NORM_P
};

/// Log precision.
pub static LOG_P: Family = Family {
    name: "LogP",
    aliases: &[Alias::of("log_precision")],
    meaning: "log precision: as rank recall, of the logarithms of the ranks, so that the first ranks \
              count most",
    formula: "ln n0! / (sum of ln phi(i)), phi as for NormR",
    edge_cases: "0 when nothing is relevant, and when nothing is retrieved and N is n0. A single \
                 relevant document gives 1 at rank 1, and 0 at any other. Otherwise as RankR",
    example: of_twelve("LogP(N=12)", 0.5081),
    tie_mean: TieRule::MeanRanks,
    scorer: |setting| scorer_of_order(setting, log_p),
    ..RANK_R
};

/// Recall error.
pub static RECALL_ERROR: Family = Family {
    name: "RecallError",
    aliases: &[Alias::of("recall_error")],
    meaning: "recall error: how many ranks the relevant documents stand too low, on average",
    formula: "mean phi - (n0 + 1)/2, phi as for NormR",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.18",
    edge_cases: "0 when nothing is relevant, (N - n0)/2 when nothing is retrieved. Without N, \
                 relevant documents not retrieved come right behind the ranking: an empty one then \
                 seems perfect. So give N. Otherwise as NormR",
    example: of_twelve("RecallError(N=12)", 2.5),
    range: (0.0, f64::INFINITY),
    empty: f64::NAN,
    better: Better::Lower,
    scorer: |setting| scorer(setting, recall_error),
    ..NORM_R
};

/// Precision error.
pub static PRECISION_ERROR: Family = Family {
    name: "PrecisionError",
    aliases: &[Alias::of("precision_error")],
    meaning: "precision error: how much too low the relevant documents stand, in logarithms of ranks",
    formula: "sum of ln phi(i) - ln n0!, phi as for NormR",
    citation: "Rocchio, Document Retrieval Systems, 1966, eq. 5.21",
    edge_cases: "0 when nothing is relevant. Tied documents have the mean of their ranks where ties \
                 are averaged over, which is Rocchio's rule and not the mean over their orders. \
                 Otherwise as RecallError",
    example: of_twelve("PrecisionError(N=12)", 1.7346),
    tie_mean: TieRule::MeanRanks,
    scorer: |setting| scorer(setting, precision_error),
    ..RECALL_ERROR
};

/// Average search length.
pub static ASL: Family = Family {
    name: "ASL",
    aliases: &[Alias::of("average_search_length")],
    meaning: "average search length: the mean rank of the relevant documents",
    formula: "mean phi, phi as for NormR",
    citation: "Losee, Text Retrieval and Filtering, 1998; Järvelin and Kekäläinen, 2002, sec. 2.4",
    edge_cases: "0 when nothing is relevant, (N + 1)/2 when nothing is retrieved. Otherwise as \
                 RecallError",
    example: of_twelve("ASL(N=12)", 4.5),
    scorer: |setting| scorer(setting, |standing| standing.mean(|_, rank| rank)),
    ..RECALL_ERROR
};

/// Expected search length.
pub static ESL: Family = Family {
    name: "ESL",
    aliases: &[Alias::of("expected_search_length")],
    meaning: "expected search length: how many documents of no use a user passes who wants n \
              relevant ones",
    formula: "non-relevant documents before the n-th relevant one: j + i s / (r + 1), with j before \
              its ties, i and r not relevant and relevant among them, of which s are wanted",
    citation: "Cooper, Expected Search Length, 1968; Järvelin and Kekäläinen, 2002, sec. 2.4",
    edge_cases: "unjudged documents are not relevant, and are passed too. Relevant documents not \
                 retrieved are looked for in any order among all documents behind the ranking, up to \
                 N; when fewer than n are relevant, all the N - R others are passed. Without N, it is \
                 the least that it can be, and an empty ranking then seems perfect",
    example: Some(Example { measure: "ESL(n=2)", ranking: "1 - 0 1", missed: "1", value: 2.0 }),
    params: &[
        Param::new(
            "n",
            ParamKind::Number(1.0, 1e9),
            "how many relevant documents are wanted, rounded up",
        )
        .default("1"),
        N,
        REL,
    ],
    no_relevant: f64::NAN,
    scorer: |setting| {
        let (rel, wanted) = (setting.rel(), setting.number("n").ceil() as usize);
        let n = collection(setting);
        Scorer::judged(move |judged| search_length(judged, rel, n(judged), wanted))
    },
    ..RECALL_ERROR
};

fn search_length(judged: &Judged<'_>, rel: f64, collection: f64, wanted: usize) -> f64 {
    let relevant = judged.relevant(rel);
    let collection = collection.max(judged.collection(rel) as f64);
    if relevant < wanted {
        return collection - relevant as f64;
    }
    // In any order, the others are spread evenly before, between and behind the relevant ones.
    let passed = |before: usize, others: f64, relevant: usize, wanted: usize| {
        before as f64 + others * wanted as f64 / (relevant + 1) as f64
    };
    let mut found = 0;
    for group in judged.groups() {
        let here = group.relevant(rel);
        if found + here >= wanted {
            let others = (group.size - here) as f64;
            return passed(group.first - 1 - found, others, here, wanted - found);
        }
        found += here;
    }
    let (retrieved, missed) = (judged.retrieved(), relevant - found);
    let others = collection - (retrieved + missed) as f64;
    passed(retrieved - found, others, missed, wanted - found)
}
