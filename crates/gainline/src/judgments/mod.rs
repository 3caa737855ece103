//! Judgments in memory: grades, grades by groups of judges, and preferences.

pub(crate) mod grouped;
pub(crate) mod preferences;
pub(crate) mod qrels;
