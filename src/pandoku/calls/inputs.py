"""Puzzles and boards that clients send. Limits on their size keep every call short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from pandoku import model
from pandoku.calls.links import is_link, puzzle_in, require_characters
from pandoku.constraints import is_foggy
from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats import Item, Lines, dumps, items, program_of
from pandoku.model import MAX_ORDER, Board, Puzzle
from pandoku.play import first_sight

__all__ = [
    "MAX_CELLS",
    "MAX_TEXT",
    "BoardAnswer",
    "Cell",
    "CellDigitPairs",
    "GridDigits",
    "Masks",
    "PositionDocument",
    "PuzzleText",
    "Read",
    "board_at",
    "board_sent",
    "digits_on",
    "masks_sent",
    "position_of",
    "puzzle_sent",
    "puzzles_of",
    "read_first",
    "text_sent",
]

MAX_CELLS = MAX_ORDER * MAX_ORDER
MAX_TEXT = 1_000_000  # characters
_MOST_CAGES, _MOST_HOUSES = MAX_CELLS, 200
_MOST_CAGE_CELLS = 4 * MAX_CELLS  # maximum number of cells of all cages together
_MOST_COUNTED = 10_000  # maximum number of puzzles in a text to count, after the first
_KEPT_CHARS = 20_000  # the puzzles of longer texts are not cached

PuzzleText = Annotated[
    Annotated[str, Meta(max_length=MAX_TEXT)]
    | dict[str, Any]
    | Annotated[list[Any], Meta(max_length=MAX_CELLS)],
    Meta(
        description="A puzzle: text in any format (such as 81 characters), a link to a puzzle, "
        "an object in the format json, or a grid as a list of rows or of all cells (0, null or "
        '"." for empty).'
    ),
]

Cell = Annotated[int, Meta(ge=0, lt=MAX_CELLS)]
Digit = Annotated[int, Meta(ge=0, le=MAX_ORDER)]
Mask = Annotated[int, Meta(ge=0, lt=2**MAX_ORDER)]
GridDigits = Annotated[
    list[Digit],
    Meta(
        max_length=MAX_CELLS,
        description="The digit of every cell, row by row, or 0 for an empty cell.",
    ),
]
Masks = Annotated[
    list[Mask | Annotated[list[Digit], Meta(max_length=MAX_ORDER)]],
    Meta(
        max_length=MAX_CELLS,
        description="For every cell, a mask (bit d-1 is digit d) or a list of digits.",
    ),
]
CellDigitPairs = Annotated[
    list[tuple[Cell, Annotated[int, Meta(ge=1, le=MAX_ORDER)]]],
    Meta(max_length=MAX_CELLS * 4, description="[cell, digit] pairs; cells are numbered from 0."),
]


class Read(NamedTuple):
    """A puzzle in a text.

    Attributes:
        item: The puzzle and a note on the format, with a board if the text stores progress.
        more: Number of puzzles that follow in the text, counted up to 10,000.
        program: Name of the other program that made the link or document, or "".
    """

    item: Item
    more: int
    program: str

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        assert isinstance(self.item.value, Puzzle)
        return self.item.value


def text_sent(what: str | dict[str, Any] | list[Any]) -> str:
    """Return the text of a puzzle that a client sent as a text, an object or a list.

    Raises:
        PuzzleError: The puzzle is a list that is not a grid.
    """
    if isinstance(what, list):
        return dumps(model.puzzle_of(what), "json")
    return what if isinstance(what, str) else msgspec.json.encode(what).decode()


def puzzle_sent(what: str | dict[str, Any] | list[Any]) -> Puzzle:
    """Return the only puzzle that a client sent.

    Raises:
        FormatError, PuzzleError: The text has no valid puzzle or several puzzles, or the puzzle has
            too many cages, constraints or houses.
    """
    return _only(what).puzzle


def board_sent(what: str | dict[str, Any] | list[Any]) -> Board:
    """Return the board of the only puzzle that a client sent, with any progress in its text.

    Raises:
        FormatError, PuzzleError: See `puzzle_sent`.
    """
    read = _only(what)
    return read.item.board or Board.start(read.puzzle)


def puzzles_of(what: str | dict[str, Any] | list[Any], most: int) -> list[Puzzle | PandokuError]:
    """Return all puzzles of a text. Each bad puzzle is replaced by its error.

    Raises:
        FormatError: The format is unknown, or the text has more than *most* puzzles.
    """
    found = [*islice(_items(text_sent(what)), most + 1)]
    if len(found) > most:
        raise FormatError(f"expected at most {most:,} puzzles, found more; send them in parts")
    return [_bounded(item) for item in found]


def read_first(text: str, nth: int = 1) -> Read:
    """Return the *nth* puzzle of a text.

    Args:
        text: A link, or one or more puzzles in any format.
        nth: Number of the puzzle, from 1.

    Raises:
        FormatError, PuzzleError: The text or the puzzle is bad, or the text has fewer than *nth*
            puzzles.
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
    program = "" if is_link(text.strip()) else program_of(_lines(text))
    return Read(item, sum(1 for _ in islice(found, _MOST_COUNTED)), program)


def _only(what: str | dict[str, Any] | list[Any]) -> Read:
    read = read_first(text_sent(what))
    if read.more:
        raise FormatError(f"expected one puzzle, found {read.more + 1}; send them one by one")
    return read


def _items(text: str) -> Iterator[Item]:
    if is_link(text.strip()):
        yield Item(1, puzzle_in(text.strip()))
        return
    yield from items(_lines(text))


def _lines(text: str) -> Lines:
    return Lines.of(text.encode("utf-8", "surrogatepass"))


def _bounded(item: Item) -> Puzzle | PandokuError:
    value = item.value
    if not isinstance(value, Puzzle):
        return value
    try:
        require_characters(value)
    except PuzzleError as error:
        return PuzzleError(error.reason, line=item.line)
    n_cells = sum(len(cage.cells) for cage in value.cages)
    if len(value.cages) > _MOST_CAGES or n_cells > _MOST_CAGE_CELLS:
        reason = f"expected at most {_MOST_CAGES:,} cages with {_MOST_CAGE_CELLS:,} cells"
        found = f"{len(value.cages):,} with {n_cells:,}"
        return PuzzleError(f"{reason}, found {found}", line=item.line)
    n_cells = sum(len(getattr(each, name)) for each in value.further for name in each.CELL_FIELDS)
    if len(value.further) > _MOST_CAGES or n_cells > _MOST_CAGE_CELLS:
        reason = f"expected at most {_MOST_CAGES:,} constraints with {_MOST_CAGE_CELLS:,} cells"
        found = f"{len(value.further):,} with {n_cells:,}"
        return PuzzleError(f"{reason}, found {found}", line=item.line)
    if len(value.geometry.extra) > _MOST_HOUSES:
        found = f"found {len(value.geometry.extra):,}"
        return PuzzleError(f"expected at most {_MOST_HOUSES} extra houses, {found}", line=item.line)
    return value


# ---- boards


class PositionDocument(msgspec.Struct, forbid_unknown_fields=True):
    """Digits and remaining candidates."""

    digits: GridDigits
    candidates: Annotated[
        Masks,
        Meta(
            description="Masks or lists. An empty list means all candidates that the digits allow."
        ),
    ] = []


class BoardAnswer(msgspec.Struct):
    """Digits and remaining candidates."""

    digits: Annotated[list[int], Meta(description="Digits row by row, 0 for an empty cell.")]
    candidates: Annotated[list[int], Meta(description="A mask for every cell: bit d-1 is digit d.")]


def board_at(puzzle: Puzzle, position: PositionDocument | None) -> Board:
    """Return the board of a puzzle at *position*, or its first board if *position* is None.

    Raises:
        PuzzleError: The position does not fit the puzzle.
    """
    if position is None:
        return Board.start(puzzle)
    board = Board.start(puzzle, digits_on(puzzle, position.digits))
    masks = masks_sent(puzzle, position.candidates, "candidates")
    if not any(masks):
        return board
    # A cell with a digit has only this candidate, even if the client sent other candidates.
    pairs = zip(board.masks, masks, board.digits, strict=True)
    return Board(puzzle, board.digits, tuple(own if digit else mask for own, mask, digit in pairs))


def digits_on(puzzle: Puzzle, digits: Sequence[int]) -> tuple[int, ...]:
    """Return the digits that a client sent for every cell, or by default the givens.

    Without fog, the givens that the client left empty are filled in. In fog, the digits are
    returned unchanged, because the cell of a hidden given may have 0 or any digit.

    Raises:
        PuzzleError: There are too few or too many digits, a digit is out of range, or (without fog)
            a digit differs from the given of its cell.
    """
    if not digits:
        return first_sight(puzzle).givens
    geometry = puzzle.geometry
    if len(digits) != geometry.n_cells:
        raise PuzzleError(f"digits: expected {geometry.n_cells}, found {len(digits)}")
    is_fogged = is_foggy(puzzle)
    for cell, (digit, given) in enumerate(zip(digits, puzzle.givens, strict=True)):
        if digit > puzzle.order:
            expected = f"a digit 0..{puzzle.order}"
            raise PuzzleError(f"digits: {geometry.name(cell)}: expected {expected}, found {digit}")
        if given and digit not in (0, given) and not is_fogged:
            expected = f"the given {given}"
            raise PuzzleError(f"digits: {geometry.name(cell)}: expected {expected}, found {digit}")
    if is_fogged:
        return tuple(digits)
    return tuple(given or digit for digit, given in zip(digits, puzzle.givens, strict=True))


def masks_sent(puzzle: Puzzle, sent: Sequence[int | list[int]], name: str) -> tuple[int, ...]:
    """Return the candidates or marks that a client sent, as a mask for each cell.

    If the list from the client is empty, all masks are 0.

    Raises:
        PuzzleError: The number of cells is wrong, or a digit is out of range.
    """
    geometry = puzzle.geometry
    if not sent:
        return (0,) * geometry.n_cells
    if len(sent) != geometry.n_cells:
        raise PuzzleError(f"{name}: expected {geometry.n_cells} cells, found {len(sent)}")
    masks = tuple(
        each if isinstance(each, int) else sum((1 << digit) >> 1 for digit in {*each})
        for each in sent
    )
    for cell, mask in enumerate(masks):
        if mask > geometry.all_mask:
            expected = f"digits 1..{puzzle.order}"
            found = mask.bit_length()
            raise PuzzleError(f"{name}: {geometry.name(cell)}: expected {expected}, found {found}")
    return masks


def position_of(board: Board) -> BoardAnswer:
    """Return the digits of a board, and its candidates as masks."""
    return BoardAnswer(list(board.digits), list(board.masks))
