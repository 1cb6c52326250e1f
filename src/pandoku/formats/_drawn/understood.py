"""Infer rules that a file only draws or describes, if its puzzle needs them.

Files of f-puzzles and Sudoku Maker have data for each rule of these programs. Some setters add a
rule that the program does not support, and only draw or describe it. Without this rule the puzzle
has several solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pandoku.constraints import Drawing, RulesInWords, words_in
from pandoku.formats._drawn.evidence import Guess
from pandoku.formats._drawn.grid import (
    DrawnCage,
    DrawnGrid,
    DrawnLine,
    DrawnMark,
    DrawnShape,
    merged_marks,
)
from pandoku.formats._drawn.inference import Explained, is_settled, read_drawings
from pandoku.formats._shapes import with_sets
from pandoku.formats._text import Item
from pandoku.model import Board, Decoration, Disc, Puzzle, Sign, Stroke, Tile


def understood(item: Item) -> Item:
    """Add the meaning of drawings and rules in words to an item, or return the item unchanged.

    The meaning is accepted under two conditions. Without the meaning, the puzzle must have several
    solutions. With the meaning, the solution in the file must be the only solution. A note then
    lists the inferred constraints. If the puzzle has one solution without its drawings and words,
    the words are kept as `Puzzle.words` and are not a rule.
    """
    puzzle = item.value
    if not isinstance(puzzle, Puzzle) or not puzzle.unchecked:
        return item
    bare = puzzle.without("unchecked")
    if is_settled(bare):
        further = [each for each in puzzle.further if not isinstance(each, RulesInWords)]
        return _with(item, puzzle.replace(further=further, words=words_in(puzzle) or None))
    if puzzle.solution is None:
        return item
    drawings = [each for each in puzzle.unchecked if isinstance(each, Drawing)]
    shapes = {each: _shapes_of(each, bare) for each in drawings}
    drawn = _drawn(puzzle, [shape for each in shapes.values() for shape in each])
    explained = read_drawings(drawn, bare, lambda found: _with_guesses(bare, found), is_open=True)
    if not explained.is_accepted:
        return item
    left = [each for each in drawings if not _is_explained(shapes[each], drawn, explained)]
    meant = explained.puzzle.with_(*left).replace(words=words_in(puzzle) or None)
    note = "; ".join(filter(None, (item.note, explained.note)))
    return _with(item, meant)._replace(note=note or None)


def _with(item: Item, puzzle: Puzzle) -> Item:
    """Return the item with a different puzzle and the same progress."""
    board = item.board and Board(puzzle, item.board.digits, item.board.masks)
    return item._replace(value=puzzle, board=board)


def _with_guesses(bare: Puzzle, found: Sequence[Guess]) -> Puzzle:
    constraints = [each for guess in found for each in guess.constraints]
    new = [each for each in constraints if each not in bare.constraints]
    if sets := [each for guess in found for each in guess.sets]:
        geometry, smaller = with_sets(bare.geometry, sets)
        return bare.replace(geometry=geometry).with_(*smaller, *new)
    return bare.with_(*new)


def _drawn(puzzle: Puzzle, shapes: Sequence[DrawnShape]) -> DrawnGrid:
    words = [each.text for each in puzzle.unchecked if isinstance(each, RulesInWords)]
    return DrawnGrid(
        puzzle.order,
        "\n".join(words),
        tuple(each for each in shapes if isinstance(each, DrawnLine)),
        tuple(merged_marks([each for each in shapes if isinstance(each, DrawnMark)])),
        tuple(each for each in shapes if isinstance(each, DrawnCage)),
    )


def _is_explained(shapes: Sequence[DrawnShape], drawn: DrawnGrid, explained: Explained) -> bool:
    """Return True if each shape of a drawing is explained, or is part of an explained mark."""
    left = {*explained.left}
    known = [each for each in drawn.shapes if each not in left]
    return bool(shapes) and all(any(_is_part(shape, of) for of in known) for shape in shapes)


def _is_part(shape: DrawnShape, of: DrawnShape) -> bool:
    """Return True if a shape equals the shape *of*, or was merged into it as its text or frame."""
    if not isinstance(shape, DrawnMark) or not isinstance(of, DrawnMark):
        return shape == of
    has_place = abs(shape.x - of.x) < 0.05 and abs(shape.y - of.y) < 0.05
    is_around = (shape.width, shape.fill, shape.rim) == (of.width, of.fill, of.rim)
    return has_place and (is_around if not shape.text or shape.width else shape.text == of.text)


def _shapes_of(drawing: Drawing, puzzle: Puzzle) -> list[DrawnShape]:
    """Return the shapes of a drawing. Its squares with the role "cage" become a single cage."""
    decorations = drawing.decorations(puzzle.geometry)
    cages = [each for each in decorations if isinstance(each, Tile) and each.role == "cage"]
    shapes = [shape for each in decorations if each not in cages for shape in _shapes(each)]
    if cages:  # some squares may be outside the grid
        n = puzzle.order
        inside = [(x, y) for cage in cages for x, y in cage.points if 0 < x < n and 0 < y < n]
        cells = dict.fromkeys(int(y) * n + int(x) for x, y in inside)
        text = "".join(cage.text for cage in cages)
        shapes += [DrawnCage(tuple(cells), text)] if cells else []
    return shapes


def _shapes(shape: Decoration) -> Iterator[DrawnShape]:
    if isinstance(shape, Stroke):
        yield DrawnLine(shape.points, shape.color, shape.has_head)
    elif isinstance(shape, Sign):
        yield DrawnMark(shape.x, shape.y, 0.0, 0.0, False, shape.text, "", "", 0.0)
    else:
        is_round = isinstance(shape, Disc)
        width = 2 * shape.radius if isinstance(shape, Disc) else shape.size
        height = width if isinstance(shape, Disc) else shape.height or width
        angle = 0.0 if isinstance(shape, Disc) else shape.angle
        mark = DrawnMark(
            0.0, 0.0, width, height, is_round, shape.text, shape.color, shape.rim, angle
        )
        for x, y in shape.points:
            yield replace(mark, x=x, y=y)
