"""A puzzle as a document: everything that the page needs to play it without asking again."""

from __future__ import annotations

import hashlib
from typing import Any

from pandoku.draw import draw
from pandoku.draw.listing import listing
from pandoku.engines import solve
from pandoku.formats import dumps
from pandoku.model import Cage, House, Puzzle

__all__ = ["puzzle_document"]


def puzzle_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a JSON value; `web/src/model/puzzle.ts` explains its keys."""
    line = dumps(puzzle, "json").rstrip("\n")
    outcome = solve(puzzle)
    return {
        "key": hashlib.sha256(line.encode()).hexdigest()[:16],
        "line": line,
        "order": puzzle.order,
        "title": puzzle.title or "",
        "about": puzzle.describe(),
        "givens": list(puzzle.givens),
        "houses": [_house(house) for house in puzzle.geometry.houses],
        "cages": [_cage(cage) for cage in puzzle.cages],
        "candidates": None if puzzle.candidates is None else list(puzzle.candidates),
        "solution": list(outcome.solution) if outcome.is_unique and outcome.solution else None,
        "problem": "" if outcome.is_unique else "this puzzle does not have exactly one solution",
        "picture": listing(draw(puzzle)),
        "link": line,
    }


def _house(house: House) -> dict[str, Any]:
    return {
        "kind": house.kind,
        "number": house.number,
        "name": house.name,
        "cells": list(house.cells),
    }


def _cage(cage: Cage) -> dict[str, Any]:
    return {
        "cells": list(cage.cells),
        "clue": cage.clue,
        "op": cage.operation,
        "target": cage.target,
        "repeats": cage.repeats,
    }
