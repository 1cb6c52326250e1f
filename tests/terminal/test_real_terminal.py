"""Games in a real terminal: the process, its keys, its signals, and the file of saved games."""

from __future__ import annotations

import re
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from time import sleep

import pytest

pytest.importorskip("pyte")
if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

import pandoku
from pandoku.play import Game, Store
from tests.cli.command import pandoku as command
from tests.data import EXAMPLES, IS_FULL
from tests.terminal.real import RealTerminal

FOUR = EXAMPLES / "four.txt"
EASY = EXAMPLES / "easy.list"
only_full = pytest.mark.skipif(not IS_FULL, reason="PANDOKU_FULL=1 runs it")


def the_game(data: Path) -> tuple[Game, str]:
    """Return the only saved game, and its state."""
    with Store(data / "games.sqlite") as store:
        (saved,) = store.games()
        return store.game(saved.id), saved.state


def keys_to_solve(puzzle: pandoku.Puzzle) -> Iterator[str]:
    """Yield what to press in each row, from the first cell on; each row ends where it began."""
    solution, order = pandoku.solve(puzzle).solution, puzzle.order
    assert solution is not None
    for row in range(order):
        cells = range(row * order, (row + 1) * order)
        pressed = ("" if puzzle.givens[cell] else str(solution[cell]) for cell in cells)
        yield "l".join(pressed) + "lj"


@pytest.mark.turns(3)
def test_a_terminal_without_a_size_is_drawn_once_and_given_back(tmp_path: Path) -> None:
    with RealTerminal(FOUR, data=tmp_path) as terminal:
        terminal.resize(0, 0, tell=False)  # before the program looks; serial consoles have none
        terminal.wait_for("all keys")
        n_sent = len(terminal.sent)
        assert n_sent < 200_000
        terminal.process.terminate()
        assert terminal.wait() == 128 + signal.SIGTERM
        assert b"\x1b[?1049l" in terminal.sent[n_sent:]


def title_width(text: str) -> int:
    """Return where the title and the clock end, which the width of the window decides."""
    return len(text.split("\n", 1)[0])


def has_title_of(width: int, text: str) -> bool:
    return title_width(text) == width


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "path",
    [
        EASY,
        pytest.param(EXAMPLES / "killer.txt", marks=only_full),
        pytest.param(EXAMPLES / "calcudoku5.in", marks=only_full),
    ],
    ids=lambda path: path.name,
)
def test_a_whole_game_is_played_by_keyboard_in_windows_of_any_size(
    path: Path, tmp_path: Path
) -> None:
    puzzle = pandoku.load(path)
    with RealTerminal(path, data=tmp_path) as terminal:
        terminal.wait_for("all keys")
        for row, keys in enumerate(keys_to_solve(puzzle)):
            if row in (2, 3):  # a window that becomes small for a moment loses no key
                terminal.wait_for(f"r{row + 1}c1")
            if row == 2:
                terminal.resize(20, 10)
                terminal.wait_for("▸" if puzzle.order == 9 else "┗")
                terminal.resize(100, 32)
                margin = 100 - title_width(terminal.wait_for("all keys"))
            if row == 3:  # before the program has seen the first of them
                terminal.resize(20, 10)
                terminal.resize(108, 32)
                terminal.settle()
                # On a busy machine, two resizes at once may leave the screen torn until the next.
                terminal.resize(106, 32)
                terminal.wait_for(partial(has_title_of, 106 - margin))
                terminal.wait_for("all keys")
            terminal.type(keys)
        terminal.wait_for("Solved")
        terminal.resize(101, 32)
        terminal.wait_for("no hint, no check, no mistake")
        terminal.type("\x03")
        assert terminal.wait() == 0
    game, state = the_game(tmp_path)
    assert state == "solved"
    assert game.is_solved
    assert game.digits == pandoku.solve(puzzle).solution


def colors(sent: bytes) -> set[int]:
    """Return the parameters of colors in all styles that were sent, but for the default ones."""
    parameters = re.findall(rb"\x1b\[([0-9;]*)m", sent)
    numbers = {int(n) for each in parameters for n in each.split(b";") if n}
    return {number for number in numbers if number >= 30} - {39, 49}


@pytest.mark.turns(3)
def test_a_terminal_that_is_closed_loses_nothing_and_no_color_sends_none(tmp_path: Path) -> None:
    with RealTerminal(FOUR, data=tmp_path, env={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("all keys")
        terminal.type("l1")
        terminal.wait_for("r1c2  1")
        assert colors(terminal.sent) == set()
        terminal.close()
        assert terminal.wait() == 128 + 1
    game, state = the_game(tmp_path)
    assert (game.digits[:2], state) == ((0, 1), "playing")


@pytest.mark.turns(3)
def test_sigterm_ends_the_game_and_16_colors_suffice(tmp_path: Path) -> None:
    with RealTerminal(FOUR, data=tmp_path, env={"TERM": "xterm"}) as terminal:
        terminal.wait_for("all keys")
        terminal.type("jl2")
        terminal.wait_for("r2c2  2")
        assert colors(terminal.sent) <= {*range(30, 38), *range(40, 48), *range(90, 108)}
        terminal.process.terminate()
        assert terminal.wait() == 128 + 15
        assert terminal.sent.rindex(b"\x1b[?1049l") > terminal.sent.rindex(b"\x1b[?1049h")
        assert terminal.sent.rindex(b"\x1b[?25h") > terminal.sent.rindex(b"\x1b[?25l")
    assert the_game(tmp_path)[0].digits[5] == 2


NO_KEYS = (
    b"\xe9",  # é in Latin-1
    b"\xff\xfe\x00",
    b"\x1b[200~53..7\xe9\x1b[201~\x1b",  # pasted
    b"\x1b[97;1:2u",  # a key that is held down, in the protocol of kitty
    b"\x1b[9999999999u",
)


@pytest.mark.turns(3)
def test_bytes_that_are_no_key_do_not_end_the_game(tmp_path: Path) -> None:
    with RealTerminal(FOUR, data=tmp_path) as terminal:
        terminal.wait_for("all keys")
        terminal.type("l")
        for sent, digit in zip(NO_KEYS, "12341", strict=True):
            for keys in (sent, b"\x0c"):  # the second may be lost with the bytes before it
                terminal.type(keys)
                sleep(0.3)  # longer than the rest of a sequence is waited for
            terminal.type(f"hl{digit}")
            try:
                terminal.wait_for(f"r1c2  {digit}")
            except AssertionError as error:
                raise AssertionError(f"after {sent!r}: {error}") from None
        terminal.type("\x03")
        assert terminal.wait() == 0
        assert b"Error" not in terminal.sent


@pytest.mark.turns(3)
def test_few_bytes_are_sent_and_the_screen_is_that_of_complete_frames(tmp_path: Path) -> None:
    with RealTerminal(EASY, data=tmp_path, env={"COLORTERM": "truecolor"}) as terminal:
        terminal.wait_for("An average player")  # the last part of the pane
        terminal.settle()
        # The keys, and words that are on the screen when all of it has followed.
        presses = [(key, "An average player") for key in "ljlk"]
        presses += [
            ("x1c23z", ""),
            ("?", "type to search"),
            ("\x1b", ""),
            ("H", "H more"),
            ("u", ""),
        ]
        for keys, words in presses:
            n_sent = len(terminal.sent)
            terminal.type(keys)
            terminal.wait_for(words)
            terminal.settle()
            if keys in "ljlk":
                assert 50 < len(terminal.sent) - n_sent < 4000
            shown = looks(terminal)
            terminal.type("\x0c")  # Ctrl-L sends all characters
            terminal.settle()
            assert looks(terminal) == shown
        # After Ctrl-Z, the screen is empty.
        terminal.process.send_signal(signal.SIGTSTP)
        terminal.settle()
        terminal.screen.reset()
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_for("all keys")
        terminal.type("\x0c")
        terminal.settle()
        assert looks(terminal) == shown


def looks(terminal: RealTerminal) -> list[list[tuple[str, str, str]]]:
    """Return the character, ink and ground of all cells except those of the clock."""
    screen = terminal.screen
    rows = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(1, screen.lines)]
    return [[(at.data, "" if at.data == " " else at.fg, at.bg) for at in row] for row in rows]


@pytest.mark.turns(3)
def test_a_small_window_shows_a_part_of_the_board_that_follows_the_cursor(tmp_path: Path) -> None:
    with RealTerminal(EASY, data=tmp_path, columns=20, lines=10) as terminal:
        assert "◂" not in terminal.wait_for("▸")
        terminal.type("h")  # around the edge, to the last column
        assert "▸" not in terminal.wait_for("◂")
        terminal.resize(3, 2)
        terminal.wait_for("too")
        terminal.resize(80, 24)
        terminal.wait_for("all keys")


@pytest.mark.turns(3)
@pytest.mark.parametrize("n_bytes", [1, pytest.param(200, marks=only_full)])
def test_a_terminal_closed_while_the_game_begins_leaves_no_process(
    n_bytes: int, tmp_path: Path
) -> None:
    with RealTerminal(FOUR, data=tmp_path) as terminal:
        terminal.wait_for(lambda _: len(terminal.sent) >= n_bytes)
        terminal.close()
        assert terminal.wait() == 128 + signal.SIGHUP


@pytest.mark.turns(3)
def test_before_the_application_begins_keys_are_kept_and_a_signal_gives_the_terminal_back(
    tmp_path: Path,
) -> None:
    with RealTerminal(EASY, data=tmp_path) as terminal:
        assert "all keys" not in terminal.wait_for("Sudoku")  # the board comes first
        terminal.type("l5")
        terminal.wait_for("r1c2  5")
        assert terminal.sent.count(b"\x1b[?1049h") == 1  # a second one would erase the board
    with RealTerminal(EASY, data=tmp_path) as terminal:
        terminal.wait_for("Sudoku")
        terminal.process.terminate()
        assert terminal.wait() == 128 + signal.SIGTERM
        assert terminal.sent.count(b"\x1b[?1049l") == 1
        assert b"\x1b[?25h" in terminal.sent


def damaged(folder: Path) -> None:
    (folder / "games.sqlite").write_bytes(b"SQLite format 3\0" + b"no database" * 500)


def newer(folder: Path) -> None:
    Store(folder / "games.sqlite").close()
    with closing(sqlite3.connect(folder / "games.sqlite")) as connection:
        connection.execute("PRAGMA user_version = 999")


def a_file_in_its_way(folder: Path) -> None:
    folder.rmdir()
    folder.write_text("not a folder")


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "spoil",
    [damaged, *(pytest.param(each, marks=only_full) for each in (newer, a_file_in_its_way))],
)
def test_without_a_file_for_games_the_play_goes_on_and_says_so(
    spoil: object, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert callable(spoil)
    spoil(data)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with RealTerminal(FOUR, data=data) as terminal:
        terminal.wait_for("not saved, play goes on in memory")
        terminal.type("l1")
        terminal.wait_for("r1c2  1")
        terminal.type("\x03")
        assert terminal.wait() == 0
    assert {path: path.read_bytes() for path in before} == before


@only_full
def test_a_locked_file_for_games_is_waited_for_a_moment_and_named(tmp_path: Path) -> None:
    Store(tmp_path / "games.sqlite").close()
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with RealTerminal(FOUR, data=tmp_path) as terminal:
            terminal.wait_for("not saved, play goes on in memory")
            assert "locked" in terminal.text
            terminal.type("l1")
            terminal.wait_for("r1c2  1")


def test_without_a_terminal_the_plain_game_is_named() -> None:
    done = command("play", str(FOUR))
    assert (done.returncode, done.out) == (2, "")
    assert "--plain" in done.err


@pytest.mark.turns(3)
def test_held_digits_are_marks(tmp_path: Path) -> None:
    with RealTerminal(EASY, data=tmp_path) as terminal:
        terminal.wait_for("all keys")
        terminal.type("l\x1b5\x1b[27;3;54~!\x1b[50;2;34u\x1bl\x1b[57;5u")
        terminal.wait_for("r1c3")
        terminal.type("\x03")
        assert terminal.wait() == 0
    marks = the_game(tmp_path)[0].marks
    assert (marks.center[1], marks.corner[1], marks.center[2]) == (0b110000, 0b11, 1 << 8)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        pytest.param((), 128 + signal.SIGTERM, id="home-signal"),
        pytest.param((FOUR,), 0, id="game-key"),
        pytest.param((), 0, id="home-key", marks=only_full),
        pytest.param((FOUR,), 128 + signal.SIGTERM, id="game-signal", marks=only_full),
    ],
)
def test_leaving_while_the_first_frame_is_built_is_no_error(
    arguments: tuple[Path, ...], status: int, tmp_path: Path
) -> None:
    with RealTerminal(*arguments, data=tmp_path) as terminal:
        terminal.wait_for(lambda _: b"\x1b[?2004h" in terminal.sent)  # keys are read from here on
        if status:
            terminal.process.terminate()
        else:
            terminal.type("\x11")
        assert terminal.wait() == status
        assert b"unexpected" not in terminal.sent


def test_a_terminal_that_cannot_place_its_cursor_is_refused_and_plain_is_named(
    tmp_path: Path,
) -> None:
    with RealTerminal(FOUR, data=tmp_path, columns=120, env={"TERM": "dumb"}) as terminal:
        assert terminal.wait() == 2
        assert "--plain" in terminal.text
        assert b"\x1b" not in terminal.sent


@pytest.mark.turns(3)
@pytest.mark.parametrize("env", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_a_terminal_with_a_plain_locale_gets_only_ascii(
    env: dict[str, str], tmp_path: Path
) -> None:
    with RealTerminal(FOUR, data=tmp_path, columns=100, lines=30, env=env) as terminal:
        terminal.wait_for("r1c1")
        for keys, words in (("H", "Hint"), ("\x10", "Search"), ("\x1b", "r1c1"), ("q", "Continue")):
            terminal.type(keys)
            terminal.wait_for(words)
        terminal.type("\x11")
        assert terminal.wait() == 0
        assert terminal.sent.isascii()
        assert b"\\u" not in terminal.sent
