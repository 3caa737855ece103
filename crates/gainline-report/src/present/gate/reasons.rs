//! Why a rule holds or not, in words and with its numbers.

use crate::present::statistics::tolerance;
use crate::present::words::counted;
use gainline::{Better, Summary};
use gainline_analysis::gate::{
    Drop, DropVerdict, Gate, GateAnswer, GateFinding, NotWorse, Outcome, Rule, RuleStatus,
    Significance, Tolerance, is_rounding,
};

/// What reasons need to know of the whole.
pub(super) struct Reasons<'a> {
    pub request: &'a Gate,
    /// How many tests the p-values of drops are adjusted for.
    pub tests: usize,
    /// The same of margins.
    pub margin_tests: usize,
    /// Decimals of scores.
    pub digits: usize,
}

impl<'a> Reasons<'a> {
    pub(super) fn new(answer: &'a GateAnswer, digits: usize) -> Self {
        let GateAnswer { ref request, tests, margin_tests, .. } = *answer;
        Reasons { request, tests, margin_tests, digits }
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
            GateFinding::NotWorse(found) => self.not_worse(rule, outcome, found),
            GateFinding::NoBaseline => "there is no baseline yet to compare with".into(),
            GateFinding::NoTopics => "candidate and baseline have no topic in common here".into(),
        }
    }

    fn drop(&self, rule: &Rule, outcome: &Outcome, drop: &Drop) -> String {
        let said = self.change(rule, &Change::from(drop));
        if is_rounding(drop.baseline, drop.candidate) || drop.worse_by < 0.0 {
            return said;
        }
        let limit = tolerance(drop.tolerance);
        if !drop.exceeds_tolerance {
            return format!("{said}, not more than {limit}");
        }
        let lost = format!("{} of {} worse", drop.topics.losses, counted(outcome.topics, "topic"));
        match &drop.significance {
            None => format!("{said}, more than {limit}; {lost}"),
            Some(found) => format!("{said}, {}", self.significance(found, outcome.topics, &lost)),
        }
    }

    /// `AP dropped by 6.7 % (0.8371 → 0.7812)`.
    fn change(&self, rule: &Rule, change: &Change) -> String {
        let Change { baseline, candidate, worse_by, .. } = *change;
        if is_rounding(baseline, candidate) {
            return format!("{} is the same ({:.*})", rule.measure, self.digits, candidate + 0.0);
        }
        let (worse, better) = match rule.measure.family().better {
            Better::Lower => ("got worse (rose) by", "improved (fell) by"),
            Better::Higher | Better::Neither => ("dropped by", "rose by"),
        };
        let verb = if worse_by > 0.0 { worse } else { better };
        let (from, to) = different(baseline, candidate, self.digits);
        format!("{} {verb} {} ({from} → {to})", rule.measure, self.amount(change))
    }

    fn not_worse(&self, rule: &Rule, outcome: &Outcome, found: &NotWorse) -> String {
        let said = self.change(rule, &Change::from(found));
        if let Some(why) = &found.undefined {
            return format!("{said}, but it cannot be tested: {why}");
        }
        let after = self.after(self.margin_tests);
        let p = |p: Option<f64>| p.map_or(String::new(), |p| shown_p(p, found.alpha, &after));
        if outcome.status == RuleStatus::Broken {
            let lost =
                format!("{} of {} worse", found.topics.losses, counted(outcome.topics, "topic"));
            let margin = match found.margin {
                0.0 => String::new(),
                margin => format!(" than the margin {}", telling(margin, 0.0, self.digits)),
            };
            let p = p(found.p_worse_adjusted);
            return format!("{said}, significantly worse{margin}: {p}{}, {lost}", exact(found));
        }
        let p = format!("{}{}", p(found.p_adjusted), exact(found));
        let bound = found.bound.map(|bound| self.bound(rule, found, bound));
        let needed = found.topics_needed.filter(|_| outcome.status == RuleStatus::NotShown);
        let needed = needed.map_or(String::new(), |needed| {
            let topics = counted(needed, "topic");
            format!("; if the true difference is 0, about {topics} would show it (power 0.8)")
        });
        match bound {
            None => format!("{said}; {p}{needed}"),
            // The bound is not adjusted.
            Some((bound, true)) if outcome.status == RuleStatus::NotShown => {
                format!("{said}; {bound}, but {p}{needed}")
            }
            Some((bound, _)) => format!("{said}; {bound}; {p}{needed}"),
        }
    }

    /// `the 95 % lower bound of the difference is -0.0213, below the margin -0.0045`, and whether it is
    /// on the better side.
    fn bound(&self, rule: &Rule, found: &NotWorse, bound: f64) -> (String, bool) {
        let upper = rule.measure.family().better == Better::Lower;
        let side = if upper { "upper" } else { "lower" };
        let above = bound > found.margin;
        let stands = if above { "above" } else { "below" };
        let (shown, margin) = match found.margin {
            0.0 => (telling(bound, 0.0, self.digits), "0".into()),
            margin => {
                let (shown, margin) = different(bound, margin, self.digits);
                (shown, format!("the margin {margin}"))
            }
        };
        let level = format!("{:.6}", 100.0 * (1.0 - found.alpha));
        let level = level.trim_end_matches('0').trim_end_matches('.');
        let what = format!("the {level} % {side} bound of the difference is {shown}");
        (format!("{what}, {stands} {margin}"), above != upper)
    }

    fn significance(&self, found: &Significance, topics: usize, lost: &str) -> String {
        let after = self.after(self.tests);
        let p = found.p_adjusted.map_or(String::new(), |p| shown_p(p, found.alpha, &after));
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
    fn amount(&self, change: &Change) -> String {
        match (change.tolerance, change.worse_by_share) {
            (Tolerance::Percent(percent), Some(share)) => {
                format!("{} %", telling(100.0 * share.abs(), percent, 1))
            }
            (Tolerance::Percent(_), None) => telling(change.worse_by.abs(), 0.0, self.digits),
            (Tolerance::Absolute(amount), _) => telling(change.worse_by.abs(), amount, self.digits),
        }
    }

    /// What stands behind a p that was adjusted for so many tests.
    fn after(&self, tests: usize) -> String {
        match self.request.correction.word() {
            Some(word) if tests > 1 => format!(" after {word}"),
            _ => String::new(),
        }
    }
}

/// How a candidate's value stands to its baseline's.
struct Change {
    tolerance: Tolerance,
    baseline: f64,
    candidate: f64,
    worse_by: f64,
    worse_by_share: Option<f64>,
}

impl From<&Drop> for Change {
    fn from(drop: &Drop) -> Self {
        let Drop { tolerance, baseline, candidate, worse_by, worse_by_share, .. } = *drop;
        Change { tolerance, baseline, candidate, worse_by, worse_by_share }
    }
}

impl From<&NotWorse> for Change {
    fn from(found: &NotWorse) -> Self {
        let NotWorse { tolerance, baseline, candidate, worse_by, worse_by_share, .. } = *found;
        Change { tolerance, baseline, candidate, worse_by, worse_by_share }
    }
}

/// What stands behind a p that is not that of the t test.
fn exact(found: &NotWorse) -> &'static str {
    match (found.exact_instead, found.topics.wins + found.topics.losses) {
        (false, _) => "",
        (true, 0) => " (by the randomization test: no topic differs)",
        (true, _) => {
            " (by the randomization test: the t test is undefined where every topic differs by the same \
             amount)"
        }
    }
}

/// `p = 0.003 after Holm`.
fn shown_p(p: f64, alpha: f64, after: &str) -> String {
    let mut all = (3..17).map(|digits| significant(p, digits));
    let shown = all.find(|shown| is_telling(shown, p, alpha)).unwrap_or(p.to_string());
    format!("p = {shown}{after}")
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
