"""Three mills: one book, and beside it words, rules pages, look."""
