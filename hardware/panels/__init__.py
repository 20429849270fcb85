"""Panels: where sensors and pixels lie and how they are wired, read from TOML files. Knows no driver."""
