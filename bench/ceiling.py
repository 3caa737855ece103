"""Times `gainline ceiling` beside a brute force search with NumPy, on a million made-up vectors.

    python3 bench/ceiling.py [--binary FILE] [--documents 1000000]

Data goes to a temporary folder and is deleted at the end: 384 numbers in single precision for each
document, 1.5 GB for a million. 50 topics have 40 relevant and 60 other judged documents each. Both
search for 11 optimal queries of each topic (all judgments, and five times two halves) and keep the
best 1000 documents. NumPy multiplies in single precision and measures only AP with all judgments,
which is compared; gainline orders in double precision and measures everything. Without NumPy,
gainline runs alone. Exit status: 1 when one fails or they disagree.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path

sys.dont_write_bytecode = True  # No __pycache__ in the source tree.

from run import BENCH, built, machine, measure, say

DIMENSION, TOPICS, RELEVANT, OTHERS, DEPTH = 384, 50, 40, 60, 1000
SEED = 20240229


def make(folder, documents):
    """Rows are stretches of one long sequence of normal numbers; relevant ones lean to their topic."""
    rng = random.Random(SEED)
    normal = array("f", (rng.gauss(0.0, 1.0) for _ in range(4 * documents + DIMENSION)))
    starts = rng.sample(range(4 * documents), documents)
    judged = rng.sample(range(documents), TOPICS * (RELEVANT + OTHERS))
    leaning, qrels = {}, []
    for topic in range(TOPICS):
        toward = [rng.gauss(0.0, 0.2) for _ in range(DIMENSION)]
        for at in range(RELEVANT + OTHERS):
            row = judged.pop()
            qrels.append(f"t{topic} 0 d{row} {int(at < RELEVANT)}\n")
            if at < RELEVANT:
                leaning[row] = toward
    (folder / "qrels.txt").write_text("".join(qrels))
    (folder / "vectors.ids").write_text("".join(f"d{row}\n" for row in range(documents)))
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({documents}, {DIMENSION}), }}"
    head = head.ljust(117) + "\n"
    numbers = memoryview(normal)
    with open(folder / "vectors.npy", "wb", 1 << 22) as out:
        out.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode())
        for row, start in enumerate(starts):
            vector = numbers[start : start + DIMENSION]
            if row in leaning:
                vector = array("f", (a + b for a, b in zip(vector, leaning[row])))
            out.write(vector)


def brute_force(folder):
    """Prints AP of the queries made from all judgments."""
    import numpy

    vectors = numpy.load(folder / "vectors.npy", mmap_mode="r")
    row_of = {id: row for row, id in enumerate((folder / "vectors.ids").read_text().split())}
    topics = {}
    for line in (folder / "qrels.txt").read_text().splitlines():
        topic, _, document, grade = line.split()
        topics.setdefault(topic, ([], []))[grade == "0"].append(row_of[document])

    def blocks(rows=16384):
        for start in range(0, len(vectors), rows):
            block = numpy.asarray(vectors[start : start + rows])
            yield start, block / numpy.linalg.norm(block, axis=1, keepdims=True)

    def units(rows):
        chosen = vectors[sorted(rows)]
        return chosen / numpy.linalg.norm(chosen, axis=1, keepdims=True)

    total = sum(block.sum(axis=0, dtype=numpy.float64) for _, block in blocks())
    rng, queries, without = random.Random(SEED), [], []

    def ask(relevant, held, removed):
        mean, left = units(relevant).mean(axis=0), len(vectors) - len(relevant) - len(held)
        others = total - units(relevant).sum(axis=0) - (units(held).sum(axis=0) if held else 0.0)
        query = mean - others / left
        queries.append(query / numpy.linalg.norm(query))
        without.append(removed)

    for relevant, others in topics.values():
        ask(relevant, [], [])
        for _ in range(5):
            halves = [[], []]
            for kind in (relevant, others):
                shuffled = rng.sample(kind, len(kind))
                halves[0] += shuffled[::2]
                halves[1] += shuffled[1::2]
            for train, held in (halves, halves[::-1]):
                known = set(relevant)
                ask([row for row in train if row in known], held, train)

    queries = numpy.array(queries, dtype=numpy.float32)
    best = numpy.full((len(queries), DEPTH), -numpy.inf, dtype=numpy.float32)
    found = numpy.zeros((len(queries), DEPTH), dtype=numpy.int64)
    for start, block in blocks():
        cosines = queries @ block.T
        for at, removed in enumerate(without):
            inside = [row - start for row in removed if start <= row < start + len(block)]
            cosines[at, inside] = -numpy.inf
            # Only what beats the worst that is kept.
            better = numpy.flatnonzero(cosines[at] > best[at].min())
            if len(better):
                both = numpy.concatenate([best[at], cosines[at, better]])
                rows = numpy.concatenate([found[at], better + start])
                kept = numpy.argpartition(-both, DEPTH - 1)[:DEPTH]
                best[at], found[at] = both[kept], rows[kept]
    precision = []
    for at, (relevant, _) in enumerate(topics.values()):
        order = found[11 * at][numpy.argsort(-best[11 * at], kind="stable")]
        hits = numpy.isin(order, relevant)
        precisions = numpy.cumsum(hits) / numpy.arange(1, DEPTH + 1)
        precision.append((precisions * hits).sum() / len(relevant))
    print(f"AP {numpy.mean(precision)}")


def average_precision(text):
    """AP with all judgments, from either's output."""
    for line in text.splitlines():
        fields = line.split("\t")
        if fields[0] == "all" and fields[3] == "AP":
            return float(fields[6])
        if line.startswith("AP "):
            return float(line[3:])
    return None


def compare(folder, args):
    """Both in turn, round after round; rows of a table, and whether all went well."""
    binary = str(args.binary.resolve())
    files = [str(folder / "qrels.txt"), "--vectors", str(folder / "vectors.npy")]
    tools = {"gainline ceiling": [binary, "ceiling", *files, "--format", "tsv"]}
    python = args.python or sys.executable
    if subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0:
        tools["NumPy, brute force"] = [python, str(BENCH / "ceiling.py"), "--brute-force", str(folder)]
    else:
        say("no NumPy: gainline runs alone")
    measure(["cat", str(folder / "vectors.npy")], os.devnull, os.devnull)
    timings, values = {tool: [] for tool in tools}, {}
    for _ in range(args.repeats):
        for tool, command in tools.items():
            timing = measure(command, folder / "out", folder / "err")
            if timing["status"]:
                say(f"{tool} failed: {(folder / 'err').read_text()[-500:]}")
                return [], False
            values[tool] = average_precision((folder / "out").read_text())
            timings[tool].append(timing)
            say(f"  {tool}: {timing['wall']:.1f} s")
    rows = []
    for tool, runs in timings.items():
        run = min(runs, key=lambda run: run["wall"])
        rows.append(f"| {tool} | {run['wall']:.1f} | {run['cpu']:.1f} | {run['peak']:.0f} | {values[tool]:.6f} |")
    return rows, max(values.values()) - min(values.values()) < 1e-4


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="the gainline to time (default: as built from these sources)")
    parser.add_argument("--python", help="a Python that has NumPy (default: this one)")
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=2, help="runs of each; the fastest counts (default 2)")
    parser.add_argument("--brute-force", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--make", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.brute_force:
        return brute_force(args.brute_force)
    if args.make:
        return make(args.make, args.documents)
    args.binary = args.binary or built()
    where = machine()
    with tempfile.TemporaryDirectory() as folder:
        say("data")
        # In a process of its own: Linux counts a parent's peak memory into its children's.
        command = [sys.executable, str(BENCH / "ceiling.py"), "--make", folder, "--documents", str(args.documents)]
        subprocess.run(command, check=True)
        rows, right = compare(Path(folder), args)
    print(f"{args.documents} documents of {DIMENSION} numbers, {11 * TOPICS} queries; fastest of {args.repeats}")
    print(f"{where}, at the end {os.getloadavg()[0]:.1f}\n")
    print("| | wall s | CPU s | peak MB | AP |\n|---|---:|---:|---:|---:|")
    print("\n".join(rows))
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
