"""`pandoku batch` with dedup, sample, card and verify: what is printed, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

import pandoku
from pandoku.batch.columns import ids_of
from tests.batch.files import write
from tests.cli.command import run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    puzzles = ["".join(map(str, each.givens)) for each in pandoku.generate_many(20, seed=3)]
    texts = pa.array([*puzzles, *puzzles[:5]])
    write(tmp_path / "in.parquet", pa.table({"puzzle": texts, "id": ids_of(None, texts)}))
    out = tmp_path / "out"
    run("batch", "solve", f"{tmp_path}/in.parquet", "-o", str(out), "--rows", "10", "--workers=1")
    return out


def test_verify_says_what_it_read_and_that_nothing_is_wrong(data: Path) -> None:
    done = run("batch", "verify", str(data), "--solutions", "--workers", "1")
    assert "3 files, 0.0 MB, 25 rows, 25 ids made again, 25 puzzles searched again: no fault" in (
        done.out
    )


def test_verify_names_a_damaged_file_and_ends_with_1(data: Path) -> None:
    file = sorted((data / "puzzles").iterdir())[1]
    file.write_bytes(file.read_bytes()[:-1])
    done = run("batch", "verify", str(data), "--workers", "1", status=1)
    assert f"puzzles/{file.name}: expected " in done.err
    found = json.loads(run("batch", "verify", str(data), "--json", status=1).out)
    assert found["n_faults"] == len(found["faults"]) == 2
    assert found["faults"][0]["path"] == f"puzzles/{file.name}"


def test_a_folder_that_is_no_data_set_ends_with_2(tmp_path: Path) -> None:
    for verb in ("verify", "card"):
        assert "expected " in run("batch", verb, str(tmp_path), status=2).err
        assert "found none" in run("batch", verb, str(tmp_path / "none"), status=2).err


def test_card_writes_a_readme_once(data: Path) -> None:
    done = run("batch", "card", str(data), "--title", "My set")
    assert done.out == f"25 rows: wrote {data}/README.md\n"
    assert "# My set" in (data / "README.md").read_text(encoding="utf-8")
    assert "--overwrite replaces it" in run("batch", "card", str(data), status=2).err
    found = json.loads(run("batch", "card", str(data), "--overwrite", "--json").out)
    assert found == {"path": "README.md", "pictures": [], "rows": 25, "licenses": [None]}


def test_a_meaning_without_a_name_is_refused(data: Path) -> None:
    for odd in ("x", "=x", "x="):
        done = run("batch", "card", str(data), "--meaning", odd, status=2)
        assert f"expected --meaning NAME=TEXT, found '{odd}'" in done.err


def test_dedup_and_sample_from_the_command_line(data: Path, tmp_path: Path) -> None:
    left, chosen = str(tmp_path / "left"), str(tmp_path / "chosen")
    done = run("batch", "dedup", str(data), "-o", left, "--by", "text", "--drop", "--workers=1")
    assert done.out.startswith("20 rows")
    done = run("batch", "sample", left, "-o", chosen, "--count", "7", "--workers=1")
    assert done.out.startswith("7 rows")
    done = run("batch", "sample", left, "-o", chosen, "--by", "level", status=2)
    assert "by alone" in done.err


def test_the_help_of_batch_lists_card_and_verify() -> None:
    text = run("batch", "--help").out
    assert "card " in text
    assert "verify " in text
    assert "try verify" in run("batch", "verfy", status=2).err
