"""Files of other programs as rows of the table `puzzles`."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

import pandoku
from pandoku.batch.imports.importing import import_tables, licensed
from pandoku.batch.inputs import Origin, require_license
from pandoku.batch.rules import puzzle_of_rules
from pandoku.errors import BatchError
from pandoku.model import Geometry, Puzzle
from tests.data import ROOT
from tests.together import together

EXAMPLES = sorted(each for each in (ROOT / "examples").iterdir() if each.is_file())
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
EASY = "....7.96....58...727.63.51..25.........45....9...28..54.2.6.379.563...42....47..6"
SOLVED = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"


def rows_of(*inputs: Path | str, **options: Any) -> list[dict[str, Any]]:
    """Return the rows of files."""
    tables = import_tables([str(each) for each in inputs], options, 1000)
    return [row for table in tables for row in table.to_pylist()]


def errors_of(*inputs: Path | str, **options: Any) -> list[str | None]:
    return [row["error"] for row in rows_of(*inputs, **options)]


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def puzzle_of(row: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a row, from its rules and digits only."""
    frame = Puzzle(row["order"]) if row["rules"] is None else puzzle_of_rules(row["rules"])
    digits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return frame.replace(givens=tuple(digits.find(char) + 1 for char in row["puzzle"]))


@pytest.mark.turns(3)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_format_says_what_pandoku_reads(path: Path) -> None:
    found, expected = rows_of(path), list(pandoku.read(path))
    assert len(found) == len(expected)
    for at, (row, puzzle) in enumerate(zip(found, expected, strict=True)):
        made = puzzle_of(row)
        assert (made.geometry, made.givens, made.candidates) == (
            puzzle.geometry,
            puzzle.givens,
            puzzle.candidates,
        )
        assert {frozenset(each.cells): (each.operation, each.target) for each in made.cages} == {
            frozenset(each.cells): (each.operation, each.target) for each in puzzle.cages
        }
        assert (row["source"], row["source_row"]) == (str(path), at)
        assert (row["order"], row["n_givens"]) == (puzzle.order, puzzle.n_givens)
        assert row["error"] is None


def test_ids_are_hashes_of_rules_and_puzzle(tmp_path: Path) -> None:
    jigsaw = ROOT / "examples" / "jigsaw.json"
    for row in rows_of(written(tmp_path / "a.txt", ESCARGOT), jigsaw):
        text = f"{row['rules'] or ''}\n{row['puzzle']}".encode()
        assert row["id"] == blake2b(text, digest_size=16).hexdigest()


def test_rows_come_in_tables_of_one_size_and_go_on_over_files(tmp_path: Path) -> None:
    one = written(tmp_path / "1.txt", f"{ESCARGOT}\n" * 5)
    two = written(tmp_path / "2.txt", f"{EASY}\n" * 2)
    tables = list(import_tables([str(one), str(two)], {}, 3))
    assert [len(table) for table in tables] == [3, 3, 1]
    assert all(table.column(0).num_chunks == 1 for table in tables)
    found = [row for table in tables for row in table.to_pylist()]
    assert [row["source_row"] for row in found] == [0, 1, 2, 3, 4, 0, 1]
    assert [row["source"] for row in found] == [str(one)] * 5 + [str(two)] * 2
    assert [row["puzzle"] for row in found] == [ESCARGOT] * 5 + [EASY] * 2


def test_zeros_and_other_blanks_become_dots(tmp_path: Path) -> None:
    lines = [ESCARGOT.replace(".", blank) for blank in "0_*-xX?"]
    found = rows_of(written(tmp_path / "a.txt", "\n".join(lines)))
    assert {row["puzzle"] for row in found} == {ESCARGOT}
    found = rows_of(
        written(tmp_path / "a.csv", "\n".join(["id,puzzle", *(f"1,{t}" for t in lines)]))
    )
    assert {row["puzzle"] for row in found} == {ESCARGOT}
    assert [row["error"] for row in found] == [None] * len(lines)


def test_puzzles_of_many_orders_keep_their_places(tmp_path: Path) -> None:
    lines = [ESCARGOT, "1..............4", "." * 256, EASY, "A" + "." * 255, "." * 36]
    found = rows_of(written(tmp_path / "a.sdm", "\n".join(lines)))
    assert [(row["puzzle"], row["order"]) for row in found] == [
        (ESCARGOT, 9), ("1..............4", 4), ("." * 256, 16), (EASY, 9),
        ("A" + "." * 255, 16), ("." * 36, 6),
    ]  # fmt: skip


def test_comments_ratings_and_blank_lines_are_no_rows(tmp_path: Path) -> None:
    text = f"# a list\n\n{ESCARGOT}\t10.5\n{EASY} # easy\n\n{EASY}\n"
    found = rows_of(written(tmp_path / "a.txt", text))
    assert [row["puzzle"] for row in found] == [ESCARGOT, EASY, EASY]


BAD = {
    ESCARGOT[:80]: "length: expected 81, found 80",
    ESCARGOT[:7] + "q" + ESCARGOT[8:]: "character: expected 1-9 . 0, found 'q' at 7",
    "_" * 7 + "q" + "_" * 73: "character: expected 1-9 . 0, found 'q' at 7",
    "55" + "." * 79: "givens: row 1 has 5 at r1c1 and r1c2",
}


@pytest.mark.parametrize("kind", ["lines", "csv", "quoted", "parquet"])
def test_bad_rows_keep_their_places(tmp_path: Path, kind: str) -> None:
    texts = [ESCARGOT]
    for bad in BAD:
        texts += [bad, EASY]
    if kind == "parquet":
        path = tmp_path / "a.parquet"
        pq.write_table(pa.table({"quiz": texts}), path)
    elif kind == "lines":
        path = written(tmp_path / "a.txt", "\n".join(texts))
    else:
        mark = '"' if kind == "quoted" else ""
        rows = [f"{mark}{text}{mark},{mark}1{mark}" for text in texts]
        path = written(tmp_path / "a.csv", "\n".join(["quiz,rating", *rows]))
    found = rows_of(path)
    assert [row["error"] for row in found[1::2]] == list(BAD.values())
    assert [row["error"] for row in found[::2]] == [None] * (len(BAD) + 1)
    assert [row["puzzle"] for row in found[::2]] == [ESCARGOT] + [EASY] * len(BAD)
    unread, clash = found[1:7:2], found[7]
    assert all(row["puzzle"] is row["id"] is row["order"] is None for row in unread)
    assert clash["puzzle"] == "55" + "." * 79  # readable puzzles are kept


def test_a_bad_first_line_of_a_collection_does_not_hide_the_others(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", "\n".join([ESCARGOT[:-1], *[EASY] * 3]))
    assert errors_of(path) == ["length: expected 81, found 80", None, None, None]


@pytest.mark.turns(3)
def test_bytes_that_are_no_text_make_their_row_bad_and_no_other(tmp_path: Path) -> None:
    good = ESCARGOT.encode()
    lines = [good] * 20_000  # several pieces
    lines[1] = good[:5] + b"\xe9" + good[6:]
    lines[15_000] = good[:5] + b"\xe9" + good[6:]
    lines[15_001] = good[:5] + b"\0" + good[6:]
    found = errors_of(written(tmp_path / "a.txt", b"\n".join(lines)))
    assert len(found) == 20_000
    assert {at for at, error in enumerate(found) if error} == {1, 15_000, 15_001}
    assert found[15_000] is not None
    assert found[15_000].endswith("'\ufffd' at 5")


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
    with pytest.raises(BatchError, match=r"a\.png: .*expected a text"):
        rows_of(path)


def test_a_table_like_that_of_hrm_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path / "train.csv",
        f"source,question,answer,rating\npuzzles0_kaggle,{ESCARGOT},{SOLVED},0\nhard,{EASY},{SOLVED},45\n",
    )
    found = rows_of(path)
    assert [row["puzzle"] for row in found] == [ESCARGOT, EASY]
    assert [row["source"] for row in found] == [str(path)] * 2


@together("name", ["puzzle", "Puzzles", "QUIZ", "quizzes", "question", "sudoku"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_usual_names_of_columns_are_known(tmp_path: Path, name: str, separator: str) -> None:
    text = f"{name}{separator}solution\n{ESCARGOT}{separator}{SOLVED}\n"
    assert [row["puzzle"] for row in rows_of(written(tmp_path / "a.csv", text))] == [ESCARGOT]


def test_rows_of_a_table_with_other_fields_are_bad(tmp_path: Path) -> None:
    text = f'a,puzzle\n1,{ESCARGOT}\n1\n1,{EASY},2\n"1,{EASY}\n1,\n\n# more\n1,{EASY}\n'
    found = rows_of(written(tmp_path / "a.csv", text))
    assert [row["error"] for row in found] == [
        None,
        "csv: expected 2 fields, found 1",
        "csv: expected 2 fields, found 3",
        "csv: expected fields that end on their line, found an open quote",
        "null",
        None,
    ]


def test_a_table_without_puzzles_lists_its_columns(tmp_path: Path) -> None:
    expected = "found id, clues, rating; .* --puzzle-column"
    path = written(tmp_path / "a.csv", f"id,clues,rating\n1,{ESCARGOT},2\n")
    with pytest.raises(BatchError, match=expected):
        rows_of(path)
    assert [row["puzzle"] for row in rows_of(path, puzzle_column="Clues")] == [ESCARGOT]
    with pytest.raises(BatchError, match="'grid', found id, clues, rating"):
        rows_of(path, puzzle_column="grid")
    table = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": ["1"], "clues": [ESCARGOT], "rating": [2]}), table)
    with pytest.raises(BatchError, match=expected):
        rows_of(table)
    assert [row["puzzle"] for row in rows_of(table, puzzle_column="clues")] == [ESCARGOT]


def test_columns_that_may_hold_rules_are_refused_unless_the_puzzles_are_named(
    tmp_path: Path,
) -> None:
    path = written(tmp_path / "a.csv", f"puzzle,cages\n{ESCARGOT},x\n")
    with pytest.raises(BatchError, match="'cages'"):
        rows_of(path)
    table = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": [ESCARGOT], "cages": ["x"]}), table)
    with pytest.raises(BatchError, match="'cages'"):
        rows_of(table)
    assert len(rows_of(path, table, puzzle_column="puzzle")) == 2


TYPES = [pa.string(), pa.large_string(), pa.binary(), pa.dictionary(pa.int32(), pa.string())]


@together("kind", TYPES, ids=str)
@pytest.mark.parametrize("form", ["parquet", "file", "stream"])
def test_tables_of_other_programs_are_read(tmp_path: Path, kind: Any, form: str) -> None:
    table = pa.table({"Quizzes": pa.array([ESCARGOT, EASY.replace(".", "0"), None]).cast(kind)})
    path = tmp_path / "a.bin"
    if form == "parquet":
        pq.write_table(table, path)
    else:
        make = pa.ipc.new_file if form == "file" else pa.ipc.new_stream
        with pa.OSFile(str(path), "wb") as sink, make(sink, table.schema) as writer:
            writer.write_table(table)
    found = rows_of(path)
    assert [row["puzzle"] for row in found] == [ESCARGOT, EASY, None]
    assert [row["error"] for row in found] == [None, None, "null"]


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("kind", [pa.int64(), pa.int8()])
def test_lists_of_digits_are_read(tmp_path: Path, kind: Any, nested: bool) -> None:
    digits = [0 if char == "." else int(char) for char in ESCARGOT]
    bad = [*digits[:5], 10, *digits[6:]]
    lists: list[Any] = [digits, None, digits[:80], bad]
    kind = pa.list_(kind)
    if nested:
        lists = [each and [each[at : at + 9] for at in range(0, 81, 9)] for each in lists]
        kind = pa.list_(kind)
    pq.write_table(pa.table({"puzzle": pa.array(lists, kind)}), tmp_path / "a.parquet")
    found = rows_of(tmp_path / "a.parquet")
    assert found[0]["puzzle"] == ESCARGOT
    assert [row["error"] for row in found] == [
        None,
        "null",
        "length: expected 81, found 80",
        "character: expected 1-9 . 0, found 'A' at 5",
    ]


@pytest.mark.parametrize("kind", [pa.int64(), pa.float64()])
def test_puzzles_that_were_read_as_numbers_are_refused(tmp_path: Path, kind: Any) -> None:
    pq.write_table(pa.table({"quiz": pa.array([1, 2], kind)}), tmp_path / "a.parquet")
    with pytest.raises(BatchError, match="dtype=str"):
        rows_of(tmp_path / "a.parquet")


def test_rules_of_a_table_of_pandoku_are_kept(tmp_path: Path) -> None:
    killer = rows_of(ROOT / "examples" / "killer.txt")
    plain = rows_of(written(tmp_path / "a.txt", ESCARGOT))
    columns = {name: [row[name] for row in (*killer, *plain)] for name in ("puzzle", "rules", "id")}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    found = rows_of(tmp_path / "a.parquet")
    assert [(row["rules"], row["kind"], row["id"]) for row in found] == [
        (row["rules"], row["kind"], row["id"]) for row in (*killer, *plain)
    ]


@pytest.mark.parametrize("part", [0.5, 0.99])
def test_a_table_that_is_cut_off_is_named(tmp_path: Path, part: float) -> None:
    for name, make in (("a.parquet", pq.write_table), ("a.arrow", feather.write_feather)):
        path = tmp_path / name
        make(pa.table({"puzzle": [ESCARGOT] * 1000}), path)
        whole = path.read_bytes()
        path.write_bytes(whole[: int(len(whole) * part)])
        with pytest.raises(BatchError, match=rf"{name}: .* complete "):
            rows_of(path)


def test_a_page_with_a_flipped_bit_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"puzzle": [ESCARGOT] * 1000})
    pq.write_table(table, path, use_dictionary=False, write_page_checksum=True)
    raw = bytearray(path.read_bytes())
    raw[200] ^= 1
    path.write_bytes(raw)
    with pytest.raises(BatchError, match=r"a\.parquet: .*damaged"):
        rows_of(path)


def packed(raw: bytes, method: str) -> bytes:
    if method == "gz":
        return gzip.compress(raw)
    if method == "bz2":
        return bz2.compress(raw)
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, {"zst": "zstd", "lz4": "lz4"}[method]) as stream:
        stream.write(raw)
    return bytes(sink.getvalue())


@pytest.mark.parametrize("method", ["gz", "bz2", "zst", "lz4"])
def test_packed_texts_are_read(tmp_path: Path, method: str) -> None:
    raw = f"puzzle,er\n{ESCARGOT},10.5\n{EASY},1.5\n".encode()
    path = written(tmp_path / f"a.csv.{method}", packed(raw, method))
    assert [row["puzzle"] for row in rows_of(path)] == [ESCARGOT, EASY]


def test_a_packed_text_that_is_cut_off_is_named(tmp_path: Path) -> None:
    raw = packed("".join(f"{ESCARGOT}\n{EASY}\n" for _ in range(9)).encode(), "gz")
    path = written(tmp_path / "a.gz", raw[:-12])
    with pytest.raises(BatchError, match=r"a\.gz: "):
        rows_of(path)


def test_a_zip_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="zip archive"):
        rows_of(written(tmp_path / "a.zip", b"PK\x03\x04" + bytes(30)))


class _Pipe(io.RawIOBase):
    """A stream that returns a few bytes at a time, like a pipe."""

    def __init__(self, raw: bytes) -> None:
        self._raw = io.BytesIO(raw)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._raw.read(min(len(buffer), 1000))
        buffer[: len(data)] = data
        return len(data)


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    def set_input(raw: bytes) -> None:
        stream = io.TextIOWrapper(io.BufferedReader(_Pipe(raw)))
        monkeypatch.setattr(sys, "stdin", stream)

    return set_input  # type: ignore[return-value]


def test_standard_input_is_read_as_a_file(tmp_path: Path, pipe: Any) -> None:
    text = f"{ESCARGOT}\n{EASY[:80]}\n{EASY}\n" * 50
    table = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": [ESCARGOT] * 99}), table)
    for raw in (text.encode(), gzip.compress(text.encode()), table.read_bytes()):
        path = written(tmp_path / "a", raw)
        pipe(raw)
        assert rows_of("-") == [row | {"source": "-"} for row in rows_of(path)]


def test_the_format_may_be_named(tmp_path: Path) -> None:
    four = written(tmp_path / "a.txt", "1...\n..2.\n.1..\n...2\n")
    assert [row["order"] for row in rows_of(four)] == [4]
    assert [row["order"] for row in rows_of(four, **{"from": "line"})] == [2, 2, 2, 2]
    with pytest.raises(BatchError, match="'lines'; try line"):
        rows_of(four, **{"from": "lines"})


def test_how_a_text_was_read_is_told_if_it_could_mean_something_else(tmp_path: Path) -> None:
    notes: list[str] = []
    path = written(tmp_path / "a.txt", "1...\n..2.\n.1..\n...2\n")
    list(import_tables([str(path)], {}, 9, on_note=notes.append))
    assert all(note.startswith(f"{path}: ") for note in notes)
    assert len(notes) == 1


@pytest.mark.parametrize("text", ["", "\n\n", "puzzle\n", "# nothing\n"])
def test_a_file_without_puzzles_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(BatchError, match=r"a\.csv: "):
        rows_of(written(tmp_path / "a.csv", text))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="gone"):
        rows_of(tmp_path / "gone.txt")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="found a folder"):
        rows_of(tmp_path)


def test_puzzles_of_order_36_are_bad_because_a_cell_is_one_character(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", '{"size": 36, "box": [6, 6]}\n{"size": 4}\n')
    assert errors_of(path) == ["order: expected 1-35, found 36", None]


def test_a_puzzle_with_wrong_rules_is_bad(tmp_path: Path) -> None:
    cage = '{"op": "+", "target": 99, "cells": [0, 1], "repeats": false}'
    good = '{"size": 4, "givens": [1]}'
    path = written(
        tmp_path / "a.jsonl", f'{{"size": 4, "cages": [{cage}]}}\n{good}\n{{"siz": 4}}\n'
    )
    first, second, third = errors_of(path)
    assert str(first).startswith("rules: ")
    assert str(second).startswith("puzzle: ")
    assert str(third).startswith("json: ")


def test_licenses_stand_with_each_file() -> None:
    assert licensed(["a", "b"], {"license": "MIT", "origin": None}) == [
        Origin("a", "MIT"),
        Origin("b", "MIT"),
    ]


@pytest.mark.parametrize("license", ["unknown", "", "© me", "None"])
def test_what_is_no_license_is_refused(license: str) -> None:
    with pytest.raises(BatchError, match="license: "):
        require_license(license)


@pytest.mark.parametrize("license", ["CC0-1.0", "MIT OR Apache-2.0", "LicenseRef-mine", "GPL-2.0+"])
def test_licenses_of_spdx_are_taken(license: str) -> None:
    require_license(license)


def test_kinds_are_those_of_the_sources(tmp_path: Path) -> None:
    names = {
        "killer.txt": "killer",
        "jigsaw.json": "jigsaw",
        "latin7.txt": "latin",
        "keen9.keen": "calcudoku",
    }
    found = {name: rows_of(ROOT / "examples" / name)[0]["kind"] for name in names}
    assert found == names
    assert Geometry.sudoku(7) == Geometry.latin(7)


def test_an_address_is_read_as_a_file(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt.gz", gzip.compress(f"{ESCARGOT}\n{EASY}\n".encode()))
    address = f"file://{path}"
    assert rows_of(address) == [row | {"source": address} for row in rows_of(path)]


def test_a_pipe_with_a_name_is_read(tmp_path: Path) -> None:
    table = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": [ESCARGOT] * 9}), table)
    for raw in (f"{ESCARGOT}\n{EASY}\n".encode(), table.read_bytes()):
        pipe = tmp_path / f"pipe{len(raw)}"
        os.mkfifo(pipe)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(pipe.write_bytes, raw)
            found = rows_of(pipe)
        path = written(tmp_path / "file", raw)
        assert found == [row | {"source": str(pipe)} for row in rows_of(path)]
