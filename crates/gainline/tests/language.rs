//! Properties of the measure language: whatever parses prints, and parses again to itself.

use gainline::{Cutoff, FAMILIES, Family, Measure, Param, ParamKind, Suffix, parse_measures};
use proptest::prelude::*;
use proptest::sample::select;

/// A number from `low` to `high`, written in one of the ways that numbers are written.
fn number(low: f64, high: f64) -> BoxedStrategy<String> {
    let (low, high) = (low.max(-1e6), high.min(1e6));
    let plain = (low..=high).prop_map(|n| n.to_string());
    let whole = (low.ceil() as i64..=high.floor() as i64).prop_map(|n| n.to_string());
    let scientific = (low..=high).prop_map(|n| format!("{n:e}"));
    prop_oneof![whole, plain, scientific].boxed()
}

/// Numbers with dashes between.
fn dashed(number: BoxedStrategy<String>) -> BoxedStrategy<String> {
    // A dash inside a number would end it.
    let number = number.prop_filter("no dash", |n| !n.contains('-'));
    proptest::collection::vec(number, 2..6).prop_map(|all| all.join("-")).boxed()
}

fn gains() -> BoxedStrategy<String> {
    let pair = (-3i32..6, number(-10.0, 100.0));
    let map = proptest::collection::vec(pair, 1..5).prop_map(|mut pairs| {
        pairs.sort_by_key(|(grade, _)| *grade);
        pairs.dedup_by_key(|(grade, _)| *grade);
        let pairs: Vec<String> = pairs.iter().rev().map(|(g, w)| format!("{g}: {w}")).collect();
        format!("{{{}}}", pairs.join(", "))
    });
    let words = select(vec!["linear", "exp2", "EXP2", "'exp2'"]).prop_map(String::from);
    prop_oneof![words, dashed(number(0.0, 100.0)), map].boxed()
}

fn value(param: &'static Param) -> BoxedStrategy<String> {
    match &param.kind {
        ParamKind::Number(low, high) => number(*low, *high),
        ParamKind::Word(words) => select(words.to_vec()).prop_map(String::from).boxed(),
        ParamKind::Gains => gains(),
        ParamKind::List(low, high) => dashed(number(*low, *high)),
    }
}

fn place(family: &Family) -> BoxedStrategy<String> {
    let rank = prop_oneof![1usize..30, any::<usize>().prop_map(|k| k.max(1))];
    let at_rank = rank.prop_map(|k| format!("@{k}"));
    match family.cutoff {
        Cutoff::None => Just(String::new()).boxed(),
        Cutoff::Optional => prop_oneof![Just(String::new()), at_rank].boxed(),
        Cutoff::Required => at_rank.boxed(),
        Cutoff::Recall => number(0.0, 1.0).prop_map(|level| format!("@{level}")).boxed(),
    }
}

fn letter_case(name: &'static str) -> BoxedStrategy<String> {
    let cases = vec![name.to_string(), name.to_lowercase(), name.to_uppercase()];
    select(cases).boxed()
}

/// A measure of any family with any of its parameters, in any order.
fn any_measure() -> impl Strategy<Value = (&'static Family, String)> {
    select(FAMILIES).prop_flat_map(|family| {
        let param = |param: &'static Param| {
            let written = value(param).prop_map(move |value| format!("{} = {value}", param.name));
            proptest::option::of(written)
        };
        let params: Vec<_> = family.params.iter().map(param).collect();
        (letter_case(family.name), params, place(family)).prop_flat_map(
            move |(name, params, place)| {
                let params: Vec<String> = params.into_iter().flatten().collect();
                Just(params).prop_shuffle().prop_map(move |params| {
                    let params = params.join(",");
                    let brackets =
                        if params.is_empty() { String::new() } else { format!("({params})") };
                    (family, format!("{name}{brackets}{place}"))
                })
            },
        )
    })
}

/// A borrowed spelling with a number behind it.
fn any_borrowed() -> impl Strategy<Value = (&'static Family, String)> {
    let aliases = FAMILIES.iter().flat_map(|f| f.aliases.iter().map(move |a| (*f, a)));
    let with_suffix: Vec<_> = aliases.filter(|(_, a)| a.suffix != Suffix::None).collect();
    (select(with_suffix), 1usize..2000, select(vec!['_', '.'])).prop_map(
        |((family, alias), number, dot)| {
            let shown = if family.cutoff == Cutoff::Recall {
                format!("{:.2}", number as f64 / 2000.0)
            } else {
                number.to_string()
            };
            (family, format!("{}{dot}{shown}", alias.spelling))
        },
    )
}

fn check(family: &Family, text: &str) -> Result<Measure, TestCaseError> {
    let measure: Measure = text.parse().map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
    prop_assert_eq!(measure.family(), family);
    let printed = measure.to_string();
    let again: Measure = printed.parse().map_err(|e| TestCaseError::fail(format!("{e}")))?;
    prop_assert_eq!(&again, &measure);
    prop_assert_eq!(again.to_string(), printed);
    Ok(measure)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_measure_parses_as_it_prints((family, text) in any_measure()) {
        check(family, &text)?;
    }

    #[test]
    fn every_borrowed_spelling_prints_as_ours((family, text) in any_borrowed()) {
        check(family, &text)?;
    }

    #[test]
    fn measures_are_equal_just_when_they_print_equal(
        (family, one) in any_measure(), (_, other) in any_measure(),
    ) {
        let measure = check(family, &one)?;
        let other: Measure = other.parse().map_err(|e| TestCaseError::fail(format!("{e}")))?;
        prop_assert_eq!(measure == other, measure.to_string() == other.to_string());
    }

    #[test]
    fn a_list_of_measures_is_each_of_them(all in proptest::collection::vec(any_measure(), 1..5)) {
        let list: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
        let read = parse_measures([list.join(",")]);
        let read = read.map_err(|e| TestCaseError::fail(format!("{e}")))?;
        let each: Vec<Measure> = list.iter().map(|text| text.parse().unwrap()).collect();
        prop_assert_eq!(read, each);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[A-Za-z0-9_.,@(){}=:' é-]{0,40}") {
        if let Err(error) = parse_measures([&text]) {
            prop_assert!(!error.message().is_empty());
        }
    }
}
