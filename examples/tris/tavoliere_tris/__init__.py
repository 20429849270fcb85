"""Tris: the smallest game there is, and the worked example of docs/games.md."""
