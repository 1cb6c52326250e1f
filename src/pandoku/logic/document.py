"""Steps and paths as JSON values; `path.schema.json` describes the whole document."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pandoku.formats import get_format
from pandoku.model import Board, Puzzle, Step
from pandoku.rating import get_scale
from pandoku.techniques import Explanation, explain_step

if TYPE_CHECKING:
    from pandoku.logic.path import Path

__all__ = ["path_as_json", "step_as_json"]

Pairs = Iterable[tuple[int, int]]


def path_as_json(path: Path) -> dict[str, Any]:
    """Return a path as one JSON value.

    Keys: "puzzle" (as in the format json), "start" and "end" (boards: "digits", row by row, 0
    for empty, and "candidates", a list for each cell), "steps" (see `step_as_json`, each also with
    its "rating": "level" and "score", or null if the scale does not rate it), "stopped" ("full",
    "stuck" or "broken"), "techniques" (the names of those tried, in order), "left_out" ([name,
    reason] pairs), "scale" (a name), "score" and "level" (the rating of the path in the scale, a
    lower bound if the path is not full).
    """
    puzzle, rating = path.start.puzzle, path.rating()
    return {
        "puzzle": json.loads(get_format("json").write(puzzle)),
        "start": _board(path.start),
        "steps": [
            {
                **step_as_json(each.number, each.step, each.board, each.explanation),
                "rating": _rating(each.step, path.scale),
            }
            for each in path
        ],
        "end": _board(path.end),
        "stopped": path.stopped,
        "techniques": list(path.techniques),
        "left_out": [list(pair) for pair in path.left_out],
        "scale": path.scale,
        "score": rating.score,
        "level": rating.level,
    }


def step_as_json(
    number: int, step: Step, board: Board, explanation: Explanation | None = None
) -> dict[str, Any]:
    """Return a step as a JSON value: its changes, its proof and its explanation.

    *board* is the one before the step. The text comes from *explanation*; None means the
    explanation of the step's technique, which must then be registered.

    Cells are named r1c1. Keys: "step" (from 1), "technique", "short" (a line), "text" (a list of
    sentences), the changes "placements" and "eliminations" ([cell, digit]), and the facts "cells"
    ([cell, role]), "candidates" ([cell, digit, role]), "houses" (names), "cages", "links",
    "branches" and "steps".
    """
    words = explanation or explain_step(step, board)
    head = {"step": number, "technique": step.technique}
    content = _content(step, board.puzzle)
    return {**head, **content, "short": words.short, "text": list(words.full)}


def _content(step: Step, puzzle: Puzzle) -> dict[str, Any]:
    """Return the changes and facts of a step; nested steps have the same form."""
    name, facts = puzzle.geometry.name, step.facts

    def pairs(values: Pairs) -> list[list[object]]:
        return [[name(cell), digit] for cell, digit in values]

    def nested(steps: Iterable[Step]) -> list[dict[str, Any]]:
        return [{"technique": each.technique, **_content(each, puzzle)} for each in steps]

    return {
        "placements": pairs(step.placements),
        "eliminations": pairs(step.eliminations),
        "cells": [[name(cell), role] for cell, role in facts.cells],
        "candidates": [[name(cell), digit, role] for cell, digit, role in facts.candidates],
        "houses": [house.name for house in facts.houses],
        "cages": [
            {
                "clue": puzzle.cages[fact.cage].clue,
                "cells": [name(cell) for cell in puzzle.cages[fact.cage].cells],
                "fillings": [list(filling) for filling in fact.fillings],
                "combinations": [list(digits) for digits in fact.combinations],
            }
            for fact in facts.cages
        ],
        "links": [
            {
                "start": pairs(link.start),
                "end": pairs(link.end),
                "strong": link.strong,
                "house": link.house.name if link.house else None,
            }
            for link in facts.links
        ],
        "branches": [nested(branch) for branch in facts.branches],
        "steps": nested(facts.steps),
    }


def _rating(step: Step, scale: str) -> dict[str, Any] | None:
    rating = get_scale(scale).rate(step)
    return rating and rating._asdict()


def _board(board: Board) -> dict[str, Any]:
    cells = range(board.puzzle.geometry.n_cells)
    candidates = [list(board.candidates(cell)) for cell in cells]
    return {"digits": list(board.digits), "candidates": candidates}
