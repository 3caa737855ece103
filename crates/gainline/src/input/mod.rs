//! The ways in: sources of bytes, text split into columns, and a reader for each format.

mod blocks;
pub(crate) mod by_topic;
mod bytes;
pub(crate) mod columns;
mod compressed;
pub(crate) mod fault;
pub(crate) mod formats;
pub(crate) mod hints;
mod source;
pub(crate) mod topic_lists;

pub(crate) use blocks::{Block, BlockReader};
pub use source::Source;
