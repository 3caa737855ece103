//! The notes above losses: the choices behind the numbers and what they touched.

use super::CeilingPresenter;
use crate::Note;
use crate::present::notes::{self, note, of_each, per_run};
use crate::present::words::{counted, listed};
use gainline::Ties;
use gainline_analysis::ceiling::{
    CeilingAnswer, Design, Finding, Nonrelevant, RunLengths, VectorUse,
};

impl CeilingPresenter<'_> {
    pub(super) fn notes(&self) -> Vec<Note> {
        let CeilingAnswer { provenance, request, .. } = self.answer;
        let options = &provenance.options;
        let relevant = format!(
            "grade {} or higher, for queries and for measures that do not say (--rel)",
            options.rel
        );
        let depth = format!("only the top {} of each ranking (--depth)", request.design.depth);
        let mut all = vec![
            notes::qrels(provenance),
            note("vectors", self.vectors()),
            note("topics", self.topics()),
            note("relevant", relevant),
            note("queries", self.queries()),
            note("held out", self.held_out()),
            note("depth", depth),
        ];
        if provenance.runs.is_empty() {
            all.push(note("ties", "equal cosines (as doubles) by document id, descending"));
        } else {
            let losses = "vector loss: perfect − optimal; query loss: optimal − reached (the other \
                          way round where lower is better)";
            all.push(note("losses", losses));
            all.extend(self.lengths());
            let order = options.ties;
            let cosines = match order {
                Ties::Docid => "equal cosines too",
                Ties::Rank | Ties::Input | Ties::Average | Ties::Best | Ties::Worst => {
                    "equal cosines by document id, descending"
                }
            };
            let rule = format!("{}, {cosines} (--ties {order})", order.description());
            all.push(notes::ties_by(&rule, provenance));
        }
        all.extend(notes::unjudged(options));
        all.extend(notes::users(&request.measures, provenance));
        all.extend(self.answer.findings.iter().filter_map(caution));
        all
    }

    fn vectors(&self) -> String {
        let vectors = &self.answer.vectors;
        let VectorUse {
            judged, judged_without_vector, relevant_without_vector, zero_vectors, ..
        } = vectors.used;
        let mut said = format!(
            "{}: {}, {} ({})",
            vectors.file,
            counted(vectors.documents, "document"),
            counted(vectors.dimension, "dimension"),
            vectors.kind
        );
        said.push_str(&match judged_without_vector {
            0 => "; all judged documents have a vector".into(),
            without => format!(
                "; judged documents without a vector, which no query finds: {without} of {judged}, \
                 {relevant_without_vector} of them relevant"
            ),
        });
        let retrieved = per_run(self.answer.runs.iter().map(|run| {
            let (without, all) = (run.retrieved.without_vector, run.retrieved.documents);
            (run.run.as_str(), (without > 0).then(|| format!("{without} of {all}")))
        }));
        if let Some(retrieved) = retrieved {
            said.push_str(&format!("; retrieved documents without a vector: {retrieved}"));
        }
        if zero_vectors > 0 {
            let zeros = counted(zero_vectors, "zero vector");
            said.push_str(&format!("; {zeros}, with a cosine of 0"));
        }
        said
    }

    fn topics(&self) -> String {
        let topics = &self.answer.topics;
        let mut said = format!(
            "{} of {} have optimal queries, {} have enough relevant documents to hold some out",
            topics.with_queries, topics.all, topics.held_out
        );
        let left = |topics: &[String], why: &str| {
            let first = topics.first()?;
            Some(format!("{} {why}, such as {first}", topics.len()))
        };
        let left = [
            left(&topics.without_relevant, "without relevant documents"),
            left(&topics.without_vectors, "without vectors of relevant documents"),
        ];
        let left: Vec<String> = left.into_iter().flatten().collect();
        if !left.is_empty() {
            said.push_str(&format!("; left out: {}", left.join("; ")));
        }
        let provenance = &self.answer.provenance;
        let missing = of_each(&provenance.runs, |run| {
            let first = run.topics_missing.first()?;
            Some(format!("{} such as {first}", run.topics_missing.len()))
        });
        if let Some(missing) = missing {
            let rule = provenance.options.missing;
            let how = rule.description();
            said.push_str(&format!("; missing in runs: {missing}; they {how} (--missing {rule})"));
        }
        said
    }

    fn queries(&self) -> String {
        let nonrelevant = self.answer.request.design.nonrelevant;
        let VectorUse { queries, zero_queries, .. } = self.answer.vectors.used;
        let others = match nonrelevant {
            Nonrelevant::Judged => "those judged not relevant, where there are any",
            Nonrelevant::Collection => "all others of the collection",
        };
        let how_many = if queries == 1 { "1 query".into() } else { format!("{queries} queries") };
        let zeros = match zero_queries {
            0 => String::new(),
            zeros => format!(
                "; {zeros} zero vectors, as both means are equal: these rank by document id"
            ),
        };
        format!(
            "mean of the relevant documents' unit vectors − mean of {others} (--nonrelevant \
             {nonrelevant}); {how_many}, searched exactly{zeros}"
        )
    }

    fn held_out(&self) -> String {
        let Design { folds, repeats, seed, .. } = self.answer.request.design;
        let parts = if folds == 2 { "halves".into() } else { format!("{folds} parts") };
        let fewer = self.answer.topics.mean_parts.filter(|parts| *parts < folds as f64);
        let fewer = fewer.map_or(String::new(), |parts| {
            format!(", or as many as it has relevant documents ({parts:.1} parts on average)")
        });
        let times = if repeats == 1 { "once".into() } else { format!("{repeats} times") };
        format!(
            "the judged documents of a topic are split into {parts} (--folds {folds}){fewer}, {times} \
             (--repeats {repeats}, --seed {seed}); each part is held out once, and queries are made \
             from the rest, which is removed from all rankings; values are means over the parts"
        )
    }

    /// How long rankings are, and which runs end before a measure does.
    fn lengths(&self) -> Option<Note> {
        let CeilingAnswer { runs, topics, .. } = self.answer;
        let mean = |run: &RunLengths| run.mean_documents.map(shown);
        let each = per_run(runs.iter().map(|run| (run.run.as_str(), mean(run))))?;
        let optimal = topics.optimal_documents.map(shown)?;
        let mut said =
            format!("documents per topic on average: {each}; of optimal queries {optimal}");
        let short = per_run(runs.iter().map(|run| (run.run.as_str(), self.too_short(run))));
        if let Some(short) = short {
            said.push_str(&format!(
                ". A run that ends before a measure does also loses by its length: {short}"
            ));
        }
        Some(note("lengths", said))
    }

    /// The measures that go deeper than a run, and on how many topics.
    fn too_short(&self, run: &RunLengths) -> Option<String> {
        let mut measures = vec![];
        for (measure, topics) in self.answer.request.measures.iter().zip(&run.topics_too_short) {
            match topics {
                0 => {}
                topics if measures.is_empty() => {
                    measures.push(format!("{measure} (on {})", counted(*topics, "topic")));
                }
                topics => measures.push(format!("{measure} ({topics})")),
            }
        }
        (!measures.is_empty()).then(|| format!("by {}", listed(&measures, "and")))
    }
}

/// The findings that are cautions; the others are in other notes and in the words.
fn caution(finding: &Finding) -> Option<Note> {
    match finding {
        Finding::RetrievedWithoutVectors { .. } => Some(note(
            "caution",
            "many retrieved documents have no vector: optimal queries rank fewer documents, so \
             optimal is probably too high; give vectors of all documents that were searched",
        )),
        Finding::MostVectorsJudged { judged, vectors } => {
            let text = format!(
                "{judged} of the {vectors} vectors are of judged documents: if others were searched \
                 too, optimal is too high without their vectors"
            );
            Some(note("caution", text))
        }
        Finding::NothingHeldOut | Finding::RunTooShort { .. } => None,
    }
}

/// With a decimal where it is not whole.
fn shown(length: f64) -> String {
    if length.fract() == 0.0 { format!("{length}") } else { format!("{length:.1}") }
}
