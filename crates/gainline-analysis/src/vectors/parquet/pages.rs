//! Pages of a Parquet column, looked at before they are decoded: where a damaged page would make
//! the decoder panic, there is an error instead.

use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::column::reader::{ColumnReader, get_column_reader};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::schema::types::ColumnDescPtr;
use std::fs::File;

/// The reader of a column of a row group.
pub(super) fn column(
    file: &SerializedFileReader<File>,
    group: usize,
    at: usize,
) -> Result<ColumnReader> {
    let chunk = file.metadata().row_group(group).column(at);
    let offsets = [Some(chunk.data_page_offset()), chunk.dictionary_page_offset()];
    let numbers = offsets.into_iter().flatten().chain([chunk.compressed_size()]);
    if numbers.into_iter().any(|number| number < 0) {
        return Err(damaged("a negative place or size of a column"));
    }
    let column = chunk.column_descr_ptr();
    let pages = file.get_row_group(group)?.get_column_page_reader(at)?;
    let most = usize::try_from(file.metadata().row_group(group).num_rows())
        .map_err(|_| damaged("a negative number of rows"))?;
    let (ahead, has_dictionary) = (None, false);
    let checked = CheckedPages { pages, column: column.clone(), ahead, has_dictionary, most };
    Ok(get_column_reader(column, Box::new(checked)))
}

struct CheckedPages {
    pages: Box<dyn PageReader>,
    column: ColumnDescPtr,
    /// A page that was looked at and not handed out yet.
    ahead: Option<Page>,
    has_dictionary: bool,
    /// How many rows the row group has.
    most: usize,
}

/// How many strings stand in these bytes, each behind its length.
fn strings(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let Some(rest) = rest.get(u32::from_le_bytes(*length) as usize..) else { break };
        (bytes, count) = (rest, count + 1);
    }
    count
}

fn damaged(what: &str) -> ParquetError {
    ParquetError::General(format!("damaged: {what}"))
}

impl CheckedPages {
    fn look_ahead(&mut self) -> Result<()> {
        if self.ahead.is_none() {
            self.ahead = self.pages.get_next_page()?;
        }
        Ok(())
    }

    /// The page as it is, or with strings behind those that it lacks: how many are absent on
    /// purpose only the decoder finds out, and it would read on behind the end.
    fn checked(&mut self, mut page: Page) -> Result<Page> {
        let levels = self.check(&page)?;
        if self.column.physical_type() != Type::BYTE_ARRAY || page.encoding() != Encoding::PLAIN {
            return Ok(page);
        }
        let there = strings(&page.buffer()[levels..]);
        let lacking = (page.num_values() as usize).saturating_sub(there);
        match &mut page {
            Page::DictionaryPage { .. } if lacking > 0 => {
                return Err(damaged("a dictionary shorter than it says"));
            }
            Page::DataPage { buf, .. } | Page::DataPageV2 { buf, .. } if lacking > 0 => {
                if lacking > self.most {
                    return Err(damaged("a page with more strings than there are rows"));
                }
                let mut longer = buf.to_vec();
                longer.resize(longer.len() + 4 * lacking, 0);
                *buf = longer.into();
            }
            _ => {}
        }
        Ok(page)
    }

    /// Returns where the values start, behind the levels.
    fn check(&mut self, page: &Page) -> Result<usize> {
        let levels = match page {
            Page::DictionaryPage { .. } => {
                self.has_dictionary = true;
                return Ok(0);
            }
            Page::DataPage { buf, def_level_encoding, rep_level_encoding, .. } => {
                let encodings = [
                    (self.column.max_rep_level(), *rep_level_encoding),
                    (self.column.max_def_level(), *def_level_encoding),
                ];
                let mut levels = 0;
                for (_, encoding) in encodings.iter().filter(|(level, _)| *level > 0) {
                    let length = buf.get(levels..).and_then(|rest| rest.first_chunk::<4>());
                    let length = length.map(|length| u32::from_le_bytes(*length) as usize);
                    let (Encoding::RLE, Some(length)) = (encoding, length) else {
                        return Err(damaged("the levels of a page"));
                    };
                    levels += 4 + length;
                }
                levels
            }
            Page::DataPageV2 { def_levels_byte_len, rep_levels_byte_len, .. } => {
                *def_levels_byte_len as usize + *rep_levels_byte_len as usize
            }
        };
        let Some(data) = page.buffer().len().checked_sub(levels) else {
            return Err(damaged("the levels of a page are longer than it is"));
        };
        match page.encoding() {
            Encoding::PLAIN
            | Encoding::DELTA_BINARY_PACKED
            | Encoding::DELTA_LENGTH_BYTE_ARRAY
            | Encoding::DELTA_BYTE_ARRAY => Ok(levels),
            Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY if self.has_dictionary => {
                Ok(levels)
            }
            // Absent numbers are refused anyway, so all are there.
            Encoding::BYTE_STREAM_SPLIT if data >= page.num_values() as usize * self.width() => {
                Ok(levels)
            }
            encoding => Err(damaged(&format!("a page with the encoding {encoding}"))),
        }
    }

    /// Bytes of a number.
    fn width(&self) -> usize {
        match self.column.physical_type() {
            Type::FIXED_LEN_BYTE_ARRAY => self.column.type_length().max(0) as usize,
            Type::INT32 | Type::FLOAT => 4,
            _ => 8,
        }
    }
}

impl Iterator for CheckedPages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for CheckedPages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.look_ahead()?;
        self.ahead.take().map(|page| self.checked(page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.look_ahead()?;
        Ok(self.ahead.as_ref().map(|page| PageMetadata {
            num_rows: match page {
                Page::DataPageV2 { num_rows, .. } => Some(*num_rows as usize),
                _ => None,
            },
            num_levels: page.is_data_page().then(|| page.num_values() as usize),
            is_dict: page.is_dictionary_page(),
        }))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.get_next_page().map(|_| ())
    }
}
