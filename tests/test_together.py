"""Many cases as one test: all run, and a failure names those that failed."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from tests.together import together


def test_all_cases_run_and_a_failure_names_those_that_failed() -> None:
    seen = []

    @together("a, b", [(1, 2), (3, 3), (4, 5), (6, 6)])
    def unequal(a: int, b: int) -> None:
        seen.append(a)
        assert a != b, f"{a} is {b}"

    with pytest.raises(AssertionError, match="3 is 3") as caught:
        unequal()
    assert seen == [1, 3, 4, 6]
    assert caught.value.__notes__ == ["failed: a=3, b=3", "failed: a=6, b=6"]


def test_what_was_not_raised_is_a_failure_too() -> None:
    @together("text", ["1", "one"], ids=["a digit", "a word"])
    def refused(text: str) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            int(text)

    with pytest.raises(pytest.fail.Exception) as caught:
        refused()
    assert caught.value.__notes__ == ["failed: a digit"]


def test_cases_multiply_and_fixtures_are_passed_on(tmp_path: Path) -> None:
    seen = []

    @together("a", [1, 2])
    @together("b", "xy")
    def noted(a: int, b: str, tmp_path: Path) -> None:
        seen.append((a, b, tmp_path))

    assert [*inspect.signature(noted).parameters] == ["tmp_path"]
    noted(tmp_path=tmp_path)
    assert seen == [(a, b, tmp_path) for a in (1, 2) for b in "xy"]


def test_a_case_is_skipped_alone() -> None:
    @together("n", [1, 2])
    def skipped(n: int, most: int) -> None:
        if n <= most:
            pytest.skip("too small")

    skipped(most=1)
    with pytest.raises(pytest.skip.Exception):
        skipped(most=2)


def test_a_test_without_cases_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        together("n", [])(lambda n: None)
