"""Count the published variants that each reader accepts, and those solved correctly.

    python bench/variants_read.py [--seconds 20] [--out bench/variants_read.md]

Reads every row of data/variants with detected formats, and solves the puzzles. A row is

right     if the puzzle has exactly one solution, the same as in the row
refused   if the reader names a rule or a shape of grid that pandoku does not have
slow      if the proof is not finished within the time limit of a puzzle
wrong     otherwise, which must not happen

It also counts the puzzles by the state of their rules: all checked, with a text that the solution
may depend on, with drawings as well, or only in a text.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import pandoku
from pandoku import Budget, PandokuError, Puzzle
from pandoku.words import unchecked_words

_RESULTS = ("right", "refused", "slow", "wrong")
_OPENED = ("checked", "with a text", "with drawings", "only a text", "refused")
_LETTERS_AFTER = 9  # the highest order with solutions written in digits


class _Found(NamedTuple):
    """A row of the data, and its result."""

    name: str
    source: str
    kinds: tuple[str, ...]
    result: str
    why: str
    seconds: float
    opened: str


def main() -> None:
    """Read and solve all rows, print the tables, and write them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20, help="for the proof of one puzzle")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    asked = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        parser.error("expected PANDOKU_SHARED as the folder that has the puzzles in data/")
    path = Path(os.environ["PANDOKU_SHARED"]) / "data" / "variants" / "puzzles.jsonl"
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    found = [_tried(row, asked.seconds) for row in rows]
    text = _report(found, asked.seconds)
    print(text, end="")
    asked.out.write_text(text, encoding="utf-8")
    if any(each.result == "wrong" for each in found):
        sys.exit(1)


def _tried(row: dict[str, Any], seconds: float) -> _Found:
    """Return the result of a row."""
    payload = row["payload"]
    text = payload if isinstance(payload, str) else json.dumps(payload)
    started = perf_counter()
    result, why = _result(text, row["solution"], seconds)
    took = perf_counter() - started
    return _Found(
        row["id"],
        row["source_format"],
        tuple(row["kinds"]) or ("none",),
        result,
        why,
        took,
        _opened(text),
    )


def _opened(text: str) -> str:
    """Return the state of the rules of a text's puzzle, one of `_OPENED`."""
    try:
        puzzle = pandoku.loads(text)
    except PandokuError:
        return "refused"
    if unchecked_words(puzzle).startswith("the rules of this puzzle are only"):
        return "only a text"
    names = {each.NAME for each in puzzle.unchecked}
    return "with drawings" if "drawing" in names else "with a text" if names else "checked"


def _result(text: str, solution: str, seconds: float) -> tuple[str, str]:
    try:
        puzzle = pandoku.loads(text)
    except PandokuError as error:
        reason = getattr(error, "reason", str(error))
        return "refused", reason.partition("; pandoku.load(")[0]
    expected = _digits(solution, puzzle)
    if expected is None or not puzzle.accepts(expected):
        return "wrong", "the solution of the row breaks a rule"
    outcome = pandoku.solve(puzzle, budget=Budget(seconds=seconds))
    if outcome.stopped is not None:
        return "slow", ""
    if outcome.solutions != (expected,):
        return "wrong", f"found {len(outcome.solutions)} solutions"
    return "right", ""


def _digits(solution: str, puzzle: Puzzle) -> tuple[int, ...] | None:
    """Return the digits of a solution, written as one or two digits, or as a letter from A = 1."""
    n_cells = puzzle.order**2
    if puzzle.order <= _LETTERS_AFTER and len(solution) == n_cells:
        return tuple(map(int, solution))
    if solution.isalpha() and len(solution) == n_cells:
        return tuple(ord(letter) - ord("A") + 1 for letter in solution)
    if len(solution) == 2 * n_cells:
        return tuple(int(solution[at : at + 2]) for at in range(0, 2 * n_cells, 2))
    return None


def _report(found: list[_Found], seconds: float) -> str:
    """Return the tables as Markdown."""
    refused = Counter(_reason(each.why) for each in found if each.result == "refused")
    slow = [f"{each.name} ({', '.join(each.kinds)})" for each in found if each.result == "slow"]
    wrong = [f"{each.name}: {each.why}" for each in found if each.result == "wrong"]
    lines = [
        "# Published variants: what is read, and what is right",
        "",
        f"`python bench/variants_read.py` wrote this: {len(found)} published puzzles, "
        f"{seconds:g} s for the proof of each.",
        "",
        "## By source",
        "",
        *_table("source", ((each.source, each) for each in found)),
        "",
        "## How they open",
        "",
        f"| source | rows | {' | '.join(_OPENED)} |",
        f"| --- | {' | '.join(['---:'] * (len(_OPENED) + 1))} |",
        *_openings(found),
        "",
        "## By kind",
        "",
        "A puzzle counts for each of its kinds.",
        "",
        *_table("kind", sorted(((k, each) for each in found for k in each.kinds), key=_by_name)),
        "",
        "## Refused",
        "",
        "| reason | rows |",
        "| --- | ---: |",
        *(f"| {reason} | {count} |" for reason, count in refused.most_common()),
        "",
        "## Slow",
        "",
        *(f"- {each}" for each in slow or ["none"]),
        "",
        "## Wrong",
        "",
        *(f"- {each}" for each in wrong or ["none"]),
    ]
    return "\n".join(lines) + "\n"


def _openings(found: list[_Found]) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {}
    for each in found:
        counts.setdefault(each.source, Counter())[each.opened] += 1
    for source, own in counts.items():
        yield f"| {source} | {own.total()} | {' | '.join(str(own[how]) for how in _OPENED)} |"


def _by_name(pair: tuple[str, _Found]) -> str:
    return pair[0]


def _reason(why: str) -> str:
    """Return the reason for refusing a row, without the details of the row."""
    rules = re.search(r"that pandoku does not know: (.*)", why)
    if rules:
        return f"rules: {rules[1]}"
    if why.startswith("expected the digits"):
        return "other digits than 1..n"
    if why.startswith("expected a square grid"):
        return "a grid that is not square"
    return why.partition("\n")[0][:80]


def _table(head: str, pairs: Iterable[tuple[str, _Found]]) -> Iterator[str]:
    """Yield a table of the results by a name, and of all rows."""
    counts: dict[str, Counter[str]] = {}
    for name, each in pairs:
        counts.setdefault(name, Counter())[each.result] += 1
    yield f"| {head} | rows | {' | '.join(_RESULTS)} |"
    yield f"| --- | {' | '.join(['---:'] * (len(_RESULTS) + 1))} |"
    for name, own in counts.items():
        shown = " | ".join(str(own[result]) for result in _RESULTS)
        yield f"| {name} | {own.total()} | {shown} |"


if __name__ == "__main__":
    main()
