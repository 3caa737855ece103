//! Runs and their rankings: the order of documents, and the join of each topic's ranking with its
//! judgments into what measures read.

pub(crate) mod background;
pub(crate) mod exchange;
pub(crate) mod join;
pub(crate) mod joiner;
pub(crate) mod judged;
pub(crate) mod run;
pub(crate) mod ties;
