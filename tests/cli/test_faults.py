"""Full disks: no half-written file remains, and one line names the file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pandoku import Puzzle, StoreError
from pandoku.play import Game, Store, dumps_game, write_game
from tests.cli.command import pandoku
from tests.data import EASY
from tests.in_full import in_full

if sys.platform == "win32":
    pytest.skip("limits of Unix", allow_module_level=True)
resource = pytest.importorskip("resource")

WRITING = (
    ("explain", "-o", "out.html"),
    ("draw", "-o", "out.svg"),
    ("draw", "-o", "out.png"),
    ("draw", "-o", "out.pdf"),
    ("export", "--to", "html", "-o", "out.html"),
    ("solve", "--json", "-o", "out.txt"),
)


@contextmanager
def room_for(n_bytes: int) -> Iterator[None]:
    """Limit the size of files: a write fails, perhaps after a short write, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Python does not notice a short write of compiled code, and could not import it later.
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = writes_bytecode


@pytest.mark.turns(3)
@pytest.mark.parametrize("words", WRITING, ids=" ".join)
@pytest.mark.parametrize("old", [None, b"what was there"])
def test_a_full_disk_leaves_what_was_there(
    words: tuple[str, ...], old: bytes | None, tmp_path: Path
) -> None:
    command, *options = words
    name = options[-1]
    if old is not None:
        (tmp_path / name).write_bytes(old)
    with room_for(300):
        done = pandoku(command, EASY, *options, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.err.splitlines()) == 1
    assert name in done.err
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert left == ({} if old is None else {name: old})


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_device_is_named() -> None:
    done = pandoku("solve", EASY, "-o", "/dev/full")
    assert done.returncode == 2
    assert len(done.err.splitlines()) == 1
    assert "/dev/full" in done.err


def test_a_game_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file, game = tmp_path / "game", Game.start(Puzzle(9))
    write_game(file, game)
    longer = game
    for cell in range(60):
        longer = longer.place(cell, 1)
    with room_for(400), pytest.raises(OSError, match=str(file)):
        write_game(file, longer)
    assert file.read_text() == dumps_game(game)
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def _fill(store: Store, number: int, game: Game) -> Game:
    """Play until the file cannot grow, and return the last saved game."""
    for at in range(2000):
        after = game.enter("corner", at // 81 % 9 + 1, [at % 81])
        try:
            store.append(number, after)
        except StoreError:
            return game
        game = after
    raise AssertionError("expected a full disk")


def test_a_full_disk_loses_no_move_that_was_kept(tmp_path: Path) -> None:
    file, start = tmp_path / "games.sqlite", Game.start(Puzzle(9))
    with Store(file) as store:
        number = store.add(start)
        used = max(path.stat().st_size for path in tmp_path.iterdir())
        with room_for(used + 20_000):
            kept = _fill(store, number, start)
    with Store(file) as store:
        assert in_full(store.game(number)) == in_full(kept)
        store.append(number, kept.place("r1c1", 1))


def _text_of(run: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as caught:
        run()
    return str(caught.value)


def test_a_store_that_cannot_grow_from_the_start_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    with room_for(100):
        assert str(file) in _text_of(lambda: Store(file).add(Game.start(Puzzle(9))))
