"""The shapes of constraints other than cages, and the room that these shapes need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from math import dist
from typing import NamedTuple

from pandoku.draw.items import Key, Shape
from pandoku.draw.looks import is_dot
from pandoku.draw.sample import SAMPLE, sample_of
from pandoku.draw.signs import apart
from pandoku.model import Constraint, Decoration, Disc, Facts, Geometry, Puzzle, Sign, Stroke, Tile
from pandoku.words import constraint_words, joined, rule_sentences

__all__ = [
    "Margins",
    "cells_of_constraint",
    "has_dots",
    "has_letters",
    "margins_of",
    "outlined_constraints",
    "room_of",
    "room_of_puzzle",
    "rule_keys",
    "shapes_of",
    "used_constraints",
]

_Room = tuple[float, float, float, float]

# In cells: half the width of a character in a sign, and half the height of a sign.
_CHARACTER, _HALF_SIGN = 0.12, 0.3
_SIGN = 0.36  # cells: the usual font size of a sign
_LONGEST_SIGN = 12  # characters: maximum for signs of constraints that pandoku does not check
_HALF_LINE = 0.1  # cells: half the width of a line
_CAGE = Tile("ring", (SAMPLE,), 0.8)  # the sample of cages
_SHORT = 0.7  # cells: a shorter line does not reach from one center of a cell to the next


class Margins(NamedTuple):
    """The room that decorations need outside the grid, in cells."""

    left: float
    top: float
    right: float
    bottom: float


def shapes_of(puzzle: Puzzle) -> tuple[Shape, ...]:
    """Return the shapes of a puzzle's constraints other than cages, in order."""
    return _shapes_of(puzzle.geometry, puzzle.further) if puzzle.further else ()


@lru_cache(maxsize=64)
def _shapes_of(geometry: Geometry, further: tuple[Constraint, ...]) -> tuple[Shape, ...]:
    # Cached because drawing a path draws the same puzzle at every step.
    shapes = []
    for each in further:
        parts = each.decorations(geometry) if each.is_sound(geometry) else ()
        shape = Shape(parts, *constraint_words(each, geometry), *rule_sentences([each], geometry))
        shapes.append(shape if each.IS_CHECKED else _with_short_signs(shape))
    return apart(shapes, geometry.order)


def _with_short_signs(shape: Shape) -> Shape:
    """Return a shape with long signs shortened. Its rule quotes the complete texts.

    Long signs would make the picture wide and the cells small.
    """
    long = [p.text for p in shape.parts if isinstance(p, Sign) and len(p.text) > _LONGEST_SIGN]
    if not long:
        return shape
    parts = tuple(
        replace(part, text=f"{part.text[: _LONGEST_SIGN - 1]}…")
        if isinstance(part, Sign) and len(part.text) > _LONGEST_SIGN
        else part
        for part in shape.parts
    )
    quoted = joined([f"“{text}”" for text in dict.fromkeys(long)])
    return replace(shape, parts=parts, rule=f"{shape.rule} It says {quoted}.")


def rule_keys(puzzle: Puzzle) -> tuple[Key, ...]:
    """Return the keys for the rules that the picture of a puzzle shows, each with a sample.

    Cages come first. A rule without a picture, such as the knight's move, has no key.
    """
    samples: dict[str, tuple[Decoration, ...]] = dict.fromkeys(
        rule_sentences(puzzle.cages, puzzle.geometry), (_CAGE,)
    )
    for shape in shapes_of(puzzle):
        if shape.parts and shape.rule:
            samples.setdefault(shape.rule, sample_of(shape.parts, puzzle.order))
    return tuple(Key("rule", "", rule, parts=parts) for rule, parts in samples.items())


def cells_of_constraint(puzzle: Puzzle, index: int) -> tuple[int, ...]:
    """Return the cells of one of `Puzzle.constraints`, or () for a rule about all cells."""
    if index < len(puzzle.cages):
        return puzzle.cages[index].cells
    return puzzle.further[index - len(puzzle.cages)].cells_on(puzzle.geometry)


def used_constraints(facts: Facts) -> tuple[int, ...]:
    """Return the positions in `Puzzle.constraints` of the constraints that a step uses."""
    return tuple(dict.fromkeys([*(fact.cage for fact in facts.cages), *facts.constraints]))


def outlined_constraints(puzzle: Puzzle, facts: Facts) -> list[int]:
    """Return the positions of the constraints whose cells get a border in the picture of a step.

    A line shows which cells it has. On a diagonal, a border around each cell would hide the cells
    that the step marks.
    """
    return [index for index in used_constraints(facts) if _needs_border(puzzle, index)]


def _needs_border(puzzle: Puzzle, index: int) -> bool:
    if index < len(puzzle.cages):
        return True
    cells = {*cells_of_constraint(puzzle, index)}
    is_area = any({cell - 1, cell - puzzle.order} & cells for cell in cells)
    if not is_area and len(cells) != 1:
        return False
    parts = shapes_of(puzzle)[index - len(puzzle.cages)].parts
    strokes = (part.points for part in parts if isinstance(part, Stroke))
    return all(len(points) == 2 and dist(*points) < _SHORT for points in strokes)


def has_dots(shapes: Iterable[Shape]) -> bool:
    """Return whether there are dots on the edges of cells."""
    return any(is_dot(part) for shape in shapes for part in shape.parts)


def has_letters(shapes: Iterable[Shape]) -> bool:
    """Return whether there are letters in the corners of cells."""
    parts = (part for shape in shapes for part in shape.parts)
    return any(isinstance(part, Tile) and bool(part.text) for part in parts)


def margins_of(shapes: Iterable[Shape], order: int) -> Margins:
    """Return the room that decorations need outside the grid."""
    left = top = 0.0
    right = bottom = float(order)
    for part in (part for shape in shapes for part in shape.parts):
        for x, y, across, down in _extents(part):
            left, right = min(left, x - across), max(right, x + across)
            top, bottom = min(top, y - down), max(bottom, y + down)
    return Margins(*(round(each, 3) for each in (-left, -top, right - order, bottom - order)))


def _extents(part: Decoration) -> list[tuple[float, float, float, float]]:
    """Return (x, y, half width, half height) for each part of a decoration."""
    if isinstance(part, Sign):
        larger = max(1.0, part.size / _SIGN) if part.size else 1.0
        across = max(_HALF_SIGN, larger * _CHARACTER * len(part.text))
        return [(part.x, part.y, across, larger * _HALF_SIGN)]
    if isinstance(part, Tile):
        reach = max(part.size, part.height) / 2
    else:
        reach = part.radius if isinstance(part, Disc) else _HALF_LINE
    return [(x, y, reach, reach) for x, y in part.points]


def room_of(has_clues: bool, has_dots: bool = False) -> _Room:
    """Return the part of a cell used for candidates: (left, top, width, height), in cells.

    Args:
        has_clues: Whether the upper left corners of cells have clues of cages or letters.
        has_dots: Whether there are dots on the edges of cells.
    """
    if has_dots:
        return (0.14, 0.26, 0.72, 0.6) if has_clues else (0.14, 0.14, 0.72, 0.72)
    # Candidates must also be inside the borders of cages.
    return (0.1, 0.26, 0.8, 0.65) if has_clues else (0.08, 0.08, 0.84, 0.84)


def room_of_puzzle(puzzle: Puzzle) -> _Room:
    """Return the part of a cell used for candidates in the drawing of a puzzle."""
    if not puzzle.further:
        return room_of(bool(puzzle.cages))
    shapes = shapes_of(puzzle)
    return room_of(bool(puzzle.cages) or has_letters(shapes), has_dots(shapes))
