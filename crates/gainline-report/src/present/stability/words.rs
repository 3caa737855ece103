//! What swap rates and ranks say, in words.

use super::{StabilityPresenter, percent};
use crate::present::words::counted;
use gainline::Measure;
use gainline_analysis::stability::{
    Finding, LargeReversed, MeasureStability, RequiredDifference, RequiredInterval, SizeSwaps,
};

impl StabilityPresenter<'_> {
    /// A paragraph for each measure, and one that compares them.
    pub(super) fn words(&self) -> Vec<String> {
        let told: Vec<(Option<&Measure>, String)> =
            self.answer.findings.iter().filter_map(|finding| self.told(finding)).collect();
        let about = |measure: Option<&Measure>| {
            let told = told.iter().filter(move |(about, _)| *about == measure);
            told.map(|(_, text)| text.clone()).collect::<Vec<String>>()
        };
        let paragraph = |of: &MeasureStability| {
            let size = of.sizes.last()?;
            let mut said = vec![swaps(size)];
            said.extend(self.required(size));
            said.extend(size.large_reversed.map(|large| self.larger(large)));
            said.extend(self.first(of));
            said.extend(about(Some(&of.measure)));
            Some(format!("{}: {}", of.measure, said.join(" ")))
        };
        self.answer.measures.iter().filter_map(paragraph).chain(about(None)).collect()
    }

    /// From which difference on a conclusion holds.
    fn required(&self, size: &SizeSwaps) -> Option<String> {
        let rate = percent(self.answer.request.rate);
        let smallest = size.smallest_difference?;
        Some(match size.required_difference {
            None => {
                format!("No difference is large enough to be reversed in at most {rate} of them.")
            }
            Some(RequiredDifference { share: 1.0, .. }) => format!(
                "All differences that occur, from {} up, are reversed in at most {rate} of them; \
                 nothing is known about smaller ones.",
                not_zero(smallest, self.digits)
            ),
            Some(RequiredDifference { difference, share }) => format!(
                "A difference of {}{} or more is reversed in at most {rate} of them; {:.0} % of the \
                 differences are that large.",
                trimmed(difference, self.digits),
                self.moves(size.required_interval, difference),
                100.0 * share
            ),
        })
    }

    /// Where larger is not surer.
    fn larger(&self, large: LargeReversed) -> String {
        format!(
            "Caution: of the differences of {} or more, {:.1} % are reversed, so that larger ones are not \
             surer here.",
            trimmed(large.from, self.digits),
            100.0 * large.swap_rate
        )
    }

    /// ` [0.09, 0.12]`, where the difference moves with the sets that are drawn.
    fn moves(&self, interval: Option<RequiredInterval>, difference: f64) -> String {
        let moves = |ends: &RequiredInterval| [ends.low, ends.high] != [Some(difference); 2];
        interval.filter(moves).map_or(String::new(), |ends| format!(" {}", self.ends(ends)))
    }

    /// Who ranks first, and how often.
    fn first(&self, of: &MeasureStability) -> Option<String> {
        let best = of.runs.first()?;
        let (name, often) = (&best.run, share(best.first));
        if best.rank > 1.0 {
            return Some(format!(
                "{name} shares the first rank, and ranks first in {often} of the resamples."
            ));
        }
        let range = if best.best == best.worst {
            String::new()
        } else {
            let level = percent(self.answer.request.level);
            format!(" ({level} interval of its rank: {} to {})", best.best, best.worst)
        };
        Some(format!("{name} ranks first in {often} of the resamples{range}."))
    }

    /// A finding that is told below the tables, and the measure whose paragraph it belongs to.
    fn told<'f>(&self, finding: &'f Finding) -> Option<(Option<&'f Measure>, String)> {
        match finding {
            Finding::OftenTied { measure, first, second, differing_topics, tied, more_pairs } => {
                let more = match more_pairs {
                    0 => String::new(),
                    1 => " (1 more pair is often tied too)".into(),
                    more => format!(" ({more} more pairs are often tied too)"),
                };
                let text = format!(
                    "Caution: {first} and {second} differ on {differing_topics} of {} topics and are \
                     tied in {} of the resamples{more}. Add `tied` to `reversed`, which alone \
                     understates how uncertain their order is.",
                    self.answer.topics,
                    share(*tied)
                );
                Some((Some(measure), text))
            }
            Finding::RoughRequiredDifference { measure, interval } => {
                let end = |end: f64| trimmed(end, self.digits);
                let with_others = match (interval.low, interval.high) {
                    (Some(low), Some(high)) => {
                        format!("between {} and {}", end(low), end(high))
                    }
                    (Some(low), None) => format!("as low as {}, or not exist", end(low)),
                    (None, _) => "not exist".into(),
                };
                let text = format!(
                    "Which difference it takes is known only roughly: with other sets it may be \
                     {with_others}. More sets (--trials) make it surer."
                );
                Some((Some(measure), text))
            }
            Finding::SwapRates { lowest, highest } => {
                let text = format!(
                    "Of these measures, {} has the lowest swap rate ({:.1} %) and {} the highest \
                     ({:.1} %). A lower swap rate alone does not make a measure better: it may \
                     measure something else.",
                    lowest.measure,
                    100.0 * lowest.rate,
                    highest.measure,
                    100.0 * highest.rate
                );
                Some((None, text))
            }
            // They are told in notes.
            Finding::OnlyCommonTopics { .. }
            | Finding::AllTied { .. }
            | Finding::NoTau { .. }
            | Finding::SetsWithoutTau { .. } => None,
        }
    }
}

/// How often comparisons are reversed.
fn swaps(size: &SizeSwaps) -> String {
    let topics = counted(size.topics, "topic");
    let Some(rate) = size.swap_rate else {
        return format!("with {topics} per set, all comparisons are tied, so that none can swap.");
    };
    let untied = if size.tied > 0 { " (without ties)" } else { "" };
    let one_in = (1.0 / rate).round();
    let often = if rate == 0.0 {
        format!("no comparison{untied} is")
    } else if one_in >= 3.0 {
        format!("1 in {one_in} comparisons{untied} is")
    } else {
        format!("{:.0} % of the comparisons{untied} are", 100.0 * rate)
    };
    format!("with {topics} per set, {often} reversed on other topics.")
}

/// A difference above 0, which small ones must not be rounded to.
fn not_zero(difference: f64, digits: usize) -> String {
    let shown = format!("{difference:.digits$}");
    if shown.parse() == Ok(0.0) { format!("{difference:.0e}") } else { shown }
}

/// A lower end of a bin, without the zeros that say nothing.
pub(super) fn trimmed(number: f64, digits: usize) -> String {
    let rounded = 10_f64.powi(digits.max(6) as i32);
    format!("{}", (number * rounded).round() / rounded)
}

/// `96 %`, and all or none of them only where it is so.
fn share(share: f64) -> String {
    match 100.0 * share {
        percent if percent > 99.5 && percent < 100.0 => "more than 99 %".into(),
        percent if percent > 0.0 && percent < 0.5 => "less than 1 %".into(),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::{not_zero, share};

    #[test]
    fn what_is_not_all_or_nothing_is_not_rounded_to_it() {
        assert_eq!(
            [0.0, 0.004, 0.955, 0.996, 1.0].map(share),
            ["0 %", "less than 1 %", "96 %", "more than 99 %", "100 %"]
        );
        assert_eq!([0.00001, 0.0049].map(|least| not_zero(least, 4)), ["1e-5", "0.0049"]);
    }
}
