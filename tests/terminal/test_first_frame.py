"""The time before a frame: few modules are loaded, and nothing is read or laid out twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen
from textual.widgets import Static

from pandoku.play.opening import Opening
from pandoku.terminal.screens.play import Play
from tests.terminal.app_screens import four, running

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


@pytest.mark.turns(3)
@pytest.mark.parametrize("puzzle", ["", "1.....2..3.....4"], ids=["home", "game"])
def test_nothing_heavy_is_loaded_before_the_first_frame(puzzle: str, tmp_path: Path) -> None:
    data = str(tmp_path / "games.sqlite")
    ended = subprocess.run(
        [sys.executable, "-c", _PROGRAM, data, puzzle, *_HEAVY],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.stdout, ended.stderr) == ("True\n", "")


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
