"""The check of data sets against the records of their jobs."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pandoku
from pandoku.batch import Job, run_job
from pandoku.batch.columns import ids_of
from pandoku.batch.files import parquet_of
from pandoku.batch.receipts import receipt_of_file
from pandoku.batch.store import Folder
from pandoku.batch.verifying import Verified, verify, wrong_answers
from pandoku.errors import BatchError
from tests.batch.files import write
from tests.data import EASY, ESCARGOT

PARTS = 3
MANIFEST = Path(".pandoku/manifest.json")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a job of three parts with a bad row and a puzzle that is not proper."""
    folder = tmp_path_factory.mktemp("verify")
    puzzles = ["".join(map(str, each.givens)) for each in pandoku.generate_many(58, seed=3)]
    texts = pa.array([*puzzles, "." * 81, "x" * 81], pa.string())
    write(folder / "in.parquet", pa.table({"puzzle": texts, "id": ids_of(None, texts)}))
    run_job(Job("solve", str(folder / "in.parquet"), str(folder / "out"), rows=20), workers=1)
    return folder / "out"


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "data"))


def part(data: Path, number: int) -> Path:
    return sorted((data / "puzzles").iterdir())[number]


def faults(data: Path, **how: Any) -> dict[str, str]:
    found = verify(str(data), workers=1, **how)
    assert found.n_faults == len(found.faults)
    named: dict[str, list[str]] = {}
    for path, what in found.faults:
        named.setdefault(path, []).append(what)
    return {path: "\n".join(whats) for path, whats in named.items()}


def test_a_sound_data_set_has_no_fault(data: Path) -> None:
    size = sum(part(data, number).stat().st_size for number in range(PARTS))
    expected = Verified(verify(str(data)).job, "solve", PARTS, size, 60, 60)
    assert verify(str(data), workers=1) == verify(str(data), workers=2) == expected
    assert verify(str(data), solutions=True).solutions == 59


def test_a_flipped_bit_anywhere_is_named(data: Path) -> None:
    file = part(data, 1)
    whole = file.read_bytes()
    for place in range(4, len(whole), len(whole) // 20):
        changed = bytearray(whole)
        changed[place] ^= 1
        file.write_bytes(changed)
        found = faults(data)
        assert list(found) == [f"puzzles/{file.name}"]
        assert "changed" in found[f"puzzles/{file.name}"]


def test_the_column_of_a_damaged_page_is_named(data: Path) -> None:
    file = part(data, 2)
    column = pq.read_metadata(file).row_group(0).column(1)
    assert column.path_in_schema == "puzzle"
    changed = bytearray(file.read_bytes())
    changed[column.data_page_offset + column.total_compressed_size - 5] ^= 16
    file.write_bytes(changed)
    assert "row group 0, column puzzle: " in faults(data)[f"puzzles/{file.name}"]


def test_a_file_that_is_cut_off_longer_or_missing_is_named(data: Path) -> None:
    first, second, third = (part(data, number) for number in range(PARTS))
    first.write_bytes(first.read_bytes()[:-100])
    second.write_bytes(second.read_bytes() + b"x")
    third.unlink()
    found = faults(data)
    assert "cut off" in found[f"puzzles/{first.name}"]
    assert "not a Parquet file" in found[f"puzzles/{first.name}"]
    assert "added" in found[f"puzzles/{second.name}"]
    assert found[f"puzzles/{third.name}"] == "is missing"


def test_a_file_of_another_job_is_named(data: Path) -> None:
    shutil.copy(part(data, 0), data / "puzzles/part-00007-abcdef.parquet")
    assert [*faults(data)] == ["puzzles/part-00007-abcdef.parquet"]


def rewritten(data: Path, number: int, change: Any, first: int | None = None) -> str:
    """Change the rows of a part and its receipt, and return its name."""
    file = part(data, number)
    table = change(pq.read_table(file))
    about = {k.decode(): v.decode() for k, v in pq.read_metadata(file).metadata.items()}
    about = {key.removeprefix("pandoku."): value for key, value in about.items()}
    file.write_bytes(parquet_of(table, about if first is None else about | {"first": str(first)}))
    manifest = json.loads((data / MANIFEST).read_text())
    name = f"puzzles/{file.name}"
    made = receipt_of_file(Folder(str(data)), name, "puzzles", number).as_json()
    manifest["parts"][number] = made
    (data / MANIFEST).write_text(json.dumps(manifest))
    return name


def with_column(table: pa.Table, name: str, change: Any) -> pa.Table:
    place = table.column_names.index(name)
    values = [change(at, value) for at, value in enumerate(table[name].to_pylist())]
    return table.set_column(place, name, pa.array(values, table.schema.field(name).type))


def test_rows_that_are_missing_by_the_plan_are_named(data: Path) -> None:
    name = rewritten(data, 1, lambda table: table.slice(0, 17))
    assert re.search("20 rows .*, found 17", faults(data)[name])


def test_a_part_without_a_receipt_and_a_failed_one_are_named(data: Path) -> None:
    manifest = json.loads((data / MANIFEST).read_text())
    del manifest["parts"][2], manifest["parts"][0]
    manifest["failed"] = {"2": "a worker died"}
    (data / MANIFEST).write_text(json.dumps(manifest))
    found = "\n".join(f"{path}: {what}" for path, what in faults(data).items())
    assert f"puzzles/{part(data, 0).name}: has no receipt in the manifest" in found
    assert ".pandoku/manifest.json: part 2 failed: a worker died" in found


def test_ids_and_numbers_that_are_wrong_are_named_by_row(data: Path) -> None:
    def other(at: int, value: Any) -> Any:
        return "0" * 32 if at >= 5 else value

    name = rewritten(data, 1, lambda table: with_column(table, "id", other))
    found = faults(data)[name]
    assert "id: row 25: expected " in found
    assert f"found {'0' * 32}" in found
    assert found.endswith(" 12 more rows")
    name = rewritten(
        data, 2, lambda table: with_column(table, "index", lambda at, i: i + (at == 3))
    )
    assert "index: expected 43, found 44" in faults(data)[name]


def test_answers_that_are_wrong_are_named_only_if_they_are_proved(data: Path) -> None:
    def exchanged(at: int, text: Any) -> Any:
        return text.translate(str.maketrans("12", "21")) if at == 4 else text

    def more(at: int, n: Any) -> Any:
        return 2 if at == 6 else n

    def changed(table: pa.Table) -> pa.Table:
        return with_column(with_column(table, "solution", exchanged), "n_solutions", more)

    name = rewritten(data, 0, changed)
    assert faults(data) == {}
    found = faults(data, solutions=True)[name]
    assert "row 4: expected " in found
    assert "row 6: expected 2 " in found


def with_steps(data: Path, change: Any) -> str:
    """Add a table of two steps for each of the first puzzles of a part, and its receipt."""
    ids = pq.read_table(part(data, 1))["id"].to_pylist()
    rows = [(20 + at // 2, ids[at // 2], 1 + at % 2) for at in range(10)]
    columns = dict(zip(("index", "id", "step"), zip(*change(rows), strict=True), strict=True))
    about = {k.decode(): v.decode() for k, v in pq.read_metadata(part(data, 1)).metadata.items()}
    about = {key.removeprefix("pandoku."): value for key, value in about.items()}
    name = "steps/part-00001-000000.parquet"
    (data / "steps").mkdir()
    (data / name).write_bytes(parquet_of(pa.table(columns), about, "steps"))
    manifest = json.loads((data / MANIFEST).read_text())
    receipt = receipt_of_file(Folder(str(data)), name, "steps", 1).as_json()
    manifest["parts"].append(receipt)
    (data / MANIFEST).write_text(json.dumps(manifest))
    return name


def test_steps_in_order_and_of_their_puzzles_have_no_fault(data: Path) -> None:
    with_steps(data, lambda rows: rows)
    assert faults(data) == {}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda rows: [*rows[:2], rows[3], rows[2], *rows[4:]], "order: index 21, step 1 after"),
        (lambda rows: [*rows, (99, rows[0][1], 1)], "index: 99 "),
        (lambda rows: [(20, "0" * 32, 1), *rows[1:]], f"id: index 20 has {'0' * 32}, its puzzle"),
    ],
)
def test_steps_out_of_order_or_of_other_puzzles_are_named(
    data: Path, change: Any, expected: str
) -> None:
    name = with_steps(data, change)
    assert expected in faults(data)[name]


def test_steps_are_not_blamed_for_puzzles_that_are_gone(data: Path) -> None:
    with_steps(data, lambda rows: rows)
    part(data, 1).unlink()
    assert list(faults(data).values()) == ["is missing"]


def test_a_folder_without_a_manifest_is_not_complete(data: Path) -> None:
    (data / MANIFEST).unlink()
    ((name, fault),) = faults(data).items()
    assert name == str(MANIFEST)
    assert "--resume" in fault


@pytest.mark.parametrize("text", ["", "[]", '{"job": "x"}', '{"job": "x", "parts": [1]}'])
def test_a_manifest_that_is_none_is_a_fault(data: Path, text: str) -> None:
    (data / MANIFEST).write_text(text)
    assert "expected the manifest of a job" in faults(data)[str(MANIFEST)]


def test_a_folder_without_a_job_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match=r"found no \.pandoku/job\.json"):
        verify(str(tmp_path))
    with pytest.raises(BatchError, match=r"none: .* folder"):
        verify(str(tmp_path / "none"))


def solved(text: str) -> str:
    solution = pandoku.solve(text).solution
    assert solution is not None
    return "".join(map(str, solution))


def test_answers_of_every_sort_are_proved() -> None:
    empty, two = "." * 16, solved(EASY)
    table = pa.table(
        {
            "puzzle": [EASY, ESCARGOT, empty, "11" + "." * 14, EASY, EASY, empty],
            "solution": [solved(EASY), None, None, None, None, two[::-1], "1234341221434321"],
            "n_solutions": pa.array([1, 1, 5, 0, None, None, 5], pa.int64()),
        }
    )
    n, wrong = wrong_answers(table)
    assert n == 6
    assert sorted(wrong) == [5]


def test_an_answer_of_a_bad_row_is_a_fault() -> None:
    table = pa.table({"puzzle": [EASY], "n_solutions": [1], "error": ["null"]})
    assert wrong_answers(table) == (0, {0: "has an error, and an answer"})
