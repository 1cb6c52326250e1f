"""The sign of a technique: a small drawing of its pattern."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("msgspec", reason="needs pandoku[web]")

from pandoku.calls.endpoints.learn import sign_of
from pandoku.lessons import lesson_of


def parts_of(name: str) -> dict[str, str]:
    return dict(sign_of(lesson_of(name)).parts)


def test_a_sign_marks_the_candidates_that_go_and_those_of_the_pattern() -> None:
    lesson = lesson_of("x-wing")
    parts = parts_of("x-wing")
    assert parts["strike"].count("M") == len(lesson.step.eliminations)
    assert parts["mark a"].count("M") == 4
    assert parts["house"].count("M") == 4, "two rows and two columns"


def test_a_sign_outlines_cages_and_draws_links() -> None:
    assert parts_of("innie")["told"].startswith("M")
    assert "told" not in parts_of("x-wing")
    assert parts_of("xy-chain")["strong"].count("M") == 9


@pytest.mark.parametrize("name", ["full-house", "cage-parity", "death-blossom"])
def test_a_sign_stays_within_its_grid(name: str) -> None:
    sign = sign_of(lesson_of(name))
    starts = [float(each) for _, path in sign.parts for each in re.findall(r"M([\d.]+) ", path)]
    assert starts
    assert max(starts) <= sign.order
    assert {"cell", "box"} <= {role for role, _ in sign.parts}
