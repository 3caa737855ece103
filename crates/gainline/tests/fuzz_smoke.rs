//! The fuzz targets without a fuzzer: every seed, and a few thousand mutations of the seeds that
//! are the same each time, but for `cargo xtask soak`. `fuzz/README.md` tells how to really fuzz.

// The helpers of the tests unwrap as the tests do.
#![allow(clippy::unwrap_used)]

#[path = "../../../fuzz/bodies.rs"]
mod bodies;

use std::path::Path;

/// A tiny generator of pseudo-random numbers: xorshift.
struct Random(u64);

impl Random {
    /// Starts at the seed that the properties have too.
    fn seeded() -> Self {
        let seed = std::env::var("PROPTEST_RNG_SEED").map_or(1, |seed| seed.parse().unwrap());
        // Never 0, where xorshift would stay.
        Self(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        // Bytes that mean something to a reader come more often than others.
        const TELLING: &[u8] = b" \t\n\r\0.,-+_@(){}=:'019aeQ\xc3\xff";
        if self.below(4) == 0 { self.below(256) as u8 } else { TELLING[self.below(TELLING.len())] }
    }

    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let end = start + self.below((length - start).min(12) + 1);
        start..end
    }

    /// Changes a seed in a few places.
    fn mutate(&mut self, seed: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = seed.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            match self.below(6) {
                0 => bytes.insert(at, self.byte()),
                1 if at < bytes.len() => bytes[at] = self.byte(),
                2 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                3 => drop(bytes.drain(self.range(bytes.len()))),
                4 => {
                    let again = bytes[self.range(bytes.len())].to_vec();
                    bytes.splice(at..at, again);
                }
                _ => {
                    let foreign = other[self.range(other.len())].to_vec();
                    bytes.splice(at..at, foreign);
                }
            }
        }
        bytes
    }
}

/// Runs a target over its seeds and `mutations` of them, and says which bytes it panicked on.
fn smoke(target: &str, body: fn(&[u8]), mutations: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let mut paths: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(seeds.len() >= 5, "too few seeds in {}", folder.display());
    let check = |bytes: &[u8]| {
        if std::panic::catch_unwind(|| body(bytes)).is_err() {
            panic!("{target} panicked on b\"{}\"", bytes.escape_ascii());
        }
    };
    seeds.iter().for_each(|seed| check(seed));
    let mut random = Random::seeded();
    for _ in 0..mutations {
        let seed = &seeds[random.below(seeds.len())];
        let other = &seeds[random.below(seeds.len())];
        check(&random.mutate(seed, other));
    }
}

#[test]
fn qrels_of_any_bytes() {
    smoke("qrels", bodies::qrels, 30_000);
}

#[test]
fn runs_of_any_bytes() {
    smoke("run", bodies::run, 3_000);
}

#[test]
fn preferences_of_any_bytes() {
    smoke("prefs", bodies::prefs, 20_000);
}

#[test]
fn grouped_judgments_of_any_bytes() {
    smoke("grouped", bodies::grouped, 20_000);
}

#[test]
fn measures_of_any_text() {
    smoke("measures", bodies::measures, 2_000);
}

#[test]
fn compressed_files_of_any_bytes() {
    smoke("compressed", bodies::compressed, 8_000);
}

#[test]
fn validation_of_any_bytes() {
    smoke("validate", bodies::validate, 5_000);
}

#[test]
fn topic_lists_of_any_bytes() {
    smoke("topic_lists", bodies::topic_lists, 20_000);
}
