"""A program that runs in the process of the tests, which saves its start."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, chdir
from pathlib import Path
from typing import NamedTuple, TextIO
from unittest.mock import patch


class Ended(NamedTuple):
    """How a program ended, with the names of `subprocess.CompletedProcess`."""

    returncode: int
    stdout: bytes
    stderr: bytes


def run_here(
    main: Callable[[], object], argv: Sequence[str], *, input: bytes = b"", cwd: Path | None = None
) -> Ended:
    """Call *main* as a program with these arguments; its streams are files, not terminals."""
    with ExitStack() as stack:
        files = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        files[0].write(input)
        files[0].seek(0)
        stack.enter_context(patch.object(sys, "argv", list(argv)))
        stack.enter_context(patch.object(sys, "path", sys.path[:]))
        stack.enter_context(chdir(cwd or Path.cwd()))
        for name, file in zip(("stdin", "stdout", "stderr"), files, strict=True):
            errors = "backslashreplace" if name == "stderr" else "strict"
            stream = stack.enter_context(io.TextIOWrapper(file, "utf-8", errors))
            stack.enter_context(patch.object(sys, name, stream))
        status = _status_of(main)
        return Ended(status, *map(_written, (sys.stdout, sys.stderr)))


def _written(stream: TextIO) -> bytes:
    stream.flush()
    stream.buffer.seek(0)
    return stream.buffer.read()


def _status_of(main: Callable[[], object]) -> int:
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, str):
            sys.stderr.write(end.code + "\n")
            return 1
        return end.code or 0
    return 0
