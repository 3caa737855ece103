//! Where the conclusion is fragile, with the numbers that show it; each thing is said once.

use super::checks::{carried, disagreement, hangs_on_seed, hidden, mean_against_topics};
use super::outcome::Outcome;
use super::words::{adjusted, p_value, signed};
use crate::comparison::{Comparison, Pair, Plan, Sample};
use crate::evaluation::Evaluated;
use crate::notes::{counted, listed};
use gainline::{Ties, Unjudged};
use std::collections::HashSet;

/// With fewer topics, tests and intervals are rough.
const ENOUGH_TOPICS: usize = 25;
/// A larger share of tied rows may move a run's values.
const MANY_TIED: f64 = 0.10;
/// Runs whose unjudged shares are further apart may be ranked by the judging.
const UNJUDGED_APART: f64 = 0.05;
/// So many runs are named in a warning.
const RUNS_NAMED: usize = 6;
/// So many pairs are named in a warning; the others are counted.
const NAMED: usize = 3;

/// Rankings that go this many times as deep have more chances.
const DEEPER: f64 = 1.5;

/// Runs of which one goes much deeper than another.
fn depths(outcome: &Outcome<'_>) -> Option<String> {
    let options = &outcome.opened.options;
    let depth = |run: &Evaluated| run.seen().depth(options);
    let deep = outcome.runs.iter().map(depth).fold(0.0, f64::max);
    let shallow = outcome.runs.iter().map(depth).fold(f64::INFINITY, f64::min);
    let cut = options.depth.is_some_and(|depth| depth as f64 <= shallow);
    (deep >= DEEPER * shallow && !cut).then(|| {
        format!(
            "Rankings differ in depth: from {shallow} to {deep} documents a topic. By measures without \
             a cutoff the deeper ones have more chances; try --depth {shallow}."
        )
    })
}

/// All warnings. The runs were evaluated by [`super::JUDGED`] behind the measures.
pub(crate) fn warnings(outcome: &Outcome<'_>) -> Vec<String> {
    let mut said = vec![];
    said.extend(few_topics(outcome));
    said.extend(few_topics_carry(outcome));
    said.extend(tests_disagree(outcome));
    said.extend(paired_tests_disagree(outcome));
    said.extend(
        of_pairs(outcome, mean_against_topics, |comparison, pair| {
            let (run, against) = (outcome.name(pair.run.place), outcome.name(pair.baseline.place));
            let (wins, losses) = (pair.topics.wins, pair.topics.losses);
            let measure = &comparison.sample.measure;
            format!("{run} and {against} by {measure} ({wins} topics one way, {losses} the other)")
        })
        .map(|pairs| format!("Mean and number of topics point opposite ways: {pairs}.")),
    );
    said.extend(
        of_pairs(
            outcome,
            |_, pair, plan| hangs_on_seed(pair, plan),
            |comparison, pair| {
                let (run, against) =
                    (outcome.name(pair.run.place), outcome.name(pair.baseline.place));
                format!(
                    "{run} and {against} by {} (p = {})",
                    comparison.sample.measure,
                    adjusted(pair)
                )
            },
        )
        .map(|pairs| {
            let alpha = outcome.plan.alpha;
            format!(
                "Another seed might fall on the other side of {alpha}; raise --trials: {pairs}."
            )
        }),
    );
    said.extend(depths(outcome));
    said.extend(unjudged(outcome));
    said.extend(tied(outcome));
    said
}

fn few_topics(outcome: &Outcome<'_>) -> Option<String> {
    let whole = outcome.compared()?.len();
    if whole < ENOUGH_TOPICS {
        let topics = counted(whole, "topic");
        return Some(format!(
            "Only {topics}: with fewer than {ENOUGH_TOPICS}, only large differences can be shown, \
             and intervals are rough."
        ));
    }
    let first = outcome.measures.first();
    let slices = outcome.comparisons.iter().filter(|c| Some(&c.sample.measure) == first);
    let few = slices.filter_map(|c| Some((c.sample.slice.as_deref()?, c.sample.topics.len())));
    let few: Vec<String> = few
        .filter(|(_, topics)| *topics < ENOUGH_TOPICS)
        .map(|(slice, topics)| format!("{slice} {topics}"))
        .collect();
    let several = few.len() > 1;
    (!few.is_empty()).then(|| {
        let slices = if several { "slices" } else { "slice" };
        format!("Fewer than {ENOUGH_TOPICS} topics in {slices} {}.", few.join(", "))
    })
}

/// The pairs of which something holds, among those that matter most.
fn of_pairs<'a>(
    outcome: &Outcome<'a>,
    holds: impl Fn(&Sample, &Pair, &Plan<'_>) -> bool,
    say: impl Fn(&'a Comparison, &'a Pair) -> String,
) -> Option<String> {
    let mut said = vec![];
    for comparison in outcome.comparisons {
        let pairs = outcome.main_pairs(comparison);
        let pairs = pairs.filter(|pair| holds(&comparison.sample, pair, outcome.plan));
        said.extend(pairs.map(|pair| say(comparison, pair)));
    }
    shortened(said)
}

/// The first few, and how many more there are.
fn shortened(mut said: Vec<String>) -> Option<String> {
    let more = said.len().saturating_sub(NAMED);
    said.truncate(NAMED);
    if more > 0 {
        said.push(format!("and {}", counted(more, "more pair")));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// `hybrid against boolean by AP`, and in which slice.
fn pair_name<'a>(outcome: &Outcome<'a>, comparison: &Comparison, pair: &Pair) -> String {
    let slice = comparison.sample.slice.as_deref().map_or(String::new(), |s| format!(" in {s}"));
    let (run, against) = (outcome.name(pair.run.place), outcome.name(pair.baseline.place));
    format!("{run} against {against} by {}{slice}", comparison.sample.measure)
}

fn few_topics_carry(outcome: &Outcome<'_>) -> Option<String> {
    let mut said = vec![];
    for comparison in outcome.comparisons {
        for pair in outcome.main_pairs(comparison) {
            let Some(carried) = carried(&comparison.sample, pair, outcome.plan) else { continue };
            let left = signed(carried.difference, outcome.digits);
            let name = pair_name(outcome, comparison, pair);
            let p = p_value(carried.p);
            let topics = listed(&carried.topics, "and");
            said.push(format!("{name}, without {topics} {left} with p = {p}"));
        }
    }
    shortened(said).map(|pairs| {
        format!("Three topics or fewer carry (paired t test of the others, uncorrected): {pairs}.")
    })
}

fn tests_disagree(outcome: &Outcome<'_>) -> Option<String> {
    let mut said = vec![];
    for comparison in outcome.comparisons {
        for pair in outcome.main_pairs(comparison).filter(|pair| pair.p_adjusted().is_some()) {
            let name = pair_name(outcome, comparison, pair);
            let found = disagreement(&comparison.sample, pair, outcome.plan);
            said.extend(found.map(|tests| format!("{name} (p by {tests})")));
        }
    }
    let alpha = outcome.plan.alpha;
    shortened(said)
        .map(|pairs| format!("Tests disagree at {alpha}, before any correction: {pairs}."))
}

/// A test of all pairs at once looks at all runs together, so a run that is far from the others can
/// hide what others differ by.
pub(super) fn paired_tests_disagree(outcome: &Outcome<'_>) -> Option<String> {
    if !outcome.plan.test.is_simultaneous() {
        return None;
    }
    let found = hidden(outcome.comparisons, outcome.plan);
    let main = |at: usize, pair: &Pair| {
        outcome.main_pairs(&outcome.comparisons[at]).any(|other| std::ptr::eq(other, pair))
    };
    let said = found.iter().filter(|(at, pair, _)| main(*at, pair)).map(|(at, pair, p)| {
        let name = pair_name(outcome, &outcome.comparisons[*at], pair);
        format!("{name} (p = {})", p_value(*p))
    });
    let tested = counted(outcome.tested(), "comparison");
    shortened(said.collect()).map(|pairs| {
        format!(
            "Paired t tests, with Holm's correction for the same {tested}, find real what this \
             test does not: {pairs}. A run far from the others blunts tests of all runs at once; \
             leave it out, or try --test randomization."
        )
    })
}

/// Runs that are judged to different degrees are not measured alike.
fn unjudged(outcome: &Outcome<'_>) -> Option<String> {
    if outcome.opened.options.unjudged != Unjudged::Irrelevant {
        return None;
    }
    // Judged@10 was evaluated behind the measures.
    let at = outcome.measures.len();
    let share = |run: &Evaluated| {
        let missing: HashSet<&String> = run.scores.missing().iter().collect();
        let there = run.scores.topics().iter().zip(run.scores.column(at));
        // A ranking that is not there has nothing unjudged.
        let there = there.filter(|(topic, _)| !missing.contains(topic));
        let judged: Vec<f64> = there.map(|(_, judged)| judged).collect();
        1.0 - gainline_stats::mean(&judged).unwrap_or(1.0)
    };
    let mut shares: Vec<(&str, f64)> =
        outcome.runs.iter().map(|run| (run.name.as_str(), share(run))).collect();
    shares.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (low, high) = (shares.first()?.1, shares.last()?.1);
    if high - low <= UNJUDGED_APART {
        return None;
    }
    // Of many, the ends.
    let ends = shares.len() - shares.len().min(RUNS_NAMED) / 2;
    let named = |at: &usize| *at < RUNS_NAMED.div_ceil(2) || *at >= ends;
    let shown = (0..shares.len()).filter(named).map(|at| shares[at]);
    let shown: Vec<String> =
        shown.map(|(run, share)| format!("{:.0} % of {run}", 100.0 * share)).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    Some(format!(
        "Unjudged in the top 10: {}. They count as not relevant, so runs with many may be better \
         than they look; try --unjudged condense.",
        listed(&shown, "and")
    ))
}

/// Runs whose order is arbitrary in good part.
fn tied(outcome: &Outcome<'_>) -> Option<String> {
    if outcome.opened.options.ties == Ties::Average {
        return None;
    }
    let many = outcome.runs.iter().filter_map(|run| {
        let facts = run.scores.facts();
        let share = facts.tied_rows as f64 / facts.rows.max(1) as f64;
        (share > MANY_TIED).then(|| format!("{:.0} % of {}", 100.0 * share, run.name))
    });
    let many: Vec<String> = many.collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    (!many.is_empty()).then(|| {
        let rows = listed(&many, "and");
        format!("Rows with tied scores: {rows}. Their order is a choice; try --ties average.")
    })
}
