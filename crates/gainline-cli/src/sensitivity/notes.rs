//! What stands above the tables: what changes, and the choices behind the numbers.

use super::About;
use super::figures::Examined;
use super::report::reached;
use crate::notes::{
    Seen, collection, depth, listed, note, qrels, relevant, tie_rule, ties, topics, unjudged, users,
};
use gainline::{Better, Measure, Need, Summary, written};
use gainline_analysis::sensitivity::{Base, Documents};
use gainline_report::Note;

pub(super) fn notes(about: &About<'_>, runs: &[Examined]) -> Vec<Note> {
    let options = &about.opened.options;
    let seen: Vec<Seen<'_>> = runs.iter().map(Examined::seen).collect();
    let mut notes = vec![
        qrels(about.opened),
        note("change", change(about)),
        note("base", base(about)),
        note("formulas", formulas(about)),
        topics(&seen, "looked at", options),
        note("ranks", ranks(about, runs, &seen)),
        relevant(about.opened, ", unless a measure says otherwise"),
        depth(options, &seen),
        ties(tie_rule(options.ties), options.ties, &seen),
    ];
    notes.extend(unjudged(options));
    notes.extend(collection_note(about));
    notes.extend(users(about.measures, about.opened));
    notes.extend(measures_note(about));
    notes.extend(cautions(about));
    notes
}

fn ranks(about: &About<'_>, runs: &[Examined], seen: &[Seen<'_>]) -> String {
    let missing = match seen.iter().all(|run| run.missing.is_empty()) {
        true => "",
        false => "; one that the run lacks counts at none",
    };
    let has = match about.args.documents {
        Documents::All => "that its ranking has",
        _ => "where its ranking has such a document",
    };
    let depth = about.args.depth;
    let end = match runs.iter().any(|run| run.deepest() < depth) {
        true => match reached(runs) {
            Some(last) => format!("; the last that counts is {last}"),
            None => "; none counts".into(),
        },
        false => String::new(),
    };
    format!("1 to {depth} (--depth){end}; a topic counts at the ranks {has}{missing}")
}

/// Grades that no document has, or that are not relevant.
fn cautions(about: &About<'_>) -> Vec<Note> {
    let rel = about.opened.options.rel;
    let highest = about.opened.qrels.grades().into_iter().fold(f64::NEG_INFINITY, f64::max);
    let top = written(highest);
    let mut notes = vec![];
    if rel > highest {
        let said = format!(
            "no document is relevant: none has the grade {} or a higher one (--rel), the highest is \
             {top}; measures of relevance have nothing to find",
            written(rel)
        );
        notes.push(note("caution", said));
    }
    let Some(to) = about.args.to else { return notes };
    if to > highest {
        let said = format!(
            "--to {} is above the grades of the qrels, of which {top} is the highest: measures that go \
             by grades change more than any judgment so far changes them",
            written(to)
        );
        notes.push(note("caution", said));
    }
    if to < rel {
        let said = format!(
            "--to {} is below the lowest relevant grade, {} (--rel): measures of relevance do not gain \
             by such a document",
            written(to),
            written(rel)
        );
        notes.push(note("caution", said));
    }
    notes
}

/// The measures for which something holds, by name.
fn named(about: &About<'_>, holds: impl Fn(usize, &Measure) -> bool) -> Vec<String> {
    let measures = about.measures.iter().enumerate();
    measures.filter(|(at, m)| holds(*at, m)).map(|(_, m)| m.to_string()).collect()
}

fn change(about: &About<'_>) -> String {
    let mut grades: Vec<f64> =
        (0..about.measures.len()).map(|at| about.sensitivity.to(at)).collect();
    grades.sort_by(f64::total_cmp);
    grades.dedup();
    let each = |grade: &f64| {
        let names = named(about, |at, _| about.sensitivity.to(at) == *grade);
        format!("{} ({})", written(*grade), names.join(", "))
    };
    let (grade, why) = match (&grades[..], about.args.to) {
        (_, Some(to)) => (format!("grade {}", written(to)), "--to"),
        ([grade], None) => (format!("grade {}", written(*grade)), "the lowest relevant one; --to"),
        (many, None) => {
            let many: Vec<String> = many.iter().map(each).collect();
            (format!("grade {}", many.join(", ")), "the lowest relevant one; --to")
        }
    };
    let which = match about.args.documents {
        Documents::All => "each document, as if it had not been judged before",
        Documents::Lower => "documents that are unjudged or have a lower grade, from that grade",
        Documents::Unjudged => "unjudged documents",
    };
    let documents = about.args.documents;
    format!("a document comes to have {grade} ({why}); {which} (--documents {documents})")
}

fn base(about: &About<'_>) -> String {
    let what = match about.args.base {
        Base::Fixed => {
            "R and the ideal ranking stay as they are, as if a relevant document that the run missed \
             stood at the rank"
        }
        Base::Grows => {
            "R and the ideal ranking grow with the document, as if nobody had discovered it"
        }
    };
    format!("{what} (--base {})", about.args.base)
}

fn formulas(about: &About<'_>) -> String {
    let by_formula =
        about.measures.iter().enumerate().filter_map(|(at, measure)| {
            Some(format!("{measure} {}", about.sensitivity.formula(at)?))
        });
    let by_formula: Vec<String> = by_formula.collect();
    let others = named(about, |at, _| about.sensitivity.formula(at).is_none());
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let anew = |others: &[&str]| {
        format!("computed anew with each judgment exchanged: {}", listed(others, "and"))
    };
    match (by_formula.is_empty(), others.is_empty()) {
        (true, _) => format!("none of Kishida's applies; {}", anew(&others)),
        (false, true) => format!("Kishida's: {}", by_formula.join(", ")),
        (false, false) => format!("Kishida's: {}; {}", by_formula.join(", "), anew(&others)),
    }
}

/// The size of the collection, and which topics measures of its whole order leave out.
fn collection_note(about: &About<'_>) -> Vec<Note> {
    let needs = |m: &Measure| m.family().needs.contains(&Need::Collection);
    let mut notes: Vec<Note> =
        collection(about.measures, &about.opened.options).into_iter().collect();
    let whole = named(about, |_, m| needs(m));
    if about.args.base == Base::Fixed && !whole.is_empty() {
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        let text = format!(
            "{} read{} the place of every relevant document, so a topic counts only where there is \
             one to stand at the rank: one that the run missed, or that stands there already",
            listed(&whole, "and"),
            if whole.len() == 1 { "s" } else { "" }
        );
        notes.push(note("place", text));
    }
    notes
}

/// What is to be said of single measures.
fn measures_note(about: &About<'_>) -> Vec<Note> {
    let mut notes = vec![];
    let mut say = |name: &str, names: Vec<String>, text: &str| {
        if !names.is_empty() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            notes.push(note(name, format!("{}: {text}", listed(&names, "and"))));
        }
    };
    let lower = named(about, |_, m| m.family().better == Better::Lower);
    say("better", lower, "lower is better, so a change below 0 is a gain");
    let other = named(about, |_, m| m.summary() != Summary::Mean);
    say(
        "means",
        other,
        "the changes of single topics' values are averaged, not those of the whole",
    );
    let known = named(about, |_, m| m.family().needs.contains(&Need::Known));
    say("news", known, "an unjudged document is taken for one that the user did not know");
    notes
}
