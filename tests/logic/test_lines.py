"""Paths in lines: every step once, in order, and few words."""

from __future__ import annotations

import re

import pandoku
from pandoku import explain
from tests import data
from tests.together import together


@together("file", ["easy.list", "killer.txt", "calcudoku5.in", "twelve.txt"])
def test_the_lines_have_every_step_once(file: str) -> None:
    path = explain(pandoku.load(data.EXAMPLES / file))
    numbers = list[int]()
    for line in path.lines():
        first, last, told = re.fullmatch(r"(\d+)(?:-(\d+))?\. (.+)", line).groups()  # type: ignore[union-attr]
        steps = range(int(first), int(last or first) + 1)
        numbers += steps
        for number in steps if last else ():
            ((cell, digit),) = path.steps[number - 1].placements
            assert f"{path.start.puzzle.geometry.name(cell)} = {digit} (" in told
    assert numbers == list(range(1, len(path) + 1))


def test_lines_have_less_than_a_third_of_the_words() -> None:
    path = explain(pandoku.loads(data.EASY))
    words = sum(len(line.split()) for line in path.lines())
    full = sum(len(sentence.split()) for told in path.explanations() for sentence in told.full)
    assert words < 0.3 * full
