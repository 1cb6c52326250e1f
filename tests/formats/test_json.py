"""Format `json`: lossless, versioned, as its schema says; errors name the key's path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats import Item, Lines, dumps, items, loads, open_items
from pandoku.formats.json import stream
from pandoku.formats.json.format import FORMAT, schema
from pandoku.model import Cage, FrozenMap, Geometry, Puzzle, default_box, thaw
from tests.data import SHARED, by_default
from tests.in_full import in_full
from tests.together import together

FILES = sorted([*SHARED.glob("cages/*.jsonl"), *SHARED.glob("sudoku/*.jsonl")])
VALIDATOR = jsonschema.Draft202012Validator(schema())
QUICK = settings(max_examples=by_default(15, full=1000), deadline=None, database=None)


def read_all(text: str) -> list[Item]:
    return list(items(Lines.of(text), "json"))


def error_of(text: str) -> str:
    (item,) = read_all(text)
    assert isinstance(item.value, FormatError | PuzzleError)
    return str(item.value)


# ------------------------------------------------------------------ what the keys mean


def test_size_is_all_that_an_object_needs() -> None:
    assert in_full(loads('{"size": 6}')) == in_full(Puzzle(6))


def test_an_absent_box_is_the_usual_one_and_null_is_none() -> None:
    assert loads('{"size": 6}').geometry.box == (2, 3)
    assert loads('{"size": 6, "box": [3, 2]}').geometry.box == (3, 2)
    assert loads('{"size": 6, "box": null}').geometry.box is None
    assert loads('{"size": 7}').geometry.box is None


def test_regions_are_numbers_of_cells_or_lists_of_cells() -> None:
    numbers = loads('{"size": 2, "regions": [7, 8, 7, 8]}')
    assert in_full(numbers) == in_full(loads('{"size": 2, "regions": [[0, 2], [3, 1]]}'))
    assert numbers.geometry == Geometry(2, regions=(0, 1, 0, 1))


def test_diagonals_and_houses_are_houses() -> None:
    puzzle = loads('{"size": 3, "diagonals": true, "houses": [[0, 2, 7]]}')
    assert puzzle.geometry == Geometry.latin(3, diagonals=True, extra=((0, 2, 7),))


def test_givens_may_stand_in_rows() -> None:
    assert loads('{"size": 2, "givens": [[1, 0], [0, 2]]}').givens == (1, 0, 0, 2)


def test_candidates_are_masks_or_lists_of_digits() -> None:
    puzzle = loads('{"size": 2, "candidates": [3, [1], [2, 1, 2], 2]}')
    assert puzzle.candidates == (3, 1, 3, 2)


@together(
    "keys, repeats",
    [
        ('"kind": "killer"', False),
        ('"kind": "killer", "box": null', False),
        ('"kind": "sudoku"', True),
        ('"kind": "kenken", "box": null', True),
        ('"kind": null', False),
        ('"box": [2, 2]', False),
        ('"regions": [0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3]', False),
        ('"box": null', True),
    ],
)
def test_a_cage_repeats_by_default_unless_in_a_killer(keys: str, repeats: bool) -> None:
    puzzle = loads(f'{{"size": 4, {keys}, "cages": [{{"op": "+", "target": 5, "cells": [0, 5]}}]}}')
    assert puzzle.cages == (Cage("+", 5, (0, 5), repeats),)


def test_the_repeats_of_a_cage_override_the_kind() -> None:
    cage = '{"op": "*", "target": 9, "cells": [0, 5], "repeats": true}'
    assert loads(f'{{"size": 4, "kind": "killer", "cages": [{cage}]}}').cages[0].repeats


def test_an_absent_operation_is_a_sum_in_a_killer_and_a_digit_in_one_cell() -> None:
    puzzle = loads(
        '{"size": 4, "cages": [{"target": 5, "cells": [0, 5]}, {"target": 2, "cells": [1]},'
        ' {"cells": [8, 9]}]}'
    )
    assert [cage.operation for cage in puzzle.cages] == ["+", "=", "+"]
    assert puzzle.cages[2].target is None


def test_a_given_above_the_order_is_left_to_problems() -> None:
    puzzle = loads('{"size": 2, "givens": [3, 0, 0, 9]}')
    assert len([p for p in puzzle.problems() if p.severity == "error"]) == 2


# ------------------------------------------------------------------ other keys


def test_extra_and_keys_with_x_come_back_as_they_were() -> None:
    text = (
        '{"version":1,"size":1,"box":null,"cages":[{"op":"=","target":1,"cells":[0],'
        '"repeats":true,"extra":{"target":[1,2.5]},"x-color":{"r":1}}],'
        '"extra":{"level":3.5,"size":{}},"x-tags":["a",null,true],"x-":0}\n'
    )
    puzzle = loads(text)
    assert thaw(puzzle.extra) == {
        "level": 3.5,
        "size": {},
        "x-tags": ["a", None, True],
        "x-": 0,
        "cages": {"0": {"target": [1, 2.5], "x-color": {"r": 1}}},
    }
    assert dumps(puzzle) == text
    assert loads(dumps(puzzle)).extra == puzzle.extra
    VALIDATOR.validate(json.loads(text))


@together(
    "keys, message",
    [
        ('"Givens": [0]', "Givens: unknown key, did you mean givens? (data"),
        ('"given": [0]', "given: unknown key, did you mean givens? (data"),
        ('"clues": [0]', "clues: unknown key, did you mean givens? (data"),
        ('"grid": [[1, 0, 0, 0]]', "grid: unknown key, did you mean givens? (data"),
        ('"cage": []', "cage: unknown key, did you mean cages? (data"),
        ('"Order": 4', "Order: unknown key, did you mean size? (data"),
        ('"X-note": 1', "X-note: unknown key, which may be a rule (data"),
        ('"killers": []', "killers: unknown key, which may be a rule (data that is not a rule"),
        ('"": 1', ": unknown key, which may be a rule"),
        ('"cages": [{"cells": [0], "sum": 3}]', "cages[0].sum: unknown key, did you mean target?"),
        ('"cages": [{"cells": [0], "Op": "="}]', "cages[0].Op: unknown key, did you mean op?"),
        ('"cages": [{"cells": [0], "color": 3}]', "cages[0].color: unknown key, which may be"),
        ('"extra": [1]', "extra: expected an object, found [1]"),
        ('"cages": [{"cells": [0], "extra": 3}]', "cages[0].extra: expected an object, found 3"),
        ('"extra": {"x-a": 1}, "x-a": 2', "x-a: expected one value, found another in extra"),
        (
            '"extra": {"cages": 1}, "cages": [{"cells": [0], "x-a": 1}]',
            "extra: expected no key 'cages' in addition to the extra data of cages, found one",
        ),
    ],
)
def test_a_key_that_may_be_a_rule_is_refused_with_what_may_be_meant(
    keys: str, message: str
) -> None:
    text = f'{{"size": 4, {keys}}}'
    assert message in error_of(text)
    if "unknown key" in message or "an object" in message:
        assert not VALIDATOR.is_valid(json.loads(text))


@together("cages", ['[{"cells": [0]}]', "[]"])
@together("about", [1, {}, {"7": {"a": 1}}, {"0": {}}, [{"cells": [1]}]])
def test_extra_data_called_cages_comes_back_if_it_is_not_of_a_cage(
    cages: str, about: object
) -> None:
    puzzle = loads(f'{{"size": 4, "cages": {cages}}}').replace(extra={"cages": about})
    assert loads(dumps(puzzle)).extra == puzzle.extra


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), 10**60, -(10**60)])
def test_an_extra_that_json_cannot_hold_is_not_written(value: object) -> None:
    for extra in ({"odd": value}, {"x-odd": value}, {1: "a key that is no text"}):
        with pytest.raises(FormatError, match=": extra"):
            dumps(Puzzle(2, extra=extra))  # type: ignore[arg-type]


def test_text_of_any_characters_comes_back() -> None:
    puzzle = Puzzle(2, title='"\\ \n\r\u2028 \0 é \ud800', author="")
    text = dumps(puzzle)
    assert text.encode()
    assert text.count("\n") == 1
    assert in_full(loads(text)) == in_full(puzzle)


# ------------------------------------------------------------------ round trips and the schema

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)  # fmt: skip
WORDS = st.none() | st.text(max_size=8)


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles of every part; no errors that the schema knows."""
    n = draw(st.integers(1, 6))
    cell = st.integers(0, n * n - 1)
    shifted = tuple((c % n + c // n) % n for c in range(n * n))
    house = st.permutations(range(n * n)).map(lambda cells: tuple(cells[:n]))
    geometry = Geometry(
        n,
        *draw(st.sampled_from([(None, None), (default_box(n), None), (None, shifted)])),
        diagonals=draw(st.booleans()),
        extra=tuple(draw(st.lists(house, max_size=2))),
    )
    cage = st.builds(
        Cage,
        st.sampled_from("+-*/=?"),
        st.none() | st.integers(-5, 10**20),
        st.lists(cell, min_size=1, max_size=4, unique=True).map(tuple),
        st.booleans(),
    )
    cages = draw(st.lists(cage, max_size=3))
    digits = st.lists(st.integers(0, n), min_size=n * n, max_size=n * n)
    masks = st.lists(st.integers(1, 2**n - 1), min_size=n * n, max_size=n * n)
    name = st.text(st.characters(codec="utf-8"), max_size=4)
    name |= name.map(lambda key: f"x-{key}")
    extra = draw(st.dictionaries(name, JSON_VALUES, max_size=3))
    if draw(st.booleans()) and cages:
        extra["cages"] = {"0": draw(st.dictionaries(name, JSON_VALUES, min_size=1, max_size=2))}
    about: dict[str, Any] = {
        key: draw(WORDS) for key in ("id", "kind", "title", "author", "source")
    }
    return Puzzle(
        geometry,
        tuple(draw(digits)),
        tuple(cages),
        draw(st.none() | masks.map(tuple)),
        draw(st.none() | digits.map(tuple)),
        **about,
        extra=FrozenMap(extra),
    )


@given(puzzles())
@QUICK
def test_every_part_of_a_puzzle_comes_back_and_is_what_the_schema_says(puzzle: Puzzle) -> None:
    if FORMAT.why_not(puzzle) is not None:  # a number of more than 60 digits
        return
    text = dumps(puzzle)
    assert in_full(loads(text)) == in_full(puzzle)
    VALIDATOR.validate(json.loads(text))
    assert dumps(loads(text)) == text


@given(puzzles(), st.sampled_from([None, 0, 2, "\t"]))
@QUICK
def test_an_object_over_many_lines_is_the_same_puzzle(puzzle: Puzzle, indent: object) -> None:
    if FORMAT.why_not(puzzle) is not None:
        return
    pretty = json.dumps(json.loads(dumps(puzzle)), indent=indent)  # type: ignore[arg-type]
    for text in (pretty, f"[{pretty},\n{pretty}]", f"{pretty}\n{pretty}", f"{pretty} {pretty}\n\n"):
        assert {in_full(item.value) for item in read_all(text)} == {in_full(puzzle)}


def test_the_schema_is_valid_and_refuses_what_the_reader_refuses() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    for text in (
        "{}",
        '{"size": 4, "Givens": []}',
        '{"size": -3}',
        '{"size": 4, "box": [2]}',
        '{"size": 4, "cages": [{}]}',
    ):
        assert not VALIDATOR.is_valid(json.loads(text))
        error_of(text)


@pytest.mark.turns(3)
@pytest.mark.skipif(not FILES, reason="PANDOKU_SHARED has no puzzle files")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_public_file_loads_as_it_is(path: Path) -> None:
    raw = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    found = [item.value for item in open_items(path)]
    for source, puzzle in list(zip(raw, found, strict=True))[:: by_default(5, full=1)]:
        assert isinstance(puzzle, Puzzle)
        assert puzzle.solution is not None
        assert puzzle.accepts(puzzle.solution)
        assert (puzzle.id, puzzle.kind) == (source["id"], source["kind"])
        assert [cage.repeats for cage in puzzle.cages] == [
            source["kind"] != "killer" for _ in puzzle.cages
        ]
        assert in_full(loads(dumps(puzzle))) == in_full(puzzle)
        VALIDATOR.validate(source)


# ------------------------------------------------------------------ many puzzles in one text


def lines_of(text: str) -> list[tuple[int, bool]]:
    return [(item.line, isinstance(item.value, Puzzle)) for item in read_all(text)]


def test_a_bad_line_is_an_error_in_its_place_and_the_rest_go_on() -> None:
    text = '{"size":1}\n{"size":2,}\n{"size":3}\n{"size":"x"}\n\n{"size":4}\n'
    assert lines_of(text) == [(1, True), (2, False), (3, True), (4, False), (6, True)]


@together("cut", range(2, len('{"size": 4, "title": "a[{b", "givens": [0, 0')))
def test_a_line_that_was_cut_off_leaves_the_others_intact(cut: int) -> None:
    cut_off = '{"size": 4, "title": "a[{b", "givens": [0, 0'[:cut].rstrip()
    if cut_off.endswith((",", ":", "[")):
        return  # what follows may belong to it
    text = f'{{"size":1}}\n{cut_off}\n{{"size":3}}\n{{"size":4}}\n'
    assert lines_of(text) == [(1, True), (2, False), (3, True), (4, True)]


def test_elements_of_an_array_are_puzzles_with_their_own_lines() -> None:
    text = '[\n  {"size": 1},\n  {"size": 0},\n  {\n    "size": 3\n  }\n]\n'
    assert lines_of(text) == [(2, True), (3, False), (4, True)]


def test_the_rest_of_a_broken_object_is_skipped_up_to_the_next() -> None:
    text = '{\n "title": "abc\n "cages": [\n  {"op": "+"}\n ]\n}\n{"size": 4}\n'
    assert lines_of(text) == [(1, False), (7, True)]


def test_words_between_objects_are_one_error() -> None:
    assert lines_of('{"size":1}\nto be\nor not\n{"size":2}\n') == [
        (1, True),
        (2, False),
        (4, True),
    ]


def test_lines_are_read_as_they_are_asked_for() -> None:
    class Endless(BytesIO):
        n_read = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            self.n_read += 1
            assert self.n_read < 1000
            return b'{"size":4}\n'

    stream = Endless()
    found: Iterator[Item] = items(Lines(stream), "json")
    assert [next(found).line for _ in range(5)] == [1, 2, 3, 4, 5]


# ------------------------------------------------------------------ mistakes


@together(
    "text, message",
    [
        ("{}", "size: expected an order from 1 to 36, found no such key"),
        ('{"size": 1000000000}', "size: expected an order from 1 to 36, found 1000000000"),
        ('{"size": -3}', "size: expected an order from 1 to 36, found -3"),
        ('{"size": 4.0}', "size: expected a whole number, found 4.0"),
        ('{"size": true}', "size: expected a whole number, found true"),
        ('{"size": NaN}', "expected a finite number, found NaN"),
        ('{"size": -Infinity}', "expected a finite number, found -Infinity"),
        ('{"size": 4, "x-": 1e999}', "expected a finite number, found 1e999"),
        ('{"size": 1' + "0" * 5000 + "}", "expected numbers of at most 60 digits, found 5001"),
        ('{"size": 4, "size": 4}', "expected different keys in one object, found 'size' twice"),
        ('{"size": 4, "version": 3}', "version 3: this version of pandoku reads 1 and 2"),
        ('{"size": 4, "version": 0}', "version: expected 1 or 2, found 0"),
        ('{"size": 4, "version": true}', "version: expected 1 or 2, found true"),
        ('{"size": 4, "id": 7}', "id: expected a string, found 7"),
        ('{"size": 4, "diagonals": 1}', "diagonals: expected true or false, found 1"),
        ('{"size": 4, "box": 2}', "box: expected [rows, columns] or null, found 2"),
        ('{"size": 4, "box": [2, 3]}', "a box of order 4 has 4 cells, found 2x3 = 6"),
        ('{"size": 4, "cages": false}', "cages: expected a list, found false"),
        ('{"size": 4, "givens": [0, 1]}', "expected 16 givens, found 2"),
        ('{"size": 2, "givens": [[1, 2], [1]]}', "givens[1]: expected 2 numbers"),
        ('{"size": 2, "givens": [1, 2, "x", 0]}', 'givens[2]: expected a whole number, found "x"'),
        ('{"size": 2, "candidates": [[0], 1, 1, 1]}', "candidates[0]: expected digits from 1"),
        ('{"size": 2, "regions": [[0, 1], [1, 2]]}', "regions[1]: cell 1 is already in region 0"),
        ('{"size": 2, "regions": [[0, 1], [2]]}', "every cell in a region, found cell 3"),
        ('{"size": 2, "regions": [[0, 9], [2]]}', "regions[0]: expected cells 0..3, found 9"),
        ('{"size": 2, "houses": [[0, 0]]}', "extra house 1: expected 2 cells, found 1"),
        ('{"size": 2, "houses": [5]}', "houses[0]: expected an object with name and cells, or a"),
        ('{"size": 2, "houses": [{"name": "a"}]}', "houses[0]: expected the key 'cells'"),
        ('{"size": 2, "houses": [{"cells": [0, 1]}]}', "houses[0]: expected the key 'name'"),
        ('{"size": 2, "houses": [{"name": 1, "cells": [0, 1]}]}', "houses[0].name: expected a str"),
        ('{"size": 2, "houses": [{"title": "a", "cells": [0, 1]}]}', "did you mean name?"),
        ('{"size": 2, "houses": [{"name": "<b>", "cells": [0, 1]}]}', "found '<' in '<b>'"),
        ('{"size": 2, "houses": [{"name": "row 1", "cells": [0, 1]}]}', "found 'row 1'"),
        ('{"size": 2, "cages": [5]}', "cages[0]: expected an object, found 5"),
        ('{"size": 2, "cages": [{"op": "+"}]}', "cages[0].cells: expected a list of at least one"),
        ('[5]', "puzzle: expected an object, found 5"),
    ],
)  # fmt: skip
def test_a_bad_value_is_named_with_its_path(text: str, message: str) -> None:
    assert message in error_of(text)
    assert "line 1: " in error_of(text)


@pytest.mark.parametrize(
    ("cage", "message"),
    [
        ('{"op": "+", "target": "x", "cells": [0]}', ".target: expected a whole number, found"),
        ('{"op": "%", "target": 1, "cells": [0]}', ".op: expected one of + - * / ="),
        ('{"target": 1, "cells": [0, 1]}', ".op: expected one of + - * / = ?, "),
        ('{"op": "+", "cells": [0, true]}', ".cells[1]: expected a whole number, found true"),
        ('{"op": "+", "cells": [0], "repeats": 0}', ".repeats: expected true or false, found 0"),
    ],
)  # fmt: skip
def test_a_bad_cage_is_named_with_its_number(cage: str, message: str) -> None:
    good = '{"op": "+", "target": 3, "cells": [0, 1]}'
    assert f"cages[1]{message}" in error_of(f'{{"size": 3, "cages": [{good}, {cage}]}}')


def test_broken_json_is_shown_with_line_column_and_caret() -> None:
    text = '{\n  "size": 4,\n  "givens": [0, 0; 0]\n}\n'
    first, *shown = error_of(text).split("\n")
    assert first.startswith("json: line 3, column 18: ")
    assert first.endswith("found ';'")
    assert shown == ['      "givens": [0, 0; 0]', "                     ^"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        '{"size": 4, "x": ' + "[" * 100_000,
        '{"a":\n' * 1000,
        '{"size": 4, "x": [\n' + "[\n" * 1000,
    ],
    ids=["lists", "objects", "open", "lines of objects", "lines of lists"],
)
def test_brackets_nested_very_deep_are_one_error(text: str) -> None:
    assert "at most 64 deep" in error_of(text)


@pytest.mark.parametrize("filler", ["0,\n", "\n"])
def test_a_value_on_too_many_lines_ends_the_reading(
    filler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "_MAX_LINES", 5_000)
    for n_lines in (4_000, 5_001):
        text = '{"size": 9, "givens": [\n' + filler * n_lines + "]}\n" + '{"size": 9}\n'
        is_refused = any(
            isinstance(item.value, FormatError) and "5,000 lines" in item.value.reason
            for item in read_all(text)
        )
        assert is_refused == (n_lines > 5_000)
    assert len(read_all(text)) == 1


def test_brackets_in_texts_do_not_count() -> None:
    title = r"[{\"" * 200
    assert loads(f'{{"size": 4, "title": "{title}"}}').title == '[{"' * 200


@pytest.mark.parametrize("name", ["json", "opensudoku"])
def test_what_a_terminal_obeys_is_written_as_a_reference(name: str) -> None:
    title = "a\x7f\x85\x9b31m b"
    text = dumps(Puzzle(9, title=title), name)
    assert not [char for char in text if 127 <= ord(char) < 160]
    assert loads(text).title == title
