//! Runs compared in several collections.

use super::board::BoardTable;
use super::{notes, records};
use crate::document::{Block, Document};
use crate::figures::{PictureSize, collections_forest};
use crate::plot::{PAGE, Theme};
use crate::present::notes::note;
use crate::present::statistics::{confidence, interval, level_percent, p_is, p_value, probability};
use crate::present::words::{Columns, counted, number, signed, text, tone, toned};
use crate::present::{Presenter, answer};
use crate::records::Records;
use crate::{Cell, Note, Table, Tone};
use gainline::Better;
use gainline_analysis::collections::{
    CollectionEffect, CollectionsAnswer, CollectionsPair, MeasureOverCollections,
};
use gainline_analysis::compare::CompareAnswer;
use gainline_analysis::comparison::{Computed, Family, Status};
use gainline_stats::{Correction, Interval};
use std::io;

/// Up to so many pairs are all shown.
const MANY_PAIRS: usize = 10;
/// So many pairs are drawn, at the most.
const PAIRS_DRAWN: usize = 6;

/// Shows runs compared in several collections.
pub struct CollectionsPresenter<'a> {
    /// What is shown.
    pub answer: &'a CollectionsAnswer,
    /// Decimals in tables.
    pub digits: usize,
    /// Every pair is shown, also where there are many.
    pub all_pairs: bool,
    /// Differences are drawn too, for a page.
    pub pictures: bool,
}

impl Presenter for CollectionsPresenter<'_> {
    answer!(CollectionsAnswer);

    fn title(&self) -> String {
        let (runs, collections) = (self.answer.runs.len(), self.answer.collections.len());
        format!("{} in {}", counted(runs, "run"), counted(collections, "collection"))
    }

    fn headline(&self) -> Option<String> {
        self.lead()
    }

    fn document(&self) -> Document {
        let mut document = Document::new(self.notes());
        document.answer = self.short_answer();
        for (at, measure) in self.answer.measures.iter().enumerate() {
            self.measure(measure, at == 0, &mut document);
        }
        document.warnings(self.warnings());
        document.conclusion(self.conclusion().join(" "));
        document
    }

    fn records(&self, out: &mut Records<'_>) -> io::Result<()> {
        records::write(self.answer, out)
    }
}

impl CollectionsPresenter<'_> {
    fn notes(&self) -> Vec<Note> {
        let answer = self.answer;
        let alone = answer.collections.iter();
        let provenances = alone.clone().map(|of| (of.collection.as_str(), &of.answer.provenance));
        let mut notes = notes::evaluated(provenances, &answer.request.measures);
        let test = answer.request.test;
        let p = match self.is_corrected_within() {
            true => "p adj. is corrected",
            false => "p is not corrected",
        };
        notes.push(note(
            "within",
            format!(
                "each collection by itself: {} (--test {test}); {p} for what is compared in it",
                test.description()
            ),
        ));
        let correction = answer.request.correction_of_pairs();
        let together = self.tested_together();
        let of = match answer.request.family {
            Family::All => "",
            Family::Measure => " by each measure, --family measure",
        };
        let corrected = match correction.word() {
            None => "not corrected (--correction none)".into(),
            Some(_) if together < 2 => "one comparison, nothing to correct".into(),
            Some(name) => {
                format!(
                    "{name} correction for {together} comparisons (--correction {correction}{of})"
                )
            }
        };
        notes.push(note(
            "over",
            format!(
                "random-effects meta-analysis of the differences in collections (variance between \
                 collections by Paule and Mandel, t interval by Hartung and Knapp, never narrower \
                 than without such variance), two-sided; {corrected}; a difference is significant if \
                 {} < {} (--alpha)",
                if self.is_corrected() { "p adj." } else { "p" },
                answer.request.alpha
            ),
        ));
        let widened = match correction {
            Correction::None => "each by itself",
            Correction::Bonferroni | Correction::Holm | Correction::Hochberg if together > 1 => {
                "widened (Bonferroni) so that all of them hold together as the adjusted p-values do"
            }
            Correction::BenjaminiHochberg if together > 1 => {
                "widened to the false discovery rate of the p-values"
            }
            Correction::Bonferroni
            | Correction::Holm
            | Correction::Hochberg
            | Correction::BenjaminiHochberg => "of the one difference",
        };
        notes.push(note(
            "intervals",
            format!(
                "{}: {widened}; `next` and P(better) are for each pair by itself",
                confidence(1.0 - answer.request.alpha)
            ),
        ));
        notes
    }

    /// How many pairs are corrected for together.
    fn tested_together(&self) -> usize {
        let pairs = self.answer.measures.iter().flat_map(|measure| &measure.pairs);
        let tested = pairs.filter(|pair| pair.p_adjusted.is_some()).count();
        match self.answer.request.family {
            Family::All => tested,
            Family::Measure => tested.div_ceil(self.answer.measures.len().max(1)),
        }
    }

    /// Whether p-values over collections are corrected for their number.
    fn is_corrected(&self) -> bool {
        let correction = self.answer.request.correction_of_pairs();
        correction != Correction::None && self.tested_together() > 1
    }

    /// Whether p-values within collections are corrected for what is compared there.
    fn is_corrected_within(&self) -> bool {
        self.answer.collections.iter().any(|alone| {
            let CompareAnswer { test, correction_used, .. } = alone.answer;
            let corrects = test.is_simultaneous() || correction_used != Correction::None;
            corrects && alone.answer.tested_together() > 1
        })
    }

    fn measure(&self, over: &MeasureOverCollections, first: bool, document: &mut Document) {
        let answer = self.answer;
        let collections: Vec<&str> =
            answer.collections.iter().map(|alone| alone.collection.as_str()).collect();
        document.heading(format!(
            "{}, {}",
            over.board.measure,
            counted(collections.len(), "collection")
        ));
        let board = BoardTable {
            board: &over.board,
            collections,
            runs: &over.board.best_first,
            digits: self.digits,
        };
        let marks = self.marks(over);
        document.table(board.table(&|at, run| marks[at][run.place]));
        let baseline = answer.baseline.as_ref();
        if let Some(baseline) = baseline.filter(|_| marks.iter().flatten().any(Option::is_some)) {
            document.legend(format!(
                "+, -: significantly better or worse than {baseline} in this collection."
            ));
        }
        document.legend(notes::means(&over.board));
        let shown = self.shown_pairs(over);
        document.titled("Differences over collections:", self.pairs_table(over, &shown));
        if first {
            document.legend(format!(
                "difference: run − {}, the mean over collections like these, in which precise \
                 differences weigh more than in the macro mean; next: where the difference in a \
                 further collection is expected ({} prediction interval); I²: the share of the \
                 variation between collections that exceeds sampling error; collections: in how many \
                 the run is better, equal, worse (in brackets: significantly better, significantly \
                 worse); P(better): the probability that the mean difference is in favour of the \
                 run{}, by a Bayesian hierarchical model (flat prior for the mean; the prior of the \
                 spread between collections is as wide as the topics' differences).",
                self.other_run(),
                level_percent(1.0 - answer.request.alpha),
                match answer.request.equivalence {
                    Some(margin) => format!(" by more than {margin}"),
                    None => String::new(),
                },
            ));
        }
        if shown.iter().any(|pair| pair.effects.len() < 2) {
            document.legend("-: fewer than two collections have both runs.");
        } else if let Some(why) = shown.iter().find_map(|pair| pair.meta.undefined()) {
            document.legend(format!("-: {why}."));
        }
        if shown.len() < over.pairs.len() {
            document.text(format!(
                "The best run compared with every other; --all-pairs shows all {} pairs.",
                over.pairs.len()
            ));
        }
        document.list(ranks(over));
        if self.pictures {
            let baseline = self.answer.baseline.as_ref();
            let drawn = over.main_pairs(baseline).take(PAIRS_DRAWN);
            document.blocks.extend(drawn.filter_map(|pair| self.picture(over, pair)));
        }
        if let Some(pair) = shown.first().filter(|pair| !pair.effects.is_empty()) {
            let title = format!("{} − {} in each collection:", pair.run, pair.baseline);
            document.titled(title, self.effects_table(pair));
        }
        let first = shown.first().into_iter().flat_map(|pair| &pair.effects);
        let differ = shown.iter().any(|pair| pair.interval_differs);
        if differ || first.into_iter().any(|effect| effect.interval_differs) {
            document.legend(
                "†: interval and p-value disagree on 0: intervals are adjusted in a single step, \
                 p-values step by step, and tests of signs or ranks are not about the mean.",
            );
        }
    }

    /// A forest plot; none where it cannot be drawn, as without a collection that has both.
    fn picture(&self, over: &MeasureOverCollections, pair: &CollectionsPair) -> Option<Block> {
        let drawn = |theme: Theme| {
            let plot = collections_forest(self.answer, &over.board.measure, pair);
            plot.figure(theme, PictureSize::Wide(PAGE), None).svg().ok()
        };
        (!pair.effects.is_empty())
            .then(|| {
                Some(Block::Picture { light: drawn(Theme::Light)?, dark: drawn(Theme::Dark)? })
            })
            .flatten()
    }

    /// What stands behind the value of each collection and run: how it compares with the baseline.
    fn marks(&self, over: &MeasureOverCollections) -> Vec<Vec<Option<(&'static str, Tone)>>> {
        let mut marks = vec![vec![None; self.answer.runs.len()]; self.answer.collections.len()];
        if self.answer.baseline.is_none() {
            return marks;
        }
        for pair in &over.pairs {
            for effect in &pair.effects {
                let mut names = self.answer.collections.iter();
                let at = names.position(|alone| alone.collection == effect.collection);
                if let Some(at) = at {
                    marks[at][pair.run.place] = match effect.status {
                        Status::Better => Some(("+", Tone::Better)),
                        Status::Worse => Some(("-", Tone::Worse)),
                        Status::NotSignificant
                        | Status::Opposed
                        | Status::Same
                        | Status::Untested => None,
                    };
                }
            }
        }
        marks
    }

    fn shown_pairs<'m>(&self, over: &'m MeasureOverCollections) -> Vec<&'m CollectionsPair> {
        if self.all_pairs || over.pairs.len() <= MANY_PAIRS {
            return over.pairs.iter().collect();
        }
        over.main_pairs(self.answer.baseline.as_ref()).collect()
    }

    fn other_run(&self) -> &'static str {
        if self.answer.baseline.is_some() { "baseline" } else { "other run" }
    }

    fn pairs_table(&self, over: &MeasureOverCollections, pairs: &[&CollectionsPair]) -> Table {
        let digits = self.digits;
        let meta = |pair: &CollectionsPair| pair.meta.defined().cloned();
        let dash = || text("-");
        let adjusted = self.is_corrected();
        let lower = over.board.measure.family().better == Better::Lower;
        Columns::of(pairs.iter().copied())
            .column("run", |pair| text(&pair.run))
            .column(self.other_run(), |pair| text(&pair.baseline))
            .column("difference", |pair| {
                meta(pair).map_or_else(dash, |meta| text(signed(meta.mean, digits)))
            })
            .column(confidence(1.0 - self.answer.request.alpha), |pair| {
                self.interval(pair.interval, pair.interval_differs)
            })
            .column_if(adjusted, "p", |pair| meta(pair).map_or_else(dash, |m| text(p_value(m.p))))
            .column(if adjusted { "p adj." } else { "p" }, |pair| {
                toned(pair.p_adjusted.map_or("-".into(), p_value), tone(pair.status))
            })
            .column("next", |pair| text(interval(pair.prediction, digits)))
            .column("I²", |pair| {
                meta(pair)
                    .map_or_else(dash, |meta| text(format!("{:.0} %", 100.0 * meta.i_squared)))
            })
            .column("collections", |CollectionsPair { counts, .. }| {
                text(format!(
                    "{}/{}/{} ({}/{})",
                    counts.better,
                    counts.equal,
                    counts.worse,
                    counts.significantly_better,
                    counts.significantly_worse
                ))
            })
            .column("P(better)", |pair| {
                let better = pair
                    .posterior
                    .as_ref()
                    .map(|known| if lower { known.overall.below } else { known.overall.above });
                better.map_or_else(dash, |p| text(probability(p)))
            })
            .table()
    }

    /// An interval, marked where its p-value disagrees with it.
    fn interval(&self, ends: Option<Interval>, differs: bool) -> Cell {
        let mark = if differs { " †" } else { "" };
        text(format!("{}{mark}", interval(ends, self.digits)))
    }

    fn effects_table(&self, pair: &CollectionsPair) -> Table {
        let weight = |at: usize| pair.meta.defined().and_then(|meta| meta.weights.get(at).copied());
        let complete = pair.effects.iter().all(|effect| effect.weighed_by.is_some());
        Columns::of(pair.effects.iter().enumerate())
            .column("collection", |(_, effect)| text(&effect.collection))
            .column("topics", |(_, effect)| number(effect.topics as f64, 0))
            .column("difference", |(_, effect)| text(signed(effect.difference, self.digits)))
            .column(confidence(1.0 - self.answer.request.alpha), |(_, effect)| {
                self.interval(effect.interval, effect.interval_differs)
            })
            .column(if self.is_corrected_within() { "p adj." } else { "p" }, |(_, effect)| {
                text(effect.p_adjusted.map_or("-".into(), p_value))
            })
            .column("result", |(_, effect)| toned(result(effect).into(), tone(effect.status)))
            .column_if(complete, "weight", |(at, _)| {
                text(weight(*at).map_or("-".into(), |share| format!("{:.0} %", 100.0 * share)))
            })
            .table()
    }
}

fn result(effect: &CollectionEffect) -> &'static str {
    match effect.status {
        Status::Better => "significantly better",
        Status::Worse => "significantly worse",
        Status::NotSignificant => "not significant",
        Status::Opposed => "test and mean disagree",
        Status::Same => "same scores",
        Status::Untested => "not tested",
    }
}

/// What Friedman's test says, and Nemenyi's.
fn ranks(over: &MeasureOverCollections) -> Vec<String> {
    match &over.friedman {
        None => vec![],
        Some(Computed::Undefined { undefined }) => {
            vec![format!("Friedman test over collections: undefined; {undefined}")]
        }
        Some(Computed::Defined(test)) => {
            let (chi, df, p) = (test.chi_squared, test.df, p_is(&p_value(test.p)));
            let mut said = format!("Friedman test over collections: chi²({df}) = {chi:.2}, {p}");
            if let Some(critical) = over.critical_difference {
                said.push_str(&format!(
                    "; by Nemenyi's test, mean ranks that differ by {critical:.2} or more are \
                     significantly different"
                ));
            }
            vec![said]
        }
    }
}
