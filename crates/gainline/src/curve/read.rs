//! Reading curves over ranks: how far down a gain is reached, where a curve turns flat, and how far
//! one lies below another.

use super::Curve;
use super::draw::Line;
use crate::numbers::reaches;

/// Whether one height lies above another by more than rounding.
fn is_above(height: f64, other: f64) -> bool {
    !reaches(other, height, other.abs().max(1.0))
}

impl Line {
    /// The horizontal reading of a curve over ranks (JK 3.4): the first rank at which it is as
    /// high, if it is anywhere.
    ///
    /// ```
    /// # use gainline::Line;
    /// let line = Line { heights: vec![0.0, 1.0, 1.0, 4.0], ..Line::default() };
    /// assert_eq!(line.first_rank_of(1.0), Some(2));
    /// assert_eq!(line.first_rank_of(2.0), Some(4));
    /// assert_eq!(line.first_rank_of(5.0), None);
    /// ```
    pub fn first_rank_of(&self, height: f64) -> Option<usize> {
        let reached = |own: &f64| reaches(*own, height, height.abs().max(1.0));
        self.heights.iter().position(reached).map(|at| at + 1)
    }

    /// The last rank at which a curve over ranks still rises; 0 if it never does. Of the ideal curve
    /// this is a rule for stopping (JK 5): beyond it there is nothing to be gained.
    pub fn last_rise(&self) -> usize {
        let before = |at: usize| if at == 0 { 0.0 } else { self.heights[at - 1] };
        let rises = |at: &usize| is_above(self.heights[*at], before(*at));
        (0..self.heights.len()).rev().find(rises).map_or(0, |at| at + 1)
    }
}

impl Curve {
    /// The area between the ideal curve and this one.
    pub fn gap(&self) -> f64 {
        self.ideal.area - self.actual.area
    }

    /// Where the ideal curve lies highest above this one, and by how much: the first of such places
    /// in [`CurveSpec::xs`](crate::CurveSpec::xs), counted from 1.
    pub fn widest_gap(&self) -> (usize, f64) {
        let gaps = self.ideal.heights.iter().zip(&self.actual.heights).map(|(i, a)| i - a);
        let wider = |widest: (usize, f64), (at, gap): (usize, f64)| {
            if is_above(gap, widest.1) { (at, gap) } else { widest }
        };
        (1..).zip(gaps).reduce(wider).unwrap_or((0, 0.0))
    }
}
