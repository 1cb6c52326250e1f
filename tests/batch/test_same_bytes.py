"""The same job gives the same bytes with any workers, in any order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pandoku.batch import Job, run_job
from pandoku.batch.running import Report
from pandoku.batch.verbs import _classes
from pandoku.kernel.arrays import count_many, solve_many
from pandoku.kernel.lanes import lane_isas
from tests.batch.jobs import contents, puzzles, rows_of, written

_N = 2400


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("given") / "in.parquet", puzzles(_N), 500)


@pytest.fixture(scope="module")
def alone(given: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return contents(solved(given, tmp_path_factory.mktemp("alone") / "out", workers=1))


def solved(given: str, out: Path, rows: int = 200, **how: Any) -> Path:
    assert run_job(Job("solve", given, out, rows=rows), **how).state == "done"
    return out


def test_by_three_processes(given: str, alone: dict[str, bytes], tmp_path: Path) -> None:
    assert contents(solved(given, tmp_path / "out", workers=3)) == alone


def test_by_shards_in_any_order(given: str, alone: dict[str, bytes], tmp_path: Path) -> None:
    job = Job("solve", given, tmp_path / "out", rows=200)
    states = [run_job(job, workers=1, shard=(k, 3)).state for k in (2, 0, 1)]
    assert states == ["part", "part", "done"]
    assert contents(tmp_path / "out") == alone


def test_by_shards_that_begin_at_the_same_time(
    given: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    job = Job("solve", given, tmp_path / "out", rows=200)

    def shard(k: int) -> Report:
        return run_job(job, workers=1, shard=(k, 3))

    with ThreadPoolExecutor(3) as pool:
        assert "done" in [report.state for report in pool.map(shard, range(3))]
    assert contents(tmp_path / "out") == alone


def test_by_a_cluster(given: str, alone: dict[str, bytes], tmp_path: Path, dask: str) -> None:
    assert contents(solved(given, tmp_path / "out", cluster=dask)) == alone


def test_by_an_executor_of_the_caller(given: str, alone: dict[str, bytes], tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert contents(solved(given, tmp_path / "out", executor=pool)) == alone


@pytest.mark.parametrize("isa", lane_isas())
def test_on_every_processor(
    isa: str,
    given: str,
    alone: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_classes, "solve_many", partial(solve_many, isa=isa))
    monkeypatch.setattr(_classes, "count_many", partial(count_many, isa=isa))
    assert contents(solved(given, tmp_path / "out", workers=1)) == alone


@pytest.mark.turns(3)
@pytest.mark.parametrize("isa", lane_isas())
def test_the_least_of_several_solutions_on_every_processor(
    isa: str, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Job("solve", given, tmp_path / "out", {"first": "lexicographic"}, rows=600)
    run_job(job, workers=1)
    monkeypatch.setattr(_classes, "solve_many", partial(solve_many, isa=isa))
    job = Job("solve", given, tmp_path / "here", {"first": "lexicographic"}, rows=400)
    run_job(job, workers=1)
    assert rows_of(tmp_path / "here").equals(rows_of(tmp_path / "out"))


@pytest.mark.parametrize("rows", [7, 100])
def test_parts_of_any_size_give_equal_rows(rows: int, tmp_path: Path) -> None:
    given = written(tmp_path / "in.parquet", puzzles(240), 60)
    whole = solved(given, tmp_path / "whole", 1000, workers=1)
    out = solved(given, tmp_path / "out", rows, workers=1)
    assert rows_of(out).equals(rows_of(whole))


def test_only_solutions_that_are_unique_are_kept(given: str, tmp_path: Path) -> None:
    rows = rows_of(solved(given, tmp_path / "out", workers=1)).to_pylist()
    counts = {row["n_solutions"] for row in rows}
    assert counts >= {0, 1, 2, None}
    assert all((row["solution"] is not None) == (row["n_solutions"] == 1) for row in rows)
    assert [row["index"] for row in rows] == [row["mine"] for row in rows] == list(range(_N))
