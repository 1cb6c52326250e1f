"""Tables with a column of puzzles, and lines with a rating after the puzzle."""

from __future__ import annotations

import csv
import json
import re
from io import BytesIO, StringIO

import pytest

from pandoku import Batch, Puzzle, dumps, loads, reads
from pandoku.errors import FormatError
from pandoku.formats import Lines, get_format, items, items_and_batches, sniff
from tests.data import EASY, ESCARGOT
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

FOUR = "1.....2..3.....4"


@together(
    "name", ["puzzle", "Puzzle", " quizzes ", "quiz", "question", "puzzles", "Sudoku", '"puzzle"']
)
@together("separator", [",", ";", "\t"])
def test_the_column_of_puzzles_is_found_by_its_name(name: str, separator: str) -> None:
    text = f"n{separator}{name}{separator}er\n7{separator}{FOUR}{separator}1.2\n"
    assert sniff(Lines.of(text)).name == "csv"
    puzzle = loads(text)
    assert (puzzle.givens, dict(puzzle.extra)) == (loads(FOUR).givens, {"n": "7", "er": "1.2"})


def test_a_table_of_one_column_is_a_table() -> None:
    assert [puzzle.n_givens for puzzle in reads(f"puzzle\n{FOUR}\n\n# no row\n{FOUR}\n")] == [4, 4]


def test_comments_and_blank_lines_may_stand_above_the_header() -> None:
    puzzle = loads(f"# a set\n\npuzzle,n\n{FOUR},7\n")
    assert (puzzle.givens, dict(puzzle.extra)) == (loads(FOUR).givens, {"n": "7"})


def test_what_is_said_of_a_puzzle_becomes_its_attributes() -> None:
    solution = "1243342143122134"
    puzzle = loads(f'id,puzzle,solution,source,title\n"a,b",{FOUR},{solution},S,"T ""x"""\n')
    assert (puzzle.id, puzzle.source, puzzle.title) == ("a,b", "S", 'T "x"')
    assert puzzle.solution == tuple(map(int, solution))
    assert not puzzle.extra


def test_a_field_may_be_a_document() -> None:
    document = {
        "version": 1, "size": 4, "title": "Inside",
        "cages": [{"op": "+", "target": 3, "cells": [0, 1]}], "extra": {"note": "kept"},
    }  # fmt: skip
    table = StringIO()
    csv.writer(table).writerows(
        [("puzzle", "er", "title"), (json.dumps(document), 2.6, ""), (FOUR, 1.2, "Outside")]
    )
    first, second = reads(table.getvalue())
    assert (first.title, first.cages[0].target, dict(first.extra)) == (
        "Inside", 3, {"note": "kept", "er": "2.6"}
    )  # fmt: skip
    assert (second.title, second.givens) == ("Outside", loads(FOUR).givens)
    assert "line 2: puzzle: expected" in str(error_of('puzzle,er\n"{""version"":",1\n'))


def test_only_rows_with_attributes_are_read_one_by_one() -> None:
    text = "puzzle,title\n" + f"{FOUR},\n" * 3000 + f"{FOUR},Named\n"
    found = list(items_and_batches(Lines.of(text)))
    assert isinstance(found[0], Batch)
    assert found[-1].value.title == "Named"  # type: ignore[union-attr]


@pytest.mark.parametrize("column", ["cages", "Regions", " thermometer ", "killercage", "jigsaw"])
def test_a_column_that_may_hold_rules_is_refused_by_its_name(column: str) -> None:
    text = f"puzzle,{column}\n{FOUR},\n"
    for found in (items(Lines.of(text)), items_and_batches(Lines.of(text))):
        with pytest.raises(FormatError, match=r"the column '.*' .*'x-"):
            list(found)
    assert dict(loads(text.replace(column, "x-cages")).extra) == {}


def test_two_columns_of_one_name_are_refused() -> None:
    assert "found 'er' twice" in error_of(f"puzzle,er,ER\n{FOUR},1.2,1.3\n").reason


def test_a_solution_that_is_no_grid_is_kept_as_text() -> None:
    puzzle = loads(f"puzzle,solution\n{FOUR},unknown\n")
    assert (puzzle.solution, dict(puzzle.extra)) == (None, {"solution": "unknown"})


FREE = ("=1+1", "+1", "-1", "@A1", "\t=1", "'=1", "''@x", "'quoted'", "'", "1-1", "é=", "")


@together("text", FREE)
def test_no_written_text_begins_a_formula_and_each_is_read_back(text: str) -> None:
    puzzle = loads(EASY).replace(id=text or None)
    written = dumps(puzzle, "csv")
    (row,) = csv.reader(written.splitlines()[1:])
    assert not re.match(r"[=+@\t\r-]", row[1])
    assert loads(written, format="csv").id == (text or None)


@pytest.mark.parametrize("column", ["id", "title", "author", "source", "notes"])
def test_an_apostrophe_before_a_formula_is_no_part_of_a_text(column: str) -> None:
    puzzle = loads(f"puzzle,{column}\n{EASY},'=1\n", format="csv")
    assert (getattr(puzzle, column, None) or puzzle.extra[column]) == "=1"
    puzzle = loads(f"puzzle,{column}\n{EASY},'s\n", format="csv")
    assert (getattr(puzzle, column, None) or puzzle.extra[column]) == "'s"


def test_a_written_table_has_id_and_solution() -> None:
    puzzle = loads(FOUR).replace(id="7", solution=(1,) * 16)
    text = dumps(puzzle, "csv")
    assert text == f"puzzle,id,solution\n{FOUR},7,{'1' * 16}\n"
    assert in_full(loads(text)) == in_full(puzzle)
    assert get_format("csv").why_not(puzzle.replace(id="a\nb")) is not None


@together(
    "row, column, reason",
    [
        (f"1,{FOUR}5", 3 + 16, "expected 16 characters (4x4), found 17"),
        (f"1,{FOUR[:-1]}7", 3 + 15, "expected a digit 1-4 or '.', found '7'"),
        ("1", None, "expected 2 fields, found 1"),
        (f"1,{FOUR},3", None, "expected 2 fields, found 3"),
        (f'1,"{FOUR[:8]}""{FOUR[9:]}"', None, "expected a digit 1-4 or '.', found '\"'"),
        (f'1,"{FOUR}', None, "expected fields that end on their line, found an open quote"),
    ],
)
def test_a_bad_row_is_named_and_the_rest_go_on(row: str, column: int | None, reason: str) -> None:
    text = f"id,puzzle\n1,{FOUR}\n{row}\n3,{FOUR}\n"
    good, bad, last = items(Lines.of(text))
    assert isinstance(good.value, Puzzle)
    assert isinstance(last.value, Puzzle)
    error = bad.value
    assert (error.line, error.column, error.reason) == (3, column, reason)  # type: ignore[union-attr]


def test_a_named_table_needs_a_header() -> None:
    assert "column puzzle" in error_of(FOUR, "csv").reason


def test_plain_rows_are_read_as_batches() -> None:
    text = f"er,puzzle\n1.2,{ESCARGOT}\n" + f"10.6,{EASY}\n" * 40
    (batch,) = items_and_batches(Lines(BytesIO(text.encode())))
    assert isinstance(batch, Batch)
    assert (len(batch), batch.origin(0), batch.origin(40)) == (41, 2, 42)
    assert batch[0].givens == loads(ESCARGOT).givens


@pytest.mark.parametrize(
    "odd", ['"9",{0}', "9", "# a comment", " # 9,{0}", "", "9,{0},9", "9, {0}", "9,{1}"]
)
def test_odd_rows_among_plain_ones_are_read_alike(odd: str) -> None:
    rows = [f"1,{EASY}"] * 30
    text = "\n".join(["n,puzzle", *rows, odd.format(EASY, FOUR), *rows])
    found: list[tuple[int, object]] = []
    for each in items_and_batches(Lines.of(text)):
        if isinstance(each, Batch):
            found += [(each.origin(at), puzzle.givens) for at, puzzle in enumerate(each)]
        else:
            value = each.value
            found.append((each.line, value.givens if isinstance(value, Puzzle) else str(value)))
    assert found == [
        (each.line, each.value.givens if isinstance(each.value, Puzzle) else str(each.value))
        for each in items(Lines.of(text))
    ]


def test_a_table_with_solutions_is_read_row_by_row() -> None:
    text = f"puzzle,solution\n{FOUR},1243342143122134\n"
    (item,) = items_and_batches(Lines.of(text))
    assert not isinstance(item, Batch)
    assert item.value.solution  # type: ignore[union-attr]


# ------------------------------------------------------------------ ratings after a line


@pytest.mark.parametrize(
    ("beside", "extra"),
    [
        (" 7.2", {"er": "7.2"}),
        ("\t10.6/10.6/9.7", {"er": "10.6", "ep": "10.6", "ed": "9.7"}),
        ("  ED=7.2/1.2/1.0", {"er": "7.2", "ep": "1.2", "ed": "1.0"}),
        (
            " 7.2/1.2/1.2 Forcing Chain",
            {"er": "7.2", "ep": "1.2", "ed": "1.2", "beside": "Forcing Chain"},
        ),
        (
            "\t7.2/1.2/1.2\tForcing Chain\thard",
            {"er": "7.2", "ep": "1.2", "ed": "1.2", "beside": "Forcing Chain\thard"},
        ),
        (
            "\t>=7.2/1.2/1.2\tForcing Chain\thard",
            {"beside": ">=7.2/1.2/1.2\tForcing Chain\thard"},
        ),
        ("\t-\tseveral solutions\t-", {"beside": "-\tseveral solutions\t-"}),
        ("\t344\tX-wing", {"beside": "344\tX-wing"}),
        (" 7.2 # 9.9", {"er": "7.2"}),
    ],
)
def test_what_stands_after_a_puzzle_is_kept(beside: str, extra: dict[str, str]) -> None:
    for cells, name in ((ESCARGOT, None), (EASY, None), (FOUR, "line")):
        for text in (cells + beside, f"{cells}{beside}\n" * 3):
            puzzles = list(reads(text, format=name))
            assert {puzzle.givens for puzzle in puzzles} == {loads(cells).givens}
            assert [dict(puzzle.extra) for puzzle in puzzles] == [extra] * len(puzzles)


def test_a_line_with_a_rating_is_still_checked() -> None:
    assert error_of(f"{ESCARGOT[:-1]} 7.2").reason.endswith("found 80")


def test_spaces_that_are_blanks_are_no_ratings() -> None:
    spaced = ESCARGOT.replace(".", " ")
    assert loads(spaced, format="line").givens == loads(ESCARGOT).givens


def test_a_row_without_a_puzzle_is_an_error_among_plain_rows_too() -> None:
    text = b"puzzle,er\n1...............,1.2\n,1.3\n...............4,1.4\n"
    read = list(items_and_batches(Lines.of(text), "csv"))
    puzzles = [p for found in read for p in (found if isinstance(found, Batch) else [found.value])]
    assert [type(p).__name__ for p in puzzles] == ["Puzzle", "FormatError", "Puzzle"]
