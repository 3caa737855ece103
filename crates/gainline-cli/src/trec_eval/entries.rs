//! trec_eval's measures: their order, names and defaults, the nicknames of several, and the measure
//! of ours that each is.

use super::Stop;
use gainline::Measure;

/// A measure of trec_eval.
pub(crate) struct Entry {
    pub name: &'static str,
    pub kind: Kind,
    /// How ours is spelled; `{}` stands for the cutoff or parameter.
    pub ours: &'static str,
}

/// How a measure's parameters look, and its values.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// The run's tag.
    RunId,
    /// The number of topics.
    NumQ,
    /// A string of the first grades.
    RelString,
    /// A count.
    Count,
    /// A value without parameters.
    Single,
    /// The geometric mean of a value.
    Geometric,
    /// A value at each rank.
    Ranks(&'static [usize]),
    /// A value at each number.
    Numbers(&'static [f64]),
    /// A value at each recall level.
    Recalls(&'static [f64]),
    /// The number of relevant documents, which `-c` counts in another way.
    NumRel,
    /// A value with gains, `level=gain,…`.
    Gains,
    /// `set_F`'s number.
    SetF,
    /// `11pt_avg`'s recall levels.
    Levels,
    /// `utility`'s four weights.
    Weights,
}

const CUTOFFS: Kind = Kind::Ranks(&[5, 10, 15, 20, 30, 100, 200, 500, 1000]);
/// The usual recall levels.
pub(super) const LEVELS: &[f64] = &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
const RECALLS: Kind = Kind::Recalls(LEVELS);
const MULTIPLES: Kind = Kind::Numbers(&[0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0]);

const fn entry(name: &'static str, kind: Kind, ours: &'static str) -> Entry {
    Entry { name, kind, ours }
}

/// In the order in which trec_eval prints them.
pub(crate) const ENTRIES: &[Entry] = &[
    entry("runid", Kind::RunId, ""),
    entry("num_q", Kind::NumQ, ""),
    entry("num_ret", Kind::Count, "NumRet"),
    entry("num_rel", Kind::NumRel, "NumRel"),
    entry("num_rel_ret", Kind::Count, "NumRelRet"),
    entry("map", Kind::Single, "AP"),
    entry("gm_map", Kind::Geometric, "GMAP"),
    entry("Rprec", Kind::Single, "Rprec"),
    entry("bpref", Kind::Single, "Bpref"),
    entry("recip_rank", Kind::Single, "RR"),
    entry("iprec_at_recall", RECALLS, "IPrec(rounding=trec_eval)@{}"),
    entry("P", CUTOFFS, "P@{}"),
    entry("relstring", Kind::RelString, ""),
    entry("recall", CUTOFFS, "R@{}"),
    entry("infAP", Kind::Single, "infAP"),
    entry("gm_bpref", Kind::Geometric, "GMBpref"),
    entry("Rprec_mult", MULTIPLES, "Rprec(mult={},rounding=trec_eval)"),
    entry("utility", Kind::Weights, "Utility({})"),
    entry("11pt_avg", Kind::Levels, "IPrec11({}rounding=trec_eval)"),
    entry("binG", Kind::Single, "BinG"),
    entry("G", Kind::Gains, "G{}"),
    entry("ndcg", Kind::Gains, "nDCG{}"),
    entry("ndcg_rel", Kind::Gains, "nDCGrel{}"),
    entry("Rndcg", Kind::Gains, "Rndcg{}"),
    entry("ndcg_cut", CUTOFFS, "nDCG@{}"),
    entry("map_cut", CUTOFFS, "AP@{}"),
    entry("relative_P", CUTOFFS, "RelP@{}"),
    entry("success", Kind::Ranks(&[1, 5, 10]), "Success@{}"),
    entry("set_P", Kind::Single, "SetP"),
    entry("set_relative_P", Kind::Single, "SetRelP"),
    entry("set_recall", Kind::Single, "SetR"),
    entry("set_map", Kind::Single, "SetAP"),
    entry("set_F", Kind::SetF, "SetF(beta2={})"),
    entry("num_nonrel_judged_ret", Kind::Count, "NumNonrelJudgedRet"),
    entry("prefs_num_prefs_poss", Kind::Count, "PrefsPossible"),
    entry("prefs_num_prefs_ful", Kind::Count, "PrefsFulfilled"),
    entry("prefs_num_prefs_ful_ret", Kind::Count, "PrefsFulfilledRet"),
    entry("prefs_simp", Kind::Single, "Prefs"),
    entry("prefs_pair", Kind::Single, "PrefsPair"),
    entry("prefs_avgjg", Kind::Single, "PrefsGroup"),
    entry("prefs_avgjg_Rnonrel", Kind::Single, "PrefsGroupRnonrel"),
    entry("prefs_simp_ret", Kind::Single, "PrefsRet"),
    entry("prefs_pair_ret", Kind::Single, "PrefsPairRet"),
    entry("prefs_avgjg_ret", Kind::Single, "PrefsGroupRet"),
    entry("prefs_avgjg_Rnonrel_ret", Kind::Single, "PrefsGroupRnonrelRet"),
    entry("prefs_simp_imp", Kind::Single, "PrefsImp"),
    entry("prefs_pair_imp", Kind::Single, "PrefsPairImp"),
    entry("prefs_avgjg_imp", Kind::Single, "PrefsGroupImp"),
    entry("map_avgjg", Kind::Single, "GroupAP"),
    entry("P_avgjg", CUTOFFS, "GroupP@{}"),
    entry("Rprec_mult_avgjg", MULTIPLES, "GroupRprec(mult={})"),
    entry("yaap", Kind::Single, "YAAP"),
];

const OFFICIAL: &[&str] = &[
    "runid",
    "num_q",
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "map",
    "gm_map",
    "Rprec",
    "bpref",
    "recip_rank",
    "iprec_at_recall",
    "P",
];
const SET: &[&str] = &[
    "runid",
    "num_q",
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "utility",
    "set_P",
    "set_recall",
    "set_relative_P",
    "set_map",
    "set_F",
];
const PREFS: &[&str] = &[
    "runid",
    "num_q",
    "prefs_num_prefs_poss",
    "prefs_num_prefs_ful",
    "prefs_num_prefs_ful_ret",
    "prefs_simp",
    "prefs_pair",
    "prefs_avgjg",
];
const QRELS_JG: &[&str] = &["runid", "num_q", "map_avgjg", "P_avgjg", "Rprec_mult_avgjg"];

impl Entry {
    /// The name of our family; empty for what is not a measure.
    pub(crate) fn base(&self) -> &'static str {
        self.ours.split(['(', '@', '{']).next().unwrap_or_default()
    }
}

/// The measures that a nickname stands for.
fn nickname(name: &str) -> Option<Vec<&'static str>> {
    let names = || ENTRIES.iter().map(|e| e.name);
    match name {
        "official" => Some(OFFICIAL.to_vec()),
        "set" => Some(SET.to_vec()),
        "prefs" => Some(PREFS.to_vec()),
        "qrels_jg" => Some(QRELS_JG.to_vec()),
        "all_prefs" => {
            Some(names().filter(|n| n.starts_with("prefs_") || PREFS[..2].contains(n)).collect())
        }
        "all_trec" => Some(
            names()
                .filter(|n| !n.starts_with("prefs_") && !n.ends_with("_avgjg") && *n != "yaap")
                .collect(),
        ),
        _ => None,
    }
}

/// The entries that names and nicknames stand for, in trec_eval's order.
pub(super) fn entries(named: &[&str]) -> Vec<&'static Entry> {
    let mut wanted: Vec<&str> = vec![];
    for name in named {
        match nickname(name) {
            Some(names) => wanted.extend(names),
            None => wanted.push(name),
        }
    }
    ENTRIES.iter().filter(|e| wanted.contains(&e.name)).collect()
}

/// Splits `name.params`, and checks that the name is known.
pub(crate) fn check_name(text: &str) -> Result<(&str, Option<&str>), Stop> {
    let (name, params) = match text.split_once('.') {
        Some((name, params)) => (name, Some(params)),
        None => (text, None),
    };
    if params == Some("") {
        return Err(Stop::new(1, format!("improper measure in parameter `{name}`")));
    }
    if nickname(name).is_none() && !ENTRIES.iter().any(|e| e.name == name) {
        let near = match text.parse::<Measure>().ok().and_then(|ours| their_name(&ours)) {
            Some(theirs) => format!("; trec_eval writes it `{theirs}`"),
            None => "; `-h -m all_trec` explains those there are".into(),
        };
        return Err(Stop::new(1, format!("illegal measure `{name}`{near}")));
    }
    Ok((name, params))
}

/// What trec_eval calls a measure of ours.
fn their_name(measure: &Measure) -> Option<String> {
    let entry = ENTRIES.iter().find(|entry| {
        let at_ranks = matches!(entry.kind, Kind::Ranks(_));
        entry.base() == measure.family().name && at_ranks == measure.cutoff().is_some()
    })?;
    Some(match measure.cutoff() {
        Some(k) => format!("{}.{k}", entry.name),
        None => entry.name.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_nickname_names_entries() {
        for name in ["official", "set", "prefs", "qrels_jg", "all_prefs", "all_trec"] {
            let names = nickname(name).unwrap();
            assert!(names.iter().all(|n| ENTRIES.iter().any(|e| e.name == *n)), "{name}");
        }
    }
}
