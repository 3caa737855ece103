//! Vectors of length 1, and what cannot be one.

/// What is wrong with a vector.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Fault {
    /// The number at this place is not finite.
    NotFinite(usize, f64),
    /// This index comes twice.
    Twice(u32),
}

/// Scales a vector to length 1. One of zeros stays as it is, and false is returned.
pub(super) fn to_unit(vector: &mut [f64]) -> Result<bool, Fault> {
    let squares = sum_of_squares(vector);
    // Squares within this range lost nothing to overflow or underflow.
    if (1e-200..1e200).contains(&squares) {
        let length = squares.sqrt();
        vector.iter_mut().for_each(|x| *x /= length);
        return Ok(true);
    }
    if let Some(at) = vector.iter().position(|x| !x.is_finite()) {
        return Err(Fault::NotFinite(at, vector[at]));
    }
    let largest = vector.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest == 0.0 {
        return Ok(false);
    }
    vector.iter_mut().for_each(|x| *x /= largest);
    let length = sum_of_squares(vector).sqrt();
    vector.iter_mut().for_each(|x| *x /= length);
    Ok(true)
}

fn sum_of_squares(vector: &[f64]) -> f64 {
    dot(vector, vector)
}

/// The sum of products, by eight sums side by side: always in the same order, and fast without
/// leave to reorder.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest = a_rest.iter().zip(b_rest).fold(0.0, |sum, (a, b)| sum + a * b);
    sums.iter().fold(0.0, |sum, s| sum + s) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_is_scaled_to_length_1_whatever_its_size() {
        for scale in [1.0, 1e-160, 1e160, 1e-300, 1e300, 5e-324] {
            let mut vector = [3.0 * scale, 0.0, -4.0 * scale];
            assert_eq!(to_unit(&mut vector), Ok(true));
            let expected = [0.6, 0.0, -0.8];
            let close =
                vector.iter().zip(expected).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-15);
            assert!(close, "{scale}: {vector:?}");
        }
    }

    #[test]
    fn zeros_stay_and_what_is_not_finite_is_told() {
        assert_eq!(to_unit(&mut [0.0, -0.0]), Ok(false));
        assert_eq!(to_unit(&mut []), Ok(false));
        let infinite = to_unit(&mut [1.0, f64::NEG_INFINITY]);
        assert_eq!(infinite, Err(Fault::NotFinite(1, f64::NEG_INFINITY)));
        assert!(matches!(to_unit(&mut [f64::NAN, 1.0]), Err(Fault::NotFinite(0, _))));
    }

    #[test]
    fn a_dot_product_takes_every_number_once() {
        for n in 0..40 {
            let a: Vec<f64> = (0..n).map(f64::from).collect();
            let expected = (0..n).fold(0, |sum, i| sum + i * i);
            assert_eq!(dot(&a, &a), f64::from(expected), "{n}");
        }
    }
}
