"""The verbs about classes of isomorphic puzzles: `canonical` and `split`."""

from __future__ import annotations

import math
from collections import Counter
from hashlib import blake2b
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import symmetry
from pandoku.batch.rules import rules_of
from pandoku.errors import BatchError
from pandoku.model import Geometry, Puzzle
from tests.batch.one_part import made, with_columns
from tests.data import EASY, ESCARGOT, JIGSAW5

SOLVED = pandoku.solve_many([EASY, ESCARGOT]).solutions
KENKEN = pandoku.load("examples/mathdoku4.letters")
KILLER = pandoku.load("examples/killer.txt")
JIGSAW = Puzzle(Geometry(5, None, JIGSAW5), (1, 0, 3, 0, 5) + (0,) * 20)


def text(digits: Any) -> str:
    return "".join(".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] for digit in digits)


def different(n: int, seed: int) -> np.ndarray[Any, Any]:
    """Return puzzles with solutions that are not isomorphic."""
    puzzles = symmetry.isomorphs_many([EASY, ESCARGOT], 1, seed)[:, 0]
    made_here = [pandoku.generate("sudoku", seed=seed + at).givens for at in range(n - 2)]
    return np.concatenate([puzzles, np.array(made_here, np.uint8).reshape(-1, 81)])


@pytest.fixture(scope="module")
def puzzles() -> np.ndarray[Any, Any]:
    """Twelve puzzles of twelve classes."""
    return different(12, 40)


def as_hash(rules: str | None, puzzle: str) -> str:
    return blake2b(f"{rules or ''}\n{puzzle}".encode(), digest_size=16).hexdigest()


# ------------------------------------------------------------------ canonical


def test_ids_are_those_that_hashlib_makes_of_the_forms(puzzles: np.ndarray[Any, Any]) -> None:
    found = made("canonical", {"puzzle": [*map(text, puzzles)]}, forms=True).to_pydict()
    solutions = pandoku.solve_many(puzzles).solutions
    forms = [*map(text, symmetry.canonical_many(puzzles))]
    assert found["canonical"] == forms
    assert found["canonical_rules"] == [None] * 12
    assert found["class_id"] == [as_hash(None, form) for form in forms]
    assert found["solution_class_id"] == [
        as_hash(None, text(form)) for form in symmetry.canonical_many(solutions)
    ]
    assert found["error"] == [None] * 12


def test_planted_isomorphs_have_equal_ids_and_no_others_do(puzzles: np.ndarray[Any, Any]) -> None:
    images = symmetry.isomorphs_many(puzzles, 3, seed=9)
    rows = np.concatenate([puzzles[:, None], images], axis=1).reshape(-1, 81)
    order = np.random.default_rng(1).permutation(len(rows))
    found = made("canonical", {"puzzle": [text(row) for row in rows[order]]}).to_pydict()
    for name in ("class_id", "solution_class_id"):
        classes: dict[str, set[int]] = {}
        for place, id in zip(order, found[name], strict=True):
            classes.setdefault(id, set()).add(int(place) // 4)
        assert sorted(map(sorted, classes.values())) == [[at] for at in range(12)]


def test_puzzles_of_one_solution_share_its_class_only() -> None:
    fewer = "".join("." if at == EASY.index("4") else char for at, char in enumerate(EASY))
    assert pandoku.solve(fewer).is_unique
    found = made("canonical", {"puzzle": [EASY, fewer]}).to_pydict()
    assert len({*found["class_id"]}) == 2
    assert len({*found["solution_class_id"]}) == 1


def test_puzzles_of_every_kind_have_the_ids_of_their_forms() -> None:
    several = [KENKEN, JIGSAW, KILLER, Puzzle(4, (1,) + (0,) * 15), JIGSAW, Puzzle(EASY)]
    columns = {
        "puzzle": [text(puzzle.givens) for puzzle in several],
        "rules": [rules_of(puzzle) for puzzle in several],
    }
    found = made("canonical", columns, forms=True, automorphisms=True).to_pydict()
    for at, puzzle in enumerate(several):
        form = symmetry.canonical(puzzle)
        assert found["canonical"][at] == text(form.givens)
        assert found["canonical_rules"][at] == rules_of(form)
        assert found["class_id"][at] == as_hash(rules_of(form), text(form.givens))
        assert found["n_automorphisms"][at] == symmetry.automorphisms(puzzle).count
        outcome = pandoku.solve(puzzle)
        if outcome.solution is None or not outcome.is_unique:
            assert found["solution_class_id"][at] is None
            continue
        grid = symmetry.canonical(Puzzle(puzzle.geometry, outcome.solution))
        assert found["solution_class_id"][at] == as_hash(rules_of(grid), text(grid.givens))
    assert found["canonical_rules"][0] is not None
    assert found["solution_class_id"][0] is not None
    assert found["solution_class_id"][2] is not None


@pytest.mark.parametrize("puzzle", [KENKEN, KILLER], ids=["calcudoku", "killer"])
def test_an_image_of_a_puzzle_with_cages_is_of_its_classes(puzzle: Puzzle) -> None:
    images = [puzzle, *symmetry.isomorphs(puzzle, 3, seed=2, drawn=False)]
    columns = {
        "puzzle": [text(image.givens) for image in images],
        "rules": [rules_of(image) for image in images],
    }
    found = made("canonical", columns).to_pydict()
    assert len({*found["class_id"]}) == len({*found["solution_class_id"]}) == 1


def test_bad_rows_have_no_class_and_say_why() -> None:
    columns = {
        "puzzle": [EASY, None, EASY[:-1], "55" + "." * 79, "." * 81, EASY],
        "error": [None, None, None, None, None, "stays"],
    }
    found = made("canonical", columns, forms=True, automorphisms=True).to_pydict()
    reasons = [error and error.partition(":")[0] for error in found["error"]]
    assert reasons == [None, "null", "length", "givens", None, "stays"]
    for name in ("class_id", "canonical", "n_automorphisms"):
        assert [value is None for value in found[name]] == [False, True, True, True, False, True]
    assert found["solution_class_id"][1:] == [None] * 5
    assert found["n_automorphisms"][4] == 2 * 6**8


@pytest.mark.turns(3)
def test_a_form_that_is_too_large_is_null_with_an_error() -> None:
    order, words = 16, "the canonical form would take too long: too many symmetries"
    cyclic = [(row + column) % order + 1 for row in range(order) for column in range(order)]
    grid, nearly = text(cyclic), text([0, *cyclic[1:]])
    full = pandoku.solve(Puzzle(12), limit=1).solution
    columns = {
        "puzzle": [grid, nearly, "." * 256, text(full or ())],
        "rules": [rules_of(Puzzle(Geometry.latin(order)))] * 3 + [None],
    }
    found = made("canonical", columns).to_pydict()
    assert [error and error.startswith(words) for error in found["error"]] == [
        True,
        True,
        None,
        None,
    ]
    assert [id is None for id in found["class_id"]] == [True, True, False, False]
    assert [id is None for id in found["solution_class_id"]] == [True, True, True, False]
    most = made("canonical", {"puzzle": ["." * 625]}, automorphisms=True).to_pydict()
    assert most["n_automorphisms"] == [None]
    assert most["error"] == [None]


# ------------------------------------------------------------------ solutions of the table


def test_a_solution_of_the_table_is_used_and_not_searched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    columns: dict[str, list[Any]] = {"puzzle": [EASY, ESCARGOT]}
    expected = made("canonical", columns)
    columns["solution"] = [*map(text, SOLVED)]
    with monkeypatch.context() as patch:
        patch.setattr("pandoku.batch.verbs._classes.search_rows", None)
        assert made("canonical", columns) == expected
        assert made("canonical", columns | {"n_solutions": [1, None]}) == expected
    columns["solution"] = [None, text(SOLVED[1])]
    assert made("canonical", columns) == expected


def test_one_of_several_solutions_makes_no_class() -> None:
    empty = "." * 81
    columns = {"puzzle": [empty, EASY], "solution": [text(SOLVED[0])] * 2, "n_solutions": [2, 1]}
    found = made("canonical", columns)["solution_class_id"].to_pylist()
    assert found[0] is None
    assert found[1] is not None
    open_ = {"puzzle": [EASY], "n_solutions": [-1], "solution": [None]}  # out of nodes
    assert made("canonical", open_)["solution_class_id"].to_pylist() == found[1:]


@pytest.mark.parametrize(
    "solution",
    [text(SOLVED[1]), text(SOLVED[0])[:-1] + ".", "1" * 81, "x" * 81, text(SOLVED[0])[:-1], ""],
)
def test_a_solution_that_is_none_of_the_puzzle_is_bad(solution: str) -> None:
    columns = {"puzzle": [EASY, ESCARGOT], "solution": [solution, None]}
    found = made("canonical", columns).to_pydict()
    assert found["error"][0].startswith("solution: ")
    assert found["class_id"][0] is found["solution_class_id"][0] is None
    assert found["solution_class_id"][1] is not None
    assert made("split", columns)["split"].to_pylist()[0] is None


# ------------------------------------------------------------------ split


def split_of(id: str, salt: str, test: float, validation: float) -> str:
    """Return the split of a class according to the definition."""
    digest = blake2b((salt + id).encode(), digest_size=8).digest()
    u = int.from_bytes(digest, "big")
    if u < test * 2**64:
        return "test"
    return "validation" if u < (test + validation) * 2**64 else "train"


def some_ids(n: int) -> list[str]:
    return [as_hash(None, str(at)) for at in range(n)]


@pytest.mark.parametrize(
    ("test", "validation"), [(0.05, 0.0), (0.1, 0.2), (0.0, 0.0), (1.0, 0.0), (0.3, 0.7), (0, 1)]
)
@pytest.mark.parametrize("salt", ["", "a", "Zürich"])
def test_the_split_is_a_hash_of_salt_and_class(test: float, validation: float, salt: str) -> None:
    ids = some_ids(2000)
    columns = {"puzzle": [EASY] * 2000, "solution_class_id": ids}
    options = {"test": test, "validation": validation, "salt": salt}
    found = made("split", columns, **options).to_pydict()
    assert found["solution_class_id"] == ids
    assert found["split"] == [split_of(id, salt, test, validation) for id in ids]
    n_each = Counter(found["split"])
    for name, share in (("test", test), ("validation", validation)):
        assert abs(n_each[name] - 2000 * share) <= 4 * math.sqrt(2000 * share * (1 - share))


def test_isomorphs_are_in_one_split_and_splits_share_no_class(
    puzzles: np.ndarray[Any, Any],
) -> None:
    rows = symmetry.isomorphs_many(puzzles, 5, seed=3).reshape(-1, 81)
    table = made("split", {"puzzle": [*map(text, rows)]}, test=0.3, validation=0.4, salt="s")
    split, ids = table["split"].to_pylist(), table["solution_class_id"].to_pylist()
    assert {*split} == {"train", "validation", "test"}
    for at in range(12):
        assert len({*split[5 * at : 5 * at + 5]}) == 1
    of_class = {id: {*(s for s, i in zip(split, ids, strict=True) if i == id)} for id in ids}
    assert len(of_class) == 12
    assert all(len(splits) == 1 for splits in of_class.values())


def test_calcudokus_of_order_9_are_split() -> None:
    puzzles = [pandoku.generate("calcudoku", 9, seed=seed) for seed in range(3)]
    images = [
        image
        for puzzle in puzzles
        for image in (puzzle, *symmetry.isomorphs(puzzle, 2, seed=1, drawn=False))
    ]
    columns = {
        "puzzle": [text(image.givens) for image in images],
        "rules": [rules_of(image) for image in images],
    }
    found = made("split", columns, test=0.5).to_pydict()
    assert found["error"] == [None] * 9
    for name in ("solution_class_id", "split"):
        assert [len({*found[name][at : at + 3]}) for at in (0, 3, 6)] == [1, 1, 1]
    assert len({*found["solution_class_id"]}) == 3


def test_rows_stay_where_they_are_when_others_are_added(puzzles: np.ndarray[Any, Any]) -> None:
    texts = [*map(text, puzzles)]
    alone = made("split", {"puzzle": texts[:5]}, test=0.5)["split"].to_pylist()
    more = made("split", {"puzzle": texts[5:] + texts[:5]}, test=0.5)["split"].to_pylist()
    assert more[7:] == alone
    assert {*more} == {"train", "test"}


def test_ids_are_made_if_they_are_missing(puzzles: np.ndarray[Any, Any]) -> None:
    several = [*map(text, puzzles), "." * 81, "x" * 81, text(KILLER.givens)]
    columns = {"puzzle": several, "rules": [None] * 14 + [rules_of(KILLER)]}
    with_ids = made("canonical", columns)
    direct = made("split", columns, test=0.5)
    later = made("split", with_columns(with_columns({}, columns), with_ids), test=0.5)
    assert direct["split"] == later["split"]
    assert direct["solution_class_id"] == with_ids["solution_class_id"]
    assert direct["error"] == with_ids["error"]
    assert [value is None for value in direct["split"].to_pylist()] == [
        *[False] * 12,
        True,
        True,
        False,
    ]


def test_a_row_that_is_bad_or_not_proper_is_in_no_split() -> None:
    ids = some_ids(3)
    columns = {
        "puzzle": [EASY] * 4,
        "solution_class_id": [*ids, None],
        "error": [None, "bad", None, None],
    }
    found = made("split", columns).to_pydict()
    assert [value is None for value in found["split"]] == [False, True, False, True]


def test_shares_above_all_rows_are_refused() -> None:
    columns = {"puzzle": [EASY]}
    with pytest.raises(BatchError, match=r"test and .* found 110\.0000%"):
        made("split", columns, test=0.6, validation=0.5)
    with pytest.raises(BatchError, match="test as a share from 0 to 1"):
        made("split", columns, test=5)


def test_a_part_may_have_no_row() -> None:
    for verb in ("canonical", "split"):
        table = made(verb, {"puzzle": [], "solution": [], "n_solutions": []})
        assert table.num_rows == 0
