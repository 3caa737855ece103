//! What a rule says, and what is wrong with one that cannot be read.

use super::Tolerance;
use gainline::{Error, ErrorKind, Measure};
use serde::Serialize;
use std::fmt;

/// Whether a rule says what must be or what must not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// What must be.
    Require,
    /// What must not be.
    Forbid,
}

impl RuleKind {
    /// Its word in rules and results.
    pub fn word(self) -> &'static str {
        match self {
            RuleKind::Require => "require",
            RuleKind::Forbid => "forbid",
        }
    }
}

/// A rule of the gate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rule {
    /// As it was written.
    pub text: String,
    /// Where it was written: an option, or a line of a file.
    pub origin: String,
    /// The measure that it is about.
    pub measure: Measure,
    /// What it says of the measure.
    pub condition: Condition,
    /// The topics that it is about.
    pub scope: Scope,
}

/// What a rule says of its measure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Condition {
    /// The candidate's value must stand so to a number.
    Bound {
        /// How it must stand to the bound.
        relation: Relation,
        /// The number.
        bound: f64,
    },
    /// The candidate is not worse than the baseline by more than this; with an alpha, only a
    /// drop of a lower p counts.
    Drop {
        /// How much worse is allowed.
        tolerance: Tolerance,
        /// Only a drop with a p-value below this counts.
        alpha: Option<f64>,
    },
    /// A one-sided test must show that the candidate is worse than the baseline by less than this;
    /// where it is 0, that the candidate is better.
    NotWorse {
        /// How much worse is allowed: the margin.
        tolerance: Tolerance,
        /// The p-value must be below this.
        alpha: f64,
    },
}

/// How a value must stand to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Relation {
    /// `>=`
    AtLeast,
    /// `>`
    Above,
    /// `<=`
    AtMost,
    /// `<`
    Below,
}

/// Which topics a rule is about.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Scope {
    /// All topics.
    All,
    /// All topics, and each slice by itself.
    Everywhere,
    /// Each slice by itself; where the rule says so is kept for messages.
    EverySlice {
        /// The character of the rule that says so.
        at: usize,
    },
    /// One slice, and where its name starts.
    Slice {
        /// Its name.
        name: String,
        /// The character of the rule where it starts.
        at: usize,
    },
}

impl Rule {
    /// Whether it says what must be or what must not be.
    pub fn kind(&self) -> RuleKind {
        match self.condition {
            Condition::Bound { .. } | Condition::NotWorse { .. } => RuleKind::Require,
            Condition::Drop { .. } => RuleKind::Forbid,
        }
    }

    /// Whether it compares the candidate with a baseline.
    pub fn needs_baseline(&self) -> bool {
        !matches!(self.condition, Condition::Bound { .. })
    }

    /// What is wrong with this rule at one of its characters.
    pub fn error(&self, at: usize, message: impl Into<String>) -> RuleError {
        RuleError {
            text: self.text.clone(),
            at,
            message: message.into(),
            origin: self.origin.clone(),
        }
    }
}

impl Relation {
    /// All of them, the longer signs first, so that `>=` is not taken for `>`.
    pub const ALL: [Relation; 4] =
        [Relation::AtLeast, Relation::AtMost, Relation::Above, Relation::Below];

    /// Its sign in rules.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::AtLeast => ">=",
            Relation::Above => ">",
            Relation::AtMost => "<=",
            Relation::Below => "<",
        }
    }

    /// The sign of what is the case when this is not.
    pub fn opposite(self) -> Relation {
        match self {
            Relation::AtLeast => Relation::Below,
            Relation::Above => Relation::AtMost,
            Relation::AtMost => Relation::Above,
            Relation::Below => Relation::AtLeast,
        }
    }

    /// Whether `value` stands so to `bound`. What differs by rounding only is the same.
    pub fn holds(self, value: f64, bound: f64) -> bool {
        let slack = rounding(value, bound);
        match self {
            Relation::AtLeast => value >= bound - slack,
            Relation::Above => value > bound + slack,
            Relation::AtMost => value <= bound + slack,
            Relation::Below => value < bound - slack,
        }
    }
}

/// Whether two numbers differ by rounding only: a mean of topics is a little off, by the order in
/// which they are added.
pub fn is_rounding(a: f64, b: f64) -> bool {
    (a - b).abs() <= rounding(a, b)
}

pub(super) fn rounding(a: f64, b: f64) -> f64 {
    1e-12 * a.abs().max(b.abs()).max(1e-3)
}

/// What is wrong with a rule, and at which of its characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// The rule.
    pub text: String,
    /// From 0, in characters.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// Where the rule was written.
    pub origin: String,
}

impl std::error::Error for RuleError {}

impl From<RuleError> for Error {
    fn from(error: RuleError) -> Self {
        Error::new(ErrorKind::Request, error.to_string())
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleError { text, at, message, origin } = self;
        let text = text.replace(char::is_control, " ");
        let margin = " ".repeat(*at);
        writeln!(f, "{origin}: this rule is wrong at character {}", at + 1)?;
        write!(f, "  {text}\n  {margin}^\n  {message}")
    }
}
