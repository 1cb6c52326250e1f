"""What is read before the first test runs: tests read their data themselves or in fixtures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.data import ROOT, SHARED

LARGE = 100_000

# Prints each file that is opened while modules are imported, which is what collecting does.
PROGRAM = """
import os, sys
from contextlib import suppress
from importlib import import_module
from pytest import skip

def saw(event, details):
    if event == "open" and isinstance(details[0], str | bytes):
        print(os.path.abspath(os.fsdecode(details[0])))

sys.addaudithook(saw)
for name in sys.argv[1:]:
    with suppress(ImportError, skip.Exception):  # an extra is not installed
        import_module(name)
"""


def opened_by_importing(folder: Path, *files: Path) -> set[Path]:
    """Return the files that are opened while some modules below a folder are imported."""
    names = [".".join(file.relative_to(folder).with_suffix("").parts) for file in files]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *names],
        capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return {Path(line) for line in done.stdout.splitlines()}


def is_data(path: Path) -> bool:
    """Whether a file is one of the collections, or a large table of a test."""
    if path.is_relative_to(SHARED.parent.absolute()):
        return True
    is_of_tests = path.is_relative_to(ROOT / "tests") and path.suffix not in (".py", ".pyc")
    return is_of_tests and path.is_file() and path.stat().st_size > LARGE


def test_collecting_opens_no_data() -> None:
    opened = opened_by_importing(ROOT, *sorted((ROOT / "tests").rglob("test_*.py")))
    assert len(opened) > 400
    assert sorted(path for path in opened if is_data(path)) == []


def test_data_that_a_module_reads_is_noticed(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text("1\n")
    module = tmp_path / "test_hasty.py"
    module.write_text(f"LINES = open({str(table)!r}).readlines()\ndef test_it(): pass\n")
    assert table in opened_by_importing(tmp_path, module)
