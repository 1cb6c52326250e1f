"""Saved games with several stores, threads and processes: no move that was acknowledged is lost."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pandoku.play import Game
from pandoku.play.store import Store
from tests.data import by_default

FOUR = "1.....2..3.....4"
SOLUTION = "1243" + "3421" + "4312" + "2134"

only_posix = pytest.mark.skipif(sys.platform == "win32", reason="processes are killed and forked")

# Plays as a notebook or a server may, lets another process open and close the store in between, and
# is killed. Each game gets five moves, and each is acknowledged on standard output.
PLAYER = f"""
import os, sys, threading
from pandoku.play import Game, open_store

path, how = sys.argv[1:]

def opened():
    store, reason = open_store(path)
    assert not reason, reason
    return store

def visitor():
    # Another process, begun before any store is open here. Returns what lets it visit.
    waits, begin = os.pipe()
    child = os.fork()
    if not child:
        os.read(waits, 1)
        opened().close()
        os._exit(0)
    def visit():
        os.write(begin, b"1")
        assert os.waitpid(child, 0)[1] == 0
    return visit

def play(store, number, game):
    for cell in range(1, 6):
        game = game.place(cell, 1)
        number = store.append(number, game)
        print(number, flush=True)

visits = [visitor(), visitor()]
game = Game.start({FOUR!r})
store = opened()
number = store.add(game)
if how == "replaced":
    store = opened()
elif how == "kept":
    second = opened()
elif how == "read":
    open(path, "rb").read()
elif how == "threads":
    ready, go = threading.Barrier(4), threading.Barrier(4)
    def work():
        store = opened()
        number = store.add(game)
        ready.wait()
        go.wait()
        play(store, number, game)
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    ready.wait()
visits[0]()
if how == "threads":
    go.wait()
    for thread in threads:
        thread.join()
play(store, number, game)
visits[1]()
os.kill(os.getpid(), 9)
"""


def run(code: str, *arguments: object) -> str:
    """Run a program that is killed in the end, and return what it has written."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == -9, done.stderr
    return done.stdout


def is_sound(file: Path) -> bool:
    with closing(sqlite3.connect(file)) as raw:
        return bool(raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)])


@pytest.mark.turns(3)
@only_posix
@pytest.mark.parametrize("how", ["once", "replaced", "kept", "threads", "read"])
def test_a_file_opened_more_than_once_in_a_process_loses_no_move(how: str, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    n_games = 4 if how == "threads" else 1
    assert len(run(PLAYER, file, how).splitlines()) == 5 * n_games
    with Store(file) as store:
        assert [saved.n_moves for saved in store.games()] == [5] * n_games
        assert all(len(store.game(saved.id).moves) == 5 for saved in store.games())
    assert is_sound(file)


@pytest.mark.turns(3)
def test_threads_may_share_a_store(tmp_path: Path) -> None:
    code = """
import sys, threading
from pandoku.play import Game, Store
store = Store(sys.argv[1])
def work():
    game = Game.start("." * 16)
    number = store.add(game)
    for _ in range(int(sys.argv[2])):
        store.append(number, game := game.fill())
        store.append(number, game := game.undo())
        assert store.game(number) == game
threads = [threading.Thread(target=work) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
print([saved.n_moves for saved in store.games()])
"""
    n = by_default(12, full=50)
    command = [sys.executable, "-c", code, str(tmp_path / "games.sqlite"), str(n)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == (f"{[2 * n] * 4}\n", "")


# The parent ends, other processes come and go, and then the child uses its inherited connection.
FORKED = f"""
import os, sys
from pandoku.play import Game, Store

store = Store(sys.argv[1])
game = Game.start({FOUR!r})
number = store.add(game)
print(number, flush=True)
if os.fork():
    other = store.add(game)
    store.append(other, game.place(1, 1))
    store.close()
    os._exit(0)
sys.stdin.read()
second = Store(sys.argv[1])
for cell in range(1, 6):
    game = game.place(cell, 1)
    number = store.append(number, game)
    second.prefer("cell", cell)
    print(number, flush=True)
os.kill(os.getpid(), 9)
"""


@only_posix
def test_after_a_fork_parent_and_child_both_save(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", FORKED, str(file)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as forked:
        assert forked.wait(60) == 0
        with Store(file) as store:
            assert sorted(saved.n_moves for saved in store.games()) == [0, 1]
        out, _ = forked.communicate("")
    assert out.split() == ["1"] * 6
    with Store(file) as store:
        assert store.saved(1).n_moves == len(store.game(1).moves) == 5
        assert store.saved(2).n_moves == 1
        assert store.preference("cell") == 5
    assert is_sound(file)


def test_a_file_that_was_removed_meanwhile_is_made_again(tmp_path: Path) -> None:
    file, game = tmp_path / "games.sqlite", Game.start(FOUR)
    with Store(file) as store:
        number = store.add(game)
        for path in tmp_path.iterdir():
            path.unlink()
        number = store.append(number, game := game.place(1, 4))
        with Store(file) as other:
            assert other.game(number) == game


# ------------------------------------------------------------------ a copy of the one file


def copied(file: Path) -> list[tuple[str, int]]:
    """Return state and length of the games in a copy of the file, without its companion files."""
    copy = file.with_name("copy.sqlite")
    # In another process: whoever has the file open must not open it otherwise.
    code = "import shutil, sys; shutil.copyfile(*sys.argv[1:])"
    subprocess.run([sys.executable, "-c", code, str(file), str(copy)], check=True)
    with Store(copy) as store:
        return [(saved.state, saved.n_moves) for saved in store.games()]


def test_a_copy_of_a_file_in_use_has_the_moves_of_a_while_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, game = tmp_path / "games.sqlite", Game.start(FOUR)
    with Store(file) as store:
        number = store.add(game)
        store.append(number, game := game.place(1, 4))
        assert copied(file) == []
        monkeypatch.setattr("pandoku.play._connection._BEHIND_S", 0)
        store.append(number, game := game.place(2, 4))
        assert copied(file) == [("playing", 2)]


def test_a_copy_has_a_game_as_soon_as_it_is_solved(tmp_path: Path) -> None:
    file, game = tmp_path / "games.sqlite", Game.start(FOUR)
    with Store(file) as store:
        number = store.add(game)
        for cell, digit in enumerate(map(int, SOLUTION)):
            if not game.puzzle.givens[cell]:
                store.append(number, game := game.place(cell, digit))
        assert copied(file) == [("solved", 12)]


@only_posix
def test_a_copy_has_all_when_a_killed_game_was_opened_again(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    code = f"""
import os, sys
from pandoku.play import Game, Store
store = Store(sys.argv[1])
store.add(Game.start({FOUR!r}).place(1, 4))
os.kill(os.getpid(), 9)
"""
    run(code, file)
    shutil.copyfile(file, tmp_path / "early.sqlite")
    with Store(tmp_path / "early.sqlite") as store:
        assert store.games() == []
    with Store(file):
        assert copied(file) == [("playing", 1)]
