//! What stands above the tables of `gainline noise`: the choices behind the numbers.

use super::inputs::{Judging, Model};
use super::report::About;
use crate::notes::{counted, evaluated, listed, note};
use gainline::{Better, LOWEST, Measure, Missing, Summary};
use gainline_analysis::noise::{is_logarithmic, judgments};
use gainline_report::Note;

pub(super) fn notes(about: &About<'_>, judgings: &[Judging]) -> Vec<Note> {
    let options = &about.opened.options;
    let seen = about.seen();
    let mut notes = evaluated(about.opened, &seen, "averaged", about.measures);
    if let Some(said) = notes.iter_mut().find(|note| note.about == "unjudged") {
        said.text.push_str(", and stay unjudged");
    }
    notes.push(model(about, judgings));
    notes.extend(judgings.iter().filter_map(|judging| contrary(judging.theta?)));
    let runs =
        if about.opened.asked.len() > 1 { ", each by the same judges for all runs" } else { "" };
    notes.push(note(
        "repeats",
        format!("{} (--repeats) from --seed {}{runs}", about.args.repeats, about.args.seed),
    ));
    let common = judgings.first().map_or(0, |judging| judging.noise.topics.len());
    if options.missing == Missing::Skip && seen.iter().any(|run| run.topics != common) {
        let text = format!("only the {} that all runs have", counted(common, "topic"));
        notes.push(note("common", text));
    }
    notes.extend(means(about.measures));
    if about.args.preset.is_some() {
        notes.push(note(
            "paper",
            "Kishida's variance between topics fits the divisor 50; here it is 49, which makes it 2 % \
             larger",
        ));
    }
    notes
}

/// How judges vary, and how many relevant documents they make of how many.
fn model(about: &About<'_>, judgings: &[Judging]) -> Note {
    let rel = about.opened.options.rel;
    let all: Vec<f64> = judgments(about.pool).collect();
    let given = all.iter().filter(|grade| **grade >= rel).count();
    let expected = |judging: &Judging| {
        let chance = |grade: &f64| {
            let chances = judging.confusion.chances(*grade).unwrap_or_default();
            chances.iter().filter(|(to, _)| *to >= rel).fold(0.0, |sum, (_, chance)| sum + chance)
        };
        let expected = all.iter().fold(0.0, |sum, grade| sum + chance(grade));
        let theta = judging.theta.filter(|_| judgings.len() > 1);
        format!("{expected:.0}{}", theta.map_or(String::new(), |theta| format!(" (theta {theta})")))
    };
    let expected: Vec<String> = judgings.iter().map(expected).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    let how = match about.model {
        Model::Flip { thetas } => {
            let thetas: Vec<String> = thetas.iter().map(f64::to_string).collect();
            format!(
                "flip: a judged document stays on its side of --rel with chance theta (--theta {}); \
                 one that changes sides takes the grade of a random judgment of the other side",
                thetas.join(",")
            )
        }
        Model::Confusion { file, .. } => format!(
            "confusion: each judged document's grade is drawn by its row of {}",
            file.display()
        ),
    };
    let text = format!(
        "{how}; of {}, {given} are relevant, and {} when judged anew, on average",
        counted(all.len(), "judged document"),
        listed(&expected, "and")
    );
    note("model", text)
}

/// What a theta means that may have been meant as the share of noise.
fn contrary(theta: f64) -> Option<Note> {
    let round = |share: f64| (share * 1e8).round() / 1e8;
    let percent = |share: f64| (share * 1e8).round() / 1e6;
    (theta < 0.5).then(|| {
        let text = format!(
            "theta {theta}: judges who contradict the given judgments {} % of the time; for {} % noise \
             take --theta {}",
            percent(1.0 - theta),
            percent(theta),
            round(1.0 - theta)
        );
        note("caution", text)
    })
}

/// Measures that topics are not put together by their plain mean.
fn means(measures: &[Measure]) -> Vec<Note> {
    let named = |wanted: &dyn Fn(&Measure) -> bool| {
        let names: Vec<String> =
            measures.iter().filter(|m| wanted(m)).map(ToString::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        (!names.is_empty()).then(|| listed(&names, "and"))
    };
    let summed = named(&|m| matches!(m.summary(), Summary::Sum | Summary::Pooled));
    let summed = summed.map(|names| note("means", format!("of {names}, means over topics")));
    let neither = named(&|m| m.family().better == Better::Neither).map(|names| {
        let text = format!("neither more nor less of {names} is better; more comes first here");
        note("order", text)
    });
    let logarithms = named(&is_logarithmic).map(|names| {
        let text = format!(
            "means of {names} are geometric; variances, standard errors (s.e.), standard deviations \
             (sd) and differences between runs are those of the natural logarithms of the topics' \
             values (values below {LOWEST} count as that)"
        );
        note("logarithms", text)
    });
    summed.into_iter().chain(neither).chain(logarithms).collect()
}
