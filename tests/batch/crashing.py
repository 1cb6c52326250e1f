"""Processes that are killed at each line of the code that writes a part.

Prints the number of lines, and how often the file existed after the kill.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pyarrow as pa

from pandoku import _files
from pandoku.batch import Job, part, receipts, run_job, running, store
from tests.batch.trying import do_without_pandas

_PLACES = {
    _files.__file__: {"replacement", "_resolved", "_create", "_mode_of", "new_mode"},
    store.__file__: {"put", "remove"},
    part.__file__: {"do_part", "written", "_about"},
    receipts.__file__: {"add", "write"},
    running.__file__: {"_take", "_write_manifest"},
}
_CRASHED = 77


def _write(given: str, out: str) -> None:
    """Write a part, its receipt and the manifest, as a run does."""
    job = Job("count", given, out, rows=1000)
    run_job(job, workers=1, resume=True)


def _crash_after(n: int, given: str, out: str) -> int:
    """Write in a process that is killed after *n* lines, and return its exit status."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = n

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        if frame.f_code.co_name not in _PLACES.get(frame.f_code.co_filename, ()):
            return None
        if event == "line":
            left -= 1
            if not left:
                os._exit(_CRASHED)
        return trace

    sys.settrace(trace)
    _write(given, out)
    os._exit(0)


def main(given: str, folder: str, step: str) -> None:
    """Kill the process after more and more lines, by *step*, until a run is complete."""
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    whole = Path(folder, "whole")
    _write(given, str(whole))
    good = {
        path.relative_to(whole): path.read_bytes()
        for path in whole.rglob("*")
        if path.is_file() and path.suffix != ".jsonl"
    }
    out = Path(folder, "crashed")
    n = n_without = n_with = 0
    while True:
        n += int(step)
        ended = _crash_after(n, given, str(out))
        found = [path for path in out.rglob("*") if path.is_file()]
        for path in found:
            name = path.relative_to(out)
            if path.suffix == ".jsonl":
                assert path.read_bytes().endswith(b"}\n"), name
            elif not path.name.startswith(".pandoku-"):
                assert path.read_bytes() == good[name], name
        stands = any(path.suffix == ".parquet" for path in found)
        n_with, n_without = n_with + stands, n_without + (not stands)
        if ended == 0:
            break
        assert ended == _CRASHED, ended
        for path in found:
            path.unlink()
    sys.stdout.write(f"{n} {n_without} {n_with}\n")


if __name__ == "__main__":
    do_without_pandas()
    main(*sys.argv[1:])
