//! Preferences between documents: trec_eval's `prefs` and `qrels_prefs`.
//!
//! Judges say, within a group and sub-group, which documents they like better by giving levels.
//! Within a group with one sub-group, a document of a higher level is preferred to every one of a
//! lower level. A group with several sub-groups is a partial order: what each sub-group says, and
//! what follows from it.

use crate::error::quote;
use crate::input::columns::{Cell, Columns, with_final_newline};
use crate::input::fault::Fault;
use crate::input::formats::first_row;
use crate::input::{Source, hints};
use crate::ranking::run::Run;
use crate::{Error, ErrorKind, Result};
use std::collections::{BTreeMap, HashMap};

/// The columns of a preference file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreferencesLayout {
    /// `topic group subgroup document level`
    Prefs,
    /// `topic group document level`: qrels read as preferences.
    QrelsPrefs,
}

impl PreferencesLayout {
    /// The names of the columns.
    fn shape(self) -> &'static str {
        match self {
            PreferencesLayout::Prefs => "topic group subgroup document level",
            PreferencesLayout::QrelsPrefs => "topic group document level",
        }
    }
}

/// Preference judgments by topic.
#[derive(Debug, Clone)]
pub struct PreferenceJudgments {
    topics: BTreeMap<String, Vec<Statement>>,
}

#[derive(Debug, Clone)]
struct Statement {
    group: String,
    subgroup: String,
    doc: String,
    level: f64,
}

impl PreferenceJudgments {
    /// Reads a preference file.
    pub fn read(source: impl Into<Source>, layout: PreferencesLayout) -> Result<Self> {
        let source = source.into();
        let data = with_final_newline(source.read_all()?);
        let place = |fault: Fault| fault.place(source.name(), 0);
        first_row(&data).map_err(place)?;
        let mut topics: BTreeMap<String, Vec<Statement>> = BTreeMap::new();
        let mut columns = Columns::new(&data);
        while !columns.at_end() {
            let (topic, statement) = Statement::read(&mut columns, layout).map_err(place)?;
            topics.entry(topic.to_string()).or_default().push(statement);
        }
        if topics.is_empty() {
            let error = Error::new(ErrorKind::Nothing, "no preferences in this file");
            let remedy = format!("a row is `{}`", layout.shape());
            return Err(error.in_file(source.name()).remedy(remedy));
        }
        Ok(PreferenceJudgments { topics })
    }

    /// The topics, in byte order.
    pub fn topics(&self) -> impl Iterator<Item = &str> {
        self.topics.keys().map(String::as_str)
    }

    /// What a run makes of a topic's preferences; `None` when either lacks the topic. As in
    /// trec_eval, equal scores are ordered by ascending document id here.
    pub fn of_run(&self, topic: &str, run: &Run, depth: usize) -> Result<Option<Preferences>> {
        let Some(statements) = self.topics.get(topic) else { return Ok(None) };
        let mut ranking = run.ranking_by_ascending_id(topic);
        if ranking.is_empty() {
            return Ok(None);
        }
        ranking.truncate(depth);
        let mut seen: Vec<&str> = ranking.iter().map(|r| r.0).collect();
        seen.sort_unstable();
        if let Some(twice) = seen.windows(2).find(|w| w[0] == w[1]) {
            return Err(run.ranked_twice(topic, twice[0].as_bytes()));
        }
        Preferences::count(statements, ranking.iter().map(|r| r.0)).map(Some).map_err(|what| {
            Error::new(ErrorKind::Duplicate, format!("topic `{topic}`: {what}"))
                .remedy("the preferences of one group must not contradict each other")
        })
    }
}

impl Statement {
    /// Reads a line, and goes to the next: its topic, and what it says.
    fn read<'a>(
        columns: &mut Columns<'a>,
        layout: PreferencesLayout,
    ) -> std::result::Result<(&'a str, Statement), Fault> {
        let names: Vec<&'static str> = layout.shape().split(' ').collect();
        let mut cells = vec![];
        while let Some(cell) = columns.next_column() {
            columns.check_separator()?;
            cells.push(Cell { start: columns.pos - cell.len(), text: cell });
        }
        let wrong = |message: String, hint: Option<&str>| {
            let shape = || format!("a row is `{}`", layout.shape());
            let remedy = hint.map_or_else(shape, String::from);
            Error::new(ErrorKind::Malformed, message).remedy(remedy)
        };
        let (wanted, found) = (names.len(), cells.len());
        if found == 0 {
            let remedy = Some("trec_eval refuses blank lines in preferences: remove them");
            return Err(columns.line_fault(wrong("blank line in preferences".into(), remedy)));
        }
        if found != wanted {
            let line = columns.line();
            let message = format!("expected {wanted} columns, found {found}: {}", quote(line));
            let fault = || columns.line_fault(wrong(message, hints::of_separator(line)));
            return Err(columns.not_a_row("preferences").map_or_else(fault, Fault::from));
        }
        let Cell { start, text: level } = cells[wanted - 1];
        let number = fast_float2::parse::<f64, _>(level).ok().filter(|l| l.is_finite());
        let Some(number) = number else {
            let message = format!("level {} is not a finite number", quote(level));
            let fault = || columns.fault(start, wrong(message, hints::of_number(level)));
            return Err(columns.not_a_row("preferences").map_or_else(fault, Fault::from));
        };
        let mut ids = vec![];
        for (cell, what) in cells.into_iter().zip(&names[..wanted - 1]) {
            ids.push(columns.id(what, cell)?);
        }
        columns.next_line();
        let statement = Statement {
            group: ids[1].to_string(),
            subgroup: if wanted == 5 { ids[2] } else { "0" }.to_string(),
            doc: ids[wanted - 2].to_string(),
            level: number + 0.0,
        };
        Ok((ids[0], statement))
    }
}

/// Preferences of one topic counted over a ranking.
///
/// Judged documents are numbered: those retrieved by rank from 0, then the others by id.
#[derive(Debug, Clone)]
pub struct Preferences {
    /// How many judged documents were retrieved.
    pub(crate) retrieved: usize,
    /// How many were judged.
    pub(crate) judged: usize,
    pub(crate) groups: Vec<Group>,
    /// `pairs[i * judged + j]`: how many groups prefer i to j.
    pairs: Vec<u32>,
}

/// One group's preferences.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    order: Order,
    /// Preferred document above the other one, both retrieved.
    pub fulfilled: usize,
    /// Both retrieved.
    pub possible: usize,
    /// Preferred document retrieved, the other one not.
    pub implied_fulfilled: usize,
    /// Just one retrieved.
    pub implied_possible: usize,
    /// Neither retrieved.
    pub absent: usize,
    pub relevant: usize,
    pub relevant_retrieved: usize,
    pub nonrelevant: usize,
    pub nonrelevant_retrieved: usize,
}

#[derive(Debug, Clone)]
enum Order {
    /// Classes of equally liked documents, the best first, each with its level.
    Classes(Vec<(f64, Vec<usize>)>),
    /// `prefers[i * judged + j]`, and each document's level.
    Partial { prefers: Vec<bool>, levels: Vec<Option<f64>> },
}

impl Preferences {
    fn count<'r>(
        statements: &[Statement],
        ranking: impl Iterator<Item = &'r str>,
    ) -> std::result::Result<Preferences, String> {
        let mut judged_docs: Vec<&str> = statements.iter().map(|s| s.doc.as_str()).collect();
        judged_docs.sort_unstable();
        judged_docs.dedup();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for doc in ranking {
            if let Ok(at) = judged_docs.binary_search(&doc) {
                let next = numbers.len();
                numbers.insert(judged_docs[at], next);
            }
        }
        let retrieved = numbers.len();
        for &doc in &judged_docs {
            let next = numbers.len();
            numbers.entry(doc).or_insert(next);
        }
        let judged = judged_docs.len();
        let mut by_group: BTreeMap<&str, Vec<(&str, f64, usize)>> = BTreeMap::new();
        for s in statements {
            let group = by_group.entry(&s.group).or_default();
            group.push((&s.subgroup, s.level, numbers[s.doc.as_str()]));
        }
        let mut all =
            Preferences { retrieved, judged, groups: vec![], pairs: vec![0; judged * judged] };
        for mut said in by_group.into_values() {
            said.sort_by(|a, b| a.0.cmp(b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
            let one_subgroup = said.iter().all(|s| s.0 == said[0].0);
            let order = if one_subgroup { classes(&said)? } else { partial(&said, judged)? };
            all.add(order);
        }
        Ok(all)
    }

    fn add(&mut self, order: Order) {
        let mut group = Group {
            fulfilled: 0,
            possible: 0,
            implied_fulfilled: 0,
            implied_possible: 0,
            absent: 0,
            relevant: 0,
            relevant_retrieved: 0,
            nonrelevant: 0,
            nonrelevant_retrieved: 0,
            order,
        };
        let retrieved = self.retrieved;
        group.order.each_level(|doc, level| {
            let (all, found) = if level > 0.0 {
                (&mut group.relevant, &mut group.relevant_retrieved)
            } else {
                (&mut group.nonrelevant, &mut group.nonrelevant_retrieved)
            };
            *all += 1;
            *found += usize::from(doc < retrieved);
        });
        let judged = self.judged;
        group.order.each_preference(judged, |better, worse| {
            self.pairs[better * judged + worse] += 1;
            match (better < retrieved, worse < retrieved) {
                (true, true) => {
                    group.possible += 1;
                    group.fulfilled += usize::from(better < worse);
                }
                (true, false) => {
                    group.implied_possible += 1;
                    group.implied_fulfilled += 1;
                }
                (false, true) => group.implied_possible += 1,
                (false, false) => group.absent += 1,
            }
        });
        self.groups.push(group);
    }

    /// The mean over pairs of documents of the share of groups whose preference the ranking
    /// fulfils. `within` says which pairs count, by how many of the two were retrieved.
    pub(crate) fn pair_mean(&self, least_retrieved: usize) -> f64 {
        let (mut sum, mut pairs) = (0.0, 0);
        for i in 0..self.judged {
            for j in i + 1..self.judged {
                let found = usize::from(i < self.retrieved) + usize::from(j < self.retrieved);
                let (for_i, for_j) =
                    (self.pairs[i * self.judged + j], self.pairs[j * self.judged + i]);
                if found < least_retrieved || for_i + for_j == 0 {
                    continue;
                }
                pairs += 1;
                if found > 0 {
                    sum += f64::from(for_i) / f64::from(for_i + for_j);
                }
            }
        }
        if pairs == 0 { 0.0 } else { sum / f64::from(pairs) }
    }
}

impl Group {
    /// Fulfilled and possible preferences when only as many nonrelevant documents are looked at as
    /// there are relevant ones; with `both`, only preferences between retrieved documents.
    ///
    /// The counting is trec_eval's to the letter, which for classes compares the nonrelevant
    /// documents with each other too.
    pub(crate) fn with_r_nonrelevant(&self, retrieved: usize, both: bool) -> (usize, usize) {
        let (r, n) = if both {
            (self.relevant_retrieved, self.nonrelevant_retrieved)
        } else {
            (self.relevant, self.nonrelevant)
        };
        if r >= n {
            let (mut fulfilled, mut possible) = (self.fulfilled, self.possible);
            if !both {
                fulfilled += self.implied_fulfilled;
                possible += self.implied_possible + self.absent;
            }
            let more = r - n;
            return (fulfilled + self.relevant_retrieved * more, possible + self.relevant * more);
        }
        let (mut fulfilled, mut possible) = (0, 0);
        let mut pair = |better: usize, worse: usize| {
            if both && (better >= retrieved || worse >= retrieved) {
                return;
            }
            possible += 1;
            fulfilled += usize::from(better < worse && better < retrieved);
        };
        match &self.order {
            Order::Classes(classes) => {
                let (last, better) = match classes.split_last() {
                    Some(((_, last), better)) => (last, better),
                    None => return (0, 0),
                };
                for (i, (_, upper)) in better.iter().enumerate() {
                    for (_, lower) in &better[i + 1..] {
                        upper.iter().for_each(|&a| lower.iter().for_each(|&b| pair(a, b)));
                    }
                }
                let kept = &last[..r.min(last.len())];
                for (_, class) in classes {
                    class.iter().for_each(|&a| kept.iter().for_each(|&b| pair(a, b)));
                }
            }
            Order::Partial { prefers, levels } => {
                let judged = levels.len();
                let within = if both { retrieved } else { judged };
                let zero = |i: &usize| levels[*i] == Some(0.0);
                let first_dropped = (0..within).filter(zero).nth(self.relevant).unwrap_or(within);
                let kept = |i: &usize| !(*i >= first_dropped && zero(i));
                for i in (0..judged).filter(kept) {
                    for j in (0..judged).filter(kept) {
                        if prefers[i * judged + j] {
                            pair(i, j);
                        }
                    }
                }
            }
        }
        (fulfilled, possible)
    }
}

impl Order {
    fn each_level(&self, mut each: impl FnMut(usize, f64)) {
        match self {
            Order::Classes(classes) => {
                for (level, docs) in classes {
                    docs.iter().for_each(|&doc| each(doc, *level));
                }
            }
            Order::Partial { levels, .. } => {
                let said = levels.iter().enumerate();
                said.for_each(|(doc, level)| {
                    if let Some(level) = level.filter(|l| *l >= 0.0) {
                        each(doc, level);
                    }
                });
            }
        }
    }

    fn each_preference(&self, judged: usize, mut each: impl FnMut(usize, usize)) {
        match self {
            Order::Classes(classes) => {
                for (i, (_, upper)) in classes.iter().enumerate() {
                    for (_, lower) in &classes[i + 1..] {
                        upper.iter().for_each(|&a| lower.iter().for_each(|&b| each(a, b)));
                    }
                }
            }
            Order::Partial { prefers, .. } => {
                for (at, _) in prefers.iter().enumerate().filter(|(_, p)| **p) {
                    each(at / judged, at % judged);
                }
            }
        }
    }
}

type Said<'s> = (&'s str, f64, usize);

fn classes(said: &[Said<'_>]) -> std::result::Result<Order, String> {
    let mut docs: Vec<(usize, f64)> = said.iter().map(|s| (s.2, s.1)).collect();
    docs.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    if docs.windows(2).any(|w| w[0].0 == w[1].0 && w[0].1 != w[1].1) {
        return Err("a document has two levels in one group".into());
    }
    let mut classes: Vec<(f64, Vec<usize>)> = vec![];
    for &(_, level, doc) in said {
        match classes.last_mut() {
            Some((last, docs)) if *last == level => docs.push(doc),
            _ => classes.push((level, vec![doc])),
        }
    }
    Ok(Order::Classes(classes))
}

fn partial(said: &[Said<'_>], judged: usize) -> std::result::Result<Order, String> {
    let mut prefers = vec![false; judged * judged];
    let mut levels: Vec<Option<f64>> = vec![None; judged];
    for (i, &(subgroup, level, doc)) in said.iter().enumerate() {
        if levels[doc].is_some_and(|before| (before > 0.0) != (level > 0.0)) {
            return Err("a document has both level 0 and another one in one group".into());
        }
        levels[doc] = Some(level);
        for &(_, _, other) in
            said[i + 1..].iter().take_while(|s| s.0 == subgroup).filter(|s| s.1 < level)
        {
            prefers[doc * judged + other] = true;
        }
    }
    // What follows from what was said: Warshall's closure.
    for k in 0..judged {
        for i in 0..judged {
            if prefers[i * judged + k] {
                for j in 0..judged {
                    prefers[i * judged + j] |= prefers[k * judged + j];
                }
            }
        }
    }
    if (0..judged).any(|i| prefers[i * judged + i]) {
        return Err("its preferences go round in a circle".into());
    }
    Ok(Order::Partial { prefers, levels })
}
