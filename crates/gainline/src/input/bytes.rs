//! The innermost loops of the readers, eight bytes at a time: where a column ends, whether bytes
//! come again, and short decimal numbers.

/// The end of the column that starts at `start`: the first byte up to a space. Eight bytes at a
/// time: `x - 0x2121…` borrows into the high bit of each byte below 0x21, the lowest one exactly.
#[inline]
pub(crate) fn column_end(data: &[u8], start: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut pos = start;
    while let Some(chunk) = data.get(pos..pos + 8) {
        let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
        let low = word.wrapping_sub(ONES * 0x21) & !word & HIGH;
        if low != 0 {
            return pos + (low.trailing_zeros() / 8) as usize;
        }
        pos += 8;
    }
    while pos < data.len() && data[pos] > b' ' {
        pos += 1;
    }
    pos
}

/// Bytes that are expected to come again, such as those that all rows of a topic start with:
/// compared as two words rather than by a call.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Expected<'a> {
    bytes: &'a [u8],
    words: [u64; 2],
    masks: [u64; 2],
}

impl<'a> Expected<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let (mut words, mut masks) = ([0; 2], [0; 2]);
        for (i, &byte) in bytes.iter().take(16).enumerate() {
            words[i / 8] |= u64::from(byte) << (8 * (i % 8));
            masks[i / 8] |= 0xff << (8 * (i % 8));
        }
        Expected { bytes, words, masks }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether these bytes, if any are expected, stand at `pos`.
    #[inline]
    pub(crate) fn stand_at(&self, data: &[u8], pos: usize) -> bool {
        match data.get(pos..pos + 16) {
            Some(chunk) if self.len() <= 16 => {
                let (low, high) = (word(chunk, 0), word(chunk, 8));
                !self.bytes.is_empty()
                    && low & self.masks[0] == self.words[0]
                    && high & self.masks[1] == self.words[1]
            }
            _ => !self.bytes.is_empty() && data[pos..].starts_with(self.bytes),
        }
    }
}

#[inline]
fn word(data: &[u8], pos: usize) -> u64 {
    data.get(pos..pos + 8).and_then(|chunk| chunk.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// The plain decimal number (`-12.345`) at `start`, and where it ends, if its digits make a whole
/// number that a double holds exactly: then one division rounds it correctly. Anything else, the
/// general parser reads; this covers nearly all scores in less than half its time.
#[inline(always)]
pub(crate) fn short_decimal(data: &[u8], start: usize) -> Option<(f64, usize)> {
    const POWERS: [f64; 20] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19,
    ];
    const TENS: [u64; 9] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
    let negative = *data.get(start)? == b'-';
    let first = start + usize::from(negative);
    let (mut whole, mut pos) = digits(data, first, 0);
    let mut count = pos - first;
    let mut decimals = 0;
    if data.get(pos) == Some(&b'.') {
        let point = pos;
        pos += 1;
        if let Some(chunk) = data.get(pos..pos + 8) {
            let (number, length) = eight_digits(word(chunk, 0));
            whole = whole.wrapping_mul(TENS[length]).wrapping_add(number);
            pos += length;
        }
        (whole, pos) = digits(data, pos, whole);
        decimals = pos - point - 1;
        count += decimals;
    }
    if count == 0 || count >= POWERS.len() || whole > 1 << 53 || *data.get(pos)? > b' ' {
        return None;
    }
    let value = (whole as i64) as f64 / POWERS[decimals];
    Some((if negative { -value } else { value }, pos))
}

/// Goes on with a whole number by the digits at `pos`; also says where they end.
#[inline]
fn digits(data: &[u8], mut pos: usize, mut whole: u64) -> (u64, usize) {
    while let Some(digit) = data.get(pos).map(|b| b.wrapping_sub(b'0')).filter(|d| *d < 10) {
        whole = whole.wrapping_mul(10).wrapping_add(u64::from(digit));
        pos += 1;
    }
    (whole, pos)
}

/// The number that up to eight leading digits of a word of text make, and how many they are.
#[inline]
fn eight_digits(word: u64) -> (u64, usize) {
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    let digits = word ^ ZEROS;
    // The high bit of each byte that is no digit.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let length = (others.trailing_zeros() / 8) as usize;
    if length == 0 {
        return (0, 0);
    }
    // Leading zeros take the place of what follows, then neighbours are put together thrice.
    let digits = digits << (64 - 8 * length as u32);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    (low.wrapping_add(high) >> 32, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_decimals_stop_where_the_number_does() {
        assert_eq!(short_decimal(b"12.5 x", 0), Some((12.5, 4)));
        assert_eq!(short_decimal(b"-3\n", 0), Some((-3.0, 2)));
        assert_eq!(short_decimal(b".5\t", 0), Some((0.5, 2)));
        for other in ["1e5 ", "- ", ". ", "1.2.3 ", "1x ", "0x1 ", "99999999999999999 ", "1"] {
            assert_eq!(short_decimal(other.as_bytes(), 0), None, "{other}");
        }
    }

    #[test]
    fn expected_bytes_are_compared_whole_at_any_length() {
        let data = b"1048585 Q0 7187158 1 98.1 tag\n";
        for length in 1..data.len() {
            let expected = Expected::new(&data[..length]);
            assert!(expected.stand_at(data, 0), "{length}");
            let mut other = data.to_vec();
            other[length - 1] ^= 1;
            assert!(!expected.stand_at(&other, 0), "{length}");
            assert!(!expected.stand_at(data, 3), "{length}");
        }
        assert!(!Expected::default().stand_at(data, 0));
    }

    proptest! {
        #[test]
        fn short_decimals_are_rounded_as_the_general_parser_rounds(
            text in "-?[0-9]{0,12}(\\.[0-9]{0,12})?",
        ) {
            if let Some((value, end)) = short_decimal(format!("{text} ").as_bytes(), 0) {
                prop_assert_eq!(end, text.len());
                prop_assert_eq!(value.to_bits(), text.parse::<f64>().unwrap().to_bits());
            }
        }

        #[test]
        fn the_end_of_a_column_is_the_first_byte_up_to_a_space(
            data in proptest::collection::vec(any::<u8>(), 0..40), start in 0usize..40,
        ) {
            let start = start.min(data.len());
            let slow = data[start..].iter().position(|&b| b <= b' ').map_or(data.len(), |p| start + p);
            prop_assert_eq!(column_end(&data, start), slow);
        }
    }
}
