"""Check explained paths of variants by SAT, without the reasoning of pandoku.

    python -m tests.variant_claims [--rows ID ...] [--only WORDS ...] [--seconds 20]
        [--judging 60] [--jobs 1] [--out FILE] [FILE ...]

The check reads the JSON document of a path and nothing else. It has its own reading of each rule
(`rules`), its own sight, and its own judges of claims (`judges`), so a fault of pandoku's reasoning
cannot hide itself here. Without files, it makes the paths of all rows of data/variants. A file has
a path on each line, as `pandoku explain --json` writes it.

Prints each failure, and at the end the counts, with all that was not judged by its kind and its
reason. The exit status is 1 if anything is false. Ctrl-C ends the run and prints the counts so far.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.data import SHARED
from tests.variant_claims.paths import Report, check_path
from tests.variant_claims.reading import Json
from tests.variant_claims.rows import Row, path_of, read_rows

Result = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rows", nargs="+", help="only the rows with these ids")
    parser.add_argument("--only", nargs="+", help="only rows whose id, source or kinds have a word")
    parser.add_argument("--seconds", type=float, default=20, help="limit for making one path")
    parser.add_argument("--judging", type=float, default=60, help="limit for judging one path")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--out", type=Path, help="write the report as JSON")
    arguments = parser.parse_args()
    if not (arguments.files or SHARED.exists()):
        parser.error("expected files, or PANDOKU_SHARED as the folder that has data/variants")
    if arguments.files:
        works: list[Any] = [*_paths(arguments.files)]
        check = partial(_check, judging=arguments.judging)
    else:
        rows = read_rows(words=arguments.only)
        works = [row for row in rows if not arguments.rows or row.name in arguments.rows]
        check = partial(_explain_and_check, seconds=arguments.seconds, judging=arguments.judging)
    report = _total(_reports(check, works, arguments.jobs), len(works))
    for title, counts in (("judged", report.counts), ("not judged", report.not_judged)):
        print(f"\n{title}:")
        for what, count in sorted(counts.items()):
            print(f"{count:9,} {what}")
    print(f"\n{len(report.failures)} failures")
    if arguments.out:
        text = json.dumps(summary(report), indent=1)
        arguments.out.write_text(text + "\n", encoding="utf-8")
    sys.exit(bool(report.failures))


def _paths(files: Iterable[Path]) -> Iterator[tuple[str, Json]]:
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            path = json.loads(line)
            if "steps" in path:
                yield f"{file}:{number}", path


def _check(named: tuple[str, Json], judging: float) -> tuple[str, Report]:
    name, path = named
    return name, check_path(path, name, None, judging)


def _explain_and_check(row: Row, seconds: float, judging: float) -> tuple[str, Report]:
    assert row.puzzle is not None
    path = path_of(row.puzzle, seconds)
    return row.name, check_path(path, row.name, row.solution, judging)


def _reports(check: Any, works: list[Any], jobs: int) -> Iterator[tuple[str, Report]]:
    if jobs == 1:
        yield from map(check, works)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(check, works)


def _total(reports: Iterable[tuple[str, Report]], n_paths: int) -> Report:
    """Add up reports, with a line of progress for each path and a line for each failure."""
    report, started = Report(), perf_counter()
    try:
        for number, (name, found) in enumerate(reports, 1):
            report.add(found)
            for failure in found.failures:
                print(failure, flush=True)
            print(
                f"{number} of {n_paths} paths, {report.counts['steps']:,} steps, "
                f"{report.counts['claims']:,} claims, {len(report.failures)} failures, "
                f"{perf_counter() - started:.0f} s: {name}",
                file=sys.stderr,
            )
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    return report


def summary(report: Report) -> Result:
    """Return the numbers of a report: first what counts most, then the claims by their kind."""
    counts, kind = report.counts, "claims: "
    by_kind = {what.removeprefix(kind): n for what, n in counts.items() if what.startswith(kind)}
    totals = ("paths", "steps", "placements", "eliminations", "claims")
    return {
        **{what: counts[what] for what in totals},
        "false": len(report.failures),
        "failures": report.failures,
        "not judged": dict(sorted(report.not_judged.items())),
        "claims by kind": dict(sorted(by_kind.items())),
    }


if __name__ == "__main__":
    main()
