"""The time before a frame: few modules are loaded, and nothing is read or laid out twice."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen
from textual.widgets import Static

from pandoku import load
from pandoku.play.opening import Opening
from pandoku.terminal.beginning import beginning_of
from pandoku.terminal.board import BoardView
from pandoku.terminal.first_frame import first_lines
from pandoku.terminal.frames import FrameWriter, TerminalPen
from pandoku.terminal.grid import Size
from pandoku.terminal.screens.play import Play
from tests.data import EXAMPLES
from tests.terminal.app_screens import four, running, shelf

# Runs in a new process without loaded modules, and stops when the frame is shown.
_PROGRAM = """
import gc, sys
from pathlib import Path
from pandoku.formats import loads
from pandoku.play.opening import Opening
from pandoku.terminal import run_terminal
from pandoku.terminal.app import PandokuApp

data, puzzle, *heavy = sys.argv[1:]
PandokuApp.on_ready = lambda app: app.exit(0)
in_a_terminal = PandokuApp.run
PandokuApp.run = lambda app: in_a_terminal(app, headless=True, size=(80, 24))
run_terminal(Opening(puzzle=loads(puzzle) if puzzle else None), data=Path(data))
print(*sorted({*heavy} & {*sys.modules}), gc.isenabled())
"""
_HEAVY = [
    "numpy",
    "pandoku._native",
    "pandoku._native_craft",
    "pandoku.draw.step",
    "pandoku.engines",
    "pandoku.generation",
    "pandoku.logic",
    "pandoku.play._statistics",
    "pandoku.play.coach",
    "pandoku.play.reading",
    "pandoku.play.text",
    "pandoku.techniques",
    "pandoku.words.claims",
    "importlib.resources",
    "textual.markdown",
    "textual.widgets._data_table",
    "textual.widgets._markdown",
    "textual.widgets._text_area",
]
# The colors of terminals, as environment variables.
_TERMINALS = {
    "24-bit": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color"},
    "16": {"TERM": "linux"},
    "none": {"TERM": "xterm", "NO_COLOR": "1"},
}


@pytest.mark.turns(3)
@pytest.mark.parametrize("puzzle", ["", "1.....2..3.....4"], ids=["home", "game"])
def test_nothing_heavy_is_loaded_before_the_first_frame(puzzle: str, tmp_path: Path) -> None:
    data = str(tmp_path / "games.sqlite")
    ended = subprocess.run(
        [sys.executable, "-c", _PROGRAM, data, puzzle, *_HEAVY],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.stdout, ended.stderr) == ("True\n", "")


# Runs in a new process without loaded modules, like a command before it starts the application.
_BEFORE_TEXTUAL = """
import sys
from pandoku.formats import loads
from pandoku.play.opening import Opening
from pandoku.terminal.beginning import beginning_of
from pandoku.terminal.first_frame import FirstFrame, first_lines
from pandoku.terminal.shelf import Shelf

shelf = Shelf.of(None)
beginning = beginning_of(Opening(puzzle=loads(sys.argv[1])), shelf)
assert first_lines(beginning, shelf, {}, 80, 24)
print(*sorted({name.partition(".")[0] for name in sys.modules} & {"asyncio", "numpy", "textual"}))
"""


@pytest.mark.turns(3)
def test_the_first_frame_needs_no_textual(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _BEFORE_TEXTUAL, "1.....2..3.....4"],
        capture_output=True, text=True, check=False,
        env={**os.environ, "PANDOKU_DATA": str(tmp_path)},
    )  # fmt: skip
    assert (ended.stdout, ended.stderr) == ("\n", "")


@pytest.mark.parametrize("opening", [Opening(), Opening(puzzle=four())], ids=["home", "game"])
def test_no_screen_but_the_first_one_is_laid_out(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out, lay_out = list[Screen[object]](), Screen._refresh_layout

    def noted(screen: Screen[object], *arguments: object, **named: object) -> None:
        laid_out.append(screen)
        lay_out(screen, *arguments, **named)  # type: ignore[arg-type]

    async def run() -> None:
        async with running(opening) as (app, _):
            assert {*laid_out} == {*app.screen_stack} == {app.screen}

    monkeypatch.setattr(Screen, "_refresh_layout", noted)
    asyncio.run(run())


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("file", "size", "terminal", "theme", "chosen"),
    [
        ("escargot.txt", (80, 24), "24-bit", "auto", None),
        ("escargot.txt", (40, 20), "256", "auto", None),
        ("killer.txt", (120, 40), "16", "auto", None),
        ("killer.txt", (60, 30), "none", "auto", None),
        ("sixteen.json", (80, 24), "24-bit", "light", None),
        ("twentyfive.json", (70, 20), "24-bit", "contrast", None),
        ("windoku.json", (100, 42), "24-bit", "auto", None),
        ("escargot.txt", (80, 24), "24-bit", "auto", "compact"),
        ("killer.txt", (60, 20), "256", "auto", "large"),  # a part of the board
    ],
)
def test_the_board_is_shown_as_the_application_shows_it(
    file: str,
    size: tuple[int, int],
    terminal: str,
    theme: str,
    chosen: Size | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in _TERMINALS[terminal].items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Play, "_find_judge", lambda _: None)
    kept, opening = shelf(), Opening(puzzle=load(EXAMPLES / file))
    assert opening.puzzle is not None
    kept.keep_cell_size(opening.puzzle.order, chosen)
    kept.prefer("settings", {"theme": theme})
    beginning = beginning_of(opening, kept)
    assert beginning is not None
    found = first_lines(beginning, kept, {**os.environ}, *size)
    assert found is not None

    async def run() -> None:
        async with running(opening, kept=kept, size=size) as (app, _):
            strips = app.screen._compositor.render_strips()
            shown = cells_of([(y, 0, strip) for y, strip in enumerate(strips)], found[1])
            shown_board = app.screen.query_one(BoardView)
            assert chosen in (None, shown_board.shown_size)
            board = shown_board.region
            for (y, x), (cell, pen) in cells_of(*found).items():
                later, later_pen = shown[y, x]
                is_equal = (cell, pen) == (later, later_pen)
                # Beside the board, things may appear on the empty ground.
                may_come = cell == " " and pen.ground == later_pen.ground
                assert is_equal or (may_come and not board.contains(x, y)), (y, x)

    asyncio.run(run())


def cells_of(
    lines: Iterable[tuple[int, int, Iterable[Segment]]], system: ColorSystem
) -> dict[tuple[int, int], tuple[str | None, TerminalPen]]:
    """Return the character and the pen of each cell, by line and column."""
    writer = FrameWriter()
    writer.write(lines, system)
    pens = writer._cell_pens
    return {
        (y, x): (cell, pens[y][x])
        for y, cells in writer._cells.items()
        for x, cell in enumerate(cells)
    }


def test_no_frame_is_shown_in_a_window_without_room_for_a_cell() -> None:
    kept = shelf()
    beginning = beginning_of(Opening(puzzle=four()), kept)
    assert beginning is not None
    assert first_lines(beginning, kept, {"TERM": "xterm"}, 2, 1) is None


def test_styles_are_read_again_only_with_other_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    n_readings, read = [0], Stylesheet.reparse

    def counted(styles: Stylesheet) -> None:
        n_readings[0] += 1
        read(styles)

    async def run() -> None:
        async with running(Opening()) as (app, pilot):
            assert n_readings == [0]
            ground = app.screen.styles.background
            app.theme = "pandoku-light"
            await pilot.pause()
            assert n_readings == [1]
            assert app.screen.styles.background != ground

    monkeypatch.setattr(Stylesheet, "reparse", counted)
    asyncio.run(run())


def test_moving_the_cursor_arranges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out, lay_out = list[Screen[object]](), Screen._refresh_layout

    def noted(screen: Screen[object], *arguments: object, **named: object) -> None:
        laid_out.append(screen)
        lay_out(screen, *arguments, **named)  # type: ignore[arg-type]

    # Its result could come at any time, and adds to the pane.
    monkeypatch.setattr(Play, "_find_judge", lambda _: None)

    async def run() -> None:
        async with running(Opening(puzzle=four()), size=(80, 24)) as (app, pilot):
            await pilot.press("right")
            await pilot.pause()
            monkeypatch.setattr(Screen, "_refresh_layout", noted)
            await pilot.press("right", "left", "right")
            await pilot.pause()
            assert "r1c3" in str(app.screen.query_one("#cell", Static).content)
            assert not laid_out

    asyncio.run(run())
