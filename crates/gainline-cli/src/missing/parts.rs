//! The parts of the study as rows for scripts.

use super::Part;
use super::fields::{Document, Field, Rows};
use super::report::About;
use super::study::{DEPTHS, Measured, Study};
use gainline_analysis::missing::{BANDS, Candidate, Flip, Outcome};

/// A part's rows.
pub(super) fn rows(about: &About<'_>, study: &Study, part: Part) -> Rows {
    match part {
        Part::Unjudged => unjudged(about, study),
        Part::Scores => scores(about, study),
        Part::Discovery => discovery(about, study),
        Part::Flips => flips(about, study),
        Part::LeaveOut => leave_out(about, study),
        Part::Next => next(about, study),
    }
}

fn unjudged(about: &About<'_>, study: &Study) -> Rows {
    let mut rows = Rows::new(&[
        "run",
        "depth",
        "unjudged_share",
        "first_unjudged",
        "topics_with_unjudged",
        "unjudged_documents",
    ]);
    for (run, unjudged) in study.unjudged.iter().enumerate() {
        for (depth, share) in DEPTHS.iter().zip(&unjudged.shares) {
            rows.rows.push(vec![
                about.name(run).into(),
                Field::Count(*depth),
                Field::number(*share),
                Field::number(unjudged.first),
                Field::Count(unjudged.topics),
                Field::Count(unjudged.documents),
            ]);
        }
    }
    rows
}

/// Adds rows for each run of each measure; these start with the measure and the run.
fn by_run(
    about: &About<'_>,
    study: &Study,
    names: &[&str],
    fields: impl Fn(&Measured, usize) -> Vec<Vec<Field>>,
) -> Rows {
    let mut rows = Rows::new(&[&["measure", "run"], names].concat());
    for measured in &study.measures {
        let measure = measured.measure.to_string();
        for run in 0..measured.values.len() {
            for fields in fields(measured, run) {
                let labels = [measure.as_str().into(), about.name(run).into()];
                rows.rows.push(labels.into_iter().chain(fields).collect());
            }
        }
    }
    rows
}

fn scores(about: &About<'_>, study: &Study) -> Rows {
    by_run(about, study, &["value", "estimate", "low", "high"], |measured, run| {
        let bounds = measured.bounds[run].as_ref().ok();
        vec![vec![
            Field::Number(measured.values[run]),
            Field::Number(measured.estimates[run]),
            Field::number(bounds.map(|(low, _)| *low)),
            Field::number(bounds.map(|(_, high)| *high)),
        ]]
    })
}

fn discovery(about: &About<'_>, study: &Study) -> Rows {
    let names = ["first_rank", "last_rank", "unjudged_documents", "change"];
    by_run(about, study, &names, |measured, run| {
        let bands = BANDS.iter().zip(&measured.discoveries[run]);
        let row = bands.map(|(band, discovery)| {
            vec![
                Field::Count(band.first),
                Field::Count(band.last),
                Field::Count(discovery.documents),
                Field::number(discovery.change),
            ]
        });
        row.collect()
    })
}

/// What becomes of a comparison, in a word.
pub(super) fn outcome(flip: &Flip) -> &'static str {
    match &flip.outcome {
        Outcome::Equal => "equal",
        Outcome::Safe => "safe",
        Outcome::Turned(_) => "turned",
        Outcome::NotFound => "not found",
    }
}

/// The documents that turn a comparison.
pub(super) fn documents(about: &About<'_>, flip: &Flip) -> Vec<Document> {
    let document = |&(topic, place): &(usize, usize)| {
        let topic = &about.pool.topics()[topic];
        let document = topic.documents()[place].id.clone();
        Document { topic: topic.name().to_string(), document }
    };
    flip.documents().iter().map(document).collect()
}

fn flips(about: &About<'_>, study: &Study) -> Rows {
    let mut rows = Rows::new(&[
        "measure",
        "run",
        "against",
        "difference",
        "least",
        "most",
        "outcome",
        "judgments",
        "documents",
    ]);
    for measured in &study.measures {
        for flip in &measured.flips {
            rows.rows.push(vec![
                Field::Text(measured.measure.to_string()),
                about.name(flip.runs.0).into(),
                about.name(flip.runs.1).into(),
                Field::Number(flip.difference),
                Field::number(flip.range.map(|(least, _)| least)),
                Field::number(flip.range.map(|(_, most)| most)),
                outcome(flip).into(),
                Field::count(flip.judgments()),
                Field::Documents(documents(about, flip)),
            ]);
        }
    }
    rows
}

/// By how many percent a score changes; none from 0.
pub(super) fn percent(before: f64, after: f64) -> Option<f64> {
    (before != 0.0).then(|| (after - before) / before.abs() * 100.0)
}

fn leave_out(about: &About<'_>, study: &Study) -> Rows {
    let names = [
        "unique_relevant",
        "before",
        "after",
        "change_percent",
        "place_before",
        "place_after",
        "tau",
    ];
    by_run(about, study, &names, |measured, run| {
        let left = &measured.left_out[run];
        vec![vec![
            Field::Count(left.unique),
            Field::Number(left.before),
            Field::Number(left.after),
            Field::number(percent(left.before, left.after)),
            Field::Count(left.place_before),
            Field::Count(left.place_after),
            Field::number(left.tau),
        ]]
    })
}

/// The rank that each run gives a document.
pub(super) fn ranks(about: &About<'_>, candidate: &Candidate) -> Vec<Option<usize>> {
    let rankings = about.pool.topics()[candidate.topic].rankings().iter();
    let rank = |ranking: &Option<gainline::Ranking>| {
        let documents = &ranking.as_ref()?.documents;
        Some(documents.iter().position(|place| *place == candidate.place)? + 1)
    };
    rankings.map(rank).collect()
}

fn next(about: &About<'_>, study: &Study) -> Rows {
    let names = ["position", "topic", "document", "priority", "chance", "best_rank"];
    let mut rows = Rows::new(&names);
    rows.names.extend(about.opened.asked.iter().map(|run| format!("rank_{}", run.name)));
    rows.names.push("grade".into());
    for (position, candidate) in (1..).zip(&study.next) {
        let topic = &about.pool.topics()[candidate.topic];
        let ranks = ranks(about, candidate);
        let mut row = vec![
            Field::Count(position),
            topic.name().into(),
            topic.documents()[candidate.place].id.as_str().into(),
            Field::Number(candidate.priority),
            Field::Number(candidate.chance),
            Field::count(ranks.iter().flatten().min().copied()),
        ];
        row.extend(ranks.into_iter().map(Field::count));
        // To be filled in by who judges.
        row.push(Field::Nothing);
        rows.rows.push(row);
    }
    rows
}
