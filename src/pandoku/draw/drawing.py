"""The drawing list: what a puzzle or a board looks like, before any medium is chosen.

Coordinates are in cells: x to the right, y down, (0, 0) the grid's upper left corner. Everything
has a role, and the medium decides what a role looks like.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pandoku.model import Board, Cage, Geometry, Puzzle

__all__ = ["Drawing", "Fill", "Line", "Text", "candidate_columns", "draw"]

INSET = 0.08  # how far a killer cage's border stays inside its cells


@dataclass(frozen=True, slots=True)
class Fill:
    """A shaded cell. Roles: "extra" (of an extra house), "highlight" (what is talked about)."""

    x: int
    y: int
    role: str


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal, vertical or diagonal line, from its upper or left end.

    Roles, thin to strong: "diagonal", "cell", "sum" (the border of a killer cage, inset), "cage"
    (any other cage's border), "box" (boxes, regions), "box-in-cage" (where a cage runs across a
    box's border), "frame".
    """

    x1: float
    y1: float
    x2: float
    y2: float
    role: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text.

    Roles: "given", "digit", "candidate" (all three centred on x, y), and "clue" (its upper left
    corner is at x, y).
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


def draw(
    what: Puzzle | Board, *, candidates: bool = False, highlights: Collection[int] = ()
) -> Drawing:
    """Return the drawing of a puzzle, or of a board with its placed digits.

    Args:
        what: A puzzle shows its givens only.
        candidates: Show the candidates of empty cells; of a puzzle, those its givens leave.
        highlights: Cells to point at.

    >>> draw(Puzzle(4, (1,) + (0,) * 15)).texts
    (Text(x=0.5, y=0.5, text='1', role='given'),)
    """
    board = what if isinstance(what, Board) else Board.start(what)
    puzzle = board.puzzle
    texts = [*_clues(puzzle), *_digits(board)]
    if candidates:
        texts += _candidates(board)
    return Drawing(
        puzzle.order,
        puzzle.title or puzzle.describe(),
        tuple(_fills(puzzle.geometry, highlights)),
        tuple(_joined(_lines(puzzle))),
        tuple(texts),
    )


def candidate_columns(order: int) -> int:
    """Return how many candidates stand side by side in a cell.

    >>> candidate_columns(9), candidate_columns(6)
    (3, 3)
    """
    return next(k for k in range(1, order + 1) if k * k >= order)


def _fills(geometry: Geometry, highlights: Collection[int]) -> Iterator[Fill]:
    n = geometry.order
    for cell in sorted({cell for cells in geometry.extra for cell in cells}):
        yield Fill(cell % n, cell // n, "extra")
    for cell in sorted(set(highlights)):
        yield Fill(cell % n, cell // n, "highlight")


def _lines(puzzle: Puzzle) -> Iterator[Line]:
    geometry, n = puzzle.geometry, puzzle.order
    if geometry.diagonals:
        yield Line(0, 0, n, n, "diagonal")
        yield Line(0, n, n, 0, "diagonal")
    for i in range(1, n):
        yield Line(i, 0, i, n, "cell")
        yield Line(0, i, n, i, "cell")
    boxes = [set(house.cells) for house in geometry.houses if house.kind in ("box", "region")]
    # A bold border says "cage" only where there are no boxes with bold borders of their own.
    for cage in puzzle.cages:
        bold = cage.repeats and not boxes
        role, inset = ("cage", 0.0) if bold else ("sum", INSET)
        yield from _outline({cell for cell in cage.cells if 0 <= cell < n * n}, n, role, inset)
    for cells in boxes:
        yield from _box(cells, puzzle)
    for at in (0, n):
        yield Line(0, at, n, at, "frame")
        yield Line(at, 0, at, n, "frame")


def _box(cells: set[int], puzzle: Puzzle) -> Iterator[Line]:
    """Yield a box's border, told apart where a cage runs across it."""
    n = puzzle.order
    yield from _outline(cells, n, "box", 0.0)
    for cage in puzzle.cages:
        inside, outside = cells & set(cage.cells), set(cage.cells) - cells
        for cell in inside if outside else ():
            r, c = divmod(cell, n)
            # Each border is met from both of its boxes; the one above or to the left draws it.
            if r < n - 1 and cell + n in outside:
                yield Line(c, r + 1, c + 1, r + 1, "box-in-cage")
            if c < n - 1 and cell + 1 in outside:
                yield Line(c + 1, r, c + 1, r + 1, "box-in-cage")


def _outline(cells: set[int], n: int, role: str, inset: float) -> Iterator[Line]:
    """Yield the border of a set of cells, *inset* inside of it."""

    def inside(row: int, column: int) -> bool:
        return 0 <= row < n and 0 <= column < n and row * n + column in cells

    def reach(along: bool, corner: bool) -> float:
        # Where a border ends: short of a corner that turns in, beyond one that turns out.
        if not along:
            return -inset
        return inset if corner else 0

    for cell in sorted(cells):
        r, c = divmod(cell, n)
        for step in (-1, 1):
            if not inside(r + step, c):
                left = reach(inside(r, c - 1), inside(r + step, c - 1))
                right = reach(inside(r, c + 1), inside(r + step, c + 1))
                y = r + (step > 0) - step * inset
                yield Line(c - left, y, c + 1 + right, y, role)
            if not inside(r, c + step):
                above = reach(inside(r - 1, c), inside(r - 1, c + step))
                below = reach(inside(r + 1, c), inside(r + 1, c + step))
                x = c + (step > 0) - step * inset
                yield Line(x, r - above, x, r + 1 + below, role)


def _joined(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the lines with those that touch end to end made one, so that dashes run evenly."""
    spans: dict[tuple[str, bool, float], list[tuple[float, float]]] = {}
    for line in lines:
        if line.role == "diagonal":
            yield line
            continue
        flat = line.y1 == line.y2
        key = (line.role, flat, round(line.y1 if flat else line.x1, 6))
        spans.setdefault(key, []).append((line.x1, line.x2) if flat else (line.y1, line.y2))
    for (role, flat, at), parts in spans.items():
        start, end = min(parts)
        for low, high in [*sorted(parts), (float("inf"), float("inf"))]:
            if low <= end + 1e-6:
                end = max(end, high)
                continue
            yield Line(start, at, end, at, role) if flat else Line(at, start, at, end, role)
            start, end = low, high


def _clues(puzzle: Puzzle) -> Iterator[Text]:
    n = puzzle.order
    for cage in puzzle.cages:
        if clue := _clue(cage):
            r, c = divmod(min(cage.cells), n)
            yield Text(c + INSET + 0.02, r + INSET + 0.01, clue, "clue")


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


def _candidates(board: Board) -> Iterator[Text]:
    n = board.puzzle.order
    columns = candidate_columns(n)
    rows = -(-n // columns)
    # Below the clues, where there are any.
    top, height = (0.3, 0.64) if board.puzzle.cages else (0.08, 0.84)
    for cell, digit in enumerate(board.digits):
        for candidate in board.candidates(cell) if not digit else ():
            row, column = divmod(candidate - 1, columns)
            x = cell % n + 0.08 + (column + 0.5) / columns * 0.84
            y = cell // n + top + (row + 0.5) / rows * height
            yield Text(x, y, str(candidate), "candidate")
