//! What is odd about the data behind a report.

use super::data::{FindingData, QualityData, UnjudgedData};
use super::{Args, one_way};
use crate::runs::Opened;
use gainline::{Finding, Pool, Source, validate};

/// How deep unjudged documents are counted.
const DEPTHS: [usize; 6] = [1, 5, 10, 20, 50, 100];

pub(super) fn quality(args: &Args, opened: &Opened, pool: &Pool) -> gainline::Result<QualityData> {
    let depths = DEPTHS.to_vec();
    let run = |run: usize| DEPTHS.iter().map(|&depth| unjudged(pool, run, depth)).collect();
    let shares = (0..pool.runs().len()).map(run).collect();
    let runs: Vec<Source> = opened.asked.iter().map(|run| Source::path(&run.file)).collect();
    let report = validate(&Source::path(&args.inputs.qrels), &runs)?;
    let findings = report.findings().map(finding).collect();
    let notes = vec![
        "Findings are of the files as they are, without the options of this report; `gainline \
         validate` gives them too."
            .into(),
    ];
    Ok(QualityData { unjudged: UnjudgedData { depths, shares }, findings, notes })
}

/// The share of unjudged documents in the top of a run's rankings; of a shorter ranking, in all of it.
fn unjudged(pool: &Pool, run: usize, depth: usize) -> Option<f64> {
    let (mut shown, mut unjudged) = (0, 0);
    for topic in pool.topics() {
        for &place in topic.rankings()[run].iter().flat_map(|r| r.documents.iter().take(depth)) {
            shown += 1;
            unjudged += usize::from(topic.documents()[place].grade.is_none());
        }
    }
    (shown > 0).then(|| unjudged as f64 / shown as f64)
}

fn finding(finding: &Finding) -> FindingData {
    let more = match finding.count {
        0 | 1 => String::new(),
        count => format!(" ({count} {})", finding.unit),
    };
    FindingData {
        severity: finding.severity.to_string(),
        file: one_way(&finding.file),
        line: finding.line(),
        message: one_way(&format!("{}{more}", finding.message)),
        remedy: one_way(&finding.remedy),
    }
}
