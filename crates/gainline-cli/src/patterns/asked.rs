//! The patterns that are to be shown, and ratios of them.

use anyhow::bail;
use gainline::written;
use gainline_analysis::patterns::{Pattern, World};

/// What is shown in a row.
pub(super) struct Shown {
    pub pattern: Pattern,
    /// The pattern that its values are divided by.
    pub over: Option<Pattern>,
}

impl Shown {
    /// As it is written.
    pub(super) fn written(&self, world: &World) -> String {
        let pattern = world.written(&self.pattern);
        match &self.over {
            Some(over) => format!("{pattern}/{}", world.written(over)),
            None => pattern,
        }
    }
}

/// Those asked for.
pub(super) fn shown(asked: &[String], world: &World) -> anyhow::Result<Vec<Shown>> {
    let one = |text: &String| {
        let (pattern, over) = match text.split_once('/') {
            Some((pattern, over)) => (pattern, Some(over)),
            None => (text.as_str(), None),
        };
        let over = over.map(|over| parsed(over, text, world)).transpose()?;
        Ok(Shown { pattern: parsed(pattern, text, world)?, over })
    };
    asked.iter().map(one).collect()
}

/// A pattern: a digit for each rank, or grades with dashes between.
fn parsed(text: &str, asked: &str, world: &World) -> anyhow::Result<Pattern> {
    let parts: Vec<String> = match text.contains('-') {
        true => text.split('-').map(String::from).collect(),
        false if world.length() == 1 => vec![text.to_string()],
        false => text.chars().map(String::from).collect(),
    };
    let grades: Option<Vec<f64>> = parts.iter().map(|part| part.trim().parse().ok()).collect();
    let Some(grades) = grades else {
        bail!(
            "--show {asked}: `{text}` is not a pattern\n  write a digit for each rank, as 32000, or 0-10-0.5"
        );
    };
    if grades.len() != world.length() {
        let (has, wants) = (grades.len(), world.length());
        bail!(
            "--show {asked}: `{text}` is {has} long, and patterns here are {wants} long (--length)"
        );
    }
    let Some(pattern) = world.pattern(&grades) else {
        let relevant: Vec<String> = world.relevant().iter().copied().map(written).collect();
        let relevant = relevant.join(", ");
        bail!(
            "--show {asked}: `{text}` is not a pattern of this world\n  beside 0, it has the grades of \
             --grades, each once: {relevant}"
        );
    };
    Ok(pattern)
}

/// Those that Kishida shows for his world (Table 5). For others: the highest grades first; all at the
/// bottom, the lowest first; all one rank lower; the highest alone on top; and alone at the bottom.
/// Each of them over the first.
pub(super) fn default_shown(world: &World) -> Vec<Shown> {
    let kishida = ["32000", "00123", "00123/32000", "03210", "03210/32000", "30000", "30000/32000"];
    let kishida = kishida.iter().chain(&["00003", "00003/30000"]).map(ToString::to_string);
    if world.relevant() == [3.0, 2.0, 1.0] && world.length() == 5 {
        // They are patterns of this world.
        return shown(&kishida.collect::<Vec<_>>(), world).unwrap_or_default();
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
        all.push(Shown { pattern: pattern.clone(), over: None });
        if at > 0 {
            all.push(Shown { pattern: pattern.clone(), over: Some(patterns[0].clone()) });
        }
    }
    all
}
