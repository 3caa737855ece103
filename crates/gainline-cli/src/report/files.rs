//! The files behind a report, with sums by which somebody else can tell that they have the same.

use super::data::FileData;
use super::one_way;
use crate::runs::Opened;
use gainline::Source;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

/// The files that were read.
pub(super) fn files<'f>(
    opened: &Opened,
    qrels: &Path,
    beside: impl Iterator<Item = (&'static str, &'f Path)>,
) -> gainline::Result<Vec<FileData>> {
    let runs = opened.asked.iter().map(|run| ("run", run.name.clone(), run.file.as_path()));
    let qrels = [("qrels", "qrels".to_string(), qrels)];
    let beside = beside.map(|(role, path)| (role, role.to_string(), path));
    let all = qrels.into_iter().chain(runs).chain(beside);
    all.map(|(role, name, path)| file(role, name, path)).collect()
}

fn file(role: &'static str, name: String, path: &Path) -> gainline::Result<FileData> {
    let source = Source::path(path);
    let shown = one_way(source.name());
    let wrong = |error: std::io::Error| source.io_error(&error);
    let mut content = std::fs::File::open(path).map_err(wrong)?;
    let (mut sum, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
    loop {
        let read = content.read(&mut buffer).map_err(wrong)?;
        if read == 0 {
            break;
        }
        bytes += read as u64;
        sum.update(&buffer[..read]);
    }
    let sha256 = sum.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    });
    Ok(FileData { role, name, path: shown, bytes, sha256 })
}
