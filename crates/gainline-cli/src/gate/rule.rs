//! What a rule says, and how one that cannot be read is shown.

use gainline::Measure;
use std::fmt;

/// Whether a rule says what must be or what must not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Require,
    Forbid,
}

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Require => "require",
            Kind::Forbid => "forbid",
        }
    }
}

/// A rule of the gate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rule {
    /// As it was written.
    pub text: String,
    /// Where it was written: an option, or a line of a file.
    pub origin: String,
    pub measure: Measure,
    pub says: Says,
    pub scope: Scope,
}

/// What a rule says of its measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Says {
    /// The candidate's value holds against a number.
    Bound { order: Order, bound: f64 },
    /// The candidate is not worse than the baseline by more than this; with an alpha, only a
    /// drop of a lower p counts.
    Drop { tolerance: Tolerance, alpha: Option<f64> },
}

/// How a value is held against a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    AtLeast,
    Above,
    AtMost,
    Below,
}

/// How much worse is still allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Tolerance {
    /// So many of the measure's units.
    Absolute(f64),
    /// So many hundredths of the baseline.
    Percent(f64),
}

/// Which topics a rule is about.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Scope {
    All,
    /// All topics, and each slice by itself.
    Everywhere,
    /// Each slice by itself; where the rule says so is kept for messages.
    EverySlice {
        at: usize,
    },
    /// One slice, and where its name starts.
    Slice {
        name: String,
        at: usize,
    },
}

impl Rule {
    pub(super) fn kind(&self) -> Kind {
        match self.says {
            Says::Bound { .. } => Kind::Require,
            Says::Drop { .. } => Kind::Forbid,
        }
    }

    /// What is wrong with this rule at one of its characters.
    pub(super) fn fault(&self, at: usize, message: impl Into<String>) -> Fault {
        Fault { text: self.text.clone(), at, message: message.into(), origin: self.origin.clone() }
    }
}

impl Order {
    /// All of them, the longer signs first, so that `>=` is not taken for `>`.
    pub(super) const ALL: [Order; 4] = [Order::AtLeast, Order::AtMost, Order::Above, Order::Below];

    pub(super) fn sign(self) -> &'static str {
        match self {
            Order::AtLeast => ">=",
            Order::Above => ">",
            Order::AtMost => "<=",
            Order::Below => "<",
        }
    }

    /// The sign of what is the case when this is not.
    pub(super) fn opposite(self) -> Order {
        match self {
            Order::AtLeast => Order::Below,
            Order::Above => Order::AtMost,
            Order::AtMost => Order::Above,
            Order::Below => Order::AtLeast,
        }
    }

    /// Whether `value` stands so to `bound`. What differs by rounding only is the same.
    pub(super) fn holds(self, value: f64, bound: f64) -> bool {
        let slack = rounding(value, bound);
        match self {
            Order::AtLeast => value >= bound - slack,
            Order::Above => value > bound + slack,
            Order::AtMost => value <= bound + slack,
            Order::Below => value < bound - slack,
        }
    }
}

/// Two numbers that are closer than this are the same: a mean of topics is a little off, by the
/// order in which they are added.
pub(super) fn rounding(a: f64, b: f64) -> f64 {
    1e-12 * a.abs().max(b.abs()).max(1e-3)
}

/// What is wrong with a rule, and at which of its characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub text: String,
    /// From 0, in characters.
    pub at: usize,
    pub message: String,
    pub origin: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { text, at, message, origin } = self;
        let text = text.replace(char::is_control, " ");
        let margin = " ".repeat(*at);
        writeln!(f, "{origin}: this rule is wrong at character {}", at + 1)?;
        write!(f, "  {text}\n  {margin}^\n  {message}")
    }
}
