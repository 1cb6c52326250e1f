"""The small example data sets: their solutions, classes and steps are right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pandoku
from pandoku.batch.columns import ids_of
from pandoku.batch.sorting import sorted_out
from tests.data import EXAMPLES

SETS = EXAMPLES / "datasets" / "small"
KINDS = ("sudoku", "killer", "calcudoku")


def table(kind: str, name: str) -> Any:
    files = sorted((SETS / kind / "data" / name).glob("*.parquet"))
    tables = [pq.read_table(file, page_checksum_verification=True) for file in files]
    return pa.concat_tables(tables)


@pytest.mark.parametrize("kind", KINDS)
def test_each_puzzle_has_its_id_and_the_only_solution(kind: str) -> None:
    puzzles = table(kind, "puzzles")
    assert set(puzzles["kind"].to_pylist()) == {kind}
    assert puzzles["error"].null_count == puzzles.num_rows
    ids = ids_of(puzzles["rules"], puzzles["puzzle"])
    assert ids.to_pylist() == puzzles["id"].to_pylist()
    solutions = puzzles["solution"].to_pylist()
    for group in sorted_out(puzzles).groups:
        outcomes = pandoku.solve_all(group.batch)
        for place, outcome in zip(group.at.tolist(), outcomes, strict=True):
            assert outcome.is_unique
            assert "".join(map(str, outcome.solution or ())) == solutions[place]


@pytest.mark.parametrize("kind", KINDS)
def test_no_class_is_in_two_splits(kind: str) -> None:
    puzzles = table(kind, "puzzles")
    pairs = zip(puzzles["solution_class_id"].to_pylist(), puzzles["split"].to_pylist(), strict=True)
    splits: dict[str, set[str]] = {}
    for id, split in pairs:
        splits.setdefault(id, set()).add(split)
    assert all(len(each) == 1 for each in splits.values())


@pytest.mark.turns(3)
@pytest.mark.parametrize("kind", KINDS)
def test_steps_lead_to_the_solution(kind: str) -> None:
    puzzles, steps = table(kind, "puzzles"), table(kind, "steps")
    digits = {
        row["id"]: list(row["puzzle"]) for row in puzzles.select(["id", "puzzle"]).to_pylist()
    }
    solutions = dict(zip(puzzles["id"].to_pylist(), puzzles["solution"].to_pylist(), strict=True))
    full = set(
        puzzles.filter(pa.compute.equal(puzzles["path_stopped"], "full"))["id"].to_pylist()
        if "path_stopped" in puzzles.column_names
        else steps["id"].unique().to_pylist()
    )
    for row in steps.select(["id", "placements", "eliminations"]).to_pylist():
        for placed in row["placements"]:
            digits[row["id"]][placed["cell"]] = str(placed["digit"])
        for gone in row["eliminations"]:
            assert solutions[row["id"]][gone["cell"]] != str(gone["digit"])
    assert full
    for id in full & set(steps["id"].to_pylist()):
        assert "".join(digits[id]) == solutions[id]


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_names_its_pictures_and_licenses(kind: str) -> None:
    card = (SETS / kind / "README.md").read_text()
    assert card.startswith("---\nlicense: cc0-1.0\n")
    pictures = {path.name for path in (SETS / kind / "pictures").iterdir()}
    assert pictures == {Path(each).name for each in _pictures(card)}


def _pictures(card: str) -> set[str]:
    return {part.split('"')[0] for part in card.split('"pictures/')[1:]}
