//! LaTeX, with the packages booktabs and siunitx.

mod float;

pub(crate) use float::write_latex_float;

use crate::{Cell, Table};
use std::collections::HashSet;
use std::io::{self, Write};

/// Writes a `tabular` with the best in bold; numbers stand in siunitx' columns, aligned at the point.
/// What marks mean stands below it. Many columns are set small and close.
pub(crate) fn write_latex(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns: Vec<Column> = (0..table.header.len()).map(|c| Column::of(table, c)).collect();
    if columns.iter().any(|column| matches!(column, Column::Numbers { .. })) {
        writeln!(out, "% \\usepackage{{booktabs,siunitx}} \\sisetup{{detect-weight=true}}")?;
    }
    write_letters_hint(table, "", out)?;
    let small = SMALLER.iter().find(|(columns, ..)| table.header.len() >= *columns);
    if let Some((_, size, apart)) = small {
        writeln!(out, "\\noindent{{\\{size}\\setlength{{\\tabcolsep}}{{{apart}}}%")?;
    }
    let format: String = columns.iter().map(Column::format).collect();
    writeln!(out, "\\begin{{tabular}}{{{format}}}\n\\toprule")?;
    let header = table.header.iter().zip(&columns);
    let header: Vec<String> = header.map(|(name, column)| column.words(&escape(name))).collect();
    writeln!(out, "{} \\\\\n\\midrule", header.join(" & "))?;
    for row in &table.rows {
        let cells = row.iter().zip(&columns).map(|(cell, column)| column.cell(cell));
        writeln!(out, "{} \\\\", row_of(cells))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}{}", if small.is_some() { "}" } else { "" })?;
    table.key.iter().try_for_each(|line| write_latex_words(line, out))
}

/// Says what it takes if pdflatex lacks letters.
fn write_letters_hint(table: &Table, caption: &str, out: &mut dyn Write) -> io::Result<()> {
    let words = table.header.iter().chain(&table.key).map(String::as_str);
    let cells = table.rows.iter().flatten().filter_map(Cell::words);
    if words.chain(cells).chain([caption]).any(is_foreign) {
        writeln!(
            out,
            "% Some letters are not Latin: use xelatex or lualatex, and fontspec with a font that has them."
        )?;
    }
    Ok(())
}

/// Cells as a row. Behind the end of another row, LaTeX would take a `[` or `*` for its own.
fn row_of(cells: impl Iterator<Item = String>) -> String {
    let row = cells.collect::<Vec<_>>().join(" & ");
    match row.starts_with(['[', '*']) {
        true => format!("{{}}{row}"),
        false => row,
    }
}

/// Words below a table, smaller than it.
pub(crate) fn write_latex_words(words: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\\par\\smallskip\\noindent{{\\footnotesize {}\\par}}", escape(words))
}

/// Tables of so many columns do not fit the text of `article` at the usual size: how large letters are
/// then, and how far columns stand apart.
const SMALLER: [(usize, &str, &str); 2] = [(9, "scriptsize", "2.5pt"), (7, "footnotesize", "3pt")];

/// Whether pdflatex has no letters for this text: it knows Latin ones and a few signs.
fn is_foreign(text: &str) -> bool {
    let known = |c: char| {
        c < '\u{180}' || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2212}' | '\u{20ac}' | '\u{fffd}')
    };
    !text.chars().all(known)
}

/// The decimals of a number in words, as of `+0.1203` or `-12.5 %`; none if it is no number.
fn decimals(text: &str) -> Option<usize> {
    let number = text.trim_end_matches(['%', ' ']);
    let digits = number.trim_start_matches(['+', '-']);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    (!whole.is_empty() && all(whole) && all(part)).then_some(part.len())
}

/// How a column is set.
enum Column {
    Left,
    Right,
    /// Numbers with so many digits before and behind the point, and the longest marks behind them.
    Numbers {
        whole: usize,
        sign: bool,
        decimals: usize,
        marks: String,
    },
}

impl Column {
    fn of(table: &Table, at: usize) -> Self {
        if !table.is_numeric(at) {
            let texts = table.rows.iter().filter_map(|row| row[at].words());
            let texts = texts.filter(|text| !text.is_empty() && *text != "-");
            let places: Option<HashSet<usize>> = texts.map(decimals).collect();
            // The first column holds names. Numbers of unequal decimals would not stand below each other.
            let aligned = at > 0 && places.is_some_and(|places| places.len() == 1);
            return if aligned { Column::Right } else { Column::Left };
        }
        let (mut whole, mut sign, mut decimals, mut marks) = (1, false, None, String::new());
        for row in &table.rows {
            let places = match &row[at] {
                Cell::Text(_) | Cell::Toned { .. } => continue,
                Cell::Number { decimals: Some(places), .. } => places,
                Cell::Marked { decimals: places, marks: given, .. } => {
                    if given.chars().count() > marks.chars().count() {
                        marks.clone_from(given);
                    }
                    places
                }
                Cell::Number { decimals: None, .. } | Cell::Range { .. } => return Column::Right,
            };
            if decimals.is_some_and(|decimals| decimals != *places) {
                return Column::Right;
            }
            decimals = Some(*places);
            let text = row[at].number();
            sign |= text.starts_with('-');
            let digits = text.trim_start_matches('-').split('.').next().map_or(1, str::len);
            whole = whole.max(digits);
        }
        let Some(decimals) = decimals else { return Column::Right };
        Column::Numbers { whole, sign, decimals, marks }
    }

    fn format(&self) -> String {
        match self {
            Column::Left => "l".into(),
            Column::Right => "r".into(),
            Column::Numbers { whole, sign, decimals, marks } => {
                let sign = if *sign { "-" } else { "" };
                let room = match marks.as_str() {
                    "" => String::new(),
                    marks => {
                        format!(",table-space-text-post={{\\textsuperscript{{{}}}}}", escape(marks))
                    }
                };
                let point = if *decimals > 0 { format!(".{decimals}") } else { String::new() };
                format!("S[table-format={sign}{whole}{point}{room}]")
            }
        }
    }

    /// Words, which a column of numbers takes in braces only.
    fn words(&self, words: &str) -> String {
        match self {
            Column::Numbers { .. } => format!("{{{words}}}"),
            _ => words.into(),
        }
    }

    fn cell(&self, cell: &Cell) -> String {
        let bold = |text: String, is_number: bool| match (cell.is_best(), is_number) {
            (false, _) => text,
            (true, true) => format!("\\bfseries {text}"),
            (true, false) => format!("\\textbf{{{text}}}"),
        };
        match (self, cell) {
            (Column::Numbers { .. }, Cell::Text(text) | Cell::Toned { text, .. }) => {
                self.words(&escape(text))
            }
            (Column::Numbers { .. }, Cell::Marked { marks, .. }) if !marks.is_empty() => {
                let marks = escape(marks);
                // Marks are no part of what is best.
                bold(format!("{} {{\\mdseries\\textsuperscript{{{marks}}}}}", cell.number()), true)
            }
            (Column::Numbers { .. }, _) => bold(cell.number(), true),
            _ => bold(escape(&cell.plain()), false),
        }
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            // A minus, and not a hyphen.
            '-' if before.is_none_or(|b: char| b.is_whitespace() || "[(,±".contains(b))
                && letters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '.') =>
            {
                out.push_str("$-$");
            }
            '\u{2212}' => out.push_str("$-$"),
            '±' => out.push_str("$\\pm$"),
            '→' => out.push_str("$\\rightarrow$"),
            '≥' => out.push_str("$\\geq$"),
            '†' => out.push_str("$\\dagger$"),
            '‡' => out.push_str("$\\ddagger$"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
        before = Some(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(rows: &[&[&str]]) -> String {
        let row = |row: &&[&str]| row.iter().map(|text| Cell::Text((*text).into())).collect();
        let header = rows[0].iter().map(|_| "h".into()).collect();
        let table = Table { header, rows: rows.iter().map(row).collect(), ..Table::default() };
        let mut out = vec![];
        write_latex(&table, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_minus_is_no_hyphen() {
        for (text, set) in [
            ("-0.12", "$-$0.12"),
            ("[-0.12, -.3]", "[$-$0.12, $-$.3]"),
            ("bm25-2", "bm25-2"),
            ("1-4", "1-4"),
            ("-", "-"),
            ("--x", "--x"),
            ("within ±0.1", "within $\\pm$0.1"),
        ] {
            assert_eq!(escape(text), set);
        }
    }

    #[test]
    fn numbers_in_words_stand_at_the_right_if_they_have_the_same_decimals() {
        let text = written(&[&["1", "+0.10", "0.1", "2"], &["2", "-12.50", "0.25", "b"]]);
        assert!(text.contains("{lrll}"), "{text}");
        assert_eq!(
            ["+7.2 %", "12", "< 0.1", "", "1e5"].map(decimals),
            [Some(1), Some(0), None, None, None]
        );
    }

    #[test]
    fn wide_tables_are_set_small() {
        for (columns, size) in [
            (6, None),
            (7, Some("\\noindent{\\footnotesize")),
            (9, Some("\\noindent{\\scriptsize")),
        ] {
            let text = written(&[&vec!["x"; columns][..]]);
            assert_eq!(
                text.starts_with("\\noindent").then(|| text.split("\\setlength").next()).flatten(),
                size
            );
            assert_eq!(text.ends_with("\\end{tabular}}\n"), size.is_some());
        }
    }

    #[test]
    fn letters_that_pdflatex_lacks_are_told_of() {
        assert!(written(&[&["検索"]]).starts_with("% Some letters are not Latin: use xelatex"));
        assert!(!written(&[&["béta – ő €"]]).contains("xelatex"));
    }
}
