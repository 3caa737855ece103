//! Files of each kind, and what is wrong with others. `testdata/vectors/make.py` made them.

use super::*;
use std::fs;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/vectors")
}

fn files(vectors: &str) -> VectorFiles {
    let ids = vectors.ends_with(".npy").then(|| folder().join("float32.ids"));
    VectorFiles { vectors: folder().join(vectors), ids, ..VectorFiles::default() }
}

/// Opens vectors and goes through all of them in blocks of two, or says what is wrong; paths
/// without their folders.
fn read_all(files: &VectorFiles) -> std::result::Result<(Vec<String>, Vec<f64>), String> {
    let without_folder = |error: Error| {
        let parent = files.vectors.parent().unwrap();
        error.to_string().replace(&format!("{}/", parent.display()), "")
    };
    let mut vectors = Vectors::open(files).map_err(without_folder)?;
    vectors.block_rows = 2;
    let work = |seen: &mut Vec<f64>, block: &Block<'_>| match block.rows {
        Rows::Dense(values) => seen.extend_from_slice(values),
        Rows::Sparse(sparse) => {
            for row in block.range.clone() {
                let mut dense = vec![0.0; sparse.dimension];
                let (indices, values) = sparse.row(row);
                indices.iter().zip(values).for_each(|(&at, value)| dense[at as usize] = *value);
                seen.extend(dense);
            }
        }
    };
    let mut seen = vectors.scan(1, &|_| {}, Vec::new, work).map_err(without_folder)?;
    let ids = (0..vectors.len()).map(|row| vectors.ids().get(row).to_string()).collect();
    Ok((ids, seen.pop().unwrap_or_default()))
}

/// The unit vectors that all good files hold.
fn expected() -> Vec<f64> {
    let rows = [
        [1.0, 0.0, 0.0],
        [0.5, 0.25, -2.0],
        [0.0, 0.0, 0.0],
        [3.0, 4.0, 0.0],
        [-1.0, -1.0, 0.125],
        [0.0, 1024.0, 0.0009765625],
        [2.0, 2.0, 1.0],
    ];
    rows.iter()
        .flat_map(|row: &[f64; 3]| {
            let length = row.iter().map(|x| x * x).sum::<f64>().sqrt();
            row.map(|x| if length > 0.0 { x / length } else { 0.0 })
        })
        .collect()
}

#[test]
fn arrays_and_tables_of_each_kind_hold_the_same_vectors() {
    let arrays = ["float16.npy", "float32.npy", "float64.npy", "big_endian.npy", "version2.npy"];
    let tables = ["float32.parquet", "float16.parquet", "float64.parquet"];
    for name in arrays.into_iter().chain(tables) {
        let (ids, seen) = read_all(&files(name)).unwrap();
        let wanted =
            |n: usize| if name == "float16.parquet" { n.to_string() } else { format!("d{n}") };
        assert_eq!(ids, (1..8).map(wanted).collect::<Vec<_>>(), "{name}");
        assert_eq!(seen, expected(), "{name}");
    }
}

#[test]
fn columns_are_found_by_name_or_taken_as_asked_for() {
    let kind = |name: &str, ids: Option<&str>, vectors: Option<&str>| {
        let (id_column, vector_column) = (ids.map(String::from), vectors.map(String::from));
        let files = VectorFiles { id_column, vector_column, ..files(name) };
        let opened = Vectors::open(&files).map(|vectors| vectors.kind().to_string());
        opened.map_err(|e| e.to_string().replace(&format!("{}/", folder().display()), ""))
    };
    let ok = |columns: &str| Ok(format!("Parquet, columns {columns}"));
    assert_eq!(kind("float16.parquet", None, None), ok("n and v"));
    assert_eq!(kind("float64.parquet", None, None), ok("docid and embedding"));
    assert_eq!(kind("float64.parquet", Some("docid"), Some("other")), ok("docid and other"));
    assert_eq!(kind("two_vectors.parquet", None, Some("b")), ok("id and b"));
    assert_eq!(
        kind("two_vectors.parquet", None, None).unwrap_err(),
        "two_vectors.parquet: several columns may hold vectors (lists of float16, float32 or \
         float64): a, b\n  name one of them: --vector-column"
    );
    assert_eq!(
        kind("float64.parquet", None, Some("title")).unwrap_err(),
        "float64.parquet: no column `title` of vectors (lists of float16, float32 or float64)\n  \
         the columns are title, docid, embedding, other"
    );
    assert_eq!(
        kind("float64.parquet", Some("embedding"), None).unwrap_err(),
        "float64.parquet: no column `embedding` of ids (strings or whole numbers)\n  the columns \
         are title, docid, embedding, other"
    );
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let two_dimensions = "give a two-dimensional array: a row for each document";
    let whole = "give each document a whole vector";
    let cases = [
        (
            "fortran.npy",
            "an array of shape `(7, 3)` in Fortran's order, column by column",
            "save it row by row: numpy.save(file, numpy.ascontiguousarray(array))",
        ),
        (
            "integers.npy",
            "numbers of type `<i4` are not read",
            "save float32, float64 or float16: array.astype(numpy.float32)",
        ),
        ("flat.npy", "an array of shape `(21,)` is not a table of vectors", two_dimensions),
        ("none.npy", "an array of shape `(0, 3)` holds no numbers", two_dimensions),
        (
            "nan.npy",
            "vector 5 (document `d5`): number 2 is `NaN`",
            "vectors are finite numbers; leave out documents that have none",
        ),
        (
            "ragged.parquet",
            "row 5 has 2 numbers in column `vector`, the first row has 3",
            "give each document a vector of the same length",
        ),
        ("null.parquet", "row 6 lacks a vector, or a number of it, in column `vector`", whole),
        (
            "null_number.parquet",
            "row 6 lacks a vector, or a number of it, in column `vector`",
            whole,
        ),
        ("empty.parquet", "row 6 lacks a vector, or a number of it, in column `vector`", whole),
        ("null_id.parquet", "row 3 has no id in column `id`", "give each document an id"),
        (
            "twice.parquet",
            "document `d2` comes twice: in rows 2 and 7",
            "keep one vector for each document",
        ),
        (
            "no_vectors.parquet",
            "no column of vectors (lists of float16, float32 or float64)",
            "the columns are id, x",
        ),
        ("no_rows.parquet", "no rows in this table", "give a row for each document"),
    ];
    for (name, message, remedy) in cases {
        assert_eq!(read_all(&files(name)).unwrap_err(), format!("{name}: {message}\n  {remedy}"));
    }
    let error = read_all(&files("brotli.parquet")).unwrap_err();
    assert!(
        error.starts_with("brotli.parquet: not a whole Parquet file, or one of a kind"),
        "{error}"
    );
}

/// Writes files into a folder of their own, and reads the one that is called first.
fn said(files: &[(&str, &[u8])]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let vectors = folder.path().join(files[0].0);
    match read_all(&VectorFiles { vectors, ..VectorFiles::default() }) {
        Ok(_) => "fine".into(),
        Err(error) => error.replace(&format!("{}/", folder.path().display()), ""),
    }
}

#[test]
fn ids_stand_beside_arrays_and_must_fit_them() {
    let npy = fs::read(folder().join("float32.npy")).unwrap();
    let with = |name: &str, ids: &str| said(&[("v.npy", &npy), (name, ids.as_bytes())]);
    assert_eq!(with("v.ids", "a\nb\nc\nd\ne\nf\ng\n"), "fine");
    assert_eq!(with("v.txt", "\u{feff}a\r\nb\r\nc\r\nd\r\ne\r\nf\r\ng"), "fine");
    assert_eq!(
        with("w.ids", "a\n"),
        "v.npy: the ids of these 7 vectors are not known\n  name a file with an id in each line \
         (--ids FILE), or call it v.ids or v.txt"
    );
    assert_eq!(
        with("v.ids", "a\nb\n"),
        "v.ids: 2 ids, but v.npy holds 7 vectors\n  give an id for each vector, in the same order"
    );
    let one_each = "keep one vector for each document";
    assert_eq!(
        with("v.ids", "a\nb\nc\nd\nb\nf\ng\n"),
        format!("v.ids:5: document `b` comes twice: first on line 2\n  {one_each}")
    );
    let remedy = "give the id of one document in each line, without blanks";
    assert_eq!(with("v.ids", "a\nb c\n"), format!("v.ids:2: `b c` is not an id\n  {remedy}"));
    assert_eq!(with("v.ids", "a\n\nc\n"), format!("v.ids:2: `` is not an id\n  {remedy}"));
    assert_eq!(
        said(&[("v.npy", &npy), ("v.ids", b"a\nb\xff\n")]),
        "v.ids:2: this line is not text in UTF-8\n  give text in UTF-8, with an id in each line"
    );
}

#[test]
fn a_file_that_is_cut_off_or_something_else_is_told() {
    let npy = fs::read(folder().join("float32.npy")).unwrap();
    let ids = ("v.ids", &b"a\nb\nc\nd\ne\nf\ng\n"[..]);
    assert_eq!(
        said(&[("v.npy", &npy[..150]), ids]),
        "v.npy: 22 bytes of numbers, where 7 × 3 numbers take 84 bytes\n  the file was cut off: make \
         or copy it again"
    );
    assert_eq!(
        said(&[("v.npy", &[&npy[..], b"more"].concat()), ids]),
        "v.npy: 88 bytes of numbers, where 7 × 3 numbers take 84 bytes\n  give a file with one array \
         only, as numpy.save makes it"
    );
    for end in [8, 9] {
        assert_eq!(
            said(&[("v.npy", &npy[..end]), ids]),
            "v.npy: the header of this NumPy array is cut off\n  make or copy the file again"
        );
    }
    assert_eq!(
        said(&[("v.npy", &npy[..20]), ids]),
        "v.npy: `{'descr':` is not the header of a NumPy array\n  save the array with numpy.save"
    );
    assert_eq!(
        said(&[("v.npy", b"\x93NUMPY\x09\x00rest"), ids]),
        "v.npy: version `9` of NumPy's format is not known\n  save the array with numpy.save"
    );
    assert_eq!(
        said(&[("v.npz", b"PK\x03\x04rest")]),
        "v.npz: this is a zip archive, perhaps NumPy's .npz\n  save the array of vectors alone, with \
         numpy.save"
    );
    assert_eq!(
        said(&[("v.pkl", b"\x80\x04\x95rest")]),
        "v.pkl: this is a Python pickle\n  save the vectors with numpy.save"
    );
    let parquet = fs::read(folder().join("float32.parquet")).unwrap();
    let error = said(&[("v.parquet", &parquet[..parquet.len() / 2])]);
    assert!(error.starts_with("v.parquet: not a whole Parquet file"), "{error}");
    assert_eq!(said(&[("v.svm", b"")]), format!("v.svm: no vectors in this file\n  {ROW}"));
}

const ROW: &str =
    "a row is `id index:value index:value …`, or svmlight's `label index:value … # id`";

#[test]
fn svmlight_has_ids_in_the_first_column_or_behind_a_sign() {
    let read = |text: &str| {
        let folder = tempfile::tempdir().unwrap();
        let vectors = folder.path().join("v.svm");
        fs::write(&vectors, text).unwrap();
        read_all(&VectorFiles { vectors, ..VectorFiles::default() }).unwrap()
    };
    let first = read("a 1:3 7:4\n\nb\nc 7:-2 # \n");
    assert_eq!(first.0, ["a", "b", "c"]);
    assert_eq!(first.1, [0.6, 0.8, 0.0, 0.0, 0.0, -1.0]);
    let behind = read("# made by hand\n1 qid:4 7:4 1:3 # a of all\r\n-1 # b\n0 7:-2 #c\n");
    assert_eq!(behind, first);
}

#[test]
fn options_that_say_nothing_for_a_file_are_refused() {
    let ids = Some(folder().join("float32.ids"));
    assert_eq!(
        read_all(&VectorFiles { ids, ..files("float32.parquet") }).unwrap_err(),
        "float32.parquet: the ids of the documents stand in this file itself\n  leave --ids out: it \
         is for .npy"
    );
    assert_eq!(
        read_all(&VectorFiles { id_column: Some("id".into()), ..files("float32.npy") })
            .unwrap_err(),
        "float32.npy: there are no columns with names in this file\n  leave --id-column and \
         --vector-column out: they are for Parquet"
    );
}

/// Whatever byte of a file is changed, there are vectors or an error, and no panic.
#[test]
fn no_byte_of_a_file_makes_reading_it_panic() {
    for name in ["float32.npy", "float16.parquet"] {
        let good = fs::read(folder().join(name)).unwrap();
        let target = tempfile::tempdir().unwrap();
        let vectors = target.path().join(name);
        let asked = VectorFiles { vectors: vectors.clone(), ..files(name) };
        for at in 0..good.len() {
            for change in [0x04, 0x80] {
                let mut bytes = good.clone();
                bytes[at] ^= change;
                fs::write(&vectors, &bytes).unwrap();
                let _ = read_all(&asked);
            }
        }
    }
}
