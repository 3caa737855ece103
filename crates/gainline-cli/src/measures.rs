//! `gainline measures`: the catalogue.

use crate::output::to_stdout;
use clap::Args as ClapArgs;
use gainline::{
    Better, BoundRule, CORNERS, Cutoff, FAMILIES, Family, MOST_GRADINGS, MOST_ORDERS, Measure,
    ParamKind, Scorer, Suffix, Summary, TieRule, corners_assume, parse_measures,
};
use gainline_report::wrapped;
use std::io::{self, Write};
use std::process::ExitCode;

/// What `gainline measures` is asked for.
#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  gainline measures                 all families
  gainline measures nDCG            formula, parameters, edge cases, an example
  gainline measures set_F_2         any spelling will do")]
pub(crate) struct Args {
    /// A measure, in any spelling
    name: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.name {
        None => to_stdout(|out| Ok(catalogue(out)?))?,
        Some(name) => {
            let family = find(name)?;
            to_stdout(|out| {
                // A whole measure is shown as we write it, where that differs.
                if let Ok(measure) = name.parse::<Measure>().map(|m| m.to_string())
                    && measure != *name
                {
                    writeln!(out, "{name} means {measure}\n")?;
                }
                Ok(explain(family, out)?)
            })?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The family that a name or a whole measure belongs to.
fn find(name: &str) -> gainline::Result<&'static Family> {
    let spelled = |f: &&&Family| {
        let names = f.aliases.iter().map(|a| a.spelling).chain([f.name]);
        names.into_iter().any(|n| n.eq_ignore_ascii_case(name))
    };
    if let Some(family) = FAMILIES.iter().find(spelled) {
        return Ok(family);
    }
    Ok(parse_measures([name])?[0].family())
}

/// How a family's measures are written.
fn shape(family: &Family) -> String {
    let params: Vec<&str> = family.params.iter().map(|p| p.name).collect();
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
    let mut spellings: Vec<String> = vec![];
    for alias in family.aliases {
        let spelling = match alias.suffix {
            Suffix::None => alias.spelling.to_string(),
            Suffix::Cutoff if family.cutoff == Cutoff::Recall => format!("{}_r", alias.spelling),
            Suffix::Cutoff => format!("{}_k", alias.spelling),
            Suffix::Param(_) => format!("{}_x", alias.spelling),
        };
        if spelling != family.name {
            spellings.push(spelling);
        }
    }
    spellings
}

fn catalogue(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "A measure is written Name(parameter=value,...)@cutoff, in any letter case;")?;
    writeln!(out, "`gainline measures NAME` explains one. Other spellings stand in brackets.")?;
    type IsKind = fn(&Scorer) -> bool;
    let kinds: [(&str, IsKind); 3] = [
        ("From grades", |s| matches!(s, Scorer::Judged(_))),
        ("From several groups' grades (gainline trec-eval -R qrels_jg)", |s| {
            matches!(s, Scorer::Groups(_))
        }),
        ("From preferences (gainline trec-eval -R prefs)", |s| matches!(s, Scorer::Preferences(_))),
    ];
    for (title, is_kind) in kinds {
        writeln!(out, "\n{title}")?;
        for family in FAMILIES.iter().filter(|f| is_kind(&f.sample().scorer(1.0))) {
            let spellings = aliases(family);
            let also = match &spellings[..] {
                [] => String::new(),
                some => format!(" [{}]", some.join(", ")),
            };
            let text = wrapped(&format!("{}{also}", family.meaning), 4);
            writeln!(out, "  {}\n    {text}", shape(family))?;
        }
    }
    Ok(())
}

/// What the measure gives in corner cases.
fn corners(family: &Family, out: &mut dyn Write) -> io::Result<()> {
    let sample = family.sample();
    let Some(_) = sample.in_corner(&CORNERS[0]) else { return Ok(()) };
    writeln!(out, "Corner cases: {sample} of rankings (grades by rank, - unjudged)")?;
    for corner in &CORNERS {
        let missed = match corner.missed {
            "" => String::new(),
            missed => format!(", {missed} missed"),
        };
        let ranking = if corner.ranking.is_empty() { "none" } else { corner.ranking };
        let ranking = format!("({ranking}{missed})");
        let value = sample.in_corner(corner).unwrap_or(f64::NAN) + 0.0;
        writeln!(out, "  {:31}  {ranking:18}  {value:.4}", corner.what)?;
    }
    if !family.needs.is_empty() {
        let assumed: Vec<&str> = family.needs.iter().map(|need| corners_assume(*need)).collect();
        writeln!(out, "  with {}", assumed.join(", "))?;
    }
    writeln!(out)
}

/// What the policies for ties and unjudged documents do.
fn policies(family: &Family, out: &mut dyn Write) -> io::Result<()> {
    if family.sample().in_corner(&CORNERS[0]).is_none() {
        return Ok(());
    }
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
            "exact, in closed form where just the relevant documents have a gain; else {orders}"
        ),
        TieRule::MeanRanks => {
            "by the mean of the tied documents' ranks, Rocchio's rule, which is not \
                               the mean over orders"
                .into()
        }
        TieRule::Orders => orders.clone(),
    };
    let average = found(family.tie_mean);
    let ties = match family.better {
        Better::Neither => format!("average {average}; best and worst: as docid"),
        _ => format!("average {average}; best and worst {}", found(family.tie_extremes)),
    };
    writeln!(out, "Tied documents (--ties)\n  {}\n", wrapped(&ties, 2))?;
    let bounds = match family.bounds {
        BoundRule::Fixed => "grades of unjudged documents make no difference".into(),
        BoundRule::OneWay => {
            "from all unjudged documents irrelevant to all of the top grade".into()
        }
        BoundRule::Searched(_) => format!(
            "exact: with unjudged documents that turn out relevant the recall base grows too, so the ends \
             lie where the better ones stand first, or last; all such gradings are tried, up to \
             {MOST_GRADINGS} for a topic"
        ),
        BoundRule::Own { how, .. } => how.into(),
        BoundRule::Exhausted(_) => format!(
            "exact: all gradings of the unjudged documents are tried, up to {MOST_GRADINGS} for a topic"
        ),
        BoundRule::Refused(reason) => format!("none: {reason}"),
    };
    writeln!(out, "Unjudged documents (--unjudged bounds)\n  {}\n", wrapped(&bounds, 2))
}

fn explain(family: &Family, out: &mut dyn Write) -> io::Result<()> {
    let wrap = |text: &str| wrapped(text, 2);
    writeln!(out, "{}\n  {}\n", shape(family), wrap(family.meaning))?;
    let spellings = aliases(family);
    if !spellings.is_empty() {
        writeln!(out, "Also written\n  {}\n", spellings.join(", "))?;
    }
    writeln!(out, "Formula\n  {}\n", wrap(family.formula))?;
    if !family.params.is_empty() {
        writeln!(out, "Parameters")?;
        for param in family.params {
            let default = param.default.map(|d| format!(" [default: {d}]")).unwrap_or_default();
            let text =
                format!("{}: {}; {}{default}", param.name, param.meaning, param.kind.describe());
            writeln!(out, "  {}", wrapped(&text, 4))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Edge cases\n  {}\n", wrap(family.edge_cases))?;
    corners(family, out)?;
    policies(family, out)?;
    let over = match family.summary {
        Summary::Mean => "mean",
        Summary::Sum => "sum",
        Summary::GeometricMean => "geometric mean, values below 0.00001 raised to it",
        Summary::Pooled => "of all topics' totals",
    };
    let has_gains = family.params.iter().any(|p| p.kind == ParamKind::Gains);
    let aside = if has_gains { ", unless gains below 0 are given" } else { "" };
    writeln!(
        out,
        "Over topics\n  {over}; a topic's value lies from {} to {}{aside}\n",
        family.range.0, family.range.1
    )?;
    if let Some(example) = family.example {
        let missed = match example.missed {
            "" => String::new(),
            missed => format!(", judged {missed} not retrieved"),
        };
        writeln!(
            out,
            "Example\n  {} of the ranking {} (grades by rank, - unjudged){missed}: {:.4}\n",
            example.measure, example.ranking, example.value
        )?;
    }
    writeln!(out, "Source\n  {}", wrap(family.citation))
}
