"""The cages of a house share out its digits: as a pattern, within chains, and on large grids."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.logic import explain, explain_many
from pandoku.model import Facts, Step
from pandoku.techniques import example_of, get_technique
from pandoku.techniques._causes import Implication, implied_by_house
from pandoku.words import Words
from tests.data import IS_FULL, SHARED, needs
from tests.techniques.brute import can_complete, fillings, masks_with
from tests.techniques.scenes import board_of, row_of_three_cages
from tests.techniques.sentences import false_claims, unnamed

LARGE = Path(__file__).with_name("large16.json")
CALCUDOKUS = SHARED / "cages" / "kenken16.jsonl"


def large_board() -> tuple[Board, tuple[int, ...]]:
    """Return a position of a 16x16 calcudoku where shorter chains do not help, and its solution."""
    data = json.loads(LARGE.read_text(encoding="ascii"))
    cages = tuple(Cage(op, target, tuple(cells)) for op, target, cells in data["cages"])
    puzzle = Puzzle(Geometry.latin(data["size"]), (0,) * data["size"] ** 2, cages)
    return Board(puzzle, tuple(data["digits"]), tuple(data["masks"])), tuple(data["solution"])


def implications(step: Step) -> Iterator[Step]:
    for branch in step.facts.branches:
        for each in branch:
            yield each
            yield from implications(each)


def test_what_cages_of_a_row_leave_each_other_is_exact() -> None:
    # 5+ is 1 4 or 2 3, 7+ is 1 6, 2 5 or 3 4, 9+ is 3 6 or 4 5: only 1 4, 2 5, 3 6 and
    # 2 3, 1 6, 4 5 use each digit once.
    steps = list(get_technique("house-fillings").steps(row_of_three_cages()))
    assert {pair for step in steps for pair in step.eliminations} == {
        (2, 3),
        (2, 4),
        (3, 3),
        (3, 4),
    }
    (step,) = steps
    assert [fact.cage for fact in step.facts.cages] == [1, 0]  # both 1 4 and 2 3 meet 3 4


def test_a_house_that_shares_out_in_any_way_loses_nothing() -> None:
    cages = (Cage("+", 7, (0, 1)), Cage("+", 7, (2, 3)), Cage("+", 7, (4, 5)))
    board = Board.start(Puzzle(Geometry.latin(6), (0,) * 36, cages))
    assert not list(get_technique("house-fillings").steps(board))


def test_a_digit_that_leaves_a_cage_two_sets_is_refuted_by_both() -> None:
    board = board_of(
        9,
        Cage("+", 13, (0, 1), repeats=False),
        r1c3="79",
        r1c4="79",
        r1c5="123456",
        r1c6="12345678",
    )
    technique = get_technique("house-fillings")
    told = {
        str(sentence)
        for step in technique.steps(board)
        for sentence in technique.explain(step, board).full
        if not (false_claims(sentence, board) or unnamed(sentence, board.puzzle))
    }
    assert (
        "If r1c5 were 5, r1c1 and r1c2 could only hold 4 9 or 6 7; with 4 9, only 7 would be left "
        "for r1c3 and r1c4; with 6 7, only 9 would be left for r1c3 and r1c4."
    ) in told
    assert not any("No way to fill them all" in each for each in told)


def test_every_cage_and_cell_that_is_named_is_needed() -> None:
    example = example_of("house-fillings")
    assert example is not None
    for step in get_technique("house-fillings").steps(example.board):
        cages = tuple(fact.cage for fact in step.facts.cages)
        inside = {cell for cage in cages for cell in example.board.puzzle.cages[cage].cells}
        cells = [cell for cell, _ in step.facts.cells if cell not in inside]
        masks = [masks_with(example.board, [pair]) for pair in step.eliminations]
        assert not any(
            can_complete(example.board.puzzle, each, cells, cages=cages) for each in masks
        )
        for cage in cages[1:]:
            fewer = [other for other in cages if other != cage]
            assert any(
                can_complete(example.board.puzzle, each, cells, cages=fewer) for each in masks
            )


def test_a_chain_on_a_large_grid_follows_the_digits_of_its_houses() -> None:
    board, solution = large_board()
    (step,) = islice(get_technique("cage-contradiction-forcing-chain").steps(board, 1), 1)
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    by_houses = [each for each in implications(step) if each.technique == "house-fillings"]
    assert by_houses
    for each in by_houses[:3]:
        gone = {(cell, digit) for cell, digit, role in each.facts.candidates if role == "off"}
        assert not still_possible(board, each, gone)


def still_possible(board: Board, step: Step, gone: set[tuple[int, int]]) -> bool:
    """Whether the house can share out its digits with the first that an implication rules out."""
    masks = list(board.masks)
    for cell, digit in gone:
        masks[cell] &= ~(1 << (digit - 1))
    cell, digit = step.eliminations[0]
    masks[cell] &= 1 << (digit - 1)
    left = [at for at in step.facts.houses[0].cells if not board.digits[at]]
    parts = []
    for fact in step.facts.cages:
        cells = board.puzzle.cages[fact.cage].cells
        ways = (zip(cells, way, strict=True) for way in fillings(board.puzzle, masks, fact.cage))
        parts.append({sum(1 << d for at, d in way if at in left) for way in ways})
        left = [at for at in left if at not in cells]
    parts += [{1 << d for d in range(1, 17) if masks[at] >> (d - 1) & 1} for at in left]
    used = {0}
    for part in sorted(parts, key=len):
        used = {before | each for before in used for each in part if not before & each}
    return bool(used)


def test_a_path_and_its_count_take_the_same_steps() -> None:
    board = row_of_three_cages()
    names = ["cage-combinations", "house-fillings"]
    path = explain(board, techniques=names, scale="pandoku", is_proper=False)
    counts = explain_many([board.puzzle], techniques=names).counts
    assert counts.sum() == len(path.steps) > 0


@needs(CALCUDOKUS)
@pytest.mark.skipif(not IS_FULL, reason="PANDOKU_FULL=1 runs it")
@pytest.mark.parametrize("order", [12, 15, 16])
def test_every_large_calcudoku_is_explained_to_the_end(order: int) -> None:
    puzzles = pandoku.read(CALCUDOKUS.with_name(f"kenken{order}.jsonl"))
    assert {explain(puzzle, is_proper=True, debug=True).stopped for puzzle in puzzles} == {"full"}


def test_a_house_that_cannot_be_filled_is_told_as_such() -> None:
    # Three cells of row 1 are left with two digits: nothing is said to follow for the fourth alone.
    board = Board.start(Puzzle(Geometry.latin(4), (0,) * 16))
    row = board.puzzle.geometry.houses[0]
    off = tuple((cell, digit, "off") for cell in (1, 2, 3) for digit in (3, 4))
    gone = ((0, 1), (0, 2))
    clash = tuple((cell, digit, "contradiction") for cell, digit in gone)
    end = Step("house-fillings", (), gone, Facts(candidates=(*off, *clash), houses=(row,)))
    known = [
        Implication(str(cell), Step("cage", (), tuple((c, d) for c, d, _ in off if c == cell)))
        for cell in (1, 2, 3)
    ]
    words = Words(end, board)
    said = words.read(implied_by_house(words, end, known))
    assert said == (
        "then r1c1 is not 1 or 2, as there is no way to fill row 1: "
        "every way has 3 or 4 at r1c2 (see 1), 3 or 4 at r1c3 (see 2), "
        "or 3 or 4 at r1c4 (see 3)"
    )
    assert said.claims
    assert not false_claims(said, board)
    assert not unnamed(said, board.puzzle)
    # With a third digit in one of them, there are ways.
    fewer = Facts(candidates=(*off[1:], *clash), houses=(row,))
    step = Step("house-fillings", (), gone, fewer)
    assert false_claims(words.read(implied_by_house(words, step, ())), board)
