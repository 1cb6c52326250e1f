"""A verb for tests that is slow, raises or kills its process, and a command with this verb."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import Any

import pyarrow as pa

from pandoku.batch import part, running
from pandoku.batch.part import Done, Task
from pandoku.batch.verbs import VERBS, Option, Options, PartRows, Verb

NOWHERE = -1


def _run(rows: PartRows, options: Options) -> dict[str, pa.Table]:
    time.sleep(options["ms"] / 1000)
    if options["log"]:
        with open(options["log"], "a") as stream:
            stream.write(f"{rows.first}\n")
    if options["crash"] == rows.first:
        os._exit(3)
    if options["wrong"] == rows.first:
        raise RuntimeError("this part raises")
    n_solutions = pa.array([len(each or "") for each in rows.table["puzzle"].to_pylist()])
    return {"puzzles": pa.table({"n_solutions": n_solutions})}


VERB = Verb(
    "try",
    "Be slow, raise, or end the process, as tests need it.",
    _run,
    lambda options: ("n_solutions",),
    rows=(10, 10),
    options=(
        Option("ms", "int", "How long each part takes.", 0),
        Option("crash", "int", "The first row of the part that ends its process.", NOWHERE),
        Option("wrong", "int", "The first row of the part that raises.", NOWHERE),
        Option("log", "text", "A file that gets the first row of each part that is begun.", ""),
    ),
)


@contextmanager
def registered() -> Iterator[None]:
    """Register the verb for the time of a block."""
    register()
    try:
        yield
    finally:
        del VERBS.entries["try"]
        running.do_task = part.do_task  # type: ignore[attr-defined]


def register() -> None:
    """Register the verb in this process, and in workers when they get a task."""
    VERBS.entries["try"] = VERB
    running.do_task = do_task  # type: ignore[attr-defined]


def do_task(task: Task) -> Done:
    """Run a part as a worker, with the verb."""
    if parent_process() is not None:
        do_without_pandas()
    VERBS.entries["try"] = VERB
    return part.do_task(task)


def do_without_pandas() -> None:
    """Let pyarrow not import pandas, which it does if it is installed, and which takes a second."""
    sys.modules.setdefault("pandas", None)  # type: ignore[arg-type]


def main() -> Any:
    """Run the command pandoku, with the verb."""
    do_without_pandas()
    register()
    from pandoku.__main__ import main

    return main()


if __name__ == "__main__":
    from tests.batch.trying import main as main_by_name  # workers must find it by name

    sys.exit(main_by_name())
