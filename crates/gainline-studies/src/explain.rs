//! What each document of a ranking contributes to a measure, and what makes two rankings differ.
