"""The maker's tools: check a board, learn its wiring, draw and print it."""
