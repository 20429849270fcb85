"""`tavoliere board`: its list, and mistakes at the command line."""

from __future__ import annotations

from argparse import Namespace

import pytest

from firmware_bridge.cli.board import guarded
from firmware_bridge.cli.main import main
from firmware_bridge.texts import Texts

TEXT = Texts("en")


def test_the_list_says_which_games_fit(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "tavoliere" / "panels"
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("[grid]\n")
    assert main(["board", "list"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "dama" in lines["quadra-serial"]
    assert "top-hats" in lines["favo-hall"]
    assert "dama" not in lines["favo"]
    assert "is missing" in lines["broken"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["overlay", "dama", "--panel", "favo"], "mm from its nearest sensor"),
        (["overlay", "dame", "--panel", "favo"], "did you mean dama"),
        (["overlay", "dama", "--panel", "x"], "there is no panel 'x'"),
        (["check", "quadra-matrix"], "no GPIO chip"),
        (["check", "quadra-serial"], "plug it in"),
        (["check", "simulated:quadra", "--patience", "no"], "not a whole number"),
        (["wiring", "nothing.toml"], "there is no file"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(command, said, capsys, monkeypatch):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    code: object = None
    try:
        code = main(["board", *command])
    except SystemExit as exit_:
        code = exit_.code
    assert code == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_only_hardwares_errors_are_worded():
    def run(args, text):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        guarded(run)(Namespace(), TEXT)
