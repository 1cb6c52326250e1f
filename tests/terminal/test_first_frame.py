"""The time before the first frame: few modules are loaded, and one screen is laid out."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from textual.screen import Screen

from pandoku.play.opening import Opening
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
