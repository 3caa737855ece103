//! A report as one HTML file that needs no network: a page with its style and script, and the data
//! that the script shows.

mod document;
mod packed;

pub(crate) use document::write_document_html;

/// What goes into the page. All of it is JSON, made by whoever knows what it means. What is read on
/// demand is compressed.
pub struct Page<'a> {
    /// What the page is called.
    pub title: &'a str,
    /// Everything but what is read on demand.
    pub data: &'a str,
    /// A block for each topic, which is read when the topic is opened.
    pub topics: &'a [String],
    /// Titles and texts of documents by id, if there are any.
    pub documents: &'a [String],
}

const TEMPLATE: &str = include_str!("html/page.html");
const STYLE: &str = concat!(
    include_str!("html/style.css"),
    include_str!("html/narrow.css"),
    include_str!("html/print.css"),
);
/// The script, in the order in which its parts build on each other.
const SCRIPT: &str = concat!(
    include_str!("html/core.js"),
    include_str!("html/numbers.js"),
    include_str!("html/address.js"),
    include_str!("html/tables.js"),
    include_str!("html/save.js"),
    include_str!("html/chart.js"),
    include_str!("html/verdict.js"),
    include_str!("html/intervals.js"),
    include_str!("html/leaderboard.js"),
    include_str!("html/curves.js"),
    include_str!("html/compare.js"),
    include_str!("html/differences.js"),
    include_str!("html/matrix.js"),
    include_str!("html/topics.js"),
    include_str!("html/document.js"),
    include_str!("html/rankings.js"),
    include_str!("html/quality.js"),
    include_str!("html/method.js"),
    include_str!("html/main.js"),
);

/// The whole page.
pub fn page(page: &Page<'_>) -> String {
    let topics = packed::packed(page.topics).into_iter().enumerate();
    let topics: Vec<String> =
        topics.map(|(at, topic)| packed_block(&format!("topic-{at}"), &topic)).collect();
    let documents = packed::packed(page.documents);
    let documents: Vec<String> =
        documents.iter().map(|all| packed_block("documents", all)).collect();
    let title = text(page.title);
    let parts = [
        ("{{title}}", title.as_str()),
        ("{{style}}", STYLE),
        ("{{script}}", SCRIPT),
        ("{{data}}", &block("data", page.data)),
        ("{{topics}}", &topics.join("\n")),
        ("{{documents}}", &documents.concat()),
    ];
    // In one pass, so that nothing in the data is taken for a place of the template.
    let mut out = String::new();
    let mut rest = TEMPLATE;
    while let Some(start) = rest.find("{{") {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        match parts.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, content)) => {
                out.push_str(content);
                rest = &rest[name.len()..];
            }
            None => {
                out.push_str("{{");
                rest = &rest[2..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// JSON as a part of the page that is no script. In JSON these signs stand within strings only, where
/// they may be written by their numbers; so no text can end the element.
fn block(id: &str, json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for sign in json.chars() {
        match sign {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            sign => safe.push(sign),
        }
    }
    format!("<script type=\"application/json\" id=\"{id}\">{safe}</script>")
}

/// Compressed data: its letters end no element.
fn packed_block(id: &str, letters: &str) -> String {
    format!("<script type=\"application/x-deflate\" id=\"{id}\">{letters}</script>")
}

/// Text as it may stand in HTML.
fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(title: &str, data: &str, topics: &[String]) -> String {
        page(&Page { title, data, topics, documents: &["{\"d\":[\"</script>\",\"\"]}".into()] })
    }

    #[test]
    fn the_page_is_whole_and_takes_nothing_from_elsewhere() {
        let page = made("two runs", "{}", &["{\"a\":1}".into(), "{}".into()]);
        assert!(page.starts_with("<!doctype html>") || page.starts_with("<!DOCTYPE html>"));
        assert!(
            page.contains(
                "<script type=\"application/x-deflate\" id=\"topic-1\">q64FAA==</script>"
            )
        );
        assert!(!page.contains("{{"), "a place of the template was left");
        for outside in ["src=\"http", "href=\"http", "url(http", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn nothing_in_the_data_ends_its_element_or_fills_a_place() {
        let data = "{\"x\":\"</script><img onerror=a> {{script}} & \u{2028}\"}";
        let page = made("<b>{{data}}</b>", data, &[]);
        assert!(page.contains("<title>&lt;b&gt;{{data}}&lt;/b&gt;"));
        let safe = "{\"x\":\"\\u003c/script\\u003e\\u003cimg onerror=a\\u003e {{script}} \\u0026 \\u2028\"}";
        assert!(page.contains(safe));
        assert!(!page.contains("<img onerror"));
    }
}
