//! What stands above the tables of `gainline contingency`: the choices behind the numbers and what
//! they touched, in words.

use super::figures::{AVERAGED, apart};
use super::report::About;
use super::{Counted, Cut};
use crate::notes::{self, counted, listed, note, qrels, relevant, tie_rule, topics, unjudged};
use gainline::{Options, Ties};
use gainline_report::Note;

/// All that is to be said of a run's tables.
pub(super) fn notes(about: &About<'_>, run: &Counted) -> Vec<Note> {
    let options = &about.opened.options;
    let mut notes = vec![
        qrels(about.opened),
        note("run", format!("{}: {}", run.file, counted(run.facts.rows as usize, "row"))),
        topics(&[run.seen()], "counted", options),
        note("retrieved", retrieved(about.cut, run)),
        relevant(about.opened, ""),
        ties(about, run),
    ];
    notes.extend(unjudged(options));
    notes.push(note("N", collection(options, run)));
    notes.push(note("averages", averages(run)));
    notes
}

fn retrieved(cut: Cut, run: &Counted) -> String {
    let fewer = |k: usize| run.topics.iter().filter(|(_, t)| t.retrieved < k as f64).count();
    let none = match fewer(1) {
        0 => String::new(),
        n => format!("; {} retrieved nothing, where precision is 0", counted(n, "topic")),
    };
    match cut {
        Cut::All => format!("the whole ranking (--at all){none}"),
        Cut::Score(least) => format!("documents of score {least} or higher (--score){none}"),
        Cut::Top(k) => {
            let fewer = match fewer(k) {
                0 => String::new(),
                n => format!(
                    "; {} retrieved fewer: precision divides by what was retrieved, where P@{k} \
                     divides by {k}",
                    counted(n, "topic")
                ),
            };
            format!("the top {k} of each ranking (--at){fewer}")
        }
    }
}

fn ties(about: &About<'_>, run: &Counted) -> Note {
    if !matches!(about.cut, Cut::Top(_)) {
        return note(
            "ties",
            "equal scores are retrieved together or not at all, so their order plays no part",
        );
    }
    let order = about.opened.options.ties;
    let rule = match order {
        Ties::Average => "in all orders alike: found are the expected numbers",
        Ties::Best => "in the order that brings most relevant documents into the top",
        Ties::Worst => "in the order that brings fewest relevant documents into the top",
        definite => tie_rule(definite),
    };
    notes::ties(rule, order, &[run.seen()])
}

fn collection(options: &Options, run: &Counted) -> String {
    let topics = counted(run.topics.len(), "topic");
    match options.collection {
        Some(size) => format!(
            "the collection holds {} (--collection-size), counted once for each of {topics}",
            counted(size, "document")
        ),
        None => "not given (--collection-size), so for each topic only the documents that it \
                 retrieved, at any rank, or that are judged relevant; in a larger collection \
                 fallout is lower and specificity higher"
            .into(),
    }
}

/// What the two averages are, and where they say something different.
fn averages(run: &Counted) -> String {
    let what = "macro: the mean over topics, each counting the same (Rocchio's sample means); micro: \
                from the table of all topics, each document counting the same (population ratios)";
    let total = run.total();
    let far: Vec<&str> = AVERAGED
        .iter()
        .filter(|(_, figure)| apart(run.mean(figure), figure(&total)) > 0.1)
        .map(|(name, _)| *name)
        .collect();
    let far = match &far[..] {
        [] => "they differ by no more than 10 % of the larger".into(),
        [one] => format!("{one} differs by more than 10 % of the larger"),
        many => format!("{} differ by more than 10 % of the larger", listed(many, "and")),
    };
    format!("{what}; {far}")
}
