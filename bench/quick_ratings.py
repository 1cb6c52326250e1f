"""Compare quick ratings with the ratings of complete paths: equality, and time.

    PANDOKU_SHARED=... python bench/quick_ratings.py [--rows 300] [--seconds 20] [--keep FILE]
        [--out bench/results/quick_ratings.json]

Each puzzle is rated in the scale pandoku with `pandoku.rate`: as usual, with an effort if its word
comes from it, and alone, without an effort. It is explained with `pandoku.explain`, and walked step
by step in the order of the scale: the peer, which is the way a rating is defined. All four are
measured by processor time, in one thread, one after the other, each with a puzzle that is read
again. Reading is not measured.

GAS         the puzzles of the series "genuinely approachable Sudoku"
variants    the other rows of data/variants
killers     evenly spaced rows of data/cages
calcudokus  the same, of orders 4 to 9
latin       Latin squares of orders 5 to 9, made by `pandoku.generate`

A path that takes more than --seconds, by the clock, is not compared. With --keep, each row is
written to a file as soon as it is measured, and rows that the file has are not measured again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import pandoku
from pandoku import PandokuError, Puzzle
from pandoku.bench import circumstances
from pandoku.rating import get_scale

SCALE = get_scale("pandoku")
GAS = "Nickleaton/sudoku"  # the repository that has the series
GROUPS = ("GAS", "variants", "killers", "calcudokus", "latin")

Row = dict[str, Any]
Source = tuple[str, str, Callable[[], Puzzle]]  # the group, the name, and a function that reads it


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=300, help="of each group, at most")
    parser.add_argument("--seconds", type=float, default=20, help="for each path, by the clock")
    parser.add_argument("--only", choices=GROUPS, action="append", help="measure only this group")
    parser.add_argument("--keep", type=Path, help="a file of finished rows, which is continued")
    parser.add_argument("--out", type=Path, help="write the result as JSON")
    asked = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        parser.error("expected PANDOKU_SHARED as the folder that has the puzzles in data/")
    kept: list[Row] = []
    if asked.keep is not None and asked.keep.exists():
        kept = [json.loads(line) for line in asked.keep.read_text(encoding="utf-8").splitlines()]
    known = {(row["group"], row["name"]) for row in kept}
    warm_up()
    try:
        for group, name, read in sources(asked.only or GROUPS, asked.rows):
            if (group, name) in known:
                continue
            row = measured(group, name, read, asked.seconds)
            if row is None:  # rules that pandoku does not know, or several solutions
                continue
            kept.append(row)
            if asked.keep is not None:
                with asked.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    except KeyboardInterrupt:
        print(f"stopped after {len(kept)} puzzles", file=sys.stderr)
    groups = {
        name: summary(rows)
        for name in GROUPS
        if (rows := [row for row in kept if row["group"] == name])
    }
    print("\n".join(table(groups)))
    for row in kept:
        if row["path_score"] is not None and not row["is_same"]:
            print(f"differs: {json.dumps(row)}")
    if asked.out is not None:
        result = circumstances() | {"seconds": asked.seconds, "groups": groups}
        asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def warm_up() -> None:
    """Load everything that is loaded once."""
    for file in ("killer.txt", "idea.setter"):
        puzzle = pandoku.load(Path(__file__).parents[1] / "examples" / file)
        pandoku.rate(puzzle)
        pandoku.explain(puzzle)


def sources(groups: list[str] | tuple[str, ...], most: int) -> Iterator[Source]:
    """Yield puzzles of all groups in turn, so that a run that is stopped has some of each."""
    data = Path(os.environ["PANDOKU_SHARED"]) / "data"
    lists = []
    for group in groups:
        found = [*_IN_GROUP[group](data)]
        lists.append(found[:: -(-len(found) // most)])
    for together in zip_longest(*lists):
        yield from (each for each in together if each is not None)


def _variants(data: Path, *, is_gas: bool) -> Iterator[Source]:
    lines = (data / "variants" / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, lines):
        if row["source"].startswith(GAS) == is_gas:
            text = row["payload"] if isinstance(row["payload"], str) else json.dumps(row["payload"])
            group = "GAS" if is_gas else "variants"
            yield group, row["id"], partial(pandoku.loads, text)


def _caged(data: Path, group: str, files: tuple[str, ...], n_each: int) -> Iterator[Source]:
    for name in files:
        lines = (data / "cages" / name).read_text(encoding="utf-8").splitlines()
        for at in range(0, len(lines), -(-len(lines) // n_each)):
            yield group, f"{name}:{at}", partial(pandoku.loads, lines[at])


def _latin(data: Path) -> Iterator[Source]:
    for order in range(5, 10):
        for seed in range(8):
            yield "latin", f"{order}:{seed}", partial(pandoku.generate, "latin", order, seed=seed)


_KILLERS = ("killer9.jsonl", "killer9_hard_real.jsonl", "killer9_extreme_real.jsonl")
_CALCUDOKUS = tuple(f"kenken{order}.jsonl" for order in (4, 6, 9))
_IN_GROUP: dict[str, Callable[[Path], Iterator[Source]]] = {
    "GAS": lambda data: _variants(data, is_gas=True),
    "variants": lambda data: _variants(data, is_gas=False),
    "killers": lambda data: _caged(data, "killers", _KILLERS, 34),
    "calcudokus": lambda data: _caged(data, "calcudokus", _CALCUDOKUS, 34),
    "latin": _latin,
}


def measured(group: str, name: str, read: Callable[[], Puzzle], seconds: float) -> Row | None:
    """Return the ratings of a puzzle and the times, or None if it has no rating."""
    try:
        puzzle = read()
        started = process_time()
        rating = pandoku.rate(puzzle, scale="pandoku")
    except PandokuError:
        return None
    row: Row = {"group": group, "name": name, "rate_s": process_time() - started}
    puzzle, started = read(), process_time()
    alone = pandoku.rate(puzzle, scale="pandoku", effort=False)
    row["alone_s"] = process_time() - started
    puzzle, started = read(), process_time()
    path = pandoku.explain(puzzle, budget=seconds)
    row |= {"explain_s": process_time() - started, "is_cut": path.is_cut}
    puzzle, started = read(), process_time()
    path = pandoku.explain(
        puzzle, techniques=SCALE.order, scale="pandoku", is_proper=True, budget=seconds
    )
    row |= {"path_s": process_time() - started, "score": rating.score, "level": rating.level}
    row |= {"path_score": None, "is_same": False}
    if not path.is_cut:
        score = path.rating().score
        hardest = next(
            (
                path.technique(step.technique).title
                for step in path.steps
                if (one := SCALE.rate(step)) is not None and one.score == score
            ),
            "",
        )
        end = "rated" if path.stopped == "full" else "stuck"
        expected = (score, hardest if end == "rated" else "", end)
        row["path_score"] = score
        row["is_same"] = all(
            (each.score, each.hardest, each.end) == expected for each in (rating, alone)
        )
    return row


def summary(rows: list[Row]) -> dict[str, Any]:
    compared = [row for row in rows if row["path_score"] is not None]
    whole = [row for row in rows if not row["is_cut"]]
    over = sorted(row["rate_s"] / max(row["explain_s"], 0.001) for row in whole) or [0.0]
    alone = sorted(row["alone_s"] / max(row["explain_s"], 0.001) for row in whole) or [0.0]
    found: dict[str, Any] = {
        "puzzles": len(rows),
        "compared": len(compared),
        "same": sum(row["is_same"] for row in compared),
        "without effort slower than explain by 10 ms": sum(
            row["alone_s"] > row["explain_s"] + 0.01 for row in whole
        ),
        "without effort / explain, median": round(median(alone), 2),
        "without effort / explain, 99 %": round(_at(alone, 0.99), 2),
        "rate / explain, median": round(median(over), 2),
        "rate / explain, 99 %": round(_at(over, 0.99), 2),
        "rate / explain, of all": round(
            sum(row["rate_s"] for row in whole)
            / max(0.001, sum(row["explain_s"] for row in whole)),
            2,
        ),
    }
    for name in ("rate", "alone", "explain", "path"):
        times = sorted(row[f"{name}_s"] for row in rows)
        found |= {
            f"{name}, median s": round(median(times), 4),
            f"{name}, 90 % s": round(_at(times, 0.9), 3),
            f"{name}, 99 % s": round(_at(times, 0.99), 3),
        }
    return found


def _at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))]


def table(groups: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield f"| | {' | '.join(groups)} |"
    yield f"|---{'|---' * len(groups)}|"
    for key in next(iter(groups.values()), {}):
        yield f"| {key} | {' | '.join(str(found[key]) for found in groups.values())} |"


if __name__ == "__main__":
    main()
