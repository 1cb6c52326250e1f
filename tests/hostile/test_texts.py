"""Every command, with each of its options, on every hostile text: an answer, or one message.

A text comes as a file, on standard input, and in place of a file. By default some cells of this
table are tried; PANDOKU_FULL=1 tries all.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pytest

from tests.cli.command import pandoku
from tests.data import by_default
from tests.hostile.endings import complaints, left_behind
from tests.hostile.texts import SEVERAL, TEXTS
from tests.hostile.ways import NAMES, Words, talks, untried, ways, what_it_takes

EVERY = by_default(401, full=1)
LONGEST_S = 30
LONGEST_WORD = 100_000  # bytes: systems refuse longer arguments


class Cell(NamedTuple):
    """A run: its words, the name of the text, and how it comes: "file", "input" or "word"."""

    words: Words
    text: str
    comes: str


def cells(name: str) -> Iterator[Cell]:
    """Yield the cells of a command."""
    comes = {"puzzles": ("file", "input", "word"), "words": ("word", "input")}
    for words in ways(name):
        for text, data in TEXTS.items():
            for how in comes.get(what_it_takes(name), ("input",)):
                if how != "word" or (0 not in data and len(data) < LONGEST_WORD):
                    yield Cell(words, text, how)


def wrong_with(cell: Cell, here: Path) -> list[str]:
    """Return what is wrong with how a run ends; *here* is an empty folder."""
    data, folder, temporary = TEXTS[cell.text], here / "here", here / "temporary"
    folder.mkdir()
    temporary.mkdir()
    (folder / "in.txt").write_bytes(data)
    given = {"file": ("in.txt",), "word": ("--", data.decode(errors="replace"))}
    started = process_time()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(temporary))
        done = pandoku(
            *cell.words,
            *given.get(cell.comes, ()),
            stdin=data if cell.comes == "input" else b"",
            env={"PANDOKU_DATA": str(here / "data"), "COLUMNS": "80"},
            cwd=folder,
        )
    took_s = process_time() - started
    # Any text may be several values of JSON.
    is_single = cell.text not in SEVERAL and "--from" not in cell.words
    may_say = talks(cell.words[0]) or "--csv" in cell.words
    wrong = complaints(done, is_single=is_single, may_say=may_say)
    may_write = "-o" in cell.words and (done.returncode != 2 or not is_single)
    wrong += left_behind(folder, temporary, had={"in.txt"}, may_write=may_write)
    if took_s > LONGEST_S:
        wrong.append(f"{took_s:.0f} seconds")
    return [f"{what}: {done.err[:400]!r} {done.out[:200]!r}" for what in wrong]


@pytest.mark.parametrize("name", NAMES)
def test_a_command_answers_or_says_what_is_wrong(name: str, tmp_path: Path) -> None:
    every, wrong = list(cells(name)), list[str]()
    for cell in every[NAMES.index(name) % EVERY :: EVERY]:
        here = tmp_path / "cell"
        here.mkdir()
        try:
            wrong += [f"{cell}: {what}" for what in wrong_with(cell, here)]
        except Exception as error:
            wrong.append(f"{cell}: {error!r}")
        shutil.rmtree(here)
    assert not wrong, "\n".join(wrong)


def test_every_option_is_tried() -> None:
    assert not untried()
