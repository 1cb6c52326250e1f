"""Jobs that import: parts, resuming, and origins of the files."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from pandoku.batch import Job, Report, run_job, running
from pandoku.batch.imports.importing import import_tables
from pandoku.batch.inputs import Origin, origins_of
from pandoku.batch.part import written
from pandoku.errors import BatchError
from tests.cli.command import pandoku
from tests.data import EASY, ESCARGOT

N = 25
LINES = [ESCARGOT, EASY.replace("0", "."), ESCARGOT[:80]]
TEXT = "".join(f"{LINES[at % 3]}\n" for at in range(N))


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def imported(text: Path | str, out: Path, *, rows: int = 10, **how: Any) -> Report:
    return run_job(Job("import", [str(text)], str(out), {"license": "MIT"}, rows), **how)


def parts_of(out: Path) -> list[Path]:
    return sorted((out / "puzzles").iterdir())


@pytest.mark.turns(3)
def test_a_part_has_as_many_rows_as_asked_for_and_every_row_its_index(
    text: Path, tmp_path: Path
) -> None:
    report = imported(text, tmp_path / "a")
    assert (report.state, report.parts, report.rows_out, report.bad_rows) == ("done", 3, N, 8)
    tables = [pq.read_table(part) for part in parts_of(tmp_path / "a")]
    assert [len(table) for table in tables] == [10, 10, 5]
    assert [at for table in tables for at in table["index"].to_pylist()] == list(range(N))
    (expected,) = import_tables([str(text)], {}, 100)
    found = [row for table in tables for row in table.to_pylist()]
    assert [row | {"index": at} for at, row in enumerate(expected.to_pylist())] == found


@pytest.mark.turns(3)
def test_another_verb_reads_what_was_imported(text: Path, tmp_path: Path) -> None:
    imported(text, tmp_path / "a")
    report = run_job(Job("solve", str(tmp_path / "a"), str(tmp_path / "b")), workers=1)
    assert (report.rows_out, report.bad_rows) == (N, 8)


@pytest.mark.turns(3)
def test_a_job_that_was_stopped_writes_what_is_missing_and_nothing_else(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, out = tmp_path / "whole", tmp_path / "a"
    imported(text, whole)

    def stop(*about: Any) -> Any:
        if len(list(out.rglob("part-*"))) == 2:
            raise KeyboardInterrupt
        return written(*about)

    with monkeypatch.context() as patch:
        patch.setattr(running, "written", stop)
        with pytest.raises(KeyboardInterrupt):
            imported(text, out)
    before = {part.name: part.stat().st_mtime_ns for part in parts_of(out)}
    assert len(before) == 2
    with pytest.raises(BatchError, match=" already"):
        imported(text, out)
    report = imported(text, out, resume=True)
    assert (report.stood, report.done) == (len(before), 3 - len(before))
    assert {name: (out / "puzzles" / name).stat().st_mtime_ns for name in before} == before
    for part in parts_of(whole):
        assert (out / "puzzles" / part.name).read_bytes() == part.read_bytes()
    for name in ("job.json", "manifest.json"):
        assert (out / ".pandoku" / name).read_bytes() == (whole / ".pandoku" / name).read_bytes()


@pytest.mark.turns(3)
def test_a_changed_file_is_another_job(text: Path, tmp_path: Path) -> None:
    imported(text, tmp_path / "a")
    text.write_text(TEXT.replace("1", "2"))
    with pytest.raises(BatchError, match="another job"):
        imported(text, tmp_path / "a", resume=True)
    imported(text, tmp_path / "a", overwrite=True)


def test_a_file_of_another_name_is_another_job(text: Path, tmp_path: Path) -> None:
    imported(text, tmp_path / "a")
    other = tmp_path / "b.txt"
    text.rename(other)
    with pytest.raises(BatchError, match="another job"):
        imported(other, tmp_path / "a", resume=True)


def test_standard_input_gives_the_same_parts_however_it_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Pipe(io.RawIOBase):
        def __init__(self, most: int) -> None:
            self._raw, self._most = io.BytesIO(TEXT.encode()), most

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            data = self._raw.read(min(self._most, len(buffer)))
            buffer[: len(data)] = data
            return len(data)

    found = []
    for most in (7, 1 << 20):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Pipe(most), 100)))
        imported("-", tmp_path / str(most))
        found.append([part.read_bytes() for part in parts_of(tmp_path / str(most))])
    assert found[0] == found[1]


def test_what_cannot_be_read_leaves_no_job(tmp_path: Path) -> None:
    for name in ("gone.txt", "."):
        with pytest.raises((BatchError, FileNotFoundError)):
            imported(tmp_path / name, tmp_path / "a")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("content", ["nonsense\n", "a,b\n1,2\n", ""], ids=["text", "table", "none"])
def test_an_import_that_fails_leaves_no_folder(tmp_path: Path, content: str) -> None:
    path, out = tmp_path / "a.csv", tmp_path / "out"
    path.write_text(content)
    with pytest.raises(BatchError):
        imported(path, out)
    assert not out.exists()
    out.mkdir()
    (out / "mine").mkdir()
    with pytest.raises(BatchError):
        imported(path, out)
    assert list(out.iterdir()) == [out / "mine"]  # existing files are kept


def test_a_wrong_option_leaves_no_job_in_the_way_of_the_right_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = f"clues,x\n{ESCARGOT},1\n".encode()
    (tmp_path / "a.csv").write_bytes(table)
    for place in (str(tmp_path / "a.csv"), "-"):
        out = str(tmp_path / f"out{len(place)}")
        for options in ({}, {"puzzle_column": "clues"}):
            stdin = io.TextIOWrapper(io.BytesIO(table))
            monkeypatch.setattr(sys, "stdin", stdin)
            job = Job("import", place, out, options)
            if options:
                assert run_job(job).rows_out == 1
            else:
                with pytest.raises(BatchError, match="--puzzle-column"):
                    run_job(job)


def test_a_later_file_without_puzzles_is_found_before_the_first_part(
    text: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b\n1,2\n")
    with pytest.raises(BatchError, match=r"bad\.csv"):
        run_job(Job("import", [str(text), str(bad)], str(tmp_path / "a"), rows=5))
    assert not list((tmp_path / "a").rglob("*.parquet"))


def test_a_stream_has_no_shards(text: Path, tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="one stream"):
        imported(text, tmp_path / "a", shard=(0, 2))


@pytest.mark.turns(3)
def test_origins_and_licenses_go_with_the_tables(text: Path, tmp_path: Path) -> None:
    imported(text, tmp_path / "a")
    run_job(Job("solve", str(tmp_path / "a"), str(tmp_path / "b")), workers=1)
    for place in (tmp_path / "a", tmp_path / "b", tmp_path / "b/puzzles/*.parquet"):
        assert origins_of([str(place)]) == [Origin(str(text), "MIT")]


def test_options_are_checked_before_anything_is_read(text: Path, tmp_path: Path) -> None:
    for options, named in (
        ({"license": "unknown"}, "license: .*unknown"),
        ({"from": "lins"}, "'lins'; try list, line"),
        ({"columns": "a"}, "option 'columns'"),
    ):
        with pytest.raises(BatchError, match=named):
            run_job(Job("import", [str(text)], str(tmp_path / "a"), options))
    assert not (tmp_path / "a").exists()


@pytest.mark.turns(3)
def test_the_command_imports_files_and_says_what_is_bad(text: Path, tmp_path: Path) -> None:
    csv = tmp_path / "a.csv"
    csv.write_text(f"clues,x\n{ESCARGOT},1\n")
    done = pandoku("batch", "import", str(text), str(csv), "-o", str(tmp_path / "a"))
    assert done.returncode == 2
    assert "found clues, x; " in done.err
    assert "--puzzle-column" in done.err
    done = pandoku(
        *("batch", "import", str(csv), "-o", str(tmp_path / "b"), "--puzzle-column", "clues"),
        *("--from", "csv", "--json"),
    )
    assert done.returncode == 0
    assert json.loads(done.out)["rows_out"] == 1
    done = pandoku("batch", "import", str(text), "-o", str(tmp_path / "c"))
    assert (done.returncode, "25 rows, 8 of " in done.out) == (0, True)
