"""The card of an export to the hub: tables and splits, licenses, and how many rows there are."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pandoku.batch.exported import Exported

__all__ = ["DATA", "readme_of"]

DATA = "data"  # the folder of the tables


def readme_of(done: Exported, licenses: Sequence[str | None]) -> str:
    """Return the card of an export: what the hub has to know, and how many rows there are.

    Args:
        done: What was exported.
        licenses: The licenses of the puzzles, each once; None for an unknown one.
    """
    rows = "\n".join(
        f"| {table} | {split} | {n:,} |"
        for table, splits in done.rows.items()
        for split, n in splits.items()
    )
    return f"{_front_matter(done, licenses)}\n| table | split | rows |\n|---|---|---|\n{rows}\n"


def _front_matter(done: Exported, licenses: Sequence[str | None]) -> str:
    """Return the lines with which a card begins, from which the hub knows tables and splits."""
    names = [(each or "unknown").lower() for each in licenses] or ["unknown"]
    license = json.dumps(names[0] if len(names) == 1 else names)
    n_rows = max((sum(splits.values()) for splits in done.rows.values()), default=0)
    lines = ["---", f"license: {license}", "tags:", "- sudoku", "- puzzles"]
    lines += ["size_categories:", f"- {_size(n_rows)}", "configs:"]
    for table, splits in done.rows.items():
        lines += [f"- config_name: {table}"]
        lines += ["  default: true"] if table == "puzzles" else []
        lines += ["  data_files:"]
        for split in splits:
            lines += [f"  - split: {split}", f"    path: {DATA}/{table}/{split}-*.parquet"]
    return "\n".join([*lines, "---", ""])


def _size(n_rows: int) -> str:
    """Return how the hub writes how many rows there are."""
    if n_rows < 1000:
        return "n<1K"
    names = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B", "100B", "1T")
    place = min(len(str(n_rows)) - 4, len(names) - 2)
    return f"{names[place]}<n<{names[place + 1]}"
