"""Every command on every kind of stream and path: what is lost is lost alone.

By default some cells of the table are tried; PANDOKU_FULL=1 tries all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from time import sleep

import pytest

from tests.data import by_default
from tests.hostile.on_streams import GOOD, STREAMS, Cell, cells, wrong_with
from tests.hostile.runs import Server

EVERY = by_default(197, full=1)
PARTS = 8


@pytest.mark.turns(4)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_lost_stream_loses_nothing_else(part: int, server: Server, tmp_path: Path) -> None:
    tried = islice(cells(), part * EVERY, None, PARTS * EVERY)
    wrong = [each for cell in tried for each in wrong_with(cell, server, tmp_path)]
    assert not wrong, "\n".join(wrong)


# What had findings once is tried every time.
FOUND = (
    Cell("solve", "standard input", "input is for writing"),
    Cell("engines", "standard input", "the reader has left"),
    Cell("play", "a puzzle", "input never ends"),
    Cell("play", "a puzzle", "all is a terminal"),
)


@pytest.mark.parametrize("cell", FOUND, ids=str)
def test_what_was_found_is_mended(cell: Cell, server: Server, tmp_path: Path) -> None:
    assert not wrong_with(cell, server, tmp_path)


@pytest.mark.parametrize("streams", ["output fills up", "output waits for nobody"])
def test_output_that_python_does_not_buffer_is_whole_or_said_to_be_lost(
    streams: str, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    cell = Cell("techniques", "standard input", streams)
    assert not wrong_with(cell, server, tmp_path, "fresh")


@pytest.mark.turns(4)
def test_input_that_comes_late_is_waited_for() -> None:
    reads, writes = os.pipe()
    os.set_blocking(reads, False)
    words = [sys.executable, "-m", "pandoku", "solve", "-"]
    with subprocess.Popen(words, stdin=reads, stdout=subprocess.PIPE) as process:
        os.close(reads)
        for wait_s, piece in zip((0.5, 0.1, 0.1), GOOD.encode().partition(b"2"), strict=True):
            sleep(wait_s)
            os.write(writes, piece)
        os.close(writes)
        assert process.communicate()[0] == b"1243342143122134\n"


@pytest.mark.parametrize(
    ("streams", "message"),
    [
        ("input is for writing", "standard input: bad file descriptor\n"),
        ("input never ends", "standard input: line 1: expected lines of at most 4,000,000 "),
        ("output is closed", "pandoku: standard output is closed\n"),
        ("output is full", "pandoku: standard output: no space left on device\n"),
        ("output fills up", "pandoku: standard output: file too large\n"),
        ("output has hung up", "pandoku: standard output: input/output error\n"),
    ],
)
def test_a_message_names_the_stream_that_is_lost(
    streams: str, message: str, server: Server, tmp_path: Path
) -> None:
    ran = server.run(("solve", "-"), tmp_path, STREAMS[streams], typed=GOOD.encode())
    assert ran.err.startswith(message)
