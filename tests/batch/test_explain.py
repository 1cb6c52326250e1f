"""The verb `explain`: the steps of each path in a separate table."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

pytest.importorskip("pyarrow")

import pyarrow as pa

import pandoku
from pandoku.batch.columns import ids_of
from pandoku.batch.rules import rules_of
from pandoku.batch.tables import column, table_schema
from pandoku.batch.verbs import PartRows, get_verb
from pandoku.errors import BatchError
from pandoku.logic import explain, path_as_json, step_as_json
from pandoku.model import Cage, Geometry, Puzzle
from pandoku.rating import SCALES, get_scale
from pandoku.words import paragraphs
from tests.data import EASY

SEVERAL = "12.." + "." * 12
PLAIN = (
    "index",
    "id",
    "step",
    "technique",
    "score",
    "placements",
    "eliminations",
    "short",
)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return Sudokus (one with several solutions, one with none) and caged puzzles."""
    proper = pandoku.generate_many(6, seed=11, givens="minimal").batch
    return (
        *proper,
        pandoku.loads(EASY),
        pandoku.loads(SEVERAL),
        pandoku.loads("123.34.........."),
        *pandoku.generate_many(3, "killer", 6, seed=2).batch,
        *pandoku.generate_many(3, "calcudoku", 5, seed=2).batch,
    )


def table_of(some: tuple[Puzzle, ...]) -> pa.Table:
    texts = ["".join(map(str, each.givens)).replace("0", ".") for each in some]
    columns = {"puzzle": pa.array(texts), "rules": pa.array(map(rules_of, some), pa.string())}
    return pa.table(columns)


def done(table: pa.Table, first: int = 0, total: int = 0, **options: Any) -> dict[str, Any]:
    verb = get_verb("explain")
    return dict(verb.run(PartRows(table, first, total or table.num_rows), verb.checked(options)))


def pairs(changes: list[dict[str, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((each["cell"], each["digit"]) for each in changes)


@pytest.mark.turns(3)
@pytest.mark.parametrize("scale", ["human", "pandoku", "hodoku"])
def test_the_steps_are_those_of_explain(scale: str) -> None:
    found = done(table_of(puzzles()), scale=scale)
    steps = iter(found["steps"].to_pylist())
    rate = get_scale("pandoku").rate
    for index, puzzle in enumerate(puzzles()):
        path = explain(puzzle, scale=scale)
        row = found["puzzles"].slice(index, 1).to_pylist()[0]
        assert row == {"path_stopped": path.stopped, "n_steps": len(path), "error": None}
        for number, each in enumerate(path, 1):
            told = next(steps)
            assert (told["index"], told["step"]) == (index, number)
            assert told["technique"] == each.step.technique
            assert pairs(told["placements"]) == each.step.placements
            assert pairs(told["eliminations"]) == each.step.eliminations
            assert told["short"] == each.explanation.short
            rating = rate(each.step)
            assert rating is not None
            assert told["score"] == rating.score
    assert next(steps, None) is None


def test_all_steps_of_a_row_lead_to_the_solution() -> None:
    found = done(table_of(puzzles()), boards=True)
    digits = {index: list(each.givens) for index, each in enumerate(puzzles())}
    for step in found["steps"].to_pylist():
        grid = digits[step["index"]]
        for cell, digit in pairs(step["placements"]):
            assert grid[cell] == 0
            grid[cell] = digit
        assert step["board"] == "".join(map(str, grid)).replace("0", ".")
    solved = [
        at for at, row in enumerate(found["puzzles"]["path_stopped"].to_pylist()) if row == "full"
    ]
    assert len(solved) == len(puzzles()) - 2
    for index in solved:
        assert tuple(digits[index]) == pandoku.solve(puzzles()[index]).solution


def test_columns_are_those_of_the_list_and_come_on_request() -> None:
    plain = done(table_of(puzzles()[:2]))
    assert plain["steps"].schema == table_schema(PLAIN, "steps")
    for option, name in (("words", "text"), ("facts", "facts"), ("boards", "board")):
        more = done(table_of(puzzles()[:2]), **{option: True})["steps"]
        assert more.schema == table_schema((*PLAIN, name), "steps")
        assert more.select(PLAIN) == plain["steps"]
    for field in plain["puzzles"].schema:
        known = column(field.name)
        assert known is not None
        assert known.type == field.type
    assert done(table_of(()))["steps"].schema == table_schema(PLAIN, "steps")


@pytest.mark.turns(3)
def test_words_are_those_that_explain_prints() -> None:
    told = iter(done(table_of(puzzles()), words=True)["steps"]["text"].to_pylist())
    for puzzle in puzzles():
        for each in explain(puzzle):
            assert next(told) == "\n".join(paragraphs(each.explanation.full))


@pytest.mark.turns(3)
def test_facts_are_the_step_of_the_document_without_its_words() -> None:
    told = iter(done(table_of(puzzles()), facts=True)["steps"]["facts"].to_pylist())
    worded = {"short", "heading", "text", "short_spans", "outline", "spans", "claims", "causes"}
    for puzzle in puzzles():
        for each in explain(puzzle):
            whole = step_as_json(each.number, each.step, each.board, each.explanation)
            facts = json.loads(next(told))
            assert facts == json.loads(
                json.dumps({key: value for key, value in whole.items() if key not in worded})
            )
    whole = path_as_json(explain(EASY))["steps"][0]
    assert set(whole) - set(facts) == worded - {"outline"} | {"rating"}


@pytest.mark.turns(3)
def test_parts_change_nothing() -> None:
    table = table_of(puzzles())
    options = {"words": True, "facts": True, "boards": True, "sample": 9}
    whole = done(table, **options)
    n = table.num_rows
    parts = [done(table.slice(at, 4), at, n, **options) for at in range(0, n, 4)]
    for name in ("steps", "puzzles"):
        assert pa.concat_tables([part[name] for part in parts]) == whole[name]
    assert 0 < len(set(whole["steps"]["index"].to_pylist())) < n


def test_the_steps_of_rows_of_several_kinds_stand_in_their_order() -> None:
    mixed = (*puzzles()[-2:], *puzzles()[:2], *puzzles()[6:9], *puzzles()[-4:-2])
    keys = done(table_of(mixed), first=70)["steps"].select(["index", "step"]).to_pylist()
    found = [(each["index"], each["step"]) for each in keys]
    assert found == sorted(found)
    assert (found[0], found[-1][0]) == ((70, 1), 70 + len(mixed) - 1)


def test_a_sample_is_about_so_large_and_contains_every_smaller_one() -> None:
    ids = [f"{row:016b}" for row in range(1000)]
    table = pa.table({"puzzle": ["1234341221434321"] * 1000, "id": ids})
    taken = {}
    for sample in (30, 100, 1000, 5000):
        rows = done(table, sample=sample)["puzzles"]["path_stopped"].to_pylist()
        taken[sample] = {at for at, stopped in enumerate(rows) if stopped is not None}
    assert 15 < len(taken[30]) < 50
    assert 70 < len(taken[100]) < 135
    assert taken[30] < taken[100] < taken[1000]
    assert len(taken[1000]) == len(taken[5000]) == 1000


def test_rows_outside_the_sample_have_no_path_but_keep_their_errors() -> None:
    table = pa.table({"puzzle": [EASY, "x" + "." * 80] * 20, "id": [str(i) for i in range(40)]})
    rows = done(table, sample=20)["puzzles"].to_pylist()
    good, bad = rows[::2], rows[1::2]
    assert {row["path_stopped"] for row in good} == {None, "full"}
    assert all((row["path_stopped"] is None) is (row["n_steps"] is None) for row in rows)
    assert {row["error"].partition(":")[0] for row in bad} == {"character"}
    assert {row["path_stopped"] for row in bad} == {None}


def test_ids_are_made_where_the_input_has_none() -> None:
    table = table_of(puzzles())
    ids = ids_of(table["rules"], table["puzzle"])
    bare = done(table, sample=9)["steps"]
    assert bare == done(table.append_column("id", ids), sample=9)["steps"]
    for step in bare.select(["index", "id"]).to_pylist():
        assert ids[step["index"]].as_py() == step["id"]


def test_bad_rows_have_an_error_and_no_steps() -> None:
    huge = Puzzle(Geometry.latin(4), cages=(Cage("*", 2**70, (0, 1)),))
    limited = Puzzle(4, candidates=(7,) + (15,) * 15)
    table = pa.concat_tables(
        [
            pa.table({
                "puzzle": pa.array([EASY, "11" + "." * 79, None, "." * 80, EASY]),
                "rules": pa.nulls(5, pa.string()),
                "error": [None, None, None, None, "made by hand"],
            }),
            table_of((huge, limited)).append_column("error", pa.nulls(2, pa.string())),
        ]
    )  # fmt: skip
    found = done(table)
    rows = found["puzzles"].to_pylist()
    errors = [row["error"] for row in rows]
    assert errors[0] is None
    reasons = [error.partition(":")[0] for error in errors[1:]]
    assert reasons[:5] == ["givens", "null", "length", "made by hand", "rules"]
    assert "candidates" in errors[6]
    assert [row["path_stopped"] for row in rows] == ["full"] + [None] * 6
    assert [row["n_steps"] for row in rows[1:]] == [None] * 6
    assert set(found["steps"]["index"].to_pylist()) == {0}


def test_options_that_are_none_are_refused() -> None:
    verb = get_verb("explain")
    for options in ({"scale": "se"}, {"sample": 0}, {"sample": 2.5}, {"words": "yes"}):
        with pytest.raises(BatchError, match="expected"):
            verb.checked(options)
    with pytest.raises(BatchError, match="no option"):
        verb.checked({"techniques": "x-wing"})


def test_every_scale_that_searches_for_its_steps_can_be_chosen() -> None:
    (scale,) = (each for each in get_verb("explain").options if each.name == "scale")
    assert set(scale.choices) == {name for name in SCALES if get_scale(name).program is None}
