//! Files in TOML, with the lines of what is wrong in them.

use anyhow::bail;
use serde::de::DeserializeOwned;

/// Reads the text of a file, of which `list` is an example of a list.
pub(crate) fn parse<T: DeserializeOwned>(name: &str, text: &str, list: &str) -> anyhow::Result<T> {
    match toml::from_str(text) {
        Ok(document) => Ok(document),
        Err(error) => {
            let line = error.span().map_or(String::new(), |span| {
                format!("{}:", line_of(text, span.start.min(text.len())))
            });
            // Toml's own messages may have several lines.
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            let message = message.replacen(", expected", "\n  expected", 1);
            let message = message.replace("a sequence", &format!("a list, as in {list}"));
            bail!("{name}:{line} {message}");
        }
    }
}

/// `file:line` of a byte.
pub(crate) fn place(name: &str, text: &str, byte: usize) -> String {
    format!("{name}:{}", line_of(text, byte))
}

/// The line, from 1, of a byte.
fn line_of(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    1 + before.filter(|byte| **byte == b'\n').count()
}
