//! TREC's topic files, and documents marked up likewise. Tags are often not closed, and labels such as
//! `Number:` stand behind them: `<top> <num> Number: 301 <title> … <desc> Description: … </top>`, or
//! `<topic number="1"> <query>…</query> …`.

use super::{IDS, Lines, Text, TextKind, tidied};

/// Tags that hold one topic or document each.
const WHOLE: [&str; 4] = ["top", "topic", "doc", "document"];

/// The id in topic files, beside its other names.
const NUMBER: &str = "num";

/// What TREC's topics and documents hold beside the fields that are shown. They end those.
const OTHERS: [&str; 12] = [
    "narr", "subtopic", "dom", "date", "dateline", "byline", "smry", "con", "fac", "nat", "def",
    "head",
];

/// Labels that stand behind tags, and are none of the content.
const LABELS: [&str; 5] = ["number:", "topic:", "description:", "narrative:", "title:"];

/// Reads from the line that is there to the end.
pub(super) fn read(
    lines: &mut Lines<'_>,
    kind: TextKind,
    keep: &mut dyn FnMut(&str, Text),
) -> gainline::Result<()> {
    let mut held = Held::default();
    let mut begun = lines.number;
    loop {
        let line = lines.line.clone();
        for piece in pieces(&line) {
            match piece {
                Piece::Words(words) => held.add(words),
                Piece::Tag { name, closing, attributes } => {
                    if !WHOLE.contains(&name.as_str()) {
                        if kind.has_field(&name) {
                            held.turn_to(name, closing);
                        } else {
                            // Markup within a text, such as <b>.
                            held.add(" ");
                        }
                        continue;
                    }
                    if closing {
                        finish(&mut held, lines, begun, kind, keep)?;
                    } else {
                        begun = lines.number;
                        held = Held::default();
                        held.id = attribute(attributes);
                    }
                }
            }
        }
        held.add(" ");
        if !lines.next()? {
            break;
        }
    }
    if held.id.is_some() || !held.fields.is_empty() {
        return Err(lines.wrong(
            format!("the file ends within what begins on line {begun}"),
            "close each topic with </top>, or </topic>",
        ));
    }
    Ok(())
}

/// What was read of a topic or document.
#[derive(Default)]
struct Held {
    id: Option<String>,
    fields: Vec<(String, String)>,
    open: bool,
}

impl TextKind {
    /// Whether a tag opens or closes a field; others are markup within a text.
    fn has_field(self, name: &str) -> bool {
        let shown = self.fields().concat();
        name == NUMBER || [&IDS[..], &OTHERS, &shown].iter().any(|names| names.contains(&name))
    }
}

impl Held {
    fn turn_to(&mut self, name: String, closing: bool) {
        self.open = !closing;
        if !closing {
            self.fields.push((name, String::new()));
        }
    }

    fn add(&mut self, words: &str) {
        if let Some((_, text)) = self.fields.last_mut().filter(|_| self.open) {
            text.push_str(words);
        }
    }

    /// The content of the first of these fields that is there, without its label.
    fn field(&self, names: &[&str]) -> Option<String> {
        let found = names.iter().find_map(|n| self.fields.iter().find(|(name, _)| name == n));
        let text = tidied(&decoded(&found?.1))?;
        let lower = text.to_lowercase();
        let label = LABELS.iter().find(|label| lower.starts_with(**label));
        tidied(&text[label.map_or(0, |label| label.len())..])
    }
}

fn finish(
    held: &mut Held,
    lines: &Lines<'_>,
    begun: u64,
    kind: TextKind,
    keep: &mut dyn FnMut(&str, Text),
) -> gainline::Result<()> {
    let held = std::mem::take(held);
    let named: Vec<&str> = IDS.into_iter().chain([NUMBER]).collect();
    let Some(id) = held.id.clone().or_else(|| held.field(&named)) else {
        return Err(lines.wrong(
            format!("what begins on line {begun} has no id"),
            "a topic has <num> or number=\"…\", a document <docno>",
        ));
    };
    let [titles, texts] = kind.fields();
    keep(&id, Text { title: held.field(titles), text: held.field(texts) });
    Ok(())
}

/// Text with the five signs that markup cannot hold as they are.
fn decoded(text: &str) -> String {
    let mut text = text.to_string();
    // `&amp;` last, so that `&amp;lt;` becomes `&lt;`.
    for (name, sign) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
    {
        text = text.replace(name, sign);
    }
    text
}

/// The number or id among a tag's attributes.
fn attribute(attributes: &str) -> Option<String> {
    let named = |name: &str| {
        let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
        tidied(rest.split_once('"')?.0)
    };
    IDS.iter().find_map(|name| named(name))
}

enum Piece<'a> {
    Words(&'a str),
    Tag { name: String, closing: bool, attributes: &'a str },
}

/// Words and tags of a line. What is no tag, such as `a < b`, is words.
fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = vec![];
    let mut rest = line;
    while let Some(start) = rest.find('<') {
        let inside = &rest[start + 1..];
        let (closing, inside) = match inside.strip_prefix('/') {
            Some(inside) => (true, inside),
            None => (false, inside),
        };
        let named = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let name: String = inside.chars().take_while(named).collect();
        let end = inside.find('>').filter(|_| name.starts_with(|c: char| c.is_ascii_alphabetic()));
        let Some(end) = end else {
            pieces.push(Piece::Words(&rest[..=start]));
            rest = &rest[start + 1..];
            continue;
        };
        pieces.push(Piece::Words(&rest[..start]));
        let attributes = &inside[name.len()..end.max(name.len())];
        pieces.push(Piece::Tag { name: name.to_lowercase(), closing, attributes });
        rest = &inside[end + 1..];
    }
    pieces.push(Piece::Words(rest));
    pieces
}
