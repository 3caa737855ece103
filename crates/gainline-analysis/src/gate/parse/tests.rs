#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use super::*;

fn read(kind: RuleKind, text: &str) -> (String, Condition, Scope) {
    let rule = parse_rule(kind, text, "--rule").unwrap();
    (rule.measure.to_string(), rule.condition, rule.scope)
}

#[test]
fn bounds_are_read_with_every_sign_and_with_or_without_blanks() {
    for (text, relation, bound) in [
        ("nDCG@10 >= 0.45", Relation::AtLeast, 0.45),
        ("ndcg_cut_10>=.45", Relation::AtLeast, 0.45),
        ("  nDCG@10  >  -1e-3  ", Relation::Above, -1e-3),
        ("nDCG@10 <= 1", Relation::AtMost, 1.0),
        ("nDCG@10<0", Relation::Below, 0.0),
    ] {
        let said = Condition::Bound { relation, bound };
        assert_eq!(read(RuleKind::Require, text), ("nDCG@10".into(), said, Scope::All), "{text}");
    }
}

#[test]
fn measures_may_hold_blanks_and_signs_in_their_brackets() {
    let (measure, ..) = read(RuleKind::Require, "nDCG(gains={1:3, 2:9})@10 >= 0.1");
    assert_eq!(measure, "nDCG(gains={1:3,2:9})@10");
}

#[test]
fn drops_are_absolute_or_percentages_with_or_without_a_p() {
    for (text, tolerance, alpha) in [
        ("AP drops by 1%", Tolerance::Percent(1.0), None),
        ("AP Drops BY 0.5 %", Tolerance::Percent(0.5), None),
        ("AP drops by 0.01", Tolerance::Absolute(0.01), None),
        ("AP drops by 0", Tolerance::Absolute(0.0), None),
        ("AP drops by 1% with p < 0.05", Tolerance::Percent(1.0), Some(0.05)),
        ("AP drops by 1% with P<1e-3", Tolerance::Percent(1.0), Some(1e-3)),
    ] {
        let said = Condition::Drop { tolerance, alpha };
        assert_eq!(read(RuleKind::Forbid, text), ("AP".into(), said, Scope::All), "{text}");
    }
}

#[test]
fn what_must_be_shown_has_a_margin_and_a_p() {
    for (text, tolerance, alpha) in [
        ("AP not worse by 1%", Tolerance::Percent(1.0), 0.05),
        ("AP Not Worse BY 0.5 %", Tolerance::Percent(0.5), 0.05),
        ("AP not worse by 0.005", Tolerance::Absolute(0.005), 0.05),
        ("AP not worse by 1% with p < 0.01", Tolerance::Percent(1.0), 0.01),
        ("AP better", Tolerance::Absolute(0.0), 0.05),
        ("AP better with p<0.1", Tolerance::Absolute(0.0), 0.1),
    ] {
        let said = Condition::NotWorse { tolerance, alpha };
        assert_eq!(read(RuleKind::Require, text), ("AP".into(), said, Scope::All), "{text}");
    }
    let (.., scope) = read(RuleKind::Require, "AP better with p < 0.1 on every slice");
    assert_eq!(scope, Scope::EverySlice { at: 26 });
}

#[test]
fn slices_are_the_rest_of_the_rule_unless_every_one_is_meant() {
    let scope = |kind, text| read(kind, text).2;
    assert_eq!(scope(RuleKind::Require, "AP > 0 on every slice"), Scope::EverySlice { at: 10 });
    let named = |name: &str, at| Scope::Slice { name: name.into(), at };
    assert_eq!(scope(RuleKind::Require, " AP > 0 on one word "), named("one word", 10));
    let (_, condition, scope) = read(RuleKind::Forbid, "AP drops by 1 on every slice with p < 0.1");
    assert_eq!(scope, Scope::EverySlice { at: 17 });
    assert_eq!(
        condition,
        Condition::Drop { tolerance: Tolerance::Absolute(1.0), alpha: Some(0.1) }
    );
}

/// A rule, the caret under it, and the message.
fn fault(kind: RuleKind, text: &str) -> String {
    let fault = parse_rule(kind, text, "--rule").unwrap_err();
    let margin = " ".repeat(fault.at);
    format!("{}\n{margin}^\n{}", fault.text, fault.message)
}

#[track_caller]
fn shows(kind: RuleKind, lines: &[&str; 3]) {
    assert_eq!(fault(kind, lines[0]), lines.join("\n"));
}

#[test]
fn a_wrong_bound_is_shown_at_its_character() {
    let first = "expected >=, >, <=, <, `not worse by` or `better`";
    for lines in [
        ["", "^", "expected a measure, such as nDCG@10"],
        [">= 0.45", "^", "expected a measure, such as nDCG@10"],
        [
            "nDGC@10 >= 0.45",
            "^",
            "measure `nDGC@10` is not known; did you mean `nDCG@10`, `AvgnDCG@10` or `DCG@10`?\n  `gainline \
             measures` lists them all",
        ],
        ["AP,RR >= 0.45", "  ^", "a rule is about one measure, not 2"],
        ["P@5,10 > 0", "   ^", "a rule is about one measure, not 2"],
        ["AP(rel=2 >= 0.45", "  ^", "this bracket is left open"],
        ["AP) >= 0.45", "  ^", "nothing is open that `)` could close"],
        ["AP", "  ^", &format!("{first}, but the rule ends here")],
        ["AP = 0.45", "   ^", &format!("{first}, not `=`")],
        ["AP at least 0.45", "   ^", &format!("{first}, not `at`")],
        [
            "AP drops by 1%",
            "   ^",
            &format!("{first}, not `drops`; what must not drop is for --forbid"),
        ],
        ["AP >=", "     ^", "expected a number, such as 0.45, but the rule ends here"],
        ["AP >= x", "      ^", "expected a number, such as 0.45, not `x`"],
        ["AP >= 0,45", "      ^", "expected a number, such as 0.45, not `0,45`"],
        ["AP >= nan", "      ^", "expected a number, such as 0.45, not `nan`"],
        ["AP >= 1e999", "      ^", "expected a number, such as 0.45, not `1e999`"],
        ["AP >= 45%", "        ^", "expected `on SLICE`, `on every slice` or the end, not `%`"],
        [
            "AP > 0 with p < 1",
            "       ^",
            "expected `on SLICE`, `on every slice` or the end, not `with`",
        ],
        ["AP > 0 on", "         ^", "expected the name of a slice, or `every slice`"],
        ["AP > 0 on every", "               ^", "expected `slice`, but the rule ends here"],
        ["AP > 0 on every slic", "                ^", "expected `slice`, not `slic`"],
        ["AP > 0 on every slice too", "                      ^", "expected the end, not `too`"],
    ] {
        shows(RuleKind::Require, &lines);
    }
}

#[test]
fn a_wrong_margin_is_shown_at_its_character() {
    let number = "expected a number or a percentage, such as 0.01 or 1%";
    for lines in [
        ["AP not", "      ^", "expected `worse by`, but the rule ends here"],
        ["AP not better", "       ^", "expected `worse by`, not `better`"],
        ["AP not worse 1%", "             ^", "expected `by`, not `1%`"],
        ["AP not worse by", "               ^", &format!("{number}, but the rule ends here")],
        ["AP not worse by much", "                ^", &format!("{number}, not `much`")],
        ["AP not worse by -1%", "                ^", "a margin is 0 or more"],
        [
            "AP better by 1%",
            "          ^",
            "expected `with p < NUMBER`, `on SLICE`, `on every slice` or the end, not `by`",
        ],
        [
            "AP better with p < 0.5",
            "                   ^",
            "a bound of p is above 0 and below 0.5 here",
        ],
        [
            "Judged@10 better",
            "^",
            "Judged@10 only describes: neither more nor less of it is better, so it cannot be \
             better or worse",
        ],
    ] {
        shows(RuleKind::Require, &lines);
    }
}

#[test]
fn a_wrong_drop_is_shown_at_its_character() {
    let rest = "expected `with p < NUMBER`, `on SLICE`, `on every slice` or the end, not `wiht`";
    let number = "expected a number or a percentage, such as 0.01 or 1%";
    for lines in [
        ["AP", "  ^", "expected `drops by`, but the rule ends here"],
        ["AP falls by 1%", "   ^", "expected `drops by`, not `falls`"],
        ["AP >= 0.45", "   ^", "expected `drops by`, not `>=`; a bound is for --require"],
        [
            "AP not worse by 1%",
            "   ^",
            "expected `drops by`, not `not`; what must be shown is for --require",
        ],
        ["AP drops 1%", "         ^", "expected `by`, not `1%`"],
        ["AP drops by", "           ^", &format!("{number}, but the rule ends here")],
        ["AP drops by %", "            ^", &format!("{number}, not `%`")],
        ["AP drops by one", "            ^", &format!("{number}, not `one`")],
        ["AP drops by -1%", "            ^", "a drop is 0 or more"],
        ["AP drops by 1% wiht p < 0.05", "               ^", rest],
        [
            "AP drops by 1% with",
            "                   ^",
            "expected `p < NUMBER`, but the rule ends here",
        ],
        ["AP drops by 1% with q < 1", "                    ^", "expected `p < NUMBER`, not `q`"],
        ["AP drops by 1% with p = 1", "                      ^", "expected `<`, not `=`"],
        [
            "AP drops by 1% with p <",
            "                       ^",
            "expected a number, such as 0.05, but the rule ends here",
        ],
        [
            "AP drops by 1% with p <= 1",
            "                       ^",
            "expected a number, such as 0.05, not `=`",
        ],
        [
            "AP drops by 1% with p < 5%",
            "                        ^",
            "a bound of p is above 0 and at most 1",
        ],
        [
            "AP drops by 1% with p < 0",
            "                        ^",
            "a bound of p is above 0 and at most 1",
        ],
        [
            "AP drops by 1% with p < 0.1 with p < 0.1",
            "                            ^",
            "expected `on SLICE`, `on every slice` or the end, not `with`",
        ],
        [
            "AP drops by 1% on every slice on x",
            "                              ^",
            "expected `with p < NUMBER` or the end, not `on`",
        ],
        [
            "Judged@10 drops by 1%",
            "^",
            "Judged@10 only describes: neither more nor less of it is better, so it cannot drop",
        ],
    ] {
        shows(RuleKind::Forbid, &lines);
    }
}

#[test]
fn the_caret_stands_by_characters_not_bytes() {
    shows(
        RuleKind::Forbid,
        &[
            "nDÇG drops by 1%",
            "^",
            "measure `nDÇG` is not known; did you mean `nDCG`, `AvgnDCG@10` or `DCG`?\n  `gainline measures` lists them all",
        ],
    );
    shows(
        RuleKind::Require,
        &[
            "AP > 0 \u{a0}ön every",
            "        ^",
            "expected `on SLICE`, `on every slice` or the end, not `ön`",
        ],
    );
}

#[test]
fn a_fault_names_its_origin() {
    let fault = parse_rule(RuleKind::Require, "  AP >> 1", "gainline.toml:3").unwrap_err();
    assert_eq!(
        fault.to_string(),
        "gainline.toml:3: this rule is wrong at character 5\n  AP >> 1\n      ^\n  expected a number, \
         such as 0.45, not `>`"
    );
}
