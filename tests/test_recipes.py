"""The page of small programs keeps its promise; that they run is tested with all other pages."""

from __future__ import annotations

import re

from tests.data import ROOT

MOST_LINES = 6


def test_there_are_ten_programs_of_at_most_six_lines() -> None:
    text = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    programs = re.split(r"^## ", text, flags=re.M)[1:]
    assert [program.split(".")[0] for program in programs] == [str(n) for n in range(1, 11)]
    for program in programs:
        (block,) = re.findall(r"^```pycon\n(.*?)^```", program, re.S | re.M)
        lines = [line for line in block.splitlines() if line.startswith((">>>", "..."))]
        assert 1 <= len(lines) <= MOST_LINES, program
