"""The scene that a board shows, and the look of each cell in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pandoku.model import Geometry, Marks, Puzzle, digits_of
from pandoku.terminal.cells import Candidate, Content, cell_lines
from pandoku.terminal.grid import FOG, CellBox
from pandoku.terminal.highlights import NO_HIGHLIGHTS, Highlights
from pandoku.terminal.palette import Layers

__all__ = ["Look", "Scene", "ScenePiece", "layers_between", "looks_of", "pieces_of"]

ScenePiece = tuple[str, Layers, str]  # characters, the layers behind them, and their ink


class Look(NamedTuple):
    """The look of a cell: its content and the layers behind it.

    Attributes:
        content: The content of the cell.
        below: The layers below the player's colors.
        colors: The player's colors, shown as stripes side by side.
        above: The layers above the colors.
        layers: The layers behind all of the cell.
    """

    content: Content
    below: Layers
    colors: tuple[int, ...]
    above: Layers
    layers: Layers


@dataclass(frozen=True, slots=True)
class Scene:
    """The complete state that a board shows.

    Attributes:
        digits: The digit of each cell, 0 for an empty cell.
        marks: The player's marks, or None.
        cursor: The cell of the cursor, or -1.
        mode: The mode of the cursor.
        selection: The selected cells.
        mistakes: The cells whose digits are marked as mistakes.
        highlights: The display of a hint.
        has_peers: Whether the peers of the cursor are shaded.
        has_same: Whether the digit under the cursor is highlighted in other cells.
        in_grid: Whether center marks have fixed places if they fit.
        has_signs: Whether brackets and letters replace colors.
        is_hidden: Whether the digits and marks are hidden.
    """

    digits: Sequence[int]
    marks: Marks | None = None
    cursor: int = -1
    mode: str = "digit"
    selection: frozenset[int] = frozenset()
    mistakes: frozenset[int] = frozenset()
    highlights: Highlights = field(default=NO_HIGHLIGHTS)
    has_peers: bool = True
    has_same: bool = True
    in_grid: bool = False
    has_signs: bool = False
    is_hidden: bool = False


@lru_cache(maxsize=4096)
def layers_between(one: Layers, other: Layers) -> Layers:
    """Return the layers common to two cells, which are behind the line between them as well."""
    return tuple(layer for layer in one if layer in other)


@lru_cache(maxsize=8192)
def pieces_of(look: Look, box: CellBox) -> tuple[tuple[ScenePiece, ...], ...]:
    """Return the lines of a cell, striped if it has several colors."""
    if len(look.colors) < 2:
        behind = look.layers
        return tuple(
            tuple((chars, behind, ink) for chars, ink in line)
            for line in cell_lines(look.content, box)
        )
    return tuple(tuple(_striped(line, look, box.width)) for line in cell_lines(look.content, box))


def _striped(line: Sequence[tuple[str, str]], look: Look, width: int) -> Iterator[ScenePiece]:
    chars = [(char, ink) for run, ink in line for char in run]
    for at, (char, ink) in enumerate(chars):
        color = look.colors[at * len(look.colors) // width]
        yield char, (*look.below, f"color-{color}", *look.above), ink


def looks_of(puzzle: Puzzle, scene: Scene) -> Iterator[Look]:
    """Yield the look of each cell. Equal looks are the same object."""
    none = (0,) * len(scene.digits)
    digits, marks, lights = scene.digits, scene.marks, scene.highlights
    if scene.is_hidden:
        digits, marks, lights = none, None, NO_HIGHLIGHTS
    corner, center, colors = (
        (none,) * 3 if marks is None else (marks.corner, marks.center, marks.colors)
    )
    has_cursor = scene.cursor >= 0
    focus = digits[scene.cursor] if scene.has_same and has_cursor else 0
    peers = frozenset(puzzle.sight[scene.cursor] if scene.has_peers and has_cursor else ())
    grounds, givens, fog = _grounds(puzzle.geometry), puzzle.givens, _fog(puzzle)
    for cell, digit in enumerate(digits):
        behind = (
            cell in peers,
            digit == focus > 0,
            cell in lights.house,
            cell in scene.mistakes and digit > 0,
            cell in scene.selection,
        )
        placed = 0 if digit else lights.placed.get(cell, 0)
        has_focus = focus and not digit and (corner[cell] | center[cell]) >> (focus - 1) & 1
        yield _look(
            digit or placed,
            "placed" if placed else "given" if givens[cell] else "digit",
            0 if digit or placed else corner[cell],
            0 if digit or placed else center[cell],
            colors[cell],
            () if digit or placed else lights.candidates.get(cell, ()),
            lights.fills.get(cell, ""),
            lights.sign(cell, has_colors=not scene.has_signs)
            or ("•" if scene.has_signs and digit == focus > 0 else ""),
            (FOG, grounds[cell][1]) if cell in fog else grounds[cell],
            focus if has_focus else 0,
            scene.in_grid,
            behind,
        )


_BEHIND = ("peer", "same", "house", "wrong", "selected")
_FILL_AT = 3  # the fill of a hint is below mistakes and the selection


@lru_cache(maxsize=16384)
def _look(
    digit: int,
    ink: str,
    corner: int,
    center: int,
    colors: int,
    candidates: tuple[Candidate, ...],
    fill: str,
    sign: str,
    ground: tuple[str, Layers],
    focus: int,
    in_grid: bool,
    behind: tuple[bool, ...],
) -> Look:
    layers = [name if is_there else "" for name, is_there in zip(_BEHIND, behind, strict=True)]
    layers.insert(_FILL_AT, fill)
    above = tuple(layer for layer in layers if layer)
    is_wrong = behind[_BEHIND.index("wrong")]
    own = digits_of(colors)
    only = (f"color-{own[0]}",) if len(own) == 1 else ()
    ground_sign = "" if digit and ground[0] != FOG else ground[0]
    content = Content(
        digit, ink, is_wrong, corner, center, candidates, sign, ground_sign, focus, in_grid
    )
    return Look(content, ground[1], own, above, (*ground[1], *only, *above))


def _fog(puzzle: Puzzle) -> frozenset[int]:
    """Return the cells in fog."""
    fog = [each for each in puzzle.further if each.NAME == "fog"]
    if not fog:
        return frozenset()
    cells = frozenset(range(puzzle.geometry.n_cells))
    return cells.difference(*(each.cells_on(puzzle.geometry) for each in fog))


@lru_cache(maxsize=16)
def _grounds(geometry: Geometry) -> tuple[tuple[str, Layers], ...]:
    """Return for each cell the sign and the layers of its diagonals and extra houses."""
    n = geometry.order
    extra = {cell for cells in geometry.extra for cell in cells}
    found: list[tuple[str, Layers]] = []
    for cell in range(n * n):
        y, x = divmod(cell, n)
        falls, rises = geometry.diagonals and y == x, geometry.diagonals and y + x == n - 1
        sign = "╳" if falls and rises else "╲" if falls else "╱" if rises else ""
        layers = ("diagonal",) * bool(sign) + ("extra",) * (cell in extra)
        found.append((sign or "▫" * (cell in extra), layers))
    return tuple(found)
