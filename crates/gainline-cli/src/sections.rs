//! Several tables below each other, each with a line that says what it shows, and words in the
//! end.

use crate::writing::Format;
use gainline_report::{Note, Table, wrapped, write_latex, write_markdown, write_text};
use std::io::{self, Write};

/// What is written for people.
pub(crate) struct Sections {
    /// Above everything.
    pub notes: Vec<Note>,
    pub tables: Vec<(String, Table)>,
    /// Below everything.
    pub words: Vec<String>,
}

/// Writes them as text, Markdown or LaTeX.
pub(crate) fn write(sections: &Sections, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Markdown => as_markdown(sections, out),
        Format::Latex => as_latex(sections, out),
        _ => as_text(sections, out),
    }
}

fn as_text(Sections { notes, tables, words }: &Sections, out: &mut dyn Write) -> io::Result<()> {
    let about = notes.iter().map(|note| note.about.chars().count()).max().unwrap_or(0);
    for Note { about: name, text } in notes {
        writeln!(out, "{name:about$}  {}", wrapped(&visible(text), about + 2))?;
    }
    for (title, table) in tables {
        writeln!(out, "\n{}\n", wrapped(&visible(title), 0))?;
        write_text(table, out)?;
    }
    for line in words {
        writeln!(out, "\n{}", wrapped(&visible(line), 0))?;
    }
    Ok(())
}

fn as_markdown(
    Sections { notes, tables, words }: &Sections,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (at, (title, table)) in tables.iter().enumerate() {
        let space = if at > 0 { "\n" } else { "" };
        writeln!(out, "{space}{}\n", escaped(title))?;
        write_markdown(table, out)?;
    }
    for line in words {
        writeln!(out, "\n{}", escaped(line))?;
    }
    writeln!(out)?;
    for Note { about, text } in notes {
        writeln!(out, "- {}: {}", escaped(about), escaped(text))?;
    }
    Ok(())
}

fn as_latex(Sections { notes, tables, words }: &Sections, out: &mut dyn Write) -> io::Result<()> {
    for Note { about, text } in notes {
        writeln!(out, "% {about}: {}", visible(text))?;
    }
    for (title, table) in tables {
        writeln!(out, "\n% {}", visible(title))?;
        write_latex(table, out)?;
    }
    for line in words {
        writeln!(out, "\n% {}", visible(line))?;
    }
    Ok(())
}

/// Text without control characters, which a terminal might obey.
fn visible(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// Text in which nothing is taken for Markdown's own signs.
fn escaped(text: &str) -> String {
    let signs = ['|', '*', '_', '[', ']', '<', '>', '`', '\\'];
    let escape = |c: char| if signs.contains(&c) { format!("\\{c}") } else { c.to_string() };
    visible(text).chars().map(escape).collect()
}
