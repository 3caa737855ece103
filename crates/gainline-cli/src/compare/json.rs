//! Everything as one JSON document.

use super::conclusion::conclusion;
use super::outcome::Outcome;
use super::verdict::verdict;
use super::warnings::warnings;
use crate::comparison::{Comparison, Effects, Pair, Status, TopicCounts};
use crate::documents::{self, ChoicesDocument, Ordered, RunFacts};
use gainline_stats::{Factor, Interval, Practical};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    choices: Choices<'a>,
    measures: Vec<String>,
    runs: Vec<RunFacts<'a>>,
    comparisons: Vec<ComparisonDocument<'a>>,
    warnings: Vec<String>,
    conclusion: String,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    baseline: Option<&'a str>,
    test: String,
    correction: &'static str,
    /// Pairs that were tested, over measures and slices.
    comparisons: usize,
    alpha: f64,
    level: f64,
    depth: Option<usize>,
    trials: usize,
    seed: u64,
    equivalence: Option<f64>,
}

#[derive(Serialize)]
struct ComparisonDocument<'a> {
    slice: Option<&'a str>,
    measure: String,
    topics: usize,
    runs: Vec<RunDocument<'a>>,
    pairs: Vec<PairDocument<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omnibus: Option<Omnibus>,
    verdict: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<TopicDocument<'a>>>,
}

#[derive(Serialize)]
struct RunDocument<'a> {
    run: &'a str,
    mean: f64,
    interval: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<[usize; 2]>,
}

#[derive(Serialize)]
struct PairDocument<'a> {
    run: &'a str,
    baseline: &'a str,
    difference: f64,
    relative: Option<f64>,
    interval: Option<[f64; 2]>,
    p: Option<f64>,
    p_standard_error: Option<f64>,
    p_adjusted: Option<f64>,
    real: Option<bool>,
    /// Whether the test sees the other run ahead than the mean does, with p below alpha.
    opposed: Option<bool>,
    /// Whether the exact randomization test stands in for one that is undefined.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stands_in: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    untested: Option<String>,
    topics: TopicCounts,
    effects: Effects,
    practical: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equivalence: Option<EquivalenceDocument>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chances: Option<Chances>,
}

/// Two one-sided tests.
#[derive(Serialize)]
struct EquivalenceDocument {
    p: f64,
    p_adjusted: Option<f64>,
    interval: [f64; 2],
    equivalent: bool,
}

/// Where the difference lies, by the Bayesian t test.
#[derive(Serialize)]
struct Chances {
    lower: f64,
    within: f64,
    higher: f64,
}

#[derive(Serialize)]
struct Omnibus {
    anova: Option<AnovaDocument>,
    friedman: Option<FriedmanDocument>,
}

#[derive(Serialize)]
struct AnovaDocument {
    f: Option<f64>,
    df: [f64; 2],
    p: Option<f64>,
    omega_squared: f64,
    partial_omega_squared: f64,
    partial_eta_squared: f64,
    residual_mean_square: f64,
}

#[derive(Serialize)]
struct FriedmanDocument {
    chi_squared: f64,
    df: f64,
    p: f64,
    mean_ranks: Vec<f64>,
}

#[derive(Serialize)]
struct TopicDocument<'a> {
    topic: &'a str,
    values: Ordered<'a, f64>,
}

fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high]
}

fn pair_document<'a>(outcome: &Outcome<'a>, pair: &Pair) -> PairDocument<'a> {
    let alpha = outcome.plan.alpha;
    let tested = pair.test.defined();
    PairDocument {
        run: outcome.name(pair.run.place),
        baseline: outcome.name(pair.baseline.place),
        difference: pair.difference,
        relative: pair.relative,
        interval: pair.interval.map(ends),
        p: pair.p(),
        p_standard_error: tested.and_then(|tested| tested.p_standard_error),
        p_adjusted: pair.p_adjusted(),
        real: pair.p_adjusted().map(|_| pair.is_significant()),
        opposed: pair.p_adjusted().map(|_| pair.status == Status::Opposed),
        stands_in: tested.is_some_and(|tested| tested.exact_instead),
        untested: pair.test.undefined().map(ToString::to_string),
        topics: pair.topics,
        effects: pair.effects,
        practical: pair.practical.map(Practical::word),
        equivalence: pair.equivalence.map(|found| EquivalenceDocument {
            p: found.p,
            p_adjusted: pair.equivalence.map(|e| e.p_adjusted),
            interval: ends(found.interval),
            equivalent: pair.equivalence.map(|e| e.p_adjusted).is_some_and(|p| p < alpha),
        }),
        chances: pair.posterior.map(|known| Chances {
            lower: known.left,
            within: known.rope,
            higher: known.right,
        }),
    }
}

fn omnibus(comparison: &Comparison) -> Option<Omnibus> {
    let anova = comparison.anova.as_ref()?.defined().map(|anova| {
        let Factor { df, test, omega_squared, partial_omega_squared, partial_eta_squared, .. } =
            anova.columns;
        AnovaDocument {
            f: test.map(|test| test.f),
            df: [df, anova.residual_df],
            p: test.map(|test| test.p),
            omega_squared,
            partial_omega_squared,
            partial_eta_squared,
            residual_mean_square: anova.residual_mean_square,
        }
    });
    let friedman = comparison.friedman.as_ref()?.defined().map(|test| FriedmanDocument {
        chi_squared: test.chi_squared,
        df: test.df,
        p: test.p,
        mean_ranks: test.mean_ranks.clone(),
    });
    Some(Omnibus { anova, friedman })
}

fn comparison_document<'a>(
    outcome: &Outcome<'a>,
    comparison: &'a Comparison,
) -> ComparisonDocument<'a> {
    let sample = &comparison.sample;
    let run = |run: usize| {
        let summary = &comparison.runs[run];
        RunDocument {
            run: outcome.name(run),
            mean: summary.mean,
            interval: summary.interval.map(ends),
            group: summary.group.as_deref(),
            rank: summary.rank.map(|rank| [rank.best, rank.worst]),
        }
    };
    let topic = |(at, topic): (usize, &'a String)| {
        let values = sample.columns.iter().enumerate();
        let values = values.map(|(run, column)| (outcome.name(run), column[at]));
        TopicDocument { topic, values: Ordered(values.collect()) }
    };
    ComparisonDocument {
        slice: sample.slice.as_deref(),
        measure: sample.measure.to_string(),
        topics: sample.topics.len(),
        runs: sample.best_first().into_iter().map(run).collect(),
        pairs: comparison.pairs.iter().map(|pair| pair_document(outcome, pair)).collect(),
        omnibus: omnibus(comparison),
        verdict: verdict(outcome, comparison),
        values: outcome.per_topic.then(|| sample.topics.iter().enumerate().map(topic).collect()),
    }
}

/// Writes everything.
pub(super) fn write_document(outcome: &Outcome<'_>, out: &mut dyn Write) -> io::Result<()> {
    let plan = outcome.plan;
    let document = Document {
        choices: Choices {
            shared: ChoicesDocument::of(outcome.opened),
            baseline: plan.baseline.map(|run| outcome.name(run)),
            test: plan.test.to_string(),
            correction: plan.correction.name(),
            comparisons: outcome.tested(),
            alpha: plan.alpha,
            level: plan.level,
            depth: outcome.opened.options.depth,
            trials: outcome.trials,
            seed: outcome.seed,
            equivalence: plan.equivalence,
        },
        measures: outcome.measures.iter().map(ToString::to_string).collect(),
        runs: outcome.runs.iter().map(|run| RunFacts::of(&run.file, &run.seen())).collect(),
        comparisons: outcome
            .comparisons
            .iter()
            .map(|comparison| comparison_document(outcome, comparison))
            .collect(),
        warnings: warnings(outcome),
        conclusion: conclusion(outcome).join(" "),
    };
    documents::write(&document, out)
}
