"""Texts as arrays of digits and back, and ids."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.batch.columns import (
    character_ranges,
    digit_rows,
    digit_texts,
    id_of,
    ids_of,
    spread,
    spread_all,
)
from tests.data import by_default
from tests.together import together

LETTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@st.composite
def grids(draw: st.DrawFn) -> tuple[int, list[list[int]]]:
    order = draw(st.integers(1, 12))
    cells = st.lists(st.integers(0, order), min_size=order**2, max_size=order**2)
    return order, draw(st.lists(cells, min_size=1, max_size=5))


@pytest.mark.turns(3)
@settings(deadline=None)
@given(grids())
def test_digits_written_as_text_are_read_as_they_were(drawn: tuple[int, list[list[int]]]) -> None:
    order, listed = drawn
    rows = np.array(listed, np.uint8)
    texts = digit_texts(rows)
    assert texts.to_pylist() == [
        "".join("." if not digit else LETTERS[digit - 1] for digit in row) for row in listed
    ]
    again, bad = digit_rows(texts, order)
    assert not bad.any()
    assert (again == rows).all()


@together("order", range(1, 36))
def test_every_order_has_its_characters_and_no_others(order: int) -> None:
    known = {".": 0, "0": 0} | {LETTERS[digit - 1]: digit for digit in range(1, order + 1)}
    every = [chr(code) for code in range(1, 128)]
    filler = "1" * (order * order - 1)
    rows, bad = digit_rows(pa.array([char + filler for char in every]), order)
    for char, row, is_bad in zip(every, rows, bad, strict=True):
        assert is_bad == (char not in known), char
        assert row[0] == known.get(char, 0)
        assert is_bad or (row[1:] == 1).all()
    assert not rows[bad].any()


def test_nulls_and_texts_of_another_length_are_bad_and_leave_the_others_as_they_are() -> None:
    texts = pa.array(["1234" * 4, None, "1234" * 3, "", "é" + "1" * 14, "é" + "1" * 15])
    rows, bad = digit_rows(texts, 4)
    assert bad.tolist() == [False, True, True, True, True, True]
    assert rows[0].tolist() == [1, 2, 3, 4] * 4
    assert not rows[1:].any()


def test_sliced_chunked_and_large_columns_are_read_like_any_other() -> None:
    texts = ["1..4" * 4, "2..3" * 4, None, "4321" * 4]
    plain, bad = digit_rows(pa.array(texts), 4)
    forms = [
        pa.chunked_array([texts[:1], texts[1:]]),
        pa.array(["x", *texts, "y"]).slice(1, 4),
        pa.array(texts, pa.large_string()),
        pa.array(texts, pa.string_view()),
        pa.array(texts).dictionary_encode(),
        pa.chunked_array([texts]).slice(0, 4),
    ]
    for form in forms:
        rows, is_bad = digit_rows(form, 4)
        assert (rows == plain).all()
        assert (is_bad == bad).all()
    rows, _ = digit_rows(pa.array(texts).slice(3), 4)
    assert rows[0].tolist() == [4, 3, 2, 1] * 4
    assert digit_rows(pa.array([], pa.string()), 4)[0].shape == (0, 16)
    assert digit_rows(pa.chunked_array([], pa.string()), 9)[0].shape == (0, 81)


@pytest.mark.parametrize(("kind", "named"), [("int64", "integers"), ("float64", "double")])
def test_a_column_of_numbers_is_refused_by_name(kind: str, named: str) -> None:
    numbers = pa.array([1, 2]).cast(kind)
    with pytest.raises(TypeError, match=rf"as text, .* {named}"):
        digit_rows(numbers, 9)


def test_rows_that_are_not_valid_are_null() -> None:
    rows = np.array([[1], [0], [1]], np.uint8)
    texts = digit_texts(rows, np.array([True, True, False]))
    assert texts.to_pylist() == ["1", ".", None]


@pytest.mark.turns(3)
@settings(deadline=None, max_examples=by_default(10, full=1000))
@given(
    st.lists(
        st.tuples(st.none() | st.text(max_size=5), st.none() | st.text(max_size=5)), min_size=1
    ),
    st.integers(0, 2),
)
def test_an_id_is_the_hash_of_rules_a_newline_and_the_puzzle(
    pairs: list[tuple[str | None, str | None]], first: int
) -> None:
    rules = pa.array([rule for rule, _ in pairs], pa.string()).slice(first)
    puzzles = pa.array([puzzle for _, puzzle in pairs], pa.string()).slice(first)
    expected = [
        None
        if puzzle is None
        else blake2b(f"{rule or ''}\n{puzzle}".encode(), digest_size=16).hexdigest()
        for rule, puzzle in pairs[first:]
    ]
    assert ids_of(rules, puzzles).to_pylist() == expected
    assert [puzzle and id_of(rule, puzzle) for rule, puzzle in pairs[first:] if puzzle] == [
        each for each, (_, puzzle) in zip(expected, pairs[first:], strict=True) if puzzle
    ]


def test_ids_without_rules_are_those_of_rules_that_are_null() -> None:
    puzzles = pa.array(["1...", None, "2..."])
    nulls = pa.nulls(3, pa.string())
    assert ids_of(None, puzzles).to_pylist() == ids_of(nulls, puzzles).to_pylist()


def test_values_are_put_in_their_places() -> None:
    at = np.array([1, 4])
    assert spread(5, at, [7, 8], pa.int32()).to_pylist() == [None, 7, None, None, 8]
    pieces = [(np.array([3, 1]), pa.array(["d", "b"])), (np.array([0]), pa.array(["a"]))]
    assert spread_all(4, pieces, pa.string()).to_pylist() == ["a", "b", None, "d"]
    assert spread_all(2, [], pa.string()).to_pylist() == [None, None]


@pytest.mark.parametrize(
    ("order", "words"),
    [(1, "1 . 0"), (2, "12 . 0"), (9, "1-9 . 0"), (10, "1-9 A . 0"), (16, "1-9 A-G . 0")],
)
def test_messages_say_which_characters_an_order_has(order: int, words: str) -> None:
    assert character_ranges(order) == words
