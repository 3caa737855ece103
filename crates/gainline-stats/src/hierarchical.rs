//! A Bayesian hierarchical model: effects that are measured in several groups and differ between them.

use crate::distributions::normal;
use crate::{Effect, Result, StatsError, check};

/// How likely an effect is below, in and above a region of practical equivalence.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides {
    /// The probability that the effect is below the region.
    pub below: f64,
    /// The probability that it is in the region.
    pub within: f64,
    /// The probability that it is above the region.
    pub above: f64,
}

/// What is known of a group's own effect after seeing all groups.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupEffect {
    /// Its mean, which lies between the group's estimate and the mean over groups.
    pub mean: f64,
    /// How likely it is on either side.
    pub sides: Sides,
}

/// What is known of effects after seeing all groups.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hierarchical {
    /// The mean of the mean effect over groups like these.
    pub mean: f64,
    /// The mean of τ, the standard deviation of effects between groups.
    pub tau: f64,
    /// Where the mean effect lies.
    pub overall: Sides,
    /// Where the effect of a further group lies.
    pub next: Sides,
    /// The effect of each group.
    pub groups: Vec<GroupEffect>,
}

/// The posterior of a normal hierarchical model (Gelman et al., *Bayesian Data Analysis*, chapter 5):
/// estimates are normal about each group's effect with their standard errors; effects are normal about
/// their mean with the standard deviation τ; the mean has a flat prior, τ a half-normal one with the
/// scale `prior`. Effects from −`rope` to `rope` are practically none.
pub fn hierarchical(effects: &[Effect], rope: f64, prior: f64) -> Result<Hierarchical> {
    check::enough("a hierarchical model", 2, "groups", effects.len())?;
    check::positive("the prior's scale", prior)?;
    check::setting(rope >= 0.0 && rope.is_finite(), "the region", rope, "a finite number from 0")?;
    check::squarable(&effects.iter().map(|effect| effect.value).collect::<Vec<_>>())?;
    check::squarable(&effects.iter().map(|effect| effect.standard_error).collect::<Vec<_>>())?;
    if effects.iter().any(|effect| effect.standard_error <= 0.0) {
        let why = "in some group the difference does not vary";
        return Err(StatsError::Undefined { what: "the hierarchical model", why });
    }
    let points: Vec<Point> = grid(effects, prior);
    let total: f64 = points.iter().map(|point| point.mass).sum();
    let mean = |of: &dyn Fn(&Point) -> f64| {
        points.iter().map(|point| point.mass * of(point)).sum::<f64>() / total
    };
    let sides = |of: &dyn Fn(&Point) -> (f64, f64)| {
        let side = |pick: fn(Sides) -> f64| {
            mean(&|point| {
                let (centre, spread) = of(point);
                pick(Sides::of(centre, spread, rope))
            })
        };
        Sides { below: side(|s| s.below), within: side(|s| s.within), above: side(|s| s.above) }
    };
    let groups = effects.iter().map(|effect| GroupEffect {
        mean: mean(&|point| point.group(effect).0),
        sides: sides(&|point| point.group(effect)),
    });
    Ok(Hierarchical {
        mean: mean(&|point| point.centre),
        tau: mean(&|point| point.tau),
        overall: sides(&|point| (point.centre, point.variance.sqrt())),
        next: sides(&|point| (point.centre, (point.variance + point.tau * point.tau).sqrt())),
        groups: groups.collect(),
    })
}

impl Sides {
    /// Of a normal distribution and a region from −`rope` to `rope`.
    fn of(centre: f64, spread: f64, rope: f64) -> Self {
        let (low, high) = ((-rope - centre) / spread, (rope - centre) / spread);
        // A region in a tail is a difference of tails, lest a small probability be rounded away.
        let within = if centre > 0.0 {
            normal::cumulative(high) - normal::cumulative(low)
        } else {
            normal::survival(low) - normal::survival(high)
        };
        Sides { below: normal::cumulative(low), within, above: normal::survival(high) }
    }
}

/// The posterior at one τ, given which all else is normal.
struct Point {
    tau: f64,
    /// The mean and the variance of the mean effect.
    centre: f64,
    variance: f64,
    /// The probability of this τ, but for a factor that all points share.
    mass: f64,
}

impl Point {
    fn at(tau: f64, effects: &[Effect]) -> (Self, f64) {
        let (mut total, mut sum, mut log) = (0.0, 0.0, 0.0);
        for effect in effects {
            let variance = effect.standard_error * effect.standard_error + tau * tau;
            total += variance.recip();
            sum += effect.value / variance;
            log -= 0.5 * variance.ln();
        }
        let centre = sum / total;
        for effect in effects {
            let variance = effect.standard_error * effect.standard_error + tau * tau;
            log -= 0.5 * (effect.value - centre) * (effect.value - centre) / variance;
        }
        (Point { tau, centre, variance: total.recip(), mass: 0.0 }, log - 0.5 * total.ln())
    }

    /// The mean and the standard deviation of a group's effect: its estimate and the mean effect,
    /// weighted by their precision, with the mean effect uncertain itself.
    fn group(&self, effect: &Effect) -> (f64, f64) {
        let (between, within) =
            (self.tau * self.tau, effect.standard_error * effect.standard_error);
        let shrunk = within / (within + between);
        let mean = effect.value + shrunk * (self.centre - effect.value);
        (mean, (between * shrunk + shrunk * shrunk * self.variance).sqrt())
    }
}

/// Intervals of Simpson's rule, an even number.
const STEPS: usize = 600;
/// Beyond so many scales, the half-normal prior has no mass to speak of.
const SCALES: f64 = 8.0;

/// τ at the points of Simpson's rule, closer together where it is small.
fn grid(effects: &[Effect], prior: f64) -> Vec<Point> {
    let points = (0..=STEPS).map(|step| {
        let x = step as f64 / STEPS as f64;
        let tau = SCALES * prior * x * x;
        let (point, log) = Point::at(tau, effects);
        // The slope of τ, and Simpson's factors 1, 4, 2, 4, …, 1, but for what all points share.
        let simpson = match step {
            0 | STEPS => 1.0,
            odd if odd % 2 == 1 => 4.0,
            _ => 2.0,
        };
        (point, log - 0.5 * (tau / prior) * (tau / prior), simpson * x)
    });
    let points: Vec<(Point, f64, f64)> = points.collect();
    let largest = points.iter().map(|(_, log, _)| *log).fold(f64::NEG_INFINITY, f64::max);
    let weighed = points
        .into_iter()
        .map(|(point, log, factor)| Point { mass: factor * (log - largest).exp(), ..point });
    weighed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(of: &[(f64, f64)]) -> Vec<Effect> {
        of.iter().map(|&(value, standard_error)| Effect { value, standard_error }).collect()
    }

    #[test]
    fn groups_are_drawn_towards_their_mean_and_probabilities_add_up() {
        let found = hierarchical(&effects(&[(0.05, 0.01), (0.01, 0.02), (0.03, 0.02)]), 0.005, 0.1)
            .unwrap();
        let sides = found.groups.iter().map(|group| &group.sides);
        for Sides { below, within, above } in sides.chain([&found.overall, &found.next]) {
            assert!((below + within + above - 1.0).abs() < 1e-12);
        }
        assert!(found.groups[1].mean > 0.01 && found.groups[1].mean < found.mean);
        assert!(found.next.above < found.overall.above);
    }

    #[test]
    fn settings_are_checked() {
        let two = effects(&[(0.1, 0.1), (0.2, 0.1)]);
        let said = |result: Result<Hierarchical>| result.unwrap_err().to_string();
        assert_eq!(
            said(hierarchical(&two, 0.0, 0.0)),
            "the prior's scale is `0`; it must be a finite number above 0"
        );
        let wanted = "the region is `-1`; it must be a finite number from 0";
        assert_eq!(said(hierarchical(&two, -1.0, 1.0)), wanted);
    }
}
