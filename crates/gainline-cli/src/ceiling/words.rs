//! Where the losses lie, in plain words.

use super::report::About;
use crate::notes::counted;
use gainline_analysis::ceiling::{Judgments, Losses};

/// Runs that are spoken of; the table has them all.
const SPOKEN_OF: usize = 5;

/// What the first measure says that has a better and a worse.
pub(super) fn words(about: &About<'_>) -> Vec<String> {
    let on = |judgments, measure, run| about.found.losses(judgments, measure, run);
    if on(Judgments::HeldOut, 0, None).is_none() {
        return vec![
            "No topic has two relevant documents with vectors, so nothing could be held out. What \
             all judgments give is usually too high, as the queries know the answers."
                .into(),
        ];
    }
    let first = (0..about.names.len()).find_map(|at| {
        let losses = on(Judgments::HeldOut, at, None)?;
        Some((at, losses, losses.by_vectors?))
    });
    let Some((measure, held_out, lost)) = first else { return vec![] };
    let (name, d) = (&about.names[measure], about.digits);
    let mut said = format!(
        "By {name}, held out, the vectors allow about {:.d$}, where a perfect ranking has {:.d$}: \
         {lost:.d$} is lost by the vectors.",
        held_out.ceiling, held_out.perfect
    );
    let mut above = false;
    for (at, run) in about.opened.asked.iter().enumerate().take(SPOKEN_OF) {
        if let Some(losses) = on(Judgments::HeldOut, measure, Some(at)) {
            let short = about.found.shorter(at, measure);
            said.push_str(&of_run(&run.name, &losses, &held_out, short, d));
            above |= losses.by_queries < Some(0.0);
        }
    }
    if above {
        said.push_str(
            " A run above the optimal queries rests on more than these vectors, or knows what the \
             documents left to make queries from do not tell.",
        );
    }
    if !about.opened.asked.is_empty() {
        said.push_str(
            " What is lost by queries is so only for a run that searches these vectors; for another it \
             is the difference to what they allow.",
        );
    }
    let mut words = vec![said];
    let all = on(Judgments::All, measure, None);
    if let Some(all) =
        all.filter(|all| all.topics == held_out.topics && all.by_vectors < Some(lost))
    {
        words.push(format!(
            "Measured on the documents that they are made from, optimal queries reach {:.d$}: that is \
             usually too high, as what is held out is too low.",
            all.ceiling
        ));
    }
    words
}

fn of_run(name: &str, losses: &Losses, all: &Losses, short: usize, d: usize) -> String {
    let (Some(value), Some(by_queries)) = (losses.run, losses.by_queries) else {
        return String::new();
    };
    let where_it_counts = if losses.topics == all.topics {
        String::new()
    } else {
        let Losses { topics, ceiling, .. } = losses;
        format!(" on its {topics} topics, where the vectors allow about {ceiling:.d$}")
    };
    let unsure = losses.interval.is_some_and(|interval| interval.contains(0.0));
    let chance = if unsure { " (perhaps by chance, with these topics)" } else { "" };
    if by_queries < 0.0 {
        return format!(
            " {name} reaches {value:.d$}{where_it_counts}: {:.d$} better than the optimal \
             queries{chance}.",
            -by_queries
        );
    }
    let length = match short {
        0 => String::new(),
        _ => format!(", and by its length on {}", counted(short, "topic")),
    };
    let more = by_queries > losses.by_vectors.unwrap_or(0.0);
    let beside = if more { "more" } else { "no more" };
    format!(
        " {name} reaches {value:.d$}{where_it_counts}: {by_queries:.d$} is lost by its \
         queries{length}{chance}, {beside} than by the vectors."
    )
}
