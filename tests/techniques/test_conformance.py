"""What every technique keeps to: it describes itself, fires on its example and not on the near
miss, and finds the same on every isomorph."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from pandoku import Board, Cage, Puzzle, TechniqueError
from pandoku.kernel.logic import finders
from pandoku.model import Step
from pandoku.techniques import (
    TECHNIQUES,
    example_of,
    explain_step,
    get_technique,
    practice_of,
    why_none,
)
from pandoku.words.claims import Concludes, Not
from tests.techniques.board_search import is_easiest
from tests.techniques.claims import is_true
from tests.techniques.sentences import false_claims, unnamed

NAMES = list(TECHNIQUES)


# ---- the constraints that a technique is about


def test_a_technique_finds_nothing_without_its_rules() -> None:
    examples = {name: found for name in NAMES if (found := example_of(name))}
    about = [each for each in TECHNIQUES.values() if each.rules]
    assert {"whisper", "sandwich-sums", "no-dot"} <= {each.name for each in about}
    for technique in about:
        assert technique.has_rules_in(examples[technique.name].board.puzzle)
        for name, example in examples.items():
            if not technique.has_rules_in(example.board.puzzle):
                assert not [*technique.steps(example.board, 1)], (technique.name, name)


# ---- how a technique describes itself


@pytest.mark.parametrize("name", NAMES)
def test_a_technique_describes_itself(name: str) -> None:
    technique = TECHNIQUES[name]
    assert name == name.lower().replace(" ", "-")
    for text in (technique.summary, technique.look_for, technique.why):
        assert text
        assert "\n" not in text
        assert "obvious" not in text
    assert technique.look_for.endswith(".")
    assert technique.why.endswith(".")
    assert get_technique(name) is technique
    assert get_technique(technique.title.upper()) is technique
    assert all(get_technique(alias) is technique for alias in technique.aliases)


def test_no_name_is_used_twice() -> None:
    names = [name for t in TECHNIQUES.values() for name in (t.name, *t.aliases)]
    assert len(names) == len(set(names))


def test_each_finder_of_the_core_has_its_technique_in_the_order_of_search() -> None:
    native = [t for t in TECHNIQUES.values() if t.is_native]
    assert [t.find for t in native] == list(finders())
    assert [t.name for t in native] == [finder.name for finder in finders()]
    assert [*TECHNIQUES][: len(native)] == [t.name for t in native]


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(TechniqueError, match="'x-whing'; try x-wing"):
        get_technique("x-whing")


# ---- examples


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_a_technique_fires_on_its_example_and_says_why(name: str) -> None:
    technique, example = TECHNIQUES[name], example_of(name)
    assert example is not None
    step = next(technique.steps(example.board))
    assert step.technique == name
    assert roles_of(step) <= {*technique.roles}
    told = explain_step(step, example.board)
    full = told.full
    assert told.heading.startswith(technique.step_title(step, example.board))
    assert len(full) >= 2
    for sentence in full:
        assert sentence.endswith(".")
        start = sentence.lstrip(" ")[0]  # what belongs to the sentence before is indented
        assert start.isupper() or start == "r" or start.isdigit()
        assert "obvious" not in sentence
        assert "nothing" not in sentence  # a list without members
    geometry = example.board.puzzle.geometry
    for cell, digit in (*step.placements, *step.eliminations):
        assert geometry.name(cell) in full[-1]
        assert str(digit) in full[-1]


def roles_of(step: Step) -> set[str]:
    marked = {role for _, role in step.facts.cells}
    marked |= {role for _, _, role in step.facts.candidates}
    return marked.union(*(roles_of(each) for branch in step.facts.branches for each in branch))


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_only_the_technique_solves_its_example(name: str) -> None:
    example = example_of(name)
    assert example is not None
    assert is_easiest(example.board, name)


@pytest.mark.parametrize("name", [each.name for each in TECHNIQUES.values() if each.is_case_of])
def test_the_general_technique_finds_what_a_special_case_finds(name: str) -> None:
    general = TECHNIQUES[TECHNIQUES[name].is_case_of]
    for found in (example_of(name), *practice_of(name)):
        assert found is not None
        step = next(TECHNIQUES[name].steps(found.board))
        others = [pair for each in general.steps(found.board) for pair in lost(each, found.board)]
        assert lost(step, found.board) <= {*others}


def lost(step: Step, board: Board) -> set[tuple[int, int]]:
    """Return the candidates that a step removes, also those of the cells that it fills."""
    filled = (
        (cell, d) for cell, digit in step.placements for d in board.candidates(cell) if d != digit
    )
    return {*step.eliminations, *filled}


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_a_near_miss_breaks_what_the_explanation_of_the_example_claims(name: str) -> None:
    technique, example = TECHNIQUES[name], example_of(name)
    assert example is not None
    assert example.near_miss is not None
    step = next(technique.steps(example.board, 1))
    why = why_none(technique, step, example)
    assert why.startswith(("Then ", "Without the "))
    assert why.endswith(".")
    assert false_claims(why, example.near_miss) == []
    assert unnamed(why, example.board.puzzle) == []
    denied = [claim.claim for claim in why.claims if isinstance(claim, Not)]
    assert denied
    told = {claim for each in technique.explain(step, example.board).full for claim in each.claims}
    assert is_true(denied[0], example.board)
    assert denied[0] in told or isinstance(denied[0], Concludes)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_a_technique_is_silent_on_its_near_miss(name: str) -> None:
    example = example_of(name)
    assert example is not None
    assert example.near_miss is not None
    assert list(TECHNIQUES[name].steps(example.near_miss)) == []


def test_a_board_without_a_near_miss_has_no_reason() -> None:
    technique, (practice, *_) = TECHNIQUES["x-wing"], practice_of("x-wing")
    step = next(technique.steps(practice.board, 1))
    assert why_none(technique, step, practice) == ""


# ---- the same on every isomorph


def isomorph(
    board: Board, rng: random.Random
) -> tuple[Board, Callable[[int, int], tuple[int, int]]]:
    """Return a board turned, shuffled and relabeled, and where a candidate went.

    With constraints, which mean numbers and lie beside each other, it is turned or mirrored only.
    """
    if board.puzzle.constraints:
        return mirrored(board, rng)
    rows, columns = ([3 * b + k for b in rng.sample(range(3), 3) for k in rng.sample(range(3), 3)]
                     for _ in range(2))  # fmt: skip
    digits, turned = rng.sample(range(1, 10), 9), rng.random() < 0.5

    def move(cell: int, digit: int) -> tuple[int, int]:
        r, c = rows[cell // 9], columns[cell % 9]
        return (c * 9 + r if turned else r * 9 + c), digits[digit - 1] if digit else 0

    placed, givens, masks = [0] * 81, [0] * 81, [0] * 81
    for cell in range(81):
        at, placed_digit = move(cell, board.digits[cell])
        placed[at] = placed_digit
        givens[at] = move(cell, board.puzzle.givens[cell])[1]
        masks[at] = sum(1 << (move(cell, d)[1] - 1) for d in board.candidates(cell))
    return Board(Puzzle(9, tuple(givens)), tuple(placed), tuple(masks)), move


def mirrored(
    board: Board, rng: random.Random
) -> tuple[Board, Callable[[int, int], tuple[int, int]]]:
    puzzle, n = board.puzzle, board.puzzle.order
    # Boxes that are not square do not turn.
    may_turn = puzzle.geometry.box is None or puzzle.geometry.box[0] == puzzle.geometry.box[1]
    ways = [*product((False, True), (False, True), (False, True) if may_turn else (False,))]
    # Some rules keep few symmetries: the places of a box are counted in reading order.
    for flip_rows, flip_columns, turned in (*rng.sample(ways, len(ways)), (False,) * 3):
        to = [
            c * n + r if turned else r * n + c
            for row, column in product(range(n), repeat=2)
            for r in (n - 1 - row if flip_rows else row,)
            for c in (n - 1 - column if flip_columns else column,)
        ]
        further = [moved for each in puzzle.further if (moved := each.image(to, None)) is not None]
        if len(further) == len(puzzle.further):
            break
    back = [to.index(cell) for cell in range(n * n)]
    cages = tuple(
        Cage(each.operation, each.target, tuple(to[c] for c in each.cells), each.repeats)
        for each in puzzle.cages
    )
    givens = tuple(puzzle.givens[cell] for cell in back)
    other = Puzzle(puzzle.geometry, givens, cages, further=further)
    digits = tuple(board.digits[cell] for cell in back)
    masks = tuple(board.masks[cell] for cell in back)
    return Board(other, digits, masks), lambda cell, digit: (to[cell], digit)


Pairs = frozenset[tuple[int, int]]
Gist = set[tuple[Pairs, Pairs]]


def gist(steps: Iterator[Step], move: Callable[[int, int], tuple[int, int]]) -> Gist:
    return {
        (
            frozenset(move(*pair) for pair in step.placements),
            frozenset(move(*pair) for pair in step.eliminations),
        )
        for step in steps
    }


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_isomorphs_have_the_same_steps(name: str) -> None:
    technique, rng = TECHNIQUES[name], random.Random(name)
    boards = [example.board for each in NAMES if (example := example_of(each))]
    example = example_of(name)
    assert example is not None
    others = [] if name in BOUNDED else rng.sample(boards, 8)
    for board in [example.board, *others]:
        other, move = isomorph(board, rng)
        here = gist(technique.steps(board), move)
        there = gist(technique.steps(other), lambda c, d: (c, d))
        if name in ONE_OF_SEVERAL:
            here, there = together(here), together(there)
        assert there == here


# Their searches stop after a number of nodes, and the order of the cells decides what they find
# until then. A step of rule-partners has at most four groups of candidates, and the order of the
# cells decides which of several equal groups it has.
BOUNDED = {"rule-cases", "rule-and-house", "two-rules", "rule-partners"}
# Several trials may have one length, several shortest loops the same links, several sets may serve
# as a petal, and several chains of signs give one bound: only one is reported, and the order of the
# cells decides which.
ONE_OF_SEVERAL = {
    "continuous-loop",
    "grouped-continuous-loop",
    "death-blossom",
    "inequality",
    "cage-trial",
    "rule-trial",
    "cage-cell-forcing-chain",
    "cage-region-forcing-chain",
    "cage-contradiction-forcing-chain",
    "cage-nested-forcing-chain",
    "nested-forcing-chain",
}


def together(steps: Gist) -> Gist:
    """Return whether there are steps at all, as each stands for others."""
    return {(frozenset(), frozenset())} if steps else set()
