//! What stands below a picture's title: how many topics, and the choices that can change what is
//! seen.

use crate::notes::{Seen, counted, of_each};
use anyhow::bail;
use gainline::{Better, Measure, Missing, Options, Ties, Unjudged};

/// `12 topics`; what else is to be said if runs differ in it.
pub(super) fn topics(seen: &[Seen<'_>]) -> String {
    let most = seen.iter().map(|seen| seen.topics).max().unwrap_or(0);
    let fewer = of_each(seen, |seen| (seen.topics < most).then(|| seen.topics.to_string()));
    let topics = counted(most, "topic");
    fewer.map_or(topics.clone(), |fewer| format!("{topics} ({fewer})"))
}

/// `Ties by docid; unjudged irrelevant; no topic missing.`
pub(super) fn choices(options: &Options, seen: &[Seen<'_>]) -> String {
    let ties = match options.ties {
        _ if seen.iter().all(|seen| seen.facts.tied_rows == 0) => "No ties".into(),
        Ties::Average => "Mean over orders of ties".into(),
        Ties::Best => "Ties in the best order".into(),
        Ties::Worst => "Ties in the worst order".into(),
        order => format!("Ties by {order}"),
    };
    let unjudged = match options.unjudged {
        Unjudged::Condense => "unjudged dropped",
        _ => "unjudged irrelevant",
    };
    let missing = of_each(seen, |seen| match seen.missing.len() {
        0 => None,
        n => Some(n.to_string()),
    });
    let how = match options.missing {
        Missing::Skip => "left out",
        _ => "as empty rankings",
    };
    let missing = missing
        .map_or("no topic missing".into(), |missing| format!("missing topics {how}: {missing}"));
    let mut said = vec![ties, unjudged.to_string(), missing];
    if let Some(depth) = options.depth {
        said.push(format!("only the top {depth}"));
    }
    if options.topics.is_some() {
        said.push("only some topics (--topics)".into());
    }
    if options.drop_self {
        said.push("a topic's own document dropped".into());
    }
    format!("{}.", said.join("; "))
}

/// A measure as an axis shows it.
pub(super) fn axis(measure: &Measure) -> String {
    match measure.family().better {
        Better::Lower => format!("{measure} (lower is better)"),
        _ => measure.to_string(),
    }
}

/// What a measure is, and then the choices.
pub(super) fn of_measure(measure: &Measure, options: &Options, seen: &[Seen<'_>]) -> String {
    let meaning = sentence(measure.family().meaning);
    format!("{meaning} {}", choices(options, seen))
}

/// With a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    let first: String = letters.next().map(char::to_uppercase).into_iter().flatten().collect();
    format!("{first}{}.", letters.as_str())
}

/// A picture has room for one number where bounds are two.
pub(super) fn refuse_bounds(unjudged: Unjudged) -> anyhow::Result<()> {
    if unjudged == Unjudged::Bounds {
        bail!(
            "--unjudged bounds: a plot shows single values, not bounds\n  use irrelevant or condense"
        );
    }
    Ok(())
}
