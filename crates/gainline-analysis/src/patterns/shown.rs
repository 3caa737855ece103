//! The patterns that are shown, and ratios of them.

use super::world::{Pattern, World};
use gainline::{Error, ErrorKind, Result, format_number};

/// What is shown in a row.
pub(super) struct ShownPattern {
    pub pattern: Pattern,
    /// The pattern that its values are divided by.
    pub over: Option<Pattern>,
}

impl ShownPattern {
    /// `32000`, or `00123/32000` for a ratio.
    pub(super) fn name(&self, world: &World) -> String {
        let pattern = world.pattern_text(&self.pattern);
        match &self.over {
            Some(over) => format!("{pattern}/{}", world.pattern_text(over)),
            None => pattern,
        }
    }

    /// Reads it.
    pub(super) fn parse(text: &str, world: &World) -> Result<Self> {
        let (pattern, over) = match text.split_once('/') {
            Some((pattern, over)) => (pattern, Some(over)),
            None => (text, None),
        };
        let over = over.map(|over| parse(over, world)).transpose()?;
        Ok(ShownPattern { pattern: parse(pattern, world)?, over })
    }
}

/// A pattern: a digit for each rank, or grades with dashes between.
fn parse(text: &str, world: &World) -> Result<Pattern> {
    let parts: Vec<String> = match text.contains('-') {
        true => text.split('-').map(String::from).collect(),
        false if world.length() == 1 => vec![text.to_string()],
        false => text.chars().map(String::from).collect(),
    };
    let wrong = |what: String, remedy: &str| {
        Err(Error::new(ErrorKind::Request, format!("`{text}` {what}")).remedy(remedy))
    };
    let grades: Option<Vec<f64>> = parts.iter().map(|part| part.trim().parse().ok()).collect();
    let Some(grades) = grades else {
        return wrong(
            "is not a pattern".into(),
            "write a digit for each rank, as 32000, or grades with dashes, as 0-10-0.5",
        );
    };
    if grades.len() != world.length() {
        let (has, wants) = (grades.len(), world.length());
        let what = format!("has {has} ranks, and patterns here have {wants}");
        return wrong(what, "write a grade for each rank");
    }
    match world.pattern(&grades) {
        Some(pattern) => Ok(pattern),
        None => {
            let relevant: Vec<String> =
                world.relevant().iter().copied().map(format_number).collect();
            let remedy =
                format!("beside 0, use each of these grades at most once: {}", relevant.join(", "));
            wrong("is not a pattern of this setting".into(), &remedy)
        }
    }
}

/// Those that Kishida shows for his world (Table 5).
const KISHIDA: [&str; 9] = [
    "32000",
    "00123",
    "00123/32000",
    "03210",
    "03210/32000",
    "30000",
    "30000/32000",
    "00003",
    "00003/30000",
];

/// Those that Kishida shows, in his world. In others: the highest grades first; all at the bottom, the
/// lowest first; all one rank lower; the highest alone on top; and alone at the bottom. Each of them
/// over the first.
pub(super) fn usual(world: &World) -> Result<Vec<ShownPattern>> {
    if world.relevant() == [3.0, 2.0, 1.0] && world.length() == 5 {
        return KISHIDA.iter().map(|text| ShownPattern::parse(text, world)).collect();
    }
    let length = world.length();
    let relevant = &world.relevant()[..world.relevant().len().min(length)];
    let nothing = || std::iter::repeat_n(0.0, length);
    let best = || relevant.iter().copied();
    let telling: [Vec<f64>; 5] = [
        best().chain(nothing()).take(length).collect(),
        nothing().take(length - relevant.len()).chain(best().rev()).collect(),
        std::iter::once(0.0).chain(best()).chain(nothing()).take(length).collect(),
        best().take(1).chain(nothing()).take(length).collect(),
        nothing().skip(1).chain(best().take(1)).collect(),
    ];
    let mut patterns: Vec<Pattern> = vec![];
    for pattern in telling.iter().filter_map(|grades| world.pattern(grades)) {
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    let mut all = vec![];
    for (at, pattern) in patterns.iter().enumerate() {
        all.push(ShownPattern { pattern: pattern.clone(), over: None });
        if at > 0 {
            all.push(ShownPattern { pattern: pattern.clone(), over: Some(patterns[0].clone()) });
        }
    }
    Ok(all)
}
