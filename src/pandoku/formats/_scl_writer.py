"""Puzzles as documents of SudokuPad: rules, drawings, and constraints as setters draw them.

Such a document has no names for most constraints. They are drawn, and their rules stand in words.
So a document is written only if the constraints are found again in what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pandoku.constraints import (
    AntiKing,
    AntiKnight,
    Drawing,
    Fog,
    NoDifference,
    RulesInWords,
    words_in,
)
from pandoku.errors import PandokuError
from pandoku.formats._again import plain_form
from pandoku.formats._fog_lights import LIGHTS
from pandoku.formats._json_values import BadValueError
from pandoku.formats._pad_reader import puzzle_of_scl
from pandoku.formats._scl_shapes import shapes_in_scl
from pandoku.model import Cage, Constraint, Decoration, Puzzle
from pandoku.words import rule_sentences

__all__ = ["scl_document", "why_no_scl"]

_GLOBAL: dict[Constraint, str] = {
    AntiKnight(): "antiknight",
    AntiKing(): "antiking",
    NoDifference(): "nonconsecutive",
}
_NORMAL = "Normal sudoku rules apply."
_DIAGONALS = "Digits do not repeat along both diagonals."


def scl_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document; `why_no_scl` must be None."""
    found = _document_that_comes_back(puzzle)
    assert found is not None  # why_no_scl has refused others
    return found


def _document_that_comes_back(puzzle: Puzzle) -> dict[str, Any] | None:
    """Return a document that is read as the puzzle, or None if there is none.

    The rules in words of the puzzle may be enough; otherwise those of its constraints are added.
    """
    tried: list[dict[str, Any]] = []
    for words in dict.fromkeys([words_in(puzzle) or _NORMAL, _all_words(puzzle)]):
        tried.append(_document(puzzle, words))
        if _is_read_as(tried[-1], puzzle):
            return tried[-1]
    return None


def _document(puzzle: Puzzle, words: str) -> dict[str, Any]:
    n = puzzle.order
    digits = [{"value": digit} if digit else {} for digit in puzzle.givens]
    shapes = shapes_in_scl(_decorations(puzzle))
    cages = [*_cages(puzzle), *shapes.pop("cages", [])]
    names = [_GLOBAL[each] for each in puzzle.further if each in _GLOBAL]
    return {
        "cellSize": 50,
        "metadata": _about(puzzle, words),
        "cells": [digits[at : at + n] for at in range(0, n * n, n)],
        "regions": _regions(puzzle),
        **({"cages": cages} if cages else {}),
        **({"global": names} if names else {}),
        **shapes,
    }


def why_no_scl(puzzle: Puzzle) -> str | None:
    """Return which of a puzzle's rules a document would lose, or None."""
    return next(_losses(puzzle), None)


def _losses(puzzle: Puzzle) -> Iterator[str]:
    n = puzzle.order
    if puzzle.candidates is not None:
        yield "it cannot store candidates"
    if puzzle.geometry.extra:
        yield "it cannot store extra houses"
    if any(not 0 <= given <= n for given in puzzle.givens):
        yield f"it stores givens up to {n}"
    for cage in puzzle.cages:
        if cage.operation != "+" or cage.repeats or not cage.target:
            yield "it stores only cages with a sum, in which digits do not repeat"
    for each in puzzle.further:
        if each.first_defect(puzzle.geometry):
            yield f"it cannot store a {each.NAME} with a defect"
    named = [each for each in puzzle.further if not _is_plain(each)]
    if named and puzzle.solution is None:
        yield f"it only draws {named[0].NAME}, which nothing confirms without the solution"
    if _document_that_comes_back(puzzle) is None:
        yield "what it draws would be read as something else"


def _is_plain(each: Constraint) -> bool:
    """Return whether a constraint is stored as what it is, without a guess."""
    return each in _GLOBAL or isinstance(each, Fog | Drawing | RulesInWords)


def _is_read_as(document: dict[str, Any], puzzle: Puzzle) -> bool:
    """Return whether a document is read as the rules and the shapes of a puzzle."""
    try:
        again, _, _ = puzzle_of_scl(document)
    except (PandokuError, BadValueError):
        return False
    return (
        _rules(again) == _rules(puzzle)
        and again.solution == puzzle.solution
        and (again.title or None, again.author or None) == (puzzle.title, puzzle.author)
        and words_in(puzzle).strip() in words_in(again)
    )


def _rules(puzzle: Puzzle) -> tuple[Puzzle, frozenset[Constraint]]:
    """Return a puzzle without its constraints, and these in any order, without rules in words."""
    plain = plain_form(puzzle)
    named = (each for each in plain.constraints if not isinstance(each, RulesInWords))
    return plain.replace(cages=(), further=()), frozenset(named)


def _drawn(puzzle: Puzzle) -> Iterator[Decoration]:
    """Yield the shapes of drawings."""
    for each in puzzle.unchecked:
        if isinstance(each, Drawing):
            yield from each.decorations(puzzle.geometry)


def _decorations(puzzle: Puzzle) -> Iterator[Decoration]:
    """Yield the shapes of constraints and drawings, drawings last."""
    for each in puzzle.further:
        if each.IS_CHECKED and each not in _GLOBAL and not isinstance(each, Fog):
            yield from each.decorations(puzzle.geometry)
    yield from _drawn(puzzle)


def _about(puzzle: Puzzle, words: str) -> dict[str, str]:
    about = {"title": puzzle.title, "author": puzzle.author, "rules": words}
    if puzzle.solution is not None:
        mark = "" if puzzle.order < 10 else ","
        about["solution"] = mark.join(map(str, puzzle.solution))
    return {key: value for key, value in about.items() if value}


def _all_words(puzzle: Puzzle) -> str:
    """Return the rules in words, with those of constraints that they do not have yet."""
    known = words_in(puzzle)
    checked = [each for each in puzzle.constraints if each.IS_CHECKED]
    # With the name of a constraint, people and readers of drawings know its rule.
    rules = [
        f"{each.NAME.capitalize()}: {rule}" for each in checked for rule in rule_sentences([each])
    ]
    rules = [*dict.fromkeys(rules)]
    if puzzle.geometry.diagonals:
        rules.append(_DIAGONALS)
    return "\n".join([known or _NORMAL, *(each for each in rules if each not in known)])


def _regions(puzzle: Puzzle) -> list[list[list[int]]]:
    """Return the cells of the boxes or regions; an empty region if there are none."""
    found = [
        [[*divmod(cell, puzzle.order)] for cell in house.cells]
        for house in puzzle.geometry.houses
        if house.kind in ("box", "region")
    ]
    return found or [[]]


def _cages(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Yield the cages with a sum, and the lights of fog."""
    for cage in puzzle.cages:
        yield {"unique": True, "sum": cage.target, "value": str(cage.target)} | _cells(cage, puzzle)
    for each in puzzle.further:
        if isinstance(each, Fog):
            yield {"value": LIGHTS[0]} | _cells(each, puzzle)


def _cells(each: Cage | Fog, puzzle: Puzzle) -> dict[str, Any]:
    cells = each.cells if isinstance(each, Cage) else each.lights
    return {"cells": [[*divmod(cell, puzzle.order)] for cell in cells]}
