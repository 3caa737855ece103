//! Data that is read on demand: compressed, in letters that may stand in a page.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Each text compressed (raw deflate) and in base64; in the order in which they were given.
pub(super) fn packed(texts: &[String]) -> Vec<String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let each = texts.len().div_ceil(cores).max(1);
    let pack = |some: &[String]| -> Vec<String> {
        some.iter().map(|text| base64(&deflated(text.as_bytes()))).collect()
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            texts.chunks(each).map(|some| scope.spawn(move || pack(some))).collect();
        let joined = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined
            .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(vec![], Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes all that is written to it")
}

fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let of = |at: usize| group.get(at).map_or(0, |byte| u32::from(*byte));
        let bits = of(0) << 16 | of(1) << 8 | of(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize] as char;
            out.push(if at <= group.len() { letter } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::DeflateDecoder;
    use std::io::Read;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let known = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, letters) in known.iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..length]), *letters);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn what_is_packed_comes_out_again_in_its_order() {
        let texts: Vec<String> = (0..9).map(|at| format!("topic {at}").repeat(at)).collect();
        for (text, letters) in texts.iter().zip(packed(&texts)) {
            let value = |letter: u8| LETTERS.iter().position(|known| *known == letter);
            let mut bytes = vec![];
            for group in letters.as_bytes().chunks(4) {
                let digits: Vec<usize> = group.iter().filter_map(|letter| value(*letter)).collect();
                let at = |at: usize| digits.get(at).copied().unwrap_or(0);
                let bits = at(0) << 18 | at(1) << 12 | at(2) << 6 | at(3);
                let all = [(bits >> 16) as u8, (bits >> 8 & 255) as u8, (bits & 255) as u8];
                bytes.extend(&all[..digits.len() - 1]);
            }
            let mut found = String::new();
            DeflateDecoder::new(&bytes[..]).read_to_string(&mut found).unwrap();
            assert_eq!(&found, text);
        }
        assert!(packed(&[]).is_empty());
    }
}
