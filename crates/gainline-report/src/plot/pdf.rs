//! The picture as PDF: shapes by svg2pdf, and texts as text in embedded fonts, so that they can be searched
//! and copied.

use super::canvas::PlacedText;
use super::font::{EM, Weight, file, metrics};
use super::output::{shapes, wrong};
use super::{Figure, PlotError};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use std::collections::{BTreeMap, HashMap};

const SHAPES: Name<'static> = Name(b"Shapes");
/// Glyphs are called by their numbers in the font.
const BY_NUMBER: Name<'static> = Name(b"Identity-H");

impl Figure {
    /// The picture as PDF.
    pub fn pdf(&self) -> Result<Vec<u8>, PlotError> {
        let drawn = self.drawn_with_text_apart()?;
        let (width, height) = (drawn.size.0 as f32, drawn.size.1 as f32);
        let shapes = svg2pdf::to_chunk(&shapes(&drawn.svg)?, svg2pdf::ConversionOptions::default());
        let (shapes, image) = shapes.map_err(|error| wrong(&error))?;
        let mut next = Ref::new(1);
        let [catalog, pages, page, content, info] = [(); 5].map(|()| next.bump());
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).count(1).kids([page]);
        pdf.document_info(info).title(TextStr(&self.title)).creator(TextStr("gainline"));
        let mut renumbered: HashMap<Ref, Ref> = HashMap::new();
        pdf.extend(&shapes.renumber(|old| *renumbered.entry(old).or_insert_with(|| next.bump())));
        let image =
            renumbered.get(&image).ok_or_else(|| wrong(&"the shapes are not in the PDF"))?;

        let mut glyphs: BTreeMap<Weight, BTreeMap<u16, (char, f64)>> = BTreeMap::new();
        for text in &drawn.texts {
            let used = glyphs.entry(text.weight).or_default();
            used.extend(
                text.glyphs.iter().map(|(glyph, letter)| (glyph.id, (*letter, glyph.advance))),
            );
        }
        let fonts: Vec<(Weight, Ref)> = glyphs
            .iter()
            .map(|(weight, used)| (*weight, font(&mut pdf, &mut next, *weight, used)))
            .collect();
        pdf.stream(content, &page_content(&drawn.texts, (width, height)));
        let mut sheet = pdf.page(page);
        sheet.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
        let mut resources = sheet.resources();
        resources.x_objects().pair(SHAPES, *image);
        let mut named = resources.fonts();
        for (weight, font) in fonts {
            named.pair(name(weight), font);
        }
        named.finish();
        resources.finish();
        sheet.finish();
        Ok(pdf.finish())
    }
}

/// The shapes, and the texts over them.
fn page_content(texts: &[PlacedText], (width, height): (f32, f32)) -> Vec<u8> {
    let mut content = Content::new();
    content.save_state();
    // The shapes are drawn into a square of one point.
    content.transform([width, 0.0, 0.0, height, 0.0, 0.0]).x_object(SHAPES).restore_state();
    for text in texts {
        let (x, y) = (text.x as f32, height - text.y as f32);
        let turned =
            if text.turned { [0.0, 1.0, -1.0, 0.0, x, y] } else { [1.0, 0.0, 0.0, 1.0, x, y] };
        let [red, green, blue] = rgb(&text.colour);
        let glyphs: Vec<u8> =
            text.glyphs.iter().flat_map(|(glyph, _)| glyph.id.to_be_bytes()).collect();
        content.begin_text().set_font(name(text.weight), text.size as f32);
        content.set_fill_rgb(red, green, blue).set_text_matrix(turned);
        content.show(Str(&glyphs)).end_text();
    }
    content.finish()
}

/// The shares of red, green and blue of `#rrggbb`.
fn rgb(colour: &str) -> [f32; 3] {
    [1, 3, 5].map(|at| {
        let share = colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        f32::from(share.unwrap_or(0)) / 255.0
    })
}

fn name(weight: Weight) -> Name<'static> {
    match weight {
        Weight::Regular => Name(b"NotoSans-Regular"),
        Weight::Strong => Name(b"NotoSans-SemiBold"),
    }
}

/// Embeds a font, and says which letters and how wide the glyphs in use are.
fn font(pdf: &mut Pdf, next: &mut Ref, weight: Weight, used: &BTreeMap<u16, (char, f64)>) -> Ref {
    let [font, descendant, descriptor, letters, data] = [(); 5].map(|()| next.bump());
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    pdf.type0_font(font)
        .base_font(name(weight))
        .encoding_predefined(BY_NUMBER)
        .descendant_font(descendant)
        .to_unicode(letters);
    let mut glyphs = pdf.cid_font(descendant);
    glyphs.subtype(CidFontType::Type2).base_font(name(weight)).system_info(system);
    glyphs.font_descriptor(descriptor).cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = glyphs.widths();
    for (id, (_, advance)) in used {
        widths.consecutive(*id, [(advance * 1000.0 / EM) as f32]);
    }
    widths.finish();
    glyphs.finish();
    let metrics = metrics(weight);
    let bounds = metrics.bounds;
    pdf.font_descriptor(descriptor)
        .name(name(weight))
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(bounds[0], bounds[1], bounds[2], bounds[3]))
        .italic_angle(0.0)
        .ascent(metrics.ascent)
        .descent(metrics.descent)
        .cap_height(metrics.cap_height)
        .stem_v(80.0)
        .font_file2(data);
    let mut map = UnicodeCmap::new(Name(b"Letters"), system);
    used.iter().for_each(|(id, (letter, _))| map.pair(*id, *letter));
    pdf.cmap(letters, &map.finish());
    pdf.stream(data, file(weight)).pair(Name(b"Length1"), file(weight).len() as i32);
    font
}
