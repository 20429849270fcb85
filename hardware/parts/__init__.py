"""What several drivers share: pins, strips, rows and columns, asking again. Knows no driver."""
