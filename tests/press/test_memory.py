"""A long book needs the memory of a page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.data import EASY, ROOT, by_default

pytest.importorskip("resource")

PROGRAM = """
import sys
from resource import RUSAGE_SELF, getrusage
from pandoku.press import Book, Layout
from pandoku.symmetry import isomorphs

layout = Layout(per_page=4)
Book([sys.argv[2]], layout).to_bytes()  # what is loaded once
puzzles = [*isomorphs(sys.argv[2], int(sys.argv[3]), seed=1)]
before = getrusage(RUSAGE_SELF).ru_maxrss
Book(puzzles, layout).save(sys.argv[1])
kilobytes = getrusage(RUSAGE_SELF).ru_maxrss - before
print(kilobytes // (1024 if sys.platform == "darwin" else 1))
"""


@pytest.mark.turns(3)
def test_a_long_book_stays_below_the_memory_of_the_design(tmp_path: Path) -> None:
    count = by_default(250, full=10_000)
    path = tmp_path / "book.pdf"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path), EASY, str(count)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    assert int(done.stdout) / 1024 < by_default(7, full=150)
    assert path.stat().st_size > 500 * count
