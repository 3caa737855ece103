//! Decompression, chosen by the first bytes of the content and never by the file's name.

use super::source::read_error;
use crate::Result;
#[cfg(not(feature = "compress"))]
use crate::{Error, ErrorKind};
use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A way in which files are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compression {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

impl Compression {
    /// What the first bytes of a file say.
    fn of(head: &[u8]) -> Option<Compression> {
        use Compression::{Bzip2, Gzip, Xz, Zstd};
        let magic: [(&[u8], Compression); 4] = [
            (&[0x1f, 0x8b], Gzip),
            (&[0x28, 0xb5, 0x2f, 0xfd], Zstd),
            (b"BZh", Bzip2),
            (&[0xfd, b'7', b'z', b'X', b'Z', 0x00], Xz),
        ];
        magic.into_iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, kind)| kind)
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
        }
    }

    /// What turns compressed bytes into plain ones.
    fn decoder(self, raw: impl Read + Send + 'static) -> Result<Box<dyn Read + Send>> {
        let buffered = BufReader::with_capacity(1 << 16, raw);
        Ok(match self {
            Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(buffered)),
            Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(buffered)),
            #[cfg(feature = "compress")]
            Compression::Zstd => {
                Box::new(zstd::Decoder::with_buffer(buffered).map_err(|e| read_error(&e))?)
            }
            #[cfg(feature = "compress")]
            Compression::Xz => Box::new(lzma_rust2::XzReader::new(buffered, true)),
            #[cfg(not(feature = "compress"))]
            Compression::Zstd | Compression::Xz => {
                let name = self.name();
                let message = format!("is compressed with {name}, which this build cannot read");
                let remedy = format!(
                    "decompress it with `{name} -d`, or build gainline with its feature `compress`"
                );
                return Err(Error::new(ErrorKind::Io, message).remedy(remedy));
            }
        })
    }
}

/// Wraps `raw` in the decompressor that its first bytes ask for, if any; `count` then counts what
/// is read of the compressed bytes.
pub(super) fn open(
    mut raw: Box<dyn Read + Send>,
    count: &Arc<AtomicU64>,
) -> Result<Box<dyn Read + Send>> {
    let mut head = Vec::with_capacity(6);
    raw.by_ref().take(6).read_to_end(&mut head).map_err(|e| read_error(&e))?;
    let compression = Compression::of(&head);
    let plain = io::Cursor::new(head).chain(raw);
    let Some(kind) = compression else { return Ok(Box::new(plain)) };
    let reader = kind.decoder(Counted { raw: plain, count: count.clone() })?;
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
    kind: Compression,
    reader: Box<dyn Read + Send>,
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::Interrupted => error,
            _ if error.raw_os_error().is_some() => error,
            kind => io::Error::new(kind, format!("not valid {} data: {error}", self.kind.name())),
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

    const TEXT: &[u8] = b"1 Q0 d1 1 2.5 tag\n";

    /// The text as liblzma compresses it.
    #[cfg(feature = "compress")]
    const XZ: &[u8] =
        b"\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\
        \x2f\xe5\xa3\x01\x00\x11\x31\x20\x51\x30\x20\x64\x31\x20\x31\x20\x32\x2e\x35\x20\x74\
        \x61\x67\x0a\x00\x00\x00\xfb\xad\xbb\x9f\xfd\x41\x69\xf6\x00\x01\x2a\x12\x4b\x08\x54\
        \xbc\x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04\x59\x5a";

    #[test]
    fn each_kind_of_compression_is_recognised_by_content() {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(TEXT).unwrap();
        assert_eq!(read(gzip.finish().unwrap()), TEXT);
        let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bz.write_all(TEXT).unwrap();
        assert_eq!(read(bz.finish().unwrap()), TEXT);
        assert_eq!(read(TEXT.to_vec()), TEXT);
        assert_eq!(read(b"1".to_vec()), b"1");
    }

    #[cfg(feature = "compress")]
    #[test]
    fn with_the_feature_compress_zstd_and_xz_are_read_too() {
        assert_eq!(read(zstd::encode_all(TEXT, 1).unwrap()), TEXT);
        assert_eq!(read(XZ.to_vec()), TEXT);
        // Streams one after the other, as of concatenated files.
        assert_eq!(read([XZ, XZ].concat()), [TEXT, TEXT].concat());
    }

    #[cfg(not(feature = "compress"))]
    #[test]
    fn without_it_zstd_and_xz_are_refused_by_name() {
        let heads: [(&str, &[u8]); 2] =
            [("zstd", &[0x28, 0xb5, 0x2f, 0xfd]), ("xz", b"\xfd7zXZ\0")];
        for (name, head) in heads {
            let error = crate::Run::read(crate::Source::bytes("run", head)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "run: is compressed with {name}, which this build cannot read\n  decompress it \
                     with `{name} -d`, or build gainline with its feature `compress`"
                )
            );
        }
    }
}
