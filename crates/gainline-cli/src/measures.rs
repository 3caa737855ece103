//! `gainline measures`: the catalogue.

use crate::output::write_to;
use clap::Args as ClapArgs;
use gainline::{Cutoff, FAMILIES, Family, Measure, Scorer, Suffix, Summary, parse_measures};
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
        None => write_to(None, [], catalogue)?,
        Some(name) => {
            let family = find(name)?;
            write_to(None, [], |out| {
                // A whole measure is shown as we write it, where that differs.
                if let Ok(measure) = name.parse::<Measure>().map(|m| m.to_string())
                    && measure != *name
                {
                    writeln!(out, "{name} means {measure}\n")?;
                }
                explain(family, out)
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
        for family in FAMILIES.iter().filter(|f| is_kind(&sample(f).scorer(1.0))) {
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

/// Some measure of a family.
fn sample(family: &Family) -> Measure {
    let cutoff = match family.cutoff {
        Cutoff::None | Cutoff::Optional => "",
        Cutoff::Required => "@10",
        Cutoff::Recall => "@0.5",
    };
    let text = format!("{}{cutoff}", family.name);
    text.parse().unwrap_or_else(|e| unreachable!("a family's own name parses: {e}"))
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
    let over = match family.summary {
        Summary::Mean => "mean",
        Summary::Sum => "sum",
        Summary::GeometricMean => "geometric mean, values below 0.00001 raised to it",
        Summary::Pooled => "of all topics' totals",
    };
    writeln!(
        out,
        "Over topics\n  {over}; a topic's value lies from {} to {}\n",
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
