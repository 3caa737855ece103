//! The order of a ranking: by score, and equal scores by a rule. The rules live here and nowhere
//! else.

use crate::ranking::judged::Tie;
use crate::ranking::run::Row;
use std::fmt;

/// How documents with equal scores are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ties {
    /// By document id, descending by bytes: trec_eval's rule.
    #[default]
    Docid,
    /// By the file's rank column, then by document id.
    Rank,
    /// In the order of the file.
    Input,
    /// In no order: measures give the mean over all orders.
    Average,
    /// For each measure in the order that suits it best.
    Best,
    /// For each measure in the order that suits it worst.
    Worst,
}

impl Ties {
    /// All of them.
    pub const ALL: [Ties; 6] =
        [Ties::Docid, Ties::Rank, Ties::Input, Ties::Average, Ties::Best, Ties::Worst];

    /// Whether there is one order for all measures.
    pub fn is_definite(self) -> bool {
        match self {
            Ties::Docid | Ties::Rank | Ties::Input => true,
            Ties::Average | Ties::Best | Ties::Worst => false,
        }
    }

    /// Whether the order depends on the run's rank column.
    pub(crate) fn reads_ranks(self) -> bool {
        match self {
            Ties::Rank => true,
            Ties::Docid | Ties::Input | Ties::Average | Ties::Best | Ties::Worst => false,
        }
    }

    /// How it orders tied documents, in words that follow "tied documents are ordered".
    pub fn description(self) -> &'static str {
        match self {
            Ties::Docid => "by document id, descending",
            Ties::Rank => "by the rank column, then by document id, descending",
            Ties::Input => "as in the file",
            Ties::Average => "in all possible ways: values are means over all orders",
            Ties::Best => "for each measure in the order that gives its best value",
            Ties::Worst => "for each measure in the order that gives its worst value",
        }
    }
}

impl fmt::Display for Ties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ties::Docid => "docid",
            Ties::Rank => "rank",
            Ties::Input => "input",
            Ties::Average => "average",
            Ties::Best => "best",
            Ties::Worst => "worst",
        })
    }
}

/// Puts rows in ranking order. Made once, used for topic after topic.
#[derive(Debug, Default)]
pub(crate) struct Orderer {
    /// Row indices in ranking order; left empty when the rows already stand in that order.
    order: Vec<u32>,
    tied: Vec<Tie>,
}

impl Orderer {
    /// Orders `rows` by score, highest first, and ties by the rule; returns how many rows are
    /// tied with another one.
    pub(crate) fn arrange(&mut self, rows: &[Row], arena: &[u8], ties: Ties) -> usize {
        self.order.clear();
        self.tied.clear();
        let mut sorted = true;
        let mut tied = false;
        for pair in rows.windows(2) {
            sorted &= pair[0].score >= pair[1].score;
            tied |= pair[0].score == pair[1].score;
        }
        if sorted && !tied {
            return 0;
        }
        self.order.extend(0..rows.len() as u32);
        if !sorted {
            // Stable, so equal scores keep the order of the file.
            self.order.sort_by(|&a, &b| {
                rows[b as usize].score.partial_cmp(&rows[a as usize].score).unwrap_or(
                    std::cmp::Ordering::Equal, // no NaN gets here
                )
            });
        }
        let (mut first, mut tied) = (1, 0);
        for group in
            self.order.chunk_by_mut(|&a, &b| rows[a as usize].score == rows[b as usize].score)
        {
            let size = group.len();
            first += size;
            if size == 1 {
                continue;
            }
            tied += size;
            self.tied.push(Tie { first: first - size, size });
            let id = |i: u32| rows[i as usize].id(arena);
            match ties {
                Ties::Input => {}
                Ties::Rank => group.sort_unstable_by(|&a, &b| {
                    let rank = |i: u32| rows[i as usize].rank;
                    rank(a).cmp(&rank(b)).then_with(|| id(b).cmp(id(a)))
                }),
                // Where ties stay open this is the order that a cut at some depth goes by.
                Ties::Docid | Ties::Average | Ties::Best | Ties::Worst => {
                    group.sort_unstable_by(|&a, &b| id(b).cmp(id(a)));
                }
            }
        }
        tied
    }

    /// Keeps only the first `depth` rows of the ranking, in ranking order.
    pub(crate) fn keep_top(&mut self, rows: &mut Vec<Row>, arena: &[u8], ties: Ties, depth: usize) {
        self.arrange(rows, arena, ties);
        if let Some(order) = self.order() {
            *rows = order.iter().take(depth).map(|&row| rows[row as usize]).collect();
        }
        rows.truncate(depth);
    }

    /// The groups of equal scores, by rank.
    pub(crate) fn tied(&self) -> &[Tie] {
        &self.tied
    }

    /// The row indices in ranking order, or `None` when the rows stand in it already.
    pub(crate) fn order(&self) -> Option<&[u32]> {
        (!self.order.is_empty()).then_some(&self.order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgments::qrels::utf8;

    fn ranked(rows: &[(&str, f64, i64)], ties: Ties) -> (Vec<String>, usize) {
        let mut arena = vec![];
        let rows: Vec<Row> = rows
            .iter()
            .map(|(doc, score, rank)| {
                let start = arena.len();
                arena.extend_from_slice(doc.as_bytes());
                Row { start, length: doc.len() as u32, rank: *rank, score: *score }
            })
            .collect();
        let mut orderer = Orderer::default();
        let tied = orderer.arrange(&rows, &arena, ties);
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let order = orderer.order().unwrap_or(&all);
        let names = order.iter().map(|&i| utf8(rows[i as usize].id(&arena)).to_string());
        (names.collect(), tied)
    }

    #[test]
    fn scores_descend_and_ties_follow_the_rule() {
        let rows = [("d1", 1.0, 3), ("d5", 1.0, 1), ("d3", 1.0, 2), ("d9", 2.0, 9)];
        assert_eq!(
            ranked(&rows, Ties::Docid),
            (["d9", "d5", "d3", "d1"].map(String::from).into(), 3)
        );
        assert_eq!(ranked(&rows, Ties::Rank).0, ["d9", "d5", "d3", "d1"]);
        assert_eq!(ranked(&rows, Ties::Input).0, ["d9", "d1", "d5", "d3"]);
    }

    #[test]
    fn rows_that_stand_in_order_are_left_alone() {
        let rows = [("a", 2.0, 0), ("b", 1.0, 0)];
        assert_eq!(ranked(&rows, Ties::Docid), (["a", "b"].map(String::from).into(), 0));
    }
}
