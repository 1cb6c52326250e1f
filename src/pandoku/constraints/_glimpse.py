"""Constraints as they appear to a player who sees only some of the cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, ClassVar

from pandoku.model import Cage, Constraint, Disc, Pairs, Puzzle, Sign, Stroke, Tile, center_of

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Glimpse(Constraint):
    """A visible piece of a constraint. It does not show how the constraint's rule applies.

    A glimpse does not restrict digits, and no format stores it.

    Attributes:
        kind: Name of the kind of the partly hidden constraint.
        title: Name of the piece in sentences.
        cells: The visible cells of the piece.
        shapes: The visible shapes.
        said: The rule of the constraint as a sentence if its values affect the rule, otherwise "".
    """

    RESTRICTS_DIGITS: ClassVar[bool] = False

    kind: str
    title: str
    cells: tuple[int, ...] = ()
    shapes: tuple[Decoration, ...] = ()
    said: str = ""

    @property
    def NAME(self) -> str:  # type: ignore[override]  # noqa: N802
        """The name of the kind."""
        return self.kind

    def noun(self) -> str:
        """Return the title."""
        return self.title

    def spot(self, geometry: Geometry) -> str:
        """Return "", because the first cell could be hidden."""
        return ""

    def heading(self) -> str:
        """Return the title."""
        return self.title

    def places(self, geometry: Geometry) -> str:
        """Return "", because the other cells are hidden."""
        return ""

    def rule(self, geometry: Geometry) -> str:
        """Return the rule of the constraint as a sentence if its values affect it, otherwise ""."""
        return self.said

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return no relations, because the rule is hidden."""
        return ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return True for every grid."""
        return True

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return None, because a glimpse belongs to one moment of a game and is never moved."""
        return None

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the visible shapes."""
        return self.shapes


def drawn_cells(constraint: Constraint, geometry: Geometry) -> tuple[int, ...]:
    """Return the cells where a constraint can be seen, unless they are in the fog.

    The result is empty for clues outside the grid, and for rules that have neither cells nor a
    drawing.
    """
    if isinstance(constraint, Cage):
        return tuple(sorted({*constraint.cells}))
    shapes = constraint.decorations(geometry)
    if shapes and not any(cells_under(shape, geometry.order) for shape in shapes):
        return ()
    named = constraint.cells_on(geometry)
    under = (cell for shape in shapes for cell in cells_under(shape, geometry.order))
    return named or tuple(sorted({*under}))


def seen_parts(constraint: Constraint, clear: Collection[int], puzzle: Puzzle) -> list[Constraint]:
    """Return the visible parts of a constraint.

    If all cells of the constraint are clear, the only part is the constraint itself. It is replaced
    by a `Glimpse` if the rule also depends on cells that are still in the fog. Otherwise the parts
    are shorter constraints of the same kind (see `Constraint.TOLD_BY`), and a `Glimpse` for each
    visible piece of the drawing that these constraints do not cover.

    Args:
        constraint: A constraint of the puzzle.
        clear: The visible cells.
        puzzle: The puzzle.
    """
    geometry = puzzle.geometry
    drawn = drawn_cells(constraint, geometry)
    is_whole = all(cell in clear for cell in drawn)
    if is_whole and (not constraint.DEPENDS_ON_OTHERS or len(clear) == geometry.n_cells):
        return [constraint]
    if not is_whole and not any(cell in clear for cell in drawn):
        return []
    if is_whole:  # the rule would reveal which cells in the fog have no clue
        shapes = constraint.decorations(geometry)
        title = constraint.heading()
        return [Glimpse(constraint.NAME, title, drawn, shapes, constraint.rule(geometry))]
    told = _parts(constraint, clear)
    left = {*clear}.difference(*(part.cells_on(geometry) for part in told))
    pieces = [*_pieces(_shapes(constraint, puzzle), left, geometry.order)]
    pieces += [(part.cells_on(geometry), []) for part in told if constraint.TOLD_BY != "cells"]
    title = f"{constraint.NAME}, partly in the fog"
    seen = [
        Glimpse(constraint.NAME, title, cells, tuple(shapes), constraint.rule(geometry))
        for cells, shapes in pieces
    ]
    return [*told, *seen]


def needs_of(
    constraint: Constraint, relations: Sequence[Relation], puzzle: Puzzle
) -> list[tuple[int, ...]]:
    """Return, for each relation, the cells that must be clear before `seen_parts` includes it.

    Args:
        constraint: A constraint of the puzzle.
        relations: The relations of the constraint, with a separate relation for each step of a
            line.
        puzzle: The puzzle.
    """
    geometry = puzzle.geometry
    if constraint.DEPENDS_ON_OTHERS:
        return [tuple(range(geometry.n_cells))] * len(relations)
    drawn = drawn_cells(constraint, geometry)
    return [_needs(constraint, relation, drawn) for relation in relations]


def _needs(constraint: Constraint, relation: Relation, drawn: tuple[int, ...]) -> tuple[int, ...]:
    own = tuple(dict.fromkeys(relation.cells))
    if constraint.TOLD_BY == "cells" or (constraint.TOLD_BY == "steps" and len(own) == 2):
        return own
    if constraint.TOLD_BY == "start" and isinstance(relation, Pairs) and len(relation.pairs) == 1:
        line: tuple[int, ...] = constraint.cells  # type: ignore[attr-defined]
        return line[: max(map(line.index, own)) + 1]
    return drawn


def _parts(constraint: Constraint, clear: Collection[int]) -> list[Constraint]:
    """Return the visible parts of a constraint as shorter constraints."""
    if not constraint.TOLD_BY:
        return []
    line: tuple[int, ...] = constraint.cells  # type: ignore[attr-defined]
    if constraint.TOLD_BY == "cells":
        runs = [tuple(cell for cell in line if cell in clear)]
    else:
        runs = [*_runs(line, clear)]
        if constraint.TOLD_BY == "start":
            runs = [run for run in runs[:1] if run[0] == line[0]]
    least = 1 if constraint.TOLD_BY == "cells" else 2
    return [replace(constraint, cells=run) for run in runs if len(run) >= least]  # type: ignore[type-var]


def _runs(line: Sequence[int], clear: Collection[int]) -> Iterator[tuple[int, ...]]:
    run: list[int] = []
    for cell in (*line, None):
        if cell in clear:
            run.append(cell)  # type: ignore[arg-type]
        elif run:
            yield tuple(run)
            run = []


# ---- drawings


def _shapes(constraint: Constraint, puzzle: Puzzle) -> Iterator[Decoration]:
    """Yield the shapes of a constraint, or the cells and the clue of a cage."""
    if not isinstance(constraint, Cage):
        yield from constraint.decorations(puzzle.geometry)
        return
    first = min(constraint.cells)
    for cell in sorted({*constraint.cells}):
        text = constraint.clue if cell == first else ""
        yield Tile("region", (center_of(cell, puzzle.order),), 1.0, text)


def _pieces(
    shapes: Iterable[Decoration], clear: Collection[int], order: int
) -> Iterator[tuple[tuple[int, ...], list[Decoration]]]:
    """Yield the cells and the shapes of each visible, connected piece of a drawing.

    Pieces that do not touch are separate, because a player cannot know whether they belong to the
    same constraint.
    """
    pieces: list[tuple[set[int], list[Decoration]]] = []
    for shape in shapes:
        for part in _clipped(shape, clear, order):
            cells = {*cells_under(part, order)} & {*clear}
            parts = [part]
            for other in [each for each in pieces if each[0] & cells]:
                pieces.remove(other)
                cells, parts = cells | other[0], [*other[1], *parts]
            pieces.append((cells, parts))
    for cells, parts in sorted(pieces, key=lambda each: sorted(each[0])):
        yield tuple(sorted(cells)), parts


def _clipped(shape: Decoration, clear: Collection[int], order: int) -> Iterator[Decoration]:
    """Yield the visible parts of a shape."""
    if isinstance(shape, Stroke):
        for points in _clipped_line(shape.points, clear, order):
            is_end = points[-1] == shape.points[-1]
            yield replace(shape, points=points, has_head=shape.has_head and is_end)
    elif isinstance(shape, Disc) and len(shape.points) > 1:
        if all(cell in clear for cell in cells_under(shape, order)):
            yield shape
    elif isinstance(shape, Sign):
        if any(cell in clear for cell in _cells_at((shape.x, shape.y), order)):
            yield shape
    elif isinstance(shape, Tile) and max(shape.size, shape.height) > 1:
        if all(cell in clear for cell in cells_under(shape, order)):
            yield shape
    else:
        for point in shape.points:
            if any(cell in clear for cell in _cells_at(point, order)):
                yield replace(shape, points=(point,))


def _clipped_line(
    points: Sequence[_Point], clear: Collection[int], order: int
) -> Iterator[tuple[_Point, ...]]:
    """Yield the pieces of a line that are in clear cells. Each piece ends where the fog begins."""
    line: list[_Point] = []
    for start, end in pairwise(points):
        for a, b in pairwise(_cut(start, end)):
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            if any(cell in clear for cell in _cells_at(middle, order)):
                line += [a, b] if not line else [b]
            elif line:
                yield tuple(line)
                line = []
    if line:
        yield tuple(line)


def _cut(start: _Point, end: _Point) -> list[_Point]:
    """Return the start of a segment, its crossings of cell borders in order, and its end."""
    at = {0.0, 1.0}
    for a, b in zip(start, end, strict=True):
        if a != b:
            at |= {(line - a) / (b - a) for line in range(ceil(min(a, b)), floor(max(a, b)) + 1)}
    (x, y), (u, v) = start, end
    return [(round(x + t * (u - x), 6), round(y + t * (v - y), 6)) for t in sorted(at)]


def cells_under(shape: Decoration, order: int) -> set[int]:
    """Return the cells that a shape covers or touches."""
    if isinstance(shape, Sign):
        return {*_cells_at((shape.x, shape.y), order)}
    if isinstance(shape, Stroke):
        cut = [pair for ends in pairwise(shape.points) for pair in pairwise(_cut(*ends))]
        middles = (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in cut)
        return {cell for middle in middles for cell in _cells_at(middle, order)}
    if isinstance(shape, Tile) and max(shape.size, shape.height) > 1:
        wide, high = shape.size / 2, (shape.height or shape.size) / 2
        return {
            row * order + column
            for x, y in shape.points
            for row in range(max(0, floor(y - high)), min(order, ceil(y + high)))
            for column in range(max(0, floor(x - wide)), min(order, ceil(x + wide)))
        }
    return {cell for point in shape.points for cell in _cells_at(point, order)}


def _cells_at(point: _Point, order: int) -> Iterator[int]:
    """Yield the cell at a point, or all cells that meet at the point."""
    x, y = point
    rows = {floor(y), ceil(y) - 1}
    columns = {floor(x), ceil(x) - 1}
    for row in sorted(rows):
        for column in sorted(columns):
            if 0 <= row < order and 0 <= column < order:
                yield row * order + column
