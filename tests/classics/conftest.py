"""The classics are run as their papers do: a bare python3, by path, nothing installed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import pandoku.classics
from tests.data import SHARED

FOLDER = Path(pandoku.classics.__file__).parent
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors that do not come with the project."""
    if not (SHARED / "classics").is_dir():
        pytest.skip("PANDOKU_SHARED has no data/classics")
    return SHARED / "classics"


@pytest.fixture(scope="session")
def folder() -> Path:
    """The folder that holds the five programs."""
    return FOLDER


@pytest.fixture(scope="session")
def bare_python() -> list[str]:
    """A Python that sees neither installed packages nor the environment's settings."""
    return [sys.executable, "-S", "-E", "-B", "-W", "error"]


@pytest.fixture
def run(bare_python: list[str], tmp_path: Path) -> Run:
    """Run a program of the classics by its path, from another folder."""

    def run_program(program: str, *args: str | Path, input: bytes = b"") -> object:
        command = [*bare_python, str(FOLDER / program), *map(str, args)]
        done = subprocess.run(
            command, input=input, capture_output=True, cwd=tmp_path, timeout=60, check=False
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done

    return run_program  # type: ignore[return-value]
