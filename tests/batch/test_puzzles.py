"""Conversion of data sets to Batches and back."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pandoku.batch import Job, read_puzzles, run_job, write_puzzles
from pandoku.errors import BatchError
from pandoku.formats import read
from pandoku.model import Batch, Puzzle, batches_of
from tests.data import EASY, ESCARGOT, EXAMPLES


def puzzles_of(path: Path | str) -> list[tuple[int, Puzzle]]:
    """Return the puzzles of a data set by row, in order."""
    batches = list(read_puzzles(path))
    pairs = ((batch.origin(at), each) for batch in batches for at, each in enumerate(batch))
    return sorted(pairs, key=lambda pair: pair[0])


def key_of(puzzle: Puzzle) -> object:
    cages = ((each.operation, each.target, tuple(sorted(each.cells))) for each in puzzle.cages)
    return puzzle.geometry, puzzle.givens, sorted(cages, key=lambda cage: cage[2])


def test_puzzles_of_all_kinds_come_back(tmp_path: Path) -> None:
    expected = [puzzle for path in sorted(EXAMPLES.glob("*.*")) for puzzle in read(path)]
    expected = [puzzle for puzzle in expected if puzzle.candidates is None]
    batches = list(batches_of(expected))
    assert write_puzzles(tmp_path / "a.parquet", batches) == len(expected)
    ordered = [puzzle for batch in batches for puzzle in batch]
    found = puzzles_of(tmp_path / "a.parquet")
    assert [at for at, _ in found] == list(range(len(expected)))
    assert [key_of(each) for _, each in found] == [key_of(each) for each in ordered]


def test_a_written_table_is_what_import_makes(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text(f"{ESCARGOT}\n{EASY}\n")
    run_job(Job("import", str(text), str(tmp_path / "a")))
    write_puzzles(tmp_path / "a.parquet", batches_of(read(text)))
    (part,) = (tmp_path / "a/puzzles").iterdir()
    imported = pq.read_table(part).drop_columns(["source", "source_row"])
    assert pq.read_table(tmp_path / "a.parquet").equals(imported)


def test_candidates_come_back_as_masks(tmp_path: Path) -> None:
    (puzzle,) = read(EXAMPLES / "sukaku.json")
    write_puzzles(tmp_path / "a.parquet", [Batch.of([puzzle])])
    (batch,) = read_puzzles(tmp_path / "a.parquet")
    assert batch.has_masks
    assert batch[0].candidates == puzzle.candidates


def test_rows_that_hold_no_puzzle_are_left_out_and_the_others_keep_their_numbers(
    tmp_path: Path,
) -> None:
    table = pa.table(
        {"puzzle": [ESCARGOT, None, "12", EASY, ESCARGOT], "error": [None] * 4 + ["x"]}
    )
    for name in ("a", "b"):
        pq.write_table(table, tmp_path / f"{name}.parquet", row_group_size=3)
    found = puzzles_of(tmp_path / "*.parquet")
    assert [at for at, _ in found] == [0, 3, 5, 8]


def test_the_output_folder_of_a_job_is_read_part_by_part(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text(f"{ESCARGOT}\n{EASY}\n" * 5)
    run_job(Job("import", str(text), str(tmp_path / "a"), rows=3))
    batches = list(read_puzzles(tmp_path / "a"))
    assert [list(batch.origins or ()) for batch in batches] == [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [9],
    ]


def test_a_digit_that_an_order_does_not_have_makes_its_row_bad(tmp_path: Path) -> None:
    batch = Batch(4, np.array([[1] + [0] * 15, [5] + [0] * 15], np.uint8))
    assert write_puzzles(tmp_path / "a.parquet", [batch]) == 2
    first, second = pq.read_table(tmp_path / "a.parquet").to_pylist()
    assert (first["puzzle"], first["error"]) == ("1" + "." * 15, None)
    assert second["puzzle"] is None
    assert second["error"].startswith("givens: ")


def test_a_file_stays_as_it_was_if_not_all_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_text("before")

    def failing() -> itertools.chain[Batch]:
        raise OSError("no more")

    with pytest.raises(OSError, match="no more"):
        write_puzzles(
            path,
            (
                batch
                for each in (0, 1)
                for batch in ([Batch(4, bytes(16))] if each == 0 else failing())
            ),
        )
    assert path.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["a.parquet"]


def test_no_batches_make_an_empty_table(tmp_path: Path) -> None:
    assert write_puzzles(tmp_path / "a.parquet", []) == 0
    assert list(read_puzzles(tmp_path / "a.parquet")) == []


def test_tables_of_other_columns_and_texts_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"quiz": [ESCARGOT]}), tmp_path / "a.parquet")
    with pytest.raises(BatchError, match="'puzzle', found quiz"):
        list(read_puzzles(tmp_path / "a.parquet"))
    (tmp_path / "a.txt").write_text(ESCARGOT)
    with pytest.raises(BatchError, match="batch import"):
        list(read_puzzles(tmp_path / "a.txt"))
    with pytest.raises(BatchError, match=r"gone: .* no such"):
        list(read_puzzles(tmp_path / "gone"))
