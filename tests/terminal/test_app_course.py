"""The course on the screen: from a stop to its drills, its puzzle, and the next stop."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from pandoku.play.learned import Fact
from pandoku.play.opening import Opening
from pandoku.play.stops import Stop, get_stop
from pandoku.terminal.screens import course as course_screens
from pandoku.terminal.screens.course import CourseScreen, StopScreen
from pandoku.terminal.screens.drill import DrillScreen
from pandoku.terminal.screens.play import Play
from tests.terminal.app_screens import running, shown, until

XWING = get_stop("x-wing")


def test_a_stop_leads_from_its_lesson_through_its_drills_to_its_puzzle() -> None:
    async def run() -> None:
        async with running(Opening(stop="full-house")) as (app, pilot):
            await until(pilot, "Why it works")
            assert app.shelf.learned().facts == {Fact("lesson", "full-house")}
            await pilot.press("enter")
            await until(pilot, "write the digit")
            assert isinstance(app.screen, DrillScreen)
            drill = app.screen._drill
            assert drill is not None
            (cell, digit), *_ = drill.steps[0].placements
            app.screen._board.select([cell], cell)
            await pilot.press(str(digit), "enter")
            await until(pilot, "1 of 3")
            await pilot.press("escape")
            await until(pilot, "drill 1/3")
            app.shelf.learn(Fact("drill", "full-house", str(n)) for n in range(3))
            await pilot.press("enter")
            await until(pilot, "r1c1")
            assert isinstance(app.screen, Play)
            assert app.screen.game.puzzle == get_stop("full-house").puzzle

    asyncio.run(run())


def test_enter_does_not_skip_a_lesson_that_is_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    may_load, load = Event(), course_screens._lessons

    def lessons(stop: Stop) -> object:
        may_load.wait(60)
        return load(stop)

    monkeypatch.setattr(course_screens, "_lessons", lessons)

    async def run() -> None:
        async with running(Opening(stop="full-house")) as (app, pilot):
            await until(pilot, "loading")
            await pilot.press("enter", "enter")
            await pilot.pause()
            assert isinstance(app.screen, StopScreen)
            assert not app.shelf.learned().facts
            may_load.set()
            await until(pilot, "Why it works")
            await pilot.press("enter")
            await until(pilot, "write the digit")

    try:
        asyncio.run(run())
    finally:
        may_load.set()


@pytest.mark.turns(3)
def test_a_drill_counts_only_without_hints() -> None:
    async def run() -> None:
        async with running(Opening(drill="full-house")) as (app, pilot):
            await until(pilot, "write the digit")
            assert isinstance(app.screen, DrillScreen)
            drill = app.screen._drill
            assert drill is not None
            await pilot.press("H")
            await until(pilot, "Look at")
            (cell, digit), *_ = drill.steps[0].placements
            app.screen._board.select([cell], cell)
            await pilot.press(str(digit), "enter")
            await until(pilot, "does not count")
            assert app.shelf.drill_results() == {"full-house": (0, 1)}
            await pilot.press("n")
            await until(pilot, "write the digit")
            await pilot.press("H")
            await until(pilot, "Look at")
            await pilot.press("escape")
            assert app.shelf.drill_results() == {"full-house": (0, 2)}
            assert app.shelf.learned().facts == set()

    asyncio.run(run())


def test_a_drill_states_further_rules() -> None:
    async def run() -> None:
        async with running(Opening(drill="thermometer")) as (app, pilot):
            await until(pilot, "increase from the bulb")
            assert isinstance(app.screen, DrillScreen)

    asyncio.run(run())


@pytest.mark.turns(3)
def test_the_end_of_a_puzzle_leads_to_the_next_stop() -> None:
    async def run() -> None:
        game = Opening(stop="x-wing", part="puzzle")
        async with running(game) as (app, pilot):
            await until(pilot, "r1c1")
            assert isinstance(app.screen, Play)
            solution = app.screen.game.judge().solution
            assert solution is not None
            empty = [cell for cell, given in enumerate(XWING.puzzle.givens) if not given]
            for cell in empty[:-1]:
                app.screen.game = app.screen.game.place(cell, solution[cell])
            app.screen._board.select([empty[-1]], empty[-1])
            await pilot.press(str(solution[empty[-1]]))
            await until(pilot, "Go on with the course")
            assert app.shelf.learned().at(XWING).is_solved
            await pilot.press("enter")
            await until(pilot, "What to look for")
            assert isinstance(app.screen, StopScreen)
            await pilot.press("c")
            await until(pilot, "Killer")

    asyncio.run(run())


@pytest.mark.turns(3)
def test_the_list_shows_progress_and_each_stop_can_be_chosen() -> None:
    async def run() -> None:
        async with running(None) as (app, pilot):
            app.shelf.learn([Fact("puzzle", "hidden-single"), Fact("lesson", "naked-single")])
            await pilot.press("c")
            await until(pilot, "0 of 30 stops done")
            assert isinstance(app.screen, CourseScreen)
            assert "✓ puzzle" in shown(pilot)
            await pilot.press("down", "down", "enter")
            await until(pilot, "stop 3 of 15, Sudoku")
            await pilot.press("n")
            await until(pilot, "stop 4 of 15, Sudoku")
            await pilot.press("b", "b", "b", "b", "b")
            await until(pilot, "stop 1 of 15, Sudoku")

    asyncio.run(run())
