"""Collects the doctests of the package."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> DoctestModule | None:
    """Return the doctests of a module.

    The option `--doctest-modules` would look at every object of every module, tests included, to
    find that most have no example. A third of the time for collecting went into that.
    """
    if file_path.suffix != ".py" or b">>> " not in file_path.read_bytes():
        return None
    return DoctestModule.from_parent(parent, path=file_path)
