//! How large a difference is, beside whether there is one.

use crate::differences::Differences;
use crate::summary::{centre, spread};
use crate::{Result, StatsError, check};

/// Cohen's d_z: the mean difference over the standard deviation of the differences (Cohen 1988,
/// section 2.3.5); what the power of a paired test depends on. 0 for equal samples.
pub fn cohen_dz(a: &[f64], b: &[f64]) -> Result<f64> {
    let d = Differences::new("Cohen's d_z", a, b)?;
    over("Cohen's d_z", &d, d.deviation)
}

/// Cohen's d with a pooled standard deviation, also d_av: the mean difference over √((sₐ² + s_b²)/2)
/// (Cohen 1988, section 2.2). It can be compared with that of unpaired designs.
pub fn cohen_d(a: &[f64], b: &[f64]) -> Result<f64> {
    let d = Differences::new("Cohen's d", a, b)?;
    let pooled = (spread(a, centre(a)) + spread(b, centre(b))) / 2.0;
    over("Cohen's d", &d, pooled.sqrt())
}

/// Glass's Δ: the mean difference over the standard deviation of the second sample, the baseline
/// (Glass 1976).
pub fn glass_delta(a: &[f64], baseline: &[f64]) -> Result<f64> {
    let d = Differences::new("Glass's delta", a, baseline)?;
    over("Glass's delta", &d, spread(baseline, centre(baseline)).sqrt())
}

fn over(what: &'static str, d: &Differences, deviation: f64) -> Result<f64> {
    if d.mean == 0.0 {
        Ok(0.0)
    } else if deviation == 0.0 {
        Err(StatsError::Undefined { what, why: "its standard deviation is 0" })
    } else {
        Ok(d.mean / deviation)
    }
}

/// Cliff's δ: of all combinations of a value of `a` with one of `b`, the share where `a`'s is greater
/// less the share where it is less (Cliff 1993).
pub fn cliff_delta(a: &[f64], b: &[f64]) -> Result<f64> {
    for sample in [a, b] {
        check::enough("Cliff's delta", 1, "values", sample.len())?;
        check::finite(sample)?;
    }
    let mut sorted = b.to_vec();
    sorted.sort_by(f64::total_cmp);
    let balance = a.iter().fold(0.0, |sum, a| {
        let less = sorted.partition_point(|b| b < a) as f64;
        let at_most = sorted.partition_point(|b| b <= a) as f64;
        sum + less - (sorted.len() as f64 - at_most)
    });
    Ok(balance / (a.len() as f64 * b.len() as f64))
}

/// The probability of superiority of unpaired samples: of all combinations of a value of `a` with
/// one of `b`, the share where `a`'s is greater, ties counting half (Vargha & Delaney 2000). It is
/// (1 + δ)/2, with Cliff's δ.
pub fn superiority(a: &[f64], b: &[f64]) -> Result<f64> {
    Ok((1.0 + cliff_delta(a, b)?) / 2.0)
}

/// The probability of superiority of paired samples: the share of pairs where `a`'s value is greater,
/// ties counting half (Grissom & Kim 2012).
pub fn paired_superiority(a: &[f64], b: &[f64]) -> Result<f64> {
    check::pairs("the probability of superiority", 1, a, b)?;
    let wins = a.iter().zip(b).fold(0.0, |sum, (a, b)| match a.partial_cmp(b) {
        Some(std::cmp::Ordering::Greater) => sum + 1.0,
        Some(std::cmp::Ordering::Equal) => sum + 0.5,
        _ => sum,
    });
    Ok(wins / a.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_samples_have_no_effect() {
        let a = [0.2, 0.5, 0.9];
        assert_eq!(cohen_dz(&a, &a), Ok(0.0));
        assert_eq!(cohen_d(&a, &a), Ok(0.0));
        assert_eq!(glass_delta(&a, &a), Ok(0.0));
        assert_eq!(cliff_delta(&a, &a), Ok(0.0));
        assert_eq!(superiority(&a, &a), Ok(0.5));
        assert_eq!(paired_superiority(&a, &a), Ok(0.5));
    }

    #[test]
    fn without_variance_an_effect_is_undefined() {
        let error = cohen_dz(&[0.3, 0.5], &[0.2, 0.4]).unwrap_err();
        let message = "Cohen's d_z is undefined: its standard deviation is 0";
        assert_eq!(error.to_string(), message);
        assert!(cohen_d(&[0.5, 0.5], &[0.25, 0.25]).is_err());
        assert!(glass_delta(&[0.5, 0.9], &[0.25, 0.25]).is_err());
    }

    #[test]
    fn unpaired_samples_may_differ_in_length() {
        assert_eq!(cliff_delta(&[3.0, 1.0], &[2.0, 0.0, 1.0]), Ok(0.5));
        assert_eq!(superiority(&[3.0, 1.0], &[2.0, 0.0, 1.0]), Ok(0.75));
        assert!(cliff_delta(&[], &[1.0]).is_err());
    }
}
