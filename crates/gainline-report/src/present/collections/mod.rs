//! Several collections: a board of collections and runs, differences over collections, and the
//! conclusion.

mod board;
mod compare;
mod conclusion;
mod eval;
mod notes;
mod records;

pub use compare::CollectionsPresenter;
pub use eval::CollectionsEvalPresenter;
