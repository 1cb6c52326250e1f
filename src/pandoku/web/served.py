"""`pandoku serve` in a process of its own, for whoever asks it: measurements, pictures, tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

__all__ = ["Served", "served"]


class Served(NamedTuple):
    """A server that runs.

    Attributes:
        address: Of its page, with a slash at the end: "http://127.0.0.1:12345/".
        process: Its process; its standard output can be read from the second line on.
    """

    address: str
    process: subprocess.Popen[str]


@contextmanager
def served(*options: str) -> Iterator[Served]:
    """Run a server on a free port for as long as the context lasts.

    Args:
        *options: Further options of `pandoku serve`: "--workers", "1".

    Raises:
        RuntimeError: It ended before it served; standard error says why.
    """
    words = [sys.executable, "-m", "pandoku", "serve", "--port", "0", *options]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            line = process.stdout.readline()  # "Serving on http://127.0.0.1:12345/ (Ctrl-C stops)"
            address = next((word for word in line.split() if word.startswith("http://")), "")
            if not address:
                raise RuntimeError(f"expected the address of a server, found {line!r}")
            yield Served(address, process)
        finally:
            process.terminate()
