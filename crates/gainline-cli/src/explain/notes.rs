//! What stands above the tables of `gainline explain`.

use super::ranks::shown_grades;
use super::report::About;
use super::{Explained, What};
use crate::notes::{
    Seen, collection, counted, listed, note, qrels, tie_rule, ties, unjudged, users,
};
use gainline::{Better, Measure, Need, Unjudged, written};
use gainline_report::Note;

pub(super) fn notes(about: &About<'_>, explained: &[Explained]) -> Vec<Note> {
    let options = &about.opened.options;
    let names = about.opened.asked.iter().map(|run| run.name.as_str());
    let seen = Seen::of_pool(names, about.pool);
    let mut notes = vec![
        qrels(about.opened),
        note("topic", format!("{} (--topic): {}", about.topic.name(), judged(about))),
    ];
    for at in 0..about.opened.asked.len() {
        notes.push(note(called(about, at), format!("{}: {}", about.run(at), retrieved(about, at))));
    }
    let rel = written(options.rel);
    let how = "or higher, unless a measure says otherwise or goes by grades";
    notes.push(note("relevant", format!("grade {rel} {how} (--rel)")));
    notes.push(ties(tie_rule(options.ties), options.ties, &seen));
    notes.extend(unjudged(options));
    if options.unjudged == Unjudged::Condense {
        let said = "those of the condensed ranking, in which unjudged documents do not count";
        notes.push(note("ranks", said));
    }
    notes.extend(collection(about.measures, options));
    notes.extend(hidden(about));
    notes.extend(users(about.measures, about.opened));
    notes.extend(lower_is_better(about));
    if let Some(What::Score(score)) = explained.first().map(|one| &one.what) {
        let all = score.grades.len();
        let shown = shown_grades(&score.grades).len();
        let left_out = match all - shown {
            0 => String::new(),
            _ => format!("; {shown} of {all} grades are shown, tsv and json hold all"),
        };
        let text = format!(
            "what a document would contribute at another grade, all other judgments as they are: its \
             own part of the score then, not the change of the score (for that, `gainline \
             sensitivity --base grows`){left_out}"
        );
        notes.push(note("at", text));
        let has_ideal = |one: &Explained| matches!(&one.what, What::Score(s) if s.ideal.is_some());
        let who = "the judged documents of a grade above 0, highest first, then the run's others";
        let who = match options.depth {
            Some(depth) => format!("{who}; no more than {depth} of them (--depth)"),
            None => who.to_string(),
        };
        let but = match explained.iter().all(has_ideal) {
            true => "",
            false => "; there is none for measures that go by scores",
        };
        notes.push(note("ideal", format!("{who}{but}")));
    }
    notes
}

/// How a collection without room for documents that nobody knows is dealt with, where that matters.
fn hidden(about: &About<'_>) -> Option<Note> {
    let needs = |measure: &Measure| {
        let needs = measure.family().needs;
        needs.contains(&Need::Collection) || needs.contains(&Need::CollectionGiven)
    };
    let Some(size) = about.opened.options.collection else { return growing(about) };
    let judged = about.topic.documents().iter().filter(|d| d.grade.is_some()).count();
    let rankings = about.topic.rankings().iter().flatten();
    let most = rankings.map(|ranking| ranking.documents.len()).max().unwrap_or(0);
    let tight = size < most + judged && about.measures.iter().any(needs);
    tight.then(|| {
        note(
            "hidden",
            "documents whose judgments are not yet revealed count as others, for which the \
             collection has no room: it counts as larger by them until they are",
        )
    })
}

/// What becomes of the size of the collection where nobody gave it.
fn growing(about: &About<'_>) -> Option<Note> {
    let grows = |m: &Measure| m.family().needs.contains(&Need::Collection) && !m.gives("N");
    about.measures.iter().any(grows).then(|| {
        note(
            "hidden",
            "documents whose judgments are not yet revealed count as others, so the collection (N) \
             counts as larger by the relevant ones among them until they are",
        )
    })
}

/// The measures of which less is better.
fn lower_is_better(about: &About<'_>) -> Option<Note> {
    let lower = about.measures.iter().filter(|m| m.family().better == Better::Lower);
    let lower: Vec<String> = lower.map(ToString::to_string).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let what = if about.is_against() { "a difference" } else { "a contribution" };
    let text = format!("{}: lower is better, so {what} below 0 is a gain", listed(&lower, "and"));
    (!lower.is_empty()).then(|| note("better", text))
}

/// What the lines about runs are called.
fn called(about: &About<'_>, at: usize) -> &'static str {
    match (about.is_against(), at) {
        (false, _) => "run",
        (true, 0) => "A",
        (true, _) => "B",
    }
}

/// How many documents are judged, by grade.
fn judged(about: &About<'_>) -> String {
    let mut grades: Vec<f64> = about.topic.documents().iter().filter_map(|d| d.grade).collect();
    grades.sort_by(|a, b| b.total_cmp(a));
    let groups = grades.chunk_by(|a, b| a == b);
    let groups: Vec<String> =
        groups.map(|group| format!("{} of grade {}", group.len(), written(group[0]))).collect();
    let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
    format!("{} judged: {}", counted(grades.len(), "document"), listed(&groups, "and"))
}

/// How many documents a run has for the topic.
fn retrieved(about: &About<'_>, at: usize) -> String {
    let documents = match about.topic.rankings().get(at) {
        Some(Some(ranking)) if !ranking.documents.is_empty() => &ranking.documents,
        _ => return "lacks this topic, which counts as an empty ranking".into(),
    };
    let graded = documents.iter().filter(|place| about.topic.documents()[**place].grade.is_some());
    let depth = match about.opened.options.depth {
        Some(depth) => format!(" (only the top {depth}: --depth)"),
        None => String::new(),
    };
    format!(
        "{} retrieved{depth}, {} of them judged",
        counted(documents.len(), "document"),
        graded.count()
    )
}
