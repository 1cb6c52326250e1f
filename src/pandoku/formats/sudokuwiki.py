"""Format `sudokuwiki`: SudokuWiki.org links, and the progress strings in them.

After `?bd=`, a link has either 81 digits (0 for an empty cell) or a progress string. A progress
string starts with S9B. Then it has a number for each cell, written as two base-36 characters. A
number from 1 to 9 is a given, a number from 10 to 18 is a placed digit plus 9, and a larger number
is the mask of the cell's candidates plus 18. Each line of a text has a link or a progress string.
The site does not document its links, so this module follows examples that the site has produced.
"""

from __future__ import annotations

import re
from functools import partial

from pandoku.formats._format import Format
from pandoku.formats._links.cells import cells_in, puzzle_of_link
from pandoku.formats._links.payloads import wiki_text_in
from pandoku.formats._masks import progress_of
from pandoku.formats._text import Item, SourceLine, fail, first_line, read_each_line, rule_losses
from pandoku.model import Board, Geometry, Puzzle

_NAME = "sudokuwiki"
_MARK = "S9B"
_ALONE = re.compile(rf"{_MARK}[0-9a-z]+")
_PAIR = re.compile("[0-9a-z]{2}")
_ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="
_N_CELLS, _PLACED, _OPEN = 81, 9, 18
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_GEOMETRY = Geometry.sudoku(9)


def _text_in(line: str) -> str | None:
    """Return the digits or the progress string in a line, or None."""
    text = line.strip()
    if _ALONE.fullmatch(text):
        return text
    return cells_in(text, "sudokuwiki.org") or wiki_text_in(text)


def _parse(line: SourceLine) -> Puzzle | Item:
    text = _text_in(line.text)
    if text is None:
        expected = f"a link with ?bd=, or {_MARK} and a text"
        fail(_NAME, f"expected {expected}, found {line.text.strip()[:20]!r}", line)
    if not text.startswith(_MARK):
        return puzzle_of_link(text, line, _NAME)
    if len(text) != len(_MARK) + 2 * _N_CELLS:
        expected = f"{_MARK} and {2 * _N_CELLS} characters"
        fail(_NAME, f"expected {expected}, found {len(text) - len(_MARK)} after it", line)
    givens, digits = [0] * _N_CELLS, [0] * _N_CELLS
    left: dict[int, int] = {}
    for cell in range(_N_CELLS):
        pair = text[len(_MARK) + 2 * cell :][:2]
        number = int(pair, 36) if _PAIR.fullmatch(pair) else 0
        if 1 <= number <= _PLACED:
            givens[cell] = digits[cell] = number
        elif _PLACED < number <= _OPEN:
            digits[cell] = number - _PLACED
        elif _OPEN < number <= _OPEN + _GEOMETRY.all_mask:
            left[cell] = number - _OPEN
        else:
            expected = f"a number from 1 to {_OPEN + _GEOMETRY.all_mask} in base 36"
            fail(_NAME, f"{_GEOMETRY.name(cell)}: expected {expected}, found {pair!r}", line)
    puzzle = Puzzle(_GEOMETRY, tuple(givens))
    return Item(line.number, puzzle, progress_of(puzzle, digits, left))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that a link would lose, such as cages and candidates, or None."""
    return rule_losses(puzzle, orders=range(9, 10))


def _write(puzzle: Puzzle) -> str:
    """Return the link with 81 digits."""
    return f"{_ADDRESS}{''.join(map(str, puzzle.givens))}\n"


def _why_not_board(board: Board) -> str | None:
    """Return the reason that a link cannot store a board, or None."""
    if reason := _why_not(board.puzzle):
        return reason
    if 0 in board.masks:
        return f"no candidate is left at {_GEOMETRY.name(board.masks.index(0))}"
    return None


def _write_board(board: Board) -> str:
    """Return the link with the givens, placed digits and remaining candidates."""
    numbers = [
        given or (digit + _PLACED if digit else mask + _OPEN)
        for given, digit, mask in zip(board.puzzle.givens, board.digits, board.masks, strict=True)
    ]
    pairs = (_DIGITS[number // 36] + _DIGITS[number % 36] for number in numbers)
    return f"{_ADDRESS}{_MARK}{''.join(pairs)}\n"


FORMAT = Format(
    name=_NAME,
    summary="links of SudokuWiki: ?bd= with 81 digits, or with S9B... and progress",
    carries="givens, progress; 9x9 with 3x3 boxes",
    example=(
        f"{_ADDRESS}00000123012300804080400765076500000000000000000000012301230080408040076507650000"
        "0\n"
    ),
    sniff_order=5,
    sniff=lambda head: _text_in(first_line(head)) is not None,
    read=partial(read_each_line, parse=_parse),
    why_not=_why_not,
    write=_write,
    why_not_board=_why_not_board,
    write_board=_write_board,
    program="SudokuWiki",
    link=lambda puzzle: _write(puzzle).strip(),
)
