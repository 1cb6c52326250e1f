"""The lines of constraints on a board: small pictures that a person can read."""

from __future__ import annotations

import asyncio

import pytest

from pandoku.constraints import (
    RULES,
    XV,
    Arrow,
    Between,
    Entropic,
    Palindrome,
    Parity,
    Quadruple,
    Renban,
    Thermometer,
    Whisper,
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
from pandoku.terminal.sketch import drawn_lines, sketch
from pandoku.terminal.strokes import ASCII_STROKES, StrokeMap, stroke_parts
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


ARROW, BEND = Arrow("r1c1", "r1c2 r2c2"), Thermometer("r1c1 r1c2 r2c2")
PICTURES = {
    "a thermometer with a bend": (
        picture(BEND),
        """
       │       │
   ●━━━┿━━━┓   │
       │   ┃   │
───────┼───╂───┼
       │   ┃   │
       │   ╹   │
       │       │
""",
    ),
    "a diagonal arrow": (
        picture(Arrow("r1c1", "r2c2")),
        """
       │       │
   ○   │       │
     ╲ │       │
───────╲───────┼
       │ ╲     │
       │   ◢   │
       │       │
""",
    ),
    "lines that cross": (
        picture(Renban("r1c1 r2c2"), Renban("r1c2 r2c1")),
        """
       │       │
   •   │   •   │
     ╲ │ ╱     │
───────╳───────┼
     ╱ │ ╲     │
   •   │   •   │
       │       │
""",
    ),
    "digits above a line, with the bulb at their sides": (
        picture(BEND, digits={0: 1, 1: 2}),
        """
  ╶╮   │  ╶─╮  │
 ▐ │ ▌━┿━ ╭─╯  │
  ╶┴╴  │  ╰─╴  │
───────┼───╂───┼
       │   ┃   │
       │   ╹   │
       │       │
""",
    ),
    "an arrowhead on the border of a cell that is full": (
        picture(ARROW, digits={5: 3}),
        """
       │       │
   ○───┼───╮   │
       │   │   │
───────┼───▼───┼
       │  ╶─╮  │
       │  ╶─┤  │
       │  ╶─╯  │
""",
    ),
    "an arrowhead before a digit": (
        picture(Arrow("r1c1", "r1c2"), digits={1: 3}),
        """
       │  ╶─╮  │
   ○───┼► ╶─┤  │
       │  ╶─╯  │
───────┼───────┼
       │       │
       │       │
       │       │
""",
    ),
    "marks above lines": (
        picture(
            Renban("r1c1 r1c2"),
            Renban("r2c1 r2c2"),
            marks=Marks.of(4, center={0: (1, 2)}, corner={4: (1, 2)}),
        ),
        """
       │       │
   12 ━┿━━━╸   │
       │       │
───────┼───────┼
1     2│       │
   ╺━━━┿━━━╸   │
       │       │
""",
    ),
    "a circle of two cells": (
        picture(Arrow("r1c1 r1c2", "r2c2 r2c3 r2c4")),
        """
       │       │
   ○═══╪═══○   │
       │   │   │
───────┼───┼───┼
       │   │   │
       │   ╰───┼
       │       │
""",
    ),
    "small cells, drawn": (
        picture(BEND, size="lines"),
        """
 ●━━━┓
   · ┃ ·
     ╹
""",
    ),
    "letters with arrows": (
        picture(BEND, Whisper("r2c2 r2c3"), size="small"),
        """
   │   │
───┼ab→┼
   │   │
""",
    ),
    "letters with arrows in a wider cell": (
        picture(BEND, Whisper("r2c2 r2c3", 2), size="medium"),
        """
     │     │
     │     │
─────┼──ab→┼
     │     │
     │     │
""",
    ),
    "the digits of a quadruple": (
        picture(Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 2, 3, 4)), size="small"),
        """
   │   │
──1234─┼
   │   │
""",
    ),
    "a quadruple beside a dot": (
        picture(Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 2, 3, 4)), XV("r1c2 r2c2", 5), size="small"),
        """
   │   │
───◎─V─┼
   │   │
""",
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_board_shows_lines_as_lines(name: str) -> None:
    found, expected = PICTURES[name]
    lines = expected.strip("\n").split("\n")
    width = max(map(len, lines))
    assert [line[:width].rstrip() for line in found.split("\n")] == lines


def test_kinds_of_lines_differ_without_color() -> None:
    kinds = (Renban, Whisper, Parity, Entropic, Zipper)
    lines = [picture(kind("r1c1 r1c2 r1c3")).split("\n")[1] for kind in kinds]
    assert len(set(lines)) == len(lines)
    thin = picture(Between("r1c1 r1c2 r1c3")).split("\n")[1]
    assert "○───┼───────┼───○" in thin
    assert "═══╪═══╗" in picture(Palindrome("r1c1 r1c2 r2c2"))


def test_every_character_of_strokes_has_a_twin_in_ascii() -> None:
    for rule in RULES.values():
        puzzle = rule.example
        parts = [part for s in shapes_of(puzzle) for part in stroke_parts(s, puzzle.order)]
        strokes = StrokeMap(parts, puzzle.order, (7, 3))
        signs = [mark.char for mark in strokes.places.values()]
        signs += [each.hub[0].sign for each in strokes.cells.values() if each.hub]
        signs += [mark.char for each in strokes.cells.values() for mark, _ in each.heads]
        assert set(signs) <= ASCII_STROKES.keys()
    assert all(len(twin) == 1 and twin.isascii() for twin in ASCII_STROKES.values())


def test_a_sketch_shows_one_line_with_its_digits() -> None:
    puzzle = Puzzle.sudoku(9).with_(Thermometer("r5c5 r5c6 r4c7 r3c7"), Renban("r1c1 r1c2"))
    digits = [0] * 81
    digits[40], digits[41] = 3, 5
    (parts, other) = drawn_lines(puzzle).values()

    def shown_in(width: int) -> list[str]:
        return [line.plain.rstrip() for line in sketch(parts, puzzle, digits, 40, width)]

    assert shown_in(11) == ["         •", "         ┃", "         •", "       ╱", "▐3▌━━5"]
    assert shown_in(10) == ["    •", "    ┃", "    •", "   ╱", "3━5"]
    assert shown_in(4) == []
    assert [line.plain for line in sketch(other, puzzle, digits, 0, 22)] == [" •━━━• "]


def test_the_pane_draws_the_lines_of_the_cell_only() -> None:
    game = Game.start(Puzzle.sudoku(4).with_(Thermometer("r1c1 r1c2"), Whisper("r4c1 r4c2", 2)))
    told = about_constraints(game, 0, "large", 20).plain
    assert "●━ thermometer  r1c1 r1c2\n ●━━━• \n" in told
    assert told.count("•") == 1
    assert "•" not in about_constraints(game, 0).plain


def test_the_overview_draws_lines_in_any_window_and_keeps_the_cursor() -> None:
    puzzle = Puzzle.sudoku(16).with_(Thermometer("r1c1 r1c2 r2c2"), Renban("r15c16 r16c16"))

    async def run() -> None:
        async with running(Opening(puzzle=puzzle), size=(80, 24)) as (_, pilot):
            await pilot.press("o", "down", "down")
            await pilot.pause()
            assert "●━━━┓" in shown(pilot)
            await pilot.press("up", "up", "up", "left")  # wraps around to the last cell
            await pilot.pause()
            assert "●━━━┓" not in shown(pilot)
            assert "renban" in shown(pilot)
            await pilot.press("escape")
            await pilot.pause()
            assert pilot.app.screen.query_one("BoardView").cursor == 255  # type: ignore[attr-defined]

    assert needed(puzzle, "lines")[1] > 24
    asyncio.run(run())


def test_a_puzzle_without_lines_has_no_overview() -> None:
    async def run() -> None:
        async with running(Opening(puzzle=Puzzle.sudoku(4)), size=(80, 24)) as (_, pilot):
            before = shown(pilot)
            await pilot.press("o")
            await pilot.pause()
            assert "o draw" not in before
            assert "Lines" not in shown(pilot)

    asyncio.run(run())
