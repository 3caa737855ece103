//! Statistics for comparing runs: numbers in, structs out. Nothing here knows of topics or
//! measures.
