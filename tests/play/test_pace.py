"""The pace of a player: the games that count, and the sentence about it."""

from __future__ import annotations

from math import exp, log

import pytest

from pandoku import Puzzle, explain, solve
from pandoku.play import Game
from pandoku.play.lines.plain import _expected
from pandoku.play.lines.table import Keeper, Table
from pandoku.play.pace import ExpectedTime, Pace, effort_within, expected_time, pace_of
from pandoku.play.store import MEMORY, Store
from pandoku.rating import PuzzleEffort
from tests.data import EASY

EFFORT = explain(EASY).effort()
EMPTY = Puzzle(EASY).givens.index(0)


def solved(minutes: float, text: str = EASY) -> Game:
    """Return a solved game that took a number of minutes."""
    puzzle = Puzzle(text)
    grid = solve(puzzle).grid
    assert grid is not None
    game = Game.start(puzzle)
    cells = [cell for cell, digit in enumerate(puzzle.givens) if not digit]
    digits = [digit for row in grid for digit in row]
    for at, cell in enumerate(cells, 1):
        game = game.place(cell, digits[cell], at_ms=round(60_000 * minutes * at / len(cells)))
    return game


def test_a_player_who_takes_half_the_time_has_a_pace_near_a_half() -> None:
    with Store(MEMORY) as store:
        for _ in range(4):
            store.add(solved(EFFORT.minutes / 2))
        pace = pace_of(store)
    assert pace is not None
    assert pace.n_games == 4
    # The average player counts as two games.
    assert pace.factor == pytest.approx(exp(log(0.5) * 4 / 6), rel=0.02)


def test_few_games_or_unsolved_games_give_no_pace() -> None:
    with Store(MEMORY) as store:
        for _ in range(2):
            store.add(solved(5.0))
        assert pace_of(store) is None
        store.add(Game.start(Puzzle(EASY)).place(EMPTY, 1, at_ms=60_000))
        store.add(solved(0.1))  # too short to have been solved by thinking
        assert pace_of(store) is None
        store.add(solved(5.0))
        pace = pace_of(store)
    assert pace is not None
    assert pace.n_games == 3


def test_efforts_are_kept_and_removed_games_no_longer_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Store(MEMORY) as store:
        numbers = [store.add(solved(3.0)) for _ in range(4)]
        pace = pace_of(store)
        monkeypatch.setattr("pandoku.play.pace.explain", lambda *_, **__: pytest.fail("explained"))
        assert pace_of(store) == pace
        for number in numbers[:2]:
            store.remove(number)
        assert pace_of(store) is None


def test_a_damaged_preference_is_computed_again() -> None:
    with Store(MEMORY) as store:
        for _ in range(3):
            store.add(solved(3.0))
        pace = pace_of(store)
        for damaged in ("x", {"version": -1, "games": {"1": 100.0}}, {"version": 1, "games": None}):
            store.prefer("pace", damaged)
            assert pace_of(store) == pace


def test_the_sentences_have_the_minutes_of_both_players() -> None:
    effort = PuzzleEffort(340.0, 20.0, 14.0, 28.0, "medium", False, 1)
    expected = ExpectedTime(effort, Pace(0.04, 5))
    assert expected.sentence == (
        "Judging by 5 games, you need about 1 minute. An average player needs about 20."
    )
    assert expected.compared == [
        "usual for you: about 1 minute",
        "average player: about 20 minutes",
    ]
    unknown = ExpectedTime(effort, None)
    assert unknown.sentence == "An average player needs about 20 minutes (14 to 28)."
    assert unknown.compared == ["average player: about 20 minutes (14 to 28)"]


def test_an_effort_that_takes_too_long_is_not_known() -> None:
    assert effort_within(Puzzle(EASY), 60.0) == EFFORT
    assert effort_within(Puzzle("." * 81), 1e-6) is None


def test_a_new_game_begins_with_the_time_that_it_takes_this_player() -> None:
    with Store(MEMORY) as store:
        table = Table(Game.start(Puzzle(EASY)), Keeper(store))
        average = f"An average player needs {EFFORT.time}."
        assert _expected(table, store) == [average]  # nothing is known about the player
        for _ in range(3):
            store.add(solved(EFFORT.minutes))
        pace = pace_of(store)
        assert pace is not None
        assert _expected(table, store) == [ExpectedTime(EFFORT, pace).sentence]
        table.change(table.game.place(EMPTY, 1))
        assert _expected(table, store) == []  # the game has begun


def test_the_time_of_a_puzzle_in_fog_would_be_a_clue() -> None:
    foggy = Puzzle(EASY).with_("fog r1c1")
    with Store(MEMORY) as store:
        assert expected_time(store, foggy, 60.0) is None
        assert expected_time(store, Puzzle(EASY), 60.0) == ExpectedTime(EFFORT, None)
