//! An effect in several groups.

use gainline_stats::*;
use serde_json::Value;

use crate::{close, close_p, expected};

/// Each set: its name, its effects, and what is expected of it.
fn sets() -> Vec<(String, Vec<Effect>, Value)> {
    let sets = expected()["groups"].as_object().unwrap().clone();
    assert!(sets.len() > 4);
    let numbers = |value: &Value| serde_json::from_value::<Vec<f64>>(value.clone()).unwrap();
    let effects = |set: &Value| {
        let pairs = numbers(&set["values"]).into_iter().zip(numbers(&set["errors"]));
        pairs.map(|(value, standard_error)| Effect { value, standard_error }).collect()
    };
    sets.into_iter().map(|(name, set)| (name, effects(&set), set)).collect()
}

#[test]
fn meta_analyses_agree_with_statsmodels() {
    for (name, effects, expected) in sets() {
        let (found, expected) = (meta_analysis(&effects).unwrap(), &expected["meta"]);
        close(&name, &[found.mean], &expected["mean"]);
        close(&name, &[found.standard_error], &expected["standard_error"]);
        close(&name, &[found.tau_squared], &expected["tau_squared"]);
        close(&name, &[found.q], &expected["q"]);
        close(&name, &[found.i_squared], &expected["i_squared"]);
        close(&name, &found.weights, &expected["weights"]);
        close_p(&name, &[found.p], &expected["p"]);
        close_p(&name, &[found.q_p], &expected["q_p"]);
        let ends = |interval: Interval| [interval.low, interval.high];
        close(&name, &ends(found.interval(0.9).unwrap()), &expected["interval"]);
        match expected.get("prediction") {
            Some(prediction) => close(&name, &ends(found.prediction(0.9).unwrap()), prediction),
            None => assert_eq!(effects.len(), 2),
        }
    }
}

/// Metafor's own example for the trials of the BCG vaccine has this variance by Paule & Mandel.
#[test]
fn the_variance_between_vaccine_trials_is_the_published_one() {
    let (_, effects, _) = sets().into_iter().find(|(name, ..)| name == "bcg").unwrap();
    assert!((meta_analysis(&effects).unwrap().tau_squared - 0.3181).abs() < 2e-4);
}

#[test]
fn hierarchical_models_agree_with_adaptive_quadrature() {
    let sides = |Sides { below, within, above }| [below, within, above];
    for (name, effects, expected) in sets() {
        let setting = |key: &str| expected[key].as_f64().unwrap();
        let found = hierarchical(&effects, setting("rope"), setting("prior")).unwrap();
        let expected = &expected["hierarchical"];
        close(&name, &[found.mean], &expected["mean"]);
        close(&name, &[found.tau], &expected["tau"]);
        close(&name, &sides(found.overall), &expected["overall"]);
        close(&name, &sides(found.next), &expected["next"]);
        for (group, expected) in found.groups.iter().zip(expected["groups"].as_array().unwrap()) {
            let [below, within, above] = sides(group.sides);
            close(&name, &[group.mean, below, within, above], expected);
        }
    }
}
