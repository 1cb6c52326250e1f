"""Ids of Simon Tatham's programs: a puzzle on one line, as `PARAMS:DESC`.

Between the numbers of cells, a letter means a run of blanks (`a` is one blank, `b` two, ... `z`
26), and `_` separates two numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from pandoku.formats._text import SourceLine, fail, rule_losses
from pandoku.formats.tatham.edges import EdgesError, decode_edges
from pandoku.model import Puzzle

_NUMBERS = re.compile(r"([0-9]+)|([a-z])|_")


class IdPart(NamedTuple):
    """A part of an id: the line, the 1-based column where the part begins, and its text."""

    line: SourceLine
    column: int
    text: str


def matched_id(
    pattern: re.Pattern[str],
    example: str,
    line: SourceLine,
    format: str,
    orders: range | None = None,
) -> tuple[re.Match[str], int]:
    """Match the id on a line with a pattern. Return the match and the 1-based column of the id.

    *orders* are the orders that the program supports, if the id begins with its order.

    Raises:
        FormatError: The line is not an id of this form, or the order is not one of *orders*. The
            message shows the example or the orders.
    """
    text = line.text.strip()
    column = line.text.index(text) + 1
    match = pattern.fullmatch(text)
    if match is None:
        fail(format, f"expected an id such as {example}", line, column)
    if orders and int(match[1]) not in orders:
        reason = f"expected an order from {orders[0]} to {orders[-1]}, found {int(match[1])}"
        fail(format, reason, line, column)
    return match, column


def id_losses(puzzle: Puzzle, game: str, level: str, **carried: Any) -> str | None:
    """Return the rules that an id would lose, or the reason that it cannot store the difficulty.

    Args:
        puzzle: The puzzle.
        game: The key of the difficulty in `Puzzle.extra`.
        level: A pattern for the difficulties of the game.
        carried: The parts of a puzzle that an id stores, as keyword arguments of `rule_losses`.
    """
    if lost := rule_losses(puzzle, **carried):
        return lost
    found = puzzle.extra.get(game, "")
    if isinstance(found, str) and re.fullmatch(level, found):
        return None
    return f"extra[{game!r}]: expected a difficulty as in an id, found {found!r}"


def encoded_numbers(numbers: Sequence[int]) -> str:
    """Return numbers as text, where 0 is a blank.

    >>> encoded_numbers([0, 0, 1, 12, 0, 3])
    'b1_12a3'
    """
    out, run = "", 0
    for number in numbers:
        if number == 0:
            run += 1
            continue
        out += _blanks(run)
        out += ("_" if out[-1:].isdigit() else "") + str(number)
        run = 0
    return out + _blanks(run)


def _blanks(run: int) -> str:
    return "z" * (run // 26) + (chr(ord("a") + run % 26 - 1) if run % 26 else "")


def decoded_numbers(part: IdPart, n: int, most: int, format: str) -> list[int]:
    """Return a number for every cell, 0 for a blank.

    Args:
        part: The part of the id with the numbers.
        n: The order of the grid.
        most: The largest number.
        format: The format's name, for error messages.

    Raises:
        FormatError: There are fewer or more than n * n cells, a number is out of range, or a
            character is not a letter, a digit or `_`.
    """
    values: list[int] = []
    at = 0
    while at < len(part.text) and len(values) <= n * n:
        match = _NUMBERS.match(part.text, at)
        if match is None:
            reason = f"expected numbers, letters or '_', found {part.text[at]!r}"
            fail(format, reason, part.line, part.column + at)
        number, letter = match.groups()
        if letter:
            values += [0] * (ord(letter) - ord("a") + 1)
        elif number:
            if len(number) > 6 or not 1 <= int(number) <= most:
                reason = f"expected a number 1-{most}, found {number[:20]}"
                fail(format, reason, part.line, part.column + at)
            values.append(int(number))
        at = match.end()
    if len(values) != n * n:
        found = len(values) if len(values) < n * n else "more"
        fail(format, f"expected {n * n} cells, found {found}", part.line, part.column + at)
    return values


def decoded_regions(part: IdPart, n: int, format: str) -> list[int]:
    """Return the number of each cell's region, as in `decode_edges`.

    Raises:
        FormatError: The part does not encode the borders of a grid of order *n*.
    """
    try:
        return decode_edges(part.text, n)
    except EdgesError as error:
        fail(format, error.reason, part.line, part.column + error.at)
