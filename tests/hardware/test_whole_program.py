"""`tavoliere play --board` as people start it, with the firmware on a real MicroPython at its port."""

from __future__ import annotations

import pytest

from engines import GAMES
from firmware_bridge.texts import LANGUAGES, Texts
from tests.hardware.whole_program import Table

pytestmark = pytest.mark.firmware


@pytest.fixture
def table(request, tmp_path):
    table = Table(tmp_path, getattr(request, "param", "en"))
    yield table
    table.close()


def test_set_up_unplug_and_move(table):
    # Every man that belongs on the board is asked for.
    men = set(GAMES["dama"]().start().stacks)
    table.until(lambda: table.lit() == men)
    for cell in men:
        table.set(cell, 1)
    # The board is right: the men that can move breathe, and the others are dark.
    table.until(lambda: table.lit() == {"a3", "c3", "e3", "g3"})
    table.cable.unplug()
    table.set("c3", 0)
    table.cable.plug()
    # It has been noticed: the cells where the man may go are lit.
    table.until(lambda: {"b4", "d4"} <= table.lit())
    table.set("d4", 1)
    table.until(lambda: "c3-d4" in table.journal())
    assert table.leave() == 0
    table.cable.until(lambda: not any(table.pico.strip), lambda: None)


@pytest.mark.parametrize("table", LANGUAGES, indirect=True)
def test_the_cable_in_words_on_a_page_and_at_the_terminal(request, table):
    lang = request.node.callspec.params["table"]
    out, back = (
        {one: Texts(one)(key) for one in LANGUAGES} for key in ("trouble.cable", "mended.cable")
    )
    page = table.page()
    for cell in GAMES["dama"]().start().stacks:
        table.set(cell, 1)
    table.until_page(page, lambda view: view.get("phase") == "waiting")
    table.cable.unplug()
    table.until_page(page, lambda view: view["faulty"] == [out])
    table.set("c3", 0)
    table.set("d4", 1)
    table.cable.plug()
    table.until_page(page, lambda view: not view["faulty"])
    table.until_page(page, lambda view: view["history"] == [[1, "c3-d4"]])
    assert table.leave() == 0
    page.close()
    # Once that it is out, once that it is back, in the language of whoever has started it.
    assert table.log.read_text().splitlines() == [
        f"tavoliere: {out[lang]}",
        f"tavoliere: {back[lang]}",
    ]
