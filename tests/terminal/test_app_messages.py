"""Messages, numbers that are being typed, the search for keys, and the home screen's lists."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date

import pytest
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widgets import OptionList

from pandoku.model import Puzzle
from pandoku.play import Game
from pandoku.play.daily import WEEKLY, first_day
from pandoku.play.next_thing import NextThing, next_thing
from pandoku.play.opening import Opening
from pandoku.play.stops import COURSE
from pandoku.play.store import Store
from pandoku.terminal import entry
from pandoku.terminal.app import PandokuApp
from pandoku.terminal.beginning import continued_text
from pandoku.terminal.board import BoardView
from pandoku.terminal.entry import EntryBoard
from pandoku.terminal.hints import HintPane
from pandoku.terminal.palette import COLOR_LETTERS
from pandoku.terminal.screens.help import KEYS, matching_keys
from pandoku.terminal.screens.play import Play
from pandoku.terminal.widgets import FootLine
from tests.terminal.app_screens import (
    FOUR,
    SOLUTION,
    TODAY,
    AppPilot,
    four,
    nine,
    running,
    shelf,
    shown,
    until,
)

Steps = Callable[[PandokuApp, AppPilot], Awaitable[None]]
LONG = " ".join(f"word{n}" for n in range(20))


def play(steps: Steps, what: Puzzle | Game, size: tuple[int, int] = (100, 30)) -> None:
    """Run the application with a game, and take some steps."""

    async def run() -> None:
        opening = Opening(game=what) if isinstance(what, Game) else Opening(puzzle=what)
        async with running(opening, size=size) as (app, pilot):
            await steps(app, pilot)

    asyncio.run(run())


def solved() -> Game:
    """Return a solved game of the small Sudoku."""
    game = Game.start(four())
    for cell, digit in enumerate(SOLUTION):
        if FOUR[cell] == ".":
            game = game.place(cell, int(digit), at_ms=60_000)
    return game


@pytest.mark.turns(3)
def test_a_hint_moves_to_the_last_line_when_its_pane_goes_and_back() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        foot = app.screen.query_one(FootLine)
        await pilot.press("H")
        await until(pilot, "Hint ●")
        for size, is_in_foot in (((40, 20), True), ((100, 30), False)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert ("Look at" in foot.text) is is_in_foot, size
            assert "Look at" in shown(pilot), size
        foot.say("saved: one; ' goes back")
        await pilot.resize_terminal(40, 20)
        await pilot.pause()
        assert foot.text.startswith("saved")  # news stay until the next key

    play(steps, nine())


def test_a_message_leaves_the_board_alone_and_ends_with_the_next_key() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        screen = app.screen
        assert isinstance(screen, Play)
        board = screen.query_one(BoardView)
        for text in ("short", LONG):
            before = board.region
            screen.say(text)
            await pilot.pause()
            assert text.split()[-1] in shown(pilot)
            assert "H hint" in shown(pilot)
            assert board.region == before
            assert all(not board.region.overlaps(line.region) for line in screen.query("FootLine"))
            await pilot.press("right")
            await pilot.pause()
            assert text.split()[-1] not in shown(pilot)
        screen.say("to stay", lasts=True)
        await pilot.press("right")
        assert "to stay" in shown(pilot)

    play(steps, nine())


def test_a_new_hint_scrolls_its_pane_to_the_start() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        about = app.screen.query_one("#about", VerticalScroll)
        about.virtual_size = Size(about.size.width, 200)
        about.scroll_to(y=50, animate=False)
        await pilot.pause()
        await pilot.press("H")
        await until(pilot, "Hint ")
        await pilot.pause()
        assert about.scroll_y == 0

    play(steps, nine())


def test_the_first_digit_of_a_number_is_shown_until_it_is_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(entry, "_TYPING_S", 60)  # a busy machine is slow

    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        screen = app.screen
        assert isinstance(screen, Play)
        for keys in (["enter", "right"], ["right"], ["down"]):
            await pilot.press("1")
            await pilot.pause()
            assert shown(pilot).count("1_") == 2  # in the cell, and in the message
            assert "10-12 with a second digit" in shown(pilot)
            await pilot.press(*keys)
            await pilot.pause()
            assert "1_" not in shown(pilot)
        assert screen.game.digits[:4] == (1, 1, 1, 0)
        assert not any(move.verb == "check" for move in screen.game.moves)

    play(steps, Puzzle.latin([[0] * 12] * 12), (140, 40))


def test_colors_stand_on_their_keys() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        app.theme = "pandoku-plain"
        await pilot.press("v")
        await pilot.pause()
        for number, letter in enumerate(COLOR_LETTERS, 1):
            assert f"{number}{letter}" in shown(pilot)
        await pilot.press("z")
        await pilot.pause()
        assert "9I" not in shown(pilot)

    play(steps, nine())


def test_keys_are_found_by_words() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("question_mark", *"redo")
        await pilot.pause()
        assert "Ctrl-Y" in shown(pilot)
        assert "checkpoint" not in shown(pilot)
        await pilot.press("escape")
        await until(pilot, "r1c1")

    play(steps, four())
    assert matching_keys([]) == {title: [*rows] for title, rows in KEYS.items()}
    assert matching_keys(["no", "such", "key"]) == {}


def test_a_palette_entry_takes_one_line() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("ctrl+p")
        await until(pilot, "Ctrl-Z")
        options = app.screen.query_one(OptionList).options
        assert len(options) > 10
        assert not any("\n" in str(option.prompt) for option in options)

    play(steps, four())


@pytest.mark.parametrize("typed", ["", "aR7"])
def test_keys_that_come_after_the_end_are_no_failure(typed: str) -> None:
    """The palette still searches, and keys still arrive, when the screens are gone."""

    async def steps(app: PandokuApp, _: AppPilot) -> None:
        app.simulate_key("ctrl+p")
        await asyncio.sleep(0)
        for key in typed:
            app.simulate_key(key)

    play(steps, four())  # raises the failure


def test_a_game_that_continues_says_so() -> None:
    begun = Game.start(four()).place("r1c2", 3, at_ms=65_000)
    assert continued_text(begun) == "Continued: 1 of 12 cells, 1:05. R starts over."
    assert continued_text(Game.start(four())) == continued_text(solved()) == ""

    async def run() -> None:
        async with running(Opening(puzzle=four()), kept=shelf(begun)) as (_, pilot):
            assert "Continued: 1 of 12 cells" in shown(pilot)
            await pilot.press("right")
            await pilot.pause()
            assert "Continued" not in shown(pilot)

    asyncio.run(run())


def test_home_lists_finished_games_and_counts_them() -> None:
    async def run() -> None:
        async with running(kept=shelf(solved(), solved()), size=(80, 24)) as (_, pilot):
            await until(pilot, "2 games solved in")
            assert shown(pilot).count("✓    1:00  Sudoku 4x4  today") == 2
            assert "No games in progress" in shown(pilot)
            await pilot.resize_terminal(40, 20)
            await pilot.pause(0.05)
            assert "Finished" not in shown(pilot)
            await pilot.press("tab")
            await until(pilot, "Finished")

    asyncio.run(run())


def test_the_next_thing_is_a_game_then_today_then_the_course() -> None:
    with Store(":memory:") as store:
        assert next_thing(store, TODAY) == NextThing(daily=TODAY)
        begun = store.add(Game.start(four()))
        assert next_thing(store, TODAY) == NextThing(saved=begun)
        store.remove(begun)
        store.add(solved(), kind="sudoku", daily=TODAY)
        assert next_thing(store, TODAY) == NextThing(stop=COURSE[0].name)
        assert next_thing(store, date(2026, 11, 23)).daily == date(2026, 11, 23)
    assert NextThing(stop="x-wing").command == "pandoku course x-wing --plain"


def test_the_home_screen_offers_the_variant_of_the_week_and_continues_it_on_other_days() -> None:
    async def run() -> None:
        kept = shelf()
        game = Game.start(four()).place(1, 3)
        begun = kept.begin(game, kind=WEEKLY, daily=first_day(TODAY, WEEKLY))
        async with running(kept=kept) as (app, pilot):
            assert "Little killers, begun" in shown(pilot)
            await pilot.press("v")
            await pilot.pause()
            assert isinstance(app.screen, Play)
            assert app.screen.game.digits == game.digits
        kept.remove(begun)
        async with running(kept=kept) as (_, pilot):
            assert "Little killers, begun" not in shown(pilot)
            await pilot.press("v")
            await until(pilot, "Little killers, week of November 16, 2026, medium")
        assert kept.daily(first_day(TODAY, WEEKLY), WEEKLY) is not None

    asyncio.run(run())


def test_a_window_without_a_pane_says_what_the_key_for_hints_does_next() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        hints = app.screen.query_one(HintPane)
        while hints.hint is None or not hints.hint.is_whole:
            known = hints.hint
            await pilot.press("H")
            for _ in range(500):
                if hints.hint is not known:
                    break
                await pilot.pause(0.01)
            assert hints.hint is not known
            await pilot.pause()
        assert "H does it." in " ".join(shown(pilot).split())

    play(steps, nine(), (40, 20))


def test_a_hint_for_an_earlier_position_says_nothing() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        screen = app.screen
        assert isinstance(screen, Play)
        hint = screen.game.hint(1)
        empty = screen.game.digits.index(0)
        screen.game = screen.game.place(empty, int(SOLUTION[empty]))
        screen.on_hint_pane_given(HintPane.Given(hint))
        await pilot.pause()
        assert hint.text not in shown(pilot)

    play(steps, four(), (30, 14))


def test_digits_that_are_typed_fast_enter_cells_outside_the_last_frame() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        screen = app.screen
        assert isinstance(screen, Play)
        board = screen.query_one(BoardView)
        board.action_move("left")  # to the other edge, and no frame comes in between
        assert isinstance(board, EntryBoard)
        board.action_digit(7)
        assert screen.game.digits[24] == 7

    play(steps, Puzzle("." * 625), (40, 20))
