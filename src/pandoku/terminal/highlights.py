"""What a hint shows on the board: the same styles and signs as the drawing of its step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from pandoku.draw.edges import Edges
from pandoku.draw.items import ARROWS, STYLES, Drawing, Key
from pandoku.draw.roles import GONE, SIGNS
from pandoku.model import Board, Step
from pandoku.terminal.cells import Candidate

if TYPE_CHECKING:
    from pandoku.logic import Hint

__all__ = ["NO_HIGHLIGHTS", "Highlights", "LegendLine", "highlights_of", "hint_legend"]

_PATTERN = 3  # the first that shows candidates
_ORDINALS = "¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ"
_CELL_SIGNS = {**SIGNS, "seen": "[]"}


@dataclass(frozen=True, slots=True)
class Highlights:
    """What a hint shows, by cell.

    Attributes:
        fills: The style of each cell that plays a part: "highlight", "seen", "placed" or one of
            `pandoku.draw.STYLES`.
        house: The cells of the houses that the step uses.
        candidates: What the hint shows in place of the marks.
        placed: The digits that the step places, where no candidates are shown.
        told: The borders of the cages that the step uses, or None.
    """

    fills: dict[int, str] = field(default_factory=dict)
    house: frozenset[int] = frozenset()
    candidates: dict[int, tuple[Candidate, ...]] = field(default_factory=dict)
    placed: dict[int, int] = field(default_factory=dict)
    told: Edges | None = None

    def sign(self, cell: int, *, has_colors: bool) -> str:
        """Return the sign of a cell's part, or ""; where to look needs none if it is colored."""
        fill = self.fills.get(cell, "")
        return "»" if fill == "highlight" and not has_colors else _CELL_SIGNS.get(fill, "")


class LegendLine(NamedTuple):
    """A line of the legend of a hint.

    Attributes:
        sign: At most two characters, as on the board.
        ink: What it is, as on the board: a style of `pandoku.draw.STYLES`, "goes", or "".
        text: What it means.
    """

    sign: str
    ink: str
    text: str


NO_HIGHLIGHTS = Highlights()


def highlights_of(hint: Hint | None) -> Highlights:
    """Return what a hint shows on the board; it is no more than its text says."""
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
    return _of_step(hint.board, hint.shown_step)


def hint_legend(hint: Hint | None) -> tuple[LegendLine, ...]:
    """Return the legend of a hint: what each sign and color on the board means."""
    if hint is None or hint.board is None or (step := hint.shown_step) is None:
        return ()
    keys = _drawn(hint.board, step).legend
    lines = [_legend_line(key) for key in keys if key.sign not in ARROWS]
    if step.facts.links:
        lines.append(LegendLine("¹²", "on", "the chain, in its order"))
    return tuple(lines)


def _legend_line(key: Key) -> LegendLine:
    words = f"{key.text}: {key.where}" if key.where else key.text
    if key.sign == "goes":
        return LegendLine(GONE, "goes", words)
    if key.style in SIGNS or key.sign == "placed":
        style = key.style or "placed"
        return LegendLine(SIGNS[style], style, words)
    return LegendLine("[]" if key.style == "seen" else "", key.style or key.sign, words)


def _drawn(board: Board, step: Step) -> Drawing:
    """Return the drawing of a step without the curves of its links, which take long to place."""
    from pandoku.draw.step import draw_step
    from pandoku.techniques import Explanation
    from pandoku.words import Sentence

    plain = replace(step, facts=replace(step.facts, links=()))
    return draw_step(board, plain, Explanation(Sentence(step.technique), ()))


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
    """Return all candidates of the cells that play a part or have a candidate that does."""
    numbers, symbols = dict(_numbered(step)), drawing.symbols
    shown: dict[int, list[Candidate]] = {}
    parts = set(filled)
    for text in drawing.texts:
        if text.role != "candidate":
            continue
        cell = int(text.y) * n + int(text.x)
        digit = symbols.index(text.text) + 1 if symbols else int(text.text)
        sign, ink = SIGNS.get(text.style, " "), text.style or "candidate"
        if ink == "placed":  # a large digit has this name
            ink = "placed-mark"
        if (cell, digit) in numbers and not text.struck:
            sign = numbers[cell, digit]
        if text.struck:
            sign, ink = GONE, "goes"
        if sign != " ":
            parts.add(cell)
        shown.setdefault(cell, []).append(Candidate(digit, sign, ink))
    return {cell: tuple(found) for cell, found in shown.items() if cell in parts}


def _numbered(step: Step) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield each candidate of a chain with the small number of its place in the chain."""
    nodes = dict.fromkeys(node for link in step.facts.links for node in (link.start, link.end))
    for number, node in reversed(list(enumerate(nodes))):
        for candidate in node:
            yield candidate, _ORDINALS[min(number, len(_ORDINALS) - 1)]
