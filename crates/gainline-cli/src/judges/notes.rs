//! What stands above the tables of `gainline judges`: the choices behind the numbers.

use super::reading::Judge;
use super::report::{About, shown_grade};
use super::statistics;
use super::tables::WIDEST;
use super::undefined::undefined;
use crate::comparison::logarithms;
use crate::evaluation::Evaluated;
use crate::notes::{
    Seen, collection, counted, note, per_run, tie_rule, ties, topics, topics_without, unjudged,
    users,
};
use gainline::Better;
use gainline_analysis::judges::PairAgreement;
use gainline_report::Note;
use gainline_stats::KappaWeights;

/// So many judges get a line of their own.
const JUDGES: usize = 6;

/// With fewer runs, a correlation is coarse.
const FEW_RUNS: usize = 10;

pub(super) fn notes(about: &About<'_>) -> Vec<Note> {
    let mut notes: Vec<Note> = about.judges.iter().take(JUDGES).map(judge).collect();
    if let more @ 1.. = about.judges.len().saturating_sub(JUDGES) {
        notes.push(note("judges", format!("and {more} more, which json has")));
    }
    notes.extend([documents(about), grades(about), relevant(about), intervals(about)]);
    if about.effect.is_some() {
        notes.extend(of_runs(about));
    }
    notes.extend(confusion(about));
    notes.extend(undefined(about));
    notes
}

/// What was read of a judge.
fn judge(judge: &Judge) -> Note {
    let Judge { name, topics, judgments, opened } = judge;
    let (topics, judgments) = (counted(*topics, "topic"), counted(*judgments, "judgment"));
    note("judge", format!("{name}: {}: {topics}, {judgments}", opened.qrels_file))
}

fn documents(about: &About<'_>) -> Note {
    let all = &about.agreement.all;
    let judges = about.judges.len();
    let whom = if judges == 2 { "both" } else { "all" };
    let asked = match about.judges[0].opened.options.topics {
        Some(_) => ", of those asked for (--topics)",
        None => "",
    };
    let topics = about.ratings.topics();
    let by_all = |judge: &Judge, name: &str| judge.opened.qrels.topic(name).is_some();
    let shared =
        topics.iter().filter(|topic| about.judges.iter().all(|judge| by_all(judge, &topic.name)));
    let topics = format!(
        "{}{asked}, {} of them judged by {whom}",
        counted(topics.len(), "topic"),
        shared.count()
    );
    let documents = if about.common {
        let out = about.before - all.documents;
        format!("{} judged by {whom}, {out} others left out (--common)", all.documents)
    } else {
        let by_all = match judges {
            2 => format!("{} by both", all.by_all),
            _ => format!("{} by two or more, {} by all {judges}", all.by_several, all.by_all),
        };
        format!("{} judged by any judge, {by_all}", all.documents)
    };
    note("documents", format!("{documents}; {topics}"))
}

fn grades(about: &About<'_>) -> Note {
    let grades = about.ratings.grades();
    let names: Vec<String> = grades.iter().map(|grade| shown_grade(*grade)).collect();
    let shown = match &names[..] {
        few if few.len() <= WIDEST => few.join(", "),
        many => format!(
            "{} grades from {} to {}, too many for confusion matrices here, which json has",
            many.len(),
            many[0],
            many[many.len() - 1]
        ),
    };
    let uneven = if about.ratings.is_even() {
        ""
    } else {
        "; these are not evenly spaced, and alpha interval alone goes by their values"
    };
    let text = format!(
        "{shown}; weighted kappa goes by a grade's place among these, as in scikit-learn{uneven}"
    );
    note("grades", text)
}

fn relevant(about: &About<'_>) -> Note {
    let rel = about.judges[0].opened.options.rel;
    let without = about.judges.iter().map(|judge| {
        let topics = topics_without(&judge.opened, rel);
        (judge.name.as_str(), (topics > 0).then(|| topics.to_string()))
    });
    let without =
        per_run(without).map_or(String::new(), |each| format!("; topics without any: {each}"));
    note("relevant", format!("grade {rel} or higher (--rel){without}"))
}

/// What the intervals of κ suppose, and which of those that are shown are cut.
fn intervals(about: &About<'_>) -> Note {
    let is_cut = |pair: &PairAgreement| {
        let tables = [pair.grades.clone(), pair.relevant.confusion()];
        let kappas = tables.iter().filter_map(|table| table.kappa(KappaWeights::Equal).ok());
        kappas.into_iter().any(statistics::is_cut)
    };
    let cut = named(about, &is_cut).map_or(String::new(), |pairs| {
        format!("; cut at -1 and 1, beyond which is no kappa: {pairs}")
    });
    let text = format!(
        "{}% intervals of kappa take documents as independent, which those of a topic are not, so \
         they are rather too narrow{cut}",
        100.0 * statistics::LEVEL
    );
    note("interval", text)
}

/// `a and b; a and c and 5 more pairs`: pairs of judges; none where there are none.
pub(super) fn named(about: &About<'_>, which: &dyn Fn(&PairAgreement) -> bool) -> Option<String> {
    let pairs = about.agreement.pairs.iter().filter(|pair| which(pair));
    let names: Vec<String> = pairs
        .map(|pair| format!("{} and {}", about.judge(pair.first), about.judge(pair.second)))
        .collect();
    let shown: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more pairs"),
    };
    (!names.is_empty()).then(|| format!("{}{more}", shown.join("; ")))
}

fn of_runs(about: &About<'_>) -> Vec<Note> {
    let opened = &about.judges[0].opened;
    let options = &opened.options;
    let seen: Vec<Seen<'_>> = about.runs.iter().map(Evaluated::seen).collect();
    let order = options.ties;
    let mut notes = vec![topics(&seen, "averaged", options)];
    let counted_topics = about.effect.map_or(0, |effect| effect.topics);
    if about.runs.iter().any(|run| run.scores.topics().len() != counted_topics) {
        let text =
            format!("only {} that all judges and runs have", counted(counted_topics, "topic"));
        notes.push(note("common", text));
    }
    notes.push(ties(tie_rule(order), order, &seen));
    notes.extend(unjudged(options));
    notes.extend(collection(about.measures, options));
    notes.extend(users(about.measures, opened));
    if let Some(depth) = options.depth {
        notes.push(note("depth", format!("only the top {depth} of each ranking (--depth)")));
    }
    let text =
        format!("paired t test, separated with p < {} (--alpha), not corrected", about.alpha);
    notes.push(note("test", text));
    notes.extend(logarithms(about.measures).map(|text| note("logarithms", text)));
    for (better, about_it, text) in [
        (Better::Lower, "turned", "less is better, so orders are turned"),
        (Better::Neither, "neither", "neither more nor less is better, taken as if more were"),
    ] {
        let of = about.measures.iter().filter(|m| m.family().better == better);
        let names: Vec<String> = of.map(ToString::to_string).collect();
        if !names.is_empty() {
            notes.push(note(about_it, format!("{text}: {}", names.join(", "))));
        }
    }
    let runs = about.runs.len();
    if (2..FEW_RUNS).contains(&runs) {
        let step = 4.0 / (runs * (runs - 1)) as f64;
        let text =
            format!("with {runs} runs correlations are coarse: one swap moves tau by {step:.2}");
        notes.push(note("caution", text));
    }
    let differ = about.agreement.all.by_all < about.agreement.all.documents;
    if differ {
        let text = "judges have not judged the same documents, which changes scores too; --common \
                    leaves out what not all have judged";
        notes.push(note("caution", text));
    }
    notes
}

fn confusion(about: &About<'_>) -> Option<Note> {
    let (file, from, _) = about.confusion.as_ref()?;
    let from = match from {
        Some(judge) => format!("from the grades of {} to all others'", about.judge(*judge)),
        None => "every pair of judges both ways".into(),
    };
    Some(note("confusion", format!("{from}, written to {} (--confusion)", file.display())))
}
