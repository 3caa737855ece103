#!/usr/bin/env python3
"""Make the files of vectors here, with numpy 2.4 and pyarrow 26:

    python3 -m venv env && env/bin/pip install numpy==2.4.6 pyarrow==26.0.1
    env/bin/python testdata/vectors/make.py

Seven documents with three numbers each, in the ways that files hold them; and files that
are wrong in one way each.
"""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).resolve().parent
IDS = [f"d{n}" for n in range(1, 8)]
# Numbers that each kind of float holds exactly.
VECTORS = [
    [1.0, 0.0, 0.0],
    [0.5, 0.25, -2.0],
    [0.0, 0.0, 0.0],
    [3.0, 4.0, 0.0],
    [-1.0, -1.0, 0.125],
    [0.0, 1024.0, 0.0009765625],
    [2.0, 2.0, 1.0],
]


def save(name, array, **how):
    np.save(HERE / name, array, **how)


def table(name, columns, **how):
    pq.write_table(pa.table(columns), HERE / name, **how)


def lists(kind, rows=VECTORS, fixed=False):
    if kind == pa.float16():
        rows = [[np.float16(x) for x in row] for row in rows]
    return pa.array(rows, pa.list_(kind, 3) if fixed else pa.list_(kind))


def arrays():
    vectors = np.array(VECTORS)
    (HERE / "float32.ids").write_text("".join(f"{d}\n" for d in IDS))
    for kind in ("float16", "float32", "float64"):
        save(f"{kind}.npy", vectors.astype(kind))
    save("big_endian.npy", vectors.astype(">f4"))
    with open(HERE / "version2.npy", "wb") as file:
        np.lib.format.write_array(file, vectors.astype("float32"), version=(2, 0))
    save("fortran.npy", np.asfortranarray(vectors))
    save("integers.npy", vectors.astype("int32"))
    save("flat.npy", vectors.ravel())
    save("none.npy", vectors[:0])
    broken = vectors.copy()
    broken[4, 1] = np.nan
    save("nan.npy", broken)


def tables():
    table("float32.parquet", {"id": IDS, "vector": lists(pa.float32())}, row_group_size=3)
    fixed = lists(pa.float16(), fixed=True)
    numbers = pa.array(range(1, 8), pa.int64())
    table("float16.parquet", {"n": numbers, "v": fixed}, compression="zstd")
    large = pa.array(VECTORS, pa.large_list(pa.float64()))
    columns = {"title": ["x"] * 7, "docid": IDS, "embedding": large, "other": large}
    table("float64.parquet", columns, compression="gzip", data_page_size=64)
    ragged = lists(pa.float32(), VECTORS[:4] + [[1.0, 2.0]] + VECTORS[5:])
    table("ragged.parquet", {"id": IDS, "vector": ragged}, row_group_size=2)
    for name, hole in {"null.parquet": None, "null_number.parquet": [1.0, None, 2.0], "empty.parquet": []}.items():
        rows = lists(pa.float32(), VECTORS[:5] + [hole] + VECTORS[6:])
        table(name, {"id": IDS, "vector": rows})
    table("null_id.parquet", {"id": IDS[:2] + [None] + IDS[3:], "vector": lists(pa.float32())})
    table("twice.parquet", {"id": IDS[:6] + ["d2"], "vector": lists(pa.float32())})
    columns = {"a": lists(pa.float32()), "b": lists(pa.float32()), "id": IDS}
    table("two_vectors.parquet", columns)
    table("no_vectors.parquet", {"id": IDS, "x": [1.0] * 7})
    table("no_rows.parquet", {"id": IDS[:0], "vector": lists(pa.float32(), [])})
    table("brotli.parquet", {"id": IDS, "vector": lists(pa.float32())}, compression="brotli")


if __name__ == "__main__":
    arrays()
    tables()
