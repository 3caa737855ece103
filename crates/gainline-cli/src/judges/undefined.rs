//! Why some numbers of `gainline judges` are not there, or are no news.

use super::effect::MeasureEffect;
use super::notes::named;
use super::report::About;
use crate::notes::note;
use gainline_analysis::judges::PairAgreement;
use gainline_report::Note;
use gainline_stats::KappaWeights;

/// Why some numbers are not there.
pub(super) fn undefined(about: &About<'_>) -> Vec<Note> {
    let mut notes = vec![];
    let mut say = |label: &str, which: &dyn Fn(&PairAgreement) -> bool, why: &str| {
        if let Some(pairs) = named(about, which) {
            notes.push(note(label, format!("{pairs}: {why}")));
        }
    };
    say("-", &|pair| pair.both == 0, "no document is judged by both");
    say(
        "-",
        &|pair| pair.both > 0 && pair.grades.kappa(KappaWeights::Equal).is_err(),
        "both gave one and the same grade to all of these, where chance would agree fully too: no \
         kappa or alpha",
    );
    say(
        "-",
        &|pair| {
            let one_side = pair.relevant.confusion().kappa(KappaWeights::Equal).is_err();
            one_side && pair.grades.kappa(KappaWeights::Equal).is_ok()
        },
        "both found all of these relevant, or none: no kappa or alpha of relevant or not",
    );
    say(
        "-",
        &|pair| pair.both > 0 && pair.relevant.overlap().is_none(),
        "neither found anything relevant: no overlap, positive agreement, precision or recall",
    );
    say(
        "-",
        &|pair| pair.both > 0 && pair.relevant.negative_agreement().is_none(),
        "both found all of these relevant: no negative agreement",
    );
    let some = |pair: &PairAgreement| pair.relevant.overlap().is_some();
    say(
        "-",
        &|pair| some(pair) && pair.relevant.precision_of_second().is_none(),
        "the second found nothing relevant: no precision",
    );
    say(
        "-",
        &|pair| some(pair) && pair.relevant.recall_of_second().is_none(),
        "the first found nothing relevant: no recall",
    );
    say(
        "kappa",
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
        (!by_all, "no document is judged by all: no Fleiss' kappa, same grade or overlap of all"),
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
    let named = |which: &dyn Fn(&MeasureEffect) -> bool| {
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
