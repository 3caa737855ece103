//! Where results go: standard output, or a file that is whole or not there.

use anyhow::Context;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes through a buffer to standard output.
pub(crate) fn to_stdout<T>(
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = write(&mut out)?;
    out.flush()?;
    Ok(done)
}

/// Writes to a file, or to standard output without one. A file is written beside its place and
/// then moved there, so that a failure leaves no half of it.
pub(crate) fn write_to(
    file: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let Some(path) = file else { return to_stdout(|out| Ok(write(out)?)) };
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = fs::File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&part, path)
    });
    written.with_context(|| format!("{}: cannot write", path.display()))
}
