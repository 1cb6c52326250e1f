"""The drawings of puzzles, boards and other values, for any output medium."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol, TypeAlias

from pandoku.draw.decorated import margins_of, room_of_puzzle, rule_keys, shapes_of
from pandoku.draw.items import Drawing, Fill, Key, Line, Text
from pandoku.errors import PuzzleError
from pandoku.model import (
    Board,
    Cage,
    CellLike,
    Geometry,
    Marks,
    Outcome,
    Puzzle,
    PuzzleLike,
    board_of,
    cells_of,
    digits_of,
    find_errors,
    puzzle_of,
    refusal,
)
from pandoku.model.problems import in_brief
from pandoku.words import constraint_sentence, printed_clue, visible, with_capital

__all__ = [
    "INSET",
    "Drawable",
    "HasDrawing",
    "are_in_line",
    "candidate_center",
    "candidate_columns",
    "draw",
    "drawing_of",
    "joined_lines",
    "middle_of",
    "outline",
    "why_impossible",
]

INSET = 0.08  # cells: distance between the border of a killer cage and the edges of its cells
# Cells: distance between the border of an extra house and the edges of its cells.
_WINDOW_INSET = 0.04
_BESIDE = -0.25  # cells: position of the numbers of rows and columns, relative to the grid's edge
# Two minimum distances of corner marks from the left edge of the cell: in cells, and as a multiple
# of the distance between this edge and the candidates. The larger distance applies.
_LOW, _INSIDE = 0.18, 1.8


class HasDrawing(Protocol):
    """A value that draws itself, such as a hint or a step of a path."""

    def drawing(self) -> Drawing:
        """Return the drawing."""


Drawable: TypeAlias = Drawing | HasDrawing | Outcome | PuzzleLike


def draw(
    what: PuzzleLike,
    *,
    candidates: bool = False,
    highlights: Collection[CellLike] = (),
    marks: Marks | None = None,
    coordinates: bool = True,
) -> Drawing:
    """Return the drawing of a puzzle, or of a board with its placed digits.

    A puzzle with problems that rule out a solution is also drawn. The caption then names the
    problems.

    Args:
        what: A puzzle in any form (shown with its givens only), or a board.
        candidates: Whether to show the candidates of empty cells. The candidates of a puzzle are
            the digits that its givens allow.
        highlights: Cells to highlight: numbers, (row, column) from 0, or names "r1c1".
        marks: The player's marks. In cells with a digit, only the colors are drawn.
        coordinates: Whether to number the rows and columns.

    Raises:
        PuzzleError: The marks are for a puzzle of another order, a cell is outside the grid, or
            *what* is not a puzzle.
        FormatError: *what* is a text in an unknown format.

    >>> draw(Puzzle(4, (1,) + (0,) * 15), coordinates=False).texts
    (Text(x=0.5, y=0.5, text='1', role='given', style='', struck=False),)
    """
    board, odd, problems = _board_and_problems(what)
    puzzle = board.puzzle
    shapes = shapes_of(puzzle)
    left, top, _, _ = margins_of(shapes, puzzle.order)
    texts: list[Text] = []
    if coordinates:
        names = [(at + 0.5, str(at + 1)) for at in range(puzzle.order)]
        texts += [Text(at, _BESIDE - top, name, "coordinate") for at, name in names]
        texts += [Text(_BESIDE - left, at, name, "coordinate") for at, name in names]
    texts += _texts(board, odd, candidates)
    fills = [*_fills(puzzle.geometry, cells_of(puzzle.order, highlights))]
    keys = [*rule_keys(puzzle)]
    if marks is not None:
        if not isinstance(marks, Marks):
            raise refusal(marks, "Marks")
        marks.require_order(puzzle.order)
        fills = [*_colors(marks, puzzle.order), *fills]
        texts += _mark_texts(board, marks)
        keys += [
            Key(sign, "", f"the player's {sign} marks")
            for sign in ("corner", "center")
            if any(text.role == sign for text in texts)
        ]
    return Drawing(
        puzzle.order,
        visible(puzzle.title or puzzle.describe()),
        tuple(fills),
        _grid_lines(puzzle.geometry, puzzle.cages),
        tuple(texts),
        legend=tuple(keys),
        caption=" ".join(
            # Shapes without parts are rules that have no picture.
            [*problems, *(shape.text for shape in shapes if not shape.parts)]
        ),
        description=" ".join([*problems, _in_words(board, candidates)]).strip(),
        shapes=shapes,
        symbols=puzzle.symbols,
    )


def drawing_of(what: Drawable) -> Drawing:
    """Return the drawing of a value.

    Args:
        what: A drawing, a puzzle in any form, a board (shown with candidates), an outcome (shown
            with its first solution, or else the board that it reached), or a value with
            `drawing()`.

    Raises:
        PuzzleError: *what* cannot be drawn, or it is an outcome without a solution or a board.
    """
    if isinstance(what, Drawing):
        return what
    if not isinstance(what, Outcome):
        if hasattr(what, "drawing"):
            return what.drawing()
        return _of_board(what) if isinstance(what, Board) else draw(what)
    board = what.solution_board() or what.board
    if board is None:
        raise PuzzleError(f"expected an outcome with a solution, found {what!r}")
    drawn, words = _of_board(board), what.describe()
    caption = "" if what.is_unique else words
    return replace(drawn, title=f"{drawn.title}: {words}", caption=caption)


def _of_board(board: Board) -> Drawing:
    drawn = draw(board, candidates=True)
    return replace(drawn, legend=()) if all(board.digits) else drawn  # a full grid needs no rules


def why_impossible(puzzle: Puzzle) -> str:
    """Return a sentence with the problems that rule out a solution, or "" without problems.

    >>> why_impossible(Puzzle(4, (7,) + (0,) * 15))
    'This puzzle has no solution: r1c1: expected a digit 1..4, found 7.'
    """
    errors = in_brief([*find_errors(puzzle)])
    return f"This puzzle has no solution: {errors}." if errors else ""


def _board_and_problems(what: PuzzleLike) -> tuple[Board, dict[int, int], list[str]]:
    """Return a board, the givens that are not valid digits, and sentences about problems.

    The cells of cages that are outside the grid are dropped. Only problems that rule out a solution
    have a sentence. For a `Board` there is no sentence, because a caller that has the board of an
    impossible puzzle has already seen the puzzle's problems.
    """
    if isinstance(what, Board):
        return what, {}, []
    puzzle = puzzle_of(what)
    if not (why := why_impossible(puzzle)):
        return board_of(what), {}, []
    odd = {cell: d for cell, d in enumerate(puzzle.givens) if not 0 <= d <= puzzle.order}
    inside = [
        (cage, tuple(dict.fromkeys(c for c in cage.cells if 0 <= c < puzzle.geometry.n_cells)))
        for cage in puzzle.cages
    ]
    shown = puzzle.replace(
        givens=tuple(0 if cell in odd else d for cell, d in enumerate(puzzle.givens)),
        cages=tuple(replace(cage, cells=cells) for cage, cells in inside if cells),
    )
    return Board.start(shown), odd, [why]


def candidate_columns(order: int) -> int:
    """Return the number of columns of candidates in a cell.

    >>> candidate_columns(9), candidate_columns(6)
    (3, 3)
    """
    return next(k for k in range(1, order + 1) if k * k >= order)


def candidate_center(puzzle: Puzzle, cell: int, digit: int) -> tuple[float, float]:
    """Return the center of a candidate, (x, y) in cells from the grid's upper left corner."""
    row, column = divmod(cell, puzzle.order)
    x, y = _place_in_cell(puzzle.order, room_of_puzzle(puzzle), digit)
    return column + x, row + y


@lru_cache(maxsize=512)
def _place_in_cell(
    order: int, room: tuple[float, float, float, float], digit: int
) -> tuple[float, float]:
    """Return the center of a candidate, (x, y) in cells from the cell's upper left corner."""
    columns = candidate_columns(order)
    left, top, width, height = room
    row, column = divmod(digit - 1, columns)
    x = left + (column + 0.5) / columns * width
    return x, top + (row + 0.5) / -(-order // columns) * height


def middle_of(puzzle: Puzzle, cell: int) -> tuple[float, float]:
    """Return the center of a large digit, (x, y) in cells. Clues move it down."""
    return cell % puzzle.order + 0.5, cell // puzzle.order + (0.57 if puzzle.cages else 0.5)


def _in_words(board: Board, candidates: bool) -> str:
    """Return a description in words: the digits row by row, the regions and the constraints."""
    puzzle, n = board.puzzle, board.puzzle.order
    names = [puzzle.label_of(digit) if digit else "empty" for digit in board.digits]
    rows = [f"Row {r + 1}: {' '.join(names[r * n : r * n + n])}." for r in range(n)]
    cages = [
        f"Cage {cage.clue or 'of different digits'}: {puzzle.geometry.names(cage.cells)}."
        for cage in puzzle.cages
    ]
    regions = [
        f"{with_capital(house.name)}: {puzzle.geometry.names(house.cells)}."
        for house in puzzle.geometry.houses
        if house.kind in ("region", "extra")
    ]
    others = [constraint_sentence(each, puzzle.geometry) for each in puzzle.further]
    notes = ["The candidates of the empty cells are shown."] if candidates else []
    return " ".join([*(rows if any(board.digits) else []), *regions, *cages, *others, *notes])


def _fills(geometry: Geometry, highlights: Iterable[int]) -> Iterator[Fill]:
    n = geometry.order
    shaded = {cell for cells in geometry.extra for cell in cells}
    if len(shaded) < geometry.n_cells:  # otherwise the entire grid would be shaded
        for cell in sorted(shaded):
            yield Fill(cell % n, cell // n, "extra")
    for cell in sorted(set(highlights)):
        yield Fill(cell % n, cell // n, "highlight")


@lru_cache(maxsize=128)
def _grid_lines(geometry: Geometry, cages: tuple[Cage, ...]) -> tuple[Line, ...]:
    # Cached because drawing a path draws the same grid at every step, and a server draws many
    # puzzles of one geometry.
    return tuple(joined_lines(_lines(geometry, cages)))


def _lines(geometry: Geometry, cages: tuple[Cage, ...]) -> Iterator[Line]:
    n = geometry.order
    if geometry.diagonals:
        yield Line(0, 0, n, n, "diagonal")
        yield Line(0, n, n, 0, "diagonal")
    for window in _outlined(geometry):
        yield from outline(set(window), n, "window", _WINDOW_INSET)
    for i in range(1, n):
        yield Line(i, 0, i, n, "cell")
        yield Line(0, i, n, i, "cell")
    boxes = [set(house.cells) for house in geometry.houses if house.kind in ("box", "region")]
    # Cages have bold borders only in puzzles without boxes, because boxes also have bold borders.
    for cage in cages:
        bold = cage.repeats and not boxes
        role, inset = ("cage", 0.0) if bold else ("sum", INSET)
        yield from outline({cell for cell in cage.cells if 0 <= cell < n * n}, n, role, inset)
    for cells in boxes:
        yield from _box(cells, n, cages)
    for at in (0, n):
        yield Line(0, at, n, at, "frame")
        yield Line(at, 0, at, n, "frame")


def _outlined(geometry: Geometry) -> Iterator[tuple[int, ...]]:
    """Yield the extra houses to outline.

    If the extra houses cover the grid, houses without adjacent cells, such as disjoint groups, are
    not outlined, because all cells would have the same outline. The rules in words explain these
    houses.
    """
    n = geometry.order
    covers = len({cell for cells in geometry.extra for cell in cells}) == geometry.n_cells
    for cells in geometry.extra:
        is_scattered = not any(
            (cell + 1 in cells and (cell + 1) % n) or cell + n in cells for cell in cells
        )
        if not (covers and is_scattered):
            yield cells


def _box(cells: set[int], n: int, cages: tuple[Cage, ...]) -> Iterator[Line]:
    """Yield the border of a box. Sides inside a cage have a separate role."""
    yield from outline(cells, n, "box", 0.0)
    for cage in cages:
        inside, outside = cells & set(cage.cells), set(cage.cells) - cells
        for cell in inside if outside else ():
            r, c = divmod(cell, n)
            # Each border belongs to two boxes, so only the box above or to the left draws it.
            if r < n - 1 and cell + n in outside:
                yield Line(c, r + 1, c + 1, r + 1, "box-in-cage")
            if c < n - 1 and cell + 1 in outside:
                yield Line(c + 1, r, c + 1, r + 1, "box-in-cage")


def outline(cells: set[int], n: int, role: str, inset: float) -> Iterator[Line]:
    """Yield the border of a set of cells, one line per side of a cell, moved inside by *inset*."""

    def inside(row: int, column: int) -> bool:
        return 0 <= row < n and 0 <= column < n and row * n + column in cells

    def reach(along: bool, corner: bool) -> float:
        # At a concave corner, the line is longer than the side of the cell by *inset*. At a convex
        # corner, the line is shorter by *inset*.
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


def are_in_line(points: Sequence[tuple[float, float]]) -> bool:
    """Return whether all points are on the line through the first and the last point."""
    (x, y), (u, v) = points[0], points[-1]
    return all(abs((a - x) * (v - y) - (b - y) * (u - x)) < 1e-6 for a, b in points)


def joined_lines(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the lines after joining lines that touch end to end, so that dashes are even."""
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


def _texts(board: Board, odd: Mapping[int, int], candidates: bool) -> Iterator[Text]:
    """Yield the clues, the digits, the givens that are not valid digits, and the candidates."""
    puzzle, n = board.puzzle, board.puzzle.order
    for cage in puzzle.cages:
        if clue := printed_clue(cage):
            r, c = divmod(min(cage.cells), n)
            yield Text(c + INSET + 0.02, r + INSET + 0.01, clue, "clue")
    for cell, digit in enumerate(board.digits):
        if digit:
            role = "given" if puzzle.givens[cell] else "digit"
            yield Text(*middle_of(puzzle, cell), puzzle.label_of(digit), role)
    for cell, given in odd.items():
        yield Text(*middle_of(puzzle, cell), str(given) if -10 < given < 100 else "?", "given")
    for cell, digit in enumerate(board.digits):
        for candidate in digits_of(board.masks[cell]) if candidates and not digit else ():
            x, y = candidate_center(puzzle, cell, candidate)
            yield Text(x, y, puzzle.label_of(candidate), "candidate")


def _colors(marks: Marks, n: int) -> Iterator[Fill]:
    """Yield the fills for the colors of cells. Cells with several colors have stripes."""
    for cell, mask in enumerate(marks.colors):
        own = digits_of(mask)
        for number, color in enumerate(own):
            width = 1 / len(own)
            yield Fill(cell % n + number * width, cell // n, f"color-{color}", width)


def _mark_texts(board: Board, marks: Marks) -> Iterator[Text]:
    """Yield the letters of the colors, and the marks of empty cells."""
    puzzle, n = board.puzzle, board.puzzle.order
    left, above, _, _ = room_of_puzzle(puzzle)  # without the space for clues and dots
    low, top = max(_LOW, _INSIDE * left), above + (0.1 if puzzle.cages else 0.12)
    for cell, mask in enumerate(marks.colors):
        if mask:
            letters = "".join("ABCDEFGHI"[color - 1] for color in digits_of(mask))
            yield Text(cell % n + 0.95, cell // n + 0.95, letters, "tag")
    for cell, mask in enumerate(marks.corner):
        if not board.digits[cell]:
            places = _corners(mask.bit_count(), top, low)
            for (x, y), digit in zip(places, digits_of(mask), strict=True):
                yield Text(cell % n + x, cell // n + y, puzzle.label_of(digit), "corner")
    for cell, mask in enumerate(marks.center):
        if mask and not board.digits[cell]:
            digits = ("" if n < 10 else " ").join(map(puzzle.label_of, digits_of(mask)))
            yield Text(cell % n + 0.5, cell // n + 0.5, digits, "center")


def _corners(count: int, top: float, low: float = _LOW) -> list[tuple[float, float]]:
    """Return positions for corner marks along the edges of a cell.

    Up to 8 marks are in the corners and the middles of the edges. More marks are spread evenly.
    """
    middle, high = 0.5, 1 - low
    if count <= 8:
        corners = [(low, top), (high, top), (low, high), (high, high)]
        edges = [(middle, top), (middle, high), (low, middle), (high, middle)]
        return [*corners, *edges][:count]
    places = []
    for number in range(count):
        side, along = divmod(4 * number / count, 1)
        x, y = low + along * (high - low), top + along * (high - top)
        turned = ((x, top), (high, y), (low + high - x, high), (low, top + high - y))
        places.append(turned[int(side)])
    return places
