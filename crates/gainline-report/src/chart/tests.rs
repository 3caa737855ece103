//! Charts as they are drawn, to the character.

use super::*;

fn series(name: &str, points: &[(f64, f64)]) -> Series {
    Series { name: name.into(), points: points.to_vec() }
}

/// The chart, below an empty line so that what is expected can start on one of its own.
fn drawn(chart: &Chart, width: usize, height: usize) -> String {
    let mut out = b"\n".to_vec();
    write_chart(chart, width, height, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn smallest(points: &[(f64, f64)]) -> String {
    drawn(&Chart { series: vec![series("a", points)], ..Chart::default() }, 0, 0)
}

#[test]
fn curves_are_continuous_and_the_legend_tells_their_marks() {
    let chart = Chart {
        title: "Precision".into(),
        x: "rank".into(),
        y: "P@k".into(),
        series: vec![
            series("bm25", &[(1.0, 1.0), (2.0, 0.25), (5.0, 0.0)]),
            series("dense", &[(5.0, 0.8), (1.0, 0.5)]),
        ],
    };
    let expected = "
Precision
P@k
1.0 ┤●
    │ ●
    │  ●               ○○○○○○○○○○○
    │   ●● ○○○○○○○○○○○○
0.5 ┤○○○○○○
    │      ●
    │       ●●●●●●
    │             ●●●●●●●●●●
  0 ┤                       ●●●●●●
    └┬──────┬──────┬──────┬──────┬
     1      2      3      4      5
                 rank
● bm25   ○ dense
";
    assert_eq!(drawn(&chart, 34, 15), expected);
}

#[test]
fn the_marks_of_curves_in_one_place_take_turns() {
    let same = [(0.0, 1.0), (10.0, 1.0)];
    let rising = [(0.0, 0.0), (10.0, 2.0)];
    let series = vec![series("a", &same), series("b", &same), series("c", &rising)];
    let expected = "
2 ┤                           ▲▲▲▲
  │                   ▲▲▲▲▲▲▲▲
1 ┤●○●○●○●○●○●○●○▲●○▲●○●○●○●○●○●○●
  │    ▲▲▲▲▲▲▲▲
0 ┤▲▲▲▲
  └┬─────┬─────┬─────┬─────┬─────┬
   0     2     4     6     8    10
● a   ○ b   ▲ c
";
    assert_eq!(drawn(&Chart { series, ..Chart::default() }, 34, 8), expected);
}

#[test]
fn a_steep_curve_has_no_gaps_and_a_column_shows_the_mean_of_its_points() {
    let points = [(0.0, 0.0), (49.0, 0.0), (50.0, 0.0), (51.0, 8.0), (100.0, 8.0)];
    let expected = "
8 ┤              ●●●●●●●●●●●●●
  │              ●
6 ┤              ●
  │             ●
4 ┤             ●
  │             ●
2 ┤             ●
  │            ●
0 ┤●●●●●●●●●●●●●
  └┬────────────┬────────────┬
   0           50          100
● a
";
    let chart = Chart { series: vec![series("a", &points)], ..Chart::default() };
    assert_eq!(drawn(&chart, 30, 12), expected);
}

#[test]
fn one_point_stands_in_the_middle_of_the_smallest_chart() {
    let expected = "
0.4 ┤
    │            ●
0.2 ┤
    │
  0 ┤
    └────────────┬────────────
                0.5
● a
";
    assert_eq!(smallest(&[(0.5, 0.25)]), expected);
}

#[test]
fn a_constant_curve_at_0_has_an_axis() {
    let expected = "
1.0 ┤
    │
0.5 ┤
    │
  0 ┤●●●●●●●●●●●●●●●●●●●●●●●●●
    └┬───────────┬───────────┬
     1           2           3
● a
";
    assert_eq!(smallest(&[(1.0, 0.0), (3.0, 0.0)]), expected);
}

#[test]
fn negative_values_are_drawn_and_those_that_are_not_finite_are_not() {
    let expected = "
 5 ┤                        ●●
   │              ●●●●●●●●●●
 0 ┤    ●●●●●●●●●●
   │●●●●
-5 ┤
   └┬────────────┬───────────┬
    1            2           3
● a
";
    let (nan, infinite) = (f64::NAN, f64::INFINITY);
    let points = [(1.0, -2.0), (2.0, nan), (2.0, infinite), (nan, 9.0), (3.0, 4.0)];
    assert_eq!(smallest(&points), expected);
}

#[test]
fn without_points_there_is_no_axis() {
    assert_eq!(smallest(&[]), "\n(no points)\n● a (no points)\n");
    assert_eq!(drawn(&Chart::default(), 80, 24), "\n(no points)\n");
}

#[test]
fn what_a_terminal_might_obey_is_shown_as_a_replacement_character() {
    let chart = Chart {
        title: "a\u{1b}[1m".into(),
        y: "b\n".into(),
        series: vec![series("c\td", &[])],
        ..Chart::default()
    };
    let expected = "
a\u{fffd}[1m
b\u{fffd}
(no points)
● c\u{fffd}d (no points)
";
    assert_eq!(drawn(&chart, 80, 24), expected);
}

#[test]
fn very_large_and_very_small_numbers_are_labelled_with_exponents() {
    let x = Axis::horizontal(&[0.0, 1e9], 80);
    assert_eq!(x.ticks.iter().map(|t| x.label(*t)).nth(1).unwrap(), "2e8");
    let (y, _) = Axis::vertical(&[5e-9], 20);
    assert_eq!(y.ticks.iter().map(|t| y.label(*t)).next_back().unwrap(), "6e-9");
    let x = Axis::horizontal(&[1e15, 1e15 + 2.0], 80);
    assert_eq!(x.label(x.ticks[1]), "1.000000000000001e15");
}

#[test]
fn an_axis_goes_on_to_a_tick_that_is_near() {
    let x = Axis::horizontal(&[1.0, 199.0], 94);
    assert_eq!((x.low, x.high, x.ticks.len()), (0.0, 200.0, 11));
    let x = Axis::horizontal(&[7.0, 193.0], 94);
    assert_eq!((x.low, x.high, x.ticks[0]), (7.0, 193.0, 20.0));
}

#[test]
fn no_line_is_wider_than_asked_for_whatever_the_numbers_are() {
    let values = [0.0, 1.0, -1.0, 0.1, 123_456.7, 1e15, 1e15 + 1.0, 1e-320, -1e300, 1e300, 3e7];
    for (i, a) in values.iter().enumerate() {
        for b in &values[i..] {
            for (width, height) in [(0, 0), (31, 7), (100, 24), (33, usize::MAX)] {
                let points = [(*a, *b), (*b, *a), (*b, *b)];
                let chart = Chart {
                    title: "title ".repeat(20),
                    x: "x axis ".repeat(20),
                    y: "y axis ".repeat(20),
                    series: vec![series("n", &points), series(&"long ".repeat(30), &points)],
                };
                let widest = drawn(&chart, width, height).lines().map(text_width).max().unwrap();
                assert_eq!(widest, width.max(LEAST_WIDTH), "{points:?}");
            }
        }
    }
}
