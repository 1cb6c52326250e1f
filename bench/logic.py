"""How fast paths are: whole paths in the core, and one hint from Python.

    PANDOKU_SHARED=... python bench/logic.py [--puzzles 2000] [--out bench/results/logic.json]
        [--peer NAME=COMMAND ...] [--only paths|peers|hints]

Paths: puzzles in a second of processor time on one thread, from a uint8 array; the median of five
runs, with the slowest and the fastest beside it. "All" is every technique. "Basic" is those from
full-house to sashimi-jellyfish, in the order of the scale: singles, subsets, fish with and without
fins, remote pairs, two links, wings, and what takes one solution for granted; no colours, no Sue de
Coq, no chains, no almost locked sets. The report names them. "Full" is how many are solved
to the end. Sets of cages are measured in the same way, from puzzles.

Peers: other programs that solve by logic, on the puzzles of a set that the techniques of SHARED
solve to the end. A peer reads a puzzle a line on standard input, writes a line for each, and should
try the same techniques. Its rate is by the processor time of its process without what a single line
takes: a program that gets faster as it runs may warm up before it reads. All take turns.

Hints: the time of `pandoku.hint` at level 4 (the whole reason), which also proves that the puzzle
has one solution, over the boards of some paths; processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import pandoku
from pandoku.bench import Peer
from pandoku.formats import open_items
from pandoku.logic import explain, explain_many
from pandoku.logic.many import ENDS
from pandoku.techniques import registry

SETS = {
    "generated minimal": "generated_minimal_100k.txt",
    "17 clues": "puzzles2_17_clue",
    "magictour top 1465": "puzzles3_magictour_top1465",
}
CAGES = ("kenken4", "kenken6", "kenken9", "kenken12", "killer9")
RUNS = 5
PARTS = ("paths", "peers", "hints")
LAST_BASIC = "sashimi-jellyfish"
BASIC = list(registry())[: list(registry()).index(LAST_BASIC) + 1]


# What programs that explain have in common below chains, easiest first.
SHARED = [
    *("full-house", "naked-single", "hidden-single", "pointing", "claiming"),
    *("naked-pair", "naked-triple", "hidden-pair", "hidden-triple", "naked-quad", "hidden-quad"),
    *("x-wing", "swordfish", "jellyfish", "skyscraper", "two-string-kite", "turbot-fish"),
    *("xy-wing", "xyz-wing"),
]
# Name: file, puzzles, boards of each path that a hint is asked for.
HINTS = {
    "9x9, 17 clues": ("sudoku/puzzles2_17_clue", 20, 100),
    "9x9, hardest of a forum": ("sudoku/puzzles5_forum_hardest_1905_11+", 20, 100),
    "9x9, magictour top 1465": ("sudoku/puzzles3_magictour_top1465", 20, 100),
    "9x9 killer": ("cages/killer9.jsonl", 20, 10),
    "16x16": ("sudoku/sudoku16.jsonl", 5, 40),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=2000)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--only", choices=PARTS, help="leave the other parts of --out as they are")
    parser.add_argument("--out", type=Path, help="write the table as JSON")
    arguments = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        raise SystemExit("set PANDOKU_SHARED to the folder that holds data/sudoku and data/cages")
    data = Path(os.environ["PANDOKU_SHARED"]) / "data"
    peers = dict(peer.split("=", 1) for peer in arguments.peer)
    done: dict[str, Any] = {}
    for part in PARTS if arguments.only is None else (arguments.only,):
        if part == "paths":
            rows = all_paths(data, arguments.puzzles)
        elif part == "peers":
            rows = beside_peers(data / "sudoku", arguments.puzzles, peers)
        else:
            rows = [hint_times(name, data / file, *most) for name, (file, *most) in HINTS.items()]
        named = {"basic": BASIC} if part == "paths" else {}
        done[part] = {**circumstances(), **named, "rows": rows}
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        known = json.loads(arguments.out.read_text()) if arguments.out.exists() else {}
        report = {part: done.get(part, known.get(part)) for part in PARTS}
        arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def all_paths(data: Path, most: int) -> list[dict[str, Any]]:
    print(f"{'set':20} {'techniques':10} {'n':>6} {'/s':>9} {'least':>9} {'most':>9} {'full':>6}")
    rows = []
    for name, file in SETS.items():
        puzzles = read(data / "sudoku" / file, most)
        rows += [
            measure(name, puzzles, kind, only) for kind, only in (("basic", BASIC), ("all", None))
        ]
    for name in CAGES:
        puzzles = read_cages(data / "cages" / f"{name}.jsonl")
        rows += [
            measure(name, puzzles, kind, only) for kind, only in (("basic", BASIC), ("all", None))
        ]
    return rows


def beside_peers(folder: Path, most: int, commands: dict[str, str]) -> list[dict[str, Any]]:
    """Measure the whole paths of the puzzles that SHARED solves, ours and the peers' in turn."""
    rows = []
    for name, file in SETS.items():
        puzzles = read(folder / file, 2 * most)
        ends = explain_many(puzzles, techniques=SHARED, threads=1).ends
        puzzles = puzzles[ends == ENDS.index("full")][:most]
        text = b"".join(bytes(row + ord("0")).replace(b"0", b".") + b"\n" for row in puzzles)
        peers = {peer: Peer(command) for peer, command in commands.items()}
        for peer in peers.values():
            peer.prepare(text)
        runs: dict[str, list[float]] = {"pandoku": [], **{peer: [] for peer in peers}}
        for _ in range(RUNS):
            started = process_time()
            explain_many(puzzles, techniques=SHARED, threads=1)
            runs["pandoku"].append(len(puzzles) / (process_time() - started))
            for peer, program in peers.items():
                runs[peer].append(len(puzzles) / program.run())
        rows.append(compared(name, len(puzzles), runs))
    return rows


def compared(name: str, n: int, runs: dict[str, list[float]]) -> dict[str, Any]:
    ours = statistics.median(runs["pandoku"])
    row: dict[str, Any] = {"set": name, "n": n}
    for program, rates in runs.items():
        middle = statistics.median(rates)
        told = {"per_s": middle, "least": min(rates), "most": max(rates)}
        row[program] = told if program == "pandoku" else told | {"ratio": ours / middle}
        print(f"{name:20} {n:6} {program:20} {middle:9.0f} /s  ratio {ours / middle:6.1f}")
    return row


def read(path: Path, most: int) -> np.ndarray:
    with path.open(encoding="ascii") as stream:
        lines = list(islice((line for line in stream if line[0] not in "#\n"), most))
    text = "".join(line[:81] for line in lines).replace(".", "0")
    return (np.frombuffer(text.encode(), np.uint8) - ord("0")).reshape(-1, 81)


def read_cages(path: Path) -> list[pandoku.Puzzle]:
    puzzles = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        repeats = row["kind"] != "killer"
        cages = tuple(
            pandoku.Cage(cage["op"], cage["target"], tuple(cage["cells"]), repeats)
            for cage in row["cages"]
        )
        geometry = pandoku.Geometry(row["size"], box=tuple(row["box"]) if row["box"] else None)
        puzzles.append(pandoku.Puzzle(geometry, tuple(row["givens"]), cages))
    return puzzles


def measure(
    name: str, puzzles: np.ndarray | list[pandoku.Puzzle], kind: str, only: list[str] | None
) -> dict[str, Any]:
    rates = []
    for _ in range(RUNS):
        started = process_time()
        paths = explain_many(puzzles, techniques=only, is_proper=True, threads=1)
        rates.append(len(puzzles) / (process_time() - started))
    full = float((paths.ends == 0).mean())
    middle, least, most = statistics.median(rates), min(rates), max(rates)
    print(
        f"{name:20} {kind:10} {len(puzzles):6} {middle:9.0f} {least:9.0f} {most:9.0f} {full:6.1%}"
    )
    return {"set": name, "techniques": kind, "n": len(puzzles), "per_s": middle, "least": least,
            "most": most, "full": full}  # fmt: skip


def hint_times(name: str, path: Path, n_puzzles: int, n_boards: int) -> dict[str, Any]:
    times = []
    for item in islice(open_items(path), n_puzzles):
        assert isinstance(item.value, pandoku.Puzzle)
        path = explain(item.value, is_proper=True)
        boards = list(path.boards()) or [path.start]
        for board in boards[:: max(1, len(boards) // n_boards)]:
            notes = pandoku.Marks(board.puzzle.order, centre=board.masks)
            if not times:
                pandoku.hint(board, 4, notes=notes)  # the first loads what all use
            started = process_time()
            pandoku.hint(board, 4, notes=notes)
            times.append(1000 * (process_time() - started))
    middle, most = statistics.median(times), max(times)
    print(f"{name:26} a hint: median {middle:.3f} ms, at most {most:.2f} ms, {len(times)} boards")
    return {"set": name, "median_ms": middle, "most_ms": most, "n": len(times)}


def circumstances() -> dict[str, Any]:
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    ).stdout.strip()
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": commit,
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }


if __name__ == "__main__":
    main()
