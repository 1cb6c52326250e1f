"""Tables of every shape as inputs, and the columns that the output carries."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pandoku.batch import Job, run_job
from pandoku.batch import inputs as inputs_module
from pandoku.batch.job import planned, planned_at
from pandoku.batch.plan import Plan
from pandoku.errors import BatchError
from tests.batch.jobs import blank, contents, puzzles, rows_of, tables, written
from tests.data import EASY

ONE = blank(EASY, 0)


def counted(out: Path, *given: str | Path, rows: int | None = None) -> pa.Table:
    report = run_job(Job("count", given, out, rows=rows), workers=1)
    assert report.state == "done"
    return rows_of(out)


def test_every_file_says_what_made_it(tmp_path: Path) -> None:
    given = written(tmp_path / "in.parquet", puzzles(20))
    counted(tmp_path / "out", given, rows=10)
    job = planned_at(str(tmp_path / "out"))
    assert job is not None
    for part, data in enumerate(data for _, data in sorted(tables(tmp_path / "out").items())):
        about = pq.read_metadata(pa.BufferReader(data)).metadata
        kept = {key.decode(): value.decode() for key, value in about.items()}
        assert json.loads(kept.pop("pandoku.options")) == {"limit": 1000, "budget": None}
        assert kept.pop("pandoku.version") == job.versions["pandoku"]
        assert kept == {
            "pandoku.verb": "count",
            "pandoku.job": job.id,
            "pandoku.part": str(part),
            "pandoku.first": str(10 * part),
            "pandoku.schema": "1",
        }


def test_the_job_keeps_the_ids_of_the_jobs_before_it(tmp_path: Path) -> None:
    given = written(tmp_path / "in.parquet", puzzles(20))
    counted(tmp_path / "a", given)
    counted(tmp_path / "b", tmp_path / "a")
    a, b = planned_at(str(tmp_path / "a")), planned_at(str(tmp_path / "b"))
    assert a is not None
    assert b is not None
    assert [source.job for source in b.sources] == [a.id]


def test_files_with_other_columns_are_joined_by_name(tmp_path: Path) -> None:
    files = [
        written(tmp_path / "0.parquet", pa.table({"puzzle": [ONE], "mine": [1]})),
        written(tmp_path / "1.parquet", pa.table({"level": ["easy"], "puzzle": [ONE]})),
        written(tmp_path / "2.parquet", pa.table({"mine": [0.5], "puzzle": [ONE]})),
    ]
    one_part = counted(tmp_path / "one", *files)
    assert one_part.column_names == ["index", "puzzle", "n_solutions", "level", "mine", "error"]
    assert one_part["mine"].to_pylist() == [1.0, None, 0.5]
    assert one_part["level"].to_pylist() == [None, "easy", None]
    several = counted(tmp_path / "several", *files, rows=1)
    assert several.equals(one_part)
    parts = map(pa.BufferReader, tables(tmp_path / "several").values())
    schemas = {pq.read_schema(part).remove_metadata() for part in parts}
    assert len(schemas) == 1


def test_columns_that_cannot_be_joined_are_named_with_their_files(tmp_path: Path) -> None:
    files = [
        written(tmp_path / "0.parquet", pa.table({"puzzle": [ONE], "mine": [1]})),
        written(tmp_path / "1.parquet", pa.table({"puzzle": [ONE], "mine": ["a"]})),
    ]
    with pytest.raises(BatchError, match=r"'mine' .*, found int64 in .*0\.parquet"):
        planned(Job("count", files, tmp_path / "out"))
    run_job(Job("count", files, tmp_path / "out", carry="none"), workers=1)
    assert rows_of(tmp_path / "out").column_names == ["index", "n_solutions", "error"]


def test_texts_of_any_arrow_type_become_texts(tmp_path: Path) -> None:
    kinds = [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
    for kind in kinds:
        table = pa.table({"puzzle": pa.array([ONE, None], pa.string()).cast(kind)})
        file = tmp_path / f"{str(kind)[:6]}.arrow"
        with pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)
        found = counted(tmp_path / str(kind)[:6], file)
        assert found.schema.field("puzzle").type == pa.string()
        assert found["n_solutions"].to_pylist() == [1, None]


def test_arrow_files_are_read_as_parquet_files_are(tmp_path: Path) -> None:
    table = puzzles(100)
    with pa.ipc.new_file(tmp_path / "in.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=30)
    from_arrow = counted(tmp_path / "a", tmp_path / "in.arrow", rows=25)
    from_parquet = counted(tmp_path / "b", written(tmp_path / "in.parquet", table, 30), rows=25)
    assert from_arrow.equals(from_parquet)


def test_a_table_without_newer_columns_is_read(tmp_path: Path) -> None:
    """The first version wrote only a column of puzzles."""
    found = counted(tmp_path / "out", written(tmp_path / "in.parquet", pa.table({"puzzle": [ONE]})))
    assert found.to_pylist() == [{"index": 0, "puzzle": ONE, "n_solutions": 1, "error": None}]


@pytest.mark.turns(3)
@pytest.mark.parametrize("of_group", [1, 7, 50, 1000])
@pytest.mark.parametrize("most_kept", [1 << 20, 5])
def test_row_groups_of_any_size(
    of_group: int, most_kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs_module, "_MOST_KEPT", most_kept)
    table = puzzles(100)
    found = counted(tmp_path / "out", written(tmp_path / "in.parquet", table, of_group), rows=20)
    assert found["mine"].to_pylist() == list(range(100))
    assert found["puzzle"].equals(table["puzzle"])


@pytest.mark.parametrize("kind", ["no rows", "no row group", "an empty arrow file"])
def test_a_set_without_rows_keeps_its_columns(kind: str, tmp_path: Path) -> None:
    table = pa.table({"puzzle": pa.array([], pa.string()), "mine": pa.array([], pa.int8())})
    given = tmp_path / ("in.arrow" if "arrow" in kind else "in.parquet")
    if kind == "no rows":
        pq.write_table(table, given)
    elif kind == "no row group":
        pq.ParquetWriter(given, table.schema).close()
    else:
        pa.ipc.new_file(given, table.schema).close()
    first = counted(tmp_path / "a", given)
    again = counted(tmp_path / "b", tmp_path / "a")
    for found in (first, again):
        assert found.num_rows == 0
        assert set(found.column_names) == {"index", "puzzle", "n_solutions", "mine", "error"}
    assert run_job(Job("solve", tmp_path / "b", tmp_path / "c"), workers=1).rows == 0


def test_two_sets_are_read_one_after_the_other(tmp_path: Path) -> None:
    for name in ("a", "b"):
        counted(tmp_path / name, written(tmp_path / f"{name}.parquet", puzzles(30)), rows=10)
    both = counted(tmp_path / "both", tmp_path / "a", tmp_path / "b", rows=7)
    assert both["mine"].to_pylist() == [*range(30), *range(30)]
    assert both["index"].to_pylist() == list(range(60))


def test_the_place_of_the_input_does_not_change_the_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = written(tmp_path / "in.parquet", puzzles(40))
    counted(tmp_path / "out", given, rows=10)
    before = contents(tmp_path / "out")
    next((tmp_path / "out/puzzles").iterdir()).unlink()
    (tmp_path / "moved").mkdir()
    os.rename(given, tmp_path / "moved/in.parquet")
    monkeypatch.chdir(tmp_path / "moved")
    job = Job("count", "in.parquet", "../out", rows=10)
    assert run_job(job, workers=2, resume=True).done == 1
    assert contents(tmp_path / "out") == before
    kept = planned_at(str(tmp_path / "out"))
    assert kept is not None
    assert [each.place for each in kept.sources] == [str(tmp_path / "moved/in.parquet")]


def test_a_column_that_stands_twice_is_refused(tmp_path: Path) -> None:
    table = pa.Table.from_arrays([pa.array([ONE]), pa.array([ONE])], names=["puzzle", "puzzle"])
    with pa.ipc.new_file(tmp_path / "in.arrow", table.schema) as writer:
        writer.write_table(table)
    with pytest.raises(BatchError, match="'puzzle' twice"):
        planned(Job("count", tmp_path / "in.arrow", tmp_path / "out"))


def test_columns_of_many_files_are_written_down_once(tmp_path: Path) -> None:
    table = puzzles(3)
    files = [written(tmp_path / f"{i}.parquet", table) for i in range(100)]
    job = planned(Job("count", files, tmp_path / "out"))
    kept = job.as_json()
    assert len(kept["schemas"]) == 1
    assert len(json.dumps(kept["inputs"])) < 100 * 250


def test_the_plan_takes_40_bytes_a_part() -> None:
    plan = Plan.of_groups(([10] for _ in range(10_000)), 10)
    held = sum(len(each) * each.itemsize for each in (*plan.pieces, plan.starts, plan.firsts))
    assert plan.n_parts == 10_000
    assert held <= 40 * 10_001


def test_more_than_10_000_parts_are_put_in_folders(tmp_path: Path, trying: None) -> None:
    table = pa.table({"puzzle": pa.array(["."] * 10_001)})
    job = planned(Job("try", written(tmp_path / "in.parquet", table), tmp_path / "out", rows=1))
    from pandoku.batch.part import do_part

    receipts = do_part(job, str(tmp_path / "out"), 10_000)
    assert receipts[0].path == f"puzzles/0010/part-0010000-{job.id[:6]}.parquet"
