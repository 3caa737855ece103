//! Which conclusions are safe, in words.

use super::Part;
use super::fields::Document;
use super::parts::documents;
use super::report::About;
use super::study::{Measured, Study};
use crate::notes::counted;
use gainline_analysis::missing::{Flip, Outcome};

pub(super) fn words(about: &About<'_>, study: &Study) -> Vec<String> {
    let mut words = vec![];
    if study.open == 0 {
        words.push(format!(
            "Every document in the runs' top {} is judged; nothing there is left to be found or to be \
             judged next.",
            about.pool_depth
        ));
    }
    let found =
        |measured: &Measured| measured.discoveries.iter().flatten().any(|d| d.documents > 0);
    if about.shows(Part::Discovery) && !study.measures.iter().any(found) {
        words.push("No run has an unjudged document whose discovery would change a score.".into());
    }
    if about.shows(Part::Scores) {
        words.extend(by_estimate(about, study));
    }
    if about.shows(Part::Flips) {
        words.extend(study.measures.iter().filter_map(|measured| conclusion(about, measured)));
    }
    if about.shows(Part::LeaveOut) && about.opened.asked.len() > 1 {
        words.extend(study.measures.iter().map(|measured| reusable(about, measured)));
    }
    if about.shows(Part::Next) {
        words.extend(to_judge(about, study));
    }
    words
}

/// Where the estimates give another order than the values.
fn by_estimate(about: &About<'_>, study: &Study) -> Option<String> {
    // The table has them all.
    const SHOWN: usize = 3;
    let of_measure = |measured: &Measured| {
        let turned = measured.turned_by_estimate();
        let shown = |run: usize| {
            let estimate = measured.estimates[run];
            format!("{} ({estimate:.*})", about.name(run), about.digits)
        };
        let pair = |(first, second): &(usize, usize)| {
            format!("{} before {}", shown(*first), shown(*second))
        };
        let pairs: Vec<String> = turned.iter().take(SHOWN).map(pair).collect();
        let more = match turned.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {}", counted(more, "more pair")),
        };
        let said = format!("by {} {}{more}", measured.measure, pairs.join(", "));
        (!turned.is_empty()).then_some(said)
    };
    let orders: Vec<String> = study.measures.iter().filter_map(of_measure).collect();
    (!orders.is_empty()).then(|| {
        format!(
            "By the estimate the order differs: {}. The estimate takes open documents to be relevant as \
             often as judged ones at such ranks, which flatters runs that were judged at the top only.",
            orders.join("; ")
        )
    })
}

/// Which comparisons are safe by a measure, and which one turns most easily.
fn conclusion(about: &About<'_>, measured: &Measured) -> Option<String> {
    let (name, flips) = (&measured.measure, &measured.flips);
    let safe: Vec<&Flip> = flips.iter().filter(|flip| flip.outcome == Outcome::Safe).collect();
    let pair = |flip: &Flip| {
        let (a, b) = (about.name(flip.runs.0), about.name(flip.runs.1));
        format!("{a} beats {b}")
    };
    let all = counted(flips.len(), "comparison");
    let said = match (safe.len(), flips.len()) {
        (_, 0) => return None,
        _ if flips.iter().all(|flip| flip.outcome == Outcome::Equal) => {
            return Some(format!(
                "By {name}, the runs that are compared are equal as judged so far."
            ));
        }
        (0, 1) => format!("By {name}, the comparison is not safe from unjudged documents"),
        (0, _) => format!("By {name}, none of {all} is safe from unjudged documents"),
        (1, 1) => format!("By {name}, the comparison is safe whatever unjudged documents are"),
        (n, of) if n == of => {
            format!("By {name}, all {all} are safe whatever unjudged documents are")
        }
        (1, _) => {
            format!(
                "By {name}, 1 of {all} is safe whatever unjudged documents are ({})",
                pair(safe[0])
            )
        }
        (n, _) => format!("By {name}, {n} of {all} are safe whatever unjudged documents are"),
    };
    let turned = flips.iter().filter(|flip| flip.judgments().is_some());
    let Some(first) = turned.clone().min_by_key(|flip| flip.judgments()) else {
        let rest = if safe.len() == flips.len() { "" } else { ", though none was found to turn" };
        return Some(format!("{said}{rest}."));
    };
    let number = counted(first.judgments().unwrap_or(0), "relevant document");
    let (pair, named) = (pair(first), named(&documents(about, first)));
    Some(match turned.count() {
        1 => format!("{said}. That {pair} could turn with {number} more: {named}."),
        n => format!(
            "{said}; {n} were found to turn. The most fragile: that {pair} could turn with {number} \
             more: {named}."
        ),
    })
}

/// Documents by their topics, not too many.
fn named(documents: &[Document]) -> String {
    // json and tsv have them all.
    const SHOWN: usize = 5;
    let shown = Document::listed(&documents[..documents.len().min(SHOWN)], ", ");
    match documents.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more (json and tsv have them all)"),
    }
}

/// What leaving runs out says.
fn reusable(about: &About<'_>, measured: &Measured) -> String {
    let left = &measured.left_out;
    let fallen: Vec<usize> =
        (0..left.len()).filter(|&run| left[run].place_after > left[run].place_before).collect();
    let name = &measured.measure;
    match &fallen[..] {
        [] => format!(
            "By {name}, no run loses its place without the relevant documents that only it has among \
             these {} runs.",
            left.len()
        ),
        runs => {
            let lost = |run: &usize| {
                let out = &left[*run];
                let run = about.name(*run);
                format!("{run} from place {} to {}", out.place_before, out.place_after)
            };
            let lost: Vec<String> = runs.iter().map(lost).collect();
            format!(
                "By {name}, without the relevant documents that only it has among these {} runs, a run \
                 falls: {}. A new run with documents of its own may be at a like disadvantage.",
                left.len(),
                lost.join(", ")
            )
        }
    }
}

/// Where to go on.
fn to_judge(about: &About<'_>, study: &Study) -> Option<String> {
    let share = study.next.iter().fold(0.0, |sum, candidate| sum + candidate.priority);
    let riskiest = study.risks.iter().max_by(|a, b| a.risk.total_cmp(&b.risk));
    let documents = match study.next.len() {
        0 => return None,
        1 => "the document listed".into(),
        n => format!("the {n} documents listed"),
    };
    let measure = &about.measures[0];
    let compared = study.measures.first().filter(|measured| !measured.flips.is_empty());
    let settled = compared.is_some_and(|measured| {
        study.all_pairs && measured.flips.iter().all(|flip| flip.outcome == Outcome::Safe)
    });
    if share <= 0.0 || settled {
        return Some(format!(
            "By {measure}, nothing is in doubt between these runs: no document needs to be judged to \
             tell which is better."
        ));
    }
    let mut said = format!(
        "Judge {documents} next: {:.1} % of what is in doubt by {measure} hangs on this.",
        share * 100.0
    );
    if let Some(risk) = riskiest.filter(|risk| risk.risk >= 0.01) {
        let (a, b) = (about.name(risk.runs.0), about.name(risk.runs.1));
        said.push_str(&format!(
            " Least sure is the order of {a} and {b}: by the estimates the other order has a chance of \
             up to {:.0} %.",
            risk.risk * 100.0
        ));
    }
    let more = study.open.saturating_sub(study.next.len());
    if more > 0 && about.next <= study.next.len() {
        said.push_str(" --next N -o pool.tsv writes more of them, to be judged.");
    }
    Some(said)
}
