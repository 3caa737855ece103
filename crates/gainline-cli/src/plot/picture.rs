//! How a picture looks and where it goes, as options that all kinds share; and how it is written, with
//! the numbers behind it.

use crate::choices::one_of;
use crate::documents;
use crate::log::complain;
use crate::output::to_stdout;
use crate::writing::write_file;
use anyhow::{Context, bail};
use clap::Args;
use gainline_report::plot::{COLUMN, Figure, Height, PAGE, Size, Theme};
use gainline_report::{Cell, Table, write_csv, write_tsv};
use std::path::{Path, PathBuf};

/// How a picture looks and where it goes.
#[derive(Args)]
#[command(next_help_heading = "The picture")]
pub(super) struct Picture {
    /// Where it goes: a file that ends in .svg, .png or .pdf, or - for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The numbers behind it: a file that ends in .tsv, .csv or .json
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Its colours: on white, on black, or greys on nothing for print
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = one_of(&Theme::ALL))]
    theme: Theme,
    /// As wide as a column (3.5 in) or a page (7 in) and as high as it needs to be; or exactly so
    /// wide and high, in in, cm, mm or pt: 12x8cm
    #[arg(long, value_name = "column|page|WxH", default_value = "column", value_parser = size)]
    size: Asked,
    /// Pixels to the inch, for PNG [default: 300]
    #[arg(long, value_name = "DPI", value_parser = resolution)]
    resolution: Option<f64>,
    /// Another title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// The size that was asked for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Asked {
    Wide(f64),
    Exactly(f64, f64),
}

/// How high a picture is between its axes.
pub(super) enum Room {
    /// A share of its width.
    Share(f64),
    /// So many rows, each so high.
    Rows(usize, f64),
}

/// What a kind of plot makes.
pub(super) struct Plot {
    pub kind: &'static str,
    /// What is seen; its colours and size are those that were asked for.
    pub figure: Figure,
    pub room: Room,
    /// The numbers behind it, as columns and rows.
    pub data: Table,
}

/// The forms of a picture, by the ending of its file.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Svg,
    Png,
    Pdf,
}

const RESOLUTION: f64 = 300.0;
/// Rows together are no higher than this, so that a page holds them.
const HIGHEST: f64 = 560.0;

impl Picture {
    /// What cannot be done, before any work is.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let form = self.form()?;
        if self.resolution.is_some() && form != Form::Png {
            bail!("--resolution is for PNG; SVG and PDF are sharp at any size");
        }
        self.data.as_deref().map_or(Ok(()), |file| data_writer(file).map(|_| ()))
    }

    fn form(&self) -> anyhow::Result<Form> {
        let Some(file) = &self.output else {
            bail!(
                "where does the picture go? give -o FILE with a name that ends in .svg, .png or .pdf\n  \
                 -o - writes SVG to standard output"
            );
        };
        match ending(file).as_str() {
            "svg" => Ok(Form::Svg),
            "png" => Ok(Form::Png),
            "pdf" => Ok(Form::Pdf),
            _ if file.as_os_str() == "-" => Ok(Form::Svg),
            _ => bail!(
                "-o {}: the ending says what is written, and must be .svg, .png or .pdf",
                file.display()
            ),
        }
    }

    pub(super) fn theme(&self) -> Theme {
        self.theme
    }

    /// How wide it is, in points.
    pub(super) fn width(&self) -> f64 {
        match self.size {
            Asked::Wide(width) | Asked::Exactly(width, _) => width,
        }
    }

    /// Writes the picture, and the numbers if they are asked for; none of `inputs` is overwritten.
    /// Everything is made before anything is written.
    pub(super) fn write(&self, inputs: &[PathBuf], plot: Plot) -> anyhow::Result<()> {
        let data = self.data.as_deref().map(|file| numbers(file, &plot)).transpose()?;
        let figure = self.figure(plot);
        warn_of_letters(&figure.unseen());
        let form = self.form()?;
        let picture = match form {
            Form::Svg => figure.svg().map(String::into_bytes),
            Form::Png => figure.png(self.resolution.unwrap_or(RESOLUTION)),
            Form::Pdf => figure.pdf(),
        };
        let picture = picture.with_context(|| match form {
            Form::Png => "--size, --resolution",
            _ => "--size",
        })?;
        if let (Some(file), Some(data)) = (&self.data, data) {
            write_file(file, inputs, &data)?;
        }
        match self.output.as_deref().filter(|file| file.as_os_str() != "-") {
            Some(file) => write_file(file, inputs, &picture),
            None => to_stdout(|out| Ok(out.write_all(&picture)?)),
        }
    }

    fn figure(&self, plot: Plot) -> Figure {
        let size = match self.size {
            Asked::Exactly(width, high) => Size { width, height: Height::Whole(high) },
            Asked::Wide(width) => {
                let between = match plot.room {
                    Room::Share(share) => width * share,
                    Room::Rows(rows, each) => (rows as f64 * each).clamp(30.0, HIGHEST),
                };
                Size { width, height: Height::Between(between) }
            }
        };
        let title = self.title.clone().unwrap_or(plot.figure.title);
        Figure { title, theme: self.theme, size, ..plot.figure }
    }
}

/// Says which texts are not seen as they are.
fn warn_of_letters(texts: &[&str]) {
    const SHOWN: usize = 5;
    if texts.is_empty() {
        return;
    }
    let visible = |text: &&str| format!("`{}`", text.replace(char::is_control, "\u{fffd}"));
    let named: Vec<String> = texts.iter().take(SHOWN).map(visible).collect();
    let more = match texts.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    complain(format_args!(
        "gainline: the font of pictures has Latin, Greek and Cyrillic letters only; \u{fffd} stands for \
         others in {}{more}",
        named.join(", ")
    ));
}

fn ending(file: &Path) -> String {
    file.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_ascii_lowercase())
}

type DataWriter = fn(&Plot, &mut Vec<u8>) -> std::io::Result<()>;

fn data_writer(file: &Path) -> anyhow::Result<DataWriter> {
    Ok(match ending(file).as_str() {
        "tsv" => |plot, out| write_tsv(&plot.data, out),
        "csv" => |plot, out| write_csv(&plot.data, out),
        "json" => as_json,
        _ => bail!(
            "--data {}: the ending says what is written, and must be .tsv, .csv or .json",
            file.display()
        ),
    })
}

fn numbers(file: &Path, plot: &Plot) -> anyhow::Result<Vec<u8>> {
    let mut data = vec![];
    data_writer(file)?(plot, &mut data)?;
    Ok(data)
}

fn as_json(plot: &Plot, out: &mut Vec<u8>) -> std::io::Result<()> {
    #[derive(serde::Serialize)]
    struct Document<'a> {
        plot: &'a str,
        title: &'a str,
        subtitle: &'a str,
        rows: Vec<documents::Ordered<'a, serde_json::Value>>,
    }
    let value = |cell: &Cell| match cell {
        Cell::Text(text) if text.is_empty() => serde_json::Value::Null,
        Cell::Text(text) => text.as_str().into(),
        // Whole numbers as such.
        Cell::Number { value, .. } if value.fract() == 0.0 => (*value as i64).into(),
        Cell::Number { value, .. } => (*value).into(),
        // Rows of data have no others.
        _ => serde_json::Value::Null,
    };
    let header = plot.data.header.iter().map(String::as_str);
    let row = |row: &Vec<Cell>| {
        documents::Ordered(header.clone().zip(row.iter().map(value)).collect::<Vec<_>>())
    };
    let document = Document {
        plot: plot.kind,
        title: &plot.figure.title,
        subtitle: &plot.figure.subtitle,
        rows: plot.data.rows.iter().map(row).collect(),
    };
    documents::write(&document, out)
}

fn resolution(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (10.0..=2400.0).contains(n));
    number.ok_or_else(|| "not a number from 10 to 2400".into())
}

/// `column`, `page`, `12x8cm`, `4inx3in`.
fn size(text: &str) -> Result<Asked, String> {
    match text {
        "column" => return Ok(Asked::Wide(COLUMN)),
        "page" => return Ok(Asked::Wide(PAGE)),
        _ => {}
    }
    let wanted = "neither column nor page nor like 12x8cm (in, cm, mm or pt)";
    let (width, height) = text.split_once('x').ok_or(wanted)?;
    let unit = |text: &str| {
        let units = [("in", 72.0), ("cm", 72.0 / 2.54), ("mm", 7.2 / 2.54), ("pt", 1.0)];
        units.into_iter().find(|(unit, _)| text.ends_with(unit))
    };
    let (last, per_unit) = unit(height).ok_or(wanted)?;
    let points = |text: &str| {
        let (unit, per_unit) = unit(text).unwrap_or(("", per_unit));
        let number: Option<f64> = text.strip_suffix(unit)?.trim().parse().ok();
        number.map(|number| number * per_unit)
    };
    let sides = (points(width), height.strip_suffix(last).and_then(|_| points(height)));
    let (Some(width), Some(height)) = sides else { return Err(wanted.into()) };
    if !(72.0..=7200.0).contains(&width) || !(72.0..=7200.0).contains(&height) {
        return Err("not from 1 in to 100 in either way".into());
    }
    Ok(Asked::Exactly(width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("page"), Ok(Asked::Wide(504.0)));
        assert_eq!(size("4x3in"), Ok(Asked::Exactly(288.0, 216.0)));
        assert_eq!(size("4inx5.08cm"), Ok(Asked::Exactly(288.0, 144.0)));
        assert_eq!(size("300ptx100pt"), Ok(Asked::Exactly(300.0, 100.0)));
        assert_eq!(size("254x127mm").map(|_| ()), Ok(()));
        for bad in ["", "x", "4x3", "4inx3", "0x0in", "-4x3in", "nanx3in", "infx3in", "big", "4in"]
        {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
