//! The tables of one comparison: runs, pairs and topics.

use super::outcome::Outcome;
use super::words::{adjusted, chance, interval, p_value, percent, signed};
use crate::cells::{header, number, text};
use crate::comparison::{Comparison, Pair};
use gainline_report::{Cell, Table};

/// Up to so many pairs are all shown.
const MANY_PAIRS: usize = 10;
/// So many topics of gains, and as many of losses.
const SHOWN: usize = 5;

/// The runs, best first.
pub(super) fn runs<'a>(outcome: &Outcome<'a>, comparison: &'a Comparison) -> Table {
    let grouped = comparison.runs.iter().any(|run| run.group.is_some());
    let baseline = outcome.plan.baseline;
    let mut names = vec!["run", "mean", "95 % interval"];
    names.extend(if grouped { &["group", "rank"][..] } else { &[] });
    let row = |run: usize| -> Vec<Cell> {
        let summary = &comparison.runs[run];
        let mark = if baseline == Some(run) { " (baseline)" } else { "" };
        let mut row = vec![
            Cell::Text(format!("{}{mark}", outcome.name(run))),
            number(summary.mean, outcome.digits),
            Cell::Text(interval(summary.interval, outcome.digits)),
        ];
        if grouped {
            let rank = summary.rank.map_or("-".into(), |rank| match (rank.best, rank.worst) {
                (best, worst) if best == worst => best.to_string(),
                (best, worst) => format!("{best}-{worst}"),
            });
            row.push(text(summary.group.as_deref().unwrap_or("-")));
            row.push(Cell::Text(rank));
        }
        row
    };
    let rows = comparison.sample.best_first().into_iter().map(row).collect();
    Table { header: header(&names), rows, ..Table::default() }
}

/// The pairs that are shown, and whether others are not.
pub(super) fn shown_pairs<'a>(
    outcome: &Outcome<'a>,
    comparison: &'a Comparison,
) -> (Vec<&'a Pair>, bool) {
    let all = comparison.pairs.len();
    if outcome.plan.baseline.is_some() {
        let order = comparison.sample.best_first();
        let place = |pair: &&Pair| order.iter().position(|run| *run == pair.run.place);
        let mut pairs: Vec<&Pair> = comparison.pairs.iter().collect();
        pairs.sort_by_key(place);
        return (pairs, false);
    }
    if outcome.all_pairs || all <= MANY_PAIRS {
        return (comparison.pairs.iter().collect(), false);
    }
    (outcome.main_pairs(comparison).collect(), true)
}

/// How the runs of pairs differ.
pub(super) fn pairs(outcome: &Outcome<'_>, pairs: &[&Pair]) -> Table {
    let names = ["run", "against", "difference", "%", "95 % interval", "p", "d_z", "w/t/l", "size"];
    let row = |pair: &&Pair| -> Vec<Cell> {
        let topics = pair.topics;
        let dash = || "-".to_string();
        vec![
            text(outcome.name(pair.run.place)),
            text(outcome.name(pair.baseline.place)),
            Cell::Text(signed(pair.difference, outcome.digits)),
            Cell::Text(percent(pair.relative)),
            Cell::Text(interval(pair.interval, outcome.digits)),
            Cell::Text(adjusted(pair)),
            Cell::Text(pair.effects.dz.map_or_else(dash, |dz| signed(dz, 2))),
            Cell::Text(format!("{}/{}/{}", topics.wins, topics.ties, topics.losses)),
            Cell::Text(match pair.practical {
                _ if pair.is_same() => "none".into(),
                practical => practical.map_or_else(dash, |p| p.word().to_string()),
            }),
        ]
    };
    Table { header: header(&names), rows: pairs.iter().map(row).collect(), ..Table::default() }
}

/// Whether the runs of pairs are the same but for little.
pub(super) fn equivalence(outcome: &Outcome<'_>, bound: f64, pairs: &[&Pair]) -> Table {
    let names = ["run", "against", "p of within", "verdict", "chance: lower", "within", "higher"];
    let alpha = outcome.plan.alpha;
    let row = |pair: &&Pair| -> Vec<Cell> {
        let p = pair.equivalence.map(|e| e.p_adjusted).map_or("-".into(), p_value);
        let chances = pair.posterior.map(|known| [known.left, known.rope, known.right]);
        let chances = chances.map_or(["-"; 3].map(String::from), |chances| chances.map(chance));
        let verdict = match pair.equivalence {
            _ if pair.is_same() => "same scores",
            Some(_) if pair.equivalence.map(|e| e.p_adjusted).is_some_and(|p| p < alpha) => {
                "equivalent"
            }
            Some(found) if found.interval.low > bound || found.interval.high < -bound => "beyond",
            Some(_) => "not shown",
            None => "-",
        };
        let mut row = vec![
            text(outcome.name(pair.run.place)),
            text(outcome.name(pair.baseline.place)),
            Cell::Text(p),
        ];
        row.push(text(verdict));
        row.extend(chances.map(Cell::Text));
        row
    };
    Table { header: header(&names), rows: pairs.iter().map(row).collect(), ..Table::default() }
}

/// Topics with the scores of runs, and what to call them.
pub(super) struct Topics {
    pub title: String,
    pub table: Table,
}

/// The topics where two runs differ most, or all topics of all runs; none if there is nothing to
/// show.
pub(super) fn topics<'a>(outcome: &Outcome<'a>, comparison: &'a Comparison) -> Option<Topics> {
    if outcome.per_topic {
        return Some(every_topic(outcome, comparison));
    }
    if comparison.sample.slice.is_some() || comparison.sample.topics.len() < 2 {
        // Slices' topics are among all topics, and one topic is what the tables are of.
        return None;
    }
    let pair = outcome.top_pair(comparison).filter(|pair| !pair.is_same())?;
    let (sample, digits) = (&comparison.sample, outcome.digits);
    let (a, b) = (&sample.columns[pair.baseline.place], &sample.columns[pair.run.place]);
    let gain = |topic: usize| sample.oriented(b[topic] - a[topic]);
    let mut order: Vec<usize> = (0..sample.topics.len()).collect();
    order.sort_by(|&x, &y| gain(y).total_cmp(&gain(x)));
    let gains = order.iter().take(SHOWN).filter(|topic| gain(**topic) > 0.0);
    let losses = order.iter().skip(order.len().saturating_sub(SHOWN));
    let losses = losses.filter(|topic| gain(**topic) < 0.0);
    let row = |topic: &usize| {
        vec![
            text(&sample.topics[*topic]),
            number(b[*topic], digits),
            number(a[*topic], digits),
            Cell::Text(signed(b[*topic] - a[*topic], digits)),
        ]
    };
    let (run, against) = (outcome.name(pair.run.place), outcome.name(pair.baseline.place));
    let names = ["topic", run, against, "difference"];
    let rows = gains.chain(losses).map(row).collect();
    let title = format!("Topics where {run} and {against} differ most by {}:", sample.measure);
    Some(Topics { title, table: Table { header: header(&names), rows, ..Table::default() } })
}

fn every_topic<'a>(outcome: &Outcome<'a>, comparison: &'a Comparison) -> Topics {
    let (sample, digits) = (&comparison.sample, outcome.digits);
    let order = sample.best_first();
    let mut names = vec!["topic"];
    names.extend(order.iter().map(|run| outcome.name(*run)));
    let two = comparison.pairs.first().filter(|_| order.len() == 2);
    names.extend(two.map(|_| "difference"));
    let row = |(at, topic): (usize, &String)| {
        let mut row = vec![text(topic)];
        row.extend(order.iter().map(|run| number(sample.columns[*run][at], digits)));
        row.extend(two.map(|pair| {
            let difference =
                sample.columns[pair.run.place][at] - sample.columns[pair.baseline.place][at];
            Cell::Text(signed(difference, digits))
        }));
        row
    };
    let rows = sample.topics.iter().enumerate().map(row).collect();
    let difference = two.map_or(String::new(), |pair| {
        format!(", and {} less {}", outcome.name(pair.run.place), outcome.name(pair.baseline.place))
    });
    Topics {
        title: format!("All topics by {}{difference}:", sample.measure),
        table: Table { header: header(&names), rows, ..Table::default() },
    }
}
