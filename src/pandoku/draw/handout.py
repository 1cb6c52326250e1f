"""What a handout says of a path: the steps worth reading, and the routine between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from pandoku.draw.branch import draw_branch
from pandoku.draw.decorated import cells_of_constraint, used_constraints
from pandoku.draw.items import Drawing, Text
from pandoku.draw.step import draw_step
from pandoku.model import Board, Step
from pandoku.techniques import Explanation

__all__ = [
    "LARGEST_WHOLE",
    "Block",
    "Taken",
    "blocks",
    "branch_drawings",
    "closer_look",
    "drawing_near",
    "near_cells",
]

# How many steps of a technique are worth reading, before it is routine: none of what people do
# without stopping to think, one of the bookkeeping of cages, of which there are dozens, and a few
# of what soon is a habit. All steps of any other technique are.
_SINGLES = ("full-house", "hidden-single", "naked-single", "cage-single")
_BOOKKEEPING = ("cage-bounds", "cage-combinations", "cage-partners")
_HABITS = ("pointing", "claiming", "locked-pair", "naked-pair", "cage-pointing", "cage-claiming")
_WORTH = dict.fromkeys(_SINGLES, 0) | dict.fromkeys(_BOOKKEEPING, 1) | dict.fromkeys(_HABITS, 3)
_LEAST_PRINTED = 4  # digits: after fewer of them the next picture on paper shows the board
_MOST_OF_BOARD = 0.55  # a closer look shows at most this part of the cells
LARGEST_WHOLE = 9  # order: the candidates of a larger board are too small to read all over it
_LARGEST_BRANCHES = 9  # order: the boards of branches of a larger puzzle would be too many bytes


class Taken(NamedTuple):
    """A step of a path: its number, from 1, the board before it, and its words.

    If it is unmarked, the reader has not written any pencil marks by then.
    """

    number: int
    board: Board
    step: Step
    explanation: Explanation
    is_unmarked: bool = False


class Block(NamedTuple):
    """A step worth reading, or a run of routine steps.

    Attributes:
        taken: The steps, at least one.
        after: The board after the last of them.
        is_routine: Whether they are told as a list, without a picture of each.
    """

    taken: tuple[Taken, ...]
    after: Board
    is_routine: bool

    @property
    def numbers(self) -> tuple[int, int]:
        """The numbers of the first and of the last step."""
        return self.taken[0].number, self.taken[-1].number

    @property
    def is_long(self) -> bool:
        """Whether it places so many digits that a picture on paper shows the board after them."""
        return sum(len(each.step.placements) for each in self.taken) >= _LEAST_PRINTED


def blocks(
    start: Board,
    steps: Sequence[Step],
    explanations: Iterable[Explanation],
    *,
    all_steps: bool = False,
    n_unmarked: int = 0,
) -> Iterator[Block]:
    """Yield the blocks of a path, in order.

    Singles are routine, and so are further steps of techniques that become a habit. In a path of
    nothing else, the first step of every technique is worth reading.

    Args:
        start: The board before the first step.
        steps: In order.
        explanations: The words of each step.
        all_steps: Whether every step is worth reading.
        n_unmarked: How many steps come before the reader writes any pencil marks.
    """
    taken = [
        each._replace(is_unmarked=each.number <= n_unmarked)
        for each in _taken(start, steps, explanations)
    ]
    is_routine = {each.number: False for each in taken} if all_steps else _routine(steps)
    for routine, run in groupby(taken, key=lambda each: is_routine[each.number]):
        together = tuple(run)
        for part in [together] if routine else [(each,) for each in together]:
            yield Block(part, part[-1].board.after(part[-1].step), routine)


def _taken(
    board: Board, steps: Iterable[Step], explanations: Iterable[Explanation]
) -> Iterator[Taken]:
    for number, (step, explanation) in enumerate(zip(steps, explanations, strict=True), 1):
        yield Taken(number, board, step, explanation)
        board = board.after(step)


def _routine(steps: Sequence[Step]) -> dict[int, bool]:
    """Return for the number of each step whether it is routine."""
    least = 1 if {step.technique for step in steps} <= {*_SINGLES, *_BOOKKEEPING} else 0
    seen = Counter[str]()
    routine = {}
    for number, step in enumerate(steps, 1):
        worth = _WORTH.get(step.technique)
        routine[number] = worth is not None and seen[step.technique] >= max(worth, least)
        seen[step.technique] += 1
    return routine


def closer_look(board: Board, step: Step) -> tuple[int, int, int, int] | None:
    """Return the part of the grid around a step's pattern: (top, left, bottom, right), or None.

    They are rows and columns, the last ones included, with one more on each side. There is no
    closer look where candidates are large enough, or where the pattern is all over the grid.
    """
    n = board.puzzle.order
    cells = _cells_of(step)
    if not cells or not (n > 9 or (board.puzzle.cages and n > 6)):
        return None
    for index in used_constraints(step.facts):
        cells |= {*cells_of_constraint(board.puzzle, index)}
    rows, columns = [cell // n for cell in cells], [cell % n for cell in cells]
    top, bottom = max(0, min(rows) - 1), min(n - 1, max(rows) + 1)
    left, right = max(0, min(columns) - 1), min(n - 1, max(columns) + 1)
    is_near = (bottom - top + 1) * (right - left + 1) <= _MOST_OF_BOARD * n * n
    return (top, left, bottom, right) if is_near else None


def near_cells(board: Board, step: Step) -> frozenset[int] | None:
    """Return the cells of which a picture shows the candidates, or None for all.

    On large boards they are the pattern, its houses and cages, and what a closer look shows.
    """
    n = board.puzzle.order
    if n <= LARGEST_WHOLE:
        return None
    cells = _cells_of(step).union(*(house.cells for house in step.facts.houses))
    if area := closer_look(board, step):
        top, left, bottom, right = area
        cells |= {n * row + at for row in range(top, bottom + 1) for at in range(left, right + 1)}
    return frozenset(
        cells.union(
            *(cells_of_constraint(board.puzzle, each) for each in used_constraints(step.facts))
        )
    )


def drawing_near(taken: Taken) -> Drawing:
    """Return the drawing of a step; on large boards, with the candidates around it only."""
    has_marks = not taken.is_unmarked
    drawing = draw_step(taken.board, taken.step, taken.explanation, has_marks=has_marks)
    cells = near_cells(taken.board, taken.step)
    if cells is None:
        return drawing

    def is_shown(text: Text) -> bool:
        cell = int(text.y) * drawing.order + int(text.x)
        return text.role != "candidate" or bool(text.style) or text.struck or cell in cells

    return replace(drawing, texts=tuple(filter(is_shown, drawing.texts)))


def branch_drawings(taken: Taken) -> list[Drawing]:
    """Return a board for each branch of a step; none on boards that are too large for them."""
    if taken.board.puzzle.order > _LARGEST_BRANCHES:
        return []
    count = len(taken.step.facts.branches)
    return [draw_branch(taken.board, taken.step, at) for at in range(count)]


def _cells_of(step: Step) -> set[int]:
    facts = step.facts
    cells = {cell for cell, _ in (*step.placements, *step.eliminations, *facts.cells)}
    cells |= {cell for cell, _, _ in facts.candidates}
    cells |= {cell for link in facts.links for cell, _ in (*link.start, *link.end)}
    return cells.union(*(_cells_of(each) for branch in facts.branches for each in branch))
