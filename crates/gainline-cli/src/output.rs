//! Standard output.

use std::io::{self, BufWriter, Write};

/// Writes through a buffer to standard output.
pub(crate) fn to_stdout<T>(
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = write(&mut out)?;
    out.flush()?;
    Ok(done)
}
