//! What the patterns tell of the measures, in plain words.

use super::report::About;
use crate::notes::listed;
use gainline::Better;
use gainline_analysis::patterns::{Alike, Opposite};

/// Which measures are most and least alike, and where two of them part.
pub(super) fn words(about: &About<'_>, alike: &[((usize, usize), Alike)]) -> Vec<String> {
    let mut said = vec![];
    said.extend(correlated(about));
    let most = alike.iter().rev().max_by_key(|(_, alike)| alike.opposite);
    if let Some(((a, b), pair_alike)) = most {
        said.push(match &pair_alike.most {
            Some(pair) if alike.len() == 1 => {
                format!("They {}", parted(about, *a, *b, pair_alike, pair))
            }
            Some(pair) => {
                let (a_name, b_name) = (about.measure(*a), about.measure(*b));
                let parted = parted(about, *a, *b, pair_alike, pair);
                format!("{a_name} and {b_name} disagree most often: they {parted}")
            }
            None => "No two of the measures order any two patterns oppositely.".into(),
        });
    }
    said.extend(constant(about));
    if said.is_empty() { vec![] } else { vec![said.join(" ")] }
}

/// The measures that see no difference at all.
fn constant(about: &About<'_>) -> Option<String> {
    let sees_none = |at: &usize| about.patterns.spread(*at).distinct == 1;
    let names: Vec<String> =
        (0..about.measures()).filter(sees_none).map(|at| about.measure(at)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let s = if names.len() == 1 { "s" } else { "" };
    let several = !names.is_empty() && about.patterns.patterns().len() > 1;
    several.then(|| format!("{} give{s} all patterns the same value.", listed(&names, "and")))
}

/// Which measures correlate most, and which least. Where less is better for one of two measures, they
/// are alike when they correlate below 0.
fn correlated(about: &About<'_>) -> Option<String> {
    let d = about.digits;
    let sign = |at: usize| match about.patterns.measures()[at].family().better {
        Better::Lower => -1.0,
        _ => 1.0,
    };
    let known: Vec<(f64, (usize, usize), f64)> = about
        .pairs()
        .filter_map(|(a, b)| {
            let value = about.patterns.correlation(a, b, about.by)?;
            // What differs by rounding only is equally alike.
            Some(((sign(a) * sign(b) * value * 1e9).round(), (a, b), value))
        })
        .collect();
    let most = known.iter().rev().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let least = known.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let names = |(_, (a, b), _): &(f64, (usize, usize), f64)| {
        format!("{} and {}", about.measure(*a), about.measure(*b))
    };
    let value = |(_, _, value): &(f64, (usize, usize), f64)| format!("{:.d$}", value + 0.0);
    Some(match known.len() {
        1 => format!("{} correlate at {}.", names(most), value(most)),
        count if most.0 == least.0 => {
            format!("All {count} pairs of measures are equally alike ({}).", value(most))
        }
        _ => format!(
            "Most alike are {} ({}), least {} ({}).",
            names(most),
            value(most),
            names(least),
            value(least)
        ),
    })
}

/// Two measures that disagree, and what on.
fn parted(about: &About<'_>, a: usize, b: usize, alike: &Alike, pair: &Opposite) -> String {
    let d = about.digits;
    let (first, second) = (about.measure(a), about.measure(b));
    let share = 100.0 * alike.opposite as f64 / alike.pairs.max(1) as f64;
    let (p, q) = (about.written(pair.by_first), about.written(pair.by_second));
    let value = |measure: usize, place: usize| about.patterns.values(measure)[place] + 0.0;
    format!(
        "order {} of {} pairs oppositely ({share:.1}%). \
         {first} finds {p} better than {q} ({:.d$} to {:.d$}), {second} the reverse ({:.d$} to {:.d$}).",
        alike.opposite,
        alike.pairs,
        value(a, pair.by_first),
        value(a, pair.by_second),
        value(b, pair.by_first),
        value(b, pair.by_second),
    )
}
