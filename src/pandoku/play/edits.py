"""An edit: a change to cells in one layer of the player's position. Edits have a text form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn, SupportsIndex

from pandoku.errors import FormatError, PuzzleError
from pandoku.model import Puzzle, as_whole, cell_name, refusal
from pandoku.model.marks import N_COLORS, N_LETTERS, N_PIECES

__all__ = [
    "BASIC_LAYERS",
    "BEHIND_DIGITS",
    "LAYERS",
    "Edit",
    "check_edit",
    "parse_edit",
    "press_number",
    "require_editable",
]

LAYERS: Final = ("digit", "corner", "center", "color", "letter", "pen")
BASIC_LAYERS: Final = LAYERS[:4]  # the modes of all apps. Only the page has modes for the others.
BEHIND_DIGITS: Final = ("color", "pen")  # layers that are visible in a cell with a digit

_NOUNS = {"color": "color", "letter": "letter", "pen": "piece of a line"}
_GREATEST = {"color": N_COLORS, "letter": N_LETTERS, "pen": N_PIECES}

_WORD = re.compile(r"[^ ]+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")


class Edit(NamedTuple):
    """A change to some cells in one layer.

    Attributes:
        layer: One of `LAYERS`.
        number: A positive number d writes the digit d, or adds the mark, color, letter or piece
            of a line d (see `pandoku.Marks`). The number -d removes it, and 0 clears the layer. In
            the layer "digit", the number is never negative.
        cells: At least one cell 0 .. n*n-1, in ascending order. Digits and marks are never
            written into cells with a visible given.
    """

    layer: str
    number: int
    cells: tuple[int, ...]

    def text(self, order: int) -> str:
        """Return the edit as text, which `parse_edit` reads with the same order.

        >>> Edit("digit", 5, (0,)).text(9), Edit("corner", 7, (0, 9)).text(9)
        ('digit 5 r1c1', 'corner +7 r1c1 r2c1')
        """
        sign = "+" if self.number > 0 and self.layer != "digit" else ""
        names = " ".join(cell_name(order, cell) for cell in self.cells)
        return f"{self.layer} {sign}{self.number} {names}"


def _greatest(order: int, layer: str) -> int:
    """Return the greatest number in a layer: the order, or the number of colors or letters."""
    return _GREATEST.get(layer, order)


def parse_edit(order: int, text: str) -> Edit:
    """Return the edit of a text such as "center -3 r4c4 r4c5".

    The cells may come in any order. `Game.play`, not this function, refuses cells with a given.

    Raises:
        FormatError: The text is not an edit. The error names the column.

    >>> parse_edit(9, "corner +5 r1c2 r1c1")
    Edit(layer='corner', number=5, cells=(0, 1))
    """
    words = list(_WORD.finditer(text))
    layer = words[0][0] if words else ""
    if not isinstance(layer, str) or layer not in LAYERS:
        _refuse(text, words, 0, f"a layer ({', '.join(LAYERS)})")
    number = _number(order, layer, words[1][0]) if len(words) > 1 else None
    if number is None:
        _refuse(text, words, 1, _numbers_of(order, layer))
    named = _cells_by_name(order)
    cells = [named.get(word[0], -1) for word in words[2:]] or [-1]
    if -1 in cells:
        _refuse(text, words, 2 + cells.index(-1), f"a cell r1c1..r{order}c{order}")
    return Edit(layer, number, tuple(sorted(set(cells))))


def press_number(order: int, layer: str, number: SupportsIndex) -> int:
    """Return the number that was pressed as an int: a digit or color, or 0 to clear.

    Raises:
        PuzzleError: The layer is unknown, or the number is out of range.
    """
    _check_layer(layer)
    whole, most = as_whole(number), _greatest(order, layer)
    if whole is None or not 0 <= whole <= most:
        what = _NOUNS.get(layer, "digit")
        raise PuzzleError(f"expected a {what} 1..{most}, or 0 to clear, found {number!r}")
    return whole


def check_edit(puzzle: Puzzle, edit: Edit, givens: Sequence[int]) -> None:
    """Raise PuzzleError if an edit is not valid for a puzzle.

    Args:
        puzzle: The puzzle.
        edit: The edit.
        givens: The visible givens of the puzzle, with 0 for all other cells.
    """
    if not isinstance(edit, Edit):
        raise refusal(edit, "an Edit")
    layer, number, cells = edit
    _check_layer(layer)
    most = _greatest(puzzle.order, layer)
    least = 0 if layer == "digit" else -most
    if type(number) is not int or not least <= number <= most:
        expected = _numbers_of(puzzle.order, layer)
        raise PuzzleError(f"expected {expected}, found {number!r}")
    _check_cells(puzzle, cells)
    if layer not in BEHIND_DIGITS:
        require_editable(puzzle, cells, givens)


def require_editable(puzzle: Puzzle, cells: Sequence[int], givens: Sequence[int]) -> None:
    """Raise PuzzleError if one of *cells* has a visible given, listed in *givens*."""
    for cell in cells:
        if given := givens[cell]:
            name = puzzle.geometry.name(cell)
            raise PuzzleError(
                f"{name}: expected a cell without a given, found the given {puzzle.label_of(given)}"
            )


def _check_layer(layer: str) -> None:
    if not isinstance(layer, str) or layer not in LAYERS:
        raise PuzzleError(f"expected a layer out of {', '.join(LAYERS)}, found {layer!r}")


def _check_cells(puzzle: Puzzle, cells: tuple[int, ...]) -> None:
    n_cells = puzzle.geometry.n_cells
    if type(cells) is not tuple or not cells:
        raise PuzzleError(f"expected a tuple of cells 0..{n_cells - 1}, found {cells!r:.60}")
    last = -1
    for cell in cells:
        if type(cell) is not int or not 0 <= cell < n_cells:
            raise PuzzleError(f"expected a cell 0..{n_cells - 1}, found {cell!r}")
        if cell <= last:
            raise PuzzleError(f"expected cells in ascending order, found {cell} after {last}")
        last = cell


def _number(order: int, layer: str, word: str) -> int | None:
    """Return the number of an edit, or None if *word* is not a number for the layer."""
    if not _NUMBER.fullmatch(word) or (layer == "digit" and not word.isdigit()):
        return None
    return number if abs(number := int(word)) <= _greatest(order, layer) else None


def _numbers_of(order: int, layer: str) -> str:
    most = _greatest(order, layer)
    if layer == "digit":
        return f"a digit 1..{most}, or 0 to clear"
    what = f"a {_NOUNS[layer]}" if layer in _NOUNS else f"a {layer} mark"
    return f"{what} +1..+{most}, -1..-{most} to remove it, or 0 to clear"


@lru_cache(maxsize=4)
def _cells_by_name(order: int) -> dict[str, int]:
    return {cell_name(order, cell): cell for cell in range(order**2)}


def _refuse(text: str, words: list[re.Match[str]], at: int, expected: str) -> NoReturn:
    """Raise FormatError that points at a word, or at the end of the text if the word is missing."""
    word = words[at] if at < len(words) else None
    raise FormatError(
        f"expected {expected}, found {repr(word[0][:40]) if word else 'the end'}",
        column=1 + (word.start() if word else len(text)),
        text=text,
    )
