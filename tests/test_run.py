"""./run, as far as it goes without making an environment, and the checksum that it compares."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
needs_sh = pytest.mark.skipif(shutil.which("sh") is None, reason="./run is a shell script")


def run(folder: Path, *arguments: str, python: str = sys.executable) -> tuple[int, str]:
    """Call a copy of ./run in *folder*, which has no environment."""
    script = shutil.copy(ROOT / "run", folder)
    environment = {"PATH": "/usr/bin:/bin", "PYTHON": python}
    done = subprocess.run(
        ["sh", script, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def sum_of(folder: Path) -> str:
    """Return what native/sum.py prints in *folder*."""
    command = [sys.executable, str(folder / "native" / "sum.py")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def core(tmp_path: Path) -> Path:
    (tmp_path / "CMakeLists.txt").write_text("project(x)\n")
    (tmp_path / "native" / "tests").mkdir(parents=True)
    (tmp_path / "native" / "a.cpp").write_text("int a;\n")
    shutil.copy(ROOT / "native" / "sum.py", tmp_path / "native")
    return tmp_path


@needs_sh
def test_run_without_a_command_names_one(tmp_path: Path) -> None:
    status, message = run(tmp_path)
    assert status == 2
    assert message.startswith("run: expected a command, for example: ./run pandoku solve")


@needs_sh
def test_run_with_an_older_python_says_which_it_found(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text('#!/bin/sh\n[ "$1" != --version ] || { echo Python 3.9.2; exit 0; }\nexit 1\n')
    old.chmod(0o755)
    status, message = run(tmp_path, "pandoku", python=str(old))
    assert (status, message) == (2, "run: expected Python 3.11 or later, found Python 3.9.2\n")


def test_the_sum_changes_with_a_source_of_the_core(core: Path) -> None:
    before = sum_of(core)
    (core / "native" / "a.cpp").write_text("int b;\n")
    assert sum_of(core) != before


def test_the_sum_changes_with_a_new_source(core: Path) -> None:
    before = sum_of(core)
    (core / "native" / "b.cpp").touch()
    assert sum_of(core) != before


def test_the_sum_does_not_change_with_a_native_test(core: Path) -> None:
    before = sum_of(core)
    (core / "native" / "tests" / "test_a.cpp").write_text("int main() {}\n")
    assert sum_of(core) == before
