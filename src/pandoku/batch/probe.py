"""What a worker of a cluster says of itself before the first part."""

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
    """Return the versions of the libraries that decide which bytes are written."""
    return {name: version(name) for name in _ALIKE}


def why_not_alike(wanted: Mapping[str, str], found: Mapping[str, str] | None = None) -> str | None:
    """Return in which library a worker differs from a job, in words; None if in none.

    Args:
        wanted: The versions of the job.
        found: Those of the worker; None means this process.
    """
    found = versions() if found is None else found
    odd = next((name for name in wanted if found.get(name) != wanted[name]), None)
    if odd is None:
        return None
    return (
        f"a worker has {odd} {found.get(odd, 'not')}, the job {wanted[odd]}: "
        "only the same versions everywhere write the same bytes"
    )


def probe(output: str, name: str) -> tuple[str, dict[str, str]]:
    """Write a small file below an output folder, and return its name and the versions here."""
    name = f"{name}-{os.getpid()}-{os.urandom(4).hex()}"
    Folder(output).put(name, b"here\n")
    return name, versions()
