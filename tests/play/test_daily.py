"""The puzzle of the day: from the date alone, and harder towards Sunday."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pandoku import check, generate
from pandoku.errors import WishError
from pandoku.play.daily import DAILY_KINDS, daily, daily_kind, difficulty_on

MONDAY = date(2026, 11, 23)


@pytest.mark.parametrize("kind", DAILY_KINDS)
def test_a_daily_puzzle_is_the_one_that_generate_makes_of_the_date_with_any_threads(
    kind: str,
) -> None:
    made = generate(kind, difficulty="easy", seed=20261123, threads=1)
    puzzle = daily(MONDAY, kind)
    assert (puzzle.givens, puzzle.cages, puzzle.solution) == (
        made.givens,
        made.cages,
        made.solution,
    )
    assert check(puzzle).is_proper
    assert (puzzle.title, puzzle.id) == (
        f"Daily {kind.capitalize()}, November 23, 2026",
        f"daily-{kind}-2026-11-23",
    )


def test_days_have_puzzles_of_their_own() -> None:
    givens = {daily(MONDAY + timedelta(n)).givens for n in range(4)}
    assert len(givens) == 4


def test_the_week_becomes_harder() -> None:
    week = [difficulty_on(MONDAY + timedelta(n)) for n in range(7)]
    assert week == ["easy", "easy", "medium", "medium", "hard", "hard", "expert"]


def test_a_kind_may_have_another_name_but_must_be_daily() -> None:
    assert daily_kind("KenKen") == "calcudoku"
    with pytest.raises(WishError, match="calcudoku, found 'jigsaw'"):
        daily(MONDAY, "jigsaw")
    with pytest.raises(WishError, match="kind 'chess'"):
        daily(MONDAY, "chess")
