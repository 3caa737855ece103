//! Which curves are asked for, and whether the options go together.

use super::Level;
use crate::Experiment;
use gainline::{
    CurveKind, CurveSpec, Error, ErrorKind, IdealFrom, Normalise, Options, Qrels, Result,
};
use serde::Serialize;

/// More curves than this for one run cannot be told apart.
const MOST_LEVELS: usize = 20;

/// How do gain, precision and recall grow with the rank?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunCurves {
    /// What the curves show.
    pub kind: CurveKind,
    /// The last rank of curves over ranks.
    pub depth: usize,
    /// How gains are made of grades and added up, for the kinds that have gains.
    #[serde(flatten)]
    pub gain: GainOptions,
    /// The documents of the ideal ranking, for the kinds that have gains; all judged ones if it is
    /// not given.
    pub ideal_from: Option<IdealFrom>,
    /// A curve for each grade of the judgments above 0, from which on documents are relevant.
    pub levels: bool,
    /// Show the ideal curves too.
    pub ideal: bool,
    /// The curves of every topic too.
    pub per_topic: bool,
    /// Find the first rank at which a run's curve is as high as another one at these ranks.
    pub read: Vec<usize>,
    /// Read against this run instead of the ideal ranking.
    pub against: Option<Against>,
}

/// How gains are made of grades and added up, as in the parameters of a measure; the measure's own
/// defaults where they are not given.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GainOptions {
    /// What a grade is worth: `linear`, `exp2`, `0-1-10-100`, `{1:3,2:9}`.
    pub gains: Option<String>,
    /// What a gain is divided by: `log2`, `jk`, `jk-rn`, `rank`, `none`.
    pub discount: Option<String>,
    /// The base of the logarithm, for `jk` and `jk-rn`.
    pub base: Option<String>,
    /// How topics are put together in a normalised curve.
    pub normalise: Option<Normalise>,
}

/// A run to read curves against.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Against {
    /// Its name among the runs of the experiment.
    pub run: String,
    /// Whether its own curves are shown too.
    pub shown: bool,
}

impl RunCurves {
    /// Curves of a kind, and as usual otherwise.
    pub fn of(kind: CurveKind) -> Self {
        RunCurves {
            kind,
            depth: CurveSpec::DEPTH,
            gain: GainOptions::default(),
            ideal_from: None,
            levels: false,
            ideal: false,
            per_topic: false,
            read: vec![],
            against: None,
        }
    }

    /// The curves to draw of each run: one, or one for each level.
    pub fn specs(&self, levels: Option<&[Level]>) -> Result<Vec<CurveSpec>> {
        let params = match levels {
            Some(levels) => levels.iter().map(|level| format!("rel={}", level.grade)).collect(),
            None => vec![self.gain.params()],
        };
        let spec = |params: &String| {
            let spec = CurveSpec::new(self.kind, params)
                .map_err(|error| error.remedy("`gainline curve --help` lists the options"))?
                .depth(self.depth)
                .normalise(self.gain.normalise.unwrap_or_default())
                .ideal_from(self.ideal_from.unwrap_or_default());
            Ok(spec)
        };
        params.iter().map(spec).collect()
    }

    /// Whether the options go together.
    pub(super) fn check(&self, options: &Options) -> Result<()> {
        let GainOptions { gains, discount, base, normalise } = &self.gain;
        type Takes = fn(CurveKind) -> bool;
        let given: [(bool, &str, Takes); 6] = [
            (gains.is_some(), "--gains", CurveKind::has_gains),
            (discount.is_some(), "--discount", CurveKind::is_discounted),
            (base.is_some(), "--base", CurveKind::is_discounted),
            (normalise.is_some(), "--normalise", CurveKind::is_normalised),
            (self.ideal_from.is_some(), "--ideal-from", CurveKind::has_gains),
            (self.levels, "--levels", |kind| !kind.has_gains()),
        ];
        for (given, option, fits) in given {
            if given && !fits(self.kind) {
                let kinds = CurveKind::ALL.into_iter().filter(|kind| fits(*kind));
                let kinds: Vec<String> = kinds.map(|kind| kind.to_string()).collect();
                let message = format!("{option} does not go with {} curves", self.kind);
                return Err(wrong(message).remedy(format!("it is for {}", kinds.join(", "))));
            }
        }
        let takes_base = |discount: &String| discount.to_ascii_lowercase().starts_with("jk");
        if base.is_some() && !discount.as_ref().is_some_and(takes_base) {
            return Err(wrong("--base has no effect without --discount jk or jk-rn"));
        }
        if self.levels && options.rel != 1.0 {
            return Err(wrong(
                "--levels takes each grade of the qrels in turn, so it does not go with --rel",
            ));
        }
        if self.read.is_empty() { Ok(()) } else { self.check_reading() }
    }

    fn check_reading(&self) -> Result<()> {
        const KINDS: &str = "it is for cg, dcg and r";
        let kind = self.kind;
        match kind {
            CurveKind::PrecisionRecall | CurveKind::Roc => {
                let message =
                    format!("--read needs curves over ranks, which {kind} curves are not");
                return Err(wrong(message).remedy(KINDS));
            }
            CurveKind::Precision => {
                let message =
                    "--read needs values that grow with the rank, which precision does not";
                return Err(wrong(message).remedy(KINDS));
            }
            CurveKind::Ncg | CurveKind::Ndcg if self.against.is_none() => {
                let message = format!("--read: the ideal of {kind} curves is 1 at every rank");
                return Err(wrong(message)
                    .remedy("read cg or dcg, or read against another run (--against)"));
            }
            CurveKind::Cg
            | CurveKind::Dcg
            | CurveKind::Ncg
            | CurveKind::Ndcg
            | CurveKind::Recall => {}
        }
        match self.read.iter().find(|rank| !(1..=self.depth).contains(*rank)) {
            Some(rank) => {
                let message = format!("--read {rank}: the curves end at rank {}", self.depth);
                Err(wrong(message).remedy("draw deeper curves with --depth"))
            }
            None => Ok(()),
        }
    }
}

impl GainOptions {
    /// As the parameters of a measure.
    fn params(&self) -> String {
        let given = [("gains", &self.gains), ("discount", &self.discount), ("base", &self.base)];
        let given =
            given.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
        given.collect::<Vec<_>>().join(",")
    }
}

/// The grades above 0 of the judgments, lowest first.
pub(super) fn levels(experiment: &Experiment) -> Result<Vec<Level>> {
    let Experiment { qrels, options, .. } = experiment;
    let grades: Vec<f64> = qrels.grades().into_iter().filter(|grade| *grade > 0.0).collect();
    match grades.len() {
        0 => Err(wrong("--levels: the qrels hold no grade above 0")),
        1..=MOST_LEVELS => {
            let level = |grade: f64| Level {
                grade,
                topics_without_relevant: topics_without(qrels, options, grade),
            };
            Ok(grades.into_iter().map(level).collect())
        }
        many => Err(wrong(format!(
            "--levels: the qrels hold {many} grades above 0, too many curves to tell apart"
        ))),
    }
}

/// How many of the selected topics have no document of this grade or a higher one.
fn topics_without(qrels: &Qrels, options: &Options, grade: f64) -> usize {
    let selected = |name: &str| options.topics.as_ref().is_none_or(|t| t.contains(name));
    let topics = qrels.topics().enumerate().filter(|(_, name)| selected(name));
    let best = topics.map(|(at, _)| qrels.topic_at(at).grades().first().copied());
    best.filter(|best| best.is_none_or(|best| best < grade)).count()
}

fn wrong(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Request, message)
}
