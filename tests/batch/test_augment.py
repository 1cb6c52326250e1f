"""The verb `augment`: images of the rows for training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import pandoku
from pandoku import symmetry
from pandoku.batch import Job, run_job
from pandoku.batch.columns import id_of
from pandoku.batch.rules import puzzle_of_rules, rules_of
from pandoku.errors import BatchError
from pandoku.generation import generate_many
from pandoku.model import Geometry, Puzzle
from tests.batch.one_part import made, with_columns
from tests.data import EASY, ESCARGOT, JIGSAW5, by_default

KENKEN = pandoku.load("examples/mathdoku4.letters")
KILLER = pandoku.load("examples/killer.txt")
JIGSAW = Puzzle(Geometry(5, None, JIGSAW5), (1, 0, 3, 0, 5) + (0,) * 20)
DIAGONALS = Puzzle(Geometry.sudoku(9, diagonals=True), (1, 2, 0, 4) + (0,) * 77)
LIMITED = Puzzle(4, candidates=(3,) + (15,) * 15)
KINDS = [Puzzle(EASY), JIGSAW, KENKEN, KILLER, LIMITED, DIAGONALS]


def text(digits: Any) -> str:
    return "".join("." if digit == 0 else f"{digit:X}" for digit in digits)


def solution_of(puzzle: Any) -> str | None:
    solution = pandoku.solve(puzzle).solution
    return None if solution is None else text(solution)


def puzzle_of(rules: str | None, puzzle: str) -> Puzzle:
    return (
        Puzzle(puzzle)
        if rules is None
        else puzzle_of_rules(rules).replace(givens=Puzzle(puzzle).givens)
    )


def rows_of(table: Any) -> list[dict[str, Any]]:
    return list(table.to_pylist())


@pytest.mark.turns(3)
def test_rows_for_training_have_images_and_the_others_have_none() -> None:
    columns: dict[str, Any] = {
        "puzzle": [EASY, ESCARGOT, EASY, EASY, EASY],
        "split": ["train", "test", None, "validation", "train"],
        "class_id": ["a", "b", "c", "d", "e"],
        "order": [9] * 5,
        "mine": [0, 1, 2, 3, 4],
    }
    found = made("augment", columns, variants=2).to_pydict()
    assert found["mine"] == [0, 0, 0, 1, 2, 3, 4, 4, 4]
    assert found["variant"] == [0, 1, 2, 0, 0, 0, 0, 1, 2]
    assert found["class_id"] == [*"aaabcdeee"]
    assert found["order"] == [9] * 9
    assert found["error"] == [None] * 9
    assert [found["puzzle"][at] for at in (0, 3, 4, 5, 6)] == columns["puzzle"]
    assert "solution" not in found
    assert "rules" not in found


@pytest.mark.parametrize("puzzle", KINDS, ids=Puzzle.describe)
def test_an_image_is_isomorphic_and_has_the_image_of_the_solution(puzzle: Puzzle) -> None:
    solution = solution_of(puzzle)
    columns: dict[str, Any] = {
        "puzzle": [text(puzzle.givens)],
        "rules": [rules_of(puzzle)],
        "split": ["train"],
        "solution": [solution],
    }
    rows = rows_of(made("augment", columns, variants=6, seed=4))
    images = [puzzle_of(row["rules"], row["puzzle"]) for row in rows]
    assert images[0] == puzzle
    assert len({*images}) > 2
    for row, image in zip(rows, images, strict=True):
        assert row["error"] is None
        assert row["id"] == id_of(row["rules"], row["puzzle"].replace("0", "."))
        if image.candidates is None:
            assert symmetry.is_isomorphic(puzzle, image)
        outcome = pandoku.solve(image.replace(givens=Puzzle(row["solution"]).givens))
        assert outcome.is_unique
        if pandoku.solve(puzzle).is_unique:
            assert row["solution"] == solution_of(image)
    if puzzle.cages:
        assert not any("not connected" in p.message for i in images for p in i.problems())


def test_images_depend_on_the_seed_and_the_puzzle_only() -> None:
    puzzles = [EASY, ESCARGOT, text(KENKEN.givens)]
    columns: dict[str, Any] = {
        "puzzle": puzzles,
        "rules": [None, None, rules_of(KENKEN)],
        "split": ["train"] * 3,
    }
    found = rows_of(made("augment", columns, variants=3, seed=8))
    for name in columns:
        columns[name] = [*columns[name][::-1], *columns[name][:1]]
    columns["puzzle"][-1] = EASY.replace("0", ".")  # the same puzzle, written differently
    again = rows_of(made("augment", columns, variants=5, seed=8))
    for row in range(3):
        for variant in (1, 2, 3):
            assert again[6 * row + variant] == found[4 * (2 - row) + variant]
    assert again[19:] == again[13:18]
    other = rows_of(made("augment", columns, variants=5, seed=9))
    assert all(other[at]["puzzle"] != again[at]["puzzle"] for at in (7, 8, 13, 14, 19))


def test_columns_that_may_differ_between_images_are_null_for_them() -> None:
    columns: dict[str, Any] = {
        "puzzle": [EASY],
        "split": ["train"],
        "id": ["0" * 32],
        "index": [7],
        "duplicate_of": [3],
        "symmetry": ["rotate-180"],
        "score": [2.6],
        "level": ["easy"],
        "pandoku_score": [2.0],
        "techniques": [[{"technique": "x-wing", "count": 1}]],
        "n_steps": [51],
        "n_givens": [36],
        "source": ["file"],
        "n_automorphisms": [1],
    }
    before, image = rows_of(made("augment", columns, variants=1))
    differ = {"symmetry", "score", "level", "pandoku_score", "techniques", "n_steps"}
    for name in {*columns} - {"puzzle", "id", "index", "duplicate_of"}:
        assert before[name] == columns[name][0]
        assert image[name] == (None if name in differ else columns[name][0])
    assert "index" not in before
    assert "duplicate_of" not in before
    assert before["id"] == "0" * 32
    assert image["id"] == id_of(None, image["puzzle"])


@pytest.mark.turns(3)
def test_bad_rows_keep_their_error_and_change_no_other() -> None:
    far = Puzzle(Geometry.latin(9, extra=[tuple(range(0, 81, 10))]))  # too many symmetries
    columns: dict[str, Any] = {
        "puzzle": [EASY, "x" * 81, None, EASY, "." * 81, ESCARGOT],
        "rules": [None, None, None, "{", rules_of(far), None],
        "split": ["train"] * 4 + ["train", "train"],
        "solution": [text([1] * 80), None, None, None, None, solution_of(ESCARGOT)],
    }
    rows = rows_of(made("augment", columns, variants=1))
    assert [row["variant"] for row in rows] == [0, 1] * 6
    is_good = [True, True, *[False] * 6, True, False, True, True]
    assert [row["error"] is None for row in rows] == is_good
    for at, words in ((2, "character"), (4, "null"), (6, "rules: "), (9, "expected a geometry")):
        assert rows[at]["error"].startswith(words)
    assert rows[3]["puzzle"] is rows[9]["puzzle"] is None
    assert rows[1]["solution"] is None
    alone = {name: values[-1:] for name, values in columns.items()}
    assert rows[10:] == rows_of(made("augment", alone, variants=1))


def test_options_out_of_range_are_refused() -> None:
    columns: dict[str, Any] = {"puzzle": [EASY], "split": ["train"]}
    with pytest.raises(BatchError, match="variants, found none"):
        made("augment", columns)
    with pytest.raises(BatchError, match=r"variants .* at least 1"):
        made("augment", columns, variants=0)
    with pytest.raises(BatchError, match=r"seed .*, found 18446744073709551616"):
        made("augment", columns, variants=1, seed=2**64)


# ------------------------------------------------------------------ jobs


def some_puzzles(n: int) -> list[str | None]:
    found = generate_many(n, seed=3)
    return [*map(text, found.puzzles), "." * 81, None, "1" * 80]


def chain(folder: Path, rows: int, workers: int, name: str) -> list[Path]:
    """Return the output folders of canonical, split and augment, run one after the other."""
    inputs, outputs = str(folder / "in.parquet"), []
    for verb, options in (
        ("canonical", {"automorphisms": True}),
        ("split", {"test": 0.3, "validation": 0.2}),
        ("augment", {"variants": 3, "seed": 5}),
    ):
        output = folder / f"{verb}-{name}"
        report = run_job(Job(verb, inputs, str(output), options, rows=rows), workers=workers)
        assert report.state == "done"
        assert report.bad_rows == 2
        inputs = str(output)
        outputs.append(output)
    return outputs


@pytest.mark.turns(3)
def test_a_chain_of_verbs_is_the_same_with_other_workers_and_parts(tmp_path: Path) -> None:
    n, rows = by_default(21, full=60), by_default(7, full=20)
    texts = some_puzzles(n)
    table = with_columns({}, {"puzzle": texts})
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=rows)
    alone = chain(tmp_path, rows, 1, "alone")
    for one, other in zip(alone, chain(tmp_path, rows, 2, "together"), strict=True):
        names = [path.name for path in sorted((one / "puzzles").iterdir())]
        assert len(names) == 4
        assert [path.name for path in sorted((other / "puzzles").iterdir())] == names
        for name in names:
            assert (one / "puzzles" / name).read_bytes() == (other / "puzzles" / name).read_bytes()
    for one, other in zip(alone, chain(tmp_path, by_default(5, full=7), 1, "small"), strict=True):
        assert pq.read_table(one / "puzzles").equals(pq.read_table(other / "puzzles"))
    found = pq.read_table(alone[-1] / "puzzles").to_pydict()
    n_train = pq.read_table(alone[1] / "puzzles")["split"].to_pylist().count("train")
    assert n // 3 < n_train < 5 * n // 6
    assert found["index"] == list(range(n + 3 + 3 * n_train))
    images = [at for at, variant in enumerate(found["variant"]) if variant]
    assert {found["split"][at] for at in images} == {"train"}
    rows = with_columns({}, {"puzzle": [found["puzzle"][at] for at in images]})
    of_images = made("canonical", rows)
    for name in ("class_id", "solution_class_id"):
        assert of_images[name].to_pylist() == [found[name][at] for at in images]


def test_what_is_not_carried_is_left_out(tmp_path: Path) -> None:
    columns = {"puzzle": [text(KENKEN.givens)], "rules": [rules_of(KENKEN)], "split": ["train"]}
    table = with_columns({}, columns | {"source": ["a"], "error": [None]})
    pq.write_table(table, tmp_path / "in.parquet")
    output = tmp_path / "out"
    job = Job("augment", str(tmp_path / "in.parquet"), str(output), {"variants": 2}, carry="none")
    assert run_job(job, workers=1).rows_out == 3
    found = pq.read_table(output / "puzzles")
    assert found.column_names == ["index", "puzzle", "rules", "variant", "id", "error"]
    assert all(rules is not None for rules in found["rules"].to_pylist())


def test_augment_needs_a_split(tmp_path: Path) -> None:
    pq.write_table(with_columns({}, {"puzzle": [EASY]}), tmp_path / "in.parquet")
    with pytest.raises(BatchError, match="column 'split', found puzzle"):
        run_job(
            Job("augment", str(tmp_path / "in.parquet"), str(tmp_path / "out"), {"variants": 1})
        )
