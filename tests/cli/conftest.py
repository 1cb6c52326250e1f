"""Fixtures of the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for the saved games of one test."""
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path / "data"
