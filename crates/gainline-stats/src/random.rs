//! Seeded randomness that does not depend on the number of threads.
//!
//! Trials are cut into chunks of [`CHUNK`], and chunk `i` draws from its own stream, made from
//! the seed and `i`. Which thread works on a chunk, and when, changes nothing: the same seed gives
//! the same result on any number of threads and on any machine.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// How many trials share one stream of random numbers.
pub const CHUNK: usize = 1_000;

/// The generator xoshiro256++, seeded by SplitMix64.
///
/// D. Blackman and S. Vigna, Scrambled Linear Pseudorandom Number Generators, ACM TOMS 47(4),
/// 2021; <https://prng.di.unimi.it>. Good for simulation, not for secrets.
#[derive(Debug, Clone)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Stream number `index` of `seed`.
    pub fn stream(seed: u64, index: u64) -> Self {
        // Mixed twice, so that neither near seeds nor near indices give overlapping states.
        let mut counter = mixed(mixed(seed.wrapping_add(WEYL)).wrapping_add(index));
        let mut next = || {
            counter = counter.wrapping_add(WEYL);
            mixed(counter)
        };
        Random { state: [next(), next(), next(), next()] }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number of [0, 1), a multiple of 2⁻⁵³.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `bound`, each with the same chance; 0 if `bound` is 0.
    ///
    /// D. Lemire, Fast Random Integer Generation in an Interval, ACM TOMACS 29(1), 2019.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            let low = product as u64;
            // The second test costs a division and is seldom reached.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as usize;
            }
        }
    }

    /// Puts the items in an order chosen uniformly from all orders (Fisher–Yates).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// SplitMix64's increment, 2⁶⁴ divided by the golden ratio.
const WEYL: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's output function: Steele, Lea and Flood, Fast Splittable Pseudorandom Number
/// Generators, OOPSLA 2014, with Stafford's variant 13 of the constants.
fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// How a Monte Carlo computation is to be done: how many trials, from which seed, on how many
/// threads, and whom to tell about progress. Only the first two change the result.
#[derive(Clone, Copy)]
pub struct MonteCarlo<'a> {
    trials: usize,
    seed: u64,
    threads: Option<usize>,
    progress: &'a dyn Fn(usize, usize),
}

impl MonteCarlo<'static> {
    /// So many trials (at least one is made) from this seed, on all cores.
    pub fn new(trials: usize, seed: u64) -> Self {
        MonteCarlo { trials: trials.max(1), seed, threads: None, progress: &|_, _| {} }
    }
}

impl<'a> MonteCarlo<'a> {
    /// Works on so many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Calls `progress` with the trials done and their total after each chunk, always on the
    /// calling thread.
    #[must_use]
    pub fn progress<'b>(self, progress: &'b dyn Fn(usize, usize)) -> MonteCarlo<'b> {
        MonteCarlo { progress, ..self }
    }

    /// How many trials are made.
    pub fn trials(&self) -> usize {
        self.trials
    }

    /// The seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Cuts the trials into ranges of `size`, works on them side by side, and returns the results in
    /// the order of the ranges. For trials that take long: each draws from a
    /// [stream](Random::stream) of its own.
    pub fn in_ranges<T: Send>(
        &self,
        size: usize,
        work: impl Fn(Range<usize>) -> T + Sync,
    ) -> Vec<T> {
        let (size, trials, done) = (size.max(1), self.trials, Cell::new(0));
        let range = |piece: usize| piece * size..trials.min((piece + 1) * size);
        let told = |piece: usize| {
            done.set(done.get() + range(piece).len());
            (self.progress)(done.get(), trials);
        };
        in_pieces(trials.div_ceil(size), self.threads, &told, |piece| work(range(piece)))
    }

    /// How many threads work; all cores without it.
    pub(crate) fn thread_count(&self) -> Option<usize> {
        self.threads
    }

    /// Whom to tell about progress.
    pub(crate) fn listener(&self) -> &'a dyn Fn(usize, usize) {
        self.progress
    }

    /// Where the numbers come from, for the result.
    pub(crate) fn sampling(&self) -> Sampling {
        Sampling { trials: self.trials, seed: self.seed }
    }

    /// Gives each chunk its stream and the number of its trials.
    pub(crate) fn run<T: Send>(&self, work: impl Fn(Random, usize) -> T + Sync) -> Vec<T> {
        let seed = self.seed;
        in_chunks(self.trials, self.threads, self.progress, |chunk, trials| {
            work(Random::stream(seed, chunk as u64), trials)
        })
    }
}

/// What to state beside a Monte Carlo result so that others can repeat it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sampling {
    /// How many permutations or resamples were drawn.
    pub trials: usize,
    /// The seed they were drawn from.
    pub seed: u64,
}

impl Sampling {
    /// p = (1 + hits) / (1 + trials), never 0: the observed data are one of the possible outcomes.
    ///
    /// A. Davison and D. Hinkley, Bootstrap Methods and their Application, 1997, section 4.2.
    pub(crate) fn p(&self, hits: usize) -> f64 {
        (1 + hits) as f64 / (1 + self.trials) as f64
    }

    /// √(p (1 − p) / trials): how far chance in the drawing may have moved p.
    pub fn standard_error(&self, p: f64) -> f64 {
        (p * (1.0 - p) / self.trials as f64).sqrt()
    }
}

/// Calls `work` with the index and size of each chunk of `total` trials and returns the results
/// in the order of the chunks. `threads` of `None` means all cores. `progress` hears, on the
/// calling thread, how many of `total` are done.
pub fn in_chunks<T: Send>(
    total: usize,
    threads: Option<usize>,
    progress: &dyn Fn(usize, usize),
    work: impl Fn(usize, usize) -> T + Sync,
) -> Vec<T> {
    let size = |chunk: usize| CHUNK.min(total - chunk * CHUNK);
    let done = Cell::new(0);
    let told = |chunk: usize| {
        done.set(done.get() + size(chunk));
        progress(done.get(), total);
    };
    in_pieces(total.div_ceil(CHUNK), threads, &told, |chunk| work(chunk, size(chunk)))
}

/// Calls `work` with each number below `pieces` and returns the results in that order. `threads` of
/// `None` means all cores. `done` hears, on the calling thread, which piece is done.
fn in_pieces<T: Send>(
    pieces: usize,
    threads: Option<usize>,
    done: &dyn Fn(usize),
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(cores).min(pieces);
    if threads <= 1 {
        let one = |piece| {
            let result = work(piece);
            done(piece);
            result
        };
        return (0..pieces).map(one).collect();
    }
    let next = AtomicUsize::new(0);
    let mut results = Vec::with_capacity(pieces);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= pieces || sender.send((piece, work(piece))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (piece, result) in receiver {
            results.push((piece, result));
            done(piece);
        }
    });
    results.sort_by_key(|&(piece, _)| piece);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the reference implementation in C, state {1, 2, 3, 4}.
    #[test]
    fn the_generator_gives_the_reference_numbers() {
        let mut random = Random { state: [1, 2, 3, 4] };
        let first = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!([(); 4].map(|()| random.bits()), first);
    }

    /// From the reference implementation in C, seed 1234567.
    #[test]
    fn the_seeding_gives_the_reference_numbers() {
        let outputs = [1_u64, 2].map(|i| mixed(1_234_567_u64.wrapping_add(WEYL.wrapping_mul(i))));
        assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    /// From the same arithmetic in Python: published results depend on it, so it must not change.
    #[test]
    fn a_stream_of_a_seed_stays_the_same() {
        assert_eq!(Random::stream(42, 3).bits(), 10_122_537_061_728_584_735);
    }

    #[test]
    fn ranges_cover_all_trials_in_order_and_are_told_of() {
        for threads in [1, 3] {
            let told = std::cell::RefCell::new(vec![]);
            let tell = |done, total| told.borrow_mut().push((done, total));
            let plan = MonteCarlo::new(7, 1).threads(threads).progress(&tell);
            let ranges = plan.in_ranges(3, |range| range);
            assert_eq!(ranges, [0..3, 3..6, 6..7]);
            assert_eq!(told.borrow().len(), 3);
            assert_eq!(told.borrow().last(), Some(&(7, 7)));
        }
    }

    #[test]
    fn each_order_of_a_shuffle_comes_equally_often() {
        let mut random = Random::stream(1, 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0.0) += 1.0;
        }
        let chi_square: f64 = counts.values().map(|n: &f64| (n - 1_000.0).powi(2) / 1_000.0).sum();
        assert_eq!(counts.len(), 24);
        assert!(
            chi_square < 49.7,
            "{chi_square} is over the 99.9 % point of 23 degrees of freedom"
        );
    }
}
