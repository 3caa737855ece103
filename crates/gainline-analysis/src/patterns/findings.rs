//! What else there is to know about patterns.

use super::PatternsAnswer;
use gainline::{Better, Measure, format_number};
use serde::Serialize;

/// A fact worth knowing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PatternsFinding"))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Finding {
    /// No document of the setting is relevant.
    NothingRelevant,
    /// Documents of grade 0 are relevant too.
    AllRelevant,
    /// These measures look deeper than patterns go; below there is nothing.
    DeeperCutoff {
        /// The measures.
        measures: Vec<Measure>,
    },
    /// There is one grade, of several digits: perhaps several grades were meant.
    GradesRunTogether {
        /// The grade.
        grade: f64,
        /// Its digits.
        digits: Vec<u8>,
    },
    /// The pairs of measures that correlate most: one, or several that are tied. Where lower is better
    /// for one of two measures, they agree when they correlate below 0.
    MostAlike {
        /// Their places among the pairs.
        pairs: Vec<usize>,
    },
    /// The pairs of measures that correlate least.
    LeastAlike {
        /// Their places among the pairs.
        pairs: Vec<usize>,
    },
    /// All pairs of measures correlate equally.
    EquallyAlike {
        /// How many pairs have a correlation.
        pairs: usize,
        /// The correlation.
        correlation: f64,
    },
    /// The pairs of measures that order most pairs of patterns oppositely.
    MostOpposite {
        /// Their places among the pairs.
        pairs: Vec<usize>,
    },
    /// No two measures order any two patterns oppositely.
    NothingOpposite,
    /// These measures give all patterns the same value.
    Constant {
        /// The measures.
        measures: Vec<Measure>,
    },
}

/// The findings: on the setting first, then on pairs of measures, then on single ones.
pub(super) fn findings(answer: &PatternsAnswer) -> Vec<Finding> {
    let mut findings = vec![];
    if answer.request.rel <= 0.0 {
        findings.push(Finding::AllRelevant);
    } else if answer.relevant == 0 {
        findings.push(Finding::NothingRelevant);
    }
    let length = answer.request.length;
    let mut of = |measures: Vec<Measure>, finding: fn(Vec<Measure>) -> Finding| {
        findings.extend((!measures.is_empty()).then(|| finding(measures)));
    };
    let deeper = answer.request.measures.iter();
    let deeper = deeper.filter(|measure| measure.cutoff().is_some_and(|k| k > length));
    of(deeper.cloned().collect(), |measures| Finding::DeeperCutoff { measures });
    findings.extend(run_together(&answer.request.grades));
    findings.extend(correlated(answer));
    findings.extend(opposite(answer));
    let constant = answer.measures.iter().filter(|measure| measure.spread.distinct == 1);
    let constant: Vec<Measure> = constant.map(|measure| measure.measure.clone()).collect();
    if answer.patterns > 1 && !constant.is_empty() {
        findings.push(Finding::Constant { measures: constant });
    }
    findings
}

fn run_together(grades: &[f64]) -> Option<Finding> {
    let [grade] = grades else { return None };
    let text = format_number(*grade);
    let digit = |c: char| u8::try_from(c.to_digit(10)?).ok().filter(|digit| *digit > 0);
    let digits: Vec<u8> = text.chars().map(digit).collect::<Option<_>>()?;
    (digits.len() > 1).then_some(Finding::GradesRunTogether { grade: *grade, digits })
}

fn correlated(answer: &PatternsAnswer) -> Vec<Finding> {
    let sign = |measure: &Measure| match measure.family().better {
        Better::Lower => -1.0,
        Better::Higher | Better::Neither => 1.0,
    };
    let known = answer.pairs.iter().enumerate().filter_map(|(at, pair)| {
        let correlation = pair.correlation?;
        // What differs by rounding only is equally alike.
        let steps = (sign(&pair.first) * sign(&pair.second) * correlation * 1e9).round();
        Some((steps, at, correlation))
    });
    let known: Vec<(f64, usize, f64)> = known.collect();
    let most = known.iter().rev().max_by(|a, b| a.0.total_cmp(&b.0));
    let least = known.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    let tied =
        |steps: f64| known.iter().filter(|pair| pair.0 == steps).map(|pair| pair.1).collect();
    match (most, least) {
        (Some(most), Some(least)) if most.0 == least.0 => {
            vec![Finding::EquallyAlike { pairs: known.len(), correlation: most.2 }]
        }
        (Some(most), Some(least)) => {
            vec![
                Finding::MostAlike { pairs: tied(most.0) },
                Finding::LeastAlike { pairs: tied(least.0) },
            ]
        }
        (None, _) | (_, None) => vec![],
    }
}

fn opposite(answer: &PatternsAnswer) -> Option<Finding> {
    let most = answer.pairs.iter().map(|pair| pair.opposite).max()?;
    let pairs = answer.pairs.iter().enumerate().filter(|(_, pair)| pair.opposite == most);
    Some(match most {
        0 => Finding::NothingOpposite,
        _ => Finding::MostOpposite { pairs: pairs.map(|(at, _)| at).collect() },
    })
}
