use super::*;

fn curves(names: &[&str]) -> Figure {
    let points = |shift: f64| -> Vec<(f64, f64)> {
        (1..=30).map(|k| (f64::from(k), (1.0 - 1.0 / (f64::from(k) + shift)) * 0.9)).collect()
    };
    let series = names
        .iter()
        .enumerate()
        .map(|(at, name)| Series { name: (*name).into(), style: Style::Coloured(at) });
    Figure {
        title: "nDCG by rank".into(),
        subtitle: "12 topics; ties by docid".into(),
        x: Axis { label: "rank".into(), scale: Scale::Ranks(30) },
        y: Axis { label: "nDCG".into(), scale: Scale::Numbers(0.0, 1.0) },
        marks: (0..names.len())
            .map(|at| Mark::Line { points: points(at as f64), series: at })
            .collect(),
        series: series.collect(),
        beside: vec![],
        ramp: None,
        theme: Theme::Light,
        size: Size { width: COLUMN, height: Height::Between(110.0) },
    }
}

/// Where the texts of a picture stand: what they say, and their place.
fn texts(svg: &str) -> Vec<(String, f64, f64)> {
    let lines = svg.lines().filter(|line| line.contains("scale("));
    let text = |line: &str| {
        let label = line.split('"').nth(1).unwrap();
        let place = line.split("translate(").nth(1).unwrap().split(')').next().unwrap();
        let (x, y) = place.split_once(' ').unwrap();
        (label.to_string(), x.parse().unwrap(), y.parse().unwrap())
    };
    lines.map(text).collect()
}

fn pixels(png: &[u8]) -> resvg::tiny_skia::Pixmap {
    resvg::tiny_skia::Pixmap::decode_png(png).unwrap()
}

#[test]
fn a_picture_holds_titles_ticks_labels_and_the_legend() {
    let svg = curves(&["hybrid", "boolean"]).svg().unwrap();
    let said: Vec<String> = texts(&svg).into_iter().map(|(text, _, _)| text).collect();
    for wanted in ["nDCG by rank", "12 topics; ties by docid", "1", "30", "1.0", "rank", "nDCG"] {
        assert!(said.iter().any(|text| text == wanted), "{wanted} is not among {said:?}");
    }
    assert!(said.ends_with(&["hybrid".into(), "boolean".into()]));
    assert!(svg.contains("title\">nDCG by rank</title>"));
}

#[test]
fn one_series_needs_no_legend() {
    let svg = curves(&["hybrid"]).svg().unwrap();
    assert!(texts(&svg).iter().all(|(text, _, _)| text != "hybrid"));
}

#[test]
fn legends_of_many_runs_stand_in_columns_and_make_the_picture_higher() {
    let names: Vec<String> = (0..20).map(|at| format!("system number {at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (few, many) = (curves(&names[..2]).drawn().unwrap(), curves(&names).drawn().unwrap());
    assert!(many.size.1 > few.size.1 + 50.0);
    let entries = texts(&many.svg);
    let entries: Vec<_> =
        entries.iter().filter(|(text, _, _)| text.starts_with("system")).collect();
    assert_eq!(entries.len(), 20);
    let columns: std::collections::BTreeSet<String> =
        entries.iter().map(|(_, x, _)| x.to_string()).collect();
    assert_eq!(columns.len(), 2);
    assert!(entries.iter().all(|(_, x, y)| *x < 252.0 && *y < many.size.1));
}

#[test]
fn a_size_without_room_is_an_error_that_says_how_much_it_takes() {
    let mut figure = curves(&["hybrid", "boolean"]);
    figure.size.height = Height::Whole(60.0);
    let error = figure.svg().unwrap_err().to_string();
    let least: f64 = error.rsplit('(').next().unwrap().trim_end_matches(" pt)").parse().unwrap();
    figure.size.height = Height::Whole(least);
    assert!(figure.svg().is_ok(), "{error}");
    figure.size.width = 40.0;
    assert!(figure.svg().unwrap_err().to_string().contains("is not wide enough"));
}

#[test]
fn hostile_names_show_as_text() {
    let names = ["<img onerror=x>", "a&b\"c\u{0}\u{1b}[31m\u{202e}\u{ffff}"];
    let mut figure = curves(&names);
    figure.title = "</title><script>alert(1)</script>".into();
    let svg = figure.svg().unwrap();
    assert!(!svg.contains("<img") && !svg.contains("<script"));
    let said = texts(&svg);
    assert!(said.iter().any(|(text, _, _)| text == "&lt;img onerror=x&gt;"));
    assert!(
        said.iter()
            .any(|(text, _, _)| text == "a&amp;b&quot;c\u{fffd}\u{fffd}[31m\u{fffd}\u{fffd}")
    );
    assert!(figure.png(72.0).is_ok() && figure.pdf().is_ok());
}

#[test]
fn a_png_has_the_size_of_its_resolution_and_is_not_blank() {
    for theme in Theme::ALL {
        let mut figure = curves(&["hybrid", "boolean"]);
        figure.theme = theme;
        figure.size.height = Height::Whole(180.0);
        let seen = pixels(&figure.png(144.0).unwrap());
        assert_eq!((seen.width(), seen.height()), (504, 360));
        let first = seen.pixels()[0];
        let inked = seen.pixels().iter().filter(|pixel| **pixel != first).count();
        assert!(inked > 2000, "{theme}: {inked}");
    }
    let error = curves(&["a"]).png(10_000.0).unwrap_err().to_string();
    assert!(error.starts_with("a picture of 35000 by"), "{error}");
}

#[test]
fn texts_of_a_pdf_are_text_that_can_be_searched() {
    let figure = curves(&["bm25", "dense"]);
    let (pdf, svg) = (figure.pdf().unwrap(), figure.svg().unwrap());
    let content = String::from_utf8_lossy(&pdf);
    // As many as are drawn by outlines in the SVG, in fonts that are there and say which letters they show.
    assert_eq!(content.matches("BT\n").count(), texts(&svg).len());
    assert_eq!(content.matches("/FontFile2").count(), 2);
    assert_eq!(content.matches("/ToUnicode").count(), 2);
    for letter in "nDCG by rank".chars() {
        let code = format!("<{:04X}>", u32::from(letter));
        assert!(content.contains(&code), "{letter}: {code}");
    }
}

#[test]
fn a_pdf_has_one_page_of_the_right_size() {
    let mut figure = curves(&["hybrid", "boolean"]);
    figure.size.height = Height::Whole(180.0);
    let pdf = figure.pdf().unwrap();
    assert!(pdf.starts_with(b"%PDF"));
    let text = String::from_utf8_lossy(&pdf);
    assert_eq!(text.matches("/Type /Page\n").count(), 1);
    assert!(text.contains("/MediaBox [0 0 252 180]"), "{text}");
}

#[test]
fn names_are_turned_where_they_do_not_fit_and_thinned_where_they_touch() {
    let mut figure = curves(&["a", "b"]);
    let names = |count: usize| (0..count).map(|at| format!("topic-{at}")).collect();
    figure.x.scale = Scale::Names(names(3));
    assert!(!figure.svg().unwrap().contains("rotate(-90) scale(0.0065"));
    figure.x.scale = Scale::Names(names(20));
    assert!(figure.svg().unwrap().contains("rotate(-90) scale(0.0065"));
    figure.x.scale = Scale::Names(names(250));
    let said = texts(&figure.svg().unwrap());
    assert!(said.iter().filter(|(text, _, _)| text.starts_with("topic-")).count() < 40);
    assert!(said.iter().any(|(text, _, _)| text == "rank (every 9th named)"), "{said:?}");
}

#[test]
fn texts_of_cells_are_left_out_where_they_do_not_fit() {
    let mut figure = curves(&[]);
    let cells = |count: usize| {
        let cell = |at: usize| Mark::Cell {
            x: at as f64,
            y: 0.0,
            value: Some(0.5).filter(|_| at > 0),
            text: ".50".into(),
        };
        ((0..count).map(cell).collect(), Scale::Names(vec!["t".into(); count]))
    };
    figure.ramp = Some(Ramp { label: "AP".into(), low: 0.0, high: 1.0, parted: false });
    figure.y.scale = Scale::Names(vec!["run".into()]);
    for (count, shown) in [(6, 5), (100, 0)] {
        (figure.marks, figure.x.scale) = cells(count);
        let said = texts(&figure.svg().unwrap());
        assert_eq!(said.iter().filter(|(text, _, _)| text == ".50").count(), shown);
        assert!(said.iter().any(|(text, _, _)| text == "AP (× no value)"));
    }
}

#[test]
fn what_stands_beside_rows_is_not_cut_off() {
    let mut figure = curves(&[]);
    figure.y.scale = Scale::Names(vec!["hybrid".into(), "boolean".into()]);
    figure.beside = vec!["0.8371".into(), "0.6977 and more".into()];
    let svg = figure.svg().unwrap();
    for (text, x, _) in texts(&svg) {
        if figure.beside.contains(&text) {
            assert!(x + font::width(&text, 6.5, font::Weight::Regular) <= 252.0, "{text} at {x}");
        }
    }
    assert!(svg.contains("aria-label=\"0.8371\""));
}

/// All names within a picture.
fn ids(svg: &str) -> std::collections::BTreeSet<&str> {
    svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn names_within_pictures_do_not_collide_on_a_page() {
    let (one, other) = (curves(&["a", "b"]).svg().unwrap(), curves(&["a", "c"]).svg().unwrap());
    assert!(ids(&one).len() > 20 && ids(&one).is_disjoint(&ids(&other)));
    // All that is referred to is there.
    for reference in one.split('#').skip(1).filter(|rest| rest.starts_with('g')) {
        let name = reference.split(['"', ')']).next().unwrap();
        assert!(ids(&one).contains(name), "{name}");
    }
    assert!(!one.contains('\u{1}'));
}

#[test]
fn names_that_look_the_same_for_want_of_letters_are_numbered() {
    let figure = curves(&["検索", "辞書", "plain"]);
    assert_eq!(figure.unseen(), ["検索", "辞書"]);
    let said: Vec<String> =
        texts(&figure.svg().unwrap()).into_iter().map(|(text, _, _)| text).collect();
    assert!(said.ends_with(&["1: 検索".into(), "2: 辞書".into(), "plain".into()]), "{said:?}");
    assert!(curves(&["ä", "Ω", "ж"]).unseen().is_empty());
}

#[test]
fn bars_in_print_are_hatched() {
    let mut figure = curves(&["a", "b", "c"]);
    let bar = |at: usize| Mark::Bar { x: (at as f64, at as f64 + 1.0), y: (0.0, 0.5), series: at };
    figure.marks = (0..3).map(bar).collect();
    assert!(!figure.svg().unwrap().contains("<pattern"));
    figure.theme = Theme::Paper;
    assert_eq!(figure.svg().unwrap().matches("<pattern").count(), 1);
    assert!(figure.png(72.0).is_ok() && figure.pdf().is_ok());
}

#[test]
fn cells_below_0_differ_in_print_too() {
    let mut figure = curves(&[]);
    figure.ramp = Some(Ramp { label: "r".into(), low: -1.0, high: 1.0, parted: true });
    (figure.x.scale, figure.y.scale) =
        (Scale::Names(vec!["a".into()]), Scale::Names(vec!["b".into()]));
    figure.theme = Theme::Paper;
    let mut drawn = |value: f64| {
        figure.marks = vec![Mark::Cell { x: 0.0, y: 0.0, value: Some(value), text: String::new() }];
        pixels(&figure.png(72.0).unwrap())
    };
    assert!(drawn(1.0).data() != drawn(-1.0).data());
}
