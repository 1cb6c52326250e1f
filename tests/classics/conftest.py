"""The classics are run as their papers do: by path, and those samples with a bare python3."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from runpy import run_path

import pytest

import pandoku.classics
from tests.classics.contract import Desk
from tests.data import SHARED
from tests.here import Ended, run_here

FOLDER = Path(pandoku.classics.__file__).parent
Run = Callable[..., Ended]


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
def run(tmp_path: Path) -> Run:
    """Run a program of the classics by its path, from another folder, in this process."""

    def run_program(program: str, *args: str | Path, input: bytes = b"") -> Ended:
        path = str(FOLDER / program)
        main = partial(run_path, path, run_name="__main__")
        return _checked(run_here(main, [path, *map(str, args)], input=input, cwd=tmp_path))

    return run_program


@pytest.fixture
def run_bare(bare_python: list[str], tmp_path: Path) -> Run:
    """Run a program of the classics by its path, from another folder, with a bare Python."""

    def run_program(program: str, *args: str | Path, input: bytes = b"") -> Ended:
        command = [*bare_python, str(FOLDER / program), *map(str, args)]
        done = subprocess.run(
            command, input=input, capture_output=True, cwd=tmp_path, timeout=60, check=False
        )
        return _checked(Ended(done.returncode, done.stdout, done.stderr))

    return run_program


@pytest.fixture
def desk(
    bare_python: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    """Where the rows of the papers' tables are checked."""
    return Desk(FOLDER, bare_python, tmp_path, capsys, monkeypatch)


def _checked(done: Ended) -> Ended:
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done
