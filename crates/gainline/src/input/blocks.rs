//! A run in blocks that end where a topic ends, so that each block can be evaluated alone and
//! memory is bounded by the largest topic.

use super::Source;
use super::columns::{BOM, is_blank};
use crate::Result;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much is read at a time. Small enough to stay in the cache near the core that parses it,
/// large enough that the cut at a topic's end costs nothing.
const BLOCK: usize = 1 << 20;

/// A stretch of whole topics.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// Its place in the file, from 0.
    pub number: usize,
    /// Whole lines, each with its newline.
    pub data: Vec<u8>,
}

/// Reads a source block by block.
pub(crate) struct BlockReader {
    source: Source,
    reader: Box<dyn Read + Send>,
    /// The start of the topic that the last block left off.
    carry: Vec<u8>,
    next_number: usize,
    ended: bool,
    /// What came out of the source.
    read: u64,
    /// What was read of a compressed source to give that.
    stored: Arc<AtomicU64>,
}

impl BlockReader {
    pub(crate) fn open(source: &Source) -> Result<Self> {
        let stored = Arc::default();
        Ok(BlockReader {
            reader: source.open_counted(&stored)?,
            source: source.clone(),
            carry: Vec::new(),
            next_number: 0,
            ended: false,
            read: 0,
            stored,
        })
    }

    /// Bytes read so far, as they are stored.
    pub(crate) fn bytes_read(&self) -> u64 {
        match self.stored.load(Ordering::Relaxed) {
            0 => self.read,
            stored => stored,
        }
    }

    /// Fills `block` with the next whole topics; false at the end.
    pub(crate) fn next_block(&mut self, block: &mut Block) -> Result<bool> {
        let data = &mut block.data;
        data.clear();
        data.extend_from_slice(&self.carry);
        self.carry.clear();
        let mut want = BLOCK;
        while !self.ended {
            let missing = want.saturating_sub(data.len()).max(BLOCK / 2);
            data.reserve(missing);
            let got = self
                .reader
                .by_ref()
                .take(missing as u64)
                .read_to_end(data)
                .map_err(|e| self.source.io_error(&e))?;
            if self.read == 0 && data.starts_with(BOM) {
                data.drain(..BOM.len());
            }
            self.read += got as u64;
            if got < missing {
                self.ended = true;
            } else if let Some(cut) = last_topic_start(data) {
                self.carry.extend_from_slice(&data[cut..]);
                data.truncate(cut);
                break;
            } else {
                // One topic fills the block: read on until it ends.
                want = 2 * data.len();
            }
        }
        if data.is_empty() {
            return Ok(false);
        }
        if !data.ends_with(b"\n") {
            data.push(b'\n');
        }
        block.number = self.next_number;
        self.next_number += 1;
        Ok(true)
    }
}

/// Where the last topic of `data` starts, if another one comes before it: the place to cut.
fn last_topic_start(data: &[u8]) -> Option<usize> {
    let mut end = memchr::memrchr(b'\n', data)?;
    let mut last: Option<(&[u8], usize)> = None;
    loop {
        let start = memchr::memrchr(b'\n', &data[..end]).map_or(0, |p| p + 1);
        let topic = first_column(&data[start..end]);
        if !topic.is_empty() {
            match last {
                Some((known, at)) if known != topic => return Some(at),
                Some((known, _)) => last = Some((known, start)),
                None => last = Some((topic, start)),
            }
        }
        if start == 0 {
            return None;
        }
        end = start - 1;
    }
}

fn first_column(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|&b| !is_blank(b)).unwrap_or(line.len());
    let line = &line[start..];
    &line[..line.iter().position(|&b| is_blank(b)).unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut reader = BlockReader::open(&Source::bytes("x", bytes)).unwrap();
        let mut block = Block::default();
        let mut all = vec![];
        while reader.next_block(&mut block).unwrap() {
            assert_eq!(block.number, all.len());
            all.push(block.data.clone());
        }
        all
    }

    #[test]
    fn a_small_file_is_one_block_with_a_final_newline() {
        assert_eq!(blocks(b"1 a\n2 b"), [b"1 a\n2 b\n".to_vec()]);
        assert!(blocks(b"").is_empty());
        assert_eq!(blocks(b"\xef\xbb\xbf1 a\n"), [b"1 a\n".to_vec()]);
    }

    #[test]
    fn blocks_end_where_a_topic_ends_and_lose_nothing() {
        let mut text = String::new();
        for topic in 0..300 {
            for row in 0..(topic * 37) % 1500 {
                text.push_str(&format!("{topic} Q0 d{row} 1 0.5 t\n"));
            }
        }
        let all = blocks(text.as_bytes());
        assert!(all.len() > 3);
        assert_eq!(all.concat(), text.as_bytes());
        let first = |b: &[u8]| first_column(b.split(|&b| b == b'\n').next().unwrap()).to_vec();
        let last = |b: &[u8]| {
            first_column(b.split(|&b| b == b'\n').rfind(|l| !l.is_empty()).unwrap()).to_vec()
        };
        for pair in all.windows(2) {
            assert_ne!(last(&pair[0]), first(&pair[1]));
        }
    }

    #[test]
    fn a_topic_larger_than_a_block_stays_whole() {
        let row = "1 Q0 some-document 1 0.5 tag\n";
        let text = row.repeat(3 * BLOCK / row.len()) + "2 Q0 d 1 0.5 t\n";
        let all = blocks(text.as_bytes());
        assert_eq!(all.concat(), text.as_bytes());
        assert_eq!(first_column(&all[0]), b"1");
        assert!(all.len() <= 2);
    }
}
