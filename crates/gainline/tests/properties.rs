//! Properties of the measures over random topics: they equal their formulas computed naively, lie
//! in their range, and do not punish a better ranking.

mod dense;
mod topic;

use dense::{Dense, over};
use gainline::{Cutoff, FAMILIES, Measure, Scorer};
use proptest::prelude::*;
use topic::{Topic, parsed};

/// A grade: mostly whole, some fractional, some negative.
fn grade() -> impl Strategy<Value = f64> {
    prop_oneof![3 => (-1..=4).prop_map(f64::from), 1 => (-4..=16).prop_map(|g| f64::from(g) / 4.0)]
}

fn topic_of(grade: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = Topic> {
    let ranking = proptest::collection::vec(proptest::option::weighted(0.7, grade.clone()), 0..15);
    let missed = proptest::collection::vec(grade, 0..8);
    (ranking, missed).prop_map(|(ranking, missed)| Topic { ranking, missed })
}

fn any_topic() -> impl Strategy<Value = Topic> {
    topic_of(grade().boxed())
}

fn rel() -> impl Strategy<Value = f64> {
    prop_oneof![3 => Just(1.0), 1 => Just(0.5), 1 => Just(2.0), 1 => Just(3.0)]
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * f64::max(1.0, b.abs())
}

/// Compares the library's value of each measure with the naive one.
fn compare(topic: &Topic, rel: f64, expected: &[(String, f64)]) -> Result<(), TestCaseError> {
    for (text, expected) in expected {
        let value = topic.score(&parsed(text), rel).expect("a measure over grades");
        prop_assert!(close(value, *expected), "{text}: {value}, naively {expected}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn measures_with_a_cutoff_equal_their_formulas(
        topic in any_topic(), rel in rel(), k in 1usize..20, weight in 0.0..3.0f64,
    ) {
        let dense = Dense { topic: &topic, rel };
        let (relevant, found) = (dense.relevant(), dense.found(k));
        compare(&topic, rel, &[
            (format!("P@{k}"), dense.precision(k)),
            (format!("R@{k}"), dense.recall(k)),
            (format!("RelP@{k}"), over(found, relevant.min(k as f64))),
            (format!("F@{k}"), dense.f(k, 1.0)),
            (format!("F(beta={weight})@{k}"), dense.f(k, weight)),
            (format!("E@{k}"), dense.e(k, 1.0)),
            (format!("E(b={weight})@{k}"), dense.e(k, weight)),
            (format!("AP@{k}"), over(dense.precisions(k), relevant)),
            (format!("AP(divisor=min)@{k}"), over(dense.precisions(k), relevant.min(k as f64))),
            (format!("APseen@{k}"), over(dense.precisions(k), found)),
            (format!("RR@{k}"), dense.reciprocal_rank(k)),
            (format!("Success@{k}"), found.min(1.0)),
            (format!("Judged@{k}"), dense.judged_share(k)),
            (format!("Holes@{k}"), dense.unjudged(k)),
        ])?;
    }

    #[test]
    fn measures_of_the_whole_ranking_equal_their_formulas(
        topic in any_topic(), rel in rel(), weight in 0.0..3.0f64,
    ) {
        let dense = Dense { topic: &topic, rel };
        let (n, relevant, found) = (dense.retrieved() as f64, dense.relevant(), dense.all_found());
        let precisions = dense.precisions(dense.retrieved());
        let judged_nonrelevant = dense.nonrelevant();
        compare(&topic, rel, &[
            ("AP".into(), over(precisions, relevant)),
            ("AP(divisor=min)".into(), over(precisions, relevant)),
            ("GMAP".into(), over(precisions, relevant)),
            ("APseen".into(), over(precisions, found)),
            ("RR".into(), dense.reciprocal_rank(usize::MAX)),
            ("Rprec".into(), dense.precision(relevant as usize)),
            ("Bpref".into(), dense.bpref(relevant, relevant.min(judged_nonrelevant))),
            ("GMBpref".into(), dense.bpref(relevant, relevant.min(judged_nonrelevant))),
            ("Bpref(denominator=R)".into(), dense.bpref(relevant, relevant)),
            ("Bpref10".into(), dense.bpref(relevant + 10.0, relevant + 10.0)),
            ("infAP".into(), dense.inferred_ap()),
            ("BinG".into(), dense.binary_g()),
            ("YAAP".into(), dense.yaap()),
            ("Utility".into(), dense.utility([1.0, -1.0, 0.0, 0.0], 0.0)),
            ("Utility(a=2,b=-3,c=0.5,d=4,N=100)".into(),
                dense.utility([2.0, -3.0, 0.5, 4.0], 100.0)),
            ("SetP".into(), over(found, n)),
            ("SetR".into(), over(found, relevant)),
            ("SetRelP".into(), over(found, n.min(relevant))),
            ("SetAP".into(), over(found, n) * over(found, relevant)),
            ("SetF".into(), dense.set_f(1.0)),
            (format!("SetF(beta={weight})"), dense.set_f(weight * weight)),
            (format!("SetF(beta2={weight})"), dense.set_f(weight)),
            ("Judged".into(), dense.judged_share(usize::MAX)),
            ("Holes".into(), dense.unjudged(usize::MAX)),
            ("NumRet".into(), n),
            ("NumRel".into(), relevant),
            ("NumRelRet".into(), found),
            ("NumQ".into(), 1.0),
        ])?;
    }

    #[test]
    fn precision_at_recall_levels_equals_its_formula(
        topic in any_topic(), rel in rel(), percent in 0u32..=100, multiple in 0.0..3.0f64,
    ) {
        let dense = Dense { topic: &topic, rel };
        let level = f64::from(percent) / 100.0;
        for (rounding, as_trec_eval) in [("up", false), ("trec_eval", true)] {
            let at = |level| dense.interpolated(dense.share(level, as_trec_eval));
            let rank = dense.share(multiple, as_trec_eval) as usize;
            let eleven = (0..=10).map(|i| at(f64::from(i) / 10.0)).sum::<f64>() / 11.0;
            let two = f64::midpoint(at(0.25), at(level));
            compare(&topic, rel, &[
                (format!("IPrec(rounding={rounding})@{level}"), at(level)),
                (format!("IPrec11(rounding={rounding})"), eleven),
                (format!("IPrec11(levels=0.25-{level},rounding={rounding})"), two),
                (format!("Rprec(mult={multiple},rounding={rounding})"), dense.precision(rank)),
            ])?;
        }
    }

    #[test]
    fn graded_measures_equal_their_formulas(
        topic in any_topic(), rel in rel(), k in 1usize..20, p in 0.0..=1.0f64, max in 0.5..5.0f64,
    ) {
        let dense = Dense { topic: &topic, rel };
        let linear = |grade: f64| grade.max(0.0);
        let exp2 = |grade: f64| if grade < 0.0 { 0.0 } else { 2f64.powf(grade) - 1.0 };
        // Not in the order of the grades, and one of them below 0.
        let mapped = |grade: f64| match grade {
            1.0 => 3.0,
            2.0 => 0.5,
            -1.0 => -2.0,
            other => other.max(0.0),
        };
        let stop_exp2 = |grade: f64| (2f64.powf(grade.min(max)) - 1.0) / 2f64.powf(max);
        let stop_linear = |grade: f64| grade.min(max) / (max + 1.0);
        compare(&topic, rel, &[
            (format!("nDCG@{k}"), dense.ndcg(k, linear)),
            ("nDCG".into(), dense.ndcg(usize::MAX, linear)),
            (format!("nDCG(gains=exp2)@{k}"), dense.ndcg(k, exp2)),
            ("nDCG(gains=exp2)".into(), dense.ndcg(usize::MAX, exp2)),
            (format!("nDCG(gains={{1:3,2:0.5,-1:-2}})@{k}"), dense.ndcg(k, mapped)),
            ("nDCGrel".into(), dense.ndcg_at_gains(linear)),
            ("nDCGrel(gains=exp2)".into(), dense.ndcg_at_gains(exp2)),
            ("Rndcg".into(), dense.ndcg_at_levels(linear)),
            ("Rndcg(gains=exp2)".into(), dense.ndcg_at_levels(exp2)),
            ("Rndcg(gains={1:3,2:0.5,-1:-2})".into(), dense.ndcg_at_levels(mapped)),
            ("G".into(), dense.g(linear)),
            ("G(gains=exp2)".into(), dense.g(exp2)),
            (format!("ERR(max={max})@{k}"), dense.err(k, stop_exp2)),
            (format!("ERR(max={max})"), dense.err(usize::MAX, stop_exp2)),
            (format!("ERR(max={max},stop=linear)@{k}"), dense.err(k, stop_linear)),
            (format!("RBP(p={p})"), dense.rbp(usize::MAX, p, None)),
            (format!("RBP(p={p})@{k}"), dense.rbp(k, p, None)),
            (format!("RBP(p={p},max={max})@{k}"), dense.rbp(k, p, Some(max))),
        ])?;
    }

    #[test]
    fn weights_by_grade_equal_their_formula(
        topic in topic_of((-1..=4).prop_map(f64::from).boxed()), k in 1usize..20,
    ) {
        let dense = Dense { topic: &topic, rel: 1.0 };
        let weights = [0.0, 1.0, 10.0, 5.5, 100.0];
        let scale = |grade: f64| if grade < 0.0 { 0.0 } else { weights[grade as usize] };
        compare(&topic, 1.0, &[
            (format!("nDCG(gains=0-1-10-5.5-100)@{k}"), dense.ndcg(k, scale)),
            ("nDCGrel(gains=0-1-10-5.5-100)".into(), dense.ndcg_at_gains(scale)),
            ("Rndcg(gains=0-1-10-5.5-100)".into(), dense.ndcg_at_levels(scale)),
            ("G(gains=0-1-10-5.5-100)".into(), dense.g(scale)),
        ])?;
    }

    #[test]
    fn every_measure_lies_in_its_range(topic in any_topic(), rel in rel(), k in 1usize..20) {
        for measure in graded_at(k) {
            let value = topic.score(&measure, rel).expect("a measure over grades");
            let (lowest, highest) = measure.family().range;
            prop_assert!(value.is_finite(), "{measure} is {value}");
            // A sum of rounded terms may end a bit above 1.
            let within = lowest <= value && value <= highest + 1e-12;
            prop_assert!(within, "{measure} is {value}, not from {lowest} to {highest}");
        }
    }

    #[test]
    fn moving_a_relevant_document_up_lowers_nothing(
        topic in any_topic(), rel in rel(), k in 1usize..20, p in 0.0..=1.0f64,
        which in any::<proptest::sample::Index>(),
    ) {
        let grades = &topic.ranking;
        let pairs: Vec<(usize, usize)> = (0..grades.len())
            .flat_map(|down| (0..down).map(move |up| (up, down)))
            .filter(|&(_, down)| grades[down].is_some_and(|grade| grade >= rel))
            .filter(|&(up, down)| grades[up].unwrap_or(f64::NEG_INFINITY) < grades[down].unwrap())
            .collect();
        if pairs.is_empty() {
            return Ok(());
        }
        let (up, down) = *which.get(&pairs);
        let mut better = topic.clone();
        better.ranking.swap(up, down);
        for text in [
            "AP".into(), format!("AP@{k}"), format!("P@{k}"), format!("R@{k}"), "RR".into(),
            format!("RR@{k}"), "nDCG".into(), format!("nDCG@{k}"),
            format!("nDCG(gains=exp2)@{k}"), format!("RBP(p={p})"), format!("RBP(p={p},max=4)"),
            format!("Success@{k}"), "BinG".into(), "IPrec11".into(), "YAAP".into(),
        ] {
            let measure = parsed(&text);
            let before = topic.score(&measure, rel).unwrap_or(f64::NAN);
            let after = better.score(&measure, rel).unwrap_or(f64::NAN);
            prop_assert!(after >= before - 1e-12, "{text} falls from {before} to {after}");
        }
    }
}

/// Every measure over grades: plain, at a cutoff where it takes one, and with parameters that
/// keep it in its range.
fn graded_at(k: usize) -> Vec<Measure> {
    let mut texts = vec![];
    for family in FAMILIES {
        let name = family.name;
        let mut params = vec![String::new()];
        if family.params.iter().any(|param| param.name == "gains") {
            params.extend(["exp2", "{1:3,2:0.5}"].map(|gains| format!("(gains={gains})")));
        }
        for params in params {
            match family.cutoff {
                Cutoff::None => texts.push(format!("{name}{params}")),
                Cutoff::Optional => {
                    texts.extend([format!("{name}{params}"), format!("{name}{params}@{k}")]);
                }
                Cutoff::Required => texts.push(format!("{name}{params}@{k}")),
                Cutoff::Recall => texts.push(format!("{name}{params}@{}", (k % 11) as f64 / 10.0)),
            }
        }
    }
    let measures = texts.iter().map(|text| parsed(text));
    measures.filter(|measure| matches!(measure.scorer(1.0), Scorer::Judged(_))).collect()
}
