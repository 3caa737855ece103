//! Numbers as one reads them: p-values that are never 0, differences with their sign.

pub(super) use crate::cells::signed;
use crate::comparison::{Pair, Plan};
use gainline_stats::Interval;

/// A p-value. It is never rounded to 0, and never to 0.05 if it is below.
pub(super) fn p_value(p: f64) -> String {
    if p == 0.0 {
        // Below the smallest number that a double can hold.
        "< 1e-300".into()
    } else if p >= 0.99995 {
        "1".into()
    } else if p < 0.0001 {
        format!("{p:.1e}")
    } else if p < 0.001 {
        format!("{p:.5}")
    } else if (p - 0.05).abs() < 0.0001 {
        format!("{p:.6}")
    } else {
        format!("{p:.4}")
    }
}

/// p after the correction, or why there is a dash. Where not one of the trials reached what was
/// seen, all that is known is that p is below some number.
pub(super) fn adjusted(pair: &Pair) -> String {
    let Some(p) = pair.p_adjusted() else { return "-".into() };
    if at_floor(pair) { format!("< {}", rounded_up(p)) } else { p_value(p) }
}

/// `p = 0.0012` or `p < 0.00002`.
pub(super) fn p_is(pair: &Pair) -> String {
    let p = adjusted(pair);
    if p.starts_with('<') { format!("p {p}") } else { format!("p = {p}") }
}

/// What stands behind a p that was corrected.
pub(super) fn after(plan: &Plan<'_>, comparisons: usize) -> String {
    if comparisons < 2 {
        return String::new();
    }
    match plan.correction.word() {
        None if plan.test.is_simultaneous() => String::new(),
        None => " uncorrected".into(),
        _ if plan.test.is_simultaneous() => " after correction".into(),
        Some(name) => format!(" after {name}"),
    }
}

/// Whether none of the trials reached what was seen.
fn at_floor(pair: &Pair) -> bool {
    let tested = pair.test.defined();
    tested.is_some_and(|t| t.trials.is_some_and(|trials| t.p * (trials as f64 + 1.0) < 1.5))
}

/// A number above 0, to one digit and not below itself.
fn rounded_up(p: f64) -> String {
    let power = p.log10().floor();
    // So that 2 / 100000 does not become 3 by rounding.
    let digit = (p / 10_f64.powf(power) - 1e-9).ceil();
    let (digit, power) = if digit >= 10.0 { (1.0, power + 1.0) } else { (digit, power) };
    let up = digit * 10_f64.powf(power);
    if power < -6.0 {
        format!("{up:.0e}")
    } else {
        format!("{:.*}", (-power).max(0.0) as usize, up)
    }
}

/// A number that is not a difference; never -0.
pub(super) fn plain(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.chars().all(|c| matches!(c, '-' | '0' | '.')) {
        return text.trim_start_matches('-').into();
    }
    text
}

/// `[0.012, 0.050]`.
pub(super) fn interval(interval: Option<Interval>, digits: usize) -> String {
    interval.map_or("-".into(), |Interval { low, high, .. }| {
        format!("[{}, {}]", plain(low, digits), plain(high, digits))
    })
}

/// `+7.2 %`.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or("-".into(), |share| format!("{} %", signed(100.0 * share, 1)))
}

/// `12 %` of a probability; never 0 or 100 unless it is.
pub(super) fn chance(p: f64) -> String {
    match 100.0 * p {
        0.0 => "0 %".into(),
        percent if percent < 0.1 => "< 0.1 %".into(),
        100.0 => "100 %".into(),
        percent if percent > 99.9 => "> 99.9 %".into(),
        percent => format!("{percent:.1} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_honest() {
        let shown = [1.0, 0.9999, 0.25, 0.0012, 0.00034, 3.14e-12, 0.0, 0.049_99].map(p_value);
        let wanted =
            ["1", "0.9999", "0.2500", "0.0012", "0.00034", "3.1e-12", "< 1e-300", "0.049990"];
        assert_eq!(shown, wanted);
    }

    #[test]
    fn the_floor_is_rounded_up() {
        assert_eq!(rounded_up(1.0 / 100_001.0), "0.00001");
        assert_eq!(rounded_up(2.0 / 100_001.0), "0.00002");
        assert_eq!(rounded_up(0.31), "0.4");
        assert_eq!(rounded_up(1.2e-9), "2e-9");
        assert_eq!(rounded_up(1.0), "1");
    }

    #[test]
    fn no_number_is_a_negative_zero() {
        assert_eq!(signed(-0.000_01, 4), "0.0000");
        assert_eq!(signed(0.25, 1), "+0.2");
        assert_eq!(plain(-0.000_01, 4), "0.0000");
        assert_eq!(plain(-0.01, 2), "-0.01");
    }

    #[test]
    fn chances_are_not_rounded_to_certainty() {
        assert_eq!(
            [0.0, 0.000_5, 0.25, 0.999_5, 1.0].map(chance),
            ["0 %", "< 0.1 %", "25.0 %", "> 99.9 %", "100 %"]
        );
    }
}
