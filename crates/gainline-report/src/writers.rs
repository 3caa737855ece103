//! Documents as text, Markdown and LaTeX; answers as JSON; records as TSV, CSV and JSON lines.

use crate::document::{Block, Document, Line};
use crate::html::write_document_html;
use crate::latex::{write_latex, write_latex_float, write_latex_words};
use crate::markdown::escape;
use crate::markdown::write_markdown;
use crate::present::Presenter;
use crate::records::Records;
use crate::text::visible;
use crate::text::write_text;
use crate::{Cell, Colors, Note, Table, Tone, wrapped, write_chart};
use gainline_analysis::answer::Signed;
use std::io::{self, Write};

/// A way to write an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Aligned text for a terminal, with or without colours.
    Text(Colors),
    /// Markdown, GitHub's flavour.
    Markdown,
    /// LaTeX with booktabs and siunitx.
    Latex,
    /// A page that needs no network.
    Html,
    /// Rows with tabs between cells.
    Tsv,
    /// Rows with commas between cells.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// The whole answer as one JSON object.
    Json,
}

/// Writes an answer in a format.
pub fn write<P: Presenter>(presenter: &P, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text(colors) => write_document_text(&presenter.document(), colors, out),
        Format::Markdown => write_document_markdown(&presenter.document(), out),
        Format::Latex => write_document_latex(&presenter.document(), out),
        Format::Html => {
            let headline = presenter.headline();
            write_document_html(&presenter.title(), headline, &presenter.document(), out)
        }
        Format::Tsv => presenter.records(&mut Records::tsv(out)),
        Format::Csv => presenter.records(&mut Records::csv(out)),
        Format::Jsonl => presenter.records(&mut Records::jsonl(out)),
        Format::Json => crate::json::write_json(&Signed::new(presenter.answer()), out),
    }
}

fn write_document_text(document: &Document, colors: Colors, out: &mut dyn Write) -> io::Result<()> {
    let Document { answer, notes, blocks } = document;
    if let Some(answer) = answer {
        writeln!(out, "{}\n", wrapped(&visible(answer), 0))?;
    }
    let about = notes.iter().map(|note| note.about.chars().count()).max().unwrap_or(0);
    for Note { about: name, text } in notes {
        writeln!(out, "{name:about$}  {}", wrapped(&visible(text), about + 2))?;
    }
    let mut first = notes.is_empty();
    for block in blocks.iter().filter(|block| !matches!(block, Block::Picture { .. })) {
        if !std::mem::take(&mut first) {
            writeln!(out)?;
        }
        match block {
            Block::Heading(text) => write_heading(text, out)?,
            Block::Conclusion(text) => {
                write_heading("Conclusion", out)?;
                writeln!(out, "\n{}", wrapped(&visible(text), 0))?;
            }
            Block::Warnings(items) => {
                write_warning_heading(colors, out)?;
                writeln!(out)?;
                write_items(&colors.paint("-", Tone::Warning), items, out)?;
            }
            Block::Table(table) => write_text(table, colors, out)?,
            Block::Captioned { caption, table, .. } => {
                writeln!(out, "{}\n", wrapped(&visible(caption), 0))?;
                write_text(table, colors, out)?;
            }
            Block::Legend(text) | Block::Text(text) => {
                writeln!(out, "{}", wrapped(&visible(text), 0))?;
            }
            Block::Definition { term, lines } => {
                writeln!(out, "{}", visible(term))?;
                let indent = if lines.len() > 1 { 4 } else { 2 };
                for line in lines {
                    writeln!(out, "  {}", wrapped(&visible(line), indent))?;
                }
            }
            Block::Lines(lines) => {
                for Line { label, text } in lines {
                    let label = label.as_ref();
                    let label = label.map(|(label, tone)| colors.paint(&visible(label), *tone));
                    writeln!(out, "{}{}", label.unwrap_or_default(), visible(text))?;
                }
            }
            Block::List(items) => write_items("-", items, out)?,
            Block::Chart { chart, width, height } => write_chart(chart, *width, *height, out)?,
            Block::Picture { .. } => {}
        }
    }
    Ok(())
}

fn write_heading(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let text = visible(text);
    writeln!(out, "{text}\n{}", "=".repeat(text.chars().count()))
}

fn write_warning_heading(colors: Colors, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n========", colors.paint("Warnings", Tone::Warning))
}

fn write_items(sign: &str, items: &[String], out: &mut dyn Write) -> io::Result<()> {
    items.iter().try_for_each(|item| writeln!(out, "{sign} {}", wrapped(&visible(item), 2)))
}

pub(crate) fn write_document_markdown(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let Document { answer, notes, blocks } = document;
    let mut first = answer.is_none();
    if let Some(answer) = answer {
        writeln!(out, "{}", escape(answer))?;
    }
    for block in blocks.iter().filter(is_in_papers) {
        if !std::mem::take(&mut first) {
            writeln!(out)?;
        }
        match block {
            Block::Heading(text) => writeln!(out, "## {}", escape(text))?,
            Block::Conclusion(text) => writeln!(out, "## Conclusion\n\n{}", escape(text))?,
            Block::Warnings(items) => {
                writeln!(out, "## Warnings\n")?;
                for item in items {
                    writeln!(out, "- {}", escape(item))?;
                }
            }
            Block::Table(table) => write_markdown(table, out)?,
            Block::Captioned { caption, table, .. } => {
                writeln!(out, "{}\n", escape(&best_in_bold(caption, table)))?;
                write_markdown(table, out)?;
            }
            Block::Legend(text) | Block::Text(text) => writeln!(out, "{}", escape(text))?,
            Block::Definition { term, lines } => {
                writeln!(out, "**{}**\n", escape(term))?;
                for line in lines {
                    writeln!(out, "- {}", escape(line))?;
                }
            }
            Block::Lines(lines) => {
                for line in lines {
                    writeln!(out, "- {}", escape(&line.to_string()))?;
                }
            }
            Block::List(items) => {
                for item in items {
                    writeln!(out, "- {}", escape(item))?;
                }
            }
            Block::Chart { .. } | Block::Picture { .. } => {}
        }
    }
    if blocks.iter().any(|block| matches!(block, Block::Heading(_) | Block::Conclusion(_))) {
        writeln!(out, "\n## Choices")?;
    }
    if !notes.is_empty() {
        writeln!(out)?;
    }
    for Note { about, text } in notes {
        writeln!(out, "- {}: {}", escape(about), escape(text))?;
    }
    Ok(())
}

fn write_document_latex(document: &Document, out: &mut dyn Write) -> io::Result<()> {
    let Document { answer, notes, blocks } = document;
    if let Some(answer) = answer {
        writeln!(out, "% {}\n", visible(answer))?;
    }
    for Note { about, text } in notes {
        writeln!(out, "% {about}: {}", visible(text))?;
    }
    for block in blocks.iter().filter(is_in_papers) {
        writeln!(out)?;
        match block {
            Block::Heading(text) | Block::Text(text) => writeln!(out, "% {}", visible(text))?,
            Block::Conclusion(text) => writeln!(out, "% Conclusion\n\n% {}", visible(text))?,
            Block::Warnings(items) => {
                writeln!(out, "% Warnings\n")?;
                for item in items {
                    writeln!(out, "% - {}", visible(item))?;
                }
            }
            Block::Table(table) => write_latex(table, out)?,
            Block::Captioned { caption, label, table } => {
                write_latex_float(&best_in_bold(caption, table), label, table, out)?;
            }
            Block::Legend(text) => write_latex_words(text, out)?,
            Block::Definition { term, lines } => {
                writeln!(out, "% {}", visible(term))?;
                for line in lines {
                    writeln!(out, "%   {}", visible(line))?;
                }
            }
            Block::Lines(lines) => {
                for line in lines {
                    writeln!(out, "% - {}", visible(&line.to_string()))?;
                }
            }
            Block::List(items) => {
                for item in items {
                    writeln!(out, "% - {}", visible(item))?;
                }
            }
            Block::Chart { .. } | Block::Picture { .. } => {}
        }
    }
    Ok(())
}

/// A caption that says how the best is marked.
fn best_in_bold(caption: &str, table: &Table) -> String {
    let best = table.rows.iter().flatten().any(Cell::is_best);
    let bold = if best { " The best of each column is bold." } else { "" };
    format!("{caption}{bold}")
}

/// Whether Markdown and LaTeX have it.
fn is_in_papers(block: &&Block) -> bool {
    !matches!(block, Block::Chart { .. } | Block::Picture { .. })
}
