"""Measure `pandoku.symmetry.canonical_many`, alone or compared with another program.

    PANDOKU_SHARED=... python bench/symmetry.py [--peer COMMAND] [--puzzles 20000] [--runs 5]

The peer reads one puzzle per line (0 for an empty cell) on standard input, and writes the canonical
form of each on a line. Both use one thread and are measured by processor time, run by run. The
forms are compared. The table is written in Markdown.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pandoku import solve_many
from pandoku.bench import Peer, rate_of
from pandoku.symmetry import canonical_many

Rows = NDArray[np.uint8]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peer", metavar="COMMAND")
    parser.add_argument("--puzzles", type=int, default=20_000, help="of each set, at most")
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        raise SystemExit("set PANDOKU_SHARED to the folder that holds data/sudoku")
    folder = Path(os.environ["PANDOKU_SHARED"]) / "data" / "sudoku"
    minimal = rows_of_file(folder / "generated_minimal_100k.txt", arguments.puzzles)
    sets = {
        "17 givens": rows_of_file(folder / "puzzles2_17_clue", arguments.puzzles),
        "minimal, about 24 givens": minimal,
        "full grids": solve_many(minimal)[0],
    }
    sets["all three, mixed"] = np.concatenate(list(sets.values()))
    print("| puzzles | pandoku, per s | least | most | peer, per s | ratio | forms agree |")
    print("|---|---|---|---|---|---|---|")
    for name, rows in sets.items():
        print(measured(name, rows, arguments.peer, arguments.runs), flush=True)


def rows_of_file(path: Path, most: int) -> Rows:
    lines = [line for line in path.read_text().splitlines() if line[:1] != "#"][:most]
    text = "".join(lines).replace(".", "0").encode()
    return np.frombuffer(text, np.uint8).reshape(-1, 81) - np.uint8(ord("0"))


def measured(name: str, rows: Rows, command: str | None, runs: int) -> str:
    canonical = partial(canonical_many, rows, threads=1)
    text = text_of(rows)
    peer = Peer(command) if command else None
    if peer is not None:
        peer.prepare(text)
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(rate_of(canonical, len(rows)).processor)
        if peer is not None:
            theirs.append(len(rows) / peer.run())
    cells = [f"{rate:,.0f}" for rate in (statistics.median(ours), min(ours), max(ours))]
    if command is not None:
        ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
        done = subprocess.run(shlex.split(command), input=text, capture_output=True, check=True)
        agrees = done.stdout.replace(b".", b"0") == text_of(canonical())
        cells += [f"{statistics.median(theirs):,.0f}", f"{statistics.median(ratios):.2f}"]
        cells.append("all" if agrees else "no")
    return f"| {' | '.join([name, *cells])} |"


def text_of(rows: Rows) -> bytes:
    lines = np.full((len(rows), 82), ord("\n"), np.uint8)
    lines[:, :81] = rows + np.uint8(ord("0"))
    return lines.tobytes()


if __name__ == "__main__":
    main()
