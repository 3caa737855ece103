//! What it all comes to, in plain words.

use super::effect::{Between, Effect, MeasureEffect};
use super::report::About;
use crate::comparison::RankedRuns;
use crate::notes::counted;
use gainline_analysis::judges::PairAgreement;
use gainline_stats::KappaWeights;
use std::collections::BTreeSet;

pub(super) fn words(about: &About<'_>) -> Vec<String> {
    let mut words = vec![match &about.agreement.pairs[..] {
        [pair] => two(about, pair),
        _ => several(about),
    }];
    words.extend(alphas(about));
    match about.effect {
        Some(effect) if about.runs.len() > 1 => words.push(conclusions(about, effect)),
        Some(_) => words.push(
            "One run alone has only its scores by each judge: give --runs two or more, to see whether \
             judges change the order of runs."
                .into(),
        ),
        None => {}
    }
    words
}

/// What Landis & Koch (1977) call a κ.
fn strength(kappa: f64) -> &'static str {
    match kappa {
        k if k < 0.0 => "poor",
        k if k <= 0.2 => "slight",
        k if k <= 0.4 => "fair",
        k if k <= 0.6 => "moderate",
        k if k <= 0.8 => "substantial",
        _ => "almost perfect",
    }
}

fn two(about: &About<'_>, pair: &PairAgreement) -> String {
    let d = about.digits;
    let (one, other) = (about.judge(pair.first), about.judge(pair.second));
    let same = pair.grades.same();
    let kappa = pair.grades.kappa(KappaWeights::Equal).ok().map_or(String::new(), |kappa| {
        let strength = strength(kappa.kappa);
        format!(", kappa {:.d$} (by the convention of Landis & Koch 1977: {strength})", kappa.kappa)
    });
    let relevant = &pair.relevant;
    let found = match relevant.overlap() {
        None => " Neither finds any of these relevant.".to_string(),
        Some(overlap) => format!(
            " {one} finds {} of these relevant, {other} {}, and both {} (overlap {overlap:.d$}).",
            relevant.both + relevant.first,
            relevant.both + relevant.second,
            relevant.both
        ),
    };
    format!(
        "{one} and {other} give the same grade to {same} of {}{kappa}.{found}",
        counted(pair.both, "document")
    )
}

/// What Krippendorff (2004) says of an α.
fn reliance(alpha: f64) -> &'static str {
    match alpha {
        alpha if alpha >= 0.8 => "good enough to rely on",
        alpha if alpha >= 0.667 => "enough for tentative conclusions only",
        _ => "too little to rely on",
    }
}

/// Every α by what it looks at, since measures do not all look at the same.
fn alphas(about: &About<'_>) -> Option<String> {
    let (all, d) = (&about.agreement.all, about.digits);
    let known = [
        (&all.alpha_relevant, "of relevant or not, which AP, RR and P use"),
        (&all.alpha[1], "of the order of grades (ordinal), which is nearest to nDCG"),
        (&all.alpha[0], "of the exact grades (nominal)"),
    ];
    let known = known.into_iter().filter_map(|(alpha, of)| Some((alpha.as_ref().ok()?.alpha, of)));
    let known: Vec<(f64, &str)> = known.collect();
    let (first, _) = known.first()?;
    let shown = |alpha: f64| format!("{alpha:.d$}");
    if known.len() == 3 && known.iter().all(|(alpha, _)| shown(*alpha) == shown(*first)) {
        return Some(format!(
            "Krippendorff's alpha is {first:.d$}, of relevant or not as of grades: by his convention \
             (2004) {}.",
            reliance(*first)
        ));
    }
    let each = known.iter().map(|(alpha, of)| format!("{alpha:.d$} {of}: {}", reliance(*alpha)));
    let each: Vec<String> = each.collect();
    Some(format!("Krippendorff's alpha, by his convention (2004), is {}.", each.join("; ")))
}

fn several(about: &About<'_>) -> String {
    let (all, d) = (&about.agreement.all, about.digits);
    let mut said = vec![];
    if all.by_all > 0 {
        let (same, of) = (all.same, counted(all.by_all, "document"));
        let judges = about.judges.len();
        said.push(format!("All {judges} judges give the same grade to {same} of {of}."));
    }
    let kappa = |pair: &PairAgreement| pair.grades.kappa(KappaWeights::Equal).ok().map(|k| k.kappa);
    let known: Vec<(f64, &PairAgreement)> =
        about.agreement.pairs.iter().filter_map(|pair| Some((kappa(pair)?, pair))).collect();
    let name = |(kappa, pair): &(f64, &PairAgreement)| {
        let (one, other) = (about.judge(pair.first), about.judge(pair.second));
        format!("{one} and {other} (kappa {kappa:.d$}, {})", strength(*kappa))
    };
    let most = known.iter().rev().max_by(|a, b| a.0.total_cmp(&b.0));
    let least = known.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    match (most, least) {
        (Some(most), Some(least)) if most.0 > least.0 => said.push(format!(
            "Most alike are {}, least {}; the words are those of Landis & Koch (1977).",
            name(most),
            name(least)
        )),
        (Some(most), _) => said.push(format!("Kappa is {:.d$} for all pairs.", most.0)),
        _ => {}
    }
    said.join(" ")
}

/// Whether it matters to the runs who judged.
fn conclusions(about: &About<'_>, effect: &Effect) -> String {
    let count = |of: &dyn Fn(&Between) -> usize| -> usize {
        effect.measures.iter().flat_map(|measure| &measure.pairs).map(of).sum()
    };
    let swapped = count(&|between| between.alike.swapped.len());
    let opposite = count(&|between| between.separated_oppositely);
    let separated = effect.measures.iter().flat_map(|measure| &measure.judges);
    let any_separated = separated.map(RankedRuns::separated).sum::<usize>() > 0;
    let line = |measure| by_measure(about, measure, any_separated);
    let mut said: Vec<String> = effect.measures.iter().map(line).collect();
    let p = format!("p < {} each, not corrected", about.alpha);
    if !any_separated {
        said.push("No pair is separated by any judge, so there is no conclusion to change.".into());
    } else if opposite > 0 {
        let times = if opposite == 1 { "once" } else { &format!("{opposite} times") };
        said.push(format!(
            "Judges contradict each other {times}: both separate two runs, in opposite directions \
             ({p}). Which of these runs is better depends on who judges."
        ));
    } else if swapped > 0 {
        said.push(format!(
            "Where two runs change places, no two judges separate them in opposite directions ({p})."
        ));
    }
    said.join(" ")
}

/// The order of the runs by all judges, and what they separate, if anything is.
fn by_measure(about: &About<'_>, effect: &MeasureEffect, any_separated: bool) -> String {
    let (name, runs) = (&effect.measure, about.runs.len());
    let each = |of: fn(&Between) -> &Vec<(usize, usize)>| -> BTreeSet<(usize, usize)> {
        effect.pairs.iter().flat_map(|between| of(between).iter().copied()).collect()
    };
    let swapped = each(|between| &between.alike.swapped).len();
    let pairs = effect.pairs.first().map_or(0, |between| between.alike.pairs);
    let tau = |between: &Between| between.alike.tau_b.map(|tau| tau.coefficient);
    let least = effect.pairs.iter().filter_map(|between| Some((tau(between)?, between)));
    let least = least.min_by(|a, b| a.0.total_cmp(&b.0));
    let separated = match any_separated {
        true => format!("; {}", separated(about, effect, pairs)),
        false => String::new(),
    };
    let Some((tau, between)) = least else {
        return format!(
            "By {name}, there are no two orders to compare, since to one judge or more all runs are \
             equal{separated}."
        );
    };
    let d = about.digits;
    let who = match effect.pairs.len() {
        1 => format!("tau_b {tau:.d$}"),
        _ if tau > 1.0 - 1e-12 => format!("tau_b {tau:.d$} for all pairs of judges"),
        _ => {
            let (one, other) = (about.judge(between.first), about.judge(between.second));
            format!("tau_b at the least {tau:.d$}, between {one} and {other}")
        }
    };
    let tied = effect.pairs.iter().any(|between| between.alike.tied_in_one > 0);
    let order = match (swapped, tied) {
        (0, false) => format!("the judges order the {runs} runs alike"),
        (0, true) => format!("no two of the {runs} runs change places, but some judge ties some"),
        (1, _) => format!("1 of {} of runs changes its order", counted(pairs, "pair")),
        _ => format!("{swapped} of {} of runs change their order", counted(pairs, "pair")),
    };
    format!("By {name}, {order} ({who}){separated}.")
}

/// Which pairs of runs are separated, by whom.
fn separated(about: &About<'_>, effect: &MeasureEffect, pairs: usize) -> String {
    let by_one = effect.pairs.iter().map(|between| between.separated_by_one).max().unwrap_or(0);
    let counts: Vec<usize> = effect.judges.iter().map(RankedRuns::separated).collect();
    let low = counts.iter().copied().min().unwrap_or(0);
    let high = counts.iter().copied().max().unwrap_or(0);
    let pairs = counted(pairs, "pair");
    match (by_one, low, &counts[..]) {
        (0, 0, _) => "no pair is separated by any judge".into(),
        (0, same, [_, _]) => format!("both separate the same {same} of {pairs}"),
        (0, same, _) => format!("all separate the same {same} of {pairs}"),
        (_, _, [one, two]) if one != two => {
            let (first, second) = (about.judge(0), about.judge(1));
            format!("{first} separates {one} of {pairs}, {second} {two}")
        }
        _ if low == high => format!("each separates {low} of {pairs}, but not the same"),
        _ => format!("judges separate {low} to {high} of {pairs}, so not the same"),
    }
}

#[cfg(test)]
mod tests {
    use super::{reliance, strength};

    #[test]
    fn words_change_where_krippendorff_puts_them() {
        let said = [0.8, 0.7999, 0.667, 0.666].map(reliance);
        let (good, some, little) = (
            "good enough to rely on",
            "enough for tentative conclusions only",
            "too little to rely on",
        );
        assert_eq!(said, [good, some, some, little]);
    }

    #[test]
    fn words_change_where_landis_and_koch_put_them() {
        let said = [-0.1, 0.0, 0.2, 0.21, 0.4, 0.6, 0.61, 0.8, 0.81, 1.0].map(strength);
        let want = [
            "poor",
            "slight",
            "slight",
            "fair",
            "fair",
            "moderate",
            "substantial",
            "substantial",
            "almost perfect",
            "almost perfect",
        ];
        assert_eq!(said, want);
    }
}
