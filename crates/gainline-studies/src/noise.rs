//! What unstable judgments do to scores: Kishida's variance decomposition.
