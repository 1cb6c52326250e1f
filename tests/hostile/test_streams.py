"""Every command on every kind of stream and path: what is lost is lost alone.

By default some cells of the table are tried; PANDOKU_FULL=1 tries all.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.data import by_default
from tests.hostile.on_streams import GOOD, STREAMS, Cell, cells, wrong_with
from tests.hostile.runs import Server

EVERY = by_default(61, full=1)
PARTS = 8


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


@pytest.mark.parametrize(
    ("streams", "message"),
    [
        ("input is for writing", "standard input: bad file descriptor\n"),
        ("input never ends", "standard input: line 1: expected lines of at most 4,000,000 "),
        ("output is closed", "pandoku: standard output is closed\n"),
        ("output is full", "pandoku: standard output: no space left on device\n"),
        ("output has hung up", "pandoku: standard output: input/output error\n"),
    ],
)
def test_a_message_names_the_stream_that_is_lost(
    streams: str, message: str, server: Server, tmp_path: Path
) -> None:
    ran = server.run(("solve", "-"), tmp_path, STREAMS[streams], typed=GOOD.encode())
    assert ran.err.startswith(message)
