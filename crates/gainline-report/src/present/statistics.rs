//! Numbers of statistics as one reads them: p-values that are never 0, intervals, probabilities.

use super::words::signed;
use gainline_analysis::comparison::Tolerance;
use gainline_stats::{Interval, Practical};

/// A p-value. It is never rounded to 0, and never to 0.05 if it is below.
pub fn p_value(p: f64) -> String {
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

/// A p-value that was drawn in so many trials, if it was, and `adjusted` for the number of tests.
/// Where not one of the trials reached what was observed, all that is known is that p is below some
/// number.
pub fn drawn_p_value(p: f64, trials: Option<usize>, adjusted: f64) -> String {
    let at_floor = trials.is_some_and(|trials| p * (trials as f64 + 1.0) < 1.5);
    if at_floor { format!("< {}", rounded_up(adjusted)) } else { p_value(adjusted) }
}

/// `p = 0.0012` or `p < 0.00002`, of a p-value in words.
pub fn p_is(p: &str) -> String {
    if p.starts_with('<') { format!("p {p}") } else { format!("p = {p}") }
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
pub fn plain(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.chars().all(|c| matches!(c, '-' | '0' | '.')) {
        return text.trim_start_matches('-').into();
    }
    text
}

/// `[0.012, 0.050]`, or a dash.
pub fn interval(interval: Option<Interval>, digits: usize) -> String {
    interval.map_or("-".into(), |Interval { low, high, .. }| {
        format!("[{}, {}]", plain(low, digits), plain(high, digits))
    })
}

/// `95 %`.
pub fn level_percent(level: f64) -> String {
    // Of a level such as 0.95, which is not exact as a double.
    let percent = (100.0 * level * 1e6).round() / 1e6;
    format!("{percent} %")
}

/// `95 % CI`.
pub fn confidence(level: f64) -> String {
    format!("{} CI", level_percent(level))
}

/// `0.01` or `1 %`.
pub fn tolerance(by: Tolerance) -> String {
    match by {
        Tolerance::Absolute(amount) => amount.to_string(),
        Tolerance::Percent(percent) => format!("{percent} %"),
    }
}

/// `+7.2 %`, or a dash; with as many digits as tell it apart from the limits of Sparck Jones' rule.
pub fn percent(share: Option<f64>) -> String {
    let Some(share) = share else { return "-".into() };
    let size = |shown: &str| Practical::of(shown.parse::<f64>().ok()? / 100.0).ok();
    let exact = Practical::of(share).ok();
    let mut shown = (1..=6).map(|digits| signed(100.0 * share, digits));
    let first = shown.next().unwrap_or_default();
    let fits = |shown: &String| size(shown) == exact;
    let shown = if fits(&first) { first } else { shown.find(fits).unwrap_or(first) };
    format!("{shown} %")
}

/// `12 %` of a probability; never 0 or 100 unless it is.
pub fn probability(p: f64) -> String {
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
    fn a_percentage_is_on_the_side_of_a_limit_that_it_is_on() {
        let shown =
            [0.072, 0.04996, -0.04996, 0.05, 0.1004, 0.1, 0.0].map(|share| percent(Some(share)));
        assert_eq!(
            shown,
            ["+7.2 %", "+4.996 %", "-4.996 %", "+5.0 %", "+10.04 %", "+10.0 %", "0.0 %"]
        );
        assert_eq!(percent(None), "-");
    }

    #[test]
    fn p_values_are_honest() {
        let shown = [1.0, 0.9999, 0.25, 0.0012, 0.00034, 3.14e-12, 0.0, 0.049_99].map(p_value);
        let wanted =
            ["1", "0.9999", "0.2500", "0.0012", "0.00034", "3.1e-12", "< 1e-300", "0.049990"];
        assert_eq!(shown, wanted);
    }

    #[test]
    fn the_lowest_p_value_of_so_many_trials_is_rounded_up() {
        assert_eq!(rounded_up(1.0 / 100_001.0), "0.00001");
        assert_eq!(rounded_up(2.0 / 100_001.0), "0.00002");
        assert_eq!(rounded_up(0.31), "0.4");
        assert_eq!(rounded_up(1.2e-9), "2e-9");
        assert_eq!(rounded_up(1.0), "1");
        let lowest = 1.0 / 100_001.0;
        assert_eq!(drawn_p_value(lowest, Some(100_000), 2.0 * lowest), "< 0.00002");
        assert_eq!(drawn_p_value(lowest, None, lowest), "1.0e-5");
    }

    #[test]
    fn no_number_is_a_negative_zero() {
        assert_eq!(signed(-0.000_01, 4), "0.0000");
        assert_eq!(signed(0.25, 1), "+0.2");
        assert_eq!(plain(-0.000_01, 4), "0.0000");
        assert_eq!(plain(-0.01, 2), "-0.01");
    }

    #[test]
    fn probabilities_are_not_rounded_to_certainty() {
        assert_eq!(
            [0.0, 0.000_5, 0.25, 0.999_5, 1.0].map(probability),
            ["0 %", "< 0.1 %", "25.0 %", "> 99.9 %", "100 %"]
        );
        assert_eq!([0.95, 0.999, 0.9].map(confidence), ["95 % CI", "99.9 % CI", "90 % CI"]);
    }
}
