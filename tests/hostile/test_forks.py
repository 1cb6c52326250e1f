"""What a forked process shows is what a fresh one shows."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from tests.data import by_default
from tests.hostile import on_streams, on_texts
from tests.hostile.on_streams import STREAMS
from tests.hostile.runs import Ran, Server

N = by_default(3, full=300)
# Times, and boards, dates and numbers that are drawn or counted anew.
_VARIES = ("race", "bench", "drill", "minimize", "play")
_TIME = re.compile(r"[0-9.,]+ m?s\b|\"(elapsed_s|seconds)\": [0-9.e-]+")


def same(fork: Ran, fresh: Ran) -> bool:
    """Return whether two runs said and left the same, and ended alike."""
    told = [(*(_TIME.sub("-", text) for text in ran[:2]), ran.left) for ran in (fork, fresh)]
    endings = [(ran.ended.status, ran.ended.has_child) for ran in (fork, fresh)]
    return told[0] == told[1] and endings[0] == endings[1]


@pytest.mark.turns(4)
def test_forked_and_fresh_runs_on_texts_are_the_same(server: Server, tmp_path: Path) -> None:
    every = [cell for cell in on_texts.cells() if cell.words[0] not in _VARIES]
    for cell in Random(f"texts {N}").sample(every, N):
        runs = [on_texts.run(cell, server, tmp_path, how) for how in ("quick", "fresh")]
        assert same(*runs), (cell, *runs)


@pytest.mark.turns(4)
def test_forked_and_fresh_runs_on_streams_are_the_same(server: Server, tmp_path: Path) -> None:
    # A reader that leaves may come before or after the next line.
    every = [
        cell
        for cell in on_streams.cells()
        if cell.name not in _VARIES and "leaves" not in STREAMS[cell.streams]
    ]
    for cell in Random(f"streams {N}").sample(every, N):
        kinds = STREAMS[cell.streams]
        runs = [on_streams.run(cell, server, tmp_path, kinds, how) for how in ("whole", "fresh")]
        assert same(*runs), (cell, *runs)


def test_a_fork_that_crashes_or_hangs_is_told(server: Server, tmp_path: Path) -> None:
    for longest_s in (0.00001, 0.0001, 0.001):  # before it has a session of its own, too
        streams = ("silent", "file", "file")
        hangs = server.run(("watch", "-"), tmp_path, streams, longest_s=longest_s)
        assert hangs.ended.status == -9
