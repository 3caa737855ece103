//! Contributions against other ways to the same numbers: the evaluator at each depth, edited
//! judgments, and the terms that textbooks write down.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use gainline::{
    Cutoff, Evaluator, FAMILIES, Family, Known, Measure, Options, ParamKind, Pool, Qrels, Run,
    Scorer, Source, Unjudged,
};
use gainline_analysis::explain::{Breakdown, DependsOn, Explainer};
use gainline_stats::is_same;
use proptest::prelude::*;
use std::collections::HashSet;

/// One topic with two runs. A document is its number; a grade, or none, for each.
#[derive(Debug, Clone)]
struct World {
    grades: Vec<Option<f64>>,
    rankings: [Vec<usize>; 2],
}

fn any_world() -> impl Strategy<Value = World> {
    let grade = proptest::option::weighted(
        0.7,
        proptest::sample::select(vec![-1.0, 0.0, 0.0, 0.5, 1.0, 2.0, 3.0]),
    );
    let grades = proptest::collection::vec(grade, 12);
    let ranking = || (Just((0..12).collect::<Vec<usize>>()).prop_shuffle(), 0..=9usize);
    (grades, ranking(), ranking()).prop_map(|(mut grades, (mut a, n), (mut b, m))| {
        a.truncate(n);
        b.truncate(m);
        grades[11] = Some(2.0);
        World { grades, rankings: [a, b] }
    })
}

impl World {
    fn qrels(&self) -> Qrels {
        let judged = self.grades.iter().enumerate().filter_map(|(at, grade)| Some((at, (*grade)?)));
        Qrels::from_rows(judged.map(|(at, grade)| ("t", format!("d{at:02}"), grade))).unwrap()
    }

    fn run(&self, run: usize) -> Run {
        // Scores that are no whole numbers, for measures that go by them.
        let row =
            |(rank, at): (usize, &usize)| ("t", format!("d{at:02}"), 9.0 / (rank as f64 + 3.0));
        Run::from_rows(self.rankings[run].iter().enumerate().map(row)).unwrap()
    }

    fn pool(&self, qrels: &Qrels, options: &Options) -> Pool {
        Pool::new(qrels, &[self.run(0), self.run(1)], options).unwrap()
    }
}

/// What all families need. The collection is just as large as it must be.
fn options() -> Options {
    let known = Known::read(Source::bytes("known", &b"t d01\nt d02\nt d03\nt d11\n"[..])).unwrap();
    Options::default().known(known).collection(12).expected(gainline::Expected::Each(3.0))
}

/// Measures of a family: at cutoffs, with each of the words that parameters may be, other gains and
/// another threshold.
fn measures(family: &Family) -> Vec<Measure> {
    let cuts: &[&str] = match family.cutoff {
        Cutoff::None => &[""],
        Cutoff::Optional => &["", "@1", "@5"],
        Cutoff::Required => &["@1", "@5", "@20"],
        Cutoff::Recall => &["@0", "@0.5", "@1"],
    };
    let mut params = vec![String::new()];
    for param in family.params {
        let values: &[&str] = match param.kind {
            ParamKind::Word(words) => words,
            ParamKind::Gains => &["exp2", "{1:3,2:9}"],
            ParamKind::Number(..) if param.name == "rel" => &["2", "0.5"],
            _ => &[],
        };
        params.extend(values.iter().map(|value| format!("({}={value})", param.name)));
    }
    let spelled =
        params.iter().flat_map(|p| cuts.iter().map(move |cut| format!("{}{p}{cut}", family.name)));
    spelled.map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

/// Measures of all families that read grades.
fn all_measures() -> Vec<Measure> {
    let all = FAMILIES.iter().flat_map(|family| measures(family));
    all.filter(|measure| matches!(measure.scorer(1.0), Scorer::Judged(_))).collect()
}

fn breakdowns(world: &World, measure: &str, options: &Options) -> [Breakdown; 2] {
    let qrels = world.qrels();
    let pool = world.pool(&qrels, options);
    let explainer = Explainer::new(&qrels, &measure.parse().unwrap(), options.clone()).unwrap();
    [0, 1].map(|run| explainer.breakdown(&pool.topics()[0], run).unwrap())
}

fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |sum, number| sum + number)
}

/// The evaluator's own values when the documents below a rank are replaced by others that nobody
/// judged.
fn known_down_to(
    world: &World,
    qrels: &Qrels,
    down_to: usize,
    measures: &[Measure],
    options: &Options,
) -> Vec<f64> {
    let mut other = world.clone();
    for (at, document) in other.rankings[0].iter_mut().enumerate().skip(down_to) {
        *document = 50 + at;
    }
    values(&other, qrels, measures, options)
}

/// The evaluator's values of the first run.
fn values(world: &World, qrels: &Qrels, measures: &[Measure], options: &Options) -> Vec<f64> {
    let evaluator = Evaluator::new(qrels, measures, options.clone()).unwrap();
    evaluator.evaluate(&world.run(0)).unwrap().topic("t").unwrap().to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn contributions_of_every_family_add_up_to_the_score(world in any_world(), condense in any::<bool>()) {
        let mut options = options();
        if condense {
            options = options.unjudged(Unjudged::Condense);
        }
        let (qrels, measures) = (world.qrels(), all_measures());
        let pool = world.pool(&qrels, &options);
        let topic = &pool.topics()[0];
        let evaluator = Evaluator::new(&qrels, &measures, options.clone()).unwrap();
        let scores = [0, 1].map(|run| evaluator.evaluate(&world.run(run)).unwrap().topic("t").unwrap().to_vec());
        for (at, measure) in measures.iter().enumerate() {
            let explainer = Explainer::new(&qrels, measure, options.clone()).unwrap();
            let [a, b] = [0, 1].map(|run| explainer.breakdown(topic, run).unwrap());
            for (breakdown, score) in [&a, &b].into_iter().zip(&scores) {
                let added = breakdown.before + sum(breakdown.ranks.iter().map(|r| r.contribution));
                prop_assert!(is_same(added, score[at]), "{measure}: {added}, not {}", score[at]);
                prop_assert_eq!(breakdown.score, score[at], "{}", measure);
            }
            let difference = explainer.difference(topic, 0, 1).unwrap();
            let added = difference.before_b - difference.before_a
                + sum(difference.documents.iter().map(|change| change.difference));
            prop_assert!(is_same(added, scores[1][at] - scores[0][at]), "{measure}: {added}");
            prop_assert_eq!(difference.difference, scores[1][at] - scores[0][at]);
            let documents: HashSet<&str> = difference.documents.iter().map(|d| d.document.as_str()).collect();
            prop_assert_eq!(documents.len(), difference.documents.len());
            let sizes: Vec<f64> = difference.documents.iter().map(|c| c.difference.abs()).collect();
            prop_assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1] - 1e-12));
        }
    }

    #[test]
    fn a_contribution_is_what_the_evaluator_makes_of_one_more_document(world in any_world()) {
        let (qrels, measures) = (world.qrels(), all_measures());
        // There is room for documents that nobody knows.
        let options = options().collection(60);
        let pool = world.pool(&qrels, &options);
        let known: Vec<Vec<f64>> = (0..=world.rankings[0].len())
            .map(|down_to| known_down_to(&world, &qrels, down_to, &measures, &options))
            .collect();
        for (at, measure) in measures.iter().enumerate() {
            let explainer = Explainer::new(&qrels, measure, options.clone()).unwrap();
            let breakdown = explainer.breakdown(&pool.topics()[0], 0).unwrap();
            prop_assert_eq!(breakdown.before, known[0][at], "{}", measure);
            for rank in breakdown.ranks {
                let [above, here] = [rank.rank - 1, rank.rank].map(|down_to| known[down_to][at]);
                prop_assert_eq!(rank.contribution, here - above, "{}", measure);
                prop_assert_eq!(rank.total, here, "{}", measure);
            }
        }
    }

    #[test]
    fn what_another_grade_would_contribute_is_what_edited_judgments_say(world in any_world(), rank in 1usize..10) {
        prop_assume!(rank <= world.rankings[0].len());
        let (qrels, options) = (world.qrels(), options().collection(60));
        let pool = world.pool(&qrels, &options);
        let document = world.rankings[0][rank - 1];
        for measure in all_measures() {
            let explainer = Explainer::new(&qrels, &measure, options.clone()).unwrap();
            let supposed = explainer.at_grades(&pool.topics()[0], 0).unwrap();
            prop_assert_eq!(supposed.len(), world.rankings[0].len());
            let supposed = &supposed[rank - 1];
            prop_assert_eq!(supposed.len(), explainer.grades().len());
            for (grade, contribution) in explainer.grades().iter().zip(supposed) {
                let mut edited = world.clone();
                edited.grades[document] = Some(*grade);
                let edited_qrels = edited.qrels();
                let value = |down_to| {
                    let measures = std::slice::from_ref(&measure);
                    known_down_to(&edited, &edited_qrels, down_to, measures, &options)[0]
                };
                prop_assert_eq!(*contribution, value(rank) - value(rank - 1), "{} at {}", measure, grade);
            }
        }
    }

    /// What is called additive has differences by moves alone: a rank with the same grade in both
    /// rankings, whatever document it is, contributes the same, and nothing differs before.
    #[test]
    fn additive_differences_come_from_moves_alone(mut world in any_world(), keep in any::<bool>(), size in 12usize..60) {
        if keep {
            // Some documents stay where they are.
            let (first, length) = (world.rankings[0].clone(), world.rankings[1].len());
            world.rankings[1].splice(..length.min(3), first.iter().take(3).copied());
            let mut seen = HashSet::new();
            world.rankings[1].retain(|at| seen.insert(*at));
        }
        let (qrels, options) = (world.qrels(), options().collection(size));
        let pool = world.pool(&qrels, &options);
        let topic = &pool.topics()[0];
        for measure in all_measures() {
            let explainer = Explainer::new(&qrels, &measure, options.clone()).unwrap();
            let difference = explainer.difference(topic, 0, 1).unwrap();
            if !difference.is_additive() {
                continue;
            }
            prop_assert!(is_same(difference.before_a, difference.before_b), "{measure}");
            for change in &difference.documents {
                let stays = change.rank_a.is_some() && change.rank_a == change.rank_b;
                prop_assert!(!stays || is_same(change.difference, 0.0), "{measure}: {change:?}");
            }
            let [a, b] = [0, 1].map(|run| explainer.breakdown(topic, run).unwrap());
            for (a, b) in a.ranks.iter().zip(&b.ranks) {
                let [x, y] = [a, b].map(|rank| (rank.grade, topic.documents()[topic.find(&rank.document).unwrap()].known));
                prop_assert!(x != y || is_same(a.contribution, b.contribution), "{measure}: {a:?}, {b:?}");
            }
        }
    }

    #[test]
    fn rankings_cut_at_a_depth_have_an_ideal_of_that_depth(world in any_world(), depth in 1usize..6) {
        let (qrels, options) = (world.qrels(), options().depth(depth));
        let pool = world.pool(&qrels, &options);
        let topic = &pool.topics()[0];
        let mut best: Vec<usize> = (0..12).filter(|at| world.grades[*at].is_some_and(|g| g > 0.0)).collect();
        best.sort_by(|a, b| world.grades[*b].unwrap().total_cmp(&world.grades[*a].unwrap()));
        let best = World { rankings: [best, vec![]], ..world.clone() };
        for measure in ["AP", "nDCG", "nDCG@10", "RBP", "R@20", "CG"] {
            let measures = [measure.parse().unwrap()];
            let explainer = Explainer::new(&qrels, &measures[0], options.clone()).unwrap();
            let ideal = explainer.ideal(topic, 0).unwrap().unwrap();
            prop_assert!(ideal.ranks.len() <= depth);
            let wanted = values(&best, &qrels, &measures, &options)[0];
            prop_assert!(is_same(ideal.score, wanted), "{measure}: {}, not {wanted}", ideal.score);
            for missed in explainer.missed(topic, 0, depth).unwrap() {
                let number: usize = missed.document[1..].parse().unwrap();
                let mut moved = world.clone();
                moved.rankings[0].retain(|at| *at != number);
                moved.rankings[0].insert(0, number);
                let value = |world: &World| values(world, &qrels, &measures, &options)[0];
                prop_assert_eq!(missed.change_on_top, Some(value(&moved) - value(&world)), "{}", measure);
            }
        }
    }

    #[test]
    fn a_document_on_top_changes_the_score_as_the_evaluator_says(world in any_world(), depth in 0usize..6) {
        let (qrels, options) = (world.qrels(), options());
        let pool = world.pool(&qrels, &options);
        let topic = &pool.topics()[0];
        for measure in ["nDCG@5", "AP", "RBP", "SetP", "Fallout@5", "Coverage"] {
            let explainer = Explainer::new(&qrels, &measure.parse().unwrap(), options.clone()).unwrap();
            let missed = explainer.missed(topic, 0, depth).unwrap();
            let within: HashSet<usize> = world.rankings[0].iter().take(depth).copied().collect();
            let wanted = (0..12).filter(|at| world.grades[*at].is_some_and(|g| g > 0.0) && !within.contains(at)).count();
            prop_assert_eq!(missed.len(), wanted);
            let value = |world: &World| values(world, &qrels, &[measure.parse().unwrap()], &options)[0];
            for missed in missed {
                let number: usize = missed.document[1..].parse().unwrap();
                let mut moved = world.clone();
                moved.rankings[0].retain(|at| *at != number);
                moved.rankings[0].insert(0, number);
                prop_assert_eq!(missed.change_on_top, Some(value(&moved) - value(&world)), "{}", measure);
            }
        }
    }

    /// Each term as it is written down, computed from ranks and grades alone.
    #[test]
    fn contributions_are_the_terms_of_textbooks(world in any_world()) {
        let grade = |at: usize| world.grades[at].unwrap_or(0.0).max(0.0);
        let ranking: Vec<f64> = world.rankings[0].iter().map(|at| grade(*at)).collect();
        let mut ideal: Vec<f64> = (0..12).map(grade).collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        let discount = |rank: usize| (rank as f64 + 1.0).log2();
        let dcg = sum(ideal.iter().take(5).enumerate().map(|(at, g)| g / discount(at + 1)));
        let relevant = ideal.iter().filter(|g| **g >= 1.0).count() as f64;
        let (mut hits, mut goes_on) = (0.0, 1.0);
        let mut terms: Vec<[f64; 5]> = vec![];
        for (rank, grade) in (1..).zip(&ranking) {
            let is_relevant = if *grade >= 1.0 { 1.0 } else { 0.0 };
            hits += is_relevant;
            let stops = (grade.exp2() - 1.0) / 16.0;
            terms.push([
                if rank <= 5 { grade / discount(rank) / dcg } else { 0.0 },
                is_relevant * hits / rank as f64 / relevant,
                is_relevant * 0.2 * 0.8f64.powf(rank as f64 - 1.0),
                goes_on * stops / rank as f64,
                if hits == 1.0 { is_relevant / rank as f64 } else { 0.0 },
            ]
            .map(|term| term + 0.0));
            goes_on *= 1.0 - stops;
        }
        for (at, measure) in ["nDCG@5", "AP", "RBP", "ERR", "RR"].into_iter().enumerate() {
            let [breakdown, _] = breakdowns(&world, measure, &Options::default());
            prop_assert_eq!(breakdown.before, 0.0);
            prop_assert_eq!(breakdown.ranks.len(), terms.len());
            for (rank, terms) in breakdown.ranks.iter().zip(&terms) {
                prop_assert!(is_same(rank.contribution, terms[at]), "{measure}: {rank:?}, not {}", terms[at]);
            }
        }
    }

    #[test]
    fn the_ideal_has_the_highest_grades_first_and_the_best_score(world in any_world()) {
        let (qrels, options) = (world.qrels(), options());
        let pool = world.pool(&qrels, &options);
        for measure in all_measures() {
            let explainer = Explainer::new(&qrels, &measure, options.clone()).unwrap();
            let breakdown = explainer.breakdown(&pool.topics()[0], 0).unwrap();
            let Some(ideal) = explainer.ideal(&pool.topics()[0], 0).unwrap() else { continue };
            let grades: Vec<f64> = ideal.ranks.iter().map(|rank| rank.grade.unwrap_or(0.0)).collect();
            prop_assert!(grades.windows(2).all(|pair| pair[0] >= pair[1]));
            let added = ideal.before + sum(ideal.ranks.iter().map(|rank| rank.contribution));
            prop_assert!(is_same(added, ideal.score), "{measure}");
            let name = measure.family().name;
            if ["nDCG", "AP", "Q"].contains(&name) && measure.cutoff().is_none() && !measure.gives("gains") {
                prop_assert!(is_same(ideal.score, 1.0), "{measure}: {}", ideal.score);
            }
            // Where a lower grade is worth more, the order of grades is not the best one.
            let by_grade = !measure.to_string().contains("gains={");
            let rising = ["nDCG", "AP", "Q", "RBP", "ERR", "RR", "P", "R", "CG", "DCG"];
            if rising.contains(&name) && by_grade {
                prop_assert!(ideal.score >= breakdown.score - 1e-12, "{measure}");
            }
        }
    }
}

/// Whether the measure is additive on the ranking of documents 0, 1, 2, …
fn is_additive(measure: &str, grades: &[Option<f64>]) -> bool {
    let all: Vec<usize> = (0..grades.len()).collect();
    let world = World { grades: grades.to_vec(), rankings: [all.clone(), all] };
    breakdowns(&world, measure, &Options::default().collection(99))[0].additive
}

#[test]
fn sums_over_documents_are_additive_and_others_are_not() {
    let grades = [Some(3.0), None, Some(1.0), Some(0.0), Some(2.0)];
    for measure in [
        "nDCG@4",
        "nDCG",
        "DCG",
        "CG",
        "P@5",
        "R@3",
        "F@5",
        "RBP",
        "mSR",
        "SetP",
        "Fallout@4",
        "NumRelRet",
    ] {
        assert!(is_additive(measure, &grades), "{measure}");
    }
    for measure in ["AP", "Q", "GenAP", "ERR", "RR", "Success@5", "Bpref", "nDCG(ideal=retrieved)"]
    {
        assert!(!is_additive(measure, &grades), "{measure}");
    }
    // With one relevant document, nothing relevant stands above another one.
    assert!(is_additive("AP", &[None, Some(1.0), Some(0.0)]));
}

#[test]
fn a_run_without_the_topic_has_an_empty_account() {
    let world = World { grades: vec![Some(1.0), Some(0.0)], rankings: [vec![0, 1], vec![]] };
    let [a, b] = breakdowns(&world, "E@5", &Options::default());
    assert_eq!((b.before, b.score, b.ranks.len()), (1.0, 1.0, 0));
    let (qrels, options) = (world.qrels(), Options::default());
    let pool = world.pool(&qrels, &options);
    let explainer = Explainer::new(&qrels, &"E@5".parse().unwrap(), options).unwrap();
    let difference = explainer.difference(&pool.topics()[0], 0, 1).unwrap();
    assert_eq!(difference.difference, 1.0 - a.score);
    assert_eq!(difference.documents[0].rank_b, None);
}

#[test]
fn a_measure_that_goes_by_scores_has_no_ideal() {
    let world = World { grades: vec![Some(1.0), Some(0.0)], rankings: [vec![1], vec![]] };
    let qrels = world.qrels();
    let pool = world.pool(&qrels, &Options::default());
    let explainer = Explainer::new(&qrels, &"ADM".parse().unwrap(), Options::default()).unwrap();
    assert_eq!(explainer.ideal(&pool.topics()[0], 0).unwrap(), None);
    assert_eq!(explainer.missed(&pool.topics()[0], 0, 5).unwrap()[0].change_on_top, None);
}

#[test]
fn differences_depend_on_what_measures_look_at() {
    // Document 0 stays, 1 moves down in a longer ranking.
    let grades = vec![Some(1.0), Some(1.0), None, None, Some(0.0)];
    let world = World { grades, rankings: [vec![0, 1], vec![0, 2, 1, 3]] };
    let (qrels, options) = (world.qrels(), Options::default().collection(20));
    let pool = world.pool(&qrels, &options);
    let depends = |measure: &str, runs: [usize; 2]| {
        let explainer = Explainer::new(&qrels, &measure.parse().unwrap(), options.clone());
        let [a, b] = runs;
        explainer.unwrap().difference(&pool.topics()[0], a, b).unwrap().depends_on
    };
    for measure in ["nDCG@5", "P@10", "RBP", "R@3", "CG"] {
        assert_eq!(depends(measure, [0, 1]), DependsOn::Rank, "{measure}");
    }
    for measure in ["SetP", "SetF", "ASL", "NormR", "NumRet"] {
        assert_eq!(depends(measure, [0, 1]), DependsOn::Retrieved, "{measure}");
        assert_eq!(depends(measure, [1, 0]), DependsOn::Retrieved, "{measure}");
        assert_eq!(depends(measure, [0, 0]), DependsOn::Rank, "{measure}");
    }
    for measure in ["AP", "ERR", "RR"] {
        assert_eq!(depends(measure, [0, 1]), DependsOn::Above, "{measure}");
    }
    // Though every document moves, precision of the whole goes by the length.
    let world =
        World { grades: vec![Some(1.0), None, None], rankings: [vec![0, 1], vec![1, 0, 2]] };
    let qrels = world.qrels();
    let pool = world.pool(&qrels, &options);
    let explainer = Explainer::new(&qrels, &"SetP".parse().unwrap(), options.clone()).unwrap();
    let difference = explainer.difference(&pool.topics()[0], 0, 1).unwrap();
    assert_eq!(difference.depends_on, DependsOn::Retrieved);
}

#[test]
fn a_collection_without_room_for_hidden_documents_is_an_error_that_says_so() {
    let world = World { grades: vec![Some(1.0), Some(0.0)], rankings: [vec![1, 0], vec![]] };
    let qrels = world.qrels();
    let pool = world.pool(&qrels, &Options::default());
    let explainer = Explainer::new(&qrels, &"NormR(N=3)".parse().unwrap(), Options::default());
    let error = explainer.unwrap().breakdown(&pool.topics()[0], 0).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`NormR(N=3)` leaves no room for documents whose judgments are not yet known: topic `t` has 4 \
         documents, retrieved or judged, counting those that are both twice (the collection is too \
         small for topic `t`: 4 documents are retrieved or judged)\n  \
         give the size of the collection with --collection-size instead of N="
    );
    // The same collection, given otherwise, grows with the documents that are hidden.
    let options = Options::default().collection(2);
    let explainer = Explainer::new(&qrels, &"NormR".parse().unwrap(), options).unwrap();
    assert_eq!(explainer.breakdown(&pool.topics()[0], 0).unwrap().score, 0.0);
}
