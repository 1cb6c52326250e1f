"""Puzzles to explain: the examples of all rules, and the rows of data/variants."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pandoku
from pandoku import PandokuError, Puzzle
from pandoku.logic import path_as_json
from tests.data import SHARED
from tests.variant_claims.reading import Json

ROWS = SHARED / "variants" / "puzzles.jsonl"


class Row(NamedTuple):
    """A puzzle of a collection.

    Attributes:
        name: Its id.
        solution: Its digits row by row, or None.
        puzzle: The puzzle.
        licence: What may be done with it.
    """

    name: str
    solution: list[int] | None
    puzzle: Puzzle | None = None
    licence: str = ""


def read_rows(licence: str = "", words: Sequence[str] | None = None) -> Iterator[Row]:
    """Yield the rows that pandoku reads.

    Args:
        licence: The first word of the licence, or "" for all rows.
        words: Yield only rows whose id, source or kinds contain one of these words.
    """
    for line in ROWS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        about = f"{row['id']} {row['source']} {' '.join(row['kinds'])}"
        if not row["licence"].startswith(licence):
            continue
        if words is not None and not any(word in about for word in words):
            continue
        payload = row["payload"]
        try:
            puzzle = pandoku.loads(payload if isinstance(payload, str) else json.dumps(payload))
        except PandokuError:  # rules that pandoku does not know
            continue
        yield Row(row["id"], _digits(row["solution"], puzzle.order), puzzle, row["licence"])


def _digits(text: str, n: int) -> list[int]:
    if text.isalpha():
        return [ord(letter) - ord("A") + 1 for letter in text]
    width = len(text) // n**2
    return [int(text[at : at + width]) for at in range(0, len(text), width)]


def path_of(puzzle: Puzzle, seconds: float | None = None, limit: int | None = None) -> Json:
    """Return the JSON document of the path of a puzzle.

    The solution of a puzzle is omitted, because the check should not depend on it.
    """
    path = pandoku.explain(puzzle.replace(solution=None), budget=seconds, limit=limit)
    document: Json = json.loads(json.dumps(path_as_json(path)))
    return document
