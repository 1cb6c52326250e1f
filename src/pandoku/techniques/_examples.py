"""Boards for every technique: an example with a near miss, typical positions, boards for practice.

A line of examples.txt has the name of a technique and a board. A bar may follow, with a change that
turns the board into the near miss, where the technique finds no step. A line of typical.txt or
practice.txt has a name and a board. A line of slips.txt has a name, the number of one of the
technique's slips, and a board. All files are in the folder of the techniques. `by chance` after the
last bar means that the board is not from a path. Instead, digits of a solution were placed at
random, and false candidates were removed at random.

On these boards, no technique that comes earlier in the order of search finds a step. The only
exceptions are earlier techniques that find a step on every board where the technique of the line
finds one, and the boards of typical.txt. Those are on paths in the order of the scale human, where
a person takes the technique next, or on paths of a person who does not know all easier techniques.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pandoku.constraints import RULES
from pandoku.errors import FormatError
from pandoku.model import Board, Cage, Constraint, Geometry, Puzzle
from pandoku.words import joined

_CHANGE = re.compile(r"r(\d+)c(\d+)(?:([-+])(\d+)|([.!]))")
_CAGE = re.compile(r"(?:(-?\d+)([-+*/=?]))?([@!])((?:r\d+c\d+)+)")
_CELL = re.compile(r"r(\d+)c(\d+)")
_RULE = re.compile(r"([a-z-]+):(\S*)")
_BY_CHANCE = "by chance"
# The kinds of boards. Techniques for cages have no boards of the kind "sudoku".
BOARD_KINDS = ("sudoku", "killer", "calcudoku")


class Example(NamedTuple):
    """A board where a technique finds a step.

    Attributes:
        board: The board.
        unless: The change that turns the board into the near miss, as an argument of
            `example_board`, or "".
        near_miss: The board after this change, where the technique finds no step, or None if there
            is no near miss.
        by_chance: Whether the board was made at random and not found on a path.
    """

    board: Board
    unless: str = ""
    near_miss: Board | None = None
    by_chance: bool = False

    @property
    def condition(self) -> str:
        """The change in words: "4 were a candidate at r1c1 too", or "" if there is no near miss."""
        cell, sign, digit = self.unless.partition("+")
        if sign:
            return f"{digit} were a candidate at {cell} too"
        cells = joined(word[:-1] for word in self.unless.split())
        return {".": f"{cells} were empty", "!": f"{cells} were given"}.get(self.unless[-1:], "")


@lru_cache(maxsize=256)
def example_of(name: str) -> Example | None:
    """Return the example of the technique called *name*, or None if there is no example."""
    lines = _lines("examples.txt").get(name)
    return _example(lines[0]) if lines else None


@lru_cache(maxsize=256)
def typical_of(name: str) -> tuple[Board, ...]:
    """Return up to three positions where people meet a technique, the most typical first.

    They are from different puzzles. Rare techniques have fewer positions.
    """
    return tuple(map(example_board, _lines("typical.txt").get(name, ())))


def kind_of_board(puzzle: Puzzle) -> str:
    """Return the kind of a board, one of `BOARD_KINDS`: with boxes and cages, it is "killer"."""
    if not puzzle.cages:
        return "sudoku"
    return "calcudoku" if puzzle.geometry.box is None else "killer"


def positions_of(name: str, kind: str | None = None) -> tuple[Board, ...]:
    """Return the typical positions of a technique, or else the board of its example.

    Args:
        name: Name of the technique.
        kind: One of `BOARD_KINDS`. Positions of this kind come first. None means any kind.
    """
    example = example_of(name)
    found = typical_of(name) or ((example.board,) if example else ())
    return tuple(sorted(found, key=lambda each: kind not in (None, kind_of_board(each.puzzle))))


@lru_cache(maxsize=256)
def practice_of(name: str) -> tuple[Example, ...]:
    """Return practice boards for the technique called *name*, the easiest first.

    They are from different puzzles.
    """
    return tuple(map(_example, _lines("practice.txt").get(name, ())))


def slip_boards(name: str) -> Mapping[int, Board]:
    """Map the numbers of a technique's slips to boards where somebody who errs would be wrong."""
    lines = (line.partition(" ") for line in _lines("slips.txt").get(name, ()))
    return {int(number): example_board(text) for number, _, text in lines}


def _example(line: str) -> Example:
    text, *told = (part.strip() for part in line.split(" | "))
    by_chance = told[-1:] == [_BY_CHANCE]
    unless, *_ = (*(told[:-1] if by_chance else told), "")
    near_miss = example_board(text, unless) if unless else None
    return Example(example_board(text), unless, near_miss, by_chance)


@lru_cache(maxsize=4)
def _lines(file: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of the files called *file*, grouped by technique."""
    # The package's `__path__` may have several folders with techniques, and all of them are read.
    folders = map(Path, importlib.import_module("pandoku.techniques").__path__)
    found: dict[str, tuple[str, ...]] = {}
    for path in (folder / file for folder in folders):
        for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
            name, _, rest = line.partition(" ")
            if name and name[0] != "#":
                found[name] = (*found.get(name, ()), rest)
    return found


def example_board(text: str, unless: str = "") -> Board:
    """Return the board that a text describes, of order 1 to 9.

    The first word has a sign for each cell, row by row: a digit for a given, `+` and a digit for a
    placement, or `.` for an empty cell. The other words describe the rest of the board. `latin`
    means no boxes. `12+@r1c1r1c2` is a cage, with `!` instead of `@` if its digits differ.
    `ratio:r1c1r1c2:3` is another constraint with its fields in order. `r1c2-37` removes candidates
    from a cell. The words of *unless* restore candidates (r1c1+4), empty a cell (r1c1.) or make its
    digit a given (r1c1!).

    Raises:
        FormatError: A word has a form that is not described here.

    >>> example_board("12..+3........... r1c3-4").candidates(2)
    (3,)
    """
    grid, *words = text.split()
    signs = re.findall(r"\+?[1-9]|\.", grid)
    order = round(len(signs) ** 0.5)
    if "".join(signs) != grid or order * order != len(signs):
        raise FormatError(f"expected a sign for each cell of a grid, found {grid!r}")
    cages = tuple(
        Cage(
            match[2] or "+",
            int(match[1]) if match[1] else None,
            tuple(_cell(order, row, column) for row, column in _CELL.findall(match[4])),
            repeats=match[3] == "@",
        )
        for word in words
        if (match := _CAGE.fullmatch(word))
    )
    geometry = Geometry.latin(order) if "latin" in words else Geometry.sudoku(order)
    further = [_constraint(*match.groups()) for word in words if (match := _RULE.fullmatch(word))]
    others = (word for word in words if word != "latin" and not _RULE.fullmatch(word))
    told = [word for word in others if not _CAGE.fullmatch(word)]
    changes = [_change(word, order) for word in (*told, *unless.split())]
    for cell, kind, _ in changes:
        if kind in (".", "!"):
            signs[cell] = "." if kind == "." else signs[cell].lstrip("+")
    givens = tuple(int(s) if s.isdigit() else 0 for s in signs)
    digits = tuple(0 if s == "." else int(s) for s in signs)
    board = Board.start(Puzzle(geometry, givens, cages, further=further), digits)
    masks = list(board.masks)
    for cell, kind, digits in changes:
        for digit in digits:
            bit = 1 << (digit - 1)
            masks[cell] = masks[cell] & ~bit if kind == "-" else masks[cell] | bit
    return Board(board.puzzle, board.digits, tuple(masks))


def _change(word: str, order: int) -> tuple[int, str, tuple[int, ...]]:
    """Return the cell of a change, the kind of change (one of "-+.!"), and the digits."""
    match = _CHANGE.fullmatch(word)
    if match is None:
        raise FormatError(f"expected a change such as r1c2-37, found {word!r}")
    cell = _cell(order, match[1], match[2])
    return cell, match[3] or match[5], tuple(int(digit) for digit in match[4] or "")


def _cell(order: int, row: str, column: str) -> int:
    return (int(row) - 1) * order + int(column) - 1


def _constraint(name: str, told: str) -> Constraint:
    """Return a constraint from its name and its fields, in the form that `_word_of` returns."""
    values = (
        _CELL.sub(r" r\1c\2", part).split() if _CELL.match(part) else _value(part)
        for part in told.split(":")
        if part
    )
    return RULES[name].make(*values)


def _value(part: str) -> object:
    """Return the value of a field: a number, several numbers, a truth value or a text."""
    if part.isdigit():
        return int(part)
    if part.endswith(","):
        return tuple(map(int, part.split(",")[:-1]))
    return part == "True" if part in ("True", "False") else part


def _word_of(constraint: Constraint, geometry: Geometry) -> str:
    """Return a constraint as a word, such as `thermometer:r1c1r2c1:True`."""
    kind: Any = type(constraint)
    name = next(rule.name for rule in RULES.values() if rule.make is kind)
    values = [getattr(constraint, field.name) for field in fields(kind)]
    while values and values[-1] == fields(kind)[len(values) - 1].default:
        values.pop()
    parts = []
    for field, value in zip(fields(kind), values, strict=False):
        if field.name in kind.CELL_FIELDS:
            parts.append("".join(map(geometry.name, value)))
        else:
            is_tuple = isinstance(value, tuple)
            parts.append("".join(f"{each}," for each in value) if is_tuple else str(value))
    return ":".join((name, *parts)) if values else f"{name}:"


def example_text(board: Board) -> str:
    """Return a board as a text for `example_board`.

    >>> example_text(example_board("12..+3........... r1c3-4"))
    '12..+3........... r1c3-4'
    """
    puzzle = board.puzzle
    name = puzzle.geometry.name
    pairs = zip(puzzle.givens, board.digits, strict=True)
    signs = [str(given) if given else f"+{digit}" if digit else "." for given, digit in pairs]
    words = ["".join(signs)]
    if puzzle.geometry != Geometry.sudoku(puzzle.order):
        words.append("latin")
    for cage in puzzle.cages:
        clue = f"{cage.target}{cage.operation}" if cage.target is not None else ""
        words.append(f"{clue}{'@' if cage.repeats else '!'}{''.join(map(name, cage.cells))}")
    words += [_word_of(each, puzzle.geometry) for each in puzzle.further]
    bare = example_board(" ".join(words))
    for cell, (before, now) in enumerate(zip(bare.masks, board.masks, strict=True)):
        if lost := [d for d in bare.candidates(cell) if (before & ~now) >> (d - 1) & 1]:
            words.append(f"{name(cell)}-{''.join(map(str, lost))}")
    return " ".join(words)
