//! The tables of one comparison: runs, pairs and topics.

use super::{ComparePresenter, PValues, adjusted_p, p_alone};
use crate::present::statistics::{confidence, interval, p_value, percent, plain, probability};
use crate::present::words::{Columns, number, signed, text, tone, toned};
use crate::{Table, Tone};
use gainline_analysis::RunName;
use gainline_analysis::comparison::{
    Comparison, EquivalenceVerdict, NotWorseTest, NotWorseVerdict, Pair, RunSummary,
};
use gainline_stats::{Posterior, Practical};

/// Up to so many pairs are all shown.
const MANY_PAIRS: usize = 10;
/// Up to so many runs are all shown.
const MANY_RUNS: usize = 25;
/// Of more, so many are shown, or the top group where that is larger, up to a limit.
const SHOWN_RUNS: usize = 20;
const SHOWN_AT_MOST: usize = 30;

impl ComparePresenter<'_> {
    /// The runs that are shown, best first: all of them, or of many those up to the last one of the
    /// top group, within limits; the baseline in any case.
    pub(super) fn shown_runs<'c>(&self, comparison: &'c Comparison) -> Vec<&'c RunName> {
        let all = &comparison.best_first;
        if self.all_runs || all.len() <= MANY_RUNS {
            return all.iter().collect();
        }
        let top = all.iter().rposition(|run| comparison.runs[run.place].top == Some(true));
        let top = top.map_or(0, |last| last + 1);
        let shown = top.clamp(SHOWN_RUNS, SHOWN_AT_MOST);
        let baseline = self.answer.baseline.as_ref();
        let is_shown = |(at, run): &(usize, &RunName)| *at < shown || Some(*run) == baseline;
        all.iter().enumerate().filter(is_shown).map(|(_, run)| run).collect()
    }

    /// Runs as they are by themselves.
    pub(super) fn runs_table(&self, comparison: &Comparison, shown: &[&RunName]) -> Table {
        let ranked = comparison.runs.iter().any(|run| run.rank.is_some());
        let lettered = comparison.runs.iter().any(|run| run.group.is_some());
        let baseline = self.answer.baseline.as_ref();
        let mark = |run: &RunName| if baseline == Some(run) { " (baseline)" } else { "" };
        let best = |run: &RunName| {
            let is_best = comparison.says_better() && comparison.best() == Some(run);
            is_best.then_some(Tone::Best)
        };
        // Where all pairs were tested: significantly worse than the best run.
        let worse = |of: &RunSummary| {
            (comparison.says_better() && of.top == Some(false)).then_some(Tone::Worse)
        };
        Columns::of(shown.iter().map(|run| (*run, &comparison.runs[run.place])))
            .column("run", |(run, _)| toned(format!("{run}{}", mark(run)), best(run)))
            .column("mean", |(_, of)| number(of.mean, self.digits))
            .column(self.ci(), |(_, of)| text(interval(of.interval, self.digits)))
            .column_if(lettered, "group", |(_, of)| {
                toned(of.group.as_deref().unwrap_or("-").into(), worse(of))
            })
            .column_if(ranked && !lettered, "top", |(_, of)| {
                text(if of.top == Some(true) { "*" } else { "" })
            })
            .column_if(ranked, "rank", |(_, of)| match of.rank {
                None => text("-"),
                Some(rank) if rank.best == rank.worst => text(rank.best),
                Some(rank) => text(format!("{}-{}", rank.best, rank.worst)),
            })
            .table()
    }

    fn ci(&self) -> String {
        confidence(1.0 - self.answer.request.alpha)
    }

    /// The pairs that are shown, and whether others are not.
    pub(super) fn shown_pairs<'c>(
        &self,
        comparison: &'c Comparison,
        runs: &[&RunName],
    ) -> (Vec<&'c Pair>, bool) {
        let all = comparison.pairs.len();
        let with_baseline = self.answer.baseline.is_some();
        let mut pairs = match with_baseline {
            true => in_order(comparison),
            false => comparison.pairs.iter().collect(),
        };
        if self.all_pairs || all <= MANY_PAIRS {
            return (pairs, false);
        }
        let mut shown = vec![false; comparison.runs.len()];
        for run in runs {
            shown[run.place] = true;
        }
        if !with_baseline {
            pairs = self.answer.main_pairs(comparison).collect();
        }
        pairs.retain(|pair| shown[pair.run.place] && shown[pair.baseline.place]);
        let hidden = pairs.len() < all;
        (pairs, hidden)
    }

    /// How the runs of pairs differ.
    pub(super) fn pairs_table(&self, pairs: &[&Pair]) -> Table {
        let dz =
            |pair: &Pair| pair.effects.dz.defined().map_or("-".to_string(), |dz| signed(*dz, 2));
        let shown = self.p_values();
        self.pair_columns(pairs)
            .column("difference", |pair| text(signed(pair.difference, self.digits)))
            .column("%", |pair| text(percent(pair.relative)))
            .column(self.ci(), |pair| {
                let mark = if pair.interval_differs { " †" } else { "" };
                let interval = interval(pair.interval.defined().copied(), self.digits);
                text(format!("{interval}{mark}"))
            })
            .column_if(shown == PValues::Both, "p", |pair| text(p_alone(pair)))
            .column(shown.deciding(), |pair| toned(adjusted_p(pair), tone(pair.status)))
            .column("d_z", |pair| text(dz(pair)))
            .column("w/t/l", |Pair { topics, .. }| {
                text(format!("{}/{}/{}", topics.wins, topics.ties, topics.losses))
            })
            .column("size", |pair| match pair.practical {
                _ if pair.is_same() => text("none"),
                practical => text(practical.map_or("-", Practical::word)),
            })
            .table()
    }

    /// A row for each pair, starting with its runs.
    fn pair_columns<'p>(&self, pairs: &[&'p Pair]) -> Columns<&'p Pair> {
        Columns::of(pairs.iter().copied())
            .column("run", |pair| text(&pair.run))
            .column(self.other_run(), |pair| text(&pair.baseline))
    }

    /// Whether the runs of pairs are the same but for little.
    pub(super) fn equivalence_table(&self, pairs: &[&Pair]) -> Table {
        let likely = |pair: &Pair, of: fn(&Posterior) -> f64| {
            text(pair.posterior.map_or("-".into(), |known| probability(of(&known))))
        };
        let both = self.corrects(|pair| pair.equivalence.is_some());
        self.pair_columns(pairs)
            .column_if(both, "p", |pair| {
                text(pair.equivalence.map_or("-".into(), |test| p_value(test.p)))
            })
            .column(if both { "p adj." } else { "p" }, |pair| {
                text(pair.equivalence.map_or("-".into(), |test| p_value(test.p_adjusted)))
            })
            .column("result", |pair| match pair.equivalence.map(|test| test.verdict) {
                _ if pair.is_same() => text("same scores"),
                Some(EquivalenceVerdict::Equivalent) => text("equivalent"),
                Some(EquivalenceVerdict::NotEquivalent) => text("not equivalent"),
                Some(EquivalenceVerdict::Inconclusive) => text("inconclusive"),
                None => text("-"),
            })
            .column("P(below)", |pair| likely(pair, |known| known.left))
            .column("P(within)", |pair| likely(pair, |known| known.rope))
            .column("P(above)", |pair| likely(pair, |known| known.right))
            .table()
    }

    /// Whether runs are worse than the baseline by less than the margin.
    pub(super) fn not_worse_table(&self, pairs: &[&Pair]) -> Table {
        let of = |pair: &Pair, value: &dyn Fn(&NotWorseTest) -> Option<String>| {
            text(pair.not_worse.as_ref().and_then(value).unwrap_or("-".into()))
        };
        let digits = self.digits;
        let both = self.corrects(|pair| pair.not_worse.is_some());
        self.pair_columns(pairs)
            .column("difference", |pair| text(signed(pair.difference, digits)))
            .column("bound", |pair| of(pair, &|test| Some(signed(test.bound?, digits))))
            .column("margin", |pair| of(pair, &|test| Some(plain(test.margin, digits))))
            .column_if(both, "p", |pair| of(pair, &|test| Some(p_value(test.p))))
            .column(if both { "p adj." } else { "p" }, |pair| {
                of(pair, &|test| Some(p_value(test.p_adjusted)))
            })
            .column("result", |pair| {
                of(pair, &|test| {
                    Some(match test.verdict {
                        NotWorseVerdict::Shown => "shown".into(),
                        NotWorseVerdict::NotShown => "not shown".into(),
                        NotWorseVerdict::Worse => "worse".into(),
                    })
                })
            })
            .table()
    }

    /// The topics where two runs differ most, or all topics of all runs, with a title; none if there
    /// is nothing to show.
    pub(super) fn topics_table(
        &self,
        comparison: &Comparison,
        runs: &[&RunName],
    ) -> Option<(String, Table)> {
        if self.per_topic {
            return Some(self.every_topic(comparison, runs));
        }
        let sample = &comparison.sample;
        if sample.slice.is_some() || sample.topics.len() < 2 {
            // Slices' topics are among all topics, and one topic is what the tables are of.
            return None;
        }
        let mut known = self.answer.topic_differences.iter();
        let found = known.find(|found| found.measure == sample.measure)?;
        let (run, baseline) = (&found.run, &found.baseline);
        let table = Columns::of(&found.topics)
            .column("topic", |topic| text(&topic.topic))
            .column(run.as_str(), |topic| number(topic.run, self.digits))
            .column(baseline.as_str(), |topic| number(topic.baseline, self.digits))
            .column("difference", |topic| text(signed(topic.run - topic.baseline, self.digits)))
            .table();
        let measure = &sample.measure;
        Some((format!("Topics on which {run} and {baseline} differ most in {measure}:"), table))
    }

    fn every_topic(&self, comparison: &Comparison, order: &[&RunName]) -> (String, Table) {
        let sample = &comparison.sample;
        let value = |run: &RunName, topic: usize| sample.columns[run.place][topic];
        let topics = sample.topics.iter().enumerate();
        let mut columns = Columns::of(topics).column("topic", |(_, topic)| text(topic));
        for run in order {
            let cell = |(at, _): &(usize, _)| number(value(run, *at), self.digits);
            columns = columns.column(run.as_str(), cell);
        }
        let mut difference = String::new();
        if let Some(Pair { run, baseline, .. }) =
            comparison.pairs.first().filter(|_| order.len() == 2)
        {
            columns = columns.column("difference", |(at, _)| {
                text(signed(value(run, *at) - value(baseline, *at), self.digits))
            });
            difference = format!(", with the difference {run} − {baseline}");
        }
        (format!("All topics by {}{difference}:", sample.measure), columns.table())
    }
}

/// The pairs with the baseline, the run with the best mean first.
pub(super) fn in_order(comparison: &Comparison) -> Vec<&Pair> {
    let mut places = vec![0; comparison.best_first.len()];
    for (place, run) in comparison.best_first.iter().enumerate() {
        places[run.place] = place;
    }
    let mut pairs: Vec<&Pair> = comparison.pairs.iter().collect();
    pairs.sort_by_key(|pair| places[pair.run.place]);
    pairs
}
