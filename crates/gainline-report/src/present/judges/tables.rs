//! How far judges agree, in tables.

use super::{JudgesPresenter, SHOWN, WIDEST, shown_grade};
use crate::present::words::{Columns, count, counted, header, number, text};
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

    /// A row for each pair of judges, starting with their names.
    fn pairs(&self) -> Columns<&PairAgreement> {
        Columns::of(self.answer.agreement.pairs.iter().take(SHOWN))
            .column("judge (1)", |pair| text(&pair.first))
            .column("judge (2)", |pair| text(&pair.second))
    }

    fn judged(&self) -> Table {
        self.pairs()
            .column("both", |pair| count(pair.judged_by_both))
            .column("only 1", |pair| count(pair.judged_by_first_only))
            .column("only 2", |pair| count(pair.judged_by_second_only))
            .column("rel. 1", |PairAgreement { relevance: r, .. }| {
                whole(r.documents.both + r.documents.first)
            })
            .column("rel. 2", |PairAgreement { relevance: r, .. }| {
                whole(r.documents.both + r.documents.second)
            })
            .column("rel. both", |pair| whole(pair.relevance.documents.both))
            .column("overlap (Jaccard)", |pair| self.value(pair.relevance.overlap))
            .column("mean over topics", |pair| {
                self.value(pair.relevance.mean_overlap.map(|overlap| overlap.mean))
            })
            .table()
    }

    fn on_grades(&self) -> Table {
        let value = |kappa: Option<Kappa>| self.value(kappa.map(|kappa| kappa.kappa));
        self.pairs()
            .column("same grade", |pair| self.value(pair.grades.agreement))
            .column("kappa [95 % CI]", |pair| self.kappa(pair.grades.kappa))
            .column("linear kappa", |pair| value(pair.grades.kappa_linear))
            .column("quadratic kappa", |pair| value(pair.grades.kappa_quadratic))
            .table()
    }

    fn on_relevance(&self) -> Table {
        self.pairs()
            .column("agreement", |pair| self.value(pair.relevance.agreement))
            .column("kappa [95 % CI]", |pair| self.kappa(pair.relevance.kappa))
            .column("positive agr.", |pair| self.value(pair.relevance.positive_agreement))
            .column("negative agr.", |pair| self.value(pair.relevance.negative_agreement))
            .column("precision (2)", |pair| self.value(pair.relevance.precision_of_second))
            .column("recall (2)", |pair| self.value(pair.relevance.recall_of_second))
            .table()
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
        rows.push(vec![text("overlap of all (Jaccard)"), text(""), self.value(all.overlap)]);
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
        let topics = topics.iter().map(|topic| (topic, &topic.agreement.all));
        let kappa = |kappa: Option<Kappa>| self.value(kappa.map(|kappa| kappa.kappa));
        let mut columns = Columns::of(topics)
            .column("topic", |(topic, _)| text(&topic.topic))
            .column("documents", |(_, all)| count(all.judged_by_all))
            .column("same grade", |(_, all)| self.value(all.agreement));
        columns = match two {
            true => columns
                .column("kappa", |(topic, _)| kappa(topic.agreement.pairs[0].grades.kappa))
                .column("quadratic", |(topic, _)| {
                    kappa(topic.agreement.pairs[0].grades.kappa_quadratic)
                }),
            false => columns.column("Fleiss' kappa", |(_, all)| {
                self.value(all.fleiss_kappa.map(|fleiss| fleiss.kappa))
            }),
        };
        columns
            .column("alpha, ordinal", |(_, all)| {
                self.value(all.alpha_ordinal.map(|alpha| alpha.coefficient.alpha))
            })
            .column("rel. to any", |(_, all)| count(all.relevant_to_any))
            .column("rel. to all", |(_, all)| count(all.relevant_to_all))
            .column("overlap (Jaccard)", |(_, all)| self.value(all.overlap))
            .table()
    }
}

fn whole(n: u64) -> Cell {
    count(n as usize)
}
