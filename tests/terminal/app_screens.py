"""The screens of the application, and how they are written down: as text, in three windows."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from typing import NamedTuple

from textual.pilot import Pilot

from pandoku import load
from pandoku.model import Puzzle
from pandoku.play import Game
from pandoku.play.opening import Opening
from pandoku.play.store import Store
from pandoku.terminal.app import PandokuApp
from pandoku.terminal.shelf import Shelf
from tests.data import EXAMPLES

AppPilot = Pilot[int]
Steps = Callable[[AppPilot], Awaitable[None]]


class Session(NamedTuple):
    """A run of the application.

    Attributes:
        opening: The first screen.
        kept: The saved games.
        screens: The screens to look at, by name, with what leads from each to the next.
    """

    opening: Opening | None
    kept: Shelf
    screens: dict[str, Steps]


SIZES = ((36, 12), (60, 20), (100, 30))  # the last one gets the keys
TODAY = date(2026, 11, 22)
FOUR = "1...|..3.|.4..|...2".replace("|", "")
SOLUTION = "1324423124133142"
CAGES = {((0, 0), (0, 1), (1, 0)): 7, ((0, 2), (0, 3), (1, 3)): 8, ((2, 2), (3, 2)): 7}


def four() -> Puzzle:
    """Return a small Sudoku with one solution."""
    return Puzzle.sudoku(FOUR)


def nine() -> Puzzle:
    """Return a Sudoku of the usual size."""
    return load(EXAMPLES / "escargot.txt")


def killer() -> Puzzle:
    """Return a small killer with one solution."""
    cages = {((1, 1), (1, 2), (2, 1)): 9, ((2, 0), (3, 0), (3, 1)): 6, ((2, 3), (3, 3)): 3}
    return Puzzle.killer(4, CAGES | cages)


def shelf(*games: Game) -> Shelf:
    """Return saved games in memory, all played on the same day."""
    store = Store(":memory:", clock=lambda: datetime(2026, 11, 22, 9, 5, tzinfo=UTC))
    for game in games:
        store.add(game)
    store.prefer("settings", {"theme": "dark"})
    return Shelf(store)


@asynccontextmanager
async def running(
    opening: Opening | None = None,
    *,
    kept: Shelf | None = None,
    size: tuple[int, int] = SIZES[-1],
) -> AsyncIterator[tuple[PandokuApp, AppPilot]]:
    """Run the application without a terminal and with a stopped clock."""
    app = PandokuApp(opening or Opening(), kept or shelf(), today=TODAY, clock=lambda: 0.0)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def until(pilot: AppPilot, words: str) -> None:
    """Wait until a text is on the screen, for work in the background."""
    for _ in range(500):
        if words in shown(pilot):
            return
        await pilot.pause(0.01)
    raise AssertionError(f"expected {words!r} on the screen, found\n{shown(pilot)}")


def shown(pilot: AppPilot) -> str:
    """Return the characters on the screen."""
    screen = pilot.app.screen
    strips = screen._compositor.render_strips()
    return "\n".join("".join(s.text for s in strip).rstrip() for strip in strips)


async def written(session: Session, sizes: tuple[tuple[int, int], ...] = SIZES) -> dict[str, str]:
    """Return the screens of a session as text, by name and window: "home-100x30"."""
    texts = {}
    async with running(session.opening, kept=session.kept) as (_, pilot):
        for name, steps in session.screens.items():
            await steps(pilot)
            for width, height in sizes:
                await pilot.resize_terminal(width, height)
                texts[f"{name}-{width}x{height}"] = await settled(pilot)
    return texts


async def settled(pilot: AppPilot) -> str:
    """Return the characters on the screen when five looks in a row see the same.

    A new size of the window is laid out in several messages, some of which arrive after a pause.
    """
    seen: list[str] = []
    for _ in range(500):
        await pilot.pause(0.01)
        seen = [*seen[-4:], shown(pilot)]
        if len(seen) == 5 and len(set(seen)) == 1:
            return seen[-1]
    raise AssertionError(f"expected a screen at rest, found\n{seen[-1]}")


def keys(*pressed: str) -> Steps:
    """Return steps that press keys, or wait for a text in <>."""

    async def press(pilot: AppPilot) -> None:
        for key in pressed:
            if key.startswith("<"):
                await until(pilot, key[1:-1])
            else:
                await pilot.press(key)
        await pilot.pause()

    return press


async def _drill(pilot: AppPilot) -> None:
    from pandoku.terminal.screens.drill import DrillScreen

    pilot.app.push_screen(DrillScreen("full-house", 0))
    await until(pilot, "Full house:")


def sessions() -> dict[str, Session]:
    """Return what is looked at: in each session, what is done before each screen."""
    played = Game.start(four()).place("r1c2", 3).enter("corner", 2, "r1c3 r2c1")
    almost = Game.start(four())
    for cell, digit in enumerate(SOLUTION):
        if FOUR[cell] == "." and cell != 14:
            almost = almost.place(cell, int(digit), at_ms=1000 * cell)
    at_home = {
        "home": keys(),
        "settings": keys("s"),
        "help": keys("escape", "question_mark"),
        "new": keys("escape", "n", "<Difficulty>"),
        "open": keys("escape", "o", *"1x34", "enter", "<!>"),
        "course": keys("escape", "c", "<Full house>"),
        "stop": keys("enter", "<What to look for>"),
        "drills": keys("escape", "escape", "t", "<Full house>"),
        "drill": _drill,
    }
    in_play = {
        "play": keys(
            "<average player>", "right", "right", "H", "<Look at>", "H", "<there is>", "H", "<●●●>"
        ),
        "name": keys("escape", "m"),
        "choose": keys("enter", "u", "m", "enter", "apostrophe"),
    }
    in_the_end = {
        "solved": keys("<average player>", "up", "left", "left", "4", "<What the coach>"),
        "coach": keys("enter", "<The whole game>", "down"),
    }
    return {
        "home": Session(None, shelf(played, Game.start(killer())), at_home),
        "play": Session(Opening(game=played), shelf(), in_play),
        "cage": Session(
            Opening(puzzle=killer()), shelf(), {"cage": keys("<average player>", "right")}
        ),
        "end": Session(Opening(game=almost), shelf(), in_the_end),
    }
