"""Relations in the core: what it refuses by name, and the check of every solution."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import pandoku
from pandoku import Cage, EngineError, Geometry, Puzzle, PuzzleError
from pandoku.kernel.cages import search_cages, true_masks, why_not_cages
from pandoku.model import (
    Automaton,
    Differ,
    Machine,
    Only,
    Pairs,
    Reaches,
    Relation,
    Total,
    automaton_of,
    table_of,
)
from tests.data import by_default
from tests.fuzz.relations import Stated, grids_of, random_grid, random_relation
from tests.together import together

LATIN = Geometry.latin(4)
GRIDS = grids_of(LATIN, [0] * 16, 1000)


def stated(*parts: Relation, geometry: Geometry = LATIN, cages: Sequence[Cage] = ()) -> Puzzle:
    return Puzzle(geometry, cages=tuple(cages), further=(Stated(parts),))


@pytest.mark.turns(3)
@pytest.mark.parametrize("seed", range(by_default(24, full=60)))
def test_the_core_counts_what_the_definitions_allow(seed: int) -> None:
    """All 576 grids of order 4, without givens: nothing but relations removes any."""
    rng = Random(seed)
    grid = random_grid(LATIN, rng)
    puzzle = stated(*(random_relation(LATIN, grid, rng) for _ in range(rng.randint(1, 3))))
    wanted = {each for each in GRIDS if puzzle.accepts(each)}
    (found,) = search_cages([puzzle], limit=1000)
    assert set(found.solutions) == wanted
    masks = true_masks([puzzle])[0]
    assert masks == tuple(
        sum(1 << (digit - 1) for digit in {each[cell] for each in wanted}) for cell in range(16)
    )


def test_puzzles_of_a_batch_keep_their_own_relations() -> None:
    rng = Random(1)
    puzzles = [Puzzle(LATIN), Puzzle(LATIN, cages=(Cage("+", 3, (0, 1)),))]
    for _ in range(by_default(12, full=40)):
        grid = random_grid(LATIN, rng)
        parts = [random_relation(LATIN, grid, rng) for _ in range(rng.randint(0, 3))]
        puzzles.append(stated(*parts) if parts else Puzzle(LATIN))
    together = search_cages(puzzles, limit=1000, threads=2)
    assert [found.count for found in together] == [
        sum(map(puzzle.accepts, GRIDS)) for puzzle in puzzles
    ]


NOTHING = Automaton(((-1,) * 4,), ())
ANYTHING = Automaton(((0,) * 4,), (0,))
IMPOSSIBLE = {
    "only no digit": Only(0, 0),
    "a table without pairs": Pairs((0,) * 4, ((0, 1),)),
    "a total without targets": Total.of([(0, 1), (5, 1), (10, 1)], (), 4),
    "a total out of reach": Total.of([(0, 1), (5, 1), (10, 1)], (10**30,), 4),
    "no cells add up to 1": Total((), (1,)),
    "one cell is 9": Total.of([(0, 1)], (9,), 4),
    "a cage out of reach": Reaches("+", 99, (0, 1)),
    "an automaton that accepts nothing": Machine((0, 1), NOTHING),
    "one that does not accept nothing": Machine((), NOTHING),
    "more cells than digits": Differ((0, 1, 2, 3, 5)),
}
EMPTY = {
    "no pairs": Pairs((0,) * 4, ()),
    "no terms": Total((), (0,)),
    "no cells": Machine((), ANYTHING),
    "one cell differs": Differ((3,)),
    "no cell differs": Differ(()),
    "all digits": Only(0, 2**40 - 1),
    "weights of zero": Total.of([(0, 0), (1, 0)], (0,), 4),
}


@together("relation", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_relation_that_allows_nothing_leaves_no_solution(relation: Relation) -> None:
    puzzle = stated(relation)
    assert not any(map(relation.allows, GRIDS))
    assert search_cages([puzzle])[0].count == 0
    assert true_masks([puzzle]) == [(0,) * 16]
    assert pandoku.solve(puzzle).count == 0


@together("relation", EMPTY.values(), ids=EMPTY)
def test_a_relation_that_asks_nothing_keeps_all_solutions(relation: Relation) -> None:
    assert all(map(relation.allows, GRIDS))
    assert search_cages([stated(relation)], limit=1000)[0].count == 576
    assert true_masks([stated(relation)]) == [(15,) * 16]


def counting(order: int, length: int) -> Automaton:
    """Return an automaton that remembers every digit: it has order ** length states and more."""
    return automaton_of(order, length, (), lambda s, d: (*s, d), lambda s: len(s) == length)  # type: ignore[misc, arg-type]


REFUSED = {
    "a cell outside the grid": (Differ((0, 16)), "expected cells 0..15, found 16"),
    "a negative cell": (Only(-1, 1), "expected cells 0..15, found -1"),
    "a cell twice": (Differ((0, 0)), "each cell once"),
    "a term twice": (Total(((0, (1, 2, 3, 4)), (0, (1, 2, 3, 4))), (2,)), "each cell once"),
    "a cell of a cage twice": (Reaches("+", 3, (1, 1)), "each cell once"),
    "a pair of one cell": (Pairs((15,) * 4, ((1, 1),)), "pairs of different cells"),
    "a table of another order": (Pairs((7,) * 3, ((0, 1),)), "digits 1..4"),
    "weights of another order": (Total(((0, (1, 2)), (1, (1, 2))), (2,)), "digits 1..4"),
    "an automaton of another order": (Machine((0,), Automaton(((0,) * 5,), (0,))), "digits 1..4"),
    "an automaton without states": (Machine((0,), Automaton((), ())), "states, found 0"),
    "a state that is not there": (Machine((0,), Automaton(((1,) * 4,), (0,))), "states 0..0"),
    "a last state that is not there": (Machine((0,), Automaton(((0,) * 4,), (5,))), "states 0..0"),
    "too many states": (Machine((0,), Automaton(((0,) * 4,) * 4097, (0,))), "found 4097"),
    "a target beyond 64 bits": (Reaches("*", 2**63, (0, 1)), "within 64 bits"),
}


@together("relation, reason", REFUSED.values(), ids=REFUSED)
def test_a_malformed_relation_is_refused_by_name(relation: Relation, reason: str) -> None:
    puzzle = stated(relation)
    for call in (search_cages, true_masks):
        with pytest.raises(PuzzleError, match=f"stated: .*{reason}"):
            call([puzzle])
    assert reason in str(why_not_cages(puzzle))
    with pytest.raises(EngineError, match=f"cages: stated: .*{reason}"):
        pandoku.solve(puzzle)
    kept = pandoku.solve_all([Puzzle(LATIN), puzzle], on_error="keep")
    assert kept[0].count == 2
    assert reason in kept.errors[1]


def test_an_automaton_that_remembers_too_much_is_refused() -> None:
    with pytest.raises(PuzzleError, match="4096 states"):
        counting(9, 5)
    assert counting(4, 5).n_states <= 6  # all states of a length are one
    terms = enumerate((97, 89, 83, 79, 73, 71, 67, 61, 59))
    far = Total.of(terms, (3000,), 9)
    with pytest.raises(EngineError, match=r"stated: .*4096"):
        pandoku.solve(stated(far, geometry=Geometry.latin(9)))


def test_relations_join_cages_and_givens() -> None:
    below = Pairs(table_of(4, lambda a, b: a < b), ((0, 1), (1, 2)))
    puzzle = stated(below, cages=[Cage("+", 9, (0, 1, 2)), Cage("-", 3, (4, 5))])
    wanted = {each for each in GRIDS if puzzle.accepts(each)}
    (found,) = search_cages([puzzle], limit=1000)
    assert set(found.solutions) == wanted != set()
    for grid in sorted(wanted)[:5]:
        only = puzzle.replace(givens=(*grid[:5], *(0,) * 11))
        count = sum(each[:5] == grid[:5] for each in wanted)
        assert search_cages([only], limit=1000)[0].count == count
