"""The lines of constraints on a board: small pictures that a person can read."""

from __future__ import annotations

import asyncio

import pytest

from pandoku.constraints import (
    RULES,
    Arrow,
    Between,
    Entropic,
    Nabner,
    Palindrome,
    Parity,
    Quadruple,
    RegionSum,
    Renban,
    Thermometer,
    Whisper,
    XV,
    Zipper,
)
from pandoku.draw.decorated import shapes_of
from pandoku.model import Constraint, Marks, Puzzle
from pandoku.play import Game
from pandoku.play.opening import Opening
from pandoku.terminal.grid import Size, grid_of, needed
from pandoku.terminal.painter import Painter
from pandoku.terminal.pane import about_constraints
from pandoku.terminal.scene import Scene
from pandoku.terminal.sketch import lines_of, sketch
from pandoku.terminal.strokes import ASCII_STROKES, StrokeMap, drawn_parts
from tests.terminal.app_screens import running, shown
from tests.terminal.board_scenes import painter_of

NO_DIGITS: dict[int, int] = {}


def picture(
    *constraints: Constraint,
    size: Size = "large",
    digits: dict[int, int] = NO_DIGITS,
    marks: Marks | None = None,
    rows: int = 2,
) -> str:
    """Return the first rows of a 4x4 board without its frame and without the last columns."""
    puzzle = Puzzle.latin(4).with_(*constraints)
    scene = Scene([digits.get(cell, 0) for cell in range(16)], marks)
    grid = grid_of(puzzle, size)
    last = grid.tops[rows - 1] + grid.box.height
    return "\n".join(line[1:] for line in lines_on(painter_of(puzzle, size, scene))[1:last])


def lines_on(painter: Painter) -> list[str]:
    lines = range(painter.grid.height)
    return ["".join(text for text, _, _ in painter.pieces(at)) for at in lines]


