"""The `tavoliere` command."""
def main() -> int:
    return 0
