//! A document as one HTML file that needs no network and no script: the conclusion first, then what it
//! comes from, and the choices at the end.

use super::text;
use crate::document::{Block, Document};
use crate::{Note, Table};
use std::io::{self, Write};

const STYLE: &str = include_str!("document.css");

/// Writes a page of this title, which begins with its headline if there is one.
pub(crate) fn write_document_html(
    title: &str,
    headline: Option<String>,
    document: &Document,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = text(title);
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<title>{title} · Gainline</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>"
    )?;
    match headline {
        Some(said) => {
            writeln!(out, "<p class=\"eyebrow\">{title}</p>\n<h1>{}</h1>", text(&said))?;
        }
        None => writeln!(out, "<h1>{title}</h1>")?,
    }
    let is_conclusion = |block: &&Block| matches!(block, Block::Conclusion(_));
    for block in document.blocks.iter().filter(is_conclusion) {
        write_block(block, out)?;
    }
    for block in document.blocks.iter().filter(|block| !is_conclusion(block)) {
        write_block(block, out)?;
    }
    if !document.notes.is_empty() {
        writeln!(out, "<h2>Choices</h2>\n<dl class=\"notes\">")?;
        for Note { about, text: said } in &document.notes {
            writeln!(out, "<dt>{}</dt><dd>{}</dd>", text(about), text(said))?;
        }
        writeln!(out, "</dl>")?;
    }
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "<footer>Made by Gainline {version}.</footer>\n</main>\n</body>\n</html>")
}

fn write_block(block: &Block, out: &mut dyn Write) -> io::Result<()> {
    match block {
        Block::Heading(said) => writeln!(out, "<h2>{}</h2>", text(said)),
        Block::Conclusion(said) => writeln!(out, "<p class=\"conclusion\">{}</p>", text(said)),
        Block::Table(table) => write_table(table, out),
        Block::Captioned { caption, table, .. } => {
            writeln!(out, "<p>{}</p>", text(caption))?;
            write_table(table, out)
        }
        Block::Chart { .. } => Ok(()),
        Block::Legend(said) => writeln!(out, "<p class=\"legend\">{}</p>", text(said)),
        Block::Text(said) => writeln!(out, "<p>{}</p>", text(said)),
        Block::Definition { term, lines } => {
            writeln!(out, "<dl><dt>{}</dt>", text(term))?;
            for line in lines {
                writeln!(out, "<dd>{}</dd>", text(line))?;
            }
            writeln!(out, "</dl>")
        }
        Block::Lines(lines) => {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            writeln!(out, "<pre>{}</pre>", text(&lines.join("\n")))
        }
        Block::List(items) => write_list("", items, out),
        Block::Warnings(items) => {
            writeln!(out, "<h2>Warnings</h2>")?;
            write_list(" class=\"warnings\"", items, out)
        }
        Block::Picture { light, dark } => {
            writeln!(out, "<figure class=\"light\">{light}</figure>")?;
            writeln!(out, "<figure class=\"dark\">{dark}</figure>")
        }
    }
}

fn write_list(class: &str, items: &[String], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<ul{class}>")?;
    for item in items {
        writeln!(out, "<li>{}</li>", text(item))?;
    }
    writeln!(out, "</ul>")
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let classes: Vec<&str> = (0..table.header.len())
        .map(|column| if table.is_numeric(column) { " class=\"number\"" } else { "" })
        .collect();
    writeln!(out, "<div class=\"table\"><table>\n<thead><tr>")?;
    for (name, class) in table.header.iter().zip(&classes) {
        write!(out, "<th{class}>{}</th>", text(name))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in &table.rows {
        write!(out, "<tr>")?;
        for (cell, class) in row.iter().zip(&classes) {
            let shown = text(&cell.number());
            let shown = if cell.is_best() {
                format!("<strong>{shown}</strong>")
            } else {
                shown.to_string()
            };
            let marks = match cell.marks() {
                "" => String::new(),
                marks => format!("<sup>{}</sup>", text(marks)),
            };
            write!(out, "<td{class}>{shown}{marks}</td>")?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table></div>")?;
    let best = table.rows.iter().flatten().any(crate::Cell::is_best);
    if best {
        writeln!(out, "<p class=\"legend\">In colour: the best.</p>")?;
    }
    for said in &table.key {
        writeln!(out, "<p class=\"legend\">{}</p>", text(said))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    #[test]
    fn the_conclusion_comes_first_and_names_are_only_text() {
        let mut document = Document::new(vec![Note { about: "a".into(), text: "<i>".into() }]);
        document.heading("Heading");
        document.table(Table {
            header: vec!["run".into(), "AP".into()],
            rows: vec![vec![
                Cell::Text("<script>".into()),
                Cell::Number { value: 0.5, decimals: Some(2), best: true },
            ]],
            ..Table::default()
        });
        document.conclusion("Take & keep it.");
        let mut page = vec![];
        write_document_html("a < b", Some("a & b".into()), &document, &mut page).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains("<title>a &lt; b · Gainline</title>"));
        assert!(page.contains("<td>&lt;script&gt;</td><td class=\"number\"><strong>0.50</strong>"));
        assert!(page.contains("<dt>a</dt><dd>&lt;i&gt;</dd>"));
        assert!(page.contains("<main>\n<p class=\"eyebrow\">a &lt; b</p>\n<h1>a &amp; b</h1>"));
        assert!(page.find("Take &amp; keep it.") < page.find("Heading"));
        assert!(!page.contains("<script"), "a page without script");
    }
}
