//! Which measures are there, and what are they? The catalogue of measures as data.

use crate::{Answer, default_measures};
use gainline::{
    Better, BoundRule, CORNERS, Corner, Cutoff, FAMILIES, Family, Measure, Need, Result, Scorer,
    Suffix, Summary, TieRule, corners_assume, parse_measures,
};
use serde::Serialize;

/// Which measures are there, and what are they?
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measures {
    /// Only the family of this measure, or of this name, in any spelling.
    pub name: Option<String>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeasuresAnswer {
    /// What was asked.
    pub request: Measures,
    /// What the name means, if it is that of a whole measure.
    pub measure: Option<Measure>,
    /// The families of measures.
    pub families: Vec<FamilyFacts>,
}

/// A family of measures.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FamilyFacts {
    /// Its name.
    pub name: &'static str,
    /// How its measures are spelled, as in `nDCG(gains,discount)[@k]`.
    pub spelling: String,
    /// Other spellings; `_k`, `_r` and `_x` stand for a cutoff, a recall level and a parameter.
    pub aliases: Vec<String>,
    /// What its measures are computed from.
    pub judgments: Judgments,
    /// What it tells, in a line.
    pub meaning: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// Its parameters.
    pub parameters: Vec<ParameterFacts>,
    /// Whether it takes a cutoff.
    pub cutoff: Cutoff,
    /// The lowest value that it can take; none if there is no lowest.
    pub lowest: Option<f64>,
    /// The highest value that it can take; none if there is no highest.
    pub highest: Option<f64>,
    /// How topics are put together.
    pub summary: Summary,
    /// Which values are better.
    pub better: Better,
    /// What it needs besides judgments and a ranking.
    pub needs: Vec<Need>,
    /// What it gives when nothing is relevant or retrieved, and in other edge cases.
    pub edge_cases: &'static str,
    /// Its value for small rankings; none for measures that are not of grades.
    pub corner_cases: Option<CornerCases>,
    /// How tied documents are dealt with; none for measures that are not of grades.
    pub ties: Option<TieFacts>,
    /// How bounds for unjudged documents are found; none for measures that are not of grades.
    pub bounds: Option<Bounds>,
    /// A worked example.
    pub example: Option<ExampleFacts>,
    /// Where it comes from.
    pub citation: &'static str,
}

/// What measures are computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Judgments {
    /// Grades.
    Grades,
    /// Grades of several groups of judges.
    Groups,
    /// Preferences between documents.
    Preferences,
}

/// A parameter.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ParameterFacts {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// The values that it can have, in words.
    pub values: String,
    /// Its default, as it would be written.
    pub default: Option<&'static str>,
}

/// A measure's values for small rankings.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CornerCases {
    /// The measure.
    pub measure: Measure,
    /// What is assumed besides the grades.
    pub assumed: Vec<&'static str>,
    /// The rankings, each with the value.
    pub cases: Vec<ExampleFacts>,
}

/// A measure's value for a small ranking.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleFacts {
    /// What is special about the ranking; none for an ordinary example.
    pub case: Option<&'static str>,
    /// The measure.
    pub measure: String,
    /// The grades by rank, `-` for an unjudged document.
    pub ranking: &'static str,
    /// The grades of judged documents that were not retrieved.
    pub missed: &'static str,
    /// The value; none where it is undefined.
    pub value: Option<f64>,
}

/// How tied documents are dealt with.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TieFacts {
    /// How the mean over their orders is found.
    pub average: TieRule,
    /// How the best and the worst order are found.
    pub extremes: TieRule,
}

/// How the lowest and the highest value are found that grades of unjudged documents allow.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Bounds {
    /// The value does not depend on these grades.
    Fixed,
    /// They are at all unjudged documents not relevant, and at all of the top grade.
    OneWay,
    /// By trying all gradings in which the better documents come first, or last.
    Searched,
    /// By trying all gradings.
    Exhausted,
    /// In a way of its own.
    Own {
        /// Which way.
        how: &'static str,
    },
    /// There are none.
    None {
        /// Why.
        reason: &'static str,
    },
}

impl Answer for MeasuresAnswer {
    const NAME: &'static str = "measures";
}

impl Measures {
    /// Describes the families.
    pub fn answer(self) -> Result<MeasuresAnswer> {
        let (measure, families) = match &self.name {
            None => (None, FAMILIES.iter().map(|family| FamilyFacts::of(family)).collect()),
            Some(name) => (name.parse().ok(), vec![FamilyFacts::of(find(name)?)]),
        };
        Ok(MeasuresAnswer { request: self, measure, families })
    }
}

/// Measures as they are usually written, one or two of each family, the usual ones first: what can be
/// offered where somebody is to name a measure.
pub fn examples() -> Vec<String> {
    let mut examples: Vec<String> = vec![];
    let usual = default_measures::EVAL.split(',').map(String::from);
    let families =
        FAMILIES.iter().filter(|family| matches!(family.sample().scorer(1.0), Scorer::Judged(_)));
    let each = families.flat_map(|family| {
        let at_10 = format!("{}@10", family.name);
        [family.name.to_string(), at_10].into_iter().filter(|name| name.parse::<Measure>().is_ok())
    });
    for name in usual.chain(each) {
        if !examples.contains(&name) {
            examples.push(name);
        }
    }
    examples
}

/// The family that a name or a whole measure belongs to.
fn find(name: &str) -> Result<&'static Family> {
    let spelled = |family: &&&Family| {
        let aliases = family.aliases.iter().map(|alias| alias.spelling);
        aliases.chain([family.name]).any(|spelling| spelling.eq_ignore_ascii_case(name))
    };
    match FAMILIES.iter().find(spelled) {
        Some(family) => Ok(family),
        None => Ok(parse_measures([name])?[0].family()),
    }
}

impl FamilyFacts {
    fn of(family: &'static Family) -> Self {
        let judgments = match family.sample().scorer(1.0) {
            Scorer::Judged(_) => Judgments::Grades,
            Scorer::Groups(_) => Judgments::Groups,
            Scorer::Preferences(_) => Judgments::Preferences,
        };
        let graded = judgments == Judgments::Grades;
        let parameters = family.params.iter().map(|param| ParameterFacts {
            name: param.name,
            meaning: param.meaning,
            values: param.kind.describe(),
            default: param.default,
        });
        let example = family.example.map(|example| ExampleFacts {
            case: None,
            measure: example.measure.into(),
            ranking: example.ranking,
            missed: example.missed,
            value: Some(example.value),
        });
        let (low, high) = family.range;
        let ties = TieFacts { average: family.tie_mean, extremes: family.tie_extremes };
        FamilyFacts {
            name: family.name,
            spelling: spelling(family),
            aliases: aliases(family),
            judgments,
            meaning: family.meaning,
            formula: family.formula,
            parameters: parameters.collect(),
            cutoff: family.cutoff,
            lowest: Some(low).filter(|low| low.is_finite()),
            highest: Some(high).filter(|high| high.is_finite()),
            summary: family.summary,
            better: family.better,
            needs: family.needs.to_vec(),
            edge_cases: family.edge_cases,
            corner_cases: graded.then(|| corner_cases(family)),
            ties: graded.then_some(ties),
            bounds: graded.then(|| bounds(&family.bounds)),
            example,
            citation: family.citation,
        }
    }
}

fn spelling(family: &Family) -> String {
    let params: Vec<&str> = family.params.iter().map(|param| param.name).collect();
    let params = if params.is_empty() { String::new() } else { format!("({})", params.join(",")) };
    let cutoff = match family.cutoff {
        Cutoff::None => "",
        Cutoff::Optional => "[@k]",
        Cutoff::Required => "@k",
        Cutoff::Recall => "@r",
    };
    format!("{}{params}{cutoff}", family.name)
}

fn aliases(family: &Family) -> Vec<String> {
    let spellings = family.aliases.iter().map(|alias| match alias.suffix {
        Suffix::None => alias.spelling.to_string(),
        Suffix::Cutoff if family.cutoff == Cutoff::Recall => format!("{}_r", alias.spelling),
        Suffix::Cutoff => format!("{}_k", alias.spelling),
        Suffix::Param(_) => format!("{}_x", alias.spelling),
    });
    spellings.filter(|spelling| spelling != family.name).collect()
}

fn corner_cases(family: &Family) -> CornerCases {
    let measure = family.sample();
    let case = |corner: &Corner| ExampleFacts {
        case: Some(corner.what),
        measure: measure.to_string(),
        ranking: corner.ranking,
        missed: corner.missed,
        value: measure.in_corner(corner).filter(|value| value.is_finite()),
    };
    let cases = CORNERS.iter().map(case).collect();
    let assumed = family.needs.iter().map(|need| corners_assume(*need)).collect();
    CornerCases { measure, assumed, cases }
}

fn bounds(rule: &BoundRule) -> Bounds {
    match rule {
        BoundRule::Fixed => Bounds::Fixed,
        BoundRule::OneWay => Bounds::OneWay,
        BoundRule::Searched(_) => Bounds::Searched,
        BoundRule::Exhausted(_) => Bounds::Exhausted,
        BoundRule::Own { how, .. } => Bounds::Own { how },
        BoundRule::Refused(reason) => Bounds::None { reason },
    }
}
