"""Measure the speed of making puzzles, compared with other generators.

    python bench/generate.py [--tdoku COMMAND] [--qqwing COMMAND] [--keen COMMAND] [--runs 5]
        [--only WORD] [--quick] [--out bench/results/generate.json] [--page bench/generate.md]

The peers are the program `generate` of tdoku, `qqwing`, and `keen` of Simon Tatham's puzzles, a
build that has `--generate`. qqwing and keen are searched on the PATH, and a missing peer is left
out. Everything runs on one thread and is timed by processor time. The peers alternate with pandoku,
run by run, and the medians are shown. The time of a peer includes its start, which takes
milliseconds. tdoku is measured twice: by default, and without its estimate of difficulty ("bare").

keen makes puzzles of five levels. Each line of calcudokus is compared with a level whose puzzles
are never harder, with marked exceptions. The ratings of both are listed below the table.

The table is written in Markdown. With --page, it replaces the table in that file.
"""

from __future__ import annotations

import argparse
import json
import resource
import shlex
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from pandoku import Geometry, generate_many, loads_many, rate_many
from pandoku.bench import circumstances
from pandoku.kernel.generate import grids, keys
from pandoku.kernel.vicinity import walk_puzzles
from pandoku.symmetry import canonical_many

LEAST_S = 1.0  # seconds of processor time for a measurement
SHORTEST_S = 0.1  # with --quick
WALK = 16  # further puzzles of each grid
SAMPLE = {6: 300, 9: 100}  # calcudokus of an order whose ratings are compared
PERCENT = (5, 25, 50, 75, 95)  # at these shares of them
HEAD = "| what | pandoku, per s | floor | aim | peer | per s | ratio | least | most |"

Row = dict[str, Any]


class Peer(NamedTuple):
    """Another generator for the same work.

    Attributes:
        name: Name in the table.
        arguments: Arguments of its command, with {n} for the number of puzzles.
        n: Number of puzzles in a run, one on each line of the output.
        floor: Required ratio of pandoku's speed to the peer's, or 0.
        aim: Desired ratio of the speeds.
    """

    name: str
    arguments: str
    n: int
    floor: float = 0
    aim: float = 0


class Calcudokus(NamedTuple):
    """Calcudokus of pandoku, and the calcudokus of keen to compare them with.

    Attributes:
        order: The n of n x n.
        rating: Requested rating, or None for any.
        level: Level of keen.
        n: Number of puzzles in a run of keen.
        floor: Required ratio of the speeds, see `Peer`.
        aim: Desired ratio of the speeds.
    """

    order: int
    rating: str | None
    level: str
    n: int
    floor: float = 0
    aim: float = 0

    @property
    def what(self) -> str:
        """The name in the table."""
        name = f"calcudokus {self.order}x{self.order}"
        if self.rating is None:
            return name
        if self.rating.endswith(".."):
            return f"{name} rated {self.rating.removesuffix('..')} or more"
        return f"{name} rated {self.rating}"

    @property
    def wishes(self) -> dict[str, Any]:
        """The keywords of `generate_many`."""
        return {} if self.rating is None else {"rating": self.rating}

    @property
    def peer(self) -> Peer:
        """The same request for keen, whose letter for "extreme" is x."""
        letter = "x" if self.level == "extreme" else self.level[0]
        arguments = f"--generate {{n}} {self.order}d{letter}"
        return Peer(f"keen, {self.level}", arguments, self.n, self.floor, self.aim)


class Line(NamedTuple):
    """A line of the table.

    Attributes:
        what: Name of the line.
        make: ``make(n, seed)`` makes about n puzzles, and returns their number.
        n: Number of puzzles to begin with. It grows if the time is too short to measure.
        floor: Required rate per second, or 0 if a peer sets it.
        aim: Desired rate per second.
        peers: Other generators of the same puzzles.
    """

    what: str
    make: Callable[[int, int], int]
    n: int
    floor: float = 0
    aim: float = 0
    peers: tuple[Peer, ...] = ()


def main() -> None:
    arguments = parsed()
    commands = {
        "tdoku": arguments.tdoku,
        "qqwing": arguments.qqwing or shutil.which("qqwing"),
        "keen": arguments.keen or shutil.which("keen"),
    }
    least_s = SHORTEST_S if arguments.quick else LEAST_S
    table, rows = [HEAD, "|---|" + "---:|" * 3 + "---|" + "---:|" * 4], []
    print("\n".join(table))
    for line in lines():
        if arguments.only and arguments.only not in line.what:
            continue
        for row in measured(line, commands, arguments.runs, least_s):
            rows.append(row)
            table.append(shown(row))
            print(table[-1], flush=True)
    notes = list(comparable(commands["keen"], arguments.only or ""))
    print("\n" + "\n".join(notes))
    report = {**circumstances(), "runs": arguments.runs, "rows": rows, "notes": notes}
    if arguments.out:
        arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if arguments.page:
        put_in_page(arguments.page, table, notes, report)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for peer in ("tdoku", "qqwing", "keen"):
        parser.add_argument(f"--{peer}", metavar="COMMAND")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", metavar="WORD", help="lines whose name has this word")
    parser.add_argument("--quick", action="store_true", help="short runs, for a first impression")
    parser.add_argument("--out", type=Path, help="write the numbers as JSON too")
    parser.add_argument("--page", type=Path, help="replace the table in this file")
    return parser.parse_args()


def lines() -> Iterator[Line]:
    tdoku = "-p0 -s0 -a1"  # Sudokus instead of pencil marks, print each puzzle
    bare = f"{tdoku} -e0"  # no estimates
    yield Line(
        "minimal Sudokus",
        made(givens="minimal"),
        5000,
        peers=(
            Peer("tdoku", f"{tdoku} -d81 -l{{n}}", 5000, 5, 10),
            Peer("tdoku, bare", f"{bare} -d81 -l{{n}}", 5000, 5, 10),
            Peer("qqwing", "--generate {n} --one-line", 500, 20, 20),
        ),
    )
    yield Line(
        "minimal Sudokus by a walk, all different up to symmetry",
        walked,
        5000,
        peers=(
            Peer("tdoku", f"{tdoku} -l{{n}}", 10_000, 5, 10),
            Peer("tdoku, bare", f"{bare} -l{{n}}", 10_000, 5, 10),
        ),
    )
    for word in ("easy", "medium", "hard"):
        yield Line(f"{word} Sudokus", made(difficulty=word), 100, 100, 1000)
    yield Line("Sudokus rated 7.0..7.5", made(rating="7.0..7.5"), 20, 5, 50)
    for each in calcudokus():
        yield Line(
            each.what,
            made("calcudoku", each.order, **each.wishes),
            each.n,
            peers=(each.peer,),
        )
    yield Line("killers 9x9 without givens", made("killer"), 20, 1, 20)
    yield Line("canonical forms of minimal Sudokus", canonized, 20_000, 50_000, 200_000)


def calcudokus() -> Iterator[Calcudokus]:
    """Yield the comparisons with the levels of keen, from easy to hard.

    "extreme" is compared twice: with puzzles that are never easier, and with puzzles in the same
    narrow range of ratings as keen's, up to the 95th percentile.
    """
    yield Calcudokus(6, None, "normal", 200)
    yield Calcudokus(6, "3.0..", "hard", 200)
    yield Calcudokus(6, "3.2..", "extreme", 200, 20, 50)
    yield Calcudokus(6, "3.2..3.4", "extreme", 200)
    yield Calcudokus(6, "3.3..", "unreasonable", 200)
    yield Calcudokus(9, None, "hard", 100)
    yield Calcudokus(9, "3.2..", "extreme", 20, 10, 50)
    yield Calcudokus(9, "3.2..3.8", "extreme", 20)
    yield Calcudokus(9, "3.3..", "unreasonable", 20)


def made(
    kind: str = "sudoku", order: int | None = None, **wishes: Any
) -> Callable[[int, int], int]:
    """Return a function that makes puzzles on one thread. Missing puzzles do not count."""

    def make(n: int, seed: int) -> int:
        return len(generate_many(n, kind, order, seed=seed, threads=1, **wishes))

    return make


def walked(n: int, seed: int) -> int:
    """Walk over minimal Sudokus from random grids, and count those that are not isomorphic."""
    geometry = Geometry.sudoku(9)
    drawn = keys(seed, range(-(-n // WALK)))
    found = walk_puzzles(geometry, grids(geometry, drawn, threads=1), drawn, WALK, threads=1)
    rows = np.array([[*row] for walk in found for row in walk if any(row)], np.uint8)
    forms = canonical_many(rows, threads=1)
    # Bytes lose the zeros at the end, but rows of one length still differ.
    return len(set(forms.view(f"S{geometry.n_cells}").ravel().tolist()))


def canonized(n: int, seed: int) -> int:
    """Find the canonical forms of n puzzles."""
    if len(_PUZZLES) < n:
        _PUZZLES.extend(generate_many(n, givens="minimal", seed=seed).puzzles)
    canonical_many(np.array(_PUZZLES[:n]), threads=1)
    return n


_PUZZLES: list[Any] = []


def measured(
    line: Line, commands: dict[str, str | None], runs: int, least_s: float
) -> Iterator[Row]:
    """Yield a row for each installed peer of a line, or a row without a peer."""
    n = enough(line, least_s)
    peers = [peer for peer in line.peers if commands[peer.name.split(",")[0]]]
    ours: list[float] = []
    theirs: list[list[float]] = [[] for _ in peers]
    for run in range(runs):
        ours.append(rate(line, n, run + 1))
        for peer, rates in zip(peers, theirs, strict=True):
            rates.append(rate_of_peer(peer, str(commands[peer.name.split(",")[0]])))
    row: Row = {"what": line.what, "n": n, "per_s": statistics.median(ours)}
    if not peers:
        yield row | {"floor": line.floor, "aim": line.aim}
    for peer, rates in zip(peers, theirs, strict=True):
        ratios = sorted(our / their for our, their in zip(ours, rates, strict=True))
        per_s = statistics.median(rates)
        yield row | {
            "floor": peer.floor * per_s,
            "aim": peer.aim * per_s,
            "peer": peer.name,
            "peer_per_s": per_s,
            "ratio": statistics.median(ratios),
            "least": ratios[0],
            "most": ratios[-1],
        }


def enough(line: Line, least_s: float) -> int:
    """Return a number of puzzles that takes long enough to be measured."""
    line.make(line.n, 0)  # loads everything that is loaded once
    n = line.n
    while (spent_s := n / rate(line, n, 0)) < least_s:
        n = int(n * max(2, min(10, 1.2 * least_s / spent_s)))
    return n


def rate(line: Line, n: int, seed: int) -> float:
    if line.make is canonized:
        canonized(n, seed)  # the puzzles are made before the clock starts
    started = process_time()
    n_made = line.make(n, seed)
    return n_made / (process_time() - started)


def rate_of_peer(peer: Peer, command: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    n_lines = len(lines_from(peer, command))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return n_lines / spent_s


def lines_from(peer: Peer, command: str) -> list[str]:
    arguments = [*shlex.split(command), *peer.arguments.format(n=peer.n).split()]
    done = subprocess.run(arguments, capture_output=True, check=True, text=True)
    return [line for line in done.stdout.splitlines() if line]


def comparable(keen: str | None, only: str) -> Iterator[str]:
    """Yield the ratings of calcudokus by pandoku and by keen, on the scale of pandoku."""
    if keen is None:
        return
    theirs: dict[str, list[float]] = {}
    for each in calcudokus():
        if only not in each.what:
            continue
        n, peer = SAMPLE[each.order], each.peer
        if peer.arguments not in theirs:
            puzzles = loads_many(lines_from(peer._replace(n=n), keen))
            theirs[peer.arguments] = quantiles(list(puzzles))
        their = theirs[peer.arguments]
        our = quantiles(list(generate_many(n, "calcudoku", each.order, seed=1, **each.wishes)))
        easier = [f"{at} %" for at, a, b in zip(PERCENT, our, their, strict=True) if a < b]
        yield (
            f"- {each.what}: {listed(our)}; {peer.name}: {listed(their)}. "
            + (f"Easier at {' and '.join(easier)}." if easier else "Nowhere easier.")
        )


def quantiles(puzzles: list[Any]) -> list[float]:
    scores = np.sort(rate_many(puzzles).score).round(1)
    return [float(scores[len(scores) * at // 100]) for at in PERCENT]


def listed(scores: list[float]) -> str:
    return ", ".join(f"{score:.1f}" for score in scores)


def shown(row: Row) -> str:
    targets = [figure(row[key]) if row[key] else "" for key in ("floor", "aim")]
    cells = [row["what"], figure(row["per_s"]), *targets]
    if "peer" in row:
        cells += [row["peer"], figure(row["peer_per_s"])]
        cells += [f"{row[key]:.1f}" for key in ("ratio", "least", "most")]
    else:
        cells += [""] * 5
    return "| " + " | ".join(cells) + " |"


def figure(number: float) -> str:
    """Return a number with three significant digits."""
    if number >= 1000:
        rounded = round(number, 3 - len(str(int(number))))
        return f"{rounded:,.0f}".replace(",", " ")
    return f"{number:.3g}"


def put_in_page(page: Path, table: Sequence[str], notes: Sequence[str], report: Row) -> None:
    """Replace what is between the two marks of the page."""
    begin, end = "<!-- measured -->", "<!-- end -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    where = f"{report['cpu']}, {report['compiler']}, Python {report['python']}, {report['date']}; "
    where += f"commit {report['commit']}; load {report['load']}; medians of {report['runs']} runs."
    if notes:
        shares = ", ".join(str(at) for at in PERCENT)
        notes = [f"Ratings of calcudokus, below which {shares} % of them are:", "", *notes, ""]
    parts = [begin, "\n".join(table), "", *notes, where, "", end]
    page.write_text(before + "\n".join(parts) + after, encoding="utf-8")


if __name__ == "__main__":
    main()
