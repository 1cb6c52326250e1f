"""Ways to meet rules, compared with all fillings of small scopes."""

import random
from itertools import product

import pytest

from pandoku.constraints import RULES
from pandoku.errors import PuzzleError
from pandoku.kernel.scopes import Limits, Scope
from pandoku.model import Board, Cage, Machine, Puzzle, Reaches, Total, automaton_of, digits_of
from pandoku.model.relations import Only, Pairs, Relation, table_of
from tests.data import by_default

ORDER = 4


def relation_of(dice: random.Random) -> Relation:
    cells = tuple(dice.sample(range(8), dice.randint(2, 5)))
    match dice.randrange(6):
        case 0:
            least = dice.randint(1, 2)
            table = table_of(ORDER, lambda a, b: abs(a - b) >= least)
            return Pairs(table, ((cells[0], cells[1]), (cells[-1], cells[-2])))
        case 1:
            signs = [(cell, dice.choice((1, 1, -1, 10))) for cell in cells]
            return Total.of(signs, (dice.randint(-3, 12), dice.randint(4, 40)), ORDER)
        case 2:
            step = lambda last, digit: digit if digit != last else None  # noqa: E731
            return Machine(cells, automaton_of(ORDER, len(cells), 0, step, lambda _: True))
        case 3:
            return Reaches("*", dice.choice((4, 6, 8, 12, 24)), cells)
        case 4:
            return Reaches(dice.choice("-/"), dice.randint(1, 3), cells[:2])
    return Only(cells[0], dice.randint(1, 14))


def fillings(
    scope: Scope, relations: list[Relation], masks: list[int], puzzle: Puzzle
) -> list[tuple[int, ...]]:
    """Return all ways, found by trying everything."""
    found = []
    for way in product(*(digits_of(masks[cell]) for cell in scope.cells)):
        digits = dict(zip(scope.cells, way, strict=True))
        grid = [digits.get(cell, 0) for cell in range(puzzle.geometry.n_cells)]
        apart = all(
            digits[cell] != digits.get(other) for cell in digits for other in puzzle.sight[cell]
        )
        if apart and all(relation.allows(grid) for relation in relations):
            found.append(way)
    return found


@pytest.mark.parametrize("seed", range(by_default(4, full=40)))
def test_answers_are_those_of_all_fillings(seed: int) -> None:
    dice = random.Random(seed)
    puzzle = Puzzle.sudoku(4)
    for _ in range(10):
        relations = [relation_of(dice) for _ in range(dice.randint(1, 2))]
        houses = [dice.randrange(12)] if dice.random() < 0.3 else []
        scope = Scope(puzzle, relations, houses)
        masks = [dice.randint(1, 15) for _ in range(16)]
        ways = fillings(scope, relations, masks, puzzle)
        every = range(1, ORDER + 1)
        absences = [
            (digit, tuple(dice.sample(scope.cells, min(2, len(scope.cells))))) for digit in every
        ]
        answer = scope.ask(masks, absences)
        of_cells = [{way[at] for way in ways} for at in range(len(scope.cells))]
        assert [{*digits_of(mask)} for mask in answer.left] == of_cells, (seed, relations)
        assert answer.is_complete
        for (digit, cells), never in zip(absences, answer.never, strict=True):
            at = [scope.cells.index(cell) for cell in cells]
            assert never == (not any(all(way[i] != digit for i in at) for way in ways))
        shown = scope.cells[::2]
        at = [scope.cells.index(cell) for cell in shown]
        assert scope.ways(masks, shown, 4**8) == sorted({tuple(w[i] for i in at) for w in ways})


def test_a_bound_leaves_questions_open() -> None:
    puzzle = Puzzle.sudoku(9)
    total = Total.of([(cell, 1) for cell in range(0, 81, 10)], (45,), 9)
    scope, masks = Scope(puzzle, [total]), Board.start(puzzle).masks
    answer = scope.ask(masks, limits=Limits(2_000, 3))
    assert not answer.is_complete
    assert answer.left == tuple(masks[cell] for cell in scope.cells)
    assert scope.ways(masks, scope.cells, 6) is None


def test_no_way_leaves_nothing() -> None:
    puzzle = Puzzle.sudoku(9)
    scope = Scope(puzzle, [Total.of([(0, 1), (1, 1)], (18,), 9)])
    answer = scope.ask(Board.start(puzzle).masks, [(9, (0, 1))])
    assert answer.left == (0, 0)
    assert answer.never == (True,)
    assert scope.ways(Board.start(puzzle).masks, scope.cells, 6) == []


def test_a_division_of_three_cells_is_refused() -> None:
    with pytest.raises(PuzzleError, match="'/'"):
        Scope(Puzzle.latin(4), [Reaches("/", 2, (0, 1, 2))])


@pytest.mark.parametrize("kind", sorted(RULES))
def test_the_solution_of_an_example_is_a_way(kind: str) -> None:
    puzzle = RULES[kind].example
    solution = puzzle.solution
    assert solution
    masks = Board.start(puzzle).masks
    for constraint in puzzle.constraints:
        relations = constraint.relations(puzzle)
        if not relations or isinstance(constraint, Cage):
            continue
        scope = Scope(puzzle, relations)
        left = dict(zip(scope.cells, scope.ask(masks).left, strict=True))
        assert all(left[cell] >> (solution[cell] - 1) & 1 for cell in scope.cells)
