"""Every kind of constraint, tested by being registered: `holds` against the relations, and more."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import islice, product
from random import Random
from typing import Any

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError, constraints
from pandoku.constraints import RULES, Thermometer
from pandoku.draw import text_of
from pandoku.model import Constraint, Decoration, Disc, Sign, Stroke, find_conflicts
from pandoku.symmetry import Symmetry, random_symmetry
from tests.data import by_default
from tests.fuzz.constraints import examples, relocated, some
from tests.together import together

N_DRAWS = by_default(7, full=400)  # of a kind
RARELY_HOLD = ("counting-circles",)  # kinds of which more are drawn
OF_RULES = ("naked-single", "rule-elimination", "rule-trial")  # techniques that read a constraint
_MOST_FILLINGS = 1500  # all fillings of the touched cells if there are no more, else some
SHAPES = {
    "2x2": Geometry.latin(2),
    "3x3": Geometry.latin(3),
    "4x4": Geometry.sudoku(4),
    "5x5": Geometry.latin(5),
    "6x6": Geometry.sudoku(6),
}
every_kind = together("name", RULES)
for_every_kind = pytest.mark.parametrize("name", RULES)  # what takes longer
with_cells = together("name", [name for name, rule in RULES.items() if rule.make.CELL_FIELDS])


# ---- what a kind says about itself


@every_kind
def test_a_kind_is_documented_by_a_class_and_a_sentence(name: str) -> None:
    rule = RULES[name]
    doc = rule.make.__doc__ or ""
    assert doc.partition("\n")[0].endswith(".")
    assert all(f"{field.name}: " in doc for field in fields(rule.make))  # type: ignore[arg-type]
    assert rule.text[0].isupper()
    assert rule.text.endswith(".")
    assert ". " not in rule.text
    assert len(rule.text) <= 120
    assert RULES[rule.make.NAME] is rule
    assert all(RULES[alias] is rule for alias in rule.aliases)
    assert getattr(constraints, rule.make.__name__) is rule.make


@every_kind
def test_an_example_is_proper_and_needs_the_rule(name: str) -> None:
    rule = RULES[name]
    puzzle = rule.example
    assert puzzle.problems() == ()
    found = pandoku.solve(puzzle)
    assert found.is_unique
    assert found.solutions == (puzzle.solution,)
    others = tuple(each for each in puzzle.further if type(each) is not rule.make)
    assert others != puzzle.further
    n_without = pandoku.count(puzzle.replace(further=others, solution=None), 2)
    assert n_without == (2 if rule.make.RESTRICTS_DIGITS else 1)


@every_kind
def test_the_solution_of_an_example_is_accepted_without_a_conflict(name: str) -> None:
    puzzle = RULES[name].example
    assert puzzle.solution is not None
    assert puzzle.accepts(puzzle.solution)
    assert find_conflicts(puzzle, puzzle.solution) == ()
    assert find_conflicts(puzzle, puzzle.givens) == ()


@pytest.mark.turns(3)
@every_kind
def test_cp_sat_finds_the_solution_of_an_example(name: str) -> None:
    pytest.importorskip("ortools")
    puzzle = RULES[name].example
    assert pandoku.solve(puzzle, engine="cp-sat").solutions == (puzzle.solution,)


@every_kind
def test_a_label_is_short(name: str) -> None:
    puzzle = RULES[name].example
    for each in examples(name):
        label = each.label(puzzle.geometry)
        assert 4 <= len(label) <= 60
        assert label == label.strip()
        assert label[0].islower() or label[0].isdigit() or label[0] in "XV"
        assert label.startswith(each.noun())
        assert not label.endswith(".")


# ---- values


@every_kind
def test_a_constraint_is_a_value(name: str) -> None:
    rule = RULES[name]
    for each in examples(name):
        names = {rule.make.__name__: rule.make}
        same = (
            pickle.loads(pickle.dumps(each)),
            copy.deepcopy(each),
            eval(repr(each), names),
            replace(each),  # type: ignore[type-var]
            each.placed(rule.example.order),
        )
        assert all(other == each and hash(other) == hash(each) for other in same)
    assert len({*examples(name)}) == len(examples(name))


@with_cells
def test_cells_are_names_pairs_or_numbers(name: str) -> None:
    puzzle = RULES[name].example
    n = puzzle.order
    for each in examples(name):
        forms: list[dict[str, Any]] = [{}, {}, {}, {}, {}]
        for field in each.CELL_FIELDS:
            cells = getattr(each, field)
            forms[0][field] = puzzle.geometry.names(cells)
            forms[1][field] = [divmod(cell, n) for cell in cells]
            forms[2][field] = list(cells)
            forms[3][field] = tuple(puzzle.geometry.name(cell).upper() for cell in cells)
            forms[4][field] = range(cells[0], cells[0] + 1) if len(cells) == 1 else cells
        for form in forms:
            given = replace(each, **form)  # type: ignore[type-var]
            assert given.placed(n) == each
            assert Puzzle(puzzle.geometry).with_(given).further == (each,)


@with_cells
@together("cells", ["r7c1", "r1c1 x", [(6, 0)], 5, None, object(), [None], [[0]]])
def test_cells_of_another_grid_and_other_values_are_refused(name: str, cells: Any) -> None:
    each = examples(name)[0]
    for field in each.CELL_FIELDS:
        with pytest.raises(PuzzleError, match=each.NAME):
            RULES[name].example.with_(replace(each, **{field: cells}))  # type: ignore[type-var]


@with_cells
@together("cell", [36, 1000, -1, 10**6, 2**70])
def test_numbers_outside_the_grid_are_an_error_of_the_puzzle(name: str, cell: int) -> None:
    example = RULES[name].example
    each = examples(name)[0]
    for field in each.CELL_FIELDS:
        cells = (*getattr(each, field)[:-1], cell)
        puzzle = Puzzle(example.geometry, example.givens).with_(replace(each, **{field: cells}))  # type: ignore[type-var]
        (problem, *_) = puzzle.problems()
        assert problem.severity == "error"
        assert each.NAME in problem.message
        assert not puzzle.accepts(example.solution)
        for call in (pandoku.solve, pandoku.count, pandoku.true_candidates):
            with pytest.raises(PuzzleError, match=str(cell)):
                call(puzzle)
        good, bad = pandoku.solve_all([example, puzzle], on_error="keep")
        assert good.is_unique
        assert bad.count == -1


@with_cells
def test_a_cell_twice_and_no_cells_are_defects(name: str) -> None:
    example, each = RULES[name].example, examples(name)[0]
    for field in each.CELL_FIELDS:
        cells = getattr(each, field)
        for bad in ((), (*cells, cells[0])):
            defects = [*replace(each, **{field: bad}).defects(example.geometry)]  # type: ignore[type-var]
            assert defects
            assert all(defect[0].islower() and not defect.endswith(".") for defect in defects)
    assert [*each.defects(example.geometry)] == []


@pytest.mark.turns(3)
@with_cells
def test_a_malformed_constraint_breaks_no_call_that_shows_a_puzzle(name: str) -> None:
    example, each = RULES[name].example, examples(name)[0]
    for field in each.CELL_FIELDS:
        cells = getattr(each, field)
        for bad in ((), cells[:1], (*cells, cells[0]), (*cells[:-1], 99), (-1,)):
            found = replace(each, **{field: bad})  # type: ignore[type-var]
            if found.is_sound(example.geometry):
                continue
            puzzle = example.replace(further=(found,))
            assert found.label(puzzle.geometry).startswith(found.noun())
            assert not puzzle.accepts(example.solution)
            assert puzzle.sight == example.replace(further=()).sight
            shown: tuple[Callable[[Puzzle], object], ...] = (
                str, repr, text_of, pandoku.svg, pandoku.check
            )  # fmt: skip
            assert all(repr(call(puzzle)) for call in shown)
            assert pickle.loads(pickle.dumps(puzzle)) == puzzle
            assert pandoku.explain(puzzle, techniques=OF_RULES).stopped != "full"
            with pytest.raises(PuzzleError, match=found.NAME):
                find_conflicts(puzzle, example.givens)


@pytest.mark.turns(3)
def test_a_path_of_a_puzzle_with_a_malformed_constraint_has_all_techniques() -> None:
    # They read the same puzzle for every kind, and take half a second until they are stuck.
    malformed = RULES["thermometer"].example.replace(further=(Thermometer((0, 99)),))
    assert pandoku.explain(malformed).stopped != "full"


# ---- what a kind means


def _answers(name: str) -> set[bool]:
    """Return what `holds` answers for some grids: a kind that restricts no digits always holds."""
    return {True, False} if RULES[name].make.RESTRICTS_DIGITS else {True}


def _drawn(name: str, seed: str) -> Iterator[tuple[Puzzle, Constraint]]:
    """Yield puzzles whose first constraint is of a kind, with a few others."""
    rng = Random(f"{seed} {name}")
    for number in range(max(N_DRAWS, 25) if name in RARELY_HOLD else N_DRAWS):
        geometry = list(SHAPES.values())[number % len(SHAPES)]
        found = relocated(rng, rng.choice(examples(name)), geometry)
        if found is not None:
            others = some(rng, geometry) if found.DEPENDS_ON_OTHERS else ()
            sound = [other for other in others if not any(other.defects(geometry))]
            yield Puzzle(geometry, further=(found, *sound)), found


def _grids(name: str, puzzle: Puzzle, each: Constraint, rng: Random) -> Iterator[list[int]]:
    """Yield grids that differ where a constraint looks: all of them if there are not too many."""
    n = puzzle.order
    touched = {cell for relation in each.relations(puzzle) for cell in relation.cells}
    cells = sorted(touched | {*each.cells_on(puzzle.geometry)})
    grid = [rng.randint(1, n) for _ in range(n * n)]
    if n ** len(cells) <= _MOST_FILLINGS:
        for digits in product(range(1, n + 1), repeat=len(cells)):
            for cell, digit in zip(cells, digits, strict=True):
                grid[cell] = digit
            yield grid
        return
    solution = RULES[name].example.solution or ()
    for number in range(300):
        if number % 2 and len(solution) == len(grid):  # a grid in which the rule nearly holds
            grid = list(solution)
            changed: Sequence[int] = [rng.choice(cells) for _ in range(rng.randint(0, 2))]
        else:
            changed = cells
        for cell in changed:
            grid[cell] = rng.randint(1, n)
        yield grid


@pytest.mark.turns(4)
@for_every_kind
def test_holds_and_the_relations_say_the_same(name: str) -> None:
    rng, seen, n_drawn = Random(name), set[bool](), 0
    for puzzle, each in _drawn(name, "holds"):
        relations = each.relations(puzzle)
        n_drawn += 1
        for grid in _grids(name, puzzle, each, rng):
            holds = each.holds(grid, puzzle)
            seen.add(holds)
            assert all(relation.allows(grid) for relation in relations) == holds, (each, grid)
            masks = [1 << (digit - 1) for digit in grid]
            assert all(relation.may_hold(masks) for relation in relations) == holds, (each, grid)
    assert n_drawn >= N_DRAWS // 3
    assert seen == _answers(name)


@pytest.mark.turns(4)
@for_every_kind
def test_the_examples_hold_as_their_relations_say(name: str) -> None:
    rng, puzzle, seen = Random(name), RULES[name].example, set[bool]()
    for each in examples(name):
        relations = each.relations(puzzle)
        for grid in _grids(name, puzzle, each, rng):
            seen.add(holds := each.holds(grid, puzzle))
            assert all(relation.allows(grid) for relation in relations) == holds
    assert seen == _answers(name)


@pytest.mark.turns(4)
@for_every_kind
def test_candidates_that_can_be_completed_are_never_refused(name: str) -> None:
    rng, n_completable = Random(name), 0
    for puzzle, each in _drawn(name, "masks"):
        relations, full = each.relations(puzzle), puzzle.geometry.all_mask
        for grid in islice(_grids(name, puzzle, each, rng), 150):
            if not each.holds(grid, puzzle):
                continue
            n_completable += 1
            masks = [1 << (digit - 1) | rng.getrandbits(puzzle.order) & full for digit in grid]
            assert all(relation.may_hold(masks) for relation in relations), (each, grid, masks)
            some_empty = [0 if rng.random() < 0.5 else digit for digit in grid]
            found = find_conflicts(puzzle, some_empty)
            assert not any(conflict.where is each for conflict in found)
    assert n_completable > 0


@pytest.mark.turns(4)
@for_every_kind
def test_a_full_grid_is_in_conflict_where_the_rule_is_broken(name: str) -> None:
    rng, seen = Random(name), set[bool]()
    for puzzle, each in _drawn(name, "conflicts"):
        for grid in islice(_grids(name, puzzle, each, rng), 40):
            conflicts = [found for found in find_conflicts(puzzle, grid) if found.where is each]
            seen.add(broken := bool(conflicts))
            assert broken == (not each.holds(grid, puzzle))
            assert len(conflicts) <= 1
            for conflict in conflicts:
                assert conflict.cells
                assert {*conflict.cells} <= {*range(len(grid))}
    assert seen == {not holds for holds in _answers(name)}


@pytest.mark.turns(3)
@every_kind
def test_relations_depend_on_others_only_where_the_kind_says_so(name: str) -> None:
    rng = Random(name)
    for puzzle, each in _drawn(name, "others"):
        geometry = puzzle.geometry
        alone = each.relations(Puzzle(geometry, further=(each,)))
        others = [other for other in some(rng, geometry) if not any(other.defects(geometry))]
        among = puzzle.replace(further=(each, *others))
        if not each.DEPENDS_ON_OTHERS:
            assert each.relations(among) == alone
        givens = [rng.randint(0, puzzle.order) for _ in range(geometry.n_cells)]
        assert each.relations(among) == each.relations(among.replace(givens=givens))


# ---- symmetries


def _images(puzzle: Puzzle, symmetry: Symmetry, relabel: bool) -> list[Constraint | None]:
    """Return the images of the constraints of a puzzle."""
    goes_to = [0] * puzzle.geometry.n_cells
    for to, cell in enumerate(symmetry.cells):
        goes_to[cell] = to
    digits = symmetry.digits if relabel else None
    return [each.image(goes_to, digits) for each in puzzle.further]


def _symmetries(geometry: Geometry, rng: Random) -> Iterator[Symmetry]:
    n = geometry.order
    back = range(n - 1, -1, -1)
    for rows, columns, transpose in product((None, back), (None, back), (False, True)):
        if not (transpose and geometry.box and geometry.box[0] != geometry.box[1]):
            yield Symmetry.of(geometry, rows=rows, columns=columns, transpose=transpose)
    for _ in range(5):
        yield random_symmetry(geometry, rng.getrandbits(30))


@pytest.mark.turns(4)
@for_every_kind
def test_an_image_holds_in_the_image_of_a_grid(name: str) -> None:
    rng, n_images = Random(name), 0
    for puzzle, each in _drawn(name, "images"):
        for symmetry in _symmetries(puzzle.geometry, rng):
            relabel = symmetry.relabels and rng.random() < 0.5
            images = _images(puzzle, symmetry, relabel)
            if None in images:
                continue
            n_images += 1
            moved = puzzle.replace(further=images)
            (image,) = [found for found in images[:1] if found is not None]
            assert type(image) is type(each)
            assert [*image.defects(puzzle.geometry)] == []
            for grid in islice(_grids(name, puzzle, each, rng), 25):
                digits = [symmetry.digits[d - 1] for d in grid] if relabel else grid
                other = [digits[cell] for cell in symmetry.cells]
                assert image.holds(other, moved) == each.holds(grid, puzzle), (each, symmetry)
    assert n_images > 0


@every_kind
def test_a_symmetry_that_changes_nothing_keeps_a_constraint(name: str) -> None:
    for puzzle, each in _drawn(name, "identity"):
        assert each.image(range(puzzle.geometry.n_cells), None) == each


# ---- pictures


def _points(decoration: Decoration) -> tuple[tuple[float, float], ...]:
    if isinstance(decoration, Sign):
        return ((decoration.x, decoration.y),)
    return decoration.points


@every_kind
def test_decorations_lie_within_a_cell_of_the_grid(name: str) -> None:
    for puzzle, each in _drawn(name, "pictures"):
        n = puzzle.order
        for decoration in each.decorations(puzzle.geometry):
            points = _points(decoration)
            assert points
            assert all(-1 <= x <= n + 1 and -1 <= y <= n + 1 for x, y in points)
            if isinstance(decoration, Stroke):
                assert len(points) >= 2
                assert len({*points}) > 1
            if isinstance(decoration, Disc):
                assert 0 < decoration.radius <= 0.5
            hash(decoration)
