//! Reading rules. A small grammar, read by hand so that every mistake is shown at its character:
//!
//! ```text
//! require:  MEASURE (>= | > | <= | <) NUMBER [on SLICE | on every slice]
//!           MEASURE (not worse by NUMBER[%] | better) [with p < NUMBER] [on SLICE | on every slice]
//! forbid:   MEASURE drops by NUMBER[%] [with p < NUMBER] [on SLICE | on every slice]
//! ```

use super::Tolerance;
use super::rule::{Condition, Relation, Rule, RuleError, RuleKind, Scope};
use gainline::{Better, Measure, parse_measures};

/// The bound of p where a rule that must be shown has none.
const USUAL_ALPHA: f64 = 0.05;

/// Reads a rule; `origin` says where it was written.
pub fn parse_rule(kind: RuleKind, text: &str, origin: &str) -> Result<Rule, RuleError> {
    let mut reader = Reader { text, chars: text.chars().collect(), at: 0 };
    read(kind, &mut reader)
        .map(|(measure, condition, scope)| Rule {
            text: text.trim().into(),
            origin: origin.into(),
            measure,
            condition,
            // The text is kept without blanks around it.
            scope: match scope {
                Scope::Slice { name, at } => Scope::Slice { name, at: at - leading(text) },
                Scope::EverySlice { at } => Scope::EverySlice { at: at - leading(text) },
                other => other,
            },
        })
        .map_err(|(at, message)| RuleError {
            text: text.trim().into(),
            at: at - leading(text).min(at),
            message,
            origin: origin.into(),
        })
}

fn leading(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}

/// A character and what was expected there.
type Wrong = (usize, String);

fn read(kind: RuleKind, reader: &mut Reader<'_>) -> Result<(Measure, Condition, Scope), Wrong> {
    let (start, measure) = reader.measure()?;
    let condition = match kind {
        RuleKind::Require => reader.requirement()?,
        RuleKind::Forbid => reader.drop()?,
    };
    let cannot = match condition {
        Condition::Bound { .. } => None,
        Condition::Drop { .. } => Some("drop"),
        Condition::NotWorse { .. } => Some("be better or worse"),
    };
    if let Some(cannot) = cannot.filter(|_| measure.family().better == Better::Neither) {
        let what = "only describes: neither more nor less of it is better, so it cannot";
        return Err((start, format!("{measure} {what} {cannot}")));
    }
    let (alpha, scope) = reader.clauses(&condition)?;
    let condition = match condition {
        Condition::Drop { tolerance, .. } => Condition::Drop { tolerance, alpha },
        Condition::NotWorse { tolerance, alpha: usual } => {
            Condition::NotWorse { tolerance, alpha: alpha.unwrap_or(usual) }
        }
        bound => bound,
    };
    Ok((measure, condition, scope))
}

struct Reader<'t> {
    text: &'t str,
    chars: Vec<char>,
    /// The next character.
    at: usize,
}

impl Reader<'_> {
    fn measure(&mut self) -> Result<(usize, Measure), Wrong> {
        self.skip_blanks();
        let start = self.at;
        let mut open: Vec<usize> = vec![];
        while let Some(&c) = self.chars.get(self.at) {
            match c {
                '(' | '{' => open.push(self.at),
                ')' | '}' => {
                    let nothing = || format!("nothing is open that `{c}` could close");
                    open.pop().ok_or_else(|| (self.at, nothing()))?;
                }
                c if open.is_empty() && (c.is_whitespace() || "<>=".contains(c)) => break,
                _ => {}
            }
            self.at += 1;
        }
        if let Some(&bracket) = open.last() {
            return Err((bracket, "this bracket is left open".into()));
        }
        let text: String = self.chars[start..self.at].iter().collect();
        if text.is_empty() {
            return Err((start, "expected a measure, such as nDCG@10".into()));
        }
        let mut measures = parse_measures([&text]).map_err(|error| {
            let advice = error.advice().map_or(String::new(), |advice| format!("\n  {advice}"));
            (start, format!("{}{advice}", error.message()))
        })?;
        match (measures.pop(), measures.len()) {
            (Some(measure), 0) => Ok((start, measure)),
            (_, more) => {
                let comma = text.chars().take_while(|c| *c != ',').count();
                Err((start + comma, format!("a rule is about one measure, not {}", more + 1)))
            }
        }
    }

    /// `not worse by NUMBER[%]`, `better`, or a bound.
    fn requirement(&mut self) -> Result<Condition, Wrong> {
        self.skip_blanks();
        let alpha = USUAL_ALPHA;
        if self.take("better") {
            return Ok(Condition::NotWorse { tolerance: Tolerance::Absolute(0.0), alpha });
        }
        if self.take("not") {
            self.keyword("worse", "`worse by`", "")?;
            let tolerance = self.tolerance("a margin")?;
            return Ok(Condition::NotWorse { tolerance, alpha });
        }
        self.bound()
    }

    /// `>= NUMBER`.
    fn bound(&mut self) -> Result<Condition, Wrong> {
        let rest: String = self.chars[self.at..].iter().take(2).collect();
        let Some(relation) =
            Relation::ALL.into_iter().find(|relation| rest.starts_with(relation.sign()))
        else {
            let hint = if self.word().eq_ignore_ascii_case("drops") {
                "; what must not drop is for --forbid"
            } else {
                ""
            };
            let expected = "expected >=, >, <=, <, `not worse by` or `better`";
            return Err((self.at, format!("{expected}{}{hint}", self.instead())));
        };
        self.at += relation.sign().len();
        let (_, bound) = self.number("a number, such as 0.45")?;
        Ok(Condition::Bound { relation, bound })
    }

    /// `drops by NUMBER[%]`.
    fn drop(&mut self) -> Result<Condition, Wrong> {
        self.skip_blanks();
        let is_bound = self.chars.get(self.at).is_some_and(|c| "<>=".contains(*c));
        let hint = match self.word().to_ascii_lowercase().as_str() {
            _ if is_bound => "; a bound is for --require",
            "not" | "better" => "; what must be shown is for --require",
            _ => "",
        };
        self.keyword("drops", "`drops by`", hint)?;
        Ok(Condition::Drop { tolerance: self.tolerance("a drop")?, alpha: None })
    }

    /// `by NUMBER[%]`.
    fn tolerance(&mut self, what: &str) -> Result<Tolerance, Wrong> {
        self.keyword("by", "`by`", "")?;
        let (at, number) = self.number("a number or a percentage, such as 0.01 or 1%")?;
        if number < 0.0 {
            return Err((at, format!("{what} is 0 or more")));
        }
        let here = self.at;
        self.skip_blanks();
        if self.chars.get(self.at) == Some(&'%') {
            self.at += 1;
            return Ok(Tolerance::Percent(number));
        }
        self.at = here;
        Ok(Tolerance::Absolute(number))
    }

    /// `with p < NUMBER` and `on …`, each at most once, and then the end.
    fn clauses(&mut self, condition: &Condition) -> Result<(Option<f64>, Scope), Wrong> {
        let tested = !matches!(condition, Condition::Bound { .. });
        let one_sided = matches!(condition, Condition::NotWorse { .. });
        let (mut alpha, mut scope) = (None, Scope::All);
        loop {
            self.skip_blanks();
            if self.at == self.chars.len() {
                return Ok((alpha, scope));
            }
            let with = tested && alpha.is_none();
            let on = scope == Scope::All;
            if with && self.take("with") {
                alpha = Some(self.alpha(one_sided)?);
            } else if on && self.take("on") {
                scope = self.scope()?;
            } else {
                let expected = match (with, on) {
                    (true, true) => "`with p < NUMBER`, `on SLICE`, `on every slice` or the end",
                    (true, false) => "`with p < NUMBER` or the end",
                    (false, true) => "`on SLICE`, `on every slice` or the end",
                    (false, false) => "the end",
                };
                return Err((self.at, format!("expected {expected}{}", self.instead())));
            }
        }
    }

    /// `p < NUMBER`. Of a one-sided test, p is below one half wherever the data lean the right way: a
    /// bound from there on would let pass what they speak against.
    fn alpha(&mut self, one_sided: bool) -> Result<f64, Wrong> {
        self.skip_blanks();
        if !self.chars.get(self.at).is_some_and(|c| c.eq_ignore_ascii_case(&'p')) {
            return Err((self.at, format!("expected `p < NUMBER`{}", self.instead())));
        }
        self.at += 1;
        self.skip_blanks();
        if self.chars.get(self.at) != Some(&'<') {
            return Err((self.at, format!("expected `<`{}", self.instead())));
        }
        self.at += 1;
        let (at, alpha) = self.number("a number, such as 0.05")?;
        if alpha <= 0.0 || alpha > 1.0 {
            return Err((at, "a bound of p is above 0 and at most 1".into()));
        }
        if one_sided && alpha >= 0.5 {
            return Err((at, "a bound of p is above 0 and below 0.5 here".into()));
        }
        Ok(alpha)
    }

    /// `every slice`, or the name of a slice: the rest of the rule, because names may hold blanks.
    fn scope(&mut self) -> Result<Scope, Wrong> {
        self.skip_blanks();
        let at = self.at;
        if self.take("every") {
            self.skip_blanks();
            self.keyword("slice", "`slice`", "")?;
            return Ok(Scope::EverySlice { at });
        }
        let name: String = self.chars[at..].iter().collect();
        self.at = self.chars.len();
        match name.trim() {
            "" => Err((at, "expected the name of a slice, or `every slice`".into())),
            name => Ok(Scope::Slice { name: name.into(), at }),
        }
    }

    fn number(&mut self, expected: &str) -> Result<(usize, f64), Wrong> {
        self.skip_blanks();
        let start = self.at;
        let is_end = |c: &char| c.is_whitespace() || *c == '%';
        let text: String = self.chars[start..].iter().take_while(|c| !is_end(c)).collect();
        let starts = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        match text.parse::<f64>().ok().filter(|number| starts && number.is_finite()) {
            Some(number) => {
                self.at += text.chars().count();
                Ok((start, number + 0.0))
            }
            None => Err((start, format!("expected {expected}{}", self.instead()))),
        }
    }

    fn keyword(&mut self, word: &str, expected: &str, hint: &str) -> Result<(), Wrong> {
        self.skip_blanks();
        if self.take(word) {
            return Ok(());
        }
        Err((self.at, format!("expected {expected}{}{hint}", self.instead())))
    }

    /// Goes past the next word if it is this one.
    fn take(&mut self, word: &str) -> bool {
        let same = self.word().eq_ignore_ascii_case(word);
        if same {
            self.at += word.len();
        }
        same
    }

    /// What stands here up to the next blank.
    fn word(&self) -> String {
        self.chars[self.at..].iter().take_while(|c| !c.is_whitespace()).collect()
    }

    /// `, not …`: what stands here instead of what was expected.
    fn instead(&self) -> String {
        match self.word().as_str() {
            "" if self.text.trim().is_empty() => String::new(),
            "" => ", but the rule ends here".into(),
            word => format!(", not `{word}`"),
        }
    }

    fn skip_blanks(&mut self) {
        while self.chars.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests;
