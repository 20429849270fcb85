"""Five questions and the file that comes of them."""

from __future__ import annotations

import io
import shlex
from pathlib import Path

import pytest

from engines.errors import TavoliereError
from firmware_bridge.cli.main import parser
from firmware_bridge.cli.setup import set_up
from firmware_bridge.texts import LANGUAGES, Texts

SHIPPED = (Path(__file__).parents[3] / "systemd" / "tavoliere.conf").read_text(encoding="utf-8")


def answered(tmp_path, answers, lang="en"):
    file = tmp_path / "tavoliere.conf"
    file.write_text(SHIPPED, encoding="utf-8")
    said: list[str] = []
    set_up(file, Texts(lang), io.StringIO(answers), said.append)
    return file.read_text(encoding="utf-8"), "".join(said)


def play_line(written):
    (line,) = (line for line in written.splitlines() if line.startswith("TAVOLIERE_PLAY="))
    return line.removeprefix("TAVOLIERE_PLAY=")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_only_presses_enter_gets_the_usual(tmp_path, lang):
    written, said = answered(tmp_path, "\n" * 5, lang)
    assert play_line(written) == f"--lan --lang {lang}"
    assert said.count("?") >= 5


def test_answers_become_arguments_that_play_understands(tmp_path):
    written, _ = answered(tmp_path, "quadra-serial\nfr\nn\nforced\ndama\n")
    assert play_line(written) == "dama --board quadra-serial --hints forced --lang fr"
    args = parser(Texts("en")).parse_args(["play", *shlex.split(play_line(written))])
    assert (args.game, args.board, args.lan) == ("dama", "quadra-serial", False)


def test_comments_stay(tmp_path):
    written, _ = answered(tmp_path, "\n" * 5)
    comments = [line for line in SHIPPED.splitlines() if line.startswith("#")]
    assert [line for line in written.splitlines() if line.startswith("#")] == comments


def test_an_answer_that_cannot_be_is_asked_for_again(tmp_path):
    written, said = answered(tmp_path, "quadrat\nquadra-hall\n\n\n\n\n")
    assert "quadrat is none of simulated" in said
    assert "--board quadra-hall" in play_line(written)


def test_a_profile_of_ones_own_may_be_named_by_its_path(tmp_path):
    mine = tmp_path / "my board.toml"
    mine.write_text("")
    written, _ = answered(tmp_path, f"{mine}\n\n\n\n\n")
    assert shlex.split(play_line(written))[:2] == ["--board", str(mine)]


def test_who_leaves_in_the_middle_changes_nothing(tmp_path):
    with pytest.raises(TavoliereError, match="is as it was"):
        answered(tmp_path, "quadra-hall\n")
    assert (tmp_path / "tavoliere.conf").read_text(encoding="utf-8") == SHIPPED


def test_without_an_installed_service_it_says_so(tmp_path):
    with pytest.raises(TavoliereError, match="there are no settings"):
        set_up(tmp_path / "none.conf", Texts("en"), io.StringIO(""), lambda _: None)
