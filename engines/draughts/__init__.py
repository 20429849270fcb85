"""Dama and mangia-la-dama: one book, and beside it words, rules pages, look."""
