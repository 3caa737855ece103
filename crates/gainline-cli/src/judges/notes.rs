//! What stands above the tables of `gainline judges`: the choices behind the numbers, and why some
//! are not there.

use super::effect::MeasureEffect;
use super::reading::Judge;
use super::report::About;
use super::tables::WIDEST;
use crate::comparison::logarithms;
use crate::eval::Evaluated;
use crate::notes::{
    Seen, collection, counted, note, per_run, tie_rule, ties, topics, topics_without, unjudged,
    users,
};
use gainline::Better;
use gainline_report::Note;
use gainline_stats::KappaWeights;
use gainline_studies::judges::PairAgreement;

/// So many judges get a line of their own.
const JUDGES: usize = 6;

/// With fewer runs, a correlation is coarse.
const FEW_RUNS: usize = 10;

pub(super) fn notes(about: &About<'_>) -> Vec<Note> {
    let mut notes: Vec<Note> = about.judges.iter().take(JUDGES).map(judge).collect();
    if let more @ 1.. = about.judges.len().saturating_sub(JUDGES) {
        notes.push(note("judges", format!("and {more} more, which json has")));
    }
    notes.extend([documents(about), grades(about), relevant(about)]);
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
    let asked = match about.judges[0].opened.options.joining.topics {
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
    let names: Vec<String> = grades.iter().map(ToString::to_string).collect();
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

fn of_runs(about: &About<'_>) -> Vec<Note> {
    let opened = &about.judges[0].opened;
    let options = &opened.options;
    let seen: Vec<Seen<'_>> = about.runs.iter().map(Evaluated::seen).collect();
    let order = options.joining.ties;
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
    if let Some(depth) = options.joining.depth {
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

/// Why some numbers are not there.
fn undefined(about: &About<'_>) -> Vec<Note> {
    let mut notes = vec![];
    let mut say = |which: &dyn Fn(&PairAgreement) -> bool, why: &str| {
        let pairs = about.agreement.pairs.iter().filter(|pair| which(pair));
        let names: Vec<String> = pairs
            .map(|pair| format!("{} and {}", about.judge(pair.first), about.judge(pair.second)))
            .collect();
        let shown: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
        let more = match names.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more pairs"),
        };
        if !names.is_empty() {
            notes.push(note("-", format!("{}{more}: {why}", shown.join("; "))));
        }
    };
    say(&|pair| pair.both == 0, "no document is judged by both");
    say(
        &|pair| pair.both > 0 && pair.grades.kappa(KappaWeights::Equal).is_err(),
        "both gave one and the same grade to all of these, where chance would agree fully too: no \
         kappa or alpha",
    );
    say(
        &|pair| {
            let one_side = pair.relevant.confusion().kappa(KappaWeights::Equal).is_err();
            one_side && pair.grades.kappa(KappaWeights::Equal).is_ok()
        },
        "both found all of these relevant, or none: no kappa or alpha of relevant or not",
    );
    say(
        &|pair| pair.both > 0 && pair.relevant.overlap().is_none(),
        "neither found anything relevant: no overlap, positive agreement, precision or recall",
    );
    say(
        &|pair| pair.grades.kappa(KappaWeights::Equal).is_ok() && is_flat(pair),
        "one of them gave the same grade to all of these, so kappa is 0 whatever the other gave",
    );
    notes.extend(undefined_of_all(about));
    notes.extend(undefined_of_runs(about));
    if about.topics.iter().any(|topic| topic.all.fleiss.is_err() || topic.all.overlap().is_none()) {
        let text = "of a topic: not judged by all, one grade throughout, or nothing relevant";
        notes.push(note("-", text));
    }
    notes
}

/// Whether one of two judges gave one grade throughout.
fn is_flat(pair: &PairAgreement) -> bool {
    let used = |totals: Vec<u64>| totals.iter().filter(|total| **total > 0).count();
    used(pair.grades.first_totals()) == 1 || used(pair.grades.second_totals()) == 1
}

/// Why some numbers of all judges are not there.
fn undefined_of_all(about: &About<'_>) -> Vec<Note> {
    let all = &about.agreement.all;
    let by_all = all.by_all > 0;
    let reasons = [
        (!by_all, "no document is judged by all: no Fleiss' kappa, nor overlap of all"),
        (
            by_all && all.fleiss.is_err(),
            "what all have judged has one grade throughout: no Fleiss' kappa",
        ),
        (
            by_all && all.fleiss.is_ok() && all.fleiss_relevant.is_err(),
            "what all have judged is relevant to all, or to none: no Fleiss' kappa of that",
        ),
        (
            by_all && all.overlap().is_none(),
            "nothing that all have judged is relevant to any: no overlap of all",
        ),
        (all.alpha[0].is_err(), "what two or more have judged has one grade throughout: no alpha"),
        (
            all.alpha[0].is_ok() && all.alpha_relevant.is_err(),
            "what two or more have judged is relevant to all, or to none: no alpha of that",
        ),
    ];
    // Of two judges, the same was said of the pair.
    let holds = reasons.into_iter().filter(|(holds, _)| *holds && about.judges.len() > 2);
    holds.map(|(_, why)| note("-", why)).collect()
}

/// Why some numbers of runs are not there.
fn undefined_of_runs(about: &About<'_>) -> Vec<Note> {
    let measures = about.effect.iter().flat_map(|effect| &effect.measures);
    let named = |which: &dyn Fn(&MeasureEffect<'_>) -> bool| {
        let found = measures.clone().filter(|measure| which(measure));
        found.map(|measure| measure.measure.to_string()).collect::<Vec<_>>().join(", ")
    };
    let several = about.runs.len() > 1;
    let tied = named(&|measure| {
        several && measure.pairs.iter().any(|between| between.alike.tau_b.is_none())
    });
    let untested = named(&|measure| measure.judges.iter().any(|ranked| ranked.untested() > 0));
    let mut notes = vec![];
    if !tied.is_empty() {
        let text = format!("{tied}: by some judge all runs have the same mean, so there is no tau");
        notes.push(note("-", text));
    }
    if !untested.is_empty() {
        let text = format!(
            "{untested}: the t test has no p for some pairs of runs (one topic, or differences \
             without variance); they count as not separated"
        );
        notes.push(note("-", text));
    }
    notes
}
