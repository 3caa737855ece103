//! Distributions, as far as the tests of this crate need them. Arguments are checked by the
//! callers. Upper tails are computed as such, never as 1 − cdf, so that small ones are exact.

mod beta;
mod chi_scale;
mod root;
mod saddle;

pub(crate) mod binomial;
pub(crate) mod chi_squared;
pub(crate) mod fisher;
pub(crate) mod many_to_one;
pub(crate) mod noncentral_fisher;
pub(crate) mod noncentral_student;
pub(crate) mod normal;
pub(crate) mod student;
pub(crate) mod studentized_range;

pub(crate) use root::{crossing, falling_root};

#[cfg(test)]
mod tests;
