//! The sign test.

use crate::distributions::binomial;
use crate::{PValues, Result, check};

/// The outcome of a sign test.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignTest {
    /// Pairs whose first value is greater.
    pub plus: usize,
    /// Pairs whose second value is greater.
    pub minus: usize,
    /// Pairs of equal values; they are left out.
    pub zeros: usize,
    /// The p-values.
    pub p: PValues,
}

/// Tests whether either value of a pair is as likely to be the greater one: the number of pairs
/// where the first is greater is binomial with probability ½, exactly. Values are compared to the
/// last bit. Equal samples give p = 1
/// for every alternative.
pub fn sign_test(a: &[f64], b: &[f64]) -> Result<SignTest> {
    check::pairs("the sign test", 1, a, b)?;
    let plus = a.iter().zip(b).filter(|(a, b)| a > b).count();
    let minus = a.iter().zip(b).filter(|(a, b)| a < b).count();
    let n = plus + minus;
    let p = PValues::from_tails(binomial::at_least(plus, n), binomial::at_least(minus, n));
    Ok(SignTest { plus, minus, zeros: a.len() - n, p })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_of_ten_worked_by_hand() {
        let a = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 0.0];
        let test = sign_test(&a, &[0.0; 11]).unwrap();
        assert_eq!((test.plus, test.minus, test.zeros), (9, 1, 1));
        assert!((test.p.two_sided - 22.0 / 1024.0).abs() < 1e-15);
        assert!((test.p.greater - 11.0 / 1024.0).abs() < 1e-15);
        assert!((test.p.less - 1023.0 / 1024.0).abs() < 1e-15);
    }

    #[test]
    fn equal_samples_give_a_p_of_1() {
        assert_eq!(sign_test(&[0.5; 4], &[0.5; 4]).unwrap().p, PValues::ALIKE);
    }
}
