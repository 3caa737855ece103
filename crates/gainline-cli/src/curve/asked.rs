//! What is asked for: whether it goes together, and the curves that it makes.

use super::{Args, Gaining};
use crate::charts::Plot;
use crate::writing::Format;
use anyhow::bail;
use gainline::{CurveKind, CurveSpec, Qrels};

/// More curves than this for one run tell nothing.
const MOST_LEVELS: usize = 20;

/// Whether the options go together.
pub(super) fn check(args: &Args, format: Format) -> anyhow::Result<()> {
    let kind = args.kind;
    args.gaining.check(kind, "--kind")?;
    let only = |given, what, fits| only(kind, "--kind", given, what, fits);
    only(args.ideal_from.is_some(), "--ideal-from", CurveKind::has_gains)?;
    only(args.levels, "--levels", |kind| !kind.has_gains())?;
    if args.levels && args.choices.rel != 1.0 {
        bail!("--levels takes each grade of the qrels in turn, so it does not go with --rel");
    }
    if args.plot == Plot::Always && format != Format::Table {
        bail!("--plot always draws above a table, so it goes with --format table only");
    }
    if !args.read.is_empty() {
        check_read(args)?;
    }
    Ok(())
}

fn check_read(args: &Args) -> anyhow::Result<()> {
    let kind = args.kind;
    match kind {
        CurveKind::PrecisionRecall | CurveKind::Roc => {
            bail!("--read goes along ranks, and {kind} curves have none\n  it is for cg, dcg and r")
        }
        CurveKind::Precision => bail!(
            "--read does not go with --kind p: precision is no gain that adds up from rank to \
             rank\n  it is for cg, dcg and r"
        ),
        CurveKind::Ncg | CurveKind::Ndcg if args.against.is_none() => bail!(
            "--read does not go with --kind {kind}: its ideal is 1 at every rank\n  \
             read cg or dcg, or read against another run (--against)"
        ),
        _ => {}
    }
    let depth = args.depth.unwrap_or(CurveSpec::DEPTH);
    if let Some(rank) = args.read.iter().find(|rank| **rank > depth) {
        bail!("--read {rank}: the curves end at rank {depth}\n  let them go deeper with --depth");
    }
    Ok(())
}

/// The grades above 0 of the qrels, lowest first.
pub(crate) fn levels(qrels: &Qrels) -> anyhow::Result<Vec<f64>> {
    let levels: Vec<f64> = qrels.grades().into_iter().filter(|grade| *grade > 0.0).collect();
    match levels.len() {
        0 => bail!("--levels: the qrels hold no grade above 0"),
        1..=MOST_LEVELS => Ok(levels),
        many => bail!("--levels: the qrels hold {many} grades above 0, too many to tell apart"),
    }
}

/// The curves to draw of each run: one, or one for each level.
pub(super) fn specs(args: &Args, levels: &[f64]) -> gainline::Result<Vec<CurveSpec>> {
    let mut params = vec![args.gaining.params()];
    if !levels.is_empty() {
        params = levels.iter().map(|level| format!("rel={level}")).collect();
    }
    let spec = |params: &String| {
        let spec = CurveSpec::new(args.kind, params)
            .map_err(|error| error.remedy("`gainline curve --help` says what there is"))?
            .depth(args.depth.unwrap_or(CurveSpec::DEPTH))
            .normalise(args.gaining.normalise.unwrap_or_default())
            .ideal_from(args.ideal_from.unwrap_or_default());
        Ok(spec)
    };
    params.iter().map(spec).collect()
}

impl Gaining {
    /// As the parameters of a measure.
    pub(crate) fn params(&self) -> String {
        let given = [("gains", &self.gains), ("discount", &self.discount), ("base", &self.base)];
        let given =
            given.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
        given.collect::<Vec<_>>().join(",")
    }

    /// What of it does not go with a kind of curve; `option` is what chooses the kind.
    pub(crate) fn check(&self, kind: CurveKind, option: &str) -> anyhow::Result<()> {
        only(kind, option, self.gains.is_some(), "--gains", CurveKind::has_gains)?;
        only(kind, option, self.discount.is_some(), "--discount", CurveKind::is_discounted)?;
        only(kind, option, self.base.is_some(), "--base", CurveKind::is_discounted)?;
        only(kind, option, self.normalise.is_some(), "--normalise", CurveKind::is_normalised)?;
        if self.base.is_some() && !self.discount.as_deref().is_some_and(|d| d.starts_with("jk")) {
            bail!("--base does nothing without --discount jk or jk-rn");
        }
        Ok(())
    }
}

/// Refuses what was given if it does not fit the kind.
fn only(
    kind: CurveKind,
    option: &str,
    given: bool,
    what: &str,
    fits: fn(CurveKind) -> bool,
) -> anyhow::Result<()> {
    if !given || fits(kind) {
        return Ok(());
    }
    let kinds = CurveKind::ALL.into_iter().filter(|kind| fits(*kind));
    let kinds: Vec<String> = kinds.map(|kind| kind.to_string()).collect();
    bail!("{what} does not go with {option} {kind}\n  it is for {}", kinds.join(", "))
}
