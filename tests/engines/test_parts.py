"""What a puzzle can do without, and why it has no solution."""

from __future__ import annotations

import pytest

from pandoku import Budget, Puzzle, PuzzleError, solve
from pandoku.constraints import RULES
from pandoku.engines import Contradiction, PuzzlePart, Unneeded, contradiction, unneeded
from pandoku.model import Geometry
from tests.together import together

EXAMPLES = list(RULES)
# What these mean depends on boxes, or on other constraints, so they are not the same alone.
IN_CONTEXT = {"region-sum-line", "box-indexer", "no-difference", "no-ratio", "no-sum-mark"}


def alone(puzzle: Puzzle, parts: tuple[PuzzlePart, ...]) -> Puzzle:
    """Return a puzzle of rows, columns and some parts only."""
    houses = puzzle.geometry.houses
    kept = {(part.what, part.index) for part in parts}
    extra = [house.cells for at, house in enumerate(houses) if ("house", at) in kept]
    givens = [given * (("given", at) in kept) for at, given in enumerate(puzzle.givens)]
    constraints = (c for at, c in enumerate(puzzle.constraints) if ("constraint", at) in kept)
    return Puzzle(Geometry.latin(puzzle.order, extra=extra), givens).with_(*constraints)


def spoiled(puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with a wrong given that only a search can find."""
    assert puzzle.solution is not None
    for cell, digit in enumerate(puzzle.solution):
        for wrong in range(1, puzzle.order + 1):
            givens = (*puzzle.givens[:cell], wrong, *puzzle.givens[cell + 1 :])
            made = puzzle.replace(givens=givens, solution=None)
            if wrong != digit and not any(p.severity == "error" for p in made.problems()):
                return made
    return None


@pytest.mark.turns(3)
@together("name", EXAMPLES)
def test_a_contradiction_is_one_and_needs_each_of_its_parts(name: str) -> None:
    puzzle = spoiled(RULES[name].example)
    assert puzzle is not None
    if solve(puzzle).count:
        assert contradiction(puzzle) is None
        return
    found = contradiction(puzzle)
    assert found is not None
    assert found.is_minimal
    assert found.parts
    if name in IN_CONTEXT:
        return
    assert solve(alone(puzzle, found.parts)).count == 0
    for part in found.parts:
        rest = tuple(each for each in found.parts if each is not part)
        assert solve(alone(puzzle, rest), limit=1).count == 1, part


@pytest.mark.turns(3)
@together("name", EXAMPLES)
def test_what_is_not_needed_can_go(name: str) -> None:
    puzzle = RULES[name].example
    found = unneeded(puzzle)
    everything = [
        *(PuzzlePart("given", cell, "") for cell, given in enumerate(puzzle.givens) if given),
        *(PuzzlePart("constraint", at, "") for at in range(len(puzzle.constraints))),
    ]
    keys = {(part.what, part.index) for part in found.each}
    for part in everything:
        outcome = solve(left(puzzle, (part,)))
        can_go = outcome.is_unique and outcome.solution == puzzle.solution
        assert can_go == ((part.what, part.index) in keys)
    assert found.stopped is None
    assert solve(left(puzzle, found.together)).solution == puzzle.solution
    assert solve(left(puzzle, found.together)).is_unique
    gone = {(part.what, part.index) for part in found.together}
    for part in everything:
        if (part.what, part.index) not in gone:
            outcome = solve(left(puzzle, (*found.together, part)))
            assert not (outcome.is_unique and outcome.solution == puzzle.solution)


def left(puzzle: Puzzle, parts: tuple[PuzzlePart, ...]) -> Puzzle:
    gone = {(part.what, part.index) for part in parts}
    return puzzle.replace(
        givens=[given * (("given", at) not in gone) for at, given in enumerate(puzzle.givens)],
        cages=(),
        further=(),
    ).with_(*(c for at, c in enumerate(puzzle.constraints) if ("constraint", at) not in gone))


def test_two_cages_of_a_pair_of_cells_are_named() -> None:
    puzzle = Puzzle.sudoku(9).with_("cage 17 r1c1 r1c2", "anti-king", "cage 7 r1c1 r2c1")
    found = contradiction(puzzle)
    assert found is not None
    assert [part.text for part in found.parts] == ["cage 17 r1c1 r1c2", "cage 7 r1c1 r2c1"]
    assert found.to_dict()["parts"][1] == {
        "what": "constraint",
        "index": 1,
        "text": "cage 7 r1c1 r2c1",
    }


def test_a_dot_protects_its_pair_even_while_it_is_left_out() -> None:
    lines = (
        "difference 1 r1c1 r1c2",
        "ratio 3 r6c1 r6c2",
        "difference 5 r6c1 r6c2",
        "no difference 1",
        "renban r1c1 r1c2",
    )
    found = contradiction(Puzzle.latin(9).with_(*lines))
    assert found is not None
    assert [part.text for part in found.parts] == [*lines[1:3]]


def test_boxes_and_candidates_are_parts() -> None:
    puzzle = Puzzle(4, candidates=(3, 3, 15, 15, 3, *(15,) * 11))
    found = contradiction(puzzle)
    assert found is not None
    assert [part.text for part in found.parts[:3]] == [
        "the candidates 1 2 at r1c1",
        "the candidates 1 2 at r1c2",
        "the candidates 1 2 at r2c1",
    ]
    assert [part.what for part in found.parts[3:]] == ["house"]


def test_a_puzzle_with_a_solution_has_no_contradiction() -> None:
    assert contradiction(Puzzle(4)) is None


def test_defects_are_named_instead() -> None:
    with pytest.raises(PuzzleError, match="row 1 has 1"):
        contradiction("11..............")
    with pytest.raises(PuzzleError, match="one solution"):
        unneeded(Puzzle(4))
    with pytest.raises(PuzzleError, match="no solution"):
        unneeded(Puzzle(4).with_("cage 3 r1c1 r1c2", "cage 7 r1c1 r2c1"))


def test_a_budget_ends_the_search_and_the_answer_says_so() -> None:
    puzzle = Puzzle.sudoku(9).with_("cage 17 r1c1 r1c2", "anti-king", "cage 7 r1c1 r2c1")
    found = contradiction(puzzle, budget=Budget(nodes=2))
    assert found is not None
    assert (found.stopped, found.is_minimal) == ("nodes", False)
    assert "not be needed" in str(found)
    known = unneeded(RULES["skyscraper"].example, budget=Budget(nodes=1))
    assert known.stopped == "nodes"
    assert known.unknown
    assert "ended early" in str(known)


def test_it_tells_what_is_known_so_far() -> None:
    told: list[Contradiction | Unneeded] = []
    puzzle = Puzzle.sudoku(9).with_("cage 17 r1c1 r1c2", "anti-king", "cage 7 r1c1 r2c1")
    contradiction(puzzle, on_found=told.append)
    sizes = [len(each.parts) for each in told if isinstance(each, Contradiction)]
    assert len(sizes) == 12
    assert sizes == sorted(sizes, reverse=True)
    assert {each.stopped for each in told} == {"unfinished"}
    told.clear()
    example = RULES["skyscraper"].example
    result = unneeded(example, on_found=told.append)
    assert isinstance(told[-1], Unneeded)
    assert told[-1].each == result.each


def test_words() -> None:
    puzzle = Puzzle(4)
    assert str(Contradiction(puzzle, ())) == "rows and columns alone have no solution"
    assert "before a contradiction" in str(Contradiction(puzzle, (), "nodes"))
    assert str(Unneeded(puzzle, (), ())) == "every given and every constraint is needed"
    assert str(PuzzlePart("house", 8, "box 1")) == "box 1"
