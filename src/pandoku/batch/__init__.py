"""Data sets: tables of millions of puzzles, made on one machine or a cluster.

A job is a verb, its inputs and an output folder. The rows of a job are divided into parts. The
bytes of a part depend only on the job and the versions of the libraries, never on the machine, the
workers or the order in which parts finish. An interrupted job can therefore be resumed, and making
a part twice does no harm.

The tables are Arrow tables in Parquet files. Install the dependencies with
`pip install "pandoku[batch]"`, or with `pandoku[cluster]` to include Dask.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pandoku._extras import needed_for

if TYPE_CHECKING:
    from pandoku.batch.cards.card import write_card
    from pandoku.batch.columns import digit_rows, digit_texts
    from pandoku.batch.exports.exporting import Exported, export_tables
    from pandoku.batch.job import Job
    from pandoku.batch.puzzles import read_puzzles, write_puzzles
    from pandoku.batch.running import JobProgress, Report, run_job
    from pandoku.batch.verifying import verify

_HOMES = {
    "Exported": "exports.exporting",
    "Job": "job",
    "JobProgress": "running",
    "Report": "running",
    "digit_rows": "columns",
    "export_tables": "exports.exporting",
    "read_puzzles": "puzzles",
    "run_job": "running",
    "digit_texts": "columns",
    "verify": "verifying",
    "write_card": "cards.card",
    "write_puzzles": "puzzles",
}

__all__ = [
    "Exported",
    "Job",
    "JobProgress",
    "Report",
    "digit_rows",
    "digit_texts",
    "export_tables",
    "read_puzzles",
    "run_job",
    "verify",
    "write_card",
    "write_puzzles",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with needed_for("a data set"):
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
