//! The help of `gainline trec-eval`, in our own words.

use super::arguments::Arguments;
use gainline_report::wrapped;
use std::fmt::Write;

pub(crate) const USAGE: &str = "\
usage: trec_eval [options] JUDGMENTS RUN
  -q          every topic's values too
  -m MEASURE  a measure or a set of them (official, set, all_trec, prefs, all_prefs, qrels_jg),
              with parameters behind a dot (-m P.5,10); may be given again
  -h          all options, and help on the measures given with -m";

const OPTIONS: &str = "\
Evaluates a ranking against judgments, as trec_eval 9.0.8 does.

usage: trec_eval [options] JUDGMENTS RUN

Options, also glued to their value (-l2, -mP.5) and after the files:
  -h, --help                         this text; with -m also help on those measures
  -v, --version                      the version, on standard error
  -q, --query_eval_wanted            every topic's values, before the summary
  -n, --nosummary                    no summary over topics
  -m, --measure MEASURE[.PARAMS]     a measure or a set of them; may be given again [official]
  -c, --complete_rel_info_wanted     average over all judged topics, those missing count 0
  -l, --level_for_rel NUM            the lowest relevant grade [1]
  -J, --Judged_docs_only             drop unjudged documents first
  -M, --Max_retrieved_per_topic NUM  only the top NUM of each ranking
  -N, --Number_docs_in_coll NUM      documents in the collection (for utility's fourth weight)
  -R, --Rel_info_format FORMAT       qrels, qrels_jg, prefs or qrels_prefs [qrels]
  -T, --Results_format FORMAT        trec_results [trec_results]
  -Z, --Zscore FILE                  print z-scores, by `topic measure mean deviation` lines
  -D, --Debug_level NUM[.TOPIC]      no debugging here; with a topic, evaluate it alone
  -o                                 nothing any more

Sets of measures: official, set, all_trec, prefs, all_prefs, qrels_jg.

Files may be compressed (gzip, zstd, bzip2, xz), and RUN may be - for standard input.
  trec_results  topic Q0 document rank score tag; the rank is ignored: documents are ordered by
                score (in single precision), equal scores by document id, both descending
  qrels         topic iteration document grade; a negative grade: pooled, but not judged
  qrels_jg      topic group document grade
  prefs         topic group subgroup document level
  qrels_prefs   topic group document level

Exit codes: 0 done; 1 bad usage or measure; 2 a file cannot be read or is malformed; 4 a measure
cannot be computed (a document twice, say); 7 no topic in common.
";

/// The whole page.
pub(crate) fn page(arguments: &Arguments) -> String {
    let mut page = OPTIONS.to_string();
    for entry in &arguments.columns.entries {
        let family = gainline::FAMILIES.iter().find(|f| f.name == entry.base());
        let (meaning, more) = match (entry.name, family) {
            ("runid", _) => ("the tag in the last row of the run", String::new()),
            ("num_q", _) => ("the number of topics averaged over", String::new()),
            ("relstring", _) => (
                "the grades of the first 10 documents (-m relstring.N: N), - for unjudged, . for \
                 pooled but not judged, > for above 9",
                String::new(),
            ),
            (_, Some(family)) => (
                family.meaning,
                [family.formula, family.edge_cases, family.citation]
                    .map(|text| format!("  {}\n", wrapped(text, 2)))
                    .concat(),
            ),
            _ => ("", String::new()),
        };
        let meaning = wrapped(meaning, 2);
        // Writing to a string cannot fail.
        let _ = write!(page, "\n{}\n  {meaning}\n{more}", entry.name);
    }
    page
}
