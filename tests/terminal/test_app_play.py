"""Playing in the application: keys, moves, hints, checks, and where they lead."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from textual import events
from textual.widgets import TextArea

from pandoku import explain
from pandoku.constraints import RULES, Difference, Thermometer
from pandoku.errors import StoreError
from pandoku.formats import load
from pandoku.logic import Hint
from pandoku.model import Puzzle
from pandoku.play import Game
from pandoku.play.opening import Opening, PuzzleRequest
from pandoku.play.store import Store
from pandoku.terminal.app import PandokuApp
from pandoku.terminal.background import Making
from pandoku.terminal.board import BoardView
from pandoku.terminal.grid import Size
from pandoku.terminal.hints import HintPane
from pandoku.terminal.screens.home import Home
from pandoku.terminal.screens.play import Play
from pandoku.terminal.shelf import Shelf
from pandoku.terminal.table import BoardWithPane
from pandoku.terminal.widgets import ClickableText
from tests.data import EXAMPLES, by_default
from tests.terminal.app_screens import (
    FOUR,
    SOLUTION,
    AppPilot,
    four,
    killer,
    nine,
    running,
    shelf,
    shown,
    until,
)

Steps = Callable[[PandokuApp, AppPilot], Awaitable[None]]


def play(steps: Steps, what: Puzzle | Game | None = None, kept: Shelf | None = None) -> None:
    """Run the application with a game, and take some steps."""

    async def run() -> None:
        opening = Opening(game=what) if isinstance(what, Game) else Opening(puzzle=what or four())
        async with running(opening, kept=kept) as (app, pilot):
            await steps(app, pilot)

    asyncio.run(run())


def game_of(app: PandokuApp) -> Game:
    assert isinstance(app.screen, Play)
    return app.screen.game


async def judged(app: PandokuApp, pilot: AppPilot) -> None:
    """Wait until the solution is known, which is looked for in the background."""
    assert isinstance(app.screen, Play)
    for _ in range(2000):
        if app.screen._judge is not None:
            return
        await pilot.pause(0.01)
    raise AssertionError("expected the solution within 20 seconds")


async def hint_of(app: PandokuApp, pilot: AppPilot, level: int) -> Hint:
    """Wait until a hint of a level is shown, and return it."""
    assert isinstance(app.screen, Play)
    for _ in range(1000):
        hint = app.screen._hints.hint
        if hint is not None and hint.level == level:
            return hint
        await pilot.pause(0.01)
    raise AssertionError(f"expected a hint of level {level} within 10 seconds")


async def type_at_once(app: PandokuApp, pilot: AppPilot, *keys: str) -> None:
    """Press keys without waiting for each, as they come from a slow line."""
    for key in keys:
        app.simulate_key(key)
    await pilot.pause()
    await pilot.pause(0.05)


def test_a_game_is_played_to_its_end_by_keyboard_and_saved() -> None:
    kept = shelf()

    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        for cell, digit in enumerate(SOLUTION[:7]):
            if cell not in (1, 4):
                await pilot.press(digit)
            await pilot.press("right", *(["down"] if cell % 4 == 3 else []))
        await until(pilot, "Solved")
        assert "no mistake" in shown(pilot)
        await pilot.press("escape")
        assert game_of(app).is_solved

    begun = "".join("." if at not in (1, 4) and at < 7 else d for at, d in enumerate(SOLUTION))
    play(steps, Puzzle.sudoku(begun), kept=kept)
    assert kept.games() == []  # it is finished


@pytest.mark.turns(3)
@pytest.mark.parametrize("symbols", ["0-3", "A-D", "W-Z"])
def test_keys_and_the_screen_have_the_digits_of_the_source(symbols: str) -> None:
    puzzle = Puzzle.sudoku("." * 4 + SOLUTION[4:]).replace(symbols=symbols)  # one row to fill in

    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        board = app.screen.query_one(BoardView)
        assert "".join(puzzle.label_of(d) for d in (1, 2, 3, 4)) == puzzle.symbols
        for cell, digit in enumerate(SOLUTION[:4]):
            await pilot.press(puzzle.label_of(int(digit)).lower())
            if cell < 3:
                assert game_of(app).digits[cell] == int(digit)
                assert f"  {puzzle.label_of(int(digit))}" in shown(pilot)
                await pilot.press("right")
        assert board.puzzle.symbols == puzzle.symbols
        await until(pilot, "Solved")

    play(steps, puzzle)


def test_keys_that_arrive_together_are_acted_on_in_order() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await type_at_once(app, pilot, "l", "2", "l", "4", "u", "3", "j", "l", "x", "1")
        assert game_of(app).digits[1:3] == (2, 3)
        assert game_of(app).marks.corner[7] == 1

    play(steps)


@pytest.mark.turns(3)
def test_modes_marks_and_erasing_in_layers() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("right", "x", "2", "c", "3", "4", "alt+2", "v", "5", "z", "2")
        marks = game_of(app).marks
        assert (marks.corner[1], marks.center[1], marks.colors[1]) == (2, 14, 16)
        assert game_of(app).digits[1] == 2
        for _ in range(4):
            await pilot.press("backspace")
        assert game_of(app).position == Game.start(four()).position
        await pilot.press("space", "space", "3")
        assert game_of(app).marks.center[1] == 4

    play(steps)


@pytest.mark.turns(3)
def test_undo_redo_checkpoints_and_going_back() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("right", "3", "m", "enter", "right", "4")
        await pilot.press("u", "ctrl+r")
        assert game_of(app).digits[:3] == (1, 3, 4)
        await pilot.press("apostrophe")
        assert game_of(app).digits[:3] == (1, 3, 0)
        await pilot.press("u")
        assert game_of(app).digits[:3] == (1, 3, 4)
        await judged(app, pilot)
        await pilot.press("b")
        assert game_of(app).digits[:3] == (1, 3, 0)
        await pilot.press("R", "R")
        assert game_of(app).digits == four().givens

    play(steps)


def test_hints_go_deeper_and_the_last_one_is_shown_before_it_is_done() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("H")
        await until(pilot, "●○○○○")
        for rungs in ("●●○○○", "●●●○○", "●●●●○", "H does it"):
            await pilot.press("H")
            await until(pilot, rungs)
        await until(pilot, "H does it")
        assert sum(map(bool, game_of(app).digits)) == four().n_givens
        await pilot.press("H")
        await until(pilot, "done")
        assert sum(map(bool, game_of(app).digits)) == four().n_givens + 1
        levels = [move.number for move in game_of(app).moves if move.verb == "hint"]
        assert levels == [1, 2, 3, 4, 5]
        assert "Hint" not in shown(pilot)

    play(steps)


def test_a_complete_hint_closes_when_a_digit_is_entered() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        for rungs in ("●○○○○", "●●○○○", "●●●○○", "●●●●○", "H does it"):
            await pilot.press("H")
            await until(pilot, rungs)
        hint = app.screen.query_one(HintPane).hint
        assert hint is not None
        assert hint.step is not None
        [(cell, digit)] = hint.step.placements
        for _ in range(cell):
            await pilot.press("right")
        wrong = digit % 4 + 1
        await pilot.press(str(wrong))
        await pilot.pause()
        assert app.screen.query_one(HintPane).hint is None
        await pilot.press("H")
        await until(pilot, "Hint")
        assert game_of(app).digits[cell] == wrong

    play(steps)


def test_hints_about_a_mistake_go_deeper_and_the_last_puts_it_right() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await judged(app, pilot)
        await pilot.press("right", "2", "H")
        await until(pilot, "Something in row 1")
        await pilot.press("H")
        await until(pilot, "2 at r1c2")
        assert game_of(app).digits[1] == 2
        await pilot.press("H")
        await until(pilot, "Suppose")
        await until(pilot, "H puts it right")
        assert game_of(app).digits[1] == 2
        await pilot.press("H")
        await until(pilot, "done")
        assert game_of(app).digits[1] == 0
        await pilot.press("u")
        await pilot.pause()
        assert game_of(app).digits[1] == 2

    play(steps)


def test_a_check_shows_what_is_wrong_and_full_but_wrong_is_said() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await judged(app, pilot)
        await pilot.press("right", "2", "enter")
        await until(pilot, "1 cell not right")
        await pilot.press("3", "enter")
        await until(pilot, "all right so far")

    play(steps)


@pytest.mark.turns(3)
def test_a_digit_of_two_figures_is_typed_or_stands_as_a_letter() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("1", "2", "right", "1", "down", "4", "slash", "a", "l", "slash", "l", "3")
        digits = game_of(app).digits
        assert (digits[0], digits[1], digits[13], digits[14]) == (12, 1, 10, 3)

    play(steps, Puzzle.latin([[0] * 12] * 12))


@pytest.mark.turns(3)
def test_the_cage_under_the_cursor_shows_its_combinations() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await until(pilot, "Cage 7  3 cells")
        assert "124" in shown(pilot)
        await pilot.press("1")
        await until(pilot, "6 left")

    play(steps, killer())


def test_a_pause_hides_the_board_and_a_press_goes_on() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("right", "3", "p")
        await until(pilot, "paused")
        assert "r1c2" not in shown(pilot)
        await pilot.press("p")
        await until(pilot, "r1c2")

    play(steps)


@pytest.mark.turns(3)
def test_a_window_without_room_for_a_cell_says_so_and_keys_wait_until_it_grows() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("right", "3")
        await pilot.resize_terminal(3, 2)
        await until(pilot, "too")
        before = game_of(app)
        assert isinstance(app.screen, Play)
        cursor = app.screen._board.cursor
        for key in ("right", "2", "alt+2", "f", "H", "u", "backspace", "R", "R", "x"):
            await pilot.press(key)
        await pilot.resize_terminal(100, 30)
        await until(pilot, "Z digit")
        assert game_of(app) is before
        assert game_of(app).digits[1] == 3
        assert app.screen._board.cursor == cursor

    play(steps)


@pytest.mark.turns(3)
def test_a_key_changes_no_cell_that_is_out_of_sight() -> None:
    async def run() -> None:
        sixteen = load(EXAMPLES / "sixteen.json")
        async with running(Opening(puzzle=sixteen), size=(30, 12)) as (app, pilot):
            assert isinstance(app.screen, Play)
            board = app.screen._board
            await pilot.press("right", "7", "enter")
            for key in ("5", "backspace", "alt+5"):
                before = game_of(app)
                board.select([], 1)
                board._wanted = (16 * 16 - 1,)  # as the wheel or a hint does
                board._change()
                await pilot.pause()
                assert not board.shows_cursor
                await pilot.press(key)
                await pilot.pause()
                assert game_of(app) is before
                assert board.shows_cursor
            await pilot.press("5", "enter")
            assert game_of(app).digits[1] == 5
            await pilot.press("tab")
            await until(pilot, "r1c2  5")
            await pilot.press("escape")
            assert isinstance(app.screen, Play)

    asyncio.run(run())


@pytest.mark.turns(3)
def test_the_solution_is_shown_to_who_gives_up_twice() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await judged(app, pilot)
        await pilot.press("G")
        assert not game_of(app).is_solved
        await pilot.press("G")
        await until(pilot, "The solution was shown")
        assert "solved" not in shown(pilot).lower()

    play(steps)


def test_two_windows_with_one_game_make_two_and_say_so(tmp_path: Path) -> None:
    here, elsewhere = Store(tmp_path / "games.sqlite"), Store(tmp_path / "games.sqlite")

    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("right", "2")
        (saved,) = elsewhere.games()
        elsewhere.append(saved.id, elsewhere.game(saved.id).place("r4c1", 3))
        await pilot.press("right", "3")
        assert "another window" in shown(pilot)
        assert len(elsewhere.games()) == 2

    play(steps, kept=Shelf(here))


def test_a_puzzle_with_several_solutions_is_playable_and_says_so() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await until(pilot, "several solutions")
        await pilot.press("1")
        assert game_of(app).digits[0] == 1

    play(steps, Puzzle.sudoku("." * 16))


class Full(Store):
    """A store on a full disk."""

    def append(self, number: int, game: Game) -> int:
        """Raise StoreError."""
        raise StoreError("the disk is full")


def test_play_goes_on_when_nothing_can_be_saved() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("right", "3")
        await until(pilot, "play goes on")
        await pilot.press("right", "2")
        assert game_of(app).digits[:3] == (1, 3, 2)

    play(steps, kept=Shelf(Full(":memory:")))


def test_a_file_that_is_no_store_is_left_alone_and_said(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"no database" * 100)
    kept = Shelf.of(path)
    assert "memory" in kept.trouble
    assert kept.begin(Game.start(four())) > 0
    assert path.read_bytes() == b"no database" * 100


@pytest.mark.turns(3)
@pytest.mark.skipif(sys.platform == "win32", reason="a damaged file is not renamed there")
@pytest.mark.parametrize("opening", [Opening(), Opening(puzzle=four())])
def test_a_damaged_file_is_kept_and_said_and_the_game_is_saved_in_a_new_one(
    opening: Opening, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite"
    Store(path).close()
    path.write_bytes(path.read_bytes().replace(b"CHECK (state", b"CHECK (\xb4tate"))
    kept = Shelf.of(path)

    async def run() -> None:
        async with running(opening, kept=kept) as (_, pilot):
            assert "is damaged" in " ".join(shown(pilot).split())
            await pilot.press("question_mark", "escape")
            assert kept.trouble == ""

    asyncio.run(run())
    assert kept.begin(Game.start(four())) > 0
    kept.close()
    assert (tmp_path / "games-damaged-1.sqlite").exists()
    with Store(path) as store:
        assert store.games()


@pytest.mark.parametrize("change", ["puzzle = '{'", "digits = x'01'"])
def test_a_damaged_game_is_left_out_of_the_list(change: str, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Store(path) as store:
        store.add(Game.start(four()), title="Damaged")
        store.add(Game.start(four()), title="Sound")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute(f"UPDATE games SET {change} WHERE id = 1")
    kept = Shelf.of(path)

    async def run() -> None:
        async with running(kept=kept) as (_, pilot):
            assert "Sound" in shown(pilot)
            assert "Damaged" not in shown(pilot)

    asyncio.run(run())
    kept.close()


@pytest.mark.turns(3)
def test_a_new_puzzle_is_made_in_the_background_and_a_saved_game_goes_on() -> None:
    kept = shelf()

    async def run() -> None:
        async with running(Opening(wish=PuzzleRequest("sudoku", 4)), kept=kept) as (app, pilot):
            await until(pilot, "Z digit")
            await pilot.press("q")
            assert isinstance(app.screen, Home)
            await pilot.press("enter")
            assert game_of(app).puzzle.order == 4

    asyncio.run(run())
    assert len(kept.games()) == 1


@pytest.mark.turns(3)
def test_making_a_puzzle_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Making, "_run", lambda _: None)  # it takes as long as one waits

    async def run() -> None:
        async with running(Opening(wish=PuzzleRequest("killer", 9, "hard"))) as (app, pilot):
            await until(pilot, "making a puzzle")
            await pilot.press("escape")
            await until(pilot, "stopped")
            await pilot.press("escape")
            assert isinstance(app.screen, Home)

    asyncio.run(run())


@pytest.mark.turns(3)
def test_a_puzzle_is_opened_from_a_file_or_pasted(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{FOUR}\n{FOUR[::-1]}\n", encoding="utf-8")

    async def run() -> None:
        async with running() as (app, pilot):
            await pilot.press("o")
            app.screen.query_one(TextArea).text = str(path)
            await pilot.press("enter")
            await until(pilot, "Puzzle 2")
            await pilot.press("down", "enter")
            assert game_of(app).puzzle.givens[0] == 2
            await pilot.press("q")
            app.screen.post_message(events.Paste(FOUR))
            await until(pilot, "Z digit")
            assert game_of(app).puzzle.givens[0] == 1

    asyncio.run(run())


@pytest.mark.turns(3)
def test_every_action_is_in_the_palette_with_its_key() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await pilot.press("right", "3", "ctrl+p", *"undo")
        await until(pilot, "Ctrl-Z")
        await pilot.press("down", "enter")
        for _ in range(500):
            if isinstance(app.screen, Play) and not game_of(app).digits[1]:
                return
            await pilot.pause(0.01)
        raise AssertionError("expected the digit taken back")

    play(steps)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_leaving_ends_with_status_0(key: str) -> None:
    async def run() -> None:
        async with running() as (app, pilot):
            await pilot.press(key)
            await pilot.pause()
        assert app.return_code == 0

    asyncio.run(run())


@pytest.mark.turns(3)
@pytest.mark.parametrize("size", [(40, 20), (37, 19), (50, 19), (57, 20)][:: by_default(2, full=1)])
def test_a_hint_can_be_read_whole_where_there_is_no_pane(size: tuple[int, int]) -> None:
    async def run() -> None:
        async with running(Opening(puzzle=nine()), size=size) as (app, pilot):
            assert isinstance(app.screen, Play)
            assert not app.screen.query_one(BoardWithPane).has_pane
            for level in range(1, 6):
                await pilot.press("H")
                hint = await hint_of(app, pilot, level)
            words = hint.text.split()
            await until(pilot, " ".join(words[:2]))
            seen = shown(pilot).split()
            while words[-1] not in shown(pilot).split():
                await pilot.press("pagedown")
                seen += shown(pilot).split()
            assert {*words} <= {*seen}
            board = app.screen._board
            assert all(board._view and board._view.shows(cell) for cell in hint.cells)
            await pilot.press("escape")
            assert "Hidden single" not in shown(pilot)

    asyncio.run(run())


@pytest.mark.turns(3)
def test_a_message_longer_than_the_window_scrolls_to_its_end() -> None:
    words = [f"word{n}" for n in range(200)]

    async def run() -> None:
        async with running(Opening(puzzle=nine()), size=(40, 20)) as (app, pilot):
            assert isinstance(app.screen, Play)
            app.screen.say(" ".join(words))
            await pilot.pause()
            seen = set(shown(pilot).split())
            assert "PgDn" in seen
            for _ in range(20):
                await pilot.press("pagedown")
                seen |= set(shown(pilot).split())
            assert {*words} <= seen
            assert "PgDn" not in shown(pilot)
            await pilot.press(*["pageup"] * 20)
            assert "word0 " in shown(pilot)

    asyncio.run(run())


@pytest.mark.turns(3)
def test_the_size_of_cells_is_kept_for_puzzles_of_the_same_order() -> None:
    kept = shelf()

    async def size_after(puzzle: Puzzle, *pressed: str) -> Size | None:
        async with running(Opening(puzzle=puzzle), kept=kept, size=(80, 24)) as (app, pilot):
            await pilot.press(*pressed)
            return app.screen.query_one(BoardView).shown_size

    async def run() -> None:
        assert await size_after(nine(), "minus") == "wide"
        assert await size_after(Puzzle(9)) == "wide"
        assert await size_after(four()) == "large"
        assert await size_after(nine(), "plus") == "medium"
        assert await size_after(Puzzle(9)) == "medium"
        kept.prefer("cell-sizes", "damaged")
        assert await size_after(nine()) == "medium"

    asyncio.run(run())


def test_page_keys_move_by_a_box_if_there_is_no_text_to_scroll() -> None:
    async def run() -> None:
        async with running(Opening(puzzle=nine()), size=(80, 24)) as (app, pilot):
            board = app.screen.query_one(BoardView)
            await pilot.press("pagedown", "pagedown", "pageup")
            assert board.cursor == 27

    asyncio.run(run())


def test_without_a_pane_the_title_names_the_mode() -> None:
    async def run() -> None:
        async with running(Opening(puzzle=nine()), size=(50, 20)) as (_, pilot):
            await pilot.press("x", "right", "2")
            assert shown(pilot).split("\n")[0].split() == ["Sudoku", "9x9", "corner", "0:00"]

    asyncio.run(run())


def test_the_pane_lists_constraints_and_the_board_marks_their_conflicts() -> None:
    puzzle = Puzzle(4).with_(Thermometer("r1c1 r2c2 r3c2"), Difference("r1c3 r1c4"))

    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        assert isinstance(app.screen, Play)
        pane = app.screen.query_one("#constraints", ClickableText).content
        heading, *drawn = str(pane).split("\n")
        assert heading == "●━ thermometer  r1c1 r2c2 r3c2"
        assert drawn[0].strip() == "●"
        assert drawn[5:] == [
            RULES["thermometer"].text,
            "○ difference 1  r1c3 r1c4",
            "Digits beside a white dot differ by 1.",
        ]
        await pilot.press("4")
        await pilot.pause()
        assert app.screen.query_one(BoardView).mistakes == {0}
        await pilot.press("w")  # an engine that can be watched knows only houses and cages
        await until(pilot, "no engine that can be watched")

    play(steps, puzzle)


def finished(minutes: float) -> Game:
    """Return a solved game of the small Sudoku that took a number of minutes."""
    game = Game.start(four())
    for cell, digit in enumerate(SOLUTION):
        if FOUR[cell] == ".":
            game = game.place(cell, int(digit), at_ms=round(60_000 * minutes))
    return game


def test_the_player_sees_the_own_time_at_home_in_a_game_and_at_its_end() -> None:
    explain(four())  # loads the techniques, so that the estimates are not late
    kept = shelf(*(finished(10.0) for _ in range(3)))
    nearly = finished(10.0).undo(at_ms=600_000)

    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await until(pilot, "you need about")
        assert isinstance(app.screen, Play)
        await pilot.press("ctrl+r")
        await until(pilot, "usual for you: about")
        assert "average player: about 1 minute" in shown(pilot)
        assert "Judging by" not in shown(pilot)
        app.go_home()
        await until(pilot, "Judging by 4 games")
        assert "you need" in shown(pilot)

    play(steps, nearly, kept)


def test_a_new_player_sees_the_time_of_an_average_player_and_no_own_pace() -> None:
    async def steps(app: PandokuApp, pilot: AppPilot) -> None:
        await until(pilot, "An average player needs")
        app.go_home()
        await pilot.pause(0.5)
        assert "Judging by" not in shown(pilot)

    play(steps)
