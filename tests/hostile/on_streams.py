"""The table of streams: every command on every kind of path and of standard streams.

A stream that is lost loses what was for it, and nothing else; a terminal gets the same as a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.hostile.endings import complaints, plain
from tests.hostile.runs import WHOLE, Ran, Server
from tests.hostile.texts import ESCAPE
from tests.hostile.ways import NAMES, talks, ways, what_it_takes

__all__ = ["STREAMS", "Cell", "cells", "run", "wrong_with"]

STREAMS = {
    "input is closed": ("closed", "file", "file"),
    "input is a pipe": ("pipe", "file", "file"),
    "input never ends": ("full", "file", "file"),
    "input is for writing": ("wrong way", "file", "file"),
    "input is a terminal": ("terminal", "file", "file"),
    "input has hung up": ("hung up", "file", "file"),
    "output is closed": ("file", "closed", "file"),
    "output is full": ("file", "full", "file"),
    "output fills up": ("file", "fills up", "file"),
    "output is for reading": ("file", "wrong way", "file"),
    "output is a pipe": ("file", "pipe", "file"),
    "output waits for nobody": ("file", "waits for nobody", "file"),
    "the reader leaves": ("file", "leaves", "file"),
    "the reader has left": ("file", "gone", "file"),
    "output is a terminal": ("file", "terminal", "file"),
    "output has hung up": ("file", "hung up", "file"),
    "messages are closed": ("file", "file", "closed"),
    "messages are full": ("file", "file", "full"),
    "messages fill up": ("file", "file", "fills up"),
    "messages are for reading": ("file", "file", "wrong way"),
    "nobody reads messages": ("file", "file", "gone"),
    "messages are on a terminal": ("file", "file", "terminal"),
    "messages have hung up": ("file", "file", "hung up"),
    "all is closed": ("closed", "closed", "closed"),
    "all is a terminal": ("terminal", "terminal", "terminal"),
    "all has hung up": ("hung up", "hung up", "hung up"),
}
_LOST = {"closed", "full", "fills up", "wrong way", "hung up"}
# Their answers have times in them, or a random board.
_WRITES = ("print", "book")  # to a file, as `ways` says
_VARIES = ("race", "drill", "minimize", "bench")
GOOD = "1.....2..3.....4\n"
_MANY = GOOD + "1234\n" + GOOD
_TITLED = f'{{"size":4,"title":"{ESCAPE}\\u001b]0;x\\u0007\\u009b","givens":[1{",0" * 15}]}}\n'


def _folder(path: Path) -> None:
    path.mkdir()


def _unreadable(path: Path) -> None:
    path.write_text(GOOD)
    path.chmod(0)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _text(text: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(text)


PATHS: dict[str, Callable[[Path], object]] = {
    "a puzzle": _text(GOOD),
    "several, one of them bad": _text(_MANY),
    "a title with escapes": _text(_TITLED),
    "empty": _text(""),
    "a folder": _folder,
    "missing": lambda _: None,
    "unreadable": _unreadable,
    "a loop of links": _loop,
    "standard input": lambda _: None,
}


class Cell(NamedTuple):
    """A run: the command, what its file is, and the name of its streams."""

    name: str
    path: str
    streams: str


def cells() -> Iterator[Cell]:
    """Yield the cells of the table."""
    for name in NAMES:
        paths = PATHS if what_it_takes(name) == "puzzles" else ("standard input",)
        yield from (Cell(name, path, streams) for path in paths for streams in STREAMS)


def run(cell: Cell, server: Server, here: Path, kinds: Sequence[str], ending: str) -> Ran:
    """Run the command of a cell on streams of some kinds, in a new folder of *here*."""
    with TemporaryDirectory(dir=here) as name:
        folder = Path(name, "here")
        folder.mkdir()
        PATHS[cell.path](folder / "in.txt")
        words = (*next(ways(cell.name)), *_given(cell))
        return server.run(words, Path(name), kinds, typed=GOOD.encode(), ending=ending)


def _given(cell: Cell) -> tuple[str, ...]:
    words = {"puzzles": ("-",) if cell.path == "standard input" else ("in.txt",), "nothing": ()}
    return words.get(what_it_takes(cell.name), ("sudoku",) if cell.name == "generate" else ())


def wrong_with(cell: Cell, server: Server, here: Path, ending: str = "whole") -> list[str]:
    """Return what is wrong with a run on these streams, next to one on whole ones."""
    kinds = STREAMS[cell.streams]
    usual = run(cell, server, here, WHOLE, "quick")  # tests/hostile/test_forks.py: it is the same
    ran = run(cell, server, here, kinds, ending)
    wrong = []
    if "terminal" in kinds:
        (out, wrong_out), (err, wrong_err) = plain(ran.out), plain(ran.err)
        ran, wrong = ran._replace(out=out, err=err), wrong_out + wrong_err
    reads = talks(cell.name) or cell.path == "standard input"
    loses_input = kinds[0] in {*_LOST, "gone"} and reads
    loses_output = kinds[1] in _LOST
    expected = {usual.ended.status}
    if loses_input:
        expected = {0, 1, 2}
    elif kinds[1] in ("leaves", "gone"):
        expected |= {0}
    elif loses_output:
        expected = {2} if usual.out else {usual.ended.status, 2}
    if ran.ended.status not in expected:
        wrong.append(f"status {ran.ended.status}, expected {expected}")
    has_messages = kinds[2] in ("file", "terminal")
    seen = ran if has_messages else ran._replace(err=ran.err or "lost")
    # A run that says something of an answer says it too when the answer is lost.
    is_single = not cell.path.startswith("several") and not (loses_output and usual.err)
    wrong += complaints(seen, is_single=is_single, may_say=True, may_write=cell.name in _WRITES)
    is_asked = talks(cell.name) and kinds[0] == "terminal"  # then it says that it waits
    varies = cell.name in _VARIES or is_asked or loses_input
    is_same = kinds[1] in ("file", "pipe", "waits for nobody") and not varies
    if is_same and ran.out != usual.out:
        wrong.append("another answer")
    if kinds[1] == "terminal" and usual.out and not (ran.out or loses_input):
        wrong.append("no answer")
    may_stop = kinds[1] in (*_LOST, "leaves", "gone")
    if has_messages and not loses_input and not may_stop and usual.err and not ran.err:
        wrong.append("no message")
    return [f"{cell}: {each}: {ran} instead of {usual}" for each in wrong]
