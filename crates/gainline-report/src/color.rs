//! Colours on a terminal: what a piece of text means is said by who makes it, what that looks like here.

/// What a piece of text means to its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// The best of its column.
    Best,
    /// Significantly better, or a rule that holds.
    Better,
    /// Significantly worse, a broken rule or an error.
    Worse,
    /// What makes a result less certain.
    Warning,
}

/// Whether text is coloured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Colors {
    /// It is not.
    #[default]
    Off,
    /// By ANSI codes: the terminal's own colours, which its user can read on its background.
    On,
}

impl Colors {
    /// A text in its colour; spaces at its end stay outside.
    pub fn paint(self, text: &str, tone: Tone) -> String {
        let code = match (self, tone) {
            (Colors::Off, _) => return text.into(),
            (Colors::On, Tone::Best) => "1",
            (Colors::On, Tone::Better) => "32",
            (Colors::On, Tone::Worse) => "31",
            (Colors::On, Tone::Warning) => "33",
        };
        let seen = text.trim_end();
        if seen.is_empty() {
            return text.into();
        }
        format!("\u{1b}[{code}m{seen}\u{1b}[0m{}", &text[seen.len()..])
    }
}
