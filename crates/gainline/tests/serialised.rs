//! What answers are made of, as JSON.
#![cfg(feature = "serde")]

use gainline::{CurveKind, CurveSpec, Curves, Measure, Options, Qrels, Run, Ties};

#[test]
fn a_measure_is_its_text_and_is_read_in_any_spelling() {
    let measure: Measure = serde_json::from_str("\"ndcg_cut_10\"").unwrap();
    assert_eq!(serde_json::to_string(&measure).unwrap(), "\"nDCG@10\"");
    let error = serde_json::from_str::<Measure>("\"nDGC@10\"").unwrap_err().to_string();
    assert!(error.starts_with("measure `nDGC@10` is not known; did you mean `nDCG@10`"), "{error}");
}

#[test]
fn a_choice_has_the_same_name_everywhere() {
    for ties in Ties::ALL {
        assert_eq!(serde_json::to_value(ties).unwrap(), ties.to_string());
    }
}

#[test]
fn a_curve_says_what_it_is_drawn_over() {
    let qrels = Qrels::from_rows([("t", "a", 1.0)]).unwrap();
    let run = Run::from_rows([("t", "a", 1.0)]).unwrap();
    let spec = CurveSpec::new(CurveKind::Recall, "").unwrap().depth(2);
    let drawn = Curves::new(&qrels, &[spec], Options::default()).unwrap().draw(&run).unwrap();
    assert_eq!(
        serde_json::to_string(&drawn.curves()[0]).unwrap(),
        r#"{"spec":{"kind":"recall","over":{"ranks":2},"normalise":"topic","ideal":"judged","measures":["R@1"]},"actual":{"heights":[1.0,1.0],"mean":1.0,"area":2.0},"ideal":{"heights":[1.0,1.0],"mean":1.0,"area":2.0},"topics":[]}"#
    );
}
