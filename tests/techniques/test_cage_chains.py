"""Chains through cages: each link starts where the last one ended, and the last ends the first."""

from __future__ import annotations

from itertools import pairwise

from pandoku import explain, read
from pandoku.draw import draw_step
from pandoku.model import Board, Link, Step, sight_of
from pandoku.rating import get_scale
from pandoku.techniques import example_of, explain_step, get_technique, practice_of
from tests.data import SHARED, needs
from tests.together import together

NAME = "cage-chain"
KILLERS = SHARED / "cages" / "killer9.jsonl"
BOARDS = [example.board for example in (example_of(NAME), *practice_of(NAME)) if example]
STEPS = [(board, step) for board in BOARDS for step in get_technique(NAME).steps(board, 30)]
LINKS = [link for _, step in STEPS for link in step.facts.links]


def ways(board: Board, cage: int) -> list[dict[int, int]]:
    """Return every way to fill a cage with candidates, tried one by one."""
    cells, found = board.puzzle.cages[cage].cells, [dict[int, int]()]
    seen = sight_of(board.puzzle.geometry)
    for cell in cells:
        found = [
            {**way, cell: digit}
            for way in found
            for digit in board.candidates(cell)
            if not any(d == digit and (c in seen[cell] or not board.puzzle.cages[cage].repeats)
                       for c, d in way.items())
        ]  # fmt: skip
    return [way for way in found if board.puzzle.cages[cage].allows(tuple(way.values()))]


def is_true(node: tuple[tuple[int, int], ...], way: dict[int, int]) -> bool:
    return any(way.get(cell) == digit for cell, digit in node)


@together("board, step", STEPS)
def test_a_chain_leads_from_a_candidate_to_its_opposite(board: Board, step: Step) -> None:
    links = step.facts.links
    assert all(one.end == other.start for one, other in pairwise(links))
    assert all(one.strong == other.from_true for one, other in pairwise(links))
    assert links[0].start == links[-1].end
    assert links[0].from_true != links[-1].strong
    ((cell, digit),) = links[0].start
    assert step.eliminations == tuple(
        (cell, d) for d in board.candidates(cell) if (d == digit) == links[0].from_true
    )


@together("board, step", STEPS)
def test_no_way_to_fill_a_cage_breaks_its_links(board: Board, step: Step) -> None:
    of_cages = [link for link in step.facts.links if link.cage is not None]
    assert of_cages
    for link in of_cages:
        assert link.cage is not None
        assert all(
            is_true(link.end, way) == link.strong
            for way in ways(board, link.cage)
            if is_true(link.start, way) == link.from_true
        )


def test_the_links_of_cages_are_of_all_four_kinds() -> None:
    assert {(link.strong, link.alike) for link in LINKS if link.cage is not None} == {
        *((True, False), (False, False), (True, True), (False, True))
    }
    assert any(len(link.end) > 1 for link in LINKS)


def test_links_of_houses_and_cells_alternate() -> None:
    assert not any(link.alike for link in LINKS if link.cage is None)


def test_what_a_link_leads_from_follows_from_its_kind() -> None:
    a, b = ((0, 1),), ((1, 2),)
    assert not Link(a, b, strong=True).from_true
    assert Link(a, b, strong=False).from_true
    assert Link(a, b, strong=True, cage=0, alike=True).from_true
    assert not Link(a, b, strong=False, cage=0, alike=True).from_true


def test_the_words_name_each_cage_and_what_it_rules_out() -> None:
    board, step = STEPS[0]
    text = " ".join(explain_step(step, board).full)
    assert text.count("Suppose ") == 1
    assert text.count("Then ") == len(step.facts.links)
    assert " to fill " in text


def test_a_longer_chain_is_rated_harder() -> None:
    ratings = [get_scale("pandoku").rate(step) for _, step in STEPS]
    by_length = {
        len(step.facts.links): each for (_, step), each in zip(STEPS, ratings, strict=True)
    }
    scores = [each.score for _, each in sorted(by_length.items()) if each]
    assert scores == sorted(scores)
    assert scores[0] < scores[-1]


def test_its_picture_has_arrows_that_lead_and_end() -> None:
    board, step = STEPS[0]
    assert {curve.role for curve in draw_step(board, step).curves} == {"leads", "ends"}


@needs(KILLERS)
def test_it_takes_the_place_of_trials() -> None:
    puzzle = list(read(KILLERS))[49]
    used = {step.technique for step in explain(puzzle, is_proper=True, scale="pandoku").steps}
    assert NAME in used
    assert "cage-trial" not in used
