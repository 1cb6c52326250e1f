"""Damaged Parquet files are refused by name if any bit of the footer was changed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pandoku.batch import inputs as inputs_module
from pandoku.batch.files import HAS_RULES, METADATA
from pandoku.batch.inputs import sources_of
from tests.batch.files import write
from tests.batch.jobs import blank
from tests.cli.command import run
from tests.data import CASES, EASY, ROOT, by_default

Write = Callable[[Path, pa.Table], Path]

ONE = blank(EASY, 0)
LATIN = '{"size":9,"box":null}'
ABORTS = CASES / "hostile-abort.parquet"


def table(*rules: str | None) -> pa.Table:
    """Return a table of classic Sudokus with these rules."""
    n = len(rules)
    return pa.table(
        {
            "puzzle": [ONE] * n,
            "rules": pa.array(rules, pa.string()),
            "order": pa.array([9] * n, pa.int16()),
            "level": ["easy"] * n,
        }
    )


def foreign(path: Path, rows: pa.Table) -> Path:
    """Write a table as another program does, with a footer as full as possible."""
    pq.write_table(rows, path, write_page_index=True, row_group_size=2)
    return path


def own(path: Path, rows: pa.Table) -> Path:
    write(path, rows)
    return path


@pytest.mark.turns(3)
@pytest.mark.parametrize("writer", [own, foreign], ids=["own", "foreign"])
def test_no_bit_of_a_footer_ends_the_process_or_hides_the_name(
    tmp_path: Path, writer: Write
) -> None:
    path = writer(tmp_path / "in.parquet", table(None, LATIN, None))
    every = by_default(41 if writer is foreign else 11, full=1)
    done = subprocess.run(
        [sys.executable, "-m", "tests.batch.flipping", str(path), "0", str(every)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["unnamed"] == []
    assert min(told["ends"]["refused"], told["ends"]["read"]) > 100


@pytest.mark.parametrize("place", ["key", "value"])
def test_metadata_that_are_no_text_are_no_error_without_a_name(tmp_path: Path, place: str) -> None:
    path = own(tmp_path / "in.parquet", table(None, LATIN))
    data = path.read_bytes()
    sought = HAS_RULES.encode() if place == "key" else b"true"
    at = data.rindex(sought)
    path.write_bytes(data[:at] + b"\xf2" + data[at + 1 :])
    (source,) = sources_of([str(path)])
    assert source.place == str(path)
    assert source.is_caged is (place == "key")  # then the column decides


@pytest.mark.skipif(not ABORTS.exists(), reason="PANDOKU_SHARED has no trials/cases")
@pytest.mark.parametrize("verb", ["solve", "rate"])
def test_a_file_that_ended_the_process_is_refused_by_name(tmp_path: Path, verb: str) -> None:
    done = run("batch", verb, str(ABORTS), "-o", str(tmp_path / "out"), status=1)
    assert ABORTS.name in done.err
    assert "Traceback" not in done.err


# ------------------------------------------------------------------ files with and without rules


@pytest.mark.parametrize("writer", [own, foreign], ids=["own", "foreign"])
@pytest.mark.parametrize(
    ("rules", "has_rules"),
    [((None, None, None), False), ((None, None, LATIN), True), ((), False), ((LATIN,), True)],
)
def test_a_file_with_rules_is_known(
    tmp_path: Path,
    writer: Write,
    rules: tuple[str | None, ...],
    has_rules: bool,
) -> None:
    path = writer(tmp_path / "in.parquet", table(*rules))
    (source,) = sources_of([str(path)])
    assert source.is_caged is has_rules


def test_the_footer_says_whether_there_are_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own(tmp_path / "in.parquet", table(None, LATIN))
    about = pq.read_metadata(path).metadata
    assert about[HAS_RULES.encode()] == b"true"
    assert HAS_RULES.startswith(METADATA)
    monkeypatch.setattr(inputs_module, "_parquet", None)  # the column is not read
    assert sources_of([str(path)])[0].is_caged


def test_a_table_without_rules_says_nothing_of_them(tmp_path: Path) -> None:
    path = own(tmp_path / "in.parquet", table(None).drop_columns(["rules"]))
    assert HAS_RULES.encode() not in (pq.read_metadata(path).metadata or {})
    assert not sources_of([str(path)])[0].is_caged
