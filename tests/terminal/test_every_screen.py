"""Every screen in the usual windows: title, messages and keys are there, and nothing is cut."""

from __future__ import annotations

import asyncio
import re

import pytest
from textual.screen import Screen

from pandoku import load
from pandoku.play import Game
from pandoku.play.opening import Opening
from pandoku.terminal.app import PandokuApp
from pandoku.terminal.board import BoardView
from pandoku.terminal.widgets import FootLine, Menu, TitleLine
from tests.data import EXAMPLES, IS_FULL
from tests.terminal.app_screens import (
    AppPilot,
    Session,
    keys,
    nine,
    running,
    sessions,
    shelf,
    shown,
)

SIZES = ((40, 20), (80, 24), (100, 30), (120, 40))
WAYS_OUT = ("Esc back", "q back", "q home", "q leave")
NARROW = 60  # narrower windows may leave out the right side of the title, and have "?" as a way out
# The cells of a 9x9 in each window: smaller ones have no room for pencil marks.
CELLS = {
    "sudoku": ("compact", "medium", "medium", "large"),
    "killer": ("small", "wide", "medium", "large"),
    "drill-nine": ("compact", "medium", "medium", "large"),
}


def more() -> dict[str, Session]:
    """Return the screens that have no golden file, because they are large or move."""
    killer = load(EXAMPLES / "killer.txt")
    hints = ("H", "<●○○>", "H", "<●●○>", "H", "<●●●○>", "H", "<●●●●○>")
    begun = Game.start(nine()).place("r1c2", 5)
    in_game = {
        "sudoku": keys("f", *hints),
        "palette": keys("ctrl+p", "<Corner marks>"),
        "watch": keys("escape", "w", "space", "<paused>"),
        "engine": keys("e", "<Engine>"),
        "told": keys("escape", "escape", "enter", "<to go>"),
        "paused": keys("p"),
    }
    return {
        "home-full": Session(None, shelf(begun, Game.start(killer)), {"home-full": keys()}),
        "nine": Session(Opening(puzzle=nine()), shelf(), in_game),
        "killer": Session(Opening(puzzle=killer), shelf(), {"killer": keys("f", *hints)}),
        "replay": Session(Opening(replay=begun), shelf(), {"replay": keys("space")}),
        "drill": Session(Opening(drill="x-wing"), shelf(), {"drill-nine": keys("<Drill: X-wing>")}),
    }


SESSIONS = {**sessions(), **{f"more {name}": each for name, each in more().items()}}


def test_menus_take_every_key_in_a_window_without_room() -> None:
    async def run() -> None:
        async with running(Opening(puzzle=nine()), kept=shelf(), size=(1, 1)) as (app, pilot):
            await keys("comma")(pilot)
            assert isinstance(app.focused, Menu)
            for size in ((1, 1), (40, 2), (2, 40)):
                await pilot.resize_terminal(*size)
                await keys("pagedown", "pageup", "end", "down", "pageup")(pilot)
                assert app.is_running

    asyncio.run(run())


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", SESSIONS)
def test_every_screen_has_its_title_its_message_and_its_keys_and_cuts_nothing(name: str) -> None:
    session = SESSIONS[name]

    async def run() -> None:
        async with running(session.opening, kept=session.kept) as (app, pilot):
            for number, (screen, steps) in enumerate(session.screens.items()):
                await steps(pilot)
                for at, size in enumerate(SIZES):
                    if not IS_FULL and at and at != 1 + number % 3:
                        continue  # the smallest window, and one of the others
                    await pilot.resize_terminal(*size)
                    await pilot.pause()
                    where = f"{screen} at {size}:\n{shown(pilot)}"
                    assert flaws(app, pilot) == [], where
                    if screen in CELLS:
                        assert app.screen.query_one(BoardView).shown_size == CELLS[screen][at], (
                            where
                        )

    asyncio.run(run())


def flaws(app: PandokuApp, pilot: AppPilot) -> list[str]:
    """Return the defects of the current screen."""
    lines = shown(pilot).split("\n")
    base = next(each for each in reversed(app.screen_stack) if not each.is_modal)
    return [
        *_flaws_of_frame(base, lines),
        *_flaws_of_lists(app.screen),
        *_flaws_of_card(app.screen, lines),
    ]


def _flaws_of_frame(screen: Screen[object], lines: list[str]) -> list[str]:
    title, foot = screen.query_one(TitleLine), screen.query_one(FootLine)
    found = []
    if title.display and not lines[0].lstrip().startswith(title.left):
        found.append(f"the title is not whole: {title.left!r}")
    is_narrow = screen.size.width < NARROW
    if title.right and title.right not in lines[0] and not is_narrow:
        found.append(f"the right side of the title is missing: {title.right!r}")
    if screen.max_scroll_y or foot.region.bottom != screen.size.height:
        found.append("the screen is longer than the window")
    said = " ".join(line.strip() for line in lines[foot.region.y :])
    is_covered = is_narrow and screen is not screen.app.screen
    if " ".join(foot.text.split()) not in " ".join(said.split()) and not is_covered:
        found.append(f"the message is not whole: {foot.text!r}")
    ways = (*WAYS_OUT, "? keys", "? all keys") if is_narrow else WAYS_OUT
    if not foot.text and not any(way in lines[-1] for way in ways):
        found.append("the keys do not say how to leave")
    return found


def _flaws_of_lists(screen: Screen[object]) -> list[str]:
    found = []
    for menu in screen.query(Menu):
        place = menu.content_region
        if menu.display and not screen.region.contains_region(place):
            found.append(f"the list {menu.id} is longer than the window")
        if menu.parent is not None and menu.region.bottom > menu.parent.region.bottom:  # type: ignore[attr-defined]
            found.append(f"the end of the list {menu.id} cannot be seen")
        texts = [strip.text.strip() for strip in menu.render_lines(menu.size.region)]
        found += [f"cut: {text!r}" for text in texts if re.search(r"\w…", text)]
    return found


def _flaws_of_card(screen: Screen[object], lines: list[str]) -> list[str]:
    """Return the defects of a small window over the others, whose frame must be complete."""
    cards = [*screen.query(".card")]
    places = [card.region for card in cards]
    if not all(screen.region.contains_region(place) for place in places):
        return ["the card is larger than the window"]
    frames = [(lines[p.y][p.x], lines[p.bottom - 1][p.right - 1]) for p in places]
    return [] if all(frame == ("╭", "╯") for frame in frames) else [f"the card is cut: {frames}"]
