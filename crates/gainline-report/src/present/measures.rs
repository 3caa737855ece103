//! The catalogue of measures: all families in short, or one in full.

use super::words::{header, number, text};
use super::{Presenter, answer};
use crate::Table;
use crate::document::Document;
use crate::records::Records;
use gainline::{Better, MOST_GRADINGS, MOST_ORDERS, Summary, TieRule};
use gainline_analysis::measures::{
    Bounds, CornerCases, ExampleFacts, FamilyFacts, Judgments, MeasuresAnswer, TieFacts,
};
use serde_json::json;
use std::io;

/// Shows the catalogue of measures.
pub struct MeasuresPresenter<'a> {
    /// What is shown.
    pub answer: &'a MeasuresAnswer,
}

impl Presenter for MeasuresPresenter<'_> {
    answer!(MeasuresAnswer);

    fn document(&self) -> Document {
        let mut document = Document::default();
        match &self.answer.request.name {
            None => self.catalogue(&mut document),
            Some(name) => {
                // A whole measure is shown in our own spelling, where that differs.
                let measure = self.answer.measure.as_ref().map(ToString::to_string);
                if let Some(measure) = measure.filter(|measure| measure != name) {
                    document.text(format!("{name} means {measure}"));
                }
                for family in &self.answer.families {
                    explain(family, &mut document);
                }
            }
        }
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        for family in &self.answer.families {
            out.row(&json!({
                "name": family.name,
                "spelling": family.spelling,
                "aliases": family.aliases,
                "meaning": family.meaning,
                "formula": family.formula,
                "lowest": family.lowest,
                "highest": family.highest,
                "better": family.better,
                "summary": family.summary,
                "edge_cases": family.edge_cases,
                "citation": family.citation,
            }))?;
        }
        Ok(())
    }
}

impl MeasuresPresenter<'_> {
    fn catalogue(&self, document: &mut Document) {
        document.text(
            "A measure is written Name(parameter=value,...)@cutoff, in any letter case. \
             `gainline measures NAME` explains one. Other spellings are in brackets.",
        );
        let kinds = [
            (Judgments::Grades, "From grades"),
            (Judgments::Groups, "From grades of several groups (gainline trec-eval -R qrels_jg)"),
            (Judgments::Preferences, "From preferences (gainline trec-eval -R prefs)"),
        ];
        for (judgments, title) in kinds {
            document.heading(title);
            let families = self.answer.families.iter().filter(|f| f.judgments == judgments);
            let item = |family: &FamilyFacts| {
                let also = match &family.aliases[..] {
                    [] => String::new(),
                    some => format!(" [{}]", some.join(", ")),
                };
                format!("{} – {}{also}", family.spelling, family.meaning)
            };
            document.list(families.map(item).collect());
        }
    }
}

/// All that there is to know of a family.
fn explain(family: &FamilyFacts, document: &mut Document) {
    document.definition(family.spelling.clone(), [family.meaning]);
    if !family.aliases.is_empty() {
        document.definition("Also written", [family.aliases.join(", ")]);
    }
    document.definition("Formula", [family.formula]);
    if !family.parameters.is_empty() {
        let parameters = family.parameters.iter().map(|parameter| {
            let default = parameter.default.map(|default| format!(" [default: {default}]"));
            let default = default.unwrap_or_default();
            format!("{}: {}; {}{default}", parameter.name, parameter.meaning, parameter.values)
        });
        document.definition("Parameters", parameters);
    }
    document.definition("Edge cases", [family.edge_cases]);
    if let Some(cases) = &family.corner_cases {
        let title = format!("{} of small rankings (grades by rank, - unjudged)", cases.measure);
        document.titled(title, corner_cases(cases));
        if !cases.assumed.is_empty() {
            document.legend(format!("with {}", cases.assumed.join(", ")));
        }
    }
    if let Some(ties) = &family.ties {
        document.definition("Tied documents (--ties)", [tied(ties, family.better)]);
    }
    if let Some(bounds) = &family.bounds {
        document.definition("Unjudged documents (--unjudged bounds)", [unjudged(bounds)]);
    }
    document.definition("Over topics", [over_topics(family)]);
    if let Some(ExampleFacts { measure, ranking, missed, value: Some(value), .. }) = &family.example
    {
        let missed = match *missed {
            "" => String::new(),
            missed => format!(", judged {missed} not retrieved"),
        };
        let text = format!(
            "{measure} of the ranking {ranking} (grades by rank, - unjudged){missed}: {value:.4}"
        );
        document.definition("Example", [text]);
    }
    document.definition("Source", [family.citation]);
}

fn corner_cases(cases: &CornerCases) -> Table {
    let row = |case: &ExampleFacts| {
        let shown = |grades: &str| if grades.is_empty() { "none" } else { grades }.to_string();
        vec![
            text(case.case.unwrap_or("example")),
            text(shown(case.ranking)),
            text(shown(case.missed)),
            case.value.map_or(text("-"), |value| number(value, 4)),
        ]
    };
    Table {
        header: header(&["case", "ranking", "missed", "value"]),
        rows: cases.cases.iter().map(row).collect(),
        ..Table::default()
    }
}

fn tied(ties: &TieFacts, better: Better) -> String {
    let orders = format!("by going through all orders, up to {MOST_ORDERS} for a topic");
    let found = |rule: TieRule| match rule {
        TieRule::Closed => "exact, in closed form".into(),
        TieRule::ClosedWithoutLosses => {
            format!("exact, in closed form; with gains below 0 {orders}")
        }
        TieRule::ClosedUncut => {
            format!("exact, in closed form; at a cutoff, or with gains below 0, {orders}")
        }
        TieRule::ClosedIfGainIsRelevance => format!(
            "exact, in closed form if only the relevant documents have a gain; otherwise {orders}"
        ),
        TieRule::MeanRanks => {
            "by the mean of the tied documents' ranks (Rocchio's rule), which is \
                               not the mean over orders"
                .into()
        }
        TieRule::Orders => orders.clone(),
    };
    let average = found(ties.average);
    match better {
        Better::Neither => format!("average: {average}; best and worst: as docid"),
        Better::Higher | Better::Lower => {
            format!("average: {average}; best and worst: {}", found(ties.extremes))
        }
    }
}

fn unjudged(bounds: &Bounds) -> String {
    match bounds {
        Bounds::Fixed => "grades of unjudged documents make no difference".into(),
        Bounds::OneWay => {
            "from all unjudged documents not relevant to all of them of the top grade".into()
        }
        Bounds::Searched => format!(
            "exact: unjudged documents that turn out relevant make the recall base larger too, so \
             the extremes are where the better ones come first, or last; all such gradings are \
             tried, up to {MOST_GRADINGS} for a topic"
        ),
        Bounds::Exhausted => format!(
            "exact: all gradings of the unjudged documents are tried, up to {MOST_GRADINGS} for a \
             topic"
        ),
        Bounds::Own { how } => (*how).into(),
        Bounds::None { reason } => format!("none: {reason}"),
    }
}

fn over_topics(family: &FamilyFacts) -> String {
    let over = match family.summary {
        Summary::Mean => "mean",
        Summary::Sum => "sum",
        Summary::GeometricMean => "geometric mean, values below 0.00001 raised to it",
        Summary::Pooled => "of all topics' totals",
    };
    let end = |end: Option<f64>, infinite: &str| end.map_or(infinite.into(), |end| end.to_string());
    let (low, high) = (end(family.lowest, "-inf"), end(family.highest, "inf"));
    let has_gains = family.parameters.iter().any(|parameter| parameter.name == "gains");
    let aside = if has_gains { ", unless gains below 0 are given" } else { "" };
    format!("{over}; a topic's value is from {low} to {high}{aside}")
}
