//! The runs that were asked for: files, and what they are called.

use std::path::{Path, PathBuf};

/// A run to evaluate.
pub(super) struct Asked {
    pub name: String,
    pub file: PathBuf,
}

/// Reads `FILE` or `NAME=FILE`. Without a name, a run is called by its file's name without its
/// endings, or by the path where that would give two the same name.
pub(super) fn asked(arguments: &[PathBuf]) -> Vec<Asked> {
    let split: Vec<(Option<String>, PathBuf)> = arguments.iter().map(|a| named(a)).collect();
    let short: Vec<String> =
        split.iter().map(|(name, file)| name.clone().unwrap_or_else(|| short_name(file))).collect();
    let unique = |name: &String| short.iter().filter(|n| *n == name).count() == 1;
    let name = |short: &String, given: bool, file: &Path| {
        if given || unique(short) { short.clone() } else { file.display().to_string() }
    };
    let asked = split.iter().zip(&short).map(|((given, file), short)| Asked {
        name: name(short, given.is_some(), file),
        file: file.clone(),
    });
    asked.collect()
}

/// `NAME=FILE`, unless there is a file of that whole name.
fn named(argument: &Path) -> (Option<String>, PathBuf) {
    let split = argument.to_str().filter(|_| !argument.exists()).and_then(|a| a.split_once('='));
    match split {
        Some((name, file)) if !name.is_empty() && (file == "-" || Path::new(file).exists()) => {
            (Some(name.into()), file.into())
        }
        _ => (None, argument.into()),
    }
}

fn short_name(file: &Path) -> String {
    const ENDINGS: [&str; 10] =
        ["gz", "zst", "bz2", "xz", "run", "txt", "trec", "tsv", "res", "results"];
    if file.as_os_str() == "-" {
        return "<stdin>".into();
    }
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned());
    let mut name = name.unwrap_or_else(|| file.display().to_string());
    while let Some((stem, ending)) = name.rsplit_once('.') {
        if stem.is_empty() || !ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) {
            break;
        }
        name = stem.to_string();
    }
    name
}
