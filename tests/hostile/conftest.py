"""The program that forks for each run, one for all tests of this folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

if sys.platform != "linux":  # /dev/full, and what a process may have of time and memory
    collect_ignore_glob = ["*.py"]
else:
    from tests.hostile.runs import Server

    @pytest.fixture(scope="session")
    def server() -> Iterator[Server]:
        """Return the server of the runs; it starts with the first."""
        with Server() as server:
            yield server
