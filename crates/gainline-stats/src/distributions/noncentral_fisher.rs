//! The noncentral F distribution, which gives the F test's power.

use super::beta;
use super::chi_squared;
use super::saddle::poisson_term;

/// P(F > f) with `above` and `below` degrees of freedom and noncentrality `shift`: a mixture of
/// beta distributions, with the Poisson probabilities of mean shift/2 as weights (Johnson, Kotz &
/// Balakrishnan 1995, chapter 30). Summed from the mean both ways until nothing is added.
///
/// Where the shift is beyond 10⁷, the sum would be long: the numerator is then taken as its mean,
/// but for a share of about 1/shift.
pub(crate) fn survival(f: f64, above: f64, below: f64, shift: f64) -> f64 {
    if shift > 1e7 {
        let scale = (above + shift) / (above * f);
        return 1.0 - chi_squared::survival(below * scale, below);
    }
    let whole = below + above * f;
    let mean = shift / 2.0;
    let term = |j: f64| {
        let tail =
            beta::regularised(below / 2.0, above / 2.0 + j, below / whole, above * f / whole);
        poisson_term(j, mean) * tail
    };
    let start = mean.floor();
    let mut sum = 0.0;
    let mut up = start;
    loop {
        let next = term(up);
        sum += next;
        if next <= 1e-17 * sum {
            break;
        }
        up += 1.0;
    }
    let mut down = start - 1.0;
    while down >= 0.0 {
        let next = term(down);
        sum += next;
        if next <= 1e-17 * sum {
            break;
        }
        down -= 1.0;
    }
    sum.min(1.0)
}
