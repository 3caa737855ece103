//! What a score rests on: documents, judgments, judges, topics and the index. Runs and judgments in,
//! structs out; nothing here prints.

pub mod ceiling;
pub mod explain;
pub mod judges;
pub mod missing;
pub mod noise;
pub mod patterns;
pub mod sensitivity;
pub mod stability;
pub mod vectors;
