"""Format `gnome-sudoku`: games that GNOME Sudoku saves, and texts that it copies.

A saved game is a JSON object with a list of cells that are not empty. A cell has a position (row
and column, from 0), a value, and a flag for givens ("fixed"). Placed digits are stored in
`Item.board`. Earmarks are the player's notes and are ignored.

A copied text begins with # and five characters that encode the number of givens of each digit. No
digit can have more than 8 givens in this text. The other characters encode the cells of the givens,
sorted by digit. The puzzle is always 9x9.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, fail, first_line, guarded, rule_losses
from pandoku.formats.json.documents import has_key, is_json, read_documents
from pandoku.formats.json.values import bad
from pandoku.model import Board, Geometry, Puzzle

_NAME = "gnome-sudoku"
_ORDER, _N_COUNTS, _FIRST = 9, 5, 33  # _FIRST is the code of the character that encodes 0
_CELLS = re.compile(r"\s*:\s*\[\s*\{\s*\"(?:position|value|fixed|earmarks)\"")
_GEOMETRY = Geometry.sudoku(_ORDER)


def _sniff(head: list[str]) -> bool:
    """Return whether the text starts with a saved game, or is exactly one copied text."""
    if is_json(first_line(head)):
        return has_key(head, "cells", _CELLS) or has_key(head, "difficulty_category")
    texts = [text.strip() for text in head if text.strip()]
    return len(texts) == 1 and texts[0].startswith("#") and _placed(texts[0]) is not None


def _placed(text: str) -> list[tuple[int, int]] | None:
    """Return the cell and digit of each given in a copied text, or None if it is malformed."""
    numbers = [ord(char) - _FIRST for char in text[1:]]
    if len(numbers) < _N_COUNTS or not all(0 <= number < _ORDER**2 for number in numbers):
        return None
    counts = [count for number in numbers[:_N_COUNTS] for count in (number % 9, number // 9)]
    digits = [digit for digit, count in enumerate(counts[:_ORDER], 1) for _ in range(count)]
    at = [number % 9 * 9 + number // 9 for number in numbers[_N_COUNTS:]]
    if not digits or len(digits) != len(at) or len({*at}) < len(at) or counts[_ORDER]:
        return None
    return [*zip(at, digits, strict=True)]


def _read(lines: Lines) -> Iterator[Item]:
    """Yield the puzzle and the progress of each saved game, or the puzzle of each copied text."""
    if is_json(first_line(lines.head())):
        yield from read_documents(lines, _NAME, _of_game)
        return
    for line in lines:
        if line.text.strip():
            yield guarded(line.number, _of_text, line)


def _of_text(line: SourceLine) -> Puzzle:
    placed = _placed(line.text.strip()) if line.text.lstrip().startswith("#") else None
    if placed is None:
        shown = line.text.strip()[:20]
        fail(_NAME, f"expected a saved game, or a copied text with #, found {shown!r}", line)
    givens = dict(placed)
    return Puzzle(_GEOMETRY, tuple(givens.get(cell, 0) for cell in range(_GEOMETRY.n_cells)))


def _of_game(game: object) -> Puzzle | Board:
    cells = game.get("cells") if isinstance(game, dict) else None
    if not isinstance(cells, list):
        bad("game", "an object with a list of cells", game)
    givens, digits = [0] * _GEOMETRY.n_cells, [0] * _GEOMETRY.n_cells
    for value in cells:
        position = value.get("position") if isinstance(value, dict) else None
        places = position if isinstance(position, list) else ()
        if len(places) != 2 or not all(type(at) is int and 0 <= at < _ORDER for at in places):
            bad("cell", "an object with a position of two numbers 0..8", value)
        digit = value.get("value", 0)
        if type(digit) is not int or not 0 <= digit <= _ORDER:
            bad("value", "a digit 1..9, or 0", digit)
        cell = places[0] * _ORDER + places[1]
        digits[cell] = digit
        givens[cell] = digit if value.get("fixed") is True else 0
    puzzle = Puzzle(_GEOMETRY, tuple(givens))
    board = Board.start(puzzle, digits)
    return board if board.digits != puzzle.givens else puzzle


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that a saved game would lose, or None."""
    return rule_losses(puzzle, orders=range(_ORDER, _ORDER + 1))


def _why_not_board(board: Board) -> str | None:
    """Return a description of the parts of a board that a saved game would lose, or None."""
    if reason := _why_not(board.puzzle):
        return reason
    is_plain = board.masks == Board.start(board.puzzle, board.digits).masks
    return None if is_plain else "it cannot store candidates"


def _write_board(board: Board) -> str:
    """Return a saved game on one line, with the placed digits."""
    pairs = zip(board.digits, board.puzzle.givens, strict=True)
    cells = [
        {"position": [*divmod(cell, _ORDER)], "value": digit, "fixed": bool(given), "earmarks": []}
        for cell, (digit, given) in enumerate(pairs)
        if digit
    ]
    game = {"difficulty_category": "custom", "time_elapsed": 0.0, "cells": cells}
    return json.dumps(game, separators=(",", ":")) + "\n"


FORMAT = Format(
    name=_NAME,
    summary='games saved by GNOME Sudoku: {"cells":[{"position":[0,1],..., and the text it copies',
    carries="givens, digits placed; 9x9 with 3x3 boxes",
    example='{"cells":[{"position":[0,1],"value":5,"fixed":true,"earmarks":[]}]}\n',
    sniff_order=4,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=lambda puzzle: _write_board(Board.start(puzzle)),
    why_not_board=_why_not_board,
    write_board=_write_board,
)
