//! The reason of an outcome, in words and with its numbers.

use super::outcome::{Chance, Drop, Found, Outcome, Verdict, Verdicts};
use super::rule::{Rule, Tolerance, rounding};
use super::settings::Settings;
use crate::notes::counted;
use gainline::{Better, Summary};
use gainline_stats::Correction;

/// What reasons need to know of the whole.
pub(super) struct Words<'a> {
    pub settings: &'a Settings,
    /// How many tests the p-values are corrected for.
    pub tests: usize,
    /// Decimals of scores.
    pub digits: usize,
}

impl Words<'_> {
    /// Why a rule holds or not.
    pub(super) fn reason(&self, rule: &Rule, outcome: &Outcome) -> String {
        match &outcome.found {
            Found::Bound { value, order, bound } => {
                let holds = order.holds(*value, *bound);
                let sign = if holds { *order } else { order.opposite() }.sign();
                let count = rule.measure.summary() == Summary::Sum && value.fract() == 0.0;
                let digits = if count { 0 } else { self.digits };
                format!("{} {} {sign} {bound}", rule.measure, telling(*value, *bound, digits))
            }
            Found::Drop(drop) => self.drop(rule, outcome, drop),
            Found::NoBaseline => "there is no baseline yet to hold it against".into(),
            Found::NoTopics => "candidate and baseline have no topic in common here".into(),
        }
    }

    fn drop(&self, rule: &Rule, outcome: &Outcome, drop: &Drop) -> String {
        let Drop { baseline, candidate, worse_by, .. } = drop;
        if worse_by.abs() <= rounding(*baseline, *candidate) {
            return format!("{} is the same ({:.*})", rule.measure, self.digits, candidate + 0.0);
        }
        let (worse, better) = match rule.measure.family().better {
            Better::Lower => ("worsened (rose) by", "improved (fell) by"),
            _ => ("dropped by", "rose by"),
        };
        let verb = if *worse_by > 0.0 { worse } else { better };
        let (from, to) = different(*baseline, *candidate, self.digits);
        let said = format!("{} {verb} {} ({from} → {to})", rule.measure, self.amount(drop));
        if *worse_by < 0.0 {
            return said;
        }
        let limit = match drop.tolerance {
            Tolerance::Absolute(amount) => amount.to_string(),
            Tolerance::Percent(percent) => format!("{percent} %"),
        };
        if !drop.exceeds {
            return format!("{said}, not more than {limit}");
        }
        let lost = format!("{} of {} worse", drop.topics.losses, counted(outcome.topics, "topic"));
        match &drop.chance {
            None => format!("{said}, more than {limit}; {lost}"),
            Some(chance) => format!("{said}, {}", self.chance(chance, outcome.topics, &lost)),
        }
    }

    fn chance(&self, chance: &Chance, topics: usize, lost: &str) -> String {
        let p = chance.adjusted.map(|p| self.p(p, chance.alpha)).unwrap_or_default();
        let stands_in = chance.tested.defined().is_some_and(|tested| tested.exact_instead);
        let p = if stands_in {
            let test = self.settings.test;
            format!(
                "{p} (by the randomization test: the {test} test is undefined where every topic \
                 differs by the same)"
            )
        } else {
            p
        };
        match chance.verdict {
            Verdict::Real => format!("{p}, {lost}"),
            Verdict::NotMoreThanChance => {
                let lowest = chance.lowest.filter(|p| *p >= chance.alpha);
                let why = lowest.map_or(String::new(), |lowest| {
                    let topics = counted(topics, "topic");
                    let after = self.after();
                    format!("; {topics} cannot give a p below {}{after}", significant(lowest, 3))
                });
                format!("but {p}: not more than chance{why}")
            }
            Verdict::TestSeesGain => {
                let test = self.settings.test;
                format!("and {p}, but the {test} test sees the candidate ahead; {lost}")
            }
            Verdict::Untestable => {
                let why = chance.tested.undefined().map(ToString::to_string);
                format!("but it cannot be tested: {}", why.unwrap_or_default())
            }
        }
    }

    /// How much worse or better, in the rule's own terms.
    fn amount(&self, drop: &Drop) -> String {
        let Drop { baseline, worse_by, tolerance, .. } = drop;
        match tolerance {
            Tolerance::Percent(percent) if *baseline != 0.0 => {
                let share = 100.0 * worse_by.abs() / baseline.abs();
                format!("{} %", telling(share, *percent, 1))
            }
            Tolerance::Percent(_) => telling(worse_by.abs(), 0.0, self.digits),
            Tolerance::Absolute(amount) => telling(worse_by.abs(), *amount, self.digits),
        }
    }

    /// `p = 0.003 after Holm`.
    fn p(&self, p: f64, alpha: f64) -> String {
        let mut all = (3..17).map(|digits| significant(p, digits));
        let shown = all.find(|shown| is_telling(shown, p, alpha)).unwrap_or(p.to_string());
        format!("p = {shown}{}", self.after())
    }

    /// What stands behind a p that was corrected.
    fn after(&self) -> String {
        match self.settings.correction {
            Correction::None => String::new(),
            _ if self.tests < 2 => String::new(),
            correction => format!(" after {}", correction.word().unwrap_or("no correction")),
        }
    }
}

impl<'a> Words<'a> {
    pub(super) fn new(settings: &'a Settings, verdicts: &Verdicts, digits: usize) -> Self {
        Words { settings, tests: verdicts.tests, digits }
    }
}

/// A number with at least so many decimals: more where it would seem to stand otherwise to the
/// bound than it does, or to be 0.
fn telling(value: f64, bound: f64, decimals: usize) -> String {
    let value = value + 0.0;
    let mut all = (decimals..=17).map(|decimals| format!("{value:.decimals$}"));
    let first = all.next().unwrap_or_default();
    if (value - bound).abs() <= rounding(value, bound) || is_telling(&first, value, bound) {
        return first;
    }
    all.find(|shown| is_telling(shown, value, bound)).unwrap_or(first)
}

/// Whether a number as shown is on the same side of the bound as the number, and not 0 instead of it.
fn is_telling(shown: &str, value: f64, bound: f64) -> bool {
    shown.parse::<f64>().is_ok_and(|shown| {
        shown.partial_cmp(&bound) == value.partial_cmp(&bound) && (shown == 0.0) == (value == 0.0)
    })
}

/// Two numbers that differ, with as many decimals as show it.
fn different(a: f64, b: f64, decimals: usize) -> (String, String) {
    let shown = |decimals| (format!("{:.decimals$}", a + 0.0), format!("{:.decimals$}", b + 0.0));
    (decimals..17).map(shown).find(|(a, b)| a != b).unwrap_or_else(|| shown(17))
}

/// So many significant digits, without zeros at the end.
fn significant(p: f64, digits: usize) -> String {
    if p == 0.0 || p == 1.0 {
        return p.to_string();
    }
    if p < 1e-4 {
        return format!("{p:.*e}", digits - 1);
    }
    // The first digit of 0.0x is two places behind the point.
    let places = -p.log10().floor() as usize + digits - 1;
    let shown = format!("{p:.places$}");
    shown.trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_never_look_like_the_bound_that_they_miss() {
        assert_eq!(telling(0.4312, 0.45, 4), "0.4312");
        assert_eq!(telling(0.449_999_9, 0.45, 4), "0.4499999");
        assert_eq!(telling(0.45, 0.45, 4), "0.4500");
        assert_eq!(telling(0.1 + 0.2, 0.3, 4), "0.3000");
        assert_eq!(telling(1.0 / 3.0, 0.3333333, 4), "0.33333333");
        assert_eq!(telling(0.000_01, 1.0, 1), "0.00001");
        assert_eq!(different(0.5, 0.500_001, 4), ("0.500000".into(), "0.500001".into()));
        assert_eq!(different(0.5, 0.25, 2), ("0.50".into(), "0.25".into()));
    }

    #[test]
    fn p_values_have_three_digits_that_count() {
        for (p, shown) in [
            (1.0, "1"),
            (0.3125, "0.312"),
            (0.25, "0.25"),
            (0.003, "0.003"),
            (0.000_488_281_25, "0.000488"),
            (1.25e-12, "1.25e-12"),
            (0.0, "0"),
        ] {
            assert_eq!(significant(p, 3), shown);
        }
    }
}
