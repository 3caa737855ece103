//! A report as one HTML page: the answer, and the words that go with it.

mod blocks;
mod data;

use super::compare::ComparePresenter;
use super::words::counted;
use crate::html;
use data::{ChoiceData, CurveData, Data, LineData, MeasureData, TestData, TopicData};
use gainline::{Better, CurveKind, Measure, Summary};
use gainline_analysis::compare::Decision;
use gainline_analysis::report::{
    LONGEST_TEXT, ReportAnswer, ReportCurve, ReportLine, ReportParts, ReportTexts, ReportTopic,
    TextFacts,
};
use gainline_analysis::texts::{Text, TextKind};
use std::collections::BTreeMap;

/// Decimals of shown values.
const DIGITS: usize = 4;

/// Makes the page of a report.
pub struct ReportPresenter<'a> {
    /// What is shown.
    pub parts: &'a ReportParts,
    /// The command line, so that somebody can give it again.
    pub command: &'a str,
}

impl ReportPresenter<'_> {
    /// The whole page.
    pub fn page(&self) -> serde_json::Result<String> {
        let data = self.data();
        let rankings = self.parts.rankings.iter().map(blocks::block);
        let texts = &self.parts.texts;
        let documents = (!texts.documents.is_empty()).then(|| documents_json(texts)).transpose()?;
        let documents: Vec<String> = documents.into_iter().collect();
        Ok(html::page(&html::Page {
            title: &data.title,
            data: &serde_json::to_string(&data)?,
            topics: &rankings.collect::<serde_json::Result<Vec<String>>>()?,
            documents: &documents,
        }))
    }

    fn data(&self) -> Data<'_> {
        let answer = &self.parts.answer;
        let provenance = &answer.compare.provenance;
        let compare = ComparePresenter {
            answer: &answer.compare,
            digits: DIGITS,
            all_runs: true,
            all_pairs: true,
            per_topic: false,
            summary: false,
        };
        let compared = !answer.compare.comparisons.is_empty();
        let safe = |said: Vec<String>| said.iter().map(|said| one_way(said)).collect();
        let notes = compare.notes().into_iter();
        let first = answer.compare.over_all_topics().next();
        Data {
            gainline: env!("CARGO_PKG_VERSION"),
            title: answer.request.title.clone().unwrap_or_else(|| self.title()),
            command: self.command.into(),
            files: data::files(provenance),
            choices: notes
                .map(|note| ChoiceData { about: note.about, text: one_way(&note.text) })
                .collect(),
            measures: answer.request.compare.measures.iter().map(measure_data).collect(),
            primary: 0,
            runs: data::runs(answer),
            compared_topics: first.map(|comparison| comparison.sample.topics.len()),
            topics: self.topics(),
            values: &answer.values,
            test: compared.then(|| TestData {
                name: answer.compare.test.to_string(),
                words: compare.test(),
                simultaneous: answer.compare.test.is_simultaneous(),
                alpha: answer.compare.request.alpha,
            }),
            pairs: data::pairs(&answer.compare),
            verdict: safe(self.verdict(&compare)),
            warnings: safe(if compared { compare.warnings() } else { vec![] }),
            curves: answer.curves.iter().map(|curve| self.curve_data(curve)).collect(),
            grades: &provenance.qrels.grades,
            relevant_from: provenance.options.rel,
            quality: data::quality(answer),
            thinned: safe(self.thinned()),
            below_to: answer.shown.below_to,
            explained: data::explained(answer),
            slices: data::slices(answer),
        }
    }

    fn topics(&self) -> Vec<TopicData> {
        let topic = |topic: &ReportTopic| {
            let text = self.parts.texts.topics.get(&topic.id);
            TopicData {
                id: topic.id.clone(),
                title: text.and_then(|text| text.title.clone()),
                description: text.and_then(|text| text.text.clone()),
                judged: topic.judged,
                relevant: topic.relevant,
            }
        };
        self.parts.answer.topics.iter().map(topic).collect()
    }

    fn title(&self) -> String {
        let runs = &self.parts.answer.compare.provenance.runs;
        let topics = runs.iter().map(|run| run.topics).max().unwrap_or(0);
        format!("{} on {}", counted(runs.len(), "run"), counted(topics, "topic"))
    }

    /// The verdict; its first sentence is the headline.
    fn verdict(&self, compare: &ComparePresenter<'_>) -> Vec<String> {
        let answer = &self.parts.answer;
        if !matches!(answer.compare.decision, Decision::NothingCompared) {
            return compare.headline().into_iter().chain(compare.conclusion()).collect();
        }
        let [run] = &answer.runs[..] else {
            let text = "There is no judged topic that every run has, so the runs are not compared.";
            return vec![text.into()];
        };
        let (measure, topics) =
            (&answer.request.compare.measures[0], answer.compare.provenance.runs[0].topics);
        let (name, value, digits) = (&run.run, run.values[0], decimals(measure));
        vec![
            format!("{name} has {measure} {value:.digits$} over {}.", counted(topics, "topic")),
            "It is a single run, so there is nothing to compare it with.".into(),
        ]
    }

    fn curve_data<'d>(&'d self, curve: &'d ReportCurve) -> CurveData<'d> {
        let runs = &self.parts.answer.compare.provenance.runs;
        let topics = if curve.same_topics {
            counted(curve.topics.first().copied().unwrap_or(0), "topic")
        } else {
            let each = runs.iter().zip(&curve.topics);
            let each: Vec<String> = each.map(|(run, n)| format!("{} {n}", run.name)).collect();
            format!("the topics of each run, which differ ({})", each.join(", "))
        };
        let note = format!("Mean over {topics}; {}.", curve_meaning(curve));
        let (x, y) = (curve.kind.x(), curve.kind.y());
        let line = |line: &'d ReportLine| LineData {
            run: line.run,
            of: line.of,
            name: match (line.run, line.of) {
                (Some(run), _) => one_way(&runs[run].name),
                (None, Some(run)) => format!("ideal of {}", one_way(&runs[run].name)),
                (None, None) => "ideal".into(),
            },
            points: &line.points,
        };
        CurveData {
            id: curve.kind.to_string(),
            title: curve_title(curve.kind),
            x,
            y,
            note: one_way(&note),
            lines: curve.lines.iter().map(line).collect(),
        }
    }

    /// What is not shown whole.
    fn thinned(&self) -> Vec<String> {
        let answer = &self.parts.answer;
        let shown = &answer.shown;
        let mut said = vec![];
        if shown.depth < shown.longest {
            let why = if shown.limited { ", to keep the page fast" } else { "" };
            said.push(format!(
                "Rankings are shown to rank {}{why}; they go down to rank {}, and all ranks count.",
                shown.depth, shown.longest
            ));
        }
        said.extend(shown.below_to.map(|rank| {
            format!(
                "For documents outside the shown part of a ranking, ranks are given down to {rank}, \
                 to keep the page small."
            )
        }));
        said.extend(answer.texts.iter().filter_map(coverage));
        let cut: usize = answer.texts.iter().map(|facts| facts.cut).sum();
        if cut > 0 {
            let documents = counted(cut, "document");
            said.push(format!("The texts of {documents} are cut at {LONGEST_TEXT} characters."));
        }
        said
    }
}

/// How many of those shown a file describes, unless it describes all.
fn coverage(facts: &TextFacts) -> Option<String> {
    let what = match facts.kind {
        TextKind::Documents => "document",
        TextKind::Topics => "topic",
    };
    (facts.found < facts.shown).then(|| {
        format!("Of the {} shown, {} has {}.", counted(facts.shown, what), facts.file, facts.found)
    })
}

/// A warning for files that describe nothing that is shown.
pub fn text_warnings(answer: &ReportAnswer) -> Vec<String> {
    let empty = answer.texts.iter().filter(|facts| facts.found == 0 && facts.shown > 0);
    empty
        .map(|facts| {
            let what = match facts.kind {
                TextKind::Documents => "document",
                TextKind::Topics => "topic",
            };
            format!(
                "{}: no titles for any of {}; its ids are not those of the runs and qrels",
                facts.file,
                counted(facts.shown, what)
            )
        })
        .collect()
}

fn decimals(measure: &Measure) -> usize {
    if measure.summary() == Summary::Sum { 0 } else { DIGITS }
}

fn measure_data(measure: &Measure) -> MeasureData {
    let family = measure.family();
    MeasureData {
        name: measure.to_string(),
        meaning: family.meaning,
        formula: family.formula,
        citation: family.citation,
        edge_cases: family.edge_cases,
        better: match family.better {
            Better::Higher => "higher",
            Better::Lower => "lower",
            Better::Neither => "neither",
        },
        summary: match measure.summary() {
            Summary::Mean => "mean",
            Summary::Sum => "sum",
            Summary::GeometricMean => "geometric",
            Summary::Pooled => "pooled",
        },
        decimals: decimals(measure),
        difference_decimals: DIGITS,
    }
}

fn curve_title(kind: CurveKind) -> &'static str {
    match kind {
        CurveKind::Cg => "CG by rank",
        CurveKind::Dcg => "DCG by rank",
        CurveKind::Ncg => "nCG by rank",
        CurveKind::Ndcg => "nDCG by rank",
        CurveKind::Precision => "Precision by rank",
        CurveKind::Recall => "Recall by rank",
        CurveKind::PrecisionRecall => "Precision against recall",
        CurveKind::Roc => "Recall against fallout",
    }
}

fn curve_meaning(curve: &ReportCurve) -> String {
    let gains = match (&curve.measure, curve.usual_gains) {
        (Some(measure), false) => format!("; gains and discount as in {measure}"),
        (Some(_), true) => "; gains are the grades, each divided by log2(rank + 1)".into(),
        (None, _) => String::new(),
    };
    match curve.kind {
        CurveKind::Ndcg | CurveKind::Ncg => {
            format!("gain as a share of the best possible{gains}")
        }
        CurveKind::Dcg | CurveKind::Cg => {
            format!("cumulated gain{gains}; the ideal is the best possible")
        }
        CurveKind::PrecisionRecall => {
            "interpolated: the best precision at that recall or beyond".into()
        }
        CurveKind::Recall => {
            "the share of the relevant documents found; the ideal is the best possible".into()
        }
        CurveKind::Precision => "the share of relevant documents".into(),
        CurveKind::Roc => "recall against the share of the not relevant documents found".into(),
    }
}

/// Titles and texts by document id, in the order of ids.
fn documents_json(texts: &ReportTexts) -> serde_json::Result<String> {
    let sorted: BTreeMap<&str, [&str; 2]> = texts
        .documents
        .iter()
        .map(|(id, Text { title, text })| {
            (id.as_str(), [title, text].map(|text| text.as_deref().unwrap_or("")))
        })
        .collect();
    serde_json::to_string(&sorted)
}

/// A text without the characters that turn the direction of writing, so that a name cannot reverse
/// the sentence that it stands in.
fn one_way(text: &str) -> String {
    text.replace(turns_direction, "\u{fffd}")
}

/// Whether a character turns the direction of writing.
pub fn turns_direction(sign: char) -> bool {
    matches!(sign, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
