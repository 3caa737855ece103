//! What bars are filled with: a colour, or hatching, which needs no colours to be told apart.

/// What a rectangle is filled with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fill {
    Plain(String),
    /// With a black outline.
    Outlined(String),
    /// Black lines on white within an outline, in one of a few ways.
    Hatched(usize),
}

/// The ways of hatching: lines within a square that is repeated, and how far it is turned.
const HATCHINGS: [(&str, i32); 5] = [
    ("M0 1H2.2", 45),
    ("M0 1H2.2", -45),
    ("M0 1H2.2M1 0V2.2", 45),
    ("M0 1H2.2", 0),
    ("M0.5 1H1.5", 45),
];

/// The definition of a way of hatching, under a name.
pub(super) fn pattern(way: usize, id: &str) -> String {
    let (lines, turn) = HATCHINGS[way % HATCHINGS.len()];
    format!(
        "<pattern id=\"{id}\" width=\"2.2\" height=\"2.2\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate({turn})\"><rect width=\"2.2\" height=\"2.2\" fill=\"#ffffff\"/>\
         <path d=\"{lines}\" stroke=\"#000000\" stroke-width=\"0.7\"/></pattern>\n"
    )
}
