"""What the native tests reach of each folder of the core: lines that ran, as gcov counted them.

A line of a header or a template is compiled in many places; it was reached if it ran in one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from tests.coverage.floors import Reached
from tests.data import ROOT

FOLDERS = ("cages", "generate", "grid", "lanes", "logic", "rating", "symmetry")


class Counts(NamedTuple):
    """How often each line and each function of a source ran.

    Attributes:
        lines: By number.
        functions: By the line where they begin: their name and how often they ran. The variants
            of a template are one function.
    """

    lines: dict[int, int]
    functions: dict[int, tuple[str, int]]


def counted(build: Path) -> dict[str, Counts]:
    """Return the counts of each source of the core after the tests in *build* were run."""
    data = sorted(build.glob("native/**/*.gcda"))
    if not data:
        sys.exit(
            f"coverage: expected *.gcda in {build}/native, found none: configure with"
            " -DPANDOKU_COVERAGE=ON, build, and run ctest"
        )
    return merged(_gcov(data))


def merged(reports: Iterable[dict[str, Any]]) -> dict[str, Counts]:
    """Join gcov's reports about all object files."""
    sources: dict[str, Counts] = defaultdict(lambda: Counts({}, {}))
    for report in reports:
        for file in report["files"]:
            name = _of_core(Path(report["current_working_directory"], file["file"]))
            if not name:
                continue
            lines, functions = sources[name]
            for line in file["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, 0) + line["count"]
            for one in file["functions"]:
                begin, n = one["start_line"], one["execution_count"]
                before = functions.get(begin, ("", 0))[1]
                functions[begin] = one["demangled_name"], before + n
    return dict(sources)


def by_folder(sources: dict[str, Counts]) -> dict[str, Reached]:
    """Add up the lines of each folder."""
    folders = dict.fromkeys(FOLDERS, Reached(0, 0))
    for name, counts in sources.items():
        folder = name.partition("/")[0]
        before, ran = folders[folder], [n for n in counts.lines.values() if n > 0]
        folders[folder] = Reached(before.covered + len(ran), before.all + len(counts.lines))
    return folders


def unreached(sources: dict[str, Counts]) -> list[str]:
    """Return the functions that never ran: "cages/table.cpp:12 name"."""
    return [
        f"{source}:{line} {name}"
        for source, counts in sorted(sources.items())
        for line, (name, n) in sorted(counts.functions.items())
        if not n
    ]


def _of_core(path: Path) -> str:
    """Return a source's path below native/, or "" if it is not in a folder of the core."""
    try:
        name = Path(os.path.normpath(path)).relative_to(ROOT / "native")
    except ValueError:
        return ""
    return name.as_posix() if name.parts[0] in FOLDERS else ""


def _gcov(data: list[Path]) -> Iterable[dict[str, Any]]:
    command = [os.environ.get("GCOV", "gcov"), "--json-format", "--stdout", "--demangled-names"]
    done = subprocess.run([*command, *map(str, data)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"coverage: gcov failed: {done.stderr.strip()}")
    return map(json.loads, filter(None, done.stdout.splitlines()))
