"""Compare quick ratings with explained paths and with complete paths: equality, and time.

    PANDOKU_SHARED=... python bench/quick_ratings.py [--rows 400] [--seconds 60] [--minutes 20]
        [--keep FILE] [--out bench/results/quick_ratings.json]

Each puzzle is rated in the scale pandoku with `pandoku.rate`: as usual, with an effort if its word
comes from it, and alone, without an effort. It is explained with `pandoku.explain`, and walked step
by step in the order of the scale: the peer, which is the way a rating is defined.

All four are measured by processor time, in one thread. Each call has a process of its own, forked
from one that has loaded everything but has not seen the puzzle. So no call finds what another has
cached. Reading is not measured. The calls are repeated --rounds times in changing order, and the
median counts. A puzzle whose calls take more than a second together is measured once.

GAS         the puzzles of the series "genuinely approachable Sudoku"
variants    the other rows of data/variants
killers     evenly spaced rows of data/cages
calcudokus  the same, of orders 4 to 9
latin       Latin squares of orders 5 to 9, made by `pandoku.generate`

A call that takes more than --seconds of processor time is stopped, and counts as that long. With
--keep, each row is written to a file as soon as it is measured, and rows that the file has are not
measured again. With --minutes, the run ends after that time. The next run continues.
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
from signal import ITIMER_PROF, setitimer
from statistics import median
from time import monotonic, process_time
from typing import Any, NoReturn

import pandoku
from pandoku import PandokuError, Puzzle
from pandoku.bench import circumstances
from pandoku.rating import get_scale

SCALE = get_scale("pandoku")
GAS = "Nickleaton/sudoku"  # the repository that has the series
GROUPS = ("GAS", "variants", "killers", "calcudokus", "latin")
ENOUGH_S = 1.0  # calls that take this long together are measured once

Row = dict[str, Any]
Source = tuple[str, str, Callable[[], Puzzle]]  # the group, the name, and a function that reads it


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=400, help="of each group, at most")
    parser.add_argument("--seconds", type=float, default=60, help="of each call, at most")
    parser.add_argument("--minutes", type=float, help="end the run after this time, by the clock")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of quick calls")
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
    left = [each for each in sources(asked.only or GROUPS, asked.rows) if each[:2] not in known]
    warm_up()
    until = None if asked.minutes is None else monotonic() + 60 * asked.minutes
    n_left = len(left)
    try:
        for group, name, read in left:
            if until is not None and monotonic() > until:
                break
            row: Row = {"group": group, "name": name}
            row |= measured(read, asked.seconds, asked.rounds, turn=n_left)
            n_left -= 1
            kept.append(row)
            if asked.keep is not None:
                with asked.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    except KeyboardInterrupt:
        pass
    if n_left:
        print(f"stopped after {len(kept)} puzzles, {n_left} are left", file=sys.stderr)
    # Rows without a time have rules that pandoku does not know, or several solutions.
    groups = {
        name: summary(rows)
        for name in GROUPS
        if (rows := [row for row in kept if row["group"] == name and "rate_s" in row])
    }
    print("\n".join(table(groups)))
    for row in kept:
        if row.get("is_same") is False:
            print(f"differs: {json.dumps(row)}")
    if asked.out is not None:
        result = circumstances() | {"seconds": asked.seconds, "left": n_left, "groups": groups}
        asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def warm_up() -> None:
    """Load everything that is loaded once."""
    for file in ("killer.txt", "idea.setter"):
        puzzle = pandoku.load(Path(__file__).parents[1] / "examples" / file)
        for call in CALLS.values():
            call(puzzle)


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

# ---- the calls, each of which returns what is compared


def rate(puzzle: Puzzle) -> Row:
    rating = pandoku.rate(puzzle, scale="pandoku")
    return {"score": rating.score, "hardest": rating.hardest, "end": rating.end} | {
        "level": rating.level,
        "is_proper": rating.is_proper,
    }


def alone(puzzle: Puzzle) -> Row:
    rating = pandoku.rate(puzzle, scale="pandoku", effort=False)
    return {"score": rating.score, "hardest": rating.hardest, "end": rating.end}


def explain(puzzle: Puzzle) -> Row:
    return {"n_steps": len(pandoku.explain(puzzle))}


def path(puzzle: Puzzle) -> Row:
    path = pandoku.explain(puzzle, techniques=SCALE.order, scale="pandoku", is_proper=True)
    score = path.rating().score
    if path.stopped != "full":
        return {"score": score, "hardest": "", "end": "stuck"}
    ratings = zip(path.steps, map(SCALE.rate, path.steps), strict=True)
    names = (step.technique for step, one in ratings if one is not None and one.score == score)
    name = next(names, "")
    return {"score": score, "hardest": name and path.technique(name).title, "end": "rated"}


CALLS: dict[str, Callable[[Puzzle], Row]] = {
    "rate": rate,
    "alone": alone,
    "explain": explain,
    "path": path,
}


def measured(read: Callable[[], Puzzle], seconds: float, rounds: int, *, turn: int) -> Row:
    """Return the answers of all calls, and their times. *turn* determines which call is first."""
    try:
        puzzle = read()
    except PandokuError:
        return {}
    names, times = [*CALLS], dict[str, list[float]]()
    found: dict[str, Row] = {}
    for number in range(turn, turn + rounds):
        first = number % len(names)
        for name in (*names[first:], *names[:first]):
            took, found[name] = in_a_process(partial(CALLS[name], puzzle), seconds)
            if "error" in found[name]:
                return {"error": found[name]["error"]}
            times.setdefault(name, []).append(took)
        if sum(map(sum, times.values())) > ENOUGH_S:
            break
    if not found["rate"].get("is_proper", True):
        return {}
    row: Row = {f"{name}_s": round(median(took), 5) for name, took in times.items()}
    row["over"] = [name for name in names if not found[name]]
    compared = [found[name] for name in ("rate", "alone", "path") if found[name]]
    if found["path"] and len(compared) > 1:
        keys = ("score", "hardest", "end")
        row["is_same"] = len({tuple(each[key] for key in keys) for each in compared}) == 1
    return row | found["rate"] | found["explain"]


def in_a_process(call: Callable[[], Row], seconds: float) -> tuple[float, Row]:
    """Call a function in a process of its own. Return its processor time, and its result.

    The result is {} if the call takes more than *seconds*, and has the key "error" if it fails.
    """
    source, target = os.pipe()
    process = os.fork()
    if not process:
        os.close(source)
        _answer(call, target, seconds)
    os.close(target)
    with os.fdopen(source, encoding="utf-8") as file:
        answer = file.read()
    os.waitpid(process, 0)
    return (*json.loads(answer),) if answer else (seconds, {})


def _answer(call: Callable[[], Row], target: int, seconds: float) -> NoReturn:
    """Write the time and the result of a call, and end the process."""
    try:
        setitimer(ITIMER_PROF, seconds)  # when it is over, the system ends the process
        started = process_time()
        try:
            result = call()
        except PandokuError as error:
            result = {"error": str(error)}
        answer = json.dumps((process_time() - started, result))
        with os.fdopen(target, "w", encoding="utf-8") as file:
            file.write(answer)
    finally:
        os._exit(0)


# ---- the results


def summary(rows: list[Row]) -> dict[str, Any]:
    compared = [row for row in rows if "is_same" in row]
    # A ratio is known if explain was not stopped. If the rating was stopped, it is a lower bound.
    whole = [row for row in rows if "explain" not in row["over"]]
    found: dict[str, Any] = {
        "puzzles": len(rows),
        "compared": len(compared),
        "same": sum(row["is_same"] for row in compared),
    }
    for name, title in (("alone", "without effort"), ("rate", "rate")):
        ratios = sorted(row[f"{name}_s"] / max(row["explain_s"], 0.001) for row in whole) or [0.0]
        found |= {
            f"{title} / explain, median": round(median(ratios), 2),
            f"{title} / explain, 99 %": round(_at(ratios, 0.99), 2),
            f"{title} / explain, greatest": round(ratios[-1], 2),
            f"{title} / explain, of all": round(
                sum(row[f"{name}_s"] for row in whole)
                / max(0.001, sum(row["explain_s"] for row in whole)),
                2,
            ),
        }
    found["without effort slower than explain by 5 % and 5 ms"] = sum(
        row["alone_s"] > 1.05 * row["explain_s"] + 0.005 for row in whole
    )
    for name in CALLS:
        times = sorted(row[f"{name}_s"] for row in rows)
        found |= {
            f"{name}, median s": round(median(times), 4),
            f"{name}, 90 % s": round(_at(times, 0.9), 3),
            f"{name}, 99 % s": round(_at(times, 0.99), 3),
            f"{name}, stopped": sum(name in row["over"] for row in rows),
        }
    found["rate, share below 8 s"] = round(sum(row["rate_s"] < 8 for row in rows) / len(rows), 4)
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
