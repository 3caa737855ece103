//! Power in plain words.

use super::figures::{Best, Figures, Found};
use super::report::About;

/// `4 times in 5`.
pub(super) fn how_often(share: f64) -> String {
    let hundredths = (share * 100.0).round() as usize;
    match hundredths {
        0 => return "less than 1 time in 100".into(),
        100.. => return "almost always".into(),
        _ => {}
    }
    // The share itself, where it is as plain as that.
    let of = [2, 4, 5, 10, 20, 100].into_iter().find(|of| (hundredths * of).is_multiple_of(100));
    let of = of.unwrap_or(100);
    let times = hundredths * of / 100;
    format!("{times} {} in {of}", if times == 1 { "time" } else { "times" })
}

/// A number of topics; without it, more than anybody has.
pub(super) fn so_many(topics: Option<usize>) -> String {
    topics.map_or("over 10 million".into(), |topics| topics.to_string())
}

/// What the figures say to somebody who plans an experiment.
pub(super) fn verdict(about: &About<'_>, figures: &Figures<'_>) -> String {
    let name = figures.slice.map_or_else(
        || figures.measure.to_string(),
        |slice| format!("{} ({slice})", figures.measure),
    );
    let t = match &figures.t {
        Ok(t) => t,
        Err(why) => return format!("{name}: no power can be given; {why}."),
    };
    let often = how_often(about.wanted.power);
    let d = about.digits;
    let topics = figures.topics;
    let mut said = format!(
        "{name}: with these {topics} topics a difference of {:.d$} between two runs is found {often}.",
        t.smallest
    );
    if let (Ok(f), true) = (&figures.f, about.runs.len() > 2) {
        said.push_str(&format!(
            " That the best and the worst of {} runs differ is found {often} from {:.d$} on.",
            about.runs.len(),
            f.smallest
        ));
    }
    if let Some(best) = &figures.best {
        said.push(' ');
        said.push_str(&observed(about, best, t.found.last(), topics));
    }
    said
}

/// What it would take to find the difference that was observed.
fn observed(about: &About<'_>, best: &Best, found: Option<&Found>, topics: usize) -> String {
    let name = |run: usize| about.runs[run].name.as_str();
    let (first, second) = (name(best.runs.0), name(best.runs.1));
    let who = match about.wanted.baseline {
        Some(_) => format!("{first} and {second}"),
        None => format!("The best two, {first} and {second},"),
    };
    let d = about.digits;
    let Some(found) = found.filter(|_| best.difference > 0.0) else {
        return format!("{who} have the same mean, a difference that no number of topics finds.");
    };
    let (here, wanted) = (how_often(found.power), how_often(about.wanted.power));
    let needed = so_many(found.topics);
    let rest = match found.topics {
        Some(n) if n <= topics => format!("{needed} topics are enough for {wanted}"),
        _ => format!("finding it {wanted} takes {needed} topics"),
    };
    format!("{who} differ by {:.d$}: that much is found {here} here; {rest}.", best.difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_said_as_plainly_as_they_can_be() {
        assert_eq!(how_often(0.8), "4 times in 5");
        assert_eq!(how_often(0.5), "1 time in 2");
        assert_eq!(how_often(0.9), "9 times in 10");
        assert_eq!(how_often(0.95), "19 times in 20");
        assert_eq!(how_often(0.07), "7 times in 100");
        assert_eq!(how_often(0.001), "less than 1 time in 100");
        assert_eq!(how_often(0.9999), "almost always");
    }
}
