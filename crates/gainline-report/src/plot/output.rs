//! The picture as PNG, by resvg.

use super::Figure;
use super::draw::Drawn;
use resvg::{tiny_skia, usvg};
use std::fmt;

/// Why a picture could not be made.
#[derive(Debug)]
pub struct PlotError(String);

impl PlotError {
    pub(super) fn new(message: String) -> Self {
        PlotError(message)
    }
}

impl fmt::Display for PlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlotError {}

/// What a picture may come to in pixels, either way.
const MOST_PIXELS: f64 = 20_000.0;

impl Figure {
    /// The picture as PNG, with so many pixels to the inch.
    pub fn png(&self, resolution: f64) -> Result<Vec<u8>, PlotError> {
        let Drawn { svg, size: (wide, high), .. } = self.drawn()?;
        let tree = shapes(&svg)?;
        let scale = resolution / 72.0;
        let (width, height) = (wide * scale, high * scale);
        if !(1.0..=MOST_PIXELS).contains(&width) || !(1.0..=MOST_PIXELS).contains(&height) {
            return Err(PlotError(format!(
                "a picture of {width:.0} by {height:.0} pixels cannot be drawn; {MOST_PIXELS} either \
                 way is the most"
            )));
        }
        let pixels = tiny_skia::Pixmap::new(width.round() as u32, height.round() as u32);
        let mut pixels = pixels.ok_or_else(|| PlotError("no room for the picture".into()))?;
        // usvg counts 96 units to the inch, and a point is a 72nd of it.
        let scale = (width / f64::from(tree.size().width())) as f32;
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, transform, &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| wrong(&error))
    }
}

/// The shapes of a picture.
pub(super) fn shapes(svg: &str) -> Result<usvg::Tree, PlotError> {
    usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|error| wrong(&error))
}

/// What a library says is wrong.
pub(super) fn wrong(error: &dyn fmt::Display) -> PlotError {
    PlotError(error.to_string())
}
