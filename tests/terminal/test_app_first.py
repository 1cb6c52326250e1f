"""Where the screen leads with which the application begins."""

from __future__ import annotations

import asyncio

import pytest

from pandoku.terminal import Opening, Wish
from pandoku.terminal.screens.home import Home
from tests.terminal.app_screens import four, running, until


@pytest.mark.parametrize(
    ("opening", "waits_for", "key"),
    [
        (Opening(puzzle=four()), "r1c1", "q"),
        (Opening(drill="full-house"), "Full house", "escape"),
        (Opening(wish=Wish("sudoku", 4)), "r1c1", "q"),
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
