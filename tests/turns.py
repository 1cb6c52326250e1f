"""Costly tests take turns: a run of the whole suite takes some of them, after each change others.

`pytest.mark.turns(3)` on a test or a module says that a third of its cases is enough at a time.
With `turns(3, whole=True)`, the marked tests of a file run in the same turn: they share a costly
fixture. All tests run if a path, a keyword or a marker is given, with `PANDOKU_TURN=all`, and with
`PANDOKU_FULL=1`. `PANDOKU_TURN=N` repeats the choice of another run.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.data import IS_FULL

__all__ = ["ALL", "MARKER", "is_due", "skip_others", "turn_of"]

ALL = "all"
MARKER = "turns(n): a run of the whole suite takes one of n cases (tests/turns.py)"
_ROOT = Path(__file__).parents[1]


def turn_of(config: pytest.Config) -> str:
    """Return the number of the turn as a text, or `ALL`.

    The processes of pytest-xdist get it from the process that starts them: all of them have to
    collect the same tests.
    """
    given: dict[str, Any] | None = getattr(config, "workerinput", None)
    if given is not None:
        return str(given["turn"])
    option = config.option
    is_chosen = option.keyword or option.markexpr or getattr(option, "lf", False)
    if IS_FULL or is_chosen or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return ALL
    turn = os.environ.get("PANDOKU_TURN") or _turn_of_commit()
    if turn != ALL and not turn.isdecimal():
        raise pytest.UsageError(f"PANDOKU_TURN: expected a whole number or {ALL!r}, found {turn!r}")
    return turn


def _turn_of_commit() -> str:
    """Return a number that depends on the files of the commit, or "0" outside a repository.

    So the run of a commit can be repeated, on another day and after a rebase.
    """
    asked = ["git", "-C", str(_ROOT), "rev-parse", "HEAD^{tree}"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "0"
    return str(int(done.stdout[:8], 16))


def is_due(place: int, every: int, turn: str) -> bool:
    """Whether the case at a place, from 0, is among those of the turn."""
    return turn == ALL or (place + int(turn)) % every == 0


def skip_others(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remove the cases of other turns."""
    turn, places = turn_of(config), Counter[tuple[object, int]]()
    due: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        marker = item.get_closest_marker("turns")
        if marker is None:
            due.append(item)
            continue
        (every,) = marker.args
        # Files begin at different places: otherwise, the first tests of all files share a turn.
        place = crc32(item.path.name.encode())
        if not marker.kwargs.get("whole"):
            place += places[item.path, every]
            places[item.path, every] += 1
        (due if is_due(place, every, turn) else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = due
