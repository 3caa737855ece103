//! Is there anything wrong or suspicious in the files?

use crate::provenance::FileFacts;
use crate::{Answer, check_stdin};
use gainline::{Result, Severity, Source, Validation};
use serde::Serialize;
use std::path::PathBuf;

/// Is there anything wrong or suspicious in judgments and runs?
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Validate {
    /// The judgments.
    pub qrels: PathBuf,
    /// The runs.
    pub runs: Vec<PathBuf>,
    /// Whether warnings fail too.
    pub strict: bool,
}

/// What came of it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValidateAnswer {
    /// What was asked.
    pub request: Validate,
    /// The files that were read, with what tells somebody else that they have the same ones: the
    /// judgments, then the runs. A file that cannot be read has neither size nor hash.
    pub provenance: Vec<FileFacts>,
    /// Whether the files can be used as they are.
    pub decision: ValidateDecision,
    /// What was found, file by file.
    #[serde(flatten)]
    pub validation: Validation,
}

/// Whether files can be used as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ValidateDecision {
    /// Nothing stands against it.
    Passed,
    /// There are errors, or warnings where these fail too.
    Failed,
    /// Some file could not be read.
    Unreadable,
}

impl Answer for ValidateAnswer {
    const NAME: &'static str = "validate";
}

impl Validate {
    /// Goes through all files.
    pub fn answer(self) -> Result<ValidateAnswer> {
        let files: Vec<PathBuf> = [&self.qrels].into_iter().chain(&self.runs).cloned().collect();
        check_stdin(files.iter().map(PathBuf::as_path))?;
        let runs: Vec<Source> = self.runs.iter().map(Source::path).collect();
        let validation = gainline::validate(&Source::path(&self.qrels), &runs)?;
        // That a file cannot be read is among the findings.
        let facts =
            |path: &PathBuf| FileFacts::of(path, true).or_else(|_| FileFacts::of(path, false));
        Ok(ValidateAnswer {
            provenance: files.iter().map(facts).collect::<Result<_>>()?,
            decision: ValidateDecision::of(&validation, self.strict),
            validation,
            request: self,
        })
    }
}

impl ValidateDecision {
    /// What a validation comes to; with `strict`, warnings fail too.
    pub fn of(validation: &Validation, strict: bool) -> Self {
        let failed = validation.count(Severity::Error) > 0
            || (strict && validation.count(Severity::Warning) > 0);
        match (validation.unreadable(), failed) {
            (true, _) => ValidateDecision::Unreadable,
            (false, true) => ValidateDecision::Failed,
            (false, false) => ValidateDecision::Passed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_fail_and_warnings_only_when_strict() {
        let decisions = |run: &str| {
            let source = |name: &str, text: &str| Source::bytes(name, text.as_bytes());
            let qrels = source("qrels.txt", "1 0 d1 2\n1 0 d2 0\n");
            let found = gainline::validate(&qrels, &[source("a.run", run)]).unwrap();
            [false, true].map(|strict| ValidateDecision::of(&found, strict))
        };
        use ValidateDecision::{Failed, Passed, Unreadable};
        assert_eq!(decisions("1 Q0 d1 1 2.5 x\n"), [Passed, Passed]);
        assert_eq!(decisions("1 Q0 d1 2 2.5 x\n1 Q0 d2 1 1.5 x\n"), [Passed, Failed]);
        assert_eq!(decisions("1 Q0 d1 1 abc x\n"), [Failed, Failed]);
        let request = Validate { qrels: "/no/such/file".into(), runs: vec![], strict: false };
        let missing = request.answer().unwrap();
        assert_eq!(missing.decision, Unreadable);
        assert_eq!(missing.provenance[0].sha256, None);
    }
}
