//! What undiscovered relevant documents could do, and which documents to judge next.
