//! A table of texts and numbers. It knows nothing of measures; whoever makes it decides what is best
//! and how many digits are shown.

use crate::color::Tone;
use crate::decimals::append_fixed;

/// A table with a header row.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<Cell>>,
    /// What stands below it on a terminal, where `*` marks the best.
    pub legend: Vec<String>,
    /// What the marks behind numbers mean.
    pub key: Vec<String>,
}

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Text, set left.
    Text(String),
    /// Text that says something good or bad, set left.
    Toned {
        /// The text.
        text: String,
        /// What it means.
        tone: Tone,
    },
    /// A number, set right.
    Number {
        /// Its value.
        value: f64,
        /// How many decimals are shown; all that are needed to read the same number back, without.
        decimals: Option<usize>,
        /// The best of its column.
        best: bool,
    },
    /// A number with marks behind it that a legend explains, set right.
    Marked {
        /// Its value.
        value: f64,
        /// How many decimals are shown.
        decimals: usize,
        /// The best of its column.
        best: bool,
        /// The marks; none without any.
        marks: String,
        /// What they mean.
        tone: Tone,
    },
    /// A number that may be any from one to another, set right.
    Range {
        /// The number.
        value: f64,
        /// The lowest.
        low: f64,
        /// The highest.
        high: f64,
        /// How many decimals are shown.
        decimals: usize,
    },
}

impl Cell {
    /// A number with all its digits.
    pub fn exact(value: f64) -> Self {
        Cell::Number { value, decimals: None, best: false }
    }

    /// The number alone, without marks.
    pub(crate) fn number(&self) -> String {
        let mut text = String::new();
        self.append_number(&mut text);
        text
    }

    /// All of it.
    pub(crate) fn plain(&self) -> String {
        match self.marks() {
            "" => self.number(),
            marks => format!("{} {marks}", self.number()),
        }
    }

    /// Appends what [`Cell::number`] gives.
    pub(crate) fn append_number(&self, out: &mut String) {
        match self {
            Cell::Text(text) | Cell::Toned { text, .. } => out.push_str(text),
            // Adding 0 makes a negative zero positive.
            Cell::Number { value, decimals: None, .. } => out.push_str(&(value + 0.0).to_string()),
            Cell::Number { value, decimals: Some(decimals), .. }
            | Cell::Marked { value, decimals, .. } => append_fixed(out, *value, *decimals),
            Cell::Range { value, low, high, decimals } => {
                for (before, number) in [("", value), (" [", low), (", ", high)] {
                    out.push_str(before);
                    append_fixed(out, *number, *decimals);
                }
                out.push(']');
            }
        }
    }

    pub(crate) fn is_best(&self) -> bool {
        matches!(self, Cell::Number { best: true, .. } | Cell::Marked { best: true, .. })
    }

    /// The text of a cell that holds no number.
    pub(crate) fn words(&self) -> Option<&str> {
        match self {
            Cell::Text(text) | Cell::Toned { text, .. } => Some(text),
            Cell::Number { .. } | Cell::Marked { .. } | Cell::Range { .. } => None,
        }
    }

    /// The marks behind its number.
    pub(crate) fn marks(&self) -> &str {
        match self {
            Cell::Marked { marks, .. } => marks,
            Cell::Text(_) | Cell::Toned { .. } | Cell::Number { .. } | Cell::Range { .. } => "",
        }
    }

    fn is_number(&self) -> bool {
        self.words().is_none()
    }
}

impl Table {
    /// Whether a column holds numbers, and so is set right; goes through all rows.
    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row[column].is_number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latex::write_latex;
    use crate::markdown::write_markdown;
    use crate::{Colors, text};

    fn write_text(table: &Table, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        text::write_text(table, Colors::Off, out)
    }

    fn table() -> Table {
        let number = |value, best| Cell::Number { value, decimals: Some(4), best };
        Table {
            header: vec!["run".into(), "nDCG@10".into(), "AP".into()],
            rows: vec![
                vec![Cell::Text("a_1|x".into()), number(0.5, false), number(0.25, true)],
                vec![Cell::Text("béta".into()), number(0.75, true), number(-0.0, false)],
            ],
            legend: vec!["* best of its column".into()],
            key: vec![],
        }
    }

    fn written(write: fn(&Table, &mut dyn std::io::Write) -> std::io::Result<()>) -> String {
        let mut out = vec![];
        write(&table(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn text_is_aligned_and_marks_the_best() {
        assert_eq!(
            written(write_text),
            "\
run    nDCG@10       AP
-----  -------  -------
a_1|x  0.5000   0.2500*
béta   0.7500*  0.0000 

* best of its column
"
            .replace("0.0000 \n", "0.0000\n")
        );
    }

    #[test]
    fn markdown_escapes_bars_and_sets_the_best_in_bold() {
        assert_eq!(
            written(write_markdown),
            "\
| run | nDCG@10 | AP |
|:---|---:|---:|
| a\\_1\\|x | 0.5000 | **0.2500** |
| béta | **0.7500** | 0.0000 |
"
        );
    }

    #[test]
    fn latex_escapes_and_uses_booktabs() {
        assert_eq!(
            written(write_latex),
            "\
% \\usepackage{booktabs,siunitx} \\sisetup{detect-weight=true}
\\begin{tabular}{lS[table-format=1.4]S[table-format=1.4]}
\\toprule
run & {nDCG@10} & {AP} \\\\
\\midrule
a\\_1\\textbar{}x & 0.5000 & \\bfseries 0.2500 \\\\
béta & \\bfseries 0.7500 & 0.0000 \\\\
\\bottomrule
\\end{tabular}
"
        );
    }

    #[test]
    fn marks_stand_behind_numbers_and_are_explained() {
        let number = |value, best, marks: &str| Cell::Marked {
            value,
            decimals: 3,
            best,
            marks: marks.into(),
            tone: Tone::Better,
        };
        let table = Table {
            header: vec!["run".into(), "AP".into()],
            rows: vec![
                vec![Cell::Text("(a) x".into()), number(0.5, true, "bc")],
                vec![Cell::Text("(b) y".into()), number(-10.25, false, "")],
            ],
            key: vec!["bc: better than those (p < 0.05)".into()],
            ..Table::default()
        };
        let written = |write: fn(&Table, &mut dyn std::io::Write) -> std::io::Result<()>| {
            let mut out = vec![];
            write(&table, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            written(write_latex),
            "\
% \\usepackage{booktabs,siunitx} \\sisetup{detect-weight=true}
\\begin{tabular}{lS[table-format=-2.3,table-space-text-post={\\textsuperscript{bc}}]}
\\toprule
run & {AP} \\\\
\\midrule
(a) x & \\bfseries 0.500 {\\mdseries\\textsuperscript{bc}} \\\\
(b) y & -10.250 \\\\
\\bottomrule
\\end{tabular}
\\par\\smallskip\\noindent{\\footnotesize bc: better than those (p \\textless{} 0.05)\\par}
"
        );
        assert_eq!(
            written(write_markdown),
            "\
| run | AP |
|:---|---:|
| (a) x | **0.500**<sup>bc</sup> |
| (b) y | -10.250 |

bc: better than those (p \\< 0.05)
"
        );
        assert_eq!(
            written(write_text),
            "\
run             AP
-----  -----------
(a) x    0.500* bc
(b) y  -10.250

bc: better than those (p < 0.05)
"
        );
    }
}
