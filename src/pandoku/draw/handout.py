"""The parts of a handout: the steps that are worth reading, and the routine steps between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pandoku.draw.items import Drawing
from pandoku.draw.relevant import cells_of_step
from pandoku.draw.step import draw_step
from pandoku.model import Board, Step
from pandoku.techniques import Explanation
from pandoku.words import ANYONE, StepReader

__all__ = [
    "LARGEST_WHOLE",
    "Block",
    "Taken",
    "blocks",
    "closer_look",
]

# The number of steps of a technique that are worth reading before the technique becomes routine: 0
# for singles, 1 for the bookkeeping of cages, and 3 for techniques that become habits. Steps of any
# other technique are always worth reading.
_SINGLES = ("full-house", "hidden-single", "naked-single", "cage-single")
_BOOKKEEPING = ("cage-bounds", "cage-combinations", "cage-partners")
_HABITS = ("pointing", "claiming", "locked-pair", "naked-pair", "cage-pointing", "cage-claiming")
_WORTH = dict.fromkeys(_SINGLES, 0) | dict.fromkeys(_BOOKKEEPING, 1) | dict.fromkeys(_HABITS, 3)
_LEAST_PRINTED = 4  # on paper, a routine block that places fewer digits has no picture
_MOST_OF_BOARD = 0.55  # maximum share of the grid's cells in a closer look
LARGEST_WHOLE = 9  # maximum order for showing all candidates, which are too small in larger grids


class Taken(NamedTuple):
    """A step of a path, its number (from 1), the board before the step, and its explanation.

    `reader` is the person who reads the step, with the notes for it.
    """

    number: int
    board: Board
    step: Step
    explanation: Explanation
    reader: StepReader = ANYONE

    def drawing(self) -> Drawing:
        """Return the drawing of the step."""
        return draw_step(self.board, self.step, self.explanation, reader=self.reader)


class Block(NamedTuple):
    """A step worth reading, or several consecutive routine steps.

    Attributes:
        taken: The steps, at least one.
        after: The board after the last step.
        is_routine: Whether the steps are routine. Routine steps are listed without a picture of
            each step.
    """

    taken: tuple[Taken, ...]
    after: Board
    is_routine: bool

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers of the first and last step."""
        return self.taken[0].number, self.taken[-1].number

    @property
    def is_long(self) -> bool:
        """True if the block places enough digits to justify a picture on paper."""
        return sum(len(each.step.placements) for each in self.taken) >= _LEAST_PRINTED


def blocks(
    start: Board,
    steps: Sequence[Step],
    explanations: Iterable[Explanation],
    *,
    all_steps: bool = False,
    readers: Sequence[StepReader] = (),
) -> Iterator[Block]:
    """Yield the blocks of a path, in order.

    Singles are routine. A technique for the bookkeeping of cages is routine after its first step. A
    technique that becomes a habit, such as the naked pair, is routine after three steps. If a path
    has only singles and bookkeeping, the first step of each technique is worth reading.

    Args:
        start: The board before the first step.
        steps: The steps in order.
        explanations: The explanation of each step.
        all_steps: Whether every step is worth reading.
        readers: The reader of each step. The default is a reader with all pencil marks.
    """
    taken, board = [], start
    readers = readers or (ANYONE,) * len(steps)
    found = zip(steps, explanations, readers, strict=True)
    for number, (step, explanation, reader) in enumerate(found, 1):
        taken.append(Taken(number, board, step, explanation, reader))
        board = board.after(step)
    is_routine = {each.number: False for each in taken} if all_steps else _routine(steps)
    for routine, run in groupby(taken, key=lambda each: is_routine[each.number]):
        together = tuple(run)
        for part in [together] if routine else [(each,) for each in together]:
            yield Block(part, part[-1].board.after(part[-1].step), routine)


def _routine(steps: Sequence[Step]) -> dict[int, bool]:
    """Return a mapping from the number of each step to whether the step is routine."""
    least = 1 if {step.technique for step in steps} <= {*_SINGLES, *_BOOKKEEPING} else 0
    seen = Counter[str]()
    routine = {}
    for number, step in enumerate(steps, 1):
        worth = _WORTH.get(step.technique)
        routine[number] = worth is not None and seen[step.technique] >= max(worth, least)
        seen[step.technique] += 1
    return routine


def closer_look(board: Board, step: Step) -> tuple[int, int, int, int] | None:
    """Return the part of the grid around a step's pattern as (top, left, bottom, right), or None.

    The numbers are the first row, first column, last row and last column of this part, which
    includes a margin of one cell. Return None if candidates are large enough without a closer look,
    or if the pattern spans most of the grid.
    """
    n = board.puzzle.order
    cells = cells_of_step(board.puzzle, step)
    if not cells or not (n > 9 or (board.puzzle.cages and n > 6)):
        return None
    rows, columns = [cell // n for cell in cells], [cell % n for cell in cells]
    top, bottom = max(0, min(rows) - 1), min(n - 1, max(rows) + 1)
    left, right = max(0, min(columns) - 1), min(n - 1, max(columns) + 1)
    is_near = (bottom - top + 1) * (right - left + 1) <= _MOST_OF_BOARD * n * n
    return (top, left, bottom, right) if is_near else None
