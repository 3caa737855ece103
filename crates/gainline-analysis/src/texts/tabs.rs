//! Columns with tabs between, with a header line or without.

use super::{IDS, Lines, Text, TextKind, tidied};

/// Which column holds what.
struct Columns {
    id: usize,
    title: Option<usize>,
    text: Option<usize>,
}

/// Reads from the line that is there to the end.
pub(super) fn read(
    lines: &mut Lines<'_>,
    kind: TextKind,
    keep: &mut dyn FnMut(&str, Text),
) -> gainline::Result<()> {
    let first: Vec<String> = lines
        .line
        .trim_start_matches('\u{feff}')
        .split('\t')
        .map(|name| name.trim().to_lowercase())
        .collect();
    let remedy = "a line is `id<TAB>title<TAB>text`; a header line may name the columns";
    if first.len() < 2 {
        let message = format!("`{}` is one column, with no tab", shortened(&lines.line));
        return Err(lines.wrong(message, remedy));
    }
    let header = header(&first, kind);
    let columns = header.unwrap_or_else(|| unnamed(first.len(), kind));
    let mut fresh = columns_are_unnamed(&first);
    loop {
        if fresh && !lines.line.trim().is_empty() {
            let cells: Vec<&str> = lines.line.trim_start_matches('\u{feff}').split('\t').collect();
            let cell = |at: usize| cells.get(at).copied();
            let id = cell(columns.id).map(str::trim).filter(|id| !id.is_empty());
            let Some(id) = id.filter(|_| cells.len() > 1) else {
                let message = format!("`{}` has no id and text", shortened(&lines.line));
                return Err(lines.wrong(message, remedy));
            };
            let title = columns.title.and_then(cell).and_then(tidied);
            let text = columns.text.and_then(cell).and_then(tidied);
            keep(id, Text { title, text });
        }
        fresh = true;
        if !lines.next()? {
            return Ok(());
        }
    }
}

/// Whether the first line is no header but a row already.
fn columns_are_unnamed(first: &[String]) -> bool {
    !IDS.contains(&first[0].as_str())
}

fn header(first: &[String], kind: TextKind) -> Option<Columns> {
    if columns_are_unnamed(first) {
        return None;
    }
    let [titles, texts] = kind.fields();
    let find = |names: &[&str]| names.iter().find_map(|n| first.iter().position(|f| f == n));
    Some(Columns { id: 0, title: find(titles), text: find(texts) })
}

/// Without names: an id, a title and a text; of two columns, the second is a topic's title, or a
/// document's text.
fn unnamed(count: usize, kind: TextKind) -> Columns {
    match (count, kind) {
        (2, TextKind::Documents) => Columns { id: 0, title: None, text: Some(1) },
        (2, TextKind::Topics) => Columns { id: 0, title: Some(1), text: None },
        _ => Columns { id: 0, title: Some(1), text: Some(2) },
    }
}

/// The start of a line, for an error.
fn shortened(line: &str) -> String {
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_string(),
    }
}
