//! What the index allows: Rocchio's optimal query, cross-validated.
