//! What must hold of every family of measures, whatever it measures. A new family is tested here
//! by being on the list.

mod topic;

use gainline::{CORNERS, Cutoff, FAMILIES, Family, Need, Scorer, Suffix, corners_assume};
use std::collections::HashMap;
use topic::{Topic, parsed};

/// A measure of this family with these parameters, at a cutoff if it must have one.
fn spelled(family: &Family, params: &str) -> String {
    let name = family.name;
    match family.cutoff {
        Cutoff::None | Cutoff::Optional => format!("{name}{params}"),
        Cutoff::Required => format!("{name}{params}@5"),
        Cutoff::Recall => format!("{name}{params}@0.5"),
    }
}

#[test]
fn no_two_families_share_a_spelling_in_any_letter_case() {
    let mut owners: HashMap<String, &str> = HashMap::new();
    for family in FAMILIES {
        for spelling in family.aliases.iter().map(|alias| alias.spelling).chain([family.name]) {
            let owner = owners.entry(spelling.to_lowercase()).or_insert(family.name);
            assert_eq!(*owner, family.name, "both have the spelling `{spelling}`");
        }
    }
}

#[test]
fn every_file_of_measures_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/measures");
    let list = std::fs::read_to_string(format!("{folder}/mod.rs")).unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if stem != "mod" {
            assert!(list.contains(&format!("\nmod {stem};\n")), "{stem}.rs is no module");
            assert!(list.contains(&format!("    &{stem}::")), "{stem}.rs has no family listed");
        }
    }
}

#[test]
fn every_family_says_what_it_is() {
    for family in FAMILIES {
        for text in
            [family.name, family.meaning, family.formula, family.citation, family.edge_cases]
        {
            assert!(!text.trim().is_empty(), "{} leaves something unsaid", family.name);
        }
        for param in family.params {
            assert!(!param.meaning.is_empty(), "{} of {}", param.name, family.name);
        }
        assert!(family.range.0 < family.range.1, "{}", family.name);
    }
}

#[test]
fn a_measure_of_every_family_prints_as_it_parses() {
    for family in FAMILIES {
        let text = spelled(family, "");
        let measure = parsed(&text);
        assert_eq!(measure.to_string(), text);
        assert_eq!(parsed(&text.to_uppercase()), measure);
        assert_eq!(parsed(&text.to_lowercase()), measure);
        assert_eq!(measure.family(), *family);
    }
}

#[test]
fn every_spelling_leads_to_its_family() {
    for family in FAMILIES {
        for alias in family.aliases {
            let spelling = alias.spelling;
            let needs_cutoff = matches!(family.cutoff, Cutoff::Required | Cutoff::Recall);
            let mut texts = vec![];
            match alias.suffix {
                Suffix::None if needs_cutoff => texts.push(format!("{spelling}@1")),
                Suffix::None => texts.push(spelling.to_string()),
                _ => texts.extend([format!("{spelling}_1"), format!("{spelling}.1")]),
            }
            for text in texts {
                let measure = parsed(&text);
                assert_eq!(measure.family(), *family, "{text}");
                assert_eq!(parsed(&measure.to_string()), measure, "{text}");
            }
        }
    }
}

#[test]
fn a_default_is_a_value_and_is_not_printed() {
    for family in FAMILIES {
        for param in family.params {
            if let Some(default) = param.default {
                let measure = parsed(&spelled(family, &format!("({}={default})", param.name)));
                assert_eq!(measure, parsed(&spelled(family, "")), "{default}");
            }
        }
    }
}

#[test]
fn every_example_computes_to_its_value() {
    let mut wrong = vec![];
    for family in FAMILIES {
        let Some(example) = family.example else { continue };
        let (measure, value) = (parsed(example.measure), example.value);
        assert_eq!(measure.family(), *family, "an example of another family");
        let topic = Topic::of(example.ranking, example.missed);
        let computed = topic.score(&measure, 1.0).unwrap();
        if (computed - value).abs() > 5e-5 {
            wrong.push(format!("{measure} of {}: {computed:.6}, not {value}", example.ranking));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_family_over_grades_that_can_have_an_example_has_one() {
    for family in FAMILIES {
        // The geometric means are seen only over several topics.
        let over_topics = family.summary == gainline::Summary::GeometricMean;
        let over_grades = matches!(parsed(&spelled(family, "")).scorer(1.0), Scorer::Judged(_));
        // An example is grades only: there are no scores, and nothing is told of the user.
        let is_more = |need: &Need| matches!(need, Need::Scores | Need::Known | Need::Expected);
        let by_more = family.needs.iter().any(is_more);
        let can_have = over_grades && !over_topics && !by_more;
        assert_eq!(family.example.is_some(), can_have, "{}", family.name);
    }
}

#[test]
fn an_empty_ranking_gives_the_documented_value() {
    for family in FAMILIES {
        let measure = parsed(&spelled(family, ""));
        for judged in ["1", "3 1 0 -1", "2 2"] {
            let Some(value) = Topic::of("", judged).score(&measure, 1.0) else { continue };
            let documented = family.empty;
            assert!(
                documented.is_nan() || value == documented,
                "{measure}: {value}, not {documented}"
            );
            assert!(value.is_finite() && (value != 0.0 || value.is_sign_positive()), "{measure}");
        }
    }
}

#[test]
fn a_topic_with_nothing_relevant_gives_the_documented_value() {
    for family in FAMILIES {
        let measure = parsed(&spelled(family, ""));
        for ranking in ["", "0", "- 0 -", "-1 0", "- -"] {
            let Some(value) = Topic::of(ranking, "0 -2").score(&measure, 1.0) else { continue };
            let documented = family.no_relevant;
            assert!(
                documented.is_nan() || value == documented,
                "{measure} of {ranking}: {value}, not {documented}"
            );
            assert!(value.is_finite(), "{measure}");
        }
    }
}

/// `testdata/corners.txt` holds every family's values in the corner cases that help shows;
/// `UPDATE=1` writes it anew, and the numbers are then to be checked by hand.
#[test]
fn every_family_gives_what_is_written_down_for_corner_cases() {
    let mut text = String::from("# ranking, what was missed: values of each family's measure\n");
    for corner in &CORNERS {
        text.push_str(&format!("# {}: ({}), ({})\n", corner.what, corner.ranking, corner.missed));
    }
    let assumed = [Need::Collection, Need::Expected, Need::Known, Need::Scores];
    text.push_str(&format!("# with {}\n", assumed.map(corners_assume).join(", ")));
    for family in FAMILIES {
        let sample = family.sample();
        let values: Option<Vec<String>> = CORNERS
            .iter()
            .map(|corner| sample.in_corner(corner).map(|value| format!("{:.6}", value + 0.0)))
            .collect();
        let Some(values) = values else { continue };
        text.push_str(&format!("{sample} {}\n", values.join(" ")));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/corners.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), text);
}
