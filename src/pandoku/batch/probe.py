"""What a worker of a cluster says of itself before the first part."""

from __future__ import annotations

import os
from importlib.metadata import version

from pandoku.batch.store import Store

__all__ = ["probe", "versions"]

_ALIKE = ("pandoku", "pyarrow", "numpy")


def versions() -> dict[str, str]:
    """Return the versions of the libraries that decide which bytes are written."""
    return {name: version(name) for name in _ALIKE}


def probe(output: str, name: str) -> tuple[str, dict[str, str]]:
    """Write a small file below an output folder, and return its name and the versions here."""
    name = f"{name}-{os.getpid()}-{os.urandom(4).hex()}"
    Store(output).put(name, b"here\n")
    return name, versions()
