"""What the suite reaches of each room of the package: lines and branches, by coverage.py."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.coverage.floors import Reached
from tests.data import ROOT
from tests.turns import ALL

REPORT = ROOT / "build" / "coverage" / "report.json"


def run_suite(arguments: Sequence[str], *, everywhere: bool = False) -> int:
    """Run pytest with these arguments, its processes measured, and return its exit status.

    Args:
        everywhere: Run only what runs on every machine: no collections from elsewhere.
    """
    environment = {**os.environ, "PANDOKU_TURN": ALL}
    if everywhere:
        for name in ("PANDOKU_SHARED", "PANDOKU_FULL"):
            environment.pop(name, None)
    REPORT.parent.mkdir(parents=True, exist_ok=True)
    _coverage("erase")
    status = _coverage("run", "-m", "pytest", *arguments, env=environment)
    return status or _coverage("combine", "--quiet")


def measured() -> dict[str, Reached]:
    """Return what the last run reached, by room."""
    if _coverage("json", "--quiet", "-o", str(REPORT)):
        sys.exit("coverage: expected the data of a run, found none: ./run coverage makes it")
    return by_room(json.loads(REPORT.read_text()))


def by_room(report: dict[str, Any]) -> dict[str, Reached]:
    """Add up the files of each room in a report of coverage.py; files of no room are "top"."""
    rooms: dict[str, Reached] = {}
    for name, file in sorted(report["files"].items()):
        inside = Path(name).parts[Path(name).parts.index("pandoku") + 1 :]
        room = inside[0] if len(inside) > 1 else "top"
        counts, before = file["summary"], rooms.get(room, Reached(0, 0))
        rooms[room] = Reached(
            before.covered + counts["covered_lines"] + counts["covered_branches"],
            before.all + counts["num_statements"] + counts["num_branches"],
        )
    return rooms


def _coverage(*words: str, env: dict[str, str] | None = None) -> int:
    command = [sys.executable, "-m", "coverage", *words]
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode
