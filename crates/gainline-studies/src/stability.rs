//! How conclusions depend on the topics.
