//! Wilcoxon's signed-rank test.

use crate::distributions::normal;
use crate::ranks::Ranks;
use crate::signed_ranks::{self, MOST};
use crate::{PValues, Result, StatsError, check};

/// What becomes of pairs without a difference; the names are scipy's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ZeroMethod {
    /// They are left out (Wilcoxon 1945).
    #[default]
    Wilcox,
    /// They are ranked, and their ranks left out (Pratt 1959; mean and variance by Cureton 1967).
    Pratt,
    /// They are ranked, and half of their ranks counts for either side.
    Zsplit,
}

impl ZeroMethod {
    /// All of them.
    pub const ALL: [ZeroMethod; 3] = [ZeroMethod::Wilcox, ZeroMethod::Pratt, ZeroMethod::Zsplit];

    /// The name that one gives it.
    pub fn name(self) -> &'static str {
        match self {
            ZeroMethod::Wilcox => "wilcox",
            ZeroMethod::Pratt => "pratt",
            ZeroMethod::Zsplit => "zsplit",
        }
    }
}

/// Where the p-value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WilcoxonMethod {
    /// As scipy chooses: exact for up to 50 pairs without ties or zeros and for up to 13 pairs with
    /// them, the normal approximation otherwise.
    #[default]
    Auto,
    /// All patterns of signs, with the ranks as they are, tied or not.
    Exact,
    /// The normal approximation, its variance corrected for ties.
    Normal,
}

/// How the test is done; the default is scipy's.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WilcoxonOptions {
    /// What becomes of pairs without a difference.
    pub zeros: ZeroMethod,
    /// Where the p-value comes from.
    pub method: WilcoxonMethod,
    /// Whether the normal approximation moves the statistic by ½ towards its mean.
    pub continuity: bool,
    /// Differences whose sizes are no more than this apart count as tied, and those no larger than
    /// this as zeros. 0.3 − 0.2 and 0.5 − 0.4 are not equal in floating point; 1e-12, say, makes
    /// them so, where scipy's users have to round the differences.
    pub equal_within: f64,
}

/// The outcome of Wilcoxon's signed-rank test.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wilcoxon {
    /// How many pairs differ.
    pub n: usize,
    /// How many do not.
    pub zeros: usize,
    /// The sum of the ranks of positive differences.
    pub w_plus: f64,
    /// The sum of the ranks of negative differences.
    pub w_minus: f64,
    /// W₊ standardised, without correction for continuity; if the normal approximation was used.
    pub z: Option<f64>,
    /// The p-values.
    pub p: PValues,
}

/// Tests whether paired differences are symmetric around 0: their sizes are ranked, and W₊ is the
/// sum of the ranks of the positive ones (Wilcoxon 1945, "Individual comparisons by ranking
/// methods"). Equal samples give p = 1 for every alternative.
pub fn wilcoxon(a: &[f64], b: &[f64], options: &WilcoxonOptions) -> Result<Wilcoxon> {
    check::pairs("Wilcoxon's test", 1, a, b)?;
    let equal = options.equal_within;
    check::setting(
        equal >= 0.0 && equal.is_finite(),
        "equal_within",
        equal,
        "0 or a small number",
    )?;
    let mut differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    check::finite(&differences)?;
    let pairs = differences.len();
    let zeros = differences.iter().filter(|d| d.abs() <= equal).count();
    let n = pairs - zeros;
    if n == 0 {
        return Ok(Wilcoxon { n, zeros, w_plus: 0.0, w_minus: 0.0, z: None, p: PValues::ALIKE });
    }
    if options.zeros == ZeroMethod::Wilcox {
        differences.retain(|d| d.abs() > equal);
    }
    let ranked = Ranked::new(&differences, options);
    let exact = match options.method {
        WilcoxonMethod::Exact => true,
        WilcoxonMethod::Normal => false,
        WilcoxonMethod::Auto => {
            pairs <= 13 || pairs <= 50 && zeros == 0 && ranked.ranks.ties.is_empty()
        }
    };
    let (z, p) = if exact {
        (None, ranked.exact(n)?)
    } else {
        let (z, error) = ranked.standardised(options.zeros, zeros as f64);
        (Some(z), approximate(z, if options.continuity { 0.5 / error } else { 0.0 }))
    };
    Ok(Wilcoxon { n, zeros, w_plus: ranked.w_plus(), w_minus: ranked.w_minus(), z, p })
}

/// Differences with the ranks of their sizes.
struct Ranked {
    signs: Vec<i8>,
    ranks: Ranks,
    /// What zeros add to either side.
    shared: f64,
}

impl Ranked {
    fn new(differences: &[f64], options: &WilcoxonOptions) -> Self {
        // What counts as zero is taken as zero, lest ranks tell zeros apart.
        let sign = |d: f64| if d.abs() <= options.equal_within { 0.0 } else { d.signum() };
        let sizes: Vec<f64> = differences.iter().map(|&d| d * sign(d)).collect();
        let signs: Vec<i8> = differences.iter().map(|&d| sign(d) as i8).collect();
        let mut ranked =
            Ranked { signs, ranks: Ranks::of(&sizes, options.equal_within), shared: 0.0 };
        if options.zeros == ZeroMethod::Zsplit {
            ranked.shared = ranked.sum(0) / 2.0;
        }
        ranked
    }

    /// The sum of the ranks of differences with that sign.
    fn sum(&self, sign: i8) -> f64 {
        let ranks = self.signs.iter().zip(&self.ranks.ranks);
        ranks.filter(|(s, _)| **s == sign).fold(0.0, |sum, (_, rank)| sum + rank)
    }

    fn w_plus(&self) -> f64 {
        self.sum(1) + self.shared
    }

    fn w_minus(&self) -> f64 {
        self.sum(-1) + self.shared
    }

    fn exact(&self, n: usize) -> Result<PValues> {
        if n > MOST {
            let method = "Wilcoxon's exact test";
            return Err(StatsError::TooMany { method, most: MOST, of: "differences", have: n });
        }
        // Tied ranks are halves, so that doubled ranks are whole.
        let ranks = self.signs.iter().zip(&self.ranks.ranks).filter(|(sign, _)| **sign != 0);
        let doubled: Vec<usize> = ranks.map(|(_, rank)| (2.0 * rank) as usize).collect();
        let (greater, less) = signed_ranks::tails(&doubled, (2.0 * self.sum(1)) as usize);
        Ok(PValues::from_tails(greater, less))
    }

    /// z, and the standard deviation of W₊ that it is in units of.
    fn standardised(&self, method: ZeroMethod, zeros: f64) -> (f64, f64) {
        let linear = |n: f64| n * (n + 1.0) / 4.0;
        let cubic = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
        let n = self.signs.len() as f64;
        let (mut mean, mut variance) = (linear(n), cubic(n));
        let mut ties = self.ranks.over_ties(|t| t * t * t - t);
        if method == ZeroMethod::Pratt {
            mean -= linear(zeros);
            variance -= cubic(zeros);
            // The zeros' ranks are no part of the sum, and so not of its ties.
            ties -= zeros * zeros * zeros - zeros;
        }
        let error = ((variance - ties / 2.0) / 24.0).sqrt();
        ((self.w_plus() - mean) / error, error)
    }
}

/// The p-values of z, moved towards 0 by `shift`.
fn approximate(z: f64, shift: f64) -> PValues {
    let towards_zero = if z == 0.0 { 0.0 } else { z - z.signum() * shift };
    PValues {
        two_sided: 2.0 * normal::survival(towards_zero.abs()),
        greater: normal::survival(z - shift),
        less: normal::cumulative(z + shift),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_samples_give_a_p_of_1() {
        let test = wilcoxon(&[0.1, 0.2], &[0.1, 0.2], &WilcoxonOptions::default()).unwrap();
        assert_eq!((test.n, test.zeros, test.p), (0, 2, PValues::ALIKE));
    }

    #[test]
    fn all_differences_one_way_are_one_of_all_patterns() {
        let a = [0.5, 0.6, 0.8, 0.9, 1.3];
        let test = wilcoxon(&a, &[0.0; 5], &WilcoxonOptions::default()).unwrap();
        assert_eq!((test.w_plus, test.w_minus, test.z), (15.0, 0.0, None));
        let p = PValues { two_sided: 2.0 / 32.0, greater: 1.0 / 32.0, less: 1.0 };
        assert_eq!(test.p, p);
    }

    #[test]
    fn rounding_need_not_break_ties() {
        let (a, b) = ([0.3, 0.5, 0.7, 0.2], [0.2, 0.4, 0.6, 0.3]);
        let options = WilcoxonOptions { equal_within: 1e-12, ..WilcoxonOptions::default() };
        assert_eq!(wilcoxon(&a, &b, &options).unwrap().w_plus, 7.5);
    }

    #[test]
    fn too_many_for_the_exact_test_is_an_error() {
        let a: Vec<f64> = (0..501).map(|i| f64::from(i) + 1.0).collect();
        let options = WilcoxonOptions { method: WilcoxonMethod::Exact, ..Default::default() };
        let error = wilcoxon(&a, &vec![0.0; 501], &options).unwrap_err();
        let message = "Wilcoxon's exact test takes at most 500 differences, not 501";
        assert_eq!(error.to_string(), message);
    }
}
