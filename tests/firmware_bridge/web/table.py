"""What people do on the page and what they see there, so that a test reads like a scene."""

from __future__ import annotations

from playwright.sync_api import Error, Page, expect

MOVES = "[...document.querySelectorAll('.moves li')].map((li) => li.dataset.move)"
MIDDLE = """selector => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


SHOWN = """() => ({
  moves: [...document.querySelectorAll('.moves li')].map((li) => li.dataset.move),
  piles: [...document.querySelectorAll('[data-pile]')].map((pile) => pile.dataset.pile),
  body: document.body.className,
})"""


class Table:
    def __init__(self, page: Page) -> None:
        self.page = page

    # Hands -----------------------------------------------------------------------------------

    def _spot(self, selector: str) -> tuple[float, float]:
        # In one go: what is looked for may just be drawn again.
        middle = self.page.wait_for_function(MIDDLE, arg=selector).json_value()
        return middle[0], middle[1]

    def cell(self, name: str) -> tuple[float, float]:
        return self._spot(f".cell[data-cell={name}] .hit")

    def _carry(self, start: tuple[float, float], *ends: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        for x, y in ends:
            mouse.move(x, y - 12)
            mouse.move(x, y)
        mouse.up()

    def drag(self, start: str, end: str) -> None:
        """Drag what stands on a cell to another. On a starved machine a hand may miss it: once more."""
        self._carry(self.cell(start), self.cell(end))
        if not self._came(end):
            self._carry(self.cell(start), self.cell(end))
        self._arrived(end)

    def _came(self, cell: str) -> bool:
        try:
            self.page.locator(f"[data-pile={cell}]").wait_for(state="attached", timeout=5000)
        except Error:
            return False
        return True

    def _arrived(self, cell: str) -> None:
        """The page draws what the table tells it, a moment later."""
        try:
            self.page.locator(f"[data-pile={cell}]").wait_for(state="attached")
            self.page.locator("body:not(.holding)").wait_for()
        except Error:
            status = self.page.locator("#status").inner_text()
            shown = self.page.evaluate(SHOWN)
            raise AssertionError(f"nothing came to {cell}: {status}; {shown}") from None

    def take_off(self, cell: str) -> None:
        self._carry(self.cell(cell), self._spot("#tray h2"))

    def take_top_off(self, cell: str) -> None:
        """Only the top piece, by its badge."""
        badge = f".badge[data-top={cell}]"
        self._carry(self._spot(badge), self._spot("#tray h2"))

    def put(self, pile: str, cell: str) -> None:
        """From beside the board onto a cell; the pile by its colours, bottom first."""
        colours = ",".join(f'"{colour}"' for colour in pile.split())
        heap = f"[data-heap='[{colours}]']"
        self._carry(self._spot(heap), self.cell(cell))
        self._arrived(cell)

    def tap(self, cell: str) -> None:
        """Point at a piece that is asked for: it is lifted for a moment and put back."""
        before = self.pieces(cell)
        self.page.mouse.click(*self.cell(cell))
        self.stands(cell, before)

    def click(self, cell: str) -> None:
        self.page.mouse.click(*self.cell(cell))

    def press(self, player: int) -> None:
        # As long as a finger stays on it: a contact that closes for less is no press.
        self.page.locator(f".push[data-player='{player}']").click(delay=80)

    def hold(self, player: int) -> None:
        """Down until the table has understood it as a hold."""
        self.page.mouse.move(*self._spot(f".push[data-player='{player}'] .cap"))
        self.page.mouse.down()

    def let_go(self) -> None:
        self.page.mouse.up()

    def choose(self, label: str) -> None:
        folded = self.page.locator("details.declare:not([open]) summary")
        if folded.count():
            folded.click()
        self.page.locator(f".choice[data-label='{label}']").click()

    def hide(self, player: int, *pieces: str) -> None:
        """Choose in private, while the others look away."""
        self.page.locator(f"[data-secret='{player}']").click()
        self.page.locator(".alone").click()
        for piece in pieces:
            self.page.locator(f"[data-lay='{piece}']").click()
        kept = self.page.locator(f"[data-kept='{' '.join(pieces)}']")
        expect(kept).to_be_visible()
        self.page.locator("#alone .close").click()
        expect(kept).to_have_count(0)

    def unfold(self) -> None:
        """What the bar of a phone keeps behind one button."""
        more = self.page.locator("#more[aria-expanded=false]")
        if more.is_visible():
            more.click()

    def start(self, game: str, **fields: str) -> None:
        """From the menu."""
        self.page.locator(f"input[value={game}]").check()
        self.page.locator("details.more").evaluate("node => { node.open = true; }")
        for name, value in fields.items():
            field = self.page.locator(f"#choose [name='{name.replace('_', '.')}']")
            if field.evaluate("node => node.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.page.locator("#choose button[type=submit]").click()
        self.page.locator("body[data-screen=game]").wait_for()

    # Eyes ------------------------------------------------------------------------------------

    def pieces(self, cell: str) -> str:
        """The colours of a pile, bottom first; empty where nothing stands."""
        pile = self.page.locator(f"[data-pile={cell}]")
        return (pile.get_attribute("data-pieces") or "") if pile.count() else ""

    def stands(self, cell: str, pieces: str) -> None:
        """Wait until just these pieces stand there."""
        pile = self.page.locator(f"[data-pile={cell}]")
        if pieces:
            expect(pile).to_have_attribute("data-pieces", pieces)
        else:
            expect(pile).to_have_count(0)

    def moves(self, *labels: str) -> None:
        """Wait until the record ends like this."""
        try:
            self.page.wait_for_function(
                f"wanted => JSON.stringify(({MOVES}).slice(-wanted.length)) === JSON.stringify(wanted)",
                arg=list(labels),
            )
        except Error:
            status = self.page.locator("#status").inner_text()
            raise AssertionError(
                f"wanted {labels}, on the record {self.page.evaluate(MOVES)}; {status}"
            ) from None

    def no_moves(self) -> None:
        expect(self.page.locator(".moves li")).to_have_count(0)

    def turn(self, player: int) -> None:
        expect(self.page.locator(f"#status h1[data-turn='{player}']")).to_be_visible()

    def phase(self, name: str) -> None:
        expect(self.page.locator(f"#status h1[data-phase={name}]")).to_be_visible()

    def lit(self, cell: str, meaning: str) -> None:
        expect(self.page.locator(f"[data-light={cell}]")).to_have_attribute("data-meaning", meaning)

    def dark(self, cell: str) -> None:
        expect(self.page.locator(f"[data-light={cell}]")).to_have_count(0)

    def says(self, text: str) -> None:
        expect(self.page.locator("#game")).to_contain_text(text)

    def complains(self, text: str) -> None:
        expect(self.page.locator(".illegal")).to_contain_text(text)

    def content(self) -> None:
        expect(self.page.locator(".illegal")).to_have_count(0)
