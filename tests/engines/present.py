"""The engines that this installation can run."""

from __future__ import annotations

import pytest

from pandoku.engines import Engine, get_engine
from pandoku.model import Puzzle


def engine_or_skip(name: str) -> Engine:
    """Return an engine, or skip the test when the compiled core or an extra is absent."""
    engine = get_engine(name)
    if reason := engine.supports(Puzzle(1)):  # a puzzle that every engine takes
        pytest.skip(reason)
    return engine
