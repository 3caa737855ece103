//! The tables of `gainline noise`.

use super::inputs::Judging;
use super::report::About;
use crate::cells::{header, number, text};
use gainline::Measure;
use gainline_analysis::noise::{
    Decomposition, KISHIDA_TABLE_2, MeasureNoise, PairNoise, TableTwo, is_logarithmic,
};
use gainline_report::{Cell, Table};

/// So many pairs of a measure are shown where not all are asked for.
const SHOWN: usize = 10;

/// A mean as it is shown: of logarithms, the geometric mean.
pub(super) fn shown(measure: &Measure, mean: f64) -> f64 {
    if is_logarithmic(measure) { mean.exp() } else { mean }
}

pub(super) fn tables(about: &About<'_>, judgings: &[Judging]) -> Vec<(String, Table)> {
    if about.args.preset.is_some() && about.model.file().is_none() {
        let measures = 0..about.measures.len();
        return measures.map(|at| table_two(about, judgings, at)).collect();
    }
    let mut tables = vec![];
    for judging in judgings {
        let label = label(judging, judgings.len() > 1);
        tables.push((
            format!(
                "{label}Means with standard errors (s.e.): by the given judgments; and judged anew, by \
                 topics alone (without judgment noise) and by topics + judging (with it):"
            ),
            means(about, judging),
        ));
        tables.push((
            format!("{label}Where the variance of values judged anew comes from:"),
            variances(about, judging),
        ));
        tables
            .extend(pairs(about, judging).map(|(title, table)| (format!("{label}{title}"), table)));
        if about.args.per_topic {
            tables.push((format!("{label}All topics, by all measures:"), topics(about, judging)));
        }
    }
    tables
}

/// `theta 0.9. `, where there are several.
pub(super) fn label(judging: &Judging, several: bool) -> String {
    judging.theta.filter(|_| several).map_or(String::new(), |theta| format!("Theta {theta}. "))
}

/// A number that may not be there.
fn maybe(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(text("-"), |value| number(value, decimals))
}

/// A row for each measure and run, starting with their names.
fn by_run(
    about: &About<'_>,
    judging: &Judging,
    names: &[&str],
    row: impl Fn(&MeasureNoise, &Decomposition) -> Vec<Cell>,
) -> Table {
    let mut rows = vec![];
    for of in &judging.noise.measures {
        for (run, parts) in of.runs.iter().enumerate() {
            let mut cells = vec![text(&of.measure.to_string()), text(about.run(run))];
            cells.extend(row(of, parts));
            rows.push(cells);
        }
    }
    Table { header: header(&[&["measure", "run"], names].concat()), rows, ..Table::default() }
}

fn means(about: &About<'_>, judging: &Judging) -> Table {
    let d = about.digits;
    let names = ["given", "s.e.", "judged anew", "change", "s.e. topics", "s.e. topics + judging"];
    by_run(about, judging, &names, |of, parts| {
        let (given, mean) = (shown(&of.measure, parts.given), shown(&of.measure, parts.mean));
        vec![
            number(given, d),
            maybe(parts.given_error(), d),
            number(mean, d),
            number(mean - given, d),
            maybe(parts.error_without_judging(), d),
            maybe(parts.error_with_judging(), d),
        ]
    })
}

fn variances(about: &About<'_>, judging: &Judging) -> Table {
    // Variances are squares, so they are small.
    let d = about.digits + 1;
    let names = ["topics", "judging", "topics + judging", "one judging", "share of judging"];
    by_run(about, judging, &names, |_, parts| {
        vec![
            maybe(parts.between_topics, d),
            maybe(parts.from_judging, d),
            maybe(parts.sum(), d),
            maybe(parts.in_one_judging, d),
            maybe(parts.share_of_judging(), 3),
        ]
    })
}

/// The pairs of runs; none where there is one run.
fn pairs(about: &About<'_>, judging: &Judging) -> Option<(String, Table)> {
    let all = judging.noise.measures.first()?.pairs.len();
    if all == 0 {
        return None;
    }
    let d = about.digits;
    let mut rows = vec![];
    for of in &judging.noise.measures {
        for pair in most(&of.pairs, about.args.all_pairs) {
            rows.push(vec![
                text(&of.measure.to_string()),
                text(about.run(pair.first)),
                text(about.run(pair.second)),
                number(pair.difference, d),
                number(pair.mean_difference, d),
                maybe(pair.deviation, d),
                maybe(pair.swapped(), 3),
                number(pair.tied as f64 / judging.noise.repeats as f64, 3),
            ]);
        }
    }
    let names =
        ["measure", "first", "second", "difference", "judged anew", "sd", "swapped", "tied"];
    let title = if all <= SHOWN || about.args.all_pairs {
        "Pairs of runs, the first being better by the given judgments, and the shares of repeats in \
         which they come the other way round or are equal:"
            .to_string()
    } else {
        format!(
            "Those of {all} pairs of runs that swap most (up to {SHOWN} by each measure; --all-pairs \
             shows all), the first being better by the given judgments, and the shares of repeats in \
             which they come the other way round or are equal:"
        )
    };
    // Where no pair ever swaps, there is nothing to show.
    (!rows.is_empty()).then(|| (title, Table { header: header(&names), rows, ..Table::default() }))
}

/// Those that swap most, if there are too many, and none that never do; in the order in which they
/// were.
fn most(pairs: &[PairNoise], all: bool) -> Vec<&PairNoise> {
    if all || pairs.len() <= SHOWN {
        return pairs.iter().collect();
    }
    let mut places: Vec<usize> = (0..pairs.len()).collect();
    // Pairs that are equal by the given judgments come first: they have no order to lose.
    let rank = |place: &usize| pairs[*place].swapped().unwrap_or(f64::INFINITY);
    places.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    places.truncate(SHOWN);
    places.retain(|place| rank(place) > 0.0);
    places.sort_unstable();
    places.into_iter().map(|place| &pairs[place]).collect()
}

fn topics(about: &About<'_>, judging: &Judging) -> Table {
    let d = about.digits;
    let mut rows = vec![];
    for of in &judging.noise.measures {
        for (run, parts) in of.runs.iter().enumerate() {
            for (name, topic) in judging.noise.topics.iter().zip(&parts.topics) {
                rows.push(vec![
                    text(&of.measure.to_string()),
                    text(about.run(run)),
                    text(name),
                    number(shown(&of.measure, topic.given), d),
                    number(shown(&of.measure, topic.mean), d),
                    maybe(topic.variance.map(f64::sqrt), d),
                ]);
            }
        }
    }
    let names = ["measure", "run", "topic", "given", "judged anew", "sd over repeats"];
    Table { header: header(&names), rows, ..Table::default() }
}

/// The paper's numbers for this theta, where it has them.
fn printed(measure: &Measure, theta: Option<f64>, repeats: usize) -> Option<TableTwo> {
    let table = KISHIDA_TABLE_2.into_iter().find(|table| Some(table.theta) == theta);
    table.filter(|_| measure.to_string() == "AP" && repeats == 1000)
}

/// A measure as in Kishida's Table 2.
fn table_two(about: &About<'_>, judgings: &[Judging], at: usize) -> (String, Table) {
    let measure = &about.measures[at];
    let mut names = vec![String::from("quantity")];
    let mut columns: Vec<[Option<f64>; 7]> = vec![];
    for judging in judgings {
        let parts = &judging.noise.measures[at].runs[0];
        names.push(judging.theta.map_or(String::new(), |theta| format!("theta {theta}")));
        columns.push([
            Some(shown(measure, parts.mean)),
            parts.between_topics,
            parts.from_judging,
            parts.sum(),
            parts.in_one_judging,
            parts.error_without_judging(),
            parts.error_with_judging(),
        ]);
        if let Some(table) = printed(measure, judging.theta, judging.noise.repeats) {
            let TableTwo { mean, between_topics, from_judging, sum, in_one_judging, .. } = table;
            names.push("Kishida".into());
            let five = [mean, between_topics, from_judging, sum, in_one_judging].map(Some);
            columns.push([five[0], five[1], five[2], five[3], five[4], None, None]);
        }
    }
    let labels = [
        "mean over topics and repeats (mu)",
        "variance between topics (sigma^2_mu)",
        "variance from judging (sigma^2_d)",
        "their sum",
        "mean variance in one judging",
        "s.e. of the mean, without judgment noise",
        "s.e. of the mean, with judgment noise",
    ];
    let row = |(row, label): (usize, &&str)| {
        let cells = columns.iter().map(|column| maybe(column[row], about.digits + 1));
        [text(label)].into_iter().chain(cells).collect()
    };
    let rows = labels.iter().enumerate().map(row).collect();
    let rankings = judgings.first().map_or(0, |judging| judging.noise.topics.len());
    let title =
        format!("{measure} of {rankings} rankings of 10 documents, as in Kishida's Table 2:");
    (title, Table { header: names, rows, ..Table::default() })
}
