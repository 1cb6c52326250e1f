"""Saved games: nothing acknowledged is lost, and what cannot be used is refused untouched."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from pandoku.errors import StoreError
from pandoku.model import Puzzle
from pandoku.play import Game, _database, dumps_game, loads_game
from pandoku.play._database import default_path
from pandoku.play.store import Saved, Store, open_store
from tests.data import IS_FULL, ROOT
from tests.in_full import in_full

FOUR = "1.....2..3.....4"
SOLUTION = "1243" + "3421" + "4312" + "2134"
MONDAY = date(2026, 11, 16)


class Clock:
    """A clock that stops until it is set, and then advances by a second with each reading."""

    def __init__(self, day: date = MONDAY) -> None:
        self.set(day)

    def set(self, day: date) -> None:
        self._now = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store(file, clock=Clock()) as opened:
        yield opened


def solved(game: Game) -> Game:
    for cell, digit in enumerate(SOLUTION):
        if not game.puzzle.givens[cell]:
            game = game.place(cell, int(digit), at_ms=1000 * cell)
    return game


# ------------------------------------------------------------------ games


def test_a_game_comes_back_with_its_whole_record(store: Store, file: Path) -> None:
    game = Game.start(FOUR)
    number = store.add(game)
    for after in (
        game := game.enter("corner", 2, "r1c2 r1c3", at_ms=10),
        game := game.place("r1c2", 4, at_ms=20),
        game := game.checkpoint("a guess", at_ms=20),
        game := game.undo(at_ms=30),
    ):
        assert store.append(number, after) == number
    with Store(file) as again:
        assert in_full(again.game(number)) == in_full(game)
        assert again.game(number).undone == game.undone


def test_several_moves_at_once_are_saved_as_one_by_one(store: Store) -> None:
    game = Game.start(FOUR)
    number = store.add(game.place(1, 4))
    store.append(number, game := game.place(1, 4).place(2, 2).undo())
    assert in_full(store.game(number)) == in_full(game)


def test_a_list_shows_what_a_game_is_without_its_moves(store: Store) -> None:
    game = Game.start(FOUR)
    number = store.add(game, title="Four", kind="sudoku", difficulty="easy", daily=MONDAY)
    store.append(number, game.place(1, 4, at_ms=5000))
    (saved,) = store.games()
    assert (saved.id, saved.title, saved.kind, saved.difficulty) == (
        number,
        "Four",
        "sudoku",
        "easy",
    )
    assert (saved.daily, saved.state, saved.is_finished) == (MONDAY, "playing", False)
    assert (saved.played_ms, saved.n_moves, saved.n_empty) == (5000, 1, 11)
    assert saved.digits == game.place(1, 4).digits
    assert in_full(saved.puzzle) == in_full(game.puzzle)
    assert saved.started < saved.touched


def test_the_game_played_last_comes_first(store: Store) -> None:
    game = Game.start(FOUR)
    first, second = store.add(game), store.add(game)
    store.append(first, game.place(1, 4))
    assert [saved.id for saved in store.games()] == [first, second]
    assert [saved.id for saved in store.games(limit=1)] == [first]


def test_a_solved_game_is_finished_until_a_digit_is_taken_out(store: Store) -> None:
    game = solved(Game.start(FOUR))
    number = store.add(game)
    assert [saved.id for saved in store.games(finished=True)] == [number]
    assert store.games(finished=False) == []
    store.append(number, game.undo())
    assert store.saved(number).state == "playing"


def test_a_revealed_game_is_not_a_solved_one(store: Store) -> None:
    game = Game.start(FOUR)
    number = store.add(game)
    store.append(number, game.reveal(SOLUTION))
    assert store.saved(number).state == "revealed"


def test_a_puzzle_is_found_again_as_long_as_it_is_not_finished(store: Store) -> None:
    game = Game.start(FOUR)
    number = store.add(game)
    assert store.unfinished(game.puzzle) == number
    assert store.unfinished(Puzzle(4)) is None
    store.append(number, solved(game))
    assert store.unfinished(game.puzzle) is None


def test_a_removed_game_is_gone_with_its_moves(store: Store, file: Path) -> None:
    number = store.add(Game.start(FOUR).place(1, 4))
    store.remove(number)
    with pytest.raises(StoreError, match=f"game {number}$"):
        store.game(number)
    with sqlite3.connect(file) as raw:
        assert raw.execute("SELECT COUNT(*) FROM moves").fetchone() == (0,)
    raw.close()


def test_an_id_is_never_used_twice(store: Store) -> None:
    number = store.add(Game.start(FOUR))
    store.remove(number)
    assert store.add(Game.start(FOUR)) > number


@pytest.mark.parametrize("order", [1, 6, 16, 36])
def test_every_order_can_be_saved(store: Store, order: int) -> None:
    game = Game.start(Puzzle.latin(order)).place(0, order)
    assert in_full(store.game(store.add(game))) == in_full(game)


def test_any_title_can_be_saved(store: Store) -> None:
    puzzle = Puzzle(4, title="a\ud800\0\n\x1b")
    number = store.add(Game.start(puzzle))
    assert store.saved(number).title == "a?\0\n\x1b"
    assert in_full(store.game(number).puzzle) == in_full(puzzle)
    assert store.unfinished(puzzle) == number


def test_a_puzzle_with_data_that_is_not_json_is_refused(store: Store) -> None:
    puzzle = Puzzle(4, extra={"a": object()})
    assert store.unfinished(puzzle) is None
    with pytest.raises(StoreError, match=": extra"):
        store.add(Game.start(puzzle))


def test_a_game_goes_through_the_store_and_the_text_alike(store: Store) -> None:
    game = Game.start("1" + "." * 80).fill(at_ms=1500).place("r5c5", 5, tidy=True).undo()
    assert in_full(loads_game(dumps_game(store.game(store.add(game))))) == in_full(game)


# ------------------------------------------------------------------ two processes


def test_a_game_that_goes_on_in_two_places_becomes_two_games(store: Store, file: Path) -> None:
    start = Game.start(FOUR)
    number = store.add(start, title="Four")
    with Store(file) as other:
        mine, theirs = store.game(number).place(1, 4), other.game(number).place(2, 2)
        assert store.append(number, mine) == number
        forked = other.append(number, theirs)
        assert forked != number
        theirs = theirs.undo()
        assert other.append(forked, theirs) == forked
        assert in_full((store.game(number), store.game(forked))) == in_full((mine, theirs))
        assert store.saved(forked).title == "Four"


def test_a_game_removed_elsewhere_is_saved_anew(store: Store, file: Path) -> None:
    game = Game.start(FOUR)
    number = store.add(game)
    with Store(file) as other:
        other.remove(number)
    again = store.append(number, game := game.place(1, 4))
    assert again != number
    assert in_full(store.game(again)) == in_full(game)


@pytest.mark.turns(3)
def test_many_processes_may_make_the_file_at_once(file: Path) -> None:
    code = (
        "import sys\nfrom pandoku.play import Game\nfrom pandoku.play.store import Store\n"
        "sys.stdin.readline()\nwith Store(sys.argv[1]) as store:\n"
        f"    store.add(Game.start({FOUR!r}).place(1, 4))\n"
    )
    command = [sys.executable, "-c", code, str(file)]
    waiting = [subprocess.Popen(command, stdin=subprocess.PIPE, text=True) for _ in range(2)]
    for process in waiting:
        process.communicate("go\n", timeout=60)
    assert [process.returncode for process in waiting] == [0, 0]
    with Store(file) as store:
        assert len(store.games()) == 2


# ------------------------------------------------------------------ preferences, dailies, drills


def test_a_preference_is_kept(store: Store, file: Path) -> None:
    assert store.preference("theme", "auto") == "auto"
    store.prefer("theme", "dark")
    store.prefer("theme", {"name": "light"})
    with Store(file) as again:
        assert again.preference("theme") == {"name": "light"}


def test_a_preference_that_is_not_json_counts_as_none(store: Store, file: Path) -> None:
    store.prefer("theme", "dark")
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE preferences SET value = '{'")
    raw.close()
    assert store.preference("theme", "auto") == "auto"


def play_daily(store: Store, day: date, kind: str = "sudoku", *, reveal: bool = False) -> None:
    game = Game.start(FOUR)
    number = store.add(game, kind=kind, daily=day)
    store.append(number, game.reveal(SOLUTION) if reveal else solved(game))


def test_a_daily_puzzle_is_found_by_date_and_kind(store: Store) -> None:
    number = store.add(Game.start(FOUR), kind="killer", daily=MONDAY)
    assert store.daily(MONDAY, "killer") == number
    assert store.daily(MONDAY) is None
    assert store.daily(MONDAY + timedelta(1), "killer") is None


def test_a_streak_counts_days_in_a_row_and_waits_for_today(file: Path) -> None:
    clock, days = Clock(), [MONDAY + timedelta(n) for n in range(6)]
    with Store(file, clock=clock) as store:
        assert store.streak(days[0]) == 0
        for day, kind in zip(days[:3], ("sudoku", "killer", "sudoku"), strict=True):
            clock.set(day)
            play_daily(store, day, kind)
        assert [store.streak(day) for day in days[:5]] == [1, 2, 3, 3, 0]
        clock.set(days[4])
        play_daily(store, days[4])
        assert store.streak(days[4]) == 1


def test_a_day_solved_later_or_revealed_is_not_in_the_streak(file: Path) -> None:
    clock, tuesday = Clock(), MONDAY + timedelta(1)
    with Store(file, clock=clock) as store:
        play_daily(store, MONDAY, reveal=True)
        assert store.streak(MONDAY) == 0
        clock.set(tuesday)
        play_daily(store, MONDAY, "killer")
        assert store.streak(tuesday) == 0


def test_a_streak_outlives_its_games(store: Store) -> None:
    play_daily(store, MONDAY)
    for saved in store.games():
        store.remove(saved.id)
    assert store.streak(MONDAY) == 1


def test_drills_are_counted_by_technique(store: Store) -> None:
    store.record_drill("naked-pair", True, spent_ms=900)
    store.record_drill("naked-pair", False)
    assert store.drill_results() == {"naked-pair": (1, 2)}


def test_drills_under_an_older_name_count_for_the_technique(store: Store) -> None:
    store.record_drill("constraint-trial", True)
    store.record_drill("rule-trial", False)
    store.record_drill("gone", True)
    assert store.drill_results() == {"rule-trial": (1, 2), "gone": (1, 1)}


# ------------------------------------------------------------------ files that cannot be used


def refused(file: Path, *words: str) -> None:
    """The file is refused with its name and these words, and stays as it is."""
    before = file.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(file)
    assert caught.value.path == file
    for word in (str(file), *words):
        assert word in str(caught.value)
    assert file.read_bytes() == before


def kept_in_memory(file: Path, *words: str) -> None:
    """The file is refused, and the games are in memory."""
    refused(file, *words)
    opened, reason = open_store(file)
    with opened:
        assert opened.path is None
        assert reason.startswith(str(file))


@pytest.fixture
def made(file: Path) -> Path:
    with Store(file) as store:
        store.add(Game.start(FOUR).place(1, 4), title="before")
    return file


def test_a_newer_version_is_refused(made: Path) -> None:
    with sqlite3.connect(made) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    kept_in_memory(made, "of version 99", "install a newer pandoku")


def test_something_that_is_no_database_is_refused(file: Path) -> None:
    file.parent.mkdir()
    for content in (b"hello", b"x" * 5000):
        file.write_bytes(content)
        kept_in_memory(file, "found something else", "move the file away")


def test_a_database_of_another_program_is_refused(file: Path) -> None:
    file.parent.mkdir()
    with sqlite3.connect(file) as raw:
        raw.execute("CREATE TABLE cookies (a)")
    raw.close()
    kept_in_memory(file, "found something else")


@pytest.mark.parametrize("kept", [0.5, 0.9])
def test_a_file_that_was_cut_off_is_refused(made: Path, kept: float) -> None:
    content = made.read_bytes()
    made.write_bytes(content[: int(len(content) * kept)])
    refused(made, "the file is damaged", "move the file away")


def test_a_damaged_page_is_refused(made: Path) -> None:
    content = made.read_bytes()
    made.write_bytes(content[:8192] + b"\xff" * 4096 + content[12288:])
    refused(made, "the file is damaged")


def test_a_damaged_move_is_named(store: Store, file: Path) -> None:
    number = store.add(Game.start(FOUR).place(1, 4).place(2, 2))
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE moves SET move = 'digit 9 r1c1' WHERE number = 1")
    raw.close()
    with pytest.raises(StoreError, match=f"game {number} .*move 2: .*digit"):
        store.game(number)


def test_a_game_with_damaged_facts_does_not_hide_the_others(store: Store, file: Path) -> None:
    damaged, sound = store.add(Game.start(FOUR)), store.add(Game.start(FOUR))
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE games SET started = 'once' WHERE id = ?", (damaged,))
    raw.close()
    assert [saved.id for saved in store.games()] == [sound]
    with pytest.raises(StoreError, match=f"game {damaged} is damaged: .*once"):
        store.saved(damaged)


def test_a_damaged_puzzle_is_named_when_it_is_read(store: Store, file: Path) -> None:
    number = store.add(Game.start(FOUR))
    for text in ("{", "", '{"size":99}'):
        with sqlite3.connect(file) as raw:
            raw.execute("UPDATE games SET puzzle = ?", (text,))
        raw.close()
        with pytest.raises(StoreError, match=f"game {number} is damaged: "):
            store.game(number)


def test_a_locked_file_is_refused_after_a_while(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandoku.play._connection.PATIENCE_S", 0.05)
    raw = sqlite3.connect(made, isolation_level=None)
    raw.execute("BEGIN EXCLUSIVE")
    try:
        with pytest.raises(StoreError, match="locked"):
            Store(made)
        opened, reason = open_store(made)
        with opened:
            assert (opened.path, "locked" in reason) == (None, True)
    finally:
        raw.close()


def test_a_lock_in_mid_game_loses_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.play._connection.PATIENCE_S", 0.05)
    game = Game.start(FOUR)
    with Store(file) as store:
        number = store.add(game)
        raw = sqlite3.connect(file, isolation_level=None)
        raw.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="locked"):
            store.append(number, game := game.place(1, 4))
        raw.close()
        game = game.place(2, 2)
        assert store.append(number, game) == number
        assert in_full(store.game(number)) == in_full(game)


def test_a_game_that_did_not_grow_out_of_the_saved_one_is_another(store: Store) -> None:
    game = Game.start(FOUR).place(1, 4).place(2, 2)
    number = store.add(game)
    other = store.append(number, Game.start(FOUR).place(3, 3))
    assert other != number
    assert in_full(store.game(number)) == in_full(game)


def test_after_a_lock_the_next_moves_do_not_wait_for_long(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandoku.play._connection.PATIENCE_S", 0.05)

    def patience_ms(store: Store) -> int:
        return int(store._connection.rows("PRAGMA busy_timeout")[0][0])

    with Store(file) as store:
        raw = sqlite3.connect(file, isolation_level=None)
        raw.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="locked"):
            store.prefer("theme", "dark")
        assert patience_ms(store) == 20
        raw.close()
        store.prefer("theme", "dark")
        assert patience_ms(store) == 50


def test_a_user_without_a_home_is_told_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PANDOKU_DATA", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~/.local/share"))
    with pytest.raises(StoreError, match=r"PANDOKU_DATA"):
        default_path()


def test_the_folder_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path / "here"))
    with Store() as store:
        assert store.path == tmp_path / "here" / "games.sqlite"


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StoreError, match=r"games\.sqlite: "):
        Store(tmp_path / "data" / "games.sqlite")


AS_NOBODY = pytest.mark.skipif(
    not hasattr(os, "geteuid") or (os.geteuid() == 0 and not shutil.which("setpriv")),
    reason="a file that root cannot write takes another user",
)


def opened_by_nobody(file: Path) -> str:
    """Return the message for somebody who may only read the file."""
    code = (
        "import sys\nfrom pandoku.play.store import open_store\nprint(open_store(sys.argv[1])[1])"
    )
    command = [sys.executable, "-c", code, str(file)]
    if os.geteuid() == 0:
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        command = [*nobody, *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.turns(3)
@AS_NOBODY
@pytest.mark.parametrize(("mode", "folder_mode"), [(0o444, 0o777), (0o444, 0o555)])
def test_a_read_only_file_is_refused_when_it_is_opened(
    tmp_path_factory: pytest.TempPathFactory, mode: int, folder_mode: int
) -> None:
    folder = Path("/tmp") / f"pandoku-{os.getpid()}-{next(_NUMBERS)}"  # others may enter it
    file = folder / "games.sqlite"
    try:
        with Store(file) as store:
            store.add(Game.start(FOUR))
        file.chmod(mode)
        folder.chmod(folder_mode)
        told = opened_by_nobody(file)
        assert str(file) in told
        assert "writ" in told
        assert "PANDOKU_DATA" in told
    finally:
        folder.chmod(0o777)
        shutil.rmtree(folder)


_NUMBERS = count()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 512 KiB."""
    mount, umount, where = shutil.which("mount"), shutil.which("umount"), tmp_path / "small"
    where.mkdir()
    if not mount or not umount:
        pytest.skip("there is no mount")
    size = ["-t", "tmpfs", "-o", "size=512k", "tmpfs"]
    if subprocess.run([mount, *size, str(where)], capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk takes root")
    yield where
    subprocess.run([umount, str(where)], check=True)


def test_on_a_full_disk_play_goes_on_and_nothing_is_lost(small_disk: Path) -> None:
    game, file = Game.start("." * 256), small_disk / "games.sqlite"
    with Store(file) as store:
        number = store.add(game)
        (small_disk / "ballast").write_bytes(b"x" * 200_000)
        with pytest.raises(StoreError, match="full"):  # noqa: PT012  # at some move
            for _ in range(2000):
                game = game.fill()
                store.append(number, game)
                game = game.undo()
                store.append(number, game)
        (small_disk / "ballast").unlink()
        store.append(number, game)
        assert in_full(store.game(number)) == in_full(game)
    with Store(file) as again:
        assert in_full(again.game(number)) == in_full(game)


# ------------------------------------------------------------------ versions


def test_an_older_file_is_brought_up_to_date_with_its_games(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = ("ALTER TABLE games ADD COLUMN stars INTEGER NOT NULL DEFAULT 0",)
    monkeypatch.setattr(_database, "MIGRATIONS", (*_database.MIGRATIONS, added))
    for _ in range(2):
        with Store(made) as store:
            assert [saved.title for saved in store.games()] == ["before"]
    with sqlite3.connect(made) as raw:
        (version,) = raw.execute("SELECT user_version FROM pragma_user_version").fetchone()
        assert version == len(_database.MIGRATIONS)
    raw.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = ("CREATE TABLE half (a)", "INSERT INTO nowhere VALUES (1)")
    monkeypatch.setattr(_database, "MIGRATIONS", (*_database.MIGRATIONS, steps))
    with pytest.raises(StoreError, match="nowhere"):
        Store(made)
    monkeypatch.undo()
    with Store(made) as store:
        assert [saved.title for saved in store.games()] == ["before"]


def test_memory_keeps_nothing_but_works_alike() -> None:
    with Store(":memory:") as store:
        number = store.add(game := Game.start(FOUR).place(1, 4))
        assert in_full(store.game(number)) == in_full(game)
        assert isinstance(store.games()[0], Saved)


# ------------------------------------------------------------------ killed in mid-game


@pytest.mark.turns(3)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the players are forked")
@pytest.mark.parametrize(
    "n_kills",
    [2, pytest.param(20, marks=pytest.mark.skipif(not IS_FULL, reason="PANDOKU_FULL=1 runs it"))],
)
def test_a_killed_player_loses_no_move_that_was_saved(n_kills: int) -> None:
    trial = [
        sys.executable,
        str(ROOT / "bench" / "game.py"),
        "--rounds",
        str(n_kills),
        "--no-times",
    ]
    done = subprocess.run(trial, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{n_kills} kills" in done.stdout
