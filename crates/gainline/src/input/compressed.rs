//! Decompression, chosen by the first bytes of the content and never by the file's name.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const BZIP2: &[u8] = b"BZh";
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0x00];

/// Wraps `raw` in the decompressor that its first bytes ask for, if any; `count` then counts what
/// is read of the compressed bytes.
pub(super) fn open(
    mut raw: Box<dyn Read + Send>,
    count: &Arc<AtomicU64>,
) -> io::Result<Box<dyn Read + Send>> {
    let mut head = [0u8; 6];
    let mut filled = 0;
    while filled < head.len() {
        match raw.read(&mut head[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let head = head[..filled].to_vec();
    let plain = io::Cursor::new(head.clone()).chain(raw);
    let counted = |raw| Counted { raw, count: count.clone() };
    let buffered = |plain| BufReader::with_capacity(1 << 16, counted(plain));
    let (kind, reader): (_, Box<dyn Read + Send>) = if head.starts_with(GZIP) {
        ("gzip", Box::new(flate2::bufread::MultiGzDecoder::new(buffered(plain))))
    } else if head.starts_with(ZSTD) {
        ("zstd", Box::new(zstd::Decoder::new(counted(plain))?))
    } else if head.starts_with(BZIP2) {
        ("bzip2", Box::new(bzip2::bufread::MultiBzDecoder::new(buffered(plain))))
    } else if head.starts_with(XZ) {
        ("xz", Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(buffered(plain))))
    } else {
        return Ok(Box::new(plain));
    };
    Ok(Box::new(Decompressed { kind, reader }))
}

/// Counts what is read. Not for plain files: it would have every buffer cleared first.
struct Counted<R> {
    raw: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.raw.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A decompressor whose errors say what it takes the data for.
struct Decompressed {
    kind: &'static str,
    reader: Box<dyn Read + Send>,
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::Interrupted => error,
            _ if error.raw_os_error().is_some() => error,
            kind => io::Error::new(kind, format!("not valid {} data: {error}", self.kind)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(bytes: Vec<u8>) -> Vec<u8> {
        let mut out = Vec::new();
        let count = Arc::default();
        open(Box::new(io::Cursor::new(bytes)), &count).unwrap().read_to_end(&mut out).unwrap();
        out
    }

    #[test]
    fn each_kind_of_compression_is_recognised_by_content() {
        let text = b"1 Q0 d1 1 2.5 tag\n".repeat(100);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).unwrap();
        assert_eq!(read(gzip.finish().unwrap()), text);
        assert_eq!(read(zstd::encode_all(&text[..], 1).unwrap()), text);
        let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bz.write_all(&text).unwrap();
        assert_eq!(read(bz.finish().unwrap()), text);
        let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
        xz.write_all(&text).unwrap();
        assert_eq!(read(xz.finish().unwrap()), text);
        assert_eq!(read(text.clone()), text);
        assert_eq!(read(b"1".to_vec()), b"1");
    }
}
