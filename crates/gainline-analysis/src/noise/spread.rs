//! Mean and variance of numbers that come one by one.

/// The mean of the numbers so far, and the sum of their squared distances from it.
///
/// B. P. Welford, Note on a Method for Calculating Corrected Sums of Squares and Products,
/// Technometrics 4(3), 1962; put together as by Chan, Golub and LeVeque, 1983.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    pub(super) fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut spread = Spread::default();
        numbers.into_iter().for_each(|number| spread.add(number));
        spread
    }

    pub(super) fn add(&mut self, number: f64) {
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }

    /// Adds the numbers of another.
    pub(super) fn merge(&mut self, other: &Spread) {
        let count = self.count + other.count;
        if count == 0.0 {
            return;
        }
        let apart = other.mean - self.mean;
        self.mean += apart * other.count / count;
        self.squares += other.squares + apart * apart * self.count * other.count / count;
        self.count = count;
    }

    /// 0 of no numbers.
    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// The sample variance; none of fewer than two numbers, or where it is too large a number.
    pub(super) fn variance(&self) -> Option<f64> {
        let variance = self.squares / (self.count - 1.0);
        (self.count > 1.0 && variance.is_finite()).then_some(variance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_numbers_do_not_vary_and_one_number_has_no_variance() {
        let mut spread = Spread::of([0.1; 10]);
        spread.merge(&Spread::of([0.1; 7]));
        assert_eq!((spread.mean(), spread.variance()), (0.1, Some(0.0)));
        assert_eq!(Spread::of([0.1]).variance(), None);
        assert_eq!(Spread::of([-1e300, 1e300]).variance(), None);
    }

    proptest! {
        #[test]
        fn it_is_the_mean_and_the_sample_variance(
            numbers in proptest::collection::vec(-9.0..9.0_f64, 2..40), cut in 0..40_usize,
        ) {
            let cut = cut.min(numbers.len());
            let mut spread = Spread::of(numbers[..cut].iter().copied());
            spread.merge(&Spread::of(numbers[cut..].iter().copied()));
            prop_assert!((spread.mean() - gainline_stats::mean(&numbers).unwrap()).abs() < 1e-12);
            let variance = gainline_stats::variance(&numbers).unwrap();
            prop_assert!((spread.variance().unwrap() - variance).abs() < 1e-11);
        }
    }
}
