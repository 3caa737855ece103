//! The measure language: `Name(param=value,…)@cutoff`. A [`Measure`] is a value: it parses, it
//! prints, and two measures are equal when they print equal.

mod corners;
mod params;
mod parse;
mod rules;

pub use corners::{CORNERS, Corner, corners_assume};
pub use params::{Gains, Param, ParamKind, REL, Value};
pub use parse::parse_measures;
pub use rules::{BoundRule, BoundScorer, Need, Outside, Sees, SensitivityFormula, TieRule};

use crate::judgments::preferences::Preferences;
use crate::ranking::judged::Judged;
use crate::{Error, ErrorKind, Result, format_number};
use std::fmt;

/// A family of measures: everything there is to know about it, in one place. Parsing, help,
/// evaluation and tests all read this.
#[derive(Debug)]
pub struct Family {
    /// Its name, `nDCG` say.
    pub name: &'static str,
    /// Other spellings.
    pub aliases: &'static [Alias],
    /// What it tells, in a line.
    pub meaning: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// What it gives when nothing is relevant or retrieved, and other corners.
    pub edge_cases: &'static str,
    /// A worked case; a test computes it.
    pub example: Option<Example>,
    /// Whether it takes a cutoff.
    pub cutoff: Cutoff,
    /// Its parameters.
    pub params: &'static [Param],
    /// The lowest and highest value it can take.
    pub range: (f64, f64),
    /// Its value when nothing is retrieved, though something is relevant; NaN where that depends
    /// on the topic.
    pub empty: f64,
    /// Its value when no judged document is relevant; NaN where that depends on the ranking.
    pub no_relevant: f64,
    /// How topics are put together.
    pub summary: Summary,
    /// Which way is better.
    pub better: Better,
    /// Whether the scorer gives the mean over the orders of tied documents itself.
    pub tie_mean: TieRule,
    /// Whether documents in the order of their gains give the best value.
    pub tie_extremes: TieRule,
    /// How its bounds are found when unjudged documents may have any grade.
    pub bounds: BoundRule,
    /// What is known of documents that a ranking lacks, or has below the cutoff; see
    /// [`Measure::outside`].
    pub outside: Outside,
    /// The formula for changes of single judgments, if it has one.
    pub sensitivity: Option<SensitivityFormula>,
    /// What it needs beside judgments and a ranking.
    pub needs: &'static [Need],
    /// Makes what computes it, once per evaluation.
    pub scorer: fn(&Setting<'_>) -> Scorer,
}

impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A worked case: a measure of a small ranking.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// The measure.
    pub measure: &'static str,
    /// The grades by rank, `-` for an unjudged document.
    pub ranking: &'static str,
    /// The grades of judged documents that were not retrieved.
    pub missed: &'static str,
    /// What it gives, to four decimals.
    pub value: f64,
}

/// Another spelling of a family.
#[derive(Debug, Clone, Copy)]
pub struct Alias {
    /// The spelling.
    pub spelling: &'static str,
    /// The parameters that it implies, as they would be written.
    pub params: &'static str,
    /// What a number behind the spelling means, as in `ndcg_cut_10`.
    pub suffix: Suffix,
}

/// What a number behind a spelling (`P_10`, `set_F.2`) means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suffix {
    /// There is none.
    None,
    /// The cutoff.
    Cutoff,
    /// This parameter.
    Param(&'static str),
}

impl Alias {
    /// A plain other name.
    pub const fn of(spelling: &'static str) -> Self {
        Alias { spelling, params: "", suffix: Suffix::None }
    }

    /// A name that is written with its cutoff behind it, `P_10` or `P.10`.
    pub const fn cut(spelling: &'static str) -> Self {
        Alias { spelling, params: "", suffix: Suffix::Cutoff }
    }

    /// The same, with parameters that the spelling implies.
    pub const fn with(self, params: &'static str) -> Self {
        Alias { params, ..self }
    }
}

/// Whether a family takes a cutoff, and of what kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Cutoff {
    /// None.
    None,
    /// A rank, or the whole ranking without it.
    Optional,
    /// A rank.
    Required,
    /// A recall level from 0 to 1.
    Recall,
}

/// How the values of topics are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Summary {
    /// Their arithmetic mean.
    Mean,
    /// Their sum.
    Sum,
    /// Their geometric mean, each value raised to at least 0.00001.
    GeometricMean,
    /// The value that their totals give, added up.
    Pooled,
}

/// Which way a measure's values get better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Better {
    /// Higher is better.
    Higher,
    /// Lower is better.
    Lower,
    /// It only describes.
    Neither,
}

/// What computes a measure for one topic.
pub enum Scorer {
    /// From a judged ranking.
    Judged(JudgedScorer),
    /// From a ranking judged by several groups.
    Groups(GroupScorer),
    /// From preferences between documents.
    Preferences(fn(&Preferences) -> f64),
}

/// Computes a value from a judged ranking.
pub struct JudgedScorer {
    score: Box<dyn Fn(&Judged<'_>) -> f64 + Send + Sync>,
    pooled: Option<Pooled>,
    turning: Option<Turning>,
}

/// A short way to the values as more and more unjudged documents turn relevant: with none of those
/// at the given ranks, with the first, with the first two, and so on. The ranks are within the
/// cutoff, and ascend or descend; no ties are averaged over.
pub struct Turning {
    /// Computes the values.
    pub values: ValuesByRanks,
    /// Whether they are those of the scorer to the last bit; otherwise up to rounding.
    pub exact: bool,
}

/// Computes values from a judged ranking and ranks.
pub type ValuesByRanks = Box<dyn Fn(&Judged<'_>, &[usize]) -> Vec<f64> + Send + Sync>;

/// A value that is computed from a few totals, which may also be added up over topics first.
pub struct Pooled {
    totals: Box<dyn Fn(&Judged<'_>) -> Totals + Send + Sync>,
    value: Box<dyn Fn(&Totals) -> f64 + Send + Sync>,
}

/// The totals behind a pooled value; what each means is the family's affair.
pub type Totals = [f64; 4];

/// Computes a value from a ranking judged by several groups.
pub type GroupScorer = Box<dyn Fn(&[Judged<'_>]) -> f64 + Send + Sync>;

impl Scorer {
    /// From a judged ranking.
    pub fn judged(score: impl Fn(&Judged<'_>) -> f64 + Send + Sync + 'static) -> Self {
        Scorer::Judged(JudgedScorer { score: Box::new(score), pooled: None, turning: None })
    }

    /// From totals of a judged ranking, which may be added up over topics.
    pub fn pooled(
        totals: impl Fn(&Judged<'_>) -> Totals + Clone + Send + Sync + 'static,
        value: impl Fn(&Totals) -> f64 + Clone + Send + Sync + 'static,
    ) -> Self {
        let (own_totals, own_value) = (totals.clone(), value.clone());
        let pooled = Pooled { totals: Box::new(totals), value: Box::new(value) };
        let score = move |judged: &Judged<'_>| own_value(&own_totals(judged));
        let (score, pooled) = (Box::new(score), Some(pooled));
        Scorer::Judged(JudgedScorer { score, pooled, turning: None })
    }

    /// The same, with a short way to the values as documents turn relevant, which only judged
    /// rankings have.
    #[must_use]
    pub fn turning(
        self,
        exact: bool,
        values: impl Fn(&Judged<'_>, &[usize]) -> Vec<f64> + Send + Sync + 'static,
    ) -> Self {
        match self {
            Scorer::Judged(scorer) => {
                let turning = Some(Turning { values: Box::new(values), exact });
                Scorer::Judged(JudgedScorer { turning, ..scorer })
            }
            Scorer::Groups(_) | Scorer::Preferences(_) => self,
        }
    }
}

impl JudgedScorer {
    /// The value for a topic.
    #[inline]
    pub fn score(&self, judged: &Judged<'_>) -> f64 {
        (self.score)(judged)
    }

    /// How the value is computed from totals, if it is.
    pub fn pooled(&self) -> Option<&Pooled> {
        self.pooled.as_ref()
    }

    /// The short way to the values as documents turn relevant, if there is one.
    pub fn turning(&self) -> Option<&Turning> {
        self.turning.as_ref()
    }
}

impl Pooled {
    /// A topic's totals.
    pub fn totals(&self, judged: &Judged<'_>) -> Totals {
        (self.totals)(judged)
    }

    /// The value that totals give.
    pub fn value(&self, totals: &Totals) -> f64 {
        (self.value)(totals)
    }
}

/// Where in the ranking a measure is taken.
#[derive(Debug, Clone, Copy, PartialEq)]
enum At {
    End,
    Rank(usize),
    Level(f64),
}

/// A measure: a family with its parameters and cutoff.
///
/// ```
/// use gainline::Measure;
/// let measure: Measure = "ndcg_cut_10".parse()?;
/// assert_eq!(measure.to_string(), "nDCG@10");
/// assert_eq!(measure, "nDCG@10".parse()?);
/// assert_eq!("rbp(p=0.5)".parse::<Measure>()?.to_string(), "RBP(p=0.5)");
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Measure {
    family: &'static Family,
    /// Those that were given and differ from the default, in the family's order.
    params: Vec<(&'static Param, Value)>,
    at: At,
}

impl Measure {
    /// Its family.
    pub fn family(&self) -> &'static Family {
        self.family
    }

    /// The cutoff rank, if it has one.
    pub fn cutoff(&self) -> Option<usize> {
        match self.at {
            At::Rank(k) => Some(k),
            At::End | At::Level(_) => None,
        }
    }

    /// What computes it; `rel` is the lowest relevant grade where the measure does not say.
    pub fn scorer(&self, rel: f64) -> Scorer {
        self.scorer_on(rel, &[])
    }

    /// What computes it on judgments that use these grades, whose highest gain is that of the scale where
    /// the measure does not say `max`.
    pub fn scorer_on(&self, rel: f64, grades: &[f64]) -> Scorer {
        (self.family.scorer)(&self.setting_on(rel, grades))
    }

    /// Its parameters, with `rel` where it does not say.
    pub fn setting(&self, rel: f64) -> Setting<'_> {
        self.setting_on(rel, &[])
    }

    /// Its parameters on judgments that use these grades.
    pub fn setting_on<'m>(&'m self, rel: f64, grades: &'m [f64]) -> Setting<'m> {
        Setting { measure: self, rel, grades }
    }

    /// How its topics are put together.
    pub fn summary(&self) -> Summary {
        let setting = self.setting(1.0);
        let pooled = setting.has("normalise") && setting.is("normalise", "mean");
        if pooled { Summary::Pooled } else { self.family.summary }
    }

    /// What is known of documents that a ranking lacks, or has below the cutoff: what its family
    /// says, if that holds with the parameters that were given.
    pub fn outside(&self) -> Outside {
        let holds = self.params.iter().all(|(param, _)| param.keeps_outside);
        if holds { self.family.outside } else { Outside::Unknown }
    }

    /// Whether the measure has a gain for every one of these grades.
    pub fn check_grades(&self, grades: &[f64]) -> Result<()> {
        self.check_grades_of(grades, "which the qrels hold")
    }

    /// The same for grades from elsewhere, which `whence` says behind the grade that has no gain.
    pub fn check_grades_of(&self, grades: &[f64], whence: &str) -> Result<()> {
        if self.family.params.iter().any(|p| p.kind == ParamKind::Gains) {
            let gains = &self.setting(1.0).gains();
            let reach = |g: &&f64| !gains.of(**g).is_finite() || gains.of(**g).abs() > 1e100;
            if let Some(grade) = grades.iter().find(reach) {
                let grade = format_number(*grade);
                let message = format!("`{self}` makes too much of grade {grade}, {whence}");
                return Err(Error::new(ErrorKind::Measure, message)
                    .remedy("choose other gains, or mend the grade"));
            }
            if let Gains::Scale(weights) = gains {
                let uncovered = |g: &&f64| **g > 0.0 && Gains::scale_index(weights, **g).is_none();
                if let Some(grade) = grades.iter().find(uncovered) {
                    let grade = format_number(*grade);
                    return Err(Error::new(
                        ErrorKind::Measure,
                        format!("`{self}` has no gain for grade {grade}, {whence}"),
                    )
                    .remedy(
                        "list a weight for every grade from 0 up, or map single grades: \
                         gains={1:1,2:10}",
                    ));
                }
            }
        }
        Ok(())
    }

    /// The parameters that were given, by their names.
    pub fn given_params(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.params.iter().map(|(param, value)| (param.name, value))
    }

    /// Whether a parameter was given, and differs from its default.
    pub fn gives(&self, param: &str) -> bool {
        self.value(param).is_some()
    }

    /// The same measure with its lowest relevant grade spelled out, if it has one and did not say.
    #[must_use]
    pub fn with_rel(mut self, rel: f64) -> Self {
        let params = self.family.params;
        if let Some(param) = params.iter().find(|p| p.name == "rel" && self.value("rel").is_none())
        {
            self.params.push((param, Value::Number(rel)));
            self.params.sort_by_key(|(p, _)| params.iter().position(|q| q.name == p.name));
        }
        self
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.params.iter().find(|(p, _)| p.name == name).map(|(_, v)| v)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family.name)?;
        for (i, (param, value)) in self.params.iter().enumerate() {
            write!(f, "{}{}={value}", if i == 0 { "(" } else { "," }, param.name)?;
        }
        if !self.params.is_empty() {
            f.write_str(")")?;
        }
        match self.at {
            At::End => Ok(()),
            At::Rank(k) => write!(f, "@{k}"),
            At::Level(r) => write!(f, "@{r}"),
        }
    }
}

/// As its text.
#[cfg(feature = "serde")]
impl serde::Serialize for Measure {
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// From its text, in any spelling.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Measure {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A text.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Measure {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Measure".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "A measure by its name" })
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Measure({self})")
    }
}

impl std::str::FromStr for Measure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut all = parse_measures([text])?;
        if all.len() != 1 {
            let message = format!("`{text}` is {} measures, where one is wanted", all.len());
            return Err(Error::new(ErrorKind::Measure, message));
        }
        Ok(all.remove(0))
    }
}

/// A measure's parameters as its family's code reads them.
#[derive(Debug)]
pub struct Setting<'m> {
    measure: &'m Measure,
    rel: f64,
    /// Those that the judgments use; none where it is unknown.
    grades: &'m [f64],
}

impl Setting<'_> {
    /// The highest gain of the scale: `max`, or else the highest of all judgments, if they are known.
    pub fn highest_gain(&self) -> Option<f64> {
        let gains = self.gains();
        let of_judgments = self.grades.iter().map(|&grade| gains.of(grade)).reduce(f64::max);
        self.given("max").or(of_judgments)
    }

    /// The lowest relevant grade.
    pub fn rel(&self) -> f64 {
        match self.measure.value("rel") {
            Some(Value::Number(rel)) => *rel,
            _ => self.rel,
        }
    }

    /// The cutoff rank; the end of the ranking without one.
    pub fn cutoff(&self) -> usize {
        self.measure.cutoff().unwrap_or(usize::MAX)
    }

    /// The recall level, of a family that takes one.
    pub fn level(&self) -> f64 {
        match self.measure.at {
            At::Level(level) => level,
            At::End | At::Rank(_) => self.mistake("@", "a recall level"),
        }
    }

    /// Whether the family has a parameter of this name.
    pub fn has(&self, name: &str) -> bool {
        self.measure.family.params.iter().any(|param| param.name == name)
    }

    /// A parameter that is a number, if it is set or has a default.
    pub fn given(&self, name: &str) -> Option<f64> {
        match self.value(name)? {
            Value::Number(number) => Some(number),
            _ => self.mistake(name, "a number"),
        }
    }

    /// A parameter that is a number and has a default.
    pub fn number(&self, name: &str) -> f64 {
        self.given(name).unwrap_or_else(|| self.mistake(name, "a number with a default"))
    }

    /// Whether a parameter is this word.
    pub fn is(&self, name: &str, word: &str) -> bool {
        match self.value(name) {
            Some(Value::Word(given)) => given == word,
            Some(_) => self.mistake(name, "a word"),
            None => false,
        }
    }

    /// The parameter `gains`.
    pub fn gains(&self) -> Gains {
        match self.value("gains") {
            Some(Value::Gains(gains)) => gains,
            _ => self.mistake("gains", "what grades are worth"),
        }
    }

    /// A parameter that is a list of numbers.
    pub fn list(&self, name: &str) -> Vec<f64> {
        match self.value(name) {
            Some(Value::List(numbers)) => numbers,
            _ => self.mistake(name, "a list of numbers"),
        }
    }

    fn value(&self, name: &str) -> Option<Value> {
        let family = self.measure.family;
        let Some(param) = family.params.iter().find(|p| p.name == name) else {
            self.mistake(name, "a parameter");
        };
        if let Some(value) = self.measure.value(name) {
            return Some(value.clone());
        }
        let default = param.parse(param.default?);
        Some(default.unwrap_or_else(|_| self.mistake(name, "a default that can be read")))
    }

    /// Ends the program: a family's code and its list of parameters contradict each other.
    #[cold]
    fn mistake(&self, name: &str, wanted: &str) -> ! {
        panic!(
            "the code of {} reads `{name}` as {wanted}, which it is not",
            self.measure.family.name
        )
    }
}
