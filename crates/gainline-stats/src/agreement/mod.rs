//! How far raters agree who rated the same units: for two of them a table of counts and what
//! follows from it, for many of them lists of ratings.

mod binary;
mod cohen;
mod confusion;
mod fleiss;
mod krippendorff;

pub use binary::BinaryAgreement;
pub use cohen::{CohenKappa, KappaWeights};
pub use confusion::Confusion;
pub use fleiss::{FleissKappa, fleiss_kappa};
pub use krippendorff::{AlphaMetric, KrippendorffAlpha, krippendorff_alpha};
