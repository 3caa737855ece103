#!/usr/bin/env python3
"""Make vectors of the example documents, and a run that searches by them: vectors/.

A small index, for `gainline ceiling`: the words of title and text, stripped of endings as in
make_runs.py, fall into 1024 buckets by their checksum, and each bucket is weighted by tf-idf.
The run takes the words of a topic's title in the same way, and ranks by cosine. Standard
library only; the same inputs give the same bytes:

    python3 examples/make_vectors.py            # writes examples/vectors/
    python3 examples/make_vectors.py --check    # compares, and writes nothing
"""

import math
import sys
import zlib
from collections import Counter

from make_runs import HERE, as_text, ranked, read_documents, read_topics, stems

BUCKETS = 1024


def buckets(text):
    """How often each bucket comes in a text; counted from 1, as svmlight has it."""
    return Counter(zlib.crc32(word.encode("utf-8")) % BUCKETS + 1 for word in stems(text))


class Index:
    """Documents as vectors, of weights by bucket."""

    def __init__(self, documents):
        bags = {d["id"]: buckets(d["title"] + " " + d["text"]) for d in documents}
        self.found = Counter(bucket for bag in bags.values() for bucket in bag)
        self.total = len(documents)
        self.rows = {doc: self.vector(bag) for doc, bag in bags.items()}

    def vector(self, bag):
        weights = {
            bucket: (1 + math.log(count)) * math.log((1 + self.total) / (1 + self.found[bucket]))
            for bucket, count in bag.items()
        }
        return {bucket: round(weights[bucket], 4) for bucket in sorted(weights)}

    def cosine(self, query, doc):
        theirs = self.rows[doc]
        product = sum(weight * theirs.get(bucket, 0.0) for bucket, weight in query.items())
        return product / (length(query) * length(theirs))


def length(vector):
    return math.sqrt(sum(weight**2 for weight in vector.values())) or 1.0


def svmlight(rows):
    return "".join(
        doc + "".join(f" {bucket}:{weight:.4f}" for bucket, weight in row.items()) + "\n"
        for doc, row in rows.items()
    )


def search(index, topics, depth=30):
    run = {}
    for topic in topics:
        query = index.vector(buckets(topic["title"]))
        run[topic["id"]] = ranked({doc: index.cosine(query, doc) for doc in index.rows}, depth)
    return run


def main():
    index = Index(read_documents())
    files = {
        "documents.svm": svmlight(index.rows),
        "search.run": as_text(search(index, read_topics()), "search"),
    }
    differing = []
    for name, text in files.items():
        path = HERE / "vectors" / name
        data = text.encode("utf-8")
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_bytes() != data:
                differing.append(name)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
    if differing:
        sys.exit("differs from what this script makes: " + ", ".join(differing))


if __name__ == "__main__":
    main()
