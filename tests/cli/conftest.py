"""What tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for saved games that only this test has."""
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path / "data"
