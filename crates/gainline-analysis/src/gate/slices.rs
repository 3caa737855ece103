//! Slices of the topics, for rules that are about them.

use super::rule::{Rule, RuleKind, Scope};
use gainline::{Error, ErrorKind, Result, Slices};
use std::path::Path;

/// Where slices are given and no rule says on which it holds, what is forbidden is forbidden on all
/// topics and on every slice.
pub(super) fn spread(rules: &mut [Rule], slices: Option<&Slices>) {
    if slices.is_some() && rules.iter().all(|rule| rule.scope == Scope::All) {
        for rule in rules.iter_mut().filter(|rule| rule.kind() == RuleKind::Forbid) {
            rule.scope = Scope::Everywhere;
        }
    }
}

/// Rules about slices need slices, and slices need rules: a gate that checks less than it seems to
/// is worse than none.
pub(super) fn check(rules: &[Rule], file: Option<&Path>, slices: Option<&Slices>) -> Result<()> {
    let file = file.map_or("--by".to_string(), |path| path.display().to_string());
    for rule in rules {
        let (at, name) = match &rule.scope {
            Scope::All | Scope::Everywhere => continue,
            Scope::EverySlice { at } => (*at, None),
            Scope::Slice { name, at } => (*at, Some(name)),
        };
        let Some(slices) = slices else {
            return Err(rule.error(at, "there are no slices; give them with --by FILE").into());
        };
        let names: Vec<&str> = slices.iter().map(|(name, _)| name).collect();
        if name.is_some_and(|name| !names.contains(&name.as_str())) {
            let few = names.iter().take(5).copied().collect::<Vec<_>>().join(", ");
            let more = if names.len() > 5 { ", …" } else { "" };
            return Err(rule
                .error(at, format!("{file} has no such slice, but {few}{more}"))
                .into());
        }
    }
    if slices.is_some() && rules.iter().all(|rule| rule.scope == Scope::All) {
        let message = format!("{file}: no rule is about these slices");
        return Err(Error::new(ErrorKind::Request, message)
            .remedy("say `on every slice` or `on SLICE` in a rule, or leave the slices out"));
    }
    Ok(())
}
