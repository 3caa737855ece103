//! What is computed from a table of counts, by name.

use crate::documents::Ordered;
use gainline::Contingency;

/// Something that is computed from a table, with its name.
pub(super) type Figure = (&'static str, fn(&Contingency) -> f64);

pub(super) const COUNTS: [Figure; 7] = [
    ("found", |table| table.found),
    ("false_drops", Contingency::false_drops),
    ("missed", Contingency::missed),
    ("rejected", Contingency::rejected),
    ("retrieved", |table| table.retrieved),
    ("relevant", |table| table.relevant),
    ("N", |table| table.collection),
];

pub(super) const RATIOS: [Figure; 10] = [
    ("joint_found", |table| table.joint()[0]),
    ("joint_false_drops", |table| table.joint()[1]),
    ("joint_missed", |table| table.joint()[2]),
    ("joint_rejected", |table| table.joint()[3]),
    ("precision", Contingency::precision),
    ("recall", Contingency::recall),
    ("fallout", Contingency::fallout),
    ("miss", Contingency::miss),
    ("specificity", Contingency::specificity),
    ("F", |table| table.f(1.0)),
];

/// What is averaged in both ways.
pub(super) const AVERAGED: [Figure; 5] = [RATIOS[4], RATIOS[5], RATIOS[6], RATIOS[8], RATIOS[9]];

/// How far two averages lie apart, as a share of the larger.
pub(super) fn apart(a: f64, b: f64) -> f64 {
    if a == b { 0.0 } else { (a - b).abs() / a.max(b) }
}

/// Figures with their names.
pub(super) type Figures = Ordered<'static, f64>;

/// What each of the figures is.
pub(super) fn figures(of: &[Figure], value: impl Fn(fn(&Contingency) -> f64) -> f64) -> Figures {
    Ordered(of.iter().map(|(name, figure)| (*name, value(*figure))).collect())
}
