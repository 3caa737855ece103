//! Tables of scores and the ways to write them: aligned text, tab- or comma-separated values,
//! Markdown and LaTeX. A [`Table`] knows nothing of measures; whoever makes it decides what is
//! best and how many digits are shown.

mod chart;
mod delimited;
mod document;
pub mod figures;
pub mod html;
mod json;
mod latex;
mod markdown;
pub mod plot;
pub mod present;
mod records;
mod text;
mod writers;

pub use chart::{Chart, Series, write_chart};
pub use delimited::{write_csv, write_tsv};
pub use document::{Block, Document};
pub use json::write_json;
pub use latex::{write_latex, write_latex_words};
pub use markdown::write_markdown;
pub use records::Records;
pub use text::{wrapped, write_text};
pub use writers::{Format, write};

/// A table with a header row.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// What stands above it: a line for each choice behind the numbers.
    pub notes: Vec<Note>,
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<Cell>>,
    /// What stands below it on a terminal, where `*` marks the best.
    pub legend: Vec<String>,
    /// What the marks behind numbers mean.
    pub key: Vec<String>,
}

/// A choice behind the numbers.
#[derive(Debug, Clone)]
pub struct Note {
    /// What it is about, in a word.
    pub about: String,
    /// What was chosen, and what it means here.
    pub text: String,
}

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Text, set left.
    Text(String),
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

    /// The number alone.
    fn number(&self) -> String {
        match self {
            Cell::Marked { value, decimals, .. } => format!("{:.decimals$}", value + 0.0),
            _ => self.plain(),
        }
    }

    fn plain(&self) -> String {
        match self {
            Cell::Marked { marks, .. } if marks.is_empty() => self.number(),
            Cell::Marked { marks, .. } => format!("{} {marks}", self.number()),
            Cell::Text(text) => text.clone(),
            // Adding 0 makes a negative zero positive.
            Cell::Number { value, decimals: None, .. } => (value + 0.0).to_string(),
            Cell::Number { value, decimals: Some(decimals), .. } => {
                format!("{:.decimals$}", value + 0.0)
            }
            Cell::Range { value, low, high, decimals } => {
                let [value, low, high] = [value, low, high].map(|n| n + 0.0);
                format!("{value:.decimals$} [{low:.decimals$}, {high:.decimals$}]")
            }
        }
    }

    fn is_best(&self) -> bool {
        matches!(self, Cell::Number { best: true, .. } | Cell::Marked { best: true, .. })
    }

    fn is_number(&self) -> bool {
        matches!(self, Cell::Number { .. } | Cell::Marked { .. } | Cell::Range { .. })
    }
}

impl Table {
    /// Whether a column holds numbers, and so is set right.
    fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row[column].is_number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let number = |value, best| Cell::Number { value, decimals: Some(4), best };
        Table {
            notes: vec![
                Note { about: "ties".into(), text: "by document id".into() },
                Note { about: "relevant".into(), text: "grade 1 or higher".into() },
            ],
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
ties      by document id
relevant  grade 1 or higher

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

- ties: by document id
- relevant: grade 1 or higher
"
        );
    }

    #[test]
    fn latex_escapes_and_uses_booktabs() {
        assert_eq!(
            written(write_latex),
            "\
% ties: by document id
% relevant: grade 1 or higher
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
run           AP
-----  ---------
(a) x  0.500 bc*
(b) y   -10.250

bc: better than those (p < 0.05)
"
        );
    }

    #[test]
    fn delimited_values_are_exact_and_quoted_where_needed() {
        let table = Table {
            header: vec!["run".into(), "value".into()],
            rows: vec![
                vec![Cell::Text("a,\"b\"\tc".into()), Cell::exact(0.1 + 0.2)],
                vec![Cell::Text("d".into()), Cell::exact(1.0)],
            ],
            ..Table::default()
        };
        let mut tsv = vec![];
        write_tsv(&table, &mut tsv).unwrap();
        assert_eq!(
            String::from_utf8(tsv).unwrap(),
            "run\tvalue\na,\"b\"\\tc\t0.30000000000000004\nd\t1\n"
        );
        let mut csv = vec![];
        write_csv(&table, &mut csv).unwrap();
        assert_eq!(
            String::from_utf8(csv).unwrap(),
            "run,value\n\"a,\"\"b\"\"\tc\",0.30000000000000004\nd,1\n"
        );
    }
}
