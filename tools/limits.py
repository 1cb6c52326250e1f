"""Limits that only fall: `tools/limits.toml` has the most that each count may be.

A count above its limit fails. A count below it is a reason to lower the limit with `--lower`, which
never raises one.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("limits.toml")


def entries(table: str, file: Path = FILE) -> dict[str, Any]:
    """Return the entries of a table by name: limits, or reasons for exceptions."""
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))[table])


def compare(table: str, counts: Mapping[str, float], way_out: str, file: Path = FILE) -> int:
    """Print each count and its limit.

    Args:
        table: Table of the limits in *file*.
        counts: Counts by name; every name needs a limit.
        way_out: Advice for a count above its limit.
        file: File of the limits.

    Returns:
        The exit status: 1 if a count is above its limit or has no limit, otherwise 0.
    """
    allowed = entries(table, file)
    status = 0
    for name, count in counts.items():
        limit = allowed.get(name)
        if limit is None:
            print(f"{name}: {count:g}, without a limit in {file.name}", file=sys.stderr)
            status = 1
        elif count > limit:
            print(f"{name}: {count:g}, expected at most {limit:g}; {way_out}", file=sys.stderr)
            status = 1
        else:
            lower = " (--lower writes the new limit)" if count < limit else ""
            print(f"{name}: {count:g} of at most {limit:g}{lower}")
    return status


def lower(table: str, counts: Mapping[str, float], file: Path = FILE) -> None:
    """Write every count that is below its limit as the new limit."""
    allowed = entries(table, file)
    head, found, rest = file.read_text(encoding="utf-8").partition(f"[{table}]\n")
    body, next_table, tail = rest.partition("\n[")
    for name, count in counts.items():
        if count < allowed.get(name, 0):
            entry = re.compile(rf'^("?{re.escape(name)}"?) = [\d.]+', re.MULTILINE)
            body = entry.sub(rf"\g<1> = {count:g}", body)
    file.write_text(head + found + body + next_table + tail, encoding="utf-8")
