"""Wolf and sheep, and what lies beside the book: words, rules pages, look."""
