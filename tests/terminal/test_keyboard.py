"""Keys as the bytes that terminals send, through the parser of the driver."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App
from textual.widgets import TextArea

from pandoku import Puzzle
from pandoku.play import Game
from pandoku.play.opening import Opening
from pandoku.terminal.app import PandokuApp
from pandoku.terminal.keyboard import KeyParser, PatientDriver
from pandoku.terminal.screens.drill import DrillScreen
from pandoku.terminal.screens.home import Home
from pandoku.terminal.screens.play import Play
from pandoku.terminal.shelf import Shelf
from tests.data import IS_FULL
from tests.terminal.app_screens import AppPilot, nine, running, shown, until

Send = Callable[[str], Awaitable[None]]
Steps = Callable[[PandokuApp, AppPilot, Send], Awaitable[None]]


@pytest.fixture(autouse=True)
def without_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the time that a puzzle takes. Its computation delays keys on a busy machine."""
    monkeypatch.setattr(Shelf, "expected_time", lambda shelf, puzzle: None)


SHIFTED = "!@#$%^&*("
CENTER = {
    "Esc and the digit (xterm, VTE, tmux, screen, the Linux console)": "\x1b{digit}",
    "kitty": "\x1b[{code};3u",
    "kitty with Num Lock": "\x1b[{code};131u",
    "kitty on a Mac, where Option types a character": "\x1b[{code};3;8734u",
    "modifyOtherKeys": "\x1b[27;3;{code}~",
    "kitty, Ctrl": "\x1b[{code};5u",
    "modifyOtherKeys, Ctrl": "\x1b[27;5;{code}~",
}
CORNER = {
    "any terminal": "{shifted}",
    "kitty": "\x1b[{code};2;{shifted_code}u",
    "kitty without text": "\x1b[{code};2u",
    "kitty on a German keyboard": "\x1b[{code};2;34u",
    "modifyOtherKeys": "\x1b[27;2;{shifted_code}~",
    "modifyOtherKeys in the form of kitty": "\x1b[{shifted_code};2u",
}


def sequence(form: str, digit: int) -> str:
    """Return the bytes of a terminal for a digit with a held key."""
    shifted = SHIFTED[digit - 1]
    return form.format(
        digit=digit, code=ord(str(digit)), shifted=shifted, shifted_code=ord(shifted)
    )


def play(steps: Steps, opening: Opening | None = None) -> None:
    """Run the application with a Sudoku and hand it bytes as its driver does."""

    async def run() -> None:
        async with running(opening or Opening(puzzle=nine())) as (app, pilot):
            parser = KeyParser(lambda: isinstance(app.focused, TextArea))

            async def send(text: str) -> None:
                for event in parser.feed(text):
                    event.set_sender(app)
                    assert app._driver is not None
                    app._driver.send_message(event)
                await pilot.pause()

            await steps(app, pilot, send)

    asyncio.run(run())


def game_of(app: PandokuApp) -> Game:
    assert isinstance(app.screen, Play)
    return app.screen.game


async def reached(pilot: AppPilot, value: Callable[[], int], expected: int, of: str) -> None:
    """Wait until a value is as expected, because a busy machine is slow to act on keys."""
    for _ in range(500):
        if value() == expected:
            return
        await pilot.pause(0.01)
    assert value() == expected, of


@pytest.mark.turns(3)
def test_alt_or_ctrl_and_a_digit_is_a_center_mark_in_every_terminal() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        for cell, (terminal, form) in enumerate(CENTER.items()):
            await send("".join(sequence(form, digit) for digit in range(1, 10)))
            await reached(pilot, lambda: game_of(app).marks.center[cell], 0b111111111, terminal)  # noqa: B023
            game = game_of(app)
            assert game.marks.corner[cell] == game.digits[cell] == 0, terminal
            await send("l")

    play(steps, Opening(puzzle=Puzzle(9)))


@pytest.mark.turns(3)
def test_shift_and_a_digit_is_a_corner_mark_in_every_terminal() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        for cell, (terminal, form) in enumerate(CORNER.items()):
            await send("".join(sequence(form, digit) for digit in range(1, 10)))
            await reached(pilot, lambda: game_of(app).marks.corner[cell], 0b111111111, terminal)  # noqa: B023
            game = game_of(app)
            assert game.marks.center[cell] == game.digits[cell] == 0, terminal
            await send("l")

    play(steps, Opening(puzzle=Puzzle(9)))


def test_a_drill_takes_no_corner_marks() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        await until(pilot, "Full house:")
        screen = app.screen
        assert isinstance(screen, DrillScreen)
        before = screen._game
        for digit in range(1, 10):
            await send(sequence("{shifted}", digit))
        assert screen._game is before

    play(steps, Opening(drill="full-house"))


def test_a_digit_without_a_held_key_is_a_digit() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        for cell, key in enumerate(
            ("5", "\x1b[53;;53u", "\x1b[53;129;53u", "\x1bOu", "\x1b[57404u"), 1
        ):
            await send(f"l{key}")
            await reached(pilot, lambda: game_of(app).digits[cell], 5, repr(key))  # noqa: B023

    play(steps, Opening(puzzle=Puzzle(9)))


@pytest.mark.turns(3)
def test_esc_and_a_letter_typed_fast_are_two_keys() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        await send("H")
        await until(pilot, "●○○○○")
        await send("\x1bl2")
        assert "●○○○○" not in shown(pilot)
        assert game_of(app).digits[1] == 2
        board = app.screen.query_one("EntryBoard")
        await send("\x1bb")  # textual reads Ctrl-Left
        assert board.selection == {1}  # type: ignore[attr-defined]
        await send("\x1bf\x1b?")
        await until(pilot, "a corner mark in any mode")
        assert game_of_below(app).marks.center[1 + 1] > 0

    def game_of_below(app: PandokuApp) -> Game:
        screen = app.screen_stack[-2]
        assert isinstance(screen, Play)
        return screen.game

    play(steps)


@pytest.mark.turns(3)
@pytest.mark.parametrize("alt", ["\x1b[98;3u", "\x1b[27;3;98~"])
def test_alt_and_a_letter_where_the_terminal_says_so_does_nothing(alt: str) -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        before = game_of(app), shown(pilot)
        await send(alt)
        assert (game_of(app), shown(pilot)) == before

    play(steps)


def test_in_a_text_alt_and_a_letter_moves_by_words_and_leaves_nothing() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        await send("o")
        await until(pilot, "The name of a file")
        await send("one two")
        await send("\x1bb")
        await send("\x1b[49;2;33u")
        assert app.screen.query_one(TextArea).text == "one !two"
        assert not isinstance(app.screen, Home)

    play(steps, Opening())


async def solution_known(app: PandokuApp, pilot: AppPilot) -> None:
    assert isinstance(app.screen, Play)
    for _ in range(2000):
        if app.screen._judge is not None:
            return
        await pilot.pause(0.01)
    raise AssertionError("expected the solution within 20 seconds")


OTHER_KEYS = ("l", "x", "\x1b[C", "5", "!", "p", "\x1b ", "\x1b[<0;3;3M")


@pytest.mark.turns(3)
@pytest.mark.parametrize("twice", ["G", "R"])
def test_a_key_that_has_to_be_pressed_twice_is_forgotten_at_any_other_key(twice: str) -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        await solution_known(app, pilot)
        await send("l2")
        for between in OTHER_KEYS if IS_FULL else OTHER_KEYS[twice == "R" :: 2]:
            await send(twice)
            assert "press again" in shown(pilot)
            await send(between)
            assert "press again" not in shown(pilot)
            assert game_of(app).digits[1] == 2
            assert not game_of(app).is_solved
        await send(twice * 2)
        if twice == "R":
            assert game_of(app).digits == game_of(app).puzzle.givens
        else:
            await until(pilot, "The solution was shown")

    play(steps)


def test_a_key_that_has_to_be_pressed_twice_is_forgotten_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pandoku.terminal.twice._SURE_S", 1.5)

    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        await send("l2R")
        await until(pilot, "press again")
        for _ in range(500):  # a busy machine is late
            await pilot.pause(0.02)
            if "press again" not in shown(pilot):
                break
        assert "press again" not in shown(pilot)
        await send("R")
        assert game_of(app).digits[1] == 2

    play(steps)


def test_shift_and_digits_never_give_the_game_away() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot, send: Send) -> None:
        await solution_known(app, pilot)
        await send("l!@\x1b[C!!")
        game = game_of(app)
        assert not game.is_solved
        assert game.marks.corner[1:3] == (0b11, 0)

    play(steps)


def test_a_key_before_the_first_screen_is_read_as_a_key() -> None:
    driver = PatientDriver.__new__(PatientDriver)
    driver._app = App[None]()
    assert not driver._is_writing()
