//! What the numbers say, in words.

use super::Studied;
use super::report::About;
use super::tables::{percent, rank};
use crate::notes::counted;
use gainline_studies::stability::SizeSwaps;

/// A line for each measure, and one that holds them against each other.
pub(super) fn words(about: &About<'_>, studied: &[Studied<'_>]) -> Vec<String> {
    let said = studied.iter().filter_map(|of| {
        let size = of.stability.sizes.last()?;
        let said = [swaps(size), sure(about, size), first(about, of)].join(" ");
        Some(format!("{}: {said}", of.measure))
    });
    said.chain(beside(studied)).collect()
}

/// How often comparisons come out the other way.
fn swaps(size: &SizeSwaps) -> String {
    let topics = counted(size.topics, "topic");
    let rate = size.swap_rate();
    if size.swapped == 0 {
        return format!(
            "with {topics} in a set, no comparison comes out the other way on other topics."
        );
    }
    let one_in = (1.0 / rate).round();
    let often = if one_in >= 3.0 {
        format!("one comparison in {one_in}")
    } else {
        format!("{:.0} of 100 comparisons", 100.0 * rate)
    };
    let come = if one_in >= 3.0 { "comes" } else { "come" };
    format!("with {topics} in a set, {often} {come} out the other way on other topics.")
}

/// From which difference on a conclusion holds.
fn sure(about: &About<'_>, size: &SizeSwaps) -> String {
    let rate = percent(about.args.rate);
    match size.sure_from(about.args.rate) {
        None => format!("No difference is large enough to swap in {rate} of comparisons or fewer."),
        Some(sure) if sure.share == 1.0 => {
            format!("However small the difference, it swaps in {rate} of comparisons or fewer.")
        }
        Some(sure) => format!(
            "A difference of {} or more swaps in {rate} of them or fewer; {:.0} % of the differences \
             are as large.",
            trimmed(sure.difference, about.digits),
            100.0 * sure.share
        ),
    }
}

/// A lower end of a bin, without the zeros that say nothing.
fn trimmed(number: f64, digits: usize) -> String {
    let rounded = 10_f64.powi(digits.max(6) as i32);
    format!("{}", (number * rounded).round() / rounded)
}

/// How sure the first place is.
fn first(about: &About<'_>, of: &Studied<'_>) -> String {
    let ranks = &of.stability.ranks;
    let Some(&run) = of.stability.order.first() else {
        return String::new();
    };
    let name = about.run(run);
    let share = 100.0 * ranks[run].first;
    if ranks[run].rank > 1.0 {
        return format!(
            "{name} shares the first place, and is first in {share:.0} % of resamplings."
        );
    }
    if ranks[run].worst == 1.0 {
        return format!("The first place is sure: {name} has it in {share:.0} % of resamplings.");
    }
    format!(
        "The first place is not sure: {name} has it in {share:.0} % of resamplings, and its ranks go \
         from {} to {}.",
        rank(ranks[run].best),
        rank(ranks[run].worst)
    )
}

/// Which measure is the steadiest.
fn beside(studied: &[Studied<'_>]) -> Option<String> {
    let rate = |of: &Studied<'_>| of.stability.sizes.last().map(SizeSwaps::swap_rate);
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
