//! JSON lines: an object a line, with an id, a title and a text.

use super::{IDS, Lines, Text, TextKind, tidied};
use serde_json::{Map, Value};

/// Reads from the line that is there to the end.
pub(super) fn read(
    lines: &mut Lines<'_>,
    kind: TextKind,
    keep: &mut dyn FnMut(&str, Text),
) -> gainline::Result<()> {
    const REMEDY: &str =
        "a line is an object such as {\"id\": \"d1\", \"title\": \"…\", \"text\": \"…\"}";
    loop {
        if !lines.line.trim().is_empty() {
            let line = lines.line.trim_start_matches('\u{feff}');
            let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
                let message = format!("not a JSON object at column {}", error.column());
                lines.wrong(message, REMEDY)
            })?;
            let id = IDS.iter().find_map(|name| object.get(*name)).and_then(word);
            let Some(id) = id else {
                let message = format!("no id: none of the fields {}", IDS.join(", "));
                return Err(lines.wrong(message, REMEDY));
            };
            let [titles, texts] = kind.fields();
            let field = |names: &[&str]| names.iter().find_map(|name| word(object.get(*name)?));
            let title = field(titles).as_deref().and_then(tidied);
            let text = field(texts).as_deref().and_then(tidied);
            keep(&id, Text { title, text });
        }
        if !lines.next()? {
            return Ok(());
        }
    }
}

/// A string, or a number as it is written.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
