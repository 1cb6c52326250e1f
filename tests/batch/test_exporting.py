"""Exported data sets, read by other programs."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pandoku
from pandoku.batch import Job, export_tables, run_job
from pandoku.batch.exports import hub
from pandoku.batch.files import ROWS_OF_GROUP, parquet_of
from pandoku.batch.store import Folder
from pandoku.batch.tables import table_schema
from pandoku.errors import BatchError
from pandoku.model import FrozenMap
from tests.batch.files import write
from tests.batch.jobs import blank
from tests.cli.command import pandoku as pandoku_command
from tests.data import EASY, ESCARGOT, EXAMPLES

pytestmark = pytest.mark.turns(3, whole=True)

N = 1000
TECHNIQUES = [{"technique": "naked-single", "count": 3}]


def line_of(at: int) -> str:
    """Return an easy puzzle, a different one for each place."""
    return EASY.replace("0", ".").translate(str.maketrans("123456789", _turned(at)))


def _turned(at: int) -> str:
    digits = "123456789"
    at %= 9
    return digits[at:] + digits[:at]


def split_of(at: int) -> str | None:
    return None if at % 100 == 7 else "test" if at % 10 == 3 else "train"


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set with solutions and without splits, in several parts."""
    folder = tmp_path_factory.mktemp("sets")
    text = folder / "a.txt"
    text.write_text("\n".join(line_of(at) for at in range(N)) + "\n", encoding="utf-8")
    run_job(Job("import", [str(text)], str(folder / "a"), {"license": "CC0-1.0"}, rows=300))
    run_job(Job("solve", [str(folder / "a")], str(folder / "b"), rows=300), workers=1)
    return folder / "b"


@pytest.fixture(scope="module")
def split(solved: Path) -> Path:
    """Return the same set with splits, classes and ratings, and some steps."""
    folder = solved.parent / "c"
    table = pq.read_table(sorted((solved / "puzzles").iterdir()))
    n = len(table)
    about = {
        "split": [split_of(at) for at in range(n)],
        "class_id": [f"{at // 3:032x}" for at in range(n)],
        "er": [1.5 + at % 7 for at in range(n)],
        "level": ["easy"] * n,
        "techniques": [TECHNIQUES if at % 2 else None for at in range(n)],
    }
    for name, values in about.items():
        table = table.append_column(name, pa.array(values, table_schema([name]).field(0).type))
    store, before = Folder(str(folder)), Folder(str(solved))
    for name in ("job.json", "manifest.json"):
        store.put(f".pandoku/{name}", before.get(f".pandoku/{name}"))
    job = json.loads(before.get(".pandoku/job.json"))["job"]
    steps = pa.table(
        {"index": np.arange(n).repeat(2), "step": np.tile([1, 2], n), "short": ["r1c1=1"] * 2 * n}
    ).cast(table_schema(["index", "step", "short"], "steps"))
    for part, first in enumerate(range(0, n, 300)):
        name = f"part-{part:05d}-{job[:6]}.parquet"
        store.put(f"puzzles/{name}", parquet_of(table.slice(first, 300), {}))
        store.put(f"steps/{name}", parquet_of(steps.slice(2 * first, 600), {}, "steps"))
    return folder


def rows_of(*files: Path) -> list[dict[str, Any]]:
    return [row for file in files for row in pq.read_table(file).to_pylist()]


def bytes_of(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


# ------------------------------------------------------------------------------ the hub


def test_a_set_without_splits_is_all_train(solved: Path, tmp_path: Path) -> None:
    done = export_tables(str(solved), str(tmp_path / "set"), "hub")
    assert done.files == ["data/puzzles/train-00000-of-00001.parquet"]
    assert done.rows == {"puzzles": {"train": N}}
    found = rows_of(tmp_path / "set" / done.files[0])
    assert found == rows_of(*sorted((solved / "puzzles").iterdir()))


def test_splits_are_files_and_rows_without_one_are_left_out(split: Path, tmp_path: Path) -> None:
    done = export_tables([str(split)], str(tmp_path / "set"), "hub")
    assert done.left_out == {"puzzles without a split": 10, "steps without a split": 20}
    assert done.rows["puzzles"] == {"train": 890, "test": 100}
    assert done.rows["steps"] == {"train": 1780, "test": 200}
    for name in ("train", "test"):
        places = [at for at in range(N) if split_of(at) == name]
        puzzles = rows_of(tmp_path / f"set/data/puzzles/{name}-00000-of-00001.parquet")
        steps = rows_of(tmp_path / f"set/data/steps/{name}-00000-of-00001.parquet")
        assert [row["index"] for row in puzzles] == places
        assert [row["puzzle"] for row in puzzles] == [line_of(at) for at in places]
        assert [(row["index"], row["step"]) for row in steps] == [
            (at, step) for at in places for step in (1, 2)
        ]


def test_puzzles_come_from_the_first_place_and_steps_from_the_others(
    solved: Path, split: Path, tmp_path: Path
) -> None:
    done = export_tables([str(solved), str(split)], str(tmp_path / "set"), "hub")
    assert done.rows == {"puzzles": {"train": N}, "steps": {"train": 1780, "test": 200}}
    with pytest.raises(BatchError, match=r"expected .*, found none"):
        export_tables([str(split), str(solved)], str(tmp_path / "other"), "hub")


def test_files_are_cut_at_a_size_and_row_groups_are_those_of_a_table(
    split: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = sum(path.stat().st_size for path in (split / "puzzles").iterdir())
    monkeypatch.setattr(hub, "FILE_BYTES", size // 7)
    monkeypatch.setitem(ROWS_OF_GROUP, "puzzles", 100)
    done = export_tables([str(split)], str(tmp_path / "set"), "hub")
    train = [name for name in done.files if "puzzles/train" in name]
    assert train == [f"data/puzzles/train-{k:05d}-of-00006.parquet" for k in range(6)]
    files = [tmp_path / "set" / name for name in train]
    assert [row["index"] for row in rows_of(*files)] == [
        at for at in range(N) if split_of(at) == "train"
    ]
    assert {pq.read_metadata(path).row_group(0).num_rows for path in files} == {100}


def test_the_same_set_gives_the_same_bytes(split: Path, tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("two", 3)):
        export_tables([str(split)], str(tmp_path / name), "hub", workers=workers)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def test_a_wrong_number_of_workers_is_refused(split: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected workers of at least 1, found 0"):
        export_tables([str(split)], str(tmp_path / "set"), "hub", workers=0)
    with pytest.raises(BatchError, match="workers applies only to 'hub'"):
        export_tables([str(split)], str(tmp_path / "a.csv"), "csv", workers=2)
    assert not list(tmp_path.iterdir())


def test_an_export_that_was_stopped_goes_on(
    split: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "set"
    whole = export_tables([str(split)], str(out), "hub")
    expected = bytes_of(out)
    kept, gone, damaged, unnoted = (out / name for name in whole.files)
    gone.unlink()
    damaged.write_bytes(b"PAR1" + damaged.read_bytes()[4:-1] + b"x")
    (out / f".pandoku/exported/steps-{unnoted.name[:4]}-00000.json").unlink()
    before = kept.stat().st_mtime_ns, kept.stat().st_ino
    done = export_tables([str(split)], str(out), "hub")
    assert (kept.stat().st_mtime_ns, kept.stat().st_ino) == before
    assert done.stood == 1
    assert (done.files, done.rows) == (whole.files, whole.rows)
    assert bytes_of(out) == expected


def test_a_file_appears_only_when_it_is_complete(
    split: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub._Table, "rows_of", _fails_after_one(hub._Table.rows_of))
    with pytest.raises(OSError, match="no more"):
        export_tables([str(split)], str(tmp_path / "set"), "hub")
    assert not list((tmp_path / "set").rglob("*.parquet"))
    monkeypatch.undo()
    assert export_tables([str(split)], str(tmp_path / "set"), "hub").rows["puzzles"]["train"] == 890


def _fails_after_one(rows_of: Any) -> Any:
    def failing(table: Any, file: Any) -> Any:
        yield next(rows_of(table, file))
        raise OSError("no more")

    return failing


def test_another_export_is_replaced_only_on_request(
    solved: Path, split: Path, tmp_path: Path
) -> None:
    out = tmp_path / "set"
    export_tables(str(split), str(out), "hub")
    with pytest.raises(BatchError, match="another data set; --overwrite"):
        export_tables(str(solved), str(out), "hub")
    export_tables(str(solved), str(out), "hub", overwrite=True)
    names = [str(path.relative_to(out)) for path in (out / "data").rglob("*.parquet")]
    assert names == ["data/puzzles/train-00000-of-00001.parquet"]


def test_foreign_files_and_jobs_are_not_written_over(solved: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine.csv").touch()
    with pytest.raises(BatchError, match=r"found data/mine\.csv"):
        export_tables(str(solved), str(tmp_path), "hub")
    with pytest.raises(BatchError, match=" a job"):
        export_tables(str(solved), str(solved), "hub")


@pytest.fixture
def unlicensed(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(f"{ESCARGOT}\n")
    run_job(Job("import", str(tmp_path / "a.txt"), str(tmp_path / "a"), {"origin": "a forum"}))
    run_job(Job("solve", str(tmp_path / "a"), str(tmp_path / "b")), workers=1)
    return tmp_path / "b"


def test_puzzles_without_a_license_are_refused_unless_that_is_said(
    unlicensed: Path, tmp_path: Path
) -> None:
    with pytest.raises(BatchError, match=r"license of .*a\.txt .*--license-unknown"):
        export_tables(str(unlicensed), str(tmp_path / "set"), "hub")
    assert not (tmp_path / "set").exists()
    export_tables(str(unlicensed), str(tmp_path / "set"), "hub", license_unknown=True)
    assert "license: unknown" in (tmp_path / "set/README.md").read_text()


def test_a_table_that_no_job_made_has_no_license(tmp_path: Path) -> None:
    pq.write_table(pa.table({"puzzle": [ESCARGOT]}), tmp_path / "a.parquet")
    with pytest.raises(BatchError, match=r"license of .*a\.parquet"):
        export_tables(str(tmp_path / "a.parquet"), str(tmp_path / "set"), "hub")


def test_licenses_go_from_job_to_job_though_folders_are_gone(solved: Path, tmp_path: Path) -> None:
    run_job(Job("solve", f"{solved}/puzzles/*.parquet", str(tmp_path / "b"), rows=500), workers=1)
    export_tables(str(tmp_path / "b"), str(tmp_path / "set"), "hub")
    assert "license: cc0-1.0" in (tmp_path / "set/README.md").read_text()


def test_datasets_loads_each_configuration(
    split: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets")
    export_tables([str(split)], str(tmp_path / "set"), "hub")
    for name, test, train in (("puzzles", 100, 890), ("steps", 200, 1780)):
        found = datasets.load_dataset(
            str(tmp_path / "set"), name, cache_dir=str(tmp_path / f"cache-{name}")
        )
        assert {split: len(rows) for split, rows in found.items()} == {"train": train, "test": test}
    row = datasets.load_dataset(
        str(tmp_path / "set"), split="test", cache_dir=str(tmp_path / "cache-puzzles")
    )[0]
    assert (row["puzzle"], row["techniques"]) == (line_of(3), TECHNIQUES)


def test_duckdb_and_polars_read_an_export(split: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    export_tables([str(split)], str(tmp_path / "set"), "hub")
    pattern = f"{tmp_path}/set/data/puzzles/*.parquet"
    found = duckdb.sql(f"select count(*), sum(n_givens), min(puzzle) from '{pattern}'").fetchall()[
        0
    ]
    table = polars.read_parquet(pattern)
    assert found == (len(table), table["n_givens"].sum(), table["puzzle"].min())
    assert len(table) == 990


# ------------------------------------------------------------------------------ texts


def test_csv_has_a_row_for_each_puzzle_and_lists_as_json(split: Path, tmp_path: Path) -> None:
    done = export_tables([str(split)], str(tmp_path / "a.csv"), "csv")
    assert done.rows == {"puzzles": {"all": N}}
    with (tmp_path / "a.csv").open(newline="") as stream:
        found = list(csv.DictReader(stream))
    expected = rows_of(*sorted((split / "puzzles").iterdir()))
    assert "rules" not in found[0]  # no puzzle has rules
    assert [row["puzzle"] for row in found] == [row["puzzle"] for row in expected]
    assert [float(row["er"]) for row in found] == [row["er"] for row in expected]
    assert json.loads(found[1]["techniques"]) == TECHNIQUES
    assert found[0]["techniques"] == found[0]["error"] == ""
    puzzles = list(pandoku.read(tmp_path / "a.csv"))
    assert [each.id for each in puzzles] == [row["id"] for row in expected]


def test_no_text_of_a_csv_is_a_formula_and_the_reader_takes_it_back(tmp_path: Path) -> None:
    sources = ["=HYPERLINK(1).txt", "'=1", "+a", "-b", "@c", "\td", "'e'", "f", None]
    texts = [blank(EASY, at) for at in range(len(sources))]
    table = pa.table({"puzzle": texts, "source": sources, "note": sources, "change": [-1] * 9})
    write(tmp_path / "a.parquet", table)
    export_tables([str(tmp_path / "a.parquet")], str(tmp_path / "a.csv"), "csv")
    with (tmp_path / "a.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        assert not re.match(r"[=+@\t\r-]", row["source"] + row["note"])
        assert row["change"] == "-1"  # a number is not a formula
    read = list(pandoku.read(tmp_path / "a.csv"))
    assert [each.source for each in read] == sources
    assert [each.extra.get("note") for each in read] == sources


def test_csv_of_puzzles_with_rules_keeps_them(tmp_path: Path) -> None:
    run_job(Job("import", str(EXAMPLES / "killer.txt"), str(tmp_path / "a")))
    export_tables(str(tmp_path / "a"), str(tmp_path / "a.csv"), "csv")
    with (tmp_path / "a.csv").open(newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert json.loads(row["rules"])["size"] == 9


def test_jsonl_has_an_object_for_each_row(split: Path, tmp_path: Path) -> None:
    export_tables([str(split)], str(tmp_path / "a.jsonl"), "jsonl")
    found = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert found == rows_of(*sorted((split / "puzzles").iterdir()))


def test_json_is_read_by_pandoku_with_what_is_known_of_a_puzzle(
    split: Path, tmp_path: Path
) -> None:
    export_tables([str(split)], str(tmp_path / "a.json"), "json")
    found = list(pandoku.read(tmp_path / "a.json"))
    expected = rows_of(*sorted((split / "puzzles").iterdir()))
    assert len(found) == N
    for puzzle, row in zip(found, expected, strict=True):
        assert pandoku.dumps(puzzle, "line").strip() == row["puzzle"]
        assert puzzle.solution == tuple(map(int, row["solution"]))
        assert (puzzle.id, puzzle.kind, puzzle.source) == (row["id"], "sudoku", row["source"])
        assert puzzle.extra["er"] == row["er"]
    assert found[1].extra["techniques"] == FrozenMap({"naked-single": 3})


def test_json_keeps_the_rules_of_every_kind(tmp_path: Path) -> None:
    files = [str(path) for path in sorted(EXAMPLES.glob("*.*"))]
    run_job(Job("import", files, str(tmp_path / "a")))
    export_tables(str(tmp_path / "a"), str(tmp_path / "a.json"), "json")
    expected = [puzzle for file in files for puzzle in pandoku.read(file)]
    for puzzle, as_read in zip(pandoku.read(tmp_path / "a.json"), expected, strict=True):
        assert puzzle.replace(cages=()).geometry == as_read.geometry
        assert (puzzle.givens, puzzle.candidates) == (as_read.givens, as_read.candidates)
        cages = [
            sorted(
                (sorted(each.cells), each.operation, each.target, each.repeats) for each in of.cages
            )
            for of in (puzzle, as_read)
        ]
        assert cages[0] == cages[1]


def test_json_leaves_bad_rows_out_and_says_how_many(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{ESCARGOT}\n{ESCARGOT[:80]}\n{ESCARGOT}\n")
    run_job(Job("import", str(tmp_path / "a.txt"), str(tmp_path / "a")))
    done = export_tables(str(tmp_path / "a"), str(tmp_path / "a.json"), "json")
    assert done.left_out == {"rows with an error": 1}
    assert len(list(pandoku.read(tmp_path / "a.json"))) == 2


@pytest.mark.parametrize("to", ["csv", "jsonl", "json"])
def test_a_text_appears_only_when_it_is_complete(
    split: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    path = tmp_path / "out"
    path.write_text("before")

    def stop(done: int, total: int) -> None:
        if done > N // 2:
            raise OSError("no more")

    with pytest.raises(OSError, match="no more"):
        export_tables([str(split)], str(path), to, on_progress=stop)
    assert path.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


# ------------------------------------------------------------------------------ arrays


def test_arrays_of_hrm_are_as_its_trainer_defines_them(split: Path, tmp_path: Path) -> None:
    done = export_tables([str(split)], str(tmp_path / "set"), "hrm")
    assert [*done.left_out.values()] == [10]
    rows = rows_of(*sorted((split / "puzzles").iterdir()))
    for name in ("train", "test"):
        folder = tmp_path / "set" / name
        arrays = {
            each: np.load(folder / f"all__{each}.npy", mmap_mode="r")
            for each in (
                "inputs",
                "labels",
                "puzzle_indices",
                "group_indices",
                "puzzle_identifiers",
            )
        }
        mine = [row for row in rows if row["split"] == name]
        n = len(mine)
        assert arrays["inputs"].dtype == arrays["labels"].dtype == np.uint8
        assert arrays["inputs"].shape == arrays["labels"].shape == (n, 81)
        inputs = [[".123456789".index(char) + 1 for char in row["puzzle"]] for row in mine]
        labels = [[int(char) + 1 for char in row["solution"]] for row in mine]
        assert arrays["inputs"].tolist() == inputs
        assert arrays["labels"].tolist() == labels
        assert arrays["puzzle_indices"].tolist() == list(range(n + 1))
        assert arrays["puzzle_identifiers"].tolist() == [0] * n
        classes = [row["class_id"] for row in mine]
        starts = [at for at in range(n) if at == 0 or classes[at] != classes[at - 1]]
        assert arrays["group_indices"].tolist() == [*starts, n]
        assert all(arrays[each].dtype == np.int32 for each in list(arrays)[2:])
        about = json.loads((folder / "dataset.json").read_text())
        assert about == {
            "pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11,
            "seq_len": 81, "num_puzzle_identifiers": 1, "total_groups": len(starts),
            "mean_puzzle_examples": 1, "total_puzzles": n, "sets": ["all"],
        }  # fmt: skip
    assert json.loads((tmp_path / "set/identifiers.json").read_text()) == ["<blank>"]
    assert done.rows == {"puzzles": {"train": 890, "test": 100}}


def test_rows_without_one_solution_are_no_examples(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{ESCARGOT}\n{'.' * 81}\n{ESCARGOT[:80]}\n{ESCARGOT}\n")
    run_job(Job("import", str(tmp_path / "a.txt"), str(tmp_path / "a")))
    run_job(Job("solve", str(tmp_path / "a"), str(tmp_path / "b")), workers=1)
    done = export_tables(str(tmp_path / "b"), str(tmp_path / "set"), "hrm")
    assert done.left_out == {"rows without a solution": 2}
    assert np.load(tmp_path / "set/train/all__group_indices.npy").tolist() == [0, 1, 2]


def test_what_arrays_cannot_show_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{ESCARGOT}\n{'1..............4'}\n")
    run_job(Job("import", str(tmp_path / "a.txt"), str(tmp_path / "a")))
    with pytest.raises(BatchError, match=r"'solution'.*pandoku batch solve"):
        export_tables(str(tmp_path / "a"), str(tmp_path / "set"), "hrm")
    table = pa.table({"puzzle": ["1..4" * 4, "1" * 81], "solution": ["1234" * 4, "1" * 81]})
    pq.write_table(table, tmp_path / "mixed.parquet")
    with pytest.raises(BatchError, match="found orders 4 and 9"):
        export_tables(str(tmp_path / "mixed.parquet"), str(tmp_path / "set"), "hrm")
    ruled = table.append_column("rules", [["{}", None]])
    pq.write_table(ruled, tmp_path / "ruled.parquet")
    with pytest.raises(BatchError, match=r"found .* with rules"):
        export_tables(str(tmp_path / "ruled.parquet"), str(tmp_path / "set"), "hrm")
    assert not list((tmp_path / "set").rglob("*.npy"))


# ------------------------------------------------------------------------------ calls


def test_other_values_are_refused(solved: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    with pytest.raises(BatchError, match="hub, csv, jsonl, json, hrm"):
        export_tables(str(solved), out, "xml")
    with pytest.raises(BatchError, match=r"license: .*mine"):
        export_tables(str(solved), out, "hub", license="mine?")
    with pytest.raises(BatchError, match=r"data sets .*, found none"):
        export_tables([], out, "csv")
    with pytest.raises(BatchError, match=r"gone: .* no such"):
        export_tables(str(tmp_path / "gone"), out, "csv")
    with pytest.raises(BatchError, match="an address"):
        export_tables(str(solved), "s3://bucket/a.csv", "csv")
    pq.write_table(pa.table({"quiz": [ESCARGOT]}), tmp_path / "a.parquet")
    with pytest.raises(BatchError, match="'puzzle', found quiz"):
        export_tables(str(tmp_path / "a.parquet"), out, "csv")


@pytest.mark.parametrize("to", ["hub", "csv", "hrm"])
def test_progress_ends_with_all_rows(split: Path, tmp_path: Path, to: str) -> None:
    calls: list[tuple[int, int]] = []
    export_tables([str(split)], str(tmp_path / to), to, on_progress=lambda *at: calls.append(at))
    assert calls[-1][0] == calls[-1][1] >= N - 10


def test_the_command_exports_and_says_what_it_left_out(
    split: Path, unlicensed: Path, tmp_path: Path
) -> None:
    done = pandoku_command(
        "batch", "export", str(split), "-o", str(tmp_path / "set"), "--to", "hub"
    )
    assert done.returncode == 0
    assert "puzzles: 890 train, 100 test; steps: 1,780 train, 200 test" in done.out
    assert "left out: 10 puzzles " in done.err
    done = pandoku_command(
        *("batch", "export", str(split), "-o", str(tmp_path / "set"), "--to", "hub", "--json")
    )
    assert json.loads(done.out)["stood"] == 4
    done = pandoku_command(
        *("batch", "export", str(unlicensed), "-o", str(tmp_path / "x"), "--to", "hub")
    )
    assert (done.returncode, "--license-unknown" in done.err) == (2, True)


def test_what_was_exported_as_json_is_solved_and_converted(solved: Path, tmp_path: Path) -> None:
    export_tables(str(solved), str(tmp_path / "a.json"), "json")
    done = pandoku_command("convert", str(tmp_path / "a.json"), "--to", "line")
    assert done.out.split() == [line_of(at) for at in range(N)]


def test_an_address_takes_the_same_export(split: Path, tmp_path: Path) -> None:
    export_tables(str(split), str(tmp_path / "here"), "hub")
    for folder in (
        ".pandoku/exported",
        "data/puzzles",
        "data/steps",
    ):  # objects do not need temporary files
        (tmp_path / "there" / folder).mkdir(parents=True)
    export_tables(str(split), f"file://{tmp_path}/there", "hub")
    assert bytes_of(tmp_path / "there") == bytes_of(tmp_path / "here")
    assert export_tables(str(split), f"file://{tmp_path}/there", "hub").stood == 4


@pytest.mark.parametrize("to", ["hub", "hrm"])
@pytest.mark.parametrize("name", ["../up", "a/b", "", "test-1"])
def test_a_split_is_no_path(tmp_path: Path, to: str, name: str) -> None:
    table = pa.table({"puzzle": ["1" * 81], "solution": ["1" * 81], "split": [name]})
    pq.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(BatchError, match=r"split: .* name"):
        export_tables(str(tmp_path / "a.parquet"), str(tmp_path / "set"), to, license_unknown=True)
    assert not list(tmp_path.rglob("set/*"))


def test_a_set_without_rows_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"puzzle": pa.array([], pa.string())}), tmp_path / "a.parquet")
    with pytest.raises(BatchError, match=r"rows .*, found none"):
        export_tables(
            str(tmp_path / "a.parquet"), str(tmp_path / "set"), "hub", license_unknown=True
        )
