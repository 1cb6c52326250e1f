"""Chains prove what they say: each implication is checked by the rules alone, inner ones too."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

import pytest

import pandoku
from pandoku import Board, Geometry, Puzzle
from pandoku.model import Facts, Step, sight_of
from pandoku.techniques import explain_step, get_technique
from tests.data import EXAMPLES, SHARED, by_default, needs
from tests.techniques.boards import step_for

CHAINS = (
    "nishio",
    "cell-forcing-chain",
    "region-forcing-chain",
    "contradiction-forcing-chain",
    "nested-forcing-chain",
)
PUBLISHED = SHARED / "ratings" / "published_hardest_half.csv"
GEOMETRIES = {
    "sudoku": Geometry.sudoku(9),
    "six": Geometry.sudoku(6),
    "latin": Geometry.latin(7),
    "jigsaw": pandoku.load(EXAMPLES / "jigsaw.json").geometry,
    "diagonal": pandoku.load(EXAMPLES / "diagonal.json").geometry,
}
Pair = tuple[int, int]


# ---- a checker of proofs: it knows cells and houses, and nothing about how chains are found


class Excluded:
    """The candidates of a board that are false under what is assumed so far."""

    def __init__(self, board: Board, known: Iterable[Pair] = ()) -> None:
        self.board = board
        self.pairs = {*known}

    def within(self) -> Excluded:
        return Excluded(self.board, self.pairs)

    def rule_out(self, *pairs: Pair) -> None:
        self.pairs.update(pairs)

    def place(self, cell: int, digit: int) -> None:
        geometry = self.board.puzzle.geometry
        self.rule_out(*((cell, d) for d in self.board.candidates(cell) if d != digit))
        self.rule_out(*((peer, digit) for peer in sight_of(geometry)[cell]))

    def left_in_cell(self, cell: int) -> set[int]:
        return {d for d in self.board.candidates(cell) if (cell, d) not in self.pairs}

    def left_in_house(self, cells: Sequence[int], digit: int) -> set[int]:
        return {
            cell
            for cell in cells
            if not self.board.digits[cell]
            and digit in self.board.candidates(cell)
            and (cell, digit) not in self.pairs
        }


def check_chain(step: Step, around: Excluded) -> None:
    """Assert that each branch follows, and that together they prove the step."""
    facts = step.facts
    starts = [(cell, digit) for cell, digit, role in facts.candidates if role == "source"]
    assert [branch[0].placements[0] for branch in facts.branches] == starts
    if len(starts) > 1:
        cells = {cell for cell, _ in starts}
        if len(cells) == 1:
            assert around.left_in_cell(starts[0][0]) <= {digit for _, digit in starts}
        else:
            assert around.left_in_house(facts.houses[0].cells, starts[0][1]) <= cells
    for branch in facts.branches:
        false = around.within()
        for node in branch:
            check_implication(node, false)
        if len(starts) > 1:
            assert all(false.left_in_cell(cell) <= {d} for cell, d in step.placements)
            assert {*step.eliminations} <= false.pairs
        else:
            assert list(step.eliminations) == starts
            clash = [(c, d) for c, d, role in facts.candidates if role == "contradiction"]
            if facts.houses:
                assert not false.left_in_house(facts.houses[0].cells, clash[0][1])
            else:
                assert not false.left_in_cell(clash[0][0])


def check_implication(node: Step, false: Excluded) -> None:
    off = {(cell, digit) for cell, digit, role in node.facts.candidates if role == "off"}
    assert off <= false.pairs
    if node.facts.branches:
        check_chain(node, false)
        false.rule_out(*node.eliminations)
        return
    ((cell, digit),) = node.placements
    if node.technique == "naked-single":
        assert false.left_in_cell(cell) <= {digit}
    elif node.technique == "hidden-single":
        assert false.left_in_house(node.facts.houses[0].cells, digit) <= {cell}
    else:
        assert node.technique == "assumption"
    false.place(cell, digit)


def noisy(geometry: Geometry, rng: random.Random) -> Board:
    """Return a board with some digits of a grid, and candidates that include the others."""
    n = geometry.order
    first = [0] * n * n
    first[:n] = rng.sample(range(1, n + 1), n)
    puzzle = Puzzle(geometry, tuple(first))
    (grid,) = pandoku.solve(puzzle, limit=1).solutions
    share = rng.uniform(0.2, 0.5)
    board = Board.start(Puzzle(geometry))
    for cell in rng.sample(range(n * n), n * n // rng.choice((3, 4, 6))):
        board = board.place(cell, grid[cell])
    masks = (
        mask & ~sum(1 << d for d in range(n) if d + 1 != grid[cell] and rng.random() < share)
        for cell, mask in enumerate(board.masks)
    )
    return Board(board.puzzle, board.digits, tuple(masks))


def has_solution(board: Board, cell: int, mask: int) -> bool:
    """Return whether the board has a solution with these candidates in one cell."""
    masks = (*board.masks[:cell], mask, *board.masks[cell + 1 :])
    return mask > 0 and pandoku.count(replace(board, masks=masks).as_puzzle(), 1) > 0


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", GEOMETRIES)
def test_every_implication_follows_and_every_conclusion_is_true(kind: str) -> None:
    rng, n_found = random.Random(kind), dict.fromkeys(CHAINS, 0)
    for _ in range(by_default(5, full=50)):
        board = noisy(GEOMETRIES[kind], rng)
        for name in CHAINS:
            for step in get_technique(name).steps(board, 4):
                n_found[name] += 1
                check_chain(step, Excluded(board))
                for cell, digit in step.eliminations:
                    assert not has_solution(board, cell, 1 << (digit - 1))
                for cell, digit in step.placements:
                    assert not has_solution(board, cell, board.masks[cell] & ~(1 << (digit - 1)))
    assert n_found["contradiction-forcing-chain"]
    assert n_found["nested-forcing-chain"]


@cache
def hard_path(puzzle: str) -> pandoku.Path:
    return pandoku.explain(puzzle, is_proper=True)


HARD = (
    "........7..4.2.6..8.....31......29...4..9..3...95.6....1......8..6.5.2..7......6.",
    "........7..2..96..8...6...3....92.....46..5...1..54.....5.4.9...3.....7.1.......8",
)


@pytest.mark.turns(3)
@pytest.mark.parametrize("puzzle", HARD[: by_default(1, full=2)])
def test_a_hardest_puzzle_is_explained_to_the_end(puzzle: str) -> None:
    path = hard_path(puzzle)
    assert path.stopped == "full"
    nested = [each for each in path if each.technique.name == "nested-forcing-chain"]
    assert nested
    for each in nested:
        check_chain(each.step, Excluded(each.board))


def test_every_line_of_a_chain_names_earlier_ones_only() -> None:
    for each in hard_path(HARD[0]):
        if each.step.facts.branches:
            check_numbers(each.explanation.full)


def check_numbers(lines: Sequence[str]) -> None:
    seen: list[str] = []
    for line in lines:
        number, dot, said = line.strip().partition(". ")
        is_numbered = bool(dot) and number.replace(".", "").isdigit()
        for group in (said if is_numbered else line).split("(see ")[1:]:
            for named in group.partition(")")[0].split(" and "):
                assert named in seen, line
        if is_numbered:
            seen.append(number)
        # Every candidate that is ruled out has a reason.
        assert ": not " not in line or "(" in line
        assert line.startswith("    " * (number.count(".") if is_numbered else 0))


def test_the_chain_with_the_fewest_implications_is_taken() -> None:
    """The longest branch alone does not decide: three short branches may say more than two."""
    rng = random.Random(3)
    n_compared = 0
    for _ in range(20):
        board = noisy(GEOMETRIES["sudoku"], rng)
        for name in ("cell-forcing-chain", "region-forcing-chain"):
            sizes = [
                sum(map(len, step.facts.branches)) for step in get_technique(name).steps(board)
            ]
            assert sizes == sorted(sizes)
            n_compared += len(sizes)
    assert n_compared > 20


@needs(PUBLISHED)
def test_published_hardest_puzzles_are_explained_to_the_end() -> None:
    lines = PUBLISHED.read_text("utf-8").splitlines()
    for line in lines[1 :: by_default(90, full=9)]:
        assert hard_path(line.partition(",")[0]).stopped == "full"


def test_a_nested_chain_is_told_below_what_it_proves() -> None:
    board, step = step_for("nested-forcing-chain")
    told = explain_step(step, board)
    assert re.search(r"r7c6 is 7; 11 steps, three .*; remove 7 from r7c6$", told.heading)
    assert told.full[4:7] == (
        "5. Then r5c6 is not 8: the opposite leads to a contradiction.",
        "    5.1. Suppose r5c6 is 8.",
        "    5.2. Then r9c3 is 8. Column 3 has no other place for it: not r4c3, which is 7 (see "
        "4); not r5c3, because r5c6 in row 5 is (see 5.1).",
    )


# ---- branches that spell out what is false


def test_a_branch_may_say_what_is_false_and_why() -> None:
    puzzle = Puzzle(4)
    row, column = puzzle.geometry.houses[0], puzzle.geometry.houses[4]
    branch = (
        Step("assumption", eliminations=((0, 1),)),
        Step(
            "hidden-single",
            placements=((1, 1),),
            facts=Facts(houses=(row,), candidates=((0, 1, "off"),)),
        ),
        Step(
            "weak-link",
            eliminations=((2, 1),),
            facts=Facts(houses=(row,), candidates=((1, 1, "on"),)),
        ),
        Step("weak-link", eliminations=((1, 2),), facts=Facts(candidates=((1, 1, "on"),))),
        Step(
            "pointing",
            eliminations=((4, 3), (8, 3)),
            facts=Facts(houses=(column,), candidates=((2, 1, "off"), (1, 2, "off"))),
        ),
        Step("naked-single", placements=((4, 4),), facts=Facts(candidates=((4, 3, "off"),))),
        Step("weak-link", eliminations=((1, 1),), facts=Facts(candidates=((1, 4, "on"),))),
    )
    facts = Facts(candidates=((0, 1, "source"), (1, 1, "contradiction")), branches=(branch,))
    step = Step("contradiction-forcing-chain", placements=((0, 1),), facts=facts)
    assert explain_step(step, Board.start(puzzle)).full == (
        "1. Suppose r1c1 is not 1.",
        "2. Then r1c2 is 1. Row 1 has no other place for it: not r1c1 (see 1).",
        "3. Then r1c3 is not 1, because r1c2 in row 1 is (see 2).",
        "4. Then r1c2 is not 2, because the cell is 1 (see 2).",
        "5. Then r2c1 is not 3 and r3c1 is not 3: pointing in column 1 (see 3 and 4).",
        "6. Then r2c1 is 4: not 3 (see 5); not 1, because r1c2 in box 1 is (see 2).",
        "7. Then r1c2 is not 1, because the cell is 4.",
        "Now r1c2 is 1 (see 2) and is not (see 7).",
        "That cannot be, so the supposition is false.",
        "So r1c1 is 1.",
    )


def test_a_candidate_may_be_tried_as_true_and_as_false() -> None:
    branches = tuple(
        (
            assumed,
            Step("weak-link", eliminations=((5, 2),), facts=Facts(candidates=((5, 1, "on"),))),
        )
        for assumed in (
            Step("assumption", placements=((0, 1),)),
            Step("assumption", eliminations=((0, 1),)),
        )
    )
    facts = Facts(candidates=((0, 1, "source"),), branches=branches)
    step = Step("cell-forcing-chain", eliminations=((5, 2),), facts=facts)
    told = explain_step(step, Board.start(Puzzle(4)))
    assert "; four steps" in told.heading
    assert told.full[-3:] == (
        "In this case r2c2 is not 2 (see 4).",
        "In every case r2c2 is not 2.",
        "So remove 2 from r2c2.",
    )
