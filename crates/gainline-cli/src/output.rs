//! Where results go: standard output or a file.

use anyhow::{Context, bail};
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

/// Writes to a file, or to standard output without one (or for `-`). All of it is made before the
/// file is touched, so that a failure on the way leaves the old one; none of `inputs` is
/// overwritten.
pub(crate) fn write_to<'i>(
    file: Option<&Path>,
    inputs: impl IntoIterator<Item = &'i Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let Some(path) = file.filter(|f| f.as_os_str() != "-") else {
        return to_stdout(|out| Ok(write(out)?));
    };
    let same = |input: &Path| matches!((input.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if inputs.into_iter().any(same) {
        bail!("{}: is read here, so it is not written to", path.display());
    }
    let mut text = vec![];
    write(&mut text)?;
    fs::write(path, text).with_context(|| format!("{}: cannot write", path.display()))
}
