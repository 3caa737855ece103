//! The figure as SVG: titles, axes, marks and legend, each in its place.

use super::canvas::{Anchor, Canvas, Lettering, Place, PlacedText};
use super::font::Weight;
use super::layout::{LEADING, Layout, MARGIN, SMALL, TITLE};
use super::{Figure, PlotError, axes, marks};

/// A picture.
pub(super) struct Drawn {
    pub svg: String,
    /// Its width and height in points.
    pub size: (f64, f64),
    /// The texts that are not in it.
    pub texts: Vec<PlacedText>,
}

impl Figure {
    /// The picture as SVG. Fails if the size leaves no room for what is to be shown.
    pub fn svg(&self) -> Result<String, PlotError> {
        Ok(self.drawn()?.svg)
    }

    /// The same, with its size.
    pub(super) fn drawn(&self) -> Result<Drawn, PlotError> {
        self.drawn_on(Canvas::new)
    }

    /// The same, its texts apart.
    pub(super) fn drawn_with_text_apart(&self) -> Result<Drawn, PlotError> {
        self.drawn_on(Canvas::with_text_apart)
    }

    fn drawn_on(&self, canvas: fn((f64, f64)) -> Canvas) -> Result<Drawn, PlotError> {
        let layout = Layout::new(self)?;
        let mut canvas = canvas(layout.size);
        heading(&mut canvas, self, &layout);
        axes::grid(&mut canvas, self, &layout);
        axes::frame(&mut canvas, self, &layout);
        let ((left, right), (top, base)) = (layout.x.span(), layout.y.span());
        canvas.begin_within("marks", (left - 3.0, right + 3.0), (top - 3.0, base + 3.0));
        marks::draw(&mut canvas, self, &layout);
        canvas.end();
        axes::labels(&mut canvas, self, &layout);
        layout.legend.draw(&mut canvas, self, MARGIN, layout.bottom);
        let texts = canvas.take_texts();
        let svg = canvas.finish(&self.title, &self.description(), self.theme.background());
        Ok(Drawn { svg, size: layout.size, texts })
    }

    /// What is seen, in words.
    fn description(&self) -> String {
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let shown =
            if names.is_empty() { String::new() } else { format!(" {}.", names.join(", ")) };
        let subtitle = self.subtitle.trim_end_matches('.');
        format!("{subtitle}. {} against {}.{shown}", self.y.label, self.x.label)
    }
}

fn heading(canvas: &mut Canvas, figure: &Figure, layout: &Layout) {
    let mut y = MARGIN;
    let parts = [
        (&layout.title, TITLE, Weight::Strong, figure.theme.text()),
        (&layout.subtitle, SMALL, Weight::Regular, figure.theme.faint_text()),
    ];
    for (lines, size, weight, colour) in parts {
        for line in lines {
            y += size * LEADING;
            let place =
                Place { x: MARGIN, y: y - size * 0.25, anchor: Anchor::Start, turned: false };
            canvas.text(line, place, Lettering { size, weight, colour });
        }
    }
}
