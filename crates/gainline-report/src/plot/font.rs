//! The font that text is drawn with: Noto Sans, cut down to Latin, Greek and Cyrillic letters and the
//! signs of mathematics (`fonts/LICENSE`).

use super::escape::visible;
use std::fmt::Write;
use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static REGULAR: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(file(Weight::Regular), 0).ok());
static STRONG: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(file(Weight::Strong), 0).ok());

/// The font itself.
pub(super) fn file(weight: Weight) -> &'static [u8] {
    match weight {
        Weight::Regular => include_bytes!("../../fonts/NotoSans-400Regular.ttf"),
        Weight::Strong => include_bytes!("../../fonts/NotoSans-600SemiBold.ttf"),
    }
}

/// How high and low its letters go, in thousandths of its size.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Metrics {
    /// Left, bottom, right and top.
    pub bounds: [f32; 4],
    pub ascent: f32,
    pub descent: f32,
    pub cap_height: f32,
}

/// How high and low the letters of a font go.
pub(super) fn metrics(weight: Weight) -> Metrics {
    let Some(face) = face(weight) else { return Metrics::default() };
    let bounds = face.global_bounding_box();
    let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(f32::from);
    Metrics {
        bounds,
        ascent: face.ascender().into(),
        descent: face.descender().into(),
        cap_height: face.capital_height().unwrap_or(face.ascender()).into(),
    }
}

/// Units to the em of both fonts.
pub(super) const EM: f64 = 1000.0;

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Weight {
    Regular,
    Strong,
}

/// A letter: which outline, and how far it goes on, in units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Glyph {
    pub id: u16,
    pub advance: f64,
}

fn face(weight: Weight) -> Option<&'static Face<'static>> {
    match weight {
        Weight::Regular => REGULAR.as_ref(),
        Weight::Strong => STRONG.as_ref(),
    }
}

/// The letters of a text; what the font lacks shows as its replacement character.
pub(super) fn glyphs(text: &str, weight: Weight) -> Vec<Glyph> {
    let Some(face) = face(weight) else { return vec![] };
    let missing = face.glyph_index('\u{fffd}').unwrap_or(GlyphId(0));
    let glyph = |letter: char| {
        let id = face.glyph_index(letter).unwrap_or(missing);
        Glyph { id: id.0, advance: f64::from(face.glyph_hor_advance(id).unwrap_or(0)) }
    };
    text.chars().map(visible).map(glyph).collect()
}

/// A text as it is seen: what the font lacks, as its replacement character.
pub(super) fn seen(text: &str) -> String {
    let has = |letter: &char| REGULAR.as_ref().is_some_and(|f| f.glyph_index(*letter).is_some());
    text.chars().map(visible).map(|c| if has(&c) { c } else { '\u{fffd}' }).collect()
}

/// How wide a text is at a size.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    glyphs(text, weight).iter().fold(0.0, |sum, glyph| sum + glyph.advance) * size / EM
}

/// A text that is no wider than this, cut in the middle if it must be.
pub(super) fn fitted(text: &str, size: f64, weight: Weight, most: f64) -> String {
    if width(text, size, weight) <= most {
        return text.to_string();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |kept: usize| {
        let head = kept.div_ceil(2);
        let tail = letters.len() - (kept - head);
        let (head, tail): (String, String) =
            (letters[..head].iter().collect(), letters[tail..].iter().collect());
        format!("{head}…{tail}")
    };
    let fits = |kept: &usize| width(&cut(*kept), size, weight) <= most;
    (1..letters.len()).rev().find(fits).map_or_else(|| "…".into(), cut)
}

/// A text in lines no wider than the room, broken between words.
pub(super) fn lines(text: &str, size: f64, weight: Weight, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| width(line, size, weight) <= room) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(fitted(word, size, weight, room)),
        }
    }
    lines
}

/// Names no wider than this. Those that would look the same once cut, or for letters that the font
/// lacks, keep the part in which they differ, or get their numbers before them where that is too long.
pub(super) fn fitted_apart(names: &[&str], size: f64, most: f64) -> Vec<String> {
    let fits = |text: &str| width(text, size, Weight::Regular) <= most;
    let fit = |name: &str| fitted(name, size, Weight::Regular, most);
    let cut: Vec<String> = names.iter().map(|name| fit(name)).collect();
    let alike = |cut: &[String], at: usize| -> Vec<usize> {
        (0..cut.len())
            .filter(|other| names[*other] != names[at] && seen(&cut[*other]) == seen(&cut[at]))
            .collect()
    };
    let kept = |at: usize| {
        let mut group = alike(&cut, at);
        if group.is_empty() {
            return None;
        }
        group.push(at);
        let letters = |at: usize| names[at].chars().collect::<Vec<char>>();
        let group: Vec<Vec<char>> = group.into_iter().map(letters).collect();
        around(&letters(at), in_common(&group), fits)
    };
    let parted: Vec<String> =
        (0..cut.len()).map(|at| kept(at).unwrap_or_else(|| cut[at].clone())).collect();
    let numbered = |at: usize| match alike(&parted, at).is_empty() {
        true => parted[at].clone(),
        false => fit(&format!("{}: {}", at + 1, names[at])),
    };
    (0..cut.len()).map(numbered).collect()
}

/// How many letters all names begin with, and how many they end with.
fn in_common(names: &[Vec<char>]) -> (usize, usize) {
    let Some(first) = names.first() else { return (0, 0) };
    let shortest = names.iter().map(Vec::len).min().unwrap_or(0);
    let same = |at: &usize| names.iter().all(|name| name[*at] == first[*at]);
    let head = (0..shortest).take_while(same).count();
    let same = |at: &usize| {
        names.iter().all(|name| name[name.len() - 1 - at] == first[first.len() - 1 - at])
    };
    (head, (0..shortest - head).take_while(same).count())
}

/// A name cut so that what is between its first and last letters stays: a few letters before it, and
/// as much of the beginning as fits. None if not even what must stay fits.
fn around(
    name: &[char],
    (head, tail): (usize, usize),
    fits: impl Fn(&str) -> bool,
) -> Option<String> {
    /// Enough to see what it is that differs, as in `variant12`.
    const BEFORE: usize = 8;
    let text = |from: usize, to: usize| name[from..to].iter().collect::<String>();
    let end = name.len() - tail;
    let after = if tail > 0 { "…" } else { "" };
    let cut = |first: usize, from: usize| match first < from {
        true => format!("{}…{}{after}", text(0, first), text(from, end)),
        false => format!("{}{after}", text(0, end)),
    };
    let from = (head.saturating_sub(BEFORE)..=head).find(|from| fits(&cut(0, *from)))?;
    (0..=from).rev().map(|first| cut(first, from)).find(|text| fits(text))
}

/// A letter's outline as SVG path data, in units, upwards; nothing for a space.
pub(super) fn outline(id: u16, weight: Weight) -> String {
    let mut path = Path::default();
    if let Some(face) = face(weight) {
        face.outline_glyph(GlyphId(id), &mut path);
    }
    path.0
}

#[derive(Default)]
struct Path(String);

impl Path {
    fn add(&mut self, command: char, numbers: &[f32]) {
        self.0.push(command);
        for (at, number) in numbers.iter().enumerate() {
            let space = if at > 0 && *number >= 0.0 { " " } else { "" };
            // Writing to a string does not fail.
            let _ = write!(self.0, "{space}{number}");
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[x1, y1, x, y]);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[x1, y1, x2, y2, x, y]);
    }
    fn close(&mut self) {
        self.0.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REGULAR: Weight = Weight::Regular;

    #[test]
    fn what_fits_stays_and_what_does_not_is_cut_in_the_middle() {
        assert_eq!(fitted("bm25", 6.5, REGULAR, 50.0), "bm25");
        let cut = fitted("a-very-long-name-of-a-run", 6.5, REGULAR, 50.0);
        assert!(cut.starts_with("a-very") && cut.ends_with("a-run") && cut.contains('…'), "{cut}");
        assert!(width(&cut, 6.5, REGULAR) <= 50.0);
        assert_eq!(fitted("abc", 6.5, REGULAR, 0.0), "…");
    }

    #[test]
    fn names_that_are_cut_can_be_told_apart() {
        let names =
            ["experiment-of-may-with-3-layers-tuned", "experiment-of-may-with-4-layers-tuned"];
        assert_eq!(fitted_apart(&names, 6.5, 60.0), ["experi…ay-with-3…", "experi…ay-with-4…"]);
        // What differs is too long itself.
        let names = ["a".repeat(40) + &"b".repeat(40), "a".repeat(41) + &"b".repeat(39)];
        let names = [names[0].as_str(), names[1].as_str(), "short"];
        assert!(
            fitted_apart(&names, 6.5, 20.0).iter().all(|name| width(name, 6.5, REGULAR) <= 20.0)
        );
        assert_eq!(fitted_apart(&["a", "b"], 6.5, 60.0), ["a", "b"]);
    }

    #[test]
    fn lines_break_between_words() {
        let found = lines("one two three four five six", 6.5, REGULAR, 45.0);
        assert!(found.len() > 1 && found.iter().all(|l| width(l, 6.5, REGULAR) <= 45.0));
        assert_eq!(found.join(" "), "one two three four five six");
    }

    #[test]
    fn what_cannot_be_seen_shows_as_the_replacement_character() {
        let ids =
            |text: &str| glyphs(text, REGULAR).iter().map(|glyph| glyph.id).collect::<Vec<_>>();
        assert_eq!(ids("a\u{7}\u{202e}\u{4e2d}"), ids("a\u{fffd}\u{fffd}\u{fffd}"));
        assert_ne!(ids("\u{fffd}")[0], 0);
    }
}
