//! What becomes of conclusions about runs, in tables.

use super::effect::{Between, MeasureEffect};
use super::report::{About, SHOWN};
use super::tables::Titled;
use crate::cells::{count, header, number, text};
use gainline_report::{Cell, Table};

/// With more judges than this, means are shown by their ends.
const COLUMNS: usize = 5;

pub(super) fn tables(about: &About<'_>) -> Titled {
    let Some(effect) = about.effect else { return vec![] };
    let measures = &effect.measures;
    let mut tables = vec![("Means of the runs by each judge:".into(), means(about, measures))];
    if about.runs.len() < 2 {
        return tables;
    }
    let pairs = about.agreement.pairs.len();
    let more = if pairs > SHOWN {
        format!(" (the first {SHOWN} of {pairs} pairs)")
    } else {
        String::new()
    };
    let title = format!(
        "The orders of the runs by two judges{more}; for tau_AP (1) the first one's is the true \
         one, for (2) the second one's; separated with p < {}:",
        about.alpha
    );
    tables.push((title, orders(about, measures)));
    let (changes, hidden) = changes(about, measures);
    if !changes.rows.is_empty() {
        let more = match hidden {
            0 => String::new(),
            n => format!(" (and {n} more, which json has)"),
        };
        let title = format!(
            "Pairs of runs that change their order{more}, with the differences and p by the first \
             (1) and the second judge (2):"
        );
        tables.push((title, changes));
    }
    tables
}

fn means(about: &About<'_>, measures: &[MeasureEffect]) -> Table {
    let each = about.judges.len() <= COLUMNS;
    let mut rows = vec![];
    for effect in measures {
        for run in 0..about.runs.len() {
            let means: Vec<f64> = effect.judges.iter().map(|ranked| ranked.means[run]).collect();
            let low = means.iter().copied().fold(f64::INFINITY, f64::min);
            let high = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let mut row = vec![text(&effect.measure.to_string()), text(about.run(run))];
            let shown = if each { means } else { vec![low, high] };
            row.extend(shown.iter().map(|mean| number(*mean, about.digits)));
            row.push(number(high - low, about.digits));
            rows.push(row);
        }
    }
    let judges = about.judges.iter().map(|judge| judge.name.as_str());
    let judges: Vec<&str> = if each { judges.collect() } else { vec!["lowest", "highest"] };
    let header = header(&[&["measure", "run"], &judges[..], &["range"]].concat());
    Table { header, rows, ..Table::default() }
}

fn orders(about: &About<'_>, measures: &[MeasureEffect]) -> Table {
    let mut rows = vec![];
    for effect in measures {
        for between in effect.pairs.iter().take(SHOWN) {
            let alike = &between.alike;
            let separated = |judge: usize| count(effect.judges[judge].separated());
            rows.push(vec![
                text(&effect.measure.to_string()),
                text(about.judge(between.first)),
                text(about.judge(between.second)),
                about.value(alike.tau_b.map(|tau| tau.coefficient)),
                about.value(alike.tau_ap_first),
                about.value(alike.tau_ap_second),
                text(&format!("{} of {}", alike.swapped.len(), alike.pairs)),
                separated(between.first),
                separated(between.second),
                count(between.separated_by_one),
            ]);
        }
    }
    let names = [
        "measure",
        "judge (1)",
        "judge (2)",
        "tau_b",
        "tau_AP (1)",
        "tau_AP (2)",
        "swapped",
        "sep. 1",
        "sep. 2",
        "by one",
    ];
    Table { header: header(&names), rows, ..Table::default() }
}

/// Pairs of runs whose order is another by another judge, and how many are not shown.
fn changes(about: &About<'_>, measures: &[MeasureEffect]) -> (Table, usize) {
    let mut rows = vec![];
    for effect in measures {
        for between in &effect.pairs {
            let swapped = between.alike.swapped.iter();
            rows.extend(swapped.map(|pair| change(about, effect, between, *pair)));
        }
    }
    let hidden = rows.len().saturating_sub(2 * SHOWN);
    rows.truncate(2 * SHOWN);
    let names = [
        "measure",
        "run",
        "other",
        "judge (1)",
        "judge (2)",
        "diff. (1)",
        "p (1)",
        "diff. (2)",
        "p (2)",
    ];
    (Table { header: header(&names), rows, ..Table::default() }, hidden)
}

fn change(
    about: &About<'_>,
    effect: &MeasureEffect,
    between: &Between,
    (a, b): (usize, usize),
) -> Vec<Cell> {
    let first = &effect.judges[between.first];
    // The better run by the first judge comes first.
    let (a, b) = if first.heights[a] > first.heights[b] { (a, b) } else { (b, a) };
    let mut row = vec![
        text(&effect.measure.to_string()),
        text(about.run(a)),
        text(about.run(b)),
        text(about.judge(between.first)),
        text(about.judge(between.second)),
    ];
    for judge in [between.first, between.second] {
        let ranked = &effect.judges[judge];
        row.push(number(ranked.means[a] - ranked.means[b], about.digits));
        row.push(about.p(ranked.pair((a, b)).and_then(|pair| pair.p)));
    }
    row
}
