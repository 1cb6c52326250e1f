"""`pandoku play`: the games that it plays, saves and refuses, and its end."""

from __future__ import annotations

import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from pandoku import loads
from pandoku.formats import get_format
from pandoku.model import Board
from pandoku.play import Game, loads_game, write_game
from pandoku.play.commands.play import play as command
from pandoku.play.drills import drill
from pandoku.play.learned import Fact
from pandoku.play.lines.table import Keeper, Table
from pandoku.play.opening import Opening, PuzzleRequest
from pandoku.play.players import Player
from pandoku.play.store import Store
from tests.cli.command import COMMAND
from tests.cli.playing import FOUR, game, play, typed
from tests.data import EXAMPLES
from tests.in_full import in_full
from tests.together import together

pytestmark = pytest.mark.usefixtures("data")

# ------------------------------------------------------------------ saved games


def test_the_end_of_the_input_saves_and_says_how_to_go_on() -> None:
    out = typed("r1c2 2", "--plain", FOUR).out
    assert out.endswith(": pandoku play --plain --resume 1\n")


def test_nothing_is_saved_before_the_first_move() -> None:
    assert "Saved" not in play("--plain", FOUR).out
    with Store() as store:
        assert store.games() == []


def test_a_puzzle_that_was_begun_goes_on() -> None:
    typed("r1c2 2", "--plain", FOUR)
    out = typed("r1c3 4", "--plain", FOUR).out
    assert out.startswith("Game 1 continues: 1 move, ")
    assert len(game().moves) == 2


@pytest.mark.parametrize("arguments", [("--resume",), ("--resume", "1"), ()])
def test_the_last_game_is_resumed(arguments: tuple[str, ...]) -> None:
    typed("r1c2 2", "--plain", FOUR)
    assert "Game 1 " in typed("quit", "--plain", *arguments).out


def test_resuming_what_is_not_there_is_refused() -> None:
    assert "no game" in play("--plain", "--resume", status=2).err
    assert "saved game 7" in play("--plain", "--resume", "7", status=2).err
    assert "found 'x'" in play("--plain", "--resume", "x", status=2).err


def test_saved_games_are_listed() -> None:
    assert play("--list").err == "there are no saved games\n"
    typed("r1c2 2", "--plain", FOUR)
    heads, row = play("--list").out.splitlines()
    assert heads.split()[:3] == ["id", "puzzle", "difficulty"]
    assert row.split()[:5] == ["1", "Sudoku", "4x4", "11", "0:00"]


def test_a_game_is_exported_and_imported_with_its_whole_record(tmp_path: Path) -> None:
    typed("r1c2 2/r1c2 ?3/undo", "--plain", FOUR)
    text, file = play("--export", "1").out, tmp_path / "game.txt"
    assert in_full(loads_game(text)) == in_full(game())
    play("--export", "1", "-o", str(file))
    assert file.read_text() == text
    assert (
        play("--import", str(file)).out
        == f"game 2: {len(game().moves)} moves; pandoku play --resume 2\n"
    )
    assert in_full(game(2)) == in_full(game(1))


def test_a_bad_game_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    write_game(file, Game.start(FOUR).place(1, 2))
    file.write_text(file.read_text().replace("digit 2 r1c2", "digit 9 r1c2"))
    told = play("--import", str(file), status=2).err
    assert f"{file}: game: line 3" in told
    assert told.rstrip().endswith("^")
    for arguments in (("--plain", str(file)), ("--plain", "--replay", str(file))):
        assert f"{file}: game: line 3" in play(*arguments, status=2).err
    assert f"{tmp_path / 'none'}: " in play("--import", str(tmp_path / "none"), status=2).err


def test_a_title_that_a_text_cannot_have_is_no_hindrance() -> None:
    with Store() as store:
        store.add(Game.start(FOUR), title="a\x1b[31m" + "b" * 300)
    lines = play("--export", "1").out.splitlines()
    assert lines[1].startswith("title: a\\x1b[31mbbb")
    assert "\x1b" not in play("--list").out


def test_an_exported_game_is_played_in_place_of_a_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    write_game(file, Game.start(FOUR).place(1, 2))
    assert "11 cells left" in typed("quit", "--plain", str(file)).out
    assert in_full(game()) == in_full(loads_game(file.read_text()))


def test_progress_in_a_file_is_the_first_move(tmp_path: Path) -> None:
    file = tmp_path / "some.opensudoku"
    easy = loads((EXAMPLES / "escargot.txt").read_text())
    digits = (*easy.givens[:1], 6, *easy.givens[2:])
    opensudoku = get_format("opensudoku")
    assert opensudoku.write_board is not None
    header, footer = opensudoku.frame
    file.write_text(header + opensudoku.write_board(Board.start(easy, digits)) + footer)
    assert "57 cells left" in typed("undo", "--plain", str(file)).out
    assert [move.verb for move in game().moves] == ["edit", "undo"]


@pytest.mark.parametrize("by", ["1", "FILE"])
def test_a_game_is_shown_again(by: str, tmp_path: Path) -> None:
    typed("r1c2 2/r1c2 ?3/hint 2/check/undo", "--plain", FOUR)
    file = tmp_path / "game.txt"
    write_game(file, game())
    out = play("--plain", "--replay", "1" if by == "1" else str(file), "--speed", "1000").out
    moves = [line.partition(": ")[2] for line in out.splitlines() if line[:2] == "0:"]
    assert moves[0] == "r1c2 is 2. 11 cells left."
    assert moves[1].startswith("a hint, level 2, ")
    assert moves[2:] == ["check.", "undo: r1c2 is empty. 12 cells left."]


def test_a_store_that_cannot_be_used_is_named_and_play_goes_on(data: Path) -> None:
    Store().close()
    with sqlite3.connect(data / "games.sqlite") as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    out = typed("r1c2 2", "--plain", FOUR).out
    assert out.startswith(f"{data / 'games.sqlite'}: ")
    assert "version 99" in out.splitlines()[0]
    assert "The game is kept in memory only." in out
    assert "r1c2 is 2." in out
    assert "Saved as" not in out
    assert "version 99" in play("--list", status=2).err


@pytest.mark.skipif(sys.platform == "win32", reason="a damaged file is not renamed there")
def test_a_damaged_file_is_named_and_kept_and_play_goes_on_in_a_new_one(data: Path) -> None:
    typed("r1c2 2", "--plain", FOUR)
    file = data / "games.sqlite"
    damaged = file.read_bytes().replace(b"CHECK (state", b"CHECK (\xb4tate")
    file.write_bytes(damaged)
    told = play("--list", status=2).err
    assert told.startswith(f"pandoku: {file}: the file is damaged")
    assert told.count("\n") == 1
    out = typed("r1c2 4", "--plain", FOUR).out
    first, *rest = out.splitlines()
    assert first.startswith(f"{file}: ")
    assert "games-damaged-1.sqlite" in first
    assert rest[-1].startswith("Saved ")
    assert (data / "games-damaged-1.sqlite").read_bytes() == damaged
    assert game().digits[1] == 4
    assert "damaged" not in typed("quit", "--plain", FOUR).out


def test_a_drill_that_is_kept_in_memory_says_so(data: Path) -> None:
    data.mkdir(exist_ok=True)
    (data / "games.sqlite").write_text("something else")
    out = typed("quit", "--plain", "--drill", "full-house").out
    assert out.startswith(f"{data / 'games.sqlite'}: ")
    assert " memory" in out.splitlines()[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe_in_place_of_the_file_is_named_and_play_goes_on(data: Path) -> None:
    data.mkdir(exist_ok=True)
    os.mkfifo(data / "games.sqlite")
    out = typed("r1c2 2", "--plain", FOUR).out
    for told in (out, play("--list", status=2).err.removeprefix("pandoku: ")):
        assert told.startswith(f"{data / 'games.sqlite'}: ")
        assert "named pipe" in told.splitlines()[0]
    assert "r1c2 is 2." in out


def test_a_game_whose_puzzle_is_damaged_is_listed_so(data: Path) -> None:
    typed("r1c2 2", "--plain", FOUR)
    with sqlite3.connect(data / "games.sqlite") as raw:
        raw.execute("UPDATE games SET puzzle = '{'")
    raw.close()
    assert play("--list").out.splitlines()[1].split()[:2] == ["1", "damaged"]


def test_a_damaged_game_is_named_and_its_puzzle_begun_again(data: Path) -> None:
    typed("r1c2 2", "--plain", FOUR)
    with sqlite3.connect(data / "games.sqlite") as raw:
        raw.execute("UPDATE moves SET move = 'digit 9 r1c2'")
    raw.close()
    out = typed("r1c2 2", "--plain", FOUR).out
    assert out.startswith("Game 1 is damaged at move 1: ")
    assert game(2).digits[1] == 2
    assert "game 1 " in play("--plain", "--resume", "1", status=2).err


def test_a_lock_in_mid_game_is_said_once_and_nothing_is_lost(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandoku.play._connection.PATIENCE_S", 0.02)
    with Store() as store:
        table = Table(Game.start(FOUR), Keeper(store))
        assert table.change(table.game.place(1, 2)) == []
        raw = sqlite3.connect(data / "games.sqlite", isolation_level=None)
        raw.execute("BEGIN EXCLUSIVE")
        (told,) = table.change(table.game.place(2, 4))
        assert "not saved" in told
        assert "locked" in told
        assert table.change(table.game.place(3, 3)) == []
        raw.close()
        (told,) = table.change(table.game.undo())
        assert "saved again" in told
        assert in_full(store.game(1)) == in_full(table.game)


def test_a_game_that_goes_on_elsewhere_is_said_to_be_another() -> None:
    with Store() as store, Store() as other:
        number = store.add(Game.start(FOUR))
        mine, theirs = (Table(s.game(number), Keeper(s, number)) for s in (store, other))
        assert mine.change(mine.game.place(1, 2)) == []
        (told,) = theirs.change(theirs.game.place(1, 4))
        assert told.startswith("Game 1 ")
        assert told.endswith(" game 2.")
        assert theirs.change(theirs.game.undo()) == []


# ------------------------------------------------------------------ new puzzles, dailies, drills


def test_a_new_puzzle_is_made() -> None:
    out = typed("quit", "--plain", "--new", "sudoku", "4", "--difficulty", "easy").out
    assert re.match(r".*: easy sudoku 4x4\.\nSudoku 4x4, \d+ givens\.\n", out)
    assert "Saved as game 1;" in out  # it would be lost otherwise


def test_the_daily_puzzle_is_begun_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    first = typed("mark r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 1", "--plain", "--daily", "2026-11-23").out
    assert first.startswith("Daily Sudoku, November 23, 2026. Sudoku 9x9, ")
    again = typed("quit", "--plain", "--daily", "sudoku", "2026-11-23").out
    assert again.startswith("Game 1 ")
    with Store() as store:
        saved = store.saved(1)
    assert (saved.daily, saved.kind, saved.difficulty) == (date(2026, 11, 23), "sudoku", "easy")


def test_a_drill_is_judged_and_counted() -> None:
    task = drill("full-house", 0)
    (cell, digit), *_ = task.steps[0].placements
    name, wrong = task.board.puzzle.geometry.name(cell), 1 if digit != 1 else 2
    out = typed(
        f"check/{name} {wrong}/check/{name} {digit}/check", "--plain", "--drill", "full-house"
    ).out
    assert task.text in out
    assert out.count("Right. ") == 1
    with Store() as store:
        assert store.drill_results() == {"full-house": (1, 1)}
        assert store.games() == []


@pytest.mark.parametrize("hint", ["hint", "hint 5"])
def test_a_drill_with_a_hint_does_not_count(hint: str) -> None:
    task = drill("full-house", 0)
    (cell, digit), *_ = task.steps[0].placements
    entered = f"{task.board.puzzle.geometry.name(cell)} {digit}"
    out = typed(f"hint 0/{hint}/{entered}/check", "--plain", "--drill", "full-house").out
    assert "You had a hint, so this board does not count." in out
    with Store() as store:
        assert store.drill_results() == {"full-house": (0, 1)}
        assert store.learned().facts == set()


def test_leaving_a_drill_after_a_hint_leads_to_another_board() -> None:
    assert drill("full-house", 0).board != drill("full-house", 1).board
    assert "Look at" in typed("hint/quit", "--plain", "--drill", "full-house").out
    with Store() as store:
        assert store.drill_results() == {"full-house": (0, 1)}
        assert store.learned().open_board("full-house", 0) == 0
        store.learn([Fact("drill", "full-house", "1")])
        assert store.learned().open_board("full-house", 1) == 2
    typed("quit", "--plain", "--drill", "full-house")
    with Store() as store:
        assert store.drill_results() == {"full-house": (0, 1)}, "nothing was tried"


# ------------------------------------------------------------------ refused options


@together(
    "arguments, told",
    [
        (("--new", "--daily"), "found --new and --daily"),
        (("--list", "--export", "1"), "found --list and --export"),
        (("--difficulty", "easy"), "--difficulty is for --new "),
        (("--daily", "--difficulty", "easy"), "--difficulty is for --new "),
        (("--speed", "2"), "--speed is for --replay "),
        (("-o", "x"), "-o is for --export "),
        (("--daily", "--nth", "2"), "--nth is for "),
        (("--list", "x"), "after --list, found 'x'"),
        (("a", "b"), "after a, found 'b'"),
        (("--new", "killer", "6", "7"), "after --new, found '7'"),
        (("--new", "6", "killer"), "a kind and an order"),
        (("--new", "hexagon"), "kind 'hexagon'"),
        (("--new", "sudoku", "7"), "order with boxes"),
        (("--daily", "jigsaw"), " sudoku, killer, calcudoku or variant"),
        (("--daily", "2026-13-01"), "2026-11-22"),
        (("--daily", "killer", "sudoku"), "a kind and a date"),
        (("--drill", "magic"), "technique 'magic'"),
        (("--replay", "7"), "saved game 7"),
        (("--replay", "none.txt"), "none.txt: "),
        (("none.txt",), "none.txt: "),
        ((str(EXAMPLES / "escargot.txt"), "--nth", "2"), "puzzle 2"),
        (("11" + "." * 14,), "r1c1 and r1c2"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], told: str) -> None:
    done = play("--plain", *arguments, status=2)
    assert told in done.err
    assert done.out == ""


def test_without_a_terminal_plain_is_named() -> None:
    done = play(FOUR, status=2)
    assert "--plain" in done.err


# ------------------------------------------------------------------ the game on a full screen


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Opening]:
    """The openings passed to the application, which exits with status 7."""
    openings: list[Opening] = []

    def run(opening: Opening) -> int:
        openings.append(opening)
        return 7

    screen = Player(name="screen", play=run)
    monkeypatch.setattr("pandoku.terminal.players.screen.PLAYER", screen)
    monkeypatch.setattr("pandoku.play.commands.play.require_terminal", lambda what: None)
    return openings


def test_the_application_is_shown_what_was_asked_for(shown: list[Opening]) -> None:
    typed("r1c2 2", "--plain", FOUR)
    for arguments in (
        (),
        (FOUR,),
        ("--new", "killer", "6", "--difficulty", "hard"),
        ("--new", "6x6"),
        ("--daily", "kenken", "2026-11-22"),
        ("--resume",),
        ("--drill", "x wing"),
        ("--replay", "1", "--speed", "2.5"),
    ):
        play(*arguments, status=7)
    assert in_full(shown) == in_full(
        [
            Opening(),
            Opening(puzzle=loads(FOUR)),
            Opening(wish=PuzzleRequest("killer", 6, "hard")),
            Opening(wish=PuzzleRequest("sudoku", 6, None)),
            Opening(daily=date(2026, 11, 22), daily_kind="calcudoku"),
            Opening(saved=1),
            Opening(drill="x-wing"),
            Opening(replay=game(), speed=2.5),
        ]
    )


# ------------------------------------------------------------------ the end


@pytest.mark.turns(3)
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_it_with_every_move_saved(sent: signal.Signals, status: int) -> None:
    command, pipe = [*COMMAND, "play", "--plain", FOUR], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"r1c2 2\n")
        process.stdin.flush()
        assert any(b"r1c2 is 2" in line for line in process.stdout)
        process.send_signal(sent)
        assert process.wait(timeout=60) == status
    assert game().digits[1] == 2


@pytest.mark.turns(3)
def test_a_terminal_that_is_closed_ends_it_with_every_move_saved() -> None:
    # The terminal controls the process, as in a window.
    code = (
        "import fcntl, os, sys, termios\n"
        "os.setsid()\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "from pandoku.cli import run_command_line\nrun_command_line()"
    )
    master, slave = pty.openpty()
    command = [sys.executable, "-c", code, "play", "--plain", FOUR]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    os.write(master, b"r1c2 2\n")
    shown = b""
    while b"r1c2 is 2" not in shown:
        shown += os.read(master, 4096)
    os.close(master)
    assert process.wait(timeout=60) == 128 + signal.SIGHUP
    assert game().digits[1] == 2


def test_the_help_lists_every_option() -> None:
    told = play("--help").out
    assert all(
        option in told for each in command.params for option in each.opts if option[0] == "-"
    )
