"""The scene that a board shows, and the look of each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

from pandoku.model import Geometry, Marks, Puzzle, digits_of
from pandoku.terminal.cell_text import Content, cell_lines
from pandoku.terminal.grid import FOG, CellBox
from pandoku.terminal.highlights import NO_HIGHLIGHTS, Highlights
from pandoku.terminal.palette import COLOR_LETTERS, Layers
from pandoku.terminal.strokes import CellStrokes

__all__ = ["HasDigits", "Look", "Scene", "ScenePiece", "layers_between", "looks_of", "pieces_of"]

ScenePiece = tuple[str, Layers, str]  # characters, the layers behind them, and their ink


class HasDigits(Protocol):
    """A position of a game, or any other object with digits and marks."""

    @property
    def digits(self) -> Sequence[int]:
        """The digit of each cell (given or entered), or 0 for an empty cell."""

    @property
    def marks(self) -> Marks | None:
        """The player's marks, or None."""


class Look(NamedTuple):
    """The look of a cell: its content, and the colored layers behind the content.

    Attributes:
        content: The content of the cell.
        below: The layers below the player's colors.
        colors: The player's colors, shown as stripes side by side.
        above: The layers above the player's colors.
        layers: All layers behind the cell.
    """

    content: Content
    below: Layers
    colors: tuple[int, ...]
    above: Layers
    layers: Layers


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a board shows.

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
        typed: The first digit of a number that is being typed, or 0.
        typed_into: The cells that the number will be entered into.
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
    typed: int = 0
    typed_into: frozenset[int] = frozenset()


@lru_cache(maxsize=4096)
def layers_between(one: Layers, other: Layers) -> Layers:
    """Return the layers that two cells share. The line between the cells has the same layers."""
    return tuple(layer for layer in one if layer in other)


@lru_cache(maxsize=8192)
def pieces_of(
    look: Look, box: CellBox, strokes: CellStrokes | None = None
) -> tuple[tuple[ScenePiece, ...], ...]:
    """Return the lines of a cell. If it has several colors, each color is a stripe."""
    lines, n_colors = cell_lines(look.content, box, strokes), len(look.colors)
    if n_colors < 2:
        behind = look.layers
        return tuple(tuple((chars, behind, ink) for chars, ink in line) for line in lines)
    stripes = [look.colors[at * n_colors // box.width] for at in range(box.width)]
    columns = [(*look.below, f"color-{color}", *look.above) for color in stripes]
    return tuple(
        tuple(
            (char, behind, ink)
            for behind, (char, ink) in zip(
                columns, ((char, ink) for run, ink in line for char in run), strict=True
            )
        )
        for line in lines
    )


def looks_of(puzzle: Puzzle, scene: Scene, *, has_tags: bool = False) -> Iterator[Look]:
    """Yield the look of each cell. Cells that look equal yield the same object.

    If *has_tags*, each cell shows the letter of its color if colors have letters.
    """
    none = (0,) * len(scene.digits)
    digits, marks, lights = scene.digits, scene.marks, scene.highlights
    if scene.is_hidden:
        digits, marks, lights = none, None, NO_HIGHLIGHTS
    corner, center, colors = (
        (none,) * 3 if marks is None else (marks.corner, marks.center, marks.colors)
    )
    has_tags, tags = has_tags and scene.has_signs, f" {COLOR_LETTERS}"
    has_cursor = scene.cursor >= 0
    focus = digits[scene.cursor] if scene.has_same and has_cursor else 0
    peers = frozenset(puzzle.sight[scene.cursor] if scene.has_peers and has_cursor else ())
    grounds, givens, fog = _grounds(puzzle.geometry), puzzle.givens, frozenset[int]()
    if veils := [each for each in puzzle.further if each.NAME == "fog"]:
        clear = (each.cells_on(puzzle.geometry) for each in veils)
        fog = frozenset(range(puzzle.geometry.n_cells)).difference(*clear)
    for cell, digit in enumerate(digits):
        is_wrong = cell in scene.mistakes and digit > 0
        behind = (
            cell in peers,
            digit == focus > 0,
            cell in lights.house,
            is_wrong,
            cell in scene.selection,
        )
        placed = 0 if digit else lights.placed.get(cell, 0)
        has_focus = focus and not digit and (corner[cell] | center[cell]) >> (focus - 1) & 1
        sign, layers = grounds[cell]
        content = Content(
            digit or placed,
            "placed" if placed else "given" if givens[cell] else "digit",
            is_wrong,
            0 if digit or placed else corner[cell],
            0 if digit or placed else center[cell],
            () if digit or placed else lights.candidates.get(cell, ()),
            lights.sign(cell, has_colors=not scene.has_signs)
            or ("•" if scene.has_signs and digit == focus > 0 else "")
            or (tags[digits_of(colors[cell])[0]] if has_tags and colors[cell] else ""),
            FOG if cell in fog else "" if digit or placed else sign,
            focus if has_focus else 0,
            scene.in_grid,
            scene.typed if cell in scene.typed_into and not givens[cell] else 0,
        )
        yield _look(content, layers, colors[cell], lights.fills.get(cell, ""), behind)


_BEHIND = ("peer", "same", "house", "wrong", "selected")
# Index in `_BEHIND` where the fill of a hint is inserted, below mistakes and the selection.
_FILL_AT = 3


@lru_cache(maxsize=16384)
def _look(
    content: Content, below: Layers, colors: int, fill: str, behind: tuple[bool, ...]
) -> Look:
    layers = [name if is_there else "" for name, is_there in zip(_BEHIND, behind, strict=True)]
    layers.insert(_FILL_AT, fill)
    own = digits_of(colors)
    if own and behind[0]:  # the shade of peers would hide the player's colors
        below, layers[0] = (*below, "peer"), ""
    above = tuple(layer for layer in layers if layer)
    only = (f"color-{own[0]}",) if len(own) == 1 else ()
    return Look(content, below, own, above, (*below, *only, *above))


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
