//! Titles and texts of the documents and topics that a report shows.

use crate::texts::{self, Text, TextKind};
use gainline::{Pool, PoolTopic, Result, Source};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Texts are cut at so many characters.
pub const LONGEST_TEXT: usize = 1_000;

/// Titles and texts that are shown.
#[derive(Debug, Clone, Default)]
pub struct ReportTexts {
    /// Of topics, by their ids.
    pub topics: HashMap<String, Text>,
    /// Of documents, by their ids.
    pub documents: HashMap<String, Text>,
}

/// What was found in a file of titles and texts.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextFacts {
    /// The file.
    pub file: String,
    /// What it describes.
    pub kind: TextKind,
    /// How many of those that are shown it describes.
    pub found: usize,
    /// How many are shown.
    pub shown: usize,
    /// How many texts were cut at 1,000 characters.
    pub cut: usize,
}

impl ReportTexts {
    /// Reads the files that there are.
    pub(super) fn read(
        topics: Option<&Path>,
        documents: Option<&Path>,
        pool: &Pool,
        shown: &HashSet<&str>,
    ) -> Result<(Self, Vec<TextFacts>)> {
        let (mut all, mut facts) = (ReportTexts::default(), vec![]);
        if let Some(file) = topics {
            let ids: HashSet<&str> = pool.topics().iter().map(PoolTopic::name).collect();
            all.topics = read(file, TextKind::Topics, &ids, &mut facts)?;
        }
        if let Some(file) = documents {
            all.documents = read(file, TextKind::Documents, shown, &mut facts)?;
        }
        Ok((all, facts))
    }
}

fn read(
    file: &Path,
    kind: TextKind,
    shown: &HashSet<&str>,
    facts: &mut Vec<TextFacts>,
) -> Result<HashMap<String, Text>> {
    let source = Source::path(file);
    let mut found = texts::read(&source, kind, &|id| shown.contains(id))?;
    let cut = match kind {
        TextKind::Documents => shorten(&mut found),
        TextKind::Topics => 0,
    };
    facts.push(TextFacts {
        file: source.name().to_string(),
        kind,
        found: found.len(),
        shown: shown.len(),
        cut,
    });
    Ok(found)
}

/// Cuts long texts; gives their number.
fn shorten(documents: &mut HashMap<String, Text>) -> usize {
    let mut cut = 0;
    for text in documents.values_mut().filter_map(|document| document.text.as_mut()) {
        if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
            text.truncate(end);
            text.push('…');
            cut += 1;
        }
    }
    cut
}
