"""Records: the JSON objects that commands print with `--json`, one for each puzzle.

Every record has the keys `source` and `line` (the place of the puzzle in the input), `puzzle` (a
text that pandoku reads) and `kind`. If the input has progress, such as the digits and marks of a
player, it is in the key `board`. The other keys are the answer of the command. The format `json`
reads a record as its puzzle, with the progress. So a command can read the records of another
command. The schema `record.schema.json` describes all keys.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from pandoku.formats import line
from pandoku.formats._format import left_out
from pandoku.formats.json.format import FORMAT as JSON
from pandoku.model import Board, Puzzle

__all__ = ["board_in_record", "puzzle_of_record", "record_schema", "text_in_record"]

# Facts that a record repeats in other keys, or that `kind` and `puzzle` together imply.
_IN_RECORD = {"id", "kind", "solution"}


def puzzle_of_record(puzzle: Puzzle) -> dict[str, object]:
    """Return the keys `puzzle` and `kind` of a record."""
    return {"puzzle": text_in_record(puzzle), "kind": _kind_of(puzzle)}


def board_in_record(board: Board) -> dict[str, object]:
    """Return the value of the key `board`: the digits row by row, and the candidates of each cell.

    A cell without a digit is 0. A filled cell has its digit as the only candidate.
    """
    candidates = [board.candidates(cell) for cell in range(len(board.digits))]
    return {"digits": list(board.digits), "candidates": list(map(list, candidates))}


def text_in_record(puzzle: Puzzle) -> str | None:
    """Return the text of a puzzle in a record, or None if no document can store the puzzle.

    It is a line of digits if that leaves out no fact. Otherwise, it is the document of the format
    `json`.
    """
    is_line = line.FORMAT.why_not(puzzle) is None and not puzzle.symbols
    if is_line and not set(left_out(line.FORMAT, puzzle)) - _IN_RECORD:
        return line.FORMAT.write(puzzle).rstrip("\n")
    return JSON.write(puzzle).rstrip("\n") if JSON.why_not(puzzle) is None else None


def _kind_of(puzzle: Puzzle) -> str:
    """Return the kind that the puzzle names, or the kind that its rules imply."""
    if puzzle.kind:
        return puzzle.kind
    if puzzle.further:
        return "variant"
    has_houses = puzzle.geometry.box is not None or puzzle.geometry.regions is not None
    if puzzle.cages:
        return "killer" if has_houses else "calcudoku"
    if puzzle.geometry.regions is not None:
        return "jigsaw"
    return "sudoku" if has_houses else "latin"


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a record."""
    path = Path(__file__).with_name("record.schema.json")
    return cast("dict[str, Any]", json.loads(path.read_text(encoding="utf-8")))
