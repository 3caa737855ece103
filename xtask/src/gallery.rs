//! The gallery of plots: a picture of each kind on the bundled example, and the page that shows them.

use crate::binary;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

const PLACE: &str = "docs/gallery";
const PAGE: &str = "docs/gallery.md";

/// A picture: its name, what makes it, and how to read it.
struct Picture {
    name: &'static str,
    title: &'static str,
    /// Behind `gainline plot`.
    command: &'static str,
    reading: &'static str,
}

const PICTURES: &[Picture] = &[
    Picture {
        name: "gain",
        title: "Gain by rank",
        command: "gain examples/qrels.txt examples/runs/*.run --curve dcg --depth 30",
        reading: "The higher a curve, the more a user has gained by that rank; the dotted line is the best \
                  possible ranking. Where curves cross, the better run depends on how far users look.",
    },
    Picture {
        name: "gain-ndcg",
        title: "Gain as a share of the ideal",
        command: "gain examples/qrels.txt examples/runs/*.run --depth 30",
        reading: "nDCG at every rank: 1 is the best possible up to there. A curve that falls at first has \
                  its best documents right at the top.",
    },
    Picture {
        name: "pr",
        title: "Precision and recall",
        command: "pr examples/qrels.txt examples/runs/*.run",
        reading: "The best precision at each recall or beyond. The left end is about the first documents, \
                  the right end about finding all that is relevant.",
    },
    Picture {
        name: "pr-levels",
        title: "Precision and recall by relevance level",
        command: "pr examples/qrels.txt examples/runs/hybrid.run --levels",
        reading: "A curve for each grade from which on documents count as relevant.",
    },
    Picture {
        name: "roc",
        title: "Recall and fallout",
        command: "roc examples/qrels.txt examples/runs/*.run --collection-size 64",
        reading: "The area below a curve is the share of pairs of a relevant document and another one \
                  that stand in the right order; the diagonal is chance.",
    },
    Picture {
        name: "topics",
        title: "Every topic",
        command: "topics examples/qrels.txt examples/runs/*.run --size page",
        reading: "A group of bars is a topic, the easiest first. Look at topics on which one run alone is \
                  low.",
    },
    Picture {
        name: "histogram",
        title: "Two runs, topic by topic",
        command: "histogram examples/qrels.txt examples/runs/hybrid.run examples/runs/boolean.run",
        reading: "A bar is a topic: up where the first run is better, down where the second is. A mean \
                  difference that rests on one or two long bars is fragile.",
    },
    Picture {
        name: "box",
        title: "Spread over topics",
        command: "box examples/qrels.txt examples/runs/*.run",
        reading: "The box holds the middle half of the topics, the line is the median, the dot the mean; \
                  circles are topics far from the others.",
    },
    Picture {
        name: "forest",
        title: "Means and how certain they are",
        command: "forest examples/qrels.txt examples/runs/*.run",
        reading: "The line is the 95 % interval of the mean over topics. Whether two runs differ is asked \
                  of their differences: `gainline compare`.",
    },
    Picture {
        name: "heatmap",
        title: "Topics and runs",
        command: "heatmap examples/qrels.txt examples/runs/*.run",
        reading: "Rows are runs, the best first; columns are topics, the easiest first; the darker, the \
                  higher. A light cell in a dark column is a failure of that run alone.",
    },
    Picture {
        name: "measures",
        title: "Measures held against each other",
        command: "measures examples/qrels.txt examples/runs/*.run",
        reading: "1 means that two measures order the topics in the same way: then one of them is enough.",
    },
    Picture {
        name: "ranks",
        title: "The relevant documents of a topic",
        command: "ranks examples/qrels.txt examples/runs/*.run --topic t03",
        reading: "A dot is a relevant document at its rank, the larger and stronger the higher its \
                  grade. Large dots at the left are what a good run has.",
    },
];

const HEAD: &str = "\
# Gallery

Every kind of `gainline plot` on the bundled example. The pictures and this page are made by `cargo xtask
gallery`, and `cargo xtask test` checks that they are up to date. Write to `.png` or `.pdf` instead by another
ending of `-o`; `--theme dark` and `--theme paper` have other colours, `--size page` is as wide as a page, and
`--data numbers.tsv` writes the numbers behind a picture.
";

const TAIL: &str = "
## Figures of the literature

Made in kind of the TREC 2019 Deep Learning track's passage judgments and any runs for them, here all files
that end in `.run`; three to six runs make curves that can be told apart.

Järvelin and Kekäläinen (2002), Figures 1 to 4: cumulated gain, discounted, and both as shares of the ideal, at
ranks 1 to 100. Each is shown twice, with binary weights (a) and with weights of 0, 1, 10 and 100 (b). Their
normalised curves divide the mean gain by the mean ideal gain (`--normalise mean`), and their discount leaves
ranks below the base of the logarithm as they are (`--discount jk --base 2`).

```sh
Q=qrels.dl19-passage.txt
gainline plot gain $Q *.run --curve cg --gains 0-1-1-1 -o figure-1a.svg
gainline plot gain $Q *.run --curve cg --gains 0-1-10-100 -o figure-1b.svg
gainline plot gain $Q *.run --curve dcg --discount jk --base 2 --gains 0-1-1-1 -o figure-2a.svg
gainline plot gain $Q *.run --curve dcg --discount jk --base 2 --gains 0-1-10-100 -o figure-2b.svg
gainline plot gain $Q *.run --curve ncg --normalise mean --ideal --gains 0-1-1-1 -o figure-3a.svg
gainline plot gain $Q *.run --curve ncg --normalise mean --ideal --gains 0-1-10-100 -o figure-3b.svg
gainline plot gain $Q *.run --curve ndcg --normalise mean --ideal --discount jk --base 2 --gains 0-1-1-1 -o figure-4a.svg
gainline plot gain $Q *.run --curve ndcg --normalise mean --ideal --discount jk --base 2 --gains 0-1-10-100 -o figure-4b.svg
```

Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval: the precision histogram, the difference in
R-precision of two algorithms for each query. Theirs stand in the order of the queries.

```sh
gainline plot histogram $Q D_BERT_KD_TASB.run BM25.run --order qrels -o precision-histogram.svg
gainline plot histogram $Q D_BERT_KD_TASB.run BM25.run -o sorted.svg
```
";

/// Makes the gallery anew.
pub(crate) fn make() -> bool {
    draw(binary::DEBUG, PLACE) && write(Path::new(PAGE), &page())
}

/// Whether the gallery is as the program would draw it now.
pub(crate) fn check(profile: binary::Profile) -> bool {
    let place = "target/gallery";
    draw(profile, place) && is_up_to_date(place)
}

fn draw(profile: binary::Profile, place: &str) -> bool {
    if let Err(error) = fs::create_dir_all(place) {
        eprintln!("xtask: cannot make {place}: {error}");
        return false;
    }
    binary::build(profile).is_some_and(|gainline| {
        PICTURES.iter().all(|picture| draw_picture(&gainline, picture, place))
    })
}

fn draw_picture(gainline: &Path, picture: &Picture, place: &str) -> bool {
    // Through a shell, for the sake of `*.run`.
    let plot = format!("\"$0\" plot {} -o {place}/{}.svg", picture.command, picture.name);
    let done = Command::new("sh").args(["-c", &plot]).arg(gainline).status();
    let drawn = done.is_ok_and(|status| status.success());
    if !drawn {
        eprintln!("xtask: FAILED: {plot}");
    }
    drawn
}

fn write(file: &Path, text: &str) -> bool {
    let written = fs::write(file, text);
    if let Err(error) = &written {
        eprintln!("xtask: cannot write {}: {error}", file.display());
    }
    written.is_ok()
}

fn is_up_to_date(place: &str) -> bool {
    let same = |name: &str| {
        let file = format!("{name}.svg");
        let [ours, new] = [PLACE, place].map(|folder| fs::read(Path::new(folder).join(&file)).ok());
        ours.is_some() && ours == new
    };
    let old: Vec<&str> = PICTURES.iter().map(|p| p.name).filter(|name| !same(name)).collect();
    for name in &old {
        eprintln!("xtask: {PLACE}/{name}.svg is out of date; `cargo xtask gallery` makes it anew");
    }
    let current = fs::read_to_string(PAGE).is_ok_and(|text| text == page());
    if !current {
        eprintln!("xtask: {PAGE} is out of date; `cargo xtask gallery` makes it anew");
    }
    old.is_empty() && current
}

fn page() -> String {
    let mut page = HEAD.to_string();
    for Picture { name, title, command, reading } in PICTURES {
        // Writing to a string does not fail.
        let _ = write!(
            page,
            "\n## {title}\n\n![{title}](gallery/{name}.svg)\n\n```sh\ngainline plot {command} -o \
             {name}.svg\n```\n\n{reading}\n"
        );
    }
    page.push_str(TAIL);
    page
}
