//! Which curve is drawn, and how.

use crate::measure::{Measure, Setting, parse_measures};
use crate::{Error, ErrorKind, Result};
use std::fmt;

/// What a curve shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CurveKind {
    /// Cumulated gain against rank.
    Cg,
    /// Discounted cumulated gain against rank.
    Dcg,
    /// Cumulated gain as a share of the ideal, against rank.
    Ncg,
    /// Discounted cumulated gain as a share of the ideal, against rank.
    Ndcg,
    /// Interpolated precision against recall, at the eleven standard levels.
    PrecisionRecall,
    /// Precision against rank.
    Precision,
    /// Recall against rank.
    Recall,
    /// Recall against fallout: the receiver operating characteristic.
    Roc,
}

impl CurveKind {
    /// All of them.
    pub const ALL: [CurveKind; 8] = [
        CurveKind::Cg,
        CurveKind::Dcg,
        CurveKind::Ncg,
        CurveKind::Ndcg,
        CurveKind::PrecisionRecall,
        CurveKind::Precision,
        CurveKind::Recall,
        CurveKind::Roc,
    ];

    /// Whether it is drawn over ranks, so that it has a depth.
    pub fn is_by_rank(self) -> bool {
        matches!(self.over(), Over::Ranks(_))
    }

    /// Whether it cumulates gains; the others go by which documents are relevant.
    pub fn has_gains(self) -> bool {
        self.is_normalised() || matches!(self, CurveKind::Cg | CurveKind::Dcg)
    }

    /// Whether gains at lower ranks count less.
    pub fn is_discounted(self) -> bool {
        matches!(self, CurveKind::Dcg | CurveKind::Ndcg)
    }

    /// Whether gains are divided by those of the ideal ranking.
    pub fn is_normalised(self) -> bool {
        matches!(self, CurveKind::Ncg | CurveKind::Ndcg)
    }

    /// What the horizontal axis shows.
    pub fn x(self) -> &'static str {
        match self {
            CurveKind::PrecisionRecall => "recall",
            CurveKind::Roc => "fallout",
            CurveKind::Cg
            | CurveKind::Dcg
            | CurveKind::Ncg
            | CurveKind::Ndcg
            | CurveKind::Precision
            | CurveKind::Recall => "rank",
        }
    }

    /// What the vertical axis shows.
    pub fn y(self) -> &'static str {
        match self {
            CurveKind::PrecisionRecall => "interpolated precision",
            CurveKind::Precision => "precision",
            CurveKind::Recall | CurveKind::Roc => "recall",
            CurveKind::Cg | CurveKind::Dcg | CurveKind::Ncg | CurveKind::Ndcg => self.family(),
        }
    }

    /// What it is drawn over, unless a depth is given.
    fn over(self) -> Over {
        match self {
            CurveKind::PrecisionRecall => Over::Levels(LEVELS),
            CurveKind::Roc => Over::Levels(GRID),
            CurveKind::Cg
            | CurveKind::Dcg
            | CurveKind::Ncg
            | CurveKind::Ndcg
            | CurveKind::Precision
            | CurveKind::Recall => Over::Ranks(CurveSpec::DEPTH),
        }
    }

    /// The family of measures that its parameters belong to.
    fn family(self) -> &'static str {
        match self {
            CurveKind::Cg => "CG",
            CurveKind::Dcg => "DCG",
            CurveKind::Ncg => "nCG",
            CurveKind::Ndcg => "nDCG",
            CurveKind::PrecisionRecall => "IPrec",
            CurveKind::Precision => "P",
            CurveKind::Recall | CurveKind::Roc => "R",
        }
    }
}

impl fmt::Display for CurveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CurveKind::Cg => "cg",
            CurveKind::Dcg => "dcg",
            CurveKind::Ncg => "ncg",
            CurveKind::Ndcg => "ndcg",
            CurveKind::PrecisionRecall => "pr",
            CurveKind::Precision => "p",
            CurveKind::Recall => "r",
            CurveKind::Roc => "roc",
        })
    }
}

/// What a curve is drawn over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum Over {
    /// Ranks 1 to this one.
    Ranks(usize),
    /// So many levels of recall or fallout from 0 to 1.
    Levels(usize),
}

/// Over topics, how a normalised curve is put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Normalise {
    /// The mean of each topic's share of its own ideal.
    #[default]
    Topic,
    /// The mean gain as a share of the mean ideal gain.
    Mean,
}

impl Normalise {
    /// Both of them.
    pub const ALL: [Normalise; 2] = [Normalise::Topic, Normalise::Mean];
}

impl fmt::Display for Normalise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Normalise::Topic => "topic",
            Normalise::Mean => "mean",
        })
    }
}

/// The documents of the ideal ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IdealFrom {
    /// All judged documents.
    #[default]
    Judged,
    /// Only those that were retrieved.
    Retrieved,
}

impl IdealFrom {
    /// Both of them.
    pub const ALL: [IdealFrom; 2] = [IdealFrom::Judged, IdealFrom::Retrieved];
}

impl fmt::Display for IdealFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IdealFrom::Judged => "judged",
            IdealFrom::Retrieved => "retrieved",
        })
    }
}

/// A curve to draw: its kind, how deep it goes, and the parameters of the measure behind it.
///
/// ```
/// use gainline::{CurveKind, CurveSpec};
/// let spec = CurveSpec::new(CurveKind::Dcg, "gains=0-1-10-100,discount=jk")?.depth(100);
/// assert_eq!(spec.xs().len(), 100);
/// assert!(CurveSpec::new(CurveKind::Cg, "discount=jk").is_err());
/// # Ok::<(), gainline::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurveSpec {
    /// What it shows.
    pub(super) kind: CurveKind,
    /// What it is drawn over.
    over: Over,
    /// How topics are put together in a normalised curve.
    pub(super) normalise: Normalise,
    /// Which documents make the ideal ranking.
    pub(super) ideal: IdealFrom,
    /// The measure whose values the curve shows, at each recall level one for precision.
    pub(super) measures: Vec<Measure>,
}

impl CurveSpec {
    /// How deep a curve goes that does not say.
    pub const DEPTH: usize = 200;
    /// No curve goes deeper: its heights would not fit into memory.
    const DEEPEST: usize = 10_000_000;

    /// A curve with parameters as they stand in the brackets of a measure; `""` for the usual
    /// ones. Curves of gain take those of the measure of that name, as
    /// `gains=exp2,discount=jk,base=10`; the others take `rel`.
    pub fn new(kind: CurveKind, params: &str) -> Result<Self> {
        let family = kind.family();
        let at = match kind {
            CurveKind::PrecisionRecall => "@0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1",
            CurveKind::Precision | CurveKind::Recall | CurveKind::Roc => "@1",
            CurveKind::Cg | CurveKind::Dcg | CurveKind::Ncg | CurveKind::Ndcg => "",
        };
        let wanted = if kind == CurveKind::PrecisionRecall { LEVELS } else { 1 };
        let measures = parse_measures([format!("{family}({params}){at}")])?;
        if measures.len() != wanted {
            let message = format!("`{params}` makes several curves, where one is wanted");
            return Err(
                Error::new(ErrorKind::Measure, message).remedy("give each parameter one value")
            );
        }
        let setting = measures[0].setting(1.0);
        let is = |name, word| setting.has(name) && setting.is(name, word);
        let (mean, retrieved) = (is("normalise", "mean"), is("ideal", "retrieved"));
        Ok(CurveSpec {
            kind,
            over: kind.over(),
            normalise: if mean { Normalise::Mean } else { Normalise::Topic },
            ideal: if retrieved { IdealFrom::Retrieved } else { IdealFrom::Judged },
            measures,
        })
    }

    /// Over ranks 1 to this one; other curves have no depth of their own.
    #[must_use]
    pub fn depth(mut self, depth: usize) -> Self {
        if let Over::Ranks(ranks) = &mut self.over {
            *ranks = depth;
        }
        self
    }

    /// How topics are put together in a normalised curve.
    #[must_use]
    pub fn normalise(mut self, normalise: Normalise) -> Self {
        self.normalise = normalise;
        self
    }

    /// Which documents make the ideal ranking.
    #[must_use]
    pub fn ideal_from(mut self, ideal: IdealFrom) -> Self {
        self.ideal = ideal;
        self
    }

    /// What the curve shows.
    pub fn kind(&self) -> CurveKind {
        self.kind
    }

    /// The measure behind it, without a cutoff where it can do without: `nDCG(discount=jk)`.
    pub fn measure(&self) -> &Measure {
        &self.measures[0]
    }

    /// Where the curve has its heights: ranks, or levels of recall or fallout.
    pub fn xs(&self) -> Vec<f64> {
        match self.over {
            Over::Levels(levels) => {
                let highest = (levels - 1) as f64;
                (0..levels).map(|level| level as f64 / highest).collect()
            }
            Over::Ranks(depth) => (1..=depth).map(|rank| rank as f64).collect(),
        }
    }

    /// How many heights it has.
    pub fn width(&self) -> usize {
        match self.over {
            Over::Ranks(width) | Over::Levels(width) => width,
        }
    }

    /// Its parameters, with `rel` where it does not say.
    pub(super) fn setting(&self, rel: f64) -> Setting<'_> {
        self.measures[0].setting(rel)
    }

    /// Whether a curve can be as deep.
    pub(super) fn check_depth(&self) -> Result<()> {
        match self.over {
            Over::Ranks(depth) if !(1..=CurveSpec::DEEPEST).contains(&depth) => {
                let message = format!("a curve has no depth of `{depth}`");
                let remedy = format!("choose one from 1 to {}", CurveSpec::DEEPEST);
                Err(Error::new(ErrorKind::Measure, message).remedy(remedy))
            }
            Over::Ranks(_) | Over::Levels(_) => Ok(()),
        }
    }
}

/// The standard levels of recall: 0, 0.1, … 1.
const LEVELS: usize = 11;
/// The levels of fallout at which curves of several topics are averaged: 0, 0.01, … 1.
const GRID: usize = 101;
