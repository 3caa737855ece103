//! What `gainline patterns` shows: spreads, correlations, disagreements and chosen patterns.

use super::asked::Shown;
use super::json::{Line, Value, lines, write_document};
use super::words::words;
use crate::cells::{count, header, number, text};
use crate::documents::write_line;
use crate::notes::{counted, listed, note};
use crate::sections::{self, Sections};
use crate::writing::Format;
use gainline::written;
use gainline_analysis::patterns::{Alike, Coefficient, Patterns};
use gainline_report::{Cell, Note, Table, write_csv, write_tsv};
use std::io::{self, Write};

/// What is shown of the patterns.
pub(super) struct About<'a> {
    pub patterns: &'a Patterns,
    pub shown: &'a [Shown],
    /// Every pattern is shown.
    pub all: bool,
    pub by: Coefficient,
    pub rel: f64,
    /// The size of the collection, if it was given.
    pub collection: Option<usize>,
    /// Decimals shown in tables.
    pub digits: usize,
}

impl About<'_> {
    /// How many measures there are.
    pub(super) fn measures(&self) -> usize {
        self.patterns.measures().len()
    }

    pub(super) fn measure(&self, at: usize) -> String {
        self.patterns.measures()[at].to_string()
    }

    /// Pairs of measures, each once.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.measures();
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
    }

    /// The pattern at a place, as it is written.
    pub(super) fn written(&self, place: usize) -> String {
        self.patterns.world().written(&self.patterns.patterns()[place])
    }

    /// A measure's value of a pattern, or a ratio; none where it would be divided by 0.
    pub(super) fn value(&self, measure: usize, shown: &Shown) -> Option<f64> {
        let values = self.patterns.values(measure);
        let of = |pattern| Some(values[self.patterns.find(pattern)?]);
        let value = of(&shown.pattern)?;
        match &shown.over {
            Some(over) => of(over).filter(|over| *over != 0.0).map(|over| value / over),
            None => Some(value),
        }
    }
}

pub(super) fn write(about: &About<'_>, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Tsv => write_tsv(&rows(about), out),
        Format::Csv => write_csv(&rows(about), out),
        Format::Jsonl => lines(about).iter().try_for_each(|line| write_line(line, out)),
        Format::Json => write_document(about, out),
        Format::Table | Format::Markdown | Format::Latex => {
            let alike: Vec<((usize, usize), Alike)> =
                about.pairs().map(|(a, b)| ((a, b), about.patterns.alike(a, b))).collect();
            let mut tables = vec![spread(about)];
            if about.measures() > 1 {
                tables.extend([correlation(about), disagreement(about, &alike)]);
            }
            tables.push(patterns(about));
            let words = words(about, &alike);
            sections::write(&Sections { notes: notes(about), tables, words }, format, out)
        }
    }
}

fn notes(about: &About<'_>) -> Vec<Note> {
    let world = about.patterns.world();
    let grades: Vec<String> = world.relevant().iter().copied().map(written).collect();
    let relevant = world.relevant().iter().filter(|grade| **grade >= about.rel).count();
    let are_all = relevant == grades.len();
    let documents = counted(grades.len(), if are_all { "relevant document" } else { "document" });
    let of_them = match relevant {
        _ if are_all => String::new(),
        0 => ", none of them relevant".into(),
        some => format!(", {some} of them relevant"),
    };
    let of_grades = match &grades[..] {
        [] => String::new(),
        [one] => format!(" of grade {one}"),
        many => format!(" of grades {}", many.join(", ")),
    };
    let (length, size) = (world.length(), counted(world.documents(), "document"));
    let others = counted(length, "other");
    let those = if are_all { "the relevant ones" } else { "those of --grades" };
    let collection = match about.collection {
        Some(size) => format!("{size} documents in the collection (--collection-size)"),
        None => format!("{size} in the collection: {those} and {others} (--collection-size)"),
    };
    let all = counted(about.patterns.patterns().len(), "pattern");
    let how = "or higher, unless a measure says otherwise or goes by grades";
    let caution = match about.rel {
        rel if rel <= 0.0 => "; the others are relevant too by that",
        _ if relevant == 0 => "; nothing here is, so measures of relevance find nothing to tell",
        _ => "",
    };
    let mut notes = vec![
        note(
            "world",
            format!(
                "{documents}{of_grades} (--grades){of_them}; the others have grade 0, and are judged"
            ),
        ),
        note("patterns", format!("{all} of {} (--length)", counted(length, "document"))),
        note("relevant", format!("grade {} {how} (--rel){caution}", written(about.rel))),
        note("N", collection),
    ];
    notes.extend(beyond(about));
    notes.extend(run_together(world.relevant()));
    notes
}

/// Which measures look deeper than patterns go.
fn beyond(about: &About<'_>) -> Option<Note> {
    let length = about.patterns.world().length();
    let measures = about.patterns.measures().iter();
    let deeper = measures.filter(|measure| measure.cutoff().is_some_and(|k| k > length));
    let deeper: Vec<String> = deeper.map(ToString::to_string).collect();
    let names: Vec<&str> = deeper.iter().map(String::as_str).collect();
    let look = if names.len() == 1 { "looks" } else { "look" };
    let said = format!(
        "{} {look} deeper than the {length} of a pattern (--length); below there is nothing",
        listed(&names, "and")
    );
    (!names.is_empty()).then(|| note("cutoff", said))
}

/// One grade that may have been meant as several.
fn run_together(grades: &[f64]) -> Option<Note> {
    let [grade] = grades else { return None };
    let digits = written(*grade);
    let all_digits = digits.chars().all(|digit| ('1'..='9').contains(&digit));
    if digits.len() < 2 || !all_digits {
        return None;
    }
    let apart: Vec<String> = digits.chars().map(String::from).collect();
    let said = format!(
        "{digits} is one grade; for {} documents of one digit each, write --grades {}",
        apart.len(),
        apart.join(",")
    );
    Some(note("caution", said))
}

fn spread(about: &About<'_>) -> (String, Table) {
    let rows = (0..about.measures()).map(|at| {
        let spread = about.patterns.spread(at);
        let sd = spread.sd.map_or(text("-"), |sd| number(sd, about.digits));
        let ends = [spread.min, spread.max].map(|value| number(value, about.digits));
        let mut row = vec![text(&about.measure(at)), number(spread.mean, about.digits), sd];
        row.extend(ends);
        row.push(count(spread.distinct));
        row
    });
    let names = ["measure", "mean", "sd", "min", "max", "values told apart"];
    let title = "Spread over all patterns:".to_string();
    (title, Table { header: header(&names), rows: rows.collect(), ..Table::default() })
}

/// The lower half of the matrix.
fn correlation(about: &About<'_>) -> (String, Table) {
    let count = about.measures();
    let row = |a: usize| {
        let mut row = vec![text(&about.measure(a))];
        row.extend((0..count).map(|b| {
            match b <= a {
                true => about
                    .patterns
                    .correlation(a, b, about.by)
                    .map_or(text("-"), |value| number(value, about.digits)),
                false => text(""),
            }
        }));
        row
    };
    let names: Vec<String> = std::iter::once("measure".to_string())
        .chain((0..count).map(|at| about.measure(at)))
        .collect();
    let what = match about.by {
        Coefficient::Pearson => "Pearson's r",
        Coefficient::Spearman => "Spearman's rho",
        Coefficient::Kendall => "Kendall's tau_b",
    };
    let title = format!("Correlation over all patterns, {what} (--correlation {}):", about.by);
    (title, Table { header: names, rows: (0..count).map(row).collect(), ..Table::default() })
}

fn disagreement(about: &About<'_>, alike: &[((usize, usize), Alike)]) -> (String, Table) {
    let rows = alike.iter().map(|((a, b), alike)| {
        let share = alike.opposite as f64 / alike.pairs.max(1) as f64;
        let mut row = vec![text(&about.measure(*a)), text(&about.measure(*b))];
        row.push(number(alike.opposite as f64, 0));
        row.push(number(100.0 * share, 1));
        let (first, second) = match &alike.most {
            Some(most) => (about.written(most.by_first), about.written(most.by_second)),
            None => ("-".into(), "-".into()),
        };
        row.extend([text(&first), text(&second)]);
        row
    });
    let pairs = alike.first().map_or(0, |(_, alike)| alike.pairs);
    let pairs = counted(usize::try_from(pairs).unwrap_or(usize::MAX), "pair");
    let title = format!(
        "Disagreement: of {pairs} of patterns, those that two measures order oppositely (by \
         what is better for each), and the pair on which they disagree most:"
    );
    let names = ["first", "second", "opposite", "share %", "first prefers", "second prefers"];
    (title, Table { header: header(&names), rows: rows.collect(), ..Table::default() })
}

/// The chosen patterns, or all.
fn patterns(about: &About<'_>) -> (String, Table) {
    let measures = 0..about.measures();
    let mut rows: Vec<Vec<Cell>> = vec![];
    if about.all {
        for place in 0..about.patterns.patterns().len() {
            let values = measures.clone().map(|m| about.patterns.values(m)[place]);
            let values = values.map(|value| number(value, about.digits));
            rows.push([text(&about.written(place))].into_iter().chain(values).collect());
        }
    }
    for shown in about.shown.iter().filter(|shown| !about.all || shown.over.is_some()) {
        let values = measures.clone().map(|m| about.value(m, shown));
        let values = values.map(|value| value.map_or(text("-"), |v| number(v, about.digits)));
        let written = text(&shown.written(about.patterns.world()));
        rows.push([written].into_iter().chain(values).collect());
    }
    let names = std::iter::once("pattern".to_string()).chain(measures.map(|at| about.measure(at)));
    let title = match about.all {
        true => "All patterns (--all), and ratios of chosen ones (--show):",
        false => "Chosen patterns, and ratios of them (--show):",
    };
    (title.into(), Table { header: names.collect(), rows, ..Table::default() })
}

/// The table for scripts.
fn rows(about: &About<'_>) -> Table {
    let row = |line: Line| {
        let value = match line.value {
            Some(Value::Number(value)) => Cell::exact(value),
            Some(Value::Pattern(pattern)) => text(&pattern),
            None => text(""),
        };
        vec![text(line.table), text(&line.row), text(&line.measure), value]
    };
    let rows = lines(about).into_iter().map(row).collect();
    Table { header: header(&Line::NAMES), rows, ..Table::default() }
}
