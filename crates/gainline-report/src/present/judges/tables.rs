//! How far judges agree, in tables.

use super::{JudgesPresenter, SHOWN, WIDEST, shown_grade};
use crate::present::words::{count, counted, header, number, text};
use crate::{Cell, Table};
use gainline_analysis::judges::{Alpha, Kappa, PairAgreement, TopicAgreement};
use gainline_stats::FleissKappa;

/// So many confusion matrices are shown.
const MATRICES: usize = 3;

impl JudgesPresenter<'_> {
    /// The tables, each with its title.
    pub(super) fn tables(&self) -> Vec<(String, Table)> {
        let rel = self.answer.provenance.options.rel;
        let more = match self.answer.agreement.pairs.len() {
            pairs if pairs > SHOWN => {
                format!(" (the first {SHOWN} of {pairs} pairs; json has all)")
            }
            _ => String::new(),
        };
        let mut tables = vec![
            (
                format!(
                    "Documents judged, and of those judged by both the relevant ones (grade {rel} or \
                     higher){more}:"
                ),
                self.judged(),
            ),
            (
                format!("Agreement on grades, for documents that both have judged{more}:"),
                self.on_grades(),
            ),
            (
                format!(
                    "Agreement on relevance (relevant or not), for documents that both have \
                     judged{more}:"
                ),
                self.on_relevance(),
            ),
            (self.all_title(), self.all()),
        ];
        tables.extend(self.matrices());
        if let Some(topics) = &self.answer.by_topic {
            let title =
                format!("Agreement by topic, for documents that {} have judged:", self.everybody());
            tables.push((title, self.per_topic(topics)));
        }
        tables
    }

    /// A row for each pair of judges: their names, and then its cells.
    fn pairs(&self, names: &[&str], cells: impl Fn(&PairAgreement) -> Vec<Cell>) -> Table {
        let row = |pair: &PairAgreement| {
            [text(&pair.first), text(&pair.second)].into_iter().chain(cells(pair)).collect()
        };
        Table {
            header: header(&[&["judge (1)", "judge (2)"], names].concat()),
            rows: self.answer.agreement.pairs.iter().take(SHOWN).map(row).collect(),
            ..Table::default()
        }
    }

    fn judged(&self) -> Table {
        let names = [
            "both",
            "only 1",
            "only 2",
            "rel. 1",
            "rel. 2",
            "rel. both",
            "overlap",
            "mean over topics",
        ];
        self.pairs(&names, |pair| {
            let documents = &pair.relevance.documents;
            vec![
                count(pair.judged_by_both),
                count(pair.judged_by_first_only),
                count(pair.judged_by_second_only),
                whole(documents.both + documents.first),
                whole(documents.both + documents.second),
                whole(documents.both),
                self.value(pair.relevance.overlap),
                self.value(pair.relevance.mean_overlap.map(|overlap| overlap.mean)),
            ]
        })
    }

    fn on_grades(&self) -> Table {
        let names = ["same grade", "kappa [95 % CI]", "linear kappa", "quadratic kappa"];
        self.pairs(&names, |pair| {
            let grades = &pair.grades;
            vec![
                self.value(grades.agreement),
                self.kappa(grades.kappa),
                self.value(grades.kappa_linear.map(|kappa| kappa.kappa)),
                self.value(grades.kappa_quadratic.map(|kappa| kappa.kappa)),
            ]
        })
    }

    fn on_relevance(&self) -> Table {
        let names =
            ["same", "kappa [95 % CI]", "positive", "negative", "precision (2)", "recall (2)"];
        self.pairs(&names, |pair| {
            let relevance = &pair.relevance;
            vec![
                self.value(relevance.agreement),
                self.kappa(relevance.kappa),
                self.value(relevance.positive_agreement),
                self.value(relevance.negative_agreement),
                self.value(relevance.precision_of_second),
                self.value(relevance.recall_of_second),
            ]
        })
    }

    /// κ, with its interval where there is one.
    fn kappa(&self, kappa: Option<Kappa>) -> Cell {
        match kappa {
            None => text("-"),
            Some(Kappa { kappa, interval: None, .. }) => number(kappa, self.digits),
            Some(Kappa { kappa, interval: Some(interval), .. }) => Cell::Range {
                value: kappa,
                low: interval.low,
                high: interval.high,
                decimals: self.digits,
            },
        }
    }

    fn all_title(&self) -> String {
        let all = &self.answer.agreement.all;
        let by_all = counted(all.judged_by_all, "document");
        match self.answer.provenance.judges.len() {
            2 => format!(
                "{}: Fleiss' kappa and Krippendorff's alpha, for the {by_all} that both have judged:",
                self.everybody()
            ),
            judges => format!(
                "All judges: Fleiss' kappa for the {by_all} that all {judges} have judged, \
                 Krippendorff's alpha for the {} that two or more have judged:",
                all.judged_by_several
            ),
        }
    }

    fn all(&self) -> Table {
        let all = &self.answer.agreement.all;
        let fleiss = |fleiss: Option<FleissKappa>| self.value(fleiss.map(|fleiss| fleiss.kappa));
        let alpha = |alpha: Option<Alpha>| self.value(alpha.map(|alpha| alpha.coefficient.alpha));
        let mut rows = vec![vec![
            text("Fleiss' kappa"),
            fleiss(all.fleiss_kappa),
            fleiss(all.relevant_fleiss_kappa),
        ]];
        let alphas = [
            ("alpha, nominal", all.alpha_nominal),
            ("alpha, ordinal", all.alpha_ordinal),
            ("alpha, interval", all.alpha_interval),
        ];
        for (name, of_grades) in alphas {
            // Of two values, all metrics give the same.
            rows.push(vec![text(name), alpha(of_grades), alpha(all.relevant_alpha)]);
        }
        rows.push(vec![text("same grade"), self.value(all.agreement), text("")]);
        rows.push(vec![text("overlap of all"), text(""), self.value(all.overlap)]);
        let mean = all.mean_overlap.map(|overlap| overlap.mean);
        rows.push(vec![text("  mean over topics"), text(""), self.value(mean)]);
        Table { header: header(&["", "grades", "relevance"]), rows, ..Table::default() }
    }

    /// The confusion matrices of the first few pairs of judges.
    fn matrices(&self) -> Vec<(String, Table)> {
        let grades = &self.answer.grades;
        if grades.len() > WIDEST {
            return vec![];
        }
        let names: Vec<String> = grades.iter().map(|grade| shown_grade(*grade)).collect();
        let matrix = |pair: &PairAgreement| {
            let confusion = &pair.grades.confusion;
            let mut rows: Vec<Vec<Cell>> = vec![];
            let counts = confusion.counts().iter().zip(confusion.first_totals());
            for (name, (counts, total)) in names.iter().zip(counts) {
                let cells = counts.iter().copied().chain([total]).map(whole);
                rows.push([text(name)].into_iter().chain(cells).collect());
            }
            let totals = confusion.second_totals().into_iter().chain([confusion.total()]);
            rows.push([text("all")].into_iter().chain(totals.map(whole)).collect());
            let shown: Vec<&str> = names.iter().map(String::as_str).collect();
            let title = format!(
                "Confusion matrix: documents by the grade of {} (rows) and of {} (columns):",
                pair.first, pair.second
            );
            let header = header(&[&["grade"], &shown[..], &["all"]].concat());
            (title, Table { header, rows, ..Table::default() })
        };
        let pairs = self.answer.agreement.pairs.iter().filter(|pair| pair.judged_by_both > 0);
        pairs.take(MATRICES).map(matrix).collect()
    }

    fn per_topic(&self, topics: &[TopicAgreement]) -> Table {
        let two = self.answer.provenance.judges.len() == 2;
        let row = |TopicAgreement { topic, agreement }: &TopicAgreement| {
            let all = &agreement.all;
            let mut row = vec![text(topic), count(all.judged_by_all), self.value(all.agreement)];
            match &agreement.pairs[..] {
                [pair] => {
                    row.push(self.value(pair.grades.kappa.map(|kappa| kappa.kappa)));
                    row.push(self.value(pair.grades.kappa_quadratic.map(|kappa| kappa.kappa)));
                }
                _ => row.push(self.value(all.fleiss_kappa.map(|fleiss| fleiss.kappa))),
            }
            row.push(self.value(all.alpha_ordinal.map(|alpha| alpha.coefficient.alpha)));
            row.push(count(all.relevant_to_any));
            row.push(count(all.relevant_to_all));
            row.push(self.value(all.overlap));
            row
        };
        let kappas: &[&str] = if two { &["kappa", "quadratic"] } else { &["Fleiss' kappa"] };
        let ends = ["alpha, ordinal", "rel. to any", "rel. to all", "overlap"];
        let names = [&["topic", "documents", "same grade"], kappas, &ends[..]].concat();
        Table { header: header(&names), rows: topics.iter().map(row).collect(), ..Table::default() }
    }
}

fn whole(n: u64) -> Cell {
    count(n as usize)
}
