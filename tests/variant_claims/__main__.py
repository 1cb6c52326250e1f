"""Check explained paths of variants by SAT, without the reasoning of pandoku.

    python -m tests.variant_claims [--seconds 20] [--judging 30] [--only WORDS ...] [--out FILE]
        [FILE ...]

The check reads the JSON document of a path and nothing else. It has its own reading of each rule
(`rules`), its own sight, and its own judges of claims (`judges`), so a fault of pandoku's reasoning
cannot hide itself here. Without files, it makes the paths of all rows of data/variants. A file has
a path on each line, as `pandoku explain --json` writes it.

Prints each failure, and at the end the counts, with all that was not judged by its
reason. The exit status is 1 if anything is false.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from tests.data import SHARED
from tests.variant_claims.paths import Report, check_path
from tests.variant_claims.reading import Json
from tests.variant_claims.rows import Row, path_of, read_rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=20, help="limit for one path")
    parser.add_argument("--judging", type=float, default=30, help="limit for judging one path")
    parser.add_argument("--only", nargs="+", help="only rows whose id, source or kinds have a word")
    parser.add_argument("--out", type=Path, help="write the report as JSON")
    arguments = parser.parse_args()
    if not (arguments.files or SHARED.exists()):
        parser.error("expected files, or PANDOKU_SHARED as the folder that has data/variants")
    report, n_paths, started = Report(), 0, process_time()
    try:
        for row, path in _paths(arguments.files, arguments.seconds, arguments.only):
            found = check_path(path, row.name, row.solution, arguments.judging)
            n_paths += 1
            report.add(found)
            for failure in found.failures:
                print(failure, flush=True)
            took = f"{process_time() - started:.0f} s"
            n_steps, n_claims = report.counts["steps"], report.counts["claims"]
            print(
                f"{n_paths} paths, {n_steps:,} steps, {n_claims:,} claims, "
                f"{len(report.failures)} failures, {took}: {row.name}",
                file=sys.stderr,
            )
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    for title, counts in (("judged", report.counts), ("not judged", report.not_judged)):
        print(f"\n{title}:")
        for what, count in sorted(counts.items()):
            print(f"{count:9,} {what}")
    print(f"\n{len(report.failures)} failures")
    if arguments.out:
        result = {"judged": report.counts, "not judged": report.not_judged}
        text = json.dumps(result | {"failures": report.failures}, indent=1)
        arguments.out.write_text(text + "\n", encoding="utf-8")
    sys.exit(bool(report.failures))


def _paths(
    files: list[Path], seconds: float, words: list[str] | None
) -> Iterator[tuple[Row, Json]]:
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            path = json.loads(line)
            if "steps" in path:
                yield Row(f"{file}:{number}", None), path
    if not files:
        for row in read_rows(words=words):
            if row.puzzle is not None:
                yield row, path_of(row.puzzle, seconds)


if __name__ == "__main__":
    main()
