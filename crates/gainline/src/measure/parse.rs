//! Reading measures: ours, ir_measures', trec_eval's and the usual short spellings.

use super::params::number;
use super::{Alias, At, Cutoff, Family, Measure, Suffix, Value};
use crate::measures::FAMILIES;
use crate::suggest::{distance, is_near};
use crate::{Error, ErrorKind, Result};

/// Reads measures, each text a measure or a comma-separated list; cutoffs and parameters may be
/// lists too: `nDCG@5,10` or `RBP(p=0.5,0.8)`. All bad ones are reported together.
///
/// ```
/// let measures = gainline::parse_measures(["nDCG@5,10,AP", "RBP(p=0.5,0.8)"])?;
/// let names: Vec<String> = measures.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["nDCG@5", "nDCG@10", "AP", "RBP(p=0.5)", "RBP"]);
/// # Ok::<(), gainline::Error>(())
/// ```
pub fn parse_measures<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Result<Vec<Measure>> {
    let mut measures = vec![];
    let mut problems = vec![];
    for text in texts {
        let pieces = split_list(text.as_ref());
        if pieces.is_empty() {
            problems.push(format!("there is no measure in `{}`", text.as_ref()));
        }
        for spelled in pieces {
            match Spelling::read(&spelled).and_then(|s| s.resolve()) {
                Ok(found) => measures.extend(found),
                Err(problem) => problems.push(problem),
            }
        }
    }
    if problems.is_empty() {
        return Ok(measures);
    }
    let message = match &problems[..] {
        [one] => one.clone(),
        many => {
            let lines: Vec<String> = many.iter().map(|p| format!("\n  {p}")).collect();
            format!("{} of the measures are wrong:{}", many.len(), lines.concat())
        }
    };
    Err(Error::new(ErrorKind::Measure, message).remedy("`gainline measures` lists them all"))
}

/// Splits at commas and blanks outside brackets; a lone number belongs to the measure before it.
fn split_list(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = vec![];
    let split = split_outside_brackets(text, |c| c == ',' || c.is_whitespace());
    for piece in split.into_iter().filter(|p| !p.is_empty()) {
        let lone_number = number(piece.trim()).is_some();
        match pieces.last_mut() {
            Some(last) if lone_number => {
                last.push(',');
                last.push_str(piece);
            }
            _ => pieces.push(piece.to_string()),
        }
    }
    pieces
}

fn split_outside_brackets(text: &str, at: impl Fn(char) -> bool) -> Vec<&str> {
    let mut depth = 0i32;
    text.split(|c| {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        at(c) && depth == 0
    })
    .collect()
}

/// More measures than this from one spelling are taken for a slip.
const MOST: usize = 10_000;

/// A measure as it was spelled, taken apart.
struct Spelling<'t> {
    text: &'t str,
    name: &'t str,
    params: Vec<(&'t str, Vec<&'t str>)>,
    cutoffs: Vec<&'t str>,
}

impl<'t> Spelling<'t> {
    fn read(text: &'t str) -> std::result::Result<Self, String> {
        let text = text.trim();
        let (head, cutoffs) = match text.rsplit_once('@') {
            Some((head, cut)) => (head, cut.split(',').map(str::trim).collect()),
            None => (text, vec![]),
        };
        let (name, inside) = match head.split_once('(') {
            None => (head, ""),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(inside) => (name, inside),
                None => return Err(format!("measure `{text}`: a bracket is left open")),
            },
        };
        let mut params: Vec<(&str, Vec<&str>)> = vec![];
        for piece in split_outside_brackets(inside, |c| c == ',') {
            match (piece.split_once('='), params.last_mut()) {
                (Some((name, value)), _) => params.push((name.trim(), vec![value])),
                (None, Some((_, values))) => values.push(piece),
                (None, None) if inside.trim().is_empty() => {}
                (None, None) => {
                    return Err(format!("measure `{text}`: `{piece}` is not `parameter=value`"));
                }
            }
        }
        Ok(Spelling { text, name: name.trim(), params, cutoffs })
    }

    fn resolve(&self) -> std::result::Result<Vec<Measure>, String> {
        let wrong = |what: String| format!("measure `{}`: {what}", self.text);
        let (family, alias, suffix) = match find(self.name) {
            Some(found) => found,
            None => return Err(unknown(self.text, self.name)),
        };
        let mut fixed = vec![];
        if let Some(alias) = alias {
            for piece in alias.params.split(',').filter(|p| !p.is_empty()) {
                let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
                fixed.push((name, vec![value]));
            }
        }
        let mut cutoffs = self.cutoffs.clone();
        let cut = alias.is_some_and(|a| a.suffix == Suffix::Cutoff);
        if cut && suffix.is_none() && cutoffs.is_empty() {
            return Err(wrong(format!("{} needs a cutoff, as in {0}_10", self.name)));
        }
        if cut && suffix.is_some() && !cutoffs.is_empty() {
            return Err(wrong("it has two cutoffs".into()));
        }
        match (alias.map_or(Suffix::None, |a| a.suffix), suffix) {
            (Suffix::Param(name), Some(text)) => fixed.push((name, text.split(',').collect())),
            (_, Some(text)) => cutoffs.extend(text.split(',')),
            (_, None) => {}
        }
        let places = places(family, &cutoffs).map_err(wrong)?;
        let mut combinations = vec![vec![]];
        for (name, values) in fixed.iter().chain(&self.params) {
            combinations = each_value(family, name, values, &combinations).map_err(wrong)?;
        }
        if combinations.len() * places.len() > MOST {
            return Err(wrong(format!("the lists make more than {MOST} measures")));
        }
        let mut measures = vec![];
        for params in &combinations {
            for &at in &places {
                let mut params: Vec<(&'static super::Param, Value)> = params.clone();
                params.retain(|(p, v)| p.default.and_then(|d| p.parse(d).ok()).as_ref() != Some(v));
                params.sort_by_key(|(p, _)| family.params.iter().position(|q| q.name == p.name));
                measures.push(Measure { family, params, at });
            }
        }
        Ok(measures)
    }
}

type Given = Vec<(&'static super::Param, Value)>;

/// Every combination so far with each of these values of one more parameter.
fn each_value(
    family: &'static Family,
    name: &str,
    values: &[&str],
    combinations: &[Given],
) -> std::result::Result<Vec<Given>, String> {
    // ir_measures writes the exponential gain as a kind of DCG.
    let unquoted = |v: &str| v.trim().trim_matches(['\'', '"']).to_ascii_lowercase();
    let (name, values) = match values {
        [value] if name == "dcg" && unquoted(value) == "log2" => ("gains", vec!["linear"]),
        [value] if name == "dcg" && unquoted(value) == "exp-log2" => ("gains", vec!["exp2"]),
        _ => (name, values.to_vec()),
    };
    let exactly = family.params.iter().find(|p| p.name == name);
    let in_any_case = || family.params.iter().find(|p| p.name.eq_ignore_ascii_case(name));
    let Some(param) = exactly.or_else(in_any_case) else {
        let names: Vec<&str> = family.params.iter().map(|p| p.name).collect();
        return Err(if names.is_empty() {
            format!("{} has no parameters, so none named `{name}`", family.name)
        } else {
            format!("no parameter `{name}`; {} has {}", family.name, names.join(", "))
        });
    };
    let mut all = vec![];
    for given in combinations {
        if given.iter().any(|(p, _)| p.name == param.name) {
            return Err(format!("parameter `{}` is given twice", param.name));
        }
        if all.len() + values.len() > MOST {
            return Err(format!("the lists make more than {MOST} measures"));
        }
        for value in &values {
            let mut given = given.clone();
            given.push((param, param.parse(value)?));
            all.push(given);
        }
    }
    Ok(all)
}

fn places(family: &'static Family, cutoffs: &[&str]) -> std::result::Result<Vec<At>, String> {
    let name = family.name;
    if cutoffs.is_empty() {
        return match family.cutoff {
            Cutoff::None | Cutoff::Optional => Ok(vec![At::End]),
            Cutoff::Required => Err(format!("{name} needs a cutoff, as in {name}@10")),
            Cutoff::Recall => Err(format!("{name} needs a recall level, as in {name}@0.1")),
        };
    }
    let place = |text: &&str| match family.cutoff {
        Cutoff::None => Err(format!("{name} takes no cutoff, so not `@{text}`")),
        Cutoff::Recall => number(text)
            .filter(|r| (0.0..=1.0).contains(r))
            .map(At::Level)
            .ok_or_else(|| format!("`@{text}` is not a recall level from 0 to 1")),
        Cutoff::Optional | Cutoff::Required => text
            .parse()
            .ok()
            .filter(|&k: &usize| k > 0)
            .map(At::Rank)
            .ok_or_else(|| format!("`@{text}` is not a cutoff: a whole number from 1 up")),
    };
    cutoffs.iter().map(place).collect()
}

type Known<'t> = (&'static Family, Option<&'static Alias>, Option<&'t str>);

/// The family of a name, the alias it was known by, and the text behind it (`10` of `P_10`).
fn find(name: &str) -> Option<Known<'_>> {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    for family in FAMILIES {
        if same(family.name) {
            return Some((family, None, None));
        }
    }
    let aliases = || FAMILIES.iter().flat_map(|f| f.aliases.iter().map(move |a| (*f, a)));
    if let Some((family, alias)) = aliases().find(|(_, a)| same(a.spelling)) {
        return Some((family, Some(alias), None));
    }
    let behind = |alias: &Alias| {
        let head = name.get(..alias.spelling.len())?;
        let rest = &name[alias.spelling.len()..];
        let suffix = rest.strip_prefix(['_', '.'])?;
        let numbers = suffix.split(',').all(|n| number(n).is_some());
        (head.eq_ignore_ascii_case(alias.spelling) && numbers).then_some(suffix)
    };
    aliases()
        .filter(|(_, a)| a.suffix != Suffix::None)
        .find_map(|(family, alias)| Some((family, Some(alias), Some(behind(alias)?))))
}

/// The message for a name that is not known: with its nearest neighbours.
fn unknown(text: &str, name: &str) -> String {
    if ["official", "all_trec", "set", "prefs", "all_prefs", "qrels_jg"].contains(&name) {
        return format!(
            "measure `{text}` is not known; it is a set of trec_eval's, for `gainline trec-eval -m \
             {name}`"
        );
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_' || c == '.');
    let mut near: Vec<(usize, &'static Family)> = vec![];
    for family in FAMILIES {
        let spellings = family.aliases.iter().map(|a| a.spelling).chain([family.name]);
        let distance = spellings.map(|s| distance(s, stem)).min().unwrap_or(usize::MAX);
        if is_near(distance, stem) {
            near.push((distance, family));
        }
    }
    near.sort_unstable_by_key(|(distance, family)| (*distance, family.name));
    let behind = (name[stem.len()..].trim_start_matches(['_', '.']), &text[name.len()..]);
    let meant = near.iter().take(3).map(|(_, family)| format!("`{}`", meant(family, behind)));
    let names: Vec<String> = meant.collect();
    match &names[..] {
        [] => format!("measure `{text}` is not known"),
        [one] => format!("measure `{text}` is not known; did you mean {one}?"),
        [some @ .., last] => {
            format!("measure `{text}` is not known; did you mean {} or {last}?", some.join(", "))
        }
    }
}

/// The measure of a family that has what stood behind the name: a number as in `P10`, and parameters and
/// a cutoff as far as they fit.
fn meant(family: &Family, (number, rest): (&str, &str)) -> String {
    let name = family.name;
    let cutoff = rest.find('@').map_or("", |at| &rest[at..]);
    let spellings = [
        format!("{name}{rest}"),
        format!("{name}{cutoff}"),
        format!("{name}@{number}"),
        name.to_string(),
        format!("{name}@10"),
    ];
    let from = if rest.is_empty() && !number.is_empty() { 2 } else { 0 };
    let fits =
        |spelled: &&String| Spelling::read(spelled).and_then(|spelling| spelling.resolve()).is_ok();
    spellings[from..].iter().find(fits).cloned().unwrap_or_else(|| name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(text: &str) -> String {
        match parse_measures([text]) {
            Ok(measures) => measures.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => format!("error: {}", error.message()),
        }
    }

    #[test]
    fn every_tool_s_spelling_is_known() {
        for (spelled, ours) in [
            ("nDCG@10", "nDCG@10"),
            ("NDCG@10", "nDCG@10"),
            ("ndcg_cut_10", "nDCG@10"),
            ("ndcg_cut.10", "nDCG@10"),
            ("nDCG(dcg='exp-log2')@10", "nDCG(gains=exp2)@10"),
            ("nDCG(gains=linear)@10", "nDCG@10"),
            ("map", "AP"),
            ("MAP@100", "AP@100"),
            ("map_cut_5", "AP@5"),
            ("AP(rel=2)", "AP(rel=2)"),
            ("AP(rel=1)", "AP(rel=1)"),
            ("P_10", "P@10"),
            ("precision@5", "P@5"),
            ("recall_1000", "R@1000"),
            ("recip_rank", "RR"),
            ("mrr@10", "RR@10"),
            ("hits@1", "Success@1"),
            ("iprec_at_recall_0.10", "IPrec(rounding=trec_eval)@0.1"),
            ("IPrec@0.1", "IPrec@0.1"),
            ("set_F_2", "SetF(beta2=2)"),
            ("SetF(beta=2)", "SetF(beta=2)"),
            ("Rprec_mult_0.20", "Rprec(mult=0.2,rounding=trec_eval)"),
            ("11pt_avg", "IPrec11(rounding=trec_eval)"),
            ("gm_map", "GMAP"),
            ("num_q", "NumQ"),
        ] {
            assert_eq!(print(spelled), ours, "{spelled}");
        }
    }

    #[test]
    fn lists_of_cutoffs_and_parameters_are_spread_out() {
        assert_eq!(print("nDCG@5,10,AP,P_1,2"), "nDCG@5 nDCG@10 AP P@1 P@2");
        assert_eq!(
            print("RBP(p=0.5,0.9,rel=1,2)@10"),
            "RBP(p=0.5,rel=1)@10 RBP(p=0.5,rel=2)@10 RBP(p=0.9,rel=1)@10 RBP(p=0.9,rel=2)@10"
        );
        assert_eq!(
            print("nDCG(gains={1:3,2:9})@3,4"),
            "nDCG(gains={1:3,2:9})@3 nDCG(gains={1:3,2:9})@4"
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_the_nearest_names() {
        for (text, message) in [
            ("Sucess@10", "measure `Sucess@10` is not known; did you mean `Success@10`?"),
            ("nDGC", "measure `nDGC` is not known; did you mean `nDCG`, `AvgnDCG@10` or `DCG`?"),
            ("P10", "measure `P10` is not known; did you mean `P@10`, `AP@10` or `E@10`?"),
            (
                "RPB(p=0.9)@5",
                "measure `RPB(p=0.9)@5` is not known; did you mean `RBP(p=0.9)@5`, `AP@5` or `P@5`?",
            ),
            ("zzzzzz", "measure `zzzzzz` is not known"),
            ("P", "measure `P`: P needs a cutoff, as in P@10"),
            ("P@0", "measure `P@0`: `@0` is not a cutoff: a whole number from 1 up"),
            ("IPrec@2", "measure `IPrec@2`: `@2` is not a recall level from 0 to 1"),
            ("Rprec@5", "measure `Rprec@5`: Rprec takes no cutoff, so not `@5`"),
            ("RBP(p=2)", "measure `RBP(p=2)`: `p=2` is not a number from 0 to 1"),
            ("RBP(q=0.5)", "measure `RBP(q=0.5)`: no parameter `q`; RBP has p, rel, max"),
            ("RBP(p=0.5", "measure `RBP(p=0.5`: a bracket is left open"),
            ("RBP(0.5)", "measure `RBP(0.5)`: `0.5` is not `parameter=value`"),
            (
                &format!("RBP(p={list},rel={list},max={list})", list = vec!["1"; 50].join(",")),
                &format!(
                    "measure `RBP(p={list},rel={list},max={list})`: the lists make more than \
                     10000 measures",
                    list = vec!["1"; 50].join(",")
                ),
            ),
            ("RBP(p=0.5,p=0.6)", "measure `RBP(p=0.5,p=0.6)`: parameter `p` is given twice"),
        ] {
            assert_eq!(print(text), format!("error: {message}"));
        }
        let error = parse_measures(["Sucess@1", "AP", "P"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "2 of the measures are wrong:\n  measure `Sucess@1` is not known; did you mean `Success@1`?\n  \
             measure `P`: P needs a cutoff, as in P@10\n  `gainline measures` lists them all"
        );
    }
}
