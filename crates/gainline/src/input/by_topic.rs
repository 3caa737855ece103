//! Rows gathered by topic, in the order in which topics first appear: what judgments and runs in
//! memory are built with.

use std::collections::HashMap;

pub(crate) type ByName = HashMap<Box<str>, u32, foldhash::fast::FixedState>;

/// Where a topic's rows stand.
#[derive(Debug, Clone)]
pub(crate) struct Topic {
    pub name: Box<str>,
    pub start: usize,
    pub end: usize,
}

/// Gathers rows, whose topics need not stand together.
#[derive(Debug)]
pub(crate) struct Gathering<R> {
    names: Vec<Box<str>>,
    by_name: ByName,
    rows: Vec<(u32, R)>,
    /// The topic of the row before: mostly that of the next one too.
    current: u32,
}

/// Rows that stand together by topic.
#[derive(Debug)]
pub(crate) struct Gathered<R> {
    pub topics: Vec<Topic>,
    pub by_name: ByName,
    pub rows: Vec<R>,
}

impl<R> Default for Gathering<R> {
    fn default() -> Self {
        Gathering { names: vec![], by_name: ByName::default(), rows: vec![], current: 0 }
    }
}

impl<R> Gathering<R> {
    pub(crate) fn push(&mut self, topic: &str, row: R) {
        if self.names.get(self.current as usize).is_none_or(|name| **name != *topic) {
            self.current = *self.by_name.entry(topic.into()).or_insert_with(|| {
                self.names.push(topic.into());
                (self.names.len() - 1) as u32
            });
        }
        self.rows.push((self.current, row));
    }

    /// Puts the rows of each topic together; within a topic they keep their order.
    pub(crate) fn finish(mut self) -> Gathered<R> {
        self.rows.sort_by_key(|(topic, _)| *topic);
        let mut start = 0;
        let mut topics = Vec::with_capacity(self.names.len());
        for (index, name) in self.names.into_iter().enumerate() {
            let rest = &self.rows[start..];
            let end = start + rest.partition_point(|(topic, _)| *topic as usize <= index);
            topics.push(Topic { name, start, end });
            start = end;
        }
        let rows = self.rows.into_iter().map(|(_, row)| row).collect();
        Gathered { topics, by_name: self.by_name, rows }
    }
}
