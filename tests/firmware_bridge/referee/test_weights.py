"""The document has every number of the referee, with the reason that stands beside it in the code."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from firmware_bridge.referee import stories, tellers, weights
from firmware_bridge.referee.weights import PACE, WEIGHTS, Pace, Weights

DOCUMENT = (Path(__file__).parents[3] / "docs" / "referee.md").read_text(encoding="utf-8")


def reasons(of: type) -> dict[str, str]:
    """The text below each field of a class."""
    (body,) = (
        node.body
        for node in ast.parse(inspect.getsource(weights)).body
        if isinstance(node, ast.ClassDef) and node.name == of.__name__
    )
    found: dict[str, str] = {}
    for field, text in zip(body, body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
            assert isinstance(field.target, ast.Name)
            assert isinstance(text.value, ast.Constant)
            found[field.target.id] = " ".join(str(text.value.value).split())
    return found


def rows(values: object, of: type) -> list[str]:
    return [
        f"| `{name}` | {getattr(values, name):g} | {why} |" for name, why in reasons(of).items()
    ]


@pytest.mark.parametrize("row", rows(PACE, Pace) + rows(WEIGHTS, Weights))
def test_every_number_stands_in_the_document_with_its_reason(row):
    assert row in DOCUMENT.splitlines()


def test_every_number_has_a_reason():
    for values, of in ((PACE, Pace), (WEIGHTS, Weights)):
        assert reasons(of).keys() == {*values.__dataclass_fields__}


def test_every_teller_has_a_row():
    for teller in (*stories.PLAIN, tellers.overlapping, tellers.wrong):
        assert f"| `{teller.__name__}` |" in DOCUMENT
