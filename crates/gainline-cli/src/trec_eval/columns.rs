//! trec_eval's measures: their order, names, parameters and defaults, and the measure of ours
//! that each is.

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
const RECALLS: Kind = Kind::Recalls(&[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]);
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

/// One value that is computed and printed.
pub(crate) struct Column {
    pub name: String,
    pub kind: Kind,
    /// Ours, where it is a measure.
    pub measure: Option<Measure>,
    /// `relstring`'s length.
    pub length: usize,
    /// The recall levels that it is taken at, or averaged over.
    pub levels: Vec<f64>,
}

/// All values that were asked for, in trec_eval's order.
#[derive(Default)]
pub(crate) struct Columns {
    pub columns: Vec<Column>,
    /// The measures that were named, for help.
    pub entries: Vec<&'static Entry>,
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

impl Entry {
    /// The name of our family; empty for what is not a measure.
    pub(crate) fn base(&self) -> &'static str {
        self.ours.split(['(', '@', '{']).next().unwrap_or_default()
    }
}

impl Columns {
    /// The named measures without columns.
    pub(crate) fn for_help(measures: &[String]) -> Self {
        let named: Vec<&str> = measures.iter().map(|m| m.split('.').next().unwrap_or(m)).collect();
        Columns { columns: vec![], entries: entries(&named) }
    }

    pub(crate) fn new(measures: &[String], collection_size: f64) -> Result<Self, Stop> {
        let mut named = vec![];
        let mut params: Vec<(&str, &str)> = vec![];
        for text in measures {
            let (name, given) = check_name(text)?;
            named.push(name);
            // Given twice, the first parameters are those that count.
            if let Some(given) = given.filter(|_| params.iter().all(|(n, _)| *n != name)) {
                params.push((name, given));
            }
        }
        let entries = entries(&named);
        let mut columns = vec![];
        for entry in &entries {
            let given = params.iter().find(|(name, _)| *name == entry.name).map(|(_, p)| *p);
            add(entry, given, collection_size, &mut columns)?;
        }
        Ok(Columns { columns, entries })
    }
}

/// The entries that names and nicknames stand for, in trec_eval's order.
fn entries(named: &[&str]) -> Vec<&'static Entry> {
    let mut wanted: Vec<&str> = vec![];
    for name in named {
        match nickname(name) {
            Some(names) => wanted.extend(names),
            None => wanted.push(name),
        }
    }
    ENTRIES.iter().filter(|e| wanted.contains(&e.name)).collect()
}

/// Adds the columns of one measure.
fn add(
    entry: &'static Entry,
    given: Option<&str>,
    collection_size: f64,
    columns: &mut Vec<Column>,
) -> Result<(), Stop> {
    let column = |columns: &mut Vec<Column>,
                  name: String,
                  ours: Option<String>,
                  length: usize|
     -> Result<(), Stop> {
        let measure = match ours {
            Some(text) => Some(text.parse().map_err(|e: gainline::Error| {
                let message =
                    format!("Cannot initialize measure `{}`: {}", entry.name, e.message());
                Stop::new(2, message)
            })?),
            None => None,
        };
        columns.push(Column { name, kind: entry.kind, measure, length, levels: vec![] });
        Ok(())
    };
    let filled = |with: &str| Some(entry.ours.replace("{}", with));
    // Parameters are printed as they were typed.
    let typed = || given.map_or(entry.name.to_string(), |text| format!("{}_{text}", entry.name));
    match entry.kind {
        Kind::RunId | Kind::NumQ => column(columns, entry.name.into(), None, 0),
        Kind::RelString => {
            let length = given.map_or(10.0, leading_number).max(0.0) as usize;
            column(columns, typed(), None, length)
        }
        Kind::Count | Kind::NumRel | Kind::Single | Kind::Geometric => {
            column(columns, entry.name.into(), Some(entry.ours.into()), 0)
        }
        Kind::Ranks(default) => {
            let ranks = given.map_or(Ok(default.to_vec()), |text| ranks(entry.name, text))?;
            for rank in ranks {
                column(columns, format!("{}_{rank}", entry.name), filled(&rank.to_string()), 0)?;
            }
            Ok(())
        }
        Kind::Numbers(default) | Kind::Recalls(default) => {
            let numbers = given.map_or(Ok(default.to_vec()), |text| numbers(entry.name, text))?;
            for number in numbers {
                column(
                    columns,
                    format!("{}_{number:.2}", entry.name),
                    filled(&number.to_string()),
                    0,
                )?;
                if let (Kind::Recalls(_), Some(last)) = (entry.kind, columns.last_mut()) {
                    last.levels = vec![number];
                }
            }
            Ok(())
        }
        Kind::Gains => {
            let gains = given.map_or(Ok(String::new()), |text| gains(entry.name, text))?;
            column(columns, typed(), filled(&gains), 0)
        }
        Kind::SetF => {
            let beta2 = given.map_or(1.0, leading_number);
            column(columns, typed(), filled(&beta2.to_string()), 0)
        }
        Kind::Levels => {
            let Kind::Recalls(default) = RECALLS else { return Ok(()) };
            let levels: Vec<f64> = given
                .map_or(default.to_vec(), |text| text.split(',').map(leading_number).collect());
            let texts: Vec<String> = levels.iter().map(f64::to_string).collect();
            let with = given.map_or(String::new(), |_| format!("levels={},", texts.join("-")));
            column(columns, typed(), filled(&with), 0)?;
            if let Some(last) = columns.last_mut() {
                last.levels = levels;
            }
            Ok(())
        }
        Kind::Weights => {
            let weights: Vec<f64> = given
                .map_or(vec![1.0, -1.0, 0.0, 0.0], |t| t.split(',').map(leading_number).collect());
            let [a, b, c, d] = weights[..] else {
                let message = "Can't calculate measure `utility`: it takes four coefficients";
                return Err(Stop::new(4, message));
            };
            let with = format!("a={a},b={b},c={c},d={d},N={collection_size}");
            column(columns, typed(), filled(&with), 0)
        }
    }
}

fn cannot(name: &str, why: &str) -> Stop {
    Stop::new(2, format!("Cannot initialize measure `{name}`: {why}"))
}

/// Ranks as C's atol reads them, ascending.
fn ranks(name: &str, text: &str) -> Result<Vec<usize>, Stop> {
    let mut ranks: Vec<i64> = text.split(',').map(leading_whole).collect();
    ranks.sort_unstable();
    if ranks[0] <= 0 {
        return Err(cannot(name, &format!("`{text}` holds a cutoff that is not above 0")));
    }
    if ranks.windows(2).any(|w| w[0] == w[1]) {
        return Err(cannot(name, &format!("`{text}` holds a cutoff twice")));
    }
    Ok(ranks.into_iter().filter_map(|r| usize::try_from(r).ok()).collect())
}

fn numbers(name: &str, text: &str) -> Result<Vec<f64>, Stop> {
    let mut numbers: Vec<f64> = text.split(',').map(leading_number).collect();
    numbers.sort_by(f64::total_cmp);
    if numbers.windows(2).any(|w| w[0] == w[1]) {
        return Err(cannot(name, &format!("`{text}` holds a cutoff twice")));
    }
    Ok(numbers)
}

fn gains(name: &str, text: &str) -> Result<String, Stop> {
    let pair = |pair: &str| {
        let (level, gain) = pair.split_once('=').filter(|(_, gain)| !gain.contains('='))?;
        Some(format!("{}:{}", leading_whole(level), leading_number(gain)))
    };
    let pairs: Option<Vec<String>> = text.split(',').map(pair).collect();
    let Some(pairs) = pairs else {
        return Err(cannot(name, &format!("malformed pair parameters in `{text}`")));
    };
    Ok(format!("(gains={{{}}})", pairs.join(",")))
}

/// The whole number that a text starts with, as C's atol has it; 0 without one.
fn leading_whole(text: &str) -> i64 {
    let text = text.trim_start();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let end = text.len() - digits.len() + length;
    text[..end].parse().unwrap_or(0)
}

/// The number that a text starts with, as C's atof has it; 0 without one.
fn leading_number(text: &str) -> f64 {
    let text = text.trim();
    let number = |end: &usize| text.get(..*end)?.parse().ok().filter(|n: &f64| n.is_finite());
    (1..=text.len()).rev().find_map(|end| number(&end)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_of_ours_is_known_and_every_nickname_names_entries() {
        for entry in ENTRIES {
            assert!(add(entry, None, 0.0, &mut vec![]).is_ok(), "{}", entry.name);
        }
        for name in ["official", "set", "prefs", "qrels_jg", "all_prefs", "all_trec"] {
            let names = nickname(name).unwrap();
            assert!(names.iter().all(|n| ENTRIES.iter().any(|e| e.name == *n)), "{name}");
        }
    }

    #[test]
    fn numbers_are_read_as_c_reads_them() {
        assert_eq!(leading_whole("23.4"), 23);
        assert_eq!(leading_whole("-7x"), -7);
        assert_eq!(leading_whole("abc"), 0);
        assert_eq!(leading_number(".25"), 0.25);
        assert_eq!(leading_number("1e2x"), 100.0);
        assert_eq!(leading_number("x"), 0.0);
    }
}
