//! Several judgments of the same documents, side by side.
