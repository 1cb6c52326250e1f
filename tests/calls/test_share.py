"""`share`: a link for each program that can hold the puzzle, and the reason where it cannot."""

from __future__ import annotations

from typing import Any

import pytest

import pandoku
from pandoku.calls import ENDPOINTS
from pandoku.errors import FormatError
from pandoku.formats import FORMATS, link
from pandoku.model import Cage, Puzzle

PLAIN = "..4....3.....3.1"


def _shared(puzzle: object) -> dict[str, Any]:
    endpoint = ENDPOINTS["share"]
    assert endpoint.work is not None
    return {each.format: each for each in endpoint.work(endpoint.request(puzzle=puzzle)).links}


def test_every_format_with_links_is_offered_under_the_name_of_its_program() -> None:
    offered = _shared(PLAIN)
    with_links = {form.name: form.program for form in FORMATS.values() if form.link}
    assert {name: each.program for name, each in offered.items()} == with_links
    assert {"f-puzzles", "iss", "sudoku-maker"} <= {*offered}


def test_each_link_opens_as_the_puzzle_that_is_shared() -> None:
    puzzle = pandoku.loads(PLAIN)
    links = [each.link for each in _shared(PLAIN).values() if each.link]
    assert len(links) >= 3
    for address in links:
        assert address.startswith("https://")
        assert pandoku.loads(address) == puzzle


def test_a_program_that_cannot_hold_the_puzzle_has_no_link_but_a_reason() -> None:
    product = Puzzle.latin(4).replace(cages=[Cage("*", 6, (0, 1))])
    offered = _shared(pandoku.dumps(product))["f-puzzles"]
    assert offered.link == ""
    assert "r1c1" in offered.why_not


def test_data_that_a_link_does_not_hold_is_listed() -> None:
    titled = pandoku.loads(PLAIN).replace(title="Four", author="Ann")
    offered = _shared(pandoku.dumps(titled))
    assert offered["f-puzzles"].left_out == []
    assert offered["iss"].left_out == ["title", "author"]


def test_a_format_without_links_is_refused_by_name() -> None:
    with pytest.raises(FormatError, match=r"try .*iss"):
        link(PLAIN, "line")
