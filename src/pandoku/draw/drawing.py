"""The drawing list: what a puzzle or a board looks like, before any medium is chosen.

Coordinates are in cells: x to the right, y down, (0, 0) the grid's upper left corner. Everything
has a role, and the medium decides what a role looks like.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pandoku.model import Board, Cage, Geometry, Puzzle

__all__ = ["Drawing", "Fill", "Line", "Text", "draw"]

INSET = 0.07  # how far a killer cage's border stays inside its cells


@dataclass(frozen=True, slots=True)
class Fill:
    """A shaded rectangle. Roles: "extra" (a cell of an extra house)."""

    x: float
    y: float
    width: float
    height: float
    role: str


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line. Roles, thin to strong: "diagonal", "cell", "sum" (a killer cage's
    border, inset), "cage" (any other cage's border), "box" (boxes, regions), "frame".
    """

    x1: float
    y1: float
    x2: float
    y2: float
    role: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text. Roles: "given", "digit", "candidate" (all centred on x, y), and "clue" (starts
    at x, hangs from y).
    """

    x: float
    y: float
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """The list.

    Attributes:
        order: The grid is order x order cells.
        title: What is drawn, in words, for those who cannot see it.
        fills, lines, texts: In the order to paint them: fills, then lines, then texts.
    """

    order: int
    title: str
    fills: tuple[Fill, ...]
    lines: tuple[Line, ...]
    texts: tuple[Text, ...]


def draw(what: Puzzle | Board, *, candidates: bool = False) -> Drawing:
    """Return the drawing of a puzzle, or of a board with its placed digits.

    Args:
        candidates: Show the candidates of empty cells too.
    """
    board = what if isinstance(what, Board) else Board(what, what.givens, (0,) * len(what.givens))
    if candidates and not isinstance(what, Board):
        board = Board.start(what)
    puzzle, geometry = board.puzzle, board.puzzle.geometry
    texts = [*_clues(puzzle), *_digits(board)]
    if candidates:
        texts += _candidates(board)
    return Drawing(
        geometry.order,
        puzzle.title or puzzle.describe(),
        tuple(_fills(geometry)),
        tuple(_lines(puzzle)),
        tuple(texts),
    )


def _fills(geometry: Geometry) -> Iterator[Fill]:
    n = geometry.order
    for cell in sorted({cell for cells in geometry.extra for cell in cells}):
        yield Fill(cell % n, cell // n, 1, 1, "extra")


def _lines(puzzle: Puzzle) -> Iterator[Line]:
    geometry, n = puzzle.geometry, puzzle.order
    if geometry.diagonals:
        yield Line(0, 0, n, n, "diagonal")
        yield Line(n, 0, 0, n, "diagonal")
    for i in range(1, n):
        yield Line(i, 0, i, n, "cell")
        yield Line(0, i, n, i, "cell")
    for cage in puzzle.cages:
        if cage.repeats:
            yield from _outline(set(cage.cells), n, "cage", inset=0)
        else:
            yield from _outline(set(cage.cells), n, "sum", inset=INSET)
    for house in geometry.houses:
        if house.kind in ("box", "region"):
            yield from _outline(set(house.cells), n, "box", inset=0)
    yield from (Line(0, y, n, y, "frame") for y in (0, n))
    yield from (Line(x, 0, x, n, "frame") for x in (0, n))


def _outline(cells: set[int], n: int, role: str, inset: float) -> Iterator[Line]:
    """Yield the border of a set of cells, *inset* inside of it."""

    def inside(row: int, column: int) -> bool:
        return 0 <= row < n and 0 <= column < n and row * n + column in cells

    for cell in sorted(cells):
        r, c = divmod(cell, n)
        for down in (-1, 1):
            if not inside(r + down, c):
                # The line ends before a corner that turns in, and runs on past one that turns out.
                ends = [
                    c + side * 1 + _reach(inside, r, c, down, 2 * side - 1) * (2 * side - 1) * inset
                    for side in (0, 1)
                ]
                y = r + (down > 0) - down * inset
                yield Line(ends[0], y, ends[1], y, role)
        for right in (-1, 1):
            if not inside(r, c + right):
                ends = [
                    r + side * 1 + _reach_down(inside, r, c, right, 2 * side - 1) * (2 * side - 1) * inset
                    for side in (0, 1)
                ]
                x = c + (right > 0) - right * inset
                yield Line(x, ends[0], x, ends[1], role)


def _reach(inside, r: int, c: int, down: int, right: int) -> int:  # type: ignore[no-untyped-def]
    """How a horizontal border ends: -1 short of the cell's edge, 1 beyond it, 0 at it."""
    if not inside(r, c + right):
        return -1
    return 1 if inside(r + down, c + right) else 0


def _reach_down(inside, r: int, c: int, right: int, down: int) -> int:  # type: ignore[no-untyped-def]
    if not inside(r + down, c):
        return -1
    return 1 if inside(r + down, c + right) else 0


def _clues(puzzle: Puzzle) -> Iterator[Text]:
    n = puzzle.order
    for cage in puzzle.cages:
        if clue := _clue(cage):
            r, c = divmod(min(cage.cells), n)
            yield Text(c + 0.08, r + 0.07, clue, "clue")


def _clue(cage: Cage) -> str:
    # A killer's sums stand alone: there is nothing else they could be.
    if cage.operation == "+" and not cage.repeats and cage.target is not None:
        return str(cage.target)
    return cage.clue.replace("*", "×").replace("/", "÷").replace("-", "−")


def _digits(board: Board) -> Iterator[Text]:
    n, givens = board.puzzle.order, board.puzzle.givens
    for cell, digit in enumerate(board.digits):
        if digit:
            role = "given" if givens[cell] else "digit"
            yield Text(cell % n + 0.5, cell // n + 0.5, str(digit), role)


def _candidates(board: Board) -> Iterable[Text]:
    n = board.puzzle.order
    across = next(k for k in range(1, n + 1) if k * k >= n)
    for cell, digit in enumerate(board.digits):
        for candidate in board.candidates(cell) if not digit else ():
            row, column = divmod(candidate - 1, across)
            x = cell % n + (column + 0.5) / across * 0.84 + 0.08
            y = cell // n + (row + 0.5) / across * 0.84 + 0.08
            yield Text(x, y, str(candidate), "candidate")
