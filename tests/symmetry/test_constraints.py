"""Symmetries of puzzles with constraints other than cages: they are carried, or refused by name."""

from __future__ import annotations

from random import Random

import pytest

from pandoku import PuzzleError, solve
from pandoku.constraints import RULES, Thermometer
from pandoku.kernel.kept import KeptArray
from pandoku.model import Batch, Geometry, Puzzle
from pandoku.symmetry import (
    MOVES,
    Symmetry,
    automorphisms,
    canonical,
    canonical_many,
    grid_move,
    is_isomorphic,
    isomorphism,
    isomorphs,
    isomorphs_many,
    random_symmetry,
    transform,
)
from tests.data import IS_FULL
from tests.fuzz.constraints import BOUND
from tests.together import together

each_rule = together("name", sorted(RULES))
each_free_rule = together("name", sorted({*RULES} - {*BOUND}))
# Rules of cells that lie anywhere, which compare digits or list them.
_KEPT_BY_ALL = {
    "automaton-line",
    "clone",
    "count-distinct",
    "extra-region",
    "fog",
    "look-and-say",
    "pair-rule",
    "same-values",
}


@each_free_rule
def test_a_rule_goes_along_in_every_move_of_the_drawn_grid(name: str) -> None:
    example = RULES[name].example
    solution = example.solution
    assert solution is not None
    n_kept = 0
    for move in MOVES:
        try:
            symmetry = grid_move(example.geometry, move)
        except PuzzleError:
            continue  # boxes of 2x3 do not turn by a quarter
        image = symmetry.apply(example)
        moved = tuple(solution[cell] for cell in symmetry.cells)
        assert len(image.further) == len(example.further)
        assert image.accepts(moved)
        assert solve(image).solution == moved
        assert symmetry.inverse().apply(image) == example
        n_kept += 1
    assert n_kept >= 4


@each_rule
def test_an_image_breaks_no_rule_or_is_refused_by_name(name: str) -> None:
    example, reasons = RULES[name].example, []
    for seed in range(40):
        symmetry = random_symmetry(example.geometry, seed)
        try:
            image = symmetry.apply(example)
        except PuzzleError as error:
            reasons.append(str(error))
        else:
            assert image.accepts(image.solution)
    assert bool(reasons) is not (name in _KEPT_BY_ALL)
    named = [repr(each.NAME) for each in example.further]
    assert all(any(each in reason for each in named) for reason in reasons)


def test_digits_that_a_rule_compares_are_not_relabeled() -> None:
    example = RULES["thermometer"].example
    swapped = Symmetry(example.geometry, tuple(range(36)), (2, 1, 3, 4, 5, 6))
    with pytest.raises(PuzzleError, match=r"'thermometer' \(.* at r\dc\d\)"):
        swapped.apply(example)


def test_a_rule_that_only_tells_digits_apart_lets_them_be_relabeled() -> None:
    example = RULES["anti-knight"].example
    image = transform(example, digits={1: 2, 2: 1})
    assert image.further == example.further
    assert image.accepts(image.solution)


@pytest.mark.parametrize("name", BOUND)
def test_a_rule_that_names_rows_or_places_is_refused_in_a_mirrored_grid(name: str) -> None:
    example = RULES[name].example
    assert transform(example, "identity") == example
    for call in (
        lambda: transform(example, "rotate-180"),
        lambda: [*isomorphs(example, 8, seed=3)],
    ):
        with pytest.raises(PuzzleError, match=f"rule {RULES[name].make.NAME!r}"):
            call()


@pytest.mark.turns(3)
@each_free_rule
def test_isomorphs_keep_the_rules_and_the_solution(name: str) -> None:
    example = RULES[name].example
    images = list(isomorphs(example, 8, seed=3))
    assert len({image.in_full() for image in images}) > 1
    for image in images:
        assert len(image.further) == len(example.further)
        assert image.accepts(image.solution)
    relabels = {solve(image).solution for image in images} - {
        tuple(solve(transform(example, move)).solution or ())
        for move in ("identity", "rotate-180", "mirror-columns", "mirror-rows")
    }
    # Digits change only where every constraint stays the same.
    other = (*range(2, example.order + 1), 1)
    survive = [each.image(range(36), other) == each for each in example.further]
    assert bool(relabels) is all(survive)


def test_a_malformed_constraint_is_named_before_it_is_moved() -> None:
    puzzle = Puzzle(Geometry.latin(4), further=(Thermometer((3, 99)),))
    with pytest.raises(PuzzleError, match="thermometer"):
        transform(puzzle, "rotate-180")
    with pytest.raises(PuzzleError, match="thermometer"):
        list(isomorphs(puzzle, 1, seed=1))


@pytest.mark.turns(3)
@each_rule
def test_the_canonical_form_is_that_of_every_image(name: str) -> None:
    example = RULES[name].example
    form = canonical(example)
    assert len(form.further) == len(example.further)
    assert form.accepts(form.solution)
    assert canonical(form) == form
    n_images = 0
    others = [move for move in MOVES if move != "identity"]
    for move in MOVES if IS_FULL else ("identity", *Random(name).sample(others, 3)):
        try:
            image = transform(example, move)
        except PuzzleError:
            continue
        n_images += 1
        assert canonical(image) == form
        assert is_isomorphic(image, example)
        found = isomorphism(example, image)
        assert found is not None
        assert found.apply(example) == image
    assert n_images


def test_digits_are_relabeled_where_no_constraint_depends_on_them() -> None:
    knight = RULES["anti-knight"].example
    image = transform(transform(knight, "rotate-180"), digits={1: 5, 5: 6, 6: 1})
    assert canonical(image) == canonical(knight)
    thermometer = RULES["thermometer"].example
    assert {*canonical(thermometer).givens} == {*thermometer.givens}


def test_other_constraints_or_places_make_another_form() -> None:
    one = Puzzle(4).with_("thermometer r1c1 r1c2")
    same = Puzzle(4).with_("thermometer r4c4 r3c4")
    for other in ("thermometer r1c2 r1c1", "slow thermometer r1c1 r1c2", "thermometer r2c2 r2c3"):
        assert not is_isomorphic(one, Puzzle(4).with_(other))
    assert is_isomorphic(one, same)
    assert not is_isomorphic(one, Puzzle(4))


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(PuzzleError, match="thermometer"):
        canonical(Puzzle(Geometry.latin(4), further=(Thermometer((3, 99)),)))
    with pytest.raises(PuzzleError, match="candidates"):
        canonical(Puzzle(4, candidates=(1, *(15,) * 15)).with_("anti-knight"))
    with pytest.raises(PuzzleError):
        canonical(Puzzle(4, (9, *(0,) * 15)).with_("anti-knight"))


@each_rule
def test_calls_for_many_and_automorphisms_refuse_a_rule_by_name(name: str) -> None:
    example = RULES[name].example
    with pytest.raises(PuzzleError, match=r"found one with .*rule"):
        automorphisms(example)
    for many in (canonical_many, lambda each, **options: isomorphs_many(each, 2, 1, **options)):
        with pytest.raises(ValueError, match=example.further[0].NAME):
            many(Batch.of([example]))
        kept = many([example, example.replace(further=())], on_error="keep")
        assert isinstance(kept, KeptArray)
        assert [*kept.errors] == [0]
        assert example.further[0].NAME in kept.errors[0]
