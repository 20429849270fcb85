"""Xe Queo!, and what lies beside its book: words, rules pages, look."""
