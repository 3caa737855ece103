//! Slices of the topics, for rules that are about them.

use super::rule::{Kind, Rule, Scope};
use crate::evaluation::Evaluated;
use crate::notes::counted;
use anyhow::bail;
use gainline::Slices;
use std::path::Path;

/// Where slices are given and no rule says on which it holds, what is forbidden is forbidden on all
/// topics and on every slice.
pub(super) fn spread(rules: &mut [Rule], slices: Option<&Slices>) {
    if slices.is_some() && rules.iter().all(|rule| rule.scope == Scope::All) {
        for rule in rules.iter_mut().filter(|rule| rule.kind() == Kind::Forbid) {
            rule.scope = Scope::Everywhere;
        }
    }
}

/// Rules about slices need slices, and slices need rules: a gate that checks less than it seems to
/// is worse than none.
pub(super) fn check(
    rules: &[Rule],
    file: Option<&Path>,
    slices: Option<&Slices>,
) -> anyhow::Result<()> {
    for rule in rules {
        let (at, name) = match &rule.scope {
            Scope::All | Scope::Everywhere => continue,
            Scope::EverySlice { at } => (*at, None),
            Scope::Slice { name, at } => (*at, Some(name)),
        };
        let Some(slices) = slices else {
            bail!("{}", rule.fault(at, "there are no slices; give them with --by FILE"));
        };
        let names: Vec<&str> = slices.iter().map(|(name, _)| name).collect();
        if name.is_some_and(|name| !names.contains(&name.as_str())) {
            let file = file.unwrap_or(Path::new("--by")).display();
            let few = names.iter().take(5).copied().collect::<Vec<_>>().join(", ");
            let more = if names.len() > 5 { ", …" } else { "" };
            bail!("{}", rule.fault(at, format!("{file} has no such slice, but {few}{more}")));
        }
    }
    if let Some(file) = file.filter(|_| rules.iter().all(|rule| rule.scope == Scope::All)) {
        let remedy = "say `on every slice` or `on SLICE` in a rule, or leave the slices out";
        bail!("{}: no rule is about these slices\n  {remedy}", file.display());
    }
    Ok(())
}

/// What is to be said of the slices.
pub(super) fn note(
    file: Option<&Path>,
    slices: Option<&Slices>,
    candidate: &Evaluated,
) -> Option<String> {
    let (file, slices) = file.zip(slices)?;
    let has = |topic: &String| candidate.scores.topics().contains(topic);
    let empty: Vec<&str> =
        slices.iter().filter(|(_, topics)| !topics.iter().any(has)).map(|(name, _)| name).collect();
    let count = counted(slices.iter().len(), "slice");
    let left = match &empty[..] {
        [] => String::new(),
        names => format!("; without a topic here, so left out: {}", names.join(", ")),
    };
    Some(format!("{count} of {}{left}", file.display()))
}
