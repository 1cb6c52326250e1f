"""An array means the same in every call, whatever the type of its numbers; masks are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import pandoku
from pandoku import Batch, Board, Geometry, Puzzle, PuzzleError
from pandoku.generation import is_minimal, minimize
from pandoku.kernel.arrays import count_many, solve_many, true_candidates_many
from pandoku.kernel.rows import array_of
from pandoku.symmetry import (
    automorphisms_many,
    canonical,
    canonical_many,
    isomorphs,
    isomorphs_many,
    random_symmetry,
)
from tests.in_full import in_full
from tests.together import together

Array = NDArray[Any]

ROWS = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "." * 81,
]
DIGITS = np.array([[int(c) if c != "." else 0 for c in row] for row in ROWS], np.int8)
SOLVED = np.array(pandoku.solve(ROWS[0]).solution)
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", ">u4", ">i8")
NUMBERS = (*INTEGERS, "float16", "float32", "float64", "object")
PROPER = slice(0, 2)
EASY = slice(0, 1)

# Calls that take an array of many puzzles.
OF_MANY: dict[str, Callable[[Array], Any]] = {
    "solve_many": lambda a: solve_many(a)[1],
    "solve_many, the first": lambda a: solve_many(a[PROPER], first="lexicographic")[0],
    "count_many": lambda a: count_many(a, 100),
    "true_candidates_many": lambda a: true_candidates_many(a[PROPER]),
    "solve_all": lambda a: pandoku.solve_all(a, limit=2),
    "rate_many": lambda a: pandoku.rate_many(a[EASY]),
    "explain_many": lambda a: pandoku.explain_many(a[EASY]),
    "canonical_many": canonical_many,
    "automorphisms_many": automorphisms_many,
    "isomorphs_many": lambda a: isomorphs_many(a, 2, seed=1),
    "apply_rows": lambda a: random_symmetry(Puzzle(9).geometry, 1).apply_rows(a),
    "solve_many of a list": lambda a: solve_many([*a])[1],
    "rate_many of a list": lambda a: pandoku.rate_many([*a[EASY]]),
}
# Calls that take one puzzle, or a grid.
OF_ONE: dict[str, Callable[[Array], Any]] = {
    "Puzzle": Puzzle,
    "Puzzle.sudoku": Puzzle.sudoku,
    "Puzzle.latin": Puzzle.latin,
    "Puzzle with givens": lambda a: Puzzle(9, a),
    "Puzzle with a solution": lambda a: Puzzle(9, solution=a),
    "Board.start": Board.start,
    "solve": pandoku.solve,
    "count": pandoku.count,
    "check": pandoku.check,
    "true_candidates": pandoku.true_candidates,
    "rate": pandoku.rate,
    "explain": lambda a: pandoku.explain(a, limit=3),
    "hint": lambda a: pandoku.hint(a, 4),
    "minimize": lambda a: minimize(a, 1),
    "is_minimal": is_minimal,
    "canonical": canonical,
    "isomorphs": lambda a: [*isomorphs(a, 2, seed=1)],
    "dumps": pandoku.dumps,
    "svg": pandoku.svg,
}


@together("dtype", NUMBERS)
@together("call", OF_MANY)
def test_digits_of_any_type_mean_the_same_to_a_call_of_many(call: str, dtype: str) -> None:
    expected = in_full(OF_MANY[call](DIGITS))
    for array in (DIGITS.astype(dtype), DIGITS.astype(dtype).reshape(-1, 9, 9)):
        assert in_full(OF_MANY[call](array)) == expected


@pytest.mark.turns(3)
@together("dtype", NUMBERS)
@together("call", OF_ONE)
def test_digits_of_any_type_mean_the_same_to_a_call_of_one(call: str, dtype: str) -> None:
    expected = in_full(OF_ONE[call](DIGITS[0]))
    for array in (DIGITS[0].astype(dtype), DIGITS[0].astype(dtype).reshape(9, 9)):
        assert in_full(OF_ONE[call](array)) == expected


@together("dtype", [*NUMBERS, "<U1"])
def test_a_solution_of_any_type_is_accepted(dtype: str) -> None:
    assert Puzzle(ROWS[0]).accepts(SOLVED.astype(dtype))
    assert Puzzle(ROWS[0]).accepts(SOLVED.astype(dtype).reshape(9, 9))


@together("dtype", ["bool", "complex128", "S1", "datetime64[s]"])
@together("call", [*OF_MANY, *OF_ONE])
def test_an_array_of_anything_else_is_refused_by_every_call(call: str, dtype: str) -> None:
    array = DIGITS.astype("int64" if dtype[:1] == "d" else dtype).astype(dtype)
    with pytest.raises((TypeError, PuzzleError), match=r"expected .*digit"):
        (OF_MANY[call](array) if call in OF_MANY else OF_ONE[call](array[0]))


@pytest.mark.parametrize("call", [solve_many, pandoku.rate_many, pandoku.explain_many])
def test_like_applies_to_grids_in_every_form(call: Callable[..., Any]) -> None:
    like = Puzzle(Geometry.sudoku(4, diagonals=True))
    rows = [[1, 2, *[0] * 14], [0] * 15 + [3]]
    expected = in_full(call(np.array(rows), like=like))
    assert in_full(call(np.array(rows, np.uint32), like=like)) == expected
    assert in_full(call(rows, like=like)) == expected
    assert in_full(call([[digit or None for digit in row] for row in rows], like=like)) == expected
    assert in_full(call(np.array(rows).astype(str), like=like)) == expected
    assert in_full(call(np.array(rows).astype(str).astype(object), like=like)) == expected
    with pytest.raises(ValueError, match=r"^like "):
        call(["1" + "." * 15], like=like)
    with pytest.raises(PuzzleError, match=r"^puzzle 1: .*found 9"):
        call([[None] * 16, [None] * 9], like=like)


# ---- masks

MASKS = np.where(DIGITS, 1 << (DIGITS.astype(np.int64) - 1).clip(0), 0x1FF)
OF_MASKS: dict[str, Callable[..., Any]] = {
    "solve_many": lambda a, **options: solve_many(a, **options)[1],
    "solve_many, the first": lambda a, **options: solve_many(
        a[PROPER], first="lexicographic", **options
    )[0],
    "count_many": lambda a, **options: count_many(a, 100, **options),
    "true_candidates_many": lambda a, **options: true_candidates_many(a[PROPER], **options),
}


@together("dtype", ["int16", "uint16", "int32", "uint32", "int64", "uint64", ">u4"])
@together("call", OF_MASKS)
def test_masks_in_any_type_of_integers_mean_the_same(call: str, dtype: str) -> None:
    expected = in_full(OF_MASKS[call](DIGITS))
    for array in (MASKS.astype(dtype), MASKS.astype(dtype).reshape(-1, 9, 9)):
        assert in_full(OF_MASKS[call](array, masks=True)) == expected
        assert in_full(OF_MASKS[call](array, masks=np.bool_(True))) == expected


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_small_integers_hold_the_masks_of_small_orders(dtype: str) -> None:
    masks = np.full((1, 16), 15, dtype)
    assert count_many(masks, 1000, masks=True).tolist() == [288]


@pytest.mark.parametrize("dtype", ["uint32", "uint64"])
def test_masks_are_never_guessed_from_the_type(dtype: str) -> None:
    message = r"puzzle 0, r1c1: .*found 16; .*masks=True"
    for call in OF_MASKS.values():
        with pytest.raises(ValueError, match=message):
            call(MASKS.astype(dtype))


def test_a_batch_says_itself_what_it_holds() -> None:
    batch = Batch(9, MASKS.astype(np.uint32), masks=True)
    assert solve_many(batch)[1].tolist() == solve_many(DIGITS)[1].tolist()
    digits = Batch(9, DIGITS.astype(np.uint32))
    assert not digits.has_masks
    assert solve_many(digits)[1].tolist() == solve_many(DIGITS)[1].tolist()
    assert array_of(digits).tolist() == DIGITS.tolist()


@together("call", OF_MASKS)
@together(
    "puzzles, error, message",
    [
        (MASKS.astype(float), TypeError, "masks in an array of integers, found one of float64"),
        (MASKS > 0, TypeError, "masks in an array of integers, found one of bool"),
        (MASKS.astype(object), TypeError, "masks in an array of integers, found one of object"),
        (ROWS, TypeError, "masks in an array of integers, found a list"),
        (MASKS.tolist(), TypeError, "masks in an array of integers, found a list"),
        (Batch(9, bytes(81)), TypeError, "found a Batch"),
        (MASKS - 1000, ValueError, r"puzzle 0, r1c1: .* mask of digits 1\.\.9 \(0\.\.511\), .* -"),
        (MASKS + 512, ValueError, r"puzzle 0, r1c1: .* mask of digits 1\.\.9 .*, found 528"),
        (MASKS[:, :80], ValueError, r"found shape \(\d, 80\)"),
    ],
    ids=str,
)  # fmt: skip
def test_what_holds_no_masks_is_refused_as_masks(
    call: str, puzzles: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        OF_MASKS[call](puzzles, masks=True)


@together("masks", [1, 0, None, "yes", [True], np.array([True, False])], ids=repr)
@together("call", OF_MASKS)
def test_masks_is_true_or_false(call: str, masks: Any) -> None:
    with pytest.raises(TypeError, match=r"masks .*, found "):
        OF_MASKS[call](MASKS, masks=masks)


@pytest.mark.parametrize(
    "call", [pandoku.rate_many, pandoku.explain_many, pandoku.solve_all, canonical_many]
)
def test_a_call_without_masks_knows_no_such_argument(call: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="'masks'"):
        call(MASKS, masks=True)
