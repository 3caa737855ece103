//! Matrices, and every message to the character.

use super::*;
use proptest::prelude::*;

fn pairs(confusion: &Confusion, grade: f64) -> Vec<(f64, f64)> {
    let chances = confusion.chances(grade).unwrap().into_iter();
    chances.map(|Chance { grade, probability }| (grade, probability)).collect()
}

fn read(text: &str) -> Result<Confusion> {
    Confusion::read(Source::bytes("confusion", text.as_bytes()))
}

#[test]
fn counts_become_chances_and_order_does_not_matter() {
    let confusion = read("\u{feff}Grade\t2\t0\n\n2\t3\t1\r\n  0 0 7\n-1\t0.5\t0.5").unwrap();
    assert_eq!(pairs(&confusion, 2.0), [(2.0, 0.75), (0.0, 0.25)]);
    assert_eq!(pairs(&confusion, 0.0), [(0.0, 1.0)]);
    assert_eq!(pairs(&confusion, -1.0), [(2.0, 0.5), (0.0, 0.5)]);
    assert_eq!(confusion.grades().collect::<Vec<_>>(), [-1.0, 0.0, 2.0]);
    assert_eq!(confusion.outcomes(), [0.0, 2.0]);
}

#[test]
fn largest_numbers_do_not_overflow() {
    let confusion = read("grade 0 1\n0 1e308 1e308\n").unwrap();
    assert_eq!(pairs(&confusion, 0.0), [(0.0, 0.5), (1.0, 0.5)]);
}

#[test]
fn a_flipped_document_takes_a_grade_of_the_other_side() {
    let judgments = [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 3.0, 3.0];
    let confusion = Confusion::flip(0.75, 2.0, judgments);
    // Of the four that are not relevant three have 0; of the four relevant ones three have 3.
    let close = |grade: f64, expected: &[(f64, f64)]| {
        let chances = pairs(&confusion, grade);
        assert_eq!(chances.len(), expected.len());
        for ((to, chance), (wanted, share)) in chances.iter().zip(expected) {
            assert!(to == wanted && (chance - share).abs() < 1e-15, "{chances:?}");
        }
    };
    close(3.0, &[(3.0, 0.75), (0.0, 0.1875), (1.0, 0.0625)]);
    close(0.0, &[(0.0, 0.75), (2.0, 0.0625), (3.0, 0.1875)]);
}

#[test]
fn a_side_without_judgments_has_a_grade_to_turn_to() {
    let to = |rel: f64, grade: f64| pairs(&Confusion::flip(0.0, rel, [grade]), grade);
    assert_eq!(to(1.0, 2.0), [(0.0, 1.0)]);
    assert_eq!(to(2.0, 0.0), [(2.0, 1.0)]);
    assert_eq!(to(0.0, 0.0), [(-1.0, 1.0)]);
}

#[test]
fn draws_come_with_their_chances() {
    let confusion = read("grade 0 1 2\n1 1 2 5\n").unwrap();
    let mut random = Random::stream(1, 0);
    let mut counts = [0.0; 3];
    for _ in 0..8_000 {
        counts[confusion.draw(0, &mut random) as usize] += 1.0;
    }
    let wanted = [1_000.0, 2_000.0, 5_000.0];
    let chi_square: f64 =
        counts.iter().zip(wanted).map(|(n, e): (&f64, f64)| (n - e).powi(2) / e).sum();
    assert!(chi_square < 13.8, "{chi_square} is over the 99.9 % point of 2 degrees of freedom");
}

#[test]
fn every_fault_is_named_with_its_place() {
    for (text, expected) in [
        (
            "grade 0 1\n0 9 -1\n",
            "2: count `-1` is negative\n  counts and chances are numbers of 0 or more, such as 12 or 0.25",
        ),
        (
            "grade 0 1\n\n0 9 many\n",
            "3: count `many` is not a number\n  counts and chances are numbers of 0 or more, such as 12 or 0.25",
        ),
        (
            "grade 0 1\n0 9 inf\n",
            "2: count `inf` is not a number\n  counts and chances are numbers of 0 or more, such as 12 or 0.25",
        ),
        (
            "grade 0 1\n0 0 0\n",
            "2: the row of grade `0` has no count above 0\n  leave the row out, or say what becomes of this grade",
        ),
        (
            "grade 0 1\n0 1 0\n1 0 1\n0 1 0\n",
            "4: grade `0` has two rows: first on line 2\n  keep one row",
        ),
        ("grade 0 1 0.0\n0 1 0 1\n", "1: grade `0` has two columns\n  keep one column"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), format!("confusion:{expected}"));
    }
    for (text, expected) in [
        ("grade 0 1\n0 9\n", "2: expected 3 columns, as in the header line, found 2: `0 9`"),
        ("grade 0 1\nx 9 1\n", "2: grade `x` is not a number"),
        ("grade 0 high\n0 9 1\n", "1: grade `high` is not a number"),
        ("0 9 1\n", "1: not the header line of a confusion matrix: `0 9 1`"),
        ("grade\n", "1: not the header line of a confusion matrix: `grade`"),
        ("\ngrade 0 1\n", "2: no rows below the header line"),
        ("\n", " no confusion matrix in this file"),
    ] {
        let expected = format!("confusion:{expected}\n  {SHAPE}");
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }
    let latin = Confusion::read(Source::bytes("confusion", *b"grade 0 1\n0 \xe9 1\n"));
    let expected = format!("confusion:2: the line is not UTF-8\n  {SHAPE}");
    assert_eq!(latin.unwrap_err().to_string(), expected);
    assert_eq!(Confusion::read("no/such").unwrap_err().to_string(), "no/such: no such file");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(
        prop_oneof![proptest::sample::select(&b"grade 01-e.\t\r\n\n"[..]), any::<u8>()], 0..60,
    )) {
        let _ = Confusion::read(Source::bytes("any", bytes));
    }

    #[test]
    fn chances_are_shares_of_one(
        weights in proptest::collection::vec(0.0..100.0_f64, 1..6), theta in 0.0..=1.0_f64,
    ) {
        prop_assume!(weights.iter().any(|weight| *weight > 0.0));
        let row = Row::new(0.0, weights.iter().enumerate().map(|(to, w)| (to as f64, *w)));
        let flip = Confusion::flip(theta, 1.0, [0.0, 1.0, 2.0]);
        let all = [Confusion { source: None, rows: vec![row] }, flip];
        for (confusion, grade) in [(&all[0], 0.0), (&all[1], 0.0), (&all[1], 2.0)] {
            let chances = pairs(confusion, grade);
            let sum = chances.iter().fold(0.0, |sum, (_, chance)| sum + chance);
            prop_assert!((sum - 1.0).abs() < 1e-12 && chances.iter().all(|(_, c)| *c >= 0.0));
        }
        let keeps = pairs(&all[1], 2.0).iter().filter(|(to, _)| *to >= 1.0)
            .fold(0.0, |sum, (_, chance)| sum + chance);
        prop_assert!((keeps - theta).abs() < 1e-12);
    }
}
