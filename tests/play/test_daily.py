"""The puzzle of the day: from the date alone, and harder towards Sunday."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pandoku import check, generate
from pandoku.errors import WishError
from pandoku.play.daily import DAILY_KINDS, WEEKLY, daily, daily_kind, difficulty_on, first_day

MONDAY = date(2026, 11, 23)


@pytest.mark.parametrize("kind", [kind for kind in DAILY_KINDS if kind != WEEKLY])
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
    with pytest.raises(WishError, match="calcudoku or variant, found 'jigsaw'"):
        daily(MONDAY, "jigsaw")
    with pytest.raises(WishError, match="kind 'chess'"):
        daily(MONDAY, "chess")


def test_the_variant_lasts_for_a_week_and_its_kind_changes() -> None:
    monday, sunday, after = (daily(MONDAY + timedelta(n), "variant") for n in (0, 6, 7))
    assert (monday, monday.title, monday.id) == (sunday, sunday.title, "daily-variant-2026-11-23")
    assert check(monday).is_proper
    kinds = [{each.NAME for each in puzzle.further} for puzzle in (monday, after)]
    assert kinds[0].isdisjoint(kinds[1])
    assert first_day(MONDAY + timedelta(6), "variant") == first_day(MONDAY, "sudoku") == MONDAY
    assert difficulty_on(MONDAY + timedelta(6), "variant") == "medium"
