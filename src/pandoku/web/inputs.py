"""Puzzles that clients send, with limits that keep every call short."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from pandoku import model
from pandoku.errors import FormatError, PandokuError, PuzzleError
from pandoku.formats import Item, Lines, dumps, items, program_of
from pandoku.model import Board, Constraint, Puzzle
from pandoku.web.links import is_link, puzzle_in, require_characters
from pandoku.web.positions import MAX_CELLS

__all__ = [
    "MAX_TEXT",
    "PuzzleText",
    "Read",
    "board_sent",
    "puzzle_sent",
    "puzzles_of",
    "read_first",
    "text_sent",
]

MAX_TEXT = 1_000_000  # characters
_MOST_CAGES, _MOST_HOUSES = MAX_CELLS, 200
_MOST_CAGE_CELLS = 4 * MAX_CELLS  # of all cages together
_MOST_COUNTED = 10_000  # puzzles in a text
_KEPT_CHARS = 20_000  # longer texts are not cached

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


class Read(NamedTuple):
    """A puzzle in a text.

    Attributes:
        item: The puzzle, its board if the text stores progress, and a note on the format.
        more: Number of puzzles after it in the text, counted up to 10,000.
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
    """Return a puzzle that a client sent as text.

    Raises:
        PuzzleError: It is a list that is not a grid.
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
    """Return the board of the only puzzle that a client sent, with the progress in its text.

    Raises:
        FormatError, PuzzleError: See `puzzle_sent`.
    """
    read = _only(what)
    return read.item.board or Board.start(read.puzzle)


def puzzles_of(what: str | dict[str, Any] | list[Any], most: int) -> list[Puzzle | PandokuError]:
    """Return all puzzles of a text, with an error in place of each bad one.

    Raises:
        FormatError: The format is unknown, or the text has more than *most* puzzles.
    """
    found = [*islice(_items(text_sent(what)), most + 1)]
    if len(found) > most:
        raise FormatError(f"expected at most {most:,} puzzles, found more; send them in parts")
    return [_bounded(item) for item in found]


def read_first(text: str, nth: int = 1) -> Read:
    """Return one of the puzzles of a text.

    Args:
        text: A link, or one or more puzzles in any format.
        nth: Number of the puzzle, from 1.

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
    return Read(item, sum(1 for _ in islice(found, _MOST_COUNTED)), _program_of(text))


def _program_of(text: str) -> str:
    return "" if is_link(text.strip()) else program_of(_lines(text))


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
    n_cells = sum(map(_n_cells, value.further))
    if len(value.further) > _MOST_CAGES or n_cells > _MOST_CAGE_CELLS:
        reason = f"expected at most {_MOST_CAGES:,} constraints with {_MOST_CAGE_CELLS:,} cells"
        found = f"{len(value.further):,} with {n_cells:,}"
        return PuzzleError(f"{reason}, found {found}", line=item.line)
    if len(value.geometry.extra) > _MOST_HOUSES:
        found = f"found {len(value.geometry.extra):,}"
        return PuzzleError(f"expected at most {_MOST_HOUSES} extra houses, {found}", line=item.line)
    return value


def _n_cells(constraint: Constraint) -> int:
    return sum(len(getattr(constraint, name)) for name in constraint.CELL_FIELDS)
