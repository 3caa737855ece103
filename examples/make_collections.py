"""Writes the collections of examples/collections: made-up judgments and runs in five fields.

    python examples/make_collections.py

Each topic has 24 documents with grades 0 to 3, of which most are not relevant. A run scores a document
by its grade times the run's skill in the field plus noise, and returns the best ten. The skills are
made up so that `dense` is better than `keywords` on the whole and worse in one field.
"""

import random
from pathlib import Path

HERE = Path(__file__).parent / "collections"
TOPICS = {"code": 14, "forum": 20, "legal": 12, "medical": 16, "news": 18}
SKILLS = {
    "keywords": {"code": 0.8, "forum": 0.7, "legal": 1.0, "medical": 0.8, "news": 0.8},
    "dense": {"code": 1.2, "forum": 1.5, "legal": 0.7, "medical": 1.4, "news": 1.4},
    "hybrid": {"code": 1.5, "forum": 1.5, "legal": 1.3, "medical": 1.6, "news": 1.6},
}


def main():
    numbers = random.Random(20)
    for field, topics in TOPICS.items():
        folder = HERE / field
        folder.mkdir(parents=True, exist_ok=True)
        qrels, runs = [], {name: [] for name in SKILLS}
        for topic in range(1, topics + 1):
            grades = {f"{field[0]}{topic:02}-{d:02}": numbers.choices([0, 1, 2, 3], [14, 5, 3, 2])[0]
                      for d in range(24)}
            qrels += [f"{topic} 0 {document} {grade}" for document, grade in grades.items()]
            easy = numbers.gauss(0, 0.3)
            for name, skill in SKILLS.items():
                scores = {document: grade * (skill[field] + easy) + numbers.gauss(0, 1.2)
                          for document, grade in grades.items()}
                best = sorted(scores, key=scores.get, reverse=True)[:10]
                runs[name] += [f"{topic} Q0 {document} {rank} {scores[document]:.4f} {name}"
                               for rank, document in enumerate(best, 1)]
        (folder / "qrels.txt").write_text("\n".join(qrels) + "\n")
        for name, rows in runs.items():
            (folder / f"{name}.run").write_text("\n".join(rows) + "\n")


main()
