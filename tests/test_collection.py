"""What is read before the first test runs: tests read their data themselves or in fixtures.

`tests/conftest.py` has noted it for the tests that were asked for, mostly all.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from tests import opened
from tests.data import ROOT, SHARED

LARGE = 100_000


def is_data(path: Path) -> bool:
    """Whether a file is one of the collections, or a large table of a test."""
    if path.is_relative_to(SHARED.parent.absolute()):
        return True
    is_of_tests = path.is_relative_to(ROOT / "tests") and path.suffix not in (".py", ".pyc")
    return is_of_tests and path.is_file() and path.stat().st_size > LARGE


def test_collecting_opens_no_data() -> None:
    found = opened.paths()
    assert any(path.name.startswith("test_collection.") for path in found), "this file at least"
    assert sorted(path for path in found if is_data(path)) == []


def test_data_that_a_module_reads_is_noticed(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text("1\n")
    file = tmp_path / "test_hasty.py"
    file.write_text(f"with open({str(table)!r}) as lines: LINES = [*lines]\n")
    spec = spec_from_file_location("test_hasty", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    opened.start()
    try:
        spec.loader.exec_module(module)
    finally:
        opened.stop()
    assert module.LINES == ["1\n"]
    assert table in opened.paths()
