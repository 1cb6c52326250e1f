"""Folders, shapes and puzzles that several tests use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
EXAMPLE_FILES = sorted(path for path in EXAMPLES.iterdir() if path.is_file())

# Puzzle collections that are not part of the project, and may be absent.
SHARED = Path(os.environ.get("PANDOKU_SHARED", "/nowhere")) / "data"
# The papers of the five classics, which are not part of the project either.
PAPERS = SHARED.parent / "seeds"
# Texts that other people and programs made, one in each file.
CASES = SHARED.parent / "trials" / "cases"

IS_FULL = os.environ.get("PANDOKU_FULL") == "1"

EASY = "004000067300470005150820003006000031802105604410000900700080046600012000930000710"
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."

# The regions of a jigsaw, cell by cell, and the four extra houses of a Windoku.
JIGSAW5 = (0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 2, 4, 4, 3, 3, 2, 4, 4, 4, 3)
WINDOWS = tuple(
    tuple(9 * (top + r) + left + c for r in range(3) for c in range(3))
    for top in (1, 5)
    for left in (1, 5)
)


def by_default(few: int, *, full: int) -> int:
    """Return how much of something a test takes: a few, or with PANDOKU_FULL=1 all it should."""
    return full if IS_FULL else few


def needs(path: Path) -> pytest.MarkDecorator:
    """Skip a test when *path*, below SHARED, is absent."""
    reason = f"PANDOKU_SHARED has no data/{path.relative_to(SHARED)}"
    return pytest.mark.skipif(not path.exists(), reason=reason)


def needs_case(name: str) -> pytest.MarkDecorator:
    """Skip a test when the text of this name is absent from CASES."""
    reason = f"PANDOKU_SHARED has no text {name}"
    return pytest.mark.skipif(not (CASES / name).exists(), reason=reason)
