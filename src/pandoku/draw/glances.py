"""Drawings of parts of a step, one for each glance of a person who scans for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pandoku.draw.items import Drawing
from pandoku.draw.step import draw_step
from pandoku.model import Board, Facts, Step
from pandoku.techniques import Explanation, Glance
from pandoku.words import Sentence

__all__ = ["draw_glance"]


def draw_glance(board: Board, step: Step, glance: Glance) -> Drawing:
    """Return the drawing of the part of a step that a glance shows.

    A step without the shown part, such as a chain without houses, is drawn with its cells. The
    drawing has no legend, because the text of the glance describes it.

    Args:
        board: The board before the step.
        step: The step that the glances lead to.
        glance: A glance of the step's technique.

    >>> from pandoku.techniques import example_board, get_technique
    >>> board = example_board("123.............")
    >>> step = next(get_technique("naked-single").steps(board))
    >>> draw_glance(board, step, Glance("Look at the cells.", "cells")).title
    'the cells to look at'
    """
    heading, part = _PARTS[glance.shows]
    facts = part(board, step)
    if facts == Facts():
        facts = _cells(board, step)
    shown = replace(step, facts=facts)
    if glance.shows != "step":
        shown = replace(shown, placements=(), eliminations=())
    title = Sentence(heading)
    return replace(draw_step(board, shown, Explanation(title, (), heading=title)), legend=())


def _places(board: Board, step: Step) -> Facts:
    """Return all places of the step's digits, and the cells that already have them."""
    digits = {digit for _, digit, _ in step.facts.candidates}
    digits |= {digit for link in step.facts.links for _, digit in (*link.start, *link.end)}
    digits = digits or {digit for _, digit in (*step.placements, *step.eliminations)}
    return Facts(
        candidates=tuple(
            (cell, digit, "asked")
            for cell, placed in enumerate(board.digits)
            for digit in sorted(digits)
            if digit == placed or (not placed and digit in board.candidates(cell))
        )
    )


def _cells(_board: Board, step: Step) -> Facts:
    """Return the cells of the pattern. A step without them has the cells that it changes."""
    facts = step.facts
    cells = [cell for cell, _ in facts.cells] or [cell for cell, _, _ in facts.candidates]
    cells = cells or [cell for link in facts.links for cell, _ in (*link.start, *link.end)]
    cells = cells or [cell for cell, _ in (*step.placements, *step.eliminations)]
    roles = dict(facts.cells)
    return Facts(cells=tuple((cell, roles.get(cell, "pattern")) for cell in dict.fromkeys(cells)))


def _pattern(_board: Board, step: Step) -> Facts:
    """Return all facts but the candidates that go."""
    kept = tuple(each for each in step.facts.candidates if each[2] != "goes")
    return replace(step.facts, candidates=kept)


# For each value of `Glance.shows`: the title of the drawing, and the facts to draw.
_PARTS: dict[str, tuple[str, Callable[[Board, Step], Facts]]] = {
    "places": ("the places of the digits", _places),
    "houses": ("the houses to look at", lambda _board, step: Facts(houses=step.facts.houses)),
    "rules": (
        "the cages and rules to look at",
        lambda _board, step: Facts(cages=step.facts.cages, constraints=step.facts.constraints),
    ),
    "cells": ("the cells to look at", _cells),
    "pattern": ("the pattern", _pattern),
    "step": ("the step", lambda _board, step: step.facts),
}
