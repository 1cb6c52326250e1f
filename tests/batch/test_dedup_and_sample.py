"""Verbs that choose among all rows: duplicates and samples."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import pandoku
from pandoku.batch import Job, buckets, run_job
from pandoku.batch.columns import id_of, ids_of
from pandoku.batch.inputs import files_of, read_rows, sources_of
from pandoku.batch.store import Folder
from pandoku.batch.verbs import VERBS, PartRows, get_verb, sample
from pandoku.errors import BatchError
from pandoku.symmetry import canonical, isomorphs
from tests.batch.files import write

N_PUZZLES = 40


def text_of(puzzle: pandoku.Puzzle) -> str:
    return "".join(map(str, puzzle.givens)).replace("0", ".")


@pytest.fixture(scope="module")
def puzzles() -> list[pandoku.Puzzle]:
    return [*pandoku.generate_many(N_PUZZLES, seed=11)]


@pytest.fixture(scope="module")
def planted(puzzles: list[pandoku.Puzzle]) -> tuple[pa.Table, dict[int, int]]:
    """Return puzzles with images of some of them, and the first row of each duplicate."""
    sources = [*range(N_PUZZLES), 3, 3, 7, 20, 20, 20]
    images = {at: iter([puzzles[at], *isomorphs(puzzles[at], 3, seed=at)]) for at in {*sources}}
    mixed = [sources[at] for at in np.random.default_rng(0).permutation(len(sources))]
    rows = [next(images[source]) for source in mixed]
    texts = pa.array([text_of(row) for row in rows])
    classes = [id_of(None, text_of(canonical(row))) for row in rows]
    later = {at: first for at, each in enumerate(mixed) if (first := mixed.index(each)) != at}
    return pa.table({"puzzle": texts, "class_id": classes, "id": ids_of(None, texts)}), later


def asides(verb: str, tables: Sequence[pa.Table], scratch: Path, **options: Any) -> list[pa.Table]:
    work = get_verb(verb)
    scratch.mkdir()
    assert work.prepare is not None
    return list(work.prepare(tables, work.checked(options), scratch))


def done(verb: str, tables: Sequence[pa.Table], scratch: Path, **options: Any) -> pa.Table:
    """Return the joined tables that a verb makes from the parts of a job."""
    work = get_verb(verb)
    made = asides(verb, tables, scratch, **options)
    parts = []
    for table, aside in zip(tables, made, strict=True):
        part = work.run(PartRows(table, aside=aside), work.checked(options))["puzzles"]
        assert work.puts_out is not None
        assert part.num_rows == work.puts_out(aside)
        parts.append(part)
    return pa.concat_tables(parts)


def cut(table: pa.Table, rows: int) -> list[pa.Table]:
    return [table.slice(at, rows) for at in range(0, table.num_rows, rows)]


def marks(table: pa.Table) -> dict[int, int]:
    return {at: of for at, of in enumerate(table["duplicate_of"].to_pylist()) if of is not None}


def test_planted_isomorphs_are_found_and_no_others(
    planted: tuple[pa.Table, dict[int, int]], tmp_path: Path
) -> None:
    table, expected = planted
    for rows in (1, 7, 1000):
        assert marks(done("dedup", cut(table, rows), tmp_path / str(rows))) == expected


def test_later_rows_are_left_out_and_the_others_stay_in_order(
    planted: tuple[pa.Table, dict[int, int]], tmp_path: Path
) -> None:
    table, later = planted
    left = done("dedup", cut(table, 7), tmp_path / "s", drop=True)
    texts = table["puzzle"].to_pylist()
    assert left["puzzle"].to_pylist() == [text for at, text in enumerate(texts) if at not in later]
    assert "duplicate_of" not in left.column_names


def test_by_text_only_equal_puzzles_are_duplicates(
    planted: tuple[pa.Table, dict[int, int]], tmp_path: Path
) -> None:
    table, _ = planted
    assert marks(done("dedup", [table], tmp_path / "a", by="text")) == {}
    twice = pa.concat_tables([table.slice(0, 5), table.slice(2, 3), table.slice(4, 1)])
    expected = {5: 2, 6: 3, 7: 4, 8: 4}
    assert marks(done("dedup", cut(twice, 2), tmp_path / "b", by="text")) == expected
    bare = cut(twice.select(["puzzle"]), 2)
    assert marks(done("dedup", bare, tmp_path / "c", by="text")) == expected


def test_bad_rows_are_never_duplicates_nor_sampled(tmp_path: Path) -> None:
    table = pa.table(
        {
            "puzzle": ["x", "x", None, None, "1...", "1..."],
            "class_id": pa.array([None] * 6, pa.string()),
            "error": ["character: ...", "character: ...", "null", "null", None, None],
        }
    )
    assert marks(done("dedup", cut(table, 4), tmp_path / "a")) == {}
    assert marks(done("dedup", cut(table, 4), tmp_path / "b", by="text")) == {5: 4}
    left = done("dedup", [table], tmp_path / "c", by="text", drop=True)
    assert left.num_rows == 5
    assert done("sample", [table], tmp_path / "d", count=6)["puzzle"].to_pylist() == ["1..."] * 2


def test_ids_that_are_no_ids_are_refused(tmp_path: Path) -> None:
    good = "0" * 32
    for place, odd in enumerate(("7", "x" * 32, "é" * 16)):
        table = pa.table({"class_id": [good, odd]})
        with pytest.raises(BatchError, match="32 hex digits, found"):
            asides("dedup", [table], tmp_path / str(place))


def test_marks_and_numbers_of_an_earlier_job_are_not_carried(tmp_path: Path) -> None:
    table = pa.table(
        {"index": [5], "puzzle": ["1..."], "duplicate_of": [3], "class_id": ["0" * 32]}
    )
    assert done("dedup", [table], tmp_path / "a", drop=True).column_names == ["puzzle", "class_id"]
    assert done("sample", [table], tmp_path / "b", count=1).column_names == ["puzzle", "class_id"]


def least(ids: list[str], salt: str, count: int) -> list[str]:
    def key(each: str) -> bytes:
        return blake2b((salt + each).encode(), digest_size=8).digest()

    chosen = set(sorted(ids, key=key)[:count])
    return [each for each in ids if each in chosen]


@pytest.fixture(scope="module")
def leveled() -> pa.Table:
    n = 5000
    ids = ids_of(None, pa.array([f"{at:04d}" for at in range(n)]))
    levels = np.random.default_rng(3).choice(["easy", "hard", "extreme"], n, p=[0.9, 0.095, 0.005])
    listed = [None if at % 50 == 0 else level for at, level in enumerate(levels)]
    return pa.table({"puzzle": ["...."] * n, "id": ids, "level": listed, "order": [2] * n})


def test_a_sample_is_the_least_hashes_whatever_the_parts(leveled: pa.Table, tmp_path: Path) -> None:
    ids = leveled["id"].to_pylist()
    for rows, salt in ((333, ""), (5000, ""), (333, "other")):
        scratch = tmp_path / f"{rows}{salt}"
        found = done("sample", cut(leveled, rows), scratch, count=250, salt=salt)
        assert found["id"].to_pylist() == least(ids, salt, 250)
    assert least(ids, "", 250) != least(ids, "other", 250)


def test_a_sample_by_a_column_has_so_many_of_each_value_and_nulls_are_none(
    leveled: pa.Table, tmp_path: Path
) -> None:
    found = done("sample", cut(leveled, 400), tmp_path / "s", by="level", each=60)
    for level in ("easy", "hard", "extreme"):
        of_level = leveled.filter(pa.compute.equal(leveled["level"], level))["id"].to_pylist()
        expected = least(of_level, "", 60)
        assert found.filter(pa.compute.equal(found["level"], level))["id"].to_pylist() == expected
    assert found["level"].null_count == 0
    places = {each: at for at, each in enumerate(leveled["id"].to_pylist())}
    order = [places[each] for each in found["id"].to_pylist()]
    assert all(a < b for a, b in pairwise(order))


def test_values_that_are_too_common_for_memory_give_the_same_sample(
    leveled: pa.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"by": "level", "each": 700}
    expected = done("sample", [leveled], tmp_path / "a", **options)
    monkeypatch.setattr(sample, "_AT_ONCE", 100)
    monkeypatch.setattr(buckets, "_HELD", 64)
    assert done("sample", cut(leveled, 900), tmp_path / "b", **options).equals(expected)


def test_a_smaller_sample_is_part_of_a_larger_one(leveled: pa.Table, tmp_path: Path) -> None:
    small = done("sample", [leveled], tmp_path / "a", count=10)["id"].to_pylist()
    large = done("sample", cut(leveled, 100), tmp_path / "b", count=500)["id"].to_pylist()
    assert set(small) < set(large)


@pytest.mark.parametrize("values", [[1, 2, 2, 1], [True, False, False, True], [0.5, 1.5, 1.5, 0.5]])
def test_a_sample_by_numbers(values: list[Any], tmp_path: Path) -> None:
    table = pa.table({"puzzle": ["1...", "2...", "3...", "4..."], "x": values})
    found = done("sample", cut(table, 3), tmp_path / "s", by="x", each=1)
    assert sorted(found["x"].to_pylist()) == sorted(set(values))


def test_a_sample_by_lists_is_refused(tmp_path: Path) -> None:
    table = pa.table({"puzzle": ["1..."], "x": [[1]]})
    with pytest.raises(BatchError, match=r"x .*lists"):
        asides("sample", [table], tmp_path / "s", by="x", each=1)


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({}, "neither"),
        ({"by": "level"}, "by alone"),
        ({"each": 3}, "each alone"),
        ({"by": "level", "each": 3, "count": 3}, "both"),
    ],
)
def test_options_of_sample_that_contradict_are_refused(options: dict[str, Any], found: str) -> None:
    with pytest.raises(BatchError, match=found):
        get_verb("sample").checked(options)


def test_sorting_takes_little_memory_and_leaves_no_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    ids = [f"{n:032x}" for n in rng.integers(0, 500, 3000)]
    table = pa.table({"class_id": ids})
    scratch = tmp_path / "s"
    found = marks(done("dedup", cut(table, 128), scratch))
    firsts: dict[str, int] = {}
    expected = {at: firsts.setdefault(each, at) for at, each in enumerate(ids)}
    assert found == {at: first for at, first in expected.items() if at != first}
    assert not [each for each in scratch.rglob("*") if each.is_file()]


def rows_of(place: Path) -> pa.Table:
    sources = sources_of(files_of([str(place)]))
    pieces = [
        (number, group, 0, n)
        for number, source in enumerate(sources)
        for group, n in enumerate(source.groups)
    ]
    return read_rows(sources, pieces)


def test_jobs_number_what_is_left_and_carry_what_is_asked_for(
    leveled: pa.Table, tmp_path: Path
) -> None:
    write(tmp_path / "in.parquet", pa.concat_tables([leveled, leveled.slice(0, 10)]))
    source, out = str(tmp_path / "in.parquet"), str(tmp_path / "out")
    report = run_job(Job("dedup", source, out, {"by": "text", "drop": True}, rows=700), workers=1)
    assert (report.state, report.rows, report.rows_out) == ("done", 5010, 5000)
    left = rows_of(tmp_path / "out")
    assert left["index"].to_pylist() == list(range(5000))
    assert left.select(leveled.column_names).equals(
        leveled.cast(left.select(leveled.column_names).schema)
    )
    sampled = str(tmp_path / "sampled")
    run_job(Job("sample", out, sampled, {"by": "level", "each": 5}, carry="id"), workers=1)
    assert rows_of(tmp_path / "sampled").column_names == ["index", "id", "error"]
    assert rows_of(tmp_path / "sampled").num_rows == 15
    assert not Folder(sampled).has(".pandoku/first/.pandoku/job.json")


@pytest.mark.skipif("canonical" not in VERBS, reason="the verb canonical is not here")
def test_ids_of_classes_are_made_if_the_input_has_none(
    planted: tuple[pa.Table, dict[int, int]], tmp_path: Path
) -> None:
    table, expected = planted
    write(tmp_path / "in.parquet", table.select(["puzzle"]))
    job = Job("dedup", str(tmp_path / "in.parquet"), str(tmp_path / "out"), rows=20)
    for overwrite in (False, True):
        run_job(job, workers=1, overwrite=overwrite)
        assert marks(rows_of(tmp_path / "out")) == expected
    assert rows_of(tmp_path / "out")["class_id"].equals(table["class_id"])


def test_a_column_that_is_missing_is_named(leveled: pa.Table, tmp_path: Path) -> None:
    write(tmp_path / "in.parquet", leveled)
    job = Job(
        "sample", str(tmp_path / "in.parquet"), str(tmp_path / "out"), {"by": "er", "each": 5}
    )
    with pytest.raises(BatchError, match="column 'er', found puzzle, id, level"):
        run_job(job, workers=1)
