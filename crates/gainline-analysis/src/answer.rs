//! What a question gives.

use serde::Serialize;

/// What a question gives: owned, typed, and complete once it is serialised.
pub trait Answer: Serialize {
    /// The name of its JSON form, which is that of the question.
    const NAME: &'static str;
    /// The version of its JSON form: it rises when a field changes its meaning or goes away.
    const VERSION: u32 = 1;
}

/// An answer with what says which one it is: `{"gainline": VERSION, "answer": NAME, "schema": 1, ...}`.
#[derive(Serialize)]
pub struct Signed<'a, A> {
    /// The version of the program that gave it.
    gainline: &'static str,
    /// Which answer it is.
    answer: &'static str,
    /// The version of its form.
    schema: u32,
    #[serde(flatten)]
    content: &'a A,
}

impl<'a, A: Answer> Signed<'a, A> {
    /// Signs an answer.
    pub fn new(content: &'a A) -> Self {
        Signed { gainline: env!("CARGO_PKG_VERSION"), answer: A::NAME, schema: A::VERSION, content }
    }
}
