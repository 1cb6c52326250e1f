"""portfolio: which search settles a puzzle, and what the outcome says about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pandoku.engines import Budget, cp_sat, portfolio
from pandoku.model import Cage, Geometry, Puzzle

pytestmark = pytest.mark.skipif(
    cp_sat.ENGINE.supports(Puzzle(1)) is not None, reason="OR-Tools is not installed"
)

LOOSE = Puzzle(Geometry.latin(9), cages=(Cage("+", 405, tuple(range(81)), True),))


def test_what_the_cage_search_settles_is_not_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = replace(cp_sat.ENGINE, solve=lambda *_, **__: pytest.fail("asked for nothing"))
    monkeypatch.setattr(cp_sat, "ENGINE", idle)
    outcome = portfolio.ENGINE.solve(Puzzle(Geometry(4, (2, 2))), limit=1000)
    assert (outcome.count, outcome.complete, outcome.engine) == (288, True, "portfolio")
    assert outcome.stats["settled_by"] == "cages"
    assert portfolio.ENGINE.solve(LOOSE, limit=3).stopped == "limit"


@pytest.mark.turns(3)
def test_what_is_left_open_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    # A Latin square of order 5: the cage search cannot count them all in a thousandth of a second.
    monkeypatch.setattr(portfolio, "_SHARE_S", 0.001)
    outcome = portfolio.ENGINE.solve(Puzzle(Geometry.latin(5)), limit=10_000)
    assert (outcome.count, outcome.stopped) == (10_000, "limit")
    assert outcome.stats["settled_by"] == "cp-sat"
    own_s = outcome.stats["own_s"]
    assert isinstance(own_s, float)
    assert 0 < own_s < outcome.elapsed_s


def test_a_budget_is_shared() -> None:
    outcome = portfolio.ENGINE.solve(
        Puzzle(Geometry.latin(8)), limit=10**9, budget=Budget(seconds=0.4)
    )
    assert outcome.stopped == "seconds"
    assert outcome.stats["settled_by"] == "cp-sat"


def test_without_or_tools_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = replace(cp_sat.ENGINE, supports=lambda _: "pip install 'pandoku[cp-sat]'")
    monkeypatch.setattr(cp_sat, "ENGINE", absent)
    assert "pandoku[cp-sat]" in (portfolio.ENGINE.supports(Puzzle(4)) or "")
