"""Measure the speed and success rate of making puzzles of a requested difficulty.

    python bench/hardness.py [--attempts 2000] [--needs-attempts 2000] [--climb-s 60] [--only PART]
        [--out bench/hardness.md]

Difficulty: for each request, a block of attempts on one thread, by processor time: making the
candidates and judging them. "met" is the share of attempts that meet the request, and the rate is
the number of these puzzles per second.

Needs: for every technique of houses, the share of the attempts that need it, and their rate.

Climb: the processor time until a climb, and plain rejection, first reach an ER or a number of
givens, on one thread; "-" if that was not within the time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from pandoku.bench import circumstances
from pandoku.generation import make_drafts, wishes_of
from pandoku.generation.climb import climb
from pandoku.generation.hardness import assess
from pandoku.kernel.generate import keys
from pandoku.logic import rate
from pandoku.rating import DEFAULT_SCALE, LEVELS, in_order

PARTS = ("difficulty", "needs", "climb")
SEED = 1
# Kind, order, and the divisor of the number of attempts, because a puzzle takes longer.
KINDS = (("sudoku", 9, 1), ("sudoku", 6, 4), ("diagonal", 9, 4), ("sudoku", 16, 40))
WISHES: tuple[dict[str, Any], ...] = (
    *({"difficulty": word} for word in LEVELS),
    {"rating": "7.0..7.5"},
    {"rating": "9.0.."},
    {"difficulty": "medium", "smooth": True},
    {"difficulty": "hard", "smooth": True},
    {"difficulty": "expert", "smooth": True},
    {"at_most": "naked-pair"},
    {"at_most": "xy-wing"},
)
GOALS: tuple[dict[str, Any], ...] = (
    *({"rating": f"{er:.1f}.."} for er in (8.5, 9.0, 9.2, 9.5, 10.0)),
    *({"givens": f"0..{number}"} for number in (21, 20, 19)),
)
_BLOCK = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--attempts", type=int, default=2000)
    parser.add_argument("--needs-attempts", type=int, default=2000)
    parser.add_argument("--climb-s", type=float, default=60, help="for each goal")
    parser.add_argument("--only", choices=PARTS, action="append", help="default: all parts")
    parser.add_argument("--out", type=Path, help="write the tables as Markdown")
    arguments = parser.parse_args()
    lines = ["# Puzzles as hard as asked", "", _where()]
    for part in arguments.only or PARTS:
        if part == "difficulty":
            table = difficulty(arguments.attempts)
        elif part == "needs":
            table = needs(arguments.needs_attempts)
        else:
            table = climbs(arguments.climb_s)
        for line in table:
            print(line, flush=True)
            lines.append(line)
    if arguments.out:
        arguments.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _where() -> str:
    return ", ".join(f"{name}: {value}" for name, value in circumstances().items())


# ------------------------------------------------------------------ difficulty


def difficulty(attempts: int) -> Iterator[str]:
    yield from ("", "## Difficulty", "")
    yield "| kind | wish | attempts | met | candidates, ms | judged, ms | as asked, per second |"
    yield "|---|---|---|---|---|---|---|"
    for kind, order, fewer in KINDS:
        for wish in WISHES if kind == "sudoku" and order == 9 else WISHES[:4]:
            n, n_met, made_s, judged_s = _tried(kind, order, wish, max(1, attempts // fewer))
            per_s = n_met / (made_s + judged_s)
            times = f"{made_s / n * 1e3:.2f} | {judged_s / n * 1e3:.2f}"
            found = f"{n} | {n_met / n:.1%} | {times} | {per_s:.1f}"
            yield f"| {kind} {order} | {_words(wish)} | {found} |"


def _tried(kind: str, order: int, wish: dict[str, Any], n: int) -> tuple[int, int, float, float]:
    """Return the numbers of attempts and successes, and the seconds for making and judging."""
    wishes = wishes_of(kind, order, seed=SEED, threads=1, **wish)
    assess(wishes, make_drafts(wishes, keys(SEED, range(2), 1)))  # imports and tables
    n_met, made_s, judged_s = 0, 0.0, 0.0
    for start in range(0, n, _BLOCK):
        times = [process_time()]
        block = keys(SEED, range(start, min(start + _BLOCK, n)))
        candidates = make_drafts(wishes, block)
        times.append(process_time())
        n_met += sum(assess(wishes, candidates).met)
        times.append(process_time())
        made_s, judged_s = made_s + times[1] - times[0], judged_s + times[2] - times[1]
    return n, n_met, made_s, judged_s


def _words(wish: dict[str, Any]) -> str:
    return ", ".join(name if value is True else f"{name} {value}" for name, value in wish.items())


# ------------------------------------------------------------------ needs


def needs(attempts: int) -> Iterator[str]:
    yield from ("", "## Techniques that are needed", "")
    yield "| technique | attempts | met | per second |"
    yield "|---|---|---|---|"
    for technique in in_order(DEFAULT_SCALE):
        if "cages" in technique.needs:
            continue
        n, n_met, made_s, judged_s = _tried("sudoku", 9, {"needs": technique.name}, attempts)
        yield f"| {technique.name} | {n} | {n_met} | {n_met / (made_s + judged_s):.1f} |"


# ------------------------------------------------------------------ climb


def climbs(most_s: float) -> Iterator[str]:
    yield from ("", "## Climbing beside rejection", "")
    yield "| goal | climb, s | puzzles | rejection, s | puzzles |"
    yield "|---|---|---|---|---|"
    for goal in GOALS:
        yield f"| {_words(goal)} | {_by_climbing(goal, most_s)} | {_by_rejection(goal, most_s)} |"


class _TimeIsUpError(Exception):
    """Ends a climb."""


def _by_climbing(goal: dict[str, Any], most_s: float) -> str:
    wishes = wishes_of(seed=SEED, threads=1, climb=True, budget=10**9, **goal)
    started = process_time()

    def check(_: int) -> None:
        if process_time() - started > most_s:
            raise _TimeIsUpError

    try:
        for found in climb(wishes, on_round=check):
            if found.met:
                return f"{process_time() - started:.1f} | {found.attempts}"
    except _TimeIsUpError:
        pass
    return "- | -"


def _by_rejection(goal: dict[str, Any], most_s: float) -> str:
    wishes = wishes_of(seed=SEED, threads=1, **goal)
    started, at = process_time(), 0
    while process_time() - started < most_s:
        candidates = make_drafts(wishes, keys(SEED, range(at, at + _BLOCK)))
        at += _BLOCK
        if wishes.asks_for_difficulty:
            is_met = assess(wishes, candidates).met
        else:
            is_met = [not each for each in candidates.lacks or [0] * len(candidates)]
        if any(is_met):
            if wishes.rating is not None:
                puzzle = candidates.puzzle(is_met.index(True))
                assert rate(puzzle).score >= wishes.rating.least
            return f"{process_time() - started:.1f} | {at}"
    return "- | -"


if __name__ == "__main__":
    main()
