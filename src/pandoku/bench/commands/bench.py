"""`pandoku bench`: measure how fast sets of puzzles are searched."""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from pandoku import bench as benchmarks
from pandoku.bench import Peer, PuzzleSet, Rates, Times
from pandoku.cli import options as opt
from pandoku.cli.input import is_puzzle_text
from pandoku.cli.output import (
    ExitStatus,
    ProgressLine,
    console,
    json_line,
    output_file,
    require_place,
)
from pandoku.cli.types import Number, Whole
from pandoku.engines import cp_sat, pick_batch_engine
from pandoku.kernel.lanes import check_isa, lane_isas
from pandoku.model import Batch
from pandoku.words import visible

_WIDEST = 160  # columns of output: wide enough for every number of a table
_SHARED = "PANDOKU_SHARED"


@dataclass(frozen=True, kw_only=True)
class BenchOptions:
    """The options of `pandoku bench`."""

    files: tuple[str, ...] = opt.argument(nargs=-1, type=click.Path(), metavar="[FILE]...")
    names: tuple[str, ...] = opt.option(
        "--set",
        multiple=True,
        metavar="NAME",
        help=f"A known set, or the group sudoku or cages, in ${_SHARED}; repeatable.",
    )
    engine: str = opt.engine()
    threads: int = opt.option(
        "--threads",
        type=Whole(1, 256),
        default=1,
        show_default=True,
        metavar="N",
        help="Maximum number of threads.",
    )
    limit: int = opt.limit(
        "Stop after this many solutions; 2 proves that the first is the only one."
    )
    isa: str = opt.option(
        "--isa",
        default="auto",
        show_default=True,
        metavar="NAME",
        help="Instruction set of the lanes.",
    )
    runs: int = opt.option(
        "--runs",
        type=Whole(1),
        default=5,
        show_default=True,
        metavar="N",
        help="Number of runs of each set.",
    )
    seconds: float = opt.option(
        "--seconds",
        type=Number(0),
        default=10.0,
        show_default=True,
        metavar="S",
        help="Time limit of each puzzle, in sets measured in milliseconds per puzzle.",
    )
    peer: str | None = opt.option(
        "--peer",
        metavar="COMMAND",
        help="Another program to measure; it reads one puzzle per line on standard input.",
    )
    reference: int | None = opt.option(
        "--cp-sat",
        type=Whole(0),
        metavar="N",
        help="Search at most N puzzles of each set, evenly spaced, with CP-SAT; 0 means none. "
        "[all]",
    )
    as_json: bool = opt.json_lines("set", "set, n, and the figures, rates or times")
    output: str | None = opt.text_output(
        "Also write the results to FILE, as one JSON document that also describes the machine."
    )


@opt.command(BenchOptions, short_help="Measure how fast puzzles are solved.")
def bench(options: BenchOptions) -> None:
    """Measure how fast puzzles are solved.

    Without FILE and --set, all known sets are measured. If the puzzles of a set have one geometry
    and no cages, the engine `lanes` searches them as an array in memory, in a fixed shuffled order.
    The result is then the median number of puzzles per second. For other sets, the results are
    milliseconds per puzzle, next to those of CP-SAT if it is installed. The program given with
    --peer gets the puzzles without cages. The measured time does not include the start-up of the
    program. As a check, the solutions of at most 100 puzzles are looked up in its output.

    \b
    Examples:
      pandoku bench puzzles.txt
      pandoku bench puzzles.txt --engine lanes --limit 1 --runs 3
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    check_isa(options.isa)
    require_place(options.output)
    peer = Peer(options.peer) if options.peer is not None else None
    sets = _sets(options.files, options.names)
    results: list[Rates | Times] = []
    try:
        with ProgressLine("measuring", options.files) as progress:
            for one in sets:
                # Each result is appended immediately, so that it is not lost if the next set fails.
                results.append(_measure(one, options, peer, progress.tell))
                if options.as_json:
                    progress.pause()
                    click.echo(json_line(_row(results[-1])))
    finally:  # after an error or Ctrl-C, show the results so far
        isa = lane_isas()[-1] if options.isa == "auto" else options.isa
        if results and not options.as_json:
            _print_tables(results, isa, options.threads, options.limit)
        if results and options.output:
            names = ("engine", "threads", "limit", "runs", "seconds", "peer")
            document: dict[str, object] = {**benchmarks.circumstances(), "isa": isa}
            document |= {name: getattr(options, name) for name in names}
            document["rates"] = [_row(one) for one in results if isinstance(one, Rates)]
            document["times"] = [_row(one) for one in results if isinstance(one, Times)]
            with output_file(options.output, ExitStatus()) as stream:
                stream.write(json.dumps(document, indent=1) + "\n")


def _sets(files: Sequence[str], names: Sequence[str]) -> list[PuzzleSet]:
    given = [_given(file) for file in files]
    if given and not names:
        return given
    folder = os.environ.get(_SHARED)
    known = benchmarks.known_sets(Path(folder)) if folder else []
    if not known:
        where = f"${_SHARED} is {folder!r}, which has none" if folder else f"${_SHARED} is not set"
        reason = "give FILEs of puzzles, or set it to a folder with data/sudoku or data/cages"
        raise ValueError(f"expected known sets of puzzles: {where}; {reason}")
    return [*given, *(benchmarks.choose(known, names) if names else known)]


def _given(file: str) -> PuzzleSet:
    """Return the set of puzzles in a file, in standard input, or in the argument itself."""
    if file == "-":
        text = sys.stdin.buffer.read() if sys.stdin is not None else b""
        return PuzzleSet("standard input", "file", Path(file), text)
    if is_puzzle_text(file):
        return PuzzleSet("puzzle", "file", Path("command line"), file.encode("utf-8", "replace"))
    return PuzzleSet(visible(Path(file).name), "file", Path(file))


def _measure(
    one: PuzzleSet, options: BenchOptions, peer: Peer | None, tell: Callable[[str], None]
) -> Rates | Times:
    tell(f"{one.name}: reading")
    puzzles, engine = benchmarks.read_set(one.path, one.text), options.engine
    if isinstance(puzzles, Batch) and pick_batch_engine(engine) is not None:
        return benchmarks.measure_rates(
            one.name,
            puzzles,
            limit=options.limit,
            threads=options.threads,
            isa=options.isa,
            runs=options.runs,
            peer=peer,
            tell=tell,
        )
    if engine == cp_sat.ENGINE.name or cp_sat.ENGINE.supports(puzzles[0]) is not None:
        n_for_reference = 0
    else:
        n_for_reference = len(puzzles) if options.reference is None else options.reference
    return benchmarks.measure_times(
        one.name,
        tuple(puzzles),
        engine=engine,
        limit=options.limit,
        threads=options.threads,
        seconds=options.seconds,
        runs=options.runs,
        reference=n_for_reference,
        tell=tell,
    )


def _row(one: Rates | Times) -> dict[str, object]:
    return {key: value for key, value in asdict(one).items() if value is not None}


def _print_tables(results: Sequence[Rates | Times], isa: str, threads: int, limit: int) -> None:
    rates = [one for one in results if isinstance(one, Rates)]
    times = [one for one in results if isinstance(one, Times)]
    by_threads = f"{threads} thread{'s' * (threads > 1)}, {limit} solutions looked for"
    if rates:
        with_peer = any(one.peer_k_per_s for one in rates)
        heads = [
            "set",
            "n",
            "k/s",
            "least",
            "most",
            "by the clock",
            "guesses",
            "sweeps",
            "us a call",
        ]
        rows = [_rates_row(one, with_peer) for one in rates]
        _print(heads + ["peer k/s", "ratio"] * with_peer, rows)
        click.echo(f"{isa}, {by_threads}")
        click.echo("k/s: thousand puzzles per second of processor time")
        click.echo("us a call: microseconds for one puzzle by itself")
        for one in rates:
            if one.peer_asked is not None and one.peer_answered != one.peer_asked:
                click.echo(
                    f"{one.set}: the peer's answers are not checked: its output has "
                    f"{one.peer_answered} of {one.peer_asked} solutions looked for"
                )
    if times:
        with_cp_sat = any(one.cp_sat for one in times)
        heads = ["set, ms", "n", "median", "p95", "max", "whole", "nodes", "most", "open"]
        rows = [_times_row(one, with_cp_sat) for one in times]
        more = ["cp-sat", "p95", "bare", "p95", "x", "x p95", "open"]
        _print(heads + more * with_cp_sat, rows)
        click.echo(by_threads)
        click.echo("whole: packing and outcomes included")
        if with_cp_sat:
            click.echo("bare: CP-SAT without the building of its model; x: bare over ours")


def _rates_row(one: Rates, with_peer: bool) -> list[str]:
    rates, clock = one.k_per_s, statistics.median(one.clock_k_per_s)
    row = [one.set, f"{one.n:,}"]
    row += [_short(rate) for rate in (statistics.median(rates), rates[0], rates[-1], clock)]
    row += [f"{one.guesses:.2f}", f"{one.sweeps:.2f}", _short(one.us_a_call)]
    if not with_peer:
        return row
    if one.peer_k_per_s is None or one.ratio is None:
        return [*row, "-", "-"]
    return [*row, _short(statistics.median(one.peer_k_per_s)), f"{one.ratio:.2f}"]


def _times_row(one: Times, with_cp_sat: bool) -> list[str]:
    row = [one.set, f"{one.n:,}"]
    row += [_short(ms) for ms in (one.median_ms, one.p95_ms, one.max_ms, one.whole_ms)]
    row += [f"{one.nodes:,}", f"{one.most_nodes:,}", str(one.open)]
    if not with_cp_sat:
        return row
    if (their := one.cp_sat) is None:
        return row + ["-"] * 7
    row += [
        _short(ms)
        for ms in (their.median_ms, their.p95_ms, their.bare_median_ms, their.bare_p95_ms)
    ]
    return [*row, f"{their.ratio_median:,.0f}", f"{their.ratio_p95:,.0f}", str(their.open)]


def _short(value: float) -> str:
    """Return a number as text. Larger numbers have fewer decimals: 0.012, 4.56, 78.9, 12,345."""
    return f"{value:,.{3 if value < 1 else 2 if value < 10 else 1 if value < 1000 else 0}f}"


def _print(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    console(least=_WIDEST).print(table)


COMMAND = opt.Command(run=bench, group="Engines", place=230)
