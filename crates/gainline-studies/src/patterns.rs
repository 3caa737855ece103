//! All output patterns of a small world, and how measures see them.
