"""A damaged file of saved games is kept under another name, and any other is left where it is."""

from __future__ import annotations

import os
import random
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from pandoku.errors import StoreError
from pandoku.play import Game
from pandoku.play.store import Store, open_store
from tests.data import by_default
from tests.together import together

FOUR = "1.....2..3.....4"
MONDAY = date(2026, 11, 16)
PAGE = 4096

only_posix = pytest.mark.skipif(
    sys.platform == "win32", reason="there is no lock that says whether a file is in use"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def made(file: Path) -> Path:
    with Store(file) as store:
        store.add(Game.start(FOUR).place(1, 4), kind="sudoku", daily=MONDAY)
        store.prefer("theme", "dark")
        store.record_drill("naked-pair", True)
    return file


def damage(file: Path, word: bytes = b"CHECK (state", by: bytes = b"\xb4") -> bytes:
    """Damage a byte of the tables' description, and return what the file is then."""
    content = bytearray(file.read_bytes())
    at = content.index(word) + 8
    content[at : at + len(by)] = by
    file.write_bytes(content)
    return bytes(content)


def kept(file: Path, number: int = 1) -> Path:
    return file.with_name(f"games-damaged-{number}.sqlite")


def left_alone(file: Path, *words: str) -> None:
    """Nothing is renamed, the game continues in memory, and the reason has these words."""
    store, reason = open_store(file)
    with store:
        assert store.path is None
        assert store.add(Game.start(FOUR)) == 1
    for word in (str(file), *words):
        assert word in reason
    assert not list(file.parent.glob("games-damaged*"))


# ------------------------------------------------------------------ set aside


@only_posix
def test_a_damaged_file_is_kept_complete_and_a_new_one_begun(made: Path) -> None:
    content = damage(made)
    store, reason = open_store(made)
    with store:
        assert store.path == made
        assert store.games() == []
        number = store.add(Game.start(FOUR))
    assert kept(made).read_bytes() == content
    assert reason == (
        f"{made}: the file is damaged (the tables are not those of saved games); it is kept as "
        "games-damaged-1.sqlite, and new games are saved in a new file"
    )
    store, reason = open_store(made)
    with store:
        assert (reason, [saved.id for saved in store.games()]) == ("", [number])


def test_a_store_alone_refuses_a_damaged_file_and_leaves_it(made: Path) -> None:
    content = damage(made)
    with pytest.raises(StoreError, match=r"damaged .* nothing"):
        Store(made)
    assert made.read_bytes() == content


@only_posix
def test_the_next_damaged_file_gets_the_next_name(made: Path) -> None:
    contents: list[bytes] = []
    for _ in range(2):
        contents.append(damage(made, by=b"\xb4\xff"[len(contents) :]))
        open_store(made)[0].close()
    assert [kept(made, n).read_bytes() for n in (1, 2)] == contents


@only_posix
def test_moves_beside_a_damaged_file_are_kept_with_it(file: Path) -> None:
    code = f"""
import os, sys
from pandoku.play import Game, Store
store = Store(sys.argv[1])
store.add(Game.start({FOUR!r}).place(1, 4))
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code, str(file)], check=False, timeout=60)
    content, beside = damage(file), Path(f"{file}-wal").read_bytes()
    assert beside
    with pytest.raises(StoreError, match="damaged"):
        Store(file)
    store, _ = open_store(file)
    with store:
        assert store.games() == []
        assert kept(file).read_bytes() == content
        assert Path(f"{kept(file)}-wal").read_bytes() == beside


@only_posix
def test_an_interrupted_renaming_is_completed_under_the_same_name(made: Path) -> None:
    content = damage(made)
    Path(f"{kept(made)}-wal").write_bytes(b"renamed before the end")
    open_store(made)[0].close()
    assert kept(made).read_bytes() == content
    assert Path(f"{kept(made)}-wal").read_bytes() == b"renamed before the end"


@only_posix
@pytest.mark.parametrize("is_empty", [True, False])
def test_moves_whose_file_is_gone_are_kept(file: Path, is_empty: bool) -> None:
    Path(f"{file}-wal").write_bytes(b"moves")
    if is_empty:
        file.touch()
    store, reason = open_store(file)
    with store:
        assert (store.path, "games-damaged-1.sqlite" in reason) == (file, True)
    assert Path(f"{kept(file)}-wal").read_bytes() == b"moves"


@only_posix
def test_a_link_to_a_damaged_file_stays_a_link(made: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "games.sqlite"
    link.parent.mkdir()
    link.symlink_to(made)
    content = damage(made)
    store, _ = open_store(link)
    store.close()
    assert link.is_symlink()
    assert kept(made).read_bytes() == content
    assert made.read_bytes() != content


@pytest.mark.turns(3)
@only_posix
def test_many_processes_that_find_the_damage_at_once_share_one_new_file(made: Path) -> None:
    content = damage(made)
    code = (
        "import sys\nfrom pandoku.play import Game, open_store\nsys.stdin.readline()\n"
        "store, reason = open_store(sys.argv[1])\nassert store.path, reason\n"
        f"store.add(Game.start({FOUR!r}))\nprint('kept as' in reason)\n"
    )
    command = [sys.executable, "-c", code, str(made)]
    pipe = subprocess.PIPE
    waiting = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        for _ in range(by_default(4, full=12))
    ]
    for process in waiting:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=60)[0] for process in waiting]
    assert [process.returncode for process in waiting] == [0] * len(waiting)
    assert sorted(told) == ["False\n"] * (len(waiting) - 1) + ["True\n"]
    assert kept(made).read_bytes() == content
    assert not kept(made, 2).exists()
    with Store(made) as store:
        assert len(store.games()) == len(waiting)


# ------------------------------------------------------------------ left alone


def test_what_is_not_ours_is_left_alone(file: Path) -> None:
    for content in (b"hello", b"x" * 5000, b"SQLite format 3\0" + b"no database" * 500):
        file.write_bytes(content)
        left_alone(file, "found something else")
        assert file.read_bytes() == content


def test_a_damaged_database_of_another_program_is_left_alone(file: Path) -> None:
    with sqlite3.connect(file) as raw:
        raw.execute("CREATE TABLE cookies (state CHECK (state > 0))")
        raw.execute("PRAGMA application_id = 7")
    raw.close()
    content = damage(file)
    left_alone(file, "found something else")
    assert file.read_bytes() == content


def test_a_damaged_file_of_a_newer_version_is_left_alone(made: Path) -> None:
    with sqlite3.connect(made) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    content = damage(made)
    left_alone(made, "of version 99")
    assert made.read_bytes() == content


@only_posix
def test_a_damaged_file_that_a_store_has_open_is_left_alone(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandoku.play.store.PATIENCE_S", 0.05)
    with Store(made) as store:
        code = "import sys; open(sys.argv[1], 'r+b').write(b'no header')"
        subprocess.run([sys.executable, "-c", code, str(made)], check=True)
        left_alone(made, "found something else")
        assert store.path == made


@only_posix
def test_a_damaged_file_that_another_program_has_open_is_left_alone(made: Path) -> None:
    code = (
        "import sqlite3, sys\nraw = sqlite3.connect(sys.argv[1])\n"
        "raw.execute('SELECT COUNT(*) FROM games').fetchall()\nprint('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code, str(made)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "open\n"
        damage(made)
        assert Path(f"{made}-wal").stat().st_size == 0
        left_alone(made, "the file is damaged", "move the file away")
        assert Path(f"{made}-wal").exists()
        other.communicate("")
    store, reason = open_store(made)
    with store:
        assert (store.path, "kept as" in reason) == (made, True)


# ------------------------------------------------------------------ any damage


def operations(store: Store) -> Iterator[Callable[[], object]]:
    game = Game.start(FOUR)
    yield lambda: [saved.puzzle for saved in store.games()]
    yield lambda: store.append(1, store.game(1).place(2, 2))
    yield lambda: store.add(game)
    yield lambda: store.unfinished(game.puzzle)
    yield lambda: store.daily(MONDAY)
    yield lambda: store.streak(MONDAY)
    yield lambda: store.preference("theme")
    yield lambda: store.prefer("theme", "light")
    yield lambda: store.record_drill("naked-pair", False)
    yield store.drill_results
    yield lambda: store.remove(1)


def attempt(operation: Callable[[], object]) -> None:
    with suppress(StoreError):
        operation()


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("first", "n_pages", "n_trials"),
    [(0, 1, by_default(60, full=1500)), (1, 9, by_default(40, full=1500))],
)
def test_any_damaged_byte_leaves_a_store_that_can_be_used(
    made: Path, first: int, n_pages: int, n_trials: int
) -> None:
    sound, chance = made.read_bytes(), random.Random(first)
    start, end = first * PAGE, (first + n_pages) * PAGE
    used = [at for at in range(start, min(end, len(sound))) if sound[at]]
    told = set()
    for _ in range(n_trials):
        at = chance.choice(used)
        byte = chance.choice((0, 0x80 | sound[at], chance.randrange(256)))
        damaged = sound[:at] + bytes([byte]) + sound[at + 1 :]
        for path in made.parent.iterdir():
            path.unlink()
        made.write_bytes(damaged)
        store, reason = open_store(made)
        with store:
            if store.path is None:
                assert made.read_bytes() == damaged
            elif reason:
                assert kept(made).read_bytes() == damaged
            if reason:
                assert "\n" not in reason
                assert store.add(Game.start(FOUR)) == 1
            for operation in operations(store):
                attempt(operation)
        told.add("memory" if store.path is None else "kept" if reason else "sound")
    assert "sound" in told
    assert "kept" in told or sys.platform == "win32" or first


# ------------------------------------------------------------------ no file at all


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def a_socket(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(file))


def a_device(file: Path) -> None:
    file.symlink_to("/dev/zero")


@only_posix
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize(
    ("make", "name"),
    [
        (a_pipe, "a named pipe"),
        (a_socket, "a socket"),
        (a_device, "a device"),
        (Path.mkdir, "a folder"),
    ],
)
def test_what_is_no_file_is_refused_at_once(
    make: Callable[[Path], None],
    name: str,
    suffix: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    make(Path(f"games.sqlite{suffix}"))
    left_alone(tmp_path / "games.sqlite", f"expected a file for the saved games, found {name}")


@pytest.mark.parametrize("name", ["", "/", "a\0b", "x" * 300])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(StoreError):
        Store(name)


# ------------------------------------------------------------------ times


EAST, WEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))


@pytest.mark.parametrize(
    "now",
    [
        datetime(2, 6, 1, tzinfo=EAST),
        datetime(1900, 1, 1, tzinfo=WEST),
        datetime(1969, 12, 31, 23, 59, 59),  # a clock without a zone
        datetime(2100, 1, 1),
        datetime(9998, 12, 31, tzinfo=UTC),
    ],
)
def test_any_usual_and_unusual_time_is_kept(now: datetime, file: Path) -> None:
    with Store(file, clock=lambda: now) as store:
        number = store.add(game := Game.start(FOUR))
        store.append(number, game.place(1, 4))
        (saved,) = store.games()
    assert saved.touched == now.astimezone(UTC)
    assert saved.touched.astimezone(EAST) == saved.touched.astimezone(WEST)


@together("zone", [None, UTC, EAST, WEST])
@together("now", [datetime.min, datetime.max])
def test_a_time_beside_the_calendar_is_refused(now: datetime, zone: timezone | None) -> None:
    clock = datetime(2026, 11, 16, tzinfo=UTC)
    with Store(":memory:", clock=lambda: clock) as store:
        number = store.add(game := Game.start(FOUR))
        clock = now.replace(tzinfo=zone)
        for refused in (
            lambda: store.add(game),
            lambda: store.append(number, game.place(1, 4)),
            lambda: store.record_drill("naked-pair", True),
        ):
            with pytest.raises(StoreError, match="years 2 to 9998"):
                refused()
        assert store.game(number) == game


@pytest.mark.parametrize("day", [date.min, date.max])
def test_a_streak_ends_with_the_calendar(day: date) -> None:
    with Store(":memory:") as store:
        assert store.streak(day) == 0


# ------------------------------------------------------------------ values


def test_values_that_no_database_takes_are_refused() -> None:
    with Store(":memory:") as store:
        for refused in (
            lambda: store.add(Game.start(FOUR), kind="\ud800"),
            lambda: store.game(2**80),
            lambda: store.remove(-(2**80)),
            lambda: store.prefer("\ud800", 1),
        ):
            with pytest.raises(StoreError):
                refused()


def test_a_store_that_was_closed_says_so() -> None:
    store = Store(":memory:")
    store.close()
    store.close()
    for refused in (store.games, lambda: store.add(Game.start(FOUR))):
        with pytest.raises(StoreError, match="closed"):
            refused()
