"""Costly tests take turns: every case runs in some turn, and all of them if tests are named."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import turns

TESTPATHS = pytest.Config.ArgsSource.TESTPATHS
N_COSTLY = 7  # cases in each of two files, among others


def run_of(**changes: Any) -> Any:
    """Return what the choice depends on, for a run of the whole suite with some changes."""
    options = {"keyword": "", "markexpr": "", "lf": False, **changes}
    source = options.pop("source", TESTPATHS)
    hook = SimpleNamespace(pytest_deselected=lambda items: None)
    return SimpleNamespace(option=SimpleNamespace(**options), args_source=source, hook=hook)


def case(at: int, marker: Any) -> Any:
    return SimpleNamespace(
        name=f"{at}{'' if marker else ' quick'}",
        path=Path(f"{at // N_COSTLY}.py"),
        get_closest_marker=lambda _: marker,
    )


def cases(**more: bool) -> list[Any]:
    marker = SimpleNamespace(args=(3,), kwargs=more)
    return [case(at, each) for at in range(2 * N_COSTLY) for each in (marker, None)]


def left(run: Any, **more: bool) -> list[str]:
    items = cases(**more)
    turns.skip_others(run, items)
    return [each.name for each in items]


@pytest.fixture(autouse=True)
def usual_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "IS_FULL", False)


def test_each_case_runs_in_one_of_the_turns_and_others_always(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    for turn in ("20000", "20001", "20002"):
        monkeypatch.setenv("PANDOKU_TURN", turn)
        found.append(left(run_of()))
    names = [each.name for each in cases()]
    quick = [name for name in names if "quick" in name]
    assert all([name for name in one if "quick" in name] == quick for one in found)
    costly = sorted(name for one in found for name in one if "quick" not in name)
    assert costly == sorted(name for name in names if "quick" not in name)
    assert {len(one) - len(quick) for one in found} <= {4, 5, 6}  # two or three of each file


def test_a_whole_file_runs_in_one_of_the_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    n_costly = []
    for turn in ("0", "1", "2"):
        monkeypatch.setenv("PANDOKU_TURN", turn)
        n_costly.append(sum("quick" not in name for name in left(run_of(), whole=True)))
    assert sum(n_costly) == 2 * N_COSTLY
    assert {n % N_COSTLY for n in n_costly} == {0}


def test_all_cases_run_if_some_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [each.name for each in cases()]
    for change in (
        {"keyword": "fish"},
        {"markexpr": "slow"},
        {"lf": True},
        {"source": pytest.Config.ArgsSource.ARGS},
    ):
        assert left(run_of(**change)) == names
    monkeypatch.setenv("PANDOKU_TURN", "all")
    assert left(run_of()) == names
    monkeypatch.setenv("PANDOKU_TURN", "1")
    monkeypatch.setattr(turns, "IS_FULL", True)
    assert left(run_of()) == names


def test_without_a_number_it_is_that_of_the_commit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PANDOKU_TURN", raising=False)
    assert turns.turn_of(run_of()) == turns.turn_of(run_of())
    monkeypatch.setattr(turns, "_ROOT", tmp_path)
    assert turns.turn_of(run_of()) == "0"


def test_processes_take_the_turn_of_the_one_that_starts_them() -> None:
    worker = SimpleNamespace(workerinput={"turn": "5"})
    assert turns.turn_of(worker) == "5"  # type: ignore[arg-type]


def test_another_value_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDOKU_TURN", "-1")
    with pytest.raises(pytest.UsageError, match="expected a whole number or 'all', found '-1'"):
        turns.turn_of(run_of())
