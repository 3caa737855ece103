//! How a picture looks and where it goes, as options that all kinds share.

use crate::choices::one_of;
use crate::log::warn;
use crate::writing::write_file;
use crate::written::{is_stdout, open, say_written};
use anyhow::{Context, bail};
use clap::Args;
use gainline_report::figures::{DataFormat, PictureSize, Plot, unseen_letters};
use gainline_report::plot::{COLUMN, PAGE, Theme};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// How a picture looks and where it goes.
#[derive(Args)]
#[command(next_help_heading = "The picture")]
pub(super) struct Picture {
    /// A file that ends in .svg, .png or .pdf, or - for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The numbers behind it: a .tsv, .csv or .json file, or - for standard output (TSV)
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Colours on white, colours on black, or greys for print
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = one_of(&Theme::ALL))]
    pub theme: Theme,
    /// As wide as a column or a page, or a width and a height: 12x8cm
    ///
    /// A column is 3.5 in, a page 7 in wide; such a picture is as high as it needs to be. Units are
    /// in, cm, mm and pt.
    #[arg(long, value_name = "column|page|WxH", default_value = "column", value_parser = size)]
    pub size: PictureSize,
    /// Pixels per inch, for PNG [default: 300]
    #[arg(long, value_name = "DPI", value_parser = resolution)]
    resolution: Option<f64>,
    /// Show the picture when it is written
    #[arg(long)]
    open: bool,
    /// Another title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// The forms of a picture, by the ending of its file.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Svg,
    Png,
    Pdf,
}

const RESOLUTION: f64 = 300.0;

impl Picture {
    /// What cannot be done, before any work is.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let (file, form) = self.form()?;
        if self.resolution.is_some() && form != Form::Png {
            bail!("--resolution is for PNG; SVG and PDF are sharp at any size");
        }
        let data = self.data.as_deref();
        if is_stdout(file) && data.is_some_and(is_stdout) {
            bail!("-o - and --data -: only one of them can go to standard output");
        }
        data.map(data_format).transpose().map(|_| ())
    }

    fn form(&self) -> anyhow::Result<(&Path, Form)> {
        let Some(file) = self.output.as_deref() else {
            bail!(
                "where does the picture go? give -o FILE with a name that ends in .svg, .png or .pdf\n  \
                 -o - writes SVG to standard output"
            );
        };
        let form = match ending(file).as_str() {
            "svg" => Form::Svg,
            "png" => Form::Png,
            "pdf" => Form::Pdf,
            _ if is_stdout(file) => Form::Svg,
            _ => bail!(
                "-o {}: the ending says what is written, and must be .svg, .png or .pdf",
                file.display()
            ),
        };
        Ok((file, form))
    }

    /// Writes the picture, and the numbers if they are asked for; none of `inputs` is overwritten.
    /// Everything is made before anything is written.
    pub(super) fn write<R: Serialize + Default>(
        &self,
        inputs: &[PathBuf],
        plot: Plot<R>,
    ) -> anyhow::Result<()> {
        let mut data = vec![];
        if let Some(file) = &self.data {
            plot.write_data(data_format(file)?, &mut data)?;
        }
        for warning in &plot.warnings {
            warn(warning);
        }
        let figure = plot.figure(self.theme, self.size, self.title.clone());
        if let Some(warning) = unseen_letters(&figure) {
            warn(&warning);
        }
        let (file, form) = self.form()?;
        let picture = match form {
            Form::Svg => figure.svg().map(String::into_bytes),
            Form::Png => figure.png(self.resolution.unwrap_or(RESOLUTION)),
            Form::Pdf => figure.pdf(),
        };
        let picture = picture.with_context(|| match form {
            Form::Png => "--size, --resolution",
            Form::Svg | Form::Pdf => "--size",
        })?;
        if let Some(file) = &self.data {
            write_file(file, inputs, &data)?;
        }
        write_file(file, inputs, &picture)?;
        if let Some(file) = &self.data {
            say_written(file, data.len(), "");
        }
        say_written(file, picture.len(), "");
        if self.open {
            open(file);
        }
        Ok(())
    }
}

fn ending(file: &Path) -> String {
    file.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_ascii_lowercase())
}

fn data_format(file: &Path) -> anyhow::Result<DataFormat> {
    Ok(match ending(file).as_str() {
        "tsv" => DataFormat::Tsv,
        "csv" => DataFormat::Csv,
        "json" => DataFormat::Json,
        _ if is_stdout(file) => DataFormat::Tsv,
        _ => bail!(
            "--data {}: the ending says what is written, and must be .tsv, .csv or .json",
            file.display()
        ),
    })
}

fn resolution(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (10.0..=2400.0).contains(n));
    number.ok_or_else(|| "not a number from 10 to 2400".into())
}

/// `column`, `page`, `12x8cm`, `4inx3in`.
fn size(text: &str) -> Result<PictureSize, String> {
    match text {
        "column" => return Ok(PictureSize::Wide(COLUMN)),
        "page" => return Ok(PictureSize::Wide(PAGE)),
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
    Ok(PictureSize::Exactly(width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("page"), Ok(PictureSize::Wide(504.0)));
        assert_eq!(size("4x3in"), Ok(PictureSize::Exactly(288.0, 216.0)));
        assert_eq!(size("4inx5.08cm"), Ok(PictureSize::Exactly(288.0, 144.0)));
        assert_eq!(size("300ptx100pt"), Ok(PictureSize::Exactly(300.0, 100.0)));
        assert_eq!(size("254x127mm").map(|_| ()), Ok(()));
        for bad in ["", "x", "4x3", "4inx3", "0x0in", "-4x3in", "nanx3in", "infx3in", "big", "4in"]
        {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
