//! What a finding bears on, so that those come first that matter most.

/// What a finding bears on; the first matters most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// It could change the decision.
    Decision,
    /// It makes numbers less precise, or tests less likely to find something.
    Precision,
    /// It is good to know, and changes neither.
    Remark,
}
