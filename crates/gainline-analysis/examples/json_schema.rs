//! Writes `docs/json.md`: the JSON form of every answer, from the types and their comments.
//! `cargo xtask json` runs it.

use gainline_analysis::Answer;
use gainline_analysis::ceiling::CeilingAnswer;
use gainline_analysis::collections::{CollectionsAnswer, CollectionsEvalAnswer};
use gainline_analysis::compare::CompareAnswer;
use gainline_analysis::contingency::ContingencyAnswer;
use gainline_analysis::correlate::CorrelateAnswer;
use gainline_analysis::curve::CurveAnswer;
use gainline_analysis::eval::EvalAnswer;
use gainline_analysis::explain::ExplainAnswer;
use gainline_analysis::gate::GateAnswer;
use gainline_analysis::judges::JudgesAnswer;
use gainline_analysis::measures::MeasuresAnswer;
use gainline_analysis::missing::{DiscoverAtAnswer, MissingAnswer, MissingReplayAnswer};
use gainline_analysis::noise::NoiseAnswer;
use gainline_analysis::patterns::PatternsAnswer;
use gainline_analysis::power::PowerAnswer;
use gainline_analysis::report::ReportAnswer;
use gainline_analysis::reproduce::ReproduceAnswer;
use gainline_analysis::sensitivity::SensitivityAnswer;
use gainline_analysis::stability::StabilityAnswer;
use gainline_analysis::ties::TieOrdersAnswer;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const INTRODUCTION: &str = "\
# Answers as JSON

`gainline COMMAND -f json` writes the whole answer of a command: what was asked, where the numbers come from
(files with their hashes, every option in force, what was seen while reading), the numbers, findings with codes, and
where there is one a decision. It is the answer that the library `gainline-analysis` gives, serialised.

Every answer starts with

| field | |
|---|---|
| `gainline` | the version of the program |
| `answer` | which answer it is: the name of the command |
| `schema` | the version of its form; it rises when a field changes its meaning or goes away, not when one is added |

What is undefined is `null`. Numbers have all digits that are needed to read the same double back. This page is made
from the types themselves (`cargo xtask json`).
";

/// The forms of all answers, made with one generator, so that a type has one name.
#[derive(Default)]
struct Forms {
    generator: SchemaGenerator,
    answers: Vec<(&'static str, u32, String)>,
}

impl Forms {
    fn add<A: Answer + JsonSchema>(&mut self) {
        self.generator.subschema_for::<A>();
        self.answers.push((A::NAME, A::VERSION, A::schema_name().into_owned()));
    }
}

fn main() {
    let mut forms = Forms::default();
    forms.add::<EvalAnswer>();
    forms.add::<CollectionsEvalAnswer>();
    forms.add::<CollectionsAnswer>();
    forms.add::<CompareAnswer>();
    forms.add::<PowerAnswer>();
    forms.add::<MissingAnswer>();
    forms.add::<ReportAnswer>();
    forms.add::<MissingReplayAnswer>();
    forms.add::<DiscoverAtAnswer>();
    forms.add::<CorrelateAnswer>();
    forms.add::<ReproduceAnswer>();
    forms.add::<ContingencyAnswer>();
    forms.add::<TieOrdersAnswer>();
    forms.add::<ExplainAnswer>();
    forms.add::<JudgesAnswer>();
    forms.add::<NoiseAnswer>();
    forms.add::<GateAnswer>();
    forms.add::<gainline_analysis::validate::ValidateAnswer>();
    forms.add::<SensitivityAnswer>();
    forms.add::<StabilityAnswer>();
    forms.add::<CurveAnswer>();
    forms.add::<MeasuresAnswer>();
    forms.add::<PatternsAnswer>();
    forms.add::<CeilingAnswer>();
    let types: BTreeMap<String, Value> =
        forms.generator.definitions().iter().map(|(n, t)| (n.clone(), t.clone())).collect();
    print!("{INTRODUCTION}\n## Answers\n");
    for (answer, version, name) in &forms.answers {
        println!("\n### {answer}, version {version}\n");
        println!("{}", described(&types[name]));
    }
    println!("\n## Types");
    let answers: Vec<&String> = forms.answers.iter().map(|(_, _, name)| name).collect();
    for (name, form) in types.iter().filter(|(name, _)| !answers.contains(name)) {
        println!("\n### {name}\n\n{}", described(form));
    }
}

/// What a type is for, and its fields or variants.
fn described(form: &Value) -> String {
    let mut said = vec![];
    said.extend(text(form, "description"));
    let variants = form.get("oneOf").or_else(|| form.get("anyOf")).and_then(Value::as_array);
    if let Some(variants) = variants {
        said.push(variants.iter().map(variant).collect::<Vec<_>>().join("\n"));
    } else if let Some(fields) = form.get("properties").and_then(Value::as_object) {
        said.push(table(fields));
    } else {
        said.push(format!("A value: {}.", kind(form)));
    }
    said.join("\n\n")
}

fn variant(form: &Value) -> String {
    let about = text(form, "description").map_or(String::new(), |text| format!(": {text}"));
    if let Some(fields) = form.get("properties").and_then(Value::as_object) {
        let shown = fields.iter().map(|(name, form)| match form.get("const") {
            Some(code) => format!("`{name}` {}", literal(code)),
            None => format!("`{name}` ({})", kind(form)),
        });
        return format!("- {}{about}", shown.collect::<Vec<_>>().join(", "));
    }
    format!("- {}{about}", kind(form))
}

fn table(fields: &Map<String, Value>) -> String {
    let row = |(name, form): (&String, &Value)| {
        let about = text(form, "description").unwrap_or_default();
        format!("| `{name}` | {} | {about} |", kind(form))
    };
    let rows: Vec<String> = fields.iter().map(row).collect();
    format!("| field | type | |\n|---|---|---|\n{}", rows.join("\n"))
}

/// A type in a word or two, with a link to its section where it has one.
fn kind(form: &Value) -> String {
    if let Some(reference) = text(form, "$ref") {
        let name = reference.rsplit('/').next().unwrap_or_default().to_string();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(value) = form.get("const") {
        return literal(value);
    }
    if let Some(values) = form.get("enum").and_then(Value::as_array) {
        return values.iter().map(literal).collect::<Vec<_>>().join(" or ");
    }
    if let Some(all) = form.get("anyOf").or_else(|| form.get("oneOf")).and_then(Value::as_array) {
        return all.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    let named = |name: &str| match name {
        "array" => {
            form.get("items").map_or("list".into(), |items| format!("list of {}", kind(items)))
        }
        "object" => form
            .get("additionalProperties")
            .map_or("object".into(), |value| format!("object of {}", kind(value))),
        other => other.to_string(),
    };
    match form.get("type") {
        Some(Value::String(name)) => named(name),
        Some(Value::Array(names)) => {
            let names: Vec<String> = names.iter().filter_map(Value::as_str).map(named).collect();
            names.join(" or ")
        }
        _ => "any value".into(),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        value => format!("`{value}`"),
    }
}

/// A text of a form, in one line.
/// A text as one line, without examples in Rust and links to Rust's items.
fn text(form: &Value, key: &str) -> Option<String> {
    let text = form.get(key)?.as_str()?;
    let before_example =
        text.split("```").next().unwrap_or(text).replace("[`", "`").replace("`]", "`");
    Some(before_example.split_whitespace().collect::<Vec<_>>().join(" "))
}
