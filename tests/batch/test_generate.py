"""`batch generate`: the puzzles of `pandoku generate` as rows, and invalid options."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pandoku as library
from pandoku.batch import Job, run_job
from pandoku.batch.columns import id_of
from pandoku.batch.job import planned_at
from pandoku.batch.rules import puzzle_of_rules
from pandoku.batch.tables import column
from pandoku.batch.verbs import PartRows, get_verb
from pandoku.cli.commands.generate import generate as command
from pandoku.errors import BatchError
from pandoku.generation import KINDS, Generated
from pandoku.model import HOUSE_SETS
from pandoku.words import WISHES
from tests.cli.command import invoke
from tests.cli.command import pandoku as pandoku_command
from tests.data import by_default
from tests.together import together

VERB = get_verb("generate")
RARE: dict[str, Any] = {"order": 6, "givens": "9"}
# A few options of every kind, as keywords of `generate_many`.
ASKED: list[dict[str, Any]] = [
    {"order": 4},
    {"order": 6, "box": "3x2", "symmetry": "rotate-180"},
    {"order": 6, "blanks": "24..26"},
    {"difficulty": "easy"},
    {"needs": "naked-pair", "at_most": "naked-pair"},
    {"kind": "latin", "order": 5, "givens": "10..12"},
    {"kind": "jigsaw", "order": 5},
    {"kind": "diagonal", "order": 6},
    *({"kind": name, "order": KINDS[name].orders[0]} for name in HOUSE_SETS),
    {"kind": "killer", "order": 4, "cage_sizes": "2..3", "largest_sum": 9},
    {"kind": "killer", "order": 4, "givens": "minimal", "singles": 0.0},
    {"kind": "calcudoku", "order": 4, "operations": "+-", "hide_operations": True},
    {"kind": "calcudoku", "order": 4, "clue_minimal": True, "difficulty": "easy"},
    {"order": 6, "constraints": "cage 2, thermometer, white dot"},
    {"order": 6, "constraints": "arrow", "minimal": True},
]


def made(count: int, *, seed: int = 7, **options: Any) -> pa.Table:
    """Return the rows of a job with a single part."""
    return part(0, count, count=count, seed=seed, **options)


def part(start: int, n: int, /, **options: Any) -> pa.Table:
    """Return *n* rows of a job, from row *start*."""
    checked = VERB.checked(options)
    rows = PartRows(pa.table({}), start, checked["count"], n)
    return VERB.run(rows, checked)["puzzles"]


def as_puzzle(row: dict[str, Any]) -> library.Puzzle:
    """Return the puzzle of a row, from the columns `rules` and `puzzle` only."""
    if row["rules"] is None:
        return library.Puzzle(row["puzzle"])
    return puzzle_of_rules(row["rules"]).replace(givens=digits(row["puzzle"]))


def digits(text: str) -> tuple[int, ...]:
    return tuple(0 if each == "." else int(each, 36) for each in text)


def as_rows(found: Generated, first: int, n: int) -> list[dict[str, Any] | None]:
    """Return the expected values of the rows of some puzzles, or None for missing puzzles."""
    rows: list[dict[str, Any] | None] = [None] * n
    for puzzle, index, attempts in zip(found, found.indices, found.attempts, strict=True):
        rows[int(index) - first] = {
            "kind": found.wishes.kind,
            "order": puzzle.order,
            "n_givens": puzzle.n_givens,
            "seed_index": int(index),
            "attempts": int(attempts),
            "symmetry": found.wishes.symmetry,
            "solution": "".join(map(str, puzzle.solution or ())),
            "error": None,
        }
    return rows


# ------------------------------------------------------------------ the rows


def test_rows_are_the_lines_of_the_command() -> None:
    lines = invoke("generate", "--count", "300", "--seed", "7").out.splitlines()
    rows = made(300)
    assert rows["puzzle"].to_pylist() == lines
    assert set(rows["is_minimal"].to_pylist()) == {True}
    done = invoke("generate", "6", "--count", "50", "--seed", "7", "--symmetry", "diagonal")
    rows = made(50, kind="6x6", symmetry="diagonal")
    assert rows["puzzle"].to_pylist() == done.out.splitlines()
    assert set(rows["is_minimal"].to_pylist()) == {False}


@pytest.mark.turns(3)
@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_a_row_has_the_puzzle_and_the_numbers_of_the_function(asked: dict[str, Any]) -> None:
    n = by_default(3, full=6)
    rows = made(n, first=4, **asked).to_pylist()
    found = library.generate_many(n, **asked, seed=7, first=4)
    for row, puzzle, expected in zip(rows, found, as_rows(found, 4, n), strict=True):
        assert expected is not None
        assert {name: row[name] for name in expected} == expected
        assert as_puzzle(row) == puzzle.replace(source=None, solution=None)
        assert row["id"] == id_of(row["rules"], row["puzzle"])


def test_the_wishes_of_every_kind_are_tried_above() -> None:
    assert {each.get("kind", "sudoku") for each in ASKED} == set(KINDS)


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if not kind.has_cages])
def test_minimal_is_asked_for_by_default_and_changes_no_puzzle(kind: str) -> None:
    order = max(4, KINDS[kind].orders[0])
    n = by_default(3, full=8)
    rows = made(n, kind=kind, order=order)
    assert rows["is_minimal"].to_pylist() == [True] * n
    usual = library.generate_many(n, kind, order, seed=7)
    assert [digits(each) for each in rows["puzzle"].to_pylist()] == [each.givens for each in usual]
    assert rows["attempts"].to_pylist() == usual.attempts.tolist()


@pytest.mark.turns(3)
def test_large_orders_have_the_givens_that_are_usual() -> None:
    (row,) = made(1, order=20).to_pylist()
    assert not row["is_minimal"]
    assert digits(row["puzzle"]) == library.generate(order=20, seed=7).givens
    (row,) = made(1, order=16).to_pylist()
    assert row["is_minimal"]
    assert digits(row["puzzle"]) == library.generate(order=16, seed=7).givens


def test_anything_about_givens_or_difficulty_leaves_minimal_out() -> None:
    for asked in ({"givens": "26..30"}, {"blanks": "51"}, {"difficulty": "easy"}, {"smooth": True}):
        assert made(2, **asked)["is_minimal"].to_pylist() == [False, False], asked


def test_the_rules_of_a_kind_of_one_geometry_are_the_same_in_all_rows() -> None:
    assert made(3, kind="latin", order=4)["rules"].to_pylist() == ['{"size":4,"box":null}'] * 3
    assert made(3)["rules"].to_pylist() == [None] * 3
    regions = made(4, kind="jigsaw", order=5)["rules"].to_pylist()
    assert len(set(regions)) == 4
    assert all(json.loads(each)["regions"] for each in regions)


def test_the_columns_are_those_that_the_verb_names_and_have_their_types() -> None:
    options = VERB.checked({"count": 2, "seed": 1})
    table = VERB.run(PartRows(pa.table({}), 0, 2, 2), options)["puzzles"]
    assert (*VERB.columns(options), "error") == tuple(table.column_names)
    for field in table.schema:
        known = column(field.name)
        assert known is not None
        assert field.type == known.type, field.name


def test_no_rows_are_a_table_of_the_same_columns() -> None:
    empty = part(0, 0, count=5, seed=7)
    assert empty.num_rows == 0
    assert empty.schema == made(2).schema
    assert part(0, 0, count=5, seed=7, kind="killer").schema == empty.schema


# ------------------------------------------------------------------ parts, threads and seeds


@pytest.mark.turns(3)
@pytest.mark.parametrize("asked", [{}, RARE | {"budget": 3}, {"kind": "killer", "order": 4}])
@pytest.mark.parametrize("cut", [0, 1, 7, 39, 40][:: by_default(2, full=1)])
def test_two_parts_are_the_rows_of_one(asked: dict[str, Any], cut: int) -> None:
    asked = asked | {"count": 40, "seed": 5}
    rows = part(0, 40, **asked)
    assert pa.concat_tables([part(0, cut, **asked), part(cut, 40 - cut, **asked)]) == rows


def test_a_later_job_goes_on_where_another_ended() -> None:
    all_rows = made(30, seed=3)
    assert pa.concat_tables([made(20, seed=3), made(10, seed=3, first=20)]) == all_rows
    later = part(5, 5, count=10, first=20, seed=3)
    assert later["seed_index"].to_pylist() == [25, 26, 27, 28, 29]
    assert later == all_rows.slice(25)


@pytest.mark.parametrize("threads", [1, 2, None])
def test_threads_and_neighbors_change_no_row(threads: int | None) -> None:
    found = library.generate_many(400, seed=9, givens="minimal", threads=threads)
    rows = made(400, seed=9)
    assert [digits(each) for each in rows["puzzle"].to_pylist()] == [
        tuple(each) for each in found.puzzles.tolist()
    ]


def test_the_last_puzzles_of_a_seed_are_rows_too() -> None:
    rows = made(2, order=4, first=10**18 - 2, seed=2**64 - 1)
    assert rows["seed_index"].to_pylist() == [10**18 - 2, 10**18 - 1]


def test_a_seed_is_drawn_once_for_a_job() -> None:
    options = VERB.checked({"count": 3, "order": 4})
    assert VERB.checked(options) == options
    other = VERB.checked({"count": 3, "order": 4})
    assert other["seed"] != options["seed"]
    (one, again) = (VERB.run(PartRows(pa.table({}), 0, 3, 3), options)["puzzles"] for _ in "ab")
    assert one == again


@pytest.mark.parametrize("rows", [7, 1000])
def test_a_job_in_parts_writes_the_lines_of_the_command(tmp_path: Path, rows: int) -> None:
    asked = {"count": 30, "order": 6, "givens": "9..10", "first": 5, "seed": 3}
    job = Job("generate", output=str(tmp_path / "made"), options=asked, rows=rows)
    assert run_job(job, workers=1).rows_out == 30
    files = sorted((tmp_path / "made" / "puzzles").iterdir())
    assert len(files) == -(-30 // rows)
    table = pa.concat_tables([pq.read_table(each) for each in files])
    typed = ("6", "--givens", "9..10", "--first", "5", "--count", "30", "--seed", "3")
    assert table["puzzle"].to_pylist() == invoke("generate", *typed).out.splitlines()
    assert table["index"].to_pylist() == list(range(30))
    assert table["seed_index"].to_pylist() == list(range(5, 35))


def test_the_job_has_the_seed_that_was_drawn(tmp_path: Path) -> None:
    job = Job("generate", output=str(tmp_path / "made"), options={"count": 5, "order": 4})
    run_job(job, workers=1)
    seed = json.loads((tmp_path / "made/.pandoku/job.json").read_text())["options"]["seed"]
    (file,) = (tmp_path / "made/puzzles").iterdir()
    found = library.generate_many(5, order=4, seed=seed)
    assert [digits(each) for each in pq.read_table(file)["puzzle"].to_pylist()] == [
        puzzle.givens for puzzle in found
    ]


# ------------------------------------------------------------------ puzzles that are not found


def test_a_puzzle_that_is_not_found_is_an_empty_row_with_the_reason() -> None:
    table = part(10, 20, count=30, seed=5, budget=3, **RARE)
    found = library.generate_many(20, order=6, givens=9, budget=3, seed=5, first=10)
    lost = {each.index - 10: each for each in found.missing}
    assert lost
    assert len(found)
    for at, (row, expected) in enumerate(
        zip(table.to_pylist(), as_rows(found, 10, 20), strict=True)
    ):
        assert (expected is None) == (at in lost)
        if expected is not None:
            assert {name: row[name] for name in expected} == expected
            continue
        for name in ("puzzle", "rules", "n_givens", "solution", "id"):
            assert row[name] is None
        assert (row["kind"], row["order"], row["seed_index"]) == ("sudoku", 6, at + 10)
        assert row["attempts"] == 3
        assert " (9 givens), found none in 3 attempts" in row["error"]
        assert lost[at].why in row["error"]
        assert "climbing" not in row["error"]


def test_a_part_in_which_nothing_is_found_has_its_rows() -> None:
    table = made(3, givens="17", budget=2)
    assert table["puzzle"].null_count == 3
    assert table["error"].null_count == 0
    assert table.schema == made(3).schema


# ------------------------------------------------------------------ options


def test_the_options_are_those_of_the_command() -> None:
    typed = {each.opts[-1] for each in command.params}
    here = {each.name if each.is_argument else each.flag for each in VERB.options} - {"count"}
    here.add("--count")  # an argument of the verb
    only_typed = {"--climb", "--to", "--output", "--threads", "--json", "--budget"}
    assert typed - here == only_typed
    assert here <= typed


def test_every_wish_is_an_option_but_climbing() -> None:
    names = [each.name for each in VERB.options]
    assert set(library.generation.WishKeywords.__annotations__) - set(names) == {"climb", "threads"}
    assert [each.name for each in WISHES if each.name in names] == [
        each.name for each in WISHES if each.name != "climb"
    ]


BAD: list[tuple[dict[str, Any], list[str]]] = [
    ({"kind": "sudoko"}, ["sudoko"]),
    ({"kind": "easy"}, ["easy"]),
    ({"order": 5}, ["5"]),
    ({"order": "99"}, ["99"]),
    ({"kind": "6", "order": "6"}, ["6", "6"]),
    ({"order": "nine"}, ["sudoku", "nine"]),
    ({"order": "Easy"}, ["sudoku", "Easy"]),
    ({"givens": "10"}, ["--givens", "10"]),
    ({"givens": "17", "blanks": "30"}, ["--givens", "17", "--blanks", "30"]),
    ({"symmetry": "rotate"}, ["--symmetry", "rotate"]),
    ({"needs": "cage-trial"}, ["--needs", "cage-trial"]),
    ({"needs": ("xwyng",)}, ["--needs", "xwyng"]),
    ({"at_most": "xwyng"}, ["--at-most", "xwyng"]),
    ({"pattern": "1.1"}, ["--pattern", "1.1"]),
    ({"solution": "12"}, ["--solution", "12"]),
    ({"difficulty": "hrad"}, ["--difficulty", "hrad"]),
    ({"rating": "99"}, ["--rating", "99"]),
    ({"box": "2x5"}, ["--box", "2x5"]),
    ({"operations": "+"}, ["--operations", "+"]),
    ({"kind": "calcudoku", "operations": "%"}, ["calcudoku", "--operations", "%"]),
    ({"kind": "killer", "singles": 2.0}, ["killer", "--singles", "2"]),
    ({"kind": "killer", "largest_sum": 0}, ["killer", "--largest-sum", "0"]),
    ({"kind": "killer", "cage_sizes": "0"}, ["killer", "--cage-sizes", "0"]),
    ({"regions": "112"}, ["--regions", "112"]),
]


@together("options, typed", BAD, ids=str)
def test_what_cannot_be_made_is_refused_in_the_words_of_the_command(
    options: dict[str, Any], typed: list[str]
) -> None:
    with pytest.raises(library.PandokuError) as caught:
        VERB.checked({"count": 3, **options})
    assert str(caught.value) in invoke("generate", *typed, status=2).err


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"count": 0}, "count .* 1, found 0"),
        ({"count": "10k"}, "count .*, found '10k'"),
        ({"first": -1}, "first .* 0, found -1"),
        ({"first": 10**18}, "first and count .* 1e18"),
        ({"budget": 0}, "budget .* 1, found 0"),
        ({"seed": -1}, r"seed 0\.\.18446744073709551615, found -1"),
        ({"smooth": 1}, "smooth .*, found 1"),
        ({"climb": True}, "option 'climb'"),
        ({"givens": True}, "givens .*, found True"),
        ({"operations": ["+", "-"]}, "operations .*, found"),
    ],
)
def test_a_value_of_the_wrong_sort_is_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises((library.PandokuError, ValueError), match=reason):
        VERB.checked({"count": 1, **options})


def test_a_range_is_the_same_option_in_every_form() -> None:
    def givens(value: object) -> object:
        return VERB.checked({"count": 1, "seed": 1, "order": 4, "givens": value})["givens"]

    assert givens((6, 8)) == givens([6, 8]) == givens("6..8") == "6..8"
    assert givens(6) == givens("6") == "6"


def test_parts_are_smaller_if_puzzles_take_long() -> None:
    for asked, is_slow in (
        ({}, False),
        ({"kind": "latin", "order": 7}, False),
        ({"order": 16}, True),
        ({"kind": "jigsaw"}, True),
        ({"kind": "killer"}, True),
        ({"kind": "calcudoku"}, True),
        ({"difficulty": "hard"}, True),
        ({"needs": ("x-wing",)}, True),
    ):
        assert VERB.makes_cages(VERB.checked({"count": 1, **asked})) == is_slow, asked
    assert VERB.rows == (65_536, 4_096)


def test_every_row_is_proper() -> None:
    rows = made(200)
    puzzles = np.array([digits(each) for each in rows["puzzle"].to_pylist()], np.uint8)
    solutions, counts = library.solve_many(puzzles, limit=2)
    assert set(counts.tolist()) == {1}
    assert ["".join(map(str, each)) for each in solutions.tolist()] == rows["solution"].to_pylist()


def test_a_job_that_goes_on_keeps_the_seed_that_was_drawn(tmp_path: Path) -> None:
    job = Job("generate", output=str(tmp_path / "a"), options={"count": 5, "order": 4}, rows=2)
    assert run_job(job, workers=1).state == "done"
    again = run_job(job, workers=1, resume=True)
    assert (again.stood, again.done) == (3, 0)


def test_shards_need_a_seed_that_is_the_same_for_all(tmp_path: Path) -> None:
    job = Job("generate", output=str(tmp_path / "a"), options={"count": 5, "order": 4}, rows=2)
    with pytest.raises(BatchError, match="seed"):
        run_job(job, workers=1, shard=(0, 2))
    assert not (tmp_path / "a").exists()
    seeded = replace(job, options={**job.options, "seed": 3})
    assert run_job(seeded, workers=1, shard=(0, 2)).state == "part"
    assert run_job(job, workers=1, shard=(1, 2)).state == "done"


def test_the_command_shows_the_seed_that_was_drawn_and_takes_files_of_patterns(
    tmp_path: Path,
) -> None:
    (tmp_path / "pattern").write_text("x.x.\n.x.x\nx.x.\n.x.x\n")
    made = pandoku_command(
        "batch", "generate", "3", "sudoku", "4", "--pattern", str(tmp_path / "pattern"),
        "--first", "0", "-o", str(tmp_path / "a"), "--workers", "1",
    )  # fmt: skip
    assert made.returncode == 0, made.err
    found = re.search(r"^seed (\d+)$", made.err, re.M)
    assert found
    kept = planned_at(str(tmp_path / "a"))
    assert kept is not None
    assert kept.options["seed"] == int(found[1])
