//! A table for a paper: a `table` that fits a column, with its caption, and no package but booktabs.

use super::{escape, row_of, write_letters_hint};
use crate::{Cell, Table};
use std::io::{self, Write};

/// The width of a column in most formats with two of them, and of the text over both, in points.
const COLUMN: f64 = 229.0;
const BOTH_COLUMNS: f64 = 460.0;

/// Sizes of letters: the name, points in an em (small letters are wide for their size), and points
/// between columns.
const SIZES: [(&str, f64, f64); 3] =
    [("small", 9.3, 4.0), ("footnotesize", 8.5, 3.0), ("scriptsize", 7.5, 2.0)];

/// How wide bold letters and raised ones are, of the usual width.
const BOLD: f64 = 1.15;
const RAISED: f64 = 0.75;

/// Writes the table with the best in bold and marks raised; over both columns, if it is too wide for
/// one.
pub(crate) fn write_latex_float(
    caption: &str,
    label: &str,
    table: &Table,
    out: &mut dyn Write,
) -> io::Result<()> {
    let fits = |width: f64| {
        SIZES.iter().find(|(_, points, apart)| width_of(table, *points, *apart) <= width)
    };
    let last = &SIZES[SIZES.len() - 1];
    let (float, (size, _, apart)) = match fits(COLUMN) {
        Some(size) => ("table", size),
        None => ("table*", fits(BOTH_COLUMNS).unwrap_or(last)),
    };
    let marked: Vec<bool> = (0..table.header.len())
        .map(|column| table.rows.iter().any(|row| !row[column].marks().is_empty()))
        .collect();
    write_letters_hint(table, caption, out)?;
    writeln!(out, "% \\usepackage{{booktabs}}\n\\begin{{{float}}}\n\\centering\n\\{size}")?;
    writeln!(out, "\\caption{{{}}}\n\\label{{{label}}}", escape(caption))?;
    let columns: String = (0..table.header.len())
        .map(|column| match (table.is_numeric(column), marked[column]) {
            (true, true) => "r@{}l",
            (true, false) => "r",
            (false, _) => "l",
        })
        .collect();
    writeln!(out, "\\setlength{{\\tabcolsep}}{{{apart}pt}}")?;
    writeln!(out, "\\begin{{tabular}}{{{columns}}}\n\\toprule")?;
    let names = table.header.iter().zip(&marked).map(|(name, marked)| match marked {
        true => format!("\\multicolumn{{2}}{{c}}{{{}}}", escape(name)),
        false => escape(name),
    });
    writeln!(out, "{} \\\\\n\\midrule", names.collect::<Vec<_>>().join(" & "))?;
    for row in &table.rows {
        let cells = row.iter().zip(&marked).map(|(cell, marked)| shown(cell, *marked));
        writeln!(out, "{} \\\\", row_of(cells))?;
    }
    writeln!(out, "\\bottomrule\n\\end{{tabular}}\n\\end{{{float}}}")
}

/// A cell, and its marks in a column of their own where the column has any.
fn shown(cell: &Cell, marked: bool) -> String {
    let number = escape(&cell.number());
    let number = if cell.is_best() { format!("\\textbf{{{number}}}") } else { number };
    match (marked, cell.marks()) {
        (false, _) => number,
        (true, "") => format!("{number} &"),
        (true, marks) => format!("{number} & \\textsuperscript{{{}}}", escape(marks)),
    }
}

/// About how wide the table is, in points.
fn width_of(table: &Table, points: f64, apart: f64) -> f64 {
    let columns = table.header.iter().enumerate().map(|(column, name)| {
        let widest = |width: &dyn Fn(&Cell) -> f64| {
            table.rows.iter().map(|row| width(&row[column])).fold(0.0, f64::max)
        };
        let numbers = widest(&|cell| {
            let bold = if cell.is_best() { BOLD } else { 1.0 };
            ems(&cell.number()) * bold
        });
        let marks = widest(&|cell| ems(cell.marks()) * RAISED);
        (numbers + marks).max(ems(name)) * points + 2.0 * apart
    });
    columns.sum()
}

/// About how wide a text is in Computer Modern, in ems.
fn ems(text: &str) -> f64 {
    let width = |c: char| match c {
        '.' | ',' | ':' | 'i' | 'l' | '\'' | '|' => 0.28,
        '(' | ')' | '[' | ']' | '-' | ' ' | 't' | 'f' | 'r' | 's' | 'j' | 'I' => 0.39,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.9,
        '+' | '=' | '<' | '>' => 0.78,
        c if c.is_uppercase() => 0.74,
        _ => 0.53,
    };
    text.chars().map(width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tone;

    fn written(name: &str, measures: usize) -> String {
        let cell = |marks: &str, best| Cell::Marked {
            value: -0.5,
            decimals: 3,
            best,
            marks: marks.into(),
            tone: Tone::Better,
        };
        let row = |marks: &str, best| {
            let cells = (0..measures).map(|_| cell(marks, best));
            [Cell::Text(name.into())].into_iter().chain(cells).collect()
        };
        let names = (0..measures).map(|at| format!("P@{at}"));
        let table = Table {
            header: ["run".to_string()].into_iter().chain(names).collect(),
            rows: vec![row("†", true), row("", false)],
            ..Table::default()
        };
        let mut out = vec![];
        write_latex_float("50 % of a_b.", "tab:runs", &table, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_table_is_a_float_with_caption_and_label() {
        assert_eq!(
            written("a_1", 1),
            "\
% \\usepackage{booktabs}
\\begin{table}
\\centering
\\small
\\caption{50 \\% of a\\_b.}
\\label{tab:runs}
\\setlength{\\tabcolsep}{4pt}
\\begin{tabular}{lr@{}l}
\\toprule
run & \\multicolumn{2}{c}{P@0} \\\\
\\midrule
a\\_1 & \\textbf{$-$0.500} & \\textsuperscript{$\\dagger$} \\\\
a\\_1 & $-$0.500 & \\\\
\\bottomrule
\\end{tabular}
\\end{table}
"
        );
    }

    #[test]
    fn a_wide_table_has_smaller_letters_and_then_both_columns() {
        let start = |measures| written("a_run_of_a_name", measures);
        for (measures, size) in [(3, "small"), (4, "footnotesize"), (5, "scriptsize")] {
            assert!(start(measures).contains(&format!("\\{size}\n")), "{}", start(measures));
            assert!(start(measures).contains("\\begin{table}\n"));
        }
        assert!(start(7).contains("\\begin{table*}\n\\centering\n\\small\n"));
        assert!(start(7).ends_with("\\end{table*}\n"));
    }
}
