//! Where numbers and names stand along an axis, and which of them are labelled.

use super::Scale;

/// A scale laid along a length.
#[derive(Debug, Clone)]
pub(super) struct Laid {
    low: f64,
    high: f64,
    logarithm: bool,
    /// Where `low` and `high` stand, in points.
    ends: (f64, f64),
    /// What is labelled, with the label.
    pub ticks: Vec<(f64, String)>,
    /// Whether names stand here, each in the middle of a band of its own.
    pub names: bool,
    /// Of names, one in so many is labelled.
    pub every: usize,
}

impl Laid {
    /// Lays a scale from one end to the other; labels are at least `apart` points apart.
    pub(super) fn new(scale: &Scale, ends: (f64, f64), apart: f64) -> Self {
        let most = ((ends.1 - ends.0).abs() / apart).max(1.0);
        let laid = |(low, high): (f64, f64), ticks: Vec<(f64, String)>| Laid {
            low,
            high,
            logarithm: false,
            ends,
            ticks,
            names: false,
            every: 1,
        };
        match scale {
            Scale::Numbers(low, high) => {
                let (low, high) = spread(*low, *high);
                let step = step(high - low, most);
                let low = (low / step + 1e-9).floor() * step;
                let high = (high / step - 1e-9).ceil() * step;
                laid((low, high), numbers(low, high, step))
            }
            Scale::Ranks(last) => laid((1.0, (*last).max(2) as f64), ranks(*last, most)),
            Scale::LogRanks(last) => Laid {
                logarithm: true,
                ..laid((1.0, (*last).max(2) as f64), log_ranks(*last, most))
            },
            Scale::Names(names) => {
                let every = (names.len() as f64 / most).ceil().max(1.0) as usize;
                let named = names.iter().enumerate().step_by(every);
                let ticks = named.map(|(at, name)| (at as f64, name.clone())).collect();
                let high = names.len() as f64 - 0.5;
                Laid { names: true, every, ..laid((-0.5, high.max(0.5)), ticks) }
            }
        }
    }

    /// Where a number stands, in points.
    pub(super) fn at(&self, value: f64) -> f64 {
        let place = |v: f64| if self.logarithm { v.max(1.0).ln() } else { v };
        let (low, high) = (place(self.low), place(self.high));
        self.ends.0 + (place(value) - low) / (high - low) * (self.ends.1 - self.ends.0)
    }

    /// Both ends in points, the smaller first.
    pub(super) fn span(&self) -> (f64, f64) {
        (self.ends.0.min(self.ends.1), self.ends.0.max(self.ends.1))
    }

    /// The length of one step of the scale, in points.
    pub(super) fn unit(&self) -> f64 {
        (self.at(self.low + 1.0) - self.at(self.low)).abs()
    }
}

/// Two numbers that differ, around those given if these do not.
fn spread(low: f64, high: f64) -> (f64, f64) {
    let largest = low.abs().max(high.abs());
    if high - low > 1e-9 * largest {
        return (low, high);
    }
    let room = if largest > 0.0 { largest * 0.1 } else { 1.0 };
    (low - room, high + room)
}

/// A round distance between ticks, of which no more than `most` fit into the length.
fn step(length: f64, most: f64) -> f64 {
    let least = length / most.max(1.0);
    let power = 10_f64.powf(least.log10().floor());
    let round = [1.0, 2.0, 2.5, 5.0, 10.0].map(|m| m * power);
    round.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

fn numbers(low: f64, high: f64, step: f64) -> Vec<(f64, String)> {
    let first = (low / step - 1e-9).ceil();
    let count = ((high / step + 1e-9).floor() - first).max(0.0) as usize;
    let decimals = decimals(step);
    let tick = |at: usize| {
        // Multiplied, not added up, so that rounding does not grow; and no negative zero.
        let value = (first + at as f64) * step + 0.0;
        (value, format!("{value:.decimals$}").replace('-', "\u{2212}"))
    };
    (0..=count).map(tick).collect()
}

/// How many decimals it takes to write a step.
fn decimals(step: f64) -> usize {
    let exact = |digits: &usize| {
        let scaled = step * 10_f64.powi(*digits as i32);
        (scaled - scaled.round()).abs() < 1e-6 * scaled.max(1.0)
    };
    (0..=12).find(exact).unwrap_or(12)
}

/// Rank 1, and then whole multiples of a round number.
fn ranks(last: usize, most: f64) -> Vec<(f64, String)> {
    let length = last.saturating_sub(1).max(1) as f64;
    // Of ranks there are no halves, and so no steps of 2.5 below 25.
    let step = match step(length, most).max(1.0) {
        2.5 => 5.0,
        step => step,
    };
    let multiples = (1..).map(|at| f64::from(at) * step).take_while(|rank| *rank <= last as f64);
    // What is nearer to rank 1 than half a step would run into its label.
    let clear = multiples.filter(|rank| rank - 1.0 > step * 0.5);
    [1.0].into_iter().chain(clear).map(|rank| (rank, rank.to_string())).collect()
}

/// Ranks 1, 2, 5, 10, 20 and so on; only powers of ten where these would be crowded.
fn log_ranks(last: usize, most: f64) -> Vec<(f64, String)> {
    let last = last.max(2) as f64;
    let decades = last.log10();
    let each = |power: i32| [1.0, 2.0, 5.0].map(|m| m * 10_f64.powi(power));
    let all = (0..=decades.ceil() as i32).flat_map(each).filter(|tick| *tick <= last);
    let crowded = decades * 3.4 > most;
    let shown = |tick: &f64| !crowded || tick.log10().fract() == 0.0;
    all.filter(shown).map(|tick| (tick, tick.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale, length: f64, apart: f64) -> Vec<String> {
        Laid::new(scale, (0.0, length), apart).ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn numbers_get_round_ticks_and_round_ends() {
        assert_eq!(
            labels(&Scale::Numbers(0.0, 1.0), 100.0, 20.0).join(" "),
            "0.0 0.2 0.4 0.6 0.8 1.0"
        );
        assert_eq!(
            labels(&Scale::Numbers(-0.3, 0.42), 100.0, 20.0).join(" "),
            "−0.4 −0.2 0.0 0.2 0.4 0.6"
        );
        assert_eq!(
            labels(&Scale::Numbers(0.0, 1730.0), 100.0, 20.0).join(" "),
            "0 500 1000 1500 2000"
        );
        let laid = Laid::new(&Scale::Numbers(0.013, 0.87), (10.0, 110.0), 20.0);
        assert_eq!((laid.at(0.0), laid.at(1.0), laid.at(0.5)), (10.0, 110.0, 60.0));
    }

    #[test]
    fn equal_numbers_stand_in_the_middle() {
        let laid = Laid::new(&Scale::Numbers(0.5, 0.5), (0.0, 100.0), 20.0);
        assert!((laid.at(0.5) - 50.0).abs() < 1e-9);
        assert_eq!(labels(&Scale::Numbers(0.0, 0.0), 60.0, 20.0).join(" "), "−1 0 1");
    }

    #[test]
    fn ranks_are_whole_and_begin_at_one() {
        assert_eq!(labels(&Scale::Ranks(100), 200.0, 30.0).join(" "), "1 20 40 60 80 100");
        assert_eq!(labels(&Scale::Ranks(3), 200.0, 20.0).join(" "), "1 2 3");
        assert_eq!(labels(&Scale::Ranks(13), 200.0, 35.0).join(" "), "1 5 10");
        assert_eq!(labels(&Scale::Ranks(1), 200.0, 20.0).join(" "), "1");
    }

    #[test]
    fn logarithms_of_ranks_are_evenly_spaced() {
        assert_eq!(labels(&Scale::LogRanks(120), 200.0, 20.0).join(" "), "1 2 5 10 20 50 100");
        assert_eq!(
            labels(&Scale::LogRanks(120_000), 200.0, 20.0).join(" "),
            "1 10 100 1000 10000 100000"
        );
        let laid = Laid::new(&Scale::LogRanks(100), (0.0, 200.0), 20.0);
        assert!((laid.at(10.0) - 100.0).abs() < 1e-9);
        assert_eq!(laid.at(1.0), 0.0);
    }

    #[test]
    fn of_crowded_names_some_are_labelled() {
        let names = Scale::Names((0..10).map(|at| format!("t{at}")).collect());
        assert_eq!(labels(&names, 40.0, 10.0).join(" "), "t0 t3 t6 t9");
        let laid = Laid::new(&names, (0.0, 40.0), 10.0);
        assert_eq!((laid.every, laid.unit(), laid.at(0.0)), (3, 4.0, 2.0));
    }
}
