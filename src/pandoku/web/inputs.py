"""What clients send: puzzles, boards and cells, with bounds that keep every call short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from pandoku import model
from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats import Item, Lines, dumps, items
from pandoku.model import MAX_ORDER, Board, Puzzle
from pandoku.web.links import is_link, puzzle_in

__all__ = [
    "MAX_CELLS",
    "MAX_TEXT",
    "BoardAnswer",
    "Cell",
    "Digits",
    "Masks",
    "Pairs",
    "Position",
    "PuzzleText",
    "Read",
    "board_at",
    "digits_on",
    "masks_of",
    "position_of",
    "puzzle_of",
    "puzzles_of",
    "read_first",
    "start_of",
    "text_of",
]

MAX_TEXT = 1_000_000  # characters
MAX_CELLS = MAX_ORDER * MAX_ORDER
_MOST_CAGES, _MOST_HOUSES = MAX_CELLS, 200
_MOST_CAGE_CELLS = 4 * MAX_CELLS  # in all cages together
_MOST_COUNTED = 10_000  # puzzles in a text
_KEPT_CHARS = 20_000  # a longer text is read anew each time

PuzzleText = Annotated[
    Annotated[str, Meta(max_length=MAX_TEXT)]
    | dict[str, Any]
    | Annotated[list[Any], Meta(max_length=MAX_CELLS)],
    Meta(
        description="A puzzle: a text in any format (81 characters will do), a link of a puzzle, "
        "an object of the format json, or a grid as a list of rows or of all cells (0, null or "
        '"." for empty).'
    ),
]
Cell = Annotated[int, Meta(ge=0, lt=MAX_CELLS)]
Digit = Annotated[int, Meta(ge=0, le=MAX_ORDER)]
Mask = Annotated[int, Meta(ge=0, lt=2**MAX_ORDER)]
Digits = Annotated[
    list[Digit],
    Meta(max_length=MAX_CELLS, description="The digit of every cell, row by row; 0 for empty."),
]
Masks = Annotated[
    list[Mask | Annotated[list[Digit], Meta(max_length=MAX_ORDER)]],
    Meta(
        max_length=MAX_CELLS,
        description="For every cell a mask (bit d-1 is digit d) or a list of digits.",
    ),
]
Pairs = Annotated[
    list[tuple[Cell, Annotated[int, Meta(ge=1, le=MAX_ORDER)]]],
    Meta(max_length=MAX_CELLS * 4, description="[cell, digit] pairs; cells are numbered from 0."),
]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """Digits on the grid, and the candidates that are left."""

    digits: Digits
    candidates: Annotated[
        Masks, Meta(description="Masks or lists; empty for those that the digits leave.")
    ] = []


class BoardAnswer(msgspec.Struct):
    """Digits on the grid, and the candidates that are left."""

    digits: Annotated[list[int], Meta(description="Row by row, 0 for empty.")]
    candidates: Annotated[list[int], Meta(description="A mask for every cell: bit d-1 is digit d.")]


class Read(NamedTuple):
    """A puzzle of a text.

    Attributes:
        item: The puzzle, its board if the text stores progress, and a note on the format.
        more: How many further puzzles the text has; at most 10,000 are counted.
    """

    item: Item
    more: int

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        assert isinstance(self.item.value, Puzzle)
        return self.item.value


def text_of(what: str | dict[str, Any] | list[Any]) -> str:
    """Return a puzzle that a client sent, as text.

    Raises:
        PuzzleError: It is a list that is no grid.
    """
    if isinstance(what, list):
        return dumps(model.puzzle_of(what), "json")
    return what if isinstance(what, str) else msgspec.json.encode(what).decode()


def puzzle_of(what: str | dict[str, Any] | list[Any]) -> Puzzle:
    """Return the only puzzle that a client sent.

    Raises:
        FormatError, PuzzleError: It is none, or there are several; or it has far more cages or
            houses than any puzzle.
    """
    return _only(what).puzzle


def start_of(what: str | dict[str, Any] | list[Any]) -> Board:
    """Return the board of the only puzzle that a client sent, with the progress in its text.

    Raises:
        FormatError, PuzzleError: As `puzzle_of`.
    """
    read = _only(what)
    return read.item.board or Board.start(read.puzzle)


def puzzles_of(what: str | dict[str, Any] | list[Any], most: int) -> list[Puzzle | PandokuError]:
    """Return the puzzles of a text that may have many; an error stands in place of a bad one.

    Raises:
        FormatError: The text is in no known format, or has more than *most* puzzles.
    """
    found = [*islice(_items(text_of(what)), most + 1)]
    if len(found) > most:
        raise FormatError(f"expected at most {most:,} puzzles, found more; send them in parts")
    return [_bounded(item) for item in found]


def read_first(text: str, nth: int = 1) -> Read:
    """Return one of the puzzles of a text.

    Args:
        text: In any format, with one puzzle or many; or a link.
        nth: Which of them, from 1.

    Raises:
        FormatError, PuzzleError: The text or the puzzle is bad, or there are fewer puzzles.
    """
    if len(text) <= _KEPT_CHARS:
        return _kept(text, nth)
    return _read(text, nth)


@lru_cache(maxsize=256)
def _kept(text: str, nth: int) -> Read:
    return _read(text, nth)


def _read(text: str, nth: int) -> Read:
    found = _items(text)
    passed, item = sum(1 for _ in islice(found, nth - 1)), next(found, None)
    if item is None:
        raise FormatError(f"expected a puzzle {nth}, found {passed} in the text")
    value = _bounded(item)
    if isinstance(value, PandokuError):
        raise value
    return Read(item, sum(1 for _ in islice(found, _MOST_COUNTED)))


def _only(what: str | dict[str, Any] | list[Any]) -> Read:
    read = read_first(text_of(what))
    if read.more:
        raise FormatError(f"expected one puzzle, found {read.more + 1}; send them one by one")
    return read


def _items(text: str) -> Iterator[Item]:
    if is_link(text.strip()):
        yield Item(1, puzzle_in(text.strip()))
        return
    yield from items(Lines.of(text.encode("utf-8", "surrogatepass")))


def _bounded(item: Item) -> Puzzle | PandokuError:
    value = item.value
    if not isinstance(value, Puzzle):
        return value
    n_cells = sum(len(cage.cells) for cage in value.cages)
    if len(value.cages) > _MOST_CAGES or n_cells > _MOST_CAGE_CELLS:
        reason = f"expected at most {_MOST_CAGES:,} cages with {_MOST_CAGE_CELLS:,} cells"
        found = f"{len(value.cages):,} with {n_cells:,}"
        return PuzzleError(f"{reason}, found {found}", line=item.line)
    if len(value.geometry.extra) > _MOST_HOUSES:
        found = f"found {len(value.geometry.extra):,}"
        return PuzzleError(f"expected at most {_MOST_HOUSES} extra houses, {found}", line=item.line)
    return value


# ---- boards


def board_at(puzzle: Puzzle, position: Position | None) -> Board:
    """Return the board of a puzzle at a position, or at its start.

    Raises:
        PuzzleError: The position is not of this puzzle.
    """
    if position is None:
        return Board.start(puzzle)
    board = Board.start(puzzle, digits_on(puzzle, position.digits))
    masks = masks_of(puzzle, position.candidates, "candidates")
    if not any(masks):
        return board
    # A cell with a digit has no other candidate, whatever a client thinks.
    pairs = zip(board.masks, masks, board.digits, strict=True)
    return Board(puzzle, board.digits, tuple(own if digit else mask for own, mask, digit in pairs))


def digits_on(puzzle: Puzzle, digits: Sequence[int]) -> tuple[int, ...]:
    """Return the digits that a client sent for every cell; none means the givens alone.

    Raises:
        PuzzleError: There are too few or too many, one is out of range, or a given is another.
    """
    if not digits:
        return puzzle.givens
    geometry = puzzle.geometry
    if len(digits) != geometry.n_cells:
        raise PuzzleError(f"digits: expected {geometry.n_cells}, found {len(digits)}")
    for cell, (digit, given) in enumerate(zip(digits, puzzle.givens, strict=True)):
        if digit > puzzle.order:
            expected = f"a digit 0..{puzzle.order}"
            raise PuzzleError(f"digits: {geometry.name(cell)}: expected {expected}, found {digit}")
        if given and digit not in (0, given):
            expected = f"the given {given}"
            raise PuzzleError(f"digits: {geometry.name(cell)}: expected {expected}, found {digit}")
    return tuple(given or digit for digit, given in zip(digits, puzzle.givens, strict=True))


def masks_of(puzzle: Puzzle, sent: Sequence[int | list[int]], name: str) -> tuple[int, ...]:
    """Return candidates or marks that a client sent, as masks; none means 0 everywhere.

    Raises:
        PuzzleError: There are too few or too many, or a digit is out of range.
    """
    geometry = puzzle.geometry
    if not sent:
        return (0,) * geometry.n_cells
    if len(sent) != geometry.n_cells:
        raise PuzzleError(f"{name}: expected {geometry.n_cells} cells, found {len(sent)}")
    masks = tuple(each if isinstance(each, int) else _mask(each) for each in sent)
    for cell, mask in enumerate(masks):
        if mask > geometry.all_mask:
            expected = f"digits 1..{puzzle.order}"
            found = mask.bit_length()
            raise PuzzleError(f"{name}: {geometry.name(cell)}: expected {expected}, found {found}")
    return masks


def _mask(digits: Sequence[int]) -> int:
    mask = 0
    for digit in digits:
        mask |= (1 << digit) >> 1
    return mask


def position_of(board: Board) -> BoardAnswer:
    """Return the digits of a board, and its candidates as masks."""
    return BoardAnswer(list(board.digits), list(board.masks))
