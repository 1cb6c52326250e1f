"""The verb rate: the ratings of `pandoku rate` as columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

import pandoku
from pandoku.batch.columns import digit_texts
from pandoku.batch.rules import rules_of
from pandoku.batch.sorting import sorted_out
from pandoku.batch.tables import table_order, table_schema
from pandoku.batch.verbs import PartRows, get_verb
from pandoku.constraints import RULES
from pandoku.errors import BatchError
from pandoku.logic import explain_many
from pandoku.model import Puzzle
from pandoku.rating import get_scale
from tests.cli.command import invoke
from tests.data import EASY, ESCARGOT

HARD = ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"
NAMES = ("scale", "score", "er", "ep", "ed", "hardest", "level", "stopped")


def rate(puzzles: Sequence[Any], **options: Any) -> pa.Table:
    columns = {
        "puzzle": pa.array([_text(each) for each in puzzles], pa.string()),
        "rules": pa.array(
            [rules_of(each) if isinstance(each, Puzzle) else None for each in puzzles], pa.string()
        ),
    }
    return of_table(pa.table(columns), **options)


def of_table(table: pa.Table, **options: Any) -> pa.Table:
    verb = get_verb("rate")
    checked = verb.checked(options)
    found = verb.run(PartRows(table), checked)["puzzles"]
    names = table_order([*verb.columns(checked), "error"])
    assert found.num_rows == table.num_rows
    assert found.select(names).schema == table_schema(names)
    return found


def stored(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle as a data set stores it."""
    columns = {"puzzle": [_text(puzzle)], "rules": [rules_of(puzzle)]}
    ((_, batch),) = sorted_out(pa.table(columns)).groups
    return batch[0]


def _text(each: Any) -> str | None:
    if not isinstance(each, Puzzle):
        return each  # type: ignore[no-any-return]
    return str(digit_texts(np.array([each.givens], np.uint8))[0].as_py())


@lru_cache(maxsize=1)
def examples() -> tuple[Puzzle, ...]:
    """Puzzles of every kind in mixed order. Some are not proper."""
    kinds = [
        *(("sudoku", 9, seed) for seed in range(4)),
        *(("sudoku", order, 1) for order in (4, 6)),
        *(("jigsaw", order, 2) for order in (6, 9)),
        ("diagonal", 9, 1),
        ("windoku", 9, 1),
        ("latin", 5, 1),
        *(("killer", order, 3) for order in (4, 6)),
        *(("calcudoku", order, seed) for order in (3, 4, 6) for seed in range(2)),
    ]
    made = [pandoku.generate(kind, order, seed=seed) for kind, order, seed in kinds]
    made += [pandoku.loads(text) for text in (HARD, "." * 81, "12345678." + "........9" + "." * 63)]
    return tuple(made[at] for at in np.random.default_rng(1).permutation(len(made)))


def as_csv(file: Path, *options: str) -> list[dict[str, str]]:
    file.write_text("".join(pandoku.dumps(each, "json") for each in examples()))
    done = invoke("rate", "--csv", *options, str(file), status=1)  # some are not proper
    return list(csv.DictReader(io.StringIO(done.out)))


def told(value: Any) -> str:
    return "" if value is None else str(value)


@pytest.mark.turns(3)
@pytest.mark.parametrize("scale", [None, "pandoku"])
def test_rows_are_those_of_pandoku_rate(scale: str | None, tmp_path: Path) -> None:
    found = rate(examples(), scale=(scale,) if scale else None).to_pylist()
    expected = as_csv(tmp_path / "all.txt", *(["--scale", scale] if scale else []))
    in_csv = {"hardest": "hardest_title"}
    assert [{name: told(row[name]) for name in NAMES} for row in found] == [
        {name: row[in_csv.get(name, name)] for name in NAMES} for row in expected
    ]
    assert {row["scale"] for row in found} == ({scale} if scale else {"se", "pandoku"})
    assert {row["error"] for row in found} == {None}


@pytest.mark.turns(3)
def test_variants_have_their_ratings() -> None:
    variants = [RULES[name].example for name in ("thermometer", "sandwich", "anti-knight")]
    rows = rate([variants[0], EASY, *variants[1:]], techniques=True).to_pylist()
    assert [row["scale"] for row in rows] == ["pandoku", "se", "pandoku", "pandoku"]
    for row, puzzle in zip(rows[:1] + rows[2:], variants, strict=True):
        # A data set sorts constraints, and the order decides between steps that are equally easy.
        rating = pandoku.rate(stored(puzzle))
        found = (row["score"], row["hardest"], row["level"], row["stopped"], row["error"])
        assert found == (rating.score, rating.hardest, rating.level, "rated", None)
        assert row["techniques"]
    assert rows[0]["score"] > 2
    assert "thermometer" in {each["technique"] for each in rows[0]["techniques"]}


def test_a_puzzle_that_is_not_proper_is_no_bad_row() -> None:
    no_solution = "12345678." + "........9" + "." * 63
    for row, end in zip(
        rate(["." * 81, no_solution], techniques=True).to_pylist(),
        ("several solutions", "no solution"),
        strict=True,
    ):
        assert (row["scale"], row["stopped"], row["error"]) == ("se", end, None)
        others = ("score", "er", "ep", "ed", "hardest", "level", "techniques")
        assert [row[name] for name in others] == [None] * len(others)


@pytest.mark.turns(3)
def test_parts_and_order_change_no_row() -> None:
    puzzles = examples()
    options = {"scale": ("pandoku", "hodoku"), "techniques": True}
    whole = rate(puzzles, **options)
    order = np.random.default_rng(2).permutation(len(puzzles))
    mixed = [puzzles[at] for at in order]
    parts = [rate(mixed[at : at + 10], **options) for at in range(0, len(mixed), 10)]
    assert pa.concat_tables(parts).combine_chunks() == whole.take(pa.array(order)).combine_chunks()


def test_bad_rows_have_an_error_and_no_rating() -> None:
    table = pa.table(
        {
            "puzzle": [EASY, "1" * 80, EASY[:80] + "x", None, "55" + "." * 79, EASY, EASY],
            "rules": pa.array([None] * 5 + ["{"] + [None], pa.string()),
            "error": pa.array([None] * 6 + ["length: expected 81, found 7"], pa.string()),
        }
    )
    rows = of_table(table, scale=("se", "pandoku"), techniques=True).to_pylist()
    assert [each["error"] and each["error"].split(":")[0] for each in rows] == [
        None, "length", "character", "null", "givens", "rules", "length"
    ]  # fmt: skip
    assert rows[0]["score"] == pandoku.rate(EASY).score
    for row in rows[1:]:
        assert {name for name, value in row.items() if value is not None} == {"error"}


def test_a_second_scale_has_columns_of_its_own() -> None:
    texts = [EASY, HARD]
    rows = rate(texts, scale=("pandoku", "se", "hodoku")).to_pylist()
    for text, row in zip(texts, rows, strict=True):
        for scale, prefix in (("pandoku", ""), ("se", "se_"), ("hodoku", "hodoku_")):
            one = pandoku.rate(text, scale=scale)
            found = tuple(row[prefix + name] for name in ("score", "hardest", "level", "stopped"))
            assert found == (one.score, one.hardest, one.level, "rated")
        assert row["scale"] == "pandoku"
        assert row["er"] is row["ep"] is row["ed"] is None


def test_a_scale_that_knows_no_such_puzzles_leaves_the_others_their_ratings() -> None:
    killer = pandoku.generate("killer", 4, seed=1)
    alone, both = rate([killer, EASY], scale=("se",)), rate([killer, EASY], scale=("se", "pandoku"))
    assert alone["error"].to_pylist()[0].startswith("rules: ")
    assert alone["score"].to_pylist() == [None, pandoku.rate(EASY).score]
    first, second = both.to_pylist()
    assert (first["scale"], first["score"], first["stopped"]) == ("se", None, "other kind")
    assert first["pandoku_score"] == pandoku.rate(killer).score
    assert (first["error"], second["stopped"], second["pandoku_stopped"]) == (
        None,
        "rated",
        "rated",
    )


def test_a_budget_gives_lower_bounds() -> None:
    (row,) = rate([ESCARGOT], budget=10_000).to_pylist()
    one = pandoku.rate(ESCARGOT, budget=10_000)
    assert (row["score"], row["stopped"]) == (one.score, "budget")


@pytest.mark.turns(3)
def test_techniques_are_those_that_explain_many_counts() -> None:
    order = get_scale("pandoku").order
    puzzles = examples()
    rows = rate(puzzles, scale=("pandoku",), techniques=True).to_pylist()
    n_used = 0
    for puzzle, row in zip(puzzles, rows, strict=True):
        if row["score"] is None:
            assert row["techniques"] is None
            continue
        paths = explain_many([puzzle], techniques=order, is_proper=True)
        counted = zip(paths.techniques, paths.counts[0].tolist(), strict=True)
        expected = [{"technique": name, "count": count} for name, count in counted if count]
        assert row["techniques"] == expected
        n_used += len(expected)
    assert n_used > 3 * len(puzzles)


def test_a_puzzle_that_limits_its_candidates_is_counted_too() -> None:
    whole = pandoku.loads(EASY)
    masks = [511 if given == 0 else 1 << (given - 1) for given in whole.givens]
    solution = pandoku.solve(EASY).solution
    assert solution is not None
    empty = whole.givens.index(0)
    masks[empty] = 1 << (solution[empty] - 1) | 1 << (solution[empty] % 9)
    limited = Puzzle(whole.geometry, whole.givens, candidates=tuple(masks))
    (row,) = rate([limited], techniques=True).to_pylist()
    assert (row["scale"], row["stopped"], row["error"]) == ("pandoku", "rated", None)
    assert row["score"] == pandoku.rate(limited).score
    placed = {"full-house", "hidden-single", "naked-single"}
    singles = [each["count"] for each in row["techniques"] if each["technique"] in placed]
    assert sum(singles) == whole.givens.count(0)


def test_efforts_are_those_of_explain() -> None:
    killer = pandoku.load("examples/killer.txt")
    rows = rate([EASY, "." * 81, killer], effort=True).to_pylist()
    names = ("effort", "minutes", "minutes_low", "minutes_high", "effort_level")
    for row, puzzle in zip(rows, (EASY, None, killer), strict=True):
        expected: tuple[object, ...] = (None,) * len(names)
        if puzzle is not None:
            found = pandoku.explain(puzzle).effort()
            expected = (found.effort, found.minutes, found.low, found.high, found.level)
        assert tuple(row[name] for name in names) == expected
    assert "effort" not in rate([EASY]).column_names


def test_options_that_contradict_each_other_are_refused() -> None:
    verb = get_verb("rate")
    with pytest.raises(BatchError, match=r"scale .*, found se twice"):
        verb.checked({"scale": ("se", "pandoku", "se")})
    with pytest.raises(BatchError, match=r"scale .* pandoku, hodoku, se"):
        verb.checked({"scale": ("ser",)})
    with pytest.raises(BatchError, match=r"budget .* at least 1"):
        verb.checked({"budget": 0})


def test_no_rows_give_an_empty_table() -> None:
    assert rate([], scale=("se", "pandoku"), techniques=True).num_rows == 0
