"""Traces through `tavoliere replay`: kept scenes, and every way a trace can be wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_bridge.cli.main import main
from firmware_bridge.texts import LANGUAGES

SCENES = Path(__file__).parents[2] / "scenes"
HEADER = {"game": "dama", "options": {"capture": "strict"}, "players": 2, "ready": True}


def traces() -> list[Path]:
    return sorted(path for path in SCENES.glob("*.jsonl") if ".verdicts" not in path.name)


@pytest.mark.parametrize("trace", traces(), ids=lambda path: path.stem)
def test_a_kept_scene_ends_as_it_did(trace, capsys):
    assert main(["replay", str(trace), "--json", "--lights", "--lang", "en"]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kept = trace.with_suffix(".verdicts.jsonl").read_text(encoding="utf-8")
    assert printed == [json.loads(line) for line in kept.splitlines()]


def test_without_lights_only_verdicts(capsys):
    main(["replay", str(SCENES / "mulino-mill.jsonl"), "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["verdict"] for line in lines] == ["accepted", "undone", "restore", "restore"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("trace", traces(), ids=lambda path: path.stem)
def test_for_people_in_every_language(trace, lang, capsys):
    assert main(["replay", str(trace), "--lights", "--lang", lang]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "the trace is empty"),
        (["{"], "line 1 of the trace is not JSON"),
        (["[]"], "line 1 of the trace is not a JSON object"),
        ([{"game": "no-such-game"}], "line 1 of the trace names no game we know"),
        ([{"game": 3}], "line 1 of the trace names no game we know"),
        ([{**HEADER, "options": []}], 'has "options" that are not'),
        ([{**HEADER, "options": {"capture": "never"}}], "option capture of dama"),
        (
            [{**HEADER, "options": {"players": 3}}],
            "line 1 of the trace cannot be played: dama has no option 'players'",
        ),
        ([{**HEADER, "options": {"self": "x"}}], "dama has no option 'self'"),
        ([HEADER, {"t": 10**400}], "line 2 of the trace has no time"),
        ([HEADER, {"t": 1, "press": True}], "line 2 of the trace is no event"),
        ([{**HEADER, "players": 5}], "dama is for 2 players, not 5"),
        ([{**HEADER, "sensing": "smell"}], 'has "sensing" "smell"'),
        ([{**HEADER, "seed": "x"}], 'has a "seed" that is no whole number'),
        ([{**HEADER, "position": 3}], 'has a "position" that is not a text'),
        ([{**HEADER, "position": "1 w=z9 b=h8"}], "names the cell 'z9'"),
        ([HEADER, {"cell": "c3", "is": 0}], "line 2 of the trace has no time"),
        ([HEADER, {"t": "now"}], "line 2 of the trace has no time"),
        ([HEADER, {"t": 2}, {"t": 1}], "line 3 of the trace goes back in time"),
        (
            [HEADER, {"t": 1, "cell": "z9", "is": 0}],
            "names the cell 'z9', which dama does not have",
        ),
        ([HEADER, {"t": 1, "cell": "c3", "is": -1}], "reads -1; with presence a sensor reads 0, 1"),
        ([HEADER, {"t": 1, "press": 3}], "line 2 of the trace is no event"),
        ([HEADER, {"t": 1, "jump": 3}], "line 2 of the trace is no event"),
        ([HEADER, {"t": 1, "undo": False}], "line 2 of the trace is no event"),
    ],
)
def test_a_faulty_trace_is_refused_in_one_line(lines, complaint, tmp_path, capsys):
    trace = tmp_path / "trace.jsonl"
    trace.write_text("".join((x if isinstance(x, str) else json.dumps(x)) + "\n" for x in lines))
    assert main(["replay", str(trace), "--json"]) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1


def test_a_trace_that_is_not_there(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "no.jsonl")]) == 2
    assert "no.jsonl" in capsys.readouterr().err


def test_a_trace_that_is_no_text(tmp_path, capsys):
    trace = tmp_path / "trace.jsonl"
    trace.write_bytes(bytes(range(255, 0, -1)))
    assert main(["replay", str(trace)]) == 2
    assert "is not a text in UTF-8" in capsys.readouterr().err


def test_a_byte_order_mark_is_passed_over(tmp_path, capsys):
    trace = tmp_path / "trace.jsonl"
    trace.write_bytes(b"\xef\xbb\xbf" + (SCENES / "mulino-mill.jsonl").read_bytes())
    assert main(["replay", str(trace), "--json"]) == 0
    assert capsys.readouterr().out.count("\n") == 4


@pytest.mark.parametrize("key", ["options", "players", "seed", "sensing", "ready", "position"])
def test_null_is_not_given(key, tmp_path, capsys):
    trace = tmp_path / "trace.jsonl"
    event = {"t": 1, "cell": None, "press": None}
    trace.write_text("\n".join(json.dumps(line) for line in ({"game": "dama", key: None}, event)))
    assert main(["replay", str(trace), "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_an_option_that_is_null_is_as_usual(tmp_path):
    trace = tmp_path / "trace.jsonl"
    trace.write_text(json.dumps({"game": "dama", "options": {"capture": None}}))
    assert main(["replay", str(trace)]) == 0


def test_what_cannot_be_read_to_its_end_names_the_file(capsys):
    """It opens, and only reading it fails."""
    assert main(["replay", "/proc/self/mem", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "tavoliere: /proc/self/mem: it cannot be read or written\n"


def test_light_cells_and_other_blanks_are_watched(tmp_path, capsys):
    trace = tmp_path / "trace.jsonl"
    events = [{"t": 1.2, "cell": "c3", "is": 0}, {"t": 1.5, "cell": "c4", "is": 1}, {"t": 3}]
    trace.write_text("\n".join(json.dumps(line) for line in [HEADER, *events]))
    main(["replay", str(trace), "--json"])
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["verdict"], first["cells"], first["rule"]) == (
        "illegal",
        ["c3", "c4"],
        "not-forward",
    )
    assert (second["missing"], second["extra"]) == (["c3"], ["c4"])


@pytest.mark.parametrize("ending", ["", "\n"])
def test_a_line_without_end_is_refused_with_its_number(tmp_path, capsys, ending):
    trace = tmp_path / "trace.jsonl"
    trace.write_text(json.dumps(HEADER) + "\n" + " " * 3_000_000 + ending)
    assert main(["replay", str(trace), "--lang", "en"]) == 2
    assert capsys.readouterr().err == (f"tavoliere: line 2 of {trace} is longer than 20000 signs\n")
