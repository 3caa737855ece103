//! Curves over ranks as steps. A topic's curve changes only where a judged document stands, in the
//! ranking or in the ideal; so a few steps tell all of it, however deep it goes.

use crate::ranking::judged::Judged;

/// From this rank on a curve has this height, until the next step; before the first it is 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Step {
    from: usize,
    height: f64,
}

/// [`Judged::sum`] at every rank up to `depth`: as there, the mean over the orders of documents
/// that are tied.
pub(super) fn cumulated(
    judged: &Judged<'_>,
    depth: usize,
    each: impl Fn(usize, f64) -> f64,
) -> Vec<Step> {
    let mut steps = vec![];
    let mut sum = 0.0;
    for group in judged.groups().take_while(|group| group.first <= depth) {
        let (before, mut within) = (sum, 0.0);
        for rank in group.first..=group.last().min(depth) {
            let here = group.found.iter().fold(0.0, |sum, found| sum + each(rank, found.grade));
            if here != 0.0 {
                within += here;
                sum = before + within / group.size as f64;
                steps.push(Step { from: rank, height: sum });
            }
        }
    }
    steps
}

/// Steps at ranks 1, 2, … that cumulate these amounts, up to `depth`.
pub(super) fn climbing(amounts: impl Iterator<Item = f64>, depth: usize) -> Vec<Step> {
    let mut sum = 0.0;
    let step = |(rank, amount)| {
        sum += amount;
        Step { from: rank, height: sum }
    };
    (1..=depth).zip(amounts).map(step).collect()
}

/// The same height at all ranks.
pub(super) fn level(height: f64) -> Vec<Step> {
    vec![Step { from: 1, height }]
}

/// Divides all heights by the same number.
pub(super) fn divide(steps: &mut [Step], by: f64) {
    steps.iter_mut().for_each(|step| step.height /= by);
}

/// The steps of one curve as shares of another; 0 where that is 0.
pub(super) fn shares(actual: &[Step], ideal: &[Step]) -> Vec<Step> {
    let mut shares = Vec::with_capacity(actual.len() + ideal.len());
    let (mut actual, mut ideal) = (actual.iter().peekable(), ideal.iter().peekable());
    let (mut above, mut below) = (0.0, 0.0);
    while let Some(from) = match (actual.peek(), ideal.peek()) {
        (Some(a), Some(b)) => Some(a.from.min(b.from)),
        (a, b) => a.or(b).map(|step| step.from),
    } {
        above = actual.next_if(|step| step.from == from).map_or(above, |step| step.height);
        below = ideal.next_if(|step| step.from == from).map_or(below, |step| step.height);
        // Until the first gain the share is 0 anyway.
        if below > 0.0 && (above != 0.0 || !shares.is_empty()) {
            shares.push(Step { from, height: above / below });
        }
    }
    shares
}

/// Adds the height at each rank to these sums.
pub(super) fn add(steps: &[Step], sums: &mut [f64]) {
    for (at, step) in steps.iter().enumerate() {
        let end = steps.get(at + 1).map_or(sums.len(), |next| next.from - 1);
        sums[step.from - 1..end].iter_mut().for_each(|sum| *sum += step.height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::judged::{Found, Tie};

    fn heights(steps: &[Step], depth: usize) -> Vec<f64> {
        let mut heights = vec![0.0; depth];
        add(steps, &mut heights);
        heights
    }

    #[test]
    fn a_curve_keeps_its_height_between_judged_documents_and_after_the_last() {
        let found = [Found::new(2, 3.0), Found::new(3, 0.0), Found::new(5, 1.0)];
        let judged = Judged::new(6, &found, &[3.0, 1.0, 0.0]);
        let steps = cumulated(&judged, 8, |_, grade| grade);
        assert_eq!(steps.len(), 2);
        assert_eq!(heights(&steps, 8), [0.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0, 4.0]);
        assert_eq!(heights(&cumulated(&judged, 4, |_, grade| grade), 4), [0.0, 3.0, 3.0, 3.0]);
    }

    #[test]
    fn tied_documents_climb_evenly() {
        let found = [Found::new(2, 1.0), Found::new(3, 2.0)];
        let ties = [Tie { first: 2, size: 3 }];
        let judged = Judged::new(5, &found, &[2.0, 1.0]).with_ties(&ties);
        assert_eq!(heights(&cumulated(&judged, 5, |_, g| g), 5), [0.0, 1.0, 2.0, 3.0, 3.0]);
        assert_eq!(heights(&cumulated(&judged, 3, |_, g| g), 3), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn shares_change_where_either_curve_does() {
        let found = [Found::new(2, 1.0), Found::new(5, 3.0)];
        let actual = cumulated(&Judged::new(5, &found, &[3.0, 1.0]), 6, |_, grade| grade);
        let ideal = climbing([3.0, 1.0].into_iter(), 6);
        let shares = heights(&shares(&actual, &ideal), 6);
        assert_eq!(shares, [0.0, 0.25, 0.25, 0.25, 1.0, 1.0]);
        assert_eq!(super::shares(&actual, &[]), []);
    }
}
