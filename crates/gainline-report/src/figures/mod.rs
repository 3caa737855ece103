//! Answers as pictures: a file for each kind makes a [`Plot`] of an answer. A plot is a figure, how
//! high it is, and the numbers behind it.

mod boxes;
mod caption;
mod collections_forest;
mod curves;
mod forest;
mod gain;
mod heatmap;
mod histogram;
mod measures;
mod pr;
mod ranks;
mod roc;
mod topics;

pub use boxes::boxes;
pub use collections_forest::collections_forest;
pub use forest::forest;
pub use gain::{IdealShown, gain};
pub use heatmap::heatmap;
pub use histogram::histogram;
pub use measures::measures;
pub use pr::pr;
pub use ranks::ranks;
pub use roc::roc;
pub use topics::topics;

use crate::plot::{Figure, Height, Size, Theme};
use crate::records::Records;
use serde::Serialize;
use std::io::{self, Write};

/// A picture of an answer.
pub struct Plot<R> {
    /// Which kind it is, as the data say.
    pub kind: &'static str,
    /// What is seen; its colours and size are still to be chosen.
    pub figure: Figure,
    /// How high it is between its axes.
    pub room: Room,
    /// The numbers behind it.
    pub rows: Vec<R>,
    /// What cannot be seen as it is, in words.
    pub warnings: Vec<String>,
}

/// How high a picture is between its axes.
pub enum Room {
    /// A share of its width.
    Share(f64),
    /// So many rows, each so many points high.
    Rows(usize, f64),
}

/// How large a picture is, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PictureSize {
    /// So wide, and as high as it needs to be.
    Wide(f64),
    /// So wide and so high.
    Exactly(f64, f64),
}

impl PictureSize {
    /// How wide it is.
    pub fn width(self) -> f64 {
        match self {
            PictureSize::Wide(width) | PictureSize::Exactly(width, _) => width,
        }
    }
}

/// The forms in which the numbers behind a picture are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    /// Tab-separated values.
    Tsv,
    /// Comma-separated values.
    Csv,
    /// JSON, with the title and the line below it.
    Json,
}

/// Rows together are no higher than this, so that they fit on a page.
const HIGHEST: f64 = 560.0;

impl<R: Serialize + Default> Plot<R> {
    /// Writes the numbers behind the picture.
    pub fn write_data(&self, format: DataFormat, out: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Data<'a, R> {
            gainline: &'static str,
            plot: &'a str,
            title: &'a str,
            subtitle: &'a str,
            rows: &'a [R],
        }
        match format {
            DataFormat::Tsv => self.write_rows(Records::tsv(out)),
            DataFormat::Csv => self.write_rows(Records::csv(out)),
            DataFormat::Json => {
                let data = Data {
                    gainline: env!("CARGO_PKG_VERSION"),
                    plot: self.kind,
                    title: &self.figure.title,
                    subtitle: &self.figure.subtitle,
                    rows: &self.rows,
                };
                crate::json::write_json(&data, out)
            }
        }
    }

    fn write_rows(&self, mut records: Records<'_>) -> io::Result<()> {
        if self.rows.is_empty() {
            return records.rows::<R>([]);
        }
        self.rows.iter().try_for_each(|row| records.row(row))
    }

    /// The figure in these colours and of this size, with another title where one is given.
    pub fn figure(self, theme: Theme, size: PictureSize, title: Option<String>) -> Figure {
        let size = match size {
            PictureSize::Exactly(width, high) => Size { width, height: Height::Whole(high) },
            PictureSize::Wide(width) => {
                let between = match self.room {
                    Room::Share(share) => width * share,
                    Room::Rows(rows, each) => (rows as f64 * each).clamp(30.0, HIGHEST),
                };
                Size { width, height: Height::Between(between) }
            }
        };
        let title = title.unwrap_or(self.figure.title);
        Figure { title, theme, size, ..self.figure }
    }
}

/// Which texts of a figure are not seen as they are, if any.
pub fn unseen_letters(figure: &Figure) -> Option<String> {
    const SHOWN: usize = 5;
    let texts = figure.unseen();
    let visible = |text: &&str| format!("`{}`", text.replace(char::is_control, "\u{fffd}"));
    let named: Vec<String> = texts.iter().take(SHOWN).map(visible).collect();
    let more = match texts.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!texts.is_empty()).then(|| {
        format!(
            "the font of pictures has only Latin, Greek and Cyrillic letters; \u{fffd} is drawn for \
             others in {}{more}",
            named.join(", ")
        )
    })
}
