"""The versions and the output folder of a worker, checked before the first part."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version

from pandoku.batch.store import Folder

__all__ = ["probe", "versions", "why_not_alike"]

_ALIKE = ("pandoku", "pyarrow", "numpy")


@cache
def versions() -> dict[str, str]:
    """Return the versions of the libraries that affect the bytes of a table."""
    return {name: version(name) for name in _ALIKE}


def why_not_alike(wanted: Mapping[str, str], found: Mapping[str, str] | None = None) -> str | None:
    """Return a message if a worker has other versions than a job, or None if they agree.

    Args:
        wanted: The versions of the job.
        found: The versions of the worker. None means this process.
    """
    found = versions() if found is None else found
    odd = next((name for name in wanted if found.get(name) != wanted[name]), None)
    if odd is None:
        return None
    return (
        f"expected {odd} {wanted[odd]} on all workers, as in the job, found "
        f"{found.get(odd, 'none')}: other versions may write other bytes"
    )


def probe(output: str, name: str) -> tuple[str, dict[str, str]]:
    """Write a small file to an output folder, and return its name and the versions here."""
    name = f"{name}-{os.getpid()}-{os.urandom(4).hex()}"
    Folder(output).put(name, b"here\n")
    return name, versions()
