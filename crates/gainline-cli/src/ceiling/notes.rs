//! What stands above the tables of `gainline ceiling`: the choices behind the numbers and what they
//! touched, in words.

use super::lengths::lengths;
use super::report::About;
use crate::notes::{Seen, counted, note, of_each, per_run, qrels, tie_rule, ties, unjudged, users};
use gainline::{Missing, Ties};
use gainline_analysis::ceiling::{Design, Facts, Judgments, Nonrelevant, Retrieved};
use gainline_report::Note;

/// All that is to be said.
pub(super) fn notes(about: &About<'_>) -> Vec<Note> {
    let options = &about.opened.options;
    let names = about.opened.asked.iter().map(|run| run.name.as_str());
    let seen = Seen::of_pool(names, &about.found.pool);
    let mut notes = vec![
        qrels(about.opened),
        note("vectors", vectors(about)),
        note("topics", topics(about, &seen)),
        note(
            "relevant",
            format!(
                "grade {} or higher, for queries, and for measures that do not say (--rel)",
                options.rel
            ),
        ),
        note("queries", queries(about.design, about.found.facts)),
        note("held out", held_out(about)),
        note(
            "depth",
            format!("only the top {} of each ranking (--depth), runs' too", about.design.depth),
        ),
    ];
    if !seen.is_empty() {
        notes.push(note(
            "runs",
            "`lost by queries` is that only for a run that searches these vectors; for another it is \
             the difference to what the vectors allow",
        ));
    }
    notes.extend(lengths(about));
    if seen.is_empty() {
        notes.push(note("ties", "equal cosines (as doubles) by document id, descending"));
    } else {
        let order = options.ties;
        let cosines = match order {
            Ties::Docid => "and equal cosines too",
            _ => "and equal cosines by document id, descending",
        };
        notes.push(ties(&format!("{}, {cosines}", tie_rule(order)), order, &seen));
    }
    notes.extend(unjudged(options));
    notes.extend(users(&about.found.measures, about.opened));
    notes.extend(too_few(about));
    notes
}

/// Where documents that were searched seem to have no vectors, so that optimal queries have an easy
/// game.
fn too_few(about: &About<'_>) -> Option<Note> {
    let (all, judged) = (about.vectors.len(), about.found.facts.judged_vectors);
    let mut said = vec![];
    // One in ten is many: so many documents less stand in an optimal query's way.
    let many = |of: &Retrieved| 10 * of.without_vector >= of.documents.max(1);
    if about.found.retrieved.iter().any(many) {
        said.push(
            "many documents that runs retrieved have no vector: optimal queries choose among fewer \
             documents, so optimal is likely too high; give vectors of all documents that were \
             searched"
                .to_string(),
        );
    }
    if 2 * judged > all {
        said.push(format!(
            "{judged} of the {all} vectors are of judged documents: if others were searched too, \
             optimal is too high without their vectors"
        ));
    }
    (!said.is_empty()).then(|| note("caution", said.join(". ")))
}

fn vectors(about: &About<'_>) -> String {
    let (vectors, facts) = (about.vectors, about.found.facts);
    let mut said = format!(
        "{}: {} of {} ({})",
        vectors.name(),
        counted(vectors.len(), "document"),
        counted(vectors.dimension(), "dimension"),
        vectors.kind()
    );
    let Facts { judged, judged_without_vector: without, relevant_without_vector, .. } = facts;
    said.push_str(&match without {
        0 => "; all judged documents have one".into(),
        _ => format!(
            "; judged documents without one, which no query finds: {without} of {judged}, \
             {relevant_without_vector} of them relevant"
        ),
    });
    let runs = about.opened.asked.iter().zip(&about.found.retrieved);
    let retrieved = per_run(runs.map(|(run, of)| {
        let Retrieved { documents, without_vector } = of;
        let some = *without_vector > 0;
        (run.name.as_str(), some.then(|| format!("{without_vector} of {documents}")))
    }));
    if let Some(retrieved) = retrieved {
        said.push_str(&format!("; retrieved documents without one: {retrieved}"));
    }
    if facts.zero_vectors > 0 {
        let zeros = counted(facts.zero_vectors, "vector");
        said.push_str(&format!("; {zeros} of zeros only, with a cosine of 0"));
    }
    said
}

fn topics(about: &About<'_>, seen: &[Seen<'_>]) -> String {
    let found = about.found;
    let all = found.pool.topics().len();
    let held_out = about.topics_on(Judgments::HeldOut);
    let mut said = format!(
        "{} of {all} have optimal queries, {held_out} enough relevant documents to hold some out",
        found.topics.len()
    );
    let left = |topics: &[String], why: &str| {
        let first = topics.first()?;
        Some(format!("{} without {why}, such as {first}", topics.len()))
    };
    let left = [
        left(&found.without_relevant, "relevant documents"),
        left(&found.without_vectors, "vectors of relevant documents"),
    ];
    let left: Vec<String> = left.into_iter().flatten().collect();
    if !left.is_empty() {
        said.push_str(&format!("; left out: {}", left.join("; ")));
    }
    let how = match about.opened.options.missing {
        Missing::Skip => "left out (--missing skip)",
        _ => "counted as empty rankings (--missing zero)",
    };
    let missing = of_each(seen, |run| {
        let first = run.missing.first()?;
        Some(format!("{} such as {first}", run.missing.len()))
    });
    if let Some(missing) = missing {
        said.push_str(&format!("; missing in runs: {missing}, {how}"));
    }
    said
}

fn queries(design: &Design, facts: Facts) -> String {
    let others = match design.nonrelevant {
        Nonrelevant::Judged => "those judged not relevant, where there are any",
        _ => "all others of the collection",
    };
    let mut said = format!(
        "the mean of the relevant documents' unit vectors, less that of {others} (--nonrelevant {}); \
         {} searched, exactly",
        design.nonrelevant,
        counted(facts.queries, "query").replace("querys", "queries")
    );
    if facts.zero_queries > 0 {
        let zeros = facts.zero_queries;
        said.push_str(&format!(
            "; {zeros} of zeros only, as both means are the same: these rank by document id"
        ));
    }
    said
}

fn held_out(about: &About<'_>) -> String {
    let Design { folds, repeats, seed, .. } = about.design;
    let parts = if *folds == 2 { "halves".into() } else { format!("{folds} parts") };
    format!(
        "the judged documents of a topic in {parts} (--folds {folds}){}, {} (--repeats {repeats}, \
         --seed {seed}): each is held out once, and queries are made from the rest, which is taken \
         out of all rankings; the mean of these",
        fewer(about),
        if *repeats == 1 { "once".into() } else { format!("{repeats} times") }
    )
}

/// That topics have fewer parts than asked for.
fn fewer(about: &About<'_>) -> String {
    let Design { folds, repeats, .. } = about.design;
    let topics = about.topics_on(Judgments::HeldOut);
    // Beside one query for each topic's whole, each part has one.
    let parts = about.found.facts.queries.saturating_sub(about.found.topics.len()) / repeats;
    if topics == 0 || parts >= folds * topics {
        return String::new();
    }
    format!(
        " or as many as it has relevant documents, where these are fewer ({:.1} parts on average)",
        parts as f64 / topics as f64
    )
}
