"""Many puzzles as one value: a sequence of puzzles on shared rows of numbers."""

from __future__ import annotations

from array import array
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku import Batch, Cage, Geometry, Puzzle, PuzzleError
from pandoku.kernel.rows import array_of
from pandoku.model import batches_of
from tests.data import by_default
from tests.together import together

CAGE = Cage("+", 3, (0, 1))
ONE, TWO = Puzzle(2, (1, 0, 0, 0)), Puzzle(2, (0, 0, 0, 2))

digits = st.lists(st.integers(0, 4), min_size=16, max_size=16).map(tuple)
fours = st.lists(digits.map(lambda row: Puzzle(4, row)), min_size=1, max_size=6)


@given(fours, st.integers(-7, 7), st.integers(-7, 7))
@settings(max_examples=by_default(25, full=100), deadline=None)
def test_a_batch_reads_like_the_list_of_its_puzzles(
    puzzles: list[Puzzle], start: int, stop: int
) -> None:
    batch = Batch.of(puzzles)
    assert list(batch) == puzzles
    assert len(batch) == len(puzzles)
    assert batch[-1] == puzzles[-1]
    assert list(batch[start:stop]) == puzzles[start:stop]
    assert list(batch[start:]) == puzzles[start:]
    assert list(Batch.joined([batch, batch[start:stop]])) == puzzles + puzzles[start:stop]


def test_a_slice_and_the_kernels_array_share_the_rows() -> None:
    rows = np.array([[1, 0, 0, 0], [0, 0, 0, 2], [0, 1, 0, 0]], np.uint8)
    batch = Batch(2, rows)
    part = array_of(batch[1:])
    rows[2, 3] = 2
    assert part.tolist() == [[0, 0, 0, 2], [0, 1, 0, 2]]
    assert np.shares_memory(part, rows)
    with pytest.raises(ValueError, match="read-only"):
        part[0, 0] = 1
    with pytest.raises(TypeError, match="read-only"):
        batch.rows[0] = 2


def test_origins_go_with_the_puzzles() -> None:
    batch = Batch.of([ONE, TWO, ONE], origins=range(7, 10))
    assert [batch.origin(i) for i in (0, 2, -1)] == [7, 9, 9]
    assert (batch[1:].origin(0), batch[1:].origins) == (8, range(8, 10))
    named = Batch.of([TWO], origins=["a title"])
    assert Batch.joined([batch[:1], named]).origins == [7, "a title"]
    assert Batch.joined([batch, Batch.of([TWO])]).origins is None
    assert Batch.of([ONE]).origin(0) is None
    with pytest.raises(IndexError):
        batch.origin(3)


def test_cages_go_with_the_puzzles() -> None:
    caged = Puzzle(2, cages=(CAGE,))
    batch = Batch.of([ONE, caged])
    assert list(batch) == [ONE, caged]
    assert batch[:1].cages == ((),)
    assert list(Batch.joined([Batch.of([TWO]), batch])) == [TWO, ONE, caged]
    assert Batch.of([ONE]).cages is None
    assert list(Batch.of([ONE]).cages_of()) == [()]


def test_candidates_make_rows_of_masks() -> None:
    limited = Puzzle(2, (1, 0, 0, 0), candidates=(3, 2, 3, 3))
    batch = Batch.of([limited, TWO])
    assert batch.has_masks
    assert batch.rows.tolist() == [1, 2, 3, 3, 3, 3, 3, 2]
    assert batch[0] == Puzzle(2, candidates=(1, 2, 3, 3))


@together("typecode", "BbHhIiLlQq")
def test_masks_are_the_same_from_digits_and_from_rows_of_any_width(typecode: str) -> None:
    digits = Batch(2, bytes([1, 0, 0, 2]))
    masks = Batch(2, array(typecode, [1, 3, 3, 2]), masks=True)
    assert digits.masks().tolist() == masks.masks().tolist() == [1, 3, 3, 2]
    assert masks.masks().itemsize == 8


def test_no_puzzles_at_all_are_a_batch_too() -> None:
    empty = Batch(9, np.zeros((0, 81), np.uint64), masks=True)
    assert (len(empty), list(empty), array_of(empty).shape) == (0, [], (0, 81))
    assert array_of(Batch.of([ONE])[1:]).shape == (0, 4)


def test_puzzles_of_any_geometries_are_parted_and_keep_their_positions() -> None:
    limited = Puzzle(4, candidates=(15,) * 16)
    puzzles = [ONE, Puzzle(4), TWO, limited, Puzzle(Geometry.latin(4))]
    found = list(batches_of(puzzles))
    assert [list(batch.origins or ()) for batch in found] == [[0, 2], [1], [3], [4]]
    for batch in found:
        assert list(batch) == [puzzles[position] for position in batch.origins or ()]


@together(
    "make, error, message",
    [
        (lambda: Batch(2, bytes(5)), ValueError, "rows of 4 cells, found 5 numbers"),
        (lambda: Batch(2, np.zeros((1, 4))), TypeError, "whole numbers, found numbers .* 'd'"),
        (lambda: Batch(2, np.zeros((1, 4), bool)), TypeError, "whole numbers, .* type '\\?'"),
        (lambda: Batch(2, np.full(4, 511)), ValueError, r"0\.\.36, found 511; masks=True takes"),
        (lambda: Batch(2, np.full(4, -1)), ValueError, r"expected digits 0\.\.36, found -1"),
        (lambda: Batch(2, np.ones(4), masks=True), TypeError, "whole numbers, .* type 'd'"),
        (lambda: Batch(2, np.full(4, -1), masks=True), ValueError, r"masks 0\.\.\d+, found -1"),
        (
            lambda: Batch(2, np.ones(4, np.uint64), masks=1),  # type: ignore[arg-type]
            TypeError,
            "expected masks as True or False, found 1",
        ),
        (lambda: Batch(2, np.zeros((4, 2), np.uint8).T), ValueError, "contiguous"),
        (lambda: Batch(2, bytes(8), cages=[()]), ValueError, "cages of 2 puzzles, found 1"),
        (lambda: Batch(2, bytes(4), origins=[1, 2]), ValueError, "origins of 1 puzzles, found 2"),
        (lambda: Batch(2, bytes([3] * 4)).masks(), PuzzleError, r"digits 0\.\.2, found 3"),
        (lambda: Batch(2, bytes(8))[::2], ValueError, "step 1, found step 2"),
        (lambda: Batch.of([]), ValueError, "at least one puzzle"),
        (lambda: Batch.of([ONE, Puzzle(4)]), ValueError, "puzzle 1: .* of one geometry, 2x2"),
        (lambda: Batch.of([Puzzle(2, (3, 0, 0, 0))]), PuzzleError, "r1c1: .* found 3"),
        (lambda: Batch.joined([]), ValueError, "found 0 kinds"),
        (lambda: Batch.joined([Batch(2, bytes(4)), Batch(1, b"")]), ValueError, "found 2 kinds"),
    ],
)  # fmt: skip
def test_invalid_batches_are_refused(make: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()  # type: ignore[operator]


@together("dtype", ["int8", "uint16", "int32", "uint32", "int64", "uint64"])
def test_digits_of_any_type_make_the_same_batch(dtype: str) -> None:
    digits = np.array([[1, 0, 0, 2], [0, 0, 2, 1]], dtype)
    batch = Batch(2, digits)
    assert batch == Batch(2, digits.astype(np.uint8))
    assert not batch.has_masks
    assert array_of(batch).dtype == np.uint8
    assert array_of(batch).tolist() == digits.tolist()


def test_batches_are_equal_exactly_if_their_puzzles_are() -> None:
    other_cage = Cage(CAGE.operation, CAGE.target, CAGE.cells[::-1])
    masks = array("I", [1, 3, 3, 2])
    batches = {
        "digits": Batch.of([ONE, TWO]),
        "digits with origins": Batch(2, Batch.of([ONE, TWO]).rows, origins="ab"),
        "digits with a title": Batch.of([ONE.replace(title="one"), TWO]),
        "no cages at all": Batch(2, Batch.of([ONE, TWO]).rows, [(), ()]),
        "another order": Batch.of([TWO, ONE]),
        "one of them": Batch.of([ONE]),
        "cages": Batch.of([ONE.replace(cages=(CAGE, CAGE)), TWO]),
        "cages in another order": Batch.of([ONE.replace(cages=(CAGE, other_cage)), TWO]),
        "fewer cages": Batch.of([ONE.replace(cages=(CAGE,)), TWO]),
        "masks": Batch(2, masks, masks=True),
        "wider masks": Batch(2, array("Q", masks), masks=True),
        "masks as digits": Batch(2, masks),
        "another geometry": Batch(Geometry(2, diagonals=True), bytes([1, 3, 3, 2])),
    }
    for (name, one), (other_name, other) in product(batches.items(), repeat=2):
        names = f"{name} and {other_name}"
        assert (one == other) is ([*one] == [*other] and one.geometry == other.geometry), names
        assert one != other or hash(one) == hash(other), names
    assert batches["digits"] == batches["digits with origins"] == batches["no cages at all"]
    assert batches["cages"] == batches["cages in another order"] != batches["fewer cages"]
    assert batches["masks"] == batches["wider masks"] != batches["masks as digits"]


def test_a_batch_says_what_it_holds() -> None:
    assert repr(Batch.of([ONE])) == "Batch(1 puzzle, 2x2)"
    assert repr(Batch(4, bytes(32))) == "Batch(2 puzzles, 4x4, boxes 2x2)"
    assert repr(Batch.of([Puzzle(2, cages=(CAGE,))])) == "Batch(1 puzzle, 2x2, with cages)"


def test_a_batch_is_made_again_only_for_other_origins() -> None:
    batch = Batch.of([Puzzle(4), Puzzle(4)])
    assert Batch.of(batch) is batch
    assert list(Batch.of(batch, ["a", "b"]).origins or ()) == ["a", "b"]
