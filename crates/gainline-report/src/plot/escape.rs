//! Text that may stand in SVG.

/// A letter that can be seen and may stand in SVG: not one that controls, turns the direction of
/// writing or is none at all.
pub(super) fn visible(letter: char) -> char {
    let hidden = letter.is_control()
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(letter, '\u{fffe}' | '\u{ffff}');
    if hidden { '\u{fffd}' } else { letter }
}

/// Text as it may stand in SVG.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(visible(c)),
        }
    }
    escaped
}
