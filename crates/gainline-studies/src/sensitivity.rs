//! How a measure changes when the document at a rank turns relevant, or changes grade.
