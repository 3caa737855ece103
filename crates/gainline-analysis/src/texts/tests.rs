use super::*;

fn texts(content: &str, kind: TextKind) -> gainline::Result<Vec<(String, Text)>> {
    let source = Source::bytes("file", content.as_bytes());
    let mut texts: Vec<_> = read(&source, kind, &|_| true)?.into_iter().collect();
    texts.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(texts)
}

fn one(content: &str, kind: TextKind) -> (String, Option<String>, Option<String>) {
    let mut all = texts(content, kind).unwrap();
    assert_eq!(all.len(), 1, "{all:?}");
    let (id, Text { title, text }) = all.remove(0);
    (id, title, text)
}

fn wanted(id: &str, title: &str, text: &str) -> (String, Option<String>, Option<String>) {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_string());
    (id.into(), some(title), some(text))
}

#[test]
fn columns_may_be_named_or_not() {
    let named = "id\ttitle\tdescription\nt1\tflat tyre\tHow?\n";
    assert_eq!(one(named, TextKind::Topics), wanted("t1", "flat tyre", "How?"));
    assert_eq!(one("12\twhat is x\n", TextKind::Topics), wanted("12", "what is x", ""));
    assert_eq!(one("d7\tlong text\n", TextKind::Documents), wanted("d7", "", "long text"));
    assert_eq!(
        one("d7\tTitle\tlong text\r\n", TextKind::Documents),
        wanted("d7", "Title", "long text")
    );
}

#[test]
fn json_lines_go_by_the_names_of_fields() {
    let line = r#"{"_id": 7, "title": "A </script>", "text": "b\n c", "other": [1]}"#;
    assert_eq!(one(line, TextKind::Documents), wanted("7", "A </script>", "b c"));
    let line = r#"{"qid": "q", "query": "words"}"#;
    assert_eq!(one(line, TextKind::Topics), wanted("q", "words", ""));
}

#[test]
fn trec_topics_need_not_close_their_tags() {
    let old = "<top>\n<num> Number: 301\n<title> International Organized Crime\n\n<desc> Description:\n\
               Identify a < b\norganizations.\n\n<narr> Narrative:\nmore\n</top>\n";
    let seen = one(old, TextKind::Topics);
    assert_eq!(
        seen,
        wanted("301", "International Organized Crime", "Identify a < b organizations.")
    );
    let new = "<topics task=\"x\">\n<topic number=\"1\">\n<query>coronavirus origin</query>\n\
               <question>what is it</question></topic></topics>";
    assert_eq!(one(new, TextKind::Topics), wanted("1", "coronavirus origin", "what is it"));
    let doc =
        "<DOC>\n<DOCNO> FT-1 </DOCNO><HEADLINE>Head</HEADLINE>\n<TEXT>\nBody\n</TEXT>\n</DOC>";
    assert_eq!(one(doc, TextKind::Documents), wanted("FT-1", "Head", "Body"));
}

#[test]
fn markup_within_a_text_is_no_field() {
    let doc = "<doc><docno>d</docno><title>A &amp; B</title><text><p>one <b>two</b> &lt;x&gt; &amp;lt; \
               &quot;y&quot;</p><p>three</p></text></doc>";
    assert_eq!(one(doc, TextKind::Documents), wanted("d", "A & B", "one two <x> &lt; \"y\" three"));
    let topic = "<top><num> 7 <title> words <desc> Description: one <smry> two <narr> three </top>";
    assert_eq!(one(topic, TextKind::Topics), wanted("7", "words", "one"));
    let topic = "<topic><query_id>7</query_id><query>words</query></topic>";
    assert_eq!(one(topic, TextKind::Topics), wanted("7", "words", ""));
}

#[test]
fn only_what_is_wanted_is_kept() {
    let source = Source::bytes("file", &b"a\tx\nb\ty\n"[..]);
    let texts = read(&source, TextKind::Documents, &|id| id == "b").unwrap();
    assert_eq!(texts.keys().collect::<Vec<_>>(), ["b"]);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let error = |content: &str| texts(content, TextKind::Documents).unwrap_err().to_string();
    assert_eq!(
        error("{\"id\": \"a\"}\n{\"id\": }\n"),
        "file:2: not a JSON object at column 8\n  a line is an object such as {\"id\": \"d1\", \
         \"title\": \"…\", \"text\": \"…\"}"
    );
    assert_eq!(
        error("words only\n"),
        "file:1: `words only` is one column, with no tab\n  a line is `id<TAB>title<TAB>text`; a \
         header line may name the columns"
    );
    assert_eq!(
        error("<top>\n<title> x\n</top>\n"),
        "file:3: what begins on line 1 has no id\n  a topic has <num> or number=\"…\", a document \
         <docno>"
    );
    assert_eq!(
        error("<top>\n<num> 1\n"),
        "file:2: the file ends within what begins on line 1\n  close each topic with </top>, or </topic>"
    );
    assert_eq!(
        error("\n\n"),
        "file: no documents in this file\n  a line is `id<TAB>title<TAB>text`, or JSON with `id`, \
         `title` and `text`"
    );
}
