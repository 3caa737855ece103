//! Why a rule holds or not, in words and with its numbers.

use crate::present::words::counted;
use gainline::{Better, Summary};
use gainline_analysis::gate::{
    Drop, DropVerdict, Gate, GateAnswer, GateFinding, Outcome, Rule, Significance, Tolerance,
    is_rounding,
};

/// What reasons need to know of the whole.
pub(super) struct Reasons<'a> {
    pub request: &'a Gate,
    /// How many tests the p-values are adjusted for.
    pub tests: usize,
    /// Decimals of scores.
    pub digits: usize,
}

impl<'a> Reasons<'a> {
    pub(super) fn new(answer: &'a GateAnswer, digits: usize) -> Self {
        Reasons { request: &answer.request, tests: answer.tests, digits }
    }

    /// Why a rule holds or not.
    pub(super) fn reason(&self, rule: &Rule, outcome: &Outcome) -> String {
        match &outcome.finding {
            GateFinding::Bound { value, relation, bound } => {
                let holds = relation.holds(*value, *bound);
                let sign = if holds { *relation } else { relation.opposite() }.sign();
                let count = rule.measure.summary() == Summary::Sum && value.fract() == 0.0;
                let digits = if count { 0 } else { self.digits };
                format!("{} {} {sign} {bound}", rule.measure, telling(*value, *bound, digits))
            }
            GateFinding::Drop(drop) => self.drop(rule, outcome, drop),
            GateFinding::NoBaseline => "there is no baseline yet to compare with".into(),
            GateFinding::NoTopics => "candidate and baseline have no topic in common here".into(),
        }
    }

    fn drop(&self, rule: &Rule, outcome: &Outcome, drop: &Drop) -> String {
        let Drop { baseline, candidate, worse_by, .. } = drop;
        if is_rounding(*baseline, *candidate) {
            return format!("{} is the same ({:.*})", rule.measure, self.digits, candidate + 0.0);
        }
        let (worse, better) = match rule.measure.family().better {
            Better::Lower => ("got worse (rose) by", "improved (fell) by"),
            Better::Higher | Better::Neither => ("dropped by", "rose by"),
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
        if !drop.exceeds_tolerance {
            return format!("{said}, not more than {limit}");
        }
        let lost = format!("{} of {} worse", drop.topics.losses, counted(outcome.topics, "topic"));
        match &drop.significance {
            None => format!("{said}, more than {limit}; {lost}"),
            Some(found) => format!("{said}, {}", self.significance(found, outcome.topics, &lost)),
        }
    }

    fn significance(&self, found: &Significance, topics: usize, lost: &str) -> String {
        let p = found.p_adjusted.map_or(String::new(), |p| self.p(p, found.alpha));
        let test = self.request.test;
        let p = if found.exact_instead {
            format!(
                "{p} (by the randomization test: the {test} test is undefined where every topic \
                 differs by the same amount)"
            )
        } else {
            p
        };
        match found.verdict {
            DropVerdict::Significant => format!("{p}, {lost}"),
            DropVerdict::NotSignificant => {
                let lowest = found.lowest_p.filter(|p| *p >= found.alpha);
                let why = lowest.map_or(String::new(), |lowest| {
                    let topics = counted(topics, "topic");
                    let after = self.after();
                    format!("; {topics} cannot give a p below {}{after}", significant(lowest, 3))
                });
                format!("but not significantly: {p}{why}")
            }
            DropVerdict::TestFindsGain => {
                format!("and {p}, but the {test} test finds the candidate better; {lost}")
            }
            DropVerdict::Untestable => {
                let why = found.undefined.as_ref().map_or(String::new(), |why| format!(": {why}"));
                format!("but it cannot be tested{why}")
            }
        }
    }

    /// How much worse or better, in the rule's own terms.
    fn amount(&self, drop: &Drop) -> String {
        match (drop.tolerance, drop.worse_by_share) {
            (Tolerance::Percent(percent), Some(share)) => {
                format!("{} %", telling(100.0 * share.abs(), percent, 1))
            }
            (Tolerance::Percent(_), None) => telling(drop.worse_by.abs(), 0.0, self.digits),
            (Tolerance::Absolute(amount), _) => telling(drop.worse_by.abs(), amount, self.digits),
        }
    }

    /// `p = 0.003 after Holm`.
    fn p(&self, p: f64, alpha: f64) -> String {
        let mut all = (3..17).map(|digits| significant(p, digits));
        let shown = all.find(|shown| is_telling(shown, p, alpha)).unwrap_or(p.to_string());
        format!("p = {shown}{}", self.after())
    }

    /// What stands behind a p that was adjusted.
    fn after(&self) -> String {
        match self.request.correction.word() {
            Some(word) if self.tests > 1 => format!(" after {word}"),
            _ => String::new(),
        }
    }
}

/// A number with at least so many decimals: more where it would seem to stand otherwise to the
/// bound than it does, or to be 0.
fn telling(value: f64, bound: f64, decimals: usize) -> String {
    let value = value + 0.0;
    let mut all = (decimals..=17).map(|decimals| format!("{value:.decimals$}"));
    let first = all.next().unwrap_or_default();
    if is_rounding(value, bound) || is_telling(&first, value, bound) {
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
