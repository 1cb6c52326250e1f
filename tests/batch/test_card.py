"""The card of a data set: its front matter loads the tables, and its statements are true."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pandoku
from pandoku.batch import Job, run_job
from pandoku.batch.cards.card import licenses_of, write_card
from pandoku.batch.cards.charts import bars, histogram
from pandoku.batch.cards.lineage import lineage_of
from pandoku.batch.cards.tally import tally
from pandoku.batch.columns import ids_of
from pandoku.batch.inputs import Origin, sources_of
from pandoku.batch.job import planned_at
from pandoku.batch.tables import table_schema
from pandoku.errors import BatchError
from pandoku.rating import LEVELS, word_of
from tests.batch.files import write
from tests.cli.command import invoke
from tests.data import ROOT

pytestmark = pytest.mark.turns(3, whole=True)

N = 120
SPLITS = ["train", "test", "validation"]


def puzzles_with_everything() -> pa.Table:
    """Return puzzles with ratings, splits and classes, two of them in two splits."""
    chosen = np.random.default_rng(1)
    made = [*pandoku.generate_many(N, seed=3)]
    texts = pa.array(["".join(map(str, each.givens)) for each in made])
    scores = np.round(chosen.uniform(1.2, 9.5, N), 1)
    splits = [SPLITS[at % 10 % 3] if at % 10 < 3 else "train" for at in range(N)]
    classes = [f"{at:032x}" for at in range(N)]
    classes[1] = classes[2] = classes[0]
    classes[4] = classes[3]
    listed = [{"technique": "hidden single", "count": 9}, {"technique": "xy-wing", "count": 1}]
    columns: dict[str, Any] = {
        "puzzle": texts,
        "rules": [None] * N,
        "kind": ["sudoku"] * N,
        "order": [9] * N,
        "n_givens": [each.n_givens for each in made],
        "id": ids_of(None, texts),
        "class_id": classes,
        "solution_class_id": classes,
        "split": splits,
        "scale": ["se"] * N,
        "score": scores,
        "level": [word_of(score) for score in scores],
        "stopped": ["rated"] * N,
        "techniques": [listed[: 1 + at % 2] for at in range(N)],
    }
    return pa.table(columns, schema=table_schema(columns))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a job on those puzzles, with a table of steps."""
    folder = tmp_path_factory.mktemp("card")
    table = puzzles_with_everything()
    write(folder / "in.parquet", table)
    source, first, last = (str(folder / name) for name in ("in.parquet", "first", "out"))
    run_job(Job("solve", source, first, rows=50), workers=1)
    run_job(Job("count", first, last, {"limit": 7}), workers=1)
    names = ["index", "id", "step", "technique", "text"]
    steps = pa.table(
        [list(range(N)), table["id"].combine_chunks(), [1] * N, ["full house"] * N, ["So."] * N],
        schema=table_schema(names, "steps"),
    )
    write(folder / "out/steps/part-00000-000000.parquet", steps)
    return folder / "out"


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made.parent, tmp_path / "job")
    return tmp_path / "job/out"


@pytest.fixture
def exported(data: Path, tmp_path: Path) -> Path:
    """Return the same tables as files for the hub."""
    table = puzzles_with_everything()
    for split in SPLITS:
        rows = table.filter(pa.compute.equal(table["split"], split))
        for number in range(2):
            part = rows.slice(number * 10, 10 if number == 0 else None)
            name = f"{split}-{number:05d}-of-00002.parquet"
            write(tmp_path / "hub/data/puzzles" / name, part)
    steps = data / "steps/part-00000-000000.parquet"
    (tmp_path / "hub/data/steps").mkdir()
    shutil.copy(steps, tmp_path / "hub/data/steps/train-00000-of-00001.parquet")
    return tmp_path / "hub"


def read(folder: Path) -> str:
    return (folder / "README.md").read_text(encoding="utf-8")


def front_matter(folder: Path) -> Any:
    yaml = pytest.importorskip("yaml")
    _, text, _ = read(folder).split("---\n", 2)
    return yaml.safe_load(text)


def section(folder: Path, heading: str) -> str:
    found = re.search(
        rf"^## {heading}\n\n(.*?)(?=\n## |\Z)", read(folder), re.DOTALL | re.MULTILINE
    )
    assert found, f"no section {heading}"
    return found[1]


def test_the_front_matter_names_tables_size_and_license(data: Path) -> None:
    write_card(str(data), title='A "title": with\nsigns — é')
    matter = front_matter(data)
    assert matter["pretty_name"] == 'A "title": with signs — é'
    assert (matter["license"], matter["size_categories"]) == ("unknown", ["n<1K"])
    assert {"sudoku", "pandoku"} <= set(matter["tags"])
    assert matter["language"] == ["en"]
    assert [each["config_name"] for each in matter["configs"]] == ["puzzles", "steps"]
    files = {"split": "train", "path": "puzzles/**/*.parquet"}
    assert matter["configs"][0]["data_files"] == [files]


def test_an_export_has_a_pattern_for_each_split(exported: Path, data: Path) -> None:
    write_card(str(exported), made_from=[str(data)])
    puzzles, steps = front_matter(exported)["configs"]
    assert puzzles["default"] is True
    assert puzzles["data_files"] == [
        {"split": split, "path": f"data/puzzles/{split}-*.parquet"}
        for split in ("train", "validation", "test")
    ]
    assert steps["data_files"] == [{"split": "train", "path": "data/steps/train-*.parquet"}]
    assert " count a -o b --limit 7" in section(exported, "How it was made")


def in_mb(*files: Path) -> str:
    return f"{sum(file.stat().st_size for file in files) / 1e6:,.1f} MB"


def test_the_files_of_all_tables_are_counted(exported: Path, data: Path) -> None:
    write_card(str(exported), made_from=[str(data)])
    puzzles = [*exported.glob("data/puzzles/*.parquet")]
    steps = [*exported.glob("data/steps/*.parquet")]
    assert len([*puzzles, *steps]) == 7
    expected = (
        f"7 files of tables, {in_mb(*puzzles, *steps)}: puzzles {in_mb(*puzzles)}, "
        f"steps {in_mb(*steps)}."
    )
    assert expected in section(exported, "Rows")


def test_one_table_has_one_size(data: Path) -> None:
    shutil.rmtree(data / "steps")
    write_card(str(data))
    (file,) = data.glob("puzzles/*.parquet")
    assert f"1 file of tables, {in_mb(file)}.\n" in section(data, "Rows")


def test_a_sample_of_explained_puzzles_is_told(data: Path) -> None:
    write_card(str(data))
    assert "have steps" not in read(data)
    file = data / "steps/part-00000-000000.parquet"
    steps = pq.read_table(file)
    more = steps.slice(0, 30).set_column(2, "step", pa.array([2] * 30, pa.int16()))
    write(file, pa.concat_tables([steps.slice(0, 30), more, more]))
    write_card(str(data), overwrite=True)
    assert f" 30 of the {N} puzzles " in section(data, "How to load it")
    assert " 90 steps of 30 puzzles " in read(data)


def test_every_link_into_the_documentation_leads_to_a_page(tmp_path: Path) -> None:
    data = tmp_path / "made"
    invoke("batch", "generate", "20", "--seed", "1", "-o", str(data))
    write_card(str(data))
    site = "https://pandoku.github.io/pandoku/"
    links = re.findall(rf"\({re.escape(site)}([^)#]*)", read(data))
    assert "uniform.html" in links
    for link in links:
        assert (ROOT / "docs" / link).with_suffix(".md").exists(), link


@pytest.mark.filterwarnings("ignore")
def test_datasets_finds_each_table_and_split(
    exported: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    cache = str(tmp_path / "cache")
    write_card(str(exported), made_from=[str(data)])
    write_card(str(data))
    counts = {
        split: puzzles_with_everything()["split"].to_pylist().count(split) for split in SPLITS
    }
    found = datasets.load_dataset(str(exported), "puzzles", cache_dir=cache)
    assert {split: len(found[split]) for split in found} == counts
    assert found["train"].column_names == puzzles_with_everything().column_names
    for folder in (exported, data):
        steps = datasets.load_dataset(str(folder), "steps", split="train", cache_dir=cache)
        assert steps.num_rows == N
    assert datasets.load_dataset(str(data), split="train", cache_dir=cache).num_rows == N


def test_counts_by_split_kind_order_and_level_are_those_of_the_rows(data: Path) -> None:
    write_card(str(data))
    rows = section(data, "Rows")
    table = puzzles_with_everything()
    for split in SPLITS:
        assert f"| {split} | {table['split'].to_pylist().count(split)} |" in rows
    assert f"| sudoku | 9x9 | {N} |" in rows
    levels = list(zip(table["level"].to_pylist(), table["split"].to_pylist(), strict=True))
    for level in LEVELS:
        n = sum(each == level for each, _ in levels)
        by_split = [levels.count((level, split)) for split in ("train", "validation", "test")]
        listed = " | ".join(map(str, by_split))
        assert f"| {level} | {n} | {100 * n / N:.1f} % | {listed} |" in rows


def test_classes_in_two_splits_and_duplicates_are_counted(data: Path) -> None:
    write_card(str(data))
    text = section(data, "Classes, splits and duplicates")
    splits = puzzles_with_everything()["split"].to_pylist()
    assert len({splits[0], splits[1], splits[2]}) == 3
    assert splits[3] == splits[4]
    assert f" {N - 3} different " in text
    assert "**Classes shared between splits: 1.**" in text
    assert "3 rows are isomorphic" in text
    assert "0 rows are the same text" in text


def test_the_chain_of_jobs_has_letters_instead_of_paths(data: Path) -> None:
    write_card(str(data))
    text = section(data, "How it was made")
    commands = re.findall(r"^ *\$ pandoku batch (.*)", text, re.M)
    assert commands[:2] == ["solve in.parquet -o a --rows 50", "count a -o b --limit 7"]
    job = planned_at(str(data))
    assert job is not None
    assert f"`{job.id}`" in text
    assert str(data.parent) not in read(data)


def test_a_job_whose_folder_is_gone_is_named(data: Path) -> None:
    first = planned_at(str(data.parent / "first"))
    assert first is not None
    known = lineage_of([str(data)])
    assert [each.job.verb for each in known.ancestors] == ["solve", "count"]
    # The folder of the job still exists where job.json says, so test a copy.
    shutil.rmtree(data.parent / "first")
    origin = Path(planned_at(str(data)).sources[0].place).parents[1]  # type: ignore[union-attr]
    if origin.exists():
        shutil.move(origin, origin.with_name("moved"))
    try:
        found = lineage_of([str(data)])
    finally:
        if origin.with_name("moved").exists():
            shutil.move(origin.with_name("moved"), origin)
    assert found.missing == (first.id,)
    assert f"count job-{first.id[:6]} -o a" in found.ancestors[0].command


def test_every_column_has_its_meaning(data: Path) -> None:
    write_card(str(data))
    text = section(data, "Columns")
    for name in (*puzzles_with_everything().column_names, "n_solutions", "step", "text"):
        assert re.search(rf"^\| `{name}` \| `[^`]+` \| .{{5,}} \|$", text, re.MULTILINE), name


def test_a_column_without_a_meaning_fails_and_writes_nothing(tmp_path: Path) -> None:
    write(tmp_path / "in.parquet", pa.table({"puzzle": ["1..."], "mood": ["good"]}))
    out = tmp_path / "out"
    run_job(Job("solve", str(tmp_path / "in.parquet"), str(out)), workers=1)
    with pytest.raises(BatchError, match=r"'mood' .* puzzles"):
        write_card(str(out))
    assert not (out / "README.md").exists()
    write_card(str(out), meanings={"mood": "how the setter felt"})
    assert "| `mood` | `string` | how the setter felt |" in read(out)


def test_a_card_that_exists_is_kept_without_overwrite(data: Path) -> None:
    (data / "README.md").write_text("mine")
    with pytest.raises(BatchError, match="--overwrite replaces it"):
        write_card(str(data))
    assert read(data) == "mine"
    write_card(str(data), overwrite=True)
    assert read(data).startswith("---\n")


def test_a_set_that_is_not_complete_has_no_card(data: Path, tmp_path: Path) -> None:
    (data / ".pandoku/manifest.json").unlink()
    with pytest.raises(BatchError, match="a complete data set"):
        write_card(str(data))
    (tmp_path / "empty").mkdir()
    with pytest.raises(BatchError, match="no puzzles"):
        write_card(str(tmp_path / "empty"))


def test_the_same_set_has_the_same_card(data: Path) -> None:
    write_card(str(data))
    first = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    write_card(str(data), overwrite=True)
    assert first == {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("licenses", "chosen", "expected"),
    [
        ([Origin("generated", is_generated=True)], "CC0-1.0", "cc0-1.0"),
        ([Origin("generated", is_generated=True)], "MIT", "mit"),
        ([Origin("a", "CC-BY-4.0"), Origin("b", "MIT")], "CC0-1.0", ["cc-by-4.0", "mit"]),
        ([Origin("a", "CC-BY-4.0"), Origin("b")], "CC0-1.0", "unknown"),
        ([Origin("a", "Ms-PL")], "CC0-1.0", "other"),
        ([], "CC0-1.0", "unknown"),
    ],
)
def test_licenses_are_those_of_the_sources(
    licenses: list[Origin], chosen: str, expected: Any
) -> None:
    from pandoku.batch.cards.card import license_lines

    yaml = pytest.importorskip("yaml")
    lines = "\n".join(license_lines(licenses_of(licenses, chosen)))
    assert yaml.safe_load(lines)["license"] == expected


def test_a_license_that_is_none_is_refused(data: Path) -> None:
    for odd in ("", "x\ny", "{}"):
        with pytest.raises(BatchError, match=r"license: .* SPDX"):
            write_card(str(data), license=odd)


def test_what_imports_said_about_sources_is_in_the_card(data: Path) -> None:
    job = data / ".pandoku/job.json"
    sources = '[{"name": "/x/17.txt", "license": "MIT", "origin": "https://example.org/17"}]'
    kept = json.loads(job.read_text())
    kept["about"]["sources"] = json.loads(sources)
    job.write_text(json.dumps(kept))
    card = write_card(str(data))
    assert card.licenses[0] == "MIT"
    assert "| 17.txt | MIT | <https://example.org/17> |" in section(data, "License")


def test_pictures_are_light_and_dark_and_well_formed(data: Path) -> None:
    card = write_card(str(data))
    names = [
        f"pictures/{n}-{t}.svg"
        for n in ("ratings", "givens", "techniques")
        for t in ("light", "dark")
    ]
    assert [*card.pictures] == names
    for name in names:
        root = ElementTree.fromstring((data / name).read_text(encoding="utf-8"))
        assert root.get("role") == "img"
        assert name.replace("-dark", "-light") in read(data)
    light, dark = ((data / f"pictures/givens-{t}.svg").read_text() for t in ("light", "dark"))
    assert "#ffffff" in light
    assert "#ffffff" not in dark


def titles(svg: str) -> list[str]:
    return re.findall(r"<path[^>]*><title>([^<]*)</title>", svg)


def test_a_histogram_has_each_value_or_joins_them() -> None:
    few = histogram({1.2: 5, 2.6: 1}, title="t", about="a", step=0.1, unit="ER")
    assert titles(few) == ["1.2: 5", "2.6: 1"]
    one = histogram({30: 7}, title="t", about="a", step=1, unit="givens")
    assert titles(one) == ["30: 7"]
    many = histogram(dict.fromkeys(range(5000), 1), title="t", about="a", step=0.1, unit="score")
    assert titles(many)[0] == "0 to 50: 50"
    assert len(titles(many)) == 100


def test_names_in_pictures_are_escaped() -> None:
    svg = bars([("<a> & b", 3), ("x" * 80, 1)], of=4, title="<t>", about="&")
    ElementTree.fromstring(svg)
    assert titles(svg) == ["&lt;a&gt; &amp; b: 3 (75 %)", f"{'x' * 80}: 1 (25 %)"]


def test_many_numbers_of_solutions_are_several(tmp_path: Path) -> None:
    write(tmp_path / "a.parquet", pa.table({"n_solutions": [*range(20_000), -1, -9, None]}))
    found = tally(sources_of([str(tmp_path / "a.parquet")]), tmp_path)
    assert found.values["n_solutions"] == {"0": 1, "1": 1, "2": 19_998, "-1": 2}


def test_a_column_with_more_values_than_it_may_have_is_refused(tmp_path: Path) -> None:
    for name in ("level", "stopped"):
        write(tmp_path / "a.parquet", pa.table({name: [str(at) for at in range(20_000)]}))
        with pytest.raises(BatchError, match=rf"10,000 .* of {name}"):
            tally(sources_of([str(tmp_path / "a.parquet")]), tmp_path)


def test_counting_reads_a_row_group_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pandoku.batch import files

    monkeypatch.setitem(files.ROWS_OF_GROUP, "puzzles", 7)
    table = puzzles_with_everything()
    write(tmp_path / "a.parquet", table)
    sources = sources_of([str(tmp_path / "a.parquet")])
    assert len(sources[0].groups) == -(-N // 7)
    (tmp_path / "scratch").mkdir()
    found = tally(sources, tmp_path / "scratch")
    assert found.n_rows == found.cells.total() == N
    assert found.techniques == {"hidden single": N, "xy-wing": N // 2}
    assert found.scores["se"].total() == N
    assert sum(g * n for g, n in found.n_givens.items()) == sum(table["n_givens"].to_pylist())
