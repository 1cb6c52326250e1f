"""Every command on every kind of stream and path, in processes of their own.

A stream that is closed or full loses what was for it, and nothing else. By default some cells of
this table are tried; PANDOKU_FULL=1 tries all.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from typing import NamedTuple

import pytest

from tests.cli.command import COMMAND, Done
from tests.data import by_default
from tests.hostile.endings import complaints, left_behind
from tests.hostile.ways import NAMES, ways, what_it_takes

if os.name != "posix" or not Path("/dev/full").exists():
    pytest.skip("needs /dev/full", allow_module_level=True)

EVERY = by_default(61, full=1)
LONGEST_S = 60
LOST = {
    "standard input is closed": "<&-",
    "standard output is closed": ">&-",
    "standard output is full": ">/dev/full",
    "messages are closed": "2>&-",
    "messages are full": "2>/dev/full",
    "all is closed": "<&- >&- 2>&-",
    "the reader leaves": "| head -n 1",
}
# Their answers have times in them, or a random board.
VARIES = ("race", "drill", "minimize")
GOOD = "1.....2..3.....4\n"
_MANY = GOOD + "1234\n" + GOOD


def _folder(path: Path) -> None:
    path.mkdir()


def _unreadable(path: Path) -> None:
    path.write_text(GOOD)
    path.chmod(0)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _text(text: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_text(text)

    return write


PATHS: dict[str, Callable[[Path], None]] = {
    "a puzzle": _text(GOOD),
    "several, one of them bad": _text(_MANY),
    "empty": _text(""),
    "a folder": _folder,
    "missing": lambda _: None,
    "unreadable": _unreadable,
    "a loop of links": _loop,
}


class Cell(NamedTuple):
    """A run: the command, what its file is, and which stream is lost (None: none)."""

    name: str
    path: str
    lost: str | None


CELLS = [Cell(name, path, lost) for name in NAMES for path in PATHS for lost in LOST]


def run(cell: Cell, here: Path, *, redirected: str = "") -> tuple[Done, list[str]]:
    """Run a command through a shell; return how it ended, and what it left behind."""
    folder, temporary = here / "here", here / "temporary"
    folder.mkdir(parents=True)
    temporary.mkdir()
    PATHS[cell.path](folder / "in.txt")
    words = [*COMMAND, *next(ways(cell.name)), *given(cell)]
    line = shlex.join(words)
    program = f"exec {line} {redirected}"
    if redirected.startswith("|"):
        program = f"{{ {line}; echo $? >&3; }} 3>{here}/status {redirected}"
    process = subprocess.Popen(
        ["sh", "-c", program],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=os.environ
        | {"TMPDIR": str(temporary), "PANDOKU_DATA": str(here / "data"), "COLUMNS": "80"},
        start_new_session=True,
    )
    timer = Timer(LONGEST_S, os.killpg, (process.pid, signal.SIGKILL))
    timer.start()
    out, err = process.communicate()
    timer.cancel()
    status = process.returncode
    if redirected.startswith("|"):
        status = int((here / "status").read_text() or -1)
    wrong = left_behind(folder, temporary, had={"in.txt"}, may_write=cell.name == "lesson")
    try:
        os.killpg(process.pid, signal.SIGKILL)
        wrong.append("left a child")
    except ProcessLookupError:
        pass
    return Done(status, out.decode(), err.decode()), wrong


def given(cell: Cell) -> tuple[str, ...]:
    """Return the arguments of the command."""
    words = {"puzzles": ("in.txt",), "nothing": ()}
    return words.get(what_it_takes(cell.name), ("sudoku",) if cell.name == "generate" else ())


def wrong_with(cell: Cell, here: Path, usual: Done) -> list[str]:
    """Return what is wrong with a run that loses a stream, after one that had all (*usual*)."""
    assert cell.lost
    how = LOST[cell.lost]
    done, wrong = run(cell, here, redirected=how)
    has_no_output = not {">&-", ">/dev/full", "|"}.isdisjoint(how.split())
    if how.startswith("|"):
        expected = {usual.returncode, 0}
    else:
        expected = {2 if usual.out and has_no_output else usual.returncode}
    if done.returncode not in expected:
        wrong.append(f"status {done.returncode}, expected {expected}")
    seen = done._replace(err=done.err or "lost") if "2>" in how else done
    wrong += complaints(seen, is_single=not cell.path.startswith("several"), may_say=True)
    if not has_no_output and cell.name not in VARIES and done.out != usual.out:
        wrong.append("another answer")
    return [f"{cell}: {each}: {done} instead of {usual}" for each in wrong]


@pytest.mark.parametrize("name", NAMES)
def test_a_lost_stream_loses_nothing_else(name: str, tmp_path: Path) -> None:
    wrong, usual = list[str](), dict[str, Done]()
    for at, cell in enumerate(CELLS):
        if cell.name != name or at % EVERY:
            continue
        if cell.path not in usual:
            usual[cell.path], left = run(cell, tmp_path / f"{at}-usual")
            wrong += [f"{cell.path}: {each}" for each in left]
        wrong += wrong_with(cell, tmp_path / str(at), usual[cell.path])
    assert not wrong, "\n".join(wrong)
