"""What pytest reads before the first test runs: tests read their data themselves or in fixtures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.data import ROOT, SHARED

LARGE = 100_000

# Prints each file that is opened while pytest collects, after a word that pytest does not print.
PROGRAM = """
import os, sys

def saw(event, details):
    if event == "open" and isinstance(details[0], str | bytes):
        print("opened", os.path.abspath(os.fsdecode(details[0])), file=sys.__stderr__)

import pytest
sys.addaudithook(saw)
sys.exit(pytest.main(["--collect-only", "--quiet", *sys.argv[1:]]))
"""


def opened_by_collecting(*tests: Path) -> set[Path]:
    """Return what is opened while the tests in some files, by default in all, are collected."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, tests)],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env=os.environ | {"PYTEST_ADDOPTS": "--capture=no"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    lines = (line.partition(" ") for line in done.stderr.splitlines())
    return {Path(path) for word, _, path in lines if word == "opened"}


def is_data(path: Path) -> bool:
    """Whether a file is one of the collections, or a large table of a test."""
    if path.is_relative_to(SHARED.parent.absolute()):
        return True
    is_of_tests = path.is_relative_to(ROOT / "tests") and path.suffix not in (".py", ".pyc")
    return is_of_tests and path.is_file() and path.stat().st_size > LARGE


def test_collecting_opens_no_data() -> None:
    opened = opened_by_collecting()
    assert ROOT / "pyproject.toml" in opened
    assert sorted(path for path in opened if is_data(path)) == []


def test_data_that_a_module_reads_is_noticed(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text("1\n")
    module = tmp_path / "test_hasty.py"
    module.write_text(f"LINES = open({str(table)!r}).readlines()\ndef test_it(): pass\n")
    assert table in opened_by_collecting(module)
