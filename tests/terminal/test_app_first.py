"""Where the screen leads with which the application begins."""

from __future__ import annotations

import asyncio

import pytest

from pandoku.terminal import Opening, Wish
from tests.terminal.app_screens import four, running, until


@pytest.mark.parametrize(
    ("opening", "waits_for", "keys", "screens"),
    [
        (Opening(puzzle=four()), "", ("q",), ["Home"]),
        (Opening(drill="full-house"), "Full house", ("escape",), ["Home"]),
        (Opening(wish=Wish("sudoku", 4)), "r1c1", (), ["Home", "Play"]),
    ],
)
def test_home_is_below_whatever_the_application_began_with(
    opening: Opening, waits_for: str, keys: tuple[str, ...], screens: list[str]
) -> None:
    async def run() -> None:
        async with running(opening) as (app, pilot):
            await until(pilot, waits_for)
            await pilot.press(*keys)
            await pilot.pause()
            assert [type(screen).__name__ for screen in app.screen_stack] == screens

    asyncio.run(run())
