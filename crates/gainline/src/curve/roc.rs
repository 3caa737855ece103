//! Recall against fallout.

use crate::ranking::judged::Judged;

/// A topic's ROC curve: corners with straight lines between.
#[derive(Debug, PartialEq)]
pub(super) struct Roc {
    /// Documents not relevant, and relevant ones, retrieved so far. The first is (0, 0), the last
    /// is all there are.
    corners: Vec<(f64, f64)>,
}

impl Roc {
    /// Documents that share ranks are passed on a straight line, as if half of each came first;
    /// so are those that were not retrieved.
    pub(super) fn of(judged: &Judged<'_>, rel: f64) -> Self {
        let mut corners = vec![(0.0, 0.0)];
        let mut found = 0;
        for group in judged.groups() {
            let relevant = group.relevant(rel);
            if relevant > 0 {
                corners.push(((group.first - 1 - found) as f64, found as f64));
                found += relevant;
                corners.push(((group.last() - found) as f64, found as f64));
            }
        }
        let relevant = judged.relevant(rel);
        corners.push(((judged.retrieved() - found) as f64, found as f64));
        let mut nonrelevant = judged.collection(rel) - relevant;
        if judged.retrieved() == 0 {
            // Without any order the curve is the diagonal, however large the collection.
            nonrelevant = nonrelevant.max(1);
        }
        corners.push((nonrelevant as f64, relevant as f64));
        Roc { corners }
    }

    /// How many documents are not relevant, and how many are.
    fn all(&self) -> (f64, f64) {
        self.corners[self.corners.len() - 1]
    }

    /// The height of a curve that has no height or no width: 0 where nothing is relevant, and 1
    /// where everything is, as no order is better than another.
    fn flat(&self) -> Option<f64> {
        match self.all() {
            (_, 0.0) => Some(0.0),
            (0.0, _) => Some(1.0),
            _ => None,
        }
    }

    /// The area below the curve.
    pub(super) fn area(&self) -> f64 {
        let area = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0) * (pair[0].1 + pair[1].1) / 2.0;
        self.flat().unwrap_or_else(|| {
            let area = self.corners.windows(2).fold(0.0, |sum, pair| sum + area(pair));
            let (nonrelevant, relevant) = self.all();
            area / nonrelevant / relevant
        })
    }

    /// Recall at so many levels of fallout, from 0 to 1; where the curve rises straight up, the
    /// highest.
    pub(super) fn heights(&self, levels: usize) -> Vec<f64> {
        if let Some(flat) = self.flat() {
            return vec![flat; levels];
        }
        let (nonrelevant, relevant) = self.all();
        let mut next = 0;
        let height = |level: usize| {
            // Multiplied first, so that whole numbers of documents come out whole.
            let x = level as f64 * nonrelevant / (levels - 1) as f64;
            while next < self.corners.len() && self.corners[next].0 <= x {
                next += 1;
            }
            let (from, to) = (self.corners[next - 1], self.corners.get(next));
            let height =
                to.map_or(from.1, |to| from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0));
            height / relevant
        };
        (0..levels).map(height).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::judged::{Background, Found, Tie};

    #[test]
    fn the_area_is_the_share_of_pairs_in_the_right_order() {
        // Relevant at 1 and 4 of 5; one of three relevant ones is not retrieved; 12 in all, so 9
        // are not relevant: 3 retrieved, 6 tied with the one that was not.
        let found = [Found::new(1, 1.0), Found::new(4, 2.0), Found::new(5, 0.0)];
        let background = Background { collection: Some(12), ..Background::default() };
        let judged = Judged::new(5, &found, &[2.0, 1.0, 1.0, 0.0]).with_background(background);
        let roc = Roc::of(&judged, 1.0);
        assert_eq!(roc.area(), (9.0 + 7.0 + 6.0 / 2.0) / 27.0);
        // At fallout 2/9 the curve rises from 1/3 to 2/3; at 6/9 it is half way from 3/9 to 1.
        let heights = roc.heights(10);
        assert!((heights[0] - 1.0 / 3.0).abs() < 1e-15);
        assert!((heights[2] - 2.0 / 3.0).abs() < 1e-15);
        assert!((heights[6] - 2.5 / 3.0).abs() < 1e-15);
        assert_eq!(heights[9], 1.0);
    }

    #[test]
    fn tied_documents_make_a_straight_line() {
        let found = [Found::new(2, 1.0)];
        let ties = [Tie { first: 1, size: 3 }];
        let judged = Judged::new(3, &found, &[1.0]).with_ties(&ties);
        let roc = Roc::of(&judged, 1.0);
        assert_eq!(roc.area(), 0.5);
        assert_eq!(roc.heights(5), [0.0, 0.25, 0.5, 0.75, 1.0]);
    }

    #[test]
    fn where_all_or_nothing_is_relevant_the_curve_is_flat() {
        let found = [Found::new(1, 1.0)];
        let all = Roc::of(&Judged::new(1, &found, &[1.0]), 1.0);
        assert_eq!((all.area(), all.heights(3)), (1.0, vec![1.0; 3]));
        let none = Roc::of(&Judged::new(1, &found, &[1.0]), 2.0);
        assert_eq!((none.area(), none.heights(3)), (0.0, vec![0.0; 3]));
    }

    #[test]
    fn an_empty_ranking_is_the_diagonal() {
        let empty = Roc::of(&Judged::new(0, &[], &[1.0]), 1.0);
        assert_eq!((empty.area(), empty.heights(3)), (0.5, vec![0.0, 0.5, 1.0]));
    }
}
