"""Small boards of a step: its branches, parts of a long branch, or its cases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from pandoku.draw.decorated import cells_of_constraint
from pandoku.draw.drawing import candidate_center, draw, joined_lines, outline
from pandoku.draw.items import BRANCH_STYLES, Curve, Drawing, Fill, Key, Line, Text
from pandoku.draw.legend import curve_keys
from pandoku.model import Board, Link, Pair, Puzzle, Step

if TYPE_CHECKING:
    from pandoku.techniques import Explanation

__all__ = ["draw_branch", "draw_strip"]

_ASSUMED, _BARE = "d", "e"  # styles
# Number of digits on each board if the step has one branch, and if it has more.
_EACH, _EACH_OF_SEVERAL = 3, 6
_MOST_BOARDS = 6  # maximum number of boards of a branch
_MOST_ARROWS = 12  # maximum number of arrows on a board, because more arrows would hide it
# Cells: the place of a digit in its cell, which leaves room for its number, the place of this
# number, the distance of an arrow from the middle of a cell, and the bend of an arrow relative to
# its length.
_DIGIT, _NUMBER, _NEAR, _BEND = (0.36, 0.45), (0.78, 0.76), 0.46, 0.08


def _of_branch(puzzle: Puzzle, branch: tuple[Step, ...], ends: Iterable[Pair]) -> Iterator[Link]:
    true: dict[Pair, None] = {}
    # For each candidate that an implication makes false, the causes.
    false: dict[Pair, list[Pair]] = {}
    for implication in branch:
        off = [(c, d) for c, d, role in implication.facts.candidates if role == "off"]
        causes = _causes(puzzle, off, true, false)
        for pair in implication.placements:
            yield from (Link((cause,), (pair,), strong=True) for cause in causes)
            true[pair] = None
        on = [(c, d) for c, d, role in implication.facts.candidates if role == "on"]
        for pair in implication.eliminations:
            false[pair] = on or causes
    for end in ends:
        for cause in _causes(puzzle, [end], true, false):
            if cause != end:
                yield Link((cause,), (end,), strong=False)


def _causes(
    puzzle: Puzzle,
    off: Iterable[Pair],
    true: Iterable[Pair],
    false: Mapping[Pair, list[Pair]],
) -> list[Pair]:
    """Return the causes that make candidates false, without duplicates."""
    found: dict[Pair, None] = {}
    for pair in off:
        own = (each for each in true if _excludes(puzzle, each, pair))
        cause = false.get(pair) or [each for each in [next(own, None)] if each is not None]
        found |= dict.fromkeys(cause)
    return list(found)


def _excludes(puzzle: Puzzle, true: Pair, other: Pair) -> bool:
    (cell, digit), (there, another) = true, other
    if cell == there:
        return digit != another
    return digit == another and there in puzzle.sight[cell]


def draw_branch(board: Board, step: Step, index: int) -> Drawing:
    """Return the drawing of a branch of a step, on the board before the step.

    Candidates that become true are drawn as large digits, with the same numbers as in the step's
    text. Candidates that are false at the end of the branch are struck out: the candidates of a
    contradiction, or the candidates that the step eliminates.

    Args:
        board: The board before the step.
        step: A step with branches.
        index: Number of the branch, from 0.

    Raises:
        IndexError: *index* is out of range.
    """
    n_nodes = len(step.facts.branches[index])
    return _Part(board, step, index, 0, n_nodes).drawing()


def draw_strip(board: Board, step: Step, explanation: Explanation | None = None) -> list[Drawing]:
    """Return small boards for a step with branches or cases, in the order of its text.

    There is one board for each branch, or for each case in the explanation. A long branch has
    several boards.

    Args:
        board: The board before the step.
        step: A step. Without branches and cases, there are no boards.
        explanation: The step in words, which has the cases; None means without cases.
    """
    branches = step.facts.branches
    if branches:
        return [
            _Part(board, step, index, *part).drawing()
            for index, branch in enumerate(branches)
            for part in _parts_of(branch, _EACH if len(branches) == 1 else _EACH_OF_SEVERAL)
        ]
    if explanation is None:
        return []
    # Imported here, because it needs all techniques, which takes long.
    from pandoku.draw.cases import draw_case, suppositions

    found = [*suppositions(step, explanation)]
    return [draw_case(board, step, case) for case in found] if len(found) > 1 else []


def _parts_of(branch: Sequence[Step], n_digits: int) -> Iterator[tuple[int, int]]:
    """Yield the first implication of each board of a branch, and the first one after it."""
    ends = [at for at, node in enumerate(branch, 1) if node.placements]
    size = max(n_digits, -(-len(ends) // _MOST_BOARDS))
    # A last board with one digit alone would waste room.
    yield from pairwise((0, *ends[size - 1 : -2 : size], len(branch)))


def _arrow(order: int, start: int, end: int, role: str) -> Curve:
    """Return a slightly bent arrow between two cells."""
    x1, y1, x2, y2 = (
        start % order + 0.5,
        start // order + 0.5,
        end % order + 0.5,
        end // order + 0.5,
    )
    dx, dy = x2 - x1, y2 - y1
    ux, uy = _NEAR * dx / hypot(dx, dy), _NEAR * dy / hypot(dx, dy)
    middle = (x1 + x2) / 2 - _BEND * dy, (y1 + y2) / 2 + _BEND * dx
    return Curve(x1 + ux, y1 + uy, *middle, x2 - ux, y2 - uy, role)


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a branch from implication *first*, up to and without *last*.

    Attributes:
        board: The board before the step.
        step: The step.
        index: Number of the branch, from 0.
        first, last: Numbers of implications, from 0.
    """

    board: Board
    step: Step
    index: int
    first: int
    last: int

    def drawing(self) -> Drawing:
        after = self.board
        for node in self._branch[: self.last]:
            after = after.after(node)
        plain, arrows = draw(after), tuple(self._arrows())
        return replace(
            plain,
            title=self._title(),
            fills=(*plain.fills, *self._fills()),
            lines=(*plain.lines, *self._rules()),
            texts=tuple(self._texts(plain.texts)),
            curves=arrows,
            legend=(*self._legend(), *curve_keys({arrow.role for arrow in arrows})),
        )

    @property
    def _branch(self) -> tuple[Step, ...]:
        return self.step.facts.branches[self.index]

    @property
    def _nodes(self) -> tuple[Step, ...]:
        return self._branch[self.first : self.last]

    @property
    def _is_end(self) -> bool:
        return self.last == len(self._branch)

    @property
    def _follows(self) -> str:
        """The style of what follows: each branch has its own."""
        return BRANCH_STYLES[self.index % len(BRANCH_STYLES)]

    def _title(self) -> str:
        puzzle, start = self.board.puzzle, self._branch[0]
        cell, digit = (start.placements or start.eliminations)[0]
        verb = "is" if start.placements else "is not"
        supposed = f"if {puzzle.geometry.name(cell)} {verb} {puzzle.label_of(digit)}"
        if self._is_end and not self.first:
            return supposed
        return f"{supposed}: {self.first + 1} to {self.last}"

    def _ends(self) -> list[Pair]:
        """Return the candidates that are false at the end of the branch."""
        pairs = self.step.facts.candidates
        clash = [(c, d) for c, d, role in pairs if role == "contradiction"]
        return clash or [*self.step.eliminations]

    def _struck(self) -> set[Pair]:
        """Return the candidates to strike out."""
        struck = set(self._ends()) if self._is_end else set[Pair]()
        if len(self.step.facts.branches) == 1:
            struck |= _made_false(self._nodes) - _made_false(self._branch[: self.first])
        return struck

    def _arrows(self) -> Iterator[Curve]:
        """Yield arrows from the causes to the digits that follow on this board, and to the end."""
        puzzle = self.board.puzzle
        new = {pair for node in self._nodes for pair in node.placements}
        ends = [pair for pair in self._ends() if pair not in new] if self._is_end else []
        links = _of_branch(puzzle, self._branch[: self.last], ends)
        ways = {
            (link.start[0][0], link.end[0][0]): "leads" if link.strong else "ends"
            for link in links
            if not link.strong or link.end[0] in new
        }
        ways = {way: role for way, role in ways.items() if way[0] != way[1]}
        if len(ways) <= _MOST_ARROWS:
            yield from (_arrow(puzzle.order, *way, role) for way, role in ways.items())

    def _fills(self) -> Iterator[Fill]:
        n, facts = self.board.puzzle.order, self.step.facts
        styles: dict[int, str] = {}
        if self._is_end:
            styles = {cell: _BARE for cell, role in facts.cells if role == "contradiction"}
        for at, node in enumerate(self._nodes, self.first):
            styles |= {cell: self._follows if at else _ASSUMED for cell, _ in node.placements}
        if self._is_end and _has_bare_house(self.step):
            yield from (Fill(cell % n, cell // n, "house") for cell in facts.houses[0].cells)
        for cell, style in styles.items():
            yield Fill(cell % n, cell // n, style)

    def _rules(self) -> Iterator[Line]:
        puzzle = self.board.puzzle
        numbers = (number for node in self._nodes for number in node.facts.constraints)
        for number in dict.fromkeys(numbers):
            if puzzle.constraints[number].cells_on(puzzle.geometry):
                cells = {*cells_of_constraint(puzzle, number)}
                yield from joined_lines(outline(cells, puzzle.order, "told", 0.04))

    def _texts(self, texts: Iterable[Text]) -> Iterator[Text]:
        n, start = (
            self.board.puzzle.order,
            1 + sum(len(each) for each in self.step.facts.branches[: self.index]),
        )
        true = {
            cell: start + at
            for at, node in enumerate(self._branch[: self.last])
            for cell, _ in node.placements
        }
        for text in texts:
            column, row = int(text.x), int(text.y)
            if text.role == "digit" and n * row + column in true:
                x, y = column + _DIGIT[0], row + _DIGIT[1]
                yield replace(text, x=x, y=y, role="placed")
            else:
                yield text
        for cell, number in true.items():
            yield Text(cell % n + _NUMBER[0], cell // n + _NUMBER[1], str(number), "number")
        yield from _struck_texts(self.board, self._struck(), {*true})

    def _legend(self) -> Iterator[Key]:
        if not self.first:
            yield Key("cell", _ASSUMED, "assumed")
        if any(node.placements for node in self._nodes[not self.first :]):
            yield Key("cell", self._follows, "follows")
        if self._is_end and any(role == "contradiction" for _, role in self.step.facts.cells):
            yield Key("cell", _BARE, "clash")
        if self._is_end and _has_bare_house(self.step):
            yield Key("house", "", "no place")
        if self._struck():
            yield Key("goes", "", "not")


def _made_false(nodes: Iterable[Step]) -> set[Pair]:
    """Return the candidates that implications exclude, and those that rules need to be false."""
    off = {
        (cell, digit)
        for node in nodes
        if node.technique in ("rule", "cage")
        for cell, digit, role in node.facts.candidates
        if role == "off"
    }
    return off.union(*(node.eliminations for node in nodes))


def _has_bare_house(step: Step) -> bool:
    is_clash = any(role == "contradiction" for _, _, role in step.facts.candidates)
    return is_clash and bool(step.facts.houses)


def _struck_texts(
    board: Board, struck: Collection[Pair], filled: Collection[int]
) -> Iterator[Text]:
    """Yield the candidates of the cells of *struck* candidates, except in *filled* cells."""
    for cell in sorted({cell for cell, _ in struck} - {*filled}):
        for digit in () if board.digits[cell] else board.candidates(cell):
            x, y = candidate_center(board.puzzle, cell, digit)
            is_struck = (cell, digit) in struck
            yield Text(x, y, board.puzzle.label_of(digit), "candidate", struck=is_struck)
