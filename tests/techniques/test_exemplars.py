"""Puzzles collected by the techniques they need: those suffice, and the singles alone do not."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pandoku.logic import explain_many
from tests.data import SHARED, needs

FILE = SHARED / "techniques" / "exemplars-1.0.txt"

SINGLES = ("full-house", "naked-single", "hidden-single")
# The words of the collection after a puzzle: what it takes beside singles.
WORDS = {
    "lc1": "pointing", "lc2": "claiming", "l2": "locked-pair", "l3": "locked-triple",
    "n2": "naked-pair", "n3": "naked-triple", "n4": "naked-quad",
    "h2": "hidden-pair", "h3": "hidden-triple",
}  # fmt: skip


def exemplars() -> list[tuple[str, set[str]]]:
    found = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        puzzle, _, told = line.partition("#")
        if re.fullmatch(r"[.\d]{81}", puzzle.strip()) and told.strip():
            found.append((puzzle.strip(), set(re.sub(r"\(\d+\)", "", told).split())))
    return found


def fills(puzzles: list[str], techniques: list[str]) -> int:
    text = "".join(puzzles).replace(".", "0")
    rows = (np.frombuffer(text.encode(), np.uint8) - ord("0")).reshape(-1, 81)
    return int((explain_many(rows, techniques=techniques, threads=1).ends == 0).sum())


@needs(FILE)
@pytest.mark.parametrize("word", WORDS)
def test_puzzles_need_the_techniques_they_name_and_no_more(word: str) -> None:
    chosen = [
        (puzzle, [WORDS[each] for each in sorted(words - {"s"})])
        for puzzle, words in exemplars()
        if word in words and words <= {"s", *WORDS}
    ]
    assert len(chosen) >= 5
    assert fills([puzzle for puzzle, _ in chosen], list(SINGLES)) == 0
    assert all(fills([puzzle], [*SINGLES, *names]) for puzzle, names in chosen)
