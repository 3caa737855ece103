//! The difference of two runs, document by document.

use super::{ExplainPresenter, NAMED, Part, amount, grade, largest};
use crate::document::Document;
use crate::present::words::{count, counted, header, signed, text};
use crate::records::Records;
use crate::{Cell, Table};
use gainline::{Better, Measure};
use gainline_analysis::explain::{Cause, DependsOn, Difference, DocumentDifference, Finding};
use gainline_stats::is_same;
use serde::Serialize;
use std::cmp::Ordering;
use std::io;

/// So many documents are shown where not all are asked for.
const SHOWN: usize = 20;

/// The documents, and what they come to.
pub(super) fn table(
    this: &ExplainPresenter<'_>,
    measure: &Measure,
    difference: &Difference,
    document: &mut Document,
) {
    let d = this.decimals(measure);
    let Difference { score_a, score_b, before_a, before_b, documents, .. } = difference;
    let how = match difference.depends_on {
        DependsOn::Rank => {
            "Additive: each difference comes from the document's own change of rank."
        }
        DependsOn::Retrieved => {
            "Additive within each run, but contributions also depend on the number of retrieved \
             documents, so a document may contribute differently at the same rank."
        }
        DependsOn::Score => {
            "Additive within each run, but contributions also depend on scores, so a document may \
             contribute differently at the same rank."
        }
        DependsOn::Above => {
            "Not additive: a document's contribution depends on the documents above it, so it may \
             differ at the same rank."
        }
    };
    let [a, b] = runs(this);
    let title = format!(
        "{measure}: {a} {:.d$}, {b} {:.d$}. {how} Columns {a} and {b}: what a document contributes.",
        score_a + 0.0,
        score_b + 0.0
    );
    let different = documents.iter().filter(|document| document.is_different()).count();
    let shown = if this.all { documents.len() } else { different.min(SHOWN) };
    let mut rows: Vec<Vec<Cell>> = vec![];
    if (*before_a, *before_b) != (0.0, 0.0) {
        rows.push(sums("(before)", [*before_a, *before_b], difference, d));
    }
    rows.extend(documents[..shown].iter().map(|document| row(document, d)));
    if shown < documents.len() {
        let rest = &documents[shown..];
        let sum = |of: fn(&DocumentDifference) -> f64| rest.iter().map(of).fold(0.0, |a, b| a + b);
        let sum = [sum(|rest| rest.contribution_a), sum(|rest| rest.contribution_b)];
        rows.push(sums(&format!("({} more)", rest.len()), sum, difference, d));
    }
    rows.push(sums("all", [*score_a, *score_b], difference, d));
    let mut names = header(&["document", "grade"]);
    names.extend([a, b].map(|run| format!("rank {run}")));
    names.push("move".into());
    names.extend([a, b].map(String::from));
    names.push("difference".into());
    names.extend(difference.share(0.0).map(|_| "share %".into()));
    document.titled(title, Table { header: names, rows, ..Table::default() });
}

/// The names of the runs: the one that is subtracted, and the other.
fn runs<'a>(this: &ExplainPresenter<'a>) -> [&'a str; 2] {
    let name = |at: usize| this.answer.rankings.get(at).map_or("", |ranking| ranking.run.as_str());
    [name(0), name(1)]
}

fn row(document: &DocumentDifference, d: usize) -> Vec<Cell> {
    let rank = |rank: Option<usize>| rank.map_or(text("-"), count);
    let mut row = vec![
        text(&document.document),
        grade(document.grade),
        rank(document.rank_a),
        rank(document.rank_b),
        text(movement(document)),
    ];
    let values = [document.contribution_a, document.contribution_b, document.difference];
    row.extend(values.map(|n| amount(n, d)));
    row.extend(document.share.map(percent));
    row
}

/// A row of what several documents, or none, come to.
fn sums(label: &str, [a, b]: [f64; 2], difference: &Difference, d: usize) -> Vec<Cell> {
    let mut row = vec![text(label)];
    row.resize(5, text(""));
    row.extend([a, b, b - a].map(|value| amount(value, d)));
    row.extend(difference.share(b - a).map(percent));
    row
}

fn percent(share: f64) -> Cell {
    amount(100.0 * share, 1)
}

/// Where a document went, in a word or two.
fn movement(document: &DocumentDifference) -> String {
    match (document.rank_a, document.rank_b) {
        (None, _) => "new".into(),
        (_, None) => "not retrieved".into(),
        (Some(a), Some(b)) => match a.cmp(&b) {
            Ordering::Greater => format!("up {}", a - b),
            Ordering::Less => format!("down {}", b - a),
            Ordering::Equal => "same".into(),
        },
    }
}

/// The same with its ranks, for a sentence.
fn moved(document: &DocumentDifference) -> String {
    match (document.rank_a, document.rank_b) {
        (Some(a), Some(b)) if a == b => format!("same rank {a}"),
        (Some(a), Some(b)) => format!("rank {a} to {b}"),
        (Some(a), None) => format!("not retrieved, was rank {a}"),
        (None, Some(b)) => format!("new at rank {b}"),
        (None, None) => "in neither run".into(),
    }
}

/// What the difference is, and which documents make most of it.
pub(super) fn words(
    this: &ExplainPresenter<'_>,
    measure: &Measure,
    difference: &Difference,
) -> String {
    let d = this.decimals(measure);
    let total = difference.difference;
    let [a, b] = runs(this);
    let lower = match measure.family().better {
        Better::Lower => "; lower is better",
        Better::Higher | Better::Neither => "",
    };
    let scores = [difference.score_b, difference.score_a].map(|n| format!("{:.d$}", n + 0.0));
    let [score_b, score_a] = scores;
    let shown = signed(total, d);
    let mut said =
        format!("{measure}, difference ({b} − {a}): {shown} ({score_b} − {score_a}{lower}).");
    let findings = this.answer.findings.iter();
    let (starts, others): (Vec<&Finding>, Vec<&Finding>) =
        findings.partition(|finding| matches!(finding, Finding::DifferentStart { .. }));
    starts.iter().for_each(|start| said.push_str(&finding(start, measure, difference, d)));
    if !is_same(total, 0.0) {
        said.push_str(&mostly(difference, d));
    }
    others.iter().for_each(|other| said.push_str(&finding(other, measure, difference, d)));
    said
}

/// What a finding adds, if it is about this measure.
fn finding(finding: &Finding, of: &Measure, difference: &Difference, d: usize) -> String {
    match finding {
        Finding::DifferentStart { measure, difference, cause } if measure == of => {
            let why = because(*cause);
            let differ = signed(*difference, d);
            format!(" Before the first document, the values already differ by {differ}{why}.")
        }
        Finding::NothingContributes { measure } if measure == of => {
            " No document contributes differently.".into()
        }
        Finding::CancelsOut { measure } if measure == of => {
            let [gains, losses] = [difference.gains, difference.losses].map(|n| signed(n, d));
            format!(" Gains ({gains}) and losses ({losses}) cancel out.")
        }
        Finding::NearlyCancelsOut { measure } if measure == of => {
            let [gains, losses] = [difference.gains, difference.losses].map(|n| signed(n, d));
            format!(
                " Gains ({gains}) and losses ({losses}) nearly cancel out, so no shares of the difference \
                 are shown."
            )
        }
        Finding::DifferentWithoutMove { measure, documents, cause } if measure == of => {
            let (s, why) = (if *documents == 1 { "s" } else { "" }, because(*cause));
            let documents = counted(*documents, "document");
            format!(" {documents} contribute{s} differently at the same rank{why}.")
        }
        Finding::DifferentStart { .. }
        | Finding::NothingContributes { .. }
        | Finding::CancelsOut { .. }
        | Finding::NearlyCancelsOut { .. }
        | Finding::UnjudgedOnTop { .. }
        | Finding::DifferentWithoutMove { .. }
        | Finding::TopicMissing { .. }
        | Finding::LowerIsBetter { .. }
        | Finding::NoIdealRanking { .. }
        | Finding::CollectionTooSmall { .. }
        | Finding::CollectionGrows => String::new(),
    }
}

fn because(cause: Cause) -> &'static str {
    match cause {
        Cause::Scores => ", because scores differ",
        Cause::Retrieved => ", because the runs retrieve different numbers of documents",
        Cause::Judged => ", because different numbers of the retrieved documents are judged",
        Cause::AboveOrRetrieved => {
            ", because of the documents above or the number of retrieved documents"
        }
    }
}

/// The documents that make most of the difference, and what works against them.
fn mostly(difference: &Difference, d: usize) -> String {
    let total = difference.difference;
    let documents = difference.documents.iter().filter(|document| document.is_different());
    let with: Vec<&DocumentDifference> =
        documents.filter(|document| document.difference * total > 0.0).collect();
    let part = |document: &&DocumentDifference| Part {
        size: document.difference,
        name: document.document.clone(),
        amount: format!("{}, {}", moved(document), signed(document.difference, d)),
    };
    let named = largest(with.iter().map(part).collect());
    let together = with.iter().take(NAMED).fold(0.0, |sum, part| sum + part.difference);
    let mut said = match with.len() {
        0 => String::new(),
        few if few <= NAMED => format!(" It comes from {named}."),
        _ => {
            let share = difference.share(together);
            let of_it = share.map(|share| format!(", {:.0} % of the difference", share * 100.0));
            let sum = format!("together {}{}", signed(together, d), of_it.unwrap_or_default());
            match together / total > 0.5 {
                true => format!(" It comes mostly from {named}; {sum}."),
                false => format!(" The largest contributions: {named}; {sum}."),
            }
        }
    };
    let against = if total > 0.0 { difference.losses } else { difference.gains };
    if against != 0.0 {
        said.push_str(&format!(" In the opposite direction: {}.", signed(against, d)));
    }
    said
}

/// A document, for scripts; the first one is none, with ranks 0 and the values before the first
/// document.
#[derive(Serialize)]
struct Record<'a> {
    topic: &'a str,
    measure: &'a Measure,
    document: Option<&'a str>,
    grade: Option<f64>,
    rank_a: Option<usize>,
    rank_b: Option<usize>,
    contribution_a: f64,
    contribution_b: f64,
    difference: f64,
    share: Option<f64>,
}

/// All documents of either run.
pub(super) fn records(
    this: &ExplainPresenter<'_>,
    measure: &Measure,
    difference: &Difference,
    out: &mut Records<'_>,
) -> io::Result<()> {
    let topic = &this.answer.topic;
    let [a, b] = [difference.before_a, difference.before_b];
    out.row(&Record {
        topic,
        measure,
        document: None,
        grade: None,
        rank_a: Some(0),
        rank_b: Some(0),
        contribution_a: a,
        contribution_b: b,
        difference: b - a,
        share: difference.share(b - a),
    })?;
    for document in &difference.documents {
        out.row(&Record {
            topic,
            measure,
            document: Some(&document.document),
            grade: document.grade,
            rank_a: document.rank_a,
            rank_b: document.rank_b,
            contribution_a: document.contribution_a,
            contribution_b: document.contribution_b,
            difference: document.difference,
            share: document.share,
        })?;
    }
    Ok(())
}
