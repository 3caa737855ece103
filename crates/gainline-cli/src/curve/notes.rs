//! What stands above the table: what the curves show, the choices behind them and what these
//! touched, in words.

use super::report::rows_shown;
use super::{About, Drawn};
use crate::notes::{
    self, Seen, counted, note, of_each, qrels, relevant, tie_rule, topics, topics_without, unjudged,
};
use gainline::{CurveKind, IdealFrom, Normalise, Ties};
use gainline_report::Note;

pub(super) fn notes(about: &About<'_>, runs: &[Drawn]) -> Vec<Note> {
    let options = &about.opened.options;
    let seen: Vec<Seen<'_>> = runs.iter().map(Drawn::seen).collect();
    let mut notes = vec![qrels(about.opened), note("curve", curve(about))];
    if about.args.kind.has_gains() {
        notes.push(note("gains", gains(about)));
        notes.extend(normalised(about).map(|text| note("share", text)));
        notes.push(note("ideal", ideal(about)));
    }
    notes.push(topics(&seen, "averaged", options));
    if !about.levels.is_empty() {
        notes.push(note("relevant", levels(about)));
    } else if !about.args.kind.has_gains() {
        notes.push(relevant(about.opened, ""));
    }
    notes.extend(depth(about, &seen).map(|text| note("depth", text)));
    notes.push(ties(options.ties, &seen));
    notes.extend(unjudged(options));
    if about.args.kind == CurveKind::Roc {
        notes.push(note("N", collection(about)));
    }
    let (shown, all) = (rows_shown(about), about.last());
    if shown < all {
        let places = if about.args.kind.is_by_rank() { "ranks" } else { "levels" };
        let text = format!("{shown} of {all} {places} are shown; tsv, csv and json hold all");
        notes.push(note("rows", text));
    }
    notes
}

fn curve(about: &About<'_>) -> String {
    let ranks = format!("at ranks 1 to {}", about.last());
    match about.args.kind {
        CurveKind::Cg => format!("cumulated gain {ranks}"),
        CurveKind::Dcg => format!("discounted cumulated gain {ranks}"),
        CurveKind::Ncg => format!("cumulated gain {ranks}, as a share of the ideal"),
        CurveKind::Ndcg => format!("discounted cumulated gain {ranks}, as a share of the ideal"),
        CurveKind::Precision => format!("precision {ranks}"),
        CurveKind::Recall => format!("recall {ranks}"),
        CurveKind::PrecisionRecall => {
            "interpolated precision at recall 0, 0.1, … 1: the best at that recall or beyond".into()
        }
        _ => {
            "recall at fallout 0, 0.01, … 1, the highest where a curve rises straight up; through \
              documents in no order, as those not retrieved, a straight line"
                .into()
        }
    }
}

fn gains(about: &About<'_>) -> String {
    let args = about.args;
    let gains = args.gaining.gains.as_deref().unwrap_or("linear");
    let worth = match gains.to_ascii_lowercase().as_str() {
        "linear" => "the grade itself, none below 0".into(),
        "exp2" => "2^grade - 1, none below 0".into(),
        listed if listed.starts_with('{') => {
            "these grades so, the others as the grade itself".to_string()
        }
        _ => "the weights of grades 0, 1, 2, …".into(),
    };
    let worth = format!("{worth} (--gains {gains})");
    if !args.kind.is_discounted() {
        return worth;
    }
    let discount = args.gaining.discount.as_deref().unwrap_or("log2");
    let base = args.gaining.base.as_deref().unwrap_or("2");
    let log = format!("log_{base}(rank)");
    let (divided, base) = match discount {
        "jk" => (format!("by 1 below rank {base}, then by {log}"), format!(" --base {base}")),
        "jk-rn" => (format!("by 1 at rank 1, then by {log}"), format!(" --base {base}")),
        "rank" => ("by the rank".into(), String::new()),
        "none" => ("by nothing".into(), String::new()),
        _ => ("by log2(rank + 1)".into(), String::new()),
    };
    format!("{worth}, divided {divided} (--discount {discount}{base})")
}

fn normalised(about: &About<'_>) -> Option<String> {
    let normalise = about.args.gaining.normalise.unwrap_or_default();
    let how = match normalise {
        Normalise::Topic => "the mean over topics of each topic's share of its own ideal",
        Normalise::Mean => "the mean gain over topics as a share of the mean ideal gain",
    };
    let normalised = about.args.kind.is_normalised();
    normalised.then(|| format!("{how} (--normalise {normalise})"))
}

fn ideal(about: &About<'_>) -> String {
    let from = about.args.ideal_from.unwrap_or_default();
    let which = match from {
        IdealFrom::Judged => "all judged documents",
        IdealFrom::Retrieved => "those documents that the run retrieved",
    };
    format!("{which}, by decreasing gain (--ideal-from {from})")
}

/// The levels, and how many topics have nothing relevant at each.
fn levels(about: &About<'_>) -> String {
    let without = |level: &f64| topics_without(about.opened, *level);
    let empty = about.levels.iter().map(|level| (level, without(level))).filter(|(_, n)| *n > 0);
    let empty = empty.map(|(level, n)| format!("{} without any at {level}", counted(n, "topic")));
    let empty: Vec<String> = empty.collect();
    let levels: Vec<String> = about.levels.iter().map(ToString::to_string).collect();
    let empty = if empty.is_empty() { String::new() } else { format!("; {}", empty.join(", ")) };
    format!("each grade in turn, or higher: {} (--levels){empty}", levels.join(", "))
}

/// Which runs end before the curves do.
fn depth(about: &About<'_>, runs: &[Seen<'_>]) -> Option<String> {
    if !about.args.kind.is_by_rank() {
        let depth = about.args.depth?;
        return Some(format!("only the top {depth} of each ranking (--depth)"));
    }
    let short = of_each(runs, |run| {
        let mean = run.depth(&about.opened.options);
        (mean < about.last() as f64).then(|| mean.to_string())
    })?;
    let keep = match about.args.kind {
        CurveKind::Precision => "goes on dividing by the rank",
        CurveKind::Recall => "keeps its recall",
        _ => "keeps its gain",
    };
    Some(format!(
        "documents a topic on average: {short}; a ranking that ends before the curve {keep}"
    ))
}

fn ties(order: Ties, runs: &[Seen<'_>]) -> Note {
    let rule = match order {
        Ties::Best => "in the order that is best at all ranks",
        Ties::Worst => "in the order that is worst at all ranks",
        definite => tie_rule(definite),
    };
    notes::ties(rule, order, runs)
}

fn collection(about: &About<'_>) -> String {
    match about.opened.options.collection {
        Some(size) => {
            format!("the collection holds {} (--collection-size)", counted(size, "document"))
        }
        None => "not given (--collection-size), so for each topic only the documents retrieved or \
                 judged relevant: in a larger collection the curve is steeper and its area larger"
            .into(),
    }
}
