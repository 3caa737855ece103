//! How far judges agree, in tables.

use super::report::{About, SHOWN, shown_grade};
use super::statistics::interval;
use crate::cells::{count, header, number, text};
use crate::notes::counted;
use gainline_analysis::judges::{Agreement, PairAgreement};
use gainline_report::{Cell, Table};
use gainline_stats::{Confusion, KappaWeights};

/// So many confusion matrices are shown, of no more grades than this.
const MATRICES: usize = 3;
pub(super) const WIDEST: usize = 10;

/// Tables with what each shows.
pub(super) type Titled = Vec<(String, Table)>;

pub(super) fn tables(about: &About<'_>) -> Titled {
    let rel = about.judges[0].opened.options.rel;
    let more = match about.agreement.pairs.len() {
        pairs if pairs > SHOWN => format!(" (the first {SHOWN} of {pairs} pairs; json has all)"),
        _ => String::new(),
    };
    let mut tables = vec![
        (
            format!(
                "Documents judged, and of those judged by both the relevant ones (grade {rel} or \
                 higher){more}:"
            ),
            judged(about),
        ),
        (
            format!("Agreement on grades, of documents that both have judged{more}:"),
            on_grades(about),
        ),
        (
            format!("Agreement on relevant or not, of documents that both have judged{more}:"),
            on_relevance(about),
        ),
        (all_title(about), all(about)),
    ];
    tables.extend(matrices(about));
    if !about.topics.is_empty() {
        let whom = about.everybody();
        let title = format!("Topic by topic, of documents that {whom} have judged:");
        tables.push((title, per_topic(about)));
    }
    tables
}

/// A row for each pair of judges: their names, and then its cells.
fn pairs(about: &About<'_>, names: &[&str], cells: impl Fn(&PairAgreement) -> Vec<Cell>) -> Table {
    let row = |pair: &PairAgreement| {
        let names = [text(about.judge(pair.first)), text(about.judge(pair.second))];
        names.into_iter().chain(cells(pair)).collect()
    };
    Table {
        header: header(&[&["judge (1)", "judge (2)"], names].concat()),
        rows: about.agreement.pairs.iter().take(SHOWN).map(row).collect(),
        ..Table::default()
    }
}

fn judged(about: &About<'_>) -> Table {
    let names =
        ["both", "only 1", "only 2", "rel. 1", "rel. 2", "rel. both", "overlap", "topics' mean"];
    pairs(about, &names, |pair| {
        let relevant = &pair.relevant;
        let found = |n: u64| count(n as usize);
        vec![
            count(pair.both),
            count(pair.only_first),
            count(pair.only_second),
            found(relevant.both + relevant.first),
            found(relevant.both + relevant.second),
            found(relevant.both),
            about.value(relevant.overlap()),
            about.value(pair.mean_overlap.map(|(mean, _)| mean)),
        ]
    })
}

fn on_grades(about: &About<'_>) -> Table {
    let names = ["same grade", "kappa [95%]", "linear", "quadratic"];
    pairs(about, &names, |pair| {
        let kappa = |weights| pair.grades.kappa(weights).ok().map(|kappa| kappa.kappa);
        vec![
            about.value(pair.grades.agreement()),
            kappa_cell(about, &pair.grades),
            about.value(kappa(KappaWeights::Linear)),
            about.value(kappa(KappaWeights::Quadratic)),
        ]
    })
}

fn on_relevance(about: &About<'_>) -> Table {
    let names = ["same", "kappa [95%]", "positive", "negative", "precision (2)", "recall (2)"];
    pairs(about, &names, |pair| {
        let relevant = &pair.relevant;
        vec![
            about.value(relevant.agreement()),
            kappa_cell(about, &relevant.confusion()),
            about.value(relevant.positive_agreement()),
            about.value(relevant.negative_agreement()),
            about.value(relevant.precision_of_second()),
            about.value(relevant.recall_of_second()),
        ]
    })
}

/// κ, with its interval where that is wider than a point.
fn kappa_cell(about: &About<'_>, table: &Confusion) -> Cell {
    let Ok(kappa) = table.kappa(KappaWeights::Equal) else { return text("-") };
    match interval(kappa) {
        Some(interval) => Cell::Range {
            value: kappa.kappa,
            low: interval.low,
            high: interval.high,
            decimals: about.digits,
        },
        None => number(kappa.kappa, about.digits),
    }
}

fn all_title(about: &About<'_>) -> String {
    let all = &about.agreement.all;
    if about.judges.len() == 2 {
        return format!(
            "{}: Fleiss' kappa and Krippendorff's alpha of the {} that both have judged:",
            about.everybody(),
            counted(all.by_all, "document")
        );
    }
    format!(
        "All judges: Fleiss' kappa of the {} that all {} have judged, Krippendorff's alpha of the \
         {} that two or more have judged:",
        counted(all.by_all, "document"),
        about.judges.len(),
        all.by_several
    )
}

fn all(about: &About<'_>) -> Table {
    let all = &about.agreement.all;
    let fleiss = |fleiss: &gainline_stats::Result<gainline_stats::FleissKappa>| {
        about.value(fleiss.as_ref().ok().map(|fleiss| fleiss.kappa))
    };
    let alpha = |alpha: &gainline_stats::Result<gainline_stats::KrippendorffAlpha>| {
        about.value(alpha.as_ref().ok().map(|alpha| alpha.alpha))
    };
    let mut rows =
        vec![vec![text("Fleiss' kappa"), fleiss(&all.fleiss), fleiss(&all.fleiss_relevant)]];
    for (name, value) in ["nominal", "ordinal", "interval"].iter().zip(&all.alpha) {
        // Of two values, all metrics give the same.
        rows.push(vec![text(&format!("alpha, {name}")), alpha(value), alpha(&all.alpha_relevant)]);
    }
    rows.push(vec![text("same grade"), about.value(all.agreement()), text("")]);
    rows.push(vec![text("overlap of all"), text(""), about.value(all.overlap())]);
    let mean = all.mean_overlap.map(|(mean, _)| mean);
    rows.push(vec![text("  topics' mean"), text(""), about.value(mean)]);
    Table { header: header(&["", "grades", "relevant or not"]), rows, ..Table::default() }
}

/// The confusion matrices of the first few pairs of judges.
fn matrices(about: &About<'_>) -> Titled {
    let grades = about.ratings.grades();
    if grades.len() > WIDEST {
        return vec![];
    }
    let names: Vec<String> = grades.iter().map(|grade| shown_grade(*grade)).collect();
    let matrix = |pair: &PairAgreement| {
        let (one, other) = (about.judge(pair.first), about.judge(pair.second));
        let totals = [pair.grades.first_totals(), pair.grades.second_totals()];
        let whole = |n: &u64| count(*n as usize);
        let mut rows: Vec<Vec<Cell>> = vec![];
        for ((name, counts), total) in names.iter().zip(pair.grades.counts()).zip(&totals[0]) {
            let cells = counts.iter().map(whole).chain([whole(total)]);
            rows.push([text(name)].into_iter().chain(cells).collect());
        }
        let last = totals[1].iter().map(whole).chain([whole(&pair.grades.total())]);
        rows.push([text("all")].into_iter().chain(last).collect());
        let shown: Vec<&str> = names.iter().map(String::as_str).collect();
        let header = header(&[&["grade"], &shown[..], &["all"]].concat());
        let title = format!("Documents by the grade of {one} (rows) and of {other} (columns):");
        (title, Table { header, rows, ..Table::default() })
    };
    let overlapping = about.agreement.pairs.iter().filter(|pair| pair.both > 0);
    overlapping.take(MATRICES).map(matrix).collect()
}

fn per_topic(about: &About<'_>) -> Table {
    let two = about.judges.len() == 2;
    let row = |(topic, agreed): (&str, &Agreement)| {
        let all = &agreed.all;
        let kappa = |weights| {
            let pair = agreed.pairs.first()?;
            pair.grades.kappa(weights).ok().map(|kappa| kappa.kappa)
        };
        let mut row = vec![text(topic), count(all.by_all), about.value(all.agreement())];
        if two {
            row.push(about.value(kappa(KappaWeights::Equal)));
            row.push(about.value(kappa(KappaWeights::Quadratic)));
        } else {
            row.push(about.value(all.fleiss.as_ref().ok().map(|fleiss| fleiss.kappa)));
        }
        row.push(about.value(all.alpha[1].as_ref().ok().map(|alpha| alpha.alpha)));
        row.push(count(all.relevant_to_any));
        row.push(count(all.relevant_to_all));
        row.push(about.value(all.overlap()));
        row
    };
    let kappas: &[&str] = if two { &["kappa", "quadratic"] } else { &["Fleiss' kappa"] };
    let ends = ["alpha, ordinal", "rel. to any", "rel. to all", "overlap"];
    let names = [&["topic", "documents", "same grade"], kappas, &ends[..]].concat();
    let topics = about.ratings.topics().iter().map(|topic| topic.name.as_str());
    Table {
        header: header(&names),
        rows: topics.zip(about.topics).map(row).collect(),
        ..Table::default()
    }
}
