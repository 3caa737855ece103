//! What stands below a picture's title: how many topics, and the choices that can change what is
//! seen.

use crate::present::notes::of_each;
use crate::present::words::counted;
use gainline::{Better, Measure, Missing, Ties, Unjudged};
use gainline_analysis::Provenance;

/// `12 topics`; and which runs have fewer.
pub(super) fn topics(provenance: &Provenance) -> String {
    let runs = &provenance.runs;
    let most = runs.iter().map(|run| run.topics).max().unwrap_or(0);
    let fewer = of_each(runs, |run| (run.topics < most).then(|| run.topics.to_string()));
    let topics = counted(most, "topic");
    fewer.map_or(topics.clone(), |fewer| format!("{topics} ({fewer})"))
}

/// `Ties by docid; unjudged irrelevant; no topic missing.`
pub(super) fn choices(provenance: &Provenance) -> String {
    let options = &provenance.options;
    let mut said = of_any_topic(provenance);
    if options.topics.is_some() {
        said.push("only some topics (--topics)".into());
    }
    if options.drop_self {
        said.push("a topic's own document dropped".into());
    }
    format!("{}.", said.join("; "))
}

/// The same where the title says that there is one topic only.
pub(super) fn choices_of_topic(provenance: &Provenance) -> String {
    let mut said = of_any_topic(provenance);
    if provenance.options.drop_self {
        said.push("a topic's own document dropped".into());
    }
    format!("{}.", said.join("; "))
}

fn of_any_topic(provenance: &Provenance) -> Vec<String> {
    let Provenance { options, runs, .. } = provenance;
    let ties = match options.ties {
        _ if runs.iter().all(|run| run.tied_rows == 0) => "No ties".into(),
        Ties::Average => "Mean over orders of ties".into(),
        Ties::Best => "Ties in the best order".into(),
        Ties::Worst => "Ties in the worst order".into(),
        order @ (Ties::Docid | Ties::Rank | Ties::Input) => format!("Ties by {order}"),
    };
    let unjudged = match options.unjudged {
        Unjudged::Condense => "unjudged dropped",
        Unjudged::Irrelevant | Unjudged::Bounds => "unjudged irrelevant",
    };
    let how = match options.missing {
        Missing::Skip => "left out",
        Missing::Zero => "as empty rankings",
    };
    let missing = of_each(runs, |run| match run.topics_missing.len() {
        0 => None,
        n => Some(n.to_string()),
    });
    let missing = missing
        .map_or("no topic missing".into(), |missing| format!("missing topics {how}: {missing}"));
    let mut said = vec![ties, unjudged.to_string(), missing];
    said.extend(options.depth.map(|depth| format!("only the top {depth}")));
    said
}

/// A measure as an axis shows it.
pub(super) fn axis(measure: &Measure) -> String {
    match measure.family().better {
        Better::Lower => format!("{measure} (lower is better)"),
        Better::Higher | Better::Neither => measure.to_string(),
    }
}

/// What a measure is, and then the choices.
pub(super) fn of_measure(measure: &Measure, provenance: &Provenance) -> String {
    let meaning = sentence(measure.family().meaning);
    format!("{meaning} {}", choices(provenance))
}

/// With a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    let first: String = letters.next().map(char::to_uppercase).into_iter().flatten().collect();
    format!("{first}{}.", letters.as_str())
}

/// ` of hybrid` where the title must name the only run.
pub(super) fn of_single(provenance: &Provenance) -> String {
    match &provenance.runs[..] {
        [run] => format!(" of {}", run.name),
        _ => String::new(),
    }
}

/// The lowest and the highest number that an axis must have; a share's whole range.
pub(super) fn span(measure: &Measure, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let is_share = measure.family().range == (0.0, 1.0);
    if is_share { (0.0, 1.0) } else { around_0(values) }
}

/// From the lowest to the highest of the numbers and 0.
pub(super) fn around_0(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)))
}
