//! Evaluation: options, the evaluator, scores by topic and their averages.

pub(crate) mod average;
pub(crate) mod counting;
pub(crate) mod evaluator;
pub(crate) mod options;
pub(crate) mod parts;
pub(crate) mod policy;
pub(crate) mod scores;
pub(crate) mod topic_names;
