"""The display of a hint on the board, with the styles and signs of the drawing of its step."""

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

_PATTERN = 3  # the first level that shows candidates
_ORDINALS = "¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖ"
_CELL_SIGNS = {**SIGNS, "seen": "[]"}


@dataclass(frozen=True, slots=True)
class Highlights:
    """The display of a hint by cell.

    Attributes:
        fills: The style of each cell with a role in the step: "highlight", "seen", "placed" or one
            of `pandoku.draw.STYLES`.
        house: The cells of the houses that the step uses.
        candidates: The candidates to show instead of marks.
        placed: The digits that the step places in cells without candidates.
        told: The borders of the cages that the step uses, or None.
    """

    fills: dict[int, str] = field(default_factory=dict)
    house: frozenset[int] = frozenset()
    candidates: dict[int, tuple[Candidate, ...]] = field(default_factory=dict)
    placed: dict[int, int] = field(default_factory=dict)
    told: Edges | None = None

    def sign(self, cell: int, *, has_colors: bool) -> str:
        """Return the sign of a cell, or "". With colors, cells to look at have no sign."""
        fill = self.fills.get(cell, "")
        return "»" if fill == "highlight" and not has_colors else _CELL_SIGNS.get(fill, "")


class LegendLine(NamedTuple):
    """A line of the legend of a hint.

    Attributes:
        sign: At most two characters, as on the board.
        ink: Ink of the sign, as on the board: a style of `pandoku.draw.STYLES`, "goes", or "".
        text: Meaning of the sign.
    """

    sign: str
    ink: str
    text: str


NO_HIGHLIGHTS = Highlights()


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
    return _of_step(hint.board, hint.shown_step)


def hint_legend(hint: Hint | None) -> tuple[LegendLine, ...]:
    """Return the legend of a hint: the meaning of its signs and colors."""
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
    """Return the drawing of a step without the curves of its links, which are slow to place."""
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
    """Return all candidates of each cell that has a role, or a candidate with a role."""
    numbers, symbols = dict(_numbered(step)), drawing.symbols
    shown: dict[int, list[Candidate]] = {}
    parts = set(filled)
    for text in drawing.texts:
        if text.role != "candidate":
            continue
        cell = int(text.y) * n + int(text.x)
        digit = symbols.index(text.text) + 1 if symbols else int(text.text)
        sign, ink = SIGNS.get(text.style, " "), text.style or "candidate"
        if ink == "placed":  # this ink is for large digits
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
    """Yield the candidates of a chain, each with the small number of its position in it."""
    nodes = dict.fromkeys(node for link in step.facts.links for node in (link.start, link.end))
    for number, node in reversed(list(enumerate(nodes))):
        for candidate in node:
            yield candidate, _ORDINALS[min(number, len(_ORDINALS) - 1)]
