"""Small boards of the cases in the explanation of a step, each with what cannot be there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from pandoku.draw.drawing import candidate_center, draw, middle_of
from pandoku.draw.items import Drawing, Fill, Key, Text
from pandoku.model import Board, Pair, Step
from pandoku.techniques import Explanation
from pandoku.words.claims import Only, RuleWays

__all__ = ["Case", "cases_of", "draw_case", "struck_texts"]

_ASSUMED, _CLASH = "d", "e"  # styles


class Case(NamedTuple):
    """A digit that a step supposes beside its eliminations, and the cells that refute it.

    Attributes:
        assumed: The candidate.
        cells: The cells whose candidates refute the case. The last cell has no digit that fits.
    """

    assumed: Pair
    cells: tuple[int, ...]


def cases_of(step: Step, explanation: Explanation) -> Iterator[Case]:
    """Yield the cases of a step: sentences that suppose a digit together with an elimination."""
    for each in explanation.full:
        assumptions = [
            {*claim.assuming} - {*step.eliminations}
            for claim in each.claims
            if isinstance(claim, RuleWays)
        ]
        common = set.intersection(*assumptions) if assumptions else set()
        cells = [claim.cells[0] for claim in each.claims if isinstance(claim, Only)]
        if len(common) == 1:
            yield Case(*common, tuple(dict.fromkeys(cells)))


def draw_case(board: Board, step: Step, case: Case) -> Drawing:
    """Return the drawing of a case, on the board before the step.

    The digit of the case is large. The candidates that the step eliminates are marked, and the cell
    that no digit fits shows its candidates.

    Args:
        board: The board before the step.
        step: The step.
        case: One of its cases.
    """
    puzzle, n = board.puzzle, board.puzzle.order
    cell, digit = case.assumed
    plain, gone = draw(board), dict.fromkeys(step.eliminations, _ASSUMED)
    styles = dict.fromkeys(case.cells, "seen") | dict.fromkeys(case.cells[-1:], _CLASH)
    styles = {each: style for each, style in styles.items() if each not in dict(gone)}
    shown = {*gone} | {
        (each, value)
        for each in styles
        for value in (() if board.digits[each] or each == cell else board.candidates(each))
    }
    styles[cell] = _ASSUMED
    return replace(
        plain,
        title=f"if {puzzle.geometry.name(cell)} is {puzzle.label_of(digit)}",
        fills=(*plain.fills, *(Fill(each % n, each // n, s) for each, s in styles.items())),
        texts=(
            *plain.texts,
            *(
                Text(
                    *candidate_center(puzzle, *pair),
                    puzzle.label_of(pair[1]),
                    "candidate",
                    gone.get(pair, ""),
                )
                for pair in sorted(shown)
            ),
            Text(*middle_of(puzzle, cell), puzzle.label_of(digit), "placed"),
        ),
        legend=(Key("cell", _ASSUMED, "assumed"), Key("cell", _CLASH, "clash")),
    )


def struck_texts(board: Board, struck: Collection[Pair], filled: Collection[int]) -> Iterable[Text]:
    """Yield the candidates of the cells of *struck* candidates, except in *filled* cells."""
    for cell in sorted({cell for cell, _ in struck} - {*filled}):
        for digit in () if board.digits[cell] else board.candidates(cell):
            x, y = candidate_center(board.puzzle, cell, digit)
            is_struck = (cell, digit) in struck
            yield Text(x, y, board.puzzle.label_of(digit), "candidate", struck=is_struck)
