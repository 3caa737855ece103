//! The parts of the study as tables for people.

use super::Part;
use super::parts::{percent, ranks};
use super::report::About;
use super::study::{DEPTHS, Measured, Study};
use crate::cells::{count, header, number, signed, text};
use gainline_analysis::missing::{BANDS, MOST_JUDGMENTS, Outcome};
use gainline_report::{Cell, Table};

/// The parts that are shown, each with its title.
pub(super) fn tables(about: &About<'_>, study: &Study) -> Vec<(String, Table)> {
    let table = |part: &Part| match part {
        Part::Unjudged => Some(unjudged(about, study)),
        Part::Scores => Some(scores(about, study)),
        Part::Discovery => discovery(about, study),
        Part::Flips => flips(about, study),
        Part::LeaveOut => leave_out(about, study),
        Part::Next => next(about, study),
    };
    Part::ALL.iter().filter(|part| about.shows(**part)).filter_map(table).collect()
}

fn or_dash(value: Option<f64>, decimals: usize) -> Cell {
    value.map_or(text("-"), |value| number(value, decimals))
}

/// How many depths, or bands, some run reaches.
fn reached(of_runs: impl Iterator<Item = usize>) -> usize {
    of_runs.max().unwrap_or(0)
}

fn unjudged(about: &About<'_>, study: &Study) -> (String, Table) {
    let some = |shares: &[Option<f64>]| shares.iter().filter(|share| share.is_some()).count();
    let shown = reached(study.unjudged.iter().map(|unjudged| some(&unjudged.shares)));
    let names: Vec<String> = DEPTHS[..shown].iter().map(|depth| format!("top {depth}")).collect();
    let names = ["run"].into_iter().chain(names.iter().map(String::as_str));
    let names: Vec<&str> = names.chain(["unjudged", "first at"]).collect();
    let row = |(run, unjudged): (usize, &_)| {
        let unjudged: &gainline_analysis::missing::UnjudgedShare = unjudged;
        let share = |share: &Option<f64>| {
            text(&share.map_or("-".into(), |share| format!("{:.1} %", share * 100.0)))
        };
        let shares = unjudged.shares[..shown].iter().map(share);
        let last = [count(unjudged.documents), or_dash(unjudged.first, 1)];
        [text(about.name(run))].into_iter().chain(shares).chain(last).collect()
    };
    let rows = study.unjudged.iter().enumerate().map(row).collect();
    let title = "Unjudged documents: their share down to a rank, their number, and the mean rank of \
                 the first:";
    (title.into(), Table { header: header(&names), rows, ..Table::default() })
}

fn scores(about: &About<'_>, study: &Study) -> (String, Table) {
    let mut rows = vec![];
    for measured in &study.measures {
        for run in measured.order() {
            let bounds = measured.bounds[run].as_ref().ok();
            let numbers = [
                Some(measured.values[run]),
                Some(measured.estimates[run]),
                bounds.map(|(low, _)| *low),
                bounds.map(|(_, high)| *high),
            ];
            let numbers = numbers.map(|value| or_dash(value, about.digits));
            let labels = [text(&measured.measure.to_string()), text(about.name(run))];
            rows.push(labels.into_iter().chain(numbers).collect());
        }
    }
    let names = ["measure", "run", "value", "estimate", "lowest", "highest"];
    let title = "Scores: unjudged documents irrelevant, estimated, and at their worst and best for \
                 the run (all but the value depend on which runs are given):";
    (title.into(), Table { header: header(&names), rows, ..Table::default() })
}

fn discovery(about: &About<'_>, study: &Study) -> Option<(String, Table)> {
    let last = |measured: &Measured| {
        let runs = measured.discoveries.iter();
        reached(
            runs.map(|bands| bands.iter().rposition(|b| b.documents > 0).map_or(0, |at| at + 1)),
        )
    };
    let shown = reached(study.measures.iter().map(last));
    if shown == 0 {
        return None;
    }
    let name = |band: &gainline_analysis::missing::Band| match band.first == band.last {
        true => format!("rank {}", band.first),
        false => format!("{}-{}", band.first, band.last),
    };
    let names: Vec<String> = BANDS[..shown].iter().map(name).collect();
    let names = ["measure", "run"].into_iter().chain(names.iter().map(String::as_str));
    let names: Vec<&str> = names.collect();
    let mut rows = vec![];
    for measured in &study.measures {
        for (run, bands) in measured.discoveries.iter().enumerate() {
            let change = |d: &gainline_analysis::missing::Discovery| {
                d.change.map_or(text("-"), |change| text(&signed(change, about.digits)))
            };
            let labels = [text(&measured.measure.to_string()), text(about.name(run))];
            rows.push(labels.into_iter().chain(bands[..shown].iter().map(change)).collect());
        }
    }
    let title = "Change on discovery: what an unjudged document at these ranks, found to be of the \
                 highest grade, changes in its topic's score on average:";
    Some((title.into(), Table { header: header(&names), rows, ..Table::default() }))
}

fn flips(about: &About<'_>, study: &Study) -> Option<(String, Table)> {
    let mut rows = vec![];
    for measured in &study.measures {
        for flip in &measured.flips {
            let end =
                |end: Option<f64>| end.map_or(text("-"), |end| text(&signed(end, about.digits)));
            let turned = match &flip.outcome {
                Outcome::Equal => text("equal already"),
                Outcome::Safe => text("safe"),
                Outcome::Turned(documents) => count(documents.len()),
                Outcome::NotFound => text("not found"),
            };
            rows.push(vec![
                text(&measured.measure.to_string()),
                text(about.name(flip.runs.0)),
                text(about.name(flip.runs.1)),
                text(&signed(flip.difference, about.digits)),
                end(flip.range.map(|(least, _)| least)),
                end(flip.range.map(|(_, most)| most)),
                turned,
            ]);
        }
    }
    let names = ["measure", "run", "against", "better by", "least", "most", "turned by"];
    let tried = match study.open {
        1 => "1 is there to be tried".into(),
        open => format!("up to {} are tried", open.min(MOST_JUDGMENTS)),
    };
    let title = format!(
        "Comparisons: how much better a run is, the least and the most that it can be whatever the \
         unjudged documents of all runs are, and how many open ones of the highest grade were found \
         to turn it (fewer may do; {tried}):"
    );
    (!rows.is_empty()).then(|| (title, Table { header: header(&names), rows, ..Table::default() }))
}

fn leave_out(about: &About<'_>, study: &Study) -> Option<(String, Table)> {
    if about.opened.asked.len() < 2 {
        return None;
    }
    let mut rows = vec![];
    for measured in &study.measures {
        for run in measured.order() {
            let left = &measured.left_out[run];
            let change = percent(left.before, left.after);
            let change = change.map_or("-".into(), |change| format!("{} %", signed(change, 1)));
            rows.push(vec![
                text(&measured.measure.to_string()),
                text(about.name(run)),
                count(left.unique),
                number(left.before, about.digits),
                number(left.after, about.digits),
                text(&change),
                text(&format!("{} to {}", left.place_before, left.place_after)),
                or_dash(left.tau, 3),
            ]);
        }
    }
    let names = ["measure", "run", "only here", "before", "after", "change", "place", "tau"];
    let title = format!(
        "Leave one run out: its score without the relevant documents that only it has in its top {} \
         among these {} runs, its place, and Kendall's tau of all runs:",
        about.pool_depth,
        about.opened.asked.len()
    );
    Some((title, Table { header: header(&names), rows, ..Table::default() }))
}

fn next(about: &About<'_>, study: &Study) -> Option<(String, Table)> {
    // With many runs, tsv has all ranks.
    const SHOWN: usize = 3;
    let row = |(position, candidate): (usize, &gainline_analysis::missing::Candidate)| {
        let topic = &about.pool.topics()[candidate.topic];
        let ranks = ranks(about, candidate);
        let mut ranked: Vec<(usize, usize)> =
            ranks.iter().enumerate().filter_map(|(run, rank)| Some(((*rank)?, run))).collect();
        ranked.sort_unstable();
        let named = |(rank, run): &(usize, usize)| format!("{} {rank}", about.name(*run));
        let mut where_to = ranked.iter().take(SHOWN).map(named).collect::<Vec<_>>().join(", ");
        if ranked.len() > SHOWN {
            where_to.push_str(&format!(" and {} more", ranked.len() - SHOWN));
        }
        vec![
            count(position),
            text(topic.name()),
            text(&topic.documents()[candidate.place].id),
            text(&format!("{:.2} %", candidate.priority * 100.0)),
            number(candidate.chance, 2),
            text(&where_to),
        ]
    };
    let rows: Vec<Vec<Cell>> = (1..).zip(&study.next).map(row).collect();
    let names = ["#", "topic", "document", "priority", "chance", "ranked"];
    let title = format!(
        "Judge next ({} of {}), by {}: the share in all that is in doubt, the chance to be relevant, \
         and where the runs have it:",
        study.next.len(),
        study.open,
        about.measures[0]
    );
    (!rows.is_empty()).then(|| (title, Table { header: header(&names), rows, ..Table::default() }))
}
