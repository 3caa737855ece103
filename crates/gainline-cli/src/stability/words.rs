//! What the numbers say, in words.

use super::Studied;
use super::report::About;
use super::tables::{percent, rank};
use crate::notes::counted;
use gainline_analysis::stability::{PairOrder, SizeSwaps};

/// Two runs that are equal in as many resamplings differ on few topics, or in few steps: of one topic
/// that makes the difference it is more than a third, of two an eighth.
const OFTEN_TIED: f64 = 0.1;

/// A line for each measure, and one that holds them against each other.
pub(super) fn words(about: &About<'_>, studied: &[Studied<'_>]) -> Vec<String> {
    let said = studied.iter().filter_map(|of| {
        let size = of.stability.sizes.last()?;
        let said = [Some(swaps(size)), sure(about, size), first(about, of), few_topics(about, of)];
        let said: Vec<String> = said.into_iter().flatten().collect();
        Some(format!("{}: {}", of.measure, said.join(" ")))
    });
    said.chain(beside(studied)).collect()
}

/// How often comparisons come out the other way.
fn swaps(size: &SizeSwaps) -> String {
    let topics = counted(size.topics, "topic");
    let Some(rate) = size.swap_rate() else {
        return format!("with {topics} in a set, all comparisons are tied, so that none can swap.");
    };
    let untied = if size.tied > 0 { " (without ties)" } else { "" };
    let one_in = (1.0 / rate).round();
    let often = match rate {
        0.0 => format!("no comparison{untied} comes"),
        _ if one_in >= 3.0 => format!("one in {one_in} comparisons{untied} comes"),
        _ => format!("{:.0} of 100 comparisons{untied} come", 100.0 * rate),
    };
    format!("with {topics} in a set, {often} out the other way on other topics.")
}

/// From which difference on a conclusion holds.
fn sure(about: &About<'_>, size: &SizeSwaps) -> Option<String> {
    let rate = percent(about.args.rate);
    let least = size.least?;
    Some(match size.sure_from(about.args.rate) {
        None => format!("No difference is large enough to swap in {rate} of comparisons or fewer."),
        Some(sure) if sure.share == 1.0 => format!(
            "The differences that are seen, the smallest of which is {}, swap in {rate} of \
             comparisons or fewer; of smaller ones nothing is known.",
            digits(least, about.digits)
        ),
        Some(sure) => format!(
            "A difference of {} or more swaps in {rate} of them or fewer; {:.0} % of the differences \
             are as large.",
            trimmed(sure.difference, about.digits),
            100.0 * sure.share
        ),
    })
}

/// A difference above 0, which small ones must not be rounded to.
fn digits(difference: f64, digits: usize) -> String {
    let shown = format!("{difference:.digits$}");
    if shown.parse() == Ok(0.0) { format!("{difference:.0e}") } else { shown }
}

/// A lower end of a bin, without the zeros that say nothing.
fn trimmed(number: f64, digits: usize) -> String {
    let rounded = 10_f64.powi(digits.max(6) as i32);
    format!("{}", (number * rounded).round() / rounded)
}

/// Who has the first place, and how often.
fn first(about: &About<'_>, of: &Studied<'_>) -> Option<String> {
    let &run = of.stability.order.first()?;
    let ranks = &of.stability.ranks[run];
    let name = about.run(run);
    let share = share(ranks.first);
    if ranks.rank > 1.0 {
        return Some(format!(
            "{name} shares the first place, and is first in {share} of resamplings."
        ));
    }
    let (best, worst) = (rank(ranks.best), rank(ranks.worst));
    let range = if best == worst {
        String::new()
    } else {
        format!(
            ", and its ranks in {} of them go from {best} to {worst}",
            percent(about.args.level)
        )
    };
    Some(format!("{name} is first in {share} of resamplings{range}."))
}

/// A pair whose order rests on few topics, so that it is often tied and seldom reversed.
fn few_topics(about: &About<'_>, of: &Studied<'_>) -> Option<String> {
    let often = |pair: &&PairOrder| pair.difference != 0.0 && pair.tied >= OFTEN_TIED;
    let pairs: Vec<&PairOrder> = of.stability.pairs.iter().filter(often).collect();
    let pair = pairs.iter().copied().reduce(|a, b| if b.tied > a.tied { b } else { a })?;
    let (one, other) = (&of.sample.columns[pair.first], &of.sample.columns[pair.second]);
    let differing = one.iter().zip(other).filter(|(one, other)| one != other).count();
    let more = match pairs.len() - 1 {
        0 => String::new(),
        more => format!(" ({} more like them)", counted(more, "pair")),
    };
    Some(format!(
        "Caution: {} and {} differ on {differing} of {} topics, and are tied in {} of resamplings{more}: \
         their order is less sure than `reversed` alone looks; add `tied` to it.",
        about.run(pair.first),
        about.run(pair.second),
        about.topics,
        share(pair.tied)
    ))
}

/// `96 %`, and all or none of them only where it is so.
fn share(share: f64) -> String {
    match 100.0 * share {
        percent if percent > 99.5 && percent < 100.0 => "more than 99 %".into(),
        percent if percent > 0.0 && percent < 0.5 => "less than 1 %".into(),
        percent => format!("{percent:.0} %"),
    }
}

/// Which measure is the steadiest.
fn beside(studied: &[Studied<'_>]) -> Option<String> {
    // What ties all comparisons has no rate, and is none of the steady ones.
    let rate = |of: &Studied<'_>| of.stability.sizes.last().and_then(SizeSwaps::swap_rate);
    let rates: Vec<(f64, String)> =
        studied.iter().filter_map(|of| Some((rate(of)?, of.measure.to_string()))).collect();
    let least = rates.iter().reduce(|a, b| if b.0 < a.0 { b } else { a })?;
    let most = rates.iter().reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    (most.0 > least.0).then(|| {
        format!(
            "Of these measures {} swaps least ({:.1} %), and {} most ({:.1} %). A steadier measure is \
             not by itself a better one: it may be steady about something else.",
            least.1,
            100.0 * least.0,
            most.1,
            100.0 * most.0
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{digits, share};

    #[test]
    fn what_is_not_all_or_nothing_is_not_rounded_to_it() {
        assert_eq!(
            [0.0, 0.004, 0.955, 0.996, 1.0].map(share),
            ["0 %", "less than 1 %", "96 %", "more than 99 %", "100 %"]
        );
        assert_eq!([0.00001, 0.0049].map(|least| digits(least, 4)), ["1e-5", "0.0049"]);
    }
}
