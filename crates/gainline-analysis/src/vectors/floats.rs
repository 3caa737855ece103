//! Bytes into numbers.

/// A type of floating-point numbers, as they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    Half,
    Single,
    Double,
}

/// Numbers as a file stores them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NumberFormat {
    pub float: Float,
    pub big_endian: bool,
}

impl NumberFormat {
    /// Bytes that a number takes.
    pub(super) fn size(self) -> usize {
        match self.float {
            Float::Half => 2,
            Float::Single => 4,
            Float::Double => 8,
        }
    }

    /// Puts the numbers behind those that are in `into` already.
    pub(super) fn decode(self, bytes: &[u8], into: &mut Vec<f64>) {
        match self.float {
            Float::Half => self.each(bytes, into, |b| half(u16::from_le_bytes(b))),
            Float::Single => self.each(bytes, into, |b| f64::from(f32::from_le_bytes(b))),
            Float::Double => self.each(bytes, into, f64::from_le_bytes),
        }
    }

    fn each<const N: usize>(
        self,
        bytes: &[u8],
        into: &mut Vec<f64>,
        number: impl Fn([u8; N]) -> f64,
    ) {
        let (chunks, _) = bytes.as_chunks::<N>();
        if self.big_endian {
            into.extend(chunks.iter().map(|&chunk| {
                let mut turned = chunk;
                turned.reverse();
                number(turned)
            }));
        } else {
            into.extend(chunks.iter().map(|&chunk| number(chunk)));
        }
    }
}

/// A number of 16 bits (IEEE 754 binary16): a sign, 5 bits of exponent, 10 of fraction.
pub(super) fn half(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x3ff);
    let size = match (bits >> 10) & 0x1f {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + fraction) * 2f64.powi(i32::from(exponent) - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of numpy.float16, by `numpy.array([…], numpy.uint16).view(numpy.float16)`.
    #[test]
    fn halves_are_what_numpy_reads() {
        let cases = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0400, 6.103515625e-5),
            (0x0001, 5.960464477539063e-8),
            (0x3555, 0.333251953125),
            (0x7c00, f64::INFINITY),
            (0xfc00, f64::NEG_INFINITY),
        ];
        for (bits, value) in cases {
            assert_eq!(half(bits), value, "{bits:#06x}");
        }
        assert!(half(0x7e00).is_nan());
    }

    #[test]
    fn numbers_are_read_in_both_byte_orders() {
        let mut out = vec![];
        for big_endian in [false, true] {
            let (half, single, double) = if big_endian {
                (0x3c00_u16.to_be_bytes(), 0.5_f32.to_be_bytes(), 0.1_f64.to_be_bytes())
            } else {
                (0x3c00_u16.to_le_bytes(), 0.5_f32.to_le_bytes(), 0.1_f64.to_le_bytes())
            };
            NumberFormat { float: Float::Half, big_endian }.decode(&half, &mut out);
            NumberFormat { float: Float::Single, big_endian }.decode(&single, &mut out);
            NumberFormat { float: Float::Double, big_endian }.decode(&double, &mut out);
        }
        assert_eq!(out, [1.0, 0.5, 0.1, 1.0, 0.5, 0.1]);
    }
}
