//! The whole as a document: every number behind every rule.

use super::outcome::{Chance, Drop, Found, Outcome, Status, Verdict, Verdicts};
use super::report::About;
use super::rule::{Rule, Tolerance};
use crate::comparison::TopicCounts;
use crate::documents::{self, ChoicesDocument, RunFacts};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    passed: bool,
    rules_broken: usize,
    rules_skipped: usize,
    choices: Choices<'a>,
    test: Testing,
    /// A run, or what is stored of one.
    baseline: Option<Baseline<'a>>,
    candidate: RunFacts<'a>,
    rules: Vec<RuleDocument<'a>>,
}

#[derive(Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    shared: ChoicesDocument<'a>,
    depth: Option<usize>,
}

#[derive(Serialize)]
struct Testing {
    name: String,
    correction: &'static str,
    /// How many p-values are corrected for.
    tests: usize,
    trials: usize,
    seed: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Baseline<'a> {
    Run(RunFacts<'a>),
    Stored { name: &'a str, file: &'a str },
}

#[derive(Serialize)]
struct RuleDocument<'a> {
    rule: &'a str,
    kind: &'static str,
    origin: &'a str,
    measure: String,
    status: Status,
    outcomes: Vec<OutcomeDocument<'a>>,
}

#[derive(Serialize)]
struct OutcomeDocument<'a> {
    slice: Option<&'a str>,
    topics: usize,
    status: Status,
    reason: String,
    #[serde(flatten)]
    numbers: Option<Numbers>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Numbers {
    Bound { value: f64, order: &'static str, bound: f64 },
    Drop(DropDocument),
}

#[derive(Serialize)]
struct DropDocument {
    baseline: f64,
    candidate: f64,
    /// Negative if the candidate is better.
    worse_by: f64,
    /// As a share of the baseline; `null` if that is 0.
    worse_by_share: Option<f64>,
    tolerance: f64,
    tolerance_is_percent: bool,
    exceeds_tolerance: bool,
    topics_against: TopicCounts,
    #[serde(flatten)]
    chance: Option<ChanceDocument>,
}

#[derive(Serialize)]
struct ChanceDocument {
    alpha: f64,
    /// `null` where the test is undefined.
    p: Option<f64>,
    p_corrected: Option<f64>,
    /// How far drawing may have moved p; `null` if nothing was drawn.
    p_standard_error: Option<f64>,
    verdict: Verdict,
    untested: Option<String>,
}

pub(super) fn write(about: &About<'_>, verdicts: &Verdicts, out: &mut dyn Write) -> io::Result<()> {
    let facts = |at: usize| RunFacts::of(&about.runs[at].file, &about.runs[at].seen());
    let stored = about.baseline.as_deref().zip(about.stored.as_deref());
    let baseline = stored
        .map(|(name, file)| Baseline::Stored { name, file })
        .or_else(|| (about.runs.len() == 2).then(|| Baseline::Run(facts(0))));
    let settings = about.settings;
    let rules = verdicts.judged.iter().map(|judged| {
        let Rule { text, origin, measure, .. } = &judged.rule;
        let outcome = |outcome| outcome_document(about, &judged.rule, outcome);
        RuleDocument {
            rule: text,
            kind: judged.rule.kind().word(),
            origin,
            measure: measure.to_string(),
            status: judged.status(),
            outcomes: judged.outcomes.iter().map(outcome).collect(),
        }
    });
    let rules_broken = verdicts.count(Status::Broken);
    let document = Document {
        passed: rules_broken == 0,
        rules_broken,
        rules_skipped: verdicts.count(Status::Skipped),
        choices: Choices {
            shared: ChoicesDocument::of(about.opened),
            depth: about.opened.options.depth,
        },
        test: Testing {
            name: settings.test.to_string(),
            correction: settings.correction.name(),
            tests: verdicts.tests,
            trials: settings.trials,
            seed: settings.seed,
        },
        baseline,
        candidate: facts(about.runs.len() - 1),
        rules: rules.collect(),
    };
    documents::write(&document, out)
}

fn outcome_document<'a>(
    about: &About<'_>,
    rule: &Rule,
    outcome: &'a Outcome,
) -> OutcomeDocument<'a> {
    let numbers = match &outcome.found {
        Found::Bound { value, order, bound } => {
            Some(Numbers::Bound { value: *value, order: order.sign(), bound: *bound })
        }
        Found::Drop(drop) => Some(Numbers::Drop(drop_document(drop))),
        Found::NoBaseline | Found::NoTopics => None,
    };
    OutcomeDocument {
        slice: outcome.slice.as_deref(),
        topics: outcome.topics,
        status: outcome.status,
        reason: about.words.reason(rule, outcome),
        numbers,
    }
}

fn drop_document(drop: &Drop) -> DropDocument {
    let Drop { baseline, candidate, worse_by, exceeds, topics, .. } = *drop;
    let (tolerance, tolerance_is_percent) = match drop.tolerance {
        Tolerance::Absolute(amount) => (amount, false),
        Tolerance::Percent(percent) => (percent, true),
    };
    DropDocument {
        baseline,
        candidate,
        worse_by,
        worse_by_share: (baseline != 0.0).then(|| worse_by / baseline.abs()),
        tolerance,
        tolerance_is_percent,
        exceeds_tolerance: exceeds,
        topics_against: topics,
        chance: drop.chance.as_ref().map(chance_document),
    }
}

fn chance_document(chance: &Chance) -> ChanceDocument {
    let tested = chance.tested.defined();
    ChanceDocument {
        alpha: chance.alpha,
        p: tested.map(|tested| tested.p),
        p_corrected: chance.adjusted,
        p_standard_error: tested.and_then(|tested| tested.p_standard_error),
        verdict: chance.verdict,
        untested: chance.tested.undefined().map(ToString::to_string),
    }
}
