"""Check that puzzles made to order are proper and meet the request, for many requests.

    python bench/made_to_order.py [--puzzles 2000] [--kind KIND] [--cp-sat 1.0] [--seed 1]
        [--out bench/results/made_to_order.json]

`pandoku generate` makes the puzzles of each group of requests. `pandoku check` decides whether they
are proper, and so does `pandoku solve --engine cp-sat`, which shares no code with the searches that
made them. `pandoku rate` gives their difficulty. This program compares the printed puzzles with the
request. The tables are written in Markdown. A faulty puzzle is written in full, and the exit status
is then 1.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from pandoku import Puzzle, count_many, explain_many, read
from pandoku.bench import circumstances
from pandoku.kernel.cages import search_cages as search
from pandoku.rating import in_order

PATIENCE = "20s"  # seconds of CP-SAT for a puzzle
PATTERN9 = """
    xx..x..xx  x..x.x..x  ..x...x..  .x..x..x.  x..x.x..x
    .x..x..x.  ..x...x..  x..x.x..x  xx..x..xx
"""
SOLUTION9 = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
REGIONS6 = "AAAABBCCAABBCCCCDBEEDDDBEEDFFFEEDFFF"
SYMMETRIES = (
    "rotate-180",
    "rotate-90",
    "mirror-columns",
    "mirror-rows",
    "mirror-both",
    "diagonal",
    "antidiagonal",
    "both-diagonals",
)

Wished = dict[str, Any]


class Group(NamedTuple):
    """Puzzles of one order with the same wishes, with their share of the kind's puzzles."""

    order: int
    share: int
    wished: Wished


def with_symmetries(order: int, share: int) -> list[Group]:
    return [Group(order, share, {"symmetry": name}) for name in SYMMETRIES]


GROUPS: dict[str, list[Group]] = {
    "sudoku": [
        Group(9, 20, {}),
        Group(9, 10, {"givens": "minimal"}),
        Group(9, 10, {"givens": "30..36", "symmetry": "rotate-180"}),
        *with_symmetries(9, 3),
        *(Group(9, 6, {"difficulty": word}) for word in ("easy", "medium", "hard")),
        Group(9, 1, {"difficulty": "expert", "symmetry": "rotate-180"}),
        Group(9, 3, {"rating": "7.0..7.5"}),
        Group(9, 2, {"needs": "xy-wing"}),
        Group(9, 4, {"at_most": "naked-pair"}),
        Group(9, 2, {"difficulty": "hard", "smooth": True}),
        Group(9, 2, {"pattern": PATTERN9}),
        Group(9, 2, {"solution": SOLUTION9}),
        Group(4, 3, {}),
        Group(6, 4, {"box": "3x2", "difficulty": "medium"}),
        Group(8, 3, {"symmetry": "mirror-rows"}),
        Group(12, 2, {}),
        Group(16, 1, {}),
    ],
    "latin": [
        Group(4, 3, {}),
        Group(5, 5, {"givens": "minimal"}),
        Group(6, 5, {"difficulty": "easy"}),
        Group(7, 5, {"givens": 20}),
        Group(9, 8, {}),
        *with_symmetries(8, 1),
        Group(12, 2, {}),
    ],
    "jigsaw": [
        Group(4, 2, {}),
        Group(5, 5, {}),
        Group(6, 5, {"symmetry": "rotate-180"}),
        Group(6, 4, {"regions": REGIONS6}),
        Group(7, 4, {"givens": "minimal"}),
        Group(9, 8, {}),
        Group(9, 3, {"givens": "26..30", "symmetry": "rotate-180"}),
        Group(9, 2, {"difficulty": "easy"}),
        Group(12, 1, {}),
    ],
    "diagonal": [
        Group(4, 2, {}),
        Group(6, 4, {"box": "2x3"}),
        Group(9, 8, {}),
        Group(9, 4, {"givens": "minimal", "symmetry": "none"}),
        Group(9, 3, {"symmetry": "both-diagonals"}),
        Group(9, 3, {"difficulty": "medium"}),
    ],
    "windoku": [
        Group(4, 2, {}),
        Group(9, 8, {}),
        Group(9, 4, {"givens": "20..24"}),
        Group(9, 3, {"symmetry": "rotate-90"}),
        Group(9, 3, {"difficulty": "easy"}),
    ],
    "killer": [
        Group(4, 3, {}),
        Group(6, 5, {"cage_sizes": "2..4"}),
        Group(9, 10, {}),
        Group(9, 5, {"cage_sizes": "2..3", "largest_sum": 20}),
        Group(9, 4, {"difficulty": "medium"}),
        Group(9, 2, {"givens": 4}),
        Group(9, 2, {"singles": 0.1}),
        Group(9, 1, {"clue_minimal": True}),
    ],
    "calcudoku": [
        Group(3, 2, {}),
        Group(4, 5, {"operations": "+-"}),
        Group(5, 5, {"operations": "*"}),
        Group(6, 10, {}),
        Group(6, 5, {"operations": "+", "cage_sizes": "2..4"}),
        Group(6, 4, {"hide_operations": True}),
        Group(6, 4, {"difficulty": "medium"}),
        Group(6, 2, {"clue_minimal": True}),
        Group(7, 4, {"singles": 0.1}),
        Group(9, 4, {}),
        Group(12, 1, {}),
    ],
}


class Result(NamedTuple):
    """The result of a group.

    Attributes:
        wished: Arguments of the command.
        asked: Number of requested puzzles.
        puzzles: The puzzles made.
        proper: Number of puzzles that are proper by `check`.
        by_cp_sat: Number of puzzles that are proper by CP-SAT.
        undecided: Number of puzzles that CP-SAT did not decide in time.
        tried: Number of puzzles given to CP-SAT.
        lacks: For each puzzle the unmet part of the request, or "".
        seconds: Wall-clock time of making the puzzles.
    """

    wished: str
    asked: int
    puzzles: list[Puzzle]
    proper: int
    by_cp_sat: int
    undecided: int
    tried: int
    lacks: list[str]
    seconds: float


def main() -> None:
    arguments = parsed()
    report: dict[str, Any] = {**circumstances(), "kinds": {}}
    is_well = True
    for kind in [arguments.kind] if arguments.kind else GROUPS:
        print(f"\n## {kind}\n\n{HEAD}\n|---|" + "---:|" * (HEAD.count("|") - 2), flush=True)
        results = []
        for group, n in counted(GROUPS[kind], arguments.puzzles):
            results.append(judged(kind, group, n, arguments))
            print(row_of(results[-1]), flush=True)
        print(sum_of(results), flush=True)
        for result in results:
            is_well &= not any(result.lacks) and result.proper == len(result.puzzles)
            is_well &= result.by_cp_sat + result.undecided == result.tried
            for puzzle, lack in zip(result.puzzles, result.lacks, strict=True):
                if lack:
                    print(f"- {result.wished}: {lack}: {puzzle!r} {puzzle.givens} {puzzle.cages}")
        report["kinds"][kind] = [row_of(result) for result in results]
    if arguments.out:
        arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    sys.exit(not is_well)


HEAD = "| wishes | asked | made | differ | proper | by CP-SAT | undecided | as asked | s |"


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=2000, help="of each kind")
    parser.add_argument("--kind", choices=GROUPS)
    parser.add_argument("--cp-sat", type=float, default=1.0, help="the share that CP-SAT checks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the tables as JSON too")
    return parser.parse_args()


def counted(groups: Sequence[Group], n: int) -> Iterator[tuple[Group, int]]:
    """Yield each group with its number of puzzles, n in all."""
    total, shares, done = sum(group.share for group in groups), 0, 0
    for group in groups:
        shares += group.share
        yield group, n * shares // total - done
        done = n * shares // total


def judged(kind: str, group: Group, n: int, arguments: argparse.Namespace) -> Result:
    """Make the puzzles of a group, and check them in every way."""
    words = [kind, str(group.order), *as_options(group.wished)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.json"
        started = perf_counter()
        pandoku(
            "generate", *words, "--count", n, "--seed", arguments.seed, "--to", "json", "-o", file
        )
        seconds = perf_counter() - started
        puzzles = list(read(file)) if file.exists() else []
        if not puzzles:
            return Result(" ".join(words), n, [], 0, 0, 0, 0, [], seconds)
        checks = objects("check", "--json", file)
        ratings = objects("rate", "--json", file)
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        file.write_text("".join(lines[: round(len(lines) * arguments.cp_sat)]), encoding="utf-8")
        solved = objects("solve", "--engine", "cp-sat", "--budget", PATIENCE, "--json", file)
    lacks = list(lacking(kind, group, puzzles, ratings))
    return Result(
        " ".join(words),
        n,
        puzzles,
        sum(each["proper"] for each in checks),
        sum(each["complete"] and each["count"] == 1 for each in solved),
        sum(not each["complete"] and each["count"] < 2 for each in solved),
        len(solved),
        lacks,
        seconds,
    )


def as_options(wished: Wished) -> Iterator[str]:
    for name, value in wished.items():
        yield "--" + name.replace("_", "-")
        if value is not True:
            yield " ".join(str(value).split())


def pandoku(*words: object) -> str:
    """Run the command and return its output. Only `generate` may print messages."""
    command = [sys.executable, "-m", "pandoku", *map(str, words)]
    stderr = None if words[0] == "generate" else subprocess.DEVNULL
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, check=False, text=True)
    return done.stdout


def objects(*words: object) -> list[Any]:
    return [json.loads(line) for line in pandoku(*words).splitlines()]


def lacking(
    kind: str, group: Group, puzzles: Sequence[Puzzle], ratings: Sequence[Any]
) -> Iterator[str]:
    """Yield for each puzzle the unmet part of the request, or ""."""
    for puzzle, rating in zip(puzzles, ratings, strict=True):
        lacks = [f"order {puzzle.order}"] * (puzzle.order != group.order)
        if puzzle.solution is None or not puzzle.accepts(puzzle.solution):
            lacks.append("its solution is wrong")
        lacks += lacking_houses(kind, puzzle, group.wished)
        lacks += lacking_givens(puzzle, group.wished)
        lacks += lacking_difficulty(puzzle, rating, group.wished)
        lacks += lacking_cages(kind, puzzle, group.wished)
        yield "; ".join(lacks)


def lacking_houses(kind: str, puzzle: Puzzle, wished: Wished) -> Iterator[str]:
    geometry = puzzle.geometry
    has = {
        "boxes": geometry.box is not None,
        "regions": geometry.regions is not None,
        "diagonals": geometry.diagonals,
        "windows": bool(geometry.extra),
        "cages": bool(puzzle.cages),
    }
    of_kind = {
        "sudoku": {"boxes"},
        "jigsaw": {"regions"},
        "diagonal": {"boxes", "diagonals"},
        "windoku": {"boxes", "windows"},
        "killer": {"boxes", "cages"},
        "calcudoku": {"cages"},
    }.get(kind, set())
    if {name for name, is_there in has.items() if is_there} != of_kind:
        yield f"it has {has}"
    if "box" in wished and wished["box"] != "{}x{}".format(*(geometry.box or (0, 0))):
        yield f"boxes {geometry.box}"
    if "regions" in wished:
        mates = [wished["regions"].index(region) for region in wished["regions"]]
        found = list(geometry.regions or ())
        if [found.index(region) for region in found] != mates:
            yield "other regions"


def lacking_givens(puzzle: Puzzle, wished: Wished) -> Iterator[str]:
    is_given = np.array(puzzle.givens).reshape(puzzle.order, -1) > 0
    least, most = ends(wished.get("givens")) if wished.get("givens") != "minimal" else (0, inf)
    if not least <= puzzle.n_givens <= most:
        yield f"{puzzle.n_givens} givens"
    if wished.get("givens") == "minimal" and not is_minimal(puzzle):
        yield "a given can go"
    if not all((is_given == image).all() for image in images(is_given, wished.get("symmetry"))):
        yield "no symmetry"
    if "pattern" in wished:
        marks = "".join(wished["pattern"].split())
        if [mark != "." for mark in marks] != is_given.ravel().tolist():
            yield "another pattern"
    if "solution" in wished and "".join(map(str, puzzle.solution or ())) != wished["solution"]:
        yield "another solution"
    if not wished.get("givens") and puzzle.cages and puzzle.n_givens:
        yield "givens beside cages"


def ends(value: Any) -> tuple[float, float]:
    """Return the smallest and the largest number that a wish allows."""
    if value is None:
        return 0, inf
    least, dots, most = str(value).partition("..")
    return float(least or 0), float(most or inf) if dots else float(least)


def images(is_given: Any, symmetry: str | None) -> list[Any]:
    """Return the symmetric image of the cells, by the name of the symmetry."""
    left_right, top_bottom = is_given[:, ::-1], is_given[::-1]
    diagonal, antidiagonal = is_given.T, is_given[::-1, ::-1].T
    return {
        "rotate-180": [is_given[::-1, ::-1]],
        "rotate-90": [np.rot90(is_given)],
        "mirror-columns": [left_right],
        "mirror-rows": [top_bottom],
        "mirror-both": [left_right, top_bottom],
        "diagonal": [diagonal],
        "antidiagonal": [antidiagonal],
        "both-diagonals": [diagonal, antidiagonal],
    }.get(symmetry or "", [])


def is_minimal(puzzle: Puzzle) -> bool:
    """Return True if there are several solutions without any one of the givens."""
    rows = []
    for cell, digit in enumerate(puzzle.givens):
        if digit:
            rows.append(list(puzzle.givens))
            rows[-1][cell] = 0
    counts = count_many(np.array(rows, np.uint8), 2, like=puzzle.replace(cages=()))
    return bool((counts == 2).all())


def lacking_difficulty(puzzle: Puzzle, rating: Any, wished: Wished) -> Iterator[str]:
    if "difficulty" in wished and rating["level"] != wished["difficulty"]:
        yield f"it is {rating['level']}"
    least, most = ends(wished.get("rating"))
    if "rating" in wished and not least <= rating["score"] <= most:
        yield f"rated {rating['score']}"
    names = [each.name for each in in_order("pandoku")]
    if "needs" in wished:
        before = names[: names.index(wished["needs"])]
        if is_solved(puzzle, before) or not is_solved(puzzle, [*before, wished["needs"]]):
            yield f"{wished['needs']} is not needed"
    if "at_most" in wished:
        upto = names[: names.index(wished["at_most"]) + 1]
        if not is_solved(puzzle, upto):
            yield f"more than {wished['at_most']} is needed"


def is_solved(puzzle: Puzzle, techniques: Sequence[str]) -> bool:
    return bool(explain_many([puzzle], techniques=techniques, is_proper=True).ends[0] == 0)


def lacking_cages(kind: str, puzzle: Puzzle, wished: Wished) -> Iterator[str]:
    if not puzzle.cages:
        return
    sizes = [len(cage.cells) for cage in puzzle.cages]
    if not wished.get("clue_minimal") and sorted(
        cell for cage in puzzle.cages for cell in cage.cells
    ) != list(range(puzzle.order**2)):
        yield "cages that do not cover the grid"
    least, most = ends(wished.get("cage_sizes"))
    if any(not least <= size <= most for size in sizes if size > 1 or least > 1):
        yield f"cages of {min(sizes)} to {max(sizes)} cells"
    if "singles" in wished:
        wanted = wished["singles"] * puzzle.order**2
        if abs(sizes.count(1) - wanted) > 1:
            yield f"{sizes.count(1)} single cells"
    sums = [cage.target or 0 for cage in puzzle.cages]
    if max(sums) > wished.get("largest_sum", inf):
        yield f"a sum of {max(sums)}"
    if kind == "killer" and any(cage.repeats or cage.operation != "+" for cage in puzzle.cages):
        yield "cages that are no killer's"
    shown = {cage.operation for cage in puzzle.cages if len(cage.cells) > 1}
    allowed = "?" if wished.get("hide_operations") else wished.get("operations", "+-*/")
    if kind == "calcudoku" and not shown <= set(allowed):
        yield f"operations {shown}"
    if wished.get("clue_minimal") and not all(map(is_needed(puzzle), range(len(puzzle.cages)))):
        yield "a clue can go"


def is_needed(puzzle: Puzzle) -> Any:
    """Return a function that decides whether the clue of a cage, by its number, is needed."""

    def judge(at: int) -> bool:
        cage, others = puzzle.cages[at], [*puzzle.cages[:at], *puzzle.cages[at + 1 :]]
        if cage.target is None:
            return True
        left = [] if cage.repeats or len(cage.cells) == 1 else [type(cage)("+", None, cage.cells)]
        return search([puzzle.replace(cages=(*others, *left))], limit=2)[0].count == 2

    return judge


def row_of(result: Result) -> str:
    cells: list[object] = [
        result.wished,
        result.asked,
        len(result.puzzles),
        len({(each.geometry, each.givens, each.cages) for each in result.puzzles}),
        result.proper,
        f"{result.by_cp_sat} of {result.tried}",
        result.undecided,
        result.lacks.count(""),
        f"{result.seconds:.1f}",
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def sum_of(results: Sequence[Result]) -> str:
    made = sum(len(result.puzzles) for result in results)
    cells = [
        "**all**",
        sum(result.asked for result in results),
        made,
        "",
        sum(result.proper for result in results),
        f"{sum(result.by_cp_sat for result in results)} of {sum(r.tried for r in results)}",
        sum(result.undecided for result in results),
        sum(result.lacks.count("") for result in results),
        f"{sum(result.seconds for result in results):.1f}",
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


if __name__ == "__main__":
    main()
