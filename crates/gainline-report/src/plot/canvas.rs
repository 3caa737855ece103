//! What is drawn, as SVG: shapes, and text by the outlines of its letters, each of which is defined
//! once.

use super::escape::escaped;
use super::fill::{Fill, pattern};
use super::font::{EM, Glyph, Weight, glyphs, outline, seen};
use super::style::Shape;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A picture being drawn; lengths are points.
pub(super) struct Canvas {
    size: (f64, f64),
    body: String,
    letters: BTreeMap<(Weight, u16), String>,
    hatchings: BTreeSet<usize>,
    clips: usize,
    /// Texts that are not drawn but handed out, where it is asked for.
    apart: Option<Vec<PlacedText>>,
}

/// A text that is not drawn by outlines.
pub(super) struct PlacedText {
    /// Its glyphs with their letters.
    pub glyphs: Vec<(Glyph, char)>,
    /// Where its first letter stands.
    pub x: f64,
    pub y: f64,
    pub turned: bool,
    pub size: f64,
    pub weight: Weight,
    pub colour: String,
}

/// Stands before every name within a picture until the whole is known, and then gives way to a hash of
/// it, so that names of several pictures on one page do not collide. No text has it.
const WHOLE: char = '\u{1}';

/// How a line is drawn.
pub(super) struct Stroke<'a> {
    pub colour: &'a str,
    pub width: f64,
    pub dashes: &'a [f64],
}

/// Where a text stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub x: f64,
    pub y: f64,
    pub anchor: Anchor,
    /// Turned, to be read upwards.
    pub turned: bool,
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Clone, Copy)]
pub(super) struct Lettering<'a> {
    pub size: f64,
    pub weight: Weight,
    pub colour: &'a str,
}

impl Canvas {
    pub(super) fn new(size: (f64, f64)) -> Self {
        Canvas {
            size,
            body: String::new(),
            letters: BTreeMap::new(),
            hatchings: BTreeSet::new(),
            clips: 0,
            apart: None,
        }
    }

    /// A picture whose texts are handed out instead of drawn.
    pub(super) fn with_text_apart(size: (f64, f64)) -> Self {
        Canvas { apart: Some(vec![]), ..Canvas::new(size) }
    }

    /// The texts that were not drawn.
    pub(super) fn take_texts(&mut self) -> Vec<PlacedText> {
        self.apart.take().unwrap_or_default()
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(text);
        self.body.push('\n');
    }

    /// What follows belongs together, and screen readers are told this of it.
    pub(super) fn begin(&mut self, name: &str) {
        self.add(format_args!("<g aria-label=\"{}\">", escaped(name)));
    }

    /// The same, showing only within a rectangle.
    pub(super) fn begin_within(&mut self, name: &str, x: (f64, f64), y: (f64, f64)) {
        self.clips += 1;
        let id = self.clips;
        let (width, height) = (x.1 - x.0, y.1 - y.0);
        self.add(format_args!(
            "<clipPath id=\"{WHOLE}c{id}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
            n(x.0),
            n(y.0),
            n(width),
            n(height)
        ));
        let name = escaped(name);
        self.add(format_args!("<g aria-label=\"{name}\" clip-path=\"url(#{WHOLE}c{id})\">"));
    }

    pub(super) fn end(&mut self) {
        self.add(format_args!("</g>"));
    }

    pub(super) fn rectangle(&mut self, x: (f64, f64), y: (f64, f64), fill: &str) {
        let (left, top) = (x.0.min(x.1), y.0.min(y.1));
        let (width, height) = ((x.1 - x.0).abs(), (y.1 - y.0).abs());
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
            n(left),
            n(top),
            n(width),
            n(height)
        ));
    }

    /// A rectangle with any filling.
    pub(super) fn filled(&mut self, x: (f64, f64), y: (f64, f64), fill: &Fill) {
        /// Half of it lies within the rectangle.
        const LINE: f64 = 0.5;
        let (fill, inset) = match fill {
            Fill::Plain(colour) => return self.rectangle(x, y, colour),
            Fill::Outlined(colour) => (colour.clone(), LINE / 2.0),
            Fill::Hatched(way) => {
                self.hatchings.insert(*way);
                (format!("url(#{WHOLE}h{way})"), LINE / 2.0)
            }
        };
        let (left, top) = (x.0.min(x.1) + inset, y.0.min(y.1) + inset);
        let inner = |(from, to): (f64, f64)| ((to - from).abs() - 2.0 * inset).max(0.0);
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" \
             stroke=\"#000000\" stroke-width=\"{LINE}\"/>",
            n(left),
            n(top),
            n(inner(x)),
            n(inner(y))
        ));
    }

    /// The outline of a rectangle.
    pub(super) fn outline(&mut self, x: (f64, f64), y: (f64, f64), stroke: &Stroke<'_>) {
        self.line(&[(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1), (x.0, y.0)], stroke);
    }

    /// A rectangle with an outline and a thin filling.
    pub(super) fn outlined(&mut self, x: (f64, f64), y: (f64, f64), colour: &str) {
        let (left, top) = (x.0.min(x.1), y.0.min(y.1));
        let (width, height) = ((x.1 - x.0).abs(), (y.1 - y.0).abs());
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" \
             fill-opacity=\"0.25\" stroke=\"{colour}\" stroke-width=\"0.8\"/>",
            n(left),
            n(top),
            n(width),
            n(height)
        ));
    }

    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: &str, edge: &str) {
        self.add(format_args!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" \
             stroke-width=\"0.5\"/>",
            n(x),
            n(y),
            n(radius)
        ));
    }

    /// A dot of a shape, which takes about as much room as a circle of this radius.
    pub(super) fn dot(
        &mut self,
        shape: Shape,
        at: (f64, f64),
        radius: f64,
        fill: &str,
        edge: &str,
    ) {
        let (square, tall) = (radius * 0.9, radius * 1.2);
        let corners: &[(f64, f64)] = match shape {
            Shape::Circle => return self.circle(at, radius, fill, edge),
            Shape::Square => {
                &[(-square, -square), (square, -square), (square, square), (-square, square)]
            }
            Shape::Diamond => &[(0.0, -tall), (tall, 0.0), (0.0, tall), (-tall, 0.0)],
            Shape::Up => &[(0.0, -tall), (tall, radius), (-tall, radius)],
            Shape::Down => &[(0.0, tall), (tall, -radius), (-tall, -radius)],
        };
        let path = path(corners.iter().map(|(x, y)| (at.0 + x, at.1 + y)));
        self.add(format_args!(
            "<path d=\"{path}Z\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"0.5\"/>"
        ));
    }

    pub(super) fn line(&mut self, points: &[(f64, f64)], stroke: &Stroke<'_>) {
        let path = path(points.iter().copied());
        let dashes: Vec<String> = stroke.dashes.iter().map(|d| n(*d)).collect();
        let dashes = match dashes.is_empty() {
            true => String::new(),
            false => format!(" stroke-dasharray=\"{}\"", dashes.join(" ")),
        };
        let Stroke { colour, width, .. } = stroke;
        self.add(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" \
             stroke-linejoin=\"round\"{dashes}/>",
            n(*width)
        ));
    }

    /// A text; its place is on the line that letters stand on.
    pub(super) fn text(&mut self, text: &str, place: Place, lettering: Lettering<'_>) {
        let Lettering { size, weight, colour } = lettering;
        let glyphs = glyphs(text, weight);
        let width = glyphs.iter().fold(0.0, |sum, glyph| sum + glyph.advance);
        let mut x = match place.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        if let Some(apart) = &mut self.apart {
            let along = x * size / EM;
            let (x, y) = match place.turned {
                true => (place.x, place.y - along),
                false => (place.x + along, place.y),
            };
            let glyphs = glyphs.into_iter().zip(seen(text).chars()).collect();
            let (turned, colour) = (place.turned, colour.into());
            apart.push(PlacedText { glyphs, x, y, turned, size, weight, colour });
            return;
        }
        let turn = if place.turned { " rotate(-90)" } else { "" };
        let scale = size / EM;
        self.add(format_args!(
            "<g aria-label=\"{}\" fill=\"{colour}\" transform=\"translate({} {}){turn} \
             scale({scale} -{scale})\">",
            escaped(text),
            n(place.x),
            n(place.y)
        ));
        for glyph in glyphs {
            let letter = self.letters.entry((weight, glyph.id));
            let path = letter.or_insert_with(|| outline(glyph.id, weight));
            if !path.is_empty() {
                let name = letter_name(weight, glyph.id);
                let at = n(x);
                self.add(format_args!("<use href=\"#{WHOLE}{name}\" x=\"{at}\"/>"));
            }
            x += glyph.advance;
        }
        self.end();
    }

    /// The whole as a document.
    pub(super) fn finish(self, title: &str, description: &str, background: Option<&str>) -> String {
        let (width, height) = (n(self.size.0), n(self.size.1));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}pt\" height=\"{height}pt\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{WHOLE}title {WHOLE}desc\">\n\
             <title id=\"{WHOLE}title\">{}</title>\n<desc id=\"{WHOLE}desc\">{}</desc>\n<defs>\n",
            escaped(title),
            escaped(description)
        );
        for ((weight, id), path) in self.letters.iter().filter(|(_, path)| !path.is_empty()) {
            let _ =
                writeln!(svg, "<path id=\"{WHOLE}{}\" d=\"{path}\"/>", letter_name(*weight, *id));
        }
        for way in &self.hatchings {
            svg.push_str(&pattern(*way, &format!("{WHOLE}h{way}")));
        }
        svg.push_str("</defs>\n");
        if let Some(background) = background {
            let _ = writeln!(
                svg,
                "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>"
            );
        }
        svg.push_str(&self.body);
        svg.push_str("</svg>\n");
        let whole = format!("g{:08x}-", hash(&svg));
        svg.replace(WHOLE, &whole)
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a), which is the same everywhere.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn letter_name(weight: Weight, id: u16) -> String {
    let weight = match weight {
        Weight::Regular => 'r',
        Weight::Strong => 's',
    };
    format!("{weight}{id}")
}

/// Straight lines from point to point.
fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (at, (x, y)) in points.enumerate() {
        let _ = write!(path, "{}{} {}", if at == 0 { 'M' } else { 'L' }, n(x), n(y));
    }
    path
}

/// A length, to a hundredth of a point.
fn n(length: f64) -> String {
    // What is no number would make the whole document unreadable.
    let rounded = (length * 100.0).round() / 100.0 + 0.0;
    if rounded.is_finite() { rounded.to_string() } else { "0".into() }
}
