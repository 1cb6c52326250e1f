"""Measure explained paths: complete paths in the core, and single hints from Python.

    PANDOKU_SHARED=... python bench/logic.py [--puzzles 2000] [--out bench/results/logic.json]
        [--peer NAME=COMMAND ...] [--only paths|peers|hints]

Paths: puzzles per second of processor time on one thread, from a uint8 array or, for puzzles with
cages, from `Puzzle` objects; the median of five runs, with the slowest and the fastest. "all" means
every technique. "basic" means the techniques from full-house to sashimi-jellyfish, in the order of
the core: singles, subsets, fish with and without fins, remote pairs, two links, wings, and the
techniques that assume one solution, but no colors, no Sue de Coq, no chains, no almost locked sets.
The report lists their names. "full" is the share of puzzles that are solved completely.

Peers: other programs that solve by logic, on the puzzles of a set that the techniques in SHARED
solve completely. A peer reads one puzzle per line on standard input, writes one line for each, and
should try the same techniques. Its rate is based on the processor time of its process minus the
time for a single line, so a program that gets faster as it runs may warm up before it reads.
pandoku and the peers alternate, run by run.

Hints: the processor time of `pandoku.hint` at level 4 (the full reason), which also proves that the
puzzle has one solution, on boards along some paths.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from pandoku import Batch, Board, Marks, Puzzle, explain, hint, read
from pandoku.bench import (
    Peer,
    PuzzleSet,
    choose,
    circumstances,
    known_sets,
    peer_lines,
    rate_of,
    read_set,
)
from pandoku.kernel.rows import array_of
from pandoku.logic import PATH_ENDS, explain_many
from pandoku.techniques import TECHNIQUES

if TYPE_CHECKING:
    pass

SUDOKU = ("generated minimal", "17 clues", "magictour top 1465")
CAGES = ("kenken4", "kenken6", "kenken9", "kenken12", "killer9")
RUNS = 5
PARTS = ("paths", "peers", "hints")
LAST_BASIC = "sashimi-jellyfish"
BASIC = list(TECHNIQUES)[: list(TECHNIQUES).index(LAST_BASIC) + 1]
# The techniques below chains that explaining programs have in common, easiest first.
SHARED = [
    *("full-house", "naked-single", "hidden-single", "pointing", "claiming"),
    *("naked-pair", "naked-triple", "hidden-pair", "hidden-triple", "naked-quad", "hidden-quad"),
    *("x-wing", "swordfish", "jellyfish", "skyscraper", "two-string-kite", "turbot-fish"),
    *("xy-wing", "xyz-wing"),
]
# The name of a row: its set, the number of puzzles, and the approximate boards of each path.
HINTS = {
    "9x9, 17 clues": ("17 clues", 20, 100),
    "9x9, hardest of a forum": ("hardest 1905, 11+", 20, 100),
    "9x9, magictour top 1465": ("magictour top 1465", 20, 100),
    "9x9 killer": ("killer9", 20, 10),
    "16x16": ("16x16", 5, 40),
}

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=2000, help="of each sudoku set, at most")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--only", choices=PARTS, help="leave the other parts of --out as they are")
    parser.add_argument("--out", type=Path, help="write the table as JSON")
    arguments = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        raise SystemExit("set PANDOKU_SHARED to the folder that holds data/sudoku and data/cages")
    sets = known_sets(Path(os.environ["PANDOKU_SHARED"]))
    peers = {name: Peer(command) for name, _, command in (p.partition("=") for p in arguments.peer)}
    done: dict[str, Row] = {}
    for part in PARTS if arguments.only is None else (arguments.only,):
        if part == "paths":
            found = {"basic": BASIC, "rows": all_paths(sets, arguments.puzzles)}
        elif part == "peers":
            found = {"rows": beside_peers(sets, arguments.puzzles, peers)}
        else:
            found = {"rows": [hint_times(sets, name, *what) for name, what in HINTS.items()]}
        done[part] = {**circumstances(), **found}
    if arguments.out:
        write(arguments.out, done)


def write(path: Path, done: dict[str, Row]) -> None:
    """Write the measured parts, preserving the other parts of an existing file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    report = {part: done.get(part, known.get(part)) for part in PARTS}
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


# ------------------------------------------------------------------ paths


def all_paths(sets: Sequence[PuzzleSet], most: int) -> list[Row]:
    print(f"{'set':20} {'techniques':10} {'n':>6} {'/s':>9} {'least':>9} {'most':>9} {'full':>6}")
    rows = []
    for name in (*SUDOKU, *CAGES):
        puzzles = batch_of(sets, name, most) if name in SUDOKU else puzzles_of(sets, name, most)
        rows += [path_rates(name, puzzles, "basic", BASIC), path_rates(name, puzzles, "all", None)]
    return rows


def path_rates(
    name: str,
    puzzles: Sequence[Puzzle],
    kind: str,
    techniques: list[str] | None,
) -> Row:
    walk = partial(explain_many, puzzles, techniques=techniques, is_proper=True, threads=1)
    full = float((walk().ends == PATH_ENDS.index("full")).mean())
    rates = [rate_of(walk, len(puzzles)).processor for _ in range(RUNS)]
    row = {"set": name, "techniques": kind, "n": len(puzzles), **spread(rates), "full": full}
    print(
        f"{name:20} {kind:10} {len(puzzles):6} {row['per_s']:9.0f} {row['least']:9.0f} "
        f"{row['most']:9.0f} {full:6.1%}"
    )
    return row


def spread(rates: Sequence[float]) -> dict[str, float]:
    return {"per_s": statistics.median(rates), "least": min(rates), "most": max(rates)}


# ------------------------------------------------------------------ peers


def beside_peers(sets: Sequence[PuzzleSet], most: int, peers: dict[str, Peer]) -> list[Row]:
    """Measure complete paths on the puzzles that SHARED solves, alternating with the peers."""
    rows = []
    for name in SUDOKU:
        batch = batch_of(sets, name, 2 * most)
        ends = explain_many(batch, techniques=SHARED, threads=1).ends
        solved = array_of(batch)[ends == PATH_ENDS.index("full")][:most]
        puzzles = Batch(batch.geometry, solved)
        for peer in peers.values():
            peer.prepare(peer_lines(puzzles))
        walk = partial(explain_many, puzzles, techniques=SHARED, threads=1)
        runs: dict[str, list[float]] = {"pandoku": [], **{peer: [] for peer in peers}}
        for _ in range(RUNS):
            runs["pandoku"].append(rate_of(walk, len(puzzles)).processor)
            for peer_name, peer in peers.items():
                runs[peer_name].append(len(puzzles) / peer.run())
        rows.append(compared(name, len(puzzles), runs))
    return rows


def compared(name: str, n: int, runs: dict[str, list[float]]) -> Row:
    ours = statistics.median(runs["pandoku"])
    row: Row = {"set": name, "n": n}
    for program, rates in runs.items():
        middle = statistics.median(rates)
        row[program] = spread(rates)
        if program != "pandoku":
            row[program]["ratio"] = ours / middle
        print(f"{name:20} {n:6} {program:20} {middle:9.0f} /s  ratio {ours / middle:6.1f}")
    return row


# ------------------------------------------------------------------ hints


def hint_times(
    sets: Sequence[PuzzleSet], name: str, set_name: str, n_puzzles: int, n_boards: int
) -> Row:
    puzzles = puzzles_of(sets, set_name, n_puzzles)
    boards = [board for puzzle in puzzles for board in some_boards(puzzle, n_boards)]
    hint_ms(boards[0])  # warm up: the first call loads what all calls use
    times = [hint_ms(board) for board in boards]
    middle, most = statistics.median(times), max(times)
    print(f"{name:26} a hint: median {middle:.3f} ms, at most {most:.2f} ms, {len(times)} boards")
    return {"set": name, "median_ms": middle, "most_ms": most, "n": len(times)}


def some_boards(puzzle: Puzzle, most: int) -> Iterator[Board]:
    """Yield boards along the path of a puzzle, evenly spaced, about *most* of them."""
    path = explain(puzzle, scale="pandoku", is_proper=True)
    boards = list(path.boards()) or [path.start]
    yield from boards[:: max(1, len(boards) // most)]


def hint_ms(board: Board) -> float:
    marks = Marks(board.puzzle.order, center=board.masks)
    started = process_time()
    hint(board, 4, marks=marks, scale="pandoku")
    return 1000 * (process_time() - started)


# ------------------------------------------------------------------ sets


def batch_of(sets: Sequence[PuzzleSet], name: str, most: int) -> Batch:
    """Return the first puzzles of a set without cages."""
    (one,) = choose(sets, [name])
    puzzles = read_set(one.path)
    if not isinstance(puzzles, Batch):
        raise SystemExit(f"{one.path}: expected puzzles of one geometry, without cages")
    return puzzles[:most]


def puzzles_of(sets: Sequence[PuzzleSet], name: str, most: int) -> Sequence[Puzzle]:
    """Return the first puzzles of a set of any kind."""
    (one,) = choose(sets, [name])
    return list(islice(read(one.path), most))


if __name__ == "__main__":
    main()
