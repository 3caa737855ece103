//! What stands above the tables of `gainline missing`: the choices behind the numbers.

use super::Part;
use super::report::About;
use super::study::Study;
use crate::notes::{
    Seen, collection, counted, depth, note, qrels, relevant, tie_rule, ties, topics, users,
};
use gainline_report::Note;

/// What was seen of the runs.
pub(super) fn seen<'a>(about: &'a About<'_>) -> Vec<Seen<'a>> {
    Seen::of_pool(about.opened.asked.iter().map(|run| run.name.as_str()), about.pool)
}

/// What is said of any study of these runs.
pub(super) fn shared(about: &About<'_>) -> Vec<Note> {
    let (options, seen) = (&about.opened.options, seen(about));
    let order = options.ties;
    let mut notes = vec![
        qrels(about.opened),
        topics(&seen, "looked at", options),
        relevant(about.opened, ", unless a measure says otherwise"),
        ties(tie_rule(order), order, &seen),
    ];
    if options.drop_self {
        notes.push(note("self", "a document with the topic's own id is dropped (--self drop)"));
    }
    notes.extend(collection(about.measures, options));
    notes.extend(users(about.measures, about.opened));
    notes.push(depth(options, &seen));
    let depths: Vec<f64> = seen.iter().map(|seen| seen.depth(options)).collect();
    let shared = options.depth.is_some_and(|d| depths.iter().all(|own| *own >= d as f64));
    if !shared && depths.iter().any(|own| *own != depths[0]) {
        notes.push(note(
            "caution",
            "the runs go down to different depths: a deeper run has more unjudged documents to be \
             found in, and more that only it has (--depth N cuts all alike)",
        ));
    }
    notes.extend(apart(about));
    notes
}

/// That runs are averaged over different topics.
fn apart(about: &About<'_>) -> Option<Note> {
    let has = |run: usize| about.pool.topics().iter().map(move |t| t.rankings()[run].is_some());
    let runs = about.opened.asked.len();
    let differ = (1..runs).any(|run| !has(run).eq(has(0)));
    let disjoint = (0..runs).flat_map(|b| (0..b).map(move |a| (a, b)));
    let mut disjoint = disjoint.filter(|(a, b)| !has(*a).zip(has(*b)).any(|(a, b)| a && b));
    let more = match disjoint.next() {
        Some((a, b)) => {
            format!("; {} and {} have no topic in common", about.name(a), about.name(b))
        }
        None => String::new(),
    };
    differ.then(|| {
        let said = format!(
            "each run is averaged over its own topics (--missing skip), so that runs are compared on \
             different ones{more}; --topics names those that all have"
        );
        note("caution", said)
    })
}

pub(super) fn notes(about: &About<'_>, study: &Study) -> Vec<Note> {
    let mut notes = shared(about);
    let pool_depth = about.pool_depth;
    let documents = counted(study.open, "unjudged document");
    let stand = if study.open == 1 { "stands" } else { "stand" };
    notes.push(note(
        "open",
        format!(
            "{documents} {stand} in the top {pool_depth} of some run (--pool-depth), and may be judged \
             next"
        ),
    ));
    if about.shows(Part::Scores) {
        notes.push(note(
            "estimate",
            "open documents count as relevant as often as judged ones that the runs rank as high; \
             what is judged was often picked for being relevant, so that this may be too much",
        ));
        notes.push(note(
            "bounds",
            "the unjudged documents of all runs may have any of the qrels' grades from 0 up (in `gainline \
             eval --unjudged bounds` only those of the run itself)",
        ));
    }
    let several = about.opened.asked.len() > 1;
    if about.shows(Part::Flips) && several {
        notes.push(note(
            "safe",
            "no grades of the unjudged documents of all runs turn it; documents that no run has are \
             left out of account",
        ));
    }
    for (measure, grade) in &study.supposed {
        let said = format!(
            "no judged document is relevant by {measure}: unjudged ones are supposed to have grade \
             {grade} where they are"
        );
        notes.push(note("supposed", said));
    }
    for measured in &study.measures {
        let reason = measured.bounds.first().and_then(|bounds| bounds.as_ref().err());
        notes.extend(reason.map(|reason| note("-", format!("no bounds: {reason}"))));
    }
    if about.shows(Part::LeaveOut) && several {
        let runs = about.opened.asked.len();
        notes.push(note(
            "only here",
            format!(
                "unique among these {runs} runs; runs not given may have contributed these documents too"
            ),
        ));
    }
    if about.shows(Part::Flips) && !study.all_pairs {
        notes.push(note("pairs", "neighbours in the order of each measure only (see --all-pairs)"));
    }
    notes
}
