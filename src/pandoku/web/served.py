"""`pandoku serve` in a separate process, for benchmarks, screenshots and tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

__all__ = ["Served", "served"]


class Served(NamedTuple):
    """A running server.

    Attributes:
        address: URL of the page with a trailing slash: "http://127.0.0.1:12345/".
        process: The process of the server. The first line of its standard output has already been
            read.
    """

    address: str
    process: subprocess.Popen[str]


@contextmanager
def served(*options: str) -> Iterator[Served]:
    """Run a server on a free port until the context ends.

    Args:
        *options: Options of `pandoku serve`, such as "--workers", "1".

    Raises:
        RuntimeError: The server did not start. Its error message is on standard error.
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
