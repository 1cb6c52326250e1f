"""The display of a hint: on the board, with the styles of drawings, and in the pane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from pandoku.draw.edges import Edges
from pandoku.draw.items import ARROWS, STYLES, Drawing, Key
from pandoku.draw.roles import GONE, SIGNS
from pandoku.errors import PandokuError
from pandoku.model import Board, Step
from pandoku.terminal.background import in_background
from pandoku.terminal.highlights import NO_HIGHLIGHTS, Candidate, Highlights
from pandoku.terminal.palette import palette_in

if TYPE_CHECKING:
    from pandoku.logic import Hint
    from pandoku.play import Game
    from pandoku.terminal.palette import Palette

__all__ = [
    "HintPane",
    "LegendLine",
    "about_hint",
    "highlights_of",
    "hint_legend",
    "offer_of",
]

_MOST_PLACES = 3  # names of cells or candidates in a line of the legend
_PATTERN = 3  # lowest level of hints that shows candidates
_ORDINALS = "¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ"


class LegendLine(NamedTuple):
    """A line of the legend of a hint.

    Attributes:
        sign: The sign on the board, at most two characters.
        ink: Ink or layer of the sign on the board: such as "a", "house" or "goes", or "".
        text: Meaning of the sign.
    """

    sign: str
    ink: str
    text: str


def highlights_of(hint: Hint | None) -> Highlights:
    """Return the display of a hint. It reveals no more than the text of the hint."""
    if hint is None:
        return NO_HIGHLIGHTS
    if hint.step is None or hint.board is None or hint.level < _PATTERN:
        return Highlights(dict.fromkeys(hint.cells, "highlight"))
    if hint.shown_step is None:
        shown = {
            cell: tuple(Candidate(digit) for digit in hint.board.candidates(cell))
            for cell in hint.cells
            if not hint.board.digits[cell]
        }
        return Highlights(dict.fromkeys(hint.cells, "highlight"), candidates=shown)
    display = _of_step(hint.board, hint.shown_step)
    if display.fills or display.candidates or display.house or display.told:
        return display
    # A question about a constraint draws nothing yet, so its cells stay highlighted.
    return replace(display, fills=dict.fromkeys(hint.cells, "highlight"))


def hint_legend(hint: Hint | None) -> tuple[LegendLine, ...]:
    """Return the legend of a hint: the meaning of its signs and colors."""
    if hint is None or hint.board is None or (step := hint.shown_step) is None:
        return ()
    keys = _drawn(hint.board, step).legend
    lines = [_legend_line(key) for key in keys if key.sign not in ARROWS]
    if step.links:
        lines.append(LegendLine("¹²", "on", "the chain, in its order"))
    return tuple(lines)


def _legend_line(key: Key) -> LegendLine:
    words = f"{key.text}: {key.where}" if key.where else key.text
    if (n_places := len(key.where.replace(" at ", "_at_").split())) > _MOST_PLACES:
        words = f"{key.text} ({n_places})"  # the board shows which
    if key.sign == "goes":
        return LegendLine(GONE, "goes", words)
    if key.style in SIGNS or key.sign == "placed":
        style = key.style or "placed"
        return LegendLine(SIGNS[style], style, words)
    return LegendLine("[]" if key.style == "seen" else "", key.style or key.sign, words)


def _drawn(board: Board, step: Step) -> Drawing:
    """Return the drawing of a step without the curves of links, which are slow to place."""
    from pandoku.draw.step import draw_step
    from pandoku.techniques import Explanation
    from pandoku.words import Sentence

    plain = replace(step, facts=replace(step.facts, links=(), steps=()))
    return draw_step(board, plain, Explanation(name := Sentence(step.technique), (), heading=name))


def _of_step(board: Board, step: Step) -> Highlights:
    drawing, n = _drawn(board, step), board.puzzle.order
    fills = {
        int(fill.y) * n + int(fill.x): fill.role
        for fill in drawing.fills
        if fill.role in (*STYLES, "seen", "placed")
    }
    told = [replace(line, role="cage") for line in drawing.lines if line.role == "told"]
    placed = {
        int(text.y) * n + int(text.x): int(text.text)
        for text in drawing.texts
        if text.role == "placed"
    }
    return Highlights(
        fills,
        frozenset(cell for house in step.facts.houses for cell in house.cells),
        _candidates(drawing, step, n, set(fills) - set(placed)),
        placed,
        Edges(n, told) if told else None,
    )


def _candidates(
    drawing: Drawing, step: Step, n: int, filled: set[int]
) -> dict[int, tuple[Candidate, ...]]:
    """Return the candidates of each cell if the step uses the cell or one of its candidates."""
    numbers, symbols = dict[tuple[int, int], str](), drawing.symbols
    # The sign of a candidate in a chain is a small number, which is its first position in the
    # chain.
    nodes = dict.fromkeys(node for link in step.links for node in (link.start, link.end))
    for number, node in reversed(list(enumerate(nodes))):
        numbers |= dict.fromkeys(node, _ORDINALS[min(number, len(_ORDINALS) - 1)])
    shown: dict[int, list[Candidate]] = {}
    parts = set(filled)
    for text in drawing.texts:
        if text.role != "candidate":
            continue
        cell = int(text.y) * n + int(text.x)
        digit = symbols.index(text.text) + 1 if symbols else int(text.text)
        sign, ink = SIGNS.get(text.style, " "), text.style or "candidate"
        if ink == "placed":  # the ink "placed" is for large digits
            ink = "placed-mark"
        if (cell, digit) in numbers and not text.struck:
            sign = numbers[cell, digit]
        if text.struck:
            sign, ink = GONE, "goes"
        if sign != " ":
            parts.add(cell)
        shown.setdefault(cell, []).append(Candidate(digit, sign, ink))
    return {cell: tuple(found) for cell, found in shown.items() if cell in parts}


# ------------------------------------------------------------------ the pane

# The first level that a player gets. Level 0 shows only mistakes, which every level shows first.
_FIRST = 1


class HintPane(Static):
    """A widget that shows a hint, and requests the next level of the hint.

    Args:
        can_apply: Whether the screen applies a complete hint on request. If not, the last level is
            shown again.

    Attributes:
        hint: The current hint, or None.
    """

    class Given(Message):
        """Sent when a hint is found.

        Attributes:
            hint: The hint.
        """

        def __init__(self, hint: Hint) -> None:
            super().__init__()
            self.hint = hint

    class Accepted(Message):
        """Sent to request the step of a complete hint, or the correction of a mistake.

        Attributes:
            hint: The hint.
        """

        def __init__(self, hint: Hint) -> None:
            super().__init__()
            self.hint = hint

    class Failed(Message):
        """Sent when an error prevents a hint."""

        def __init__(self, error: PandokuError) -> None:
            super().__init__()
            self.error = error

    def __init__(self, *, can_apply: bool) -> None:
        super().__init__(id="hint")
        self.hint: Hint | None = None
        self._can_apply = can_apply
        self._is_thinking = False
        self.display = False

    def ask(self, find: Callable[[int], Hint]) -> None:
        """Find the next hint in the background, or accept a complete hint.

        Args:
            find: Function that returns the hint for a level.
        """
        if self._is_thinking:
            return
        if self._can_apply and self.hint is not None and _can_be_applied(self.hint):
            self.post_message(self.Accepted(self.hint))
            return
        level = _FIRST if self.hint is None else self.hint.level + (not self.hint.is_whole)
        self._is_thinking = True
        self._write(Content("thinking…").stylize("$muted") if self.hint is None else None)
        in_background(self.screen, lambda: find(level), self._show, self._fail)

    def _show(self, hint: Hint) -> None:
        self._is_thinking = False
        self.hint = hint
        self._write(self._text(hint))
        self.post_message(self.Given(hint))

    def _text(self, hint: Hint) -> Content:
        return about_hint(hint, can_apply=self._can_apply, palette=palette_in(self.app))

    def on_mount(self) -> None:
        """Show the legend in the colors of a new theme."""
        self.watch(self.app, "theme", self._recolor, init=False)

    def _recolor(self) -> None:
        if self.hint is not None:
            self.update(self._text(self.hint))

    def _fail(self, error: PandokuError) -> None:
        self._is_thinking = False
        self.close()
        self.post_message(self.Failed(error))

    def _write(self, content: Content | None) -> None:
        if content is not None:
            self.update(content)
            self.display = True
            if isinstance(self.parent, VerticalScroll):  # the player may have scrolled the pane
                self.parent.scroll_home(animate=False)

    def close(self) -> None:
        """Hide the hint. The next hint begins at the first level."""
        self.hint, self.display = None, False

    def follow(self, game: Game) -> None:
        """Close the hint if its step was made, or if digits changed after a complete hint."""
        hint = self.hint
        if hint is not None and hint.board is not None and _is_past(hint, game):
            self.close()


def _can_be_applied(hint: Hint) -> bool:
    return hint.repair is not None or (hint.is_whole and hint.step is not None)


def _is_past(hint: Hint, game: Game) -> bool:
    step, center = hint.step, game.marks.center
    # The step of a complete hint suits the digits that its player saw. Its request must not
    # overwrite a digit that was entered since.
    if (hint.is_whole or step is None) and (hint.board is None or hint.board.digits != game.digits):
        return True
    if hint.is_problem or step is None:
        return False
    is_placed = all(game.digits[cell] for cell, _ in step.placements)
    is_struck = all(
        game.digits[cell] or (center[cell] and not center[cell] >> (digit - 1) & 1)
        for cell, digit in step.eliminations
    )
    return is_placed and is_struck


def offer_of(hint: Hint) -> str:
    """Return the words for the next H after a complete hint, or "" if there is no step to do."""
    if not _can_be_applied(hint):
        return ""
    return "H puts it right" if hint.is_problem else "H does it"


def about_hint(hint: Hint, *, can_apply: bool, palette: Palette) -> Content:
    """Return the text of a hint, with its level and the legend of its signs.

    Args:
        hint: The hint.
        can_apply: Whether the key for hints applies a complete hint.
        palette: The colors of the board, for the signs of the legend.
    """
    offer = offer_of(hint) if can_apply else ""
    if hint.is_problem and hint.is_whole:
        way_out = f"  {offer}" if offer else ""
        return Content.assemble(("Hint", "bold $accent"), (f"{way_out}\n", "$muted"), hint.text)
    # The levels and the words share a line of the narrowest pane, so a complete hint has no levels.
    rungs = "" if offer else " " + "●" * hint.level + "○" * (hint.last_level - hint.level)
    after = offer or ("" if hint.is_whole else "H more")
    head = Content.assemble(
        ("Hint", "bold $accent"), (rungs, "$accent"), (f"  {after}\n", "$muted")
    )
    legend = [
        Content.assemble(
            "\n",
            (f"{line.sign:<2}", palette.swatch(line.ink) or "bold"),  # as the board shows it
            " ",
            (line.text, "$muted"),
        )
        for line in hint_legend(hint)
    ]
    return head + hint.text + Content("").join(legend)
