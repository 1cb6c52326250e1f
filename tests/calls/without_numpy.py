"""The calls of the page, and the process that makes them as a browser does.

A browser has neither NumPy nor threads, processes, timers, SQLite or TLS. `python -m
tests.calls.without_numpy` makes every call without them, and prints the answers as lines of JSON.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

ABSENT = (
    *("numpy", "sqlite3", "ssl", "fcntl", "resource"),
    *("multiprocessing", "_multiprocessing", "concurrent.futures.process"),
)
_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Fields whose values are times.
_TIMES = {"elapsed_s"}


def take_away() -> None:
    """Make this process as poor as a browser."""
    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]

    def start(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    threading.Thread.start = start  # type: ignore[method-assign]
    if hasattr(signal, "setitimer"):
        del signal.setitimer


def calls() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the body of each call."""
    from pandoku.calls import ENDPOINTS
    from pandoku.calls.answering import load_endpoints
    from pandoku.generation import KINDS

    load_endpoints()
    yield from ((name, each.example or {}) for name, each in ENDPOINTS.items())
    small = {each.name: each.possible_orders() for each in KINDS.values()}
    for kind, orders in small.items():
        order = next((each for each in orders if each in (6, 9)), orders[0])
        yield "generate", {"kind": kind, "order": order, "seed": 3}
    for wish in (
        {"order": 6, "difficulty": "medium"},
        {"order": 6, "rating": "2.0..3.0", "symmetry": "rotate-180"},
        {"order": 4, "pattern": "#.#...##" * 2},
        {"order": 9, "needs": "naked-pair", "budget": 60},
        {"order": 6, "givens": "minimal", "smooth": True, "budget": 20},
        {"order": 6, "constraints": "thermometer 2, white dot 2, sandwich 2, cage 2"},
        {"order": 6, "constraints": "region-sum 1, renban 1", "difficulty": "easy"},
        {"kind": "killer", "order": 6, "difficulty": "easy", "clue_minimal": True},
        {"kind": "calcudoku", "order": 4, "givens": 3, "minimal": True, "budget": 20},
        {"like": _EASY},
    ):
        yield "generate", {"seed": 3, **wish}
    for technique in ("hidden-single", "naked-pair", "x-wing"):
        yield "drill", {"technique": technique}
        yield "lesson", {"name": technique}
    yield "rate", {"puzzle": _EASY, "effort": True}
    yield "hint", {"puzzle": _EASY}
    yield "explain", {"puzzle": _EASY}


def answers() -> list[Any]:
    """Return the decoded answer of each call, without times."""
    from pandoku.calls.local import answer

    return [
        [name, body, without_times(json.loads(answer(name, json.dumps(body))))]
        for name, body in calls()
    ]


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key not in _TIMES}
    return [*map(without_times, value)] if isinstance(value, list) else value


if __name__ == "__main__":
    take_away()
    for line in answers():
        sys.stdout.write(json.dumps(line) + "\n")
