"""The first screen of the application, and the screens after it."""

from __future__ import annotations

import asyncio

import pytest

from pandoku.play.opening import Opening, PuzzleRequest
from pandoku.terminal.app import PandokuApp
from pandoku.terminal.screens.home import Home
from tests.terminal.app_screens import TODAY, four, running, shelf, until


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("opening", "waits_for", "key"),
    [
        (Opening(puzzle=four()), "r1c1", "q"),
        (Opening(drill="full-house"), "Full house", "escape"),
        (Opening(stop="x-wing"), "What to look for", "escape"),
        (Opening(stop="x-wing", part="drill"), "X-wing: remove", "escape"),
        (Opening(stop="x-wing", part="puzzle"), "r1c1", "q"),
        (Opening(wish=PuzzleRequest("sudoku", 4)), "r1c1", "q"),
    ],
)
def test_what_the_application_began_with_leads_home(
    opening: Opening, waits_for: str, key: str
) -> None:
    async def run() -> None:
        async with running(opening) as (app, pilot):
            await until(pilot, waits_for)
            await pilot.press(key)
            await until(pilot, "New puzzle")
            assert isinstance(app.screen, Home)

    asyncio.run(run())


@pytest.mark.parametrize("opening", [Opening(), Opening(puzzle=four())], ids=["home", "game"])
def test_leaving_before_the_first_screen_is_built_is_no_error(opening: Opening) -> None:
    app = PandokuApp(opening, shelf(), today=TODAY, clock=lambda: 0.0)
    app.leave(143)
    app.run(headless=True, size=(80, 24))
    assert app.return_code == 143
    assert app.failure is None
