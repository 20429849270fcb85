"""Joins the rule books to the board, and both to the people: the only package that knows all."""
