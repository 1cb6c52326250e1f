"""Convert steps and paths to JSON values. `path.schema.json` describes the complete document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pandoku.formats import get_format
from pandoku.logic._levels import rate_step
from pandoku.model import Board, CageFact, House, Link, Puzzle, Step, Ways
from pandoku.rating import get_scale
from pandoku.rating import scales_with_numbers as scales
from pandoku.techniques import TECHNIQUES, Explanation, current_name, explain_step
from pandoku.words import Cause, Ledger, Span, constraint_name, outline_positions
from pandoku.words.claims import Claim, Gone, Not

if TYPE_CHECKING:
    from pandoku.logic.path import Path

__all__ = ["facts_as_json", "path_as_json", "step_as_json"]

_Pairs = Iterable[tuple[int, int]]


def path_as_json(path: Path, *, ledger: bool = False) -> dict[str, Any]:
    """Return a path as one JSON value.

    The value is an object with these keys:

    - "puzzle": The puzzle in the format json.
    - "start", "end": Boards. A board has "digits", row by row with 0 for an empty cell, and
      "candidates", a list for each cell.
    - "steps": A list of steps in the form of `step_as_json`. Each also has a "rating" with "level"
      and "score", or null if the scale does not rate it.
    - "stopped": "full", "stuck", "broken" or "cut" (see "cut_by").
    - "cut_by": "limit" or "seconds" if this option ended the path early, otherwise null.
    - "techniques": The names of the techniques that were tried, in order.
    - "left_out": A list of pairs [name, reason].
    - "marks": null, or an object with "text" and "before". The reader writes the pencil marks
      before the step with the number "before".
    - "order": The name of the scale that sets the order of the steps.
    - "score", "level": The rating that readers see (see `Path.usual_rating`).
    - "scale": The name of the scale of "score" and "level".
    - "hardest", "hardest_title": The technique and the title of the hardest step, or null if the
      scale of the steps rates no step.
    - "effort": The effort of the path, with the keys of `PuzzleEffort.to_dict`.
    - "is_bound": true if the score is a lower bound, as for a path that is not full.
    - "is_lean": Whether eliminations that no later step needs are left out. The complete path has
      the same "score" and "level".
    - "ledger": Only if *ledger* is true.

    Args:
        path: The path.
        ledger: Whether to add the ledger: for each cell, the reasons for its candidates that are
            missing at the end.
    """
    puzzle, (rated_in, rating) = path.start.puzzle, path.usual_rating()
    steps, scale = [], get_scale(path.scale).base
    for each, rated in zip(path, path.step_ratings(), strict=True):
        told = step_as_json(each.number, each.step, each.board, each.explanation, each.ledger)
        told["ratings"][scale] = rated and rated._asdict()
        steps.append(told | {"title": each.technique.title, "rating": told["ratings"][scale]})
    document = {
        "puzzle": json.loads(get_format("json").write(puzzle)),
        "start": _board(path.start),
        "steps": steps,
        "end": _board(path.end),
        "stopped": path.stopped,
        "cut_by": path.cut_by,
        "techniques": list(path.techniques),
        "left_out": [list(pair) for pair in path.left_out],
        "marks": {"before": path.marks_at, "text": path.marks_words} if path.marks_at else None,
        "order": path.scale,
        "score": rating.score,
        "level": rating.level,
        "scale": rated_in,
        **_hardest(steps),
        "effort": path.effort().to_dict(),
        "is_bound": rating.is_bound,
        "is_lean": path.complete is not None,
    }
    if ledger:
        document["ledger"] = _causes(path.ledger(), sorted(path.ledger()), puzzle)
    return document


def _hardest(steps: Iterable[dict[str, Any]]) -> dict[str, Any]:
    rated = [each for each in steps if each["rating"]]
    hardest = max(rated, key=lambda each: each["rating"]["score"], default=None)
    return {
        "hardest": hardest and hardest["technique"],
        "hardest_title": hardest and hardest["title"],
    }


def step_as_json(
    number: int,
    step: Step,
    board: Board,
    explanation: Explanation | None = None,
    ledger: Ledger | None = None,
) -> dict[str, Any]:
    """Return a step as a JSON value: its changes, its proof and its explanation.

    The value is an object with these keys. Cells are names such as "r1c1".

    - "step": The number of the step, from 1.
    - "technique", "title": The name and the title of the technique.
    - "ratings": For each scale, "level" and "score", or null.
    - "short": The step in a line of at most 15 words.
    - "heading": The title, the pattern and the outcome of the step.
    - "text": The explanation, as a list of sentences. In a path, each rule of a constraint is
      stated at the first step that uses it.
    - "outline": Only if the explanation is long: the positions, from 0, of the sentences that are
      enough to read.
    - "rules": Only if the step uses constraints other than cages: their rules, as sentences.
    - "spans": For each sentence, a list of its parts that name cells, houses or other things.
    - "short_spans": The same for "short".
    - "claims": For each sentence, a list of its statements about the board, as data (see
      `pandoku.words.claims`).
    - "causes": The reasons for the missing candidates that the text mentions.
    - "placements", "eliminations": The changes, as lists of [cell, digit].
    - "cells": A list of [cell, role].
    - "candidates": A list of [cell, digit, role].
    - "houses", "cages", "links", "branches", "steps": The other facts that prove the step.
    - "constraints": Only if a constraint other than a cage proves the step.
    - "ways": Only if the step lists ways to fill cells of a constraint.

    Args:
        number: The step's place in its path, from 1.
        step: The step.
        board: The board before the step.
        explanation: The step in words. None means to use the words of its technique, which must be
            registered.
        ledger: The reasons for missing candidates. None means that they are not known, because the
            board is not from a path.
    """
    words, puzzle = explanation or explain_step(step, board, ledger), board.puzzle
    claims = [sentence.claims for sentence in words.full]
    missing = [each for of_sentence in claims for each in of_sentence if isinstance(each, Gone)]
    shown = outline_positions(words.full)
    gone = [(cell, digit) for each in missing for cell in each.cells for digit in each.digits]
    return {
        **facts_as_json(number, step, board),
        "short": words.short,
        "heading": words.heading,
        "text": list(words.full),
        "short_spans": [_span(each, puzzle) for each in words.short.spans],
        "spans": [[_span(each, puzzle) for each in sentence.spans] for sentence in words.full],
        "claims": [[claim_as_json(each, puzzle) for each in of_sentence] for of_sentence in claims],
        "causes": _causes(ledger or {}, dict.fromkeys(gone), puzzle),
        **({"outline": shown} if len(shown) < len(words.full) else {}),
        **({"rules": list(words.rules)} if words.rules else {}),
    }


def facts_as_json(number: int, step: Step, board: Board) -> dict[str, Any]:
    """Return a step as a JSON value without its explanation: see `step_as_json`.

    Args:
        number: The step's place in its path, from 1.
        step: The step.
        board: The board before the step.
    """
    known = TECHNIQUES.get(current_name(step.technique))
    ratings = {
        name: rate_step(step, known, board, name) if known else scale.rate(step)
        for name, scale in scales().items()
    }
    return {
        "step": number,
        "technique": step.technique,
        "title": known.step_title(step, board) if known else step.technique,
        "ratings": {name: each and each._asdict() for name, each in ratings.items()},
        **_content(step, board.puzzle),
    }


# ---- the facts


def _content(step: Step, puzzle: Puzzle) -> dict[str, Any]:
    """Return the changes and facts of a step.

    Nested steps have the same form, but without the cells of their houses, because a chain may have
    many nested steps.
    """
    name, facts = puzzle.geometry.name, step.facts
    constraints = [
        {"constraint": at, "name": constraint_name(puzzle, at).removeprefix("the ")}
        for at in dict.fromkeys(facts.constraints)
    ]

    def nested(steps: Iterable[Step]) -> list[dict[str, Any]]:
        return [
            {"technique": each.technique, **_content(each, puzzle)}
            | {"houses": list(map(_which, each.facts.houses))}
            for each in steps
        ]

    return {
        "placements": _pairs(step.placements, puzzle),
        "eliminations": _pairs(step.eliminations, puzzle),
        "cells": [[name(cell), role] for cell, role in facts.cells],
        "candidates": [[name(cell), digit, role] for cell, digit, role in facts.candidates],
        "houses": [{**_which(each), "cells": _cells(each.cells, puzzle)} for each in facts.houses],
        "cages": [_cage(fact, puzzle) for fact in facts.cages],
        "links": [_link(link, puzzle) for link in facts.links],
        "branches": [nested(branch) for branch in facts.branches],
        "steps": nested(facts.steps),
        **({"constraints": constraints} if constraints else {}),
        **({"ways": [_ways(each, puzzle) for each in facts.ways]} if facts.ways else {}),
    }


def _pairs(pairs: _Pairs, puzzle: Puzzle) -> list[list[object]]:
    return [[puzzle.geometry.name(cell), digit] for cell, digit in pairs]


def _cells(cells: Iterable[int], puzzle: Puzzle) -> list[str]:
    return [puzzle.geometry.name(cell) for cell in cells]


def _which(house: House) -> dict[str, Any]:
    return {"kind": house.kind, "number": house.number}


def _cage(fact: CageFact, puzzle: Puzzle) -> dict[str, Any]:
    cage = puzzle.cages[fact.cage]
    return {
        "cage": fact.cage,
        "clue": cage.clue,
        "cells": _cells(cage.cells, puzzle),
        "fillings": [list(filling) for filling in sorted(fact.fillings)],
        "combinations": [list(digits) for digits in sorted(fact.combinations)],
    }


def _ways(fact: Ways, puzzle: Puzzle) -> dict[str, Any]:
    return {
        "constraint": fact.constraint,
        "cells": _cells(fact.cells, puzzle),
        "ways": [list(way) for way in fact.ways],
    }


def _link(link: Link, puzzle: Puzzle) -> dict[str, Any]:
    return {
        "start": _pairs(link.start, puzzle),
        "end": _pairs(link.end, puzzle),
        "strong": link.strong,
        "house": _which(link.house) if link.house else None,
        "cage": link.cage,
        "alike": link.alike,
    } | ({} if link.constraint is None else {"constraint": link.constraint})


# ---- the words


def _span(span: Span, puzzle: Puzzle) -> dict[str, Any]:
    found: dict[str, Any] = {"start": span.start, "end": span.end, "about": span.about}
    if span.about == "step":
        return {**found, "step": span.number}
    found["cells"] = _cells(span.cells, puzzle)
    if span.about == "candidates":
        found["digits"] = list(span.digits)
    elif span.about == "house":
        found["house"] = _which(puzzle.geometry.houses[span.number])
    elif span.about == "cage":
        found["cage"] = span.number
    elif span.about == "constraint":
        found["constraint"] = span.number
    return found


def _causes(ledger: Ledger, pairs: _Pairs, puzzle: Puzzle) -> list[dict[str, Any]]:
    return [
        {"cell": puzzle.geometry.name(cell), "digit": digit} | _cause(ledger[cell, digit], puzzle)
        for cell, digit in pairs
        if (cell, digit) in ledger
    ]


def _cause(cause: Cause, puzzle: Puzzle) -> dict[str, Any]:
    found: dict[str, Any] = {"by": cause.by, "step": cause.step}
    if cause.by == "digit":
        found["at"] = puzzle.geometry.name(cause.cell)
    if cause.house >= 0:
        found["house"] = _which(puzzle.geometry.houses[cause.house])
    if cause.cage >= 0:
        found["cage"] = cause.cage
    if cause.constraint >= 0:
        found["constraint"] = cause.constraint
    return found


def _board(board: Board) -> dict[str, Any]:
    cells = range(board.puzzle.geometry.n_cells)
    candidates = [list(board.candidates(cell)) for cell in cells]
    return {"digits": list(board.digits), "candidates": candidates}


# ---- claims


_CELLS = ("cells", "plus", "minus", "placed")
_PAIRS = ("candidates", "assuming", "without", "placements", "eliminations")


def claim_as_json(claim: Claim, puzzle: Puzzle) -> dict[str, Any]:
    """Return a claim as a JSON value: its "name", such as "cage-needs", and its fields.

    A cell is its name. A candidate is [cell, digit], and an assumption is [cell, digit, true or
    false]. A house is a kind and a number, and a cage is its position in the puzzle.

    Args:
        claim: The claim.
        puzzle: The puzzle whose cells, houses and cages the claim's numbers refer to.
    """
    name = re.sub(r"(?<=.)([A-Z])", r"-\1", type(claim).__name__).lower()
    if isinstance(claim, Not):
        return {"name": name, "claim": claim_as_json(claim.claim, puzzle)}
    found: dict[str, Any] = {"name": name}
    for field, value in claim._asdict().items():
        if field == "link":
            found[field] = _link(value, puzzle)
        elif field == "branches":
            found[field] = [
                {
                    "supposing": _value("conclusion", branch.supposing, puzzle),
                    "claims": [claim_as_json(each, puzzle) for each in branch.claims],
                }
                for branch in value
            ]
        else:
            found[field] = _value(field, value, puzzle)
    return found


def _value(field: str, value: Any, puzzle: Puzzle) -> Any:
    name = puzzle.geometry.name
    if field == "cell":
        return name(value)
    if field in _CELLS:
        return [name(cell) for cell in value]
    if field in _PAIRS:
        return [[name(cell), digit] for cell, digit in value]
    if field == "premises":
        return [[name(cell), digit, is_so] for cell, digit, is_so in value]
    if field == "conclusion":
        cell, digit, is_so = value
        return [name(cell), digit, is_so]
    if field == "house":
        return _which(puzzle.geometry.houses[value])
    if field == "houses":
        return [_which(puzzle.geometry.houses[index]) for index in value]
    if field in ("ways", "sets"):
        return [list(digits) for digits in value]
    return list(value) if isinstance(value, tuple) else value
