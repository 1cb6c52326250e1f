"""Measure `pandoku.rate_many`, compared with the program whose ratings it gives.

    PANDOKU_SHARED=... python bench/rating.py --peer COMMAND [--puzzles 2000,60,10] [--runs 3]
        [--out bench/results/rating.json]

The peer reads one puzzle per line on standard input and writes a line for each: Sudoku Explainer
with the techniques of its version 1.2.1, on one thread. Three bands of ER are measured, because the
programs spend their time on different work in each. pandoku also uses one thread, and alternates
with the peer, run by run. Both are measured by processor time.

The time of the peer excludes its start. A peer that gets faster as it runs is still at a
disadvantage, so each band should take it half a minute or more.

Every rating is compared with the rating in the file. The table is written in Markdown.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import statistics
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pandoku import Batch, loads_many, rate_many
from pandoku.bench import Peer, circumstances, rate_of
from pandoku.kernel.rows import array_of

FILES = ("se121_dev.csv", "published_hardest_half.csv")
# The bands, each with its largest ER.
BANDS = {"below 6.5": 6.4, "6.5 to 9": 9.0, "above 9": 10.2}

Row = dict[str, Any]


class Rated(NamedTuple):
    """A puzzle and its ratings in a file, in tenths."""

    puzzle: str
    numbers: tuple[int, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peer", required=True, metavar="COMMAND")
    parser.add_argument("--puzzles", default="2000,60,10", help="of each band, at most")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--out", type=Path, help="write the table as JSON too")
    arguments = parser.parse_args()
    if "PANDOKU_SHARED" not in os.environ:
        raise SystemExit("set PANDOKU_SHARED to the folder that holds data/ratings")
    bands = read_bands(Path(os.environ["PANDOKU_SHARED"]) / "data" / "ratings")
    most = [int(number) for number in arguments.puzzles.split(",")]
    print("| ER | puzzles | agree | pandoku, per s | peer, per s | ratio | least | most |")
    print("|---|---|---|---|---|---|---|---|")
    rows = [
        measured(name, spaced(rated, n), arguments.peer, arguments.runs)
        for (name, rated), n in zip(bands.items(), most, strict=True)
    ]
    if arguments.out:
        report = {**circumstances(), "rows": rows}
        arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def read_bands(folder: Path) -> dict[str, list[Rated]]:
    """Return the puzzles of each band, those with the lowest ER first.

    Puzzles above the last band are left out, because the peer takes minutes for one.
    """
    bands: dict[str, list[Rated]] = {name: [] for name in BANDS}
    for file in FILES:
        for row in csv.DictReader((folder / file).open(encoding="utf-8")):
            numbers = tuple(round(10 * float(row[key])) for key in ("er", "ep", "ed"))
            name = next((name for name, top in BANDS.items() if numbers[0] <= 10 * top), None)
            if name is not None:
                bands[name].append(Rated(row["puzzle"], numbers))
    for rated in bands.values():
        rated.sort(key=lambda each: each.numbers[0])
    return bands


def spaced(rated: Sequence[Rated], most: int) -> Sequence[Rated]:
    """Return at most *most* of the puzzles, evenly spaced from the first."""
    return rated[:: -(-len(rated) // most)]


def measured(name: str, rated: Sequence[Rated], command: str, runs: int) -> Row:
    puzzles = loads_many([each.puzzle for each in rated])
    if not isinstance(puzzles, Batch):
        raise SystemExit("expected puzzles that are lines of 81 cells")
    n, rate = len(rated), partial(rate_many, array_of(puzzles), scale="se", threads=1)
    agree = n_agreeing(rate(), rated)  # loads everything that is loaded once
    n_times = max(1, round(rate_of(rate, n).processor / n))  # a second or so

    def rate_again() -> None:
        for _ in range(n_times):
            rate()

    text = "".join(f"{each.puzzle}\n" for each in rated).encode()
    peer = Peer(command, patience_s=3600)
    peer.prepare(text)
    ours, peers = [], []
    for _ in range(runs):
        ours.append(rate_of(rate_again, n * n_times).processor)
        peers.append(n / peer.run())
    ratios = sorted(our / peer for our, peer in zip(ours, peers, strict=True))
    row: Row = {
        "er": name,
        "n": n,
        "agree": agree,
        "per_s": statistics.median(ours),
        "peer_per_s": statistics.median(peers),
        "ratio": statistics.median(ratios),
        "least": ratios[0],
        "most": ratios[-1],
    }
    print(
        f"| {name} | {n} | {row['agree']} | {row['per_s']:.0f} | {row['peer_per_s']:.2f} "
        f"| {row['ratio']:.0f} | {ratios[0]:.0f} | {ratios[-1]:.0f} |",
        flush=True,
    )
    return row


def n_agreeing(found: Any, rated: Sequence[Rated]) -> int:
    tenths: NDArray[Any] = np.rint(10 * np.stack((found.score, found.ep, found.ed), axis=1))
    return int((tenths == [each.numbers for each in rated]).all(axis=1).sum())


if __name__ == "__main__":
    main()
