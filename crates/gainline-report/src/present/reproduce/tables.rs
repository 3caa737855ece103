//! Rankings, scores and effects in tables.

use super::ReproducePresenter;
use crate::present::statistics::{confidence, interval, p_value, percent};
use crate::present::words::{Columns, counted, number, optional, signed, text};
use crate::{Cell, Table};
use gainline::{Better, Measure};
use gainline_analysis::reproduce::{
    Difference, Effect, Improvement, PairRankings, PairScores, RankingsAt, Role, TopicErrors,
    TopicRankings, TopicScores,
};

impl ReproducePresenter<'_> {
    /// The tables, each with its title.
    pub(super) fn tables(&self) -> Vec<(String, Table)> {
        let mut tables = vec![];
        if self.is_paired() {
            let title = "Rankings, up to a rank, as means over topics; overlap: the share of documents \
                         that both have; tau: Kendall's tau of these; same: topics with the same \
                         ranking; KTU: repro_eval's tau, which depends on how documents are called:";
            tables.push((title.into(), self.rankings_table()));
        }
        tables.push((self.scores_title(), self.scores_table()));
        if self.has_both() {
            let lower = self.effects().any(|(measure, _)| measure.family().better == Better::Lower);
            let turned = if lower {
                "; where lower values are better, it is one if it is negative"
            } else {
                ""
            };
            let title =
                format!("Improvement: mean of the advanced run - mean of the baseline{turned}:");
            tables.push((title, self.improvements_table()));
            let title = "Effect ratio: the reproduced improvement divided by the original one, 1 if \
                         they are the same; delta RI: the original improvement in % minus the \
                         reproduced one, as a share, 0 if they are the same; change: reproduced - \
                         original improvement:";
            tables.push((title.into(), self.effects_table()));
        }
        tables.extend(self.topic_tables());
        tables
    }

    fn rankings_table(&self) -> Table {
        let rows = self.answer.rankings.iter();
        let rows = rows.flat_map(|of: &PairRankings| of.at.iter().map(|at| (of.role, at)));
        Columns::of(rows)
            .column_if(self.has_both(), "run", |(role, _): &(Role, &RankingsAt)| text(role.name()))
            .column("up to rank", |(_, at)| number(at.cutoff as f64, 0))
            .column("overlap", |(_, at)| number(at.overlap, self.digits))
            .column("RBO", |(_, at)| number(at.rbo, self.digits))
            .column("tau", |(_, at)| optional(at.tau, self.digits))
            .column("same", |(_, at)| text(format!("{} of {}", at.topics_identical, at.topics)))
            .column("KTU", |(_, at)| optional(at.ktu, self.digits))
            .table()
    }

    fn scores_title(&self) -> String {
        match self.answer.measures.first().and_then(|of| of.scores.first()) {
            Some(scores) if !self.is_paired() => format!(
                "Scores, as means over {} of the original collection and {} of the other one; \
                 difference: reproduced - original:",
                counted(scores.original_topics, "topic"),
                counted(scores.reproduced_topics, "topic"),
            ),
            Some(scores) => format!(
                "Scores, as means over {}; difference: reproduced - original; RMSE: root mean square \
                 error of the topics' scores; nRMSE: as a share of the largest possible one; largest: \
                 the largest difference of a topic:",
                counted(scores.original_topics, "topic"),
            ),
            None => "Scores:".into(),
        }
    }

    fn scores_table(&self) -> Table {
        let rows = self.answer.measures.iter();
        let rows = rows.flat_map(|of| of.scores.iter().map(move |scores| (&of.measure, scores)));
        let errors = |cell: &dyn Fn(&TopicErrors) -> Cell, scores: &PairScores| {
            scores.errors.as_ref().map_or(text("-"), cell)
        };
        let d = self.digits;
        Columns::of(rows)
            .column("measure", |(measure, _): &(&Measure, &PairScores)| text(measure))
            .column_if(self.has_both(), "run", |(_, scores)| text(scores.role.name()))
            .column("original", |(_, scores)| number(scores.original, d))
            .column("reproduced", |(_, scores)| number(scores.reproduced, d))
            .column("difference", |(_, scores)| self.difference(&scores.difference))
            .column(self.level(), |(_, scores)| self.interval(&scores.difference))
            .column("p", |(_, scores)| p(&scores.difference))
            .column_if(self.is_paired(), "RMSE", |(_, scores)| {
                errors(&|e| number(e.rmse, d), scores)
            })
            .column_if(self.is_paired(), "nRMSE", |(_, scores)| {
                errors(&|e| optional(e.nrmse, d), scores)
            })
            .column_if(self.is_paired(), "largest", |(_, scores)| {
                errors(&|e| text(format!("{} ({})", signed(e.largest, d), e.largest_topic)), scores)
            })
            .table()
    }

    fn improvements_table(&self) -> Table {
        let rows = self.effects().flat_map(|(measure, effect)| {
            [(measure, "original", &effect.original), (measure, "reproduced", &effect.reproduced)]
        });
        Columns::of(rows)
            .column("measure", |(measure, _, _): &(&Measure, &str, &Improvement)| text(measure))
            .column("experiment", |(_, which, _)| text(which))
            .column("improvement", |(_, _, of)| self.difference(&of.difference))
            .column("%", |(_, _, of)| text(percent(of.relative)))
            .column(self.level(), |(_, _, of)| self.interval(&of.difference))
            .column("p", |(_, _, of)| p(&of.difference))
            .table()
    }

    fn effects_table(&self) -> Table {
        Columns::of(self.effects())
            .column("measure", |(measure, _): &(&Measure, &Effect)| text(measure))
            .column("effect ratio", |(_, effect)| optional(effect.effect_ratio, self.digits))
            .column("delta RI", |(_, effect)| {
                let delta = effect.delta_relative_improvement;
                text(delta.map_or("-".into(), |delta| signed(delta, self.digits)))
            })
            .column("change", |(_, effect)| self.difference(&effect.change))
            .column(self.level(), |(_, effect)| self.interval(&effect.change))
            .column("p", |(_, effect)| p(&effect.change))
            .table()
    }

    /// Every topic, where that was asked for.
    fn topic_tables(&self) -> Vec<(String, Table)> {
        let mut tables = vec![];
        for of in &self.answer.rankings {
            let Some(topics) = &of.topics else { continue };
            let title = format!("Rankings of {}, by topic:", self.the_run(of.role));
            tables.push((title, self.topic_rankings(topics)));
        }
        for of in &self.answer.measures {
            for scores in &of.scores {
                let Some(topics) = &scores.topics else { continue };
                let title = format!("{} of {}, by topic:", of.measure, self.the_run(scores.role));
                tables.push((title, self.topic_scores(topics)));
            }
        }
        tables
    }

    fn topic_rankings(&self, topics: &[TopicRankings]) -> Table {
        let mut columns = Columns::of(topics)
            .column("topic", |of: &&TopicRankings| text(&of.topic))
            .column("original length", |of| number(of.original_length as f64, 0))
            .column("reproduced length", |of| number(of.reproduced_length as f64, 0));
        for (place, cutoff) in self.answer.request.cutoffs.iter().enumerate() {
            columns = columns
                .column(format!("RBO@{cutoff}"), |of| number(of.at[place].rbo, self.digits))
                .column(format!("tau@{cutoff}"), |of| optional(of.at[place].tau, self.digits));
        }
        columns.table()
    }

    fn topic_scores(&self, topics: &[TopicScores]) -> Table {
        Columns::of(topics)
            .column("topic", |of: &&TopicScores| text(&of.topic))
            .column("original", |of| number(of.original, self.digits))
            .column("reproduced", |of| number(of.reproduced, self.digits))
            .column("difference", |of| text(signed(of.reproduced - of.original, self.digits)))
            .table()
    }

    /// The measures with their effects.
    pub(super) fn effects(&self) -> impl Iterator<Item = (&Measure, &Effect)> {
        self.answer.measures.iter().filter_map(|of| Some((&of.measure, of.effect.as_ref()?)))
    }

    fn level(&self) -> String {
        confidence(1.0 - self.answer.request.alpha)
    }

    fn difference(&self, of: &Difference) -> Cell {
        text(signed(of.difference, self.digits))
    }

    fn interval(&self, of: &Difference) -> Cell {
        text(interval(of.test.defined().map(|test| test.interval), self.digits))
    }
}

fn p(of: &Difference) -> Cell {
    text(of.test.defined().map_or("-".into(), |test| p_value(test.p)))
}
