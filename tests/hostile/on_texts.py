"""The table of texts: every command, with each of its options, on every hostile text.

A text comes as a file, on standard input, and in place of a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.hostile.endings import complaints
from tests.hostile.runs import Ran, Server
from tests.hostile.texts import SEVERAL, TEXTS
from tests.hostile.ways import NAMES, Words, talks, ways, what_it_takes

__all__ = ["Cell", "cells", "run", "wrong_with"]

_LONGEST_WORD = 100_000  # bytes: systems refuse longer arguments
_COMES = {"puzzles": ("file", "input", "word"), "words": ("word", "input")}


class Cell(NamedTuple):
    """A run: its words, the name of the text, and how it comes: "file", "input" or "word"."""

    words: Words
    text: str
    comes: str


def cells() -> Iterator[Cell]:
    """Yield the cells of the table."""
    for name in NAMES:
        for words in ways(name):
            for text, data in TEXTS.items():
                for how in _COMES.get(what_it_takes(name), ("input",)):
                    if how != "word" or (0 not in data and len(data) < _LONGEST_WORD):
                        yield Cell(words, text, how)


def run(cell: Cell, server: Server, here: Path, ending: str) -> Ran:
    """Run the command of a cell in a new folder of *here*."""
    data = TEXTS[cell.text]
    given = {"file": ("in.txt",), "word": ("--", data.decode(errors="replace"))}
    words = (*cell.words, *given.get(cell.comes, ()))
    with TemporaryDirectory(dir=here) as name:
        folder = Path(name, "here")
        folder.mkdir()
        (folder / "in.txt").write_bytes(data)
        typed = data if cell.comes == "input" else b""
        return server.run(words, Path(name), typed=typed, ending=ending)


def wrong_with(cell: Cell, server: Server, here: Path, ending: str = "quick") -> list[str]:
    """Return what is wrong with how a run ends."""
    ran = run(cell, server, here, ending)
    # Any text may be several values of JSON.
    is_single = cell.text not in SEVERAL and "--from" not in cell.words
    may_say = talks(cell.words[0]) or "--csv" in cell.words
    may_write = "-o" in cell.words and (ran.ended.status != 2 or not is_single)
    wrong = complaints(ran, is_single=is_single, may_say=may_say, may_write=may_write)
    return [f"{cell}: {what}: {ran.err[:400]!r} {ran.out[:200]!r}" for what in wrong]
