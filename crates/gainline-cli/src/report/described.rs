//! Titles and texts of the documents and topics that a report shows.

use super::Files;
use crate::log::complain;
use crate::notes::counted;
use crate::texts::{self, About, Text};
use gainline::{Pool, PoolTopic, Source};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Texts are cut at so many characters.
const LONGEST: usize = 1_000;

/// Titles and texts that are shown.
pub(super) struct Described {
    pub topics: HashMap<String, Text>,
    pub documents: HashMap<String, Text>,
    /// What was left out, and what has no text.
    pub notes: Vec<String>,
}

impl Described {
    /// Reads the files, and says so if they tell of nothing that is shown.
    pub(super) fn read(
        files: &Files<'_>,
        pool: &Pool,
        shown: &HashSet<&str>,
    ) -> anyhow::Result<Self> {
        let ids: HashSet<&str> = pool.topics().iter().map(PoolTopic::name).collect();
        let mut notes = vec![];
        let mut topics = HashMap::new();
        if let Some(file) = files.topics {
            let source = Source::path(file);
            topics = texts::read(&source, About::Topics, &|id| ids.contains(id))?;
            notes.extend(found(&source, "topic", topics.len(), ids.len()));
        }
        let mut documents = HashMap::new();
        if let Some(file) = files.documents {
            let source = Source::path(file);
            documents = texts::read(&source, About::Documents, &|id| shown.contains(id))?;
            notes.extend(found(&source, "document", documents.len(), shown.len()));
        }
        notes.extend(shorten(&mut documents));
        Ok(Described { topics, documents, notes })
    }

    /// Titles and texts by document id, in the order of ids.
    pub(super) fn documents_json(&self) -> serde_json::Result<String> {
        let sorted: BTreeMap<&str, [&str; 2]> = self
            .documents
            .iter()
            .map(|(id, Text { title, text })| {
                let shown = [title, text].map(|text| text.as_deref().unwrap_or_default());
                (id.as_str(), shown)
            })
            .collect();
        serde_json::to_string(&sorted)
    }
}

/// How many of those shown a file tells of, unless it tells of all; complains if of none.
fn found(source: &Source, what: &str, found: usize, shown: usize) -> Option<String> {
    let name = source.name();
    let of = counted(shown, what);
    if found == 0 && shown > 0 {
        complain(format_args!(
            "gainline: {name}: titles for 0 of {of}; the ids in it are other ones than in the runs and \
             qrels"
        ));
    }
    (found < shown).then(|| format!("Of the {of} shown, {name} has {found}."))
}

/// Cuts long texts; says of how many.
fn shorten(documents: &mut HashMap<String, Text>) -> Option<String> {
    let mut cut = 0;
    for text in documents.values_mut().filter_map(|document| document.text.as_mut()) {
        if let Some((end, _)) = text.char_indices().nth(LONGEST) {
            text.truncate(end);
            text.push('…');
            cut += 1;
        }
    }
    (cut > 0).then(|| {
        format!("The texts of {} are cut at {LONGEST} characters.", counted(cut, "document"))
    })
}
