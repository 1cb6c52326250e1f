"""What a link of the core says about houses and cages is true of its puzzle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pandoku.model import Link, Step
from pandoku.techniques import example_of, get_technique, practice_of

CHAINS = (
    "x-chain", "xy-chain", "continuous-loop", "alternating-chain", "discontinuous-loop",
    "grouped-alternating-chain", "cage-chain",
)  # fmt: skip


def links(step: Step) -> Iterator[Link]:
    yield from step.facts.links
    for branch in step.facts.branches:
        for inner in branch:
            yield from links(inner)


@pytest.mark.parametrize("name", CHAINS)
def test_a_link_lies_in_its_house_or_in_its_cage(name: str) -> None:
    boards = [example.board for example in (example_of(name), *practice_of(name)) if example]
    found = [
        (board.puzzle, link)
        for board in boards
        for step in get_technique(name).steps(board, 30)
        for link in links(step)
    ]
    assert any(link.house for _, link in found)
    for puzzle, link in found:
        cells = {cell for cell, _ in link.start + link.end}
        digits = {digit for _, digit in link.start + link.end}
        assert link.house is None or cells <= {*link.house.cells}
        assert link.house is None or len(digits) == 1
        assert link.cage is None or cells <= {*puzzle.cages[link.cage].cells}
        assert (link.house is None and link.cage is None) == (len(cells) == 1)
