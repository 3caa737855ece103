//! The axes of a chart: their range, and where ticks stand.

use crate::text::width;
use std::cmp::Ordering;

/// What an axis covers, and where it is labelled.
#[derive(Debug, PartialEq)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    /// The power of ten of the distance between ticks, which labels show.
    pub exponent: i32,
    pub ticks: Vec<f64>,
}

impl Axis {
    /// An axis from 0 or below to a round number, and the number of rows, `most` or a few less,
    /// which its ticks divide evenly.
    pub(super) fn vertical(values: &[f64], most: usize) -> (Axis, usize) {
        let (low, high) = range(values);
        let (low, mut high) = (low.min(0.0), high.max(0.0));
        if high - low < 1e-300 {
            high = 1.0;
        }
        let whole = values.iter().all(|v| v.fract() == 0.0) && high - low > 1.0;
        let fitting = steps(high - low)
            .filter(|(_, exponent)| !whole || *exponent >= 0)
            .map(|(step, exponent)| Spacing::new(low, high, step, exponent, most))
            .filter(|spacing| spacing.apart >= 2);
        // The last of equal ones is the coarsest.
        let Some(best) = fitting.max_by(Spacing::compare) else {
            return (Axis { low, high, exponent: 0, ticks: vec![low, high] }, most);
        };
        let Spacing { step, exponent, first, intervals, apart, .. } = best;
        let ticks: Vec<f64> = (0..=intervals).map(|i| (first + i as f64) * step).collect();
        let (low, high) = (ticks[0], ticks[intervals]);
        (Axis { low, high, exponent, ticks }, apart * intervals + 1)
    }

    /// An axis over the values, and on to the next tick where that is near.
    pub(super) fn horizontal(values: &[f64], columns: usize) -> Axis {
        let (low, high) = range(values);
        let span = high - low;
        let whole = values.iter().all(|v| v.fract() == 0.0);
        for (step, exponent) in steps(span).filter(|(_, exponent)| !whole || *exponent >= 0) {
            let outward = [(low / step).floor() * step, (high / step).ceil() * step];
            let near = |tick: f64, end: f64| (tick - end).abs() <= 0.03 * span;
            let low = if near(outward[0], low) { outward[0] } else { low };
            let high = if near(outward[1], high) { outward[1] } else { high };
            let first = (low / step - 1e-9).ceil();
            let count = (high / step + 1e-9).floor() - first;
            let ticks = (0..=count.max(0.0) as usize).map(|i| (first + i as f64) * step).collect();
            let axis = Axis { low, high, exponent, ticks };
            let label = axis.ticks.iter().map(|tick| width(&axis.label(*tick))).max().unwrap_or(0);
            let apart = step / (high - low) * (columns - 1) as f64;
            // The last label may be half its length nearer, to stay within the width.
            if apart >= (label + label / 2 + 2) as f64 && count >= 1.0 {
                return axis;
            }
        }
        // Too narrow for that, or a single place: the ends, in as few digits as tell them.
        let ticks = if low < high { vec![low, high] } else { vec![low] };
        let finest = (power(span.max(low.abs() * 1e-3)) - 2).min(0);
        let exact =
            |exponent: &i32| ticks.iter().all(|tick| (tick * 10f64.powi(-exponent)).fract() == 0.0);
        let exponent = (finest..=0).rev().find(exact).unwrap_or(finest);
        Axis { low, high, exponent, ticks }
    }

    /// Which of so many cells a value falls into.
    pub(super) fn cell(&self, value: f64, cells: usize) -> usize {
        let span = self.high - self.low;
        let share = if span > 0.0 { (value - self.low) / span } else { 0.5 };
        ((share * (cells - 1) as f64).round().max(0.0) as usize).min(cells - 1)
    }

    /// The value in the middle of a cell.
    pub(super) fn place(&self, cell: usize, cells: usize) -> f64 {
        self.low + (self.high - self.low) * (cell as f64 / (cells - 1) as f64)
    }

    /// A tick in as many digits as tell it from its neighbours.
    pub(super) fn label(&self, tick: f64) -> String {
        let largest = self.low.abs().max(self.high.abs());
        let decimals = -self.exponent;
        if tick == 0.0 {
            return "0".into();
        }
        if largest < 1e7 && decimals <= 6 {
            // Adding 0 makes a negative zero positive.
            return format!("{:.*}", decimals.max(0) as usize, tick + 0.0);
        }
        let digits = (power(tick.abs()) - self.exponent).clamp(0, 15);
        format!("{:.*e}", digits as usize, tick)
    }
}

/// Ticks of a vertical axis at a given step.
struct Spacing {
    step: f64,
    exponent: i32,
    /// The first tick, in steps.
    first: f64,
    intervals: usize,
    /// Rows from one tick to the next.
    apart: usize,
    /// Rows from the lowest value to the highest.
    covered: f64,
}

impl Spacing {
    fn new(low: f64, high: f64, step: f64, exponent: i32, rows: usize) -> Self {
        let (first, last) = ((low / step + 1e-9).floor(), (high / step - 1e-9).ceil());
        let intervals = (last - first) as usize;
        let apart = (rows - 1) / intervals.max(1);
        let covered = (high - low) / step * apart as f64;
        Spacing { step, exponent, first, intervals, apart, covered }
    }

    /// Better is to have four ticks or nearly as many, then to give the values many rows.
    fn compare(&self, other: &Self) -> Ordering {
        let same = (self.covered - other.covered).abs() < 1e-6;
        let covered = if same { Ordering::Equal } else { self.covered.total_cmp(&other.covered) };
        self.intervals.min(3).cmp(&other.intervals.min(3)).then(covered)
    }
}

fn range(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    (low, values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// The distances 1, 2 and 5 times a power of ten, from the hundredth part of a span or so up to
/// twice the span at least, each with its power.
fn steps(span: f64) -> impl Iterator<Item = (f64, i32)> {
    let tens = if span >= 1e-300 { power(span) - 2..power(span) + 2 } else { 0..0 };
    tens.flat_map(|tens| [1, 2, 5].map(|digit| (format!("{digit}e{tens}"), tens)))
        .filter_map(|(step, tens)| Some((step.parse().ok()?, tens)))
}

/// The power of ten of a number's first digit.
fn power(value: f64) -> i32 {
    value.max(1e-300).log10().floor() as i32
}
